"""What one version of the index must be by itself, and which of its faults the base has already."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from checkers.issue_index.rules import finding
from checkers.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from checkers.issue_index.compare import Comparison
    from checkers.issue_index.index import Index, Row
    from checkers.model import Finding
    from checkers.policy.sections import IssueIndex


def content(index: Index, section: IssueIndex, base: Index | None = None) -> Iterator[Finding]:
    """Malformed lines, a missing final newline, mixed line ends; what `base` has too is a warning."""
    known = Counter(row.text for row in base.malformed) if base else Counter()
    for row in index.malformed:
        inherited = known[row.text] > 0
        known[row.text] -= 1
        what = f'"{shown(row.text)}" {row.fault}' if row.text.strip() else f"line {row.line} {row.fault}"
        yield finding("malformed-row", what, path=section.path, site=row.text, line=row.line, inherited=inherited)
    if index.unterminated:
        message = "the last line has no newline; the next union merge joins it with the row below"
        last = _last_line(index)
        inherited = base == index
        yield finding(
            "missing-final-newline", message, path=section.path, site=last, line=index.lines, inherited=inherited
        )
    if index.mixed_at is not None:
        most = "CR LF" if index.newline == "\r\n" else "LF"
        message = f"line {index.mixed_at} ends otherwise than the others, which end in {most}"
        yield finding("mixed-line-ends", message, path=section.path, site="", line=index.mixed_at)


def duplicates(index: Index, section: IssueIndex, comparison: Comparison | None = None) -> Iterator[Finding]:
    """Rows that stand twice and issues with two rows; against a base, those that the change brought."""
    texts: dict[str, Row] = {}
    issues: dict[str, Row] = {}
    kept, edited, added = _by_origin(index, comparison)
    for row in kept:
        _remember(row, texts, issues)
    for row, is_new in (*((row, False) for row in edited), *((row, True) for row in added)):
        other = texts.get(row.text)
        if other:
            message = f"the row of {row.name} stands twice: here and on line {other.line}"
            yield finding("duplicate-row", message, path=section.path, site=row.text, line=row.line)
        elif is_new and section.unique_issues and (other := issues.get(row.issue or "")):
            message = f"{row.name} has two rows: this one and the one on line {other.line}"
            yield finding("duplicate-issue", message, path=section.path, site=row.text, line=row.line)
        _remember(row, texts, issues)


def _by_origin(index: Index, comparison: Comparison | None) -> tuple[Iterable[Row], Iterable[Row], Iterable[Row]]:
    """The rows that the base has as they are, those that it has otherwise, and those that it lacks."""
    if comparison is None:
        return (), (), index.rows
    kept = [after for _, after in (*comparison.kept, *comparison.moved) if after.fault is None]
    return kept, [after for _, after in comparison.edited if after.fault is None], comparison.added


def _remember(row: Row, texts: dict[str, Row], issues: dict[str, Row]) -> None:
    texts.setdefault(row.text, row)
    issues.setdefault(row.issue or "", row)


def _last_line(index: Index) -> str:
    if index.table and index.table[-1].line == index.lines:
        return index.table[-1].text
    return index.preamble[-1].rstrip("\r\n") if len(index.preamble) == index.lines else ""
