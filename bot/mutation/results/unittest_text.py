"""The verbose text of Python's unittest, from 3.8 on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.mutation.model import CaseResult, Colour, SuiteResult
from bot.mutation.results.errors import ReportUnreadable
from bot.mutation.results.sources import plain_text
from bot.mutation.results.unittest_lines import begun_cases, red_headings, summaries, without_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.mutation.results.unittest_lines import Begun, Summary

_COLOURS = {
    "ok": Colour.GREEN,
    "expected failure": Colour.GREEN,
    "skipped": Colour.SKIPPED,
    "FAIL": Colour.RED,
    "ERROR": Colour.RED,
    "unexpected success": Colour.RED,
}
_RED = frozenset(word for word, colour in _COLOURS.items() if colour is Colour.RED)


def parse_unittest(data: bytes) -> SuiteResult:
    """The cases as `module.Class.test`, in the order in which they ran, among whatever they printed.

    A failing subtest makes its case red; an expected failure is green; `setUpClass` and its like are cases only where
    they fail or skip; a module that cannot be imported is a red case. Which cases are red is taken from the headings
    after the run, and from the lines of the run where it was cut short: then the case that began last and has not
    ended is `running`. Raises ReportUnreadable for a run that was not verbose.
    """
    text = plain_text(data)
    lines = without_errors(text)
    begun, headings, totals = begun_cases(lines), red_headings(text), summaries(lines)
    if not totals or (begun and begun[-1].end > totals[-1].end):
        return _cut_short(begun, headings)
    if sum(not case.is_fixture for case in begun) < sum(total.ran for total in totals):
        raise ReportUnreadable("has no line for each case: unittest writes them with -v")
    return _ended(begun, headings, totals)


def _ended(begun: Sequence[Begun], headings: dict[str, bool], totals: Sequence[Summary]) -> SuiteResult:
    skipped = sum(_unless_named(case) is Colour.SKIPPED for case in begun)
    # A word that was lost in what else was printed is "ok" only if all that was skipped is accounted for.
    unsaid = Colour.SKIPPED if skipped < sum(total.skipped for total in totals) else Colour.GREEN
    cases = [_case(case, headings, unsaid) for case in begun]
    named = {case.name for case in begun}
    cases += [CaseResult(name, Colour.RED, threw) for name, threw in headings.items() if name not in named]
    red = sum(total.red for total in totals)
    if red and not any(case.colour is Colour.RED for case in cases):
        raise ReportUnreadable(f"counts {red} that failed, and names none")
    return SuiteResult(tuple(cases))


def _case(case: Begun, headings: dict[str, bool], unsaid: Colour) -> CaseResult:
    if case.name in headings:
        return CaseResult(case.name, Colour.RED, headings[case.name])
    return CaseResult(case.name, _unless_named(case) or unsaid)


def _unless_named(case: Begun) -> Colour | None:
    """The colour of a case that no heading names, so that a FAIL or ERROR in its lines is something that it printed."""
    words = [word for word in case.statuses if word not in ("FAIL", "ERROR")]
    return _COLOURS[words[-1]] if words else None


def _cut_short(begun: Sequence[Begun], headings: dict[str, bool]) -> SuiteResult:
    cases: list[CaseResult] = []
    for case in begun:
        if case.statuses or case is not begun[-1]:
            # Before 3.11 a case whose subtests failed has no word of its own.
            colour = Colour.RED if case.name in headings else _colour_of(case) or Colour.RED
            threw = "ERROR" in case.statuses and colour is Colour.RED
            cases.append(CaseResult(case.name, colour, threw))
    running = begun[-1].name if begun and not begun[-1].statuses else None
    return SuiteResult(tuple(cases), running=running, complete=False)


def _colour_of(case: Begun) -> Colour | None:
    """The colour by the words of the run alone; None where there are none."""
    if not case.statuses:
        return None
    last = _COLOURS[case.statuses[-1]]
    # A subtest may fail before another one is skipped.
    return Colour.RED if last is Colour.SKIPPED and not _RED.isdisjoint(case.statuses) else last
