"""All kinds: each module puts its own on the list when it is imported."""

from __future__ import annotations

from tests.hostile import names, settings, shapes, stores, texts
from tests.hostile.kinds import KINDS

__all__ = ["KINDS", "names", "settings", "shapes", "stores", "texts"]
