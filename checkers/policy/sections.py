"""The policy as types: one frozen section a checker, every value validated; `load` builds them."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from checkers.model import PolicyInfo

if TYPE_CHECKING:
    from collections.abc import Mapping

    from checkers.policy.bounded import BoundedRegex
    from checkers.policy.globs import Globs
    from checkers.policy.nodes import Node


class Judge(StrEnum):
    """How doc-checkpoint takes a range."""

    COMMITS = "commits"
    SQUASH = "squash"
    BOTH = "both"


class Spec(NamedTuple):
    """Where specs live and which of their sections says what is next."""

    folder: str
    heading: str


class Registrations(NamedTuple):
    """Where models are registered and by which macro."""

    sources: Globs
    macro: str


class Landing(NamedTuple):
    """The landing page and the paths of which one must change with it."""

    page: str
    sources: Globs


class States(NamedTuple):
    """The lifecycle words; `claim_on_arrival` is the part of `claim` that is a claim when a row arrives in it."""

    claim: frozenset[str]
    record: frozenset[str]
    claim_on_arrival: frozenset[str]


class DocCheckpoint(NamedTuple):
    """Section `doc_checkpoint`."""

    judge: Judge
    tables: Globs
    state_columns: frozenset[str]
    states: States
    spec: Spec | None
    measurements: Globs
    registrations: Registrations | None
    surfaces: Mapping[str, tuple[str, ...]]
    triggers: Mapping[str, Globs]
    landing: Landing | None


class AttentionRung(NamedTuple):
    """Section `attention_rung`; `naive` and `fast` are qualified names such as `vt::Attention`, without leading `::`.

    `include_roots` are folders without a trailing `/`; `.` is the repository's root.
    """

    sources: Globs
    suffixes: frozenset[str]
    naive: tuple[str, ...]
    fast: tuple[str, ...]
    marker: str
    include_roots: tuple[str, ...]
    window_lines: int
    min_reason_chars: int
    allowlist: str | None


class IdentifierBucket(NamedTuple):
    """Counts a live identifier token."""

    name: str
    identifier: str


class CallBucket(NamedTuple):
    """Counts a live call of that name with that many arguments (None: any number)."""

    name: str
    call: str
    arguments: int | None


class IncludeBucket(NamedTuple):
    """Counts a live include whose target matches one of the patterns."""

    name: str
    include: Globs
    reachable_without_device: bool


class ConditionalBucket(NamedTuple):
    """Counts a live conditional that tests a macro whose name matches the pattern; `all_forms` counts every form."""

    name: str
    conditional: Globs
    all_forms: bool


Bucket = IdentifierBucket | CallBucket | IncludeBucket | ConditionalBucket


class Allowance(NamedTuple):
    """A file that is the device leg: `count` references in a bucket are expected there, None for any number."""

    path: str
    bucket: str
    count: int | None  # type: ignore[assignment]  # hides the tuple's own method
    reason: str
    from_preset: bool
    """True when only the preset names it, so that its absence says nothing about this tree."""


class DeviceLeakage(NamedTuple):
    """Section `device_leakage`; buckets in the order of the file."""

    sources: Globs
    suffixes: frozenset[str]
    baseline: str
    stale_is_error: bool
    marker: str
    device_macros: Globs
    buckets: tuple[Bucket, ...]
    allowances: tuple[Allowance, ...]


class IssueIndex(NamedTuple):
    """Section `issue_index`; `issue` has a group `number`."""

    path: str
    issue: BoundedRegex
    unique_issues: bool


class Protocol(NamedTuple):
    """The protocol trailer that every message carries."""

    key: str
    value: str


class Attribution(NamedTuple):
    """`declaration`: the key that says whether an AI assisted, None: none is demanded. `by`: the attribution's key.

    `pattern`: what its value must match whole; None: NAME:MODEL [TOOL]….
    """

    declaration: str | None
    by: str
    pattern: BoundedRegex | None
    placeholder: str | None


class Style(NamedTuple):
    """What a message looks like."""

    forbid_subject_period: bool
    require_body: bool
    merges_exempt: bool


class LandedException(NamedTuple):
    """One rule of one landed commit (full hash) that is excused, and why."""

    commit: str
    rule: str
    reason: str


class CommitTrailers(NamedTuple):
    """Section `commit_trailers`; `forge_accounts` are globs over the address, `ai_names` are lower case words."""

    marker: str | None
    protocol: Protocol | None
    attribution: Attribution | None
    human_only: tuple[str, ...]
    forge_accounts: Globs
    ai_names: frozenset[str]
    style: Style
    strict_since: str | None
    landed_exceptions: tuple[LandedException, ...]


class Command(NamedTuple):
    """One of the policy's own gates: `run` is an argv, `skip_code` the exit code that means skip."""

    name: str
    run: tuple[str, ...]
    timeout_s: float
    skip_code: int


class Policy(NamedTuple):
    """A whole policy. A section that is None is not configured: its checker is not run and not reported."""

    source: str
    sha256: str
    base_ref: str | None
    doc_checkpoint: DocCheckpoint | None = None
    attention_rung: AttentionRung | None = None
    device_leakage: DeviceLeakage | None = None
    issue_index: IssueIndex | None = None
    commit_trailers: CommitTrailers | None = None
    commands: tuple[Command, ...] = ()
    mutation: Node | None = None
    """Section `mutation`, validated for shape only; its reader gives it types."""
    head: Policy | None = None
    """On a range or commit that changes the policy file: what head's own file says. It decides nothing that this
    policy knows."""

    @property
    def info(self) -> PolicyInfo:
        """Its name and hash, as a report has them."""
        return PolicyInfo(self.source, self.sha256)

    @property
    def is_preset(self) -> bool:
        """Whether it is a packaged preset by itself."""
        return self.info.preset is not None
