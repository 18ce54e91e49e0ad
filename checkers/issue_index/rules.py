"""The rules of issue-index and their pages.

An example is the change of an index as a diff shows it; of a merge as a combined diff, one column a parent.
"""

from __future__ import annotations

from checkers.model import Finding, Rule, Severity, Span

CHECK = "issue-index"

_HEAD = "  | Issue | Row |\n  |---|---|\n"
_ONE, _TWO, _THREE = "| [#1](u) | `A` |\n", "| [#2](u) | `B` |\n", "| [#3](u) | `C` |\n"
_APPENDED = f"{_HEAD}  {_ONE}  {_TWO}+ {_THREE}"
_UNION = "a union merge duplicates an edited line instead of merging it and brings back a deleted one"
_MERGED = f"{_HEAD}  {_ONE}+ {_TWO} +{_THREE}"


def _rule(
    name: str, summary: str, why: str, help: str, failing: str, mended: str, *keys: str, warns: bool = False
) -> Rule:
    severity = Severity.WARNING if warns else Severity.ERROR
    return Rule(f"{CHECK}/{name}", severity, summary, why, help, failing, mended, ("issue_index.path", *keys))


RULES = (
    _rule(
        "removed-row",
        "a row of the base is gone",
        f"The index is a log that is only appended to: {_UNION}.",
        "put the row back as the base has it; what became of an issue is said in a new row or in the issue itself",
        f"{_HEAD}  {_ONE}- {_TWO}",
        f"{_HEAD}  {_ONE}  {_TWO}",
        "issue_index.issue",
    ),
    _rule(
        "edited-row",
        "a row of the base has another text",
        f"The index is a log that is only appended to: {_UNION}.",
        "give the row back the text that the base has; say what changed in the issue itself",
        f"{_HEAD}- {_ONE}+ | [#1](u) | `A`, fixed |\n  {_TWO}",
        f"{_HEAD}  {_ONE}  {_TWO}",
        "issue_index.issue",
    ),
    _rule(
        "reordered-row",
        "a row of the base stands elsewhere",
        "A moved row is a deletion and an addition to git; merged with another branch it stands twice or not at all.",
        "put the row back where the base has it",
        f"{_HEAD}- {_ONE}  {_TWO}  {_THREE}+ {_ONE}",
        f"{_HEAD}  {_ONE}  {_TWO}  {_THREE}",
        "issue_index.issue",
    ),
    _rule(
        "edited-preamble",
        "something above the first row changed",
        "The union driver works on lines and knows no heading: an edited line above the rows comes out of the next"
        " merge twice.",
        "restore what the base has above the first row; change it on the base branch while no other branch is open",
        f"- # Issues\n+ # Index\n  \n{_HEAD}  {_ONE}",
        f"  # Issues\n  \n{_HEAD}  {_ONE}+ {_TWO}",
    ),
    _rule(
        "duplicate-row",
        "the same row stands twice",
        "A row that stands twice is how a union merge of an edited or moved line looks.",
        "take the second one out",
        f"{_HEAD}  {_ONE}+ {_TWO}+ {_TWO}",
        f"{_HEAD}  {_ONE}+ {_TWO}",
    ),
    _rule(
        "duplicate-issue",
        "two rows stand for one issue",
        "One issue has one row, so that whoever looks it up finds one answer.",
        "keep the row that the base has, or the one that is right, and take the other out",
        f"{_HEAD}  {_ONE}+ | [#1](u) | `B` |\n",
        f"{_HEAD}  {_ONE}+ {_TWO}",
        "issue_index.issue",
        "issue_index.unique_issues",
    ),
    _rule(
        "malformed-row",
        "a line in the table is no row of it",
        "Half a row, two rows on one line or a line without an issue is how a broken merge looks; a blank line ends"
        " the table for every reader.",
        "write one row a line, with as many cells as the header and the issue's number in the first one",
        f"{_HEAD}  {_ONE}+ | [#2](u) |\n",
        f"{_HEAD}  {_ONE}+ {_TWO}",
        "issue_index.issue",
    ),
    _rule(
        "missing-final-newline",
        "the last line has no newline",
        "The next union merge would join the last row and the one that it appends.",
        "end the file with a newline",
        f"{_HEAD}  {_ONE}+ {_TWO}\\ No newline at end of file\n",
        f"{_HEAD}  {_ONE}+ {_TWO}",
    ),
    _rule(
        "lost-in-merge",
        "a merge lost or altered a row that a parent had",
        "Nobody deleted the row, so nobody will miss it: a merge that keeps fewer rows than its parents had, all taken"
        " together, loses one silently.",
        "amend the merge, or make it again, with the row as the parent has it; a later commit does not mend it",
        f"{_HEAD}  {_ONE}+ {_TWO} -{_THREE}",
        _MERGED,
    ),
    _rule(
        "invented-in-merge",
        "a merge has a row that no parent had",
        "A merge adds nothing of its own; a row that comes from none of its parents is in no commit's diff.",
        "amend the merge, or make it again, without the row, and append that in a commit of its own",
        f"{_MERGED}++| [#4](u) | `D` |\n",
        _MERGED,
    ),
    _rule(
        "not-at-end",
        "a new row stands above a row of the base",
        "Branches that append at the end merge by the union driver without a conflict; rows between others need not.",
        "move the new row to the end of the table",
        f"{_HEAD}  {_ONE}+ {_THREE}  {_TWO}",
        _APPENDED,
        warns=True,
    ),
    _rule(
        "forge-conflict",
        "the forge will show a conflict in the index and start no checks",
        "The forge does not run the union driver: where both sides appended, its merge conflicts, and a pull request"
        " in conflict starts no checks.",
        "print the repaired index with check-issue-index --repair --onto BASE, merge the base and commit that",
        f"  {_ONE}++<<<<<<< topic\n+ {_TWO}++=======\n +{_THREE}++>>>>>>> main\n",
        _APPENDED,
        warns=True,
    ),
    _rule(
        "mixed-line-ends",
        "some lines end in LF and some in CR LF",
        "Two spellings of one row are two lines to git: a union merge keeps both.",
        "end the new rows as the base ends its own",
        f"{_HEAD}  {_ONE}+ | [#2](u) | `B` |\r\n",
        _APPENDED.replace(_TWO, "| [#2](u) | `B` |\n"),
        warns=True,
    ),
)

_BY_NAME = {rule.id.partition("/")[2]: rule for rule in RULES}


def finding(
    name: str,
    message: str,
    *,
    path: str,
    site: str,
    line: int | None = None,
    help: str | None = None,
    commit: str | None = None,
    inherited: bool = False,
) -> Finding:
    """A finding of that rule; `line` counts from 1; what is `inherited`, which the base has too, is a warning."""
    rule = _BY_NAME[name]
    severity = Severity.WARNING if inherited else rule.severity
    span = Span(line, 1, line, len(site) + 1) if line else None
    return Finding(rule.id, severity, message, help or rule.help, path, span, commit, " ".join(site.split()))
