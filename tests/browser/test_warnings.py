"""No step sets anything off without a word before it: told on the map, asked about once where it is made."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import board, go_to, settled, spot

pytestmark = pytest.mark.slow

# A piece that could turn something up, where it would, and the last harmless place on its way there.
TRAP = """async () => {
  const s = bullrun.session;
  for (const id of s.ableOwn()) {
    if (!s.ground.has(s.placeOf(id) ?? "")) continue;
    await s.pointing.learnReach(id);
    const rows = s.pointing.reach.get(id) ?? [];
    for (const row of rows) {
      const before = row.path.at(-2);
      if (row.sets_off?.asks && row.path.length > 2 && rows.some((r) => r.place === before && !r.sets_off))
        return { piece: id, from: s.placeOf(id), place: row.place, before };
    }
  }
  return null;
}"""


def started(page: Page, game: str, scenario: str, own: str, other: str) -> None:
    """A game at one screen, made without the pages that others test."""
    page.goto("/", wait_until="commit")
    made = page.evaluate(
        """async (wish) => (await fetch("/api/games", {
             method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish),
           })).json()""",
        {"game": game, "scenario": scenario, "seats": {own: {"kind": "me"}, other: {"kind": "hot-seat"}}},
    )
    tokens = {made["id"]: made["tokens"]}
    page.evaluate("(kept) => localStorage.setItem('bullrun.seats', JSON.stringify(kept))", tokens)
    page.goto(f"/g/{made['id']}", wait_until="commit")
    board(page)


def to_a_trap(page: Page) -> dict[str, Any]:
    started(page, "bull-run-1983", "july-21", "union", "confederate")
    settled(page)
    trap: dict[str, Any] = page.evaluate(TRAP)
    page.evaluate("(piece) => bullrun.session.pointing.select(piece)", trap["piece"])
    return trap


def at(page: Page, piece: str) -> str:
    found: str = page.evaluate("(piece) => bullrun.session.placeOf(piece)", piece)
    return found


def seen(page: Page) -> int:
    found: int = page.evaluate("() => bullrun.session.view.seen")
    return found


def test_a_march_that_frees_the_enemy_is_marked_told_and_asked_about(page: Page) -> None:
    trap = to_a_trap(page)
    before = seen(page)
    marked = "(place) => bullrun.board.state.lit.reach.get(place).alarm"
    assert page.evaluate(marked, trap["place"])
    assert not page.evaluate(marked, trap["before"])
    x, y = spot(page, trap["place"])
    page.mouse.move(x, y)
    expect(page.locator(".tip .alarm")).to_be_visible()
    assert page.evaluate("() => bullrun.board.state.lit.causes.length") > 0
    expect(page.locator(".note.alarm")).to_contain_text("face down")
    page.mouse.click(x, y)
    asked = page.get_by_role("alertdialog")
    expect(asked).to_contain_text("the whole Confederate army is freed")
    expect(asked).to_contain_text("cannot be taken back")
    expect(asked.locator(".rule, .ref, button", has_text="4.82").first).to_be_visible()
    # The question hides neither the place nor the piece.
    for place in (trap["place"], trap["from"]):
        px, py = page.evaluate("(name) => bullrun.board.screenOf(name)", place)
        box = page.locator(".pop.warning").bounding_box()
        frame = page.locator("#map").bounding_box()
        assert box and frame
        px, py = px + frame["x"], py + frame["y"]
        inside = box["x"] <= px <= box["x"] + box["width"] and box["y"] <= py <= box["y"] + box["height"]
        assert not inside, place
    assert seen(page) == before, "asking changes nothing"
    asked.get_by_role("button", name=f"Stop in {trap['before']}").click()
    page.wait_for_function("({ piece, before }) => bullrun.session.placeOf(piece) === before", arg=trap)
    assert page.evaluate("() => bullrun.session.view.undo.steps") > 0


def test_who_does_not_want_to_be_asked_again_is_not(page: Page) -> None:
    trap = to_a_trap(page)
    go_to(page, trap["place"])
    page.keyboard.press("Enter")
    asked = page.get_by_role("alertdialog")
    expect(asked.get_by_role("button", name="Stop in")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(asked.get_by_role("checkbox")).to_be_checked()
    page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    assert at(page, trap["piece"]) == trap["from"]
    go_to(page, trap["place"])
    page.keyboard.press("Enter")
    asked.get_by_label("Do not ask").check()
    asked.get_by_role("button", name="Stop in").press("Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_function("({ piece, place }) => bullrun.session.placeOf(piece) === place", arg=trap)
    assert page.evaluate("() => bullrun.session.warnings.isQuiet({ kind: 'frees' })")
    page.get_by_role("button", name="Menu").first.click()
    page.get_by_role("button", name="Ask about everything again").click()
    assert not page.evaluate("() => bullrun.session.warnings.isQuiet({ kind: 'frees' })")


def test_dice_that_a_click_on_the_map_would_roll_are_asked_about(page: Page) -> None:
    """In a zone game: whoever clicks a commander to look at him has not rolled for him."""
    started(page, "secession-1862", "29-august", "union", "confederate")
    for _ in range(40):
        assert settled(page)
        if page.evaluate("() => bullrun.session.options.all.some((o) => o.verb === 'designate')"):
            break
        number = seen(page)
        page.evaluate("() => bullrun.session.act(bullrun.session.options.all.at(-1).text)")
        page.wait_for_function("(n) => bullrun.session.view.seen > n", arg=number)
    before = seen(page)
    expect(page.locator("#question .acts .off").first).to_contain_text("Activation die")
    commander, place = page.evaluate(
        "() => { const s = bullrun.session; const o = s.options.all.find((o) => o.verb === 'designate');"
        " return [o.pieces[0], s.placeOf(o.pieces[0])]; }"
    )
    page.mouse.click(*spot(page, place))
    page.mouse.move(5, 300)
    assert seen(page) == before, "looking spends nothing"
    go_to(page, place)
    page.keyboard.press("Enter")
    page.wait_for_timeout(100)
    assert seen(page) == before
    assert commander
