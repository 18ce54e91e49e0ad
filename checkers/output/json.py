"""The report for programs: `redfirst.report/1`, as `redfirst-report.schema.json` describes it."""

from __future__ import annotations

import json
from typing import Any

from checkers import __version__
from checkers.model import Finding, PolicyInfo, Report, Status, SubjectInfo, Verdict
from checkers.output.escaping import unicode_text

SCHEMA = "redfirst.report/1"
_ENCODER = json.JSONEncoder()


def render(report: Report) -> str:
    """The report as one JSON document in ASCII, ending in a newline."""
    return written(as_data(report))


def written(data: dict[str, Any]) -> str:
    """Plain data as one JSON document in ASCII, ending in a newline; surrogate escapes are written out."""
    return _written(data, "\n") + "\n"


def as_data(report: Report) -> dict[str, Any]:
    """The report as plain data; its texts may still hold surrogate escapes."""
    return {
        "schema": SCHEMA,
        "tool": {"name": "redfirst", "version": __version__},
        "subject": _subject(report.subject),
        "policy": _policy(report.policy),
        "verdicts": [_verdict(verdict) for verdict in report.verdicts],
        "summary": {status.value: report.number_of(status) for status in Status} | {"green": report.green},
    }


def _subject(subject: SubjectInfo) -> dict[str, Any]:
    return {
        "kind": subject.kind.value,
        "base": subject.base,
        "head": subject.head,
        "merge_base": subject.merge_base,
    }


def _policy(policy: PolicyInfo) -> dict[str, Any]:
    return {"source": policy.source, "sha256": policy.sha256}


def _verdict(verdict: Verdict) -> dict[str, Any]:
    data: dict[str, Any] = {
        "check": verdict.check,
        "subject": verdict.subject.value,
        "status": verdict.status.value,
        "reason": verdict.reason,
        "population": dict(verdict.population),
        "examined": verdict.examined,
        "findings": [_finding(finding) for finding in verdict.findings],
        "notes": list(verdict.notes),
    }
    return data | {"log": list(verdict.log)} if verdict.log else data


def _finding(finding: Finding) -> dict[str, Any]:
    span = finding.span
    return {
        "rule": finding.rule,
        "severity": finding.severity.value,
        "path": finding.path,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "end_line": span.end_line if span else None,
        "end_column": span.end_column if span else None,
        "commit": finding.commit,
        "message": finding.message,
        "help": finding.help,
        "fingerprint": finding.fingerprint,
    }


def _written(value: Any, margin: str) -> str:
    """A value as `json.dumps` writes it with an indent of two, which it does slowly; every text is made encodable.

    `margin` is a line end with the indent that the value stands at; the nesting is the report's own, a few levels deep.
    """
    if isinstance(value, str):
        return _ENCODER.encode(unicode_text(value))
    if not value or not isinstance(value, dict | list):
        return _ENCODER.encode(value)
    inner = f"{margin}  "
    if isinstance(value, list):
        return f"[{inner}{f',{inner}'.join([_written(item, inner) for item in value])}{margin}]"
    if not any(isinstance(item, dict | list) for item in value.values()):
        return _flat(value, inner) + f"{margin}}}"
    items = [f"{_written(key, inner)}: {_written(item, inner)}" for key, item in value.items()]
    return f"{{{inner}{f',{inner}'.join(items)}{margin}}}"


def _flat(value: dict[str, Any], inner: str) -> str:
    """A mapping of scalars up to its closing brace: one call of the quick encoder, which can set separators."""
    plain = {unicode_text(key): unicode_text(item) if isinstance(item, str) else item for key, item in value.items()}
    encoder = json.JSONEncoder(separators=(f",{inner}", ": "))
    return f"{{{inner}{encoder.encode(plain)[1:-1]}"
