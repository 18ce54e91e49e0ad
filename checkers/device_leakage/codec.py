"""What files say as plain data and back, for the facts that outlive a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checkers.device_leakage.sites import NOTHING, Exemption, FileSites, Mark, Site
from checkers.model import Span
from checkers.policy.identity import identity

if TYPE_CHECKING:
    from checkers.policy.sections import DeviceLeakage


def inputs(section: DeviceLeakage) -> str:
    """All of the policy that what one file says depends on."""
    return identity((section.marker, section.device_macros, section.buckets))


def encoded(sites: FileSites) -> Any:
    """As JSON can hold it; that a file says nothing, which most do, is shortest."""
    return None if sites == NOTHING else sites


def decoded(data: Any) -> FileSites:
    """The inverse of `encoded` after a way through JSON."""
    if data is None:
        return NOTHING
    counted, exempt, other_forms, unread, bad, dead = data
    return FileSites(
        counted=tuple(map(_site, counted)),
        exempt=tuple(Exemption(_site(site), row, reason) for site, row, reason in exempt),
        other_forms=tuple(map(_site, other_forms)),
        unread=tuple(map(_site, unread)),
        bad_markers=tuple(Mark(Span(*span), text) for span, text in bad),
        dead_markers=tuple(Mark(Span(*span), text) for span, text in dead),
    )


def _site(data: Any) -> Site:
    bucket, span, text, line_text = data
    return Site(bucket, Span(*span), text, line_text)
