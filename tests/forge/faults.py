"""What can go wrong between a client and the forge, and seeded plans of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from random import Random

from tests.forge.http import Answer, Request


class Kind(Enum):
    """How a request fails."""

    REFUSED = "refused"
    """Answered with a status and headers, without acting: 5xx, rate limits."""
    ACTED = "acted"
    """The server acts, and then answers with a status of failure all the same."""
    CUT = "cut"
    """The server acts and closes the connection in the middle of its answer."""
    SILENT = "silent"
    """The server acts and answers nothing for so long that the client gives up."""
    SLOW = "slow"
    """The server takes its time, and then does everything right."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One failure; `seconds` is how long a silent or slow server waits."""

    kind: Kind
    status: int = 502
    headers: Mapping[str, str] = field(default_factory=dict)
    message: str = "Server Error"
    seconds: float = 0.0

    def answer(self) -> Answer:
        """The answer of a failed request."""
        return Answer(self.status, {"message": self.message}, self.headers)


Plan = Callable[[Request, int], Fault | None]
"""A fault for the request with that number, counted from 1; None lets it be."""


def bad_gateway() -> Fault:
    return Fault(Kind.REFUSED, 502)


def secondary_limit(wait: int | None = 3, status: int = 403) -> Fault:
    """GitHub's brake on bursts; `wait` is its Retry-After, None leaves the header out."""
    message = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
    return Fault(Kind.REFUSED, status, {} if wait is None else {"Retry-After": str(wait)}, message)


def primary_limit(reset: int) -> Fault:
    """The hour's requests are used up until `reset`, in seconds since the epoch."""
    headers = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(reset)}
    return Fault(Kind.REFUSED, 403, headers, "API rate limit exceeded for installation ID 1.")


def once(number: int, fault: Fault) -> Plan:
    """A plan with one fault, at one request."""
    return lambda _, at: fault if at == number else None


def on(method: str, part: str, fault: Fault, times: int = 1) -> Plan:
    """A plan that fails the first requests of a method whose path has that part."""
    left = [times]

    def plan(request: Request, _: int) -> Fault | None:
        if request.method != method or part not in request.path or left[0] == 0:
            return None
        left[0] -= 1
        return fault

    return plan


def seeded(seed: int, rate: float, silence: float) -> Plan:
    """A plan that fails that share of requests in ways that the seed chooses."""
    random = Random(seed)
    kinds = (
        bad_gateway(), Fault(Kind.REFUSED, 503), secondary_limit(2), secondary_limit(1, 429), secondary_limit(None),
        Fault(Kind.ACTED, 502), Fault(Kind.ACTED, 500), Fault(Kind.CUT),
    ) * 4 + (Fault(Kind.SILENT, seconds=silence),)  # fmt: skip
    """Silence is rare, for it costs real time."""

    def plan(_: Request, __: int) -> Fault | None:
        return random.choice(kinds) if random.random() < rate else None

    return plan
