"""Who may not be an AI: the trailers that name people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.commit_trailers.advice import on_authorship
from checkers.commit_trailers.people import Attribution, Names, addresses
from checkers.commit_trailers.rules import finding
from checkers.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkers.commit_trailers.case import Case
    from checkers.commit_trailers.git_trailers import Trailer
    from checkers.model import Finding
    from checkers.policy.sections import CommitTrailers


def authorship(case: Case) -> Iterator[Finding]:
    """Trailers for people that name an AI; what stands before and behind a divider both counts."""
    everything = {t.index: t for t in (*case.reading.above_divider.trailers, *case.reading.whole.trailers)}
    claims = [t for t in everything.values() if t.key.lower() in case.human_only]
    names = Names([*case.policy.ai_names, *_attributed(case)]) if claims else Names([])
    for trailer in claims:
        name = names.found_in(trailer.value)
        if name and not _is_forge_account(trailer, case.policy):
            message = f'{trailer.key} names an AI: "{name}" in "{shown(trailer.value)}"'
            yield finding("ai-authorship", case.reading, trailer.index, message, on_authorship(case.policy))


def _attributed(case: Case) -> Iterator[str]:
    """The agents, models and tools that the message's own attribution names."""
    policy = case.policy.attribution
    for trailer in case.block.named(policy.by) if policy else []:
        parts = Attribution.of(trailer.value)
        yield from (parts.agent, parts.model, *parts.tools) if parts else (trailer.value,)


def _is_forge_account(trailer: Trailer, policy: CommitTrailers) -> bool:
    if trailer.key.lower() != "co-authored-by":
        return False
    mail = addresses(trailer.value)
    accounts = policy.forge_accounts
    return bool(mail) and all(accounts.match(address) or accounts.match(address.lower()) for address in mail)
