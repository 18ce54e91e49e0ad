"""A policy's own gates, as real programs."""

from __future__ import annotations

import os
import sys
import time
import tracemalloc
from pathlib import Path

import pytest

from checkers.commands import LOG_LINE_CHARS, LOG_LINES, RULES, run_command
from checkers.model import Status, SubjectKind, Verdict
from checkers.policy.load import parse_policy
from checkers.policy.sections import Command
from tests.support.processes import living, mark_of, soon


def run(folder: Path, *argv: str, timeout_s: float = 20, skip_code: int = 77) -> Verdict:
    return run_command(Command("gate", argv, timeout_s, skip_code), folder)


def shell(folder: Path, script: str, *, timeout_s: float = 20, skip_code: int = 77) -> Verdict:
    return run(folder, "sh", "-c", script, timeout_s=timeout_s, skip_code=skip_code)


def message(verdict: Verdict) -> str:
    (finding,) = verdict.findings
    assert finding.rule == "command/failed"
    return finding.message


def test_exit_code_0_passes(tmp_path: Path) -> None:
    verdict = shell(tmp_path, "echo fine")
    assert (verdict.check, verdict.subject, verdict.status) == ("command/gate", SubjectKind.TREE, Status.PASS)
    assert verdict.population == {"commands": 1}
    assert not verdict.log
    assert verdict.seconds > 0


@pytest.mark.parametrize("code", [1, 2, 4, 76, 78, 126, 127, 255])
def test_any_other_exit_code_fails_and_shows_the_output(tmp_path: Path, code: int) -> None:
    verdict = shell(tmp_path, f"echo out; echo the reason >&2; exit {code}")
    assert verdict.status is Status.FAIL
    assert message(verdict) == f"gate failed: sh ended with exit code {code}; only 0 passes"
    assert verdict.log == ("out", "the reason")


def test_two_failing_commands_have_two_fingerprints(tmp_path: Path) -> None:
    verdicts = [run_command(Command(name, ("false",), 5, 77), tmp_path) for name in ("one", "two")]
    assert verdicts[0].findings[0].fingerprint != verdicts[1].findings[0].fingerprint


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo first; echo no device here; exit 77", "no device here"),
        ("echo no device here; echo; echo '  '; exit 77", "no device here"),
        ("printf '  padded  '; exit 77", "padded"),
        ("echo on standard error >&2; exit 77", "on standard error"),
        ("exit 77", "exit code 77 means skip, and nothing was said"),
    ],
)
def test_the_skip_code_skips_with_the_last_line_as_the_reason(tmp_path: Path, script: str, reason: str) -> None:
    verdict = shell(tmp_path, script)
    assert (verdict.status, verdict.reason, verdict.findings) == (Status.SKIP, reason, ())


def test_a_command_has_a_skip_code_of_its_own(tmp_path: Path) -> None:
    assert shell(tmp_path, "exit 3", skip_code=3).status is Status.SKIP
    assert shell(tmp_path, "exit 77", skip_code=3).status is Status.FAIL


def test_a_command_that_is_not_found_fails(tmp_path: Path) -> None:
    verdict = run(tmp_path, "no-such-program-anywhere")
    assert verdict.status is Status.FAIL
    assert message(verdict).endswith("failed: no-such-program-anywhere was not found")


def test_a_file_that_is_not_executable_fails(tmp_path: Path) -> None:
    (tmp_path / "gate.sh").write_text("exit 0\n")
    verdict = run(tmp_path, "./gate.sh")
    assert verdict.status is Status.FAIL
    assert "Permission denied" in message(verdict)


def test_a_command_runs_in_the_given_folder(tmp_path: Path) -> None:
    (tmp_path / "gate.sh").write_text("#!/bin/sh\ntest -f gate.sh\n")
    (tmp_path / "gate.sh").chmod(0o755)
    assert run(tmp_path, "./gate.sh").status is Status.PASS


def test_a_word_is_no_shell_text(tmp_path: Path) -> None:
    verdict = run(tmp_path, sys.executable, "-c", "import sys; print(sys.argv[1]); sys.exit(1)", "a; touch owned $(b)")
    assert verdict.log == ("a; touch owned $(b)",)
    assert not (tmp_path / "owned").exists()


