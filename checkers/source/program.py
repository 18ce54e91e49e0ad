"""One snapshot's C++ as a whole: files read once, headers' effects computed once, the uses of each judged file."""

from __future__ import annotations

import itertools
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from checkers.source.code import Code, read_code
from checkers.source.declarations import ORDER_BITS, WATCHED, Reading
from checkers.source.includes import Includes, depth_first, include_targets, on_directives
from checkers.source.lexer import lex
from checkers.source.macros import Leads, Macro, MacroEvent, leads, parse_macro
from checkers.source.reader import StreamBuilder
from checkers.source.relevance import Relevance
from checkers.source.scopes import Scopes
from checkers.source.unread import NameSearch, without_splices
from checkers.source.uses import FileUses, UseFinder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from checkers.repo.types import Snapshot
    from checkers.source.cache import Sources
    from checkers.source.symbols import Context, Declaration, Name, Scope, Symbols

_DEFINE = rb"[ \t\f\v]*+define\b[^\r\n]*+"
_COMMENT_BEFORE_NAME = rb"[ \t\f\v]*+/\*"


class Effects(NamedTuple):
    """What a header itself brings to those that include it, without what it includes."""

    events: tuple[MacroEvent, ...] = ()
    exported: tuple[tuple[Scope, Declaration], ...] = ()
    bases: tuple[tuple[Scope, tuple[tuple[Name, Context], ...]], ...] = ()


_NO_EFFECTS = Effects()


class Program:
    """The judged files of one snapshot and the headers of its tree that they include."""

    def __init__(self, snapshot: Snapshot, sources: Sources, symbols: Symbols, roots: Iterable[str]) -> None:
        self.snapshot, self.sources, self.symbols = snapshot, sources, symbols
        self.includes = Includes(snapshot, roots)
        self._data: dict[str, bytes] = {}
        self._targets: dict[str, list[str]] = {}
        self._effects: dict[str, Effects] = {}
        self._live: dict[str, tuple[Macro, ...]] = {}
        self._lead = Leads(frozenset(), frozenset())

    def uses(self, paths: Iterable[str]) -> Iterator[tuple[str, FileUses]]:
        """The uses in each file that can hold any, as they are read: one without a candidate is not read as tokens.

        A file's code is best asked for before the next file is read.
        """
        judged = self._load(paths)
        macros = {path: tuple(_macros_of(data)) for path, data in self._data.items()}
        lead = self._leads(itertools.chain(*macros.values()))
        search = NameSearch(self.symbols.names | lead.to_names)
        candidates = [path for path in judged if search.holds_any(without_splices(self._data[path]))]
        visible = self._needed(candidates, macros, lead)
        self._lead = self._leads(macro for path in visible for macro in self._live_macros(path))
        waiting = set(candidates)
        for path in visible:
            reading = _FileReading(self, path)
            self._effects[path] = reading.effects()
            if path in waiting:
                yield path, reading.uses()

    def code(self, path: str) -> Code:
        """One file that has been read, as tokens."""
        code = self.sources.fact(self.snapshot, path, read_code, self._data[path])
        assert code is not None
        return code

    @property
    def read(self) -> tuple[str, ...]:
        """The files that were found, in the order of reading."""
        return tuple(self._data)

    def has_read(self, path: str) -> bool:
        """Whether a file was found by way of the judged files and what they include."""
        return path in self._targets

    def mentions(self, path: str, word: bytes) -> bool:
        """Whether a file that has been read holds some bytes, splices apart."""
        return path in self._data and word in without_splices(self._data[path])

    def included(self, path: str) -> list[str]:
        """The files of this tree that a file names in its includes."""
        return self._targets[path]

    @property
    def lead(self) -> Leads:
        """The macros that may lead to a watched name, by name."""
        return self._lead

    def effects(self, path: str) -> Effects:
        """What a header brings; nothing while it is being read itself (a cycle)."""
        return self._effects.get(path, _NO_EFFECTS)

    def _load(self, paths: Iterable[str]) -> list[str]:
        """Read the files and all that they may include, wave by wave; returns those of `paths` that are files."""
        judged = list(paths)
        wave = judged
        while wave:
            self._data.update(self.snapshot.read_many(wave))
            for path in wave:
                targets = include_targets(self._data.get(path, b""))
                found = (self.includes.find(path, target) for target in targets)
                self._targets[path] = list(dict.fromkeys(other for other in found if other))
            named = (other for path in wave for other in self._targets[path])
            wave = [other for other in dict.fromkeys(named) if other not in self._targets]
        return [path for path in judged if path in self._data]

    def _leads(self, macros: Iterable[Macro]) -> Leads:
        return leads(macros, self.symbols.names, self.symbols.qualifiers)

    def _needed(self, candidates: list[str], macros: Mapping[str, tuple[Macro, ...]], lead: Leads) -> list[str]:
        """The candidates and those headers that bear on them, each after those that it includes."""
        own = set(candidates)
        visible = list(depth_first(candidates, self.included))
        if len(visible) == len(own):
            return visible
        by_name: dict[bytes, list[Macro]] = defaultdict(list)
        for macro in itertools.chain(*macros.values()):
            by_name[macro.name].append(macro)
        relevance = Relevance((self._noted(path) for path in candidates), self.symbols, by_name, lead)
        return [path for path in visible if path in own or relevance.is_needed(self._data[path], macros[path])]

    def _noted(self, path: str) -> Code:
        """A file's code, its macros noted on the way."""
        code = self.code(path)
        self._live_macros(path)
        return code

    def _live_macros(self, path: str) -> tuple[Macro, ...]:
        """A file's macros as its lines define them."""
        if path not in self._live:
            is_defining = b"define" in without_splices(self._data[path])
            self._live[path] = tuple(_defined(self.code(path))) if is_defining else ()
        return self._live[path]


