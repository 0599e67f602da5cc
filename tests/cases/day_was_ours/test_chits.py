"""7. Chit Draw Phase: the drawing player, division and wild chits, and the search for the ford."""

from __future__ import annotations

import json

import pytest

from bullrun.engine.view import SPECTATOR, see_decision, see_events, see_position
from bullrun.games.day_was_ours.game import GAME as DAY
from bullrun.games.day_was_ours.rules import chits
from bullrun.games.day_was_ours.rules.charts import load_roster
from bullrun.games.day_was_ours.rules.hidden import set_key
from bullrun.games.sides import CONFEDERATE, UNION
from tests.cases.day_was_ours.scene import at, explain, given, options, play, told

GAME = "day-was-ours"
NUMBER = load_roster().number
TYLER, HUNTER, HEINTZELMAN = (f"USA-chit-{name}" for name in ("Tyler", "Hunter", "Heintzelman"))
BEAUREGARD, JOHNSTON = "CSA-chit-Beauregard", "CSA-chit-Johnston"
FOG, FORTUNES, FRIENDS = "wild-Fog-of-War", "wild-Fortunes-of-War", "wild-Firing-on-Friends"
BURNSIDE = ("1 RI 1913", "2 RI 1914")
PORTER = ("14 NY 1714", "27 NY 1715")
JOHNSTONS = ("4 AL 2526", "7 GA 2626", "2 VA 2125")


def marker(brigade):
    return load_roster().ids[load_roster().marker[brigade]]


def drawing(*units, cup=(), drawer="union", **more):
    """The Chit Draw Phase with these chits in the cup, and nothing after it."""
    position = given(*units, *(f"{chit} in cup" for chit in cup), drawer=drawer, **more)
    position.state.frames = [("draws", chits.DRAW)]
    return position


def drawn(chit, *units, others=(), **more):
    """One chit is drawn; a second one in the cup keeps the draw from being the only one."""
    cup = (chit, *others) if others else (chit,)
    position = drawing(*units, cup=cup, **more)
    return play(position, f"draw {chit}") if others else play(position)


def named(chit, brigade, *units, **more):
    """A division chit is drawn and names a brigade."""
    position = drawn(chit, *units, **more)
    wanted = f"activate {marker(brigade)}"
    return play(position, wanted) if wanted in options(position) else position


def brigades(position):
    return {option.rpartition("-")[2] for option in options(position)}


# --- 7.1, 7.2 -----------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "7.1")
def test_case_199_equal_dice_are_rolled_again_and_the_higher_draws():
    position = given("2 RI 1914", turn="10:00 AM")
    position.state.frames = [("chit draw",)]
    play(position, "4", "4", "2", "5")
    assert told(position, "drawer") == [{"side": "confederate", "union": 2, "confederate": 5}]
    assert position.state.drawer == CONFEDERATE
    assert told(position, "drawer_again") == [{"union": 4, "confederate": 4}]


@pytest.mark.rule(GAME, "7.2", "7.W.gap")
def test_case_231_after_the_last_chit_there_is_one_more_window():
    position = drawing("1 RI 1913 hits=1", cup=("USA-event-Rally",))
    assert options(position) == ["pass", "play USA-event-Rally USA-brigade-Burnside"]
    play(position, "pass")
    assert position.decision() is None


@pytest.mark.rule(GAME, "7.3.event", "5.5.key")
def test_case_233_an_event_chit_is_held_for_any_later_gap():
    held = "USA-event-Rally"
    position = drawing("1 RI 1913 hits=1", cup=(held, FORTUNES, TYLER, "CSA-event-Firefight"))
    set_key(position.state, UNION, NUMBER[held])
    play(position, f"draw {held}")
    assert at(position, held) == "held-union" and position.state.union_key == -1
    assert told(position, "taken") == [{"side": "union", "piece": held}]
    play(position, "pass", "draw CSA-event-Firefight")
    assert f"play {held} USA-brigade-Burnside" in options(position)


