"""How a board opens: nothing is fetched or drawn twice, and nobody waits for the map's drawing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Request

from tests.browser.driving import board, new_game, settled

pytestmark = pytest.mark.slow
GAME = "bull-run-1983"
# The map's drawing is a large file that the page hands to itself: here it never arrives.
NO_MAP = """() => {
  const create = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob) => blob.size > 400_000 ? "data:," : create(blob);
}"""
SHOWN = "() => performance.getEntriesByName('board shown').length"
PARTS = ("", "/boards/map/layout", "/boards/map/map.svg")


def asked_for(page: Page) -> list[str]:
    """Every request of the page from now on, by method and path."""
    found: list[str] = []

    def note(request: Request) -> None:
        found.append(f"{request.method} /{request.url.split('/', 3)[3].split('?')[0]}")

    page.on("request", note)
    return found


def test_the_field_in_few_strokes_stands_before_the_map_is_drawn(page: Page) -> None:
    page.add_init_script(f"({NO_MAP})()")
    new_game(page, GAME, {"Union": "Me", "Confederate": "Me"})
    board(page)
    assert settled(page) is not None
    page.wait_for_function(SHOWN)


def test_opening_a_board_fetches_each_thing_once(page: Page) -> None:
    new_game(page, GAME, {"Union": "Me", "Confederate": "Me"})
    board(page)
    asked = asked_for(page)
    page.goto(page.url)
    board(page)
    page.wait_for_function(SHOWN)
    parts = (
        "art",
        *(f"library/{GAME}{more}" for more in ("", "/boards/map/layout", "/boards/map/map.svg", "/faces")),
    )
    for part in parts:
        assert asked.count(f"GET /api/{part}") == 1, (part, asked)


def test_the_board_is_made_ready_while_a_new_game_is_chosen(page: Page) -> None:
    asked = asked_for(page)
    new_game(page, GAME, {"Union": "Me", "Confederate": "Me"})
    board(page)
    page.wait_for_function(SHOWN)
    made = asked.index("POST /api/games")
    for part in PARTS:
        once = f"GET /api/library/{GAME}{part}"
        assert asked.count(once) == 1 and asked.index(once) < made, (once, asked)
