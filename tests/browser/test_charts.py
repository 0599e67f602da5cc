"""Owner's charts in the browser: chosen on the new-game page, checked at once, in force at the table."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bullrun.engine.chart_file import write_charts
from bullrun.games.registry import load_game
from tests.browser.driving import _index, board, settled

pytestmark = pytest.mark.slow
GAME = "bull-run-1861"
KEYES, ACTIVATION = "counters.brigades.Keyes.combat", "tables.activation.union"
OWNERS: dict[str, Any] = {KEYES: 6, ACTIVATION: [1, 2, 3, 4, 5, 6]}


def choose(page: Page, name: str, text: str) -> None:
    """On the new-game page: pick a file of charts."""
    file = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    page.get_by_label("Choose a file of charts").set_input_files(file)  # type: ignore[arg-type]


def begin(page: Page) -> Any:
    """The new-game page with the game chosen; what it says of charts."""
    page.goto("/new")
    page.locator(".box5 [role=radio]").nth(_index(page, GAME)).click()
    for side in ("Union", "Confederate"):
        page.get_by_role("group", name=f"Who plays {side}").get_by_role(
            "button", name="Me", exact=True
        ).click()
    page.locator("details.fold summary", has_text="Charts").click()
    return page.get_by_role("region", name="Charts").get_by_role("status")


def test_a_file_of_charts_is_checked_and_played(page: Page) -> None:
    status = begin(page)
    expect(status).to_have_text("As the game has them")
    text = write_charts(load_game(GAME), OWNERS)
    choose(
        page,
        "broken.toml",
        text.replace("combat = 6", "combat = 7").replace("[counters.brigades.Sherman]", "[x]"),
    )
    expect(status).to_contain_text("broken.toml cannot be used")
    expect(status).to_contain_text(f"{KEYES}: expected a whole number from 1 to 6, got 7")
    expect(status.get_by_role("listitem")).not_to_have_count(1)
    summary = page.get_by_role("complementary")
    fold = page.locator("details.fold summary", has_text="Charts")
    expect(fold).to_contain_text("As the game has them")
    choose(page, "mine.toml", text)
    expect(status).to_have_text("mine.toml changes 2 numbers.")
    expect(fold).to_contain_text("Your own")
    summary.get_by_role("button", name="Start").click()
    board(page)
    assert settled(page) is not None
    assert page.evaluate("bullrun.session.view.charts") == 2
    keyes = page.evaluate("bullrun.session.book.pieces.Keyes")
    assert keyes["facts"]["combat"] == 6 and keyes["provenance"] == "owner's"
    page.get_by_role("tab", name="Tables").click()
    table = page.get_by_role("tabpanel").locator("section", has_text="Activation")
    expect(table.first).to_contain_text("owner's")
    expect(table.first.get_by_role("row").nth(6)).to_contain_text("6")
    page.evaluate("bullrun.session.pointing.select('Keyes')")
    expect(page.get_by_role("region", name="Keyes")).to_contain_text("Numbers: owner's")


def test_a_file_can_be_dropped_again_and_another_game_begins_without_it(page: Page) -> None:
    status = begin(page)
    choose(page, "mine.toml", write_charts(load_game(GAME), OWNERS))
    expect(status).to_contain_text("changes 2 numbers")
    page.get_by_role("button", name="Play without it").click()
    expect(status).to_have_text("As the game has them")
    choose(page, "large.toml", "#" * 300_000)
    expect(status).to_contain_text("large.toml is larger than any file of charts")
    choose(page, "mine.toml", write_charts(load_game(GAME), OWNERS))
    expect(status).to_contain_text("changes 2 numbers")
    page.locator(".box5 [role=radio]").nth(_index(page, "bull-run-1983")).click()
    expect(page.locator("details.fold summary", has_text="Charts")).to_contain_text("As the game has them")
    page.get_by_role("complementary").get_by_role("button", name="Start").click()
    board(page)
    settled(page)
    assert page.evaluate("bullrun.session.view.charts") is None


def test_the_games_own_charts_can_be_saved(page: Page) -> None:
    begin(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save our charts").click()
    assert download.value.suggested_filename == f"{GAME}-charts.toml"
    assert download.value.path().read_text() == write_charts(load_game(GAME), {})
