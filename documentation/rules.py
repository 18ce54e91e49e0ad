"""The pages of the rules: what `redfirst explain` prints, as Markdown."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from checkers.explain import all_rules, shown_example
from checkers.registry import CHECKERS
from documentation.markdown import fence, folded, prose, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from checkers.model import Rule

_INTRODUCTION = """\
# Rules

A finding names its rule. An error fails its gate; a warning and a note do not. The examples are in the words of the
preset; `redfirst explain RULE` prints the page in those of the policy that holds where it is called.
"""
_OF_COMMANDS = "The gates of the policy's own: `preflight.commands`. The examples are policies."


def rule_pages() -> Mapping[str, str]:
    """The index, and one page a rule, by path below docs/rules/."""
    return {"README.md": _index(), **{f"{rule.id}.md": _page(rule) for rule in all_rules()}}


def _index() -> str:
    checks = dict.fromkeys(rule.id.partition("/")[0] for rule in all_rules())
    return "\n".join([_INTRODUCTION, *(part for check in checks for part in _of_checker(check))])


def _of_checker(check: str) -> Iterator[str]:
    rules = [rule for rule in all_rules() if rule.id.startswith(f"{check}/")]
    yield f"## {check}\n"
    yield f"{prose(_about_examples(check))}\n"
    yield table(("rule", "severity", "when"), ((_link(rule), rule.severity, prose(rule.summary)) for rule in rules))


def _link(rule: Rule) -> str:
    return f"[{rule.id.partition('/')[2]}]({rule.id}.md)"


def _about_examples(check: str) -> str:
    """What an example of this checker is, as the rules' own module says it."""
    section = next((checker.section for checker in CHECKERS if checker.name == check), None)
    if section is None:
        return _OF_COMMANDS
    said = " ".join((import_module(f"checkers.{section}.rules").__doc__ or "").split())
    about = said.partition("their pages")[2].lstrip(";. ")
    return f"{about[0].upper()}{about[1:]}"


def _page(rule: Rule) -> str:
    check = rule.id.partition("/")[0]
    parts = [
        f"# {rule.id}\n",
        f"_{rule.severity}_ · {prose(rule.summary)}\n",
        f"## Why\n\n{folded(prose(rule.why))}\n",
        f"## What to do\n\n{folded(prose(rule.help))}\n",
        f"## An example that fails\n\n{fence(shown_example(rule.failing))}",
        f"## The same, mended\n\n{fence(shown_example(rule.mended))}",
    ]
    if rule.policy_keys:
        parts.append(f"## Policy keys that shape it\n\n{folded(_keys(rule.policy_keys))}\n")
    return "\n".join([*parts, f"[All rules of {check}](../README.md#{check})\n"])


def _keys(keys: Sequence[str]) -> str:
    """The keys, and where the sections that they are in are described."""
    sections = dict.fromkeys(key.partition(".")[0] for key in keys)
    links = ", ".join(f"[{section}](../../policy.md#{section})" for section in sections)
    return f"{', '.join(f'`{key}`' for key in keys)}: see {links}."
