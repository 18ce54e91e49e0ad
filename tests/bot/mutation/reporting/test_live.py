"""Progress on a terminal: what is drawn, and that all of it is taken away again."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.mutation.reporting.live import LiveProgress, PlainProgress
from checkers.output.escaping import display_width
from tests.bot.mutation.reporting.samples import CONTROL, DETECTED, HOSTILE
from tests.support.processes import soon


def _drawn(capfd: pytest.CaptureFixture[str], live: LiveProgress) -> str:
    """What is drawn once all has been told, and what takes it away."""
    capfd.readouterr()
    shown: list[str] = []
    assert soon(lambda: shown.append(capfd.readouterr().err) or shown[-1])
    live.close()
    return "".join(shown) + capfd.readouterr().err


def test_rows_are_drawn_with_what_is_left(capfd: pytest.CaptureFixture[str]) -> None:
    live = LiveProgress()
    live.table("seam.yml", ["M1", "M2", "M3"])
    live.phase("control seam", "build")
    live.control(CONTROL)
    live.row(DETECTED)
    live.phase("M2", "build")
    shown = _drawn(capfd, live)
    assert "seam.yml\n" in shown
    assert "  control green: 7 cases" in shown
    assert "  M1  detected" in shown
    assert re.search(r"  M2  running     build +\d s +2 rows left, about 13 s\n", shown)
    assert "control seam" not in shown


def test_rows_that_nobody_counted_are_not_said_to_be_none(capfd: pytest.CaptureFixture[str]) -> None:
    plain = PlainProgress()
    plain.table("unit", ())
    plain.row(DETECTED)
    assert capfd.readouterr().err.startswith("unit\n")
    live = LiveProgress()
    live.table("unit", ())
    live.row(DETECTED)
    live.phase("unit at 0123abcde", "run")
    assert re.search(r"  unit at 0123abcde  running     run +\d s\n", _drawn(capfd, live))


def test_what_is_counted_has_its_name(capfd: pytest.CaptureFixture[str]) -> None:
    plain = PlainProgress()
    plain.table("unit", ["a", "b"], "case")
    plain.row(DETECTED)
    assert capfd.readouterr().err.startswith("unit   2 cases\n")


def test_rows_stand_below_each_other(capfd: pytest.CaptureFixture[str]) -> None:
    names = ["M1", "a longer name", "表"]
    for listener in (PlainProgress(), LiveProgress()):
        listener.table("seam.yml", names)
        for name in names:
            listener.row(replace(DETECTED, id=name))
        shown = _drawn(capfd, listener) if isinstance(listener, LiveProgress) else capfd.readouterr().err
        rows = [line for line in shown.splitlines() if "  detected  " in line]
        assert len(rows) == 3
        assert len({display_width(line.partition("  detected  ")[0]) for line in rows}) == 1


def test_all_lines_are_taken_away(capfd: pytest.CaptureFixture[str]) -> None:
    live = LiveProgress()
    live.table("seam.yml", ["M1"])
    live.phase("M1", "run")
    shown = _drawn(capfd, live)
    assert shown.endswith("\x1b[2A\x1b[J")


def test_a_name_cannot_leave_its_line(capfd: pytest.CaptureFixture[str]) -> None:
    live = LiveProgress()
    live.table("".join(HOSTILE), HOSTILE)
    for name in HOSTILE:
        live.phase(name, "run")
    shown = re.sub(r"\x1b\[\d+A\x1b\[J", "", _drawn(capfd, live))
    assert len(shown.splitlines()) == 1 + len(HOSTILE)
    assert all(line.isprintable() and len(line) < 80 for line in shown.splitlines())
