"""`bullrun serve`: the local server. The command line imports this module only when it is asked to serve."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from bullrun.errors import BullrunError

if TYPE_CHECKING:
    import uvicorn
    from fastapi import FastAPI

HOST = "127.0.0.1"


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from bullrun.service.folder import data_folder, occupied

    home: Path = args.home or data_folder()
    with occupied(home) as announce:
        return _serve(args, home, announce)


def _serve(args: argparse.Namespace, home: Path, announce: Callable[[str], None]) -> int:
    import uvicorn

    from bullrun.service.app import create_app, warm_maps
    from bullrun.service.storage import Storage

    Storage.in_folder(home).close()  # Trouble with the folder is said before anything starts.
    listener = listen(args.port)
    port = listener.getsockname()[1]
    app = create_app(home, held=True)
    server = uvicorn.Server(configured(app))
    address = f"http://{HOST}:{port}/"
    announce(address)
    print(f"bullrun is at {address} (games in {home}). Ctrl C stops it.", flush=True)
    if not args.no_browser:
        threading.Timer(0.6, webbrowser.open, (address,)).start()

    async def serve() -> None:
        async def warm() -> None:
            while not server.started:
                await asyncio.sleep(0.05)
            await warm_maps(app)

        task = asyncio.create_task(warm())
        await server.serve(sockets=[listener])
        task.cancel()

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve())
    return 0


def configured(app: FastAPI) -> uvicorn.Config:
    """How the app is served."""
    import uvicorn

    from bullrun.service.connections import Connection
    from bullrun.service.sockets import FROM_PAGE_LIMIT

    return uvicorn.Config(
        app,
        http=Connection,
        log_level=os.environ.get("BULLRUN_LOG", "warning"),
        ws_max_size=4 * FROM_PAGE_LIMIT,  # bytes; the page counts characters and says what is wrong
        ws_per_message_deflate=False,  # between two programs of one machine it only costs time and memory
        proxy_headers=False,  # a caller is known by its address, not by what it says of itself
        timeout_graceful_shutdown=2,
        server_header=False,
    )


def listen(port: int) -> socket.socket:
    """A socket of this machine only; port 0 is any that is free."""
    # Named as TCP, what it accepts gets TCP_NODELAY from asyncio: no small answer waits for the one before.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        # A caller that comes while the server still starts waits instead of being turned away.
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise BullrunError(f"port {port}: {error.strerror}; choose another with --port") from error
    return listener
