"""Exemptions: which sites a marker covers, and markers that are none."""

from __future__ import annotations

import pytest

from checkers.model import Status
from tests.checkers.device_leakage.trees import baseline, over_tree, policy, rules

GOOD = "DSR-ALLOW(A2-Q2b): the types exist only there"


@pytest.mark.parametrize(
    ("source", "exempt", "counted"),
    [
        (f"a = kCUDA; // {GOOD}", 1, 0),
        (f"/* {GOOD} */ a = kCUDA;", 1, 0),
        (f"a = kCUDA; b = kCUDA; // {GOOD}", 2, 0),
        (f"// {GOOD}\na = kCUDA;\nb = kCUDA;", 1, 1),
        (f"// {GOOD}\n// and goes on here\na = kCUDA;", 1, 0),
        (f"// {GOOD}\n//\n// about something else\na = kCUDA;", 1, 0),
        (f"/* {GOOD}\n * and goes on\n */\na = kCUDA;", 1, 0),
        (f"/* {GOOD}\n and goes on */ a = kCUDA;\nb = kCUDA;", 1, 1),
        (f"a = kCUDA; // {GOOD}\nb = kCUDA;", 1, 1),
        (f"a = 1; // {GOOD}\nb = kCUDA;", 1, 0),
        (f"// {GOOD}\n#ifdef VT_X\na = kCUDA;\n#endif", 1, 1),
        (f"#ifdef VT_X // {GOOD}\n#endif", 1, 0),
        (f"#if defined(VT_X) \\\n  || defined(VT_Y) // {GOOD}\n#endif", 1, 0),
        (f"// {GOOD}\n#include <cuda_runtime.h>", 1, 0),
        (f"// {GOOD}\r\na = kCUDA;\r\n", 1, 0),
        (f"// {GOOD}\n// DSR-ALLOW(B): another reason\na = kCUDA;", 1, 0),
        (f"a = kCUDA; // see the note: {GOOD}", 1, 0),
        (f"x; // {GOOD}\n\f\na = kCUDA;", 0, 1),
        (f"// {GOOD}\n\na = kCUDA;", 0, 1),
        (f'a = kCUDA; s = "// {GOOD}";', 0, 1),
        (f"// {GOOD.lower()}\na = kCUDA;", 0, 1),
        ("// X-DSR-ALLOW(A): b\na = kCUDA;", 0, 1),
        ("// about DSR-ALLOW markers\na = kCUDA;", 0, 1),
        ("// DSR-ALLOW(A):\n// the reason stands here\na = kCUDA;", 1, 0),
    ],
)
def test_a_marker_exempts_its_own_line_or_the_first_one_after_its_comment(
    source: str, exempt: int, counted: int
) -> None:
    population = over_tree({"src/a.cpp": source, **baseline()}).population
    assert (population["exempt"], population["total"]) == (exempt, counted)


@pytest.mark.parametrize(
    "marker",
    [
        "DSR-ALLOW(A2):",
        "DSR-ALLOW(A2)",
        "DSR-ALLOW: a reason",
        "DSR-ALLOW(): a reason",
        "DSR-ALLOW( ): a reason",
        "DSR-ALLOW",
        "DSR-ALLOW(A2) a reason",
        "DSR-ALLOW(A2: a reason",
        "DSR-ALLOW(A2): ---",
        "DSR-ALLOW(<row>): a reason",
        "DSR-ALLOW a reason",
    ],
)
def test_a_marker_without_a_row_or_a_reason_exempts_nothing(marker: str) -> None:
    verdict = over_tree({"src/a.cpp": f"a = kCUDA; // {marker}", **baseline(kcuda=1)})
    assert rules(verdict) == ["bad-marker"]
    assert verdict.findings[0].span is not None
    assert verdict.findings[0].span.column == 15
    assert verdict.population["exempt"] == 0


@pytest.mark.parametrize(
    "source", [f"// {GOOD}\nint x;", f"int x; // {GOOD}", f"// {GOOD}\n#ifndef VT_X\n#endif", f"// {GOOD}"]
)
def test_a_marker_that_exempts_nothing_is_dead(source: str) -> None:
    verdict = over_tree({"src/a.cpp": source, **baseline()})
    assert (rules(verdict), verdict.status) == (["(dead-marker)"], Status.PASS)


def test_exemptions_are_listed_on_every_run_with_row_and_reason() -> None:
    verdict = over_tree({"src/a.cpp": f"int x;\na = kCUDA; // {GOOD}\n", **baseline()})
    assert verdict.notes == ("exempt: src/a.cpp:2:5: kcuda: kCUDA; DSR-ALLOW(A2-Q2b): the types exist only there",)
    assert "1 exempt" in verdict.examined


