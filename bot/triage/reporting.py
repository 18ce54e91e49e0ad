"""What triage found, as text, JSON and Markdown, and read back from JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.serialization import FormError, encode, read, schema_of
from bot.triage.model import ORDER, SCHEMA, CheckState, CheckTriage, TriageReport
from checkers.errors import UsageError
from checkers.output.escaping import plain_line, visible
from checkers.output.json import written
from checkers.wording import github_hash

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_BYTES = 16 << 20
"""A triage is no larger, and none that is larger is read."""
RED = (CheckState.CAUSED, CheckState.NEW_FAILURE)
OPEN = (CheckState.UNKNOWN, CheckState.NOT_STARTED, CheckState.PENDING)
_NAME, _WIDEST_NAME = 16, 44


class TriageError(UsageError):
    """A document that is no triage, or none of this version; the text says why in one line."""


def as_json(report: TriageReport) -> str:
    """One JSON document in ASCII, ending in a newline; `schema` comes first."""
    data = encode(report)
    return written({"schema": data.pop("schema"), **data})


def load_triage(data: bytes, name: str = "the triage") -> TriageReport:
    """The triage that a document says; `name` is what an error calls it. Raises TriageError for anything else."""
    try:
        return read(TriageReport, data, SCHEMA, "triage", MOST_BYTES)
    except FormError as error:
        raise TriageError(f"{name} {visible(str(error))}") from None


def triage_schema() -> dict[str, Any]:
    """The form of the document as JSON Schema."""
    schema = schema_of(TriageReport, "redfirst triage of a pull request's checks")
    schema["$defs"]["TriageReport"]["properties"]["schema"] = {"const": SCHEMA}
    return {"$schema": schema.pop("$schema"), "$id": "urn:redfirst:triage:1"} | schema


def as_text(report: TriageReport, *, quiet: bool = False) -> str:
    """Lines for people: each check with its state and reason, then the texts that decided, then how many of each.

    `quiet` leaves out what passed, what was skipped by condition, and notes.
    """
    return "".join(f"{plain_line(line)}\n" for line in _text_lines(report, quiet))


def as_markdown(report: TriageReport) -> str:
    """What stands in the fold of a comment, below a line that says how many checks are in each state."""
    from bot.comment import Urls
    from bot.comment.other_checks import parts

    return f"**{_headline(report)}**\n" + "".join(part.whole for part in parts(report, Urls()))


def summary(report: TriageReport) -> str:
    """`1 caused, 2 inherited, 5 passed`."""
    counts = [(report.number_of(state), state) for state in ORDER]
    return ", ".join(f"{number} {state}" for number, state in counts if number) or "no check runs"


def _headline(report: TriageReport) -> str:
    return f"redfirst triage: {summary(report)}"


def _text_lines(report: TriageReport, quiet: bool) -> Iterator[str]:
    where = f"{report.repository} #{report.pull_request}"
    yield visible(f"{where}   head {github_hash(report.head)}   base {report.base_branch}")
    yield ""
    left_out = (CheckState.PASSED, CheckState.SKIPPED) if quiet else ()
    shown = [check for check in report.checks if check.state not in left_out]
    state_width = max((len(check.state) for check in shown), default=0)
    name_width = min(_WIDEST_NAME, max((len(visible(check.name)) for check in shown), default=_NAME))
    for check in shown:
        name = visible(check.name)
        yield f"{check.state:<{state_width}}  {name:<{name_width}}  {visible(check.reason)}".rstrip()
        yield from (f"    {line}".rstrip() for line in _sides(check, report.base_branch))
    if not quiet:
        yield from (f"note: {visible(note)}" for note in report.notes)
    yield ""
    yield summary(report)


def _sides(check: CheckTriage, branch: str) -> Iterator[str]:
    """The lines here and there: beside each other by a sign, equal lines once."""
    if not (check.head_text or check.baseline_text):
        return
    yield from (f"here  {visible(line)}" for line in check.head_text)
    yield from (f"both  {visible(line)}" for line in check.inherited_text)
    yield from (f"{_shown_branch(branch)}  {visible(line)}" for line in check.baseline_text)
    yield ""


def _shown_branch(branch: str) -> str:
    return visible(branch)[:_WIDEST_NAME]


def ordered(checks: Sequence[CheckTriage]) -> tuple[CheckTriage, ...]:
    """In the order of `ORDER`, by name within each state."""
    return tuple(sorted(checks, key=lambda check: (ORDER.index(check.state), check.name)))
