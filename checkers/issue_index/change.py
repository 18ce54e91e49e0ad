"""The change of the index between two snapshots: the log may only be appended to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.issue_index.compare import Comparison, above_base_rows, compare
from checkers.issue_index.content import content, duplicates
from checkers.issue_index.index import Index
from checkers.issue_index.rules import finding
from checkers.wording import counted, listed, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkers.issue_index.index import Row
    from checkers.model import Finding
    from checkers.policy.sections import IssueIndex

EMPTY = Index((), (), has_table=False, lines=0, unterminated=False, mixed_at=None, newline="\n")
_LISTED = 10


def changed(base: Index, head: Index, comparison: Comparison, section: IssueIndex) -> Iterator[Finding]:
    """Every finding about what became of the base's rows and what head added; `base` is EMPTY for a new file."""
    yield from _preamble(base, head, section)
    yield from _base_rows(base, comparison, section)
    yield from content(head, section, base)
    yield from duplicates(head, section, comparison)
    for row in above_base_rows(comparison):
        message = f"the new row of {row.name} stands above a row of the base"
        yield finding("not-at-end", message, path=section.path, site=row.text, line=row.line)


def appended(base: Index, head: Index, section: IssueIndex) -> Iterator[Finding]:
    """What `changed` finds, for two versions alone."""
    return changed(base, head, compare(base, head), section)


def deleted(base: Index, section: IssueIndex, what: str) -> Finding:
    """The finding about a file that is gone with all its rows."""
    names = listed([row.name for row in base.rows], _LISTED)
    message = f"{section.path} {what}, and {counted(len(base.rows), 'row')} with it{': ' if names else ''}{names}"
    return finding("removed-row", message, path=section.path, site=section.path)


def _preamble(base: Index, head: Index, section: IssueIndex) -> Iterator[Finding]:
    before, after = base.preamble, head.preamble
    if not base.has_table:
        after = after[: len(before)]
    pairs = zip(_ended(before), _ended(after), strict=False)
    shared = next((place for place, (old, new) in enumerate(pairs) if old != new), min(len(before), len(after)))
    if shared < max(len(before), len(after)):
        line = min(shared + 1, max(1, head.lines))
        site = after[shared].rstrip("\r\n") if shared < len(after) else ""
        message = f"line {shared + 1}, above the first row, is not what the base has there"
        yield finding("edited-preamble", message, path=section.path, site=site, line=line)


def _ended(lines: tuple[str, ...]) -> list[str]:
    """The lines with an end each: a newline that was missing at the end of the file is no edit."""
    return [line if line.endswith("\n") else f"{line}\n" for line in lines]


def _base_rows(base: Index, comparison: Comparison, section: IssueIndex) -> Iterator[Finding]:
    for before, after in comparison.edited:
        message = f"the row of {before.name} is edited: {_difference(before, after)}"
        yield finding("edited-row", message, path=section.path, site=before.text, line=after.line)
    for before, after in comparison.moved:
        message = f"the row of {before.name} is moved, from line {before.line} of the base to line {after.line}"
        yield finding("reordered-row", message, path=section.path, site=before.text, line=after.line)
    places = {before.line: after.line for before, after in (*comparison.kept, *comparison.edited)}
    gone = {row.line for row in comparison.removed}
    above = 1
    for row in base.rows:
        above = places.get(row.line, above)
        if row.line in gone:
            message = f'the row of {row.name} is gone: "{shown(row.text)}"'
            yield finding("removed-row", message, path=section.path, site=row.text, line=above)


def _difference(before: Row, after: Row) -> str:
    if before.text == after.text:
        return "its line end changed"
    return f'"{shown(before.text)}" became "{shown(after.text)}"'
