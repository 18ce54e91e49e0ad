"""The one way to run git: its arguments, its environment and its errors, so that nothing a repository names is run."""

from __future__ import annotations

import os
import re
import select
import selectors
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from checkers.errors import MissingObjectError, RepositoryError, reason_of
from checkers.wording import printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TIME_LIMIT_S = 60
"""How long one git command may take before it counts as hanging."""
_COMPARING_S = 20
"""Likewise for names of trees, which git compares in well under a second unless they stand for billions of paths."""

MOST_OUTPUT = 128 << 20
"""Bytes; a few objects can stand for billions of paths, which git would list without end."""

PLACES = (
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR",
    "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
)  # fmt: skip
"""Variables by which git tells a hook which repository it is about."""

_OBJECT = re.compile(r"[0-9a-f]{40}")

_KEPT = frozenset({
    "GIT_CEILING_DIRECTORIES", "GIT_CONFIG_COUNT", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM",
    "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_SYSTEM", "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_EXEC_PATH",
})  # fmt: skip

_FIXED = {
    "LC_ALL": "C",
    "LANGUAGE": "C",
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_TRACE2": "0",
    "GIT_TRACE2_EVENT": "0",
    "GIT_TRACE2_PERF": "0",
}

# What the judged repository's config could otherwise make these commands run, fetch, follow or believe.
_SETTINGS = (
    "advice.graftFileDeprecated=false",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.attributesFile=/dev/null",
    "core.alternateRefsCommand=",
    "core.commitGraph=false",
    "core.untrackedCache=false",
    "diff.external=",
    "gc.auto=0",
    "maintenance.auto=false",
    "protocol.allow=never",
    "submodule.recurse=false",
)


class Answer(NamedTuple):
    """What a finished git command said."""

    code: int
    out: bytes
    err: str

    @property
    def complaint(self) -> str:
        """Its error in one line, without git's own `fatal:`; a line that names an object comes first."""
        lines = [line.strip() for line in self.err.splitlines() if line.strip() and not line.startswith("hint:")]
        ranked = sorted(lines, key=lambda line: (not _OBJECT.search(line), not line.startswith("fatal:")))
        said = ranked[0] if ranked else f"exit code {self.code}"
        return printable(said.removeprefix("fatal:").removeprefix("error:").strip())

    def failure(self, command: str) -> RepositoryError:
        """The error that says what the command could not do; a MissingObjectError where it names an object."""
        kind = MissingObjectError if _OBJECT.search(self.complaint) else RepositoryError
        return kind(f"git {command} cannot answer: {self.complaint}; git fsck says more")


