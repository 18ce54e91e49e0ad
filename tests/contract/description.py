"""GitHub's own description of its API (OpenAPI 3.0), as a judge of what was asked and answered."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from jsonschema import Draft4Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT4

from tests.forge.server import Exchange
from tests.support.modules import ROOT

Json = Any

VARIABLE = "REDFIRST_OPENAPI"
"""Names the file `api.github.com.json` of the npm package `@octokit/openapi`."""
_USUAL = ROOT / "node_modules" / "@octokit" / "openapi" / "generated" / "api.github.com.json"
_PART = re.compile(r"\\\{\w+\\\}")
_NAME = "urn:github"
"""Under which references in single schemas find the whole document."""
_INVALID = 422
"""What a request that is not as described is answered with: then both sides kept to the description."""
_ERROR = {"$ref": f"{_NAME}#/components/schemas/basic-error"}


def place() -> Path | None:
    """Where the description lies on this machine; None where it is absent."""
    told = os.environ.get(VARIABLE)
    path = Path(told) if told else _USUAL
    return path if path.is_file() else None


@dataclass(frozen=True, slots=True, eq=False)
class Operation:
    """One call that GitHub describes."""

    method: str
    template: str
    data: Json

    @property
    def name(self) -> str:
        return f"{self.method} {self.template}"


@dataclass(slots=True)
class Description:
    """The description, and which shapes of exchanges it has looked at: an equal shape is not looked at again."""

    document: Json
    seen: set[str] = field(default_factory=set)
    _registry: Json = None
    _operations: list[tuple[re.Pattern[str], Operation]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._registry = Registry().with_resource(_NAME, Resource(self.document, DRAFT4))
        for template, item in self.document["paths"].items():
            pattern = re.compile(_PART.sub("[^/]+", re.escape(template)) + r"\Z")
            for method in ("get", "post", "patch", "put", "delete"):
                if method in item:
                    data = {"parameters": [], **item[method]}
                    self._operations.append((pattern, Operation(method.upper(), template, data)))
        self._operations.sort(key=lambda pair: pair[1].template.count("{"))

    def operation(self, method: str, path: str) -> Operation | None:
        """The described call that a request makes; where several fit, the one with the fewest variables."""
        for pattern, operation in self._operations:
            if operation.method == method and pattern.match(path):
                return operation
        return None

    def faults(self, exchanges: Sequence[Exchange]) -> list[str]:
        """What of those exchanges is not as described, a sentence each."""
        return [fault for exchange in exchanges for fault in self._faults(exchange)]

    def _faults(self, exchange: Exchange) -> Iterator[str]:
        request, answer = exchange.request, exchange.answer
        if request.path.startswith("/store/"):
            return
        operation = self.operation(request.method, request.path)
        if operation is None:
            yield f"{request.method} {request.path} is no call that is described"
            return
        body = json.loads(request.body) if request.body else None
        shape = (
            f"{operation.name} {request.target.partition('?')[2]} {answer.status} {_shape(body)} {_shape(answer.body)}"
        )
        if shape in self.seen:
            return
        self.seen.add(shape)
        found = (
            []
            if answer.status == _INVALID
            else [*self._of_query(operation, request.target), *self._of_body(operation, body)]
        )
        if exchange.fault is None:
            found += self._of_answer(operation, answer.status, answer.body)
        yield from (f"{operation.name}: {fault}" for fault in found)

    def _of_query(self, operation: Operation, target: str) -> Iterator[str]:
        described = [self._resolved(parameter) for parameter in operation.data["parameters"]]
        known = {parameter["name"]: parameter for parameter in described if parameter["in"] == "query"}
        query = dict(parse_qsl(urlsplit(target).query, keep_blank_values=True))
        for name, value in query.items():
            if name not in known:
                yield f"the query {name} is not described"
                continue
            schema = known[name]["schema"]
            wanted = int(value) if schema.get("type") == "integer" and value.isdigit() else value
            yield from self._against(wanted, schema, f"the query {name}")
        for name, parameter in known.items():
            if parameter.get("required") and name not in query:
                yield f"the query {name} is required"

    def _of_body(self, operation: Operation, body: Json) -> Iterator[str]:
        described = operation.data.get("requestBody")
        if described is None:
            if body is not None:
                yield "a body is not described"
            return
        schema = self._resolved(described)["content"]["application/json"]["schema"]
        if body is None:
            if described.get("required"):
                yield "a body is required"
            return
        yield from self._against(body, schema, "the request")
        yield from _unknown_keys(body, schema, "the request")

    def _of_answer(self, operation: Operation, status: int, body: Json) -> Iterator[str]:
        described = operation.data["responses"].get(str(status))
        if described is None:
            if status < 400:
                yield f"status {status} is not described"
            else:
                yield from self._against(body, _ERROR, f"the answer with status {status}")
            return
        content = self._resolved(described).get("content", {}).get("application/json")
        if content is None:
            if body is not None and status < 400:
                yield f"the answer with status {status} has a body, which is not described"
            return
        yield from self._against(body, content["schema"], f"the answer with status {status}")

    def _resolved(self, part: Json) -> Json:
        while "$ref" in part:
            found = self.document
            for step in part["$ref"].removeprefix(f"{_NAME}#/").split("/"):
                found = found[step]
            part = found
        return part

    def _against(self, value: Json, schema: Json, what: str) -> Iterator[str]:
        validator = Draft4Validator(schema, registry=self._registry, format_checker=Draft4Validator.FORMAT_CHECKER)
        for error in validator.iter_errors(value):
            where = "/".join(map(str, error.absolute_path))
            yield f"{what} at /{where}: {error.message[:300]}"


def _unknown_keys(body: Json, schema: Json, what: str) -> Iterator[str]:
    """Keys that GitHub would ignore: its schemas allow them, and a key that is ignored is one that was misspelt."""
    if isinstance(body, list):
        for item in body:
            yield from _unknown_keys(item, schema.get("items", {}), what)
    if not isinstance(body, dict) or "properties" not in schema:
        return
    for key, value in body.items():
        if key not in schema["properties"]:
            yield f"{what} has the key {key}, which is not described"
        else:
            yield from _unknown_keys(value, schema["properties"][key], f"{what}.{key}")


def _shape(value: Json) -> str:
    """What is alike in exchanges that need to be looked at once: keys and kinds, short words as they are."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{_shape(item)}" for key, item in sorted(value.items())) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(sorted({_shape(item) for item in value})) + "]"
    if isinstance(value, str):
        return value if len(value) <= 12 and value.replace("_", "").isalpha() else f"str{len(value) // 1000}"
    return type(value).__name__


@cache
def description() -> Description | None:
    """The description, read once; None where it is absent."""
    path = place()
    if path is None:
        return None
    text = path.read_text().replace('"#/components/', f'"{_NAME}#/components/')
    return Description(json.loads(text, object_hook=_with_null))


def _with_null(part: Json) -> Json:
    """A schema of OpenAPI 3.0 as one of JSON Schema, which has no `nullable`: null is a type and a value as any.

    GitHub marks as nullable what has an enum without null, and means that null is one of its values.
    """
    if part.get("nullable") is not True:
        return part
    del part["nullable"]
    if isinstance(part.get("enum"), list) and None not in part["enum"]:
        part["enum"].append(None)
    if "type" in part:
        part["type"] = [part["type"], "null"]
    for several in ("anyOf", "oneOf"):
        if several in part:
            part[several].append({"type": "null"})
    return {"anyOf": [part, {"type": "null"}]} if "allOf" in part else part
