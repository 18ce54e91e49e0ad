"""The verdict: one subject's counts held to its baselines, with everything that must be said about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.device_leakage import findings
from checkers.device_leakage.difference import Origins
from checkers.device_leakage.findings import Bucketed, where
from checkers.device_leakage.ratchet import Bucket, Ratchet
from checkers.device_leakage.rules import CHECK
from checkers.device_leakage.scope import Scope, section_of
from checkers.model import Severity, SubjectKind, verdict
from checkers.wording import counted, emptiness, short_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkers.model import Finding, Verdict
    from checkers.policy.sections import Policy
    from checkers.subject import Subject

_NOTHING_FOUND = (
    "no file of a kind that device_leakage.suffixes names was found under device_leakage.sources: do both still name"
    " this tree?"
)


def judge(subject: Subject, policy: Policy) -> Verdict:
    """Hold a tree, a commit, a range or the index to the baseline; see `Scope` for what is counted of it."""
    scope = Scope(subject, policy)
    is_empty = not scope.head.files and not scope.is_partial
    origins = Origins(subject.commits, scope.counting)
    found = list(_findings(scope, origins))
    notes = [*_baseline_notes(scope), *_rises(scope), *_exemption_notes(scope), *_form_notes(scope), *origins.unknown]
    return verdict(
        CHECK,
        subject.kind,
        population=_population(scope),
        examined=_examined(scope),
        findings=found,
        notes=notes,
        skip_reason=_blindness(scope) or (_NOTHING_FOUND if is_empty else None),
    )


def _blindness(scope: Scope) -> str | None:
    """Why no reference could be found anywhere under this section."""
    section = scope.section
    lists = {"sources": section.sources.patterns, "suffixes": section.suffixes, "buckets": section.buckets}
    return emptiness("device_leakage", lists)


def _population(scope: Scope) -> dict[str, int]:
    count = scope.head
    return {
        "files": len(count.files),
        **{bucket.name: count.buckets[bucket.name] for bucket in scope.section.buckets},
        "exempt": count.exempt,
        "allowed": sum(allowed.used for allowed in count.allowed),
        "total": count.buckets.total(),
        "other_forms": count.other_forms,
    }


def _examined(scope: Scope) -> str:
    count = scope.head
    exempt = f", {count.exempt} exempt" if count.exempt else ""
    references = counted(count.buckets.total(), "reference")
    if scope.is_partial:
        return f"{references} in {counted(len(count.files), 'touched file')}{exempt}"
    is_held = scope.baseline is not None and not scope.baseline.unreadable
    held = f"baseline {sum(scope.baseline.buckets.values())}" if scope.baseline and is_held else "no baseline"
    return f"{references} in {counted(len(count.files), 'file')}, {held}{exempt}"


def _findings(scope: Scope, origins: Origins) -> Iterator[Finding]:
    yield from _baseline_faults(scope)
    yield from _of_buckets(scope, origins)
    yield from _of_allowances(scope)
    yield from _of_files(scope)


def _baseline_faults(scope: Scope) -> Iterator[Finding]:
    """Faults of head's baseline; where nothing is counted, that there is none is no fault."""
    baseline, path = scope.baseline, scope.baseline_path
    is_concerned = scope.head.files or (scope.subject.change and path in scope.subject.change.paths)
    if baseline is None:
        if is_concerned or (scope.base_baseline is not None and not scope.is_partial):
            yield findings.no_baseline(path, None, (), "")
        return
    if is_concerned or not scope.is_partial:
        known = [bucket.name for bucket in scope.section.buckets]
        for key, problem in baseline.problems(scope.wanted, known):
            yield findings.no_baseline(path, baseline, key, problem)


