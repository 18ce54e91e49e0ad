"""The forge on a port of this machine: real HTTP around the routes, with faults, races and a record of it all."""

from __future__ import annotations

import hashlib
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.forge import actions as _actions  # noqa: F401 - registers its routes
from tests.forge.faults import Fault, Kind, Plan
from tests.forge.http import Answer, Refusal, Request
from tests.forge.routes import Routes
from tests.forge.shapes import Shapes
from tests.forge.state import World

_HOURLY = 5_000
_RESET = 1_900_000_000


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and what was answered; `fault` says what went wrong on the way, if anything did."""

    request: Request
    answer: Answer
    fault: Fault | None = None


Hook = Callable[[Request], None]


@dataclass(slots=True)
class Forge:
    """A running forge. Change `world` directly; use `lock` where requests may be under way.

    `before` and `after` are called around each request that acts, outside of the lock: a test can hold a request up
    there, or let something else happen between a read and the write that follows it.
    """

    world: World
    url: str = ""
    prefix: str = ""
    """What stands before each path, `/api/v3` on an Enterprise server."""
    plan: Plan | None = None
    before: Hook | None = None
    after: Hook | None = None
    exchanges: list[Exchange] = field(default_factory=list)
    lock: threading.RLock = field(default_factory=threading.RLock)
    closing: threading.Event = field(default_factory=threading.Event)
    number: int = 0

    @property
    def requests(self) -> list[str]:
        """What was asked for: `GET /repos/…?…`, in order, without what the store of files was asked for."""
        asked = (exchange.request for exchange in self.exchanges)
        return [f"{request.method} {request.target}" for request in asked if not request.path.startswith("/store/")]

    @property
    def writes(self) -> list[str]:
        """The requests that ask for a change."""
        return [request for request in self.requests if not request.startswith("GET ")]

    def forget(self) -> None:
        """Begin a new record."""
        self.exchanges.clear()

    def handle(self, request: Request) -> tuple[Answer, Fault | None]:
        """Answer one request."""
        with self.lock:
            self.number += 1
            fault = self.plan(request, self.number) if self.plan else None
        if fault is not None and fault.kind is Kind.REFUSED:
            return self._recorded(request, fault.answer(), fault)
        if fault is not None and fault.kind is Kind.SLOW:
            time.sleep(fault.seconds)
        if self.before:
            self.before(request)
        with self.lock:
            answer = self._answer(request)
        if self.after:
            self.after(request)
        if fault is not None and fault.kind is Kind.ACTED:
            answer = fault.answer()
        return self._recorded(request, answer, fault)

    def _answer(self, request: Request) -> Answer:
        if "user-agent" not in request.headers:
            return Refusal(403, "Request forbidden by administrative rules.").answer
        shapes = Shapes(self.world, request.headers["x-base"].removesuffix("/"))
        answer = Routes(self.world, shapes).answer(request)
        if request.method == "GET" and answer.status == 200 and not isinstance(answer.body, bytes):
            tag = f'W/"{hashlib.sha256(answer.data()).hexdigest()}"'
            answer = answer.with_headers(ETag=tag)
            if request.headers.get("if-none-match") == tag:
                answer = replace(answer, status=304, body=None)
        return answer

    def _recorded(self, request: Request, answer: Answer, fault: Fault | None) -> tuple[Answer, Fault | None]:
        with self.lock:
            used = sum(exchange.answer.status != 304 for exchange in self.exchanges) + (answer.status != 304)
            limits = {
                "X-RateLimit-Limit": str(_HOURLY), "X-RateLimit-Remaining": str(max(_HOURLY - used, 0)),
                "X-RateLimit-Reset": str(_RESET), "X-RateLimit-Used": str(used), "X-RateLimit-Resource": "core",
            }  # fmt: skip
            answer = replace(answer, headers={**limits, **answer.headers})
            self.exchanges.append(Exchange(request, answer, fault))
        return answer, fault


class _Handler(BaseHTTPRequestHandler):
    """Takes requests off the wire and puts answers on it."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    server: _Server

    def _serve(self) -> None:
        forge = self.server.forge
        request = self._request(forge)
        answer, fault = forge.handle(request)
        if fault is not None and fault.kind is Kind.SILENT:
            forge.closing.wait(fault.seconds)
            self.close_connection = True
            return
        data = answer.data()
        self.send_response(answer.status)
        headers = {"Content-Type": "application/json; charset=utf-8", **answer.headers}
        if answer.status in (204, 304):
            headers.pop("Content-Type")
        else:
            headers["Content-Length"] = str(len(data))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if fault is not None and fault.kind is Kind.CUT:
            self.wfile.write(data[: len(data) // 2])
            self.wfile.flush()
            self.close_connection = True
            with suppress(OSError):
                self.connection.shutdown(socket.SHUT_RDWR)
            return
        self.wfile.write(data)

    do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = _serve  # noqa: N815 - named by the base class

    def _request(self, forge: Forge) -> Request:
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = self.rfile.read(int(headers.get("content-length", 0)))
        token = headers.get("authorization", "").rpartition(" ")[2]
        host, port = self.server.server_address[:2]
        headers["x-base"] = f"http://{host!s}:{port}{forge.prefix}"
        headers["x-store"] = f"http://localhost:{port}"
        target = self.path.removeprefix(forge.prefix) if forge.prefix else self.path
        with forge.lock:
            account = forge.world.accounts.get(token)
        return Request(self.command, target, headers, body, account)

    def log_message(self, *_: Any) -> None:
        """Tests look at the record instead."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64
    forge: Forge

    def handle_error(self, *_: Any) -> None:
        """A client that goes away in the middle is what faults are about."""


@contextmanager
def serving(world: World | None = None, *, plan: Plan | None = None, prefix: str = "") -> Iterator[Forge]:
    """A forge that listens on a free port until the block ends.

    Where GitHub's own description of its API is to be had, all that was asked and answered is held against it.
    """
    forge = Forge(world or World(), plan=plan, prefix=prefix)
    server = _Server(("127.0.0.1", 0), _Handler)
    server.forge = forge
    forge.url = f"http://127.0.0.1:{server.server_address[1]}{prefix}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield forge
        _hold(forge)
    finally:
        forge.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()


def _hold(forge: Forge) -> None:
    from tests.contract.description import description

    described = description()
    faults = described.faults(forge.exchanges) if described else []
    assert not faults, "not as GitHub describes its API: " + "; ".join(faults)


def environment(forge: Forge, token: str) -> Mapping[str, str]:
    """The environment in which a command talks to this forge."""
    return {"GITHUB_API_URL": forge.url, "GITHUB_TOKEN": token, "NO_PROXY": "*"}
