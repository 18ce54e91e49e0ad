"""The rules of doc-checkpoint and their pages; the examples are changes, judged under the preset."""

from __future__ import annotations

from checkers.model import Rule, Severity

CHECK = "doc-checkpoint"

TABLE, SPEC = ".agents/engine-matrix.md", ".agents/specs/attention.md"
LANDING, SUMMARISED = "README.md", ".agents/mission.md"
"""Where the examples' table, spec, landing page and what that sums up are."""

_TABLE = f"--- {TABLE}\n | ID | Spec | State |\n |---|---|---|\n"
_READY = "| `ENG-ATTN` | [spec](specs/attention.md) | `READY` |\n"
_ACTIVE = "| `ENG-ATTN` | [spec](specs/attention.md) | `ACTIVE` |\n"
_MOVE = f"{_TABLE}-{_READY}+{_ACTIVE}"
DOCUMENTS = (
    "--- docs/STATUS.md\n # Status\n+Attention is being built.\n--- docs/BENCHMARKS.md\n # Benchmarks\n+Not yet.\n"
)
_SPEC = f"--- {SPEC}\n # Attention\n \n"
_NOW = f"{_SPEC} ## Now\n \n-Write the kernel.\n+Run the gate on the device.\n"


def _rule(name: str, summary: str, why: str, help: str, failing: str, mended: str, *keys: str) -> Rule:
    severity = Severity.WARNING if name == "row-lost" else Severity.ERROR
    policy_keys = tuple(f"doc_checkpoint.{key}" for key in keys)
    return Rule(f"{CHECK}/{name}", severity, summary, why, help, failing, mended, policy_keys)


SURFACE_MISSING = _rule(
    "surface-missing",
    "a document that states what the change claims is not updated by the change",
    "A record that moves while the public page stands still makes one of the two untrue, and nobody comes back to find"
    " out which. A link that was repaired or a line that was wrapped states nothing new.",
    "say in the owed document what the change claims, in the same change",
    f"{_MOVE}{_NOW}",
    f"{_MOVE}{_NOW}{DOCUMENTS}",
    "surfaces",
    "triggers",
    "states",
    "measurements",
    "registrations",
)
SPEC_UNLINKED = _rule(
    "spec-unlinked",
    "a row moved to a claim state and links no spec",
    "A claim that no spec stands behind cannot be checked and has no place that says what is next.",
    "link the row's spec in the row, a file in the policy's spec folder, and say there what is next",
    f"{_TABLE}-| `ENG-ATTN` | planned | `READY` |\n+| `ENG-ATTN` | planned | `ACTIVE` |\n{DOCUMENTS}",
    f"{_TABLE}-| `ENG-ATTN` | planned | `READY` |\n+{_ACTIVE}{_NOW}{DOCUMENTS}",
    "spec.folder",
)
SPEC_NOT_UPDATED = _rule(
    "spec-not-updated",
    "a moved row's spec says under its heading what it said before",
    "The spec says what is to be done next. When the row moves, that was done or put off, and the old text sends the"
    " next reader to work that is over. Any edit elsewhere in the spec does not mend it.",
    "rewrite what the spec says under that heading, in the same change",
    f"{_MOVE}{DOCUMENTS}{_SPEC} ## Now\n \n Write the kernel.\n \n ## Owed\n+Nothing.\n",
    f"{_MOVE}{DOCUMENTS}{_NOW}",
    "spec.folder",
    "spec.heading",
)
NOW_MISSING = _rule(
    "now-missing",
    "a moved row's spec lacks the heading that says what is next",
    "A reader who follows the row looks for one heading; without it the spec is an essay that has to be read whole.",
    "give the spec that heading, and under it what is next",
    f"{_MOVE}{DOCUMENTS}{_SPEC}+Run the gate on the device.\n",
    f"{_MOVE}{DOCUMENTS}{_SPEC}+## Now\n+\n+Run the gate on the device.\n",
    "spec.heading",
)
NOW_EMPTY = _rule(
    "now-empty",
    "a moved row's spec has nothing under the heading that says what is next",
    "An empty section looks kept and says nothing; a comment that nobody sees rendered is nothing as well.",
    "say under the heading what is next, were it that nothing is",
    f"{_MOVE}{DOCUMENTS}{_SPEC} ## Now\n-\n-Write the kernel.\n",
    f"{_MOVE}{DOCUMENTS}{_NOW}",
    "spec.heading",
)
UNLICENSED_LANDING = _rule(
    "unlicensed-landing",
    "the landing page changes and nothing that it summarises does",
    "The front page is what everybody reads and every change wants to be on. It is a summary: it changes when what it"
    " sums up changes, or it turns into a log.",
    "take the edit of the landing page out of this change, or make it beside a change of what the page summarises",
    f"--- {LANDING}\n # Engine\n+Now faster!\n--- docs/STATUS.md\n # Status\n+More.\n",
    f"--- {LANDING}\n # Engine\n+It serves requests.\n--- {SUMMARISED}\n # Mission\n+Serve requests.\n",
    "landing",
)
DUPLICATE_ROW = _rule(
    "duplicate-row",
    "one id keys two rows of one table file",
    "Two rows for one thing will disagree, and every tool and reader picks one of them. A clean merge of two branches"
    " that each add the row makes them, so that no commit looks wrong.",
    "keep one row for the id, with what both say",
    f"{_TABLE} | `ENG-ATTN` | - | `READY` |\n+| `ENG-ATTN` | - | `TODO` |\n",
    f"{_TABLE} | `ENG-ATTN` | - | `READY` |\n+| `ENG-SCHED` | - | `TODO` |\n",
    "tables",
)
ROW_LOST = _rule(
    "row-lost",
    "a row of a table vanished without arriving in another one",
    "A row is dropped by saying so in its state; one that merely vanishes takes its history and its debts along, and is"
    " mostly a merge that went wrong.",
    "put the row back, in a state that says what became of it, or into the table where it now belongs",
    f"{_TABLE}-| `ENG-ATTN` | - | `READY` |\n | `ENG-SCHED` | - | `READY` |\n",
    f"{_TABLE}-| `ENG-ATTN` | - | `READY` |\n+| `ENG-ATTN` | - | `INVENTORIED` |\n | `ENG-SCHED` | - | `READY` |\n",
    "tables",
)

RULES = (
    SURFACE_MISSING,
    SPEC_UNLINKED,
    SPEC_NOT_UPDATED,
    NOW_MISSING,
    NOW_EMPTY,
    UNLICENSED_LANDING,
    DUPLICATE_ROW,
    ROW_LOST,
)
