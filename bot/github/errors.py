"""What can go wrong with the forge: it refuses, it does not say what it did, or it is not to be had in time."""

from __future__ import annotations

from checkers.errors import RedfirstError


class ForgeError(RedfirstError):
    """The base: the text is one line that names the request and what came of it."""


class RefusedError(ForgeError):
    """The forge understood and refused; asking again would change nothing. `status` is that of HTTP."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class UnansweredError(ForgeError):
    """A write whose answer never came: it may have been done. Look, before doing it again."""


class GaveUpError(ForgeError):
    """All the time for trying again is used up."""
