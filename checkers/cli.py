"""The executables: arguments in, exit code out; here every error becomes one line."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from checkers.arguments import Options, parse_check, parse_preflight
from checkers.delivery import print_bytes, print_out, say
from checkers.errors import RedfirstError, UsageError
from checkers.exits import Exit
from checkers.registry import CHECKERS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Arguments = Sequence[str] | None

_COLLECTED_EVERY = 100_000
"""Objects made between two looks for cycles: tokens come by the hundred thousand and are in none."""

_USAGE = """\
usage: redfirst COMMAND [OPTION …]

Repository-governance checkers for large C++/CUDA inference trees.

commands:
{commands}

options:
  -h, --help        show this
  --version         show the version

redfirst COMMAND --help lists a command's own options.

examples:
  redfirst check --base origin/main   # what this branch changes
  redfirst explain issue-index        # the rules of one checker
"""


class Command(NamedTuple):
    """A command of `redfirst`: its usage and what it does, for the list of commands, and what runs it."""

    usage: str
    about: str
    run: Callable[[Sequence[str]], int]


def main(argv: Arguments = None) -> int:
    """`redfirst`, with the commands that only look."""
    return guarded(lambda words: redfirst(words, COMMANDS), argv)


def preflight(argv: Arguments = None) -> int:
    """`agent-preflight`."""
    return guarded(_preflight, argv)


def doc_checkpoint(argv: Arguments = None) -> int:
    """`check-doc-checkpoint`."""
    return _standalone("doc-checkpoint", argv)


def attention_rung(argv: Arguments = None) -> int:
    """`check-attention-rung`."""
    return _standalone("attention-rung", argv)


def device_leakage(argv: Arguments = None) -> int:
    """`check-device-leakage`."""
    return _standalone("device-leakage", argv)


def issue_index(argv: Arguments = None) -> int:
    """`check-issue-index`."""
    return _standalone("issue-index", argv)


def commit_trailers(argv: Arguments = None) -> int:
    """`check-commit-trailers`."""
    return _standalone("commit-trailers", argv)


def _standalone(check: str, argv: Arguments) -> int:
    return guarded(lambda words: _check(parse_check(f"check-{check}", words, check)), argv)


def redfirst(argv: Sequence[str], commands: Mapping[str, Command]) -> int:
    """Run the command that the first word names; the exit code. Raises UsageError for one that is not there."""
    if not argv:
        raise UsageError(f"name a command: {', '.join(commands)}; redfirst --help says what they do")
    command, *rest = argv
    if command in ("-h", "--help"):
        listed = [f"  {known.usage:<17} {known.about}" for known in commands.values()]
        print_out(_USAGE.format(commands="\n".join(listed)))
        return 0
    if command == "--version":
        from checkers import __version__

        print_out(f"redfirst {__version__}\n")
        return 0
    if command not in commands:
        raise UsageError(f"{command} is no command; {_suggestion(command, commands)}")
    return commands[command].run(rest)


def _suggestion(word: str, commands: Mapping[str, Command]) -> str:
    """What was meant by a word that is no command: one of them, a checker, another executable, or who knows."""
    from checkers.suggestions import did_you_mean, there_are  # only where something is wrong

    checks = {checker.name: f"redfirst check {checker.name}" for checker in CHECKERS}
    programs = {f"check-{name}": f"check-{name}" for name in checks} | {"agent-preflight": "agent-preflight"}
    phrases = {name: f"redfirst {name}" for name in commands} | checks | programs | _ALIASES
    return did_you_mean(word, phrases, there_are(commands), phrases)


_ALIASES = {"preflight": "agent-preflight", "help": "redfirst --help", "version": "redfirst --version"}


def _check_command(argv: Sequence[str]) -> int:
    return _check(parse_check("redfirst check", argv))


def _check(options: Options) -> int:
    if options.repair:
        from checkers.repairing import repair

        return repair(options)
    from checkers.session import check

    return check(options)


def _preflight(argv: Sequence[str]) -> int:
    options = parse_preflight(argv)
    from checkers.preflight import preflight as run

    return run(options)


def _explain(argv: Sequence[str]) -> int:
    from checkers.explain import explain

    return explain(argv)


def _history(argv: Sequence[str]) -> int:
    from checkers.history.command import history

    return history(argv)


COMMANDS: dict[str, Command] = {
    "check": Command("check [CHECK …]", "run the named checkers, or all of them", _check_command),
    "explain": Command("explain [RULE]", "the rules, one line each, or one rule's page", _explain),
    "history": Command("history CHECK", "what a ratchet counted at every commit", _history),
}
"""What `redfirst` offers that only looks; what acts is added above."""


def guarded(run: Callable[[Sequence[str]], int], argv: Arguments) -> int:
    """Run to an exit code; whatever goes wrong is one line on standard error.

    Without `argv` this is the whole process, and it ends here.
    """
    gc.set_threshold(_COLLECTED_EVERY)
    code = _outcome(run, sys.argv[1:] if argv is None else argv)
    if argv is None:
        _leave(code)
    return code


def _outcome(run: Callable[[Sequence[str]], int], argv: Sequence[str]) -> int:
    try:
        return _code(run, argv)
    except BrokenPipeError:
        return Exit.NOBODY_READS
    except KeyboardInterrupt:
        say("interrupted")
        return Exit.INTERRUPTED
    except RedfirstError as error:
        _raise_for_debugging()
        say(str(error))
    except Exception as error:  # the edge: the last place where an unforeseen error can become a line
        _raise_for_debugging()
        say(f"internal error: {type(error).__name__}: {error}; REDFIRST_DEBUG=1 shows where")
    return Exit.CANNOT_JUDGE


def _leave(code: int) -> None:
    """End the process without taking the interpreter apart, which is a sixth of a message hook's time.

    What asked to be called at the end is called; a process with other threads ends as it always does.
    """
    import atexit
    import threading

    if threading.active_count() > 1:
        return
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):
            stream.flush()
    os._exit(code)


def _code(run: Callable[[Sequence[str]], int], argv: Sequence[str]) -> int:
    try:
        return run(argv)
    except SystemExit as leaving:  # argparse leaves so after --help and --version
        print_bytes(b"")
        return leaving.code if isinstance(leaving.code, int) else 0


def _raise_for_debugging() -> None:
    if os.environ.get("REDFIRST_DEBUG") == "1":
        import traceback

        traceback.print_exc()
