"""The executable `redfirst`: the commands that run suites, beside those of the checkers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.cli import COMMANDS, Command, guarded, redfirst

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """`redfirst`."""
    return guarded(lambda words: redfirst(words, ALL_COMMANDS), argv)


def _mutate(argv: Sequence[str]) -> int:
    from bot.arguments import parse_mutate

    options = parse_mutate(argv)
    from bot.mutate import mutate

    return mutate(options)


def _prove(argv: Sequence[str]) -> int:
    from bot.arguments import parse_prove

    options = parse_prove(argv)
    from bot.prove import prove

    return prove(options)


ALL_COMMANDS: Mapping[str, Command] = {
    **COMMANDS,
    "mutate": Command("mutate [TABLE …]", "break the tree as mutation tables say, and judge what turns red", _mutate),
    "prove": Command("prove", "show that the tests of a range are red without its change", _prove),
}
