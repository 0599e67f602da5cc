"""The odds of an attack are on the page before anybody commits to it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bullrun.engine.action import Action
from bullrun.engine.match import Match
from bullrun.games.registry import load_game
from tests.browser.driving import board, import_record, settled

PANEL = "Before you commit"
HOVER = """() => {
  const s = bullrun.session;
  const option = s.options.all.find((o) => o.place && s.view.decision.words[o.text]?.fight);
  s.pointing.select(option.pieces[0]);
  s.board.frameOn([option.place, s.placeOf(option.pieces[0])]);
  return option.place;
}"""
POINT = """(place) => {
  const box = document.querySelector("canvas").getBoundingClientRect();
  const [x, y] = bullrun.board.screenOf(place);
  return [box.left + x, box.top + y];
}"""


def record_up_to(name: str, wanted: Callable[[list[Action]], bool]) -> str:
    """A running game that has come to a question with such options."""
    game = load_game(name)
    for seed in range(40):
        random = Random(seed)
        match = Match.new(game, next(iter(game.scenarios)), key=random.randbytes(32))
        while (decision := match.decision()) is not None:
            options = list(decision.options)
            if wanted(options):
                return match.record.to_text(with_key=True)
            attacks = [option for option in options if option[0] == "attack"]
            match.submit(decision.owner, random.choice(attacks or options))
    raise AssertionError(f"{name}: no game came to such a question")


def verbs(options: list[Action], *known: str) -> list[Action]:
    """The options with these verbs."""
    return [option for option in options if option[0] in known]


def opened(page: Page, text: str) -> dict[str, Any]:
    """The board of an imported game, with somebody to act."""
    import_record(page, text)
    board(page)
    now = settled(page)
    assert now is not None
    return now


@pytest.mark.parametrize("name", ["bull-run-1861", "secession-1862"])
def test_the_odds_stand_there_before_an_attack_is_prepared(page: Page, name: str) -> None:
    opened(page, record_up_to(name, lambda options: bool(verbs(options, "attack"))))
    place = page.evaluate(HOVER)
    page.mouse.move(*page.evaluate(POINT, place))
    panel = page.get_by_role("region", name=PANEL)
    expect(panel).to_contain_text("For you")
    expect(panel).to_contain_text("Defenders")
    expect(panel.locator(".out li")).to_have_count(4)


@pytest.mark.parametrize(("name", "verb"), [("bull-run-1861", "strike"), ("secession-1862", "resolve")])
def test_each_combat_shows_its_odds_before_it_is_chosen(page: Page, name: str, verb: str) -> None:
    opened(page, record_up_to(name, lambda options: len(verbs(options, verb)) > 1))
    panel = page.get_by_role("region", name=PANEL)
    expect(panel.locator(".out li")).to_have_count(4)
    choices = panel.get_by_role("group", name="Which combat to look at").get_by_role("button")
    before = panel.inner_text()
    choices.nth(1).focus()
    expect(choices.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(panel.locator(".out li")).to_have_count(4)
    assert panel.inner_text() != before


def test_a_single_combat_shows_its_odds_at_once(page: Page) -> None:
    def single(options: list[Action]) -> bool:
        return len(verbs(options, "strike", "sweep")) == 1

    opened(page, record_up_to("bull-run-1861", single))
    expect(page.get_by_role("region", name=PANEL).locator(".out li")).to_have_count(4)
