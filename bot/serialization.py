"""Frozen dataclasses as plain data, JSON and back, and as JSON Schema: one form, told once by the types themselves."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

from checkers.output.escaping import unicode_text

Made = TypeVar("Made")
Schema = dict[str, Any]

OPTIONAL = {"optional": True}
"""The metadata of a field that a document may leave out; the field has a default."""

_SCALARS: dict[type, str] = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


class FormError(Exception):
    """Data that is not of the form; the text says where and what, such as `tables[0].rows is no list`."""


def read(kind: type[Made], data: bytes, schema: str, what: str, most: int) -> Made:
    """The dataclass that a JSON document says, which may be anybody's and has at most `most` bytes.

    `what` is how such a document is called. Raises FormError, to complete a sentence that begins with its name.
    """
    if len(data) > most:
        raise FormError(f"is larger than {most >> 20} MiB, which no {what} is")
    try:
        document = json.loads(data, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise FormError(f"is no JSON document: {error}") from None
    told = document.get("schema") if isinstance(document, dict) else None
    if told != schema:
        wrong = f"it has the schema {str(told)[:80]!r}, not {schema}; read it with the redfirst that wrote it"
        raise FormError(f"is no {what}: {wrong}")
    try:
        return decode(kind, document)
    except FormError as error:
        raise FormError(f"is no {what}: {error}") from None


def encode(value: Any) -> Any:
    """Plain data of dataclasses, enums, tuples and scalars; every text can be encoded. Nesting is that of the types."""
    if is_dataclass(value):
        return {field.name: encode(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    if isinstance(value, Mapping):
        return {unicode_text(key): encode(item) for key, item in value.items()}
    return unicode_text(value) if isinstance(value, str) else value


def decode(kind: type[Made], data: Any) -> Made:
    """The dataclass that plain data says, every text of it one that can be encoded.

    Raises FormError for data of another form, unknown keys too.
    """
    made: Made = _decode(kind, data, "")
    return made


def schema_of(kind: type, title: str) -> Schema:
    """The form as JSON Schema, with a definition for each dataclass."""
    definitions: dict[str, Schema] = {}
    _define(kind, definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "$ref": f"#/$defs/{kind.__name__}",
        "$defs": dict(sorted(definitions.items())),
    }


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number in JSON")


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _decode(kind: Any, data: Any, where: str) -> Any:
    options = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    reasons = []
    for option in options:
        try:
            return _decode_one(option, data, where)
        except FormError as error:
            reasons.append(str(error))
    raise FormError(max(reasons, key=len))


def _decode_one(kind: Any, data: Any, where: str) -> Any:
    if get_origin(kind) is tuple:
        if not isinstance(data, list):
            raise FormError(f"{where} is no list")
        return tuple(_decode(get_args(kind)[0], item, f"{where}[{number}]") for number, item in enumerate(data))
    if get_origin(kind) is Mapping:
        if not isinstance(data, dict):
            raise FormError(f"{where} is no object")
        told = get_args(kind)[1]
        return {
            unicode_text(key): _decode(told, item, f"{where}.{unicode_text(key)[:80]}") for key, item in data.items()
        }
    if is_dataclass(kind):
        return _decode_object(kind, data, where)
    if issubclass(kind, Enum):
        if data not in [member.value for member in kind]:
            raise FormError(f"{where} is none of {', '.join(str(member.value) for member in kind)}")
        return kind(data)
    fits = _is_finite(data) if kind is float else isinstance(data, kind)
    if not fits or (isinstance(data, bool) and kind is not bool):
        raise FormError(f"{where} is no {_SCALARS[kind]}")
    return unicode_text(data) if isinstance(data, str) else data


def _is_finite(data: Any) -> bool:
    """Whether it is a number that a float can hold; JSON's may have any size."""
    try:
        return isinstance(data, int | float) and math.isfinite(data)
    except OverflowError:
        return False


def _decode_object(kind: Any, data: Any, where: str) -> Any:
    if not isinstance(data, dict):
        raise FormError(f"{where or 'the document'} is no object")
    hints, known = _hints(kind), fields(kind)
    unknown = [key for key in data if key not in hints]
    absent = [field.name for field in known if field.name not in data and not _may_be_absent(field)]
    if unknown or absent:
        what = f"has no key {absent[0]}" if absent else f"has a key that is unknown: {unicode_text(unknown[0])[:80]}"
        raise FormError(f"{where or 'the document'} {what}")
    values = {
        field.name: _decode(hints[field.name], data[field.name], f"{where}.{field.name}".removeprefix("."))
        for field in known
        if field.name in data
    }
    return kind(**{field.name: values[field.name] for field in known if field.init and field.name in values})


def _may_be_absent(field: Field[Any]) -> bool:
    return bool(field.metadata.get("optional")) and field.default is not MISSING


def _define(kind: Any, definitions: dict[str, Schema]) -> Schema:
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return {"anyOf": [_define(option, definitions) for option in get_args(kind)]}
    if origin is tuple:
        return {"type": "array", "items": _define(get_args(kind)[0], definitions)}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _define(get_args(kind)[1], definitions)}
    if is_dataclass(kind):
        return _define_object(kind, definitions)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"enum": [member.value for member in kind]}
    return {"type": _SCALARS[kind]}


def _define_object(kind: Any, definitions: dict[str, Schema]) -> Schema:
    if kind.__name__ not in definitions:
        definitions[kind.__name__] = {}
        hints = _hints(kind)
        definitions[kind.__name__] = {
            "type": "object",
            "description": " ".join((kind.__doc__ or "").split()),
            "properties": {field.name: _define(hints[field.name], definitions) for field in fields(kind)},
            "required": [field.name for field in fields(kind) if not _may_be_absent(field)],
            "additionalProperties": False,
        }
    return {"$ref": f"#/$defs/{kind.__name__}"}
