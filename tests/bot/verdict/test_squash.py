"""The message that squashing a pull request makes."""

from __future__ import annotations

import pytest

from bot.verdict.squash import landing_message
from checkers.subject import MessageKind


@pytest.mark.parametrize(
    ("title", "body", "number", "text"),
    [
        ("Add", "why", 7, "Add (#7)\n\nwhy\n"),
        ("Add", "why", None, "Add\n\nwhy\n"),
        ("Add", "", 7, "Add (#7)\n"),
        ("Add", None, 7, "Add (#7)\n"),
        ("Add", "\r\n a\r\n\r\nb \r\n\r\n", 7, "Add (#7)\n\n a\n\nb\n"),
        ("Add", "a\rb", None, "Add\n\na\rb\n"),
        (" Add\nmore ", "why", 7, "Add more (#7)\n\nwhy\n"),
        ("Add (#3)", "why", 7, "Add (#3) (#7)\n\nwhy\n"),
        ("", "why", None, "\n\nwhy\n"),
        ("Add", "\udcff", None, "Add\n\n\udcff\n"),
    ],
)
def test_title_and_body_make_the_message(title: str, body: str | None, number: int | None, text: str) -> None:
    message = landing_message(title, body, number)
    assert message is not None
    assert (message.text, message.kind, message.filled) == (text, MessageKind.COMMIT, True)


def test_a_body_alone_stands_for_itself() -> None:
    message = landing_message(None, "why\r\n", 7)
    assert message is not None
    assert (message.text, message.kind) == ("why\r\n", MessageKind.PULL_REQUEST_BODY)


def test_nothing_is_judged_of_nothing() -> None:
    assert landing_message(None, None, 7) is None
