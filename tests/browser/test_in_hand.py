"""Whom a click means: the piece that is taken up, else the one that is asked about, else one of several."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bullrun.bots import Seat
from bullrun.bots.random_bot import RandomBot
from bullrun.engine.match import Match
from bullrun.games.registry import game_ids, load_game
from tests.browser.driving import board, click_place, go_to, import_record, new_game, settled, state

pytestmark = pytest.mark.slow
ZONES = "bull-run-1861"
# A place where the piece in question can act, best one where nobody stands.
TARGET = """() => {
  const s = bullrun.session;
  const taken = new Set(s.stacks().map((stack) => stack.place));
  const { subject } = s.pointing;
  const places = [...s.options.targets(subject).keys()].filter((p) => p !== s.placeOf(subject));
  return places.find((p) => !taken.has(p)) ?? places[0];
}"""


def asked_about_one(name: str) -> str:
    """The record of a game that has come to a question where one piece has several places to choose from."""
    game = load_game(name)
    for seed in range(1, 30):
        match = Match.new(game, next(iter(game.scenarios)), key=Random(seed).randbytes(32))
        bots = {side: RandomBot(f"{name} {side} {seed}") for side in game.sides}
        while (decision := match.decision()) is not None:
            asked = {option[:-1] for option in decision.options}
            if len(decision.options) > 2 and len(asked) == 1 and len(asked.pop()) > 1:
                return match.record.to_text(with_key=True)
            match.submit(decision.owner, bots[decision.owner].choose(Seat(game, match.position, decision)))
    raise AssertionError(f"{name}: no piece is asked where")


def to_the_question(page: Page, game: str) -> tuple[dict[str, Any], str]:
    """At a question about one piece: what the page knows, and a place that is an answer."""
    import_record(page, asked_about_one(game))
    board(page)
    now = settled(page)
    assert now is not None
    page.wait_for_function("() => bullrun.session.pointing.selected === bullrun.session.pointing.subject")
    return now, page.evaluate(TARGET)


def expect_taken(page: Page, now: dict[str, Any]) -> None:
    """The click was an answer; where it can mean several, or cannot be taken back, it is asked which."""
    page.wait_for_function(
        """(seen) => {
          const s = window.bullrun?.session;
          return document.querySelector(".handover") || s?.view?.seen > seen || s?.menu || s?.confirming;
        }""",
        arg=now["seen"],
    )
    expect(page.get_by_role("dialog", name="Not possible")).to_have_count(0)


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_an_answer_is_taken_after_the_piece_in_question_was_let_go(page: Page, game: str, by: str) -> None:
    now, place = to_the_question(page, game)
    page.keyboard.press("Escape")
    page.wait_for_function("() => bullrun.session.pointing.selected === null")
    # What can be clicked shows.
    assert place in page.evaluate("() => [...bullrun.board.state.lit.reach.keys()]")
    if by == "mouse":
        click_place(page, place)
    else:
        go_to(page, place)
        page.keyboard.press("Enter")
    expect_taken(page, now)


def test_the_first_question_of_1861_is_answered_after_a_hint_and_escape(page: Page) -> None:
    new_game(page, ZONES, {"Union": "Me", "Confederate": "Me"})
    board(page)
    now = settled(page)
    assert now is not None
    page.get_by_role("button", name="Hint").first.click()
    expect(page.locator(".hints li").first).to_be_visible()
    page.keyboard.press("Escape")
    page.wait_for_function("() => bullrun.session.pointing.selected === null")
    page.get_by_role("button", name="All stand as shown").click()
    page.wait_for_function("(seen) => bullrun.session.view.seen > seen", arg=now["seen"])
    assert page.evaluate("() => bullrun.session.view.undo.tail.at(-1)") == "stand as-they-stand"


@pytest.mark.parametrize("game", game_ids())
def test_an_answer_is_taken_while_another_piece_is_looked_at(page: Page, game: str) -> None:
    now, place = to_the_question(page, game)
    other = page.evaluate(
        """(place) => {
          const s = bullrun.session;
          const id = Object.keys(s.view.pieces).find((id) =>
            !s.options.byPiece.has(id) && s.ground.has(s.placeOf(id) ?? "") && s.placeOf(id) !== place &&
            !s.options.targets(s.pointing.subject).has(s.placeOf(id)));
          s.pointing.select(id);
          return id;
        }""",
        place,
    )
    assert page.evaluate("() => bullrun.session.pointing.selected") == other
    click_place(page, place)
    expect_taken(page, now)


@pytest.mark.parametrize("game", ["bull-run-1983", "secession-1862"])
@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_a_place_that_several_pieces_can_reach_asks_which(page: Page, game: str, by: str) -> None:
    new_game(page, game, {"Union": "Me", "Confederate": "Me"})
    board(page)
    now = settled(page)
    assert now is not None and now["selected"] is None
    place, pieces = page.evaluate(
        """() => {
          const s = bullrun.session;
          const taken = new Set(s.stacks().map((stack) => stack.place));
          for (const [place, options] of s.options.byPlace) {
            const pieces = new Set(options.filter((o) => o.place === place).flatMap((o) => o.pieces));
            if (pieces.size > 1 && !taken.has(place)) return [place, [...pieces]];
          }
        }"""
    )
    if by == "mouse":
        click_place(page, place)
    else:
        go_to(page, place)
        page.keyboard.press("Enter")
    menu = page.locator(".pop .menu button")
    expect(menu).to_have_count(len(pieces))
    if by == "mouse":
        menu.nth(1).click()
    else:
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    page.wait_for_function("() => bullrun.session.pointing.selected")
    chosen = page.evaluate("() => bullrun.session.pointing.selected")
    assert chosen in pieces
    # The way is shown before it is gone.
    assert page.evaluate("() => bullrun.session.pointing.preview") == place
    here = state(page)
    assert here is not None and here["seen"] == now["seen"]
    if by == "mouse":
        click_place(page, place)
    else:
        page.keyboard.press("Enter")
    if page.locator(".pop .menu button").count():
        page.keyboard.press("Enter")
    page.wait_for_function("(seen) => bullrun.session.view.seen > seen", arg=now["seen"])
    assert chosen in page.evaluate("() => bullrun.session.view.undo.tail.at(-1)").split(" ")
