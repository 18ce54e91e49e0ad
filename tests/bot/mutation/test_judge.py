"""The judge's outcomes, from plain values: what a run shows, and what it only seems to show."""

from __future__ import annotations

import pytest

from bot.mutation.judge import Attempt, Judgement, judge, not_applied, with_green_suites
from bot.mutation.model import (
    CaseResult,
    Colour,
    EndedBy,
    Execution,
    Expectation,
    ExpectKind,
    Outcome,
    SuiteResult,
)
from bot.mutation.names import colours, lost, matches, ran

GREEN, RED, SKIPPED = Colour.GREEN, Colour.RED, Colour.SKIPPED
RED_CAPACITY = Expectation(ExpectKind.RED, ("seam: capacity*",))
ANY_RED = Expectation(ExpectKind.RED, ("*",))
DECLARED_GREEN = Expectation(ExpectKind.GREEN, reason="nobody can tell")
BUILD_FAILS = Expectation(ExpectKind.BUILD_FAILS)
EXPECT_TIMEOUT = Expectation(ExpectKind.TIMED_OUT)
EXPECT_CRASH = Expectation(ExpectKind.CRASHED)
CAPACITY, REACH = "seam: capacity is refused", "seam: reachability"


def ended(code: int | None = 0, by: EndedBy = EndedBy.EXIT, detail: str = "") -> Execution:
    return Execution(("run",), by, code, 0.1, b"", b"", detail)


def results(given: dict[str, Colour], **more: object) -> SuiteResult:
    return SuiteResult(tuple(CaseResult(name, colour) for name, colour in given.items()), **more)  # type: ignore[arg-type]


def attempt(
    result: SuiteResult | None,
    run: Execution | None = None,
    build: Execution | None = None,
    artifacts: dict[str, str | None] | None = None,
    **more: object,
) -> Attempt:
    code = 1 if result and any(case.colour is RED for case in result.cases) else 0
    return Attempt(build, run or ended(code), result, artifacts or {}, **more)  # type: ignore[arg-type]


CONTROL = attempt(results({CAPACITY: GREEN, REACH: GREEN}, assertions=9))


def judged(expect: Expectation, mutated: Attempt, control: Attempt = CONTROL) -> Judgement:
    return judge(expect, control, mutated)


def test_exactly_the_expected_cases_red_is_detected() -> None:
    found = judged(RED_CAPACITY, attempt(results({CAPACITY: RED, REACH: GREEN})))
    assert (found.outcome, found.passes, found.red) == (Outcome.DETECTED, True, (CAPACITY,))
    assert found.reason == "1 of 2 red as claimed"


@pytest.mark.parametrize("expect", [ANY_RED, RED_CAPACITY, EXPECT_CRASH, EXPECT_TIMEOUT])
def test_green_where_red_was_expected_survives(expect: Expectation) -> None:
    found = judged(expect, CONTROL)
    assert (found.outcome, found.passes) == (Outcome.SURVIVED, False)


@pytest.mark.parametrize("given", [{CAPACITY: GREEN, REACH: GREEN}, {CAPACITY: GREEN, REACH: RED}])
def test_a_claim_that_names_no_case_of_the_control_says_so(given: dict[str, Colour]) -> None:
    """Such as a name that is not the whole one: nothing that holds the guard is looked at."""
    found = judged(Expectation(ExpectKind.RED, ("capacity is refused", "seam: cap*")), attempt(results(given)))
    assert found.reason.endswith('; the control has no "capacity is refused"')


def test_a_claim_that_names_a_case_of_the_control_is_not_called_unknown() -> None:
    assert "the control has no" not in judged(RED_CAPACITY, CONTROL).reason
    assert "the control has no" not in judged(RED_CAPACITY, attempt(results({CAPACITY: GREEN, REACH: RED}))).reason


def test_green_as_declared_is_accepted() -> None:
    found = judged(DECLARED_GREEN, CONTROL)
    assert (found.outcome, found.passes) == (Outcome.ACCEPTED, True)
    assert "nobody can tell" in found.reason


