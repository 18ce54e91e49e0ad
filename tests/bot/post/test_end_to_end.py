"""From the fixture repository to the pull request: a judge without a token, and a report without the repository."""

from __future__ import annotations

import io
import json
import os
import stat
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from bot.github.marker import read
from bot.verdict.json import MOST_BYTES, render
from fixtures.build import build
from tests.bot.post.posts import HEAD, NUMBER, REPOSITORY, judged, ours
from tests.forge.server import Forge, serving
from tests.forge.state import TOKEN, Comment
from tests.support.builder import RepoBuilder
from tests.support.commands import bin_folder

_SECRETS = ("TOKEN", "KEY", "SECRET")


@dataclass(frozen=True, slots=True)
class Pipeline:
    """The two jobs of the workflows, as processes with environments and folders of their own."""

    forge: Forge
    repository: RepoBuilder
    folder: Path

    def push(self) -> str:
        """The pull request's head is what is checked out now."""
        head = self.repository.git("rev-parse", "HEAD")
        self.forge.world.pulls[NUMBER].head = head
        return head

    def judge(self, run: int, attempt: int = 1) -> bytes:
        """The judge's job: its artifact, as GitHub packs what is uploaded."""
        place = self.folder / f"verdict-{run}"
        identity = {"GITHUB_REPOSITORY": REPOSITORY, "GITHUB_RUN_ID": str(run), "GITHUB_RUN_ATTEMPT": str(attempt)}
        argv = ["verdict", "--base", "main", "--pr", str(NUMBER), "--output", str(place), "--quiet"]
        done = _redfirst(argv, self.repository.root, identity)
        assert done.returncode in (0, 1), done.stderr
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(place.iterdir()):
                archive.write(path, path.name)
        return buffer.getvalue()

    def report(self, artifact: bytes, head: str, run: int, attempt: int = 1) -> subprocess.CompletedProcess[str]:
        """The report's job, while the repository is out of reach."""
        place = self.folder / f"report-{run}"
        place.mkdir(exist_ok=True)
        (place / "verdict.zip").write_bytes(artifact)
        bound = ["--head", head, "--run-id", str(run), "--run-attempt", str(attempt)]
        argv = ["post", "verdict.zip", "--repo", REPOSITORY, "--pr", str(NUMBER), *bound]
        token = {"GITHUB_TOKEN": TOKEN, "GITHUB_API_URL": self.forge.url, "GITHUB_ACTIONS": "true"}
        elsewhere = self.folder / "elsewhere"
        self.repository.root.rename(elsewhere)
        try:
            return _redfirst(argv, place, token)
        finally:
            elsewhere.rename(self.repository.root)

    @property
    def comment(self) -> Comment:
        (comment,) = ours(self.forge)
        return comment


def _redfirst(argv: list[str], folder: Path, more: dict[str, str]) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": "C.UTF-8", **more}
    if "GITHUB_TOKEN" not in more:
        assert not [name for name in environment if any(word in name for word in _SECRETS)]
    command = [str(bin_folder() / "redfirst"), *argv]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def pipeline(tmp_path: Path) -> Iterator[Pipeline]:
    with serving() as forge:
        forge.world.open_pull(NUMBER, HEAD)
        yield Pipeline(forge, build("glyph-tower", tmp_path / "checkout"), tmp_path)


def test_a_pull_request_is_judged_and_reported_by_two_jobs_that_share_an_artifact(pipeline: Pipeline) -> None:
    forge = pipeline.forge
    first = pipeline.push()
    artifact = pipeline.judge(run=81)
    assert forge.requests == []

    done = pipeline.report(artifact, first, run=81)
    assert (done.returncode, done.stderr) == (0, "")
    comment = pipeline.comment
    assert comment.body.startswith("**redfirst: all 5 gates failed**")
    assert f"/blob/{first}/src/vllm/model_executor/models/glyph_tower.cpp#L" in comment.body
    assert forge.world.checks[-1].conclusion == "failure"
    assert forge.world.checks[-1].annotations

    forge.forget()
    done = pipeline.report(artifact, first, run=81)
    assert (done.returncode, done.stdout.partition(":")[0]) == (0, "unchanged")
    assert forge.writes == []
    assert len(forge.requests) <= 6

    pipeline.repository.git("reset", "-q", "--hard", "main")
    second = pipeline.repository.commit("docs: say where the pages come from", {"docs/pages.md": "They are scans.\n"})
    pipeline.push()
    newer = pipeline.judge(run=82)
    forge.forget()
    assert pipeline.report(newer, second, run=82).returncode == 0
    assert len(forge.requests) <= 10
    assert pipeline.comment.id == comment.id
    marker = read(pipeline.comment.body)
    assert marker is not None
    assert (marker.head, marker.age) == (second, (82, 1))

    forge.forget()
    done = pipeline.report(artifact, first, run=81)
    assert (done.returncode, done.stdout.partition(",")[0]) == (0, "not posted")
    assert forge.writes == []


