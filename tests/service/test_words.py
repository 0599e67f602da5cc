"""Words a player reads: of options among thousands, of battles and luck in the report, of a game given up."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from bullrun.engine.action import Action
from bullrun.engine.decision import Fight, Said, SetOptions
from bullrun.engine.events import Event
from bullrun.engine.match import Match
from bullrun.engine.vocabulary import LOSS, MARCH
from bullrun.games.registry import load_game
from bullrun.service.library import book
from bullrun.service.outgoing import (
    MOST_WORDED,
    bundled,
    event_lines,
    options_to_word,
    said_view,
    with_warning,
)


def test_of_many_options_the_rarer_verbs_have_words() -> None:
    moves = [("move", f"unit-{i}", "A1") for i in range(MOST_WORDED + 1)]
    rare = [("form", "Howard", "3-Me", "4-Me"), ("form", "Howard", "3-Me", "2-Vt"), ("end",)]
    assert set(options_to_word([*moves, *rare])) == set(rare)
    assert list(options_to_word(moves[:5])) == moves[:5]


def spelled(options: list[Action]) -> tuple[list[Action], list[list[Any]]]:
    """Options in bundles the slow way: every one is looked at."""
    sharing: dict[Action, list[Action]] = {}
    for option in options:
        sharing.setdefault(option[:-1], []).append(option)
    plain = [option for option in options if len(option) < 3]
    plain += [alike[0] for prefix, alike in sharing.items() if len(prefix) > 1 and len(alike) == 1]
    groups = [
        [" ".join(prefix), [option[-1] for option in alike]]
        for prefix, alike in sharing.items()
        if len(prefix) > 1 and len(alike) > 1
    ]
    return plain, groups


NAMES = ("", "A1", "A2", "A3", "A4")
WORDS = st.sampled_from(["move", "turn", "Howard", "Keyes", *NAMES[1:]])
PLAIN = st.lists(st.lists(WORDS, min_size=1, max_size=4).map(tuple), max_size=4, unique=True)
GROUPS = st.dictionaries(
    st.lists(WORDS, min_size=1, max_size=3).map(tuple), st.integers(0, 15).map(lambda members: members << 1)
)


@given(before=PLAIN, groups=GROUPS, after=PLAIN)
def test_options_of_a_set_are_bundled_as_if_each_was_looked_at(
    before: list[Action], groups: dict[Action, int], after: list[Action]
) -> None:
    options = SetOptions(
        NAMES, dict(zip(NAMES, range(5), strict=True)).get, list(groups.items()), before, after
    )
    assert bundled(options) == bundled(list(options)) == spelled(list(options))


def test_an_option_that_rolls_dice_at_once_asks_first_and_names_the_fight() -> None:
    game = load_game("bull-run-1983")
    rules = game.rules("july-21", {})
    sides = {"attackers": ["USA-I-B-2NH"], "defenders": ["CSA-I-EV-4SC"]}
    facts = {"battle": "assault", **sides, "at": ["T4"], "attack": "2", "defense": "1", "odds": "2-1"}
    battle = Event("battle", "7.2", facts, (0, 0))
    asked = with_warning(game, rules, Said("2 NH attacks"), [battle])
    assert (asked.says, asked.rule) == ("2 NH attacks", "7.2")
    assert asked.fight == Fight(("USA-I-B-2NH",), ("CSA-I-EV-4SC",), kind="assault")
    assert asked.confirm == f"The dice are rolled at once. {game.table.words(rules, battle)}"
    assert said_view(asked) == {
        "says": "2 NH attacks", "confirm": asked.confirm, "rule": "7.2", "fight": {**sides, "kind": "assault"}
    }  # fmt: skip
    assert with_warning(game, rules, Said("End"), [Event("hopeless", "7.3", {}, (0, 0))]).fight is None
    assert said_view(with_warning(game, rules, Said("End"), [])) == {"says": "End"}


def test_each_line_says_what_it_shows_and_the_book_what_verbs_do() -> None:
    game = load_game("bull-run-1983")
    rules = game.rules("july-21", {})
    facts = {"piece": "USA-I-B-2NH", "start": "T4", "to": "T6", "path": ["T4", "T5", "T6"]}
    (line,) = event_lines(game, rules, [Event("retreated", "7.8", facts, (0, 0))], "union")
    assert line["shows"] == {
        "places": ["T6", "T4"], "path": ["T4", "T5", "T6"], "pieces": ["USA-I-B-2NH"]
    }  # fmt: skip
    assert line["facts"] == facts, "the page still reads them"
    lost = {"piece": "USA-I-B-2NH", "at": "T4", "fate": "out of the game"}
    (line,) = event_lines(game, rules, [Event("eliminated", "7.7", lost, (0, 0))], "union")
    assert line["shows"]["tone"] == LOSS
    (line,) = event_lines(game, rules, [Event("trestle_destroyed", "11.1", {"at": "T4"}, (0, 0))], "union")
    assert line["shows"] == {"places": ["T4"]}
    verbs = book(game)["verbs"]
    assert verbs["move"] == [{"does": MARCH, "nouns": ("piece", "place"), "says": "Move {0} to {1}"}]
    assert [form["nouns"] for form in verbs["place"]] == [("piece", "place"), ("piece", "word", "place")]


@pytest.mark.parametrize("name", ["bull-run-1861", "secession-1862"])
def test_the_report_tells_how_battles_ended_and_whose_luck_it_was(client: TestClient, name: str) -> None:
    game, random = load_game(name), Random(4)
    match = Match.new(game, next(iter(game.scenarios)), key=random.randbytes(32))
    while (decision := match.decision()) is not None:
        attacks = [option for option in decision.options if option[0] in ("attack", "strike")]
        match.submit(decision.owner, random.choice(attacks or list(decision.options)))
    made = client.post("/api/games/import", json={"record": match.record.to_text(with_key=True)}).json()
    report = client.get(f"/api/games/{made['id']}/report").json()
    assert report["battles"] and all(battle["won"] in (True, False) for battle in report["battles"])
    assert {line["side"] for line in report["luck"]} == set(game.sides)
    index = client.get(f"/api/games/{made['id']}/replay").json()
    assert len(index["battles"]) == len(report["battles"])


def test_zones_are_called_by_their_names_in_the_log_and_the_lobby(client: TestClient) -> None:
    game = load_game("secession-1862")
    match = Match.new(game, "29-august", key=Random(1).randbytes(32))
    while (decision := match.decision()) is not None and decision.options[0][0] != "enter":
        match.submit(decision.owner, decision.options[0])
    assert decision is not None
    match.submit(decision.owner, ("enter", "Sigel", "16", "13"))
    text = match.record.to_text(with_key=True)
    made = client.post("/api/games/import", json={"record": text}).json()
    says = "Sigel enters by Sudley road (E) (16) and goes to zone 13."
    index = client.get(f"/api/games/{made['id']}/replay").json()
    last = len(index["steps"]) - 1
    steps = client.get(f"/api/games/{made['id']}/replay/steps?first={last - 1}&last={last}").json()["steps"]
    assert says in [line["says"] for line in steps[-1]["events"]]
    (card,) = client.get("/api/games").json()["games"]
    assert says in card["summary"]["last"]


def test_options_call_zones_by_their_names_and_dice_by_their_faces() -> None:
    later = load_game("secession-1862")
    position = later.start("29-august", {})
    assert later.table.option(position, ("move", "Pender", "84")).says == "Move Pender to Chinn Ridge (84)"
    assert later.table.option(position, ("move", "Pender", "183")).says == "Move Pender to zone 183"
    assert later.table.option(position, ("roll", "5")).says == "Roll 5"  # there is a zone 5
    earlier = load_game("bull-run-1861")
    position = earlier.start("historical", {})
    assert earlier.table.option(position, ("move", "Evans", "Z44")).says == "Move Evans to Dogan Ridge (Z44)"
