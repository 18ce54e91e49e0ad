"""Line splices: the logical text of a file without them, and the way between offsets of the two."""

from __future__ import annotations

import re
from bisect import bisect_right

SPLICE = re.compile(rb"\\[ \t\f\v\x00]*+(?:\r\n?|\n)")
"""A backslash at a line's end; compilers let blanks stand between the two."""


class LogicalText:
    """The logical text of a file that has line splices, and the way between offsets of the two.

    `starts` are where its pieces begin in the logical text, `origins` where they begin in the file.
    """

    def __init__(self, data: bytes) -> None:
        pieces, self.starts, self.origins = [], [0], [0]
        length = position = 0
        for splice in SPLICE.finditer(data):
            pieces.append(data[position : splice.start()])
            length += splice.start() - position
            position = splice.end()
            self.starts.append(length)
            self.origins.append(position)
        pieces.append(data[position:])
        self.text = b"".join(pieces)

    def to_file(self, offset: int) -> int:
        """Where a byte of the logical text stands in the file."""
        piece = bisect_right(self.starts, offset) - 1
        return self.origins[piece] + offset - self.starts[piece]

    def to_text(self, offset: int) -> int:
        """Where a byte of the file stands in the logical text; within a splice, the byte after it."""
        piece = bisect_right(self.origins, offset) - 1
        end = self.starts[piece + 1] if piece + 1 < len(self.starts) else len(self.text)
        return min(self.starts[piece] + offset - self.origins[piece], end)

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Start and exclusive end in the file, without the splices that stand before and after."""
        return self.to_file(start), self.to_file(end - 1) + 1
