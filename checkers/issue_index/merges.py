"""A merge of the index: its result has the rows of its parents, all taken together, and no other."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from checkers.issue_index.rules import finding
from checkers.wording import short_hash, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from checkers.issue_index.index import Index, Lines, Reader, Row
    from checkers.model import Finding
    from checkers.policy.sections import IssueIndex
    from checkers.repo.types import Commit


def merged(commit: Commit, reader: Reader, section: IssueIndex) -> Iterator[Finding]:
    """Each row that a merge commit lost, altered or invented; a row that several parents have counts once."""
    before = (commit.change.before, *commit.parent_snapshots[1:])
    if _keeps_every_line([reader.lines(snapshot) for snapshot in before], reader.lines(commit.change.after)):
        return
    parents = [reader.read(snapshot) for snapshot in before]
    result = reader.read(commit.change.after)
    lost = _union(parent.rows if parent else [] for parent in parents)
    lost.subtract(row.text for row in _meant(result))
    known = _union(_meant(parent) for parent in parents)
    invented = Counter(row.text for row in _meant(result)) - known
    new = _by_issue(_surplus(_meant(result), invented))
    for parent, name in zip(parents, _names(commit), strict=True):
        for row in _surplus(parent.rows if parent else [], lost):
            lost[row.text] -= 1
            altered = new.get(row.issue or "")
            yield _lost(row, altered.pop() if altered else None, name, commit, section)
    for rows in new.values():
        yield from (_invented(row, known, commit, section) for row in reversed(rows) if row.fault is None)


def _keeps_every_line(parents: Sequence[Lines | None], result: Lines | None) -> bool:
    """Whether the result has just the parents' lines, each once: then it has just their rows, too."""
    there = [parent for parent in parents if parent]
    if not result or not all(version.unique for version in (*there, result)):
        return not result and not there
    rows = frozenset().union(*(parent.with_pipes for parent in there))
    return result.with_pipes == rows and result.every <= frozenset().union(*(parent.every for parent in there))


def _lost(row: Row, altered: Row | None, parent: str, commit: Commit, section: IssueIndex) -> Finding:
    if altered:
        message = f'the merge altered the row of {row.name}, "{shown(row.text)}" in {parent}: "{shown(altered.text)}"'
    else:
        message = f'the merge lost the row of {row.name} that {parent} has: "{shown(row.text)}"'
    line = altered.line if altered else None
    return finding("lost-in-merge", message, path=section.path, site=row.text, line=line, commit=commit.sha)


def _invented(row: Row, known: Counter[str], commit: Commit, section: IssueIndex) -> Finding:
    which = "more often than any parent has it" if row.text in known else "that no parent has"
    message = f'the merge has a row of {row.name} {which}: "{shown(row.text)}"'
    return finding("invented-in-merge", message, path=section.path, site=row.text, line=row.line, commit=commit.sha)


def _union(versions: Iterable[Sequence[Row]]) -> Counter[str]:
    """The multiset union of the rows' texts."""
    union: Counter[str] = Counter()
    for rows in versions:
        union |= Counter(row.text for row in rows)
    return union


def _meant(index: Index | None) -> list[Row]:
    """The lines that speak of an issue, well-formed or not."""
    return [row for row in index.table if row.issue] if index else []


def _surplus(rows: Sequence[Row], wanted: Counter[str]) -> list[Row]:
    """The last of the rows of each text, as many as are wanted."""
    left = Counter(wanted)
    found = []
    for row in reversed(rows):
        if left[row.text] > 0:
            left[row.text] -= 1
            found.append(row)
    found.reverse()
    return found


def _by_issue(rows: list[Row]) -> dict[str, list[Row]]:
    """The rows of each issue, last first."""
    found: dict[str, list[Row]] = {}
    for row in reversed(rows):
        found.setdefault(row.issue or "", []).append(row)
    return found


def _names(commit: Commit) -> list[str]:
    return [f"parent {number} ({short_hash(sha)})" for number, sha in enumerate(commit.parents, start=1)]
