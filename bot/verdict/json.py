"""The verdict for programs: `redfirst.verdict/1`, as `redfirst-verdict.schema.json` describes it, and back."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from bot.serialization import FormError, encode, read, schema_of
from bot.verdict.forms import VerdictForm, report_of
from bot.verdict.model import SCHEMA, PullRequestVerdict
from bot.verdict.validation import refuse_untrue
from checkers.errors import UsageError
from checkers.output.escaping import visible
from checkers.output.json import SCHEMA as REPORT_SCHEMA
from checkers.output.json import as_data, written

MOST_BYTES = 16 * 1024 * 1024
"""A verdict is no larger, and none that is larger is read: one byte of JSON may become twenty in memory."""


class VerdictError(UsageError):
    """A document that is no verdict, or none of this version; the text says why in one line."""


def render(verdict: PullRequestVerdict) -> str:
    """The verdict as one JSON document in ASCII, ending in a newline; `schema` comes first."""
    data = {
        "schema": verdict.schema,
        "tool": encode(verdict.tool),
        "target": encode(verdict.target),
        "run": encode(verdict.run),
        "commits": encode(verdict.commits),
        "judged_at": verdict.judged_at,
        "report": as_data(verdict.report),
        "mutations": encode(verdict.mutations),
        "notes": encode(verdict.notes),
    }
    return written(data)


def load_verdict(data: bytes, name: str = "the verdict") -> PullRequestVerdict:
    """The verdict that a document says, which may be anybody's; `name` is what an error calls it.

    What it says is held against itself: states against findings, commits against commits, hashes against their form.
    Times, source lines and sites are not in it. Raises VerdictError for anything else.
    """
    try:
        form = read(VerdictForm, data, SCHEMA, "verdict", MOST_BYTES)
    except FormError as error:
        raise VerdictError(f"{name} {visible(str(error))}") from None
    try:
        verdict = _verdict(form)
        refuse_untrue(verdict)
    except FormError as error:
        raise VerdictError(f"{name} is no verdict: {visible(str(error))}") from None
    return verdict


def verdict_schema() -> dict[str, Any]:
    """The form of the verdict as JSON Schema; the report's own published schema is part of it, as it is."""
    schema = schema_of(VerdictForm, "redfirst verdict on a pull request")
    definitions = schema["$defs"]
    for form in ("ReportForm", "GateForm", "FindingForm", "SubjectForm"):
        del definitions[form]
    report = json.loads(files("checkers.output").joinpath("redfirst-report.schema.json").read_bytes())
    definitions["Report"] = report
    definitions["VerdictForm"]["properties"] |= {"schema": {"const": SCHEMA}, "report": {"$ref": report["$id"]}}
    return {"$schema": schema.pop("$schema"), "$id": "urn:redfirst:verdict:1"} | schema


def _verdict(form: VerdictForm) -> PullRequestVerdict:
    if form.report.schema != REPORT_SCHEMA:
        raise FormError(f"report.schema is {form.report.schema[:80]!r}, not {REPORT_SCHEMA}")
    return PullRequestVerdict(
        form.tool,
        form.target,
        form.run,
        form.commits,
        form.judged_at,
        report_of(form.report),
        form.mutations,
        form.notes,
    )
