"""Today's counts as baselines: what is there already is recorded as what it is, so that only new things are red."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from checkers.attention_rung.allowlist import stem
from checkers.device_leakage.writing import written_baseline
from checkers.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.init.policy import Proposal
    from checkers.policy.sections import Policy
    from checkers.repo.types import Snapshot
    from checkers.subjects import Subjects

_HEAD = (
    "# Files whose uses of a slow kernel had no recorded reason when this list was begun. It only gets shorter: give\n"
    "# the uses their reasons, or call another kernel, and take the file out.\n"
)

LEAKAGE = frozenset({"device-leakage/no-baseline", "device-leakage/regression"})
RUNG = frozenset({"attention-rung/unmarked-use"})
HELD = LEAKAGE | RUNG
"""The rules whose findings each of the two baselines holds, and both."""

Recorded = tuple[str, bytes, str]
"""Path, content, and in a few words what is recorded."""


def recorded(proposal: Proposal, subjects: Subjects) -> Iterator[Recorded]:
    """The baselines that the policy names, as of today."""
    if proposal.policy.device_leakage is not None:
        written = written_baseline(subjects.tree(), proposal.policy)
        if written.content is not None:
            buckets = len(proposal.policy.device_leakage.buckets)
            total = proposal.verdicts["device_leakage"].population.get("total", 0)
            yield (
                written.path,
                written.content,
                f"{counted(total, 'reference')} to a device in {counted(buckets, 'bucket')}",
            )
    yield from _allowlist(proposal)


def recordable(policy: Policy, tree: Snapshot) -> frozenset[str]:
    """The rules whose findings of today a baseline can hold: one that is there already is not written anew."""
    leakage, rung = policy.device_leakage, policy.attention_rung
    rules: set[str] = set()
    if leakage is not None and tree.get(leakage.baseline) is None:
        rules |= LEAKAGE
    if rung is not None and rung.allowlist is not None and tree.get(rung.allowlist) is None:
        rules |= RUNG
    return frozenset(rules)


def _allowlist(proposal: Proposal) -> Iterator[Recorded]:
    section, verdict = proposal.policy.attention_rung, proposal.verdicts.get("attention_rung")
    if section is None or section.allowlist is None or verdict is None:
        return
    unmarked = [finding.path for finding in verdict.findings if finding.rule == "attention-rung/unmarked-use"]
    uses = Counter(path for path in unmarked if path and path.isprintable())
    if uses:
        lines = [f"{stem(path)} # {counted(times, 'use')} in {path}\n" for path, times in sorted(uses.items())]
        text = _HEAD + "".join(lines)
        about = f"{counted(sum(uses.values()), 'use')} of a slow kernel in {counted(len(uses), 'file')}"
        yield section.allowlist, text.encode("utf-8", "surrogateescape"), about
