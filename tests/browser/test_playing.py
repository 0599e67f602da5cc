"""What a player touches: why-not, undo, reload, two windows, a killed server, replay, branches, odds."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from bullrun.bots import Seat, make_bot
from bullrun.engine.action import action_text
from bullrun.engine.decision import Decision
from bullrun.engine.match import Match
from bullrun.engine.record import OPEN
from bullrun.games.registry import load_game
from tests.browser.conftest import Server
from tests.browser.driving import (
    board,
    clear_duties,
    click_place,
    import_record,
    new_game,
    settled,
    spot,
    state,
)
from tests.cases import asking

pytestmark = pytest.mark.slow
HEXES = "bull-run-1983"


def solo(page: Page, game: str = HEXES, **options: str) -> dict[str, Any]:
    """Both sides at one screen, at the first decision."""
    new_game(page, game, {"Union": "Me", "Confederate": "Me"}, **options)
    board(page)
    now = settled(page)
    assert now is not None
    return now


def first_move(page: Page, now: dict[str, Any]) -> dict[str, Any]:
    """Move the first piece that can go somewhere, by two clicks."""
    page.evaluate("(id) => bullrun.session.pointing.select(id)", now["mover"])
    here = state(page)
    assert here is not None
    click_place(page, here["to"])
    if page.locator(".pop .menu button").count():
        page.locator(".pop .menu button").first.click()
    page.wait_for_function("(seen) => bullrun.session.view.seen > seen", arg=now["seen"])
    after = settled(page)
    assert after is not None
    return after


def test_the_board_is_painted_and_the_question_asked(page: Page) -> None:
    now = solo(page)
    assert now["mine"] and now["total"] > 100
    page.wait_for_function(
        """() => {
          const canvas = document.querySelector(".board canvas");
          const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
          const colours = new Set();
          for (let i = 0; i < data.length; i += 388) colours.add(data.slice(i, i + 3).join());
          return colours.size > 50;
        }""",
        polling=100,
    )
    expect(page.locator("#question")).to_contain_text(now["question"])


def test_a_click_on_what_is_not_possible_says_why_with_the_rule(page: Page) -> None:
    now = solo(page)
    page.evaluate("(id) => bullrun.session.pointing.select(id)", now["mover"])
    far = page.evaluate(
        """() => {
          const s = bullrun.session, can = s.options.targets(s.pointing.selected);
          const taken = new Set(s.stacks().map((stack) => stack.place));
          return s.ground.places.map((p) => p.name).find((p) => !can.has(p) && !taken.has(p));
        }"""
    )
    click_place(page, far)
    why = page.get_by_role("dialog", name="Not possible")
    expect(why).to_be_visible()
    expect(why.locator(".chip.rule")).to_have_text(re.compile(r"\d"))
    assert len(why.locator("p").nth(1).inner_text()) > 10
    after = state(page)
    assert after is not None and after["seen"] == now["seen"]
    page.keyboard.press("Escape")
    expect(why).to_have_count(0)


def test_a_piece_dropped_where_it_may_not_go_returns_with_the_reason(page: Page) -> None:
    now = solo(page)
    far = page.evaluate(
        """(id) => {
          const s = bullrun.session, can = s.options.targets(id);
          const at = s.ground.get(s.placeOf(id)).centre;
          const away = (p) => Math.hypot(p.centre[0] - at[0], p.centre[1] - at[1]);
          const near = s.ground.places.filter((p) => !can.has(p.name) && p.name !== s.placeOf(id));
          return near.sort((a, b) => away(a) - away(b))[0].name;
        }""",
        now["mover"],
    )
    page.evaluate("(names) => bullrun.board.frameOn(names, false)", [now["from"], far])
    page.evaluate("(id) => bullrun.session.pointing.select(id)", now["mover"])
    x, y = spot(page, now["from"])
    to = spot(page, far)
    x, y = spot(page, now["from"])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to[0]) / 2, (y + to[1]) / 2, steps=4)
    page.mouse.move(*to, steps=4)
    page.mouse.up()
    expect(page.get_by_role("dialog", name="Not possible")).to_be_visible()
    after = state(page)
    assert after is not None and after["seen"] == now["seen"]


def test_a_drag_moves_a_piece_and_undo_brings_it_back(page: Page) -> None:
    now = solo(page)
    page.evaluate("(id) => bullrun.session.pointing.select(id)", now["mover"])
    here = state(page)
    assert here is not None
    page.evaluate("(names) => bullrun.board.frameOn(names, false)", [here["from"], here["to"]])
    to = spot(page, here["to"])
    x, y = spot(page, here["from"])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*to, steps=6)
    page.mouse.up()
    if page.locator(".pop .menu button").count():
        page.locator(".pop .menu button").first.click()
    page.wait_for_function("(seen) => bullrun.session.view.seen > seen", arg=now["seen"])
    page.get_by_role("button", name="Undo", exact=True).first.click()
    page.wait_for_function("(number) => bullrun.session.view.number === number", arg=now["number"])
    assert page.evaluate("(id) => bullrun.session.placeOf(id)", now["mover"]) == now["from"]
    page.keyboard.press("Control+y")
    page.wait_for_function("(number) => bullrun.session.view.number > number", arg=now["number"])


def test_reset_takes_back_the_turn_and_undo_says_why_it_ends(page: Page) -> None:
    now = solo(page)
    first_move(page, now)
    second = settled(page)
    assert second is not None
    first_move(page, second)
    page.get_by_role("button", name="Reset turn").click()
    page.wait_for_function("(number) => bullrun.session.view.number === number", arg=now["number"])
    undo = page.get_by_role("button", name="Undo", exact=True).first
    expect(undo).to_have_attribute("aria-disabled", "true")
    assert (undo.get_attribute("title") or "") != "Undo"


def test_undo_never_crosses_the_other_sides_decision(page: Page) -> None:
    now = solo(page)
    for _ in range(8):
        here = settled(page)
        assert here is not None
        if here["owner"] != now["owner"]:
            break
        clear_duties(page)
        page.evaluate("() => bullrun.session.commit(bullrun.session.options.bare[0], true)")
        page.wait_for_function("(seen) => window.bullrun?.session?.view?.seen > seen", arg=here["seen"])
    here = settled(page)
    assert here is not None and here["owner"] != now["owner"]
    undo = page.get_by_role("button", name="Undo", exact=True).first
    expect(undo).to_have_attribute("aria-disabled", "true")
    number = page.evaluate("() => bullrun.session.view.number")
    reason = undo.get_attribute("title")
    assert reason
    page.keyboard.press("Control+z")
    expect(page.locator(".toast")).to_have_text(reason)
    assert page.evaluate("() => bullrun.session.view.number") == number


def test_a_reload_loses_nothing(page: Page) -> None:
    moved = first_move(page, solo(page))
    page.reload()
    board(page)
    again = settled(page)
    assert again is not None
    assert (again["seen"], again["number"], again["question"]) == (
        moved["seen"],
        moved["number"],
        moved["question"],
    )


def test_a_killed_server_loses_nothing_and_the_page_comes_back(page: Page, server: Server) -> None:
    moved = first_move(page, solo(page))
    server.kill()
    expect(page.get_by_text("Not connected")).to_be_visible()
    server.start()
    page.wait_for_function("() => bullrun.session.link === 'open'", timeout=60_000)
    expect(page.get_by_text("Not connected")).to_have_count(0)
    after = settled(page)
    assert after is not None
    assert (after["seen"], after["number"]) == (moved["seen"], moved["number"])
    first_move(page, after)


def test_two_windows_do_not_corrupt_a_game(page: Page, context: BrowserContext) -> None:
    now = solo(page)
    other = context.new_page()
    other.goto(page.url)
    board(other)
    first_move(page, now)
    other.wait_for_function("(seen) => bullrun.session.view.seen > seen", arg=now["seen"])
    # The other window catches up and can go on.
    follows = settled(other)
    assert follows is not None
    after = first_move(other, follows)
    page.wait_for_function("(seen) => bullrun.session.view.seen >= seen", arg=after["seen"])
    mine = page.evaluate("() => bullrun.session.view.pieces")
    assert mine == other.evaluate("() => bullrun.session.view.pieces")


def test_a_stale_act_is_refused_and_named(page: Page) -> None:
    now = solo(page)
    page.evaluate(
        """async () => {
          const s = bullrun.session, option = s.options.all.find((o) => o.place);
          const token = s.token, act = (seen) => fetch(`/api/games/${s.id}/act`, {
            method: "POST", headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
            body: JSON.stringify({ seen, action: option.text }) });
          await act(s.view.seen);
          window.late = (await (await act(s.view.seen + 500)).json()).error;
        }"""
    )
    page.wait_for_function("() => window.late")
    assert page.evaluate("() => window.late") == "stale"
    assert now["mine"]


def test_the_phase_ends_only_after_a_confirmation(page: Page) -> None:
    solo(page)
    clear_duties(page)
    now = settled(page)
    assert now is not None
    says = page.evaluate("() => bullrun.session.optionWords(bullrun.session.options.bare[0]).says")
    page.locator("#question .acts > button", has_text=says).click()
    confirm = page.get_by_role("alertdialog")
    expect(confirm).to_contain_text("could still act")
    confirm.get_by_role("button", name="Not yet").click()
    expect(confirm).to_have_count(0)
    after = state(page)
    assert after is not None and after["seen"] == now["seen"]


def test_find_goes_to_a_piece_and_names_the_nearest(page: Page) -> None:
    solo(page)
    page.keyboard.press("/")
    finder = page.get_by_role("dialog", name="Find a piece or place")
    finder.get_by_role("textbox").fill("McDowel")
    expect(finder.locator(".pieces button").first).to_contain_text("McDowell")
    finder.get_by_role("textbox").fill("Mcdwell")
    expect(finder).to_contain_text("Nearest: McDowell")


def test_overlays_are_drawn(page: Page) -> None:
    solo(page)
    page.keyboard.press("z")
    page.wait_for_function("() => bullrun.board.state.lit.overlay.size > 10")
    expect(page.get_by_role("status").filter(has_text="Zones of control")).to_be_visible()
    page.keyboard.press("z")
    page.wait_for_function("() => bullrun.board.state.lit.overlay.size === 0")


def test_the_rules_are_at_hand(page: Page) -> None:
    solo(page)
    page.locator("#question .chip.rule").first.click()
    expect(page.get_by_text("Last mattered")).to_be_visible()
    page.get_by_role("button", name="All rules").click()
    page.get_by_role("searchbox", name="Search the rules").fill("ford")
    assert page.locator(".rulelist button").count() > 1


def test_what_the_opponent_did_is_played_back_on_return(page: Page, context: BrowserContext) -> None:
    new_game(page, HEXES, {"Union": "Me", "Confederate": "Me"})
    board(page)
    now = settled(page)
    assert now is not None
    # Another window of the same seat goes on while this one is away.
    address = page.url
    page.goto("/")
    other = context.new_page()
    other.goto(address)
    board(other)
    there = settled(other)
    assert there is not None
    for _ in range(3):
        there = first_move(other, there)
    other.evaluate("(id) => localStorage.setItem(`bullrun.seen.${id}.union`, '0')", address.rsplit("/", 1)[1])
    other.close()
    page.goto(address)
    board(page)
    bar = page.get_by_role("region", name="What happened since your last move")
    expect(bar).to_contain_text("things happened")
    waiting = page.evaluate("() => bullrun.session.playback.queue.length")
    bar.get_by_role("button", name="Step").click()
    page.wait_for_function("(n) => bullrun.session.playback.queue.length < n", arg=waiting)
    bar.get_by_role("button", name="Skip").click()
    expect(bar).to_have_count(0)


def test_replay_steps_both_ways_with_bookmarks(page: Page, finished: dict[str, str]) -> None:
    import_record(page, finished[HEXES])
    board(page)
    page.goto(f"{page.url}/replay#0")
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuenow", "0")
    page.keyboard.press("k")
    page.keyboard.press("k")
    expect(slider).to_have_attribute("aria-valuenow", "2")
    page.keyboard.press("j")
    expect(slider).to_have_attribute("aria-valuenow", "1")
    page.keyboard.press("PageDown")
    expect(slider).not_to_have_attribute("aria-valuenow", "1")
    page.keyboard.press("End")
    last = slider.get_attribute("aria-valuemax")
    assert last
    expect(slider).to_have_attribute("aria-valuenow", last)
    page.keyboard.press("b")
    page.get_by_role("tab", name="Bookmarks").click()
    expect(page.get_by_role("button", name=re.compile("Bookmark at step"))).to_be_visible()
    page.get_by_role("button", name="As Union knew").click()
    expect(page.get_by_text("Replay, as Union knew")).to_be_visible()


def test_a_key_pressed_as_soon_as_the_replay_shows_counts(page: Page, finished: dict[str, str]) -> None:
    import_record(page, finished[HEXES])
    board(page)
    page.add_init_script("""
        new MutationObserver((_, observer) => {
          if (!document.querySelector("[role=slider]")) return;
          observer.disconnect();
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", bubbles: true }));
        }).observe(document, { childList: true, subtree: true });
    """)
    page.goto(f"{page.url}/replay#0")
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuenow", "1")


def attack() -> tuple[Match, Decision]:
    """A match at a moment when an attack is being put together."""
    game = load_game(HEXES)
    match = Match.new(game, "july-21", key=bytes(32))
    bots = {side: make_bot("recruit", f"odds {side}") for side in game.sides}
    while (decision := match.decision()) is not None:
        fight = decision.about.fight
        if fight is not None and fight.attackers and fight.defenders:
            return match, decision
        match.submit(decision.owner, bots[decision.owner].choose(Seat(game, match.position, decision)))
    raise AssertionError("no attack in this game")


def test_the_odds_shown_are_the_umpires(page: Page) -> None:
    match, decision = attack()
    fight = decision.about.fight
    assert fight is not None
    report = asking.combat(
        match.game, match.position, [*fight.attackers, *fight.support], list(fight.defenders)
    )
    import_record(page, match.record.to_text())
    board(page)
    settled(page)
    panel = page.get_by_role("region", name="Before you commit")
    expect(panel.locator(".out li").first).to_be_visible()
    shown = sorted(panel.locator(".out .p").all_inner_texts())
    assert shown == sorted(f"{float(Fraction(chance)) * 100:.1f}%" for chance in report["results"].values())
    expect(panel).to_contain_text(f"{report['attack']} against {report['defense']}")


def test_a_broken_import_names_its_line_and_keeps_the_text(page: Page) -> None:
    game = f"game {HEXES} {load_game(HEXES).version}"
    broken = f"bullrun record 1\n{game}\nscenario july-21\ndice typed\nbegin\nunion: fly\n"
    import_record(page, broken)
    expect(page.get_by_role("alert")).to_contain_text("line 6")
    assert page.get_by_role("textbox", name="Record").input_value() == broken


def test_an_unknown_game_is_named(page: Page) -> None:
    page.goto("/g/0123456789")
    expect(page.get_by_role("alert")).to_contain_text("no game")


def test_an_address_of_nothing_says_so(page: Page) -> None:
    for address in ("/g/nonsense", "/g/abcdef", "/what/ever"):
        page.goto(address)
        expect(page.get_by_role("alert")).to_contain_text(re.compile("No game|no game|No page"))
        expect(page.get_by_role("alert")).not_to_contain_text("pattern")
        expect(page.get_by_role("link", name="Lobby")).to_be_visible()


def test_a_newcomer_is_offered_a_first_game(page: Page) -> None:
    nothing = {"games": [], "now": 0}

    def empty(route: Route) -> None:
        route.fulfill(json=nothing) if route.request.method == "GET" else route.continue_()

    page.route("**/api/games", empty)
    page.goto("/")
    first = page.get_by_role("region", name="Your first game")
    expect(first).to_contain_text("recruit")
    first.get_by_role("button", name="Start").click()
    now = board(page)
    assert now["mine"], "the first question is the newcomer's"


def test_a_phase_that_cannot_end_says_what_is_missing(page: Page) -> None:
    new_game(page, "bull-run-1983", {"Union": "Me", "Confederate": "Me"})
    board(page)
    settled(page)
    expect(page.locator("#question")).to_contain_text("Reinforcements must enter before the phase ends.")
    page.locator(".tray").get_by_role("button", name="4 Mich, infantry").click()
    click_place(page, "U13")
    expect(page.locator(".pop.why")).to_contain_text("MP; ")
    page.evaluate("() => bullrun.session.act('enter USA-I-W-4Mich CCC35')")
    expect(page.locator("#question")).to_contain_text("Or end the Movement phase.")
    # A piece in hand does not hide the way on.
    assert page.evaluate("() => bullrun.session.pointing.selected")
    expect(page.locator("#question").get_by_role("button", name="End the Movement phase")).to_be_visible()


LAST = ("with", "commit", "end-declaration", "end-movement")
"""What may be the last thing to decide before a battle."""


def before_a_battle() -> tuple[Match, str]:
    """A match at a decision that one answer of which leads straight to a die, and that answer."""
    match = Match.new(load_game(HEXES), "july-21", key=bytes(32))
    bots = {side: make_bot("captain", f"{side} 4") for side in match.game.sides}
    for _ in range(900):
        decision = match.decision()
        assert decision is not None
        for action in (action for action in decision.options if action[0] in LAST):
            if match.game.table.sets_off(match.position, action):
                return match, " ".join(action)
        match.submit(decision.owner, bots[decision.owner].choose(Seat(match.game, match.position, decision)))
    raise AssertionError("no battle in this game")


def test_no_die_falls_before_the_odds_were_shown(page: Page) -> None:
    match, answer = before_a_battle()
    import_record(page, match.record.to_text())
    board(page)
    now = settled(page)
    assert now is not None
    page.evaluate("(text) => bullrun.session.commit(bullrun.session.options.texts.get(text))", answer)
    asked = page.get_by_role("alertdialog")
    expect(asked).to_contain_text(
        re.compile(r"The dice are rolled at once\. Battle in .* against .* to .*\d-\d")
    )
    # The chances of just that battle stand beside the question.
    expect(page.get_by_role("region", name="Before you commit").locator(".out li").first).to_be_visible()
    asked.get_by_role("button", name="Not yet").click()
    expect(asked).to_have_count(0)
    assert page.evaluate("() => bullrun.session.view.seen") == now["seen"], "nothing was sent"
    page.evaluate("(text) => bullrun.session.commit(bullrun.session.options.texts.get(text))", answer)
    asked.locator(".btn.pri").click()
    # The next to decide may be the other side, whose board is opened anew.
    fought = "(seen) => document.querySelector('.handover') || window.bullrun?.session?.view?.seen > seen"
    page.wait_for_function(fought, arg=now["seen"])


def before_combat_dice(seed: int) -> tuple[str, str, str] | None:
    """A game of Bull Run 1861 just before the dice of a battle: its record, the action that brings them, the
    zone. The same player has the next two acts, the first of them without dice. The dice are open, for sealed
    ones are drawn anew by the house that takes the record."""
    game = load_game("bull-run-1861")
    match = Match.new(game, "historical", dice=OPEN, key=Random(seed).randbytes(32))
    bots = {side: make_bot("recruit", f"dice {side} {seed}") for side in game.sides}
    while (decision := match.decision()) is not None:
        record = match.record.to_text(with_key=True)
        chosen = bots[decision.owner].choose(Seat(game, match.position, decision))
        match.submit(decision.owner, chosen)
        results = [event for event in match.steps[-1].events if event.kind == "combat_result"]
        after = match.decision()
        if not results or after is None or after.owner != decision.owner:
            continue
        match.submit(after.owner, after.options[0])
        last = match.decision()
        if last is not None and last.owner == after.owner and len(match.steps[-1].entries) == 1:
            return record, action_text(chosen), results[0].facts["zones"][0]
    return None


def test_the_dice_of_a_battle_lie_on_its_zone_until_the_next_act(page: Page) -> None:
    record, action, zone = next(found for seed in range(20) if (found := before_combat_dice(seed)))
    import_record(page, record)
    board(page)
    now = settled(page)
    assert now is not None
    page.evaluate("(action) => bullrun.session.act(action)", action)
    tag = page.wait_for_function("(zone) => bullrun.board.state.lit.tags.get(zone)?.text", arg=zone)
    dice = page.evaluate(
        "() => bullrun.session.log.findLast((line) => line.kind === 'combat_result').facts.dice"
    )
    assert " ".join(map(str, dice)) in tag.json_value()
    expect(page.locator("ol.log").first).to_contain_text(f"Dice {dice[0]} and {dice[1]}")
    now = settled(page)
    assert now is not None
    page.evaluate("() => bullrun.session.act(bullrun.session.options.all[0].text)")
    page.wait_for_function(
        """({ seen, zone }) => bullrun.session.view.seen > seen && !bullrun.board.state.lit.tags.has(zone)""",
        arg={"seen": now["seen"], "zone": zone},
    )