# --- division chits -----------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "2.1a", "2.1c", "2.5a", "7.3.div.pick")
def test_case_224_whom_the_confederate_leaders_command():
    units = ("4 SC a 2524", "8 VA 3430", "Hampton's Legion 2623", "1 VA Cav 1930", *JOHNSTONS)
    position = drawn(BEAUREGARD, *units, side="confederate", turn="1:00 PM")
    assert brigades(position) == {"Evans", "Cocke", "Hampton", "Stuart"}
    position = drawn(JOHNSTON, *units, side="confederate", turn="2:00 PM")
    assert brigades(position) == {"Bee", "Bartow", "Jackson", "Elzey"}, "Elzey is due"


@pytest.mark.rule(GAME, "7.3.div.roll", "7.3.casualty.swap", "2.5c")
def test_case_149_the_command_roll():
    schenck = ("2 NY 3919", "1 OH 3820")
    for die, result in (("3", "a full activation"), ("4", "a limited activation")):
        position = play(drawn(TYLER, *schenck, turn="9:00 AM"), die)
        assert told(position, "command_roll")[0]["result"] == result
        assert at(position, marker("Schenck")) == "activated", "either way"
    position = play(named(HUNTER, "Burnside", *BURNSIDE), "4")
    assert told(position, "command_roll")[0]["result"] == "a full activation"
    position = named(HEINTZELMAN, "Franklin", "1 MN 1920")
    position.state.wounded |= 1 << NUMBER[HEINTZELMAN]
    play(position, "4")
    assert told(position, "command_roll") == [
        {"piece": marker("Franklin"), "die": 4, "rating": 3, "result": "a limited activation"}
    ]


@pytest.mark.rule(GAME, "2.5c", "O.courier")
def test_case_204_beauregard_with_the_courier():
    position = given("8 VA 3430", options={"courier": "on"})
    assert chits.rating(position, NUMBER[BEAUREGARD]) == 3
    position.state.wounded |= 1 << NUMBER[BEAUREGARD]
    assert chits.rating(position, NUMBER[BEAUREGARD]) == 2
    assert chits.rating(given("8 VA 3430"), NUMBER[BEAUREGARD]) == 4


@pytest.mark.rule(GAME, "7.3.div.return")
def test_case_153_the_chit_goes_back_while_a_brigade_is_left():
    position = play(drawn(HUNTER, *BURNSIDE, *PORTER), f"activate {marker('Burnside')}", "6")
    assert told(position, "returned") == [{"piece": HUNTER}]
    assert told(position, "activated")[1:] == [{"piece": marker("Porter")}], "the only chit, the only brigade"
    play(position, "6")
    assert told(position, "set_aside") == [{"piece": HUNTER}] and at(position, HUNTER) == "aside"
    assert position.decision() is None


@pytest.mark.rule(GAME, "7.3.div.return")
def test_by_an_option_it_goes_back_only_after_a_passed_roll():
    success = {"options": {"division-chit": "returns-on-success"}}
    position = play(drawn(HUNTER, *BURNSIDE, *PORTER, **success), f"activate {marker('Burnside')}", "6")
    assert at(position, HUNTER) == "aside"


@pytest.mark.rule(GAME, "7.3.div.none")
def test_case_213_a_division_without_a_brigade_to_activate():
    position = drawn(TYLER, "2 NY in broken-2", "1 OH in broken-1", "69 NY 4016", turn="10:00 AM")
    assert told(position, "set_aside") == [{"piece": TYLER}]
    assert position.decision() is None and not told(position, "command_roll")


@pytest.mark.rule(GAME, "7.3.div.pick", "16.3.11")
def test_case_232_keyes_waits_and_may_be_named():
    units = ("69 NY 4016", "1 OH 3820")
    position = drawing(*units, cup=(TYLER,), turn="12:00 PM", ford_found="11:00 AM")
    position.state.at[load_roster().marker["Schenck"]] = position.state.at[NUMBER[TYLER]] + 1  # activated
    assert at(position, marker("Schenck")) == "activated"
    assert brigades(position) == {"Sherman", "Keyes"}
    assert explain(position, f"activate {marker('Schenck')}").rule == "7.3.div.pick"
    assert explain(position, f"activate {marker('Burnside')}").rule == "2.1c"


