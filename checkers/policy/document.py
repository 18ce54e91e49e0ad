"""The door to PyYAML: one bounded document of plain data, from bytes to nodes that know their lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NoReturn

from checkers.policy.nodes import Kind, Node, Scalar, joined, refusal, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_BYTES = 1 << 20
MAX_DEPTH = 32
MAX_NODES = 200_000
"""How many values a document may hold once every alias is written out."""

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
_WHOLE_NUMBER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})")
_DECIMAL = re.compile(r"[-+]?[0-9]{1,15}\.[0-9]{1,15}")
_SURROGATE_OR_NUL = re.compile("[\0\ud800-\udfff]")
_TRUE = frozenset({"true", "yes", "on"})


def parse_document(data: bytes, origin: str) -> Node:
    """The one document in `data`; an empty one is a null node. `origin` names it in messages.

    Only plain data passes: no tags, no merge keys, no duplicate keys, no keys but text, no depth beyond MAX_DEPTH,
    and aliases only as far as the whole stays within MAX_NODES. Raises PolicyError, with the line.
    """
    text = _decode(data, origin)
    composer = _Composer(origin)
    for event in _events(text, origin):
        composer.take(event)
    return composer.root or Node(Kind.NULL, 1, origin)


def _decode(data: bytes, origin: str) -> str:
    if len(data) > MAX_BYTES:
        raise refusal(origin, 1, "", f"the file has {len(data)} bytes; at most {MAX_BYTES} (1 MiB) are read")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise refusal(origin, line, "", "the file is not UTF-8; save it as UTF-8") from None
    if found := _UNPRINTABLE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise refusal(origin, line, "", f"the control character U+{ord(found[0]):04X} is not allowed; remove it")
    return text


def _events(text: str, origin: str) -> Iterator[Any]:
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        yield from yaml.parse(text, Loader=loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = min(mark.line, text.rstrip().count("\n")) + 1 if mark else 1
        raise refusal(origin, line, "", f"this is not YAML: {shown(error.problem or 'it cannot be read')}") from None
    except (yaml.YAMLError, ValueError, OverflowError):
        # The pure parser hands an escape beyond Unicode to chr().
        raise refusal(origin, 1, "", "this is not YAML: an escape in it names no character") from None


class _Open:
    """A list or mapping whose end has not come yet."""

    def __init__(self, kind: Kind, line: int, anchor: str | None, total_before: int) -> None:
        self.kind = kind
        self.line = line
        self.anchor = anchor
        self.total_before = total_before
        self.items: list[Node] = []
        self.entries: dict[str, Node] = {}
        self.key_lines: dict[str, int] = {}
        self.key: str | None = None

    @property
    def awaits_key(self) -> bool:
        return self.kind is Kind.MAPPING and self.key is None


class _Composer:
    """Builds nodes from the parser's events with a stack of its own, so that depth costs no recursion."""

    def __init__(self, origin: str) -> None:
        self.root: Node | None = None
        self._origin = origin
        self._open: list[_Open] = []
        self._total = 0
        self._anchors: dict[str, tuple[Node, int] | None] = {}
        """What each anchor stands for and how many values that is; None while it is still open."""

    def take(self, event: Any) -> None:
        """One event."""
        match type(event).__name__:
            case "ScalarEvent":
                self._scalar(event)
            case "SequenceStartEvent":
                self._start(event, Kind.LIST)
            case "MappingStartEvent":
                self._start(event, Kind.MAPPING)
            case "SequenceEndEvent" | "MappingEndEvent":
                self._end(event)
            case "AliasEvent":
                self._alias(event)
            case "DocumentStartEvent" if self.root is not None:
                self._refuse(event, "a second document begins here; the file holds one")

    def _scalar(self, event: Any) -> None:
        self._refuse_tag(event)
        if self._open and self._open[-1].awaits_key:
            self._key(event, self._open[-1])
            return
        self._count(event, 1)
        kind, value = _resolve(event.value) if event.implicit[0] else (Kind.TEXT, event.value)
        if isinstance(value, str) and (found := _SURROGATE_OR_NUL.search(value)):
            self._refuse(event, f"holds U+{ord(found[0]):04X}, which no text here may hold")
        node = Node(kind, event.start_mark.line + 1, self._origin, value)
        self._attach(node, event.anchor, 1)

    def _key(self, event: Any, top: _Open) -> None:
        key: str = event.value
        line = event.start_mark.line + 1
        if event.implicit[0] and key == "<<":
            self._refuse(event, "<< merges nothing here; write the keys out")
        if event.implicit[0] and _resolve(key)[0] is not Kind.TEXT:
            self._refuse(event, f"{shown(key) or 'an empty key'} is no key here: keys are text; put it in quotes")
        if key in top.entries:
            path = joined(self._path(), key)
            raise refusal(self._origin, line, path, f"stands twice; line {top.key_lines[key]} has it already")
        top.key = key
        top.key_lines[key] = line

    def _start(self, event: Any, kind: Kind) -> None:
        self._refuse_tag(event)
        self._refuse_as_key(event)
        if len(self._open) >= MAX_DEPTH:
            self._refuse(event, f"is nested deeper than {MAX_DEPTH} levels")
        self._open.append(_Open(kind, event.start_mark.line + 1, event.anchor, self._total))
        self._count(event, 1)
        if event.anchor:
            self._anchors[event.anchor] = None

    def _end(self, event: Any) -> None:
        done = self._open.pop()
        node = Node(
            done.kind, done.line, self._origin, None, tuple(done.items), done.entries, done.key_lines
        )  # fmt: skip
        self._attach(node, done.anchor, self._total - done.total_before)

    def _alias(self, event: Any) -> None:
        self._refuse_as_key(event)
        if event.anchor not in self._anchors:
            self._refuse(event, f"*{shown(event.anchor)} names no anchor above it")
        target = self._anchors[event.anchor]
        if target is None:
            self._refuse(event, f"*{shown(event.anchor)} stands inside what it names, which has no end")
        node, weight = target
        self._count(event, weight)
        self._attach(node, None, weight)

    def _attach(self, node: Node, anchor: str | None, weight: int) -> None:
        if anchor:
            self._anchors[anchor] = (node, weight)
        if not self._open:
            self.root = node
            return
        top = self._open[-1]
        if top.key is None:
            top.items.append(node)
        else:
            top.entries[top.key] = node
            top.key = None

    def _count(self, event: Any, values: int) -> None:
        self._total += values
        if self._total > MAX_NODES:
            self._refuse(event, f"the document has more than {MAX_NODES} values once its aliases are written out")

    def _refuse_tag(self, event: Any) -> None:
        if event.tag is not None:
            self._refuse(event, f"has the tag {shown(event.tag)}; only plain data without tags is read")

    def _refuse_as_key(self, event: Any) -> None:
        if self._open and self._open[-1].awaits_key:
            self._refuse(event, "a list, mapping or alias is no key; keys are text")

    def _refuse(self, event: Any, reason: str) -> NoReturn:
        raise refusal(self._origin, event.start_mark.line + 1, self._path(), reason)

    def _path(self) -> str:
        path = ""
        for level in self._open:
            if level.kind is Kind.LIST:
                path += f"[{len(level.items)}]"
            elif level.key is not None:
                path = joined(path, level.key)
        return path


def _resolve(text: str) -> tuple[Kind, Scalar]:
    """What YAML 1.1 takes an unquoted scalar for. Numbers are plain decimals; every other form is Kind.OTHER."""
    import yaml

    for tag, form in yaml.SafeLoader.yaml_implicit_resolvers.get(text[:1], ()):
        if form.match(text):
            return _typed(tag.rpartition(":")[2], text)
    return Kind.TEXT, text


def _typed(name: str, text: str) -> tuple[Kind, Scalar]:
    if name == "null":
        return Kind.NULL, None
    if name == "bool":
        return Kind.BOOLEAN, text.lower() in _TRUE
    if name == "int" and _WHOLE_NUMBER.fullmatch(text):
        return Kind.NUMBER, int(text)
    if name == "float" and _DECIMAL.fullmatch(text):
        return Kind.NUMBER, float(text)
    return Kind.OTHER, text