@pytest.mark.parametrize(
    ("allowances", "files", "expected", "population"),
    [
        ("[{path: src/a.cpp, bucket: kcuda, count: any, reason: leg}]", {"src/a.cpp": "kCUDA kCUDA"}, [], (2, 0)),
        ("[{path: src/a.cpp, bucket: kcuda, count: 2, reason: leg}]", {"src/a.cpp": "kCUDA kCUDA"}, [], (2, 0)),
        (
            "[{path: src/a.cpp, bucket: kcuda, count: 2, reason: leg}]",
            {"src/a.cpp": "kCUDA"},
            ["stale-allowance"],
            (1, 0),
        ),
        (
            "[{path: src/a.cpp, bucket: kcuda, count: 1, reason: leg}]",
            {"src/a.cpp": "p.is_cuda()"},
            ["stale-allowance", "regression"],
            (0, 1),
        ),
        (
            "[{path: src/a.cpp, bucket: kcuda, count: any, reason: leg}]",
            {"src/b.cpp": ""},
            ["(stale-allowance)"],
            (0, 0),
        ),
        ("[{path: src/a.cpp, bucket: kcuda, count: 0, reason: leg}]", {"src/a.cpp": ""}, [], (0, 0)),
        (
            "[{path: src/a.cpp, bucket: kcuda, count: 1, reason: leg}]",
            {"src/a.cpp": f"a = kCUDA; // {GOOD}"},
            ["stale-allowance"],
            (0, 0),
        ),
    ],
)
def test_an_allowance_takes_its_number_off_and_holds_exactly(
    allowances: str, files: dict[str, str], expected: list[str], population: tuple[int, int]
) -> None:
    verdict = over_tree({**files, **baseline()}, policy(allowances))
    assert sorted(rules(verdict)) == sorted(expected)
    assert (verdict.population["allowed"], verdict.population["total"]) == population


def test_what_goes_beyond_an_allowance_is_counted() -> None:
    under = policy("[{path: src/a.cpp, bucket: kcuda, count: 1, reason: leg}]")
    verdict = over_tree({"src/a.cpp": "kCUDA kCUDA kCUDA", **baseline(kcuda=1)}, under)
    assert rules(verdict) == ["regression", "stale-allowance"]
    assert "kcuda 2 > 1" in verdict.findings[0].message
    assert "exactly 1" in verdict.findings[1].message
    assert "the file has 3" in verdict.findings[1].message


@pytest.mark.parametrize(
    "source",
    [
        'auto s = "open; kCUDA',
        "/* open\n a = kCUDA;",
        "'kCUDA",
        '/* open\n#include "vt/cuda/a.h"',
        "/* open\n#ifdef VT_X",
        "/* open\n p.is_cuda()",
        "#if 0\nkCUDA\n",
        "auto r = u8'kCUDA;",
    ],
)
def test_what_looks_like_a_site_in_unread_text_is_told(source: str) -> None:
    verdict = over_tree({"src/a.cpp": source, **baseline()})
    assert rules(verdict) == ["unread-code"]


@pytest.mark.parametrize(
    "source", ["/* kCUDA */", '"kCUDA"', "#if 0\nkCUDA\n#endif", "#error don't kCUDA", "if (false) kCUDA;"]
)
def test_what_was_read_and_is_no_site_is_not_told(source: str) -> None:
    assert over_tree({"src/a.cpp": source, **baseline()}).findings == ()


@pytest.mark.parametrize(
    ("source", "site"),
    [
        ("// DSR-ALLOW: no row\nint a;\n", "DSR-ALLOW: no row"),
        ("int a; // DSR-ALLOW(): no   row \n", "DSR-ALLOW(): no row"),
        ("/* DSR-ALLOW(R):\n * */ int a;\n", "DSR-ALLOW(R):"),
        ("/* DSR-ALLOW(R): covers nothing */ int a;\r\n", "DSR-ALLOW(R): covers nothing */"),
        (f"// {GOOD}\n", GOOD),
        ("// DSR-ALLOW: " + "x" * 900, "DSR-ALLOW: " + "x" * 389),
    ],
)
def test_the_site_of_a_marker_is_how_it_reads(source: str, site: str) -> None:
    (finding,) = over_tree({"src/a.cpp": source, **baseline()}).findings
    assert finding.site == site
