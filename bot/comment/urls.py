"""Where things are on the web: lines at the judged commit, commits, runs and rule pages, or honestly nowhere."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from checkers.output.escaping import raw_bytes
from checkers.output.markdown import Links
from checkers.registry import CHECKERS

if TYPE_CHECKING:
    from checkers.model import Finding, Span

_HASH = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_ADDRESS = re.compile(r"https?://[A-Za-z0-9.:\[\]-]+(?:/[A-Za-z0-9._~%+@=&?#/:-]*)?")
_RULE = re.compile(r"([a-z-]+)/[a-z-]+")
_RENDERED = re.compile(
    r"\.(?:md|markdown|mdown|mkdn?|rst|adoc|asciidoc|org|textile|rdoc|mediawiki|wiki|creole|pod)$", re.I
)
"""Files that GitHub shows as pages, in which lines have no place unless the plain text is asked for."""


@dataclass(frozen=True, slots=True)
class Urls:
    """Where the repository, the run that judged and the folder of rule pages are, without a slash at the end.

    None where there is none; what is no plain http(s) address counts as none.
    """

    repository: str | None = None
    run: str | None = None
    rules: str | None = None

    def links(self, head: str) -> Links:
        """The links of the gates' part; `head` is the judged commit."""
        return Links(lambda finding: self.finding(finding, head), self.commit, self.rule)

    def finding(self, finding: Finding, head: str) -> str | None:
        """The lines that a finding is about; without a path, the commit that it is about."""
        if finding.path is None:
            return self.commit(finding.commit) if finding.commit else None
        return self.lines(finding.path, commit_of_lines(finding, head), finding.span)

    def lines(self, path: str, commit: str, span: Span | None = None) -> str | None:
        """A file at a commit, at those lines; None for a path that no file in a repository has."""
        repository = address(self.repository)
        if repository is None or not _HASH.fullmatch(commit) or not _is_plain(path):
            return None
        plain = "?plain=1" if span and _RENDERED.search(path) else ""
        return f"{repository}/blob/{commit}/{quote(raw_bytes(path))}{plain}{_anchor(span) if span else ''}"

    def commit(self, commit: str) -> str | None:
        """A commit, named in full."""
        repository = address(self.repository)
        return f"{repository}/commit/{commit}" if repository and _HASH.fullmatch(commit) else None

    def rule(self, finding: Finding) -> str | None:
        """The page of a rule; whose it is is looked at, for a report may name any."""
        rules, found = address(self.rules), _RULE.fullmatch(finding.rule)
        known = found is not None and found[1] in {*(checker.name for checker in CHECKERS), "command"}
        return f"{rules}/{finding.rule}.md" if rules and known else None

    def within(self, url: str | None) -> str | None:
        """An address that a report brings, if it lies in this repository."""
        repository, found = address(self.repository), address(url)
        return found if repository and found and found.startswith(f"{repository}/") and ".." not in found else None


def commit_of_lines(finding: Finding, head: str) -> str:
    """The commit whose tree has the finding's lines.

    A checker that judges trees gives lines of the judged head, and at most names the commit that brought them; one that
    judges changes gives those of the commit that it is about.
    """
    check = finding.rule.partition("/")[0]
    judges_trees = any(checker.name == check and not checker.judges_changes for checker in CHECKERS)
    return head if judges_trees else finding.commit or head


def address(url: str | None) -> str | None:
    """The address as it may stand in a Markdown link, without a slash at its end; None for anything else."""
    return url.rstrip("/") if url and _ADDRESS.fullmatch(url) else None


def _is_plain(path: str) -> bool:
    return "\0" not in path and not {"", ".", ".."} & set(path.split("/"))


def _anchor(span: Span) -> str:
    return f"#L{span.line}-L{span.last_line}" if span.last_line > span.line else f"#L{span.line}"
