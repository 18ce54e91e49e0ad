"""The look at one snapshot: the naive uses of each judged file, which of them have a reason, and what is in doubt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.attention_rung.coverage import Coverage, cover, says_nothing
from checkers.attention_rung.sites import Place, Site, Standing, Survey
from checkers.source.markers import find_markers
from checkers.source.program import Program
from checkers.source.symbols import Symbols
from checkers.source.uses import FileUses

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from checkers.policy.sections import AttentionRung
    from checkers.repo.types import Snapshot
    from checkers.source.cache import Sources
    from checkers.source.markers import Marker
    from checkers.source.uses import Use


def survey(snapshot: Snapshot, sources: Sources, section: AttentionRung, paths: Iterable[str]) -> Survey:
    """Look at those files of a snapshot."""
    judged = tuple(paths)
    symbols = Symbols(section.naive, section.fast)
    program = Program(snapshot, sources, symbols, section.include_roots)
    seen = {path: _File(program, path, section).seen(found) for path, found in program.uses(judged)}
    result = Survey(judged, program.read)
    for path in judged:
        if path in seen:
            result.add(seen[path])
        elif program.mentions(path, section.marker.encode()):
            result.add(_File(program, path, section).seen(FileUses()))
    return result


class _File:
    """One file in which there is something to see."""

    def __init__(self, program: Program, path: str, section: AttentionRung) -> None:
        self.path, self.section = path, section
        self.code = program.code(path)
        self.text = self.code.text

    def seen(self, found: FileUses) -> Survey:
        """What the file holds."""
        result = Survey()
        naive = [use for use in found.uses if use.symbol.is_naive]
        coverage = self._coverage(naive)
        result.fast += len(found.uses) - len(naive)
        result.sites.extend(sorted(self._sites(coverage), key=lambda site: (site.span.line, site.span.column)))
        result.unread.extend(self._place(start, end) for start, end in found.unread)
        result.dead_markers.extend(self._place(marker.start, marker.end) for marker in coverage.dead)
        return result

    def _coverage(self, naive: list[Use]) -> Coverage:
        markers = find_markers(self.code.data, self.code.lexed.comments, self.section.marker)
        live = [marker for marker in markers if not self._is_dead(marker)]
        coverage = cover(naive, live, self.text, self.section.window_lines)
        buried = tuple(marker for marker in markers if self._is_dead(marker))
        return Coverage(coverage.statements, (*coverage.dead, *buried))

    def _is_dead(self, marker: Marker) -> bool:
        return not self.code.is_live(marker.start)

    def _sites(self, coverage: Coverage) -> Iterator[Site]:
        for covered in coverage.statements:
            standing, reason = self._standing(covered.marker)
            for use in covered.uses:
                place = self._place(use.start, use.end)
                is_first = use is covered.uses[0]
                yield Site(self.path, use.symbol.name, place.span, place.line, use.is_call, standing, reason, is_first)

    def _standing(self, marker: Marker | None) -> tuple[Standing, str]:
        if marker is None:
            return Standing.UNMARKED, ""
        is_stub = says_nothing(marker.reason, self.section.min_reason_chars)
        return (Standing.STUB if is_stub else Standing.MARKED), marker.reason

    def _place(self, start: int, end: int) -> Place:
        text = " ".join(self.code.data[start:end].decode("utf-8", "surrogateescape").split())
        return Place(self.path, self.text.span(start, end), text, self.text.logical_line(start))
