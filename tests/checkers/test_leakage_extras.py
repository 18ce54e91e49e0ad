"""The table, the list and the baseline of check-device-leakage on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.builder import RepoBuilder
from tests.support.session import Outcome, call

BASELINE = "scripts/device-leakage-baseline.json"
ZERO = {"kcuda": 0, "is_cuda": 0, "cuda_inc": 0, "vt_ifdef": 0}
ENGINE = "src/vllm/engine.cpp"


def _baseline(**buckets: int) -> str:
    whole = ZERO | buckets
    return json.dumps({"_comment": "kept", "total": sum(whole.values()), "buckets": whole}) + "\n"


@pytest.fixture
def repo(tmp_path: Path) -> RepoBuilder:
    """A tree that counts one reference, as its baseline says."""
    built = RepoBuilder(tmp_path / "repo")
    built.commit("base\n", {ENGINE: "bool A() { return t == kCUDA; }\n", BASELINE: _baseline(kcuda=1)})
    return built


def _run(repo: RepoBuilder, *words: str | Path) -> Outcome:
    return call("check-device-leakage", *words, cwd=repo.root)


def test_the_table_stands_before_the_report(repo: RepoBuilder) -> None:
    outcome = _run(repo, "--report")
    lines = outcome.out.splitlines()
    assert (outcome.code, outcome.err) == (0, "")
    assert lines[0].split() == ["file", "kcuda", "is_cuda", "cuda_inc", "vt_ifdef", "total"]
    assert lines[1].split() == [ENGINE, "1", "0", "0", "0", "1"]
    assert lines[-1].startswith("ok    device-leakage")
    assert call("redfirst", "check", "device-leakage", "--report", cwd=repo.root).out.startswith(lines[0])


def test_the_table_and_the_list_together(repo: RepoBuilder) -> None:
    outcome = _run(repo, "--report", "--list")
    assert outcome.code == 0
    assert outcome.out.startswith("file ")
    assert f"\n\n{ENGINE}:1:24: kcuda: " in outcome.out


def test_the_list_names_every_site(repo: RepoBuilder) -> None:
    assert _run(repo, "--list").out.startswith(f"{ENGINE}:1:24: kcuda: ")


def test_a_program_finds_the_report_alone_on_standard_output(repo: RepoBuilder) -> None:
    outcome = _run(repo, "--list", "--format=json")
    assert json.loads(outcome.out)["summary"]["green"]
    assert outcome.err.startswith(f"{ENGINE}:1:24: kcuda: ")


def test_what_is_listed_is_the_subject(repo: RepoBuilder) -> None:
    repo.write({ENGINE: "bool A() { return t == kCUDA || kCUDA; }\n"})
    assert _run(repo, "--list").out.count(": kcuda: ") == 2
    assert _run(repo, "--list", "--commit", "HEAD").out.count(": kcuda: ") == 1


def test_hostile_names_are_text_in_the_list(repo: RepoBuilder) -> None:
    policy = "version: 1\ndevice_leakage: {sources: ['**']}\n"
    names = ["::error::owned.cpp", "a\x1b[2J.cpp", "b##[error].cpp"]
    repo.write({".redfirst.yml": policy, **dict.fromkeys(names, "int a = kCUDA;\n")})
    for option in ("--report", "--list"):
        out = _run(repo, option).out
        assert not any(line.lstrip().startswith("::") for line in out.splitlines())
        assert "\x1b" not in out
        assert "##[" not in out


def test_a_first_baseline_is_as_counted(repo: RepoBuilder) -> None:
    (repo.root / BASELINE).unlink()
    (repo.root / "scripts").rmdir()
    outcome = _run(repo, "--write-baseline")
    assert (outcome.code, outcome.err) == (0, f"redfirst: wrote {BASELINE}\n")
    assert outcome.out.startswith("ok    device-leakage")
    written = json.loads((repo.root / BASELINE).read_text())
    assert (written["total"], written["buckets"]) == (1, ZERO | {"kcuda": 1})


def test_a_baseline_goes_down(repo: RepoBuilder) -> None:
    repo.write({ENGINE: "bool A() { return false; }\n"})
    assert _run(repo).code == 1
    assert _run(repo, "--write-baseline").code == 0
    assert (repo.root / BASELINE).read_text() == _baseline()


def test_a_baseline_does_not_go_up(repo: RepoBuilder) -> None:
    repo.write({ENGINE: "bool A() { return t == kCUDA || kCUDA; }\n"})
    outcome = _run(repo, "--write-baseline")
    assert (outcome.code, outcome.out) == (1, "")
    lines = outcome.err.splitlines()
    assert all(line.startswith("redfirst: ") for line in lines)
    assert lines[0].startswith("redfirst: --write-baseline is refused: kcuda would rise from 1 to 2")
    assert sum(f"{ENGINE}:1:" in line for line in lines) == 2
    assert (repo.root / BASELINE).read_text() == _baseline(kcuda=1)


def test_a_baseline_that_is_right_stays_untouched(repo: RepoBuilder) -> None:
    before = (repo.root / BASELINE).stat()
    assert _run(repo, "--write-baseline").err == f"redfirst: {BASELINE} holds what is counted already\n"
    assert (repo.root / BASELINE).stat().st_ino == before.st_ino


@pytest.mark.parametrize("link", [BASELINE, "scripts"])
def test_nothing_is_written_through_a_link(repo: RepoBuilder, tmp_path: Path, link: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (repo.root / BASELINE).unlink()
    if link == "scripts":
        (repo.root / "scripts").rmdir()
        (repo.root / "scripts").symlink_to(outside)
    else:
        (repo.root / BASELINE).symlink_to(outside / "file")
    outcome = _run(repo, "--write-baseline")
    assert outcome.code in (1, 2)
    assert "writes through no link" in outcome.err or "is no regular file" in outcome.err
    assert not list(outside.iterdir())


def test_a_folder_that_cannot_be_made(repo: RepoBuilder) -> None:
    (repo.root / BASELINE).unlink()
    (repo.root / "scripts").rmdir()
    repo.write({"scripts": "a file\n"})
    assert "--write-baseline cannot make the folder of" in _run(repo, "--write-baseline").error


def test_without_the_section_there_is_nothing_to_write(repo: RepoBuilder) -> None:
    repo.write({".redfirst.yml": "version: 1\nextends: none\n"})
    assert ".redfirst.yml has no section device_leakage" in _run(repo, "--write-baseline").error
