"""The policy's own gates: each a program that runs in the repository's root and passes, fails or skips."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from contextlib import suppress
from shlex import join
from typing import TYPE_CHECKING, NamedTuple

from checkers.errors import reason_of
from checkers.model import Finding, Rule, Severity, SubjectKind, skipped, verdict
from checkers.repo.process import PLACES

if TYPE_CHECKING:
    from pathlib import Path

    from checkers.model import Verdict
    from checkers.policy.sections import Command

LOG_LINES = 40
"""How many of the last lines of output a failed command shows."""
LOG_LINE_CHARS = 500
_SHOWN_WORDS = 200
_KEPT_BYTES = 64 * 1024
_CHUNK_BYTES = 64 * 1024
_STEP_MS = 20
_GRACE_S = 2.0
"""How long a command may take to end once it was asked to."""
_DRAIN_S = 0.2
"""How long output is still awaited from what a finished command left running."""

_NOT_HANDED_ON = frozenset({*PLACES, "GIT_GRAFT_FILE", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_SHALLOW_FILE"})
"""What git tells a hook about one repository; a gate judges the tree that it stands in."""

RULES = (
    Rule(
        id="command/failed",
        severity=Severity.ERROR,
        summary="a gate of the repository's own failed, was not found or ran past its time",
        why="A repository has gates that redfirst knows nothing of. They run beside the checkers with the same three "
        "states, so that one command says whether everything is green.",
        help="mend what its output names, and run it by itself until it passes",
        failing="preflight:\n  commands:\n    - {name: format, run: [sh, -c, 'echo a.cpp is not formatted; exit 1']}\n",
        mended="preflight:\n  commands:\n    - {name: format, run: [sh, -c, 'exit 0']}\n",
        policy_keys=("preflight.commands",),
    ),
)


class _Ended(NamedTuple):
    """How a run ended: its exit code (negative: a signal), or None when its time was over; the tail of its output."""

    code: int | None
    tail: bytes
    lines: int


def run_command(command: Command, cwd: Path) -> Verdict:
    """Run one gate in `cwd`, the repository's root, and say how it ended.

    Exit code 0 passes, `skip_code` skips, everything else fails. The program gets no input, a session of its own that
    ends with it, and at most `timeout_s` seconds.
    """
    began = time.monotonic()
    try:
        process = _start(command, cwd)
    except OSError as error:
        what = f"{command.run[0]} {_why_not_started(command, error)}"
        return _failed(command, what)._replace(seconds=time.monotonic() - began)
    ended = _watch(process, command.timeout_s)
    return _verdict(command, ended)._replace(seconds=time.monotonic() - began)


def _why_not_started(command: Command, error: OSError) -> str:
    if isinstance(error, FileNotFoundError) and error.filename == command.run[0]:
        return "was not found"
    return f"was not started: {reason_of(error)}"


def _start(command: Command, cwd: Path) -> subprocess.Popen[bytes]:
    environment = {name: value for name, value in os.environ.items() if name not in _NOT_HANDED_ON}
    return subprocess.Popen(
        command.run,
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def _watch(process: subprocess.Popen[bytes], timeout_s: float) -> _Ended:
    """Read what the process writes until it ends or its time is over; whatever it left running ends with it."""
    output = _Output(process)
    try:
        code = output.until_exit(time.monotonic() + timeout_s)
        if code is None:
            _signal_group(process, signal.SIGTERM)
            output.until_exit(time.monotonic() + _GRACE_S)
        output.until_silence(_DRAIN_S)
    finally:
        _signal_group(process, signal.SIGKILL)
        process.wait()
        output.close()
    return _Ended(code, bytes(output.tail), output.lines)


def _signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    """A session's first process leads a group of the same number, which lives on as long as any of its members."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


class _Output:
    """What a process writes: counted as it comes, and kept at its end only."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        self._process = process
        self._pipe = process.stdout
        self._is_open = True
        self.tail = bytearray()
        self.lines = 0
        self._poll = select.poll()
        self._poll.register(self._pipe, select.POLLIN)

    def until_exit(self, deadline: float) -> int | None:
        """Take output until the process ends, and return its exit code; None when the deadline comes first."""
        while self._is_open and self._process.poll() is None and time.monotonic() < deadline:
            self._take()
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(max(0, deadline - time.monotonic()))
        return None

    def until_silence(self, seconds: float) -> None:
        """Take what is still in the pipe; a process that was left behind and holds it open is not waited for."""
        deadline = time.monotonic() + seconds
        while self._is_open and time.monotonic() < deadline and self._take():
            pass

    def close(self) -> None:
        """Close this end of the pipe."""
        self._pipe.close()

    def _take(self) -> bool:
        """One chunk, awaited for a moment; False when there was none."""
        if not self._poll.poll(_STEP_MS):
            return False
        chunk = os.read(self._pipe.fileno(), _CHUNK_BYTES)
        self._is_open = bool(chunk)
        self.lines += chunk.count(b"\n")
        self.tail += chunk
        del self.tail[: max(0, len(self.tail) - _KEPT_BYTES)]
        return self._is_open


def _verdict(command: Command, ended: _Ended) -> Verdict:
    check = f"command/{command.name}"
    lines = _lines(ended.tail)
    if ended.code == 0:
        return verdict(check, SubjectKind.TREE, population={"commands": 1}, examined=f"ran {_words(command)}")
    if ended.code == command.skip_code:
        said = next((line.strip() for line in reversed(lines) if line.strip()), "")
        reason = said or f"exit code {ended.code} means skip, and nothing was said"
        return skipped(check, SubjectKind.TREE, reason)
    return _failed(command, _outcome(command, ended))._replace(log=_log(lines, ended.lines))


def _outcome(command: Command, ended: _Ended) -> str:
    program = command.run[0]
    if ended.code is None:
        return f"{program} ran past its time of {command.timeout_s:g} s and was ended"
    if ended.code < 0:
        return f"{program} was killed by signal {-ended.code}; only 0 passes"
    return f"{program} ended with exit code {ended.code}; only 0 passes"


def _failed(command: Command, what: str) -> Verdict:
    rule = RULES[0]
    text = f"{rule.help}: {_words(command)}"
    finding = Finding(rule.id, rule.severity, f"{command.name} failed: {what}", text, site=command.name)
    return verdict(
        f"command/{command.name}",
        SubjectKind.TREE,
        population={"commands": 1},
        examined=f"ran {_words(command)}",
        findings=(finding,),
    )


def _words(command: Command) -> str:
    words = join(command.run)
    return words if len(words) <= _SHOWN_WORDS else f"{words[: _SHOWN_WORDS - 3]}..."


def _lines(tail: bytes) -> list[str]:
    text = tail.decode("utf-8", "surrogateescape")
    return [line if len(line) <= LOG_LINE_CHARS else f"{line[:LOG_LINE_CHARS]}..." for line in text.splitlines()]


def _log(lines: list[str], total: int) -> tuple[str, ...]:
    """The last lines, with a word about how many there were where some are left out."""
    kept = lines[-LOG_LINES:]
    left_out = max(total, len(lines)) - len(kept)
    return (f"({left_out} earlier lines left out)", *kept) if left_out > 0 else tuple(kept)
