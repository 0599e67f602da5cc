"""14.3 Cavalry retreats before combat."""

from __future__ import annotations

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import END, PIECE, Verb
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.combat import fight
from bullrun.games.clash_of_giants.rules.declaration import defending
from bullrun.games.clash_of_giants.rules.ground import name
from bullrun.games.clash_of_giants.rules.retreat import Path, ends, fall_back
from bullrun.games.sides import SIDES


@enforces("14.3.when", "G7.2.cav")
def may_ride_off(position: Clash, target: PlaceId, attackers: int) -> int:
    """The cavalry in a hex that may retreat before combat: attacked by infantry alone, and not in a cut."""
    rules = position.rules
    cavalry = rules.roster.cavalry
    if attackers & cavalry or rules.cut_hexes >> target & 1:
        return 0
    return sum(1 << unit for unit in defending(position, target) if cavalry >> unit & 1)


def ask_cavalry_retreat(position: Clash, frame: Frame) -> Decision | None:
    """Who may retreat is asked, before ratings and artillery."""
    _, target, attackers = frame
    position.goto("riding_off", may_ride_off(position, target, attackers), target, attackers)
    return None


def _ways(position: Clash, units: int) -> dict[int, dict[PlaceId, Path]]:
    hexes = position.rules.tables["cavalry"]["retreat_before_combat"]
    found = {unit: ends(position, unit, hexes) for unit in places_in(units)}
    return {unit: ways for unit, ways in found.items() if ways}


@enforces("14.3.how")
def ask_riding_off(position: Clash, frame: Frame) -> Decision | None:
    """Each for itself, in the owner's order: three hexes under the limits of retreats, or it stands. Who
    cannot go fights."""
    ways = _ways(position, frame[1])
    if not ways:
        position.end()
        return None
    roster, state = position.rules.roster, position.state
    options: list[Action] = []
    for unit, found in ways.items():
        called = roster.ids[unit]
        options += [("retreat", called, name(position, end)) for end in found]
        options.append(("stand", called))
    piece = options[0][1] if len(ways) == 1 else ""
    about = About(piece=piece, fight=fight(position, frame[2], frame[3]))
    return Decision(
        SIDES[1 - state.side], "Does the cavalry retreat before combat?", options, "14.3.how", about=about
    )


def answer_riding_off(position: Clash, frame: Frame, action: Action) -> None:
    """It goes without loss, or stands."""
    rules = position.rules
    unit = rules.roster.number[action[1]]
    path = () if action[0] == "stand" else _ways(position, frame[1])[unit][rules.board.place(action[2])]
    position.goto("riding_off", frame[1] & ~(1 << unit), *frame[2:])
    if path:
        fall_back(position, unit, path, "14.3.how")


def why_not_stand(position: Clash, action: Action) -> Refusal | None:
    """Why a unit is not asked to stand."""
    frame = position.state.frames[-1]
    unit = position.rules.roster.number.get(action[1]) if len(action) == 2 else None
    if unit is None:
        return Refusal("14.3.when", "Name the cavalry unit that stands: stand UNIT.")
    if frame[0] != "riding_off" or not frame[1] >> unit & 1:
        return Refusal("14.3.when", f"{action[1]} is not asked whether it retreats before combat.")
    return Refusal("14.3.how", f"{action[1]} has no way to retreat and fights.")


PROCEDURES = {
    "cavalry_retreat": Procedure(ask_cavalry_retreat),
    "riding_off": Procedure(ask_riding_off, answer_riding_off),
}
VERBS = (Verb("stand", END, (PIECE,), "{0} stands", "14.3.when", "operations"),)
WHY_NOT = {"stand": why_not_stand}
