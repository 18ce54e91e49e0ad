"""From the bytes of a job's log to its steps: time stamps and colours away, and which steps ended in an error."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_STAMP = re.compile(r"^\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z ?")
_ANSI = re.compile(r"\x1b(?:\[[0-?]{0,32}[ -/]{0,4}[@-~]|\][^\x07\x1b]{0,512}(?:\x07|\x1b\\)|[@-Z\\^_])")
_STEP = re.compile(r"##\[group\](?=Run )|##\[group\](?=GITHUB_TOKEN Permissions)|(?=Post job cleanup\.)")
_GROUP_ENDS = "##[endgroup]"
_ERROR = "##[error]"
_MARK = re.compile(r"^##\[(?:error|warning|notice|debug|command|section|group|endgroup)\]")
_ECHOED_MOST = 2_000
EXIT = re.compile(r"(?:Error: )?Process completed with exit code -?\d{1,20}\.$")
"""How the runner reports that a step's script failed."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a job. `title` is the command's first line; `errors` are lines that are marked as errors.

    `failed` means that the step ended in one; what a step marks on its way, as a linter does, fails nothing.
    """

    title: str
    lines: tuple[str, ...]
    errors: tuple[str, ...]
    failed: bool


def lines_of(log: bytes) -> tuple[str, ...]:
    """The lines of a log as text; bytes that are not UTF-8 are surrogate escapes (PEP 383).

    A returned carriage ends a line, too: what a terminal writes over was printed all the same.
    """
    text = log.decode("utf-8", "surrogateescape")
    return tuple(_clean(line) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def steps_of(lines: tuple[str, ...]) -> tuple[Step, ...]:
    """The steps in their order; what stands before the first is one, too."""
    return tuple(_steps(lines))


def unmarked(lines: Iterable[str]) -> tuple[str, ...]:
    """The lines without the runner's marks, such as `##[error]`."""
    return tuple(_MARK.sub("", line, count=1) if line[:3] == "##[" else line for line in lines)


def _clean(line: str) -> str:
    line = _STAMP.sub("", line, count=1) if line[:1] in "\ufeff0123456789" else line
    return _ANSI.sub("", line) if "\x1b" in line else line


def _steps(lines: tuple[str, ...]) -> Iterator[Step]:
    starts = [0, *(index for index, line in enumerate(lines) if _STEP.match(line)), len(lines)]
    for start, end in pairwise(starts):
        if end > start:
            yield _step(lines[start:end])


def _step(lines: tuple[str, ...]) -> Step:
    head = _STEP.match(lines[0])
    title = lines[0][head.end() :].strip() if head else ""
    body = lines[_after_echo(lines) :] if head else lines
    errors = tuple(line.removeprefix(_ERROR) for line in body if line.startswith(_ERROR))
    last = next((line for line in reversed(body) if line.strip()), "")
    failed = last.startswith(_ERROR) or any(EXIT.match(error) for error in errors)
    return Step(title, unmarked(body), errors, failed)


def _after_echo(lines: tuple[str, ...]) -> int:
    """Where the output begins, after the script itself and its environment, which the runner prints first."""
    for index, line in enumerate(lines[:_ECHOED_MOST]):
        if line.startswith(_GROUP_ENDS):
            return index + 1
    return 1
