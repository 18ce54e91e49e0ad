"""A checkout of one commit somewhere else, whose repository borrows the judged store's objects and nothing more."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from checkers.errors import RepositoryError, reason_of
from checkers.repo.borrowing import borrow
from checkers.repo.discovery import discover
from checkers.repo.process import bytes_of, text_of
from checkers.repo.types import FileKind
from checkers.wording import printable, short_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from checkers.repo.discovery import Place
    from checkers.repo.process import Answer, Git
    from checkers.repo.work_tree import WorkTreeSnapshot

_DEEPEST = 32
"""How many folders deep submodules in submodules are looked for."""
_GIT_LINK = "160000"
_MODES = {FileKind.FILE: 0o644, FileKind.EXECUTABLE: 0o755}


@dataclass(frozen=True, slots=True)
class Checkout:
    """What a checkout lacks, by path: files and submodules' commits that are nowhere on this machine."""

    missing_files: tuple[str, ...]
    missing_submodules: tuple[str, ...]


def check_out(place: Place, commit: str, root: Path) -> Checkout:
    """Check a commit out into `root`, an empty folder, with the submodules whose commits are here.

    Attributes that git applies itself (line ends, encodings) count; no hook, filter or driver is run. The checkout has
    the judged repository's refs. Files that the store lacks, as in a partial clone, are left out. Raises
    MissingObjectError where it lacks more than files, RepositoryError otherwise.
    """
    files: list[str] = []
    submodules: list[str] = []
    pending = [(place, commit, "")]
    while pending:
        store, sha, prefix = pending.pop()
        git = _begin(store, sha, root / prefix)
        files += (prefix + path for path in _write_files(git, sha))
        names = _module_names(git, sha)
        for path, oid in _git_links(git):
            found = _store_with(oid, store, path, names.get(path)) if prefix.count("/") < _DEEPEST else None
            if found is None:
                submodules.append(prefix + path)
            else:
                pending.append((found, oid, f"{prefix}{path}/"))
    return Checkout(tuple(files), tuple(submodules))


def uncommitted(place: Place) -> tuple[str, ...]:
    """Tracked files that differ from HEAD, in the index or on disk; none in a bare repository.

    A file whose content only a filter of the user's config could compare counts as it lies on disk.
    """
    if place.root is None:
        return ()
    options = ("--porcelain=v1", "-z", "--untracked-files=no", "--ignore-submodules=all", "--no-renames")
    listed = _without_filters(place.git).output("status", *options)
    return tuple(text_of(line[3:]) for line in listed.split(b"\0") if line)


def take_along(paths: Iterable[str], work_tree: WorkTreeSnapshot, source: Path, root: Path) -> None:
    """Give files of a checkout the state that they have in the work tree at `source`, absence too."""
    states = {path: work_tree.get(path) for path in paths}
    for path in states:
        _remove(root, path)
    for path, entry in states.items():
        if entry is None or entry.kind is FileKind.SUBMODULE:
            continue
        target = _make_room(root, path)
        if entry.kind is FileKind.SYMLINK:
            target.symlink_to((source / path).readlink())
            continue
        target.write_bytes(work_tree.read(path) or b"")
        target.chmod(_MODES[entry.kind])


def _begin(place: Place, commit: str, root: Path) -> Git:
    """A repository without files yet, at a commit."""
    try:
        git = borrow(place, root / ".git", root)
        (root / ".git" / "HEAD").write_text(commit + "\n")
        (root / ".git" / "packed-refs").write_bytes(_refs(place))
    except OSError as error:
        raise RepositoryError(f"no checkout can be made at {printable(str(root))}: {reason_of(error)}") from None
    return git


def _write_files(git: Git, commit: str) -> list[str]:
    """Write the index and the files of a commit; the paths of those that the store lacks."""
    if git.answer("read-tree", "--reset", "-u", commit).code == 0:
        return []
    read = git.answer("read-tree", "--reset", commit)
    if read.code != 0:
        raise _refusal(commit, read)
    oids = {path: oid for path, oid, mode in _index(git) if mode != _GIT_LINK}
    asked = "".join(f"{oid}\n" for oid in oids.values()).encode()
    answers = git.output("cat-file", "--batch-check=%(objecttype)", stdin=asked).splitlines()
    lacking = [path for path, answer in zip(oids, answers, strict=True) if answer != b"blob"]
    git.output("update-index", "-z", "--skip-worktree", "--stdin", stdin=_listed(lacking))
    written = git.answer("checkout-index", "-z", "--force", "--stdin", stdin=_listed(oids.keys() - set(lacking)))
    if written.code != 0 or not lacking:
        raise _refusal(commit, written)
    return lacking


