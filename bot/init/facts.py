"""What init reads of a repository, in one place; nothing here proposes anything."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.init.census import Census, take
from bot.init.documents import Documents, read_documents
from bot.init.kernels import Kernels, find_kernels
from bot.init.layout import Layout, include_roots, is_plain, lay_out
from bot.init.messages import Habits, habits_of
from bot.init.vocabulary import vocabulary
from checkers.errors import RevisionError
from checkers.policy.globs import Globs
from checkers.policy.select import is_tree_of_preset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from checkers.repo.repository import Repository
    from checkers.repo.types import Snapshot

_NEWEST = 100
_MOST_BYTES = 4_000_000
_BASELINE = re.compile(r"baseline[^/]*\.json\Z", re.IGNORECASE)
_ALLOWLIST = re.compile(r"(?:attention|attn|kernel)[^/]*allow-?_?list[^/]*\.txt\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Facts:
    """One repository as init sees it. `base_ref` is None where no branch has a commit yet."""

    paths: frozenset[str]
    layout: Layout
    agnostic: Census
    include_roots: tuple[str, ...]
    kernels: Kernels
    documents: Documents
    habits: Habits
    messages: tuple[str, ...]
    """The newest ones, without merges."""
    baseline: str | None
    """A baseline of device references that is there already."""
    allowlist: str | None
    """A list of excused files that is there already."""
    base_ref: str | None
    is_preset: bool


def read_facts(repository: Repository, snapshot: Snapshot) -> Facts:
    """Read the work tree and the newest messages."""
    paths = [path for path, entry in snapshot.entries().items() if entry.is_regular]
    layout = lay_out(paths)
    globs = Globs.of(layout.agnostic)
    guest = [path for path in layout.code if path.endswith(layout.agnostic_suffixes) and globs.match(path)]
    quoted = take(data for _, data in _contents(snapshot, layout.code)).quoted
    markdown = [path for path in paths if path.lower().endswith(".md")]
    messages = tuple(_newest_messages(repository))
    attributes = (snapshot.read(".gitattributes") or b"").decode("utf-8", "replace")
    return Facts(
        paths=frozenset(snapshot.entries()),
        layout=layout,
        agnostic=take(data for _, data in _contents(snapshot, guest)),
        include_roots=include_roots(quoted, layout.code),
        kernels=find_kernels(_contents(snapshot, layout.code), frozenset(guest)),
        documents=read_documents(dict(_contents(snapshot, markdown)), attributes),
        habits=habits_of(messages),
        messages=messages,
        baseline=_first(paths, _BASELINE, lambda path: _is_baseline(snapshot.read(path) or b"")),
        allowlist=_first(paths, _ALLOWLIST, lambda path: snapshot.read(path) is not None),
        base_ref=find_base(repository),
        is_preset=is_tree_of_preset(snapshot),
    )


def _first(paths: Sequence[str], name: re.Pattern[str], holds: Callable[[str], bool]) -> str | None:
    return next((path for path in sorted(paths) if name.search(path) and is_plain(path) and holds(path)), None)


def _is_baseline(data: bytes) -> bool:
    """Whether a file has the form that a baseline has."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(document, dict) and {"total", "buckets"} <= document.keys()


def find_base(repository: Repository) -> str | None:
    """The branch that changes are made for: the remote's own default, else a local one of a usual name."""
    names = dict.fromkeys(filter(None, (*vocabulary().base_branches, repository.config("init.defaultbranch"))))
    default = _commit(repository, "refs/remotes/origin/HEAD")
    known = {f"origin/{name}": _commit(repository, f"refs/remotes/origin/{name}") for name in names}
    remote = [name for name, commit in known.items() if commit]
    same = [name for name in remote if known[name] == default]
    local = [name for name in names if _commit(repository, f"refs/heads/{name}")]
    return next(iter([*same, *(["origin/HEAD"] if default else []), *remote, *local]), None)


def _commit(repository: Repository, name: str) -> str | None:
    with suppress(RevisionError):
        return repository.resolve(name)
    return None


def _newest_messages(repository: Repository) -> list[str]:
    """Along the first parents from HEAD, without merges."""
    messages, sha = [], repository.head()
    for _ in range(_NEWEST):
        if sha is None:
            break
        commit = repository.commit(sha)
        if len(commit.parents) < 2:
            messages.append(commit.message)
        sha = commit.parents[0] if commit.parents and not repository.is_shallow else None
    return messages


def _contents(snapshot: Snapshot, paths: Iterable[str]) -> Iterable[tuple[str, bytes]]:
    """Those that are text and no larger than a person would write."""
    for path, data in snapshot.read_many(paths):
        if len(data) <= _MOST_BYTES and b"\0" not in data:
            yield path, data
