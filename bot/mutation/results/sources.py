"""Where a report's bytes come from, and how bytes of any kind become text."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from bot.mutation.results.errors import ReportMissing

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.mutation.model import Execution, ReportSource

_DECLARED = re.compile(rb"\s{0,64}<\?xml[^>]{0,200}?\bencoding\s?=\s?[\"']([A-Za-z0-9._-]{1,40})[\"']")
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SINGLE_BYTE = frozenset({"iso8859-1", "iso8859-15", "cp1252"})
_ESCAPES = re.compile(r"\x1b\[[0-9;]{0,32}m")


def is_stream(source: ReportSource) -> bool:
    """Whether the report is what the command printed, among whatever else it printed."""
    return source.place in ("stdout", "stderr")


def report_bytes(source: ReportSource, execution: Execution, read: Callable[[str], bytes | None]) -> bytes:
    """The report as it was written. Raises ReportMissing where there is no such file, and what `read` raises."""
    if source.place == "stdout":
        return execution.stdout
    if source.place == "stderr":
        return execution.stderr
    data = read(source.place)
    if data is None:
        raise ReportMissing(source.place)
    return data


def text_of(data: bytes, errors: str = "backslashreplace") -> str:
    r"""UTF-8, or UTF-16 with a byte order mark; a byte that is neither reads as `\xNN`, so that nothing is lost.

    Where that is an escape of the report's own, `errors` is `surrogateescape`, and `unicode_text` shows what was read.
    """
    if data.startswith(_UTF_16):
        return data.decode("utf-16", "backslashreplace")
    return data.removeprefix(codecs.BOM_UTF8).decode("utf-8", errors)


def markup_text_of(data: bytes) -> str:
    """The same for XML, which may declare one of the Western single-byte encodings."""
    declared = _DECLARED.match(data)
    name = _codec(declared[1].decode("ascii")) if declared else ""
    return data.decode(name, "backslashreplace") if name in _SINGLE_BYTE else text_of(data)


def plain_text(data: bytes) -> str:
    """What was printed, with LF between lines and without colours."""
    return _ESCAPES.sub("", text_of(data)).replace("\r\n", "\n")


def _codec(name: str) -> str:
    try:
        return codecs.lookup(name).name
    except LookupError:
        return ""
