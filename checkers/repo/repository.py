"""The judged repository: everything the checkers ask of git, read-only, through a few lasting processes."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self

from checkers.errors import RepositoryError, reason_of
from checkers.repo.borrowing import read_only
from checkers.repo.diffs import ChangeReader
from checkers.repo.discovery import Place, discover
from checkers.repo.index_file import is_sparse, refuse_damaged_index
from checkers.repo.objects import ObjectReader
from checkers.repo.process import text_of
from checkers.repo.revisions import ADVICE, Revisions
from checkers.repo.snapshots import IndexSnapshot, TreeSnapshot, change_between
from checkers.repo.trees import TreeReader
from checkers.repo.types import Change, Commit, Snapshot
from checkers.repo.work_tree import WorkTreeSnapshot

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from tempfile import TemporaryDirectory
    from types import TracebackType

    from checkers.repo.ancestry import Ancestry
    from checkers.repo.clone import Checkout
    from checkers.repo.history import RepositoryHistory
    from checkers.repo.log import CommitLog
    from checkers.repo.mainline import Mainline, MainlineReader, Step
    from checkers.repo.merges import Merger
    from checkers.repo.process import Git


class MergeResult(NamedTuple):
    """Two commits merged in memory; conflicted files carry git's markers in `tree`."""

    tree: Snapshot
    conflicts: tuple[str, ...]


