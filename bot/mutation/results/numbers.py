"""Counts as reports write them, which may be absent, absurd or no numbers."""

from __future__ import annotations

import re

_COUNT = re.compile(r"[0-9]{1,15}", re.ASCII)


def count_of(text: object) -> int | None:
    """A count that a report gives, None where it is none or beyond all sense."""
    return int(text) if isinstance(text, str) and _COUNT.fullmatch(text) else None


def added(total: int | None, text: object) -> int | None:
    """A sum with one more count in it, if it is one; None as long as there was none."""
    count = count_of(text)
    return total if count is None else (total or 0) + count
