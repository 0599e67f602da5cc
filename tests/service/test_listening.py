"""The listener: what the sockets are like that it accepts."""

from __future__ import annotations

import asyncio
import socket

from bullrun.service.run import listen
from tests.service.table import run_apart


def test_a_small_answer_does_not_wait_for_the_one_before() -> None:
    async def accepted() -> bool:
        met: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        class Meeting(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                here = transport.get_extra_info("socket")
                met.set_result(bool(here.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))
                transport.close()

        listener = listen(0)
        server = await asyncio.get_running_loop().create_server(Meeting, sock=listener)
        async with server:
            _, writer = await asyncio.open_connection(*listener.getsockname())
            found = await met
            writer.close()
        return found

    assert run_apart(accepted())
