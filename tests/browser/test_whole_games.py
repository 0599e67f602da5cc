"""From the lobby to the end of a game, for each game, by mouse and by keyboard alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from bullrun.engine.record import parse_record
from bullrun.games.registry import game_ids
from tests.browser.driving import board, import_record, play_on

pytestmark = pytest.mark.slow
LAST = 20
"""So many actions before its end a finished game is taken up again."""


def late(text: str) -> int:
    """A step shortly before the end."""
    return max(0, len(parse_record(text).entries) - LAST)


def branch_late(page: Page, text: str) -> None:
    """Import a finished game, replay it near its end, and play on from there with both sides."""
    import_record(page, text)
    board(page)
    page.goto(f"{page.url}/replay#{late(text)}")
    page.get_by_role("button", name="Play on from here").click()
    for group in page.get_by_role("dialog").get_by_role("group", name=re.compile("^Who plays")).all():
        group.get_by_role("button", name="Me", exact=True).click()
    page.get_by_label("Name of the line").fill("The last hour")
    page.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_url("**/g/*")


@pytest.mark.parametrize("by", ["mouse", "keys"])
@pytest.mark.parametrize("game", game_ids())
def test_a_game_to_its_end(page: Page, finished: dict[str, str], game: str, by: str) -> None:
    branch_late(page, finished[game])
    taken = play_on(page, by)
    assert taken > 0
    expect(page.locator("#question")).to_contain_text("The game is over")
    page.get_by_role("link", name="After-action report").click()
    expect(page.get_by_text("After-action report")).to_be_visible()
    expect(page.get_by_role("heading", name="Dice, open to check")).to_be_visible()
    page.get_by_role("button", name="Check again").click()
    proved = re.compile("follow from the key|No dice were rolled|are given by the game")
    expect(page.get_by_role("status").filter(has_text=proved)).to_be_visible(timeout=30_000)
    page.goto("/")
    expect(page.get_by_role("heading", name="Finished")).to_be_visible()
