"""Where a verdict goes: printed in the form that was asked for, and into a folder as JSON and Markdown."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from bot.verdict import json
from bot.verdict.shortening import document
from checkers.delivery import deliver, terminal, write_whole
from checkers.errors import UsageError, reason_of
from checkers.output.formats import Format, render
from checkers.provenance import rule_pages
from checkers.session import rules_behind

if TYPE_CHECKING:
    from pathlib import Path

    from bot.verdict.arguments import VerdictOptions
    from bot.verdict.model import PullRequestVerdict

JSON_FILE = "verdict.json"
MARKDOWN_FILE = "verdict.md"


def deliver_verdict(verdict: PullRequestVerdict, options: VerdictOptions) -> None:
    """Write the files, then print. Raises UsageError when that cannot be done."""
    if options.folder is not None:
        _write(verdict, options.folder)
    deliver(_printed(verdict, options), None, options.format)


def _write(verdict: PullRequestVerdict, folder: Path) -> None:
    """The document for programs comes last: where it is, the verdict is whole."""
    data = document(verdict)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise UsageError(f"--output {folder} cannot be made: {reason_of(error)}") from None
    write_whole(folder / MARKDOWN_FILE, _markdown(verdict).encode(), f"--output {folder / MARKDOWN_FILE}")
    write_whole(folder / JSON_FILE, data, f"--output {folder / JSON_FILE}")


def _printed(verdict: PullRequestVerdict, options: VerdictOptions) -> str:
    """The verdict for `--format`; what is for code scanning and for annotations is about the gates alone."""
    form = options.format
    if form is Format.JSON:
        return json.render(verdict)
    if form is Format.MARKDOWN:
        return _markdown(verdict)
    layout = terminal(options)
    text = render(verdict.report, form, layout, lambda: rules_behind(verdict.report), rule_pages)
    if form is not Format.TEXT or not (verdict.mutations or verdict.notes):
        return text
    from bot.mutation.reporting import text as of_tables
    from checkers.output.escaping import visible

    tables = [of_tables.render(one, color=layout.color, quiet=layout.quiet) for one in verdict.mutations]
    return "\n".join([text, *tables, *(f"note: {visible(note)}\n" for note in verdict.notes)])


def _markdown(verdict: PullRequestVerdict) -> str:
    """What will be posted, with links where a run of the CI tells what they lead to."""
    from bot.comment import Urls, render

    server, name, run = os.environ.get("GITHUB_SERVER_URL"), verdict.target.repository, verdict.run.id
    if not server or name is None:
        return render(verdict)
    repository = f"{server}/{name}"
    page = f"{repository}/actions/runs/{run}" if run is not None else None
    return render(verdict, urls=Urls(repository, page, rule_pages()))
