"""Every mistake that a user can make is one line on standard error, and exit code 2."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from checkers import cli
from tests.support.builder import RepoBuilder
from tests.support.commands import bin_folder
from tests.support.session import call, clean_environment

SUBJECTS = {
    "--staged": (),
    "--commit": ("HEAD",),
    "--base": ("main",),
    "--message-file": ("-",),
    "--commit-msg": ("msg",),
}
CHECKS = ("doc-checkpoint", "attention-rung", "device-leakage", "issue-index", "commit-trailers")


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> RepoBuilder:
    """A small repository that nothing in this module changes."""
    built = RepoBuilder(tmp_path_factory.mktemp("repo"))
    built.commit("base\n\nbody\n", {"a.txt": "a\n"})
    built.git("branch", "both")
    built.git("tag", "both")
    return built


def _error(repo: RepoBuilder, *words: str | Path, stdin: bytes = b"") -> str:
    program, *arguments = words
    return call(str(program), *arguments, cwd=repo.root, stdin=stdin).error


@pytest.mark.parametrize("program", [*(f"check-{check}" for check in CHECKS), "agent-preflight", "redfirst check"])
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--nonsense"], "--nonsense"),
        (["--format", "xml"], "'text', 'json', 'sarif', 'github', 'markdown'"),
        (["--color", "sometimes"], "'auto', 'always', 'never'"),
        (["--repo"], "--repo"),
        (["--sta"], "--sta"),
    ],
)
def test_an_option_that_is_none_or_has_no_such_value(
    repo: RepoBuilder, program: str, arguments: list[str], said: str
) -> None:
    error = _error(repo, *program.split(), *arguments)
    assert said in error
    assert f"{program} --help" in error


@pytest.mark.parametrize("first", SUBJECTS)
@pytest.mark.parametrize("second", SUBJECTS)
def test_two_subjects_are_refused(repo: RepoBuilder, first: str, second: str) -> None:
    if first == second:
        return
    error = _error(repo, "check-commit-trailers", first, *SUBJECTS[first], second, *SUBJECTS[second])
    assert first in error
    assert second in error


@pytest.mark.parametrize("option", ["--head", "--merge-into"])
def test_what_belongs_to_a_range_needs_one(repo: RepoBuilder, option: str) -> None:
    assert f"{option} belongs to a range" in _error(repo, "check-attention-rung", option, "main")


@pytest.mark.parametrize("option", ["--message-file", "--commit-msg"])
@pytest.mark.parametrize("check", CHECKS[:4])
def test_a_message_is_for_one_checker(repo: RepoBuilder, option: str, check: str) -> None:
    error = _error(repo, f"check-{check}", option, "a.txt")
    assert option in error
    assert check in error
    assert error.endswith("it is for commit-trailers")


def test_messages_are_not_judged_on_the_index(repo: RepoBuilder) -> None:
    assert "--staged names nothing that commit-trailers can judge" in _error(repo, "check-commit-trailers", "--staged")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["redfirst", "frobnicate"], "frobnicate is no command; there are check, explain"),
        (["redfirst", "check", "frobnicate"], "frobnicate is no checker; there are doc-checkpoint"),
        (["redfirst", "check", "--report"], "--report belongs to device-leakage"),
        (["redfirst", "check", "--repair"], "--repair belongs to issue-index"),
        (["redfirst", "check", "device-leakage", "issue-index", "--list"], "--list belongs to device-leakage"),
        (["check-device-leakage", "--report", "--write-baseline"], "--report and --write-baseline"),
        (["check-device-leakage", "--write-baseline", "--staged"], "leave --staged out"),
        (["check-issue-index", "--repair", "--base", "main"], "leave --base out"),
        (["check-issue-index", "--repair", "--format", "json"], "leave --format json out"),
        (["check-issue-index", "--onto", "main"], "--onto belongs to --repair"),
        (["check-doc-checkpoint", "--judge", "all"], "'commits', 'squash', 'both'"),
        (["agent-preflight", "--commit", "HEAD"], "--commit"),
        (["check-attention-rung", "--filled"], "--filled"),
    ],
)
def test_words_that_do_not_go_together(repo: RepoBuilder, arguments: list[str], said: str) -> None:
    assert said in _error(repo, *arguments)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["redfirst", "chekc"], "chekc is no command; did you mean redfirst check?"),
        (["redfirst", "mutat"], "mutat is no command; did you mean redfirst mutate?"),
        (["redfirst", "attention-rung"], "attention-rung is no command; did you mean redfirst check attention-rung?"),
        (["redfirst", "help"], "help is no command; did you mean redfirst --help?"),
        (["redfirst", "preflight"], "preflight is no command; did you mean agent-preflight?"),
        (["redfirst", "check-issue-indx"], "check-issue-indx is no command; did you mean check-issue-index?"),
        (["redfirst", "check", "device-leak"], "device-leak is no checker; did you mean device-leakage?"),
        (["redfirst", "check", "issue_index"], "issue_index is no checker; did you mean issue-index?"),
        (["redfirst", "check", "--stagd"], "--stagd; did you mean --staged? redfirst check --help lists the options"),
        (["check-issue-index", "--bsae=main"], "did you mean --base? check-issue-index --help lists the options"),
        (["agent-preflight", "main", "--no-command"], "did you mean --no-commands?"),
        (["redfirst", "mutate", "--worktre"], "did you mean --worktree?"),
        (["redfirst", "init", "--dryrun"], "did you mean --dry-run?"),
        (["redfirst", "explain", "--foo"], "--foo; redfirst explain --help lists the options"),
    ],
)
def test_what_was_meant_is_asked_where_it_is_close(repo: RepoBuilder, arguments: list[str], said: str) -> None:
    assert said in _error(repo, *arguments)


@pytest.mark.parametrize(
    ("revision", "said"),
    [
        ("origin/main", "origin/main does not name a commit here; fetch it, or name the base with --base"),
        ("--output=owned", "begins with a dash"),
        ("both", "names both a branch and a tag"),
        ("HEAD:a.txt", "names a blob"),
        ("HEAD^{tree}", "names a tree"),
        ("main..main", "names a range"),
        ("", "empty"),
        ("a\nb", "control character"),
    ],
)
@pytest.mark.parametrize("option", ["--base", "--head", "--commit", "--merge-into"])
def test_a_revision_that_is_not_one_commit(repo: RepoBuilder, option: str, revision: str, said: str) -> None:
    base = [] if option in ("--base", "--commit") else ["--base=main"]
    error = _error(repo, "check-issue-index", *base, f"{option}={revision}")
    assert said.split(";")[0] in error
    if option == "--base":
        assert said in error
    assert not (repo.root / "owned").exists()


def test_a_base_that_preflight_was_told_must_resolve(repo: RepoBuilder) -> None:
    assert "origin/main does not name a commit here" in _error(repo, "agent-preflight", "--base", "origin/main")


@pytest.mark.parametrize("option", ["--message-file", "--commit-msg", "--policy"])
@pytest.mark.parametrize(
    ("name", "said"), [("missing", "No such file"), (".git", "Is a directory"), ("nul\0", "null byte")]
)
def test_a_file_that_cannot_be_read(repo: RepoBuilder, option: str, name: str, said: str) -> None:
    error = _error(repo, "check-commit-trailers", f"{option}={name}")
    assert error.startswith(f"{option} {name.rstrip(chr(0))}")
    assert said in error


def test_a_message_over_the_limit_is_refused(repo: RepoBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checkers.messages.MOST_BYTES", 1024 * 1024)
    error = _error(repo, "check-commit-trailers", "--message-file", "-", stdin=b"x" * (1024 * 1024 + 1))
    assert error == "--message-file - is over 1 MiB; name the message's own file"


def test_a_policy_that_is_invalid_names_its_file_line_and_key(repo: RepoBuilder, tmp_path: Path) -> None:
    policy = tmp_path / "p.yml"
    policy.write_text("version: 1\nattention_rung:\n  sourcs: []\n")
    error = _error(repo, "check-commit-trailers", "--message-file=-", "--policy", policy)
    assert error.startswith(f"{policy}:3: attention_rung.sourcs")


def test_a_policy_without_the_section_judges_nothing(repo: RepoBuilder, tmp_path: Path) -> None:
    policy = tmp_path / "p.yml"
    policy.write_text("version: 1\nextends: none\n")
    for words in (["check-attention-rung"], ["redfirst", "check"], ["agent-preflight"]):
        assert "nothing was judged" in _error(repo, *words, "--policy", policy)


def test_a_folder_without_a_repository_is_named(tmp_path: Path) -> None:
    outcome = call("check-attention-rung", cwd=tmp_path, env={"GIT_CEILING_DIRECTORIES": str(tmp_path.parent)})
    assert "is not in a git repository; name one with --repo DIR" in outcome.error
    assert "no-such" in call("check-attention-rung", "--repo", "no-such", cwd=tmp_path).error


def test_a_bare_repository_needs_a_subject(repo: RepoBuilder, tmp_path: Path) -> None:
    repo.git("clone", "-q", "--bare", ".", str(tmp_path / "bare"))
    for program in ("check-attention-rung", "agent-preflight", "check-commit-trailers"):
        error = call(program, cwd=tmp_path / "bare").error
        assert "--commit" in error
        assert "--base" in error


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (".", "is a folder"),
        ("no/such/folder/report", "No such file"),
        ("a.txt/report", "Not a directory"),
        ("nul\0", "null byte"),
    ],
)
def test_an_output_that_cannot_be_written(repo: RepoBuilder, name: str, said: str) -> None:
    before = sorted(repo.root.iterdir())
    error = _error(repo, "check-commit-trailers", "--base=main", "--output", name)
    assert error.startswith("--output ")
    assert said in error
    assert sorted(repo.root.iterdir()) == before


def test_hostile_words_cannot_act_in_an_error(repo: RepoBuilder) -> None:
    error = _error(repo, "check-commit-trailers", "--base=x\x1b[2J\u202e\udcff")
    assert error.isprintable()
    assert "\\x1b[2J\\u202e\\xff" in error


def test_an_error_can_be_printed_in_ascii(repo: RepoBuilder) -> None:
    outcome = call("check-commit-trailers", "--base=naïve", cwd=repo.root, encoding="ascii")
    assert "na\\xefve" in outcome.error


def test_an_unforeseen_error_is_one_line_too(repo: RepoBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> int:
        raise ZeroDivisionError("one\ntwo")

    monkeypatch.setitem(cli.COMMANDS, "check", cli.COMMANDS["check"]._replace(run=broken))
    error = _error(repo, "redfirst", "check")
    assert error == "internal error: ZeroDivisionError: one\\ntwo; REDFIRST_DEBUG=1 shows where"
    debugged = call("redfirst", "check", cwd=repo.root, env={"REDFIRST_DEBUG": "1"})
    assert debugged.code == 2
    assert "Traceback" in debugged.err


def test_an_interruption_ends_without_a_traceback(repo: RepoBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setitem(cli.COMMANDS, "check", cli.COMMANDS["check"]._replace(run=interrupted))
    outcome = call("redfirst", "check", cwd=repo.root)
    assert (outcome.code, outcome.err) == (130, "redfirst: interrupted\n")


def test_a_reader_that_goes_away_is_no_error(repo: RepoBuilder) -> None:
    program = "import sys; from checkers.cli import main; sys.exit(main())"
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-c", program, "check", "commit-trailers", "--base=main", "--format=json"],
        cwd=repo.root, env=clean_environment(), stdout=writing, stderr=subprocess.PIPE, check=False,
    )  # fmt: skip
    os.close(writing)
    assert done.stderr == b""
    assert done.returncode == 141


@pytest.mark.parametrize(
    ("redirection", "said"),
    [
        (">/dev/full", "standard output cannot be written: No space left on device"),
        (">&-", "standard output is closed; write the report with --output FILE"),
    ],
)
@pytest.mark.parametrize("command", ["check-commit-trailers --base=main", "redfirst --version", "redfirst --help"])
def test_an_output_stream_that_takes_nothing(repo: RepoBuilder, command: str, redirection: str, said: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{bin_folder()}/{command} {redirection}"],
        cwd=repo.root, env=clean_environment(), stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, f"redfirst: {said}\n")


def test_an_error_without_a_stream_for_errors_is_still_exit_two(repo: RepoBuilder) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{bin_folder()}/check-commit-trailers --base=nowhere 2>&-"],
        cwd=repo.root, env=clean_environment(), stdout=subprocess.PIPE, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, b"")


def test_help_that_cannot_be_written_is_an_error(repo: RepoBuilder) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{bin_folder()}/check-commit-trailers --help >/dev/full"],
        cwd=repo.root, env=clean_environment(), stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("command", "redirection", "code"),
    [
        ("redfirst nonsense", "2>/dev/full", 2),
        ("check-commit-trailers --base=nowhere", "2>/dev/full", 2),
        ("check-device-leakage --list --format json --output /dev/null", "2>/dev/full", 0),
        ("check-device-leakage --list --format json --output /dev/null", "2>&-", 0),
    ],
)
def test_errors_that_nobody_can_read_leave_the_exit_code_as_it_is(
    repo: RepoBuilder, command: str, redirection: str, code: int
) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{bin_folder()}/{command} {redirection}"], cwd=repo.root, env=clean_environment(), check=False
    )
    assert done.returncode == code


@pytest.mark.parametrize("command", ["check-commit-trailers --help", "check-commit-trailers --version"])
def test_help_without_a_stream_for_it_is_an_error(repo: RepoBuilder, command: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{bin_folder()}/{command} >&-"],
        cwd=repo.root, env=clean_environment(), stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    said = "redfirst: standard output is closed; write the report with --output FILE\n"
    assert (done.returncode, done.stderr) == (2, said)


def test_a_message_on_an_input_that_is_closed(repo: RepoBuilder) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{bin_folder()}/check-commit-trailers --message-file - <&-"],
        cwd=repo.root, env=clean_environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    said = "redfirst: --message-file - cannot be read: standard input is closed\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


@pytest.mark.parametrize("words", [["check"], ["demo"], ["demo", "x"], ["demo", "/dev/null/x"], ["init", "--dry-run"]])
def test_a_current_folder_that_is_gone(words: list[str], tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    done = subprocess.run(
        ["sh", "-c", 'rmdir "$0" && exec "$@"', str(gone), str(bin_folder() / "redfirst"), *words],
        cwd=gone, env=clean_environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "internal error" not in done.stderr
