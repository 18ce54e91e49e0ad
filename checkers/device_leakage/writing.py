"""Writing a baseline: the new file's bytes, downwards only, or why not."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from checkers.device_leakage.baseline import TOTAL
from checkers.device_leakage.findings import where
from checkers.device_leakage.scope import Scope

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from checkers.device_leakage.baseline import Baseline
    from checkers.policy.sections import Policy
    from checkers.subject import Subject

_COMMENT = (
    "References to the device in the device-agnostic layer, as check-device-leakage counts them. These numbers only go"
    " down: a change that takes references out lowers them with check-device-leakage --write-baseline."
)
_INDENT = re.compile(rb"[{,]\r?\n([ \t]+)\"")


class WrittenBaseline(NamedTuple):
    """The new content of the baseline file at `path`, or None with the lines that say why it is not written."""

    path: str
    content: bytes | None
    refusal: tuple[str, ...] = ()


def written_baseline(subject: Subject, policy: Policy) -> WrittenBaseline:
    """The baseline that holds what is counted now.

    A first one is as counted. Another one keeps its layout, its comment and the order of its keys, and is refused
    where any bucket would rise, whatever the others do, or where the file cannot be read.
    """
    scope = Scope(subject, policy)
    path = scope.baseline_path
    if not scope.head.files:
        return WrittenBaseline(path, None, ("nothing was counted: no source file was found",))
    counts = {bucket.name: scope.head.buckets[bucket.name] for bucket in scope.section.buckets}
    if scope.baseline is None:
        return WrittenBaseline(path, _first(counts))
    if scope.baseline.unreadable:
        return WrittenBaseline(path, None, (f"{path} is kept: {scope.baseline.unreadable}; mend or delete it",))
    refusal = tuple(_rises(scope, scope.baseline, counts))
    return WrittenBaseline(path, None if refusal else _lowered(scope.baseline, counts), refusal)


def _rises(scope: Scope, baseline: Baseline, counts: Mapping[str, int]) -> Iterator[str]:
    for name, count in counts.items():
        held = baseline.buckets.get(name, count)
        if count <= held:
            continue
        yield f"{name} would rise from {held} to {count}, and a baseline only goes down; it counts"
        for path, site in scope.head.sites():
            if site.bucket == name:
                yield f"  {where(path, site.span)}: {site.text}"


def _first(counts: Mapping[str, int]) -> bytes:
    document = {"_comment": _COMMENT, "total": sum(counts.values()), "buckets": dict(counts)}
    return (json.dumps(document, indent=2, ensure_ascii=False) + "\n").encode()


def _lowered(baseline: Baseline, counts: Mapping[str, int]) -> bytes:
    has_same_keys = set(baseline.names) == set(counts) and TOTAL in baseline.places
    return _in_place(baseline, counts) if has_same_keys else _again(baseline, counts)


def _in_place(baseline: Baseline, counts: Mapping[str, int]) -> bytes:
    """The file with its numbers exchanged and every other byte kept."""
    values = {("buckets", name): count for name, count in counts.items()} | {TOTAL: sum(counts.values())}
    content = baseline.data
    for key, place in sorted(baseline.places.items(), key=lambda item: item[1].value, reverse=True):
        if key in values:
            start, end = place.value
            content = content[:start] + str(values[key]).encode() + content[end:]
    return content


def _again(baseline: Baseline, counts: Mapping[str, int]) -> bytes:
    """The file written anew in its own style, for buckets that came or went; known keys keep their order."""
    document = json.loads(baseline.data)
    known = {name: counts[name] for name in baseline.names if name in counts}
    document["total"] = sum(counts.values())
    document["buckets"] = known | dict(counts)
    indent = _INDENT.search(baseline.data)
    text = json.dumps(document, indent=indent[1].decode() if indent else None, ensure_ascii=False)
    ending = b"\r\n" if b"\r\n" in baseline.data else b"\n"
    end = ending if baseline.data.endswith(b"\n") else b""
    return text.encode().replace(b"\n", ending) + end