@pytest.mark.parametrize(
    ("given", "missing", "extra"),
    [
        ({CAPACITY: GREEN, REACH: RED}, ("seam: capacity*",), (REACH,)),
        ({CAPACITY: RED, REACH: RED}, (), (REACH,)),
        ({REACH: RED}, ("seam: capacity*",), (REACH,)),
        ({CAPACITY: SKIPPED, REACH: RED}, ("seam: capacity*",), (REACH,)),
        ({CAPACITY: RED, REACH: GREEN, "loader: failed": RED}, (), ("loader: failed",)),
    ],
)
def test_red_elsewhere_is_misplaced_and_names_both(
    given: dict[str, Colour], missing: tuple[str, ...], extra: tuple[str, ...]
) -> None:
    found = judged(RED_CAPACITY, attempt(results(given)))
    assert (found.outcome, found.passes) == (Outcome.MISPLACED, False)
    assert (found.missing, found.extra) == (missing, extra)
    assert all(f'"{name}"' in found.reason for name in (*missing, *extra))


def test_others_may_be_red_where_the_row_says_so() -> None:
    expect = Expectation(ExpectKind.RED, ("seam: capacity*",), only=False)
    assert judged(expect, attempt(results({CAPACITY: RED, REACH: RED}))).outcome is Outcome.DETECTED
    assert judged(expect, attempt(results({CAPACITY: GREEN, REACH: RED}))).outcome is Outcome.MISPLACED


@pytest.mark.parametrize("only", [True, False])
def test_a_case_that_the_control_lacks_satisfies_no_claim(only: bool) -> None:
    """A module that cannot be imported is red under a name of the loader's own."""
    mutated = attempt(results({"unittest.loader._FailedTest.test_g": RED}))
    found = judged(Expectation(ExpectKind.RED, ("*",), only=only), mutated)
    assert (found.outcome, found.missing) == (Outcome.MISPLACED, ("*",))


@pytest.mark.parametrize("before", [{CAPACITY: SKIPPED, REACH: GREEN}, {REACH: GREEN}])
def test_a_claimed_case_that_is_red_and_did_not_run_before_is_not_called_green(before: dict[str, Colour]) -> None:
    found = judged(RED_CAPACITY, attempt(results({CAPACITY: RED, REACH: GREEN})), attempt(results(before)))
    assert (found.outcome, found.missing) == (Outcome.MISPLACED, ("seam: capacity*",))
    assert found.reason == f'"{CAPACITY}" is red, and the control ran no such case'


def test_several_cases_have_a_verb_of_their_own() -> None:
    two = Expectation(ExpectKind.RED, ("seam: capacity*", "seam: r*"))
    other = ("x", "y")
    seen = attempt(results({CAPACITY: GREEN, REACH: GREEN} | dict.fromkeys(other, RED)))
    before = attempt(results({CAPACITY: GREEN, REACH: GREEN} | dict.fromkeys(other, GREEN)))
    assert judged(two, seen, before).reason == (
        '"seam: capacity*", "seam: r*" are not red; "x", "y" are red and not claimed'
    )
    assert '"x", "y" are red, and the control ran no such cases' in judged(two, seen).reason


def test_every_glob_must_be_met() -> None:
    expect = Expectation(ExpectKind.RED, ("seam: capacity*", "seam: r*"))
    assert judged(expect, attempt(results({CAPACITY: RED, REACH: RED}))).passes
    assert judged(expect, attempt(results({CAPACITY: RED, REACH: GREEN}))).missing == ("seam: r*",)


@pytest.mark.parametrize("expect", [DECLARED_GREEN, BUILD_FAILS, EXPECT_CRASH, EXPECT_TIMEOUT])
def test_red_where_something_else_was_claimed_is_misplaced(expect: Expectation) -> None:
    found = judged(expect, attempt(results({CAPACITY: RED, REACH: GREEN})))
    assert (found.outcome, found.passes, found.extra) == (Outcome.MISPLACED, False, (CAPACITY,))


