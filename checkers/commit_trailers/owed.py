"""What a message owes: the protocol, the declaration, the attribution, and that git can see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.commit_trailers.advice import on_attribution, on_hidden
from checkers.commit_trailers.hidden import hidden
from checkers.commit_trailers.people import Attribution
from checkers.commit_trailers.rules import finding
from checkers.wording import shown, times

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkers.commit_trailers.case import Case
    from checkers.commit_trailers.git_trailers import Trailer
    from checkers.model import Finding
    from checkers.policy.sections import Attribution as AttributionPolicy


def divider(case: Case) -> Iterator[Finding]:
    """The first line at which git stops reading."""
    index = case.reading.divider
    if index is not None:
        message = "a line --- ends the message: git interpret-trailers reads no further, and git am deletes the rest"
        yield finding("patch-divider", case.reading, index, message)


def owed(case: Case) -> Iterator[Finding]:
    """What is missing, doubled or wrong; for what stands there unseen, the line that hides it instead."""
    yield from _protocol(case)
    yield from _declaration(case)
    missing = {key: found for key, found in _missing(case) if not case.reading.whole.named(key)}
    unseen = hidden(case.reading, missing)
    if unseen:
        line = shown(case.reading.lines[unseen.by])
        message = f'git does not see the trailers above line {case.reading.number(unseen.by)}, "{line}"'
        yield finding("hidden-block", case.reading, unseen.by, message, on_hidden(case.policy))
    for key, found in missing.items():
        if not (unseen and key in unseen.keys):
            yield found


def _missing(case: Case) -> Iterator[tuple[str, Finding]]:
    """Each key (lower case) that the block lacks, with the finding that says so."""
    protocol, attribution = case.policy.protocol, case.policy.attribution
    if protocol and not case.block.named(protocol.key):
        message = f"the trailer {protocol.key}: {protocol.value} is missing"
        yield protocol.key.lower(), finding("protocol", case.reading, case.reading.first, message)
    if case.declaration and not case.block.named(case.declaration):
        message = f"the trailer {case.declaration}: true or false is missing"
        yield case.declaration.lower(), finding("declaration", case.reading, case.reading.first, message)
    if attribution and case.declared == "true" and not case.block.named(attribution.by):
        at = case.block.named(case.declaration or "")[0].index
        message = f"{case.declaration} is true, and no {attribution.by} says who assisted"
        help = on_attribution(attribution)
        yield attribution.by.lower(), finding("attribution", case.reading, at, message, help)


def _protocol(case: Case) -> Iterator[Finding]:
    protocol = case.policy.protocol
    found = case.block.named(protocol.key) if protocol else []
    if protocol and len(found) > 1:
        yield _twice("protocol", case, found)
    elif protocol and found and found[0].value != protocol.value:
        message = f'{protocol.key} is "{shown(found[0].value)}", not "{protocol.value}"'
        yield finding("protocol", case.reading, found[0].index, message)


def _declaration(case: Case) -> Iterator[Finding]:
    key = case.declaration
    found = case.block.named(key) if key else []
    if len(found) > 1:
        yield _twice("declaration", case, found)
    elif found and found[0].value not in ("true", "false"):
        message = f'{key} is "{shown(found[0].value)}", neither true nor false'
        yield finding("declaration", case.reading, found[0].index, message)


def _twice(rule: str, case: Case, found: list[Trailer]) -> Finding:
    message = f"the trailer {found[0].key} stands {times(len(found))}, not once"
    return finding(rule, case.reading, found[1].index, message)


def attribution(case: Case) -> Iterator[Finding]:
    """An attribution against the declaration, of another form, or still the template's."""
    policy = case.policy.attribution
    if not policy:
        return
    given = case.block.named(policy.by)
    if given and case.declared == "false":
        message = f"{policy.declaration} is false, and {policy.by} attributes the work all the same"
        yield finding("attribution", case.reading, given[0].index, message, on_attribution(policy))
    for trailer in given:
        value = shown(trailer.value)
        if case.filled and _is_placeholder(trailer.value, policy):
            message = f'{policy.by} is still the template\'s "{value}"'
            yield finding("placeholder", case.reading, trailer.index, message)
        elif not _is_attribution(trailer.value, policy):
            message = f'{policy.by} is "{value}", not {_form(policy)}'
            yield finding("attribution", case.reading, trailer.index, message, on_attribution(policy))


def _form(policy: AttributionPolicy) -> str:
    if policy.pattern is None:
        return "NAME:MODEL [TOOL] with one or more tools"
    return f"of the form {policy.pattern.pattern}"


def _is_placeholder(value: str, policy: AttributionPolicy) -> bool:
    return policy.placeholder is not None and value.split() == policy.placeholder.split()


def _is_attribution(value: str, policy: AttributionPolicy) -> bool:
    return policy.pattern.matches(value) if policy.pattern else Attribution.of(value) is not None
