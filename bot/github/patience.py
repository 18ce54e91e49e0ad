"""How long to wait before asking again, and when to give up: jitter, the forge's own words, and a budget of time."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from bot.github.errors import GaveUpError
from checkers.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

USUAL_BUDGET = 300.0
"""Seconds; twice what a secondary rate limit usually asks for, and then some."""
_FIRST_WAIT = 1.0
_LONGEST_WAIT = 60.0
_MOST_TRIES = 7
"""About three quarters of a minute: what fails longer is an outage, and not a moment's trouble."""
_SECONDARY_WAIT = 60.0
"""What GitHub asks for where its headers do not say:
https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api (exceeding the rate limit)."""
_BETWEEN_WRITES = 1.0
_WRITES_AT_ONCE = 6
"""More writes than this in a row are a second apart:
https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api (pause between requests)."""
_SECONDARY = ("secondary rate limit", "abuse detection", "retry your request again later", "wait a few minutes")


@dataclass(slots=True)
class Patience:
    """Waits between tries until `budget` seconds have gone by since the first of them; clocks can be replaced."""

    budget: float = USUAL_BUDGET
    timeout: float = 30.0
    """Seconds of silence after which an answer is not waited for any more."""
    sleep: Callable[[float], None] = time.sleep
    monotonic: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
    random: Random = field(default_factory=Random)
    _began: float | None = None
    _failures: dict[str, int] = field(default_factory=dict)
    _writes: int = 0

    def begin(self) -> None:
        """Start the clock; again has no effect."""
        if self._began is None:
            self._began = self.monotonic()

    def succeeded(self, request: str) -> None:
        """That request was answered: its next failure waits briefly again."""
        self._failures.pop(request, None)

    @contextmanager
    def share(self, part: float) -> Iterator[None]:
        """Within the block only that part of what is left of the budget counts, so that something is left for after."""
        self.begin()
        whole, gone = self.budget, self._gone()
        self.budget = gone + (whole - gone) * part
        try:
            yield
        finally:
            self.budget = whole

    def before_write(self) -> None:
        """Keep many writes in a row apart."""
        self._writes += 1
        if self._writes > _WRITES_AT_ONCE:
            self.sleep(_BETWEEN_WRITES)

    def wait(self, request: str, failure: str, asked_for: float | None = None) -> None:
        """Wait after a failure, at least as long as the forge asked for. Raises GaveUpError where that is too long.

        Waits for the same request double; what else succeeds in between does not matter. So often it is tried again
        as is worth it, or as the forge itself asks for.
        """
        self.begin()
        tries = self._failures[request] = self._failures.get(request, 0) + 1
        most = min(_LONGEST_WAIT, _FIRST_WAIT * 2.0 ** min(tries - 1, 10))
        seconds = self.random.uniform(most / 2, most)
        if asked_for is not None:
            seconds = max(seconds, asked_for + self.random.uniform(0, _FIRST_WAIT))
        if seconds > self.budget - self._gone() or (asked_for is None and tries >= _MOST_TRIES):
            wanted = f"; it asks to wait {asked_for:.0f} s" if asked_for is not None else ""
            times = f"{counted(tries, 'attempt')} in {self._gone():.0f} s"
            raise GaveUpError(f"{request} {failure}{wanted}; gave up after {times}, try again later")
        self.sleep(seconds)

    def _gone(self) -> float:
        return 0.0 if self._began is None else self.monotonic() - self._began

    def asked_for(self, status: int, headers: Mapping[str, str], message: str) -> float | None:
        """How many seconds a rate limit asks for; None where the answer is no rate limit.

        Header names are lower case. Retry-After goes before the reset of the hour's limit, as GitHub says.
        """
        if status not in (403, 429):
            return None
        after = retry_after(headers)
        if after is not None:
            return after
        reset = headers.get("x-ratelimit-reset", "")
        if headers.get("x-ratelimit-remaining") == "0" and reset.isascii() and reset.isdigit():
            return max(float(reset) - self.wall(), 0.0) + 1.0
        limited = status == 429 or any(words in message.lower() for words in _SECONDARY)
        return _SECONDARY_WAIT if limited else None


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds that Retry-After asks for; None where it is absent or is a date, which GitHub does not send."""
    text = headers.get("retry-after", "")
    return float(text) if text.isascii() and text.isdigit() else None