@pytest.mark.rule(GAME, "16.3.8")
def test_case_178_cocke_is_not_activated_before_half_past_ten():
    units = ("8 VA 3430", "4 SC a 2524")
    position = drawing(*units, cup=(BEAUREGARD,), turn="10:00 AM", side="confederate")
    assert brigades(position) == {"Evans", "Hampton"}, "Hampton is due"
    assert explain(position, f"activate {marker('Cocke')}").rule == "16.3.8"
    position = drawing(*units, cup=(BEAUREGARD,), turn="10:30 AM", side="confederate")
    assert brigades(position) == {"Evans", "Hampton", "Cocke"}


# --- Sherman and the ford -----------------------------------------------------------------------------


def sherman(turn, *dice, **more):
    return play(named(TYLER, "Sherman", "69 NY 4016", "13 NY 3916", turn=turn, **more), *dice)


@pytest.mark.rule(GAME, "16.3.10", "16.3.10a")
def test_case_173_sherman_looks_for_the_ford():
    assert told(sherman("10:00 AM"), "set_aside") == [{"piece": TYLER}], "not eligible"
    position = sherman("10:30 AM", "3", "4")
    assert told(position, "ford_search")[0]["result"] == "not found"
    assert position.state.ford_found == -1 and position.decision() is None
    assert at(position, marker("Sherman")) == "activated"
    for turn, die in (("10:30 AM", "5"), ("11:00 AM", "3")):
        position = sherman(turn, "3", die)
        assert position.state.ford_found == position.state.turn
        assert "order attack" in options(position), "orders at once"
    position = sherman("11:30 AM", "3")
    assert told(position, "ford_found") and not told(position, "ford_search")
    assert "order attack" in options(position)


@pytest.mark.rule(GAME, "16.3.10", "16.3.x")
def test_case_175_after_a_crossing_his_orders_need_no_ford_die():
    position = sherman("10:00 AM", "3", crossed="10:00 AM")
    assert "order attack" in options(position) and position.state.ford_found == -1
    position = sherman("10:30 AM", "3", "1", crossed="10:00 AM")
    assert "order attack" in options(position), "he rolls to find the ford, and acts without it"
    assert position.state.ford_found == -1


@pytest.mark.rule(GAME, "16.3.10a")
def test_no_search_after_a_failed_command_roll():
    position = sherman("10:30 AM", "4")
    assert not told(position, "ford_search") and told(position, "limited")


# --- windows of a division chit -----------------------------------------------------------------------


@pytest.mark.rule(GAME, "7.3.blackberries", "7.3.confusion", "7.W.passed")
def test_a_delayed_brigade_does_nothing_and_a_confused_one_is_limited():
    chit = "CSA-event-Blackberries"
    position = play(
        named(HUNTER, "Burnside", *BURNSIDE, f"{chit} in held-confederate"), "4", f"play {chit}", "4"
    )
    assert not told(position, "order") and not told(position, "limited")
    assert at(position, marker("Burnside")) == "activated"
    position = play(
        named(HUNTER, "Burnside", *BURNSIDE, f"{chit} in held-confederate"), "4", f"play {chit}", "5"
    )
    assert "order attack" in options(position)
    chit = "CSA-event-Command-Confusion"
    position = play(named(HUNTER, "Burnside", *BURNSIDE, f"{chit} in held-confederate"), "4", f"play {chit}")
    assert told(position, "limited") and not told(position, "order")


@pytest.mark.rule(GAME, "7.W.order", "7.3.exhaustion")
def test_exhaustion_comes_after_the_units_are_named():
    chit = "CSA-event-Exhaustion"
    units = (*BURNSIDE, "71 NY 2013", f"{chit} in held-confederate")
    position = play(named(HUNTER, "Burnside", *units), "4", "order attack", "2")
    while position.decision().owner == "union":
        play(position, options(position)[0])
    assert position.decision().about.window == "order" and told(position, "named")
    play(position, f"play {chit}")
    assert position.state.exhausted == 1


