"""The machine on the page: hints on the map, its pace, giving up, and the review of a game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from bullrun.games.registry import load_game
from bullrun.lab.play_out import play_out
from tests.browser.driving import board, new_game, settled

pytestmark = pytest.mark.slow
LONG = 240_000


def begin(page: Page, game: str, seats: dict[str, dict[str, str]]) -> str:
    """A game with these seats, opened at the person's; says its id."""
    page.goto("/")
    made = page.evaluate(
        """async ([game, seats]) => {
          const scenario = (await (await fetch(`/api/library/${game}`)).json()).scenarios[0].id;
          const body = JSON.stringify({ game, scenario, seats });
          const headers = { "content-type": "application/json" };
          const made = await (await fetch("/api/games", { method: "POST", headers, body })).json();
          localStorage.setItem("bullrun.seats", JSON.stringify({ [made.id]: made.tokens }));
          return made;
        }""",
        [game, seats],
    )
    page.goto(f"/g/{made['id']}")
    # Where nobody can sit down the board opens at once.
    board(page)
    return str(made["id"])


def test_a_hint_is_shown_on_the_map_and_taken(page: Page) -> None:
    new_game(page, "secession-1862", {"Union": "Me", "Confederate": "Me"})
    board(page)
    before = settled(page)
    assert before is not None
    page.get_by_role("button", name="Hint", exact=True).click()
    hints = page.get_by_role("region", name="Hints").get_by_role("listitem")
    first = page.locator(".hints ol > li").first
    expect(first).to_be_visible(timeout=LONG)
    assert 1 <= page.locator(".hints ol > li").count() <= 3 and hints.count() >= 1
    first.hover()
    lit = page.evaluate("() => Object.keys(bullrun.session.overlays.data?.places ?? {})")
    assert lit, "its places are washed on the map"
    page.locator("#question").hover()
    assert page.evaluate("() => bullrun.session.overlays.data") is None
    first.get_by_text("Why").click()
    expect(first.locator(".chip.rule").first).to_be_visible()
    first.get_by_role("button", name="Do this").click()
    page.wait_for_function("(seen) => bullrun.session.view.seen > seen", arg=before["seen"])
    # The plan stays, with its next step, until it is let go.
    expect(page.locator(".hints ol")).to_have_count(0)
    plan = page.locator(".hints.course")
    expect(plan.get_by_role("status")).not_to_have_text("…")
    plan.get_by_role("button").first.click()
    expect(page.locator(".hints")).to_have_count(0)


def test_the_bots_are_paused_stepped_and_told_to_go_on(page: Page) -> None:
    begin(
        page,
        "secession-1862",
        {
            "union": {"kind": "bot", "level": "general:900s"},
            "confederate": {"kind": "bot", "level": "recruit"},
        },
    )
    page.get_by_role("button", name="Pause the bots").click()
    expect(page.get_by_text("The bots are paused.")).to_be_visible()
    number = page.evaluate("() => bullrun.session.view.number")
    page.get_by_role("button", name="One decision").click()
    page.get_by_role("button", name="Go on").wait_for()
    page.get_by_role("button", name="Go on").click()
    move = page.get_by_role("button", name="Move now")
    # However long it would think: told to move, it moves.
    for _ in range(40):
        if page.evaluate("() => bullrun.session.view.number") > number:
            break
        if move.count():
            move.click()
        page.wait_for_timeout(500)
    assert page.evaluate("() => bullrun.session.view.number") > number
    assert page.evaluate("() => bullrun.session.view.bots.notice") == ""
    # Nobody looks on any more: it must not think for the rest of the quarter of an hour.
    page.get_by_role("button", name="Pause the bots").click()
    expect(page.get_by_text("The bots are paused.")).to_be_visible()


def test_pausing_the_picture_pauses_the_bots_behind_it(page: Page) -> None:
    bot = {"kind": "bot", "level": "recruit"}
    begin(page, "secession-1862", {"union": bot, "confederate": bot})
    bar = page.get_by_role("region", name="What happened")
    # Far enough behind that a step does not catch up.
    page.wait_for_function("() => bullrun.session.playback.queue.length > 3")
    bar.get_by_role("button", name="Pause", exact=True).click()
    page.wait_for_function("() => bullrun.session.view.bots.paused")
    number = page.evaluate("() => bullrun.session.view.number")
    expect(bar).to_contain_text("left to show")
    # The board lags behind: nobody is told that a bot thinks.
    expect(page.locator("#question")).not_to_contain_text("thinking")
    bar.get_by_role("button", name="Step", exact=True).click()
    page.wait_for_timeout(1500)
    assert page.evaluate("() => bullrun.session.view.number") <= number + 1, "the move on its way, no more"
    bar.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("(n) => bullrun.session.view.number > n + 1", arg=number)
    # Told to rest by name, the bots rest however the picture goes on.
    page.get_by_role("button", name="Pause the bots").click()
    page.wait_for_function("() => bullrun.session.view.bots.paused")
    bar.get_by_role("button", name="Skip", exact=True).click()
    expect(page.get_by_text("The bots are paused.")).to_be_visible()
    expect(page.get_by_role("button", name="One decision")).to_be_visible()
    assert page.evaluate("() => bullrun.session.view.bots.paused")


def test_a_side_gives_up_after_a_last_question(page: Page) -> None:
    new_game(page, "bull-run-1861", {"Union": "Me", "Confederate": "Me"})
    board(page)
    settled(page)
    page.get_by_role("button", name=re.compile("menu", re.IGNORECASE)).last.click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog", name="Give up?").get_by_role("button", name="Play on").click()
    assert page.evaluate("() => bullrun.session.view.outcome") is None
    page.get_by_role("button", name=re.compile("menu", re.IGNORECASE)).last.click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog", name="Give up?").get_by_role("button", name="Resign").click()
    expect(page.locator("#question")).to_contain_text("resigned")


def test_a_file_is_reviewed_with_progress_and_stopped(page: Page) -> None:
    game = load_game("bull-run-1861")
    text = play_out(game, "historical", {}, ["recruit", "recruit"], "3")[1].to_text()
    page.goto("/library")
    page.get_by_role("link", name="Review a file").click()
    file = {"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible(timeout=LONG)
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped. What was found so far stands below.")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("chance to win"))).to_be_visible()
    page.get_by_text("As a table").click()
    expect(page.get_by_role("columnheader", name="95 % interval")).to_be_visible()
