"""Tables as their authors write them: what is read, and what is refused with file, line and key."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.mutation.model import (
    DeleteCall,
    Edit,
    Expectation,
    ExpectKind,
    Negate,
    Patch,
    Rename,
    Replace,
    ReportKind,
    ReportSource,
    RestoreBase,
    ReturnEarly,
    StubDisabled,
    Suite,
    TimeLimit,
)
from bot.mutation.table import load_table
from checkers.errors import PolicyError
from tests.bot.mutation.tables import EDIT, PATCH, PATH, SUITES, load, row, table

WHOLE = """\
version: 1
suites:
  seam:
    prepare: [[cmake, -S, ., -B, build], [cmake, --version]] # once per workspace
    build: [ninja, -C, build, test_seam]
    run: [build/tests/test_seam, -r=junit, -o=seam.xml]
    report: { junit: seam.xml }
    artifacts: [build/tests/test_seam]
    min_cases: 3
    timeout: 7x
mutations:
  - id: M1
    claim: the refusal is held
      by the capacity case
    suite: seam
    edits:
      - { file: src/step.cpp, find: "if (bytes > capacity_) throw", with: "if (false) throw", times: 2 }
    expect: { red: ["seam: capacity*"] }
  - id: M2
    claim: the production call site is what the case enters through
    suite: seam
    edits: [{ file: src/driver.cpp, delete_call: StageStepInputs, nth: 1 }]
    expect: { red: ["seam: reachability"], green_suites: [unit], only: false }
  - id: M3
    claim: the second download copies the same bytes
    suite: unit
    edits: [{ file: guard.py, patch: m3.diff }]
    expect: { green: true, reason: "both copies are of one unchanged buffer;  nothing can tell" }
