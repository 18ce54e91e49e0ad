"""Which policy decides over a subject: the judged do not choose the judge."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from checkers.errors import PolicyError
from checkers.policy.load import DEFAULT_PRESET, parse_policy, preset_policy
from checkers.wording import revision_hash

if TYPE_CHECKING:
    from checkers.policy.sections import Policy
    from checkers.repo.types import Entry, Snapshot

POLICY_FILE = ".redfirst.yml"

_PRESET_HELD = (
    f"the preset {DEFAULT_PRESET} decided, and the file counts from the next change on "
    f"(--policy {POLICY_FILE} judges this change by it)"
)


class Selected(NamedTuple):
    """What decides, and what every verdict has to say about the choice."""

    policy: Policy
    notes: tuple[str, ...] = ()


class Side(NamedTuple):
    """One side of a change: its snapshot, and its name in messages, such as `merge base 1a2b3c4d5e6f`."""

    snapshot: Snapshot
    name: str
    revision: str | None = None
    """What git would call it; None where it is on disk or in the index."""

    @classmethod
    def at(cls, snapshot: Snapshot, what: str, sha: str | None) -> Side:
        """The side at the commit of a full hash, if there is one; `what` says what it is, such as `merge base`."""
        revision = revision_hash(sha) if sha else None
        return cls(snapshot, f"{what} {revision}" if revision else what, revision)

    @property
    def entry(self) -> Entry | None:
        """The policy file of this side."""
        return self.snapshot.get(POLICY_FILE)

    @property
    def origin(self) -> str:
        """How messages and reports name the policy file of this side."""
        return f"{self.revision}:{POLICY_FILE}" if self.revision else POLICY_FILE

    def policy(self) -> Policy | None:
        """What this side's own file says; None where there is none. Raises PolicyError for one that is refused."""
        entry = self.entry
        if entry is None:
            return None
        data = self.snapshot.read(POLICY_FILE)
        if data is None:
            raise PolicyError(f"{self.origin}:1: is a link or a submodule; a policy is a regular file")
        return parse_policy(data, self.origin)


def select_for_tree(snapshot: Snapshot, sha: str | None = None) -> Selected:
    """For a tree by itself: the file that lies there, or the preset. `sha` is the full hash of its commit, if any.

    Raises PolicyError for a file that is refused.
    """
    return Selected(Side.at(snapshot, "", sha).policy() or preset_policy())


def select_for_change(base: Side, head: Side, named: Policy | None = None, on_disk: Policy | None = None) -> Selected:
    """For a range or commit: the file at its base.

    Where there is none, the preset holds if the base is a tree of its kind; otherwise the change's own file (or, where
    that has none, `on_disk`) decides, because nothing governed the base. `named` is the user's own choice, which wins.
    Raises PolicyError where the file that decides is refused; one at head that does not decide is told in a note.
    """
    before, after = base.entry, head.entry
    if named:
        return Selected(named, _edit_notes(base, head, f"--policy {named.source} decided"))
    if before is not None:
        return _of_base(base, head)
    if after is None:
        return _of_disk(base, on_disk)
    if is_tree_of_preset(base.snapshot):
        return _with_head(preset_policy(), base, head, _PRESET_HELD)
    own = head.policy()
    assert own is not None
    return Selected(own, (_ungoverned(base),))


def _of_disk(base: Side, on_disk: Policy | None) -> Selected:
    """Where neither side has a file; one that lies on disk alone is the change's own."""
    if on_disk is None or on_disk.is_preset:
        return Selected(preset_policy())
    if is_tree_of_preset(base.snapshot):
        return Selected(preset_policy(), (f"{POLICY_FILE} is not committed yet: {_PRESET_HELD}",))
    return Selected(on_disk, (_ungoverned(base),))


def _ungoverned(base: Side) -> str:
    return f"nothing governed the {base.name} ({POLICY_FILE} is new here), so this change's own {POLICY_FILE} decided"


def _of_base(base: Side, head: Side) -> Selected:
    try:
        policy = base.policy()
    except PolicyError as error:
        place = base.name.removesuffix(f" {base.revision}")
        way_out = f"the one at the {place} decides; to judge the change that mends it: --policy {POLICY_FILE}"
        raise PolicyError(f"{error} ({way_out})") from None
    assert policy is not None
    held = f"the one at the {base.name} decided, and the edit counts from the next change on"
    return _with_head(policy, base, head, f"{held} (the judged do not choose the judge)")


def _with_head(policy: Policy, base: Side, head: Side, held: str) -> Selected:
    """The base's policy together with what head's own file says, which decides over nothing that the base knows."""
    notes = _edit_notes(base, head, held)
    if not notes:
        return Selected(policy)
    try:
        later = head.policy() or preset_policy()
    except PolicyError as error:
        return Selected(policy, (*notes, f"the next change will be refused: {error}"))
    return Selected(policy._replace(head=later), notes)


def _edit_notes(base: Side, head: Side, held: str) -> tuple[str, ...]:
    before, after = base.entry, head.entry
    if before is None and after is None:
        return ()
    if before is None or after is None:
        verb = "adds" if before is None else "deletes"
    elif before.kind != after.kind or base.snapshot.read(POLICY_FILE) != head.snapshot.read(POLICY_FILE):
        verb = "edits"
    else:
        return ()
    return (f"this change {verb} {POLICY_FILE}: {held}",)


def is_tree_of_preset(snapshot: Snapshot) -> bool:
    """Whether the preset finds its kind of tree: a file in its `sources` or `tables`, or its index."""
    preset = preset_policy()
    documents, code = preset.doc_checkpoint, (preset.attention_rung, preset.device_leakage)
    if preset.issue_index and snapshot.get(preset.issue_index.path):
        return True
    watched = [section.sources for section in code if section]
    watched += [documents.tables] if documents else []
    watched += [documents.registrations.sources] if documents and documents.registrations else []
    return any(globs.match(path) for path in snapshot.entries() for globs in watched)
