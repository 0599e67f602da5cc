"""8. The administrative phase: rout, recovery, commanders, arrivals, and the counter-attack (11.2.2)."""

from __future__ import annotations

from bullrun.board.places import places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, DIE, END, GAIN, NUMBER, PIECE, PIECES, WORDS, Kind, Verb
from bullrun.games.secession_1862.rules.battlefield import SecondBullRun
from bullrun.games.secession_1862.rules.command import is_in_range
from bullrun.games.secession_1862.rules.commanders import push_all
from bullrun.games.secession_1862.rules.facing import arrive_in_retreat
from bullrun.games.secession_1862.rules.ground import enemies_met, in_contact, set_routed
from bullrun.games.secession_1862.rules.retreat import begin_retreat
from bullrun.games.sides import CONFEDERATE, SIDES, UNION
from bullrun.mechanisms.dice import die

# The steps of the phase, in order; the number is the local of the "administration" frame.
ROUT, DISPLACEMENT, RECOVERY, ARRIVALS, COUNTER_ATTACK, OVER = range(6)


def ask_administration(position: SecondBullRun, frame: Frame) -> None:
    """Go on with the next step."""
    step: int = frame[1]
    state = position.state
    if step == OVER:
        position.end()
        return
    position.goto("administration", step + 1)
    if step == ROUT:
        push_all(position)
        for brigade in reversed(list(places_in(state.routed))):
            position.call("rout_march", brigade)
    elif step == DISPLACEMENT:
        push_all(position)  # before 8.C, which asks where commanders are and turns them
    elif step == RECOVERY:
        recover_from_fatigue(position)
        reset_commanders(position)
        for brigade in reversed(list(places_in(state.routed))):
            position.call("rout_test", brigade)
    elif step == ARRIVALS:
        state.entered = ()
        position.call("arrivals", CONFEDERATE, 0)
        position.call("arrivals", UNION, 0)
    else:
        position.call("counter_attack")


@enforces("8.A")
def ask_rout_march(position: SecondBullRun, frame: Frame) -> None:
    """A routed brigade goes back three more zones."""
    brigade = frame[1]
    position.end()
    zone = position.state.at[brigade]
    if zone:
        threats = enemies_met(position, zone, position.rules.roster.side[brigade])
        begin_retreat(position, brigade, position.rules.tables["rout"]["zones"], threats, "8.A")


@enforces("8.B")
def recover_from_fatigue(position: SecondBullRun) -> None:
    """Brigades out of contact lose a level of fatigue."""
    state = position.state
    roster = position.rules.roster
    rested = []
    for brigade in range(roster.brigades):
        if (
            state.fatigue[brigade]
            and not state.routed >> brigade & 1
            and not in_contact(position, state.at[brigade], roster.side[brigade])
        ):
            state.fatigue[brigade] -= 1
            rested.append(roster.ids[brigade])
    if rested:
        position.emit("recovered", "8.B", pieces=rested)


@enforces("8.C")
def reset_commanders(position: SecondBullRun) -> None:
    """Army commanders become available, then the corps commanders in range of theirs; all of them while the
    army commander is not in play."""
    state = position.state
    roster = position.rules.roster
    for side in (UNION, CONFEDERATE):
        army = roster.army_commander[side]
        state.turned &= ~(1 << army)
        in_play = state.at[army]
        for corps in roster.corps_commanders[side]:
            if not state.turned >> corps & 1 or not state.at[corps]:
                continue
            if not in_play or is_in_range(position, army, state.at[corps]):
                state.turned &= ~(1 << corps)


@enforces("8.D")
def ask_rout_test(position: SecondBullRun, frame: Frame) -> Decision | None:
    """Each routed brigade tests whether it is organised again."""
    brigade = frame[1]
    if not position.state.at[brigade]:
        position.end()
        return None
    return die("Rout test", "8.D", about=About(piece=position.rules.roster.ids[brigade]))


def answer_rout_test(position: SecondBullRun, frame: Frame, action: Action) -> None:
    brigade = frame[1]
    state = position.state
    table = position.rules.tables["rout_test"]
    rolled = int(action[1])
    name = position.rules.roster.ids[brigade]
    position.end()
    recovers = rolled >= table["recovers"]
    position.emit("rout_test", "8.D", piece=name, die=rolled, recovers=recovers)
    if not recovers:
        return
    state.fatigue[brigade] = 0 if position.rules.roster.is_artillery[brigade] else table["fatigue"]
    if rolled >= table["recovers_a_loss"] and state.losses[brigade]:
        state.losses[brigade] -= 1
        position.emit("loss_recovered", "8.D", piece=name)
    set_routed(position, brigade, False)
    arrive_in_retreat(position, brigade)


# --- the Confederate counter-attack ------------------------------------------------------------------

_COUNTER_ATTACK: tuple[Action, ...] = (("wait",), ("counter-attack",))


@enforces("11.2.2")
def ask_counter_attack(position: SecondBullRun, frame: Frame) -> Decision | None:
    """From the scenario's turn on the Confederate player may declare his counter-attack, once."""
    state = position.state
    day = position.rules.days[state.day]
    first = day.counter_attack
    if not first or state.counter_attack or state.turn < first or state.turn >= day.last_turn:
        position.end()
        return None
    return Decision(SIDES[CONFEDERATE], "Declare the counter-attack?", _COUNTER_ATTACK, "11.2.2")


def answer_counter_attack(position: SecondBullRun, frame: Frame, action: Action) -> None:
    if action[0] == "counter-attack":
        position.state.counter_attack = position.state.turn
        position.emit("counter_attack", "11.2.2", turn=position.state.turn)
    position.end()


PROCEDURES = {
    "administration": Procedure(ask_administration),
    "rout_march": Procedure(ask_rout_march),
    "rout_test": Procedure(ask_rout_test, answer_rout_test),
    "counter_attack": Procedure(ask_counter_attack, answer_counter_attack),
}

VERBS = (
    Verb("wait", END, (), "Wait", "11.2.2"),
    Verb(
        "counter-attack",
        CHOOSE,
        (),
        "Declare the counter-attack",
        "11.2.2",
        "administration",
        "It can be declared once, for the next two turns.",
    ),
)

EVENTS = (
    Kind("recovered", "Less fatigue: {pieces}.", {"pieces": PIECES}),
    Kind(
        "rout_test",
        "Rout test of {piece}: {die}, organised again: {recovers}.",
        {"piece": PIECE, "die": DIE, "recovers": WORDS},
    ),
    Kind("loss_recovered", "{piece} recovers a loss.", {"piece": PIECE}, tone=GAIN),
    Kind("counter_attack", "The Confederates declare their counter-attack.", {"turn": NUMBER}),
)