def test_a_case_that_threw_is_red_whatever_the_runner_says() -> None:
    given = SuiteResult((CaseResult(CAPACITY, GREEN, threw=True), CaseResult(REACH, GREEN)))
    found = judged(RED_CAPACITY, Attempt(None, ended(0), given, {}))
    assert (found.outcome, found.red) == (Outcome.DETECTED, (CAPACITY,))


def test_a_red_case_is_red_though_the_runner_ends_with_zero() -> None:
    mutated = Attempt(None, ended(0), results({CAPACITY: RED, REACH: GREEN}), {})
    assert judged(RED_CAPACITY, mutated).outcome is Outcome.DETECTED


def test_a_detection_says_which_cases_did_not_run() -> None:
    found = judged(RED_CAPACITY, attempt(results({CAPACITY: RED})))
    assert (found.outcome, found.passes) == (Outcome.DETECTED, True)
    assert f'"{REACH}"' in found.reason


@pytest.mark.parametrize("expect", [ANY_RED, DECLARED_GREEN, BUILD_FAILS, EXPECT_CRASH])
@pytest.mark.parametrize(
    "given",
    [
        {},
        {CAPACITY: GREEN},
        {CAPACITY: SKIPPED, REACH: SKIPPED},
        {CAPACITY: GREEN, REACH: SKIPPED},
        {CAPACITY: GREEN, "another": GREEN},
    ],
)
def test_fewer_cases_without_a_red_are_vacuous(expect: Expectation, given: dict[str, Colour]) -> None:
    found = judged(expect, attempt(results(given)))
    assert (found.outcome, found.passes) == (Outcome.VACUOUS, False)


def test_a_name_that_ran_less_often_is_lost_too() -> None:
    twice = SuiteResult((CaseResult("a", GREEN), CaseResult("a", GREEN)))
    once = SuiteResult((CaseResult("a", GREEN),))
    assert judged(ANY_RED, attempt(once), attempt(twice)).outcome is Outcome.VACUOUS
    assert judged(ANY_RED, attempt(twice), attempt(once)).outcome is Outcome.SURVIVED


def test_cases_that_assert_nothing_any_more_are_vacuous() -> None:
    given = {CAPACITY: GREEN, REACH: GREEN}
    assert judged(ANY_RED, attempt(results(given, assertions=0))).outcome is Outcome.VACUOUS
    assert judged(ANY_RED, attempt(results(given, assertions=1))).outcome is Outcome.SURVIVED


@pytest.mark.parametrize("unread", ["", "left no report at seam.xml"])
def test_success_without_a_report_is_vacuous(unread: str) -> None:
    found = judged(DECLARED_GREEN, Attempt(None, ended(0), None, {}, unread))
    assert (found.outcome, found.passes) == (Outcome.VACUOUS, False)


def test_a_green_report_that_breaks_off_is_vacuous() -> None:
    given = results({CAPACITY: GREEN, REACH: GREEN}, complete=False)
    assert judged(DECLARED_GREEN, attempt(given)).outcome is Outcome.VACUOUS


@pytest.mark.parametrize(
    "build",
    [
        ended(1),
        ended(9, EndedBy.SIGNAL),
        ended(None, EndedBy.NOT_STARTED),
        ended(None, EndedBy.TIME),
        ended(None, EndedBy.OUTPUT),
    ],
)
@pytest.mark.parametrize("expect", [ANY_RED, DECLARED_GREEN, EXPECT_CRASH, EXPECT_TIMEOUT])
def test_what_was_not_built_proves_nothing(expect: Expectation, build: Execution) -> None:
    found = judged(expect, Attempt(build, None, None, {}))
    assert (found.outcome, found.passes) == (Outcome.UNBUILDABLE, False)


def test_a_build_that_had_to_fail_and_did_passes() -> None:
    found = judged(BUILD_FAILS, Attempt(ended(2), None, None, {}))
    assert (found.outcome, found.passes) == (Outcome.UNBUILDABLE, True)


@pytest.mark.parametrize("by", [EndedBy.SIGNAL, EndedBy.TIME, EndedBy.OUTPUT, EndedBy.NOT_STARTED])
def test_a_build_that_was_ended_from_outside_did_not_refuse(by: EndedBy) -> None:
    assert not judged(BUILD_FAILS, Attempt(ended(None, by), None, None, {})).passes


