"""The count for people: a table by file with every exemption and allowance, and the list of all counted sites."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.device_leakage.findings import where
from checkers.device_leakage.scope import Scope
from checkers.wording import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checkers.device_leakage.counting import Allowed
    from checkers.policy.sections import Policy
    from checkers.subject import Subject


def report_table(subject: Subject, policy: Policy) -> str:
    """A table with a row for each file that counts, most first; then allowances and exemptions with their reasons."""
    scope = Scope(subject, policy)
    names = [bucket.name for bucket in scope.section.buckets]
    rows = [("file", *names, "total"), *_rows(scope, names), _total(scope, names)]
    lines = [*_columns(rows), *_baseline_lines(scope, names), *_allowance_lines(scope), *_exemption_lines(scope)]
    return "".join(f"{line}\n" for line in lines)


def site_list(subject: Subject, policy: Policy) -> str:
    """Every counted site as `path:line:column: bucket: text`, one a line."""
    scope = Scope(subject, policy)
    return "".join(
        f"{printable(where(path, site.span))}: {site.bucket}: {printable(site.text)}\n"
        for path, site in scope.head.sites()
    )


def _rows(scope: Scope, names: Sequence[str]) -> list[tuple[str, ...]]:
    numbers = {
        path: [sum(site.bucket == name for site in sites) for name in names]
        for path, sites in scope.head.counted.items()
        if sites
    }
    ordered = sorted(numbers, key=lambda path: (-sum(numbers[path]), path))
    return [(printable(path), *map(str, numbers[path]), str(sum(numbers[path]))) for path in ordered]


def _total(scope: Scope, names: Sequence[str]) -> tuple[str, ...]:
    buckets = scope.head.buckets
    return (f"{len(scope.head.files)} files", *(str(buckets[name]) for name in names), str(buckets.total()))


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(len(row[number]) for row in rows) for number in range(len(rows[0]))]
    for row in rows:
        cells = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        yield "  ".join((row[0].ljust(widths[0]), *cells))


def _baseline_lines(scope: Scope, names: Sequence[str]) -> Iterator[str]:
    if scope.baseline is None:
        yield f"no baseline at {printable(scope.baseline_path)}"
        return
    numbers = ", ".join(f"{name} {scope.baseline.buckets.get(name, 'none')}" for name in names)
    yield f"baseline {printable(scope.baseline_path)}: {numbers}"


def _allowance_lines(scope: Scope) -> Iterator[str]:
    if scope.head.allowed:
        yield "\nallowed, not counted:"
    for allowed in scope.head.allowed:
        yield f"  {printable(allowed.path)}: {allowed.bucket}: {_use(allowed)}: {printable(allowed.reason)}"


def _use(allowed: Allowed) -> str:
    expected = "any number" if allowed.expected is None else f"exactly {allowed.expected}"
    return f"{allowed.used} of {expected}"


def _exemption_lines(scope: Scope) -> Iterator[str]:
    exempt = [(path, one) for path, file in scope.head.files.items() for one in file.exempt]
    if exempt:
        yield "\nexempt, not counted:"
    for path, one in exempt:
        place = printable(where(path, one.site.span))
        yield f"  {place}: {one.site.bucket}: {printable(one.site.text)}: {printable(one.row)}: {printable(one.reason)}"
