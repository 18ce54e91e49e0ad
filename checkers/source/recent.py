"""A store of the values computed last, so that a long history costs no more memory than a short one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Key = TypeVar("Key")
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """Keeps at most `size` values, those asked for last."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: dict[Key, Value] = {}

    def get(self, key: Key, compute: Callable[[], Value]) -> Value:
        """The value kept for the key, or a new one."""
        if key in self._values:
            value = self._values.pop(key)
        else:
            value = compute()
            if len(self._values) >= self._size:
                del self._values[next(iter(self._values))]
        self._values[key] = value
        return value

    def __contains__(self, key: Key) -> bool:
        return key in self._values
