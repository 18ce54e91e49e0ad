"""A text in every field of a verdict and a triage that holds text, found by walking the types themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from bot.comment import render
from bot.mutation.report import MutationReport, RowResult, TableResult
from bot.triage.model import CheckTriage, TriageReport
from bot.verdict.model import PullRequestVerdict
from checkers.model import Finding, Verdict
from tests.bot.comment.samples import HEAD, NEWER, URLS

HASHES = frozenset({"base", "head", "merge_base", "merge_into", "commit"})
"""Fields that hold full hashes, of which a comment shows the first digits."""

ITEMS = {Verdict: 3, Finding: 2, MutationReport: 2, TableResult: 2, RowResult: 2, CheckTriage: 2}
"""How many items a list has, so that each state of them is there; one, where its items have no state."""

_WORDLESS = {int: 3, float: 0.5}


Texts = str | Callable[[str], str]
"""A text for all fields, or one for each, by `Type.field`."""


class Filler:
    """Makes values of any type of the models; enums and optional fields take turns, beginning with the `turn`th."""

    def __init__(self, text: Texts, sha: Texts, turn: int) -> None:
        self.text, self.sha = text, sha
        self.turn = turn
        self.turns: dict[Any, int] = {}
        self.filled: set[str] = set()

    def value(self, kind: Any, name: str) -> Any:
        """A value of that type; `name` is `Type.field`."""
        origin = get_origin(kind)
        if origin in (Union, UnionType):
            return self.value(self._next(get_args(kind), name), name)
        if origin is tuple:
            items = get_args(kind)
            return tuple(
                self.value(item, name) for item in (items[:1] * ITEMS.get(items[0], 1) if Ellipsis in items else items)
            )
        if origin is not None and issubclass(origin, Mapping):
            return {self._text(name): 1}
        if is_dataclass(kind) or hasattr(kind, "_fields"):
            return self._object(kind)
        return self._scalar(kind, name)

    def _scalar(self, kind: Any, name: str) -> Any:
        if issubclass(kind, Enum):
            return self._next(tuple(kind), kind)
        if kind is bool:
            return self._next((False, True), name)
        if kind is NoneType:
            return None
        return self._text(name) if kind is str else _WORDLESS[kind]

    def _object(self, kind: Any) -> Any:
        known = _init_fields(kind)
        return kind(**{field: self.value(hint, f"{kind.__name__}.{field}") for field, hint in known.items()})

    def _text(self, name: str) -> str:
        self.filled.add(name)
        source = self.sha if name.rpartition(".")[2] in HASHES else self.text
        return source if isinstance(source, str) else source(name)

    def _next(self, options: tuple[Any, ...], key: Any) -> Any:
        turn = self.turns.get(key, self.turn + len(str(key)))
        self.turns[key] = turn + 1
        return options[turn % len(options)]


@cache
def _init_fields(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    names = kind._fields if hasattr(kind, "_fields") else [field.name for field in fields(kind) if field.init]
    return {name: hints[name] for name in names}


def texts_of(kind: Any, name: str = "") -> Iterator[str]:
    """Every field below that type that holds text, as `Type.field`."""
    if kind is str or (get_origin(kind) is not None and issubclass(get_origin(kind) or int, Mapping)):
        yield name
    for inner in get_args(kind):
        yield from texts_of(inner, name) if inner is not Ellipsis else ()
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        for field, hint in _init_fields(kind).items():
            yield from texts_of(hint, f"{kind.__name__}.{field}")


def everywhere(text: Texts, sha: Texts = HEAD, turn: int = 0) -> tuple[PullRequestVerdict, TriageReport]:
    """The text in every field but hashes, which are `sha`; the last mutation report is one of `redfirst prove`."""
    filler = Filler(text, sha, turn)
    verdict: PullRequestVerdict = filler.value(PullRequestVerdict, "")
    mutations = (*verdict.mutations[:-1], replace(verdict.mutations[-1], command="prove"))
    return replace(verdict, mutations=mutations), filler.value(TriageReport, "")


def comment(text: str, sha: str = HEAD, turn: int = 0, limit: int = 1 << 22) -> str:
    """A comment with the text wherever a comment shows text of others; every third is superseded."""
    verdict, triage = everywhere(text, sha, turn)
    newer = (NEWER if sha == HEAD else sha) if turn % 3 == 0 else None
    return render(verdict, triage=triage, superseded_by=newer, urls=URLS, remarks=(text,), limit=limit)
