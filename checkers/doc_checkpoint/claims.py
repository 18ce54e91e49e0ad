"""What a change claims: the classes it is in, each with the reasons that put it there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from checkers.source.recent import Recent

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from checkers.doc_checkpoint.contents import Contents
    from checkers.doc_checkpoint.moves import Move
    from checkers.doc_checkpoint.steps import Step
    from checkers.policy.sections import DocCheckpoint, Registrations
    from checkers.repo.types import Snapshot

_PROSE = (".md", ".markdown", ".mdown", ".rst", ".txt", ".html", ".json", ".yml", ".yaml", ".py")
LIFECYCLE, FEATURE_SURFACE = "lifecycle", "feature_surface"
"""The classes that rows and measurements, and that registrations put a change in; the design names them."""


class Claims(NamedTuple):
    """The reasons of each class, in words that name their place, and the measurements among them."""

    reasons: dict[str, list[str]]
    measurements: int


class ClaimReader:
    """Finds the classes of changes under one policy section."""

    def __init__(self, section: DocCheckpoint, contents: Contents) -> None:
        self._section = section
        self._contents = contents
        self._surfaces = frozenset(path for paths in section.surfaces.values() for path in paths)
        self._registered = Recent[str, frozenset[str]](4096)

    def claims(self, step: Step, moves: Iterable[Move]) -> Claims:
        """What one change claims, given what it does to the rows."""
        paths = step.paths
        reasons: dict[str, list[str]] = {}
        measured = [path for path in paths if self._measures(step, path)]
        _add(reasons, LIFECYCLE, [move.label for move in moves if move.is_claim] + measured)
        for name, globs in self._section.triggers.items():
            _add(reasons, name, [path for path in paths if globs.match(path) and self._triggers(step, path)])
        if self._section.registrations:
            _add(reasons, FEATURE_SURFACE, self._registrations(step, self._section.registrations))
        return Claims(reasons, len(measured))

    def _measures(self, step: Step, path: str) -> bool:
        return self._section.measurements.match(path) and self._contents.says_more(step, path)

    def _triggers(self, step: Step, path: str) -> bool:
        return path not in self._surfaces and self._contents.changes(step, path)

    def _registrations(self, step: Step, registrations: Registrations) -> list[str]:
        """The changes of the set of registered models; one that only moves between files is none."""
        paths = [path for path in step.paths if registrations.sources.match(path) and may_register(path)]
        old, new = self._before(step, paths), self._places(step.after, paths)
        candidates = sorted(old.keys() ^ new.keys())
        if not candidates:
            return []
        elsewhere = self._elsewhere(step, paths, registrations)
        return [
            f"{(new if name in new else old)[name]} {'registers' if name in new else 'no longer registers'} {name}"
            for name in candidates
            if name not in elsewhere
        ]

    def _before(self, step: Step, paths: Sequence[str]) -> dict[str, str]:
        """Where models were registered. In a merge's conflict only what no parent registers is its own."""
        plain = [path for path in paths if path not in step.conflicts]
        found = self._places(step.change.before, plain)
        kept = self._places(step.after, [path for path in paths if path in step.conflicts])
        for parent in step.parents if step.conflicts else ():
            places = self._places(parent, [path for path in paths if path in step.conflicts])
            found |= {name: path for name, path in places.items() if name in kept}
        return found

    def _places(self, snapshot: Snapshot, paths: Iterable[str]) -> dict[str, str]:
        """Each model that some files of a snapshot register, with the first file that does."""
        found: dict[str, str] = {}
        for path in paths:
            for name in sorted(self._models(snapshot, path)):
                found.setdefault(name, path)
        return found

    def _models(self, snapshot: Snapshot, path: str) -> frozenset[str]:
        registrations = self._section.registrations
        entry = snapshot.get(path)
        if registrations is None or entry is None or not entry.is_regular:
            return frozenset()
        from checkers.doc_checkpoint.registrations import registered  # most changes need no reader of C++

        if entry.oid is None:
            return registered(snapshot.read(path) or b"", registrations.macro)
        return self._registered.get(entry.oid, lambda: registered(snapshot.read(path) or b"", registrations.macro))

    def _elsewhere(self, step: Step, touched: Sequence[str], registrations: Registrations) -> set[str]:
        """The models that files outside the change register, before and after it alike."""
        outside = set(touched)
        paths = [path for path in step.after.entries() if registrations.sources.match(path) and may_register(path)]
        return set(self._places(step.after, (path for path in paths if path not in outside)))


def may_register(path: str) -> bool:
    """Whether a path could be code; a page about the macro registers nothing."""
    return not path.lower().endswith(_PROSE)


def _add(reasons: dict[str, list[str]], name: str, more: Iterable[str]) -> None:
    known = reasons.setdefault(name, [])
    known += [reason for reason in more if reason not in known]
