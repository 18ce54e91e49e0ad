"""The terms of a tree's own policy in place of the preset's, in which the rules' pages are written."""

from __future__ import annotations

from posixpath import basename, dirname, join, relpath
from typing import TYPE_CHECKING

from checkers.doc_checkpoint.rules import DOCUMENTS, LANDING, SPEC, SUMMARISED, TABLE
from checkers.wording import substitution

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkers.policy.globs import Globs
    from checkers.policy.sections import DocCheckpoint
    from checkers.wording import Translate

_HEADING = "Now"
_STATES = ("ACTIVE", "READY", "INVENTORIED", "TODO")
"""The states of the examples: the one of the claim, the one before it, a record's, and any."""


def translation(own: DocCheckpoint, preset: DocCheckpoint) -> Translate | None:
    """How a page reads under another section; None where that has no such places, states or documents."""
    table, source = _instance(own.tables, TABLE), _source(own)
    states = _states(own)
    documents = own.surfaces.get("lifecycle", ())
    if not (table and source and states and documents):
        return None
    spec = join(own.spec.folder, basename(SPEC)) if own.spec else SPEC
    heading = own.spec.heading if own.spec else _HEADING
    words = {
        TABLE: table,
        SPEC: spec,
        LANDING: own.landing.page if own.landing else LANDING,
        SUMMARISED: source,
        f"]({relpath(SPEC, dirname(TABLE))})": f"]({relpath(spec, dirname(table) or '.')})",
        f"## {_HEADING}\n": f"## {heading}\n",
        **{f"`{before}`": f"`{after}`" for before, after in zip(_STATES, states, strict=True)},
        "| State |": f"| {_column(own)} |",
        DOCUMENTS: "".join(_documents(documents)),
        preset.surfaces["lifecycle"][0]: documents[0],
    }
    return substitution(words)


def _source(own: DocCheckpoint) -> str | None:
    """Something that the landing page sums up; the examples' own where there is no such page."""
    return _instance(own.landing.sources, SUMMARISED) if own.landing else SUMMARISED


def _instance(globs: Globs, usual: str) -> str | None:
    """A path that a section's globs match: the examples' own, where it is one."""
    return usual if globs.match(usual) else globs.instance("x")


def _states(own: DocCheckpoint) -> tuple[str, str, str, str] | None:
    """A claim, a state before it, a record and any other; None where there are too few."""
    claims = own.states.claim_on_arrival or own.states.claim
    everything = own.states.claim | own.states.record
    if not claims or len(everything) < 2:
        return None
    claim = _chosen(_STATES[0], claims)
    before = _chosen(_STATES[1], everything - {claim})
    record = _chosen(_STATES[2], own.states.record - {before} or everything - {claim})
    return claim, before, record, _chosen(_STATES[3], everything - claims or everything - {claim})


def _chosen(word: str, words: frozenset[str]) -> str:
    return word if word in words else min(words)


def _column(own: DocCheckpoint) -> str:
    return _chosen("State", own.state_columns) if own.state_columns else "State"


def _documents(paths: tuple[str, ...]) -> Iterator[str]:
    return (f"--- {path}\n # Page\n+Attention is being built.\n" for path in paths)
