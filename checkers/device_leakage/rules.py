"""The rules of device-leakage and their pages.

An example is a source file with, before it, the baseline that it is held to; `- ` and `+ ` lines are a change.
"""

from __future__ import annotations

from checkers.model import Rule, Severity

CHECK = "device-leakage"

_ASK = (
    "ask for a capability or for a registered kernel instead of for the device, or record an exemption, which is"
    " listed on every run: // DSR-ALLOW(<row>): <reason>"
)
_ONE = "baseline: kcuda 1\n"
_NONE = "baseline: kcuda 0\n"
_USE = "bool A() { return t == kCUDA; }\n"
_ASKED = "bool A() { return OpRegistered(t); }\n"


def _rule(name: str, summary: str, why: str, help: str, failing: str, mended: str, *keys: str) -> Rule:
    severity = Severity.WARNING if name in ("dead-marker", "swap") else Severity.ERROR
    return Rule(f"{CHECK}/{name}", severity, summary, why, help, failing, mended, keys)


RULES = (
    _rule(
        "regression",
        "a bucket counts more references to the device than its baseline",
        "Device tests leak into the device-agnostic layer one at a time, each in passing and each harmless. The count"
        " is held to a committed baseline that only goes down, so that the next one is seen when it comes.",
        _ASK,
        f"{_NONE}{_USE}",
        f"{_NONE}{_ASKED}",
        "device_leakage.buckets",
        "device_leakage.sources",
        "device_leakage.allowances",
    ),
    _rule(
        "stale-baseline",
        "a bucket counts fewer references than its baseline",
        "A baseline above the count is room for the next leak. A reduction is kept only when the baseline follows it in"
        " the same change.",
        "run check-device-leakage --write-baseline and commit the lowered baseline with the reduction",
        f"{_ONE}{_ASKED}",
        f"{_NONE}{_ASKED}",
        "device_leakage.stale",
        "device_leakage.baseline",
    ),
    _rule(
        "raised-baseline",
        "the change raises a bucket of the baseline",
        "The baseline is the judge of the change; a change that raises it has judged itself. It only goes down.",
        "restore the base's number and take the new references out, or exempt them one by one with a reason",
        f"- {_NONE}+ {_ONE}  {_USE}",
        f"  {_NONE}- {_USE}+ {_ASKED}",
        "device_leakage.baseline",
    ),
    _rule(
        "stale-allowance",
        "an allowance expects another number of references than its file has",
        "An allowance names what is the device's own leg. One that no longer fits hides new references or excuses"
        " none.",
        "take the references out that are no part of the device's leg, or lower the allowance to what is left of it",
        f"allowance: kcuda 1\n{_NONE}{_ASKED}",
        f"allowance: kcuda 1\n{_NONE}{_USE}",
        "device_leakage.allowances",
    ),
    _rule(
        "bad-marker",
        "a marker has no row or no reason",
        "An exemption is a debt with a name: the row says where it is tracked and the reason says why it is owed."
        " A marker that lacks one exempts nothing.",
        "write the row that tracks it and the reason: // DSR-ALLOW(<row>): <reason>",
        f"{_ONE}bool A() {{ return t == kCUDA; }}  // DSR-ALLOW(A2):\n",
        f"{_NONE}bool A() {{ return t == kCUDA; }}  // DSR-ALLOW(A2): the types exist only in the device build\n",
        "device_leakage.marker",
    ),
    _rule(
        "dead-marker",
        "a marker exempts no reference",
        "A marker that outlives its reference would exempt the next one that is written beside it.",
        "delete the marker, or move it to the line of its reference or right above it",
        f"{_NONE}// DSR-ALLOW(A2): the types exist only in the device build\n{_ASKED}",
        f"{_NONE}{_ASKED}",
        "device_leakage.marker",
    ),
    _rule(
        "swap",
        "one reference went and another came",
        "A count cannot see that a reference was taken out and another put in. The change may be a fair one; whoever"
        " reviews it should know.",
        f"see whether the new reference can go too: {_ASK}",
        f"  {_ONE}- {_USE}+ bool S() {{ return dev != kCUDA; }}\n",
        f"- {_ONE}+ {_NONE}- {_USE}+ {_ASKED}",
        "device_leakage.buckets",
    ),
    _rule(
        "no-baseline",
        "there is no baseline to hold the count to, or it is not one",
        "Without a baseline nothing is held. It is JSON with `buckets`, one number for each bucket of the policy, and"
        " `total`, their sum.",
        "run check-device-leakage --write-baseline, which writes what is counted, and commit the file; mend or delete a"
        " broken one first",
        _ASKED,
        f"{_NONE}{_ASKED}",
        "device_leakage.baseline",
        "device_leakage.buckets",
    ),
    _rule(
        "unread-code",
        "what looks like a reference stands where the file could not be read",
        "A literal, a comment or a conditional that never ends swallows what follows it; an error in a file must not"
        " hide a reference.",
        "close the literal, the comment or the conditional, so that the file can be read",
        f"{_NONE}/* begins and never ends\n{_USE}",
        f"{_NONE}/* begins and ends */\n{_ASKED}",
        "device_leakage.buckets",
    ),
)

HELP = {rule.id: rule.help for rule in RULES}
