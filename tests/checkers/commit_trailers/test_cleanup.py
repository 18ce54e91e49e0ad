"""A message file is cleaned as git cleans it."""

from __future__ import annotations

import random
import subprocess
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.commit_trailers.cleanup import cleaned, cleanup_mode, comment_of
from tests.checkers.commit_trailers.support import ENVIRONMENT
from tests.support.builder import RepoBuilder

if TYPE_CHECKING:
    from pathlib import Path

SCISSORS = "------------------------ >8 ------------------------"
PIECES = [
    "",
    "",
    " ",
    "\t",
    "\r",
    "text",
    "text \t",
    "text\r",
    "# comment",
    " # no comment",
    "#",
    "; semi",
    "-- x",
    "\x0c",
]
FILE = f"""

fix: a thing   \r

Why.\t


# Please enter the commit message
; not that
body
# {SCISSORS}
# Do not modify or remove the line above.
diff --git a/x b/x
--- a/x
"""


@pytest.mark.parametrize("strip_comments", [True, False])
def test_comments_and_blank_lines_go_as_stripspace_takes_them(strip_comments: bool) -> None:
    source = random.Random(8)
    for _ in range(40):
        text = "\n".join(source.choices(PIECES, k=source.randrange(12)))
        command = ["git", "stripspace", *(["--strip-comments"] if strip_comments else [])]
        done = subprocess.run(command, input=text.encode(), env=ENVIRONMENT, capture_output=True, check=True)
        mode = "strip" if strip_comments else "whitespace"
        assert (text, cleaned(text, mode, "#")) == (text, done.stdout.decode())


def _recorded(folder: Path, text: str, *config: str) -> str:
    """The message that git records when the editor leaves that text."""
    repo = RepoBuilder(folder / "repo")
    (folder / "message").write_bytes(text.encode())
    options = [part for setting in (f"core.editor=cp {folder}/message", *config) for part in ("-c", setting)]
    repo.git(*options, "commit", "-q", "--allow-empty", "--allow-empty-message", "-v")
    command = ["git", "-C", str(repo.root), "cat-file", "commit", "HEAD"]
    raw = subprocess.run(command, env=ENVIRONMENT, capture_output=True, check=True).stdout
    return raw.partition(b"\n\n")[2].decode()


@pytest.mark.parametrize("mode", ["default", "strip", "whitespace", "scissors", "verbatim"])
@pytest.mark.parametrize("comment", ["#", ";"])
def test_the_message_is_the_one_that_git_records(mode: str, comment: str, tmp_path: Path) -> None:
    text = FILE.replace("#", comment)
    recorded = _recorded(tmp_path, text, f"commit.cleanup={mode}", f"core.commentChar={comment}")
    assert cleaned(text, cleanup_mode(mode), comment) == recorded


def test_the_comment_string_may_be_longer_than_a_character() -> None:
    text = f"a\n// gone\n/ stays\n// {SCISSORS}\ndiff\n"
    assert cleaned(text, "strip", "//") == "a\n/ stays\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"# heading\n\ntext\n; comment\n; {SCISSORS}\ndiff\n", "# heading\n\ntext\n"),
        ("# heading\n\ntext\n; comment\n;\n", "# heading\n\ntext\n"),
        ("text\n# comment\n", "text\n"),
        ("text\n", "text\n"),
        ("", ""),
    ],
)
def test_an_automatic_comment_character_is_read_from_the_file(text: str, expected: str) -> None:
    assert cleaned(text, "strip", "auto") == expected


def test_git_itself_chooses_the_character_that_is_read() -> None:
    assert comment_of(f"# heading\n\n; Changes to be committed:\n;\n; {SCISSORS}\n; Do not\ndiff --git\n# x\n") == ";"


def test_a_file_that_begins_with_the_scissors_has_no_message() -> None:
    assert cleaned(f"# {SCISSORS}\ndiff\n", "strip", "#") == ""


@pytest.mark.parametrize(
    ("configured", "editor", "mode"),
    [
        (None, True, "strip"),
        (None, False, "whitespace"),
        ("default", True, "strip"),
        ("default", False, "whitespace"),
        ("scissors", True, "scissors"),
        ("scissors", False, "whitespace"),
        ("strip", False, "strip"),
        ("verbatim", False, "verbatim"),
        ("whitespace", True, "whitespace"),
    ],
)
def test_the_mode_is_what_git_makes_of_the_setting(configured: str | None, editor: bool, mode: str) -> None:
    assert cleanup_mode(configured, editor=editor) == mode


@settings(max_examples=200, deadline=None)
@given(
    text=st.text(alphabet=st.sampled_from("a# ;\n\r\t\x0c\udcff"), max_size=60),
    mode=st.sampled_from(["strip", "whitespace", "scissors", "verbatim"]),
    comment=st.sampled_from(["#", ";", "auto", "//"]),
)
def test_cleaning_is_done_once(text: str, mode: str, comment: str) -> None:
    once = cleaned(text, mode, comment)
    if comment != "auto":
        assert cleaned(once, mode, comment) == once
