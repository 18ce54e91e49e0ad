"""Every parser against the output of its real runner, and against that output as it was recorded."""

from __future__ import annotations

import re

import pytest

from bot.mutation.model import SuiteResult
from bot.mutation.results import ReportMissing, ReportUnreadable, parse
from tests.bot.mutation.results.expectations import EXPECTED, NO_RECORDING
from tests.bot.mutation.results.outlines import outline, read_file, read_printed
from tests.bot.mutation.results.runners import RECORDED, SUITES, RunnerHarness

OF_OTHER_VERSIONS = sorted(path.name for path in RECORDED.glob("unittest-3.*"))


def _recording(scenario: str) -> str:
    runner, breaks = scenario.split(" ")
    return f"{runner}.{breaks}.{SUITES[runner].recording}"


def _run(harness: RunnerHarness, scenario: str) -> tuple[SuiteResult, bytes]:
    runner, breaks = scenario.split(" ")
    done, report = harness.run(runner, breaks)
    source = SUITES[runner].source
    data = {"stdout": done.stdout, "stderr": done.stderr}.get(source.place, report)
    assert data is not None
    return parse(source, done, lambda path: report), data


@pytest.mark.exhaustive
@pytest.mark.parametrize("scenario", EXPECTED)
def test_the_real_report_of_a_runner_is_read(
    harness: RunnerHarness, scenario: str, request: pytest.FixtureRequest
) -> None:
    result, data = _run(harness, scenario)
    if request.config.getoption("--bless"):
        (RECORDED / _recording(scenario)).write_bytes(_without_places(data))
    assert _ordered(scenario, outline(result)) == EXPECTED[scenario]


def _without_places(data: bytes) -> bytes:
    """A recording without what tells of the machine that it was made on."""
    data = re.sub(rb'hostname="(?!tbd)[^"]+"', b'hostname="here"', data)
    data = re.sub(rb'(File "|(?:name|binary)=")/[^"]*/', rb"\1", data)
    return re.sub(rb"(?<![\w.<])/(?:[^/ <>'\"\n]+/)+(?=[^/ <>'\"\n]+)", b"", data)


@pytest.mark.parametrize("scenario", EXPECTED)
def test_a_recorded_report_is_read(scenario: str) -> None:
    data = (RECORDED / _recording(scenario)).read_bytes()
    source = SUITES[scenario.split(" ")[0]].source
    kind = source.kind.value
    result = read_printed(kind, data, source.place) if source.place.startswith("std") else read_file(kind, data)
    assert _ordered(scenario, outline(result)) == EXPECTED[scenario]


@pytest.mark.parametrize("name", OF_OTHER_VERSIONS)
def test_the_forms_of_other_versions_of_python_are_read(name: str) -> None:
    scenario = f"unittest {name.split('.')[2]}"
    assert _ordered(scenario, outline(read_file("unittest", (RECORDED / name).read_bytes()))) == EXPECTED[scenario]


def _ordered(scenario: str, lines: list[str]) -> list[str]:
    """Before Python 3.11 what failed between the cases is named behind them; so order counts elsewhere only."""
    return sorted(lines) if scenario.startswith("unittest") else lines


def test_nothing_is_recorded_that_no_test_reads() -> None:
    recorded = {path.name for path in RECORDED.iterdir()}
    assert recorded == {_recording(scenario) for scenario in EXPECTED} | set(OF_OTHER_VERSIONS)


@pytest.mark.parametrize("scenario", NO_RECORDING)
def test_a_runner_that_was_ended_leaves_no_report(harness: RunnerHarness, scenario: str) -> None:
    with pytest.raises(ReportMissing, match=r"^left no report at report$"):
        _run_without_report(harness, scenario)


def _run_without_report(harness: RunnerHarness, scenario: str) -> SuiteResult:
    runner, breaks = scenario.split(" ")
    done, report = harness.run(runner, breaks)
    assert not done.succeeded
    return parse(SUITES[runner].source, done, lambda path: report)


@pytest.mark.parametrize(
    ("runner", "advice"),
    [("unittest-quiet", "unittest writes them with -v"), ("prove-quiet", "prove does with --verbose")],
)
def test_a_runner_that_names_no_case_is_refused_with_advice(harness: RunnerHarness, runner: str, advice: str) -> None:
    with pytest.raises(ReportUnreadable, match=advice):
        _run(harness, f"{runner} none")
