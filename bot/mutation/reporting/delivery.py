"""Where a mutation report goes and comes from: rendered and written, or read from the files of earlier runs."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bot.arguments import ReportFormat
from bot.mutation.progress import NoProgress
from checkers.delivery import deliver, terminal
from checkers.output.formats import Format
from checkers.reading import read_start

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from bot.arguments import RunOptions
    from bot.mutation.progress import Progress
    from bot.mutation.report import MutationReport


def deliver_report(report: MutationReport, options: RunOptions) -> None:
    """Write the report as the options say. Raises UsageError when that cannot be done."""
    is_text = options.format is ReportFormat.TEXT
    deliver(rendered(report, options), options.output, Format.TEXT if is_text else Format.JSON)


def rendered(report: MutationReport, options: RunOptions) -> str:
    """The report in the form that the options ask for; only that form's module is imported."""
    if options.format is ReportFormat.JSON:
        from bot.mutation.reporting import json

        return json.render(report)
    if options.format is ReportFormat.MARKDOWN:
        from bot.mutation.reporting import markdown

        return markdown.render(report)
    if options.format is ReportFormat.JUNIT:
        from bot.mutation.reporting import junit

        return junit.render(report)
    from bot.mutation.reporting import text

    layout = terminal(options)
    return text.render(report, color=layout.color, quiet=layout.quiet, width=layout.width)


def read_reports(paths: Iterable[Path]) -> list[tuple[str, MutationReport]]:
    """The JSON reports of earlier runs, with their files' names. Raises UsageError."""
    from bot.mutation.reporting import json

    return [(str(path), json.read(read_start(path, json.MOST_BYTES + 1, str(path)), str(path))) for path in paths]


@contextmanager
def listener(options: RunOptions) -> Iterator[Progress]:
    """What shows the run while it goes on, on standard error: live on a terminal, a line a row elsewhere."""
    if options.quiet or sys.stderr is None:
        yield NoProgress()
        return
    from bot.mutation.reporting.live import LiveProgress, PlainProgress

    if not sys.stderr.isatty():
        yield PlainProgress()
        return
    live = LiveProgress()
    try:
        yield live
    finally:
        live.close()
