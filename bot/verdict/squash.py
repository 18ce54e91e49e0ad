"""The message under which a pull request will land when it is squashed, as GitHub builds it."""

from __future__ import annotations

from checkers.subject import Message, MessageKind


def landing_message(title: str | None, body: str | None, number: int | None) -> Message | None:
    """What will be judged of a title and a body; None where neither is known.

    With a title: the title, `(#N)` behind it where the number is known, an empty line and the body, which is GitHub's
    "pull request title and description" (repository settings, squash merging). A body alone is judged as one.
    """
    if title is None:
        return None if body is None else Message(body, MessageKind.PULL_REQUEST_BODY, filled=True)
    subject = " ".join(title.split("\n")).strip()
    subject = f"{subject} (#{number})" if number is not None else subject
    text = _lines(body or "")
    return Message(f"{subject}\n\n{text}\n" if text else f"{subject}\n", filled=True)


def _lines(body: str) -> str:
    """A form's text comes with CR LF; the commit has LF, and nothing around the text."""
    return body.replace("\r\n", "\n").strip("\r\n").rstrip()