@pytest.mark.rule(GAME, "7.W.scope", "7.W.order", "16.2.free")
def test_case_207_no_windows_in_a_free_activation():
    held = ("CSA-event-Exhaustion in held-confederate", "CSA-event-Blackberries in held-confederate")
    position = given("11 NY 1921", *held, scenario="henry-house-hill", turn="1:30 PM")
    position.state.frames = [("free", UNION)]
    play(position)
    assert "order maneuver" in options(position), "no command roll and no Blackberries"
    play(position, "order maneuver")
    assert position.decision().owner == "union" and position.decision().about.window == ""


@pytest.mark.rule(GAME, "16.2.free", "16.2.burnside")
def test_case_186_burnside_s_marker_is_drawn():
    position = given(*BURNSIDE, *PORTER, scenario="henry-house-hill", turn="1:30 PM")
    position.state.frames = [("chit draw",)]
    play(position, "4", "2", f"draw {marker('Burnside')}")
    assert options(position) == ["order defend", "order maneuver", "order regroup"]
    assert at(position, marker("Burnside")) == "activated"
    later = given(*BURNSIDE, scenario="henry-house-hill", turn="2:00 PM")
    later.state.frames = [("chit draw",)]
    assert play(later, "4", "2").decision() is None, "only in the first turn"


# --- Fortunes of War ----------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "7.3.fortunes", "7.3.fortunes.div")
def test_case_154_fortunes_of_war_and_johnston():
    position = drawing(*JOHNSTONS, cup=(FORTUNES, JOHNSTON, FOG), side="confederate", turn="2:00 PM")
    play(position, f"draw {FORTUNES}", f"draw {JOHNSTON}")
    assert position.decision().owner == "confederate"
    assert set(options(position)) == {
        f"lose {marker(name)}" for name in ("Bee", "Bartow", "Jackson", "Elzey")
    }
    play(position, f"lose {marker('Bee')}")
    assert at(position, marker("Bee")) == "activated" and at(position, JOHNSTON) == "cup"
    assert not told(position, "command_roll") and position.state.fortunes == 0


@pytest.mark.rule(GAME, "7.3.fortunes", "5.5.open")
def test_case_234_fortunes_of_war_and_an_event():
    chit = "USA-event-Blackberries"
    position = drawing(*PORTER, cup=(FORTUNES, chit, TYLER))
    set_key(position.state, UNION, NUMBER[chit])
    play(position, f"draw {FORTUNES}", f"draw {chit}")
    assert at(position, chit) == "aside" and told(position, "cancelled") == [{"piece": chit}]
    assert position.state.union_key == -1 and position.state.fortunes == 0


@pytest.mark.rule(GAME, "7.3.fortunes")
def test_fortunes_of_war_takes_the_fog_too_and_as_the_last_chit_does_nothing():
    position = play(drawing(*PORTER, cup=(FORTUNES, FOG)), f"draw {FORTUNES}")
    assert not told(position, "fog") and at(position, FOG) == "aside"
    position = play(drawing(*PORTER, cup=(FORTUNES,)))
    assert position.state.fortunes == 0 and position.decision() is None


# --- Fog of War ---------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "7.3.fog")
def test_case_155_the_player_who_does_not_draw_rolls():
    assert drawn(FOG, *PORTER).decision().facts["side"] == "confederate"
    assert drawn(FOG, *PORTER, drawer="confederate").decision().facts["side"] == "union"


