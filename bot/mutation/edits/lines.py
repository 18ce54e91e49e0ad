"""Line ends of the table's texts, in files that end their lines otherwise."""

from __future__ import annotations

import re

_BARE_LINE_FEED = re.compile(rb"(?<!\r)\n")


def ends_lines_with_crlf(data: bytes) -> bool:
    """Whether each line of the file ends in CRLF, and there is one."""
    return b"\r\n" in data and _BARE_LINE_FEED.search(data) is None


def with_crlf(text: bytes) -> bytes:
    """The text with each line end as CRLF."""
    return _BARE_LINE_FEED.sub(b"\r\n", text)
