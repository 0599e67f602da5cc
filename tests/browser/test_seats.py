"""Two browsers at one game: seats are let go, freed and taken, and what concerns both is asked of both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import WAIT, Server
from tests.browser.driving import board, new_game

pytestmark = pytest.mark.slow
GAME = "bull-run-1861"


@pytest.fixture
def other(chromium: Browser, server: Server) -> Iterator[Page]:
    """A page of another browser."""
    context = chromium.new_context(
        base_url=server.url, viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
    )
    context.set_default_timeout(WAIT)
    yield context.new_page()
    context.close()


def from_menu(page: Page, item: str) -> None:
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("dialog", name="Menu").get_by_role("button", name=item, exact=True).click()


def yes(page: Page) -> None:
    page.on("dialog", lambda dialog: dialog.accept())


def test_a_seat_goes_from_one_browser_to_another(page: Page, other: Page) -> None:
    yes(page)
    yes(other)
    new_game(page, GAME, {"Union": "Me", "Confederate": "Hot seat"})
    board(page)
    address = page.url
    # What another browser holds is not to be had, and the page says how it could be.
    other.goto(address)
    expect(other.get_by_role("heading", name="Take a seat")).to_be_visible()
    expect(other.get_by_role("button", name="Play Confederate")).to_have_count(0)
    game = address.rsplit("/", 1)[1]
    expect(other.get_by_text(f"bullrun seats {game} --free confederate")).to_be_visible()
    # Its holder lets go; now it is there for the first who comes.
    from_menu(page, "Let go of Confederate")
    page.wait_for_function("() => !document.querySelector('.menu-pop')")
    expect(page.get_by_role("region").or_(page.locator(".board")).first).to_be_visible()
    other.reload()
    other.get_by_role("button", name="Play Confederate").click()
    board(other)
    assert other.evaluate("() => bullrun.session.side") == "confederate"
    # One wants the game deleted, the other is asked and says no, then yes.
    page.goto("/")
    delete = page.locator("article", has_text="another browser").get_by_role("button", name="Delete").first
    delete.click()
    expect(page.get_by_role("status").filter(has_text="must agree first").first).to_be_visible()
    note = other.get_by_role("status").filter(has_text="Union would like to delete this game.")
    note.get_by_role("button", name="No", exact=True).click()
    expect(note).to_have_count(0)
    delete.click()
    note.get_by_role("button", name="Agree", exact=True).click()
    expect(other.get_by_text("This game was deleted.").first).to_be_visible()


def test_who_made_the_game_frees_a_seat(page: Page, other: Page) -> None:
    yes(page)
    new_game(page, GAME, {"Union": "Me", "Confederate": "Hot seat"})
    board(page)
    address = page.url
    from_menu(page, "Let go of Confederate")
    board(page)
    other.goto(address)
    other.get_by_role("button", name="Play Confederate").click()
    board(other)
    from_menu(page, "Free the seat of Confederate")
    # Who is put out is told, and comes back to the choice of seats.
    expect(other.get_by_text("This seat was let go.").first).to_be_visible()
    other.get_by_role("button", name="Reload").first.click()
    expect(other.get_by_role("button", name="Play Confederate")).to_be_visible()


def test_a_what_if_of_a_running_game_says_what_is_imagined(page: Page) -> None:
    new_game(page, "bull-run-1983", {"Union": "Me", "Confederate": "Bot"})
    board(page)
    from_menu(page, "What if from here")
    expect(page.get_by_role("dialog")).to_contain_text("what lies hidden from you is dealt anew")
    page.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_function("() => window.bullrun?.session?.view?.veiled")
    log: list[dict[str, Any]] = page.evaluate("() => bullrun.session.log")
    assert any("dealt anew" in line["says"] for line in log)
