"""5.5 Who may know which chit."""

from __future__ import annotations

import pytest

from bullrun.games.day_was_ours.rules.charts import load_roster
from bullrun.games.day_was_ours.rules.hidden import set_key
from bullrun.games.sides import CONFEDERATE, UNION
from tests.cases.day_was_ours.scene import given

GAME = "day-was-ours"


def unknown(position, side):
    """The chits that a side may not know."""
    concealed = position.rules.concealed_by_side(position.state)[side]
    return {id for number, id in enumerate(load_roster().ids) if concealed >> number & 1}


def dealt(key="USA-event-Firefight", **options):
    """A turn of the morning: the Union's key, two of its chits in the cup, one excluded."""
    where = {
        "USA-event-Blackberries": "cup",
        "USA-event-Rally": "cup",
        "USA-event-Firefight": "cup",
        "USA-event-Command-Confusion": "excluded-union",
        "USA-event-Regulars-Forward": "excluded-union",
    }
    if key == "USA-event-Regulars-Forward":
        where |= {"USA-event-Regulars-Forward": "cup", "USA-event-Firefight": "excluded-union"}
    position = given(*(f"{chit} in {box}" for chit, box in where.items()), turn="9:00 AM", options=options)
    set_key(position.state, UNION, load_roster().number[key])
    return position


@pytest.mark.rule(GAME, "5.5.key", "5.5.excluded", "5.5.regulars")
def test_the_enemy_knows_none_of_the_chits_that_are_dealt():
    events = {load_roster().ids[c] for c in load_roster().events[UNION]}
    used = {id for id in events if not id.endswith(("Low-Ammo", "Exhaustion", "Artillery-1", "Artillery-2"))}
    for key in ("USA-event-Firefight", "USA-event-Regulars-Forward"):
        assert unknown(dealt(key), CONFEDERATE) & events == used


@pytest.mark.rule(GAME, "5.5.key", "5.5.excluded", "5.5.regulars")
def test_the_owner_knows_his_key_and_regulars_forward_only():
    assert unknown(dealt(), UNION) & {load_roster().ids[c] for c in load_roster().events[UNION]} == {
        "USA-event-Blackberries",
        "USA-event-Rally",
        "USA-event-Command-Confusion",
    }


@pytest.mark.rule(GAME, "5.5.open")
def test_what_is_held_or_used_lies_open_unless_an_option_hides_it():
    held = "USA-event-Rally in held-union"
    assert unknown(given(held), CONFEDERATE) == set()
    assert unknown(given(held, options={"held-chits": "hidden"}), CONFEDERATE) == {"USA-event-Rally"}
    assert unknown(given(held, options={"held-chits": "hidden"}), UNION) == set()
    assert unknown(given("USA-event-Rally in aside"), CONFEDERATE) == set()


@pytest.mark.rule(GAME, "5.5.open")
def test_before_anything_is_dealt_the_mixes_lie_open():
    position = given(turn="9:00 AM")
    assert unknown(position, UNION) == unknown(position, CONFEDERATE) == set()
