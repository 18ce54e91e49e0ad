"""The laws can be broken: each of them finds what it is about."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.hostile import laws
from tests.hostile.process import Ended

_JSON = ("redfirst", "check", "--format", "json")


def _ended(code: int | None = 0, out: bytes = b"", err: bytes = b"", words: tuple[str, ...] = ("redfirst",)) -> Ended:
    return Ended(words, code, out, err, 1.0)


@pytest.mark.parametrize(
    ("ended", "fault"),
    [
        (_ended(None), "ran for 1 s"),
        (_ended(99), "exit code 99"),
        (_ended(-11), "exit code -11"),
        (_ended(1, err=b"Traceback (most recent call last):\n"), "an unforeseen error"),
        (_ended(2, err=b"redfirst: internal error: x\n"), "an unforeseen error"),
        (_ended(2), "without its one line"),
        (_ended(2, err=b"redfirst: a\nb\n"), "without its one line"),
        (_ended(2, err=b"redfirst: a\n", out=b"x\n"), "with a report"),
        (_ended(0, out=b"\x1b[2J"), "raw U+001B"),
        (_ended(0, out="\u202e".encode()), "raw U+202E"),
        (_ended(0, err=b"\xff"), "raw U+DCFF"),
        (_ended(0, out=b"{", words=_JSON), "JSON that is none"),
        (_ended(0, out=b'{"schema": "redfirst.report/1"}', words=_JSON), "redfirst.report/1: "),
    ],
)
def test_a_broken_law_is_told(ended: Ended, fault: str) -> None:
    assert any(fault in found for found in laws.broken_laws(ended))


def test_a_command_that_keeps_the_laws_is_not_told() -> None:
    assert laws.broken_laws(_ended(0, out="ö\n".encode())) == []
    assert laws.broken_laws(_ended(2, err=b"redfirst: a\n")) == []


def _report(status: str, files: int) -> Ended:
    verdict = {"check": "a", "status": status, "population": {"files": files}}
    return _ended(0, json.dumps({"verdicts": [verdict] if status else []}).encode(), words=_JSON)


@pytest.mark.parametrize(
    ("status", "files", "is_silent"),
    [("pass", 2, False), ("skip", 0, False), ("pass", 1, True), ("fail", 2, True), ("", 0, True)],
)
def test_a_verdict_on_less_than_there_was_is_a_silent_pass(status: str, files: int, is_silent: bool) -> None:
    assert bool(laws.silent_passes(_report("pass", 2), _report(status, files))) is is_silent


@pytest.mark.parametrize("change", ["write", "mode", "new", "gone", "link"])
def test_any_change_of_a_file_is_told(change: str, tmp_path: Path) -> None:
    file = tmp_path / "f"
    file.write_text("a")
    before = laws.state_of(tmp_path)
    if change == "write":
        file.write_text("b")
    elif change == "mode":
        file.chmod(0o700)
    elif change == "new":
        (tmp_path / "g").touch()
    else:
        file.unlink()
        if change == "link":
            file.symlink_to("a")
    assert laws.differences(before, laws.state_of(tmp_path))