class Git(NamedTuple):
    """Runs git in one folder with one environment."""

    folder: Path
    environment: Mapping[str, str]

    def answer(self, *arguments: str, stdin: bytes = b"") -> Answer:
        """Run a command to its end, whatever its exit code."""
        return self.finish(self.start(*arguments, errors=subprocess.PIPE), arguments[0], stdin)

    def finish(self, process: subprocess.Popen[bytes], command: str, stdin: bytes = b"") -> Answer:
        """What a command that was started says; RepositoryError where it takes too long, or says too much."""
        try:
            out, err = _conversation(process, command, stdin)
        finally:
            if process.poll() is None:
                process.kill()
            for stream in filter(None, (process.stdin, process.stdout, process.stderr)):
                with suppress(BrokenPipeError):
                    stream.close()
            process.wait()
        return Answer(process.returncode, out, err.decode("utf-8", "backslashreplace"))

    def output(self, *arguments: str, stdin: bytes = b"") -> bytes:
        """What a command that must succeed writes; RepositoryError when it fails."""
        answer = self.answer(*arguments, stdin=stdin)
        if answer.code != 0:
            raise answer.failure(arguments[0])
        return answer.out

    def start(self, *arguments: str, errors: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
        """Start a command with pipes to its input and output."""
        argv = ["git", "--no-pager", *_with_settings(arguments)]
        try:
            return subprocess.Popen(
                argv,
                cwd=self.folder,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
            )
        except FileNotFoundError:
            if not self.folder.is_dir():
                raise RepositoryError(f"{printable(str(self.folder))} is no folder") from None
            raise RepositoryError("git is not installed, or not on PATH; install git 2.38 or newer") from None
        except (OSError, ValueError) as error:
            raise RepositoryError(f"git cannot be run in {printable(str(self.folder))}: {reason_of(error)}") from None


class Dialogue:
    """A git command that keeps running and answers one question after the other."""

    def __init__(self, git: Git, *arguments: str) -> None:
        self._process = git.start(*arguments)
        assert self._process.stdin
        assert self._process.stdout
        self._input, self._output = self._process.stdin, self._process.stdout
        self._buffer = bytearray()
        self._arrival = select.poll()
        self._arrival.register(self._output, select.POLLIN)

    def say(self, question: bytes) -> None:
        """Send a question; a process that is gone shows when its answer is read."""
        with suppress(BrokenPipeError):
            self._input.write(question)
            self._input.flush()

    def line(self) -> bytes:
        """The next line with its end; without one where the process ended."""
        while (end := self._buffer.find(b"\n")) < 0:
            if not self._receive(1 << 16):
                return b""
        return self._cut(end + 1)

    def take(self, size: int) -> bytes:
        """The next `size` bytes; nothing where the process ended before that."""
        while len(self._buffer) < size:
            if not self._receive(min(1 << 20, max(1 << 16, size - len(self._buffer)))):
                return b""
        return self._cut(size)

    def end(self) -> None:
        """Stop the process, whatever it is doing."""
        self._process.kill()
        with suppress(BrokenPipeError):
            self._input.close()
        self._output.close()
        self._process.wait()

    def _receive(self, size: int) -> int:
        if not self._arrival.poll(TIME_LIMIT_S * 1000):
            raise RepositoryError(f"git did not answer within {TIME_LIMIT_S} seconds")
        chunk = os.read(self._output.fileno(), size)
        self._buffer += chunk
        return len(chunk)

    def _cut(self, size: int) -> bytes:
        with memoryview(self._buffer) as view:
            taken = bytes(view[:size])
        del self._buffer[:size]
        return taken


def _conversation(process: subprocess.Popen[bytes], command: str, stdin: bytes) -> tuple[bytes, bytes]:
    """Write to a process while it answers, to the end of both; (output, errors)."""
    heard = {stream.fileno(): bytearray() for stream in (process.stdout, process.stderr) if stream}
    limit = min(TIME_LIMIT_S, _COMPARING_S) if command in ("diff-tree", "diff-index") else TIME_LIMIT_S
    ends = time.monotonic() + limit
    unsaid = memoryview(stdin)
    with selectors.PollSelector() as streams:
        for number in heard:
            streams.register(number, selectors.EVENT_READ)
        assert process.stdin
        streams.register(process.stdin.fileno(), selectors.EVENT_WRITE)
        while streams.get_map():
            ready = streams.select(max(0.0, ends - time.monotonic()))
            if not ready:
                raise RepositoryError(f"git {command} did not answer within {limit} seconds")
            for key, _ in ready:
                if key.fd in heard:
                    is_over = _hear(key.fd, heard[key.fd], command)
                else:
                    unsaid = _say(key.fd, unsaid)
                    is_over = not unsaid
                if is_over:
                    streams.unregister(key.fd)
                if is_over and key.fd not in heard:
                    process.stdin.close()
    out, err = (*map(bytes, heard.values()), b"")[:2]
    return out, err


def _hear(number: int, heard: bytearray, command: str) -> bool:
    """Add what there is to read; whether that was all."""
    chunk = os.read(number, 1 << 16)
    heard += chunk
    if len(heard) > MOST_OUTPUT:
        raise RepositoryError(f"git {command} answers with more than {MOST_OUTPUT >> 20} MiB, more than any tree needs")
    return not chunk


def _say(number: int, unsaid: memoryview) -> memoryview:
    """Write as much as a pipe takes without waiting; what is left. A process that is gone is told nothing more."""
    try:
        return unsaid[os.write(number, unsaid[: select.PIPE_BUF]) :]
    except BrokenPipeError:
        return unsaid[:0]


def clean_environment(*, with_places: bool) -> dict[str, str]:
    """This process's environment without what could mislead git; `with_places` keeps what a hook was told.

    Relative folders leave PATH: git runs inside the judged repository, which could hold a program of its name.
    """
    allowed = _KEPT | set(PLACES) if with_places else _KEPT
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name in allowed or name.startswith(("GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_"))
    }
    folders = [folder for folder in kept.get("PATH", os.defpath).split(os.pathsep) if Path(folder).is_absolute()]
    return kept | _FIXED | {"PATH": os.pathsep.join(folders)}


def shell_word(text: str) -> str:
    """Text as one word of a command that a person may paste."""
    import shlex  # only error messages need it

    return shlex.quote(printable(text))


def text_of(raw: bytes) -> str:
    """A path or name as git stores it, with bytes that are not UTF-8 as surrogate escapes."""
    return raw.decode("utf-8", "surrogateescape")


def bytes_of(text: str) -> bytes:
    """The inverse of `text_of`; a lone surrogate that stands for no byte becomes bytes that name nothing."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def _with_settings(arguments: Sequence[str]) -> list[str]:
    options = [word for setting in _SETTINGS for word in ("-c", setting)]
    return [*options, *arguments]
