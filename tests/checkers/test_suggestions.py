"""What was meant by a name that is not known."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.suggestions import did_you_mean
from tests.support.timing import at_most

KNOWN = ("explain", "check", "attention-rung", "device-leakage", "post", "prove", "buckets", "base_ref")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("chekc", "check"),
        ("CHECK", "check"),
        ("chck", "check"),
        ("checks", "check"),
        ("atention-rnug", "attention-rung"),
        ("attention_rung", "attention-rung"),
        ("attention", "attention-rung"),
        ("base", "base_ref"),
        ("bucket", "buckets"),
        ("pots", "post"),
        ("e", "explain"),
        ("explian ", "explain"),
        ("zzz", None),
        ("replace", None),
        ("rung", None),
        ("p", None),
        ("checkout-all", None),
        ("device-agnostic", None),
        ("", None),
        ("x" * 1_000_000, None),
        ("device-leakage" * 100_000, None),
        ("\x1b[31m\udcff", None),
    ],
)
def test_a_name_is_suggested_only_where_it_is_really_close(name: str, meant: str | None) -> None:
    said = did_you_mean(name, KNOWN)
    assert said == (f"did you mean {meant}?" if meant else f"there are {', '.join(KNOWN)}")


def test_the_closest_of_several_is_suggested() -> None:
    assert did_you_mean("sourcs", ["source", "sources", "sourced"]) == "did you mean source?"
    assert did_you_mean("sourcess", ["source", "sources"]) == "did you mean sources?"


def test_what_is_meant_can_be_said_in_other_words() -> None:
    phrases = {"issue-index": "redfirst check issue-index", "check": "redfirst check"}
    assert did_you_mean("isue-index", phrases, told=phrases) == "did you mean redfirst check issue-index?"
    assert did_you_mean("zzz", phrases, told=phrases) == "there are issue-index, check"
    assert did_you_mean("zzz", phrases, "ask somebody") == "ask somebody"
    assert did_you_mean("zzz", phrases, "") == ""


def test_a_long_list_of_what_there_is_is_cut() -> None:
    many = [f"row-{number:03}" for number in range(500)]
    assert did_you_mean("zzz", many) == f"there are {', '.join(many[:20])} and 480 more"
    assert len(did_you_mean("zzz", ["y" * 100_000])) < 200
    assert did_you_mean("zzz", []) == "there are none"


@pytest.mark.growth
def test_no_name_takes_long_to_be_told_from_many() -> None:
    many = [f"a-table/{'b' * 60}/{number}" for number in range(20_000)]
    with at_most(seconds=10):
        assert did_you_mean(f"a-tabel/{'b' * 60}/x", many).startswith(("did", "there"))


@given(
    st.text("abc-_", max_size=8),
    st.lists(st.text("abc-_", min_size=1, max_size=8), min_size=1, max_size=5, unique=True),
)
@settings(max_examples=300, deadline=None)
def test_what_is_suggested_is_as_close_as_was_said(name: str, known: list[str]) -> None:
    said = did_you_mean(name, known)
    folded = name.replace("_", "-")
    close = [one for one in known if 3 * _distance(folded, one.replace("_", "-")) <= len(folded)]
    begun = [one for one in known if folded and one.replace("_", "-").startswith(folded)]
    if close:
        assert said in {f"did you mean {one}?" for one in close}
    elif len(begun) == 1:
        assert said == f"did you mean {begun[0]}?"
    else:
        assert said.startswith("there are ")


def _distance(first: str, second: str) -> int:
    """Insertions, removals, replacements and swaps of neighbours, none of which touches what another one did."""
    table = {(i, j): i + j for i in range(len(first) + 1) for j in range(len(second) + 1) if not i * j}
    for i, j in product(range(1, len(first) + 1), range(1, len(second) + 1)):
        differ = first[i - 1] != second[j - 1]
        best = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + differ)
        if i > 1 and j > 1 and first[i - 2 : i] == second[j - 2 : j][::-1]:
            best = min(best, table[i - 2, j - 2] + 1)
        table[i, j] = best
    return table[len(first), len(second)]
