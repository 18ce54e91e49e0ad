"""Errors of compilers, linkers and build systems: gcc, clang, nvcc, MSVC, their linkers, CMake."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.triage.texts.failure import Failure, Runner
from bot.triage.texts.scanning import block, is_blank, kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MARKS = (
    "error",
    "fatal",
    "undefined reference",
    "cannot find",
    "CMake Error",
    "duplicate symbol",
    "multiple definition",
)
_PATH = r"(?:[A-Za-z]:)?[^\s:()<>|\"*?][^:()\n]{0,512}"
_MARGIN = r"\s{0,8}(?:\d{1,6}>\s{0,8})?"
"""MSBuild indents, and says which project speaks."""
_PLACE = r"(?::\d{1,9}(?::\d{1,9})?: |\(\d{1,9}(?:,\d{1,9}){0,3}\) ?: )"
_COMPILE = re.compile(rf"{_MARGIN}{_PATH}{_PLACE}(?:fatal |catastrophic |internal compiler )?error\b")
_GCC = re.compile(rf"{_PATH}:\d{{1,9}}:\d{{1,9}}: ")
_DRIVERS = (
    r"cl|clang|clang\+\+|g\+\+|gcc|cc1plus|c\+\+|ld\.lld|lld-link|LINK|MSBUILD|[\w.\\/:-]{1,512}\.(?:obj|lib|exe|dll)"
)
_TOOL = re.compile(
    rf"{_MARGIN}(?:(?:{_DRIVERS}) ?: (?:Command line |fatal )?error\b"
    r"|(?:nvcc|ptxas|nvlink|fatbinary|cudafe\+\+)\b.{0,256}?\b(?:fatal|error)\s{0,8}:)"
)
_LINKER = (
    ": undefined reference to `",
    ": multiple definition of `",
    "ld: cannot find ",
    ": undefined symbol: ",
    ": duplicate symbol: ",
)
_CMAKE = re.compile(r"CMake Error(?: at [^\n]{0,512}:\d+| in [^\n]{0,512}|:)")
_CONTEXT = re.compile(rf"{_PATH}: (?P<what>(?:In|At) .*):$")
_EXCERPT = re.compile(r"\s*\d+ \| (?P<code>.*)")
_CARET = re.compile(r"\s*[\^~][\^~\s]*$")
_BARE = re.compile(
    r"cc1plus: (?:all|some) warnings being treated|.{0,512}fatal error LNK1120"
    r"|clang(?:\+\+)?: error: linker command failed"
)


def extract(lines: Sequence[str]) -> Iterator[Failure]:
    """Each error with the function it stands in, where the compiler names it, and the source line it points at."""
    context: str | None = None
    index = 0
    while index < len(lines):
        line, end = lines[index], index + 1
        if named := _CONTEXT.match(line):
            context = named["what"]
        elif _CMAKE.match(line):
            end = block(lines, index, lambda text: not is_blank(text) and not text.startswith("  "), 30)
            yield Failure(Runner.COMPILER, None, _without_gaps(kept(lines, index, end)), first=index, last=end - 1)
        elif _is_error(line) and not _BARE.match(line):
            code = _excerpt(lines, end)
            in_function = context if _is_gcc(line) else None
            yield Failure(Runner.COMPILER, in_function, (line.rstrip(), *code), first=index, last=index + len(code))
        index = end


def _is_error(line: str) -> bool:
    if "error" in line or "fatal" in line:
        return _COMPILE.match(line) is not None or _TOOL.match(line) is not None or _is_linkers(line)
    return _is_linkers(line)


def _is_linkers(line: str) -> bool:
    return any(words in line for words in _LINKER)


def _is_gcc(line: str) -> bool:
    return _GCC.match(line) is not None


def _excerpt(lines: Sequence[str], index: int) -> tuple[str, ...]:
    """The source line under an error; without its number, which gcc and clang put in front."""
    if index < len(lines) and (numbered := _EXCERPT.match(lines[index])):
        return (f"  | {numbered['code'].strip()}",)
    points = index + 1 < len(lines) and _CARET.match(lines[index + 1]) is not None
    return (lines[index].rstrip(),) if points and not is_blank(lines[index]) else ()


def _without_gaps(lines: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(line for line in lines if line)