class Repository:
    """A repository that is looked at and never written to. Close it, or use it in a `with` statement.

    Snapshots read through it and end with it. Hashes are full and lower-case; paths are relative to the root, with
    `/`, bytes that are not UTF-8 as surrogate escapes. Every method may raise RepositoryError.
    """

    def __init__(self, place: Place) -> None:
        self._place = place
        self.root: Path | None = place.root
        """The work tree's top; None for a bare repository, and inside the git folder."""
        self.git_dir: Path = place.git_dir
        self.is_bare: bool = place.is_bare
        self.is_shallow: bool = place.is_shallow
        self.object_format: str = place.object_format
        self._objects = ObjectReader(place.git)
        self._trees = TreeReader(self._objects, place.object_format)
        self._changes = ChangeReader(place.git, self._trees)
        self._revisions = Revisions(place.git, self._objects)
        self._scratch: TemporaryDirectory[str] | None = None

    @classmethod
    def open(cls, start: Path, *, trust_environment: bool = True) -> Repository:
        """The repository around `start`, found as git finds it.

        `trust_environment` is False where the user named the folder: then what git told a hook (`GIT_DIR`,
        `GIT_INDEX_FILE` …) counts only if it is about that very repository. Raises RepositoryError for no repository,
        one that git refuses for its owner, a git that is older than 2.38 or is not installed.
        """
        return cls(discover(start, trust_environment=trust_environment))

    @classmethod
    def open_named(cls, folder: Path | None) -> Repository:
        """The repository around the folder that `--repo` names, or around the current one. Raises as `open` does."""
        return cls.open(folder or Path(), trust_environment=folder is None)

    def disown_processes(self) -> None:
        """In a copy of this process: leave the running git to the one that started it."""
        self._objects.disown()

    def close(self) -> None:
        """End the git processes and remove temporary files."""
        self._objects.close()
        if "_merger" in self.__dict__:
            self._merger.close()
        if self._scratch is not None:
            self._scratch.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def resolve(self, revision: str, advice: str = ADVICE) -> str:
        """The full hash of exactly one commit; RevisionError otherwise, with `advice` where nothing has that name."""
        return self._revisions.resolve(revision, advice)

    def head(self) -> str | None:
        """The commit of HEAD when it was first asked for, whatever happens meanwhile; None where there is none yet."""
        return self._head

    def work_tree(self, also: Iterable[str] = ()) -> Snapshot:
        """Tracked files as they lie on disk, and untracked ones that are not ignored or stand in `also`."""
        if self.root is None:
            raise RepositoryError("this repository has no work tree here; judge a commit or a range of it")
        self._refuse_damaged_index()
        return WorkTreeSnapshot(self._listing_git, self.root, self._objects, also)

    def index(self) -> Snapshot:
        """The index, or the one that `GIT_INDEX_FILE` names."""
        self._refuse_index()
        return IndexSnapshot(self._changes)

    def tree(self, sha: str) -> Snapshot:
        """A commit's tree."""
        return TreeSnapshot(self._trees, sha)

    def commit(self, sha: str) -> Commit:
        """One commit."""
        return self._log.commits([sha])[0]

    def commits(self, base: str, head: str) -> Sequence[Commit]:
        """Every commit that `head` contains and `base` does not, oldest first, parents before children, merges too.

        With the base's tip this is the range even where the two have several merge bases.
        """
        return self._log.commits(self._ancestry.between(base, head))

    def mainline(self, base: str | None, head: str) -> Mainline:
        """The first-parent line up to `head`; with a base, without what that contains."""
        return self._mainlines.line(base, head)

    def steps(self, line: Mainline) -> Iterator[Step]:
        """The commits of a line, the one that it follows before them, each with the paths in which it differs."""
        return self._mainlines.steps(line)

    def blobs(self, wanted: Sequence[tuple[str, str]]) -> Iterator[tuple[str, bytes]]:
        """(id, bytes) of the blobs of (id, path) pairs, in that order. Raises MissingObjectError."""
        for (oid, _), stored in zip(wanted, self._objects.read_many(wanted), strict=True):
            yield oid, stored.data

    def diff(self, before: str | None, after: str) -> Change:
        """The change between two commits; from None, the empty tree."""
        old = self._trees.root(before) if before else self._trees.empty
        paths = self._changes.between(old, self._trees.root(after))
        return change_between(self._trees, old, after, paths)

    def staged(self) -> Change:
        """From HEAD, or the empty tree, to the index.

        Raises RepositoryError while a merge is not settled, and in a bare repository that has no index.
        """
        self._refuse_index()
        head = self.head()
        tree = self._trees.root(head) if head else self._trees.empty
        paths = self._changes.index_against(tree)
        before = TreeSnapshot(self._trees, tree, {path: change.before for path, change in paths.items()})
        index = IndexSnapshot(self._changes, {path: change.after for path, change in paths.items()})
        return Change(before, index, paths)

    def merge_base(self, base: str, head: str) -> str:
        """The merge base of two commits. RangeUnavailable where there is none, or a shallow clone does not reach it."""
        return self._ancestry.merge_base(base, head)

    def history(self, head: str, commits: Sequence[Commit], base_tip: str | None) -> RepositoryHistory:
        """What may be asked about the ancestry of judged commits."""
        from checkers.repo.history import RepositoryHistory  # a message has no ancestry

        return RepositoryHistory(self, head, commits, base_tip)

    def merge_trees(self, ours: str, theirs: str) -> MergeResult:
        """`theirs` merged into `ours` as git would with `ours` checked out: with the attributes of its tree.

        Raises RangeUnavailable where they have no merge base here.
        """
        self.merge_base(ours, theirs)
        tree, conflicts = self._merger.merge(ours, theirs, attributes_of=ours)
        return MergeResult(tree, tuple(sorted(conflicts)))

    def merge_conflicts_without_drivers(self, ours: str, theirs: str) -> frozenset[str]:
        """The paths that conflict where no attributes are read, as on a forge."""
        self.merge_base(ours, theirs)
        return self._merger.merge(ours, theirs, attributes_of=None)[1]

    def lacking(self, commits: Sequence[str], revision: str, head: str) -> frozenset[str]:
        """Those of the `commits`, each of which `head` contains, that do not contain `revision`.

        Raises RangeUnavailable where a shallow clone does not know.
        """
        return self._ancestry.lacking(commits, revision, head)

    def config(self, key: str) -> str | None:
        """The last value of a config key, as git reads it here; None where it is not set."""
        return self._config.get(key.lower())

    def comment_mark(self) -> str:
        """What begins a comment in the file of a message; `auto` where git chooses a character for each file.

        The later one of `core.commentChar` and, for git 2.45 and newer, its other name `core.commentString`.
        """
        names = ("core.commentchar", "core.commentstring")[: 1 + (self._place.version >= (2, 45))]
        mark = next((value for key, value in reversed(self._config.items()) if key in names), "") or "#"
        return "auto" if mark.lower() == "auto" else mark

    def uncommitted(self) -> tuple[str, ...]:
        """Tracked files that differ from HEAD, in the index or on disk; none in a bare repository."""
        from checkers.repo.clone import uncommitted  # only what runs suites needs it

        self._refuse_damaged_index()
        return uncommitted(self._place)

    def check_out(self, sha: str, folder: Path, *, changed: Sequence[str] = ()) -> Checkout:
        """Check a commit out into an empty folder, and give the `changed` paths the state of the work tree.

        No hook, filter or driver is run, and nothing is written here. See `checkers.repo.clone.check_out`.
        """
        from checkers.repo import clone

        checkout = clone.check_out(self._place, sha, folder)
        if changed and self.root is not None:
            work_tree = WorkTreeSnapshot(self._listing_git, self.root, self._objects)
            clone.take_along(changed, work_tree, self.root, folder)
        return checkout

    def _refuse_index(self) -> None:
        if self.is_bare and not self._place.index.exists():
            raise RepositoryError("this bare repository has no index; judge a commit or a range of it")
        self._refuse_damaged_index()

    def _refuse_damaged_index(self) -> None:
        refuse_damaged_index(self._place.index, self.object_format)

    @cached_property
    def _head(self) -> str | None:
        return self._revisions.head()

    @cached_property
    def _listing_git(self) -> Git:
        """What lists the index: to list a sparse one, git opens its folders and writes a tree for each."""
        if not is_sparse(self._place.index):
            return self._place.git
        from tempfile import TemporaryDirectory  # only sparse indexes need it

        try:
            self._scratch = TemporaryDirectory(prefix="redfirst-objects-")
        except OSError as error:
            raise RepositoryError(f"no temporary folder can be made: {reason_of(error)}") from None
        return read_only(self._place, Path(self._scratch.name))

    @cached_property
    def _merger(self) -> Merger:
        from checkers.repo.merges import Merger  # only histories with merges need it

        return Merger(self._place, self._trees)

    @cached_property
    def _ancestry(self) -> Ancestry:
        from checkers.repo.ancestry import Ancestry  # a message has no ancestry

        return Ancestry(self._place)

    @cached_property
    def _log(self) -> CommitLog:
        from checkers.repo.log import CommitLog  # a message that has not landed is in no log

        return CommitLog(self._changes, lambda: self._merger, self._ancestry)

    @cached_property
    def _mainlines(self) -> MainlineReader:
        from checkers.repo.mainline import MainlineReader  # only histories need it

        return MainlineReader(self._changes, self._ancestry)

    @cached_property
    def _config(self) -> dict[str, str]:
        """The last value of each key, in the order in which those values were set."""
        listed = text_of(self._place.git.output("config", "--list", "-z"))
        values: dict[str, str] = {}
        for line in filter(None, listed.split("\0")):
            key, _, value = line.partition("\n")
            values.pop(key, None)
            values[key] = value
        return values
