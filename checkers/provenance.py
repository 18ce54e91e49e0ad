"""Where this redfirst was installed from (PEP 610): its repository, its commit, and its pages there."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution

_NAMED = re.compile(r"(https://[A-Za-z0-9.-]+(?:/[A-Za-z0-9._-]+)+)@([0-9a-f]{40})")


@dataclass(frozen=True, slots=True)
class Origin:
    """A git repository and a full commit of it. Where neither is known, both are to be filled in by a person."""

    url: str
    commit: str
    is_known: bool = True

    @property
    def on_github(self) -> str | None:
        """`OWNER/NAME`, if it is there."""
        prefix = "https://github.com/"
        return self.url.removeprefix(prefix) if self.url.startswith(prefix) else None


UNKNOWN = Origin("https://github.com/OWNER/redfirst", "0" * 40, is_known=False)


def named(text: str) -> Origin:
    """The origin that `URL@COMMIT` names. Raises ValueError for another form."""
    match = _NAMED.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return Origin(match[1].removesuffix(".git"), match[2])


def installed_from() -> Origin:
    """What pip noted when it installed redfirst from a commit; UNKNOWN where it came from elsewhere."""
    try:
        noted = json.loads(distribution("redfirst").read_text("direct_url.json") or "")
        return named(f"{noted['url']}@{noted['vcs_info']['commit_id']}")
    except (PackageNotFoundError, ValueError, LookupError, TypeError):
        return UNKNOWN


def rule_pages() -> str | None:
    """The folder of this version's rule pages on the web, `RULE.md` below it; None where nobody knows of one."""
    origin = installed_from()
    return f"{origin.url}/blob/{origin.commit}/docs/rules" if origin.is_known and origin.on_github else None