def _macros_of(data: bytes) -> Iterator[Macro]:
    """A file's macros by a search of its bytes, dead ones too; where comments could hide some, by its tokens."""
    text = without_splices(data)
    if b"define" not in text:
        return
    found = [match[0] for match in on_directives(text, _DEFINE).finditer(text)]
    is_hidden = on_directives(text, _COMMENT_BEFORE_NAME).search(text)
    if is_hidden or any(line.rfind(b"/*") > line.rfind(b"*/") for line in found):
        yield from _defined(read_code(text))
        return
    for line in found:
        for directive in lex(line).directives:
            macro = parse_macro(directive, line)
            if macro:
                yield macro


def _defined(code: Code) -> Iterator[Macro]:
    """A file's macros as its lines define them."""
    for directive in code.lexed.directives:
        if directive.name == b"define" and (macro := parse_macro(directive, code.data)):
            yield macro


class _FileReading:
    """One file read in the light of what it includes."""

    def __init__(self, program: Program, path: str) -> None:
        self.program, self.path = program, path
        self.code = program.code(path)
        self._imported: set[str] = {path}
        symbols = program.symbols
        builder = StreamBuilder(self.code, program.lead, symbols.names, self._import_macros)
        self.stream = builder.build()
        self.reading = Reading(Scopes(self.stream, symbols.names | WATCHED, passes_over=True), symbols)

    def effects(self) -> Effects:
        """What this file brings to those that include it."""
        declarations = self.reading.declarations
        bases = tuple((scope, tuple(found)) for scope, found in declarations.bases.items())
        return Effects(tuple(self.stream.events), tuple(declarations.exported), bases)

    def uses(self) -> FileUses:
        """The uses in this file."""
        self._import_declarations()
        return UseFinder(self.path, self.code, self.reading).find()

    def _headers(self, target: bytes, seen: set[str]) -> list[str]:
        """The headers that an include brings and that have not been brought before, in the order of their text."""
        header = self.program.includes.find(self.path, target)
        if header is None or header in seen or not self.program.has_read(header):
            return []
        found = list(depth_first([header], lambda path: (p for p in self.program.included(path) if p not in seen)))
        seen.update(found)
        return found

    def _import_macros(self, target: bytes) -> list[MacroEvent]:
        return [e for header in self._headers(target, self._imported) for e in self.program.effects(header).events]

    def _import_declarations(self) -> None:
        declarations, seen = self.reading.declarations, {self.path}
        for include in self.stream.includes:
            branches = (include.branch,) if include.branch else ()
            place = include.at << ORDER_BITS
            for header in self._headers(include.target, seen):
                effects = self.program.effects(header)
                for scope, declaration in effects.exported:
                    place += 1
                    context = declaration.context._replace(at=place, frame=None)
                    moved = declaration._replace(context=context, branches=branches)
                    declarations.add_to_scope(scope, moved)
                for scope, bases in effects.bases:
                    place += 1
                    moved_bases = ((name, context._replace(at=place, frame=None)) for name, context in bases)
                    declarations.bases[scope].extend(moved_bases)
