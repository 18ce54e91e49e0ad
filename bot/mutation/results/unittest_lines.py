"""The lines that unittest's verbose runner writes: where a case begins, what became of it, the errors, the summary."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest

from bot.mutation.results.numbers import count_of, hold_to_limit

_DESCRIBED = r"(?P<test>[^\s()]++) \((?P<home>[^\s()=]*+)\)"
"""`test_x (module.Class.test_x)`, before Python 3.11 `test_x (module.Class)`; a subtest's `(i=1)` is none."""
# A docstring's first line stands between the case and its ` ... `; a doctest is named by that line alone.
_START = re.compile(
    rf"(?<!\S){_DESCRIBED}(?: \.\.\. |\n(?!Doctest: )(?=(?P<documented>[^\n]*+)))|^Doctest: (?P<doctest>\S++) \.\.\. ",
    re.MULTILINE,
)
_BEGINS_DESCRIBED = re.compile(_DESCRIBED)
_RED_HEADING = re.compile(
    r"^(?:={70}\n(?P<kind>FAIL|ERROR)|UNEXPECTED SUCCESS): (?P<who>[^\n]++)(?:\nDoctest: (?P<doctest>\S++))?",
    re.MULTILINE,
)
_SUMMARY = re.compile(
    r"^Ran (?P<ran>\d{1,15}) tests? in [^\n]{1,40}\n\n?(?:OK|FAILED|NO TESTS RAN)(?: \((?P<counts>[^)\n]*+)\))?$",
    re.MULTILINE,
)
_ERRORS = re.compile(r"^={70}\n(?:FAIL|ERROR): .*?(?=^-{70}\nRan \d|\Z)", re.MULTILINE | re.DOTALL)
_END_OF_RUN = re.compile(r"^(?:={70}\nUNEXPECTED SUCCESS: |-{70}\nRan \d)", re.MULTILINE)
_WORDS = ("ok", "FAIL", "ERROR", "expected failure", "unexpected success")
_SKIPPED = "skipped"
_QUOTES = ("'", '"')
_FIXTURES = frozenset({"setUpClass", "tearDownClass", "setUpModule", "tearDownModule"})


@dataclass(frozen=True, slots=True)
class Begun:
    """A case that began. `statuses` are the words for its end, in order: none where it has not ended."""

    name: str
    statuses: tuple[str, ...]
    is_fixture: bool
    end: int
    """Where what follows its beginning starts, as an offset into the text."""


@dataclass(frozen=True, slots=True)
class Summary:
    """`Ran N tests`, how many of them were red or skipped, and the offset at which the summary ends."""

    ran: int
    red: int
    skipped: int
    end: int


def begun_cases(text: str) -> list[Begun]:
    """The cases of a text without errors, in the order in which they began.

    One of which more is told later, because its tearDown failed say, stands once.
    """
    starts: list[re.Match[str]] = []
    for found in filter(_is_case, _START.finditer(text)):
        starts.append(found)
        hold_to_limit(len(starts))
    stops = [start.start() for start in starts[1:]]
    cases: list[Begun] = []
    for start, stop in zip_longest(starts, stops):
        printed = text[start.end() : _end_of_run(text, start.end()) if stop is None else stop]
        begun = _begun(start, printed)
        if cases and _continues(cases[-1], begun):
            begun = Begun(begun.name, cases.pop().statuses + begun.statuses, begun.is_fixture, begun.end)
        cases.append(begun)
    return cases


def without_errors(text: str) -> str:
    """The text without the errors that are told after a run, which repeat names and hold what the cases printed."""
    return _ERRORS.sub("", text)


def red_headings(text: str) -> dict[str, bool]:
    """The names under which failures are told after the run, and whether one of them is an error."""
    red: dict[str, bool] = {}
    for heading in _RED_HEADING.finditer(text):
        name = heading["doctest"] or _name_of(heading["who"])
        red[name] = red.get(name, False) or heading["kind"] == "ERROR"
    return red


def summaries(text: str) -> list[Summary]:
    """The summaries: one for each run of the runner."""
    return [_summary(found) for found in _SUMMARY.finditer(text)]


def _summary(found: re.Match[str]) -> Summary:
    pairs = [part.strip().partition("=") for part in (found["counts"] or "").split(",")]
    counts = {key: count_of(value) or 0 for key, _, value in pairs}
    red = sum(counts.get(key, 0) for key in ("failures", "errors", "unexpected successes"))
    return Summary(int(found["ran"]), red, counts.get("skipped", 0), found.end())


def _is_case(found: re.Match[str]) -> bool:
    if found["doctest"] is not None:
        return True
    line = found["documented"]
    if line is not None:
        return "." in found["home"] and " ... " in line and not _BEGINS_DESCRIBED.match(line)
    return "." in found["home"] or "." in found["test"] or found["test"] in _FIXTURES


def _end_of_run(text: str, last: int) -> int:
    """Where the run's own lines end; `last` is where the last case began."""
    found = _END_OF_RUN.search(text, last)
    return found.start() if found else len(text)


def _begun(start: re.Match[str], printed: str) -> Begun:
    if start["doctest"] is not None:
        return Begun(start["doctest"], _statuses(printed), False, start.end())
    name = _qualified(start["test"], start["home"])
    is_fixture = start["test"] in _FIXTURES and name != start["home"]
    return Begun(name, _statuses(printed), is_fixture, start.end())


def _statuses(printed: str) -> tuple[str, ...]:
    """The words for a case's end in what stands between its beginning and the next one's.

    The runner writes them at the end of a line, behind whatever the case itself printed without a line's end.
    """
    lines = printed.split("\n")
    whole = [word for line in lines if (word := _word(line))]
    if whole:
        return tuple(whole)
    filled = [line for line in lines if line.strip("-= ")]
    return (behind,) if filled and (behind := _word_behind(filled[-1])) else ()


def _word(line: str) -> str:
    """The word that is a whole line, or what follows its last ` ... `; empty where there is none."""
    for word in _WORDS:
        if line == word or line.endswith(f" ... {word}"):
            return word
    skips = any(line.startswith(f"{_SKIPPED} {quote}") or f" ... {_SKIPPED} {quote}" in line for quote in _QUOTES)
    return _SKIPPED if skips and line.endswith(_QUOTES) else ""


def _word_behind(line: str) -> str:
    """The word with which a line ends, behind anything."""
    skips = any(f"{_SKIPPED} {quote}" in line for quote in _QUOTES)
    if skips and line.endswith(_QUOTES):
        return _SKIPPED
    return next((word for word in _WORDS if line.endswith(word)), "")


def _continues(before: Begun, begun: Begun) -> bool:
    """Whether a line tells more of the case before it: its subtests had no word of their own, or it failed twice."""
    if before.name != begun.name:
        return False
    return not before.statuses or begun.statuses[:1] in (("FAIL",), ("ERROR",))


def _name_of(who: str) -> str:
    found = _BEGINS_DESCRIBED.match(who)
    return _qualified(found["test"], found["home"]) if found else who


def _qualified(test: str, home: str) -> str:
    if home == test or home.endswith(f".{test}"):
        return home
    if "." in test and "." not in home:
        return f"{test}.{home}" if home else test
    return f"{home}.{test}" if home else test
