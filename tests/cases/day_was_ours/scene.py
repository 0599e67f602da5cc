"""Positions of The Day Was Ours by the names on the counters, and the steps that lead on from them."""

from __future__ import annotations

from typing import Any

from bullrun.board.places import PlaceSet
from bullrun.engine.checks import Refusal
from bullrun.engine.why_not import why_not
from bullrun.games.day_was_ours.game import GAME
from bullrun.games.day_was_ours.rules.battlefield import Battlefield, Day
from bullrun.games.day_was_ours.rules.charts import load_roster
from bullrun.games.sides import SIDES

NAMES = {
    load_roster().infos[number].name: number
    for number in range(len(load_roster().ids))
    if load_roster().units >> number & 1
}
"""Units by the names on their counters."""
FLAGS = ("worn", "shaken", "low_ammo", "dismounted", "freed", "fired", "moved", "attacked")


def rules(scenario: str = "whole-battle", **options: str) -> Battlefield:
    """The rules in force; options with _ for -."""
    found: Battlefield = GAME.rules(
        scenario, {key.replace("_", "-"): value for key, value in options.items()}
    )
    return found


def unit(name: str) -> int:
    """A unit by the name on its counter, or any counter by its id."""
    return NAMES[name] if name in NAMES else load_roster().number[name]


def entry(says: str) -> dict[str, Any]:
    """ "2 RI 2015", "14 NY 1714 worn shaken hits=2", "8 NY in reorganize", "CSA-event-Rally in aside"."""
    words = says.split()
    found: dict[str, Any] = {}
    while words and (words[-1] in FLAGS or words[-1].startswith("hits=")):
        word = words.pop()
        if word in FLAGS:
            found[word] = True
        else:
            found["hits"] = int(word.removeprefix("hits="))
    if words[-2] == "in":
        found["box"] = words.pop()
        words.pop()
    else:
        found["at"] = words.pop()
    found["id"] = load_roster().ids[unit(" ".join(words))]
    return found


def given(
    *units: str,
    scenario: str = "whole-battle",
    turn: int | str = "2:30 PM",
    side: str = "union",
    phase: str = "chit draw",
    options: dict[str, str] | None = None,
    **more: Any,
) -> Day:
    """A position with exactly these units on the map."""
    if "units" in more:
        more["units"] = [load_roster().ids[unit(name)] for name in more["units"]]
    position: Day = GAME.given(
        scenario,
        options or {},
        turn=turn,
        side=side,
        phase=phase,
        pieces=[entry(says) for says in units],
        **more,
    )
    position.log = []
    return position


def start(scenario: str = "whole-battle", **options: str) -> Day:
    """A game before anything is decided."""
    position: Day = GAME.start(scenario, {key.replace("_", "-"): value for key, value in options.items()})
    position.log = []
    return position


def place(name: str) -> int:
    return rules().board.place(name)


def names(places: PlaceSet) -> set[str]:
    return set(rules().board.names_of(places))


def at(position: Day, name: str) -> str | None:
    """Where a unit is: a hex or a box."""
    return GAME.table.place_of(position, unit(name))


def options(position: Day) -> list[str]:
    """What may be answered now, as text."""
    decision = position.decision()
    return [" ".join(option) for option in decision.options] if decision is not None else []


def play(position: Day, *actions: str) -> Day:
    """Answer one question after the other; numbers are dice."""
    for action in actions:
        words = tuple(action.split()) if not action.isdecimal() else ("roll", action)
        decision = position.decision()
        assert decision is not None
        assert words in decision.options, f"{action}: {decision.question} {list(decision.options)[:12]}"
        position.apply(words)
    position.decision()
    return position


def explain(position: Day, action: str, side: str = "") -> Refusal | None:
    """The first reason against an action of a side, or of the side that decides."""
    decision = position.decision()
    owner = side or (decision.owner if decision is not None else SIDES[0])
    return why_not(GAME.play.guide, position, owner, tuple(action.split()))


def told(position: Day, kind: str) -> list[dict[str, Any]]:
    """The facts of all events of a kind so far."""
    return [dict(event.facts) for event in position.log or () if event.kind == kind]
