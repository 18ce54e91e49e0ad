"""From the merged document to the typed sections; what a section cannot do without is asked for here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.model import PRESET_PREFIX
from checkers.policy.bounded import BoundedRegex
from checkers.policy.fields import Fields
from checkers.policy.merge import BUCKET_KINDS
from checkers.policy.nodes import joined, shown
from checkers.policy.sections import (
    Allowance,
    AttentionRung,
    Attribution,
    Bucket,
    CallBucket,
    Command,
    CommitTrailers,
    ConditionalBucket,
    DeviceLeakage,
    DocCheckpoint,
    IdentifierBucket,
    IncludeBucket,
    IssueIndex,
    Judge,
    LandedException,
    Landing,
    Policy,
    Protocol,
    Registrations,
    Spec,
    States,
    Style,
)
from checkers.suggestions import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from checkers.policy.nodes import Node

DEFAULT_TIMEOUT_S = 600
DEFAULT_SKIP_CODE = 77

_BUCKET_EXTRAS = {"arguments": "call", "reachable_without_device": "include", "forms": "conditional"}


def build_policy(root: Node, source: str, sha256: str) -> Policy:
    """The policy that a merged document says. Raises PolicyError where a section lacks what it needs."""
    whole = Fields(root, "")
    return Policy(
        source=source,
        sha256=sha256,
        base_ref=whole.text_or_none("base_ref"),
        doc_checkpoint=whole.made("doc_checkpoint", _doc_checkpoint),
        attention_rung=whole.made("attention_rung", _attention_rung),
        device_leakage=whole.made("device_leakage", _device_leakage),
        issue_index=whole.made("issue_index", _issue_index),
        commit_trailers=whole.made("commit_trailers", _commit_trailers),
        commands=tuple(_command(row) for row in whole.inner("preflight").rows("commands")),
        mutation=root.get("mutation"),
    )


def _doc_checkpoint(section: Fields) -> DocCheckpoint:
    states, surfaces, triggers = section.inner("states"), section.inner("surfaces"), section.inner("triggers")
    return DocCheckpoint(
        judge=Judge(section.text_or_none("judge") or Judge.COMMITS),
        tables=section.globs("tables"),
        state_columns=section.words("state_columns"),
        states=States(states.words("claim"), states.words("record"), states.words("claim_on_arrival")),
        spec=section.made("spec", lambda spec: Spec(spec.text("folder").rstrip("/"), spec.text("heading"))),
        measurements=section.globs("measurements"),
        registrations=section.made(
            "registrations", lambda models: Registrations(models.globs("sources"), models.text("macro"))
        ),
        surfaces=_surfaces(surfaces, triggers),
        triggers={name: triggers.globs(name) for name in triggers.node.entries},
        landing=section.made("landing", lambda landing: Landing(landing.text("page"), landing.globs("sources"))),
    )


def _surfaces(surfaces: Fields, triggers: Fields) -> Mapping[str, tuple[str, ...]]:
    """The documents of each class; a class of the preset whose surfaces were cleared owes none."""
    for name, paths in triggers.node.entries.items():
        if paths.items and name not in surfaces.node.entries and not _is_preset(paths):
            paths.refuse(joined(triggers.path, name), f"owes no document: {joined(surfaces.path, name)} must be given")
    return {name: surfaces.texts(name) for name in (*surfaces.node.entries, *triggers.node.entries)}


def _is_preset(node: Node) -> bool:
    return node.origin.startswith(PRESET_PREFIX)


def _attention_rung(section: Fields) -> AttentionRung:
    return AttentionRung(
        sources=section.globs("sources"),
        suffixes=section.words("suffixes"),
        naive=tuple(name.removeprefix("::") for name in section.texts("naive")),
        fast=tuple(name.removeprefix("::") for name in section.texts("fast")),
        marker=section.text("marker"),
        include_roots=tuple(root.rstrip("/") for root in section.texts("include_roots")),
        window_lines=section.number("window_lines"),
        min_reason_chars=section.number("min_reason_chars"),
        allowlist=section.text_or_none("allowlist"),
    )


def _device_leakage(section: Fields) -> DeviceLeakage:
    buckets = section.inner("buckets")
    names = [name for name in buckets.node.entries if buckets.node.get(name)]
    return DeviceLeakage(
        sources=section.globs("sources"),
        suffixes=section.words("suffixes"),
        baseline=section.text("baseline"),
        stale_is_error=section.text_or_none("stale") != "warning",
        marker=section.text("marker"),
        device_macros=section.globs("device_macros"),
        buckets=tuple(_bucket(name, buckets.inner(name)) for name in names),
        allowances=tuple(_allowances(section.rows("allowances"), names)),
    )


def _bucket(name: str, fields: Fields) -> Bucket:
    kinds = [kind for kind in BUCKET_KINDS if fields.node.get(kind)]
    if len(kinds) != 1:
        fields.node.refuse(fields.path, "needs exactly one of identifier, call, include and conditional")
    kind = kinds[0]
    for key in fields.node.entries:
        if fields.node.get(key) and _BUCKET_EXTRAS.get(key, kind) != kind:
            fields.node.refuse_key(key, fields.path, f"goes with {_BUCKET_EXTRAS[key]} alone, not with {kind}")
    if kind == "identifier":
        return IdentifierBucket(name, fields.text(kind))
    if kind == "call":
        arguments = fields.number("arguments") if fields.node.get("arguments") else None
        return CallBucket(name, fields.text(kind), arguments)
    if kind == "include":
        return IncludeBucket(name, fields.globs(kind), fields.is_true("reachable_without_device"))
    return ConditionalBucket(name, fields.globs(kind), fields.text_or_none("forms") == "all")


def _allowances(rows: Iterable[Fields], buckets: Sequence[str]) -> Iterator[Allowance]:
    for row in rows:
        bucket, from_preset = row.text("bucket"), _is_preset(row.node)
        if bucket in buckets:
            count = None if row.text("count") == "any" else row.number("count")
            yield Allowance(row.text("path"), bucket, count, row.sentence("reason"), from_preset)
        elif not from_preset:
            why = f"is {shown(bucket)!r}, which is no bucket; {did_you_mean(bucket, buckets)}"
            row.node.refuse(f"{row.path}.bucket", why)


def _issue_index(section: Fields) -> IssueIndex:
    return IssueIndex(section.text("path"), BoundedRegex(section.text("issue")), section.is_true("unique_issues"))


def _commit_trailers(section: Fields) -> CommitTrailers:
    style = section.inner("style")
    return CommitTrailers(
        marker=section.text_or_none("marker"),
        protocol=section.made("protocol", lambda trailer: Protocol(trailer.text("key"), trailer.text("value"))),
        attribution=section.made("attribution", _attribution),
        human_only=section.texts("human_only"),
        forge_accounts=section.globs("forge_accounts"),
        ai_names=frozenset(name.lower() for name in section.texts("ai_names")),
        style=Style(
            forbid_subject_period=style.text_or_none("subject_period") == "forbid",
            require_body=style.text_or_none("body") == "required",
            merges_exempt=style.text_or_none("merges") == "exempt",
        ),
        strict_since=section.text_or_none("strict_since"),
        landed_exceptions=tuple(
            LandedException(row.text("commit").lower(), row.text("rule"), row.sentence("reason"))
            for row in section.rows("landed_exceptions")
        ),
    )


def _attribution(section: Fields) -> Attribution:
    pattern = section.text_or_none("pattern")
    return Attribution(
        declaration=section.text_or_none("declaration"),
        by=section.text("by"),
        pattern=None if pattern is None else BoundedRegex(pattern),
        placeholder=section.text_or_none("placeholder"),
    )


def _command(row: Fields) -> Command:
    return Command(
        name=row.text("name"),
        run=row.texts("run"),
        timeout_s=row.number_or("timeout_s", DEFAULT_TIMEOUT_S),
        skip_code=int(row.number_or("skip_code", DEFAULT_SKIP_CODE)),
    )
