"""The executable `redfirst`: the commands that run suites, beside those of the checkers."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from checkers.cli import COMMANDS, Command, guarded, preflight, redfirst

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """`redfirst`."""
    return guarded(lambda words: redfirst(words, every_command()), argv)


def every_command() -> Mapping[str, Command]:
    """The commands of `redfirst`, in the order of its help."""
    return {**COMMANDS, **ACTING}


def _mutate(argv: Sequence[str]) -> int:
    from bot.arguments import parse_mutate

    options = parse_mutate(argv)
    from bot.mutate import mutate

    with _ended_like_ctrl_c():
        return mutate(options)


def _prove(argv: Sequence[str]) -> int:
    from bot.arguments import parse_prove

    options = parse_prove(argv)
    from bot.prove import prove

    with _ended_like_ctrl_c():
        return prove(options)


def _verdict(argv: Sequence[str]) -> int:
    from bot.verdict.arguments import parse_verdict

    options = parse_verdict(argv)
    from bot.verdict.command import verdict

    return verdict(options)


def _triage(argv: Sequence[str]) -> int:
    from bot.triage.arguments import parse_triage

    options = parse_triage(argv)
    from bot.triage.command import triage

    return triage(options)


def _post(argv: Sequence[str]) -> int:
    from bot.post.arguments import parse_post

    options = parse_post(argv)
    from bot.post.command import post

    return post(options)


def _init(argv: Sequence[str]) -> int:
    from bot.init.arguments import parse_init

    options = parse_init(argv)
    from bot.init.command import init

    return init(options)


def _completion(argv: Sequence[str]) -> int:
    from bot.completion import completion

    return completion(argv, every_command())


def _demo(argv: Sequence[str]) -> int:
    from bot.demo.command import demo

    return demo(argv, {"agent-preflight": preflight, "redfirst": main})


@contextmanager
def _ended_like_ctrl_c() -> Iterator[None]:
    """Being asked to end, too, ends what runs and removes its workspace before this process goes.

    What was ignored from the start stays ignored, as `nohup` has it.
    """
    import signal

    asked = [number for number in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, signal.default_int_handler) for number in asked}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


ACTING: Mapping[str, Command] = {
    "mutate": Command("mutate [TABLE …]", "break the tree as tables say, and judge what turns red", _mutate),
    "prove": Command("prove", "show that the tests of a range are red without its change", _prove),
    "verdict": Command("verdict", "judge a pull request, and write that down for who posts it", _verdict),
    "post": Command("post VERDICT", "post a verdict on its pull request, edited in place", _post),
    "triage": Command("triage", "tell which red checks a pull request caused, by failure text", _triage),
    "demo": Command("demo [FOLDER]", "build a small repository that breaks the rules, and judge it", _demo),
    "init": Command("init", "propose a policy, hooks and workflows for a repository", _init),
    "completion": Command("completion SHELL", "print what makes a shell complete commands", _completion),
}
"""The commands that run what the judged tree brings, that write, or that look at redfirst itself."""
