"""What can go wrong with the forge: it refuses, it does not say what it did, or it is not to be had in time."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from checkers.errors import RedfirstError

if TYPE_CHECKING:
    from collections.abc import Iterator


class ForgeError(RedfirstError):
    """The base: the text is one line that names the request and what came of it."""


class RefusedError(ForgeError):
    """The forge understood and refused; asking again would change nothing. `status` is that of HTTP."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status

    @property
    def gone(self) -> bool:
        """Whether what was asked for is not there, or not there any more."""
        return self.status in (404, 410)


class UnansweredError(ForgeError):
    """A write whose answer never came: it may have been done. Look, before doing it again."""


class GaveUpError(ForgeError):
    """All the time for trying again is used up."""


def undescribed(what: str) -> ForgeError:
    """The error of an answer that has another form than GitHub documents; `what` is what was asked for."""
    return ForgeError(f"{what} is not described as GitHub does; is GITHUB_API_URL right?")


@contextmanager
def described(what: str) -> Iterator[None]:
    """Within the block the parts of an answer are taken; where it lacks one, that is a ForgeError."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError):
        raise undescribed(what) from None
