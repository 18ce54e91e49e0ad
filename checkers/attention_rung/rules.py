"""The rules of attention-rung and their pages.

The examples are judged under the preset; those of the allowlist are the list itself, in a tree whose only judged file
is `tower.cpp`.
"""

from __future__ import annotations

from checkers.model import Rule, Severity

CHECK = "attention-rung"


def _rule(
    name: str, severity: Severity, summary: str, why: str, help: str, failing: str, mended: str, *keys: str
) -> Rule:
    policy_keys = tuple(f"attention_rung.{key}" for key in keys)
    return Rule(f"{CHECK}/{name}", severity, summary, why, help, failing, mended, policy_keys)


UNMARKED_USE = _rule(
    "unmarked-use",
    Severity.ERROR,
    "a use of the naive kernel has no recorded reason",
    "The naive kernel gives the right answer, only hundreds of times too slowly: no test fails, and nobody sees it. "
    "Whoever means it says so where it is called; whoever does not finds out here. One reason covers one statement, so "
    "that it cannot launder the next call added under it. A call is a use, and so is all that leads to one: an "
    "address, a reference, an argument, a macro that expands to it.",
    "call a fast kernel, or record above the statement why the naive one is meant",
    "void Forward() {\n  // VT-ATTN-NAIVE: the reference arm of the equivalence test\n  vt::Attention(q);\n"
    "  vt::Attention(r);\n}\n",
    "void Forward() {\n  // VT-ATTN-NAIVE: the reference arm of the equivalence test\n  vt::Attention(q);\n"
    "  vt::AttentionDenseFlash(r);\n}\n",
    "sources",
    "suffixes",
    "naive",
    "fast",
    "marker",
    "include_roots",
    "window_lines",
    "allowlist",
)

STUB_REASON = _rule(
    "stub-reason",
    Severity.ERROR,
    "the reason recorded for a use says nothing",
    "A reason is read by the next person who wonders whether the call is a mistake. One that is too short, a mere "
    "`todo`, or one character over and over answers nothing.",
    "say in a few words why the naive kernel is meant here, or call a fast one",
    "void Forward() {\n  vt::Attention(q);  // VT-ATTN-NAIVE: todo\n}\n",
    "void Forward() {\n  vt::Attention(q);  // VT-ATTN-NAIVE: the reference arm of the equivalence test\n}\n",
    "marker",
    "min_reason_chars",
)

UNREAD_CODE = _rule(
    "unread-code",
    Severity.ERROR,
    "what looks like a use stands in code that could not be read",
    "A parse error must not hide a use. Beside the reading of the code a search of the bytes runs for the same names, "
    "and each one found must be explained: as a use, a comment, a literal, dead code or another symbol. This one is "
    "none of them.",
    "mend the code around it so that it can be read: close what is open, or write the call out",
    "void Forward() { vt::AttentionDenseFlash(q); }\n/* an open comment\nvoid Hidden() { vt::Attention(q); }\n",
    "void Forward() { vt::AttentionDenseFlash(q); }\n/* a closed comment */\n"
    "void Hidden() { vt::AttentionDenseFlash(q); }\n",
    "naive",
)

UNKNOWN_STEM = _rule(
    "unknown-stem",
    Severity.ERROR,
    "an allowlist entry names no source file",
    "A misspelt entry excuses nothing, and one whose file is gone would excuse the next file of that name.",
    "delete the entry, or spell the file's name as it is, without its suffix",
    "tower\ntowr  # being rerouted\n",
    "tower  # being rerouted\n",
    "allowlist",
    "sources",
    "suffixes",
)

STALE_STEM = _rule(
    "stale-stem",
    Severity.NOTE,
    "an allowlist entry excuses nothing any more",
    "The file has no use left without a reason. The entry does no harm today and would excuse the next call. It is no "
    "failure: the change that removes a call must not have to edit a file that every branch shares.",
    "delete the entry",
    "tower\n",
    "# nothing is in flight\n",
    "allowlist",
)

DEAD_MARKER = _rule(
    "dead-marker",
    Severity.WARNING,
    "a recorded reason covers no use",
    "A reason without a use is left over, or it stands too far from what it was written for: then that use has none.",
    "delete it, or move it next to the statement that it is about",
    "void Forward() {\n  // VT-ATTN-NAIVE: the reference arm of the equivalence test\n"
    "  vt::AttentionDenseFlash(q);\n}\n",
    "void Forward() {\n  // VT-ATTN-NAIVE: the reference arm of the equivalence test\n  vt::Attention(q);\n}\n",
    "marker",
    "window_lines",
)

RULES = (UNMARKED_USE, STUB_REASON, UNREAD_CODE, UNKNOWN_STEM, STALE_STEM, DEAD_MARKER)
