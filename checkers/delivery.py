"""Where a report goes: standard output as the terminal can take it, or a file that is whole or not there."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from checkers.errors import UsageError, reason_of
from checkers.output.escaping import visible
from checkers.output.formats import Color, Format, Terminal

if TYPE_CHECKING:
    from typing import Protocol, TextIO

    class Layout(Protocol):
        """Options that say how a report for people is laid out."""

        @property
        def output(self) -> Path | None: ...
        @property
        def color(self) -> Color: ...
        @property
        def quiet(self) -> bool: ...


_LINE, _LINE_END = 1_200, 400
"""Characters of what is said at most, and how many of them belong to its end."""
_WORD, _WORD_END = 200, 60
_LONG_WORD = re.compile(rf"\S{{{_WORD + 1},}}")


def terminal(options: Layout) -> Terminal:
    """How text is laid out for where it goes.

    `NO_COLOR` (https://no-color.org) counts where it is not empty; `--color always` is stronger.
    """
    watched = options.output is None and sys.stdout is not None and sys.stdout.isatty()
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    color = options.color is Color.ALWAYS or (options.color is Color.AUTO and watched and not plain)
    return Terminal(color=color, quiet=options.quiet, width=columns() if watched else None)


def deliver(text: str, output: Path | None, form: Format) -> None:
    """Write the report. Raises UsageError when the file cannot be written."""
    if output is None:
        print_out(text, encoding="utf-8" if form is not Format.TEXT else None)
    else:
        write_whole(output, text.encode("utf-8", "backslashreplace"), f"--output {output}")


def print_out(text: str, encoding: str | None = None) -> None:
    """Write to standard output in its own encoding, or in another; what that lacks is written as escapes."""
    own = sys.stdout.encoding if sys.stdout else None
    print_bytes(text.encode(encoding or own or "utf-8", "backslashreplace"))


def print_bytes(data: bytes) -> None:
    """Write to standard output as it is. Raises UsageError where it takes nothing, BrokenPipeError for no reader."""
    if sys.stdout is None:
        raise UsageError("standard output is closed; write the report with --output FILE")
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        _forsake(sys.stdout)
        raise
    except OSError as error:
        _forsake(sys.stdout)
        raise UsageError(f"standard output cannot be written: {reason_of(error)}") from None


def _forsake(stream: TextIO) -> None:
    """Point a stream at nothing; Python would complain once more while it closes it."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def say(text: str) -> None:
    """One line on standard error."""
    print_aside(f"redfirst: {one_line(text)}\n")


def one_line(text: str) -> str:
    """What is said, on one line that somebody can read: a long word loses its middle, and so does what is long still.

    What is wrong stands at the beginning, and what to do at the end.
    """
    words = _LONG_WORD.sub(lambda word: _without_middle(word[0], _WORD, _WORD_END), text)
    short = _without_middle(words, _LINE, _LINE_END)
    return _without_middle(visible(short), _LINE, _LINE_END)


def _without_middle(text: str, most: int, behind: int) -> str:
    return text if len(text) <= most else f"{text[: most - behind - 1]}…{text[-behind:]}"


def print_aside(text: str) -> None:
    """Write to standard error; where nobody can be told, the exit code says alone how the run ended."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.buffer.write(text.encode(sys.stderr.encoding or "utf-8", "backslashreplace"))
        sys.stderr.buffer.flush()
    except OSError:
        _forsake(sys.stderr)


def write_whole(path: Path, data: bytes, what: str) -> None:
    """Write a file beside its place, then move it there; what is no regular file (a pipe, a device) is written to.

    `what` is how an error names the file. Raises UsageError when that cannot be done; the file is then as it was.
    """
    try:
        target = Path(os.path.realpath(path))
        if target.is_dir():
            raise UsageError(f"{what} is a folder; name a file")
        if target.exists() and not target.is_file():
            target.write_bytes(data)
        else:
            _replace(target, data)
    except (OSError, ValueError) as error:
        raise UsageError(f"{what} cannot be written: {reason_of(error)}") from None


def _replace(target: Path, data: bytes) -> None:
    mode = target.stat().st_mode & 0o7777 if target.exists() else None
    if mode is not None and not os.access(target, os.W_OK):
        raise PermissionError(13, "Permission denied")
    beside = target.with_name(f".redfirst-{os.urandom(8).hex()}.tmp")  # a name that nobody can lay a link under
    try:
        with beside.open("xb") as file:
            file.write(data)
        if mode is not None:
            beside.chmod(mode)
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def columns() -> int | None:
    """How wide the terminal is that standard output goes to, in cells; None where it goes elsewhere."""
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    from shutil import get_terminal_size

    return max(40, get_terminal_size().columns)
