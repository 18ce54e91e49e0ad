"""One message under judgement, with the policy that judges it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from checkers.commit_trailers.reading import Block, Reading
from checkers.subject import MessageKind
from checkers.wording import listed

if TYPE_CHECKING:
    from checkers.policy.sections import CommitTrailers
    from checkers.subject import Message

_LISTED = 8


class Case:
    """One message and its policy. `filled`: the template's placeholder is refused; `merge`: it is a merge's."""

    def __init__(self, reading: Reading, policy: CommitTrailers, filled: bool = False, merge: bool = False) -> None:
        self.reading = reading
        self.policy = policy
        self.filled = filled
        self.merge = merge

    @cached_property
    def declaration(self) -> str | None:
        """The key that says whether an AI assisted, or None where none is demanded."""
        return self.policy.attribution.declaration if self.policy.attribution else None

    @cached_property
    def owed(self) -> frozenset[str]:
        """The keys of the protocol in lower case: its own, the declaration's and the attribution's."""
        protocol, attribution = self.policy.protocol, self.policy.attribution
        keys = (protocol and protocol.key, self.declaration, attribution and attribution.by)
        return frozenset(key.lower() for key in keys if key)

    @cached_property
    def human_only(self) -> frozenset[str]:
        """The keys that name people, in lower case."""
        return frozenset(key.lower() for key in self.policy.human_only)

    @cached_property
    def block(self) -> Block:
        """The trailers that are judged: what git finds, or behind a divider what it would find without it."""
        above = self.reading.above_divider
        return above if above.has(self.owed) else self.reading.whole

    @cached_property
    def declared(self) -> str | None:
        """`true` or `false` where the message declares just one of them."""
        values = [trailer.value for trailer in self.block.named(self.declaration)] if self.declaration else []
        return values[0] if values in (["true"], ["false"]) else None


def case_of(message: Message, policy: CommitTrailers) -> Case:
    """The case of a message that has not landed."""
    is_body = message.kind is MessageKind.PULL_REQUEST_BODY
    return Case(Reading(message.text, titled=not is_body), policy, message.filled or is_body, message.is_merge)


def difference(case: Case) -> str | None:
    """Where `git log --format=%(trailers)` reads the message otherwise than this checker does, as a sentence."""
    judged = {trailer.index: trailer.key for trailer in case.block.trailers}
    logged = {trailer.index: trailer.key for trailer in case.reading.logged}
    lacks = list(dict.fromkeys(key for index, key in judged.items() if index not in logged))
    adds = list(dict.fromkeys(key for index, key in logged.items() if index not in judged))
    parts = [f"does not show {listed(lacks, _LISTED)}"] if lacks else []
    parts += [f"shows {listed(adds, _LISTED)} besides"] if adds else []
    return f"git log --format=%(trailers) {' and '.join(parts)}" if parts else None
