"""The marker: a paragraph of its own, once, neither the subject nor the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.commit_trailers.rules import finding
from checkers.wording import times

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkers.commit_trailers.reading import Reading
    from checkers.model import Finding


def marker(reading: Reading, word: str) -> Iterator[Finding]:
    """What is wrong with the message's marker, if anything is; white space around it does not matter."""
    places = [index for index, line in enumerate(reading.lines) if word in line and line.strip() == word]
    fault = _fault(reading, word, places)
    if fault:
        index, what = fault
        yield finding("marker", reading, index, f"the marker {word} {what}")


def _fault(reading: Reading, word: str, places: list[int]) -> tuple[int, str] | None:
    """The line's index and what is wrong there."""
    if not places:
        return _mention(reading, word)
    place = places[0]
    paragraphs = reading.paragraphs
    own = next(paragraph for paragraph in paragraphs if place in paragraph)
    if len(places) > 1:
        return places[1], f"stands {times(len(places))}, not once"
    if own is paragraphs[0]:
        return place, "is the subject, not a paragraph of its own"
    if any(reading.lines[index].strip() for index in own if index != place):
        return place, "is part of another paragraph"
    return (place, "is the last paragraph, with no trailers below it") if own is paragraphs[-1] else None


def _mention(reading: Reading, word: str) -> tuple[int, str]:
    index = next((index for index, line in enumerate(reading.lines) if word in line), None)
    if index is None:
        return reading.first, "is missing"
    what = "is part of the subject" if index == 0 else "is part of another paragraph"
    return index, f"{what}, not a paragraph of its own"
