"""The terms of a tree's own policy in place of the preset's, in which the rules' pages are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.commit_trailers.advice import on_attribution, on_authorship, on_empty, on_hidden
from checkers.commit_trailers.rules import RULES
from checkers.wording import substitution

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkers.policy.sections import Attribution, CommitTrailers
    from checkers.wording import Translate

_DECLARED = ("true", "false", "maybe")
_ATTRIBUTED = "Scribe:scribe-2 [editor]"
"""What the examples declare, and whom they attribute the work to."""
_AI, _PERSON = "Claude <claude@example.org>", "Alice Claudette <alice@example.org>"


def translation(own: CommitTrailers, preset: CommitTrailers) -> Translate | None:
    """How a page reads under another section; what that does not ask for stands in no example."""
    words = {
        f"\n{preset.marker}\n": f"\n{own.marker}\n" if own.marker else "",
        **dict(_protocol(own, preset)),
        **dict(_attribution(own.attribution, preset.attribution)),
        **dict(_people(own)),
        **dict(_advice(own)),
    }
    return substitution(words)


def _protocol(own: CommitTrailers, preset: CommitTrailers) -> Iterator[tuple[str, str]]:
    assert preset.protocol is not None
    before = f"{preset.protocol.key}: {preset.protocol.value}\n"
    yield before, f"{own.protocol.key}: {own.protocol.value}\n" if own.protocol else ""


def _attribution(own: Attribution | None, preset: Attribution | None) -> Iterator[tuple[str, str]]:
    """The lines of the declaration and the attribution; the placeholder, and a value of the policy's own form."""
    assert preset is not None
    for value in _DECLARED:
        yield f"{preset.declaration}: {value}\n", f"{own.declaration}: {value}\n" if own and own.declaration else ""
    for value in (_ATTRIBUTED, "Scribe scribe-2", preset.placeholder or ""):
        yield f"{preset.by}: {value}\n", f"{own.by}: {_value(value, own, preset)}\n" if own else ""


def _value(value: str, own: Attribution, preset: Attribution) -> str:
    if value == preset.placeholder:
        return own.placeholder or value
    is_well_formed = value == _ATTRIBUTED
    return f"<{own.pattern.pattern}>" if own.pattern and is_well_formed else value


def _people(own: CommitTrailers) -> Iterator[tuple[str, str]]:
    named = {key.lower() for key in own.human_only}
    if named and "co-authored-by" not in named:
        yield "Co-authored-by:", f"{own.human_only[0]}:"
    if own.ai_names and "claude" not in own.ai_names:
        name = min(own.ai_names)
        yield _AI, f"{name.title()} <{name}@example.org>"
        yield _PERSON, "Alice Doe <alice@example.org>"


def _advice(own: CommitTrailers) -> Iterator[tuple[str, str]]:
    """What to do, as findings say it under that section."""
    help_of = {rule.id.partition("/")[2]: rule.help for rule in RULES}
    yield help_of["ai-authorship"], on_authorship(own)
    yield help_of["hidden-block"], on_hidden(own)
    yield help_of["empty"], on_empty(own)
    if own.attribution:
        yield help_of["attribution"], on_attribution(own.attribution)
