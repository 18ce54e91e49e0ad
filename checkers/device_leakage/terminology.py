"""The terms of a tree's own policy in place of the preset's, in which the rules' pages are written."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from checkers.policy.sections import CallBucket, ConditionalBucket, IdentifierBucket, IncludeBucket
from checkers.wording import substitution

if TYPE_CHECKING:
    from re import Match

    from checkers.policy.sections import Bucket, DeviceLeakage
    from checkers.wording import Translate

Forms = tuple[str, str]
"""Two ways to write one reference, so that one of them can take the other's place."""


def translation(own: DeviceLeakage, preset: DeviceLeakage) -> Translate | None:
    """How a page reads under another section: a reference is one of its first bucket that can be shown."""
    known = next(bucket for bucket in preset.buckets if isinstance(bucket, IdentifierBucket))
    if known in own.buckets:
        return substitution({preset.marker: own.marker})
    for bucket in sorted(own.buckets, key=lambda bucket: not isinstance(bucket, IdentifierBucket | CallBucket)):
        words = {known.name: bucket.name, preset.marker: own.marker}
        if isinstance(bucket, IdentifierBucket | CallBucket):
            return substitution(words | {known.identifier: _expression(bucket)})
        forms = _directives(bucket)
        if forms:
            return partial(_with_directives, known.identifier, forms, substitution(words))
    return None


def _expression(bucket: IdentifierBucket | CallBucket) -> str:
    if isinstance(bucket, IdentifierBucket):
        return bucket.identifier
    return f"{bucket.call}({', '.join(f'a{number}' for number in range(bucket.arguments or 0))})"


def _directives(bucket: Bucket) -> Forms | None:
    """Lines that are a reference; None where no name is seen in the bucket's patterns."""
    if isinstance(bucket, ConditionalBucket):
        name = bucket.conditional.instance("X")
        return (f"#ifdef {name}", f"#if defined({name})") if name else None
    if isinstance(bucket, IncludeBucket):
        path = bucket.include.instance("x")
        return (f'#include "{path}"', f"#include <{path}>") if path else None
    return None


def _with_directives(identifier: str, forms: Forms, rest: Translate, text: str) -> str:
    """The text with a directive for every line that has the identifier; a comment stays, and what is open is closed."""
    line = re.compile(
        rf"^(?P<sign>[-+ ] )?(?P<code>[^\n]*?\b{re.escape(identifier)}\b[^\n]*?)(?P<comment>  //[^\n]*)?$", re.M
    )
    firsts: list[str] = []

    def directive(match: Match[str]) -> str:
        firsts.append(match["code"])
        form = forms[match["code"] != firsts[0]]
        sign = match["sign"] or ""
        closed = f"\n{sign}#endif" if form.startswith("#if") else ""
        return f"{sign}{form}{match['comment'] or ''}{closed}"

    return rest(line.sub(directive, text))
