"""The sockets: one for each open page, which hears of everything that happens and may ask and act."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from bullrun.errors import BullrunError
from bullrun.service.api import PROTOCOL, bearer_viewer, house_of
from bullrun.service.commands import COMMANDS, Caller, run
from bullrun.service.errors import BUG, describe_error, error_body, shape_error_body
from bullrun.service.guard import caller_of
from bullrun.service.live import LiveGame, Watcher

router = APIRouter(prefix="/api")
log = logging.getLogger("uvicorn.error")

FROM_PAGE_LIMIT = 200_000
"""Characters of one message from a page."""
HELLO_LIMIT = 10.0
"""Seconds in which a page must have said hello."""
MOST_WAITING = 2_000_000
"""Bytes that may wait for a page that does not read. Its own questions are not even read then; when others
play on, it is cut off, and finds everything when it comes back."""
FAREWELL = 2.0
"""Seconds for the last words to a page."""
REFUSED, TOO_SLOW = 4400, 4408
"""Why a socket was closed."""


@router.websocket("/games/{game_id}/live")
async def live_socket(socket: WebSocket, game_id: str) -> None:
    """A page: it says {"hello": PROTOCOL, "token": ...}, gets everything once, then what changes. It may
    send {"id": n, "do": NAME, ...} with the name and body of any command (`commands.py`); {"type": "answer",
    "id": n, "ok": true, "answer": ...} comes back, or "ok": false with the fields of an error."""
    await socket.accept()
    page = Page(socket, game_id)
    try:
        await page.run()
    except WebSocketDisconnect:
        pass
    finally:
        page.leave()


class Outbox:
    """What waits to be sent to one page."""

    def __init__(self) -> None:
        self._texts: deque[str] = deque()
        self._waiting = 0
        self._changed = asyncio.Event()
        self.overrun = asyncio.Event()
        """Set once more waited than may: from then on nothing is kept."""

    def put(self, message: dict[str, Any]) -> None:
        """Let a message wait."""
        if self._waiting > MOST_WAITING:
            self.overrun.set()
            self._texts.clear()
        if not self.overrun.is_set():
            # Exact fractions in an answer go out as text, as they do over REST.
            text = json.dumps(message, separators=(",", ":"), default=str)
            self._texts.append(text)
            self._waiting += len(text)
            self._changed.set()

    async def write_to(self, socket: WebSocket) -> None:
        """Send everything in its order, for good."""
        while True:
            while not self._texts:
                self._changed.clear()
                await self._changed.wait()
            text = self._texts.popleft()
            await socket.send_text(text)
            self._waiting -= len(text)
            self._changed.set()

    async def shrink(self, most: int) -> None:
        """Wait until no more than this many bytes wait."""
        while self._waiting > most:
            self._changed.clear()
            await self._changed.wait()


class Page:
    """One open WebSocket."""

    def __init__(self, socket: WebSocket, game_id: str) -> None:
        self._socket = socket
        self._game_id = game_id
        self._house = house_of(socket)
        self._out = Outbox()
        self._watcher: Watcher | None = None
        self._live: LiveGame | None = None
        self._bearer: str | None = None

    async def run(self) -> None:
        """Read and write until the page goes, is refused or is given up."""
        reading = asyncio.create_task(self._read())
        writing = asyncio.create_task(self._out.write_to(self._socket))
        overrun = asyncio.create_task(self._out.overrun.wait())
        tasks = (reading, writing, overrun)
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            with suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL):
                    if overrun in done:
                        says = f"This page did not read: more than {MOST_WAITING} bytes wait for it."
                        await self._socket.close(TOO_SLOW, says)
                    else:
                        await self._out.shrink(0)
                        await self._socket.close(REFUSED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            for task in tasks:
                if not task.cancelled():
                    task.exception()  # looked at: what counts was raised above

    async def _read(self) -> None:
        """Greet, then answer; comes back when the page knows why it is refused."""
        try:
            async with asyncio.timeout(HELLO_LIMIT):
                hello = await self._receive()
        except TimeoutError:
            self._refuse("too-slow", f"A page says hello within {HELLO_LIMIT:g} seconds.")
            return
        if hello is None or not await self._greet(hello):
            return
        while (message := await self._receive()) is not None:
            self._out.put(await self._answer(message))
            # A page that asks without reading the answers is not read any further.
            await self._out.shrink(MOST_WAITING // 2)

    async def _greet(self, hello: dict[str, Any]) -> bool:
        if hello.get("hello") != PROTOCOL:
            says = "A new version is here. Reload the page; your game is where you left it."
            self._out.put({"type": "old", "says": says, "protocol": PROTOCOL})
            return False
        token = hello.get("token")
        self._bearer = f"Bearer {token}" if isinstance(token, str) and token else None
        try:
            live = await self._house.game(self._game_id)
            async with live.lock:  # While it is held, no seat changes hands.
                viewer = bearer_viewer(self._house, live, self._bearer)
                self._live, self._watcher = live, Watcher(viewer, self._out.put)
                live.greet(self._watcher)
        except BullrunError as error:
            _, body = describe_error(error)
            self._out.put({"type": "error", **body})
            return False
        return True

    async def _receive(self) -> dict[str, Any] | None:
        """The next message; None when it is none and the page knows it."""
        frame = await self._socket.receive()
        if frame["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(frame["code"])
        text = frame.get("text")
        if text is None:
            self._refuse("malformed", "Expected a JSON object as text, got bytes.")
            return None
        if len(text) > FROM_PAGE_LIMIT:
            self._refuse("too-large", f"A message has at most {FROM_PAGE_LIMIT} characters.")
            return None
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            self._refuse("malformed", "Expected a JSON object.")
            return None
        return message

    def _refuse(self, error: str, says: str) -> None:
        self._out.put({"type": "error", **error_body(error, says)})

    async def _answer(self, message: dict[str, Any]) -> dict[str, Any]:
        answer = {"type": "answer", "id": message.get("id")}
        try:
            return {**answer, "ok": True, "answer": await self._do(message)}
        except BullrunError as error:
            _, body = describe_error(error)
        except ValidationError as error:
            body = shape_error_body(error.errors()[0])
        except Exception:
            log.exception("a page's request failed")
            body = error_body("bug", BUG)
        return {**answer, "ok": False, **body}

    async def _do(self, message: dict[str, Any]) -> dict[str, Any]:
        what = message.get("do")
        command = COMMANDS.get(what) if isinstance(what, str) else None
        if command is None:
            raise BullrunError(f"do: expected one of {', '.join(COMMANDS)}")
        body = {key: value for key, value in message.items() if key not in ("id", "do")}
        wish = command.shape.model_validate(body)
        # Who holds the token is looked up anew: the seat may have changed hands since the greeting.
        caller = Caller(self._bearer, caller_of(self._socket.scope))
        return await run(command, self._house, self._game_id, caller, wish, whole=False)

    def leave(self) -> None:
        """The page is gone."""
        if self._live is not None and self._watcher is not None:
            self._live.watchers.discard(self._watcher)