def test_a_build_that_had_to_fail_and_did_not_survives() -> None:
    found = judged(BUILD_FAILS, attempt(CONTROL.result, build=ended(0)))
    assert (found.outcome, found.passes) == (Outcome.SURVIVED, False)


@pytest.mark.parametrize("expect", [ANY_RED, DECLARED_GREEN, BUILD_FAILS])
def test_a_build_that_changed_no_artifact_is_inert(expect: Expectation) -> None:
    control = attempt(CONTROL.result, build=ended(0), artifacts={"app": "1", "lib": "2"})
    same = attempt(results({CAPACITY: RED, REACH: GREEN}), build=ended(0), artifacts={"app": "1", "lib": "2"})
    found = judge(expect, control, same)
    assert (found.outcome, found.passes) == (Outcome.INERT, False)
    assert "app, lib" in found.reason


def test_one_changed_artifact_is_enough() -> None:
    control = attempt(CONTROL.result, artifacts={"app": "1", "lib": "2"})
    mutated = attempt(results({CAPACITY: RED, REACH: GREEN}), artifacts={"app": "3", "lib": "2"})
    assert judge(RED_CAPACITY, control, mutated).outcome is Outcome.DETECTED


def test_an_artifact_that_is_gone_was_not_built() -> None:
    control = attempt(CONTROL.result, artifacts={"app": "1"})
    mutated = attempt(CONTROL.result, build=ended(0), artifacts={"app": None})
    found = judge(BUILD_FAILS, control, mutated)
    assert (found.outcome, found.passes) == (Outcome.UNBUILDABLE, False)
    assert "app" in found.reason


@pytest.mark.parametrize("expect", [ANY_RED, EXPECT_TIMEOUT])
def test_a_run_past_its_time_is_timed_out_whatever_it_reported(expect: Expectation) -> None:
    given = results({CAPACITY: RED, REACH: GREEN}, running="seam: loop", complete=False)
    found = judged(expect, Attempt(None, ended(None, EndedBy.TIME, "it was ended after 10 s"), given, {}))
    assert (found.outcome, found.passes) == (Outcome.TIMED_OUT, expect is EXPECT_TIMEOUT)
    assert '"seam: loop"' in found.reason


@pytest.mark.parametrize(
    "run",
    [ended(11, EndedBy.SIGNAL), ended(None, EndedBy.OUTPUT), ended(None, EndedBy.NOT_STARTED)],
)
@pytest.mark.parametrize("expect", [ANY_RED, DECLARED_GREEN, EXPECT_CRASH])
def test_a_run_that_did_not_end_by_itself_is_crashed(expect: Expectation, run: Execution) -> None:
    given = results({CAPACITY: RED, REACH: GREEN}, running=CAPACITY)
    found = judged(expect, Attempt(None, run, given, {}))
    assert (found.outcome, found.passes) == (Outcome.CRASHED, expect is EXPECT_CRASH)
    assert f'while "{CAPACITY}" ran' in found.reason


def test_a_failure_code_without_a_red_case_is_crashed() -> None:
    found = judged(DECLARED_GREEN, Attempt(None, ended(3), CONTROL.result, {}))
    assert found.outcome is Outcome.CRASHED
    assert "exit code 3" in found.reason


@pytest.mark.parametrize("given", [None, results({CAPACITY: RED}, complete=False), results({}, complete=False)])
def test_a_failure_code_without_a_whole_report_is_crashed(given: SuiteResult | None) -> None:
    assert judged(ANY_RED, Attempt(None, ended(1), given, {})).outcome is Outcome.CRASHED


def test_a_red_in_a_report_that_breaks_off_is_crashed_though_the_code_is_zero() -> None:
    given = results({CAPACITY: RED}, complete=False)
    assert judged(ANY_RED, Attempt(None, ended(0), given, {})).outcome is Outcome.CRASHED


