"""The executables as a user calls them: formats, places, exit codes, and nothing touched."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from bot.cli import ACTING
from checkers.cli import COMMANDS
from tests.support.builder import RepoBuilder
from tests.support.commands import bin_folder, run
from tests.support.folders import everything
from tests.support.session import call, clean_environment

GOOD = "fix: a thing\n\nWhy.\n\nFOLLOWING_AGENTS_PROTOCOL\n\nFollowing-Agents-Protocol: true\nAI-Assisted: false\n"
BAD = "fix: a thing.\n\nWhy.\n\nFOLLOWING_AGENTS_PROTOCOL\n\nFollowing-Agents-Protocol: true\nAI-Assisted: false\n"
PROGRAMS = (
    "agent-preflight", "check-doc-checkpoint", "check-attention-rung", "check-device-leakage", "check-issue-index",
    "check-commit-trailers",
)  # fmt: skip
CHECK = "check-commit-trailers"


@pytest.fixture
def repo(tmp_path: Path) -> RepoBuilder:
    """A branch of one good commit."""
    built = RepoBuilder(tmp_path / "repo")
    built.commit(GOOD, {".redfirst.yml": "version: 1\nbase_ref: main\n", "a.txt": "a\n"})
    built.branch("topic")
    built.commit(GOOD, {"sub/b.txt": "b\n"})
    return built


@pytest.mark.parametrize("program", [*PROGRAMS, "redfirst"])
def test_every_executable_says_its_version_and_its_options(repo: RepoBuilder, program: str) -> None:
    assert call(program, "--version", cwd=repo.root).out == "redfirst 0.1.0\n"
    outcome = call(program, "--help", cwd=repo.root)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(f"usage: {program} ")
    for command in ("check", "explain"):
        assert call("redfirst", command, "--help", cwd=repo.root).out.startswith(f"usage: redfirst {command} ")


@pytest.mark.parametrize(
    "command",
    [*((program,) for program in (*PROGRAMS, "redfirst")), *(("redfirst", name) for name in (*COMMANDS, *ACTING))],
    ids=" ".join,
)
def test_help_fits_a_terminal_of_80_columns(tmp_path: Path, command: tuple[str, ...]) -> None:
    shown = call(*command, "--help", cwd=tmp_path).out
    assert [line for line in shown.splitlines() if len(line) > 80 or re.search(r"[a-z]-$", line)] == []


@pytest.mark.parametrize("program", [*PROGRAMS, "redfirst"])
def test_every_executable_is_installed(program: str, repo: RepoBuilder) -> None:
    done = run([program, "--version"], repo.root)
    assert (done.returncode, done.stdout, done.stderr) == (0, "redfirst 0.1.0\n", "")


def test_exit_codes_are_the_contract(repo: RepoBuilder) -> None:
    assert call(CHECK, "--base=main", cwd=repo.root).code == 0
    assert call(CHECK, "--message-file=-", cwd=repo.root, stdin=BAD.encode()).code == 1
    assert call(CHECK, "--base=nowhere", cwd=repo.root).code == 2
    repo.write({".redfirst.yml": "version: 1\nbase_ref: nowhere\n"})
    assert call(CHECK, cwd=repo.root).code == 0
    outcome = call(CHECK, "--fail-on-skip", cwd=repo.root)
    assert outcome.code == 3
    assert outcome.out.startswith("SKIP  commit-trailers   nowhere does not name a commit here")
    assert "green" not in outcome.out.replace("Not green", "")


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github", "markdown"])
def test_every_format_says_the_same_failure(repo: RepoBuilder, form: str) -> None:
    outcome = call(CHECK, "--message-file=-", "--format", form, cwd=repo.root, stdin=BAD.encode())
    assert (outcome.code, outcome.err) == (1, "")
    assert "commit-trailers/subject" in outcome.out
    assert outcome.out.endswith("\n")


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github", "markdown"])
def test_a_report_can_go_to_a_file(repo: RepoBuilder, form: str, tmp_path: Path) -> None:
    shown = call(CHECK, "--message-file=-", "--format", form, cwd=repo.root, stdin=BAD.encode())
    target = tmp_path / "report"
    outcome = call(CHECK, "--message-file=-", "--format", form, "--output", target, cwd=repo.root, stdin=BAD.encode())
    assert (outcome.code, outcome.out, outcome.err) == (1, "", "")
    assert len(target.read_text(encoding="utf-8")) == len(shown.out)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["repo", "report"]


def test_a_dash_is_standard_output(repo: RepoBuilder) -> None:
    assert call(CHECK, "--base=main", "--output=-", cwd=repo.root).out.startswith("ok ")
    assert not (repo.root / "-").exists()


def test_an_output_that_is_there_is_replaced_whole_and_keeps_its_mode(repo: RepoBuilder, tmp_path: Path) -> None:
    target, link = tmp_path / "report", tmp_path / "link"
    target.write_text("old\n" * 10_000)
    target.chmod(0o640)
    link.symlink_to(target)
    assert call(CHECK, "--base=main", "--output", link, cwd=repo.root).code == 0
    assert target.read_text().startswith("ok    commit-trailers")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert link.is_symlink()


def test_an_output_may_have_the_longest_name_that_a_file_can_have(repo: RepoBuilder, tmp_path: Path) -> None:
    target = tmp_path / ("漢" * 85)
    assert call(CHECK, "--base=main", "--output", target, cwd=repo.root).code == 0
    assert target.read_text().startswith("ok    commit-trailers")


def test_an_output_is_written_through_no_link_that_lies_beside_it(repo: RepoBuilder, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine\n")
    (repo.root / f".report.{os.getpid()}.tmp").symlink_to(victim)
    assert call(CHECK, "--base=main", "--output", repo.root / "report", cwd=repo.root).code == 0
    assert victim.read_text() == "mine\n"
    assert (repo.root / "report").read_text().startswith("ok    commit-trailers")


def test_an_output_can_be_a_device_or_a_pipe(repo: RepoBuilder, tmp_path: Path) -> None:
    assert call(CHECK, "--base=main", "--output", os.devnull, cwd=repo.root).code == 0
    assert not Path(os.devnull).is_file()
    os.mkfifo(tmp_path / "pipe")
    reader = subprocess.Popen(["cat", str(tmp_path / "pipe")], stdout=subprocess.PIPE)
    assert call(CHECK, "--base=main", "--output", tmp_path / "pipe", cwd=repo.root).code == 0
    assert reader.communicate(timeout=10)[0].startswith(b"ok    commit-trailers")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_an_output_without_permission_is_refused(repo: RepoBuilder, tmp_path: Path) -> None:
    target = tmp_path / "report"
    target.write_text("old\n")
    target.chmod(0o400)
    assert "Permission denied" in call(CHECK, "--base=main", "--output", target, cwd=repo.root).error
    assert target.read_text() == "old\n"


def test_a_full_disk_is_said(repo: RepoBuilder) -> None:
    error = call(CHECK, "--base=main", "--output=/dev/full", cwd=repo.root).error
    assert error == "--output /dev/full cannot be written: No space left on device"


def test_paths_are_the_repositorys_wherever_one_stands(repo: RepoBuilder) -> None:
    inside = call(CHECK, "--base=main", "--format=json", cwd=repo.root / "sub")
    named = call(CHECK, "--base=main", "--format=json", "--repo", repo.root / "sub", cwd=repo.root.parent)
    assert inside.out == named.out
    assert json.loads(inside.out)["verdicts"][0]["population"]["commits"] == 1


def test_color_is_for_terminals_and_for_those_who_ask(repo: RepoBuilder) -> None:
    def out(*words: str, **env: str) -> str:
        return call(CHECK, "--message-file=-", *words, cwd=repo.root, stdin=BAD.encode(), env=env).out

    assert "\x1b[" not in out(NO_COLOR="")
    assert "\x1b[" not in out("--color=auto", NO_COLOR="1")
    assert "\x1b[" in out("--color=always", NO_COLOR="1")
    assert "\x1b[" not in out("--color=never", NO_COLOR="")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
@pytest.mark.parametrize("form", ["text", "json", "github", "markdown"])
def test_no_terminal_is_too_poor(repo: RepoBuilder, form: str, encoding: str) -> None:
    text = BAD.replace("a thing", "漢字 naïve \udcff").encode("utf-8", "surrogateescape")
    done = subprocess.run(
        [str(bin_folder() / CHECK), "--message-file=-", "--format", form],
        cwd=repo.root, input=text, capture_output=True, env={**os.environ, "PYTHONIOENCODING": encoding}, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, b"")
    if form != "text":
        done.stdout.decode("utf-8")
    elif encoding == "ascii":
        assert b"\\u6f22" in done.stdout


def test_quiet_says_nothing_where_nothing_is_wrong(repo: RepoBuilder) -> None:
    assert call(CHECK, "--base=main", "--quiet", cwd=repo.root).out == ""
    assert (
        "commit-trailers/subject" in call(CHECK, "--message-file=-", "--quiet", cwd=repo.root, stdin=BAD.encode()).out
    )


def test_redfirst_check_runs_what_is_named(repo: RepoBuilder) -> None:
    named = [["commit-trailers", "--base", "main"], ["--base", "main", "commit-trailers"]]
    for words in (*named, ["--message-file", "a.txt", "commit-trailers", "--quiet", "issue-index"]):
        outcome = call("redfirst", "check", *words, "--format=json", cwd=repo.root)
        assert [verdict["check"] for verdict in json.loads(outcome.out)["verdicts"]] == ["commit-trailers"]


def test_a_range_without_its_trees_still_has_its_messages(repo: RepoBuilder) -> None:
    trees = {repo.git("rev-parse", f"{revision}^{{tree}}") for revision in ("main", "topic")}
    for tree in trees:
        (repo.root / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    repo.write({"p.yml": "version: 1\nbase_ref: main\n"})
    report = json.loads(call("redfirst", "check", "--base=main", "--policy=p.yml", "--format=json", cwd=repo.root).out)
    by_name = {verdict["check"]: verdict for verdict in report["verdicts"]}
    assert by_name["commit-trailers"]["status"] == "pass"
    skipped = [name for name, verdict in by_name.items() if verdict["status"] == "skip"]
    assert skipped == ["doc-checkpoint", "attention-rung", "device-leakage", "issue-index"]
    assert all("this clone lacks object" in by_name[name]["reason"] for name in skipped)


LOOKS = [
    *([program, *words] for program in PROGRAMS for words in ([], ["--format=json"])),
    ["redfirst", "check", "--staged"],
    ["redfirst", "check", "--commit", "HEAD"],
    ["redfirst", "check", "--base", "main", "--merge-into", "main"],
    ["agent-preflight", "--staged"],
    ["check-commit-trailers", "--message-file", "a.txt"],
    ["check-device-leakage", "--report"],
    ["check-device-leakage", "--list"],
    ["check-issue-index", "--repair"],
    ["redfirst", "explain"],
]


@pytest.mark.parametrize("words", LOOKS, ids=" ".join)
def test_looking_touches_nothing(repo: RepoBuilder, words: list[str]) -> None:
    repo.write({"a.txt": "edited\n", "new.txt": "new\n"})
    repo.git("add", "a.txt")
    repo.write({"a.txt": "edited again\n"})
    before = everything(repo.root, merges=True)
    outcome = call(words[0], *words[1:], cwd=repo.root)
    assert everything(repo.root, merges=True) == before
    assert "internal error" not in outcome.err


def test_the_placeholder_is_refused_in_landed_messages_where_that_was_asked(repo: RepoBuilder) -> None:
    repo.commit(GOOD.replace("Assisted: false", "Assisted: true") + "Assisted-by: AGENT:MODEL [TOOL]\n", {"c": "c\n"})
    for words in (["--base=main"], ["--commit=HEAD"]):
        assert call(CHECK, *words, cwd=repo.root).code == 0
        assert "commit-trailers/placeholder" in call(CHECK, *words, "--filled", cwd=repo.root).out


@pytest.mark.parametrize(("env", "colored"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_a_terminal_gets_colors_and_whole_words(repo: RepoBuilder, env: dict[str, str], colored: bool) -> None:
    repo.write({"msg": BAD.replace("Why.\n", "")})
    clean = {name: value for name, value in clean_environment().items() if name != "NO_COLOR"}
    command = [str(bin_folder() / CHECK), "--message-file=msg"]
    shown = _on_a_terminal(command, repo.root, {**clean, "TERM": "xterm", "COLUMNS": "50", **env})
    assert ("\x1b[1;31mFAIL" in shown) is colored
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown).splitlines()
    assert plain[0].startswith("FAIL  commit-trailers   1 message")
    assert max(len(line) for line in plain if "/" not in line) <= 50


def _on_a_terminal(command: list[str], cwd: Path, env: dict[str, str]) -> str:
    ours, theirs = os.openpty()
    process = subprocess.Popen(command, cwd=cwd, env=env, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown = b""
    with suppress(OSError):  # the terminal goes away with its last writer
        while data := os.read(ours, 65536):
            shown += data
    os.close(ours)
    assert process.wait(timeout=10) == 1
    return shown.decode()


@pytest.mark.parametrize("ending", ["atexit.register(print, 'called')", "weakref.finalize(OPEN, print, 'called')"])
def test_a_process_that_ends_calls_what_asked_for_it(repo: RepoBuilder, ending: str) -> None:
    code = f"import atexit, weakref; from checkers.cli import main\nclass Open: pass\nOPEN = Open(); {ending}\nmain()"
    argv = [sys.executable, "-c", code, "check", "commit-trailers", "--commit", "HEAD"]
    done = subprocess.run(argv, cwd=repo.root, env=clean_environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "called"
    assert done.stdout.startswith("ok    commit-trailers")
