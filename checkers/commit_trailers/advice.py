"""What to do about a finding, where that depends on what the policy asks for: nothing else is recommended."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checkers.policy.sections import Attribution, CommitTrailers


def on_authorship(policy: CommitTrailers) -> str:
    """About an AI among people."""
    told = "take the trailer out, or let a person stand in it"
    return f"{told}; {policy.attribution.by} is where an AI is named" if policy.attribution else told


def on_attribution(policy: Attribution) -> str:
    """About an attribution that is missing, false or of another form."""
    form = "the agent, the model and each tool as NAME:MODEL [TOOL]"
    if policy.pattern is not None:
        form = f"what made the change, in the form {policy.pattern.pattern}"
    declared = "declare false and " if policy.declaration else ""
    return f"name {form}, or {declared}attribute nothing"


def on_hidden(policy: CommitTrailers) -> str:
    """About trailers that git does not see."""
    above = "the marker" if policy.marker else "the trailers, with a blank line between"
    return f"move the line that hides them above {above}, so that nothing but trailers stands at the end"


def on_empty(policy: CommitTrailers) -> str:
    """About a message that says nothing."""
    owed = {
        "a body": policy.style.require_body,
        "the marker": policy.marker,
        "the trailers": policy.protocol or (policy.attribution and policy.attribution.declaration),
    }
    *first, last = ["a subject", *(what for what, asked in owed.items() if asked)]
    return f"write {', '.join(first)} and {last}" if first else f"write {last}"
