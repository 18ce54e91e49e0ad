"""The report for programs: `redfirst.report/1`, as `redfirst-report.schema.json` describes it."""

from __future__ import annotations

import json
from typing import Any

from checkers import __version__
from checkers.model import Finding, PolicyInfo, Report, Status, SubjectInfo, Verdict
from checkers.output.escaping import unicode_text

SCHEMA = "redfirst.report/1"
_encode = json.JSONEncoder().encode


def render(report: Report) -> str:
    """The report as one JSON document in ASCII, ending in a newline."""
    return _written(as_data(report), "\n") + "\n"


def as_data(report: Report) -> dict[str, Any]:
    """The report as plain data; its texts may still hold surrogate escapes."""
    return {
        "schema": SCHEMA,
        "tool": {"name": "redfirst", "version": __version__},
        "subject": _subject(report.subject),
        "policy": _policy(report.policy),
        "verdicts": [_verdict(verdict) for verdict in report.verdicts],
        "summary": {status.value: report.count(status) for status in Status} | {"green": report.green},
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
    inner = f"{margin}  "
    if isinstance(value, dict) and value:
        items = (f"{_scalar(key)}: {_written(item, inner)}" for key, item in value.items())
        return f"{{{inner}{f',{inner}'.join(items)}{margin}}}"
    if isinstance(value, list) and value:
        items = (_written(item, inner) for item in value)
        return f"[{inner}{f',{inner}'.join(items)}{margin}]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    return _encode(unicode_text(value) if isinstance(value, str) else value)
