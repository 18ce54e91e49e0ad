"""Namespaces and classes as a tree of scopes, the watched symbols in it, and what a file declares in them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from checkers.source.nesting import Nested

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from checkers.source.branches import Branch
    from checkers.source.frames import Frame


class Scope(Nested):
    """A namespace or class by its place in the tree; an unnamed one has an empty name."""

    __slots__ = ("children", "name")

    def __init__(self, name: bytes, parent: Scope | None) -> None:
        super().__init__(parent)
        self.name = name
        self.children: dict[bytes, Scope] = {}

    def child(self, name: bytes) -> Scope:
        """The scope of that name within this one; made when first asked for."""
        found = self.children.get(name)
        if found is None:
            found = self.children[name] = Scope(name, self)
        return found

    def outward(self) -> Iterator[Scope]:
        """This scope and those around it, innermost first."""
        scope: Scope | None = self
        while scope:
            yield scope
            scope = scope.parent


def common(one: Scope, other: Scope) -> Scope:
    """The nearest scope that encloses both, or is one of them and encloses the other."""
    mine, _theirs = one.parting(other)
    return one if mine is None or mine.parent is None else mine.parent


class Symbol(NamedTuple):
    """A watched function: its qualified name, and whether it is one that needs a reason."""

    name: str
    is_naive: bool


class Symbols:
    """The watched functions of one policy, and the tree of scopes that they live in."""

    def __init__(self, naive: Iterable[str], fast: Iterable[str]) -> None:
        self.root = Scope(b"", None)
        self.known: dict[tuple[Scope, bytes], Symbol] = {}
        self.namespaces: set[Scope] = {self.root}
        self.by_last: dict[bytes, list[Symbol]] = defaultdict(list)
        for names, is_naive in ((naive, True), (fast, False)):
            for name in names:
                self._add(name, is_naive=is_naive)
        self.names = frozenset(self.by_last)
        self.qualifiers = frozenset(scope.name for scope in self.namespaces if scope.name)
        self.naive_names = frozenset(n for n, found in self.by_last.items() if any(s.is_naive for s in found))

    def _add(self, name: str, *, is_naive: bool) -> None:
        *path, last = name.removeprefix("::").encode().split(b"::")
        scope = self.root
        for part in path:
            scope = scope.child(part)
            self.namespaces.add(scope)
        symbol = Symbol("::".join(part.decode() for part in (*path, last)), is_naive)
        self.known.setdefault((scope, last), symbol)
        self.by_last[last].append(symbol)


class DeclarationKind(Enum):
    """What a declaration makes a name stand for."""

    OTHER = "something that is not watched"
    USING = "what another name stands for"
    SCOPE = "a namespace or class"
    DIRECTIVE = "all names of a namespace"


class Name(NamedTuple):
    """A qualified name as written. A part that is no plain name (a template's instance) is empty."""

    parts: tuple[bytes, ...]
    is_global: bool = False


class Context(NamedTuple):
    """From where a name is looked up: the scope and, within the file itself, the frame and the place."""

    scope: Scope
    at: int
    branch: Branch | None
    frame: Frame | None = None
    start: int = -1


class Declaration(NamedTuple):
    """One declaration at an order that places it among tokens and includes."""

    kind: DeclarationKind
    name: bytes
    context: Context
    target: Name | None = None
    scope: Scope | None = None
    branches: tuple[Branch | None, ...] = ()
    """The branches of the includes that brought it, outermost last."""


@dataclass
class Declarations:
    """All that one file declares or includes, by where it is declared."""

    in_scope: dict[tuple[Scope, bytes], list[Declaration]] = field(default_factory=lambda: defaultdict(list))
    in_frame: dict[tuple[Frame, bytes], list[Declaration]] = field(default_factory=lambda: defaultdict(list))
    in_header: dict[tuple[Frame, int, bytes], list[Declaration]] = field(default_factory=lambda: defaultdict(list))
    scope_directives: dict[Scope, list[Declaration]] = field(default_factory=lambda: defaultdict(list))
    frame_directives: dict[Frame, list[Declaration]] = field(default_factory=lambda: defaultdict(list))
    bases: dict[Scope, list[tuple[Name, Context]]] = field(default_factory=lambda: defaultdict(list))
    exported: list[tuple[Scope, Declaration]] = field(default_factory=list)
    """Those at namespace or class scope, which includers see too."""

    def add_to_scope(self, scope: Scope, declaration: Declaration) -> None:
        """Declare at namespace or class scope."""
        if declaration.kind is DeclarationKind.DIRECTIVE:
            self.scope_directives[scope].append(declaration)
        else:
            self.in_scope[scope, declaration.name].append(declaration)

    def add_to_frame(self, frame: Frame, declaration: Declaration) -> None:
        """Declare at block scope."""
        if declaration.kind is DeclarationKind.DIRECTIVE:
            self.frame_directives[frame].append(declaration)
        else:
            self.in_frame[frame, declaration.name].append(declaration)

    def frames(self) -> frozenset[Frame]:
        """The frames that something is declared in, or in the header of a statement in them."""
        in_headers = (frame for frame, _, _ in self.in_header)
        return frozenset({*self.frame_directives, *in_headers, *(frame for frame, _ in self.in_frame)})
