"""14. Rallying, and the removal of ABATIS (11.6): the attacker's Rally phase."""

from __future__ import annotations

from bullrun.board.places import places_in
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, END, GAIN, PICK, PIECE, PLACE, Kind, Verb
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.brigades import leaders_of
from bullrun.games.bull_run_1983.rules.ground import control_zone, ground, name, points_in, put, stack
from bullrun.games.bull_run_1983.rules.roster import INFANTRY
from bullrun.games.bull_run_1983.rules.state import FORMED, MAP, RALLY
from bullrun.games.sides import SIDES


@enforces("14.32")
def rested(position: BullRun) -> int:
    """The attacker's pieces on the map that began their Movement phase out of enemy control, did not move
    or fight, and are not in enemy control now."""
    state = position.state
    quiet = state.settled & ~(state.moved | state.fought)
    if not quiet:
        return 0
    zone = control_zone(position, 1 - state.side)
    at = state.at
    return sum(
        1 << piece
        for piece in places_in(quiet & position.rules.roster.of_side[state.side])
        if at[piece] and not zone >> at[piece] & 1
    )


# --- ABATIS -------------------------------------------------------------------------------------------


@enforces("11.6")
def clear_options(position: BullRun) -> list[Action]:
    """ABATIS whose hex holds rested infantry of the attacker."""
    state, roster = position.state, position.rules.roster
    if not state.abatis & ground(position).units[state.side]:
        return []
    quiet = rested(position)
    return [
        ("clear", name(position, place))
        for place in places_in(state.abatis)
        if any(quiet >> p & 1 and roster.kind[p] == INFANTRY for p in stack(position, place))
    ]


# --- rallying -----------------------------------------------------------------------------------------


@enforces("14.1", "14.3", "14.31", "14.33", "14.4", "14.5")
def rally_options(position: BullRun) -> list[Action]:
    """Units that can be revived: from NOON, one a player-turn, by a rested leader with rested infantry of
    his own brigade in his hex (a formed brigade is both), out of that brigade's units in the RALLY box."""
    state, rules = position.state, position.rules
    roster = rules.roster
    if state.rallied or state.turn < rules.track.index(rules.tables["turns"]["rally_from"]):
        return []
    side = state.side
    box = state.box
    if RALLY not in box:
        return []
    options: list[Action] = []
    quiet = -1
    for code, leader in leaders_of(roster)[side]:
        fallen = [unit for unit in roster.brigade_infantry[code] if box[unit] == RALLY]
        if not fallen or box[leader] not in (MAP, FORMED):
            continue
        if quiet < 0:
            quiet = rested(position)
        place = _rallying_point(position, code, leader, quiet)
        if place:
            room = rules.stack_limit(place) - points_in(position, place)
            options += [
                ("rally", roster.ids[unit])
                for unit in fallen
                if roster.defense[unit] <= room and not exhausted(position, unit)
            ]
    return sorted(options, key=lambda option: roster.number[option[1]])


def _rallying_point(position: BullRun, code: str, leader: int, quiet: int) -> int:
    """The hex where a leader can rally; 0 when he cannot."""
    state, roster = position.state, position.rules.roster
    if state.box[leader] == FORMED:
        brigade = roster.brigade_piece[code]
        return state.at[brigade] if quiet >> brigade & 1 else 0
    if not quiet >> leader & 1:
        return 0
    place = state.at[leader]
    if any(quiet >> unit & 1 and state.at[unit] == place for unit in roster.brigade_infantry[code]):
        return place
    return 0


@enforces("O3")
def exhausted(position: BullRun, unit: int) -> bool:
    """With exhaustion, a unit that marched by R1 and was revived once is not revived again."""
    state = position.state
    return bool(state.from_r1 & state.revived & 1 << unit) and position.rules.has("exhaustion")


def revive(position: BullRun, unit: int) -> None:
    """Put a unit from the RALLY box in its leader's hex; it moves and fights as before from the next turn."""
    state, roster = position.state, position.rules.roster
    code = roster.brigade[unit]
    leader = roster.brigade_leader[code]
    place = state.at[roster.brigade_piece[code] if state.box[leader] == FORMED else leader]
    put(position, unit, place)
    state.revived |= 1 << unit
    state.rallied = 1
    position.emit(
        "rallied", "14.33", piece=roster.ids[unit], leader=roster.ids[leader], at=name(position, place)
    )