@pytest.mark.rule(GAME, "7.3.chaos.place", "7.3.fog.discard")
def test_the_opponent_lays_chaos_on_a_hex_of_the_affected_side():
    position = play(drawn(FOG, *PORTER, "8 GA 2016"), "1")
    assert position.decision().owner == "confederate"
    assert options(position) == ["chaos 1714", "chaos 1715"]
    assert explain(position, "chaos 2016").rule == "7.3.chaos.place"
    play(position, "chaos 1714")
    assert at(position, FOG) == "1714" and told(position, "chaos") == [{"at": "1714", "side": "union"}]
    nobody = play(drawn(FOG, *PORTER), "2")
    assert told(nobody, "no_effect") and at(nobody, FOG) == "aside"


@pytest.mark.rule(GAME, "7.3.wayward", "7.3.wayward.limits")
def test_case_158_where_units_do_not_stray():
    position = play(drawn(FOG, "Griffin 1914", "1 OH 3822", "8 GA 2016"), "3")
    assert position.decision().owner == "confederate" and "pass" in options(position)
    strays = set(options(position))
    assert "wayward USA-Griffin 1915" not in strays and "wayward USA-Griffin 2015" not in strays
    assert "wayward USA-1-OH 3721" not in strays and "wayward USA-Griffin 1913" in strays
    assert explain(position, "wayward USA-Griffin 1915").rule == "7.3.wayward.limits"
    assert explain(position, "wayward CSA-8-GA 2017").rule == "7.3.wayward"
    play(position, "wayward USA-Griffin 1913")
    assert at(position, "Griffin") == "1913" and position.state.acting == -1
    assert told(play(drawn(FOG, "Griffin 1914"), "3", "pass"), "declined") == [{"side": "confederate"}]


@pytest.mark.rule(GAME, "7.3.wayward.limits", "10.7")
def test_case_159_opportunity_fire_at_a_unit_that_strays():
    position = play(drawn(FOG, "27 NY 2015", "8 GA 2016"), "3", "wayward USA-27-NY 2014")
    assert position.decision().owner == "confederate" and "react 2016" in options(position)


def casualty(position, *dice):
    return play(position, "5", *dice)


@pytest.mark.rule(GAME, "7.3.casualty", "7.3.casualty.swap", "7.3.casualty.back")
def test_case_160_generals_fall_and_return():
    position = casualty(drawn(FOG, *BURNSIDE, turn="10:00 AM"), "16", "15")
    wounded = position.state.wounded
    assert wounded == 1 << NUMBER[HUNTER] | 1 << NUMBER[BEAUREGARD]
    assert chits.rating(position, NUMBER[HUNTER]) == 3
    again = drawn(FOG, *BURNSIDE, turn="10:00 AM")
    again.state.wounded = wounded
    casualty(again, "62", "44")
    assert again.state.wounded == 1 << NUMBER[BEAUREGARD], "the normal chit is back"
    absent = casualty(drawn(FOG, *BURNSIDE, turn="10:00 AM"), "25", "44")
    assert absent.state.wounded == 0, "Heintzelman is not in play"


@pytest.mark.rule(GAME, "7.3.casualty")
def test_case_161_no_second_fall_and_no_return_of_the_unhurt():
    position = drawn(FOG, *BURNSIDE)
    position.state.wounded = 1 << NUMBER[HUNTER]
    casualty(position, "16", "44")
    assert position.state.wounded == 1 << NUMBER[HUNTER]
    assert casualty(drawn(FOG, *BURNSIDE), "62", "44").state.wounded == 0


@pytest.mark.rule(GAME, "7.3.casualty")
def test_by_an_option_a_die_says_whose_general():
    one = {"options": {"general-casualty": "one"}}
    position = casualty(drawn(FOG, *BURNSIDE, **one), "2", "15")
    assert position.state.wounded == 1 << NUMBER[BEAUREGARD] and position.decision() is None
    position = casualty(drawn(FOG, *BURNSIDE, **one), "4", "16")
    assert position.state.wounded == 1 << NUMBER[HUNTER]


