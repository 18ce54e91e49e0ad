"""The executables: arguments in, exit code out; here every error becomes one line."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from checkers.arguments import Options, parse_check, parse_preflight
from checkers.delivery import print_bytes, print_out, say
from checkers.errors import RedfirstError, UsageError
from checkers.exits import Exit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Arguments = Sequence[str] | None

_USAGE = """\
usage: redfirst COMMAND [OPTION …]

Repository-governance checkers for large C++/CUDA inference trees.

commands:
  check [CHECK …]   run the named checkers, or all of them
  explain [RULE]    the rules, one line each, or one rule's page

options:
  -h, --help        show this
  --version         show the version

redfirst COMMAND --help lists a command's own options.
"""


def main(argv: Arguments = None) -> int:
    """`redfirst`."""
    return _guarded(_redfirst, argv)


def preflight(argv: Arguments = None) -> int:
    """`agent-preflight`."""
    return _guarded(_preflight, argv)


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
    return _guarded(lambda words: _check(parse_check(f"check-{check}", words, check)), argv)


def _redfirst(argv: Sequence[str]) -> int:
    if not argv:
        raise UsageError(f"name a command: {', '.join(_COMMANDS)}; redfirst --help says what they do")
    command, *rest = argv
    if command in ("-h", "--help"):
        print_out(_USAGE)
        return 0
    if command == "--version":
        from checkers import __version__

        print_out(f"redfirst {__version__}\n")
        return 0
    if command not in _COMMANDS:
        raise UsageError(f"{command} is no command; there are {', '.join(_COMMANDS)}")
    return _COMMANDS[command](rest)


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


_COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {"check": _check_command, "explain": _explain}


def _guarded(run: Callable[[Sequence[str]], int], argv: Arguments) -> int:
    """Run to an exit code; whatever goes wrong is one line on standard error."""
    try:
        return _code(run, sys.argv[1:] if argv is None else argv)
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
