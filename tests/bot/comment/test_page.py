"""The comment's order: the state in one line, the gates, what to do, then folds that name what is red in them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.comment import Urls, render, state_in_words
from bot.comment.page import SMALLEST
from bot.comment.supersede import ROOM, current, superseded
from bot.mutation.model import Outcome
from bot.mutation.report import CaseOutcome, MutationReport, Shard, TableOutcome
from bot.triage.model import CheckState, CheckTriage, TriageReport
from bot.verdict.model import PullRequestVerdict, RunIdentity
from checkers.model import Verdict
from tests.bot.comment import samples as s
from tests.bot.comment.everywhere import comment, everywhere
from tests.support.github_markdown import rendered

GREEN = s.judged(s.DOCUMENTS, s.ATTENTION)
URLS_OF_NEWER = f"{s.FORGE}/commit/{s.NEWER}"
RED = s.judged(s.DOCUMENTS, s.UNMARKED_ATTENTION, s.NO_INDEX)
VOID = s.mutations(s.table(outcome=TableOutcome.VOID, reason="the control of unit is not green"))


def _summaries(markdown: str) -> list[str]:
    """The titles of all folds, as they are read."""
    page = rendered(markdown)
    titles = re.findall(r"<summary>(.*?)</summary>", page.html)
    return [rendered(title).text.strip() for title in titles]


def _triage(*states: CheckState, **more: object) -> TriageReport:
    checks = tuple(CheckTriage(f"job {number}", state, "why") for number, state in enumerate(states))
    return replace(s.TRIAGE, checks=checks, **more)  # type: ignore[arg-type]


def test_the_first_line_says_state_commit_moment_and_run() -> None:
    first = render(RED).splitlines()[0]
    assert first == (
        "**redfirst: 1 of 3 gates failed, 1 did not run** · judged `7a39091` on 2026-11-29 17:04 UTC · run 81.2"
    )


def test_commit_and_run_are_links_where_there_is_an_address() -> None:
    first = render(RED, urls=s.URLS).splitlines()[0]
    assert f"[`7a39091`]({s.FORGE}/commit/{s.HEAD})" in first
    assert first.endswith(f"[run 81.2]({s.URLS.run})")


@pytest.mark.parametrize(
    ("run", "end"),
    [
        (RunIdentity(), "on 2026-11-29 17:04 UTC"),
        (RunIdentity(81), "· run 81"),
        (RunIdentity(81, 1), "· run 81.1"),
        (RunIdentity(None, 1), "on 2026-11-29 17:04 UTC"),
    ],
)
def test_the_run_is_named_as_far_as_it_is_known(run: RunIdentity, end: str) -> None:
    assert render(replace(RED, run=run)).splitlines()[0].endswith(end)


def test_a_moment_of_another_form_is_shown_as_it_is() -> None:
    assert "on yesterday &#42;\\n" not in render(replace(RED, judged_at="yesterday *\n"))
    assert "on yesterday &#42;&#92;n" in render(replace(RED, judged_at="yesterday *\n"))


def _prove(*rows: tuple[CaseOutcome, bool]) -> MutationReport:
    cases = [replace(s.PROVEN, id=f"case {n}", outcome=outcome, passes=ok) for n, (outcome, ok) in enumerate(rows)]
    return s.mutations(s.table(*cases, file="unit"), command="prove")


@pytest.mark.parametrize(
    ("reports", "words"),
    [
        ((), "both gates passed"),
        ((s.mutations(s.table(s.DETECTED)),), "both gates passed"),
        ((s.SEAM,), "both gates passed; 1 of 7 mutation rows failed"),
        ((s.mutations(s.table(s.SURVIVED)),), "both gates passed; the one mutation row failed"),
        ((s.mutations(s.table(s.SURVIVED, s.SURVIVED)),), "both gates passed; both mutation rows failed"),
        ((s.mutations(s.table(*[s.SURVIVED] * 3)),), "both gates passed; all 3 mutation rows failed"),
        ((VOID,), "both gates passed; 1 mutation table is void"),
        ((s.SEAM, VOID, VOID), "both gates passed; 1 of 7 mutation rows failed; 2 mutation tables are void"),
        ((s.mutations(s.table(s.DETECTED, outcome=TableOutcome.FAIL)),), "both gates passed; 1 mutation table failed"),
        ((s.mutations(),), "both gates passed; no mutation row was judged"),
        ((s.PROOF,), "both gates passed; 1 of 2 test cases is not proven"),
        ((_prove(*[(CaseOutcome.UNPROVEN, False)] * 1),), "both gates passed; the one test case is not proven"),
        ((_prove(*[(CaseOutcome.UNPROVEN, False)] * 2),), "both gates passed; neither test case is proven"),
        ((_prove(*[(CaseOutcome.UNPROVEN, False)] * 3),), "both gates passed; none of the 3 test cases is proven"),
        (
            (_prove((CaseOutcome.PROVEN, True), *[(CaseOutcome.BROKEN, False)] * 2),),
            "both gates passed; 2 of 3 test cases are not proven",
        ),
        ((s.mutations(command="prove"),), "both gates passed; no test case was judged"),
        ((replace(VOID, command="prove"),), "both gates passed; 1 proof is void"),
        ((_prove((CaseOutcome.PROVEN, True)),), "both gates passed"),
    ],
)
def test_what_is_red_in_a_table_is_said_in_the_first_line(reports: tuple[MutationReport, ...], words: str) -> None:
    verdict = replace(GREEN, mutations=reports)
    assert state_in_words(verdict) == words
    assert render(verdict).startswith(f"**redfirst: {words}** · ")
    assert (words == "both gates passed") is verdict.green


@pytest.mark.parametrize(
    ("states", "words"),
    [
        ((CheckState.PASSED, CheckState.INHERITED, CheckState.PENDING), "both gates passed"),
        ((CheckState.CAUSED,), "both gates passed; 1 other check fails because of this branch"),
        ((CheckState.CAUSED, CheckState.NEW_FAILURE), "both gates passed; 2 other checks fail because of this branch"),
    ],
)
def test_what_the_branch_broke_elsewhere_is_said_in_the_first_line(states: tuple[CheckState, ...], words: str) -> None:
    assert state_in_words(GREEN, _triage(*states)) == words


NOT_JUDGED = s.judged(s.not_run("judge", s._RANGE, "a.yml:3: x.y is no key here; did you mean *z*?"))


def test_a_head_that_could_not_be_judged_says_so_first_and_then_why() -> None:
    lines = render(NOT_JUDGED).splitlines()
    assert lines[0] == (
        "**redfirst: not judged, the judge ended with an error** · tried `7a39091` on 2026-11-29 17:04 UTC · run 81.2"
    )
    assert "| ⏭ | judge | nothing | not run: a.yml:3: x.y is no key here; did you mean &#42;z&#42;? |" in lines
    assert rendered(lines[-1]).text.strip() == "redfirst 0.1.0 · 3e5d2f3..7a39091"


def test_what_was_not_judged_reads_well_when_it_is_superseded() -> None:
    first = render(NOT_JUDGED, superseded_by=s.NEWER).splitlines()[0]
    assert "which has no verdict yet · was **not judged, the judge ended with an error** · tried `7a39091`" in first


@pytest.mark.parametrize(
    ("gates", "is_judged"),
    [((), False), ((s.ATTENTION,), True), ((s.NO_INDEX,), True), ((s.ATTENTION, NOT_JUDGED.report.verdicts[0]), True)],
)
def test_what_no_gate_looked_at_was_not_judged(gates: tuple[Verdict, ...], is_judged: bool) -> None:
    verdict = s.judged(*gates)
    assert verdict.is_judged is is_judged
    assert (state_in_words(verdict).startswith("not judged, ")) is not is_judged


def test_superseded_comes_first_and_what_was_found_folds() -> None:
    text = render(RED, superseded_by=s.NEWER, urls=s.URLS)
    first = text.splitlines()[0]
    assert first == (
        f"**redfirst: superseded** by [`b51c0de`]({s.FORGE}/commit/{s.NEWER}), which has no verdict yet · "
        f"was **1 of 3 gates failed, 1 did not run** · judged [`7a39091`]({s.FORGE}/commit/{s.HEAD}) "
        f"on 2026-11-29 17:04 UTC · [run 81.2]({s.URLS.run})"
    )
    page = rendered(text)
    outside = "".join(words for ancestors, words in page.texts if "details" not in ancestors)
    assert "attention-rung" not in outside
    assert "attention-rung" in page.text


@pytest.mark.parametrize("verdict", [GREEN, RED, s.judged(s.LEAKAGE, mutations=(s.SEAM,))])
def test_superseding_can_be_taken_back_and_done_twice(verdict: PullRequestVerdict) -> None:
    text = render(verdict, triage=s.TRIAGE, urls=s.URLS)
    old = superseded(text, s.NEWER, URLS_OF_NEWER)
    assert old == render(verdict, triage=s.TRIAGE, urls=s.URLS, superseded_by=s.NEWER)
    assert current(old) == current(text) == text
    assert current(old.rstrip()) == text
    assert superseded(old, s.BASE) == superseded(text, s.BASE)
    assert len(old.encode()) - len(text.encode()) <= ROOM


def test_remarks_stand_below_the_first_line() -> None:
    lines = render(RED, remarks=("the check run could not be created: *403*", " ")).splitlines()
    assert lines[2] == "⚠ _the check run could not be created: &#42;403&#42;_"
    assert lines[4].startswith("|  | gate ")


def test_everything_stands_in_its_order() -> None:
    verdict = s.judged(
        s.UNMARKED_ATTENTION, s.LEAKAGE, mutations=(s.SEAM, s.PROOF), notes=("the policy is that of the merge base",)
    )
    text = render(verdict, triage=s.TRIAGE, urls=s.URLS, remarks=("a remark",))
    order = [
        "⚠ _a remark_",
        "|  | gate | examined |  |",
        "_the policy is that of the merge base_",
        "**attention-rung/unmarked-use**",
        "<summary>1 warning or note</summary>",
        "<summary>Mutations: ",
        "<summary>Tests without the change: ",
        "<summary>Other checks: ",
        "<sub>redfirst ",
    ]
    places = [text.index(piece) for piece in order]
    assert places == sorted(places)


def test_a_rule_and_a_place_are_links() -> None:
    text = render(RED, urls=s.URLS)
    assert f"[**attention-rung/unmarked-use**]({s.URLS.rules}/attention-rung/unmarked-use.md)" in text
    assert f"[`{s.TOWER}:26:14`]({s.FORGE}/blob/{s.HEAD}/{s.TOWER}#L26)" in text
    assert "](" not in render(RED, urls=Urls())


@pytest.mark.parametrize(
    ("report", "title"),
    [
        (s.SEAM, "Mutations: 6 of 7 rows detected, M2 survived"),
        (s.mutations(s.table(s.DETECTED)), "Mutations: the one row detected"),
        (s.mutations(s.table(s.DETECTED, s.DETECTED)), "Mutations: both rows detected"),
        (
            s.mutations(s.table(s.DETECTED, replace(s.DETECTED, outcome=Outcome.ACCEPTED))),
            "Mutations: both rows as claimed",
        ),
        (s.mutations(s.table(*[s.DETECTED] * 3)), "Mutations: all 3 rows detected"),
        (s.mutations(s.table(s.SURVIVED)), "Mutations: the one row not detected, M2 survived"),
        (s.mutations(s.table(*[s.SURVIVED] * 2)), "Mutations: neither row detected, M2 survived, M2 survived"),
        (VOID, "Mutations: no row judged, tests/mutations/seam.yml void"),
        (
            s.mutations(s.table(*(replace(s.SURVIVED, id=f"M{number}") for number in range(5)))),
            "Mutations: none of the 5 rows detected, M0 survived, M1 survived, M2 survived and 2 more",
        ),
        (
            s.mutations(s.table(s.DETECTED, outcome=TableOutcome.FAIL)),
            "Mutations: the one row detected, tests/mutations/seam.yml failed",
        ),
        (s.PROOF, "Tests without the change: 1 proven, tests.seam.Capacity.test_grows unproven"),
        (
            _prove((CaseOutcome.KEPT, True), (CaseOutcome.PROVEN, True), (CaseOutcome.KEPT, True)),
            "Tests without the change: 1 proven, 2 kept",
        ),
    ],
)
def test_a_fold_of_tables_names_what_does_not_pass(report: MutationReport, title: str) -> None:
    assert _summaries(render(replace(GREEN, mutations=(report,))))[0] == title


def test_rows_that_do_not_pass_stand_first() -> None:
    text = render(replace(GREEN, mutations=(s.SEAM,)))
    assert [line.split(" | ")[0] for line in text.splitlines() if line.startswith("| M")][:3] == [
        "| M2",
        "| M1",
        "| M3",
    ]
    assert "| **survived** |" in text


@pytest.mark.parametrize(
    ("report", "proviso"),
    [
        (replace(s.SEAM, commit=s.BASE), "_Judged at `3e5d2f3`, which is not the judged head._"),
        (replace(s.SEAM, uncommitted="ab" * 32), "_Judged with changes of the work tree that are in no commit._"),
        (replace(s.SEAM, shard=Shard(1, 2)), "_Shard 1 of 2 alone._"),
    ],
)
def test_a_report_that_is_not_quite_about_the_head_says_so(report: MutationReport, proviso: str) -> None:
    assert proviso in render(replace(GREEN, mutations=(report,)))
    assert proviso not in render(replace(GREEN, mutations=(s.SEAM,)))


@pytest.mark.parametrize(
    ("states", "title"),
    [
        ((), "Other checks: none"),
        ((CheckState.PASSED,), "Other checks: 1 passed"),
        ((CheckState.PASSED,) * 2, "Other checks: both passed"),
        ((CheckState.PASSED,) * 3, "Other checks: all 3 passed"),
        ((CheckState.SKIPPED,), "Other checks: 1 skipped by condition"),
        ((CheckState.SKIPPED,) * 2, "Other checks: 2 skipped by condition"),
        ((CheckState.PASSED, CheckState.SKIPPED), "Other checks: 1 skipped by condition, 1 passed"),
        ((CheckState.CAUSED,) * 2 + (CheckState.INHERITED,) * 3, "Other checks: 2 caused here, 3 inherited from main"),
        ((CheckState.NEW_FAILURE,), "Other checks: 1 fails for another reason than on main"),
        ((CheckState.NEW_FAILURE,) * 2, "Other checks: 2 fail for another reason than on main"),
        ((CheckState.PENDING,), "Other checks: 1 has not finished"),
        ((CheckState.PENDING,) * 2, "Other checks: 2 have not finished"),
        ((CheckState.NOT_STARTED, CheckState.UNKNOWN), "Other checks: 1 unknown, 1 has not started"),
    ],
)
def test_the_fold_of_other_checks_counts_them(states: tuple[CheckState, ...], title: str) -> None:
    assert _summaries(render(GREEN, triage=_triage(*states))) == [title]


def test_other_checks_are_listed_red_before_unknown_before_green() -> None:
    text = render(GREEN, triage=_triage(*reversed(CheckState)))
    rows = [line.split(" | ")[0].split(" ", 2)[2] for line in text.splitlines() if " | job " in line]
    assert rows == [
        "caused here",
        "new failure in an inherited job",
        "unknown",
        "inherited",
        "not finished",
        "not started",
        "skipped by condition",
        "passed",
    ]


def test_failing_texts_stand_side_by_side_and_name_the_baseline() -> None:
    page = rendered(render(GREEN, triage=s.TRIAGE, urls=s.URLS))
    blocks = [element.text.splitlines() for element in page.elements if element.tag == "pre"]
    assert [
        "tests/test_models.cpp:88: ERROR: CHECK( pages == 3 ) is NOT correct!",
        "  values: CHECK( 4 == 3 )",
    ] in blocks
    assert "tests/test_scheduler.cpp:31" in blocks[2][0]
    assert f"{s.FORGE}/actions/runs/79/job/12" in page.links()


def test_lines_that_fail_on_both_sides_are_told_apart_from_new_ones() -> None:
    check = CheckTriage("unit", CheckState.NEW_FAILURE, "why", None, ("new",), ("old",), inherited_text=("both",))
    text = render(GREEN, triage=replace(s.TRIAGE, checks=(check,)))
    assert "<td><pre>new&#10;</pre>and, as there:<pre>both&#10;</pre></td><td><pre>old&#10;</pre></td>" in text
    assert "<th>on the base branch</th>" in text


def test_a_side_without_lines_says_so() -> None:
    check = CheckTriage("unit", CheckState.UNKNOWN, "its log is gone", None, (), ("old",))
    assert "<td>no text</td><td><pre>old&#10;</pre></td>" in render(GREEN, triage=replace(s.TRIAGE, checks=(check,)))


def test_a_long_text_says_how_much_of_it_is_elsewhere() -> None:
    check = CheckTriage("unit", CheckState.CAUSED, "why", None, tuple(f"line {number}" for number in range(25)))
    text = render(GREEN, triage=replace(s.TRIAGE, checks=(check,)))
    assert "line 19&#10;… 5 more lines in the JSON report&#10;</pre>" in text


def test_a_triage_of_another_head_says_so() -> None:
    assert "_Of `3e5d2f3`, which is not the judged head._" in render(GREEN, triage=replace(s.TRIAGE, head=s.BASE))
    assert "which is not the judged head" not in render(GREEN, triage=s.TRIAGE)


@pytest.mark.parametrize("state", CheckState)
def test_checks_that_go_on_are_told_as_they_were(state: CheckState) -> None:
    """Nobody edits the comment when they end."""
    is_open = state in (CheckState.PENDING, CheckState.NOT_STARTED)
    said = "_These are the checks as they were when the verdict was posted._" in render(GREEN, triage=_triage(state))
    assert said is is_open


def test_the_small_print_names_version_policy_and_range() -> None:
    text = render(replace(GREEN, commits=replace(GREEN.commits, merge_into=s.NEWER)))
    assert rendered(text.splitlines()[-1]).text.strip() == (
        "redfirst 0.1.0 · policy preset:vllm-cpp · 3e5d2f3..7a39091 · merged into b51c0de too"
    )


def test_five_hundred_findings_leave_room_for_the_rows_that_failed() -> None:
    verdict = s.judged(s.many_findings(2_000), mutations=(s.long_table(60),))
    text = render(verdict, triage=s.TRIAGE, urls=s.URLS)
    assert len(text.encode()) <= 65_536
    assert text.count("**survived**") == 8
    assert text.count("| detected |") == 52
    assert "the one gate failed; 8 of 60 mutation rows failed" in text
    cut = re.search(r"_([0-9]+) more findings cut: the comment is full\. \[The run\]\((.*?)\) has all of them", text)
    assert cut is not None
    assert cut[2] == s.URLS.run
    assert int(cut[1]) + text.count("[`src/vllm/") == 2_000


def test_what_cannot_be_cut_is_refused() -> None:
    with pytest.raises(ValueError, match="needs 32768 bytes"):
        render(GREEN, limit=SMALLEST - 1)


def _many() -> PullRequestVerdict:
    return s.judged(s.many_findings(300), s.LEAKAGE, s.NO_INDEX, mutations=(s.long_table(40), s.PROOF))


_MAKERS: dict[str, Callable[[int], str]] = {
    "ordinary": lambda limit: render(_many(), triage=s.TRIAGE, urls=s.URLS, limit=limit, remarks=("r " * 400,) * 9),
    "superseded": lambda limit: render(_many(), superseded_by=s.NEWER, urls=s.URLS, limit=limit),
    "hostile": lambda limit: comment("$@#|`<details>" * 40, turn=0, limit=limit),
    "hostile, superseded": lambda limit: comment("</details>\n" * 40, turn=3, limit=limit),
}


@given(st.sampled_from(sorted(_MAKERS)), st.integers(SMALLEST, 70_000))
@settings(max_examples=15, deadline=None)
def test_no_limit_is_exceeded_and_no_fold_stays_open(maker: str, limit: int) -> None:
    text = _MAKERS[maker](limit)
    assert len(text.encode()) <= limit
    page = rendered(text)
    assert not page.unclosed
    assert not page.effects()
    assert text.startswith("**redfirst: ")
    assert "|  | gate | examined |  |\n" in text
    assert text == _MAKERS[maker](limit)


@given(st.text(max_size=40), st.integers(0, 11))
@settings(max_examples=20, deadline=None)
def test_the_same_verdict_makes_the_same_comment(text: str, turn: int) -> None:
    assert comment(text, turn=turn) == comment(text, turn=turn)
    verdict, triage = everywhere(text, turn=turn)
    assert state_in_words(verdict, triage) in comment(text, turn=turn).splitlines()[0]