"""
UNIT = Suite("unit", (), None, ("x",), ReportSource(ReportKind.EXIT_CODE, ""), (), 1, TimeLimit())


def refusal(document: Any, **given: Any) -> str:
    with pytest.raises(PolicyError) as caught:
        load(document, **given)
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_a_whole_table_is_read() -> None:
    read = load(WHOLE, beside={"m3.diff": PATCH}, policy={"unit": UNIT, "other": UNIT})
    assert (read.path, read.sha256) == (PATH, sha256(WHOLE.encode()).hexdigest())
    assert set(read.suites) == {"seam", "unit"}
    assert read.suites["seam"] == Suite(
        name="seam",
        prepare=(("cmake", "-S", ".", "-B", "build"), ("cmake", "--version")),
        build=("ninja", "-C", "build", "test_seam"),
        run=("build/tests/test_seam", "-r=junit", "-o=seam.xml"),
        report=ReportSource(ReportKind.JUNIT, "seam.xml"),
        artifacts=("build/tests/test_seam",),
        min_cases=3,
        timeout=TimeLimit(None, 7.0),
    )
    first, second, third = read.mutations
    assert (first.id, first.claim, first.line) == ("M1", "the refusal is held by the capacity case", 12)
    assert first.edits == (Replace("src/step.cpp", "if (bytes > capacity_) throw", "if (false) throw", 2),)
    assert first.expect == Expectation(ExpectKind.RED, ("seam: capacity*",))
    assert second.edits == (DeleteCall("src/driver.cpp", "StageStepInputs", 1),)
    assert second.expect == Expectation(ExpectKind.RED, ("seam: reachability",), only=False, green_suites=("unit",))
    assert third.edits == (Patch("guard.py", PATCH),)
    assert third.expect == Expectation(
        ExpectKind.GREEN, reason="both copies are of one unchanged buffer; nothing can tell"
    )


@pytest.mark.parametrize(
    ("document", "meant"),
    [
        ({"find": "a", "with": ""}, Replace("f.py", "a", "", 1)),
        ({"find": " ", "with": "\n", "times": 3}, Replace("f.py", " ", "\n", 3)),
        ({"delete_call": "vt::Foo"}, DeleteCall("f.py", "vt::Foo", 1)),
        ({"negate": "a > b", "nth": 2}, Negate("f.py", "a > b", 2)),
        ({"return_early": "f"}, ReturnEarly("f.py", "f", 1, None)),
        ({"return_early": "f", "nth": 2, "value": "-1"}, ReturnEarly("f.py", "f", 2, "-1")),
        ({"rename": {"from": "a", "to": "b"}}, Rename("f.py", "a", "b", 1, None)),
        ({"rename": {"from": "a", "to": "b"}, "nth": 2, "line": 9}, Rename("f.py", "a", "b", 2, 9)),
        ({"restore": "base"}, RestoreBase("f.py")),
        ({"stub": "disabled"}, StubDisabled("f.py")),
        ({"find": "a", "with": "b", "times": None}, Replace("f.py", "a", "b", 1)),
    ],
)
def test_each_kind_of_edit_is_read(document: dict[str, Any], meant: Edit) -> None:
    (mutation,) = load(table(row(edits=[{"file": "f.py", **document}]))).mutations
    assert mutation.edits == (meant,)


@pytest.mark.parametrize(
    ("document", "meant"),
    [
        ({"red": ["a", "b*"]}, Expectation(ExpectKind.RED, ("a", "b*"))),
        ({"red": ["a"], "only": True}, Expectation(ExpectKind.RED, ("a",))),
        ({"red": ["a"], "only": None}, Expectation(ExpectKind.RED, ("a",))),
        ({"red": ["a"], "only": False}, Expectation(ExpectKind.RED, ("a",), only=False)),
        ({"build": "fails"}, Expectation(ExpectKind.BUILD_FAILS)),
        ({"outcome": "timed-out"}, Expectation(ExpectKind.TIMED_OUT)),
        ({"outcome": "crashed"}, Expectation(ExpectKind.CRASHED)),
        (
            {"green": True, "reason": "r", "green_suites": ["unit"]},
            Expectation(ExpectKind.GREEN, reason="r", green_suites=("unit",)),
        ),
    ],
)
def test_each_kind_of_expectation_is_read(document: dict[str, Any], meant: Expectation) -> None:
    (mutation,) = load(table(row(suite="built", expect=document))).mutations
    assert mutation.expect == meant


@pytest.mark.parametrize(
    ("document", "meant"),
    [
        ({"timeout": 30}, TimeLimit(30.0, None)),
        ({"timeout": 0.5}, TimeLimit(0.5, None)),
        ({"timeout": "12x"}, TimeLimit(None, 12.0)),
        ({"timeout": None}, TimeLimit(None, 5.0)),
        ({}, TimeLimit(None, 5.0)),
    ],
)
def test_a_time_limit_is_seconds_or_a_factor(document: dict[str, Any], meant: TimeLimit) -> None:
    assert load(table(suites={"unit": {**SUITES["unit"], **document}})).suites["unit"].timeout == meant


@pytest.mark.parametrize(
    ("document", "meant"),
    [
        ("exit-code", ReportSource(ReportKind.EXIT_CODE, "")),
        ({"junit": "out/a.xml"}, ReportSource(ReportKind.JUNIT, "out/a.xml")),
        ({"junit": "stdout"}, ReportSource(ReportKind.JUNIT, "stdout")),
        ({"doctest-xml": "a.xml"}, ReportSource(ReportKind.DOCTEST_XML, "a.xml")),
        ({"gtest-json": "a.json"}, ReportSource(ReportKind.GTEST_JSON, "a.json")),
        ({"ctest-junit": "a.xml"}, ReportSource(ReportKind.CTEST_JUNIT, "a.xml")),
        ({"unittest": "stderr"}, ReportSource(ReportKind.UNITTEST, "stderr")),
        ({"tap": "stdout"}, ReportSource(ReportKind.TAP, "stdout")),
    ],
)
def test_each_kind_of_report_is_read(document: Any, meant: ReportSource) -> None:
    assert load(table(suites={"unit": {"run": ["x"], "report": document}})).suites["unit"].report == meant


def test_a_table_s_own_suite_comes_before_the_policy_s_of_that_name() -> None:
    assert load(table(), policy={"unit": UNIT}).suites["unit"].run == ("python3", "-m", "unittest")


def test_a_suite_of_the_policy_may_be_named_without_any_of_the_table_s_own() -> None:
    assert load(table(suites=None), policy={"unit": UNIT}).suites == {"unit": UNIT}


def test_a_suite_that_the_table_clears_is_the_policy_s() -> None:
    assert load(table(suites={"unit": None}), policy={"unit": UNIT}).suites == {"unit": UNIT}


INVALID_TABLES = {
    "nothing at all": ("", "is null; a mapping is allowed"),
    "no rows": ({"version": 1, "mutations": []}, "mutations has 0 items; 1 to 10000 are allowed"),
    "no key for rows": ({"version": 1, "suites": SUITES}, "mutations must be given; a list is allowed"),
    "another version": (table(version=2), "version is 2; 1 is allowed"),
    "an unknown key": (table(mutation=[]), "mutation is no key here; did you mean mutations?"),
    "an unknown suite": (
        table(row(suite="seem")),
        "mutations[0].suite names no suite: 'seem'; there are built, unit",
    ),
    "no suite anywhere": (
        table(suites={}),
        "mutations[0].suite names no suite: 'unit'; neither the table nor the policy has one",
    ),
    "two rows of one name": (table(row(), row()), "mutations[1] stands twice: M1"),
    "a suite that runs nothing": (
        table(suites={"unit": {"report": "exit-code"}}),
        "suites.unit.run must be given; a list is allowed",
    ),
    "a suite without a report": (table(suites={"unit": {"run": ["x"]}}), "suites.unit.report must be given; "),
    "a control without cases": (
        table(suites={"unit": {**SUITES["unit"], "min_cases": 0}}),
        "suites.unit.min_cases is 0; a whole number from 1 to 1000000 is allowed",
    ),
    "a report outside": (
        table(suites={"unit": {"run": ["x"], "report": {"junit": "../a.xml"}}}),
        "suites.unit.report.junit is '../a.xml': it leaves the repository; ",
    ),
    "an absolute report": (
        table(suites={"unit": {"run": ["x"], "report": {"junit": "/tmp/a.xml"}}}),
        "suites.unit.report.junit is '/tmp/a.xml': it is absolute; ",
    ),
    "a report without its place": (
        table(suites={"unit": {"run": ["x"], "report": "unittest"}}),
        "suites.unit.report is 'unittest'; exit-code or a mapping such as {tap: stdout}, of junit, ",
    ),
    "a report that is no word": (
        table(suites={"unit": {"run": ["x"], "report": 1}}),
        "suites.unit.report is a number; exit-code or a mapping such as {tap: stdout}, of junit, ",
    ),
    "two reports": (
        table(suites={"unit": {"run": ["x"], "report": {"junit": "a.xml", "tap": "stdout"}}}),
        "suites.unit.report.tap does not go with junit: one of junit, doctest-xml, ",
    ),
    "TAP in a file": (
        table(suites={"unit": {"run": ["x"], "report": {"tap": "out.tap"}}}),
        "suites.unit.report.tap is 'out.tap'; stderr or stdout is allowed",
    ),
    "an artifact outside": (
        table(suites={"unit": {**SUITES["unit"], "artifacts": ["../app"]}}),
        "suites.unit.artifacts[0] is '../app': it leaves the repository; ",
    ),
    "a time without a unit": (
        table(suites={"unit": {**SUITES["unit"], "timeout": "5"}}),
        "suites.unit.timeout is '5'; a factor such as 5x is allowed",
    ),
}


@pytest.mark.parametrize(("document", "reason"), INVALID_TABLES.values(), ids=INVALID_TABLES)
def test_an_invalid_table_is_refused(document: Any, reason: str) -> None:
    assert reason in refusal(document)


INVALID_ROWS: dict[str, tuple[dict[str, Any], str]] = {
    "no id": ({"id": None}, "id is null; a word without white space that does not begin with - is allowed"),
    "an id that is an option": ({"id": "-x"}, "id is '-x'; "),
    "an id of two words": ({"id": "a b"}, "id is 'a b'; "),
    "no claim": ({"claim": ""}, "claim is empty; a sentence is allowed"),
    "a blank claim": ({"claim": " \n "}, "claim is "),
    "no edit": ({"edits": []}, "edits has 0 items; 1 to 10000 are allowed"),
    "no expectation": ({"expect": {}}, "expect lacks what it says: one of red, green, build, outcome must be given"),
    "an empty red": ({"expect": {"red": []}}, "expect.red has 0 items; 1 to 10000 are allowed"),
    "a red that is no list": ({"expect": {"red": "*"}}, "expect.red is text; a list is allowed"),
    "a blank case": ({"expect": {"red": [" "]}}, "expect.red[0] is ' '; one line of text is allowed"),
    "a green without a reason": ({"expect": {"green": True}}, "expect.reason must be given; a reason is allowed"),
    "a green with a blank reason": ({"expect": {"green": True, "reason": " "}}, "expect.reason is ' '; a reason is"),
    "a green with no reason": ({"expect": {"green": True, "reason": None}}, "expect.reason is null; a reason is"),
    "a green that is none": ({"expect": {"green": False, "reason": "r"}}, "expect.green is false; true is allowed"),
    "a green in quotes": ({"expect": {"green": "yes", "reason": "r"}}, "expect.green is yes; true is allowed"),
    "red and green": (
        {"expect": {"red": ["*"], "green": True, "reason": "r"}},
        "expect.green does not go with red: one of red, green, build, outcome is allowed",
    ),
    "a red with a reason": ({"expect": {"red": ["*"], "reason": "r"}}, "expect.reason is no key here; "),
    "a build that works": ({"expect": {"build": "works"}}, "expect.build is 'works'; fails is allowed"),
    "no build to fail": ({"expect": {"build": "fails"}}, "expect.build cannot fail: suite unit has no build"),
    "another outcome": ({"expect": {"outcome": "inert"}}, "expect.outcome is 'inert'; timed-out or crashed is"),
    "an unknown green suite": (
        {"expect": {"red": ["*"], "green_suites": ["nuit"]}},
        "expect.green_suites[0] names no suite: 'nuit'; did you mean unit?",
    ),
    "its own suite as a green one": (
        {"expect": {"red": ["*"], "green_suites": ["built", "unit"]}},
        "expect.green_suites[1] is the row's own suite",
    ),
    "an unknown key": ({"suites": "unit"}, "suites is no key here; did you mean suite?"),
}


@pytest.mark.parametrize(("document", "reason"), INVALID_ROWS.values(), ids=INVALID_ROWS)
def test_an_invalid_row_is_refused(document: dict[str, Any], reason: str) -> None:
    assert f": mutations[0].{reason}" in refusal(table(row(**document)))


@pytest.mark.parametrize("key", ["id", "claim", "suite", "edits", "expect"])
def test_a_row_lacks_nothing(key: str) -> None:
    document = row()
    del document[key]
    assert f": mutations[0].{key} must be given; " in refusal(table(document))


INVALID_EDITS: dict[str, tuple[dict[str, Any], str]] = {
    "no file": ({"find": "a", "with": "b"}, "file must be given; "),
    "nothing to do": ({"file": "a"}, "lacks what it says: one of find, patch, delete_call, negate, "),
    "a misspelt kind": ({"file": "a", "fnd": "x", "with": "b"}, "fnd is no key here; did you mean find?"),
    "a kind of somebody's own": (
        {"file": "a", "replace": "x", "with": "b"},
        "replace is no key here; one of find, patch, delete_call, negate, return_early, rename, ",
    ),
    "two kinds": ({"file": "a", "find": "x", "with": "y", "negate": "z"}, "negate does not go with find: one of "),
    "no replacement": ({"file": "a", "find": "x"}, "with must be given; text is allowed"),
    "nothing to find": ({"file": "a", "find": "", "with": "x"}, "find is empty; a text of one character or more is"),
    "an unquoted word": (
        {"file": "a", "find": False, "with": "x"},
        "find is false; a text of one character or more is allowed; put it in quotes",
    ),
    "no times": ({"file": "a", "find": "x", "with": "y", "times": 0}, "times is 0; a whole number from 1 to 1000000"),
    "a key of another kind": ({"file": "a", "negate": "x", "times": 1}, "times is no key here; "),
    "no number": ({"file": "a", "delete_call": "f", "nth": 0}, "nth is 0; "),
    "half a rename": ({"file": "a", "rename": {"from": "x"}}, "rename.to must be given; "),
    "another base": ({"file": "a", "restore": "head"}, "restore is 'head'; base is allowed"),
    "another stub": ({"file": "a.py", "stub": "enabled"}, "stub is 'enabled'; disabled is allowed"),
    "a stub in another language": ({"file": "a.cpp", "stub": "disabled"}, "file is 'a.cpp'; a Python file within "),
    "outside": ({**EDIT, "file": "../a"}, "file is '../a': it leaves the repository; "),
    "outside by a detour": ({**EDIT, "file": "a/../../b"}, "file is 'a/../../b': it leaves the repository; "),
    "absolute": ({**EDIT, "file": "/etc/passwd"}, "file is '/etc/passwd': it is absolute; "),
    "a drive": ({**EDIT, "file": "C:a"}, "file is 'C:a': it is absolute; "),
    "a backslash": ({**EDIT, "file": "a\\b"}, "file is 'a\\b': folders are separated by /; "),
    "git's own": ({**EDIT, "file": ".git/config"}, "file is '.git/config': it lies in git's own folder; "),
    "git's own in capitals": ({**EDIT, "file": ".GIT/config"}, "file is '.GIT/config': it lies in git's own folder; "),
    "git's own further in": ({**EDIT, "file": "sub/.git/config"}, "it lies in git's own folder; "),
    "git's own with a dot": ({**EDIT, "file": ".git./config"}, "it lies in git's own folder; "),
    "git's own in short": ({**EDIT, "file": "GIT~1/config"}, "it lies in git's own folder; "),
    "the table itself": ({**EDIT, "file": PATH}, "file is the table itself, which no row may edit"),
    "no such patch": ({"file": "a", "patch": "m.diff"}, "patch names a file that does not lie beside the table"),
    "a patch from outside": ({"file": "a", "patch": "../m.diff"}, "patch is '../m.diff': it leaves the repository; "),
}


@pytest.mark.parametrize(("document", "reason"), INVALID_EDITS.values(), ids=INVALID_EDITS)
def test_an_invalid_edit_is_refused(document: dict[str, Any], reason: str) -> None:
    assert reason in refusal(table(row(edits=[EDIT, document]))).partition(": mutations[0].edits[1]")[2]


def test_a_refusal_names_file_line_and_key() -> None:
    document = WHOLE.replace('red: ["seam: reachability"]', "red: 3")
    assert (
        refusal(document, policy={"unit": UNIT}) == f"{PATH}:23: mutations[1].expect.red is a number; a list is allowed"
    )


@pytest.mark.parametrize(
    ("patch", "reason"),
    [
        ("", "m.diff:1: holds no hunk"),
        ("@@ -1 +1 @@\n-a\n", "m.diff:2: ends within a hunk"),
        ("\n" + PATCH.replace("guard", "other"), "m.diff:2: is a patch of another file than guard.py"),
        (PATCH + PATCH, "m.diff:6: changes a second file"),
    ],
)
def test_a_patch_that_cannot_be_one_is_refused_by_its_own_line(patch: str, reason: str) -> None:
    document = table(row(edits=[{"file": "guard.py", "patch": "m.diff"}]))
    assert refusal(document, beside={"m.diff": patch}).startswith(f"tests/mutations/{reason}")


@given(st.binary(max_size=200))
@settings(max_examples=100, deadline=None)
def test_no_bytes_crash_the_loader(data: bytes) -> None:
    with pytest.raises(PolicyError):
        load_table(data, PATH, lambda _name: None, {})


TEXTS = st.text(max_size=8)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), TEXTS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(["id", "claim", "suite", "edits", "expect"]), VALUES)
@settings(max_examples=100, deadline=None)
def test_no_value_in_a_row_crashes_the_loader(key: str, value: Any) -> None:
    try:
        load(table(row(**{key: value})))
    except PolicyError as error:
        assert str(error).startswith(PATH)
