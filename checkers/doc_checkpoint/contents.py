"""What a change does to the content of single files: says something new, or only moves links and white space."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.source.markdown import decode, says_the_same, squeeze, without_targets
from checkers.source.recent import Recent

if TYPE_CHECKING:
    from checkers.doc_checkpoint.steps import Step
    from checkers.repo.types import Entry, Snapshot

_MARKDOWN = (".md", ".markdown", ".mdown", ".mkd", ".mdx")


class Contents:
    """Compares files of changes; one pair of blobs is compared once."""

    def __init__(self) -> None:
        self._same: Recent[tuple[str | None, str | None, bool], bool] = Recent(256)
        self._bytes: Recent[str, bytes] = Recent(16)

    def changes(self, step: Step, path: str) -> bool:
        """Whether a path changes; Markdown does so only where it says something else than before."""
        if is_markdown(path) or path in step.conflicts:
            return self.says_more(step, path)
        return path in step.change.paths

    def says_more(self, step: Step, path: str) -> bool:
        """Whether a path changes in more than white space and, in Markdown, the targets of links."""
        if path in step.conflicts:
            return self._brings(step, path)
        return path in step.change.paths and not self._equal(step.change.before, step.after, path)

    def updates(self, step: Step, path: str) -> bool:
        """Whether a change says something new in a document that is there afterwards under that name."""
        change = step.change.paths.get(path)
        entry = step.after.get(path) if change or path in step.conflicts else None
        if entry is None or not entry.is_regular or not self.says_more(step, path):
            return False
        return change is None or change.before is not None or not self._is_renamed(step, entry.oid)

    def _is_renamed(self, step: Step, oid: str | None) -> bool:
        """Whether a new path has just the content of one that went away."""
        gone = (change.before for change in step.change.paths.values() if change.after is None)
        return oid is not None and any(entry is not None and entry.oid == oid for entry in gone)

    def _equal(self, before: Snapshot, after: Snapshot, path: str) -> bool:
        old, new = before.get(path), after.get(path)
        if old and new and old.kind is not new.kind and not (old.is_regular and new.is_regular):
            return False
        if old and new and old.oid and old.oid == new.oid:
            return True
        compare = says_the_same if is_markdown(path) else _same_words

        def answer() -> bool:
            return compare(self._read(before, old, path), self._read(after, new, path))

        if (old and not old.oid) or (new and not new.oid):
            return answer()
        key = (old.oid if old else None, new.oid if new else None, is_markdown(path))
        return self._same.get(key, answer)

    def _read(self, snapshot: Snapshot, entry: Entry | None, path: str) -> bytes:
        """A file's bytes; what a change leads to is what the next one begins with."""
        if entry is None or not entry.oid:
            return snapshot.read(path) or b""
        return self._bytes.get(entry.oid, lambda: snapshot.read(path) or b"")

    def _brings(self, step: Step, path: str) -> bool:
        """Whether a merge's result has a line that no parent has."""
        result = step.after.read(path)
        if result is None:
            return False
        known = {line for parent in step.parents for line in _lines(parent.read(path) or b"", path)}
        return not known.issuperset(_lines(result, path))


def is_markdown(path: str) -> bool:
    """Whether a file is Markdown, by its name."""
    return path.lower().endswith(_MARKDOWN)


def _same_words(before: bytes, after: bytes) -> bool:
    return before.split() == after.split() or b"".join(before.split()) == b"".join(after.split())


def _lines(data: bytes, path: str) -> set[str]:
    """The lines of a file without white space and, in Markdown, without the targets of links; none is empty."""
    lines = decode(data).split("\n")
    return {squeeze(without_targets(line) if is_markdown(path) else line) for line in lines} - {""}
