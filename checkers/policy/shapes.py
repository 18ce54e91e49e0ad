"""Shapes that values of a policy have: each checks a node, and says itself as JSON Schema."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol

from checkers.policy.nodes import Kind, Node, joined, shown
from checkers.suggestions import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Schema = dict[str, Any]

MAX_TEXT = 10_000
MAX_ITEMS = 10_000
MAX_NAMES = 1_000
_REASON = 300
"""Characters of a reason that is told: ours, with some of the value in it."""


class Shape(Protocol):
    """What a value may be. `allowed` says it in words that complete "… is allowed"."""

    @property
    def allowed(self) -> str:
        """The allowed values, in words."""

    def check(self, node: Node, path: str) -> None:
        """Raise PolicyError, with the line, for the first thing in the node that is not allowed."""

    def schema(self) -> Schema:
        """The same as JSON Schema (draft 2020-12), as far as that can say it."""


def _refuse_kind(shape: Shape, node: Node, path: str) -> NoReturn:
    what = f"is {shown(str(node.plain()).lower())}" if node.kind is Kind.BOOLEAN else f"is {node.kind}"
    hint = "; put it in quotes" if isinstance(shape, Text | Choice) and node.kind in _UNQUOTED else ""
    node.refuse(path, f"{what}; {shape.allowed} is allowed{hint}")


def _quoted(text: str) -> str:
    return f"'{shown(text)}'" if text else "empty"


_UNQUOTED = (Kind.BOOLEAN, Kind.NUMBER, Kind.OTHER)


class Text(NamedTuple):
    """A text. `pattern` is what it must match whole; `rule` raises ValueError, with the reason, for a bad one."""

    allowed: str = "text"
    pattern: str = r"[\s\S]*\S[\s\S]*"
    rule: Callable[[str], object] | None = None

    def check(self, node: Node, path: str) -> None:
        if node.kind is not Kind.TEXT:
            _refuse_kind(self, node, path)
        text = str(node.value)
        if len(text) > MAX_TEXT:
            node.refuse(path, f"has {len(text)} characters; at most {MAX_TEXT} are allowed")
        if not re.fullmatch(self.pattern, text):
            node.refuse(path, f"is {_quoted(text)}; {self.allowed} is allowed")
        if self.rule is not None:
            try:
                self.rule(text)
            except ValueError as error:
                node.refuse(path, f"is {_quoted(text)}: {shown(str(error), _REASON)}; {self.allowed} is allowed")

    def schema(self) -> Schema:
        return {"type": "string", "pattern": f"^(?:{self.pattern})$", "maxLength": MAX_TEXT}


class Choice(NamedTuple):
    """One of a few words."""

    words: tuple[str, ...]

    @property
    def allowed(self) -> str:
        return " or ".join(self.words)

    def check(self, node: Node, path: str) -> None:
        if node.kind is not Kind.TEXT:
            _refuse_kind(self, node, path)
        if node.value not in self.words:
            node.refuse(path, f"is {_quoted(str(node.value))}; {self.allowed} is allowed")

    def schema(self) -> Schema:
        return {"enum": list(self.words)}


class Flag(NamedTuple):
    """True or false."""

    allowed: str = "true or false"

    def check(self, node: Node, path: str) -> None:
        if node.kind is not Kind.BOOLEAN:
            _refuse_kind(self, node, path)

    def schema(self) -> Schema:
        return {"type": "boolean"}


class Number(NamedTuple):
    """A number between two bounds, which belong to it."""

    least: float
    most: int
    whole: bool = True

    @property
    def allowed(self) -> str:
        if self.least == self.most:
            return str(self.least)
        return f"a {'whole ' if self.whole else ''}number from {self.least} to {self.most}"

    def check(self, node: Node, path: str) -> None:
        value = node.value
        if node.kind is not Kind.NUMBER or not isinstance(value, int | float):
            _refuse_kind(self, node, path)
        if not self.least <= value <= self.most or (self.whole and isinstance(value, float)):
            node.refuse(path, f"is {value}; {self.allowed} is allowed")

    def schema(self) -> Schema:
        return {"type": "integer" if self.whole else "number", "minimum": self.least, "maximum": self.most}


class OrText(NamedTuple):
    """A text of one shape, or a value of another shape that is no text."""

    text: Text | Choice
    other: Shape

    @property
    def allowed(self) -> str:
        return f"{self.text.allowed} or {self.other.allowed}"

    def check(self, node: Node, path: str) -> None:
        if isinstance(self.text, Choice) and node.kind is Kind.TEXT and node.value not in self.text.words:
            node.refuse(path, f"is {_quoted(str(node.value))}; {self.allowed} is allowed")
        if isinstance(self.other, OneOf) and node.kind not in (Kind.TEXT, Kind.MAPPING):
            _refuse_kind(self, node, path)
        (self.text if node.kind is Kind.TEXT else self.other).check(node, path)

    def schema(self) -> Schema:
        return {"anyOf": [self.text.schema(), self.other.schema()]}


class ListOf(NamedTuple):
    """A list. `unique` are keys of its mappings that together may stand once."""

    item: Shape
    least: int = 0
    most: int = MAX_ITEMS
    unique: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        return "a list"

    def check(self, node: Node, path: str) -> None:
        if node.kind is not Kind.LIST:
            _refuse_kind(self, node, path)
        if not self.least <= len(node.items) <= self.most:
            node.refuse(path, f"has {len(node.items)} items; {self.least} to {self.most} are allowed")
        seen: set[tuple[object, ...]] = set()
        for number, item in enumerate(node.items):
            self.item.check(item, f"{path}[{number}]")
            if self.unique:
                self._refuse_second(item, f"{path}[{number}]", seen)

    def _refuse_second(self, item: Node, path: str, seen: set[tuple[object, ...]]) -> None:
        named = tuple(item.entries[key].value for key in self.unique)
        if named in seen:
            item.refuse(path, f"stands twice: {' '.join(shown(str(part)) for part in named)}")
        seen.add(named)

    def schema(self) -> Schema:
        return {"type": "array", "items": self.item.schema(), "minItems": self.least, "maxItems": self.most}


class Key(NamedTuple):
    """One key of a mapping. Null clears it, unless the mapping cannot be read without it."""

    shape: Shape
    about: str
    needed: bool = False

    def schema(self) -> Schema:
        schema = self.shape.schema()
        if self.needed:
            return {"description": self.about, **schema}
        return {"description": self.about, "anyOf": [schema, {"type": "null"}]}


class Fixed(NamedTuple):
    """A mapping with known keys."""

    keys: Mapping[str, Key]
    allowed: str = "a mapping"

    def check(self, node: Node, path: str) -> None:
        if node.kind is not Kind.MAPPING:
            _refuse_kind(self, node, path)
        for name, value in node.entries.items():
            key = self.keys.get(name)
            if key is None:
                node.refuse_key(name, path, f"is no key here; {did_you_mean(name, self.keys)}")
            if value.kind is not Kind.NULL or key.needed:
                key.shape.check(value, joined(path, name))
        for name, key in self.keys.items():
            if key.needed and name not in node.entries:
                node.refuse(joined(path, name), f"must be given; {key.shape.allowed} is allowed")

    def schema(self) -> Schema:
        needed = [name for name, key in self.keys.items() if key.needed]
        properties = {name: key.schema() for name, key in self.keys.items()}
        required = {"required": needed} if needed else {}
        return {"type": "object", "properties": properties, "additionalProperties": False, **required}


class OneOf(NamedTuple):
    """A mapping of one of several forms; exactly one of the keys that tell them apart stands in it."""

    forms: Mapping[str, Fixed]
    allowed: str = "a mapping"

    def check(self, node: Node, path: str) -> None:
        if node.kind is not Kind.MAPPING:
            _refuse_kind(self, node, path)
        told = [name for name in node.entries if name in self.forms]
        if len(told) > 1:
            node.refuse_key(told[1], path, f"does not go with {told[0]}: one of {', '.join(self.forms)} is allowed")
        if told:
            self.forms[told[0]].check(node, path)
            return
        known = {name: key for form in self.forms.values() for name, key in form.keys.items()}
        for name in node.entries:
            if name not in known:
                hint = " ".join(filter(None, (did_you_mean(name, known, ""), f"one of {', '.join(self.forms)}")))
                node.refuse_key(name, path, f"is no key here; {hint} must be given")
        node.refuse(path, f"lacks what it says: one of {', '.join(self.forms)} must be given")

    def schema(self) -> Schema:
        return {"oneOf": [form.schema() for form in self.forms.values()]}


class Named(NamedTuple):
    """A mapping whose keys are names of the user's own; null clears one."""

    name: Text
    value: Shape
    reserved: frozenset[str] = frozenset()
    allowed: str = "a mapping"

    def check(self, node: Node, path: str) -> None:
        if node.kind is not Kind.MAPPING:
            _refuse_kind(self, node, path)
        if len(node.entries) > MAX_NAMES:
            node.refuse(path, f"has {len(node.entries)} names; at most {MAX_NAMES} are allowed")
        for name, value in node.entries.items():
            if not re.fullmatch(self.name.pattern, name) or name in self.reserved:
                taken = f", and not {', '.join(sorted(self.reserved))}" if self.reserved else ""
                node.refuse_key(name, path, f"is no name here; {self.name.allowed}{taken} is allowed")
            if value.kind is not Kind.NULL:
                self.value.check(value, joined(path, name))

    def schema(self) -> Schema:
        names: Schema = {"pattern": f"^(?:{self.name.pattern})$"}
        if self.reserved:
            names["not"] = {"enum": sorted(self.reserved)}
        value = {"anyOf": [self.value.schema(), {"type": "null"}]}
        return {
            "type": "object",
            "propertyNames": names,
            "maxProperties": MAX_NAMES,
            "additionalProperties": value,
        }
