"""The help of every command: its examples are command lines that its own parser takes."""

from __future__ import annotations

import re
import shlex
from argparse import ArgumentParser
from pathlib import Path

import pytest

from bot.cli import every_command
from bot.completion import parser_of, standalone_parsers
from checkers.parser import Parser
from tests.support.session import call

PARSERS = [*(parser_of(command.run) for command in every_command().values()), *standalone_parsers()]
ASSIGNING = re.compile(r'^eval "\$\((.*)\)"$')


def _words(example: str) -> list[str]:
    """The words of a command line as a shell would split them, without its comment and what it is piped to."""
    line = re.split(r"\s+#|\s+\|", example)[0]
    inner = ASSIGNING.match(line)
    return shlex.split(inner[1] if inner else line)


@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.prog)
def test_help_ends_in_examples_that_the_parser_takes(parser: Parser) -> None:
    assert parser.format_help().endswith("".join(f"  {example}\n" for example in parser.examples))
    assert len(parser.examples) >= 2
    program = parser.prog.split()
    for example in parser.examples:
        words = _words(example)
        assert words[: len(program)] == program
        ArgumentParser.parse_intermixed_args(parser, words[len(program) :])


@pytest.mark.parametrize("program", ["redfirst", *(f"redfirst {name}" for name in every_command())])
def test_what_is_printed_shows_an_example(program: str, tmp_path: Path) -> None:
    first, *rest = program.split()
    shown = call(first, *rest, "--help", cwd=tmp_path)
    assert shown.code == 0
    assert "\nexamples:\n  " in shown.out
    assert re.search(rf"^  (eval \"\$\()?{program} ?", shown.out, re.MULTILINE)


def test_the_names_of_commands_stand_in_the_list_as_they_are_called() -> None:
    assert [command.usage.split()[0] for command in every_command().values()] == list(every_command())
