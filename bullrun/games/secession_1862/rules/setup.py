"""11.2 Set-up: who stands where before the first turn."""

from __future__ import annotations

from collections import Counter
from typing import Any

from bullrun.board.places import PlaceId, PlaceSet, set_of
from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, PIECE, PLACE, PLACES, Kind, Verb
from bullrun.games.secession_1862.rules.battlefield import Battlefield, SecondBullRun
from bullrun.games.secession_1862.rules.commanders import move_commander
from bullrun.games.secession_1862.rules.ground import face, full_zones, put, stack
from bullrun.games.secession_1862.rules.movement import pass_through
from bullrun.games.secession_1862.rules.state import NOWHERE, SETUP, BattleState
from bullrun.games.sides import CONFEDERATE, SIDES, UNION


@enforces("11.2.1")
def prepare(rules: Battlefield) -> SecondBullRun:
    """The position before the first turn: losses marked, commanders and ready brigades in place, and those of
    a side that sets up freely waiting for their owner."""
    state = BattleState(len(rules.roster.ids))
    position = SecondBullRun(rules, state)
    number = rules.roster.number
    state.turn = rules.days[0].first_turn
    state.phase = SETUP
    for brigade, losses in enumerate(rules.start_losses):
        state.losses[brigade] = losses
    for commander, zone in rules.data["commanders"].items():
        state.at[number[commander]] = rules.board.place(zone)
    position.call("turn_of_play", 0)
    for side in (UNION, CONFEDERATE):
        groups = [n for n, group in enumerate(rules.data["setup"]) if group["side"] == SIDES[side]]
        if rules.has(f"{SIDES[side]}-setup", "free"):
            for index in reversed(groups):
                position.call("setup_zones", index)
                for commander in rules.data["setup"][index].get("commanders", ()):
                    state.at[number[commander]] = NOWHERE
        else:
            for index in groups:
                place_ready(position, rules.data["setup"][index])
    return position


def place_ready(position: SecondBullRun, group: dict[str, Any]) -> None:
    """The ready set-up of a list."""
    rules = position.rules
    for piece, zone in group["place"].items():
        put_in_place(position, rules.roster.number[piece], rules.board.place(zone))
    for zone in dict.fromkeys(group["place"].values()):
        place = rules.board.place(zone)
        face(position, stack(position, place)[0], toward(rules, place, rules.board.place(group["toward"])))


def put_in_place(position: SecondBullRun, brigade: int, zone: PlaceId) -> None:
    """Place a brigade before the game."""
    put(position, brigade, zone)
    pass_through(position, position.rules.roster.side[brigade], zone)


def toward(rules: Battlefield, zone: PlaceId, goal: PlaceId) -> PlaceId:
    """The neighbour of a zone that lies nearest to another zone."""
    x, y = rules.board.centre(goal)

    def away(other: PlaceId) -> tuple[int, PlaceId]:
        cx, cy = rules.board.centre(other)
        return ((cx - x) ** 2 + (cy - y) ** 2, other)

    return min(rules.board.neighbours[zone], key=away)


# --- free set-up --------------------------------------------------------------------------------------


def ask_zones(position: SecondBullRun, frame: Frame) -> Decision | None:
    """Where a list gives other zones instead of its last ones, its owner chooses."""
    index: int = frame[1]
    group = position.rules.data["setup"][index]
    if "instead" not in group:
        position.goto("setup", index, 0)
        return None
    options = (("use", *group["zones"]), ("use", *_instead(group)))
    return Decision(group["side"], "Which zones are used?", options, position.rules.data["rule"])


def answer_zones(position: SecondBullRun, frame: Frame, action: Action) -> None:
    group = position.rules.data["setup"][frame[1]]
    position.goto("setup", frame[1], int(list(action[1:]) == _instead(group)))


def _instead(group: dict[str, Any]) -> list[str]:
    return [*group["zones"][: -len(group["instead"])], *group["instead"]]


def ask_setup(position: SecondBullRun, frame: Frame) -> Decision | None:
    """The next brigade of a list goes to one of its zones, so that in the end each holds one and none too
    many; then the corps commander of the list to any of them."""
    _, index, other = frame
    rules = position.rules
    group = rules.data["setup"][index]
    number, at = rules.roster.number, position.state.at
    waiting = [number[piece] for piece in group["place"] if not at[number[piece]]]
    leaders = [number[piece] for piece in group.get("commanders", ()) if not at[number[piece]]]
    if not waiting and not leaders:
        position.end()
        return None
    zones = [rules.board.place(zone) for zone in (_instead(group) if other else group["zones"])]
    piece = (*waiting, *leaders)[0]
    name = rules.roster.ids[piece]
    allowed = set_of(zones)
    if waiting:
        allowed = placements(position, piece, zones, len(waiting), bool(group.get("guests")))
    options = rules.zone_options([(("place", name), allowed)])
    return Decision(
        group["side"], "Where does it start?", options, rules.data["rule"], about=About(piece=name)
    )


def placements(
    position: SecondBullRun, brigade: int, zones: list[PlaceId], waiting: int, guests: bool
) -> PlaceSet:
    """The zones with room that leave enough brigades to fill the zones still empty."""
    full = full_zones(position, brigade)
    count = Counter({zone: len(stack(position, zone)) for zone in zones})
    empty = [zone for zone in zones if not count[zone]]
    allowed = 0
    for zone in zones:
        still_empty = len(empty) - (zone in empty)
        if not full >> zone & 1 and (guests or still_empty <= waiting - 1):
            allowed |= 1 << zone
    return allowed


def answer_setup(position: SecondBullRun, frame: Frame, action: Action) -> None:
    rules = position.rules
    piece, zone = rules.roster.number[action[1]], rules.board.place(action[2])
    position.emit("placed", rules.data["rule"], piece=action[1], zone=action[2])
    if piece < rules.roster.brigades:
        put_in_place(position, piece, zone)
        position.call("orient", piece)
    else:
        move_commander(position, piece, zone)


PROCEDURES = {
    "setup_zones": Procedure(ask_zones, answer_zones),
    "setup": Procedure(ask_setup, answer_setup),
}

VERBS = (
    Verb("place", CHOOSE, (PIECE, PLACE), "Place {0} in {1}"),
    Verb("use", CHOOSE, (PLACES,), "Use {0}"),
)

EVENTS = (Kind("placed", "{piece} starts in {zone}.", {"piece": PIECE, "zone": PLACE}),)
