"""The pages of the commands: their help, as a page of a manual."""

from __future__ import annotations

from typing import TYPE_CHECKING

from documentation.markdown import fence, prose, table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from checkers.parser import Parser

_INTRODUCTION = """\
# Commands

All are installed by `pipx install .`; `--help` prints the same text. `redfirst completion SHELL` prints what makes a
shell complete them.
"""


def command_pages(parsers: Sequence[Parser]) -> Mapping[str, str]:
    """The index, and one page a command, by path below docs/commands/."""
    ordered = sorted(parsers, key=lambda parser: parser.prog)
    rows = ((f"[`{parser.prog}`]({_file(parser)})", prose(parser.description or "")) for parser in ordered)
    index = f"{_INTRODUCTION}\n{table(('command', 'what it does'), rows)}"
    return {"README.md": index, **{_file(parser): _page(parser) for parser in ordered}}


def _file(parser: Parser) -> str:
    return f"{parser.prog.replace(' ', '-')}.md"


def _page(parser: Parser) -> str:
    return "\n".join(
        [
            f"# {parser.prog}\n",
            f"{prose(parser.description or '')}\n",
            fence(parser.format_help()),
            "[All commands](README.md) · [Exit codes](../exit-codes.md)\n",
        ]
    )
