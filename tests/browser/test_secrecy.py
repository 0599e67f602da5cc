"""Two people at one screen: the bytes that reach the browser for one side never hold the other's secrets."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bullrun.games.registry import load_game
from tests.browser.driving import FIRST_DUTY, SETTLED, board, new_game, settled, state

pytestmark = pytest.mark.slow
GAME = "bull-run-1983"
GONE_ON = """(seen) => document.querySelector(".handover") || window.bullrun?.session?.view?.seen > seen"""
END = "() => bullrun.session.commit(bullrun.session.options.bare[0], true)"


class Wire:
    """Everything that came over the network since the last look, but for the printed order of battle."""

    def __init__(self, page: Page) -> None:
        self.heard: list[str] = []
        page.on(
            "websocket", lambda socket: socket.on("framereceived", lambda data: self.heard.append(str(data)))
        )
        page.on("response", self._read)

    def _read(self, response: Any) -> None:
        if "/api/games" in response.url:
            self.heard.append(response.text())

    def take(self) -> str:
        found, self.heard = "\n".join(self.heard), []
        return found


def hidden_from(page: Page, viewer: str) -> set[str]:
    """Pieces of the other side that the page of this viewer does not know, be it as part of another."""
    shown: dict[str, Any] = page.evaluate("() => bullrun.session.view.pieces")
    parts = {part for facts in shown.values() for part in facts.get("components", [])}
    return {p.id for p in load_game(GAME).data.pieces("pieces") if p.side != viewer} - set(shown) - parts


def test_nothing_of_the_other_side_reaches_the_screen(page: Page) -> None:
    wire = Wire(page)
    new_game(page, GAME, {"Union": "Hot seat", "Confederate": "Hot seat"})
    screen = page.locator(".handover")
    expect(screen).to_contain_text("Pass the screen to Union")
    # Between players the page holds nothing of either side.
    assert page.evaluate("() => window.bullrun?.session ?? null") is None
    before = wire.take()
    screen.get_by_role("button").click()
    board(page)
    first = settled(page)
    assert first is not None and first["owner"] == "union"
    secrets = hidden_from(page, "union")
    assert len(secrets) > 20
    face_down = page.evaluate("() => bullrun.session.view.face_down.length")
    assert face_down > 5
    for _ in range(2):
        page.evaluate("() => bullrun.session.pointing.select(bullrun.session.ableOwn()[0])")
        page.wait_for_function("() => bullrun.session.pointing.reach.size > 0")
        now = state(page)
        assert now is not None
        page.evaluate("(text) => bullrun.session.act(text)", f"move {now['mover']} {now['to']}")
        page.wait_for_function("(seen) => bullrun.session.view.seen > seen", arg=now["seen"])
    page.get_by_role("tab", name="Units").click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("slider").wait_for()
    page.wait_for_function("() => bullrun.board.state.stacks.length > 0")
    heard = before + wire.take()
    named = {piece for piece in secrets if re.search(rf'"{re.escape(piece)}\b', heard)}
    assert not named
    assert not {piece for piece in secrets if piece in page.content()}


def test_the_screen_between_sides_comes_at_the_change_of_turn(page: Page) -> None:
    new_game(page, GAME, {"Union": "Hot seat", "Confederate": "Hot seat"})
    page.locator(".handover button").click()
    board(page)
    wire = Wire(page)
    for _ in range(80):
        if page.wait_for_function(SETTLED).json_value() == "handover":
            break
        now = state(page)
        assert now is not None
        page.evaluate(END if now["bare"] else FIRST_DUTY)
        page.wait_for_function(GONE_ON, arg=now["seen"])
    expect(page.locator(".handover")).to_contain_text("Pass the screen to Confederate")
    # Between players the page holds nothing of either side.
    assert page.evaluate("() => window.bullrun ?? null") is None
    texts = page.locator("body").inner_text()
    assert "McDowell" not in texts
    wire.take()
    page.locator(".handover button").click()
    board(page)
    now = settled(page)
    assert now is not None and now["owner"] == "confederate"
    assert page.evaluate("() => bullrun.session.side") == "confederate"
