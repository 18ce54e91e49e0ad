"""The words of the product as types: severities, findings, verdicts, rules and the report that holds them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

PRESET_PREFIX = "preset:"
"""How the source of a policy begins that came with the package and from no file."""

Population = Mapping[str, int]
"""What a verdict examined, by name: files, sites, commits, rows …"""


class Severity(StrEnum):
    """How much a finding weighs; only an error fails its verdict."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Status(StrEnum):
    """The three states of a gate; a skip is not a pass."""

    PASS = "pass"
    FAIL = "fail"
    SKIP = "skip"


class SubjectKind(StrEnum):
    """What a verdict is about."""

    TREE = "tree"
    RANGE = "range"
    STAGED = "staged"
    COMMIT = "commit"
    MESSAGE = "message"


class Span(NamedTuple):
    """A place in a text. Lines and columns count from 1, columns in Unicode code points; the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def last_line(self) -> int:
        """The last line of which it holds something: a span that ends before the first column does not reach it."""
        return max(self.line, self.end_line - (self.end_column <= 1))


class Rule(NamedTuple):
    """One rule and its page, as data: `explain`, SARIF, the documentation and the tests read the same text.

    `failing` and `mended` are short examples as a person would write them; `policy_keys` are dotted paths.
    """

    id: str
    severity: Severity
    summary: str
    why: str
    help: str
    failing: str
    mended: str
    policy_keys: tuple[str, ...] = ()


class Finding(NamedTuple):
    """One violation.

    `path` is relative to the repository's root, with `/`; bytes that are not UTF-8 are surrogate escapes (PEP 383).
    `commit` is a full hash where the finding is about a commit. `site` is the text that the finding is about, with
    white space folded; with rule, path and its ordinal among equal ones it makes the fingerprint, so that the
    fingerprint survives moved lines.
    """

    rule: str
    severity: Severity
    message: str
    help: str
    path: str | None = None
    span: Span | None = None
    commit: str | None = None
    site: str = ""
    fingerprint: str = ""
    excerpt: tuple[tuple[int, str], ...] = ()
    """Source lines to show with the finding, as (1-based line number, text); filled in after judging."""


class Verdict(NamedTuple):
    """One checker's status over one subject. Build it with `verdict()` or `skipped()`."""

    check: str
    subject: SubjectKind
    status: Status
    reason: str | None
    population: Population
    examined: str
    """The population in words for people, e.g. `9 uses in 381 files, 8 with a reason`."""
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    log: tuple[str, ...] = ()
    """Output of an extra command that failed, last lines; empty for checkers."""


class SubjectInfo(NamedTuple):
    """What a report says it judged; hashes are full, None where the kind has none."""

    kind: SubjectKind
    base: str | None = None
    head: str | None = None
    merge_base: str | None = None


class PolicyInfo(NamedTuple):
    """Which policy decided: `preset:NAME` or the file's path (with the commit it was read from), and its SHA-256."""

    source: str
    sha256: str

    @property
    def preset(self) -> str | None:
        """The name of the preset that decided; None where a file did."""
        return self.source.removeprefix(PRESET_PREFIX) if self.source.startswith(PRESET_PREFIX) else None


class Report(NamedTuple):
    """All verdicts of one run, in the order of the registry."""

    subject: SubjectInfo
    policy: PolicyInfo
    verdicts: tuple[Verdict, ...]
    preamble: tuple[str, ...] = ()
    """Lines about the run as a whole for people, e.g. the pinned base."""

    def number_of(self, status: Status) -> int:
        """How many verdicts have that status."""
        return sum(verdict.status is status for verdict in self.verdicts)

    @property
    def green(self) -> bool:
        """True only if something was judged and every verdict passed."""
        return bool(self.verdicts) and self.number_of(Status.PASS) == len(self.verdicts)


def verdict(
    check: str,
    subject: SubjectKind,
    *,
    population: Population,
    examined: str,
    findings: Iterable[Finding] = (),
    notes: Iterable[str] = (),
    skip_reason: str | None = None,
) -> Verdict:
    """Order the findings, fingerprint them and derive the status.

    An error finding fails the verdict; otherwise `skip_reason`, a sentence, makes it a skip; otherwise it passes.
    """
    found = sorted(findings, key=_order)
    ordered = with_fingerprints(found) if found else ()
    failed = any(finding.severity is Severity.ERROR for finding in ordered)
    status = Status.FAIL if failed else Status.SKIP if skip_reason else Status.PASS
    reason = skip_reason if status is Status.SKIP else None
    return Verdict(check, subject, status, reason, dict(population), examined, ordered, tuple(notes))


def skipped(check: str, subject: SubjectKind, reason: str) -> Verdict:
    """A verdict that says why nothing was judged."""
    return Verdict(check, subject, Status.SKIP, reason, {}, "nothing")


def with_fingerprints(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Give each finding its fingerprint: a hash of rule, path, site and its ordinal among equal ones."""
    from hashlib import sha256  # loads OpenSSL, which a message without a finding does not need

    seen: dict[tuple[str, str, str], int] = {}
    done = []
    for finding in findings:
        key = (finding.rule, finding.path or "", finding.site)
        seen[key] = seen.get(key, 0) + 1
        text = "\0".join((*key, str(seen[key])))
        digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        done.append(finding._replace(fingerprint=digest))
    return tuple(done)


def _order(finding: Finding) -> tuple[str, int, str, int, str, str]:
    line, column = (finding.span.line, finding.span.column) if finding.span else (0, 0)
    return (finding.path or "", line, finding.rule, column, finding.commit or "", finding.message)