def _archive(members: dict[str, bytes], mode: int | None = None) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (mode or stat.S_IFREG | 0o644) << 16
            archive.writestr(info, data)
    return buffer.getvalue()


def _with(**changes: Any) -> bytes:
    document = json.loads(render(judged()))
    for path, value in changes.items():
        *steps, last = path.split("__")
        place = document
        for step in steps:
            place = place[step]
        place[last] = value
    return json.dumps(document).encode()


_WHOLE = _with()
TAMPERED: dict[str, Callable[[], bytes]] = {
    "another head": lambda: _archive({"verdict.json": render(judged("f" * 40)).encode()}),
    "another repository": lambda: _archive({"verdict.json": _with(target__repository="acme/other")}),
    "another pull request": lambda: _archive({"verdict.json": _with(target__pull_request=8)}),
    "no pull request": lambda: _archive({"verdict.json": _with(target__pull_request=None)}),
    "another run": lambda: _archive({"verdict.json": _with(run__id=2)}),
    "a later attempt": lambda: _archive({"verdict.json": _with(run__attempt=2)}),
    "another schema": lambda: _archive({"verdict.json": _with(schema="redfirst.verdict/9")}),
    "an unknown key": lambda: _archive({"verdict.json": _with(more=1)}),
    "a pass with a finding of an error": lambda: _archive(
        {"verdict.json": _WHOLE.replace(b'"status": "fail"', b'"status": "pass"')}
    ),
    "larger than its limit": lambda: _archive({"verdict.json": _WHOLE + b" " * MOST_BYTES}),
    "a path out of the archive": lambda: _archive({"verdict.json": _WHOLE, "../verdict.json": _WHOLE}),
    "an absolute path": lambda: _archive({"/etc/verdict.json": _WHOLE}),
    "a link": lambda: _archive({"verdict.json": b"/etc/passwd"}, stat.S_IFLNK | 0o777),
    "a bomb": lambda: _archive({"verdict.json": b"\0" * (8 << 20)}),
    "no verdict": lambda: _archive({"verdict.md": b"all is well"}),
    "half an archive": lambda: _archive({"verdict.json": _WHOLE})[:-40],
    "nothing": lambda: b"",
    "another format": lambda: b"\x1f\x8b\x08\x00",
}  # fmt: skip


@pytest.mark.parametrize("what", TAMPERED)
def test_a_tampered_artifact_is_refused_in_one_line_and_nothing_is_posted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    path = tmp_path / "verdict.zip"
    path.write_bytes(TAMPERED[what]())
    with serving() as forge:
        forge.world.open_pull(NUMBER, HEAD)
        monkeypatch.setenv("GITHUB_API_URL", forge.url)
        monkeypatch.setenv("GITHUB_TOKEN", TOKEN)
        bound = ["--head", HEAD, "--run-id", "1", "--run-attempt", "1"]
        code = main(["post", str(path), "--repo", REPOSITORY, "--pr", str(NUMBER), *bound])
        assert forge.requests == []
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("redfirst: ")


def test_the_same_artifact_untouched_is_posted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "verdict.zip"
    path.write_bytes(_archive({"verdict.json": _WHOLE, "verdict.md": b"all is well"}))
    with serving() as forge:
        forge.world.open_pull(NUMBER, HEAD)
        monkeypatch.setenv("GITHUB_API_URL", forge.url)
        monkeypatch.setenv("GITHUB_TOKEN", TOKEN)
        bound = ["--head", HEAD, "--run-id", "1", "--run-attempt", "1"]
        assert main(["post", str(path), "--repo", REPOSITORY, "--pr", str(NUMBER), *bound]) == 0
        assert len(ours(forge)) == 1
