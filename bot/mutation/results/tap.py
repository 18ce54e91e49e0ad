"""The Test Anything Protocol, versions 12 to 14, alone, several in a row, or as prove shows it with --verbose."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from bot.mutation.model import CaseResult, Colour, SuiteResult
from bot.mutation.results.errors import ReportUnreadable
from bot.mutation.results.numbers import hold_to_limit
from bot.mutation.results.sources import plain_text

_LINE = re.compile(r"^(?:(?:not )?ok|1\.\.|TAP version |Bail out!|[ \t]*# Subtest: )[^\n]*", re.MULTILINE)
_LINE_OF_PROVE = re.compile(rf"{_LINE.pattern}|^\S[^\n]* \.\.[^\n]*", re.MULTILINE)
_POINT = re.compile(r"(?P<red>not )?ok(?:[ \t]+(?P<number>\d{1,15})(?=\s|$))?(?P<rest>(?:\s.*)?)$", re.DOTALL)
_PLAN = re.compile(r"1\.\.(?P<last>\d{1,15})\s*(?:#.*)?$", re.DOTALL)
_VERSION = re.compile(r"TAP version \d+\s*$")
_DIRECTIVE = re.compile(r"(?<!\\)#\s*(?P<word>SKIP|TODO\b)", re.IGNORECASE)
_SUBTEST = re.compile(r"\s*# Subtest: (?P<name>.+)$", re.DOTALL)
_BY_PROVE = re.compile(r"^Files=\d+, Tests=\d+,", re.MULTILINE)
_PROVE = re.compile(r"\S[^\n]* \.\.+ ?(?P<state>ok|skipped:.*|Failed.*)?$", re.DOTALL)
_DASH = re.compile(r"-(?:\s+|$)")
_ESCAPED = re.compile(r"\\([\\#])")


def parse_tap(data: bytes) -> SuiteResult:
    """The test points by description, or by number where they have none, in the stream's order.

    SKIP is skipped; a TODO that is not ok is skipped too, for it cannot turn red; a subtest counts as the point that
    closes it. The report is complete if each document has a plan and as many points as it plans; `running` is the
    subtest that is open where it breaks off. Raises ReportUnreadable for more points than planned, for a second
    plan in a document, and for prove without --verbose.
    """
    text = plain_text(data)
    stream = _Stream(of_prove=_BY_PROVE.search(text) is not None)
    for line in (_LINE_OF_PROVE if stream.of_prove else _LINE).finditer(text):
        stream.read(line[0].rstrip())
    return stream.result()


@dataclass(slots=True)
class _Document:
    """One producer's points and plan."""

    points: list[CaseResult] = field(default_factory=list)
    planned: int | None = None
    bailed_out: bool = False
    subtest: str | None = None

    @property
    def is_whole(self) -> bool:
        return self.planned == len(self.points) and not self.bailed_out

    def check(self) -> None:
        if self.planned is not None and len(self.points) > self.planned:
            raise ReportUnreadable(f"plans {self.planned} and has {len(self.points)}")


@dataclass(slots=True)
class _Stream:
    """Reads lines; all that is neither a point nor a plan is what else was printed."""

    of_prove: bool
    documents: list[_Document] = field(default_factory=lambda: [_Document()])
    unnamed: int = 0
    seen: int = 0

    def read(self, line: str) -> None:
        document = self.documents[-1]
        subtest = _SUBTEST.match(line)
        if subtest:
            document.subtest = document.subtest or subtest["name"]
        elif line.startswith("Bail out!"):
            document.bailed_out = True
        elif point := _POINT.match(line):
            self._read_point(document, point)
        elif plan := _PLAN.match(line):
            self._read_plan(document, int(plan["last"]))
        elif _VERSION.match(line):
            self._begin()
        elif self.of_prove and (prove := _PROVE.match(line)):
            self._read_prove(prove["state"])

    def _read_point(self, document: _Document, point: re.Match[str]) -> None:
        # prove says what became of a whole file in a line of this form.
        if self.of_prove and point[0] == "ok":
            return
        if document.is_whole and point["number"] == "1":
            document = self._begin()
        document.points.append(_case(point, len(document.points) + 1))
        self.seen += 1
        hold_to_limit(self.seen)
        document.subtest = None

    def _read_plan(self, document: _Document, last: int) -> None:
        if document.is_whole:
            document = self._begin()
        if document.planned is not None:
            raise ReportUnreadable("plans again before it has what it planned")
        document.planned = last

    def _read_prove(self, state: str | None) -> None:
        self._begin()
        if state is not None:
            self.documents[-1].planned = 0
            self.unnamed += not state.startswith("skipped")

    def _begin(self) -> _Document:
        if self.documents[-1] != _Document():
            self.documents.append(_Document())
            hold_to_limit(len(self.documents))
        return self.documents[-1]

    def result(self) -> SuiteResult:
        for document in self.documents:
            document.check()
        cases = tuple(case for document in self.documents for case in document.points)
        if self.unnamed:
            raise ReportUnreadable(f"does not tell the cases of {self.unnamed} of its files: prove does with --verbose")
        complete = all(document.is_whole for document in self.documents)
        return SuiteResult(cases, running=None if complete else self.documents[-1].subtest, complete=complete)


def _case(point: re.Match[str], ordinal: int) -> CaseResult:
    rest = point["rest"].strip()
    directive = _DIRECTIVE.search(rest)
    description = (rest[: directive.start()] if directive else rest).strip()
    name = (
        _ESCAPED.sub(r"\1", _DASH.sub("", description, count=1) if description.startswith("-") else description)
        or point["number"]
        or str(ordinal)
    )
    return CaseResult(name, _colour(point["red"] is not None, directive["word"].upper() if directive else ""))


def _colour(red: bool, directive: str) -> Colour:
    if directive == "TODO" and red:
        return Colour.SKIPPED
    if directive == "SKIP" and not red:
        return Colour.SKIPPED
    return Colour.RED if red else Colour.GREEN
