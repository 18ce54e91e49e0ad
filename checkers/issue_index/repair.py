"""The one index that merges: the base tip's file, followed by the branch's own rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from checkers.issue_index.change import appended
from checkers.issue_index.compare import compare
from checkers.issue_index.index import Index, Reader
from checkers.model import Severity
from checkers.wording import shown

if TYPE_CHECKING:
    from checkers.policy.sections import IssueIndex


class Repair(NamedTuple):
    """The repaired file's bytes, or the reason why there is none."""

    content: bytes | None
    refusal: str | None


def repaired(base_tip: bytes, merge_base: bytes, head: bytes, section: IssueIndex) -> Repair:
    """The base tip's file byte for byte, then the rows that head has beyond the merge base, in their order, each once.

    A file that is absent somewhere is empty there. The new rows end as the tip's lines do, and a newline that the tip
    lacks at its end is added. Refused, with the reason, where a row would be dropped or changed.
    """
    reader = Reader(section)
    tip, before, after = reader.parse(base_tip), reader.parse(merge_base), reader.parse(head)
    refusal = _refusal(tip, before, after)
    if refusal:
        return Repair(None, refusal)
    known = {row.text for row in (*tip.rows, *before.rows)}
    new = dict.fromkeys(row.text for row in after.rows if row.text not in known)
    lines = "".join(f"{text}{tip.newline}" for text in new)
    joint = tip.newline.encode() if tip.unterminated else b""
    content = base_tip + joint + lines.encode("utf-8", "surrogateescape")
    unfit = _unfit(tip, reader.parse(content), section)
    return Repair(None, unfit) if unfit else Repair(content, None)


def _refusal(tip: Index, before: Index, after: Index) -> str | None:
    """Why the branch's rows cannot simply follow the tip's; a row that the branch lacks comes back and is no reason."""
    known = {row.text for row in tip.malformed}
    broken = next((row for row in after.malformed if row.text not in known), None)
    if broken:
        return f'line {broken.line} of this branch\'s index {broken.fault}: "{shown(broken.text)}"; mend it first'
    if after.rows and not tip.has_table:
        return "the base has no index that rows could be appended to"
    edited = next((old for old, new in compare(before, after).edited if old.text != new.text), None)
    if edited:
        return (
            f'this branch edits the row of {edited.name}: "{shown(edited.text)}"; give it back the base\'s text first'
        )
    there, wanted = {row.text for row in tip.rows}, {row.text for row in after.rows}
    dropped = next((row for row in before.rows if row.text in wanted and row.text not in there), None)
    if dropped:
        return f'the base no longer has the row of {dropped.name}: "{shown(dropped.text)}"; restore it there first'
    return None


def _unfit(tip: Index, result: Index, section: IssueIndex) -> str | None:
    """Why the result is not the tip with rows appended to it, if it is not."""
    fault = next((one for one in appended(tip, result, section) if one.severity is Severity.ERROR), None)
    return f"appending this branch's rows to the base breaks the index: {fault.message}" if fault else None
