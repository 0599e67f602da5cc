"""Every level finishes every scenario of every game, and no level sees what its side may not know."""

from __future__ import annotations

from random import Random

import pytest

from bullrun.bots import Seat, can_play, make_bot
from bullrun.engine.chance import weighted_index
from bullrun.engine.record import replay
from bullrun.engine.view import hides_from, imagine, see_position
from bullrun.games.registry import game_ids, load_game
from bullrun.lab.play_out import play_out
from tests.cases.asking import decision_seen

SCENARIOS = [(game, scenario) for game in game_ids() for scenario in load_game(game).scenarios]
LEVELS = ["recruit", "captain", "colonel", "general:2"]


@pytest.mark.parametrize(
    ("level", "game", "scenario"),
    [(level, *one) for level in LEVELS for one in SCENARIOS if can_play(load_game(one[0]), level)],
)
def test_every_level_finishes_every_scenario(level, game, scenario):
    """To the end, and by the rules: the record is proved action by action."""
    found = load_game(game)
    # A general against a captain: half the play-outs, and both sides in turn over the scenarios.
    other = "captain" if level.startswith("general") else level
    players = [level, other] if len(scenario) % 2 else [other, level]
    record = play_out(found, scenario, {}, players, "1")[1]
    assert record.result is not None
    *_, last = replay(found, record)
    assert last.position.decision() is None and last.position.state.outcome[0] == record.result[0]


def turned(game):
    """Every option away from its default."""
    return {o.id: next(c.id for c in o.choices if c.id != o.default) for o in game.settings.values()}


@pytest.mark.parametrize(
    ("players", "name"),
    [
        (players, name)
        for players in (["colonel", "captain"], ["recruit", "general:2"])
        for name in game_ids()
        if all(can_play(load_game(name), player) for player in players)
    ],
)
def test_players_finish_a_game_with_every_option_turned(players, name):
    """Whatever is agreed on before the game, a choice of theirs is an option."""
    game = load_game(name)
    record = play_out(game, next(iter(game.scenarios)), turned(game), players, "2")[1]
    assert record.result is not None
    *_, last = replay(game, record)
    assert last.position.decision() is None


# --- what they may not know -----------------------------------------------------------------------------

SETTINGS = [
    ("bull-run-1983", "july-21", {}, ["union"]),
    ("bull-run-1983", "july-21", {"fog-of-war": "on"}, ["union", "confederate"]),
    ("bull-run-1983", "july-20", {"confederate-setup": "free", "fog-of-war": "on"}, ["confederate"]),
    ("day-was-ours", "matthews-hill", {}, ["union", "confederate"]),
]
"""With the sides from which something is hidden when they decide."""
BUSY = {"bull-run-1983": "movement", "day-was-ours": "chit draw"}
"""The phase in which a general has most to think about, where not all are alike."""
BLIND = ["recruit", "captain", "colonel", "general:6"]


def test_the_settings_are_all_games_that_hide_something_from_a_bot_that_thinks():
    games = [load_game(name) for name in game_ids()]
    hiding = {game.id for game in games if game.play.imagine and can_play(game, "captain")}
    assert hiding == {name for name, *_ in SETTINGS}


def moments(name, scenario, options, side, wanted, seed, phase=""):
    """Positions in which the side decides while something is hidden from it. Nobody looks for trouble:
    whoever can passes, so that what lies face down stays so for long; dummies are used."""
    game = load_game(name)
    position = game.start(scenario, options)
    random = Random(seed)
    found = []
    looked = 0
    while (decision := position.decision()) is not None and looked < 600:
        if decision.weights is not None:
            drawn = random.randrange(sum(decision.weights))
            position.apply(decision.options[weighted_index(decision.weights, drawn)])
            continue
        looked += 1
        wanted_now = not phase or game.phase(position)[2] == phase
        if decision.owner == side and wanted_now and hides_from(game, position, side):
            found.append(position.copy())
        options = decision.options
        covering = [option for option in options if option[0] in ("dummy", "hide")]
        quiet = covering or [option for option in options if len(option) == 1] or options
        position.apply(quiet[random.randrange(len(quiet))])
    return [found[n * len(found) // wanted] for n in range(min(wanted, len(found)))]


@pytest.mark.parametrize(
    ("name", "scenario", "options", "blind", "level"),
    [(*one, level) for one in SETTINGS for level in BLIND if can_play(load_game(one[0]), level)],
)
def test_worlds_that_look_the_same_get_the_same_choices(name, scenario, options, blind, level):
    game = load_game(name)
    looked = set()
    thorough = level.startswith("general")
    for side in game.sides:
        for position in moments(
            name, scenario, options, side, 1 if thorough else 6, 3, BUSY.get(name, "") if thorough else ""
        ):
            worlds = [position, *(imagine(game, position, side, Random(seed)) for seed in (1, 2))]
            assert len({str(see_position(game, world, side)) for world in worlds}) == 1
            assert len({str(decision_seen(game, world, side)) for world in worlds}) == 1
            if all(world.state == position.state for world in worlds):
                continue
            looked.add(side)
            choices = {
                make_bot(level, "5").choose(Seat(game, world.copy(), world.decision())) for world in worlds
            }
            assert len(choices) == 1, (side, choices)
    assert looked == set(blind)
