"""Connections, below the requests: none waits for ever, neither for a caller that says nothing nor for one
that does not take what it asked for."""

from __future__ import annotations

import asyncio
import json

from uvicorn.protocols.http.h11_impl import H11Protocol

from bullrun.service.errors import error_body

MOST_CONNECTIONS = 400
HEAD_LIMIT = 10.0
"""Seconds in which the head of a request must have come."""
STALL_LIMIT = 30.0
"""Seconds after which a caller is cut off that takes nothing of what waits for it."""
MOST_UNSENT = 32_000_000
"""Bytes that may wait in one connection at most."""
LOOK_EVERY = 1.0


class Connection(H11Protocol):
    """One connection, from its first byte; a page's socket begins as one too."""

    _head: asyncio.TimerHandle | None = None
    _is_one_too_many = False
    _got_any = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody calls."""
        super().connection_made(transport)
        self._is_one_too_many = len(self.connections) > MOST_CONNECTIONS
        self._wait_for_head()
        _watch(self.loop, transport, 0, self.loop.time())

    def connection_lost(self, exc: Exception | None) -> None:
        """He is gone."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes of a request."""
        self._got_any = True
        if self._is_one_too_many:
            self._refuse(503, "too-many", f"At most {MOST_CONNECTIONS} connections are open at once.")
            return
        super().data_received(data)
        is_ours = self.transport.get_protocol() is self  # a page's socket goes on with another protocol
        if is_ours and (self.cycle is None or self.cycle.response_complete):
            self._wait_for_head()
        else:
            self._stop_waiting()

    def _wait_for_head(self) -> None:
        if self._head is None:
            self._head = self.loop.call_later(HEAD_LIMIT, self._too_slow)

    def _stop_waiting(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _too_slow(self) -> None:
        self._head = None
        if self._got_any:
            self._refuse(408, "too-slow", f"The head of a request comes within {HEAD_LIMIT:g} seconds.")
        else:
            # Browsers open connections in advance and would take an answer for that of their next request.
            self.transport.close()

    def _refuse(self, status: int, error: str, says: str) -> None:
        self._stop_waiting()
        if self.transport.is_closing():
            return
        body = json.dumps(error_body(error, says)).encode()
        head = (
            f"HTTP/1.1 {status} {error}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()


def _watch(loop: asyncio.AbstractEventLoop, transport: asyncio.Transport, last: int, moved: float) -> None:
    """Look again and again whether what waits in a connection gets less, and cut it off if it does not.
    `last` is how much waited at the last look, `moved` the time when some was taken."""
    unsent = transport.get_write_buffer_size()
    if transport.is_closing() and not unsent:
        return
    if not unsent or unsent < last:
        moved = loop.time()
    if unsent > MOST_UNSENT or loop.time() - moved > STALL_LIMIT:
        transport.abort()
        return
    loop.call_later(LOOK_EVERY, _watch, loop, transport, unsent, moved)
