"""The source lines that are shown with a finding, taken from the snapshot that was judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.errors import MissingObjectError

if TYPE_CHECKING:
    from checkers.model import Finding, Verdict
    from checkers.repo.types import Snapshot

MOST = 50
"""So many findings of a verdict are shown with their lines; more would not be read."""

_WINDOW = 2_000
"""How many characters of a line on each side of a site are compared with it; generated files have endless lines."""


def with_excerpts(verdict: Verdict, snapshot: Snapshot) -> Verdict:
    """The verdict, its findings with the line that they are about and the one before it.

    A finding whose line in this snapshot does not hold its site is about another version, and gets none.
    """
    lines: dict[str, list[str]] = {}
    findings = []
    for number, finding in enumerate(verdict.findings):
        if number < MOST and finding.path is not None and finding.path not in lines:
            lines[finding.path] = _lines(snapshot, finding.path)
        found = lines.get(finding.path or "", []) if number < MOST else []
        findings.append(finding._replace(excerpt=_excerpt(finding, found)))
    return verdict._replace(findings=tuple(findings))


def _lines(snapshot: Snapshot, path: str) -> list[str]:
    try:
        data = snapshot.read(path) or b""
    except MissingObjectError:
        return []
    return [line.decode("utf-8", "surrogateescape").removesuffix("\r") for line in data.split(b"\n")]


def _excerpt(finding: Finding, lines: list[str]) -> tuple[tuple[int, str], ...]:
    span = finding.span
    if span is None or span.line > len(lines) or not finding.site:
        return ()
    start = max(0, span.column - 1 - _WINDOW)
    if not _agree(finding.site, lines[span.line - 1][start : start + 2 * _WINDOW]):
        return ()
    first = max(1, span.line - 1)
    return tuple((number, lines[number - 1]) for number in range(first, span.line + 1))


def _agree(site: str, line: str) -> bool:
    """Whether line and site show the same text; a site of several lines begins with what its line holds."""
    folded, whole = " ".join(line.split()), " ".join(site.split())
    return bool(folded) and (whole in folded or folded in whole)
