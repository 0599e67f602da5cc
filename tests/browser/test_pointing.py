"""Fingers and mice: a piece tapped across the map, the panel's buttons, questions about one piece."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from bullrun.bots import Seat, make_bot
from bullrun.engine.match import Match
from bullrun.games.registry import load_game
from tests.browser.conftest import WAIT, Server
from tests.browser.driving import board, import_record, new_game, settled, spot, state

pytestmark = pytest.mark.slow
HEXES = "bull-run-1983"
ZONES = "bull-run-1861"
# A piece of the decision's owner that can march to a place where nobody stands, and that place.
MARCH = """() => {
  const s = bullrun.session;
  const taken = new Set(s.stacks().map((stack) => stack.place));
  for (const o of s.options.all) {
    const from = s.placeOf(o.pieces[0] ?? "");
    if (o.verb !== "move" || !o.place || taken.has(o.place) || !s.ground.has(from ?? "")) continue;
    if (from === o.place || s.options.byPiece.size > 1 && s.pointing.subject) continue;
    return { piece: o.pieces[0], from, to: o.place };
  }
  return null;
}"""


@pytest.fixture
def phone(chromium: Browser, server: Server) -> Iterator[Page]:
    context = chromium.new_context(
        base_url=server.url,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    )
    context.set_default_timeout(WAIT)
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    yield page
    context.close()
    assert not troubles, troubles


def to_a_march(page: Page, game: str) -> dict[str, Any]:
    """Both sides at one screen, played on until somebody on the map can march."""
    new_game(page, game, {"Union": "Me", "Confederate": "Me"})
    board(page)
    for _ in range(80):
        now = settled(page)
        assert now is not None
        march: dict[str, Any] | None = page.evaluate(MARCH)
        if march:
            page.evaluate(
                """({ from, to }) => {
                  bullrun.session.pointing.select(null);
                  bullrun.board.frameOn([from, to], false);
                }""",
                march,
            )
            return {**now, **march}
        page.evaluate("() => bullrun.session.act(bullrun.session.options.all[0].text)")
        page.wait_for_function("(seen) => window.bullrun?.session?.view?.seen > seen", arg=now["seen"])
    raise AssertionError(f"nobody marches in {game}")


def tap(page: Page, place: str) -> None:
    page.touchscreen.tap(*spot(page, place))


@pytest.mark.parametrize("game", [HEXES, ZONES, "secession-1862"])
def test_two_taps_move_a_piece(phone: Page, game: str) -> None:
    now = to_a_march(phone, game)
    tap(phone, now["from"])
    phone.wait_for_function("() => bullrun.session.pointing.selected")
    for _ in range(12):
        if phone.evaluate("() => bullrun.session.pointing.selected") == now["piece"]:
            break
        phone.wait_for_timeout(300)
        tap(phone, now["from"])
    assert phone.evaluate("() => bullrun.session.pointing.selected") == now["piece"]
    tap(phone, now["to"])
    phone.wait_for_function("(to) => bullrun.session.pointing.preview === to", arg=now["to"])
    expect(phone.locator("#question .acts .btn.pri")).to_be_visible()
    phone.wait_for_timeout(400)
    here = state(phone)
    assert here is not None and here["seen"] == now["seen"]
    assert phone.evaluate("() => bullrun.session.pointing.preview") == now["to"]
    tap(phone, now["to"])
    if phone.evaluate("() => !!bullrun.session.pointing.menu"):
        phone.locator(".pop .menu button").first.tap()
    phone.wait_for_function("({ piece, to }) => bullrun.session.placeOf(piece) === to", arg=now)


def test_the_button_that_a_tap_brings_moves_the_piece(phone: Page) -> None:
    now = to_a_march(phone, HEXES)
    phone.evaluate("(piece) => bullrun.session.pointing.select(piece)", now["piece"])
    tap(phone, now["to"])
    phone.locator("#question .acts .btn.pri").tap()
    phone.wait_for_function("({ piece, to }) => bullrun.session.placeOf(piece) === to", arg=now)


@pytest.mark.parametrize("game", [HEXES, ZONES])
def test_a_mouse_reaches_the_buttons_of_the_panel(page: Page, game: str) -> None:
    now = to_a_march(page, game)
    page.evaluate("(piece) => bullrun.session.pointing.select(piece)", now["piece"])
    page.mouse.move(*spot(page, now["to"]))
    go = page.locator("#question .acts .btn.pri")
    expect(go).to_be_visible()
    box = go.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 12, box["y"] + box["height"] / 2)
    page.mouse.move(box["x"] + 20, box["y"] + box["height"] / 2, steps=3)
    expect(go).to_be_visible()
    expect(page.get_by_role("button", name="Add waypoint")).to_be_visible()
    page.mouse.down()
    page.mouse.up()
    page.wait_for_function("({ piece, to }) => bullrun.session.placeOf(piece) === to", arg=now)


def test_escape_and_another_place_end_a_preview(page: Page) -> None:
    now = to_a_march(page, HEXES)
    page.evaluate("(piece) => bullrun.session.pointing.select(piece)", now["piece"])
    page.mouse.move(*spot(page, now["to"]))
    page.wait_for_function("(to) => bullrun.session.pointing.preview === to", arg=now["to"])
    page.keyboard.press("Escape")
    page.wait_for_function("() => bullrun.session.pointing.preview === null")
    assert page.evaluate("() => bullrun.session.pointing.selected") == now["piece"]


def about_one(page: Page) -> dict[str, Any]:
    """To a short question about one piece, with its piece taken up."""
    new_game(page, ZONES, {"Union": "Me", "Confederate": "Me"})
    board(page)
    for _ in range(80):
        now = settled(page)
        assert now is not None
        if page.evaluate("() => bullrun.session.options.all.every((o) => o.verb === 'face')"):
            return now
        page.evaluate("() => bullrun.session.act(bullrun.session.options.all[0].text)")
        page.wait_for_function("(seen) => window.bullrun?.session?.view?.seen > seen", arg=now["seen"])
    raise AssertionError("no piece is asked which way it faces")


def test_a_question_about_one_piece_keeps_its_answers_and_keys(page: Page) -> None:
    now = about_one(page)
    page.wait_for_function("() => bullrun.session.pointing.selected === bullrun.session.pointing.subject")
    answers = page.locator("#question .acts > button:not(.ghost)")
    expect(answers).to_have_count(min(now["total"], 8))
    expect(answers.first.locator("kbd")).to_have_text("1")
    expect(page.locator(".legend")).to_be_hidden()
    seen_places = page.evaluate(
        """() => {
          const s = bullrun.session, places = [...s.options.targets(s.pointing.subject).keys()];
          return places.filter((p) => bullrun.board.isInView(p)).length / places.length;
        }"""
    )
    assert seen_places > 0.5
    page.locator("body").press("1")
    page.wait_for_function("(seen) => bullrun.session.view.seen > seen", arg=now["seen"])


def test_facing_is_an_arrow_and_no_second_counter(page: Page) -> None:
    about_one(page)
    place = page.evaluate(
        "() => [...bullrun.session.options.targets(bullrun.session.pointing.subject).keys()][0]"
    )
    page.mouse.move(*spot(page, place))
    page.wait_for_function("(place) => bullrun.session.pointing.preview === place", arg=place)
    page.wait_for_function("() => bullrun.board.state.lit.arrows.length === 1")
    assert page.evaluate("() => bullrun.board.state.lit.ghost") is None
    expect(page.get_by_role("button", name="Add waypoint")).to_have_count(0)


def test_the_way_out_of_a_long_list_is_in_sight(page: Page) -> None:
    new_game(page, ZONES, {"Union": "Me", "Confederate": "Me"})
    board(page)
    for _ in range(80):
        now = settled(page)
        assert now is not None
        if page.evaluate(
            "() => bullrun.session.options.all.length > 9 && bullrun.session.options.texts.has('done')"
        ):
            break
        page.evaluate("() => bullrun.session.act(bullrun.session.options.all[0].text)")
        page.wait_for_function("(seen) => window.bullrun?.session?.view?.seen > seen", arg=now["seen"])
    says = page.evaluate("() => bullrun.session.optionWords(bullrun.session.options.texts.get('done')).says")
    done = page.locator("#question .acts > button", has_text=says)
    expect(done).to_be_visible()
    expect(done.locator("kbd")).to_have_count(1)


def test_a_march_comes_before_other_meanings_of_a_free_place(page: Page) -> None:
    new_game(page, ZONES, {"Union": "Me", "Confederate": "Me"})
    board(page)
    several = """() => {
      const s = bullrun.session;
      if (!s.pointing.subject) return null;
      for (const [place, ways] of s.options.targets(s.pointing.subject))
        if (ways.length > 1 && ways[0].verb !== "move" && ways.some((o) => o.verb === "move") &&
            !s.pointing.isHeldByOther(place)) return place;
      return null;
    }"""
    place = None
    for _ in range(120):
        now = settled(page)
        assert now is not None
        place = page.evaluate(several)
        if place:
            break
        page.evaluate(
            """() => {
              const all = bullrun.session.options.all;
              void bullrun.session.act((all.find((o) => o.verb === "activate") ?? all[0]).text);
            }"""
        )
        page.wait_for_function("(seen) => window.bullrun?.session?.view?.seen > seen", arg=now["seen"])
    assert place
    page.mouse.move(*spot(page, place))
    expect(page.locator("#question .acts .btn.pri")).to_contain_text("Move")
    # What is out of reach is refused as the march that the map draws.
    far = page.evaluate(
        """() => {
          const s = bullrun.session, can = s.options.targets(s.pointing.subject);
          const taken = new Set(s.stacks().map((stack) => stack.place));
          return s.ground.places.map((p) => p.name).find((p) => !can.has(p) && !taken.has(p));
        }"""
    )
    page.evaluate("(far) => bullrun.session.pointing.askWhy(bullrun.session.pointing.subject, far)", far)
    why = page.get_by_role("dialog", name="Not possible")
    expect(why).to_be_visible()
    assert page.evaluate("() => bullrun.session.pointing.why.action").startswith("move ")
    # Undo stands there for the piece that acted last and for no other.
    last = page.evaluate("() => bullrun.session.view.undo.tail.at(-1) ?? ''")
    subject = page.evaluate("() => bullrun.session.pointing.subject")
    expect(why.get_by_role("button", name="Undo")).to_have_count(int(subject in last.split(" ")))
    other = page.evaluate(
        "(last) => Object.keys(bullrun.session.view.pieces).find((id) => !last.split(' ').includes(id))", last
    )
    page.evaluate("([other, far]) => bullrun.session.pointing.askWhy(other, far)", [other, far])
    expect(why.get_by_role("button", name="Undo")).to_have_count(0)


def test_the_next_question_waits_for_the_picture(page: Page) -> None:
    now = to_a_march(page, HEXES)
    question = page.locator("#question h1")
    page.evaluate(
        """() => {
          const { session } = bullrun;
          session.playback.queue.push({ view: session.view, events: [] });
          session.changed();
        }"""
    )
    expect(question).not_to_contain_text(now["question"])
    expect(page.locator("#question .acts")).to_have_count(0)
    page.get_by_role("button", name="Skip", exact=True).click()
    expect(question).to_contain_text(now["question"])


def test_whom_a_brigade_can_strike_is_marked_and_in_view_before_anybody_points(page: Page) -> None:
    game = load_game(ZONES)
    match = Match.new(game, "historical", key=bytes(32))
    bots = {side: make_bot("recruit", f"strike {side}") for side in game.sides}
    aims: list[tuple[str, ...]] = []
    while (decision := match.decision()) is not None:
        aims = [action for action in decision.options if action[0] == "attack"]
        if aims:
            break
        match.submit(decision.owner, bots[decision.owner].choose(Seat(game, match.position, decision)))
    import_record(page, match.record.to_text())
    board(page)
    now = settled(page)
    assert now is not None and now["selected"] == aims[0][1]
    marked, held, seen = page.evaluate(
        """(places) => {
          const s = bullrun.session;
          const held = places.filter((place) => s.pointing.isHeldByOther(place));
          return [[...s.board.state.lit.targets], held, s.board.isInView(s.placeOf(s.pointing.selected))];
        }""",
        [action[2] for action in aims],
    )
    assert held and set(held) <= set(marked)
    assert seen
