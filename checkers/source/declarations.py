"""What a file declares that bears on the watched names: namespaces, classes, aliases, usings, shadowing names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.source.frames import CLASS_KEYS, OUTER, FrameKind
from checkers.source.heads import Heads
from checkers.source.mentions import Mention, Mentions, Role
from checkers.source.symbols import Context, Declaration, DeclarationKind, Declarations, Name, Scope

if TYPE_CHECKING:
    from checkers.source.frames import Cell, Frame
    from checkers.source.scopes import Scopes
    from checkers.source.symbols import Symbols

ORDER_BITS = 20
WATCHED = frozenset({b"using", b"namespace"})
"""The words beside the names themselves at which something may be declared."""


def order(index: int) -> int:
    """Where a token stands among tokens and what includes bring before them."""
    return (index + 1) << ORDER_BITS


class Reading:
    """One file's declarations and the mentions of watched names that may be uses, in order."""

    def __init__(self, scopes: Scopes, symbols: Symbols) -> None:
        self.scopes, self.stream, self.symbols = scopes, scopes.stream, symbols
        self.mentions = Mentions(scopes)
        self.heads = Heads(self.mentions)
        self.declarations = Declarations()
        self.uses: list[Mention] = []
        self.explained: list[tuple[Mention, Role]] = []
        self.inline_scopes: set[Scope] = set()
        self._qualifiers: dict[Frame, Name | None] = {}
        for frame in scopes.frames:
            self._open(frame)
        for index, cell in scopes.places.items():
            text = self.stream.text(index)
            if text == b"using":
                self._using(index, cell)
            elif text == b"namespace":
                self._alias(index, cell)
            else:
                self._mention(index)

    def scope_of(self, frame: Frame | None) -> Scope:
        """The innermost named scope around a frame's content."""
        passed = []
        while frame and frame.scope is None:
            passed.append(frame)
            frame = frame.parent
        scope = frame.scope if frame and frame.scope else self.symbols.root
        for inner in passed:
            inner.scope = scope
        return scope

    def context(self, index: int, cell: Cell) -> Context:
        """From where a name at `index` is looked up."""
        return Context(self.scope_of(cell.frame), order(index), self.stream.branch(index), cell.frame, cell.start)

    def qualifier_of(self, frame: Frame) -> Name | None:
        """The qualified name of the function whose body a block is; None for a plain name and for other blocks."""
        if frame.kind is not FrameKind.BLOCK or frame.parent is None or frame.parent.kind not in OUTER:
            return None
        if frame not in self._qualifiers:
            self._qualifiers[frame] = self.heads.function(frame)
        return self._qualifiers[frame]

    def _open(self, frame: Frame) -> None:
        around = self.scope_of(frame.parent)
        if frame.kind is FrameKind.NAMESPACE:
            frame.scope = self._namespace(frame, around)
        elif frame.kind is FrameKind.CLASS:
            frame.scope = self._class(frame, around)

    def _namespace(self, frame: Frame, scope: Scope) -> Scope:
        """The scope that a namespace's braces hold; inline and unnamed ones show their names around them too."""
        parts = [*self.heads.namespace(frame)]
        is_inline = self.stream.text(self.stream.before(frame.key)) == b"inline"
        for part, is_open in parts or [(b"", True)]:
            inner = scope.child(part)
            if inner not in self.symbols.namespaces:
                self._declare_scope(scope, part, inner, frame)
            if is_open or is_inline:
                self._show(scope, inner, frame)
            scope = inner
        return scope

    def _show(self, outer: Scope, inner: Scope, frame: Frame) -> None:
        """Names of an inline or unnamed namespace count in the one around it, as if by a using-directive."""
        context = Context(outer, order(frame.key), self.stream.branch(frame.key))
        found = Declaration(DeclarationKind.DIRECTIVE, b"", context, scope=inner)
        self.declarations.add_to_scope(outer, found)
        self.declarations.exported.append((outer, found))
        if inner.name:
            self.inline_scopes.add(inner)

    def _declare_scope(self, outer: Scope, name: bytes, inner: Scope, frame: Frame) -> None:
        if (outer, name) in self.declarations.in_scope and self.stream.branch(frame.key):
            return
        context = Context(outer, order(frame.key), self.stream.branch(frame.key))
        found = Declaration(DeclarationKind.SCOPE, name, context, scope=inner)
        self.declarations.add_to_scope(outer, found)
        self.declarations.exported.append((outer, found))

    def _class(self, frame: Frame, around: Scope) -> Scope:
        name, bases = self.heads.class_(frame)
        parent = frame.parent
        while parent and parent.kind is FrameKind.LINKAGE:
            parent = parent.parent
        is_member = parent is None or parent.kind in OUTER or parent.kind is FrameKind.CLASS
        if not name or not is_member:
            scope = Scope(name[-1] if name else b"", around)
            if name and parent:
                context = Context(around, order(frame.key), self.stream.branch(frame.key))
                found = Declaration(DeclarationKind.SCOPE, name[-1], context, scope=scope)
                self.declarations.add_to_frame(parent, found)
        else:
            scope = around
            for part in name:
                outer, scope = scope, scope.child(part)
            self._declare_scope(outer, name[-1], scope, frame)
        place = Context(around, order(frame.key), self.stream.branch(frame.key), frame.parent, frame.header)
        for base in bases:
            self.declarations.bases[scope].append((base, place))
        return scope

    def _using(self, index: int, cell: Cell) -> None:
        stream = self.stream
        following = stream.after(index)
        if stream.text(following) == b"namespace":
            target = self.heads.qualified(stream.after(following))
            if target:
                self._declare(DeclarationKind.DIRECTIVE, b"", index, cell, target)
            return
        equals = stream.after(following)
        if stream.text(equals) == b"=" and stream.text(following) not in self.symbols.names:
            target = self.heads.qualified(stream.after(equals), ends=b";")
            if target:
                self._declare(DeclarationKind.USING, stream.text(following), index, cell, target)

    def _alias(self, index: int, cell: Cell) -> None:
        """`namespace a = b::c;`"""
        stream = self.stream
        name = stream.after(index)
        equals = stream.after(name)
        if stream.text(equals) == b"=" and stream.text(stream.before(index)) != b"using":
            target = self.heads.qualified(stream.after(equals))
            if target:
                self._declare(DeclarationKind.USING, stream.text(name), index, cell, target)

    def _mention(self, index: int) -> None:
        mention = self.mentions.read(index)
        if mention is None:
            return
        role = self.mentions.role(mention)
        if role is Role.USE:
            self.uses.append(mention)
            return
        self.explained.append((mention, role))
        if role is Role.USING:
            self._declare(DeclarationKind.USING, mention.name.parts[-1], index, mention.cell, mention.name)
        elif role is Role.DECLARED_IN_SCOPE:
            self._shadow(index, mention)
        elif role is Role.DECLARED_IN_HEADER:
            self._parameter(index, mention)

    def _shadow(self, index: int, mention: Mention) -> None:
        name = mention.name.parts[-1]
        if mention.cell.frame.kind is FrameKind.ENUM:
            key = self.stream.text(self.stream.after(mention.cell.frame.key))
            if key in CLASS_KEYS:
                return
        scope = self.scope_of(mention.cell.frame)
        while scope in self.inline_scopes and scope.parent:
            scope = scope.parent
        symbol = self.symbols.known.get((scope, name))
        if symbol is None or _is_local(mention.cell.frame):
            self._declare(DeclarationKind.OTHER, name, index, mention.cell)
        elif scope is not self.scope_of(mention.cell.frame):
            parts = tuple(part.encode() for part in symbol.name.split("::"))
            self._declare(DeclarationKind.USING, name, index, mention.cell, Name(parts, is_global=True))

    def _parameter(self, index: int, mention: Mention) -> None:
        cell, name = mention.cell, mention.name.parts[-1]
        frame, start = cell.frame, cell.start
        if index >= cell.angle_end:
            is_pointer = self.stream.text(cell.start) in (b"*", b"&") and cell.start == frame.opener + 1
            if is_pointer and frame.parent and frame.parent.kind is FrameKind.PARENTHESES:
                frame = frame.parent
            frame, start = frame.parent or frame, frame.header
        found = Declaration(DeclarationKind.OTHER, name, self.context(index, cell))
        self.declarations.in_header[frame, start, name].append(found)

    def _declare(self, kind: DeclarationKind, name: bytes, index: int, cell: Cell, target: Name | None = None) -> None:
        """Declare where a statement stands: in its block, or in the namespace or class around it."""
        frame: Frame | None = cell.frame
        while frame and frame.kind not in _HOLDS_DECLARATIONS:
            frame = frame.parent
        context = self.context(index, cell)
        if frame and frame.kind is FrameKind.CLASS:
            context = context._replace(at=self._class_start(frame))
        found = Declaration(kind, name, context, target)
        if frame and frame.kind is FrameKind.BLOCK:
            self.declarations.add_to_frame(frame, found)
        else:
            self.declarations.add_to_scope(context.scope, found)
            self.declarations.exported.append((context.scope, found))

    def _class_start(self, frame: Frame) -> int:
        """A class's members are known throughout it: they count from where the outermost class begins."""
        while frame.parent and frame.parent.kind is FrameKind.CLASS:
            frame = frame.parent
        return order(frame.key)


_HOLDS_DECLARATIONS = OUTER - {FrameKind.LINKAGE} | {FrameKind.CLASS, FrameKind.BLOCK}


def _is_local(frame: Frame) -> bool:
    """Whether a frame stands within a block."""
    node: Frame | None = frame
    while node and node.kind is not FrameKind.BLOCK:
        if node.kind in OUTER:
            return False
        node = node.parent
    return node is not None
