"""One line of a failure text without what differs between two runs of the same failure.

Folders, line numbers, times, addresses, process and thread numbers, hashes of commits and builds, temporary names and
seeds go. Values stay: another expected or actual value is another reason.
"""

from __future__ import annotations

import re
from functools import lru_cache

from bot.triage.paths import bare_path, without_places

_COMPARISON = re.compile(r"==|!=| [<>]=? |\bWhich is: |\b[Aa]ctual\b|\b[Ee]xpected\b|\bgot\b|^E\s+[-+?] ")
"""What stands in such a line are values: a time or a hash in it is what was compared."""

_SAME = str.maketrans({"\u2018": "'", "\u2019": "'", "`": "'", "\u201c": '"', "\u201d": '"', "\t": " "})
"""Compilers quote as the locale says."""

_UNIT = r"(?:ns|us|µs|ms|s|secs?|seconds?|min|minutes?)"

_MOST_PASSES = 8
_REMEMBERED = 1 << 12
"""Lines: a failure is held against more than one."""

_ALWAYS = tuple(
    (re.compile(pattern), put)
    for pattern, put in (
        (r"^\[ *\d{1,3}%\] |^\[\d+/\d+\] ", ""),
        (r"\b[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\b", "<uuid>"),
        (r"\(BuildId: [0-9a-f]{1,128}\)", ""),
        (r"\((?P<place>\.[\w.$@]{1,512})\+0x[0-9a-f]{1,16}\)", r"(\g<place>)"),
        (r"\((?P<module>[^\s()]{1,1024})\+0x[0-9a-f]{1,16}\)", ""),
        (r"\b(?P<word>address|at|pc|bp|sp|ip|@) 0x0*[1-9a-f][0-9a-f]{3,15}\b", r"\g<word> <address>"),
        (r"\b0x0*[1-9A-Fa-f][0-9A-Fa-f]{8,11}\b", "<address>"),
        (r"==\d+==", "==<pid>=="),
        (r"(?i)\b(?P<word>pid|tid|process id|thread id)(?P<sign>[ =:#]{1,3})\d+\b", r"\g<word>\g<sign><n>"),
        (r"\b(?P<word>thread|Thread) T\d+\b", r"\g<word> T<n>"),
        (r"\bThread-\d+\b", "Thread-<n>"),
        (r"\[gw\d+\]", "[gw<n>]"),
        (r"\bGitHub Actions \d+\b", "GitHub Actions <n>"),
        (r"\bmake\[\d+\]:", "make:"),
        (r"(?i)\b(?P<word>seed(?:ed)?(?: (?:to|with|is))? ?[:=]? ?)(?:0x[0-9a-f]+|\d+)\b", r"\g<word><seed>"),
        (r"(?P<host>\b127\.0\.0\.1|\blocalhost|\b0\.0\.0\.0|\[::1\]):(?:3[2-9]\d{3}|[4-6]\d{4})\b", r"\g<host>:<port>"),
        (r"\btmpxft_[0-9a-f]{8}_[0-9a-f]{8}-\d+_", "tmpxft_<temp>_"),
    )
)
_UNLESS_COMPARED = tuple(
    (re.compile(pattern), put)
    for pattern, put in (
        (r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z| ?[+-]\d\d:?\d\d)?(?!\w)", "<time>"),
        (r"(?<![\w:.])\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?![\w:])", "<time>"),
        (r"^[EWIF](?:\d{4}|\d{8}) <time> +\d+ ", ""),
        (r"\b(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{32})\b", "<hash>"),
        (
            r"(?i)\b(?P<word>commit|revision|rev|sha|head is now at)(?P<sign>[ :=@]{1,3})[0-9a-f]{7,40}\b",
            r"\g<word>\g<sign><hash>",
        ),
        (rf"\(\d+(?:\.\d+)? ?{_UNIT}(?: total)?\)", "(<time>)"),
        (
            rf"(?i)\b(?P<word>in|took|after|elapsed|duration|time)(?P<sign>[ :=]{{1,3}})\d+\.\d+ ?{_UNIT}\b",
            r"\g<word>\g<sign><time>",
        ),
        (r"(?i)\b(?P<word>in|took|elapsed|duration)(?P<sign>[ :=]{1,3})\d+ ?[mun]s\b", r"\g<word>\g<sign><time>"),
        (r"\b\d+\.\d\d sec\b", "<time>"),
    )
)


@lru_cache(maxsize=_REMEMBERED)
def normalise(line: str, *, places: bool = False) -> str:
    """The line as it is compared, white space folded; with `places`, line numbers stay.

    Idempotent: what one replacement leaves may be another's to replace. Linear in the length of the line.
    """
    for _ in range(_MOST_PASSES):
        done = _once(line, places)
        if done == line:
            break
        line = done
    return line


def _once(line: str, places: bool) -> str:
    text = line.translate(_SAME)
    compared = _COMPARISON.search(text) is not None
    for pattern, put in _ALWAYS:
        text = pattern.sub(put, text)
    if not compared:
        for pattern, put in _UNLESS_COMPARED:
            text = pattern.sub(put, text)
    text = bare_path(text, values=compared, places=places)
    return " ".join((text if places else without_places(text)).split())
