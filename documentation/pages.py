"""Every page that is made from data, by its path below docs/."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli import every_command
from bot.completion import parser_of, standalone_parsers
from checkers.registry import CHECKERS
from documentation.commands import command_pages
from documentation.markdown import GENERATED
from documentation.policy import policy_page
from documentation.rules import rule_pages
from documentation.tables import tables_page

if TYPE_CHECKING:
    from collections.abc import Mapping

DOCS = Path(__file__).resolve().parent.parent / "docs"
WRITTEN = ("exit-codes.md", "markers.md")
"""The pages that are written by hand."""

_INDEX = """\
# redfirst

redfirst checks what no compiler and no unit test sees in a large C++/CUDA inference tree, and says of each gate whether
it passed, failed or was skipped, and why.

| page | what it holds |
|---|---|
| [Rules](rules/README.md) | every rule: what it means, why it exists, an example that fails and the same mended |
| [Commands](commands/README.md) | every executable and its options, with examples |
| [Policy](policy.md) | every key of `.redfirst.yml` |
| [Mutation tables](tables.md) | every key of a table, every edit, and what each outcome says |
| [Markers and records](markers.md) | what is written into code and messages |
| [Exit codes](exit-codes.md) | what a script may rely on |

## The checkers

| checker | its rules | its command |
|---|---|---|
"""


def all_pages() -> Mapping[str, str]:
    """Path and text of each page."""
    rows = [
        f"| {checker.name} | [rules](rules/README.md#{checker.name}) | "
        f"[check-{checker.name}](commands/check-{checker.name}.md) |\n"
        for checker in CHECKERS
    ]
    parsers = [*(parser_of(command.run) for command in every_command().values()), *standalone_parsers()]
    pages = {"README.md": _INDEX + "".join(rows), "policy.md": policy_page(), "tables.md": tables_page()}
    pages |= {f"rules/{path}": text for path, text in rule_pages().items()}
    pages |= {f"commands/{path}": text for path, text in command_pages(parsers).items()}
    return {path: GENERATED + "\n" + text for path, text in pages.items()}


def stale() -> list[Path]:
    """Pages that lie in docs/ and are neither made from data nor written by hand."""
    known = {*all_pages(), *WRITTEN}
    return [path for path in sorted(DOCS.rglob("*.md")) if path.relative_to(DOCS).as_posix() not in known]
