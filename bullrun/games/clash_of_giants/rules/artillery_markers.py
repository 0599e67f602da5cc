"""6.2 The artillery cup: which markers go into it, which are kept out, and the half that is drawn."""

from __future__ import annotations

from fractions import Fraction

from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import PASS, About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import PICK, PIECE, PIECES, SIDE, Kind, Verb
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.ground import ids
from bullrun.games.clash_of_giants.rules.roster import ARTILLERY
from bullrun.games.clash_of_giants.rules.state import ASIDE, CUP, DECLARED, NOBODY, READY
from bullrun.games.sides import SIDES
from bullrun.mechanisms.cup import draw


def in_cup(position: Clash) -> list[int]:
    """The artillery markers in the cup."""
    state = position.state
    return [guns.piece for guns in position.rules.roster.guns if state.box[guns.piece] == CUP]


@enforces("B6.2.horse", "G6.1.reserve", "G6.2.grand", "B3.1.3")
def ask_cup(position: Clash, frame: Frame) -> Decision | None:
    """Markers that are never in the cup, and those of a grand battery, lie ready without it; then whoever
    holds Cemetery Hill keeps one back."""
    state = position.state
    for guns in position.rules.roster.guns:
        massed = guns.grand_battery and state.battery == DECLARED
        if state.box[guns.piece] == ASIDE and (massed or not guns.in_cup):
            state.box[guns.piece] = READY
    position.goto("withhold")
    return None


# --- Cemetery Hill


@enforces("G6.3")
def holder(position: Clash) -> int:
    """The side that may keep a marker back this turn; NOBODY where that is none."""
    rules, state = position.rules, position.state
    hill = rules.data.get("cemetery_hill")
    if hill is None or state.turn < hill["from_turn"]:
        return NOBODY
    return state.control[rules.victory_hexes.index(rules.place(hill["hex"]))]


def _could_withhold(position: Clash, side: int) -> list[int]:
    """Its markers that would go into the cup (R21)."""
    roster, box = position.rules.roster, position.state.box
    return [guns.piece for guns in roster.guns if guns.side == side and box[guns.piece] == ASIDE]


def ask_withhold(position: Clash, frame: Frame) -> Decision | None:
    """The holder of the hill names one marker, or none."""
    side = holder(position)
    markers = _could_withhold(position, side) if side != NOBODY else []
    if not markers:
        position.goto("fill_cup")
        return None
    options: list[Action] = [PASS, *(("withhold", piece) for piece in ids(position, markers))]
    return Decision(SIDES[side], "Which artillery marker is kept out of the cup?", options, "G6.3")


def answer_withhold(position: Clash, frame: Frame, action: Action) -> None:
    """It may be used this turn, whatever is drawn."""
    roster = position.rules.roster
    position.goto("fill_cup")
    if action != PASS:
        piece = roster.number[action[1]]
        position.state.box[piece] = READY
        position.emit("withheld", "G6.3", piece=action[1], side=SIDES[roster.side[piece]])


def why_not_withhold(position: Clash, action: Action) -> Refusal | None:
    """Why a marker cannot be kept back."""
    roster = position.rules.roster
    piece = roster.number.get(action[1]) if len(action) == 2 else None
    if piece is None or roster.kind[piece] != ARTILLERY:
        return Refusal("G6.3", "Name one artillery marker: withhold MARKER.")
    if holder(position) != roster.side[piece]:
        return Refusal("G6.3", "Only the side that controls Cemetery Hill keeps a marker back.")
    return Refusal("G6.3", f"{action[1]} would not go into the cup, so it cannot be kept out of it.")


# --- filling and drawing


@enforces("6.2.cup", "13.6", "B3.1.3", "B6.3", "G3.1.3.am", "G6.4")
def ask_fill(position: Clash, frame: Frame) -> Decision | None:
    """All other markers in play go in, also those of formations that are no more; half of them, rounded down,
    will be drawn."""
    state = position.state
    for guns in position.rules.roster.guns:
        if guns.in_cup and state.box[guns.piece] == ASIDE:
            state.box[guns.piece] = CUP
    markers = in_cup(position)
    position.emit("guns_cup", "6.2.cup", pieces=ids(position, markers))
    position.goto("draw_guns", int(Fraction(position.rules.tables["artillery"]["drawn"]) * len(markers)))
    return None


@enforces("6.2.half")
def ask_draw(position: Clash, frame: Frame) -> Decision | None:
    """One after the other; those that are left are set aside for this turn."""
    state, markers = position.state, in_cup(position)
    if frame[1] == 0:
        for piece in markers:
            state.box[piece] = ASIDE
        position.end()
        return None
    question = "Which artillery marker is drawn?"
    return draw(position, markers, question, "6.2.half", about=About(roll="artillery cup"))


def answer_draw(position: Clash, frame: Frame, action: Action) -> None:
    """Its owner may use it this turn."""
    roster = position.rules.roster
    piece = roster.number[action[1]]
    position.goto("draw_guns", frame[1] - 1)
    position.state.box[piece] = READY
    position.emit("guns_drawn", "6.2.half", piece=action[1], side=SIDES[roster.side[piece]])


PROCEDURES = {
    "artillery_cup": Procedure(ask_cup),
    "withhold": Procedure(ask_withhold, answer_withhold),
    "fill_cup": Procedure(ask_fill),
    "draw_guns": Procedure(ask_draw, answer_draw),
}
VERBS = (Verb("withhold", PICK, (PIECE,), "Keep {0} out of the cup", "G6.3", "markers"),)
EVENTS = (
    Kind("guns_cup", "Into the artillery cup: {pieces}.", {"pieces": PIECES}),
    Kind("guns_drawn", "{piece} ({side}) is drawn.", {"piece": PIECE, "side": SIDE}),
    Kind("withheld", "{side} keeps {piece} out of the cup.", {"piece": PIECE, "side": SIDE}),
)
WHY_NOT = {"withhold": why_not_withhold}
