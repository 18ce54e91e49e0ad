"""The whole comment: a line for those who have ten of them, a table for ten seconds, folds for ten minutes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.comment import other_checks, tables
from bot.comment.state import state_in_words
from bot.comment.supersede import ROOM, superseded
from bot.comment.urls import Urls, address
from checkers.output import markdown
from checkers.output.markdown import LIMIT, linked
from checkers.output.markdown_escaping import code, prose
from checkers.output.markdown_truncation import Part, Row, Section, fitted
from checkers.wording import github_hash

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.triage.model import TriageReport
    from bot.verdict.model import PullRequestVerdict

SMALLEST = 32_768
"""Bytes in which the first line and the table of gates have room, whatever the gates are called."""

_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\dZ")
_LONGEST = 1_500
_LONGEST_NAME = 80


def render(
    verdict: PullRequestVerdict,
    *,
    triage: TriageReport | None = None,
    superseded_by: str | None = None,
    urls: Urls | None = None,
    remarks: Sequence[str] = (),
    limit: int = LIMIT,
) -> str:
    """The comment as Markdown, at most `limit` bytes of UTF-8, cut at whole rows.

    `superseded_by` is the full hash of the pull request's newer head; `remarks` are sentences about the posting
    itself, such as a check run that could not be created. Raises ValueError for a limit below `SMALLEST`.
    """
    if limit < SMALLEST:
        raise ValueError(f"a comment needs {SMALLEST} bytes, and may have {limit}")
    urls = urls or Urls()
    if superseded_by is None:
        return _whole(verdict, triage, urls, remarks, limit)
    text = _whole(verdict, triage, urls, remarks, limit - ROOM)
    return superseded(text, superseded_by, urls.commit(superseded_by))


def _whole(
    verdict: PullRequestVerdict, triage: TriageReport | None, urls: Urls, remarks: Sequence[str], limit: int
) -> str:
    first = f"{_first_line(verdict, triage, urls)}\n"
    end = f"\n{_about(verdict)}\n"
    rest = _where_the_rest_is(urls)
    room = limit - len(f"{first}{end}".encode())
    text = fitted([_sentences(remarks, "remark", "⚠ ")], room // 8, rest)
    text += markdown.gates(verdict.report, room // 2)
    return first + text + fitted(_sections(verdict, triage, urls), room - len(text.encode()), rest) + end


def _first_line(verdict: PullRequestVerdict, triage: TriageReport | None, urls: Urls) -> str:
    tried = "judged" if verdict.is_judged else "tried"
    judged = f"{tried} {_commit(verdict.commits.head, urls)} on {_moment(verdict.judged_at)}"
    parts = [f"**redfirst: {state_in_words(verdict, triage)}**", judged]
    if verdict.run.id is not None:
        attempt = f".{verdict.run.attempt}" if verdict.run.attempt is not None else ""
        parts.append(linked(f"run {verdict.run.id}{attempt}", address(urls.run)))
    return " · ".join(parts)


def _commit(commit: str, urls: Urls) -> str:
    return linked(code(github_hash(commit)), urls.commit(commit))


def _moment(judged_at: str) -> str:
    """`2026-11-29 17:04 UTC`."""
    found = _MOMENT.fullmatch(judged_at)
    return f"{found[1]} {found[2]} UTC" if found else prose(judged_at, _LONGEST_NAME)


def _where_the_rest_is(urls: Urls) -> str:
    run = address(urls.run)
    return f"[The run]({run}) has all of them in its JSON report." if run else "The JSON report has all of them."


def _sections(verdict: PullRequestVerdict, triage: TriageReport | None, urls: Urls) -> Iterator[Section]:
    yield _sentences(verdict.notes, "note")
    yield from markdown.sections(verdict.report, urls.links(verdict.commits.head))
    yield from tables.sections(verdict)
    if triage:
        yield other_checks.section(triage, verdict.commits.head, urls)


def _sentences(sentences: Sequence[str], noun: str, sign: str = "") -> Section:
    """One paragraph a sentence."""
    rows = [Row(f"\n{sign}_{prose(sentence, _LONGEST)}_\n") for sentence in sentences if sentence.strip()]
    return Section([Part(rows)], noun)


def _about(verdict: PullRequestVerdict) -> str:
    """What the judgement rests on, in small print: version, policy, range."""
    commits = verdict.commits
    start = commits.merge_base or commits.base
    parts = [f"redfirst {prose(verdict.tool.version, _LONGEST_NAME)}"]
    if verdict.is_judged:
        parts.append(f"policy {code(verdict.report.policy.source, _LONGEST_NAME)}")
    parts.append(code(f"{github_hash(start)}..{github_hash(commits.head)}"))
    if commits.merge_into:
        parts.append(f"merged into {code(github_hash(commits.merge_into))} too")
    return f"<sub>{' · '.join(parts)}</sub>"
