"""A damaged game in the lobby: shown with its reason beside the sound ones, exported as far as it reads."""

from __future__ import annotations

import json
import sqlite3
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import WAIT, Server
from tests.browser.test_pages import faults

pytestmark = pytest.mark.slow


def create(server: Server, title: str) -> dict[str, Any]:
    body = {"game": "bull-run-1861", "scenario": "historical", "title": title}
    request = urllib.request.Request(
        f"{server.url}/api/games", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=WAIT / 1000) as answer:
        made: dict[str, Any] = json.loads(answer.read())
    return made


def test_a_damaged_game_is_shown_with_its_reason_and_exported(
    chromium: Browser, built_client: None, tmp_path: Path
) -> None:
    server = Server(tmp_path / "home")
    try:
        bad, good = create(server, "The broken one"), create(server, "The sound one")
        server.kill()
        with closing(sqlite3.connect(server.home / "games.sqlite3")) as database, database:
            database.execute("UPDATE games SET key = ? WHERE id = ?", ("00" * 32, bad["id"]))
        server.start()
        page = chromium.new_page(base_url=server.url, viewport={"width": 1280, "height": 800})
        page.set_default_timeout(WAIT)
        page.goto("/")
        card = page.get_by_role("article").filter(has_text="The broken one")
        expect(card).to_contain_text("Key: that of the dice does not fit the seal.")
        expect(page.get_by_role("article").filter(has_text="The sound one")).to_contain_text("to move")
        assert faults(page) == []
        with page.expect_download() as taken:
            card.get_by_role("button", name="Export what reads").click()
        text = Path(taken.value.path()).read_text()
        assert text.startswith("bullrun journal 1\n# damaged: key: ") and "game bull-run-1861" in text
        card.get_by_role("link", name="Try to open it").click()
        expect(page.get_by_text("This game is damaged")).to_be_visible()
        page.goto(f"/g/{good['id']}")
        expect(page.get_by_role("button", name="Watch")).to_be_visible()
        page.close()
    finally:
        server.kill()
