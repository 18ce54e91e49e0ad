"""The findings of device-leakage: one place for every message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.device_leakage.rules import CHECK, HELP
from checkers.model import Finding, Severity
from checkers.wording import listed, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checkers.device_leakage.baseline import Baseline, Key
    from checkers.device_leakage.counting import Allowed
    from checkers.device_leakage.difference import Placed
    from checkers.device_leakage.sites import Mark, Site
    from checkers.model import Span

_NAMED = 5


def where(path: str, span: Span) -> str:
    """`path:line:column`."""
    return f"{path}:{span.line}:{span.column}"


def new_site(placed: Placed, measured: str, commit: str | None, marker: str) -> Finding:
    """A bucket is above its baseline, at one of the sites that came."""
    bucket, text = placed.site.bucket, _shown(placed.site)
    message = f"`{text}` is a new reference to the device in the device-agnostic layer: {measured}"
    return _at(placed, "regression", Severity.ERROR, message, commit, _help("regression", marker), bucket)


def above(place: Bucketed, message: str, *, blamed: bool, commit: str | None, marker: str) -> Finding:
    """A bucket is above its baseline, at its line of the baseline file."""
    severity = Severity.ERROR if blamed else Severity.WARNING
    return place.finding("regression", severity, message, commit, _help("regression", marker))


def swapped(came: Placed, went: Placed, commit: str | None, marker: str) -> Finding:
    """One site went and another came."""
    message = (
        f"`{_line(went.site)}` went ({where(went.path, went.site.span)} in the base) and `{_line(came.site)}` came,"
        f" which the count of {came.site.bucket} cannot see"
    )
    return _at(came, "swap", Severity.WARNING, message, commit, _help("swap", marker), came.site.bucket)


def unread(path: str, site: Site) -> Finding:
    """A candidate in text that could not be read."""
    message = f"`{_shown(site)}` looks like a {site.bucket} reference in text that nothing closes"
    return Finding(
        f"{CHECK}/unread-code", Severity.ERROR, message, HELP[f"{CHECK}/unread-code"], path, site.span, None, site.text
    )


def marked(path: str, mark: Mark, rule: str, marker: str) -> Finding:
    """A marker that is no exemption (`bad-marker`) or exempts nothing (`dead-marker`)."""
    messages = {
        "bad-marker": f"{marker} has no row or no reason, and exempts nothing",
        "dead-marker": f"{marker} exempts nothing: neither its line nor the one after it has a reference that counts",
    }
    severity = Severity.ERROR if rule == "bad-marker" else Severity.WARNING
    return Finding(f"{CHECK}/{rule}", severity, messages[rule], _help(rule, marker), path, mark.span, None, mark.text)


def stale_allowance(allowed: Allowed, *, is_gone: bool) -> Finding:
    """An allowance that does not fit its file."""
    expected = "any number of" if allowed.expected is None else f"exactly {allowed.expected}"
    found = "the file is gone" if is_gone else f"the file has {len(allowed.found)}"
    span = allowed.found[-1].span if allowed.found else None
    return Finding(
        f"{CHECK}/stale-allowance",
        Severity.WARNING if is_gone else Severity.ERROR,
        f"the policy allows {allowed.path} {expected} {allowed.bucket} ({allowed.reason}), and {found}",
        HELP[f"{CHECK}/stale-allowance"],
        allowed.path,
        span,
        None,
        f"{allowed.bucket} {expected}",
    )


def no_baseline(path: str, baseline: Baseline | None, key: Key, problem: str) -> Finding:
    """There is no baseline, or the file is none."""
    span = baseline.span(key) if baseline else None
    rule = f"{CHECK}/no-baseline"
    message = f"{path} is no baseline: {problem}" if baseline else f"there is no baseline at {path}"
    return Finding(rule, Severity.ERROR, message, HELP[rule], path, span, None, problem)


class Bucketed:
    """A bucket's line in the baseline file, where findings about its number stand."""

    def __init__(self, path: str, baseline: Baseline | None, bucket: str) -> None:
        self._path = path
        self._span = baseline.span(("buckets", bucket)) if baseline else None
        self._bucket = bucket

    def finding(self, rule: str, severity: Severity, message: str, commit: str | None, help: str = "") -> Finding:
        """A finding about the bucket's number."""
        rule = f"{CHECK}/{rule}"
        return Finding(rule, severity, message, help or HELP[rule], self._path, self._span, commit, self._bucket)


def named(sites: Sequence[Placed]) -> str:
    """The first few sites by place, and how many more there are."""
    return listed([where(placed.path, placed.site.span) for placed in sites], _NAMED)


def places(sites: Sequence[Placed]) -> str:
    """Where a tree's sites are, and what names the others and those that are new, which a tree by itself cannot."""
    names_all = "--list names all, --base REV" if len(sites) > _NAMED else "--base REV names"
    return f"counted at {named(sites)}; check-device-leakage {names_all} those that are new"


def _at(
    placed: Placed, rule: str, severity: Severity, message: str, commit: str | None, help: str, bucket: str
) -> Finding:
    site = f"{bucket}: {placed.site.line_text}"
    return Finding(f"{CHECK}/{rule}", severity, message, help, placed.path, placed.site.span, commit, site)


def _help(rule: str, marker: str) -> str:
    return HELP[f"{CHECK}/{rule}"].replace("DSR-ALLOW", marker)


def _shown(site: Site) -> str:
    return shown(site.text).replace("`", "'")


def _line(site: Site) -> str:
    """The logical line that a site stands on: two sites of a swap may be the same word."""
    return shown(site.line_text).replace("`", "'")
