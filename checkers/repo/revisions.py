"""Revisions: what a user wrote, resolved to exactly one commit, or refused with the reason."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from checkers.errors import MissingObjectError, RevisionError
from checkers.repo.process import Git, text_of
from checkers.wording import printable

if TYPE_CHECKING:
    from checkers.repo.objects import ObjectReader, Stored

ADVICE = "fetch it, or name the base with --base"
_SHOWN = 200
"""Characters of a revision that an error shows."""
_HASH = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_ABBREVIATION = re.compile(r"[0-9a-fA-F]{4,64}")
_LONG_ABBREVIATION = re.compile(r"[0-9a-fA-F]{7,64}")
"""What people paste as a hash; a shorter name of hex digits only, such as `feed`, is a name."""

_RANGE = re.compile(r"\.\.|\^[@!-]")
_NAME = re.compile(r"(?:[^~^:@]|@(?!\{))+")
_PLACES = ("refs/{}", "refs/tags/{}", "refs/heads/{}", "refs/remotes/{}", "refs/remotes/{}/HEAD")


class Revisions:
    """Resolves revisions of one repository."""

    def __init__(self, git: Git, objects: ObjectReader) -> None:
        self._git = git
        self._objects = objects

    def resolve(self, revision: str, advice: str = ADVICE) -> str:
        """The full hash of the one commit that `revision` names; annotated tags are followed.

        Raises RevisionError, which ends with `advice` where nothing is named.
        """
        shown = printable(revision if len(revision) <= _SHOWN else f"{revision[:_SHOWN]}…")
        _refuse_form(revision, shown)
        whole, commit = self._look_up([revision, revision + "^{commit}"], shown, advice)
        if whole is not None and whole.kind in ("tree", "blob"):
            raise RevisionError(f"{shown} names a {whole.kind}, not a commit; name a commit")
        if commit is None and whole is not None and whole.kind == "commit":
            commit = whole  # `:/text` swallows what is written after it
        if commit is None or commit.kind != "commit":
            raise RevisionError(self._why_not(revision, shown, advice))
        self._refuse_ambiguous(revision, shown)
        return commit.oid

    def head(self) -> str | None:
        """The commit that HEAD names, or None where its branch has no commit yet.

        Raises RevisionError for a HEAD that is damaged: that nothing can be read is not that nothing is there.
        """
        (found,) = self._objects.look_up(["HEAD^{commit}"])
        if found is not None:
            return found.oid
        branch = self._git.answer("symbolic-ref", "--quiet", "HEAD")
        if branch.code == 0 and self._is_absent(text_of(branch.out.removesuffix(b"\n"))):
            return None
        raise RevisionError("HEAD names no commit that can be read here; git fsck says more")

    def _is_absent(self, ref: str) -> bool:
        """Whether there is no such ref; a broken one, or one of a missing object, makes git complain."""
        answer = self._git.answer("for-each-ref", "--format=%(objecttype) %(refname)", "--", ref)
        names = [line.partition(" ")[2] for line in text_of(answer.out).splitlines()]
        return answer.code == 0 and not answer.err and ref not in names

    def _look_up(self, names: list[str], shown: str, advice: str) -> list[Stored | None]:
        try:
            return self._objects.look_up(names)
        except MissingObjectError:  # git ends over some expressions: a bad search pattern, a branch without upstream
            raise RevisionError(f"{shown} does not name a commit here; {advice}") from None

    def _why_not(self, revision: str, shown: str, advice: str) -> str:
        if _ABBREVIATION.fullmatch(revision) and len(self._with_prefix(revision)) > 1:
            return f"{shown} is the beginning of several hashes here; write more of the one that is meant"
        return f"{shown} does not name a commit here; {advice}"

    def _refuse_ambiguous(self, revision: str, shown: str) -> None:
        """Refuse a name that git could have read in two ways."""
        found = _NAME.match(revision)
        name = found[0] if found else ""
        if name in ("", "@", "HEAD") or name.startswith("refs/") or _HASH.fullmatch(name):
            return
        refs = self._commits([place.format(name) for place in _PLACES])
        tag = f"refs/tags/{name}"
        branch = next((ref for ref in refs if ref.startswith(("refs/heads/", "refs/remotes/"))), None)
        if tag in refs and branch:
            raise RevisionError(f"{shown} names both a branch and a tag here; write {printable(f'{branch} or {tag}')}")
        hashes = self._with_prefix(name) if refs and _LONG_ABBREVIATION.fullmatch(name) else []
        readings = refs | self._commits([name, *hashes])
        if refs and len(set(readings.values())) > 1:
            raise RevisionError(
                f"{shown} can be read in several ways here: {printable(', '.join(readings))}; write a full hash"
            )

    def _commits(self, names: list[str]) -> dict[str, str]:
        """Those of the names that name commits, with the commits."""
        found = self._objects.look_up([name + "^{commit}" for name in names])
        return {name: stored.oid for name, stored in zip(names, found, strict=True) if stored}

    def _with_prefix(self, prefix: str) -> list[str]:
        return self._git.answer("rev-parse", f"--disambiguate={prefix}").out.decode("ascii").split()


def _refuse_form(revision: str, shown: str) -> None:
    if not revision.strip():
        raise RevisionError("an empty revision names no commit; name one")
    if revision.startswith("-"):
        raise RevisionError(f"{shown} begins with a dash and is refused as a revision; name a commit")
    if "\0" in revision or "\n" in revision:
        raise RevisionError(f"{shown} holds a control character and is refused as a revision; name a commit")
    if _RANGE.search(revision) or revision.startswith("^"):
        raise RevisionError(f"{shown} names a range, not one commit; name one commit")
