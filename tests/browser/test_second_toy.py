"""A turn of the second toy in a real page: another board than the game's first, key chits, a cup, fog."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import ROOT, WAIT
from tests.browser.driving import board, new_game, settled, state, step_by_mouse

pytestmark = pytest.mark.slow


@pytest.fixture
def page(chromium: Browser, built_client: None, tmp_path: Path) -> Iterator[Page]:
    """A page of a server that knows the toys."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.browser.toy_server", str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        context = chromium.new_context(
            base_url=address, viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
        )
        context.set_default_timeout(WAIT)
        page = context.new_page()
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        yield page
        context.close()
        assert not troubles, troubles
    finally:
        process.kill()
        process.wait()


def test_a_turn_on_the_second_board(page: Page) -> None:
    new_game(page, "cup", {"Blue": "Hot seat", "Red": "Hot seat"}, **{"Up the hill": "Up the hill"})
    board(page)
    first = settled(page)
    assert first is not None and first["owner"] == "blue" and first["question"] == "Which chit is your key?"
    assert page.evaluate("() => bullrun.session.view.board") == "hill"
    assert page.evaluate("() => bullrun.session.ground.has('D6') && !bullrun.session.ground.has('E4')")
    assert page.evaluate("() => bullrun.session.placeOf('B-3')") == "C2"
    fog = False
    for _ in range(60):
        now = settled(page)
        if now is None or now["turn"] != "turn 1":
            break
        hidden = page.evaluate(
            """() => Object.keys(bullrun.session.view.pieces).filter((id) =>
              /storm|ruse/.test(id) && bullrun.session.book.pieces[id].side !== bullrun.session.side)"""
        )
        assert hidden == [], "the other side's chits lie face down"
        fog = fog or page.evaluate("() => bullrun.session.ground.has(bullrun.session.placeOf('Fog') ?? '')")
        step_by_mouse(page, now)
    else:
        raise AssertionError(f"the turn did not end: {state(page)}")
    assert fog, "what belongs to nobody lay on the map"


def test_only_random_is_offered_as_a_bot(page: Page) -> None:
    page.goto("/new")
    page.locator(".box5 [role=radio]").filter(has_text="The Toy Cup").click()
    levels = page.get_by_role("group", name="How strong").or_(page.locator(".opponent .seg"))
    expect(levels.first.get_by_role("button")).to_have_text(["Random"])


def test_standing_answers_are_given_in_the_menu_and_every_page_of_the_seat_sees_them(page: Page) -> None:
    new_game(page, "cup", {"Blue": "Me", "Red": "Bot"})
    board(page)
    settled(page)
    other = page.context.new_page()
    other.goto(page.url)
    board(other)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Standing answers").click()
    window = page.get_by_role("dialog").get_by_role("group", name="Between two draws")
    expect(window.get_by_role("button", name="Ask me")).to_have_attribute("aria-pressed", "true")
    window.get_by_role("button", name="Never").click()
    expect(window.get_by_role("button", name="Never")).to_have_attribute("aria-pressed", "true")
    other.wait_for_function("() => bullrun.session.view.standing.gap.answer === 'never'")
    assert other.evaluate("() => bullrun.session.view.standing.assault.answer") == "ask"
    other.get_by_role("button", name="Menu").click()
    other.get_by_role("button", name="Standing answers").click()
    other.get_by_role("group", name="Between two draws").get_by_role("button", name="Ask me").click()
    expect(window.get_by_role("button", name="Ask me")).to_have_attribute("aria-pressed", "true")
    other.close()


FIGHTING = """() => {
  const { all } = bullrun.session.options;
  const attack = all.find((option) => option.does === "aim");
  return bullrun.session.act((attack ?? all[Math.floor(Math.random() * all.length)]).text);
}"""
LATER = "(n) => document.querySelector('.handover') || bullrun.session.view.number > n"


def test_a_question_can_be_answered_with_never(page: Page) -> None:
    window = "() => bullrun.session.view.decision?.about?.window ?? ''"
    for _ in range(8):
        new_game(page, "cup", {"Blue": "Hot seat", "Red": "Hot seat"}, **{"Up the hill": "Up the hill"})
        board(page)
        while (now := settled(page)) is not None and not page.evaluate(window):
            page.evaluate(FIGHTING)
            page.wait_for_function(LATER, arg=now["number"])
        if now is not None:
            break
    assert now is not None, "nobody was asked"
    asked, side, number = page.evaluate(window), now["owner"], now["number"]
    here = page.locator("#question .standing")
    expect(here.get_by_role("button", name="Ask me")).to_have_attribute("aria-pressed", "true")
    here.get_by_role("button", name="Never").click()
    page.wait_for_function(LATER, arg=number)
    for _ in range(30):
        now = settled(page)
        if now is None:
            break
        assert (now["owner"], page.evaluate(window)) != (side, asked), "asked again"
        step_by_mouse(page, now)


def test_a_chit_in_a_box_is_chosen_by_mouse_and_by_keys(page: Page) -> None:
    new_game(page, "cup", {"Blue": "Hot seat", "Red": "Hot seat"})
    board(page)
    tray = page.get_by_role("region", name="Beside the map")
    expect(tray.get_by_role("group", name="Column shift")).to_be_visible()
    expect(tray.get_by_role("group", name="The cup 3")).to_be_visible()
    mine, theirs = tray.get_by_role("group", name="The chits of Blue"), "face-down counters"
    expect(tray.get_by_role("group", name="The chits of Red").get_by_role("img")).to_have_attribute(
        "aria-label", f"3 {theirs}"
    )
    chit = mine.get_by_role("button", name="Blue's storm, storm")
    expect(chit).to_have_class("face-btn able ")
    number = page.evaluate("() => bullrun.session.view.number")
    chit.click()
    page.wait_for_function(LATER, arg=number)
    now = settled(page)
    assert now is not None and now["owner"] == "red" and now["question"] == "Which chit is your key?"
    own = tray.get_by_role("group", name="The chits of Red").get_by_role("button", name="Red's ruse, ruse")
    own.focus()
    page.keyboard.press("Enter")
    page.wait_for_function(LATER, arg=now["number"])
    now = settled(page)
    assert now is not None and now["question"] != "Which chit is your key?"


def test_what_lies_beside_the_map_can_be_folded_away(page: Page) -> None:
    new_game(page, "cup", {"Blue": "Hot seat", "Red": "Hot seat"})
    board(page)
    settled(page)
    fold = page.locator(".tray-fold")
    expect(fold).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("|")
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(fold).to_contain_text("The cup 3")
    expect(fold).to_contain_text("can act")
    fold.click()
    expect(page.get_by_role("group", name="The cup 3")).to_be_visible()
