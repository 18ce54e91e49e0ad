"""Name lookup as C++ does it: outward through the scopes, through aliases, using-declarations and using-directives."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from checkers.source.branches import Branch, Sight, covers_every_build
from checkers.source.found import NOTHING, Found, sight_of, union
from checkers.source.levels import Levels, Nominated
from checkers.source.symbols import Context, DeclarationKind, Name, Scope, common

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from checkers.source.frames import Frame
    from checkers.source.symbols import Declaration, Declarations, Symbols

_CHAIN = 64
_NOMINATED = 512
"""The most using-directives of one scope, and namespaces that they nominate for one name, that are looked at."""
_ALTERNATIVES = 64
"""The most scopes that one qualifier may stand for; each alternative of an alias may double them."""
_REDECLARED = 256
"""The most declarations of one name in one scope that are looked at; more would be out to waste time."""


class Lookup:
    """Answers questions about the names of one file.

    `qualifier_of` gives the qualified name of the function whose body a block is, if it has one. `is_cut` tells that a
    chain of aliases was too long or forked too often, or a name was declared too often, since `begin` was called,
    `is_too_long` that the answer ended there.
    """

    def __init__(
        self,
        symbols: Symbols,
        declarations: Declarations,
        qualifier_of: Callable[[Frame], Name | None],
    ) -> None:
        self.symbols, self.declarations = symbols, declarations
        self.is_cut = False
        self._chain = 0
        self.is_too_long = False
        self._targets: dict[int, frozenset[Scope]] = {}
        self._meanings: dict[int, Found] = {}
        self._bases: dict[tuple[Scope, int], frozenset[Scope]] = {}
        self._levels = Levels(declarations, qualifier_of)

    def begin(self) -> None:
        """Forget that an earlier question was cut."""
        self.is_cut = self.is_too_long = False

    def resolve(self, name: Name, context: Context) -> Found:
        """What a qualified or bare name stands for at a place."""
        if self._must_end():
            return NOTHING
        self._chain += 1
        try:
            return self._resolve(name, context)
        finally:
            self._chain -= 1

    def _resolve(self, name: Name, context: Context) -> Found:
        *qualifiers, last = name.parts
        if not qualifiers:
            return self._in(self.symbols.root, last, context) if name.is_global else self._outward(last, context)
        return union(self._in(scope, last, context) for scope in self.qualifier(name, context))

    def qualifier(self, name: Name, context: Context) -> frozenset[Scope]:
        """The scopes that the qualifiers of a name may stand for."""
        scopes = frozenset({self.symbols.root})
        parts = name.parts[:-1]
        if not name.is_global:
            first = self._outward(parts[0], context)
            scopes = first.scopes or frozenset({self.symbols.root.child(parts[0])} if not first.is_certain else ())
            parts = parts[1:]
        for part in parts:
            found: set[Scope] = set()
            for scope in scopes:
                found |= self._in(scope, part, context).scopes or {scope.child(part)}
            scopes = self._few(frozenset(found))
        return scopes

    def _few(self, scopes: frozenset[Scope]) -> frozenset[Scope]:
        """The scopes, or none where they are so many that the question is cut."""
        if len(scopes) <= _ALTERNATIVES:
            return scopes
        self.is_cut = self.is_too_long = True
        return frozenset()

    def _outward(self, name: bytes, context: Context) -> Found:
        """Unqualified lookup, level by level outward; what a directive nominates counts further out."""
        found = NOTHING
        nominated = Nominated()
        for level in self._levels.of(self, context):
            found = union([found, level.find(self, name, context, nominated)])
            if found.is_certain:
                break
        return found

    def in_frame(self, frame: Frame, start: int, name: bytes, context: Context, nominated: Nominated) -> Found:
        """What a block, or the header that it follows, declares."""
        declared = self.declarations.in_frame.get((frame, name), [])
        header = self.declarations.in_header.get((frame, start, name), [])
        directives = self.declarations.frame_directives.get(frame, ())
        self._nominate(directives, context.scope, context, nominated, by_member=False)
        return self._declared([*declared, *header], context) if declared or header else NOTHING

    def _nominate(
        self,
        directives: Sequence[Declaration],
        scope: Scope,
        context: Context,
        nominated: Nominated,
        *,
        by_member: bool,
    ) -> None:
        """A directive's names count as if declared in the nearest scope that encloses it and what it names.

        What the named namespace nominates in turn counts as if nominated here.
        """
        waiting, seen = [directives], nominated.seen[by_member]
        for some in waiting:
            if self._is_too_wide(len(some)):
                return
            for directive in some:
                if self._is_too_wide(len(seen)) or sight_of(directive, context) is Sight.HIDDEN:
                    continue
                for target in self._directed(directive) - seen:
                    seen.add(target)
                    nominated.at[common(scope, target)].append(target)
                    waiting.append(self.declarations.scope_directives.get(target, ()))

    def _is_too_wide(self, number: int) -> bool:
        """Whether so many namespaces or directives are to be looked at that the question is cut."""
        if number > _NOMINATED:
            self.is_cut = self.is_too_long = True
        return self.is_too_long

    def _directed(self, directive: Declaration) -> frozenset[Scope]:
        if directive.target is None:
            return frozenset({directive.scope} if directive.scope else ())
        if id(directive) not in self._targets:
            found = self.resolve_scopes(directive.target, directive.context)
            if self.is_cut:
                return found
            self._targets[id(directive)] = found
        return self._targets[id(directive)]

    def resolve_scopes(self, name: Name, context: Context) -> frozenset[Scope]:
        """The namespaces or classes that a name may stand for; an unknown one is taken as one of its own."""
        if self._must_end():
            return frozenset()
        self._chain += 1
        try:
            return self.qualifier(name._replace(parts=(*name.parts, b"")), context)
        finally:
            self._chain -= 1

    def _must_end(self) -> bool:
        """Whether a chain was too long: then the whole question is cut, since each way through it is as long again."""
        if self._chain >= _CHAIN:
            self.is_cut = self.is_too_long = True
        return self.is_too_long

    def at_scope(self, scope: Scope, name: bytes, context: Context, nominated: Nominated, *, by_member: bool) -> Found:
        """What unqualified lookup finds at one scope: its own names, its bases' and the nominated ones."""
        directives = self.declarations.scope_directives.get(scope, ())
        self._nominate(directives, scope, context, nominated, by_member=by_member)
        own = self._own(scope, name, context)
        inherited = self._inherited(scope, name, context) if not own.is_certain else NOTHING
        others = [other for other in nominated.at.get(scope, ()) if other not in nominated.searched]
        nominated.searched.update(others, [scope])
        return union([own, inherited, *(self._own(other, name, context) for other in others)])

    def _in(self, scope: Scope, name: bytes, context: Context) -> Found:
        """Qualified lookup: the scope's own names, or else those of the namespaces that it nominates, transitively."""
        found, seen, waiting = NOTHING, {scope}, [scope]
        while waiting:
            inner = waiting.pop()
            shown = self._with_inline(inner, context)
            own = union(self._member(part, name, context) for part in shown)
            found = union([found, own])
            if own.is_certain:
                continue
            for directive in itertools.chain(*(self.declarations.scope_directives.get(part, ()) for part in shown)):
                if sight_of(directive, context) is not Sight.HIDDEN:
                    fresh = self._directed(directive) - seen
                    seen |= fresh
                    waiting.extend(fresh)
        return found

    def _member(self, scope: Scope, name: bytes, context: Context) -> Found:
        return union([self._own(scope, name, context), self._inherited(scope, name, context)])

    def _with_inline(self, scope: Scope, context: Context) -> list[Scope]:
        """A namespace and the inline ones in it, whose members are its own."""
        parts = [scope]
        for part in parts:
            for shown in self.declarations.scope_directives.get(part, ()):
                is_inline = shown.scope is not None and shown.scope.name and shown.scope not in parts
                if is_inline and shown.scope and sight_of(shown, context) is not Sight.HIDDEN:
                    parts.append(shown.scope)
        return parts

    def _own(self, scope: Scope, name: bytes, context: Context) -> Found:
        declared = self._declared(self.declarations.in_scope.get((scope, name), []), context)
        symbol = self.symbols.known.get((scope, name))
        if symbol:
            declared = declared._replace(symbols=declared.symbols | {symbol}, is_certain=True)
        child = scope.children.get(name)
        if child in self.symbols.namespaces:
            declared = declared._replace(scopes=declared.scopes | {child}, is_certain=True)
        return declared

    def _inherited(self, scope: Scope, name: bytes, context: Context) -> Found:
        """What the bases of a class declare, and their bases."""
        found, seen, waiting = NOTHING, {scope}, [scope]
        while waiting:
            derived = waiting.pop()
            for number in range(len(self.declarations.bases.get(derived, ()))):
                fresh = self._base(derived, number) - seen
                seen |= fresh
                for inner in fresh:
                    own = self._own(inner, name, context)
                    found = union([found, own])
                    if not own.is_certain:
                        waiting.append(inner)
        return found

    def _base(self, derived: Scope, number: int) -> frozenset[Scope]:
        """The classes that a class names as its base of that number; none while that very name is being looked up."""
        key = derived, number
        if key not in self._bases:
            self._bases[key] = frozenset()
            found = self.resolve_scopes(*self.declarations.bases[derived][number])
            if self.is_too_long:
                del self._bases[key]
                return found
            self._bases[key] = found
        return self._bases[key]

    def _declared(self, declarations: Sequence[Declaration], context: Context) -> Found:
        """What the visible ones of these declarations say; certain if every build has one of them."""
        meanings, branches = list[Found](), dict[Branch | None, None]()
        is_certain = False
        self.is_cut |= len(declarations) > _REDECLARED
        for declaration in declarations[-_REDECLARED:]:
            if declaration.kind is DeclarationKind.OTHER and declaration.context.branch in branches:
                continue
            seen = sight_of(declaration, context)
            if seen is Sight.HIDDEN:
                continue
            if declaration.kind is not DeclarationKind.OTHER:
                meanings.append(self._meaning(declaration))
            is_certain |= seen is Sight.CERTAIN
            if not declaration.branches:
                branches[declaration.context.branch] = None
        is_certain = is_certain or (bool(branches) and covers_every_build(branches, context.branch))
        return union(meanings)._replace(is_certain=is_certain)

    def _meaning(self, declaration: Declaration) -> Found:
        if declaration.kind is DeclarationKind.SCOPE and declaration.scope:
            return Found(frozenset(), frozenset({declaration.scope}), is_certain=True)
        if declaration.kind is not DeclarationKind.USING or not declaration.target:
            return NOTHING
        if id(declaration) not in self._meanings:
            found = self._follow(declaration.target, declaration.context)
            if self.is_cut:
                return found
            self._meanings[id(declaration)] = found
        return self._meanings[id(declaration)]

    def _follow(self, target: Name, context: Context) -> Found:
        found = self.resolve(target, context)
        if found.symbols or found.scopes or self.is_cut:
            return found
        return found._replace(scopes=self.resolve_scopes(target, context))
