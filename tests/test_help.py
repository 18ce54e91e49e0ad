"""The help of every command: its examples are command lines that its own parser takes."""

from __future__ import annotations

import re
import shlex
from argparse import ArgumentParser
from pathlib import Path

import pytest

from bot.cli import every_command
from bot.completion import parser_of, standalone_parsers
from checkers.arguments import QUESTIONS
from checkers.parser import Parser
from checkers.registry import CHECKERS, Checker
from tests.support.builder import RepoBuilder
from tests.support.modules import ROOT
from tests.support.session import call

PARSERS = [*(parser_of(command.run) for command in every_command().values()), *standalone_parsers()]
README = (ROOT / "README.md").read_text(encoding="utf-8")
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


@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.prog)
def test_help_stays_within_eighty_columns(parser: Parser) -> None:
    assert [line for line in parser.format_help().splitlines() if len(line) > 80] == []


SUBJECTS = {
    "--staged": (),
    "--commit": ("HEAD",),
    "--base": ("HEAD",),
    "--message-file": ("a.txt",),
    "--commit-msg": ("a.txt",),
}


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> RepoBuilder:
    """A small repository that nothing in this module changes."""
    built = RepoBuilder(tmp_path_factory.mktemp("repo"))
    built.commit("base\n\nbody\n", {"a.txt": "a\n"})
    return built


@pytest.mark.parametrize("checker", CHECKERS, ids=lambda checker: checker.name)
def test_a_checker_s_help_lists_the_subjects_that_it_takes(repo: RepoBuilder, checker: Checker) -> None:
    program = f"check-{checker.name}"
    shown = call(program, "--help", cwd=repo.root).out
    for option, value in SUBJECTS.items():
        is_refused = "names nothing that" in call(program, option, *value, cwd=repo.root).err
        assert (option in shown) is not is_refused, option
    assert ("--head REV" in shown) is ("--base REV" in shown)
    assert ("--merge-into" in shown) is checker.judges_merges


def test_the_help_of_all_checkers_lists_every_subject(tmp_path: Path) -> None:
    shown = call("redfirst", "check", "--help", cwd=tmp_path).out
    assert [option for option in (*SUBJECTS, "--head", "--merge-into") if option not in shown] == []


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("check-commit-trailers", "(default: the policy's base_ref..HEAD)"),
        ("check-attention-rung", "(default: the work tree)"),
        ("redfirst check", "(default: the work tree, and for changes base_ref..HEAD)"),
    ],
)
def test_help_says_what_is_judged_where_nothing_is_named(program: str, said: str, tmp_path: Path) -> None:
    assert said in call(*program.split(), "--help", cwd=tmp_path).out


@pytest.mark.parametrize("checker", CHECKERS, ids=lambda checker: checker.name)
def test_a_checker_s_help_and_the_readme_ask_the_same_question(checker: Checker, tmp_path: Path) -> None:
    shown = " ".join(call(f"check-{checker.name}", "--help", cwd=tmp_path).out.split())
    assert QUESTIONS[checker.name] in shown
    assert re.search(rf"^\| `{checker.name}` +\| {re.escape(QUESTIONS[checker.name])} +\|$", README, re.MULTILINE)


def test_the_names_of_commands_stand_in_the_list_as_they_are_called() -> None:
    assert [command.usage.split()[0] for command in every_command().values()] == list(every_command())
