"""A report with one row of every kind, and the names that an attacker would choose."""

from __future__ import annotations

from bot.mutation.model import EndedBy, Outcome
from bot.mutation.report import (
    CaseOutcome,
    ControlResult,
    Counts,
    EditedFile,
    Hashes,
    Lines,
    Moment,
    MutationReport,
    PolicySource,
    RowResult,
    Shard,
    Step,
    TableOutcome,
    TableResult,
    Tool,
)

HASH = "ab" * 32
COMMIT = "c0ffee" + "0" * 34
BUILD, RUN = Step(EndedBy.EXIT, 0, 6.1), Step(EndedBy.EXIT, 1, 0.31)
CONTROL = ControlResult("seam", Moment.BEFORE, True, "green", 7, 129, Step(EndedBy.EXIT, 0, 41.2), RUN)
DETECTED = RowResult(
    id="M1",
    outcome=Outcome.DETECTED,
    passes=True,
    reason="1 of 7 red as claimed",
    claim="the refusal is held by the capacity case",
    suite="seam",
    lines=Lines(1, 5),
    build=BUILD,
    run=RUN,
    cases=Counts(7, 7),
    assertions=Counts(129, 120),
    red=("seam: capacity",),
    artifacts=(Hashes("build/test_seam", HASH, HASH[::-1]),),
    files=(EditedFile("src/step.cpp", HASH, HASH[::-1], HASH),),
    seconds=6.5,
)
SURVIVED = RowResult(
    id="M2",
    outcome=Outcome.SURVIVED,
    passes=False,
    reason='no case is red; claimed "seam: reachability"',
    claim="the production call site is what the reachability case enters through",
    suite="seam",
    lines=Lines(0, 5),
    build=BUILD,
    run=Step(EndedBy.EXIT, 0, 0.3),
    missing=("seam: reachability",),
    seconds=6.4,
    log=("line one", "line two"),
)
VOID_CONTROL = ControlResult("unit", Moment.BEFORE, False, '"a" is red without a mutation', log=("assertion failed",))
VOID_ROW = RowResult("V1", Outcome.VOID, False, "the control of suite unit is not green", claim="c")

HOSTILE = (
    "@org/team #1 https://evil.example www.evil.example",
    "| a cell | another |",
    "</details><script>alert(1)</script><img src=x onerror=alert(1)>",
    "```\n# heading\n```",
    "\x1b[31mred\x1b[0m\r\x07 ::error file=x::y",
    "::error::from a name",
    "\u202ereversed\u200b",
    "[link](https://evil.example) ![image](x) <https://evil.example> `code`",
    "byte \udcff here",
    "",
)


def table(*rows: RowResult, **more: object) -> TableResult:
    """A table of those rows, which passes if they do."""
    outcome = TableOutcome.PASS if all(row.passes for row in rows) else TableOutcome.FAIL
    fields: dict[str, object] = {
        "file": "seam.yml",
        "sha256": HASH,
        "outcome": outcome,
        "reason": None,
        "declared": tuple(row.id for row in rows),
        "rows": rows,
        "controls": (CONTROL,),
        **more,
    }
    return TableResult(**fields)  # type: ignore[arg-type]


def report(*tables: TableResult, **more: object) -> MutationReport:
    """A report of those tables."""
    fields: dict[str, object] = {
        "tool": Tool("redfirst", "0.1.0"),
        "command": "mutate",
        "commit": COMMIT,
        "policy": PolicySource("preset:none", HASH),
        "tables": tables,
        **more,
    }
    return MutationReport(**fields)  # type: ignore[arg-type]


VOID = table(VOID_ROW, outcome=TableOutcome.VOID, reason=VOID_ROW.reason, controls=(VOID_CONTROL,), file="unit.yml")
WHOLE = report(table(DETECTED, SURVIVED), VOID, notes=("a note",), shard=Shard(1, 2))
PROOF = report(
    table(
        RowResult("tests.T.test_a", CaseOutcome.PROVEN, True, "red without the change, green with it"),
        RowResult("tests.T.test_b", CaseOutcome.UNPROVEN, False, "it is green without the change too"),
        file="unit",
    ),
    command="prove",
    base=COMMIT,
)


def hostile(text: str) -> MutationReport:
    """A report in which everything that somebody else wrote is that text."""
    row = RowResult(
        id=text,
        outcome=Outcome.MISPLACED,
        passes=False,
        reason=f'"{text}" is red and not claimed',
        claim=text,
        suite=text,
        red=(text,),
        missing=(text,),
        extra=(text,),
        running=text,
        files=(EditedFile(text, None, HASH, None),),
        log=(text, text),
    )
    control = ControlResult(text, Moment.BEFORE, False, text, log=(text,))
    return report(table(row, file=text, notes=(text,), controls=(control,)), notes=(text,))
