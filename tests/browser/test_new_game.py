"""A new game on one screen, what each side plays for, and a set-up that one answer leaves as it stands."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from bullrun.games.registry import load_game
from tests.browser.conftest import whole_game
from tests.browser.driving import _index, board, click_place, go_to, import_record, settled

pytestmark = pytest.mark.slow
HEX, ZONE = "bull-run-1983", "bull-run-1861"


def choose(page: Page, game: str) -> None:
    page.goto("/new")
    page.locator(".box5 [role=radio]").nth(_index(page, game)).click()


def test_every_game_fits_one_screen_and_says_how_it_is_won(page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/new")
    boxes = page.locator(".box5 [role=radio]")
    expect(boxes.first).to_be_visible()
    for box in boxes.all():
        box.click()
        expect(box).to_be_checked()
        assert page.evaluate("document.documentElement.scrollHeight") <= 900, box.inner_text()
        wins = page.get_by_role("region", name="How each side wins")
        for side in ("Union", "Confederate", "Nobody"):
            expect(wins).to_contain_text(f"{side}: ")


@pytest.mark.parametrize("game", [HEX, ZONE])
def test_presets_by_mouse_and_the_start_by_key(page: Page, game: str) -> None:
    choose(page, game)
    presets = page.get_by_role("radiogroup", name="How")
    expect(presets.get_by_role("radio", name="First game")).to_be_checked()
    expect(presets.get_by_role("radio", name="My last choice")).to_be_disabled()
    page.get_by_role("group", name="Level of the Union bot").get_by_role("button", name="Captain").click()
    expect(page.get_by_role("heading", name="How my own choice")).to_be_visible()
    page.locator("details.fold summary", has_text="Where the rulebook is silent").click()
    page.locator("details.fold[open] .opt:not(.on)").first.click()
    expect(page.locator("details.fold[open] summary")).to_contain_text("1 of ")
    presets.get_by_text("As printed").click()
    expect(page.locator("details.fold[open] summary")).to_contain_text("all as we recommend")
    presets.get_by_text("First game").click()
    page.keyboard.press("Enter")
    board(page)
    choose(page, game)
    expect(presets.get_by_role("radio", name="My last choice")).to_be_enabled()


def test_rulings_are_named_by_what_they_do(page: Page) -> None:
    choose(page, "secession-1862")
    page.locator("details.fold summary", has_text="Where the rulebook is silent").click()
    names = page.locator("details.fold[open] .opt b").all_inner_texts()
    assert names and all(len(name.split()) > 2 for name in names), names


@pytest.mark.parametrize("game", [HEX, ZONE])
def test_points_and_what_is_still_needed_are_in_view(page: Page, game: str) -> None:
    choose(page, game)
    page.keyboard.press("Enter")
    board(page)
    strip = page.locator("button.goals")
    expect(strip).to_contain_text("turns left")
    strip.press("Enter")
    goals = page.get_by_role("dialog", name="Who is winning")
    expect(goals).to_contain_text("If it ended now, the Confederate side would win.")
    expect(goals).to_contain_text("needs ")
    goals.get_by_role("button", name="Close").click()
    page.set_viewport_size({"width": 390, "height": 844})
    strip.click()
    expect(goals).to_be_visible()


def test_a_draw_says_why_nobody_wins(page: Page) -> None:
    record = whole_game("secession-1862", 3)
    assert "end draw" in record
    import_record(page, record)
    board(page)
    page.wait_for_function("() => bullrun.session.view.outcome")
    expect(page.locator("#question")).to_contain_text(re.compile(r"needs \d+ more"))


def move_by(page: Page, how: str, place: str) -> None:
    if how == "mouse":
        click_place(page, place)
    else:
        go_to(page, place)
        page.keyboard.press("Enter")


@pytest.mark.parametrize("how", ["mouse", "keys"])
def test_one_answer_leaves_the_set_up_as_it_stands(page: Page, how: str) -> None:
    choose(page, ZONE)
    page.keyboard.press("Enter")
    board(page)
    assert settled(page)
    facing = "() => bullrun.session.view.pieces.Bonham.facing"
    before = page.evaluate(facing)
    # One where nobody stands: in the others a click asks whether another piece is meant.
    neighbour = page.evaluate(
        """() => {
          const s = bullrun.session;
          const taken = new Set(s.stacks().map((stack) => stack.place));
          return [...s.options.targets('Bonham').keys()].find((place) => !taken.has(place));
        }"""
    )
    move_by(page, how, page.evaluate("() => bullrun.session.placeOf('Bonham')"))
    move_by(page, how, neighbour)
    page.wait_for_function(f"(was) => ({facing})() !== was", arg=before)
    assert page.evaluate(facing) == neighbour
    assert settled(page)
    if how == "mouse":
        page.get_by_role("button", name="All stand as shown").click()
    else:
        page.locator("body").press("1")
    page.wait_for_function("() => bullrun.session.view.phase !== 'setup'")


@pytest.mark.parametrize("game", ["bull-run-1983", "bull-run-1861", "secession-1862", "day-was-ours"])
def test_a_first_game_reaches_its_first_move_with_two_answers(game: str) -> None:
    """What a newcomer is asked before pieces move, in the game that he is advised to begin with."""
    found = load_game(game)
    scenario = next(s for s in found.scenarios.values() if s.first)
    position, asked = found.start(scenario.id, scenario.first["options"]), 0
    while True:
        decision = position.decision()
        if found.phase(position)[2] not in ("setup", "set-up", "command decision", "initiative"):
            break
        asked += decision.owner == scenario.first["side"]
        position.apply(decision.options[0])
    assert asked <= 2
