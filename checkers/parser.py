"""The parser of every command: errors in one line, help of one width, and options that mean the same everywhere."""

from __future__ import annotations

from argparse import ArgumentParser, HelpFormatter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from checkers import __version__
from checkers.delivery import print_out
from checkers.errors import UsageError
from checkers.output.formats import Color

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

HELP_COLUMNS = 80
_NO_CACHE = "neither use nor write facts in the user's cache folder"


class Parser(ArgumentParser):
    """A parser whose errors are one line of the product's own, and whose help has one width and ends in examples.

    To ask for the terminal's width costs a hook more than all of its options.
    """

    def __init__(self, *, examples: Sequence[str] = (), **options: Any) -> None:
        formatter = partial(HelpFormatter, width=HELP_COLUMNS)
        super().__init__(formatter_class=formatter, allow_abbrev=False, **options)
        self.examples = tuple(examples)
        """Whole command lines, each with what it does behind two spaces and `#`."""
        self.add_argument("--version", action="version", version=f"redfirst {__version__}")

    def add_shared(self, *names: str) -> None:
        """Options that mean the same for every command that has them."""
        for name in names:
            self.add_argument(name, **_SHARED[name])

    def error(self, message: str) -> NoReturn:
        hint = self._suggestion(message)
        raise UsageError(f"{message}; {hint}{self.prog} --help lists the options")

    def _suggestion(self, message: str) -> str:
        """Which option was meant by one that argparse, in its own words, does not know; empty where none can be."""
        unknown, _, words = message.partition(": ")
        options = [word.partition("=")[0] for word in words.split() if word.startswith("-")]
        if unknown != "unrecognized arguments" or not options:
            return ""
        from checkers.suggestions import did_you_mean

        hint = did_you_mean(options[0], self._option_string_actions, "")
        return f"{hint} " if hint else ""

    def _print_message(self, message: str, file: object = None) -> None:
        """What is asked for goes to standard output or nowhere; argparse itself would turn to standard error."""
        print_out(message)

    def format_help(self) -> str:
        shown = super().format_help()
        lines = "".join(f"  {example}\n" for example in self.examples)
        return f"{shown}\nexamples:\n{lines}" if lines else shown

    def parse_known_args(  # type: ignore[override]  # what it is given here is a list of words
        self, args: Sequence[str] | None = None, namespace: Namespace | None = None
    ) -> tuple[Namespace, list[str]]:
        """See ArgumentParser. Raises ParserShown where the words are `SHOW_PARSER`."""
        if args and args[0] is SHOW_PARSER:
            raise ParserShown(self)
        return super().parse_known_args(args, namespace)


def _to_file(name: str) -> Path | None:
    """Where a report goes; None is standard output."""
    return None if name == "-" else Path(name)


def _repository(name: str) -> Path:
    """A folder; an empty word would be the current one, of which nobody spoke."""
    if not name:
        raise UsageError("--repo is empty; name a folder, or leave it out")
    return Path(name)


_SHARED: dict[str, dict[str, Any]] = {
    "--repo": {"metavar": "DIR", "type": _repository, "help": "the repository (default: around the current directory)"},
    "--policy": {"metavar": "FILE", "type": Path, "help": "judge by this policy (default: that of what is judged)"},
    "--output": {"metavar": "FILE", "type": _to_file, "help": "write the report there (default: standard output)"},
    "--no-cache": {"dest": "cache", "action": "store_false", "help": _NO_CACHE},
    "--color": {"choices": [color.value for color in Color], "default": Color.AUTO.value, "help": "default: auto"},
}

SHOW_PARSER = " ".join(("show", "parser"))
"""The one word, known by its identity alone, at which a command hands its parser out: for completion and pages."""


class ParserShown(Exception):  # noqa: N818 - no error: it carries the parser past what would run the command
    """What a command that was called with `SHOW_PARSER` answers."""

    def __init__(self, parser: Parser) -> None:
        super().__init__(parser.prog)
        self.parser = parser
