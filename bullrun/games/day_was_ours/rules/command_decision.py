"""5. Command Decision Phase: what goes into the cup, the Key Chits, and what is mixed unseen."""

from __future__ import annotations

from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import NUMBER, PICK, PIECE, SIDE, Kind, Verb
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.hidden import set_key
from bullrun.games.day_was_ours.rules.lull import in_lull
from bullrun.games.day_was_ours.rules.state import ASIDE, CUP, EXCLUDED, MIX
from bullrun.games.sides import CONFEDERATE, SIDE_NAMES, SIDES, UNION
from bullrun.mechanisms.cup import draw


@enforces("5.3", "5.4", "16.3.12b", "16.1.cup", "16.2.cup", "16.3.2")
def ask_command_decision(position: Day, frame: Frame) -> Decision | None:
    """Frame: (command decision, step). The leaders and the wild chits go into the cup, then the sides choose
    and mix; in the lull Rally! alone joins the leaders."""
    roster, plan, state = position.rules.roster, position.rules.plan, position.state
    if len(frame) > 1:
        position.end()
        position.emit("cup_filled", "5.3", count=len(in_cup(position)))
        return None
    position.goto("command decision", 1)
    quiet = in_lull(position)
    chits = list(roster.leaders) if quiet else [*roster.leaders, *plan.wild]
    for chit in chits:
        if state.at[chit] == ASIDE:
            state.at[chit] = CUP
    if quiet:
        for side in (UNION, CONFEDERATE):
            for chit in plan.lull_chits[side]:
                if state.at[chit] == MIX[side]:
                    state.at[chit] = CUP
        return None
    state.dealt = 1
    position.call("mix", UNION, 0)
    position.call("key", CONFEDERATE)
    position.call("key", UNION)
    return None


def in_cup(position: Day) -> list[int]:
    """All chits in the cup."""
    return [chit for chit, at in enumerate(position.state.at) if at == CUP]


def mix_of(position: Day, side: int) -> list[int]:
    """The Event chits of a side that lie in its mix."""
    return [chit for chit in position.rules.roster.events[side] if position.state.at[chit] == MIX[side]]


# --- 5.1 the Key Chit ---------------------------------------------------------------------------------


@enforces("5.1")
def ask_key(position: Day, frame: Frame) -> Decision | None:
    """Frame: (key, side). Any chit of the mix, also one that cannot work this turn."""
    side: int = frame[1]
    chits = mix_of(position, side)
    if not chits:
        position.end()
        return None
    options: list[Action] = [("key", position.rules.roster.ids[chit]) for chit in chits]
    return Decision(SIDES[side], "Which is your Key Chit?", options, "5.1")


def answer_key(position: Day, frame: Frame, action: Action) -> None:
    """It goes straight into the cup, and the enemy learns only that it is chosen."""
    side: int = frame[1]
    chit = position.rules.roster.number[action[1]]
    position.state.at[chit] = CUP
    set_key(position.state, side, chit)
    position.end()
    position.emit_veiled("key_chosen", "5.1", "5.1", side=SIDES[side], piece=action[1])


# --- 5.2 included and excluded chits ------------------------------------------------------------------


@enforces("5.2", "5.2r", "5.3u", "5.5.regulars")
def ask_mix(position: Day, frame: Frame) -> Decision | None:
    """Frame: (mix, side, how many are drawn). That number of the others goes into the cup
    unseen, the rest are out for this turn.

    Regulars Forward is not drawn for. It lies with the others until the rest are put out, and the draws are
    as many whether it is the Key Chit or not: nothing on the table tells which.
    """
    _, side, included = frame
    state, roster, plan = position.state, position.rules.roster, position.rules.plan
    state.mixing = 1
    others = [chit for chit in mix_of(position, side) if chit != roster.regulars_chit]
    if others and included < plan.drawn(side, state.turn):
        question = f"The {SIDE_NAMES[SIDES[side]]} chits are mixed"
        return draw(position, others, question, "5.2", side=SIDES[side], always=True)
    left = mix_of(position, side)
    for chit in left:
        state.at[chit] = EXCLUDED[side]
    position.emit("mixed", "5.2", side=SIDES[side], included=included, left=len(left))
    if side == UNION:
        position.goto("mix", CONFEDERATE, 0)
    else:
        state.mixing = 0
        position.end()
    return None


def answer_mix(position: Day, frame: Frame, action: Action) -> None:
    """One more lies in the cup, and nobody knows which."""
    _, side, included = frame
    position.state.at[position.rules.roster.number[action[1]]] = CUP
    position.goto("mix", side, included + 1)


# --- why not ------------------------------------------------------------------------------------------


def why_not_key(position: Day, action: Action) -> Refusal | None:
    """Why this is no Key Chit; one answer for all chits of the enemy, wherever they lie."""
    roster, decision = position.rules.roster, position.decision()
    chit = roster.number.get(action[1], -1) if len(action) == 2 else -1
    if (
        decision is None
        or decision.owner not in SIDES
        or chit not in roster.events[SIDES.index(decision.owner)]
    ):
        return Refusal("5.1", "A Key Chit is one of a side's own Event chits: key CHIT.")
    return Refusal("5.1", "It is not in the mix this turn.", {"piece": action[1]})


WHY_NOT = {"key": why_not_key}

PROCEDURES = {
    "command decision": Procedure(ask_command_decision),
    "key": Procedure(ask_key, answer_key),
    "mix": Procedure(ask_mix, answer_mix),
}

VERBS = (Verb("key", PICK, (PIECE,), "Make {0} the Key Chit", "5.1", "command decision"),)

EVENTS = (
    Kind("key_chosen", "{side} chooses its Key Chit: {piece}.", {"side": SIDE, "piece": PIECE}),
    Kind(
        "mixed",
        "{side}: {included} chits go into the cup unseen, {left} are left out.",
        {"side": SIDE, "included": NUMBER, "left": NUMBER},
    ),
    Kind("cup_filled", "{count} chits lie in the cup.", {"count": NUMBER}),
)
