"""pytest's terminal report, in its long, short, line and summary styles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.triage.texts import tracebacks
from bot.triage.texts.failure import MOST_LINES, Failure, Runner
from bot.triage.texts.scanning import kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MARKS = (" FAILURES ===", " ERRORS ===", "short test summary info", " test session starts ==")
_BANNER = re.compile(r"={3,} (?P<what>\S.*?) ={3,}$")
_TITLE = re.compile(r"_{3,} (?P<case>\S.*?) _{3,}$")
_CAPTURED = re.compile(r"-{3,} Captured ")
_WHEN = re.compile(r"^ERROR (?:at (?:setup|call|teardown) of|collecting) ")
_FRAME = re.compile(r"\S.*:\d+: in ")
_PLACE = re.compile(r"\S+:\d+: \w[\w.]*$")
_SUMMARY = re.compile(r"(?:FAILED|ERROR|SUBFAIL(?:ED)?\S*) (?P<case>\S.*?)(?: - (?P<why>.*))?$")
_PARTS = ("FAILURES", "ERRORS")


def extract(lines: Sequence[str]) -> Iterator[Failure]:
    """Each test that failed, each error of a fixture or a module, each internal error.

    Told by the failing statements and the lines of explanation; by the summary where that is all there is.
    """
    part = ""
    start = 0
    told: set[str] = set()
    for index, line in enumerate([*lines, "=== end ==="]):
        banner = _BANNER.match(line)
        title = None if banner else _TITLE.match(line) if part in _PARTS else None
        if banner is None and title is None:
            continue
        if part in _PARTS and (failure := _failure(lines, start, index)):
            told.add(_WHEN.sub("", failure.case or ""))
            yield failure
        if banner:
            if part.startswith("short test summary"):
                yield from _summary(lines, start, index, told)
                told.clear()
            part = banner["what"]
        start = index
    yield from _internal(lines)


def _failure(lines: Sequence[str], start: int, end: int) -> Failure | None:
    title = _TITLE.match(lines[start])
    if title is None:
        return None
    code, explained, place = _parts(lines, start + 1, end)
    shown = [*dict.fromkeys([code[0], code[-1]])] if code else []
    text = (*shown, *explained[: MOST_LINES - 3], *([place] if place else []))
    text = text or tracebacks.told(lines, start + 1, end, needed=True)
    return Failure(Runner.PYTEST, title["case"], text or (lines[start],), bare=not text, first=start, last=end - 1)


def _parts(lines: Sequence[str], start: int, end: int) -> tuple[list[str], list[str], str | None]:
    """The failing statement of each frame, the lines of explanation, and where the error came out."""
    code: list[str] = []
    explained: list[str] = []
    place = None
    for index in range(start, end):
        line = lines[index].rstrip()
        if line.startswith("--") and _CAPTURED.match(line):
            break
        if line == "E" or line.startswith("E  "):
            explained.append(line)
        elif line.startswith(">  ") or (index > start and _FRAME.match(lines[index - 1]) and line.startswith("    ")):
            code.append(line)
        elif _PLACE.match(line):
            place = line
    return code, explained, place


def _summary(lines: Sequence[str], start: int, end: int, told: set[str]) -> Iterator[Failure]:
    """One failure for each line of the summary whose test no section told, with the lines that continue it."""
    first = None
    for index in range(start + 1, end + 1):
        entry = _SUMMARY.match(lines[index]) if index < end else None
        if first is not None and (entry or index == end):
            yield _entry(lines, first, index)
            first = None
        if entry:
            first = None if _title_of(entry["case"]) in told else index


def _title_of(node: str) -> str:
    """How a section calls the test of a node id: `t.py::C::test_a[1]` is `C.test_a[1]`."""
    file, inside, names = node.partition("::")
    head, bracket, parameters = names.partition("[")
    return f"{head.replace('::', '.')}{bracket}{parameters}" if inside else file


def _entry(lines: Sequence[str], first: int, end: int) -> Failure:
    entry = _SUMMARY.match(lines[first])
    case, why = (entry["case"], entry["why"]) if entry else (None, None)
    more = kept(lines, first + 1, min(end, first + MOST_LINES))
    return Failure(Runner.PYTEST, case, (why or lines[first].rstrip(), *more), bare=not why, first=first, last=end - 1)


def _internal(lines: Sequence[str]) -> Iterator[Failure]:
    found = [index for index, line in enumerate(lines) if line.startswith("INTERNALERROR> ")]
    if found:
        text = lines[found[-1]].rstrip()
        yield Failure(Runner.PYTEST, None, (text,), first=found[0], last=found[-1])
