"""The page of mutation tables: their keys, from the tables by which the loader reads them, and what rows become."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.mutation.model import Outcome
from bot.mutation.report import CaseOutcome
from bot.mutation.table_keys import EDIT_FORMS, EXPECT_FORMS, ROW_KEYS, TABLE
from checkers.policy.keys import SUITE_KEYS
from checkers.policy.shapes import Fixed
from documentation.markdown import fence, prose, table
from documentation.policy import key_table
from documentation.table_examples import FILES, OF_EDITS, OF_EXPECTATIONS, PATCH, first_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from checkers.policy.shapes import Key

_INTRODUCTION = """\
# Mutation tables

A table is a YAML file that lists deliberate breaks of the tree, each with exactly the cases that it must turn red.
[`redfirst mutate`](commands/redfirst-mutate.md) applies them one at a time, in a workspace of its own made from a
commit (`--worktree` takes uncommitted changes of tracked files along), between two runs of the suite without any. The
policy's [mutation.tables](policy.md#mutation) says where tables lie: `tests/mutations/**/*.yml` in the preset. Editors
find the form in `bot/mutation/redfirst-table.schema.json`.
"""
_OF_THE_TREE = """\
Every row on this page is of this small tree, and does there what it says.
The README, under *Red-first mutation tables*, has a table for C++.
"""
_SHOWN = ("money.py", "log.py", "test_money.py")
_CASES = """\
A case is named in full, as the suite's report names it: `tests.test_money.Money.test_half_goes_up`, not
`test_half_goes_up`. In `red` a name may be a glob, in which `*` crosses everything: `"*.test_half_goes_up"`.
"""
_OUTCOMES: Mapping[Outcome, str] = {
    Outcome.DETECTED: "The claimed cases are red, and, unless `only` is false, no others. The row passes.",
    Outcome.ACCEPTED: "Nothing is red, as the row declares with a reason. The row passes.",
    Outcome.SURVIVED: "Nothing is red: the claimed cases do not hold what is claimed of them.",
    Outcome.MISPLACED: "Other cases are red than those that are claimed.",
    Outcome.UNBUILDABLE: "The broken tree does not build, or a file does not parse. It passes as `build: fails` alone.",
    Outcome.INERT: "The build changed none of the suite's `artifacts`: what was run is not what was broken.",
    Outcome.NOT_APPLIED: "An edit found no place, or too many, or changed nothing.",
    Outcome.VACUOUS: "Less was run than in the control, and nothing is red.",
    Outcome.TIMED_OUT: "The run was ended at its limit. It passes as `outcome: timed-out` alone.",
    Outcome.CRASHED: "The run ended otherwise than runs of cases end. It passes as `outcome: crashed` alone.",
    Outcome.UNRESTORED: "A file could not be put back; nothing is judged after it.",
    Outcome.VOID: "The control was not green, so that nothing can be said of the row.",
}
_OF_PROOFS = """\
[`redfirst prove`](commands/redfirst-prove.md) runs the tests of a range on the tree before its change. Its suites stand
in the policy, under [mutation.suites](policy.md#mutation), or below `mutation.evidence` for scripts that are gates.
"""
_PROOFS: Mapping[CaseOutcome, str] = {
    CaseOutcome.PROVEN: "Red without the change, green with it. It passes.",
    CaseOutcome.KEPT: "The base has it, and it is no worse than there. It passes.",
    CaseOutcome.UNPROVEN: "It is not red without the change: it would not have told.",
    CaseOutcome.BROKEN: "It is red with the change, or cannot be run.",
    CaseOutcome.UNBUILDABLE: "The old tree does not build with it; `compile_red` counts that as red.",
    CaseOutcome.UNSTABLE: "Its colour differs between repeats.",
}


def tables_page() -> str:
    """The whole page."""
    parts = [
        _INTRODUCTION,
        fence(first_table(), "yaml"),
        _OF_THE_TREE,
        *(f"`{path}`:\n\n{fence(text, 'python')}" for path, text in FILES.items() if path in _SHOWN),
        "## Keys of the file\n",
        _own_keys(TABLE.keys),
        "## A suite\n",
        key_table(Fixed(SUITE_KEYS)),
        "## A row\n",
        _own_keys(ROW_KEYS),
        "## An edit\n",
        "Each names its `file`, and is one of these.\n",
        *_forms(EDIT_FORMS, OF_EDITS),
        "## An expectation\n",
        _CASES,
        *_forms(EXPECT_FORMS, OF_EXPECTATIONS),
        "## What becomes of a row\n",
        _meanings(_OUTCOMES),
        "## What becomes of a case of prove\n",
        _OF_PROOFS,
        _meanings(_PROOFS),
    ]
    return "\n".join(parts)


def _own_keys(keys: Mapping[str, Key]) -> str:
    return table(("key", "what it is"), ((f"`{name}`", prose(key.about)) for name, key in keys.items()))


def _forms(forms: Mapping[str, Fixed], examples: Mapping[str, str]) -> Iterator[str]:
    """Each form of a mapping with the keys that are its own, and a row that has it."""
    for name, form in forms.items():
        yield f"### {name}\n"
        yield key_table(Fixed({key: told for key, told in form.keys.items() if key != "file"}))
        yield fence(examples[name], "yaml")
        if name == "patch":
            yield f"with `half-up.patch` beside the table:\n\n{fence(PATCH, 'diff')}"


def _meanings(outcomes: Mapping[Outcome, str] | Mapping[CaseOutcome, str]) -> str:
    return table(("outcome", "what it says"), ((f"`{outcome}`", said) for outcome, said in outcomes.items()))
