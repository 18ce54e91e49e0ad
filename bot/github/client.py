"""The one door to PyGithub: requests that are tried again as GitHub asks, pages, and downloads, as plain JSON."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from bot.github.errors import ForgeError, RefusedError, UnansweredError
from bot.github.patience import Patience, retry_after
from checkers import __version__
from checkers.errors import UsageError
from checkers.output.escaping import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from github.Auth import Auth
    from github.Requester import Requester

PUBLIC_API = "https://api.github.com"
PER_PAGE = 100
_MOST_PAGES = 100
_CHUNK = 1 << 16
_LONGEST_REASON = 300
_API_VERSION = "2022-11-28"
_NEXT = re.compile(r'<([^<>]*)>\s*;[^,]*\brel="next"')

Json = Any


@dataclass(slots=True)
class Client:
    """Requests to one forge, with one token. Paths begin with `/` and come after the API's URL.

    PyGithub's own retries and pauses are off: they know no budget, and they repeat a POST that was done.
    """

    requester: Requester
    patience: Patience = field(default_factory=Patience)

    def get(self, path: str, **query: str | int) -> Json:
        """The JSON at a path. Raises ForgeError."""
        return self._asked("GET", path, query=query)[1]

    def pages(self, path: str, key: str | None = None, **query: str | int) -> Iterator[Json]:
        """The items of a list, page by page; `key` names the list where GitHub wraps it in an object."""
        target, rest = path, {"per_page": PER_PAGE, **query}
        for _ in range(_MOST_PAGES):
            headers, data = self._asked("GET", target, query=rest)
            items = data.get(key) if key and isinstance(data, dict) else data
            if not isinstance(items, list):
                raise ForgeError(f"GET {path}: the answer is no list")
            yield from items
            following = _NEXT.search(headers.get("link", ""))
            if not following:
                return
            target, rest = following[1], {}
        raise ForgeError(f"GET {path}: more than {_MOST_PAGES * PER_PAGE} items")

    def send(self, method: str, path: str, body: Mapping[str, Json], *, repeatable: bool) -> Json:
        """Write. Raises RefusedError, GaveUpError, and UnansweredError for what is not `repeatable` and may be done."""
        self.patience.before_write()
        return self._asked(method, path, body=body, repeatable=repeatable)[1]

    def delete(self, path: str) -> None:
        """Remove what is at a path; what is gone already is as well."""
        self.patience.before_write()
        try:
            self._asked("DELETE", path)
        except RefusedError as error:
            if not error.gone:
                raise

    def download(self, path: str, most: int, *, cut: bool = False) -> bytes:
        """The file that a path redirects to, at most `most` bytes; with `cut`, of a larger one that much.

        The token stays here: the address is signed.
        """
        headers, _ = self._asked("GET", path, elsewhere=True)
        place = headers.get("location", "")
        if urlsplit(place).scheme not in ("https", urlsplit(self.requester.base_url).scheme):
            raise ForgeError(f"GET {path}: the answer is no redirect to a file")
        self.patience.begin()
        while True:
            what = f"GET {path}: its file"
            try:
                return self._fetched(place, most, what, cut)
            except HTTPError as error:
                if error.code < 500:
                    raise RefusedError(f"{what} was refused with status {error.code}", error.code) from None
                self.patience.wait(what, f"was answered with status {error.code}")
            except (OSError, HTTPException) as error:
                self.patience.wait(what, f"did not come whole: {_reason(error)}")

    def _fetched(self, place: str, most: int, what: str, cut: bool) -> bytes:
        request = Request(place, headers={"User-Agent": _user_agent()})
        data = bytearray()
        with urlopen(request, timeout=self.patience.timeout) as answer:
            while chunk := answer.read(_CHUNK):
                data += chunk
                if len(data) > most and cut:
                    return bytes(data[:most])
                if len(data) > most:
                    raise ForgeError(f"{what} is larger than {most} bytes")
            expected = answer.headers.get("Content-Length")
        if expected is not None and expected.isdigit() and len(data) < int(expected):
            raise HTTPException("the connection was closed early")
        self.patience.succeeded(what)
        return bytes(data)

    def _asked(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, str | int] | None = None,
        body: Mapping[str, Json] | None = None,
        repeatable: bool = True,
        elsewhere: bool = False,
    ) -> tuple[Mapping[str, str], Json]:
        """Headers, in lower case, and JSON, after as many tries as there is patience for.

        `elsewhere`: the answer may be a redirect, which is not followed.
        """
        what = f"{method} {urlsplit(path).path}"
        self.patience.begin()
        while True:
            try:
                status, headers, data = self._tried(method, path, query, body)
            except (OSError, HTTPException, ValueError) as error:
                self._wait(what, f"was not answered: {_reason(error)}", repeatable)
                continue
            except (RuntimeError, AssertionError) as error:
                raise ForgeError(f"{what}: {_reason(error)}; is GITHUB_API_URL right?") from None
            if status < 300 or (elsewhere and status < 400):
                self.patience.succeeded(what)
                return headers, data
            if status < 400:
                raise ForgeError(f"{what} was redirected with status {status}; name the repository as it is called now")
            message = visible(str(data.get("message", "")) if isinstance(data, dict) else "")[:_LONGEST_REASON]
            said = f"was answered with status {status}{f': {message}' if message else ''}"
            if (asked_for := self.patience.asked_for(status, headers, message)) is not None:
                self.patience.wait(what, said, asked_for)
            elif status >= 500:
                self._wait(what, said, repeatable, retry_after(headers))
            else:
                raise RefusedError(f"{what} {said}{_errors(data)}", status)

    def _tried(
        self, method: str, path: str, query: Mapping[str, str | int] | None, body: Mapping[str, Json] | None
    ) -> tuple[int, Mapping[str, str], Json]:
        headers = {"Accept": "application/vnd.github+json"}
        given = None if query is None else dict(query)
        sent = None if body is None else dict(body)
        status, received, text = self.requester.requestJson(method, path, given, headers, sent)
        lower = {name.lower(): str(value) for name, value in received.items()}
        if not text or 300 <= status < 400:
            return status, lower, None
        try:
            return status, lower, json.loads(text)
        except ValueError:
            if status < 400:
                raise HTTPException("what came is no JSON") from None
            return status, lower, None

    def _wait(self, what: str, failure: str, repeatable: bool, asked_for: float | None = None) -> None:
        self.patience.wait(what, failure, asked_for)
        if not repeatable:
            raise UnansweredError(f"{what} {failure}")


def connect(auth: Auth, api_url: str, patience: Patience) -> Client:
    """A client for the API at a URL. Raises UsageError for a URL that is none."""
    from github.Requester import Requester

    parts = urlsplit(api_url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise UsageError(f"GITHUB_API_URL is {visible(api_url)}; it should look like {PUBLIC_API}")
    requester = Requester(
        auth,
        api_url.rstrip("/"),
        timeout=patience.timeout,  # type: ignore[arg-type]  # requests, to which it goes, takes fractions
        user_agent=_user_agent(),
        per_page=PER_PAGE,
        verify=True,
        retry=None,
        pool_size=None,
        api_version=_API_VERSION,
    )
    return Client(requester, patience)


def _user_agent() -> str:
    return f"redfirst/{__version__}"


def _reason(error: BaseException) -> str:
    """The innermost cause in one line: what wraps it says little more than its type."""
    while isinstance(inner := _cause(error), BaseException) and inner is not error:
        error = inner
    return visible(str(error) or type(error).__name__)[:_LONGEST_REASON]


def _cause(error: BaseException) -> object:
    context = None if error.__suppress_context__ else error.__context__
    return error.__cause__ or context or getattr(error, "reason", None)


def _errors(data: Json) -> str:
    """What a refusal says about single fields."""
    errors = data.get("errors") if isinstance(data, dict) else None
    told = [str(item.get("message") or item.get("code")) for item in errors or () if isinstance(item, dict)]
    return f" ({visible('; '.join(told))[:_LONGEST_REASON]})" if told else ""
