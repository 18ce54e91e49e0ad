"""Requests and answers as the forge's routes see them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.forge.state import Account


@dataclass(frozen=True, slots=True)
class Request:
    """One request; `account` is who asks, None without a known token."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes = b""
    account: Account | None = None

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    @property
    def query(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.target).query, keep_blank_values=True))

    def json(self) -> Any:
        """The body as JSON; raises ValueError."""
        return json.loads(self.body or b"{}")


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: JSON unless it is bytes; None has no body."""

    status: int
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def with_headers(self, **headers: str) -> Answer:
        """The same with more headers; `_` in a name stands for `-`."""
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        return replace(self, headers={**self.headers, **more})

    def data(self) -> bytes:
        """The body as it is sent."""
        if isinstance(self.body, bytes):
            return self.body
        return b"" if self.body is None else json.dumps(self.body).encode()


class Refusal(Exception):  # noqa: N818 - it is an answer, and no fault of the server
    """A request that GitHub would refuse, with its answer."""

    def __init__(self, status: int, message: str, errors: list[dict[str, str]] | None = None, **headers: str) -> None:
        super().__init__(message)
        body: dict[str, object] = {"message": message, "documentation_url": "https://docs.github.com/rest"}
        if errors is not None:
            body["errors"] = errors
        if status not in (401, 403, 404, 422):
            body["status"] = str(status)
        self.answer = Answer(status, body).with_headers(**headers)


def invalid(resource: str, name: str, message: str) -> Refusal:
    """How GitHub answers a field that it does not take."""
    errors = [{"resource": resource, "code": "custom", "field": name, "message": message}]
    return Refusal(422, "Validation Failed", errors)
