"""7.W.passed and 7.W.order: chits that hinder an enemy brigade."""

from __future__ import annotations

import pytest

from bullrun.games.day_was_ours.rules.charts import load_roster
from bullrun.mechanisms.offers import offer
from tests.cases.day_was_ours.scene import at, explain, given, options, play, told

GAME = "day-was-ours"


def window(name, *units, brigade="Porter", **more):
    """A window about a Union brigade, and nothing after it."""
    position = given(*units, **more)
    position.state.frames = []
    offer(position, name, load_roster().marker[brigade])
    return position


PORTER = ("14 NY 1714", "27 NY 1715")
BERRIES, CONFUSION = "CSA-event-Blackberries", "CSA-event-Command-Confusion"


@pytest.mark.rule(GAME, "7.3.blackberries", "7.W.passed")
def test_case_163_blackberries():
    for die, delayed, box in (("4", 1, "used-up"), ("5", 0, "aside")):
        position = window("passed", *PORTER, f"{BERRIES} in held-confederate")
        assert position.decision().owner == "confederate"
        play(position, f"play {BERRIES}", die)
        assert (position.state.delayed, at(position, BERRIES)) == (delayed, box)
        assert told(position, "blackberries")[0]["piece"] == "USA-brigade-Porter"
        assert told(position, "played") == [{"side": "confederate", "piece": BERRIES}]


@pytest.mark.rule(GAME, "7.3.blackberries")
def test_blackberries_delays_no_brigade_with_an_engaged_unit():
    position = window("passed", "14 NY 2015", "27 NY 1715", "8 GA 2016", f"{BERRIES} in held-confederate")
    assert position.decision() is None


@pytest.mark.rule(GAME, "7.3.confusion", "7.W.passed")
def test_case_164_command_confusion_may_follow_failed_blackberries():
    held = (f"{BERRIES} in held-confederate", f"{CONFUSION} in held-confederate")
    position = play(window("passed", *PORTER, *held), f"play {BERRIES}", "5", f"play {CONFUSION}")
    assert position.state.confused == 1
    position = play(window("passed", *PORTER, *held), f"play {BERRIES}", "4")
    assert position.decision() is None, "nothing is left to confuse"


@pytest.mark.rule(GAME, "7.3.exhaustion", "7.W.order")
def test_case_170_exhaustion_lies_on_the_brigade():
    chit = "CSA-event-Exhaustion"
    position = play(window("order", *PORTER, f"{chit} in held-confederate"), f"play {chit}")
    assert position.state.exhausted == 1
    assert at(position, chit) == "aside"


@pytest.mark.rule(GAME, "7.W.passed", "7.W.order")
def test_each_chit_has_its_own_window():
    held = (f"{BERRIES} in held-confederate", "CSA-event-Exhaustion in held-confederate")
    position = window("passed", *PORTER, *held)
    assert options(position) == ["pass", f"play {BERRIES}"]
    assert explain(position, "play CSA-event-Exhaustion").rule == "7.3.exhaustion"
    assert explain(position, f"play {CONFUSION}").rule == "7.3.event"
    assert options(window("order", *PORTER, *held)) == ["pass", "play CSA-event-Exhaustion"]


@pytest.mark.rule(GAME, "5.5.open", "7.W.passed")
def test_with_hidden_hands_who_could_hold_something_is_asked():
    hidden = {"options": {"held-chits": "hidden"}}
    position = window("passed", *PORTER, "CSA-event-Firefight in held-confederate", **hidden)
    assert options(position) == ["pass"], "he holds something, and is asked whatever it is"
    assert window("passed", *PORTER, **hidden).decision() is None, "everybody sees that he holds nothing"
