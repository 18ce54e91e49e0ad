"""The proposed section on messages: as strict as the newest ones bear, tried on them by the checker itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.init.yaml_text import Key, Section
from checkers.commit_trailers import judge
from checkers.model import SubjectKind
from checkers.policy.load import parse_policy, preset_policy
from checkers.policy.select import POLICY_FILE
from checkers.subject import Message, Subject

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.init.messages import Habits

_BORNE = 0.02
"""In what part of the newest messages a rule may be broken and still be asked of the next one."""
_ANY_VALUE = r"\S.*"
_PEOPLE = ("Signed-off-by", "Co-authored-by")


@dataclass(frozen=True, slots=True)
class _Choice:
    """What may be asked for more or less strictly."""

    people: tuple[str, ...] = _PEOPLE
    machines: str = ""
    """Why a trailer is not in `people`."""
    pattern: str | None = None
    period: str = "forbid"
    body: str = "required"


def trailers_section(habits: Habits, messages: Sequence[str]) -> Section:
    """The section, with what the messages break too often left out."""
    strict = _Choice()
    if not messages:
        return _section(habits, replace(strict, body="optional"))
    broken = _broken(_section(habits, strict), messages)
    borne = len(messages) * _BORNE
    choice = replace(
        strict,
        period="allow" if broken["subject"] > borne else "forbid",
        body="optional" if broken["body"] > borne else "required",
        pattern=_ANY_VALUE if broken["attribution"] > habits.attributed * _BORNE else None,
    )
    if broken["ai-authorship"] > borne:
        choice = _with_machines(choice, habits, messages)
    return _section(habits, choice)


def _with_machines(choice: _Choice, habits: Habits, messages: Sequence[str]) -> _Choice:
    """Leave the trailers out that name machines here."""
    alone = {
        trailer: _broken(_section(habits, replace(choice, people=(trailer,))), messages)["ai-authorship"]
        for trailer in _PEOPLE
    }
    out = [trailer for trailer, times in alone.items() if times > len(messages) * _BORNE]
    told = ", ".join(f"{trailer} names an AI in {alone[trailer]} of the newest {len(messages)}" for trailer in out)
    kept = tuple(trailer for trailer in _PEOPLE if trailer not in out)
    return replace(choice, people=kept, machines=f"{told} messages")


def _broken(section: Section, messages: Sequence[str]) -> Counter[str]:
    """How many messages break each rule, by the rule's own name."""
    policy = parse_policy(f"version: 1\nextends: none\n{section.text}".encode(), POLICY_FILE)
    broken: Counter[str] = Counter()
    for text in messages:
        verdict = judge(Subject(SubjectKind.MESSAGE, message=Message(text)), policy)
        broken.update({finding.rule.partition("/")[2] for finding in verdict.findings})
    return broken


def _section(habits: Habits, choice: _Choice) -> Section:
    usual = preset_policy().commit_trailers
    assert usual is not None
    protocol = {"key": habits.constant[0], "value": habits.constant[1]} if habits.constant else None
    style = {"subject_period": choice.period, "body": choice.body, "merges": "exempt"}
    keys = (
        Key("marker", habits.marker, "a paragraph that every message has; null: none"),
        Key("protocol", protocol, "a trailer that every message has; null: none"),
        Key("attribution", _attribution(habits, choice), "how an assistant is named; null: not asked"),
        Key("human_only", choice.people, choice.machines or "trailers that name people alone"),
        Key("forge_accounts", ["*@users.noreply.github.com"], "may stand in Co-authored-by all the same"),
        Key("ai_names", sorted(usual.ai_names)),
        Key("style", style, f"as in the newest {habits.read} messages" if habits.read else ""),
    )
    about = "Messages: people sign for themselves, and an assistant is named as one."
    return Section("commit_trailers", keys, about)


def _attribution(habits: Habits, choice: _Choice) -> dict[str, str | None] | None:
    if habits.declaration is None and habits.attribution is None:
        return None
    by = {"declaration": habits.declaration, "by": habits.attribution or "Assisted-by"}
    return by if choice.pattern is None else {**by, "pattern": choice.pattern}
