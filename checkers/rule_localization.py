"""A rule's page in the terms of the policy that holds here, and whose terms those are."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, cast

from checkers.delivery import one_line
from checkers.errors import RedfirstError
from checkers.policy.load import DEFAULT_PRESET, preset_policy
from checkers.registry import CHECKERS

if TYPE_CHECKING:
    from pathlib import Path

    from checkers.model import Rule
    from checkers.policy.sections import Policy
    from checkers.registry import Checker
    from checkers.wording import Translate

_PRESET = f"the preset {DEFAULT_PRESET}"


class LocalizedRule(NamedTuple):
    """A rule as its page shows it; `origin` is a sentence that says whose terms its examples use, empty where none."""

    rule: Rule
    origin: str


def localized(rule: Rule, repo: Path | None = None) -> LocalizedRule:
    """The rule in the words of the policy on disk, in `repo` or around the current directory, or else in the preset's.

    A policy that cannot be read is said, and hides no page.
    """
    checker = next((known for known in CHECKERS if rule.id.startswith(f"{known.name}/")), None)
    if checker is None:
        return LocalizedRule(rule, "")
    try:
        policy = _on_disk(repo)
    except RedfirstError as error:
        why = one_line(str(error))
        return LocalizedRule(rule, f"The examples are in the words of {_PRESET}; no policy could be read here: {why}")
    if policy.is_preset:
        return LocalizedRule(rule, f"The examples are in the words of {_PRESET}, which holds here.")
    return _translated(rule, checker, policy)


def _on_disk(repo: Path | None) -> Policy:
    from checkers.policies import Policies
    from checkers.repo.repository import Repository
    from checkers.subjects import Subjects

    with Repository.open_named(repo) as repository:
        return Policies(Subjects(repository)).on_disk().policy


def _translated(rule: Rule, checker: Checker, policy: Policy) -> LocalizedRule:
    preset_terms = f"The examples are in the words of {_PRESET}"
    unset = _unset(rule, policy)
    if unset:
        return LocalizedRule(rule, f"{preset_terms}: {policy.source} has no {unset}, so this rule asks nothing here.")
    translate = _translation(checker, policy)
    if translate is None:
        return LocalizedRule(rule, f"{preset_terms}: {policy.source} does not have all that they show.")
    own = rule._replace(
        why=translate(rule.why),
        help=translate(rule.help),
        failing=translate(rule.failing),
        mended=translate(rule.mended),
    )
    return LocalizedRule(own, f"The examples are in the words of {policy.source}.")


def _translation(checker: Checker, policy: Policy) -> Translate | None:
    terminology = import_module(f"checkers.{checker.section}.terminology")
    own, preset = getattr(policy, checker.section), getattr(preset_policy(), checker.section)
    return cast("Translate | None", terminology.translation(own, preset))


def _unset(rule: Rule, policy: Policy) -> str | None:
    """The key without which the rule is not asked, where the policy has nothing there: its section, or its first."""
    value: object = policy
    path = []
    for name in rule.policy_keys[0].split(".") if rule.policy_keys else ():
        path.append(name)
        if not hasattr(value, name):
            return None
        value = getattr(value, name)
        if value is None or value == () or value == {}:
            return ".".join(path)
    return None
