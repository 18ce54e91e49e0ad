"""`redfirst completion`: a script that teaches a shell the executables, their commands and their options."""

from __future__ import annotations

from argparse import ArgumentParser
from functools import partial
from typing import TYPE_CHECKING

from checkers.arguments import parse_check, parse_preflight
from checkers.delivery import print_out
from checkers.exits import Exit
from checkers.parser import SHOW_PARSER, Parser, ParserShown
from checkers.registry import CHECKERS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from checkers.cli import Command

SHELLS = ("bash", "zsh", "fish")
_FILES = frozenset({"FILE", "PATH", "REPORT", "TABLE"})
_FOLDERS = frozenset({"DIR"})
"""What stands for a file, and for a folder, in every usage."""

EXAMPLES = (
    'eval "$(redfirst completion bash)"      # in ~/.bashrc',
    'eval "$(redfirst completion zsh)"       # in ~/.zshrc, below compinit',
    "redfirst completion fish | source       # in config.fish",
)


def completion(argv: Sequence[str], commands: Mapping[str, Command]) -> int:
    """Print the script for a shell. Raises UsageError for a shell that is not known."""
    about = "Print what makes a shell complete commands and options."
    parser = Parser(prog="redfirst completion", description=about, examples=EXAMPLES)
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=f"one of {', '.join(SHELLS)}")
    shell = parser.parse_args(list(argv)).shell
    from shtab import complete

    parsers = (whole_parser(commands), *standalone_parsers())
    print_out("\n".join(complete(each, shell) for each in map(_with_values, parsers)))
    return Exit.GREEN


def standalone_parsers() -> list[Parser]:
    """The parsers of the executables that are one command each."""
    checks = [parser_of(partial(_standalone, checker.name)) for checker in CHECKERS]
    return [parser_of(parse_preflight), *checks]


def _standalone(check: str, argv: Sequence[str]) -> object:
    return parse_check(f"check-{check}", argv, check)


def parser_of(run: Callable[[Sequence[str]], object]) -> Parser:
    """The parser of a command, which is built and not used."""
    try:
        run([SHOW_PARSER])
    except ParserShown as shown:
        return shown.parser
    raise TypeError(f"{run} reads its words with another parser than checkers.parser.Parser")


def whole_parser(commands: Mapping[str, Command]) -> ArgumentParser:
    """`redfirst` with all of its commands as one parser."""
    whole = ArgumentParser(prog="redfirst")
    whole.add_argument("--version", action="store_true", help="show the version")
    below = whole.add_subparsers()
    for name, command in commands.items():
        own = _with_values(parser_of(command.run))
        below.add_parser(name, parents=[own], add_help=False, help=command.about)
    return whole


def _with_values(parser: ArgumentParser) -> ArgumentParser:
    """The parser with what may stand for its values: files, folders, checkers, rules."""
    from shtab import DIRECTORY, FILE

    for action in parser._actions:  # argparse offers no other way to them
        if action.metavar in _FILES:
            action.complete = FILE  # type: ignore[attr-defined]
        elif action.metavar in _FOLDERS:
            action.complete = DIRECTORY  # type: ignore[attr-defined]
        elif action.metavar == "CHECK":
            action.choices = [checker.name for checker in CHECKERS]
        elif action.metavar == "RULE":
            from checkers.explain import all_rules

            action.choices = [rule.id for rule in all_rules()]
    return parser
