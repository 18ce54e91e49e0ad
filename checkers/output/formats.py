"""The formats by name, and the one call that renders a report in one of them."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from checkers.model import Report, Rule


class Format(StrEnum):
    """What `--format` takes."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"
    MARKDOWN = "markdown"


class Color(StrEnum):
    """When to colour text."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class Terminal(NamedTuple):
    """How text is laid out: `width` is in cells, None where nobody watches."""

    color: bool = False
    quiet: bool = False
    width: int | None = None


def render(
    report: Report,
    form: Format,
    terminal: Terminal,
    rules: Callable[[], Sequence[Rule]],
    pages: Callable[[], str | None] = lambda: None,
) -> str:
    """The report as text without surrogates. Only the format's own module is imported.

    SARIF asks for the `rules`, and like annotations for the address of the folder that has a page for each.
    """
    if form is Format.TEXT:
        from checkers.output import text

        return text.render(report, color=terminal.color, quiet=terminal.quiet, width=terminal.width)
    if form is Format.SARIF:
        from checkers.output import sarif

        return sarif.render(report, rules(), pages())
    if form is Format.JSON:
        from checkers.output import json

        return json.render(report)
    if form is Format.GITHUB:
        from checkers.output import github

        return github.render(report, pages())
    from checkers.output import markdown

    return markdown.render(report)