def test_a_command_past_its_time_is_ended_with_its_children(tmp_path: Path) -> None:
    mark = mark_of(tmp_path)
    verdict = shell(tmp_path, f"echo begun; (sleep {mark}; true) & sleep {mark}", timeout_s=1)
    assert verdict.status is Status.FAIL
    assert "past its time of 1 s" in message(verdict)
    assert verdict.log == ("begun",)
    assert soon(lambda: not living(mark))


def test_a_command_that_will_not_end_is_killed(tmp_path: Path) -> None:
    verdict = shell(tmp_path, "trap '' TERM INT HUP; while :; do sleep 0.1; done", timeout_s=1)
    assert "past its time" in message(verdict)


def test_a_command_that_is_asked_to_end_may_say_why(tmp_path: Path) -> None:
    verdict = shell(tmp_path, "trap 'echo was in case 7; exit 1' TERM; while :; do sleep 0.05; done", timeout_s=1)
    assert "past its time" in message(verdict)
    assert verdict.log[-1] == "was in case 7"


@pytest.mark.parametrize("launch", ["sleep 60 &", "(sleep 60; true) &", "setsid sleep 60 &", "nohup sleep 60 &"])
def test_what_a_command_leaves_running_is_not_waited_for(tmp_path: Path, launch: str) -> None:
    began = time.monotonic()
    verdict = shell(tmp_path, f"{launch} echo done; exit 1")
    assert time.monotonic() - began < 30
    assert "done" in verdict.log


def test_a_command_that_closes_its_output_is_waited_for(tmp_path: Path) -> None:
    verdict = shell(tmp_path, "exec >&- 2>&-; sleep 0.2; exit 9")
    assert "exit code 9" in message(verdict)


def test_a_killed_command_fails_and_names_the_signal(tmp_path: Path) -> None:
    assert "signal 11" in message(shell(tmp_path, "kill -SEGV $$"))


def test_output_is_cut_to_the_last_lines_and_says_so(tmp_path: Path) -> None:
    verdict = shell(tmp_path, "seq 1 100000; exit 1")
    assert len(verdict.log) == LOG_LINES + 1
    assert verdict.log[0] == f"({100000 - LOG_LINES} earlier lines left out)"
    assert verdict.log[-1] == "100000"


def test_output_of_any_length_costs_no_memory(tmp_path: Path) -> None:
    program = "import sys\nfor _ in range(200): sys.stdout.write('x' * 1_000_000)\nsys.exit(1)"
    tracemalloc.start()
    try:
        verdict = run(tmp_path, sys.executable, "-c", program)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 20_000_000
    assert len(verdict.log) == 1
    assert len(verdict.log[0]) == LOG_LINE_CHARS + 3


def test_output_is_kept_as_text_whatever_its_bytes(tmp_path: Path) -> None:
    verdict = shell(tmp_path, r"printf '\377\033[2J::error::x\n\303\251'; exit 1")
    assert verdict.log == ("\udcff\x1b[2J::error::x", "é")


def test_a_command_has_no_input(tmp_path: Path) -> None:
    assert shell(tmp_path, 'test -z "$(cat)"').status is Status.PASS


def test_a_command_does_not_see_the_hook_s_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY"):
        monkeypatch.setenv(name, "/nowhere")
    monkeypatch.setenv("GATE_SETTING", "kept")
    verdict = shell(tmp_path, "env; exit 1")
    assert "GATE_SETTING=kept" in verdict.log
    assert not [line for line in verdict.log if line.endswith("=/nowhere")]
    assert os.environ["GIT_DIR"] == "/nowhere"


def test_a_missing_folder_is_said(tmp_path: Path) -> None:
    assert "was not started" in message(run(tmp_path / "gone", "true"))


def test_long_words_are_cut_in_what_is_shown(tmp_path: Path) -> None:
    verdict = run(tmp_path, "false", "x" * 5000)
    assert len(verdict.examined) < 300
    assert len(verdict.findings[0].help) < 400


def test_the_rule_s_examples_behave_as_they_say(tmp_path: Path) -> None:
    (page,) = RULES
    failing = parse_policy(page.failing.encode(), ".redfirst.yml").commands
    mended = parse_policy(page.mended.encode(), ".redfirst.yml").commands
    assert [run_command(command, tmp_path).status for command in failing] == [Status.FAIL]
    assert [run_command(command, tmp_path).status for command in mended] == [Status.PASS]
