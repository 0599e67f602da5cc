"""What a caller may use up of the real server: time, memory, places in a queue. Each limit is said."""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from starlette.responses import Response
from starlette.routing import Route
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from bullrun.service import commands, connections, guard, sockets
from bullrun.service.app import create_app
from bullrun.service.live import LiveGame
from bullrun.service.run import configured, listen
from tests.service.table import GAMES, bearer, game_ids

PATIENCE = 60
"""Seconds until a test gives up: nothing here waits so long unless something is wrong."""


class Served:
    """The real server in a thread."""

    def __init__(self, folder: Path) -> None:
        listener = listen(0)
        self.port: int = listener.getsockname()[1]
        self.app = create_app(folder, games=GAMES, game_ids=game_ids)
        self._server = uvicorn.Server(configured(self.app))
        self._thread = threading.Thread(target=self._server.run, args=([listener],))
        self._thread.start()
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE)
        self.toy: dict[str, Any] = self.http.post(
            "/api/games", json={"game": "toy", "scenario": "ford"}
        ).json()

    def close(self) -> None:
        self.http.close()
        self._server.should_exit = True
        self._thread.join()

    def call(self) -> socket.socket:
        """A bare connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def page(self) -> Any:
        return connect(f"ws://127.0.0.1:{self.port}/api/games/{self.toy['id']}/live", open_timeout=PATIENCE)

    def greeted(self) -> socket.socket:
        """A page on a bare connection, which has said hello and reads nothing from now on."""
        page = self.call()
        page.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        page.sendall(
            f"GET /api/games/{self.toy['id']}/live HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert b"101" in page.recv(200)
        page.sendall(frame({"hello": 2, "token": self.toy["tokens"]["blue"]}))
        until(lambda: self.watchers == 1)
        return page

    def is_open(self, caller: socket.socket) -> bool:
        """Whether the server still holds its end of a connection."""
        held = {connection.client for connection in set(self._server.server_state.connections)}
        return caller.getsockname() in held

    @property
    def watchers(self) -> int:
        """How many pages of the toy game are open."""
        live = self.app.state.house._loaded.get(self.toy["id"])
        return len(live.watchers) if live else 0


def frame(message: Any) -> bytes:
    """A message as a page sends it."""
    data = json.dumps(message).encode()
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    return b"\x81" + size + bytes(4) + data


def until(holds: Any) -> None:
    for _ in range(PATIENCE * 20):
        if holds():
            return
        time.sleep(0.05)
    raise AssertionError("it never came to that")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    found = Served(tmp_path)
    yield found
    found.close()


def rest_of(caller: socket.socket) -> bytes:
    """All that comes until the server hangs up."""
    found = b""
    while True:
        try:
            part = caller.recv(65536)
        except ConnectionResetError:
            return found
        if not part:
            return found
        found += part


def says(answer: bytes, status: int) -> str:
    assert answer.startswith(f"HTTP/1.1 {status} ".encode()), answer[:200]
    body = json.loads(answer.partition(b"\r\n\r\n")[2])
    assert set(body) == {"error", "says", "rule", "field", "facts"}
    return str(body["says"])


def test_who_says_nothing_is_hung_up_on(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_LIMIT", 0.2)
    with served.call() as silent:
        assert rest_of(silent) == b""
    with served.call() as slow:
        slow.sendall(b"GET /api/about HTTP/1.1\r\nHost: 127.0")
        assert "within 0.2 seconds" in says(rest_of(slow), 408)
    with served.call() as second:
        second.sendall(f"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\n".encode())
        assert b"200 OK" in second.recv(65536)
        second.sendall(b"GET /api/ab")
        assert b" 408 " in rest_of(second)


def test_a_request_must_come_whole(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_LIMIT", 0.2)
    head = f"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nContent-Type: application/json\r\n"
    with served.call() as caller:
        caller.sendall(f"{head}Content-Length: 50\r\n\r\n{{".encode())
        assert "within 0.2 seconds" in says(rest_of(caller), 408)


def test_a_body_without_end_is_cut_at_the_limit(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "LARGEST_BODY", 1000)

    def chunks() -> Iterator[bytes]:
        for _ in range(50):
            yield b" " * 100

    answer = served.http.post("/api/games", content=chunks(), headers={"content-type": "application/json"})
    assert answer.status_code == 413 and answer.json()["error"] == "too-large"


def test_connections_are_counted(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 3)
    idle = [served.call() for _ in range(3)]
    with served.call() as caller:
        caller.sendall(f"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\n".encode())
        assert "At most 3 connections" in says(rest_of(caller), 503)
    for one in idle:
        one.close()
    until(lambda: served.http.get("/api/about").status_code == 200)


def test_requests_of_one_caller_are_counted(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MOST_REQUESTS", 2)
    head = f"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nX-Forwarded-For: 1.2.3.{{}}\r\n"
    waiting = [served.call() for _ in range(2)]
    for number, caller in enumerate(waiting):
        caller.sendall(f"{head.format(number)}Content-Length: 5\r\n\r\n".encode())
    until(lambda: served.http.get("/api/about").status_code == 429)
    answer = served.http.get("/api/about", headers={"X-Forwarded-For": "5.6.7.8"})
    assert answer.status_code == 429 and answer.json()["error"] == "too-many"
    assert "At most 2 requests" in answer.json()["says"]
    for caller in waiting:
        caller.close()
    until(lambda: served.http.get("/api/about").status_code == 200)


def test_pages_of_one_caller_are_counted(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MOST_PAGES", 1)
    with served.page(), served.page() as second:
        told = json.loads(second.recv(timeout=PATIENCE))
        assert told["type"] == "error" and "At most 1 page" in told["says"]
        with pytest.raises(ConnectionClosed) as closed:
            second.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429


def test_a_page_that_does_not_say_hello(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "HELLO_LIMIT", 0.2)
    with served.page() as page:
        told = json.loads(page.recv(timeout=PATIENCE))
        assert told["error"] == "too-slow" and "within 0.2 seconds" in told["says"]
        with pytest.raises(ConnectionClosed):
            page.recv(timeout=PATIENCE)


def test_a_page_that_does_not_read_is_let_go(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others play on: what waits for it stays within the limit, and then it is cut off for good."""
    monkeypatch.setattr(sockets, "MOST_WAITING", 20_000)
    monkeypatch.setattr(sockets, "FAREWELL", 0.2)
    monkeypatch.setattr(connections, "STALL_LIMIT", 0.5)
    monkeypatch.setattr(connections, "LOOK_EVERY", 0.1)
    numbers = count()
    monkeypatch.setattr(LiveGame, "seats_view", lambda _: {"long": f"{next(numbers)}" + "x" * 200_000})
    with served.greeted() as page:
        assert served.is_open(page)

        def play_on() -> bool:
            title = {"title": f"{next(numbers)}"}
            headers = bearer(served.toy["tokens"]["red"])
            assert served.http.patch(f"/api/games/{served.toy['id']}", json=title, headers=headers).is_success
            return not served.watchers

        until(play_on)
        until(lambda: not served.is_open(page))


def test_a_page_that_asks_without_reading_is_not_read_either(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "MOST_WAITING", 20_000)
    answered = 0
    really = commands.answer

    def counted(*args: Any) -> Any:
        nonlocal answered
        answered += 1
        return {**really(*args), "long": "x" * 5000}

    monkeypatch.setattr(commands, "answer", counted)
    with served.greeted() as page:
        page.settimeout(1)
        question = frame({"id": 1, "do": "ask", "ask": {"why": "stay"}})
        with pytest.raises(TimeoutError):
            for _ in range(100_000):
                page.sendall(question * 100)
        assert served.watchers == 1, "it is still there: nothing was lost yet"
        assert 0 < answered < 5000
        assert served.http.get("/api/about").status_code == 200


def test_an_answer_that_nobody_takes(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "STALL_LIMIT", 0.5)
    monkeypatch.setattr(connections, "LOOK_EVERY", 0.1)
    large = Route("/large", lambda _: Response(bytes(20_000_000)))
    served.app.router.routes.insert(0, large)
    with served.call() as caller:
        wish = f"GET /large HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\n"
        until(lambda: served.is_open(caller))
        caller.sendall(wish.encode())
        until(lambda: not served.is_open(caller))
    assert served.http.get("/api/about").status_code == 200
