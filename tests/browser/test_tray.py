"""Beside the map: reinforcements are taken up in their box and dragged to where they come on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import board, import_record, settled, spot
from tests.browser.pictures import played

pytestmark = pytest.mark.slow

ENTRY = """() => {
  const s = bullrun.session;
  for (const id of s.ableOwn()) {
    if (s.ground.has(s.placeOf(id) ?? "")) continue;
    const one = ([place, ways]) => s.ground.has(place) && ways.length === 1;
    const found = [...s.options.targets(id)].find(one);
    if (found) return { id, name: s.pieceName(id), box: s.placeOf(id), to: found[0] };
  }
  return null;
}"""


@pytest.fixture
def arrivals(page: Page) -> Page:
    """A game in which reinforcements wait to enter."""
    import_record(page, played("secession-1862", 4, "Which reinforcement enters"))
    board(page)
    settled(page)
    return page


def test_a_reinforcement_is_dragged_from_its_box_to_the_map(arrivals: Page) -> None:
    page = arrivals
    now = page.evaluate(ENTRY)
    assert now is not None and now["box"] == "reinforcements"
    counter = page.get_by_role("region", name="Beside the map").locator(f'button[title="{now["name"]}"]')
    x, y = spot(page, now["to"])
    box = counter.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] - 10)
    page.mouse.move(x, y, steps=4)
    page.wait_for_function("(to) => bullrun.session.pointing.preview === to", arg=now["to"])
    expect(page.locator(".tray-ghost")).to_be_visible()
    page.mouse.up()
    page.wait_for_function("({ id, to }) => bullrun.session.placeOf(id) === to", arg=now)
    expect(page.locator(".tray-ghost")).to_have_count(0)


def test_it_is_taken_up_by_a_click_and_put_back_by_escape(arrivals: Page) -> None:
    page = arrivals
    now = page.evaluate(ENTRY)
    counter = page.get_by_role("region", name="Beside the map").locator(f'button[title="{now["name"]}"]')
    counter.click()
    expect(counter).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#question h1")).to_contain_text(now["name"])
    assert page.evaluate("() => bullrun.session.board.state.lit.reach.size") > 0
    page.keyboard.press("Escape")
    expect(counter).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("() => bullrun.session.pointing.selected") is None


def test_letting_go_over_no_entry_says_why_not(arrivals: Page) -> None:
    page = arrivals
    now = page.evaluate(ENTRY)
    far = page.evaluate(
        """(id) => bullrun.session.ground.places
          .find((place) => !bullrun.session.options.to(id, place.name).length).name""",
        now["id"],
    )
    counter = page.get_by_role("region", name="Beside the map").locator(f'button[title="{now["name"]}"]')
    x, y = spot(page, far)
    box = counter.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(x, y, steps=5)
    page.mouse.up()
    expect(page.get_by_role("dialog", name="Not possible")).to_be_visible()
    assert page.evaluate("(id) => bullrun.session.placeOf(id)", now["id"]) == "reinforcements"
