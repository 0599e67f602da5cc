"""A real server and a real Chromium. Nothing is skipped: without Chromium these tests fail and say why."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from bullrun.bots.random_bot import RandomBot
from bullrun.bots.seat import Seat
from bullrun.engine.match import Match
from bullrun.games.registry import game_ids, load_game

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ROOT = Path(__file__).resolve().parents[2]
WAIT = 30_000
expect.set_options(timeout=WAIT)


class Server:
    """`bullrun serve` over a folder, started and stopped at will."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bullrun.cli.main", "serve", "--port", str(self.port), "--no-browser"],
            env={**os.environ, "BULLRUN_HOME": str(self.home)},
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://127.0.0.1:" in line, f"the server did not start: {line!r}"
        self.port = int(line.split("127.0.0.1:")[1].split("/")[0])

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@pytest.fixture(scope="session", autouse=True)
def built_client() -> None:
    """The pages as the sources are now; of several test processes one builds."""
    with (Path(tempfile.gettempdir()) / "bullrun-client-build.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run([sys.executable, str(ROOT / "client" / "build_backend.py")], cwd=ROOT, check=True)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, built_client: None) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("home"))
    yield found
    found.kill()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert path, "Chromium is not installed: run tests/browser/install.sh"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def context(chromium: Browser, server: Server) -> Iterator[BrowserContext]:
    context = chromium.new_context(
        base_url=server.url, viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
    )
    context.set_default_timeout(WAIT)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    yield page
    assert not troubles, troubles


@pytest.fixture(scope="session")
def finished() -> dict[str, str]:
    """For every game, the record of a whole game between two bots that take any option."""
    return {name: whole_game(name) for name in game_ids()}


def whole_game(name: str, seed: int = 1) -> str:
    """A finished game as text, with its key."""
    game = load_game(name)
    match = Match.new(game, next(iter(game.scenarios)), key=Random(seed).randbytes(32))
    bots = {side: RandomBot(f"{name} {side} {seed}") for side in game.sides}
    while (decision := match.decision()) is not None:
        match.submit(decision.owner, bots[decision.owner].choose(Seat(game, match.position, decision)))
    return match.record.to_text(with_key=True)
