"""What is turned away before any route: foreign hosts and origins, and bodies that are too large."""

from __future__ import annotations

import json
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bullrun.service.errors import error_body

LARGEST_BODY = 4_000_000
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
        if unsafe and origin is not None and urlsplit(origin).netloc != host:
            await _refuse(
                scope, receive, send, 403, "foreign-origin", "Requests from other pages are refused."
            )
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        length = headers.get(b"content-length", "0")
        if length.isdecimal() and int(length) > LARGEST_BODY:
            await _too_large(scope, receive, send)
            return
        await self._app(scope, _Limited(receive), _with_headers(send))


class _Limited:
    """Counts what really comes, whatever the header said."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._got = 0

    async def __call__(self) -> Message:
        message = await self._receive()
        self._got += len(message.get("body", b""))
        if self._got > LARGEST_BODY:
            return {"type": "http.disconnect"}
        return message


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


async def _too_large(scope: Scope, receive: Receive, send: Send) -> None:
    says = f"At most {LARGEST_BODY} bytes are taken at once."
    await _refuse(scope, receive, send, 413, "too-large", says)


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, error: str, says: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": says[:120]})
        return
    body = json.dumps(error_body(error, says)).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
