"""5. Command Decision Phase."""

from __future__ import annotations

import json

import pytest

from bullrun.engine.view import SPECTATOR, see_decision, see_events, see_position
from bullrun.games.day_was_ours.game import GAME as DAY
from bullrun.games.day_was_ours.rules.charts import load_roster
from bullrun.games.day_was_ours.rules.hidden import key_of
from bullrun.games.day_was_ours.rules.state import CUP, EXCLUDED_CONFEDERATE, EXCLUDED_UNION, MIX_UNION
from bullrun.games.sides import CONFEDERATE, UNION
from tests.cases.day_was_ours.scene import explain, given, options, play, told

GAME = "day-was-ours"


def phase(*chits, turn="9:00 AM", scenario="whole-battle", **more):
    """The start of a Command Decision Phase; it ends with the phase."""
    if turn in ("12:00 PM", "2:30 PM"):
        chits = (*chits, "USA-chit-Heintzelman in aside")
    position = given(*chits, turn=turn, scenario=scenario, phase="command decision", **more)
    position.state.frames = [("command decision",)]
    return position


def mixed(position, *draws):
    """Draw these chits, Union and Confederate, or the first of what could come."""
    left = list(draws)
    while (decision := position.decision()) is not None:
        wanted = [f"draw {chit}" for chit in left if ("draw", chit) in decision.options]
        action = wanted[0] if wanted else " ".join(decision.options[0])
        left = [chit for chit in left if f"draw {chit}" != action]
        play(position, action)
    assert not left
    return position


def inside(position, box=CUP):
    return {id for number, id in enumerate(load_roster().ids) if position.state.at[number] == box}


KEYS = ("key USA-event-Firefight", "key CSA-event-Rally")


@pytest.mark.rule(GAME, "5.3", "5.2", "16.3.2")
def test_case_146_what_lies_in_the_cup():
    position = mixed(play(phase(), *KEYS))
    assert len(inside(position)) == 12
    assert told(position, "cup_filled") == [{"count": 12}]
    late = ("USA-event-Superior-Artillery-1", "USA-event-Superior-Artillery-2", "USA-event-Low-Ammo")
    position = phase(*(f"{chit} in mix-union" for chit in late), turn="2:30 PM", lull="11:00 AM")
    assert len(inside(mixed(play(position, *KEYS)))) == 14


@pytest.mark.rule(GAME, "5.4", "16.3.12b")
def test_case_184_in_the_lull_rally_alone_joins_the_leaders():
    position = phase(turn="11:00 AM", lull="11:00 AM")
    assert position.decision() is None, "no Key Chit is chosen and nothing is drawn"
    assert inside(position) == {
        "USA-chit-Tyler", "USA-chit-Hunter", "CSA-chit-Beauregard", "CSA-chit-Johnston",
        "USA-event-Rally", "CSA-event-Rally",
    }  # fmt: skip
    assert not position.state.dealt
    position = phase(turn="12:00 PM", lull="11:00 AM")
    assert position.decision() is None and len(inside(position)) == 7, "with Heintzelman"


@pytest.mark.rule(GAME, "5.2r", "5.2")
def test_case_147_regulars_forward_is_the_key_or_lies_aside():
    position = play(phase(), *KEYS)
    drawn = {"USA-event-Blackberries", "USA-event-Command-Confusion", "USA-event-Rally"}
    assert set(options(position)) == {f"draw {chit}" for chit in drawn}
    mixed(position)
    assert len(inside(position, EXCLUDED_UNION) & drawn) == 1
    assert "USA-event-Regulars-Forward" in inside(position, EXCLUDED_UNION)
    position = play(phase(), "key USA-event-Regulars-Forward", KEYS[1])
    assert set(options(position)) == {f"draw {chit}" for chit in drawn | {"USA-event-Firefight"}}


def seen(position, viewer):
    """All that a viewer gets: table, question, log."""
    log = see_events(DAY, position.rules, position.log or (), viewer)
    return json.dumps(
        [
            see_position(DAY, position, viewer),
            {"owner": (see_decision(DAY, position, viewer) or {}).get("owner")},
            [event.to_json() for event in log],
        ]
    )