@pytest.mark.parametrize("given", [None, results({"loader": RED}), results({CAPACITY: RED, REACH: RED})])
def test_a_file_that_is_no_program_any_more_proves_nothing(given: SuiteResult | None) -> None:
    found = judged(ANY_RED, Attempt(None, ended(1), given, {}, broken=("guard.py",)))
    assert (found.outcome, found.passes) == (Outcome.UNBUILDABLE, False)
    assert "guard.py" in found.reason


def test_a_broken_file_that_nothing_reads_leaves_the_run_green() -> None:
    found = judged(ANY_RED, Attempt(None, ended(0), CONTROL.result, {}, broken=("data.py",)))
    assert found.outcome is Outcome.SURVIVED


def test_an_edit_that_does_not_apply_says_why() -> None:
    found = not_applied("it stands there twice")
    assert (found.outcome, found.passes, found.reason) == (Outcome.NOT_APPLIED, False, "it stands there twice")


DETECTED = judged(RED_CAPACITY, attempt(results({CAPACITY: RED, REACH: GREEN})))
UNIT = attempt(results({"unit: a": GREEN, "unit: b": GREEN}))


def test_a_suite_that_stayed_green_changes_nothing() -> None:
    assert with_green_suites(DETECTED, {"unit": (UNIT, UNIT)}) == DETECTED


@pytest.mark.parametrize(
    ("mutated", "words"),
    [
        (attempt(results({"unit: a": RED, "unit: b": GREEN})), '"unit: a"'),
        (attempt(results({"unit: a": GREEN})), "1 of 2 cases"),
        (attempt(results({})), "no case ran"),
        (Attempt(None, ended(0), None, {}), "no report"),
        (Attempt(None, ended(1), UNIT.result, {}), "exit code 1"),
        (Attempt(None, ended(11, EndedBy.SIGNAL), UNIT.result, {}), "signal 11"),
        (Attempt(None, ended(None, EndedBy.TIME), None, {}), "past its time"),
        (Attempt(ended(1), None, None, {}), "build"),
    ],
)
def test_a_suite_that_did_not_stay_green_is_named(mutated: Attempt, words: str) -> None:
    found = with_green_suites(DETECTED, {"unit": (UNIT, mutated)})
    assert (found.outcome, found.passes) == (Outcome.MISPLACED, False)
    assert "unit" in found.reason
    assert words in found.reason


def test_a_row_that_does_not_pass_is_not_judged_by_other_suites() -> None:
    survived = judged(ANY_RED, CONTROL)
    assert with_green_suites(survived, {"unit": (UNIT, Attempt(ended(1), None, None, {}))}) == survived


@pytest.mark.parametrize(
    ("name", "glob", "fits"),
    [
        ("a.b.test_c", "*test_c", True),
        ("a.b.test_c", "test_c", False),
        ("a.b.test_c", "a.b.test_", False),
        ("Suite.Name/0", "Suite.*", True),
        ("path/with/slash", "*", True),
        ("test_x[1-2]", "test_x[1-2]", True),
        ("test_x1", "test_x[1-2]", True),
        ("two\nlines", "two*", True),
        ("Case", "case", False),
        ("ab", "a?", True),
    ],
)
def test_names_are_compared_whole_with_globs(name: str, glob: str, fits: bool) -> None:
    assert matches(name, glob) is fits


def test_a_name_is_as_red_as_its_reddest_case() -> None:
    given = SuiteResult(
        (CaseResult("a", GREEN), CaseResult("a", RED), CaseResult("b", SKIPPED), CaseResult("b", GREEN))
    )
    assert colours(given) == {"a": RED, "b": GREEN}
    assert ran(given) == {"a": 2, "b": 1}
    assert lost(given, SuiteResult(())) == ("a", "b")


def test_a_thousand_names_are_kept_and_all_are_counted() -> None:
    many = {f"case {number}": GREEN for number in range(3000)}
    found = judged(DECLARED_GREEN, attempt(results(dict.fromkeys(many, RED))), attempt(results(many)))
    assert len(found.red) == len(found.extra) == 1000
    assert "2997 more" in found.reason
