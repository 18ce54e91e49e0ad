"""The findings of attention-rung, each message in one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.attention_rung import rules
from checkers.model import Finding, Severity
from checkers.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checkers.attention_rung.allowlist import Entry
    from checkers.attention_rung.sites import Place, Site
    from checkers.model import Rule, Span
    from checkers.policy.sections import AttentionRung

_KNOWN = "; the base has it too"


class Findings:
    """Writes findings for one policy section, whose fast kernels the help names."""

    def __init__(self, section: AttentionRung) -> None:
        self.section = section
        self._reroute = f"call {_either(section.fast)}, or record" if section.fast else "record"

    def unmarked(self, site: Site, *, is_known: bool) -> Finding:
        """A use without a reason; a warning where the base has it too."""
        verb = "called" if site.is_call else "used"
        message = f"{site.symbol} is {verb} without a recorded reason"
        return self._about(rules.UNMARKED_USE, site.path, site.span, site.line, message, self._help(), is_known)

    def stub(self, site: Site, *, is_known: bool) -> Finding:
        """A use whose reason says nothing."""
        least, length = self.section.min_reason_chars, len(site.reason)
        if length < least:
            fault = f"is {counted(length, 'character')} long, {least} are the least"
        else:
            fault = f"says nothing: {site.reason}"
        message = f"the reason recorded for {site.symbol} {fault}"
        return self._about(rules.STUB_REASON, site.path, site.span, site.line, message, self._help(), is_known)

    def unread(self, place: Place, *, is_known: bool) -> Finding:
        """A candidate that could not be read."""
        message = f"{place.text} looks like a use of a naive kernel and stands in code that could not be read"
        rule = rules.UNREAD_CODE
        return self._about(rule, place.path, place.span, place.line, message, rule.help, is_known)

    def dead_marker(self, place: Place) -> Finding:
        """A marker that covers nothing."""
        rule = rules.DEAD_MARKER
        message = f"this {self.section.marker} covers no use: none without a reason follows it in its window of " + (
            f"{self.section.window_lines} lines"
        )
        return self._about(rule, place.path, place.span, place.text, message, rule.help)

    def unknown_stem(self, path: str, entry: Entry) -> Finding:
        """An entry of the allowlist without a file."""
        message = f"the allowlist names {entry.stem}, and no source file has that stem"
        return self._about(rules.UNKNOWN_STEM, path, entry.span, entry.stem, message, rules.UNKNOWN_STEM.help)

    def stale_stem(self, path: str, entry: Entry) -> Finding:
        """An entry of the allowlist that excuses nothing."""
        message = f"the allowlist names {entry.stem}, which has no use without a reason any more"
        return self._about(rules.STALE_STEM, path, entry.span, entry.stem, message, rules.STALE_STEM.help)

    def _help(self) -> str:
        return f"{self._reroute} why the naive kernel is meant: // {self.section.marker}: <reason>"

    def _about(
        self, rule: Rule, path: str, span: Span, site: str, message: str, help: str, is_known: bool = False
    ) -> Finding:
        severity = Severity.WARNING if is_known else rule.severity
        return Finding(rule.id, severity, message + _KNOWN * is_known, help, path, span, site=site)


def _either(names: Sequence[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
