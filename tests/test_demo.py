"""`make demo`: it shows a refusal, ends well when the refusal is the expected one, and badly when it is not."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from fixtures import demo
from tests.support.commands import bin_folder


def test_the_demo_shows_what_preflight_refuses_and_where_to_look(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert demo.main(["--bin", str(bin_folder()), str(tmp_path / "demo")]) == 0
    shown = capfd.readouterr().out
    own = [line.replace(str(tmp_path / "demo"), ".demo") for line in shown.splitlines() if "bin/" not in line]
    before, after = own.index("$ agent-preflight --base main"), own.index("  cd .demo")
    assert [line for line in own[:before] + own[after:] if len(line) > 80] == []
    assert sum(line.startswith("  ") for line in own[:before]) == 5
    assert "5 gates failed" in shown
    assert "attention-rung/unmarked-use" in shown
    assert shown.index("$ agent-preflight --base main") < shown.index("Where to look next")


def test_the_demo_names_commands_as_they_are_called_from_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bin").symlink_to(bin_folder())
    assert demo.main(["--bin", "bin", "demo"]) == 0
    shown = capfd.readouterr().out
    assert "  cd demo\n" in shown
    assert "  ../bin/redfirst explain attention-rung/unmarked-use\n" in shown


def test_a_second_demo_replaces_the_first(tmp_path: Path) -> None:
    argv = ["--bin", str(bin_folder()), str(tmp_path / "demo")]
    assert demo.main(argv) == 0
    (tmp_path / "demo" / "README.md").write_text("spoilt")
    assert demo.main(argv) == 0


def test_the_demo_does_not_replace_what_it_did_not_make(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").write_text("keep")
    assert demo.main(["--bin", str(bin_folder()), str(tmp_path)]) == 2
    assert (tmp_path / "mine").read_text() == "keep"
    assert "did not make" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("says", "complaint"),
    [
        ("print('no report'); sys.exit(2)", "no report"),
        (
            'print(\'{"tool": {}, "policy": {"sha256": ""}, "verdicts": []}\'); sys.exit(1)',
            "its findings are not those of",
        ),
    ],
)
def test_the_demo_fails_when_preflight_says_something_else(
    says: str, complaint: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    preflight = tmp_path / "bin" / "agent-preflight"
    preflight.parent.mkdir()
    preflight.write_text(f"#!{sys.executable}\nimport sys\n{says}\n")
    preflight.chmod(preflight.stat().st_mode | stat.S_IXUSR)
    assert demo.main(["--bin", str(preflight.parent), str(tmp_path / "demo")]) == 1
    assert complaint in capfd.readouterr().err
