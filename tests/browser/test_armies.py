"""Armies march: stacks, brigades and boxes of pieces together, by the rules; clicks are counted."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import go_to, settled, spot
from tests.browser.test_warnings import started

pytestmark = pytest.mark.slow
MOST_CLICKS = 40
PLACES = """() => {
  const s = bullrun.session;
  return Object.fromEntries(s.army.marchers().map((id) => [id, s.placeOf(id)]));
}"""
MOVED = "(was) => Object.entries(was).filter(([id, at]) => bullrun.session.placeOf(id) !== at).length"
# Places on the map where pieces stand that have not marched, though they can.
STILL = """(was) => {
  const s = bullrun.session;
  const there = s.army.marchers().filter((id) => s.placeOf(id) === was[id]).map((id) => was[id]);
  return [...new Set(there)].filter((at) => s.ground.has(at));
}"""
# How many can march of the stack in which the piece in hand lies.
STACK = """() => {
  const { army, pointing } = bullrun.session;
  return army.at(bullrun.session.placeOf(pointing.selected) ?? "").length;
}"""
# The place to which most of the group can go without setting anything off, and how many those are.
GOAL = """() => {
  const { army } = bullrun.session;
  const goals = [...army.goals()].filter(([place]) => !army.setsOff(place));
  return goals.sort((a, b) => b[1].length - a[1].length)[0]?.[0] ?? null;
}"""


class Hand:
    """A player's hand on the mouse: every click is counted, a drag is one."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0

    def place(self, name: str, times: int = 1) -> None:
        x, y = spot(self.page, name)
        self.page.mouse.move(x, y)
        self.page.mouse.click(x, y, click_count=times)
        self.clicks += times

    def button(self, name: Any) -> None:
        self.page.locator("#question").get_by_role("button", name=name).first.click()
        self.clicks += 1

    def box(self) -> None:
        """Shift and a drag over the whole map."""
        page = self.page
        page.evaluate("() => bullrun.board.fit(false)")
        frame = page.locator("#map").bounding_box()
        assert frame is not None
        page.keyboard.down("Shift")
        page.mouse.move(frame["x"] + 75, frame["y"] + 20)
        page.mouse.down()
        page.mouse.move(frame["x"] + frame["width"] - 6, frame["y"] + frame["height"] - 6, steps=4)
        page.mouse.up()
        page.keyboard.up("Shift")
        self.clicks += 1


def marched(page: Page) -> None:
    page.wait_for_function("() => !bullrun.session.army.walking && !bullrun.session.isBusy", timeout=120_000)


def known_reach(page: Page) -> None:
    page.wait_for_function(
        "() => bullrun.session.army.pieces.every((id) => bullrun.session.pointing.reach.has(id))"
    )


def test_sixty_pieces_of_the_union_march_with_forty_clicks(page: Page) -> None:
    started(page, "bull-run-1983", "july-21", "union", "confederate")
    settled(page)
    before: dict[str, str] = page.evaluate(PLACES)
    hidden = page.evaluate("() => bullrun.session.view.face_down.length")
    assert len(before) >= 60
    hand = Hand(page)
    hand.box()
    expect(page.get_by_role("region", name="Who comes")).to_be_visible()
    hand.button("All the way to")
    hand.place("V13")
    marched(page)
    orders = page.get_by_role("region", name="Orders over several turns")
    expect(orders).to_contain_text("to V13")
    expect(orders.get_by_role("button", name="Stop")).to_be_visible()
    assert page.evaluate("() => bullrun.session.view.face_down.length") == hidden, (
        "orders halt before the enemy"
    )
    while page.evaluate(MOVED, before) < 60:
        places = page.evaluate(STILL, before)
        assert places, page.evaluate(MOVED, before)
        hand.place(places[0])
        if page.evaluate(STACK) > 1:
            hand.button("Whole stack")
        else:
            page.evaluate("() => bullrun.session.army.take([bullrun.session.pointing.selected])")
            hand.clicks += 1
        known_reach(page)
        goal = page.evaluate(GOAL)
        assert goal, places
        hand.place(goal)
        marched(page)
    assert hand.clicks <= MOST_CLICKS, hand.clicks
    orders.get_by_role("button", name="Stop").click()
    expect(orders).to_have_count(0)


def test_a_stack_marches_by_keys_and_what_stays_says_why(page: Page) -> None:
    started(page, "bull-run-1983", "july-21", "union", "confederate")
    settled(page)
    page.locator("#map").focus()
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate(STACK) > 3:
            break
    page.keyboard.press("a")
    known_reach(page)
    pieces = page.evaluate("() => bullrun.session.army.pieces")
    assert len(pieces) > 3
    # A place that some reach and some do not.
    goal = page.evaluate(
        """() => { const { army } = bullrun.session;
          const some = ([at, who]) => who.length < army.pieces.length && !army.setsOff(at);
          return [...army.goals()].find(some)[0]; }"""
    )
    coming = page.evaluate("(at) => bullrun.session.army.goals().get(at)", goal)
    go_to(page, goal)
    who = page.get_by_role("region", name="Who comes")
    expect(who.locator(".fate.stays").first).to_be_visible()
    expect(who.locator("li:has(.fate.stays) .sub").first).not_to_be_empty()
    page.keyboard.press("Enter")
    page.wait_for_function(
        "([goal, coming]) => coming.some((id) => bullrun.session.placeOf(id) === goal)", arg=[goal, coming]
    )
    marched(page)
    left = page.evaluate("() => bullrun.session.army.pieces")
    assert set(left) >= set(pieces) - set(coming), "what stays is still in hand"
