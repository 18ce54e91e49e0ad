"""A checkout of our own in which suites run and files are broken on purpose, and which goes when the run is over."""

from __future__ import annotations

import hashlib
import os
import shutil
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from bot.mutation.environment import suite_environment
from bot.mutation.execution import Confinement, Limits, run
from bot.mutation.files import GIT_FOLDER, NEW_FILE, State, check_path, forget_bytecode, read_state, replace_file
from bot.mutation.isolation import isolation_here
from bot.mutation.removal import empty_folder, remove_tree
from bot.mutation.report_file import inside, read_report
from bot.mutation.slots import Slot, WorkspaceError, claim, clear_abandoned, workspaces_folder
from bot.mutation.timestamps import Timestamps
from checkers.wording import listed, printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from threading import Event
    from types import TracebackType

    from bot.mutation.model import Execution
    from checkers.repo.clone import Checkout
    from checkers.repo.repository import Repository

_NAMED = 3


@dataclass
class Workspace:
    """One commit's files in a folder of our own; close it, or use it in a `with` statement.

    Paths are relative to `root`, with `/`. Nothing is written in the judged repository. The folder's path depends on
    the repository and the job's number alone, and two runs never share one.
    """

    root: Path
    commit: str
    notes: tuple[str, ...]
    """What the checkout lacks and what suites in it are not kept from, one sentence each."""
    _slot: Slot
    _confinement: Confinement
    _commit_time: int
    _timestamps: Timestamps
    limits: Limits = field(default_factory=Limits)
    """Of every command; the time is each command's own."""
    _modes: dict[str, int] = field(default_factory=dict)

    @classmethod
    def create(
        cls,
        repository: Repository,
        at: str,
        job: int = 0,
        *,
        changed: Sequence[str] = (),
        network: bool = False,
        stop: Event | None = None,
    ) -> Workspace:
        """Check out a commit, after what killed runs left behind is cleared.

        `at` is a full hash; `changed` paths get the state that they have in the user's work tree (see
        Repository.uncommitted); `network` lets suites use it; a `stop` that is set ends the command that runs, with
        KeyboardInterrupt. Raises WorkspaceError, RepositoryError.
        """
        base = workspaces_folder(repository.root or repository.git_dir)
        clear_abandoned(base)
        slot = claim(base, os.fsencode(repository.git_dir), job)
        try:
            return cls._in_slot(slot, repository, at, changed, network, stop)
        except BaseException:
            slot.release()
            raise

    @classmethod
    def _in_slot(
        cls,
        slot: Slot,
        repository: Repository,
        at: str,
        changed: Sequence[str],
        network: bool,
        stop: Event | None,
    ) -> Workspace:
        folders = (tree := slot.folder / "tree", slot.folder / "home", slot.folder / "tmp")
        for folder in folders:
            folder.mkdir()
        checkout = repository.check_out(at, tree, changed=changed)
        isolation = isolation_here(network=network)
        return cls(
            root=tree,
            commit=at,
            notes=(*_lacks(checkout), *isolation.gaps),
            _slot=slot,
            _confinement=Confinement(folders, isolation, (slot.lock,), stop),
            _commit_time=max(0, repository.commit(at).time),
            _timestamps=Timestamps(slot.folder / "clock"),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self, keep: Path | None = None) -> None:
        """Remove the workspace; with `keep`, its files are moved there first: a path that does not exist yet."""
        try:
            if keep is not None:
                keep.parent.mkdir(parents=True, exist_ok=True)
                shutil.move(self.root, keep)
            self._slot.release()
        except OSError as error:
            raise WorkspaceError(f"the workspace {self._slot.folder} cannot be removed: {error}") from None

    def read(self, path: str) -> bytes | None:
        """A file's bytes; None where there is none. Raises WorkspaceError for what is no path of the tree's files."""
        state = read_state(self.root, path)
        return None if state is None else state.data

    def write(self, path: str, data: bytes | None) -> None:
        """Give a file new bytes, or remove it; its mode stays what it was at first, and the next build sees it.

        Raises WorkspaceError for what is no path of the tree's files, OSError where the file system refuses.
        """
        self._timestamps.settle(self.root)
        before = read_state(self.root, path)
        if before is not None:
            self._modes.setdefault(path, before.mode)
        replace_file(self.root, path, None if data is None else State(data, self._modes.get(path, NEW_FILE)))
        forget_bytecode(self.root / path)
        if data is not None:
            self._timestamps.advance(self.root / path)

    def digest(self, path: str) -> str | None:
        """The SHA-256 of a file, through links that stay in the workspace; None where there is none."""
        place = inside(self.root, path)
        if place is None or not place.is_file():
            return None
        with place.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()

    def run(self, argv: Sequence[str], environment: Mapping[str, str], seconds: float) -> Execution:
        """Run a command at the top with a suite's own variables; none of its processes lives when this returns."""
        _, home, temporary = self._confinement.writable
        empty_folder(temporary)
        variables = suite_environment(home, temporary, self._commit_time, environment)
        self._timestamps.disturbed = True
        return run(argv, self.root, variables, replace(self.limits, seconds=seconds), self._confinement)

    def read_report(self, path: str) -> bytes | None:
        """A report's bytes; None where there is none. Raises ReportError for what is too large or no plain file."""
        return read_report(self.root, path)

    def discard(self, path: str) -> None:
        """Remove what lies at a path, whatever it is; a link, not what it leads to.

        Raises WorkspaceError for what is no path of the tree's files.
        """
        folder, _, name = check_path(path).rpartition("/")
        place = inside(self.root, folder) if folder else self.root
        if place is None or GIT_FOLDER in place.relative_to(self.root).parts:
            raise WorkspaceError(f"{path} is no path of the workspace's files")
        remove_tree(place / name)


def _lacks(checkout: Checkout) -> list[str]:
    """Sentences about what a checkout lacks."""
    notes = []
    if checkout.missing_files:
        notes.append(f"files that this clone lacks are absent: {_named(checkout.missing_files)}")
    if checkout.missing_submodules:
        notes.append(f"submodules whose commit is not on this machine are empty: {_named(checkout.missing_submodules)}")
    return notes


def _named(paths: Sequence[str]) -> str:
    return listed([printable(path) for path in paths], _NAMED)
