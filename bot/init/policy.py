"""The proposed policy: composed, tried on the tree itself, and without what would find nothing there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.init.sections import mutation_section, sections_of
from bot.init.yaml_text import comment, flow
from checkers.model import Status, SubjectKind
from checkers.policy.load import DEFAULT_PRESET, parse_policy
from checkers.policy.select import POLICY_FILE, Selected
from checkers.registry import CHECKERS
from checkers.run import Task, judged

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.init.facts import Facts
    from bot.init.yaml_text import Section
    from checkers.model import Verdict
    from checkers.policy.sections import Policy
    from checkers.subjects import Subjects

_HEAD = (
    "What redfirst asks of this repository. `redfirst init` proposed it from what it found here: review it, correct "
    "it, and commit it. `redfirst explain` lists the rules, `redfirst explain RULE` says what one means."
)


@dataclass(frozen=True, slots=True)
class Proposal:
    """The text of a policy file, what it says, and what its checkers say of the tree today.

    `left_out` are the checkers that would not run, with the reason for each.
    """

    text: str
    policy: Policy
    verdicts: Mapping[str, Verdict]
    left_out: Mapping[str, str]


def propose(facts: Facts, subjects: Subjects) -> Proposal:
    """The policy for a tree: short where the preset knows its kind, otherwise in the tree's own words."""
    return _over_preset(facts, subjects) if facts.is_preset else _of_its_own(facts, subjects)


def try_policy(policy: Policy, subjects: Subjects) -> dict[str, Verdict]:
    """What the checkers that judge a tree say of the files on disk, by section."""
    checkers = [checker for checker in CHECKERS if SubjectKind.TREE in checker.subjects]
    tasks = [Task(checker, SubjectKind.TREE, Selected(policy), subjects.tree) for checker in checkers]
    return {task.checker.section: judged(task) for task in tasks if task.is_configured}


def _over_preset(facts: Facts, subjects: Subjects) -> Proposal:
    head = _head(facts, DEFAULT_PRESET, "the preset knows this kind of tree; what stands here overrides it")
    verdicts = try_policy(parse_policy(head.encode(), POLICY_FILE), subjects)
    skipped = _skipped(verdicts)
    cleared = "".join(f"{section}: null # {reason}\n" for section, reason in skipped.items())
    return _made(head + ("\n" if cleared else "") + cleared, skipped, verdicts)


def _of_its_own(facts: Facts, subjects: Subjects) -> Proposal:
    sections = sections_of(facts)
    policy = parse_policy(_whole(facts, sections).encode(), POLICY_FILE)
    verdicts = try_policy(policy, subjects)
    skipped = _skipped(verdicts)
    kept = tuple(
        replace(section, absent=f"{skipped[section.name]}.") if section.name in skipped else section
        for section in sections
    )
    absent = {section.name: section.absent.rstrip(".") for section in kept if section.absent}
    return _made(_whole(facts, kept), absent, verdicts)


def _made(text: str, left_out: Mapping[str, str], verdicts: Mapping[str, Verdict]) -> Proposal:
    ran = {section: verdict for section, verdict in verdicts.items() if section not in left_out}
    return Proposal(text, parse_policy(text.encode(), POLICY_FILE), ran, left_out)


def _skipped(verdicts: Mapping[str, Verdict]) -> dict[str, str]:
    return {
        section: (verdict.reason or "").rstrip(".")
        for section, verdict in verdicts.items()
        if verdict.status is Status.SKIP
    }


def _whole(facts: Facts, sections: tuple[Section, ...]) -> str:
    head = _head(facts, "none", "nothing but what stands here is asked")
    return "\n".join([head, *(section.text for section in (*sections, mutation_section()))])


def _head(facts: Facts, extends: str, why: str) -> str:
    lines = [
        *comment(_HEAD),
        "version: 1",
        f"extends: {extends} # {why}",
        f"base_ref: {flow(facts.base_ref)} # what a bare run compares with",
    ]
    return "\n".join(lines) + "\n"
