"""The report as SARIF 2.1.0, for code scanning and editors.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from checkers import __version__
from checkers.model import Finding, Report, Rule, Status, Verdict
from checkers.output.escaping import raw_bytes, unicode_text

if TYPE_CHECKING:
    from collections.abc import Sequence

_ROOT = "SRCROOT"
_FINGERPRINT = "redfirstFingerprint/v1"
_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render(report: Report, rules: Sequence[Rule], pages: str | None = None) -> str:
    """One SARIF log with one run, in ASCII; `rules` are those that the run could have reported.

    `pages` is the address of the folder that has a page for each rule.
    """
    ids = {rule.id: index for index, rule in enumerate(rules)}
    run = {
        "tool": {
            "driver": {"name": "redfirst", "version": __version__, "rules": [_rule(rule, pages) for rule in rules]}
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The root of the judged repository."}}},
        "invocations": [_invocation(report)],
        "results": [_result(verdict, finding, ids) for verdict in report.verdicts for finding in verdict.findings],
        "properties": {
            "subject": report.subject.kind.value,
            "head": report.subject.head,
            "mergeBase": report.subject.merge_base,
            "policy": unicode_text(report.policy.source),
            "green": report.green,
        },
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(rule: Rule, pages: str | None) -> dict[str, Any]:
    failing, mended = rule.failing.rstrip("\n"), rule.mended.rstrip("\n")
    example = f"Fails:\n\n```\n{failing}\n```\n\nMended:\n\n```\n{mended}\n```"
    described = {
        "id": rule.id,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.why},
        "help": {"text": rule.help, "markdown": f"{rule.help}\n\n{rule.why}\n\n{example}"},
        "defaultConfiguration": {"level": rule.severity.value},
    }
    return described | ({"helpUri": f"{pages}/{rule.id}.md"} if pages else {})


def _invocation(report: Report) -> dict[str, Any]:
    """A run in which something was skipped did not succeed: an empty list of results would read as green."""
    skips = [_skip(verdict) for verdict in report.verdicts if verdict.status is Status.SKIP]
    notes = [_note(verdict, note) for verdict in report.verdicts for note in verdict.notes]
    return {"executionSuccessful": not skips, "toolExecutionNotifications": skips + notes}


def _skip(verdict: Verdict) -> dict[str, Any]:
    text = unicode_text(f"{verdict.check} was skipped: {verdict.reason}")
    return {
        "level": "warning",
        "message": {"text": text},
        "properties": {"check": unicode_text(verdict.check), "status": "skip"},
    }


def _note(verdict: Verdict, note: str) -> dict[str, Any]:
    return {"level": "note", "message": {"text": unicode_text(f"{verdict.check}: {note}")}}


def _result(verdict: Verdict, finding: Finding, ids: dict[str, int]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "level": finding.severity.value,
        "message": {"text": unicode_text(_message(finding))},
        "locations": [_location(finding)],
        "partialFingerprints": {_FINGERPRINT: finding.fingerprint},
        "properties": {
            "check": unicode_text(verdict.check),
            "subject": verdict.subject.value,
            "commit": finding.commit,
        },
    }
    if finding.rule in ids:
        result["ruleIndex"] = ids[finding.rule]
    return result


def _message(finding: Finding) -> str:
    where = f" (commit {finding.commit})" if finding.commit else ""
    return f"{finding.message}{where}\n{finding.help}" if finding.help else f"{finding.message}{where}"


def _location(finding: Finding) -> dict[str, Any]:
    """Where the finding is; one about a commit is at the root, for code scanning takes none without a place."""
    uri = "." if finding.path is None else quote(raw_bytes(finding.path), safe="/")
    place: dict[str, Any] = {"artifactLocation": {"uri": uri, "uriBaseId": _ROOT}}
    if finding.path is not None and finding.span:
        place["region"] = {
            "startLine": finding.span.line,
            "startColumn": finding.span.column,
            "endLine": finding.span.end_line,
            "endColumn": finding.span.end_column,
        }
    location: dict[str, Any] = {"physicalLocation": place}
    if finding.commit:
        location["logicalLocations"] = [{"name": finding.commit, "kind": "commit"}]
    return location
