"""4.8 Frozen pieces: face down, never active, until the clock or an enemy within recon range frees them."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision, SetsOff
from bullrun.engine.events import Join, listed
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, PICK, PIECE, PLACE, SIDE, Kind, Verb
from bullrun.games.bull_run_1983.rules import dummies
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.ground import ground, ids, name
from bullrun.games.bull_run_1983.rules.roster import BRIGADE, DUMMY, LEADER
from bullrun.games.bull_run_1983.rules.state import MAP
from bullrun.games.sides import CONFEDERATE, SIDES, UNION


def recon_range(position: BullRun, place: PlaceId) -> PlaceSet:
    """The hexes within four, across any terrain: two pieces are always in each other's range (1.32)."""
    rules = position.rules
    return rules.board.within(place, rules.tables["range"]["recon"])


def watched_by_frozen(position: BullRun, side: int) -> PlaceSet:
    """The hexes where a piece of this side would unfreeze something of the enemy's."""
    frozen = position.state.frozen & position.rules.roster.of_side[1 - side]
    if not frozen:
        return 0
    memo = ground(position).memo
    key = ("watched union", "watched confederate")[side]
    found: PlaceSet | None = memo.get(key)
    if found is None:
        at, found = position.state.at, 0
        for piece in places_in(frozen):
            found |= 1 << at[piece]
        found &= position.rules.board.all
        for _ in range(position.rules.tables["range"]["recon"]):
            found = position.rules.board.spread(found)
        memo[key] = found
    return found


def sees_frozen(position: BullRun, side: int, place: PlaceId) -> bool:
    """Whether a piece of this side in this hex would unfreeze something."""
    return bool(watched_by_frozen(position, side) >> place & 1)


@enforces("4.82")
def watch(position: BullRun, piece: int) -> bool:
    """A piece has come to its hex: what it finds frozen within recon range is unfrozen at once, and a
    frozen Confederate leader frees the whole army. True when anything was turned up."""
    state, roster = position.state, position.rules.roster
    side = roster.side[piece]
    place = state.at[piece]
    if not place or not sees_frozen(position, side, place):
        return False
    near = recon_range(position, place)
    found = [
        p
        for p in places_in(state.frozen & roster.of_side[1 - side])
        if state.at[p] and near >> state.at[p] & 1
    ]
    if side == UNION and any(roster.kind[p] in (LEADER, BRIGADE) for p in found):
        release_all(position, CONFEDERATE, "4.82")
    else:
        release(position, found, "4.82" if side == UNION else "O2")
    return True


@enforces("4.82", "4.84")
def foretold(position: BullRun, side: int, place: PlaceId) -> SetsOff | None:
    """What a piece of this side would turn up by coming to a hex, in words that depend only on where counters
    lie face down: a leader among them, a dummy or a brigade all read alike."""
    if not sees_frozen(position, side, place):
        return None
    state = position.state
    near = recon_range(position, place)
    lie = sorted({state.at[p] for p in places_in(state.frozen & position.rules.roster.of_side[1 - side])})
    where = [name(position, at) for at in lie if at and near >> at & 1]
    says = f"{name(position, place)} is within four hexes of what lies face down in {listed(where)}."
    says += " It is turned up and may act."
    if side == UNION:
        says += " If a leader lies there, the whole Confederate army is freed."
    return SetsOff(
        "frees",
        "This turns up face-down pieces",
        says,
        "4.82" if side == UNION else "O2",
        tuple(where),
        asks=True,
        final=True,
    )


@enforces("4.84")
def release(position: BullRun, pieces: list[int], rule: str) -> None:
    """Unfreeze pieces on the map, with the parts of a brigade and what a dummy hides, and turn them up."""
    state, roster = position.state, position.rules.roster
    uncovered = []
    for piece in pieces:
        state.frozen &= ~(1 << piece)
        if roster.kind[piece] == BRIGADE:
            _thaw_held(position, piece)
        elif roster.kind[piece] == DUMMY:
            uncovered += dummies.uncover(position, piece)
    ground(position).memo.clear()
    for piece in sorted({*pieces, *uncovered}):
        position.emit_reveal("unfrozen", rule, piece=roster.ids[piece], at=name(position, state.at[piece]))


def _thaw_held(position: BullRun, brigade: int) -> None:
    state = position.state
    for part in places_in(state.frozen):
        if state.holder[part] == brigade:
            state.frozen &= ~(1 << part)


def release_all(position: BullRun, side: int, rule: str) -> None:
    """Unfreeze a whole army."""
    state, roster = position.state, position.rules.roster
    frozen = [p for p in places_in(state.frozen & roster.of_side[side]) if state.box[p] == MAP]
    if side == CONFEDERATE:
        state.unfrozen_all = 1
    if frozen:
        release(position, frozen, rule)
        position.emit("army_unfrozen", rule, side=SIDES[side])


def release_turn(position: BullRun) -> int:
    """The turn whose start frees everybody; -1 when the scenario freezes nobody."""
    frozen = position.rules.data.get("frozen")
    return position.rules.track.index(frozen["until"]) if frozen else -1


@enforces("4.82")
def start_of_turn(position: BullRun) -> None:
    """At the start of the Confederate 10:30 AM turn all Confederates are unfrozen, unless the players roll
    for it (uncertain times)."""
    state = position.state
    if (
        state.frozen
        and state.side == CONFEDERATE
        and state.turn >= release_turn(position)
        and not position.rules.has("uncertain-times")
    ):
        release_all(position, CONFEDERATE, "4.82")


# --- fog of war: frozen Union pieces -----------------------------------------------------------


def release_is_open(position: BullRun) -> bool:
    """Whether the Union has frozen pieces in its Command phase."""
    state = position.state
    return state.side == UNION and bool(state.frozen & position.rules.roster.of_side[UNION])


FOG_LIFTS = "10:30 AM"


@enforces("O2")
def ask_unfreeze(position: BullRun, frame: Frame) -> Decision | None:
    """The Union may turn up any of his frozen pieces in any of his Command phases; at 10:30 AM all."""
    state, rules = position.state, position.rules
    if state.turn >= rules.track.index(FOG_LIFTS):
        release_all(position, UNION, "O2")
        position.end()
        return None
    mine = [p for p in places_in(state.frozen & rules.roster.of_side[UNION]) if state.box[p] == MAP]
    if not mine:
        position.end()
        return None
    options: list[Action] = [("unfreeze", piece) for piece in ids(position, mine)]
    options += [("unfreeze-all",), ("done",)]
    return Decision(SIDES[UNION], "Which frozen pieces do you turn up?", options, "O2")


def answer_unfreeze(position: BullRun, frame: Frame, action: Action) -> None:
    """Turn up one piece, all, or no more."""
    if action[0] == "unfreeze":
        release(position, [position.rules.roster.number[action[1]]], "O2")
        return
    if action[0] == "unfreeze-all":
        release_all(position, UNION, "O2")
    position.end()


PROCEDURES = {"unfreeze": Procedure(ask_unfreeze, answer_unfreeze)}

VERBS = (
    Verb("unfreeze", PICK, (PIECE,), "Turn up {0}", "O2"),
    Verb("unfreeze-all", CHOOSE, (), "Turn up all", "O2"),
)

EVENTS = (
    Kind(
        "unfrozen",
        "{piece} in {at} is unfrozen and turned up.",
        {"piece": PIECE, "at": PLACE},
        join=Join(("piece", "at"), "Unfrozen and turned up: {piece in at}."),
    ),
    Kind("army_unfrozen", "The whole {side} army is unfrozen.", {"side": SIDE}),
)
