"""The style of a message: its subject line and its body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.commit_trailers.git_trailers import COMMENT, GENERATED, SPACE, key_of
from checkers.commit_trailers.rules import finding
from checkers.wording import readable, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkers.commit_trailers.case import Case
    from checkers.model import Finding


def subject(case: Case) -> Iterator[Finding]:
    """An empty first line, or one that ends in a period; a pull request's body has no subject of its own."""
    if not case.reading.titled:
        return
    line = readable(case.reading.lines[0]).strip()
    if not line:
        yield finding("subject", case.reading, 0, "the first line is empty")
    elif case.policy.style.forbid_subject_period and line.endswith((".", "…")):
        yield finding("subject", case.reading, 0, f'the subject ends in a period: "{shown(line)}"')


def body(case: Case) -> Iterator[Finding]:
    """Nothing below the subject but the marker and trailers."""
    if case.policy.style.require_body and not _has_body(case):
        message = f"below the subject stands nothing but {'the marker and ' if case.policy.marker else ''}trailers"
        yield finding("body", case.reading, case.reading.first, message)


def _has_body(case: Case) -> bool:
    names = case.owed | case.human_only
    taken = _trailing(case, names)
    said = (
        line
        for index, line in enumerate(case.reading.lines)
        if index and index not in taken and line.strip() != case.policy.marker and _key(line) not in names
    )
    return any(map(_says_something, _without_html_comments("\n".join(said))))


def _says_something(char: str) -> bool:
    """A letter, a digit, or a byte of a text in an encoding that nobody named."""
    return char.isalnum() or "\udc80" <= char <= "\udcff"


def _trailing(case: Case, names: frozenset[str]) -> set[int]:
    """The lines of the trailer block that say nothing: from its first paragraph with a known key on.

    Above that a paragraph that happens to look like `Word: text` is a body; keys with a hyphen are trailers anywhere.
    """
    taken: set[int] = set()
    started = False
    for paragraph in case.block.paragraphs:
        keys = {_key(case.reading.lines[index]) for index in paragraph} - {""}
        started = started or not keys.isdisjoint(names)
        if started or all("-" in key for key in keys):
            taken.update(index for index in paragraph if _is_trailing(case.reading.lines[index]))
    return taken


def _is_trailing(line: str) -> bool:
    return key_of(line) is not None or line.startswith((*SPACE, COMMENT, *GENERATED))


def _key(line: str) -> str:
    return (key_of(line) or "").lower()


def _without_html_comments(text: str) -> str:
    kept = []
    position = 0
    while (start := text.find("<!--", position)) >= 0 and (end := text.find("-->", start)) >= 0:
        kept.append(text[position:start])
        position = end + 3
    return "".join((*kept, text[position:]))