# --- the phase ----------------------------------------------------------------------------------------


def ask_rally(position: BullRun, frame: Frame) -> Decision | None:
    """The Rally phase: remove ABATIS, revive one unit, or end it."""
    options = clear_options(position) + rally_options(position)
    if not options:
        position.end()
        return None
    return Decision(
        SIDES[position.state.side],
        "Which unit rallies, or which ABATIS is removed?",
        [*options, ("end-rally",)],
        "14.1" if options[-1][0] == "rally" else "11.6",
    )


def answer_rally(position: BullRun, frame: Frame, action: Action) -> None:
    """Apply one choice of the phase."""
    if action[0] == "rally":
        revive(position, position.rules.roster.number[action[1]])
    elif action[0] == "clear":
        position.state.abatis &= ~(1 << position.rules.board.place(action[1]))
        position.emit("abatis_cleared", "11.6", at=action[1])
    else:
        position.end()


# --- why not ------------------------------------------------------------------------------------------


def why_not_rally(position: BullRun, action: Action) -> Refusal | None:
    """Why a unit cannot be revived."""
    state, rules = position.state, position.rules
    roster = rules.roster
    if len(action) != 2 or action[1] not in roster.number:
        return Refusal("14.33", "Rallying names a unit: rally PIECE.")
    unit = roster.number[action[1]]
    facts = {"piece": action[1]}
    if roster.kind[unit] != INFANTRY or roster.brigade[unit] not in roster.brigade_piece:
        return Refusal("14.23", "Only infantry of a brigade can be revived.", facts)
    if state.box[unit] != RALLY:
        return Refusal("14.2", "It is not in the RALLY box.", facts)
    if state.turn < rules.track.index(rules.tables["turns"]["rally_from"]):
        return Refusal("14.4", "Nobody rallies before the NOON turn.", facts)
    if state.rallied:
        return Refusal("14.4", "One unit has been revived this turn already.", facts)
    if exhausted(position, unit):
        return Refusal("O3", "It marched by R1 and has been revived once.", facts)
    code = roster.brigade[unit]
    leader = roster.brigade_leader[code]
    if state.box[leader] not in (MAP, FORMED):
        return Refusal("14.31", "Its brigade has lost its leader.", facts)
    place = _rallying_point(position, code, leader, rested(position))
    if not place:
        return Refusal(
            "14.32",
            "Its leader is not with infantry of his that, like him, kept still out of enemy control.",
            facts,
        )
    if points_in(position, place) + roster.defense[unit] > rules.stack_limit(place):
        return Refusal("5.4", "There is no room in the leader's hex.", facts)
    return None


def why_not_clear(position: BullRun, action: Action) -> Refusal | None:
    """Why an ABATIS cannot be removed."""
    state, board = position.state, position.rules.board
    place = board.find(action[1]) if len(action) == 2 else None
    if place is None or not state.abatis >> place & 1:
        return Refusal("11.6", "Removal names the hex of an ABATIS: clear HEX.")
    return Refusal(
        "11.6",
        "No infantry there has kept still, out of enemy control and battle, all this turn.",
        {"at": action[1]},
    )


WHY_NOT = {"rally": why_not_rally, "clear": why_not_clear}

PROCEDURES = {"rally": Procedure(ask_rally, answer_rally)}

VERBS = (
    Verb("rally", PICK, (PIECE,), "Rally {0}", "14.1", "rally"),
    Verb("clear", CHOOSE, (PLACE,), "Remove the ABATIS in {0}", "11.6", "rally"),
    Verb("end-rally", END, (), "End the Rally phase", "2.3"),
)

EVENTS = (
    Kind(
        "rallied",
        "{leader} rallies {piece} in {at}.",
        {"piece": PIECE, "leader": PIECE, "at": PLACE},
        tone=GAIN,
    ),
    Kind("abatis_cleared", "The ABATIS in {at} is removed.", {"at": PLACE}),
)
