"""The server with the toys beside the real games: python -m tests.browser.toy_server HOME."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import uvicorn

from bullrun.service.app import create_app
from bullrun.service.run import configured, listen
from tests.service.table import GAMES, game_ids


def main() -> None:
    """Serve on any free port until the process is ended."""
    listener = listen(0)
    app = create_app(Path(sys.argv[1]), games=GAMES, game_ids=game_ids)
    server = uvicorn.Server(configured(app))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
    asyncio.run(server.serve(sockets=[listener]))


if __name__ == "__main__":
    main()