@pytest.mark.rule(GAME, "7.3.friends")
def test_case_162_who_receives_firing_on_friends():
    assert at(play(drawn(FOG, *BURNSIDE), "6", "2"), FRIENDS) == "held-confederate"
    assert at(play(drawn(FOG, *BURNSIDE), "6", "4"), FRIENDS) == "held-union"
    position = play(drawn(FOG, *BURNSIDE, f"{FRIENDS} in held-union"), "6", "1")
    assert at(position, FRIENDS) == "held-confederate", "it exists once"


# --- secrets ------------------------------------------------------------------------------------------


def seen(position, viewer):
    """All that a viewer gets: table, question, log."""
    log = see_events(DAY, position.rules, position.log or (), viewer)
    return json.dumps(
        [
            see_position(DAY, position, viewer),
            {"owner": (see_decision(DAY, position, viewer) or {}).get("owner")},
            [event.to_json() for event in log],
            [str(explain(position, f"play USA-event-{name}", viewer)) for name in ("Rally", "Blackberries")],
        ]
    )


def world(key, included, excluded):
    """The same draws in another world: only the key, the included and the excluded chits differ."""
    chits_of = {f"USA-event-{key}": "cup", **{f"USA-event-{name}": "cup" for name in included}}
    chits_of |= {f"USA-event-{name}": "excluded-union" for name in excluded}
    units = (*BURNSIDE, *PORTER, "8 GA 2016")
    position = given(*units, *(f"{chit} in {box}" for chit, box in chits_of.items()),
                     f"{TYLER} in cup", f"{HUNTER} in cup", f"{FORTUNES} in cup", drawer="union",
                     turn="10:00 AM")  # fmt: skip
    set_key(position.state, UNION, NUMBER[f"USA-event-{key}"])
    position.state.frames = [("draws", chits.DRAW)]
    return position


@pytest.mark.rule(GAME, "5.5.key", "5.5.excluded", "5.5.regulars")
def test_two_worlds_look_the_same_while_chits_are_drawn():
    worlds = [
        world("Rally", ("Firefight", "Blackberries"), ("Command-Confusion", "Regulars-Forward")),
        world("Firefight", ("Rally", "Command-Confusion"), ("Blackberries", "Regulars-Forward")),
        world("Regulars-Forward", ("Firefight", "Rally"), ("Blackberries", "Command-Confusion")),
    ]
    burnside = (f"activate {marker('Burnside')}", "5")
    actions = (f"draw {TYLER}", f"draw {HUNTER}", *burnside, "draw USA-event-Rally")
    for action in (None, *actions):
        for position in worlds:
            if action is not None:
                play(position, action)
        for viewer in ("confederate", SPECTATOR):
            assert len({seen(position, viewer) for position in worlds}) == 1, (action, viewer)


@pytest.mark.rule(GAME, "5.5.excluded")
def test_the_owner_cannot_tell_included_from_excluded_chits():
    worlds = [
        world("Rally", ("Firefight", "Blackberries"), ("Command-Confusion", "Regulars-Forward")),
        world("Rally", ("Firefight", "Command-Confusion"), ("Blackberries", "Regulars-Forward")),
    ]
    for action in (None, f"draw {TYLER}", "draw USA-event-Firefight"):
        for position in worlds:
            if action is not None:
                play(position, action)
        assert len({seen(position, "union") for position in worlds}) == 1, action


@pytest.mark.rule(GAME, "5.5.open")
def test_a_hidden_hand_looks_the_same_whatever_it_is():
    found = []
    for chit, other in (("Rally", "Firefight"), ("Firefight", "Rally")):
        position = given(*BURNSIDE, f"USA-event-{chit} in cup", f"USA-event-{other} in excluded-union",
                         f"{TYLER} in cup", drawer="confederate", turn="10:00 AM",
                         options={"held-chits": "hidden"})  # fmt: skip
        position.state.frames = [("draws", chits.DRAW)]
        play(position, f"draw USA-event-{chit}")
        assert position.decision().owner == "union", "asked, whatever he holds"
        found.append((seen(position, "confederate"), seen(position, SPECTATOR)))
        assert at(position, f"USA-event-{chit}") == "held-union"
    assert found[0] == found[1]
