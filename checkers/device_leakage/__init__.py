"""device-leakage: did the number of references to the device in the device-agnostic layer stay at its baseline?"""

from __future__ import annotations

from checkers.device_leakage.rules import RULES
from checkers.device_leakage.verdict import judge

__all__ = ["RULES", "judge"]
