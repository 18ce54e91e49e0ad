"""From snapshots to the verdict on the naive kernel's uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.attention_rung.allowlist import Allowlist, read_allowlist, stem
from checkers.attention_rung.blame import known_to_base
from checkers.attention_rung.caching import cached_survey, surveyed
from checkers.attention_rung.findings import Findings
from checkers.attention_rung.rules import CHECK
from checkers.attention_rung.sites import Standing, is_source, source_paths
from checkers.errors import RepositoryError
from checkers.model import SubjectKind, Verdict, verdict
from checkers.wording import counted, emptiness, short_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkers.model import Finding
    from checkers.policy.sections import AttentionRung, Policy
    from checkers.subject import Subject

_NOTHING_FOUND = "nothing that looks like attention was found: do `sources` and `fast` still name this tree?"


def judge(subject: Subject, policy: Policy) -> Verdict:
    """The verdict over a tree, a commit, the index or a range.

    Where there is a base, its allowlist excuses, and uses without a reason that it has already are warnings.
    """
    section = policy.attention_rung
    assert section is not None
    return _Judgement(subject, section).verdict()


class _Judgement:
    """One judgement; `excuses` is the list that counts, `list` the one that is judged."""

    def __init__(self, subject: Subject, section: AttentionRung) -> None:
        self.subject, self.section = subject, section
        self.list = read_allowlist(subject.head, section.allowlist)
        self.excuses = read_allowlist(subject.base, section.allowlist) if subject.base else self.list
        look = surveyed if subject.kind is SubjectKind.STAGED else cached_survey
        self.survey = look(subject.head, subject.sources, section, self._judged())
        self.excused = [
            site
            for site in self.survey.sites
            if stem(site.path) in self.excuses.stems and site.standing is not Standing.MARKED
        ]

    def verdict(self) -> Verdict:
        """Findings, population and notes together."""
        found = self.survey
        population = {
            "files": len(found.paths),
            "sites": len(found.sites),
            "marked": sum(site.standing is Standing.MARKED for site in found.sites),
            "excused": len(self.excused),
            "fast": found.fast,
        }
        return verdict(
            CHECK,
            self.subject.kind,
            population=population,
            examined=_examined(population),
            findings=self._findings(),
            notes=self._notes(),
            skip_reason=self._blindness() or (None if self._has_control() else _NOTHING_FOUND),
        )

    def _judged(self) -> tuple[str, ...]:
        """The files to judge: all sources, or on the index those that the change touches."""
        if self.subject.kind is not SubjectKind.STAGED or self.subject.change is None:
            return source_paths(self.subject.head, self.section)
        after = (change.after for change in self.subject.change.paths.values())
        return tuple(entry.path for entry in after if entry is not None and is_source(entry, self.section))

    def _blindness(self) -> str | None:
        """Why no use could be found anywhere under this section."""
        section = self.section
        lists = {"sources": section.sources.patterns, "suffixes": section.suffixes, "naive": section.naive}
        return emptiness("attention_rung", lists)

    def _has_control(self) -> bool:
        """Whether the scan shows that it works: attention was found, in the judged files or at all."""
        if self.survey.found_something:
            return True
        if self.subject.kind is not SubjectKind.STAGED:
            return False
        if not self.survey.paths:
            return True
        rest = set(source_paths(self.subject.head, self.section)) - set(self.survey.paths)
        found = cached_survey(self.subject.head, self.subject.sources, self.section, sorted(rest))
        return found.found_something

    def _findings(self) -> Iterator[Finding]:
        write = Findings(self.section)
        excused = {id(site) for site in self.excused}
        blamed = [s for s in self.survey.sites if id(s) not in excused and s.standing is not Standing.MARKED]
        doubted = [place for place in self.survey.unread if stem(place.path) not in self.excuses.stems]
        known = known_to_base(self.subject, self.section, self.survey, [*blamed, *doubted])
        for site in blamed:
            if site.standing is Standing.UNMARKED:
                yield write.unmarked(site, is_known=id(site) in known)
            elif site.is_first:
                yield write.stub(site, is_known=id(site) in known)
        for place in doubted:
            yield write.unread(place, is_known=id(place) in known)
        for place in self.survey.dead_markers:
            yield write.dead_marker(place)
        yield from self._list_findings(write)

    def _list_findings(self, write: Findings) -> Iterator[Finding]:
        if not self.list.entries or not self.list.path or not self._judges_list():
            return
        stems = {stem(path) for path in source_paths(self.subject.head, self.section)}
        needed = {stem(site.path) for site in self.survey.sites if site.standing is not Standing.MARKED}
        judged = {stem(path) for path in self.survey.paths}
        for entry in self.list.entries:
            if entry.stem not in stems:
                yield write.unknown_stem(self.list.path, entry)
            elif entry.stem in judged and entry.stem not in needed and self._sees_whole(entry.stem):
                yield write.stale_stem(self.list.path, entry)

    def _judges_list(self) -> bool:
        """On the index the list is judged only where the change touches it or a source."""
        change = self.subject.change
        if self.subject.kind is not SubjectKind.STAGED or change is None:
            return True
        if self.section.allowlist in change.paths:
            return True
        sides = (entry for touched in change.paths.values() for entry in (touched.before, touched.after))
        return any(entry is not None and is_source(entry, self.section) for entry in sides)

    def _sees_whole(self, name: str) -> bool:
        """Whether every file of that stem was judged."""
        if self.subject.kind is not SubjectKind.STAGED:
            return True
        judged = set(self.survey.paths)
        paths = source_paths(self.subject.head, self.section)
        return all(path in judged for path in paths if stem(path) == name)

    def _notes(self) -> Iterator[str]:
        if self.excused:
            stems = ", ".join(sorted({stem(site.path) for site in self.excused}))
            count = len(self.excused)
            carry = "carries" if count == 1 else "carry"
            yield f"{counted(count, 'call')} in allowlisted files {carry} no reason: {stems}"
        yield from _list_notes(self.list, self.excuses, self.subject)
        yield from _growth(self.list, self.subject)


def _list_notes(judged: Allowlist, excuses: Allowlist, subject: Subject) -> Iterator[str]:
    """What a changed allowlist means: it excuses from the next change on."""
    if subject.change is None or judged.path not in subject.change.paths:
        return
    added = sorted(judged.stems - excuses.stems)
    yield f"the change edits {judged.path}: what the base's list excuses is what counts here"
    if added:
        yield f"{judged.path}: what this change adds excuses nothing in it: {', '.join(added)}"


def _growth(judged: Allowlist, subject: Subject) -> Iterator[str]:
    """Where a tree is green by its own allowlist, and red once its change is judged by the one before."""
    if subject.earlier is None or not judged.path:
        return
    try:
        earlier = read_allowlist(subject.earlier, judged.path) if subject.earlier.get(judged.path) else judged
    except RepositoryError:
        return
    added = sorted(judged.stems - earlier.stems)
    if added:
        since = short_hash(subject.earlier_sha or "")
        yield f"{judged.path}: what came since {since} excuses nothing in a run with --base: {', '.join(added)}"


def _examined(population: dict[str, int]) -> str:
    text = f"{counted(population['sites'], 'use')} in {counted(population['files'], 'file')}"
    parts = [f"{population['marked']} with a reason"] if population["sites"] else []
    parts += [f"{population['excused']} excused"] if population["excused"] else []
    return ", ".join([text, *parts])
