"""GoogleTest's JSON report."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from bot.mutation.model import CaseResult, Colour, SuiteResult
from bot.mutation.results.errors import ReportUnreadable
from bot.mutation.results.numbers import hold_to_limit
from bot.mutation.results.sources import text_of
from checkers.output.escaping import unicode_text

if TYPE_CHECKING:
    from collections.abc import Iterator

_READ = frozenset({"name", "classname", "status", "result", "failures", "testsuites", "testsuite"})
_MISSING_COMMA = re.compile(r'\}([ \t]*\{\n[ \t]*"name": "NonTestSuiteFailure")')
"""GoogleTest before 1.13 forgets the comma before the failures that belong to no suite."""
_THROWN = re.compile(r"C\+\+ exception with description|Unknown C\+\+ exception thrown")
_HALF_AN_ESCAPE = re.compile(r"\\u[0-9A-Fa-f]{0,4}$")
_COMMAS_OF_A_TEST = 8
"""At least; what a text costs as objects is in proportion to its commas."""
_LONGEST_NUMBER = 16


def parse_gtest_json(data: bytes) -> SuiteResult:
    """The tests as `Suite.Name`, parametrised names kept; a failure outside of all tests is named after its suite.

    A report that breaks off is not complete and has no cases. Raises ReportUnreadable.
    """
    hold_to_limit(data.count(b",") // _COMMAS_OF_A_TEST)
    text = _MISSING_COMMA.sub(r"},\1", text_of(data, "surrogateescape")).strip()
    try:
        report = json.loads(text, object_pairs_hook=_members, parse_int=_whole, parse_float=len, parse_constant=len)
    except json.JSONDecodeError as error:
        if _breaks_off(error, text):
            return SuiteResult((), complete=False)
        raise ReportUnreadable(f"is no JSON (line {error.lineno}: {error.msg})") from error
    except RecursionError as error:
        raise ReportUnreadable("nests its values too deep") from error
    cases = tuple(_cases(report))
    declared = report.get("failures")
    if isinstance(declared, int) and declared and not any(case.colour is Colour.RED for case in cases):
        raise ReportUnreadable("counts tests that failed, and names none")
    return SuiteResult(cases)


def _breaks_off(error: json.JSONDecodeError, text: str) -> bool:
    """Whether the text ends where more should follow: between values, in a string, in a string's escape."""
    in_string = error.msg.startswith("Unterminated string") or _HALF_AN_ESCAPE.search(text, len(text) - 6) is not None
    return in_string or error.pos >= len(text)


def _whole(digits: str) -> int:
    """A number whose value nobody needs where it is long."""
    return int(digits) if len(digits) < _LONGEST_NUMBER else len(digits)


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object whose members are read only if each stands once.

    A test may record a property that is called `failures`; it is text, and the failures are a list.
    """
    members: dict[str, object] = {}
    for key, value in pairs:
        if key in _READ and key in members and key != "failures":
            raise ReportUnreadable(f"says {key} twice of one thing")
        if key != "failures" or not _is_full_list(members.get(key)):
            members[key] = value
    return members


def _is_full_list(value: object) -> bool:
    return isinstance(value, list) and bool(value)


def _cases(report: object) -> Iterator[CaseResult]:
    for suite in _objects(report, "testsuites"):
        for test in _objects(suite, "testsuite"):
            yield _case(test, _text(suite, "name"))


def _objects(holder: object, key: str) -> list[dict[str, object]]:
    found = holder.get(key) if isinstance(holder, dict) else None
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        raise ReportUnreadable(f"is no report of GoogleTest: {key} is no list of objects")
    return found


def _case(test: dict[str, object], suite: str) -> CaseResult:
    name = ".".join(part for part in (_text(test, "classname") or suite, _text(test, "name")) if part)
    if not name:
        raise ReportUnreadable("holds a test without a name")
    failures = test.get("failures")
    if isinstance(failures, list) and failures:
        threw = any(_THROWN.search(_text(failure, "failure")) for failure in failures if isinstance(failure, dict))
        return CaseResult(name, Colour.RED, threw)
    idle = _text(test, "status").upper() == "NOTRUN" or _text(test, "result").upper() in ("SKIPPED", "SUPPRESSED")
    return CaseResult(name, Colour.SKIPPED if idle else Colour.GREEN)


def _text(holder: dict[str, object], key: str) -> str:
    value = holder.get(key, "")
    if not isinstance(value, str):
        raise ReportUnreadable(f"is no report of GoogleTest: {key} is no text")
    return unicode_text(value)
