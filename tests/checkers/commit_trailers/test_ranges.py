"""The commits of a range: what is excused, what is older, what merges owe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from checkers.commit_trailers import judge
from checkers.errors import RevisionError
from checkers.model import Status, SubjectKind
from checkers.policy.sections import LandedException
from checkers.subject import Subject
from tests.checkers.commit_trailers.support import GOOD, GOOD_HUMAN, HUMAN, MARKER, PROTOCOL, TEXT, policy, verdict_of
from tests.support.histories import memory_history

if TYPE_CHECKING:
    from checkers.model import Verdict

MAYBE = TEXT + MARKER + PROTOCOL + "AI-Assisted: maybe\n"
FIRST, SECOND = f"{1:040x}", f"{2:040x}"


@dataclass(frozen=True)
class Ancestry:
    """A history in which those commits are older, or in which the revision is no ancestor."""

    older: frozenset[str] = frozenset()
    fails: bool = False

    def older_than(self, revision: str) -> frozenset[str]:
        if self.fails:
            raise RevisionError(f"{revision} is no ancestor of head")
        return self.older

    def forge_conflicts(self, path: str) -> bool | None:
        return None


def over(*messages: str, merges: tuple[int, ...] = (), history: Ancestry | None = None, **changes: object) -> Verdict:
    commits = memory_history([{} for _ in range(len(messages) + 1)], messages)
    commits = [
        commit._replace(parents=(*commit.parents, "f" * 40)) if number in merges else commit
        for number, commit in enumerate(commits)
    ]
    subject = Subject(SubjectKind.RANGE, commits=commits, history=history)
    return judge(subject, policy(**changes))


def rules(verdict: Verdict) -> list[tuple[str, str]]:
    return [(finding.rule.partition("/")[2], finding.commit or "") for finding in verdict.findings]


def test_every_commit_is_judged_and_named() -> None:
    verdict = over(GOOD, MAYBE, GOOD_HUMAN)
    assert rules(verdict) == [("declaration", SECOND)]
    assert verdict.population == {"commits": 3, "merges": 0, "excused": 0}
    assert verdict.examined == "3 commits"


def test_an_empty_range_passes_and_says_so() -> None:
    verdict = over()
    assert verdict.status is Status.PASS
    assert verdict.population["commits"] == 0
    assert verdict.examined == "0 commits"


def test_merges_owe_everything_but_style() -> None:
    verdict = over("Merge branch 'x'.\n", merges=(0,))
    assert sorted(rules(verdict)) == [("declaration", FIRST), ("marker", FIRST), ("protocol", FIRST)]
    assert verdict.population["merges"] == 1
    assert verdict.examined == "1 commit, 1 merge"


def test_an_exception_excuses_one_rule_of_one_commit_and_is_shown() -> None:
    excuse = LandedException(FIRST, "commit-trailers/declaration", "no gate had read it")
    verdict = over(MAYBE, MAYBE, landed_exceptions=(excuse,))
    assert rules(verdict) == [("declaration", SECOND)]
    assert verdict.population["excused"] == 1
    assert any("no gate had read it" in note for note in verdict.notes)
    assert over(MAYBE.replace("a thing", "a thing."), landed_exceptions=(excuse,)).status is Status.FAIL


def test_an_exception_that_matches_nothing_in_its_commit_is_noted() -> None:
    excuse = LandedException(FIRST, "commit-trailers/declaration", "paid")
    verdict = over(GOOD, landed_exceptions=(excuse,))
    assert verdict.status is Status.PASS
    assert verdict.population["excused"] == 0
    assert any("matches nothing" in note and "paid" in note for note in verdict.notes)


def test_an_exception_for_a_commit_outside_the_range_is_shown_all_the_same() -> None:
    excuse = LandedException("e" * 40, "commit-trailers/declaration", "older debt")
    assert any("older debt" in note for note in over(GOOD, landed_exceptions=(excuse,)).notes)


def test_an_exception_never_applies_to_a_message_that_has_not_landed() -> None:
    excuse = LandedException(FIRST, "commit-trailers/declaration", "landed")
    verdict = verdict_of(MAYBE, landed_exceptions=(excuse,))
    assert rules(verdict) == [("declaration", "")]
    assert any("landed" in note for note in verdict.notes)


@pytest.mark.parametrize(
    ("message", "expected"),
    [("x.\n\nFOLLOWING_AGENTS_PROTOCOL\n\nmore\n", []), ("x.\n", [("marker", FIRST)]), ("", [("marker", FIRST)])],
)
def test_commits_before_strict_since_need_only_the_marker(message: str, expected: list[tuple[str, str]]) -> None:
    verdict = over(message, GOOD, history=Ancestry(frozenset({FIRST})), strict_since="v1")
    assert rules(verdict) == expected


def test_commits_after_strict_since_need_everything() -> None:
    verdict = over(GOOD, MAYBE, history=Ancestry(frozenset({FIRST})), strict_since="v1")
    assert rules(verdict) == [("declaration", SECOND)]


def test_older_commits_need_nothing_where_no_marker_is_asked() -> None:
    verdict = over("x.\n", history=Ancestry(frozenset({FIRST})), strict_since="v1", marker=None)
    assert verdict.status is Status.PASS


def test_a_strict_since_that_is_no_ancestor_cannot_be_judged() -> None:
    with pytest.raises(RevisionError, match=r"^commit_trailers\.strict_since: v1 is no ancestor of head$"):
        over(GOOD, history=Ancestry(fails=True), strict_since="v1")


def test_commits_that_git_log_reads_otherwise_are_listed_in_one_note() -> None:
    joined = GOOD_HUMAN + "\n---------\n\nCo-authored-by: Alice <a@example.org>\n"
    notes = over(*[joined] * 25, GOOD).notes
    assert len(notes) == 1
    assert FIRST[:9] in notes[0]
    assert "5 more" in notes[0]


def test_equal_faults_of_two_commits_have_two_fingerprints() -> None:
    found = over(MAYBE, MAYBE).findings
    assert len({finding.fingerprint for finding in found}) == len(found) == 2


def test_a_human_commit_needs_no_attribution() -> None:
    assert over(TEXT + MARKER + PROTOCOL + HUMAN).status is Status.PASS
