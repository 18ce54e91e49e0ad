"""Clients that talk to the forge of a test, with clocks that do not make it wait."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from bot.github.client import Client
from bot.github.credentials import sign_in
from bot.github.patience import USUAL_BUDGET, Patience
from tests.forge.server import Forge
from tests.forge.state import EPOCH, TOKEN


@dataclass(slots=True)
class Clock:
    """A clock that only sleeping moves; `slept` are the seconds of each sleep."""

    seconds: float = 0.0
    slept: tuple[float, ...] = ()

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds
        self.slept += (seconds,)

    def monotonic(self) -> float:
        return self.seconds

    def wall(self) -> float:
        return EPOCH.timestamp() + self.seconds


def patience(clock: Clock, budget: float = USUAL_BUDGET, timeout: float = 5.0, seed: int = 0) -> Patience:
    """Patience that never really waits."""
    return Patience(budget, timeout, clock.sleep, clock.monotonic, clock.wall, Random(seed))


def client(forge: Forge, clock: Clock | None = None, token: str = TOKEN, **limits: float) -> Client:
    """A client with a token of the forge."""
    environment = {"GITHUB_API_URL": forge.url, "GITHUB_TOKEN": token}
    kept = patience(clock or Clock(), **limits)  # type: ignore[arg-type]
    return sign_in(environment).client(forge.world.full_name, kept)[0]
