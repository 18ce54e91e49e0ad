"""The report for programs: `redfirst.mutation/1`, as `redfirst-mutation.schema.json` describes it, and back."""

from __future__ import annotations

import json
from typing import Any

from bot import serialization
from bot.mutation.report import SCHEMA, MutationReport
from bot.serialization import FormError, encode, schema_of
from checkers.errors import UsageError
from checkers.output.escaping import visible

MOST_BYTES = 256 * 1024 * 1024


def render(report: MutationReport) -> str:
    """The report as one JSON document in ASCII, ending in a newline; `schema` comes first."""
    data = encode(report)
    return json.dumps({"schema": data.pop("schema")} | data, indent=2, ensure_ascii=True) + "\n"


def read(data: bytes, name: str) -> MutationReport:
    """The report that a document says; `name` is what an error calls it. Raises UsageError for any other document."""
    try:
        return serialization.read(MutationReport, data, SCHEMA, "report of a mutation run", MOST_BYTES)
    except FormError as error:
        raise UsageError(f"{name} {visible(str(error))}") from None


def report_schema() -> dict[str, Any]:
    """The form of the report as JSON Schema."""
    schema = schema_of(MutationReport, "redfirst mutation report")
    schema["$defs"]["MutationReport"]["properties"]["schema"] = {"const": SCHEMA}
    return schema
