"""The screenshots of README and docs, made anew: python -m tests.browser.pictures

Each shows a game that bots have played up to an interesting moment, always the same one.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from bullrun.bots import Seat, make_bot
from bullrun.engine.match import Match
from bullrun.games.registry import load_game
from tests.browser.conftest import FLAGS, ROOT, Server, whole_game
from tests.browser.driving import board, import_record, settled
from tests.browser.test_playing import attack

FOLDER = ROOT / "docs" / "images"
SIZE: ViewportSize = {"width": 1440, "height": 900}


def played(name: str, steps: int, wanted: str, scenario: str = "") -> str:
    """The record of a game between captains, of the first scenario unless another is named: so many steps,
    then on to a question with these words."""
    game = load_game(name)
    match = Match.new(game, scenario or next(iter(game.scenarios)), key=bytes(32))
    bots = {side: make_bot("captain", f"{name} {side}") for side in game.sides}
    taken = 0
    while (decision := match.decision()) is not None:
        if taken >= steps and decision.question.startswith(wanted):
            break
        match.submit(decision.owner, bots[decision.owner].choose(Seat(game, match.position, decision)))
        taken += 1
    return match.record.to_text()


def take(page: Page, name: str) -> None:
    """One picture, when everything on it is drawn."""
    page.wait_for_function("() => !window.bullrun.board.tiles.busy")
    page.wait_for_timeout(1500)
    page.screenshot(path=str(FOLDER / f"{name}.jpg"), type="jpeg", quality=70)


def open_record(page: Page, text: str) -> str:
    import_record(page, text)
    board(page)
    settled(page)
    return page.url


def shoot(browser: Browser, address: str) -> None:
    """All pictures."""
    day = browser.new_page(base_url=address, viewport=SIZE, reduced_motion="reduce", color_scheme="light")
    open_record(day, attack()[0].record.to_text())
    take(day, "play-bull-run-1983")
    open_record(day, played("bull-run-1861", 140, "What does it do?"))
    day.evaluate("() => bullrun.board.zoom(0.45)")
    take(day, "play-bull-run-1861")
    open_record(day, played("secession-1862", 220, "What does it do?"))
    day.evaluate("() => bullrun.board.zoom(0.45)")
    take(day, "play-secession-1862")
    open_record(day, played("clash-of-giants", 250, "Who else attacks", "gettysburg"))
    take(day, "play-clash-of-giants")
    night = browser.new_page(base_url=address, viewport=SIZE, reduced_motion="reduce", color_scheme="dark")
    game = open_record(night, whole_game("bull-run-1861"))
    night.goto(f"{game}/replay#120")
    night.wait_for_function("() => window.bullrun?.board?.state.stacks.length")
    take(night, "replay")


def main() -> None:
    """Start a server, take the pictures."""
    server = Server(Path(tempfile.mkdtemp()))
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            shoot(browser, server.url)
            browser.close()
    finally:
        server.kill()


if __name__ == "__main__":
    main()
