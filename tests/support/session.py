"""Executables called in this process, in a folder, with the output that a user would see."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.cli import main as redfirst
from checkers import cli

if TYPE_CHECKING:
    from collections.abc import Iterator

MAINS = {
    "redfirst": redfirst,
    "agent-preflight": cli.preflight,
    "check-doc-checkpoint": cli.doc_checkpoint,
    "check-attention-rung": cli.attention_rung,
    "check-device-leakage": cli.device_leakage,
    "check-issue-index": cli.issue_index,
    "check-commit-trailers": cli.commit_trailers,
}


@dataclass(frozen=True)
class Outcome:
    """What a command said and how it ended."""

    code: int
    out: str
    err: str

    @property
    def error(self) -> str:
        """The one line of an error, without its prefix."""
        assert self.code == 2, (self.code, self.out, self.err)
        assert self.out == ""
        assert self.err.startswith("redfirst: ")
        assert self.err.count("\n") == 1
        assert self.err.endswith("\n")
        return self.err.removeprefix("redfirst: ").removesuffix("\n")


def call(
    program: str,
    *arguments: str | Path,
    cwd: Path,
    stdin: bytes = b"",
    env: Mapping[str, str] | None = None,
    encoding: str = "utf-8",
) -> Outcome:
    """Run an executable's own function; `env` is laid over a clean environment."""
    out, err = io.BytesIO(), io.BytesIO()
    with chdir(cwd), _environment(env or {}), _streams(stdin, out, err, encoding):
        code = MAINS[program]([str(argument) for argument in arguments])
    return Outcome(code, out.getvalue().decode(encoding), err.getvalue().decode(encoding))


def clean_environment() -> dict[str, str]:
    """This environment without what git or a terminal put there, and with no settings of the user's."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "REDFIRST_"))}
    return kept | {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "NO_COLOR": "1"}


@contextmanager
def _environment(env: Mapping[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    wanted = clean_environment() | env
    os.environ.clear()
    os.environ.update(wanted)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@contextmanager
def _streams(stdin: bytes, out: io.BytesIO, err: io.BytesIO, encoding: str) -> Iterator[None]:
    before = (sys.stdin, sys.stdout, sys.stderr)
    streams: list[Any] = [io.TextIOWrapper(stream, encoding=encoding) for stream in (io.BytesIO(stdin), out, err)]
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        yield
    finally:
        for stream in streams[1:]:
            stream.flush()
            stream.detach()
        sys.stdin, sys.stdout, sys.stderr = before
