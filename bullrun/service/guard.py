"""What is turned away before any route: foreign hosts and origins, and what is too large, slow or much."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bullrun.service.errors import error_body

LARGEST_BODY = 4_000_000
TOO_LARGE = f"At most {LARGEST_BODY} bytes are taken at once."
BODY_LIMIT = 60.0
"""Seconds in which a request must have come whole."""
MOST_REQUESTS = 64
"""Requests of one caller that are worked on at once."""
MOST_PAGES = 200
"""Sockets of one caller."""
TOO_MANY = 429
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (
        b"content-security-policy",
        b"; ".join(
            (
                b"default-src 'self'",
                b"img-src 'self' data: blob:",
                b"style-src 'self' 'unsafe-inline'",
                b"font-src 'self' data:",
                b"connect-src 'self' ws: wss:",
                b"object-src 'none'",
                b"base-uri 'none'",
                b"frame-ancestors 'none'",
            )
        ),
    ),
)


class Guard:
    """Pure ASGI middleware. `hosts` are the names this server answers to; the port is not looked at."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._requests: Counter[str] = Counter()
        self._pages: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let through or refuse."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if _name(host) not in self._hosts:
            # A name that leads here by a foreign DNS entry must not reach a player's games.
            await _refuse(
                scope, receive, send, 421, "foreign-host", f"This server does not answer to {host[:80]!r}."
            )
            return
        origin = headers.get(b"origin")
        unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE
        if unsafe and origin is not None and _place_of(origin) != host:
            await _refuse(
                scope, receive, send, 403, "foreign-origin", "Requests from other pages are refused."
            )
            return
        length = headers.get(b"content-length", "0")
        if length.isdecimal() and (len(length) > 20 or int(length) > LARGEST_BODY):
            await _refuse(scope, receive, send, 413, "too-large", TOO_LARGE)
            return
        await self._let_in(scope, receive, send)

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on what one caller does not do too much of at once."""
        caller = caller_of(scope)
        is_page = scope["type"] == "websocket"
        counted, most = (self._pages, MOST_PAGES) if is_page else (self._requests, MOST_REQUESTS)
        if counted[caller] >= most:
            what = "pages may be open" if is_page else "requests are worked on"
            says = f"At most {most} {what} at once for one caller: try again when another is done."
            await _refuse(scope, receive, send, TOO_MANY, "too-many", says)
            return
        counted[caller] += 1
        try:
            if is_page:
                await self._app(scope, receive, send)
            else:
                await self._app(scope, _Body(receive), _with_headers(send))
        finally:
            counted[caller] -= 1
            if not counted[caller]:
                del counted[caller]


class _Body:
    """Counts what really comes, whatever the header said, and how long it takes."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._got = 0
        self._until = asyncio.get_running_loop().time() + BODY_LIMIT
        self._is_complete = False

    async def __call__(self) -> Message:
        if self._is_complete:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            says = f"A request must have come whole within {BODY_LIMIT:g} seconds."
            raise HTTPException(408, says, {"connection": "close"}) from None
        self._got += len(message.get("body", b""))
        if self._got > LARGEST_BODY:
            raise HTTPException(413, TOO_LARGE, {"connection": "close"})
        self._is_complete = not message.get("more_body", False)
        return message


def caller_of(scope: Scope) -> str:
    """Who calls: the address that a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def _with_headers(send: Send) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *HEADERS]}
        await send(message)

    return wrapped


def _name(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0].lower()


def _place_of(origin: str) -> str:
    """The host and port of a page's origin; empty when it is none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, error: str, says: str) -> None:
    told = error_body(error, says)
    if scope["type"] == "websocket":
        await receive()
        if status == TOO_MANY:
            # It is one of our own pages: only when it was let in can it be told, and show, why.
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": json.dumps({"type": "error", **told})})
        await send({"type": "websocket.close", "code": 4000 + status, "reason": says[:120]})
        return
    body = json.dumps(told).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