def _refusal(commit: str, answer: Answer) -> RepositoryError:
    kind = type(answer.failure("read-tree"))
    return kind(f"commit {short_hash(commit)} cannot be checked out: {answer.complaint}; git fsck says more")


def _listed(paths: Iterable[str]) -> bytes:
    return b"".join(bytes_of(path) + b"\0" for path in paths)


def _refs(place: Place) -> bytes:
    return place.git.output("for-each-ref", "--format=%(objectname) %(refname)")


def _git_links(git: Git) -> list[tuple[str, str]]:
    """The submodules of a checkout as (path, commit)."""
    return [(path, oid) for path, oid, mode in _index(git) if mode == _GIT_LINK]


def _index(git: Git) -> Iterator[tuple[str, str, str]]:
    """The entries of a checkout's index as (path, id, mode)."""
    for line in filter(None, git.output("ls-files", "-z", "--stage").split(b"\0")):
        facts, _, path = line.partition(b"\t")
        mode, oid, _ = facts.decode("ascii").split(" ")
        yield text_of(path), oid, mode


def _module_names(git: Git, commit: str) -> dict[str, str]:
    """The names of submodules by path, as the commit's .gitmodules gives them; none where it is not readable."""
    question = ("--get-regexp", r"^submodule\..*\.path$")
    answer = git.answer("config", "-z", "--blob", f"{commit}:.gitmodules", *question)
    pairs = [text_of(line).partition("\n")[::2] for line in answer.out.split(b"\0") if line]
    return {path: key.removeprefix("submodule.").removesuffix(".path") for key, path in pairs}


def _store_with(commit: str, place: Place, path: str, name: str | None) -> Place | None:
    """A repository on this machine that holds a submodule's commit; None where there is none."""
    stores = _stores(place, path, name)
    return next((store for store in stores if _has_commit(store, commit)), None)


def _stores(place: Place, path: str, name: str | None) -> Iterator[Place]:
    """The repositories that may hold a submodule's commits: its checkout, and what git keeps of it."""
    candidates = []
    if place.root is not None and _is_real_folder(place.root, path):
        candidates.append(place.root / path)
    if name and ".." not in Path(name).parts and not Path(name).is_absolute():
        candidates += [folder / "modules" / name for folder in (place.git_dir, place.objects.parent)]
    for folder in filter(Path.is_dir, candidates):
        with suppress(RepositoryError):  # what git refuses to read holds no commit for us
            found = discover(folder, trust_environment=False)
            if found.git_dir != place.git_dir:
                yield found


def _is_real_folder(root: Path, path: str) -> bool:
    """Whether a path leads through folders alone, not through a link to another place."""
    folder = root / path
    return folder.is_dir() and folder.resolve() == root.resolve() / path


def _has_commit(place: Place, oid: str) -> bool:
    return place.git.answer("cat-file", "-e", f"{oid}^{{commit}}").code == 0


def _without_filters(git: Git) -> Git:
    """The same git with every filter of the user's config taken away, so that comparing files runs none."""
    listed = git.answer("config", "-z", "--name-only", "--get-regexp", r"^filter\..*\.").out
    drivers = {text_of(key).rpartition(".")[0] for key in listed.split(b"\0") if key}
    settings = [(f"{driver}.{key}", "") for driver in sorted(drivers) for key in ("clean", "smudge", "process")]
    settings += [(f"{driver}.required", "false") for driver in sorted(drivers)]
    environment = dict(git.environment)
    first = int(environment.get("GIT_CONFIG_COUNT") or 0)
    for number, (key, value) in enumerate(settings, start=first):
        environment |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return git._replace(environment=environment | {"GIT_CONFIG_COUNT": str(first + len(settings))})


def _remove(root: Path, path: str) -> None:
    """Remove a file of a checkout, and the folders that it leaves empty."""
    target = root / path
    if target.is_symlink() or target.is_file():
        target.unlink()
    with suppress(OSError):  # the first folder that is not empty ends it
        for folder in target.parents:
            if folder == root:
                break
            folder.rmdir()


def _make_room(root: Path, path: str) -> Path:
    """Where a file of a checkout belongs, with every folder on the way a real one."""
    folder = root
    for part in path.split("/")[:-1]:
        folder = folder / part
        if folder.is_symlink():
            folder.unlink()
        folder.mkdir(exist_ok=True)
    return root / path