def steps(key, *draws):
    """What the Confederates and a spectator see at every step of the phase, for a Union key."""
    position = phase()
    found = [(seen(position, "confederate"), seen(position, SPECTATOR))]
    actions = [f"key USA-event-{key}", "key CSA-event-Rally", *(f"draw USA-event-{chit}" for chit in draws)]
    for action in actions:
        play(position, action)
        found.append((seen(position, "confederate"), seen(position, SPECTATOR)))
    confederates = ("draw CSA-event-Firefight", "draw CSA-event-Blackberries")
    for action in confederates:
        play(position, action)
        found.append((seen(position, "confederate"), seen(position, SPECTATOR)))
    return found


@pytest.mark.rule(GAME, "5.5.key", "5.5.regulars", "5.5.excluded")
def test_case_148_the_same_bytes_whatever_the_key_and_the_drawn_chits_are():
    with_firefight = steps("Firefight", "Rally", "Blackberries")
    assert steps("Regulars-Forward", "Rally", "Blackberries") == with_firefight
    assert steps("Regulars-Forward", "Firefight", "Command-Confusion") == with_firefight
    assert steps("Rally", "Firefight", "Command-Confusion") == with_firefight


@pytest.mark.rule(GAME, "5.5.key", "5.5.regulars")
def test_the_number_of_draws_is_the_same_when_only_two_are_left_to_draw():
    """Blackberries has left the game: with another key the second draw has one chit to draw from."""
    found = []
    for key in ("Firefight", "Regulars-Forward"):
        position = play(
            phase("USA-event-Blackberries in used-up"), f"key USA-event-{key}", "key CSA-event-Rally"
        )
        mixed(position)
        found.append((position.state.draws, seen(position, "confederate")))
    assert found[0] == found[1]


@pytest.mark.rule(GAME, "5.1", "5.5.excluded", "5.5.open")
def test_case_230_what_each_side_sees_after_the_mix():
    position = mixed(play(phase(), *KEYS))
    union = see_position(DAY, position, "union")
    events = {id for id in union["pieces"] if "-event-" in id}
    assert events == {"USA-event-Firefight", "USA-event-Regulars-Forward"} | {
        id for id in events if union["pieces"][id]["at"] == "mix-union"
    }
    assert union["pieces"]["USA-event-Firefight"]["at"] == "cup"
    face_down = {(row["side"], row["at"]): row["count"] for row in union["face_down"]}
    assert face_down == {
        ("union", "cup"): 2, ("union", "excluded-union"): 1,
        ("confederate", "cup"): 3, ("confederate", "excluded-confederate"): 3,
    }  # fmt: skip


@pytest.mark.rule(GAME, "5.1")
def test_the_union_chooses_first_and_the_enemy_is_not_told_what():
    position = phase()
    assert position.decision().owner == "union"
    assert set(options(position)) == {f"key {load_roster().ids[c]}" for c in position.rules.plan.mix[UNION]}
    play(position, "key USA-event-Rally")
    assert position.decision().owner == "confederate"
    assert key_of(position.state, UNION) == load_roster().number["USA-event-Rally"]
    event = see_events(DAY, position.rules, position.log, "confederate")[-1]
    assert dict(event.facts) == {"side": "union", "piece": "?"}
    assert told(position, "key_chosen")[0]["piece"] == "USA-event-Rally"


@pytest.mark.rule(GAME, "5.1")
def test_why_a_chit_is_no_key():
    position = phase("USA-event-Blackberries in used-up")
    assert explain(position, "key USA-event-Blackberries").rule == "5.1"
    assert "own Event chits" in explain(position, "key CSA-chit-Johnston").says
    assert explain(position, "key").rule == "5.1"


@pytest.mark.rule(GAME, "5.2")
def test_a_mix_smaller_than_the_number_goes_in_whole():
    out = ("Blackberries", "Command-Confusion", "Firefight")
    position = phase(*(f"USA-event-{chit} in used-up" for chit in out))
    mixed(play(position, "key USA-event-Regulars-Forward"))
    assert {"USA-event-Rally", "USA-event-Regulars-Forward"} <= inside(position)
    assert inside(position, EXCLUDED_UNION) == set() and inside(position, MIX_UNION) == set()


@pytest.mark.rule(GAME, "5.3u", "16.2.cup", "5.2")
def test_case_218_the_cup_at_half_past_one_of_henry_house_hill():
    position = phase(turn="1:30 PM", scenario="henry-house-hill")
    assert (len(position.rules.plan.mix[UNION]), len(position.rules.plan.mix[CONFEDERATE])) == (8, 6)
    mixed(play(position, *KEYS))
    assert len(inside(position)) == 14
    assert (len(inside(position, EXCLUDED_UNION)), len(inside(position, EXCLUDED_CONFEDERATE))) == (4, 3)
