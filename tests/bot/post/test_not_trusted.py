"""A verdict that the judged may have written themselves is told as one, and is never green."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli import main
from bot.verdict.json import render
from tests.bot.post.posts import HEAD, NUMBER, PASSED, REPOSITORY, judged
from tests.forge.server import serving
from tests.forge.state import TOKEN


@pytest.mark.parametrize(
    ("more", "conclusion"), [((), "success"), (("--not-trusted", "it edits\nthe judge"), "neutral")]
)
def test_what_may_be_forged_is_no_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...], conclusion: str
) -> None:
    path = tmp_path / "verdict.json"
    path.write_text(render(judged(HEAD, 1, 1, PASSED)))
    with serving() as forge:
        forge.world.open_pull(NUMBER, HEAD)
        monkeypatch.setenv("GITHUB_API_URL", forge.url)
        monkeypatch.setenv("GITHUB_TOKEN", TOKEN)
        assert main(["post", str(path), "--repo", REPOSITORY, "--pr", str(NUMBER), *more]) == 0
        (check,) = forge.world.checks
        (comment,) = forge.world.pulls[NUMBER].comments
    assert check.conclusion == conclusion
    assert ("it edits the judge" in comment.body) is bool(more)