def _of_buckets(scope: Scope, origins: Origins) -> Iterator[Finding]:
    subject = scope.subject
    ratchet = Ratchet(
        subject.kind,
        scope.section.marker,
        Severity.ERROR if scope.section.stale_is_error else Severity.WARNING,
        origins,
        scope.baseline_path,
        subject.head_sha if subject.kind is SubjectKind.COMMIT else None,
        subject.earlier_sha,
    )
    for bucket in scope.section.buckets:
        yield from ratchet.judge(_bucket(scope, bucket.name))


def _bucket(scope: Scope, name: str) -> Bucket:
    at_base, at_head = scope.number_at_base(name), scope.number_at_head(name)
    new, gone = scope.difference.new.get(name, ()), scope.difference.gone.get(name, ())
    count = scope.head.buckets[name] if not scope.is_partial else None
    if scope.is_partial and at_head is not None:
        is_first = at_base is None
        is_lowered = at_base is not None and at_head < min(at_base, at_base + len(new) - len(gone))
        count = scope.whole.buckets[name] if is_first or is_lowered else None
    place = Bucketed(scope.baseline_path, scope.baseline, name)
    sites = scope.standing.get(name, ()) if count is not None else ()
    is_above = count is not None and at_head is not None and count > at_head
    newer = scope.newer.get(name, ()) if is_above and scope.subject.kind is SubjectKind.TREE else ()
    return Bucket(name, place, count, at_base, at_head, new, gone, sites, newer)


def _of_allowances(scope: Scope) -> Iterator[Finding]:
    for allowed in scope.head.allowed:
        if scope.is_partial and allowed.path not in scope.touched:
            continue
        is_gone = scope.subject.head.get(allowed.path) is None
        misfits = allowed.expected is not None and len(allowed.found) != allowed.expected
        if (is_gone and not allowed.from_preset) or (misfits and not is_gone):
            yield findings.stale_allowance(allowed, is_gone=is_gone)


def _of_files(scope: Scope) -> Iterator[Finding]:
    marker = scope.section.marker
    for path, file in scope.head.files.items():
        for site in file.unread:
            yield findings.unread(path, site)
        for mark in file.bad_markers:
            yield findings.marked(path, mark, "bad-marker", marker)
        for mark in file.dead_markers:
            yield findings.marked(path, mark, "dead-marker", marker)


def _baseline_notes(scope: Scope) -> Iterator[str]:
    change = scope.subject.change
    if change is None:
        return
    for path in dict.fromkeys((section_of(scope.policy).baseline, scope.baseline_path)):
        if path in change.paths:
            held = "the one at the base decided" if scope.base_baseline else "the base has none, so this one decided"
            yield f"this change changes {path}: {held}"
    base = scope.base_baseline
    if base and base.unreadable:
        yield f"the baseline at the base could not be used, so this change's own decided: {base.unreadable}"


def _rises(scope: Scope) -> Iterator[str]:
    """Where a tree is green by its own baseline, and red once its change is judged by the one before."""
    if scope.earlier_baseline is None or scope.baseline is None:
        return
    for bucket in scope.section.buckets:
        earlier, now = (held.buckets.get(bucket.name, 0) for held in (scope.earlier_baseline, scope.baseline))
        if bucket.name in scope.earlier_baseline.buckets and now > earlier:
            since = short_hash(scope.subject.earlier_sha or "")
            yield (
                f"the baseline of {bucket.name} rose from {earlier} to {now} since {since}:"
                " a run with --base calls that raised, and fails"
            )


def _exemption_notes(scope: Scope) -> Iterator[str]:
    for path, file in scope.head.files.items():
        for exemption in file.exempt:
            site = exemption.site
            yield (
                f"exempt: {where(path, site.span)}: {site.bucket}: {site.text};"
                f" {scope.section.marker}({exemption.row}): {exemption.reason}"
            )


def _form_notes(scope: Scope) -> Iterator[str]:
    for path, file in scope.head.files.items():
        for site in file.other_forms:
            yield f"not counted in {site.bucket}, another form of test: {where(path, site.span)}: {site.text}"
