"""7.7 Losses: what a result costs, who pays, and where the eliminated go."""

from __future__ import annotations

from collections.abc import Iterable

from bullrun.board.places import PlaceId
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import Decision
from bullrun.engine.events import Join
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import LOSS, PICK, PIECE, PLACE, WORDS, Kind, Verb
from bullrun.games.bull_run_1983.rules import brigades
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.ground import ids, name, place_of, take_off
from bullrun.games.bull_run_1983.rules.roster import BRIGADE, INFANTRY
from bullrun.games.bull_run_1983.rules.state import FORMED, LOST, MAP, RALLY, UNDER_DUMMY
from bullrun.games.sides import SIDES

Payers = tuple[tuple[int, int], ...]
"""The units a side has in a battle with what each is worth: (unit, defense points after terrain, in
halves). A brigade piece stands here as the units it represents, so that it may break up at any time."""

# --- units and the pieces that stand for them ---------------------------------------------------------


def standing(position: BullRun, units: Iterable[int]) -> list[int]:
    """The pieces on the map that these units are, or are part of; the eliminated are left out."""
    state = position.state
    found: dict[int, None] = {}
    for unit in units:
        box = state.box[unit]
        if box == MAP:
            found[unit] = None
        elif box == FORMED:
            found[state.holder[unit]] = None
    return list(found)


def split(position: BullRun, pieces: Iterable[int]) -> list[int]:
    """Pieces with every brigade piece replaced by the units it represents."""
    roster = position.rules.roster
    units: list[int] = []
    for piece in pieces:
        if roster.kind[piece] == BRIGADE:
            units += brigades.components(position, piece)[1:]
        else:
            units.append(piece)
    return units


# --- elimination --------------------------------------------------------------------------------------


@enforces("7.74", "14.2", "14.21", "14.22", "14.23")
def can_rally_from(position: BullRun, unit: int, place: PlaceId) -> bool:
    """Whether a unit eliminated in this hex goes to its RALLY box: infantry of a brigade whose leader is on
    the map within four hexes, whatever lies between."""
    rules, state = position.rules, position.state
    roster = rules.roster
    if roster.kind[unit] != INFANTRY or not roster.brigade[unit]:
        return False
    leader = roster.brigade_leader.get(roster.brigade[unit], -1)
    if leader < 0 or state.box[leader] not in (MAP, FORMED, UNDER_DUMMY):
        return False
    reach: int = rules.tables["range"]["rally"]
    return rules.board.distance(place, place_of(position, leader)) <= reach


def eliminate(position: BullRun, piece: int, place: PlaceId, rule: str = "7.7") -> None:
    """Take a unit out of play; `place` is the hex that counts for the RALLY box. A brigade piece breaks up
    first and loses all its units; its leader stays in the hex, where he may have to roll (12.5)."""
    roster = position.rules.roster
    if roster.kind[piece] == BRIGADE:
        units = split(position, [piece])
        brigades.break_up(position, piece)
        for unit in units:
            eliminate(position, unit, place, rule)
        return
    box = RALLY if can_rally_from(position, piece, place) else LOST
    take_off(position, piece, box)
    position.emit(
        "eliminated",
        rule,
        piece=roster.ids[piece],
        at=name(position, place),
        fate="to the RALLY box" if box == RALLY else "out of the game",
    )


# --- paying -------------------------------------------------------------------------------------------


def call_losses(position: BullRun, side: int, due: int, payers: Payers, rule: str) -> None:
    """A side must pay this many points out of these units."""
    if due > 0:
        position.call("losses", side, due, payers, rule)


@enforces("7.7", "7.71", "7.72", "7.73", "8.42")
def ask_losses(position: BullRun, frame: Frame) -> Decision | None:
    """Frame: (losses, side, points still due, payers, rule). The loser picks units until he has paid and
    may give more; a side that cannot pay loses all it has in the battle; brigades may break up to pay."""
    _, side, due, payers, rule = frame
    worth = dict(payers)
    pieces = standing(position, worth)
    if not pieces:
        position.end()
        return None
    if due > 0 and sum(worth[unit] for unit in split(position, pieces)) <= due:
        position.end()
        for piece in pieces:
            eliminate(position, piece, position.state.at[piece], rule)
        return None
    roster = position.rules.roster
    pieces.sort()
    options: list[Action] = [("lose", piece) for piece in ids(position, pieces)]
    options += [("break", roster.ids[p]) for p in pieces if roster.kind[p] == BRIGADE]
    if due <= 0:
        question = "The loss is paid. Do you give up more units?"
        options.append(("done",))
    elif rule == "7.72":
        question = "Which unit is lost?"
    else:
        question = f"Which unit is lost? {points(due)} defense points are still to be paid."
    return Decision(SIDES[side], question, options, "7.73", due=points(max(due, 0)))


def answer_losses(position: BullRun, frame: Frame, action: Action) -> None:
    """Lose a unit, break up a brigade, or be done."""
    _, side, due, payers, rule = frame
    if action[0] == "done":
        position.end()
        return
    piece = position.rules.roster.number[action[1]]
    if action[0] == "break":
        brigades.break_up(position, piece)
        return
    worth = dict(payers)
    paid = sum(worth[unit] for unit in split(position, [piece]))
    eliminate(position, piece, position.state.at[piece], rule)
    position.goto("losses", side, due - paid, payers, rule)


def points(halves: int) -> str:
    """Points counted in halves, as players write them: "2 1/2"."""
    whole, half = divmod(halves, 2)
    if not half:
        return str(whole)
    return f"{whole} 1/2" if whole else "1/2"


def why_not_lose(position: BullRun, action: Action) -> Refusal | None:
    """Why a unit cannot be given up for a loss now."""
    frame = position.state.frames[-1]
    if frame[0] != "losses":
        return Refusal("7.7", "No loss has to be paid now.")
    piece = position.rules.roster.number.get(action[1], -1) if len(action) == 2 else -1
    if piece not in standing(position, dict(frame[3])):
        says = "Losses are paid with units of the battle that are in enemy control, never from a distance."
        return Refusal("7.71", says, {"piece": " ".join(action[1:])})
    return None


WHY_NOT = {"lose": why_not_lose}

PROCEDURES = {"losses": Procedure(ask_losses, answer_losses)}

VERBS = (Verb("lose", PICK, (PIECE,), "Lose {0}", "7.73", "combat"),)

EVENTS = (
    Kind(
        "eliminated",
        "{piece} is eliminated in {at}: {fate}.",
        {"piece": PIECE, "at": PLACE, "fate": WORDS},
        tone=LOSS,
        join=Join(("piece",), "{piece} are eliminated in {at}: {fate}."),
    ),
)
