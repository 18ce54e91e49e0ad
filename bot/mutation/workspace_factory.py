"""Where suites run: workspaces of one repository, made one at a time and shared by nobody."""

from __future__ import annotations

from contextlib import contextmanager
from hashlib import sha256
from itertools import count
from threading import Event, Lock
from typing import TYPE_CHECKING

from bot.mutation.workspace import Workspace
from checkers.errors import RedfirstError, UsageError, reason_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from checkers.repo.repository import Repository


class WorkspaceFactory:
    """Makes workspaces for several threads; a repository answers one at a time.

    `keep` is a folder that does not exist yet or is empty, where the workspaces are left. Raises UsageError for
    another one.
    """

    def __init__(self, repository: Repository, *, network: bool = False, keep: Path | None = None) -> None:
        if keep is not None:
            _refuse_used(keep)
        self._repository, self._network, self._keep = repository, network, keep
        self._lock = Lock()
        self._used: set[int] = set()
        self._made = 0
        self._stop = Event()
        self._notes: dict[str, None] = {}

    @property
    def notes(self) -> tuple[str, ...]:
        """What the workspaces lack, and what suites in them are not kept from, each sentence once."""
        return tuple(self._notes)

    def stop(self) -> None:
        """Have every command that runs ended, and every thread that waits for one leave its workspace."""
        self._stop.set()

    @contextmanager
    def open(self, at: str, changed: Sequence[str] = ()) -> Iterator[Workspace]:
        """A workspace of a commit, with some files as they are in the user's work tree."""
        with self._lock:
            number = next(number for number in count() if number not in self._used)
            workspace = Workspace.create(
                self._repository, at, number, changed=changed, network=self._network, stop=self._stop
            )
            self._used.add(number)
            self._made += 1
            keep = self._keep / str(self._made) if self._keep else None
            self._notes |= dict.fromkeys(workspace.notes)
        try:
            yield workspace
        finally:
            workspace.close(keep)
            with self._lock:
                self._used.discard(number)

    def digest(self, changed: Sequence[str]) -> str:
        """One SHA-256 for what some files of the work tree hold now."""
        tree = self._repository.work_tree()
        whole = sha256()
        for path in sorted(changed):
            data = tree.read(path)
            content = "absent" if data is None else sha256(data).hexdigest()
            whole.update(f"{path}\0{content}\0".encode("utf-8", "surrogateescape"))
        return whole.hexdigest()


def base_reader(repository: Repository, base_ref: str | None, at: str) -> Callable[[str], bytes | None]:
    """Reads files as they are at the merge base with the policy's base ref, which is looked for when first asked.

    What it returns raises RedfirstError where there is no such base: unknown is not absence.
    """
    lock = Lock()

    def read(path: str) -> bytes | None:
        with lock:
            if base_ref is None:
                raise RedfirstError("the policy names no base_ref, so there is no merge base to restore from")
            base = repository.resolve(base_ref, advice="fetch it, or mend the policy's base_ref")
            return repository.tree(repository.merge_base(base, at)).read(path)

    return read


def _refuse_used(keep: Path) -> None:
    try:
        is_used = keep.exists() and (not keep.is_dir() or any(keep.iterdir()))
    except OSError as error:
        raise UsageError(f"--keep {keep} cannot be used: {reason_of(error)}; name another") from None
    if is_used:
        raise UsageError(f"--keep {keep} is there already and not an empty folder; name another")
