"""8. Brigade orders: which order a brigade may take, who acts under it, and the steps of an activation."""

from __future__ import annotations

from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import (
    CHOOSE,
    DIE,
    END,
    NUMBER,
    PICK,
    PIECE,
    PIECES,
    WORD,
    WORDS,
    Kind,
    Verb,
)
from bullrun.games.day_was_ours.rules import activation
from bullrun.games.day_was_ours.rules.arrivals import is_due
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.ground import ids, is_shaken, on_map, under_chaos
from bullrun.games.day_was_ours.rules.limits import may_release, release
from bullrun.games.day_was_ours.rules.lull import ANY_ORDER, orders_allowed
from bullrun.games.day_was_ours.rules.state import ATTACK, LIMITED, NO_ORDER, ORDERS, REGROUP
from bullrun.games.sides import SIDES
from bullrun.mechanisms.dice import die, pips
from bullrun.mechanisms.offers import offer

FIRE, MOVE, ASSAULT, RALLY = range(4)
STEPS = ("fire step", "movement step", "assault step", "rally step")
"""The procedures of an activation, in their order."""
DONE: Action = ("done",)

ASK_ORDER, RELEASE, UNITS, WINDOW, ACT = range(5)
"""Stages of an order."""


# --- who may do what ----------------------------------------------------------------------------------


@enforces("16.2.burnside", "2.3a")
def orders_for(position: Day, marker: int) -> list[int]:
    """The orders that a brigade may take: those that its scenario and the lull leave to it, and Attack only
    with a unit that can be named for it."""
    allowed, denied = orders_allowed(position, marker), position.rules.plan.denied.get(marker, ())
    return [
        order
        for order in ANY_ORDER
        if order in allowed and order not in denied and (order != ATTACK or able_to_attack(position, marker))
    ]


@enforces("2.3a", "12.6", "7.3.chaos.act")
def able_to_attack(position: Day, marker: int) -> list[int]:
    """The units that Attack Coordination may activate: on the map, not Shaken, not under Chaos."""
    return [unit for unit in members_to_act(position, marker, ATTACK) if not is_shaken(position, unit)]


@enforces("8.3", "8.1.limited", "7.3.chaos.act")
def members_to_act(position: Day, marker: int, order: int) -> list[int]:
    """The units of a brigade that an order lets act: on the map and not under Chaos, and under an order that
    lets them enter also those that are due."""
    members, at = position.rules.roster.members[marker], position.state.at
    found = [unit for unit in on_map(position, members) if not under_chaos(position, at[unit])]
    if order != LIMITED and position.rules.tables.orders[ORDERS[order]].enters:
        found += [unit for unit in members if is_due(position, unit)]
    return found


# --- the order ----------------------------------------------------------------------------------------


def give_order(position: Day, marker: int, windows: bool) -> None:
    """A brigade gets an order and acts; `windows`: the enemy may answer with chits (7.W.scope)."""
    position.call("order", marker, int(windows), ASK_ORDER, NO_ORDER)


@enforces("8.1.limited")
def act_limited(position: Day, marker: int) -> None:
    """A brigade makes a limited activation."""
    roster = position.rules.roster
    position.state.ordered[marker] = LIMITED
    position.emit("limited", "8.1.limited", piece=roster.ids[marker])
    units = members_to_act(position, marker, LIMITED)
    activation.begin(position, roster.side[marker], LIMITED, units, marker)
    position.call("activation", 0)


@enforces("8.2", "7.W.order", "7.W.scope", "16.3.8b")
def ask_order(position: Day, frame: Frame) -> Decision | None:
    """Frame: (order, marker, windows, stage, order). The order is named; Cocke's regiments are released, or
    an attack is coordinated; the enemy may play; then the brigade acts."""
    _, marker, windows, stage, order = frame
    roster = position.rules.roster
    if stage == ASK_ORDER:
        options: list[Action] = [("order", ORDERS[one]) for one in orders_for(position, marker)]
        piece = roster.ids[marker]
        question = f"Which order does {roster.infos[marker].name}'s brigade get?"
        return Decision(SIDES[roster.side[marker]], question, options, "8.2", about=About(piece=piece))
    if stage == ACT:
        position.goto("activation", 0)
        return None
    position.goto("order", marker, windows, stage + 1, order)
    if stage == RELEASE and marker == position.rules.plan.cocke:
        position.call("release")
    elif stage == UNITS and order == ATTACK:
        position.call("coordination", marker)
    elif stage == UNITS:
        units = members_to_act(position, marker, order)
        activation.begin(position, roster.side[marker], order, units, marker)
    elif stage == WINDOW and windows:
        offer(position, "order", marker)
    return None


def answer_order(position: Day, frame: Frame, action: Action) -> None:
    """The order is named."""
    _, marker, windows, _, _ = frame
    order = ORDERS.index(action[1])
    position.state.ordered[marker] = order
    position.goto("order", marker, windows, RELEASE, order)
    position.emit("order", "8.2", piece=position.rules.roster.ids[marker], order=action[1])


# --- 16.3.8b Cocke's regiments ------------------------------------------------------------------------


@enforces("16.3.8b")
def ask_release(position: Day, frame: Frame) -> Decision | None:
    """Frame: (release,). Any number of regiments may leave Lewis Ford, each at its price."""
    found = may_release(position)
    if not found:
        position.end()
        return None
    roster, plan = position.rules.roster, position.rules.plan
    options: list[Action] = [("release", piece) for piece in ids(position, found)]
    return Decision(
        SIDES[roster.side[plan.cocke]],
        "Which regiment may leave Lewis Ford?",
        [DONE, *options],
        "16.3.8b",
        about=About(piece=roster.ids[plan.cocke]),
        price=plan.price,
    )


def answer_release(position: Day, frame: Frame, action: Action) -> None:
    """One is released, or no more."""
    if action == DONE:
        position.end()
        return
    release(position, position.rules.roster.number[action[1]])
    position.emit("released", "16.3.8b", piece=action[1], points=position.rules.plan.price)


# --- 2.3a Attack Coordination -------------------------------------------------------------------------


@enforces("2.3a")
def coordinated(position: Day, marker: int, rolled: int) -> int:
    """How many units of a brigade are activated for an attack."""
    rating = position.rules.roster.coordination[marker]
    units = position.rules.tables.coordination[rolled][rating - 1]
    return min(units, len(able_to_attack(position, marker)))


@enforces("2.3a")
def ask_coordination(position: Day, frame: Frame) -> Decision | None:
    """Frame: (coordination, marker). One die, unless every one of its faces activates all who can attack."""
    marker: int = frame[1]
    able = len(able_to_attack(position, marker))
    if all(coordinated(position, marker, face) == able for face in position.rules.tables.coordination):
        position.goto("name units", marker, able, ())
        return None
    roster = position.rules.roster
    return die(
        f"{roster.infos[marker].name} coordinates the attack",
        "2.3a",
        about=About(piece=roster.ids[marker], roll="coordination"),
        side=SIDES[roster.side[marker]],
    )


def answer_coordination(position: Day, frame: Frame, action: Action) -> None:
    """How many units may be named."""
    marker: int = frame[1]
    count = coordinated(position, marker, pips(action))
    position.goto("name units", marker, count, ())
    piece = position.rules.roster.ids[marker]
    position.emit("coordination", "2.3a", piece=piece, die=pips(action), units=count)


@enforces("2.3b")
def ask_name_units(position: Day, frame: Frame) -> Decision | None:
    """Frame: (name units, marker, how many, those named). They are named one by one; when all that are left
    can act, nobody is asked."""
    _, marker, count, named = frame
    roster = position.rules.roster
    left = [unit for unit in able_to_attack(position, marker) if unit not in named]
    missing = count - len(named)
    if missing < len(left) and missing > 0:
        options: list[Action] = [("name", piece) for piece in ids(position, left)]
        return Decision(
            SIDES[roster.side[marker]],
            f"Which unit attacks ({missing} to name)?",
            options,
            "2.3b",
            about=About(piece=roster.ids[marker]),
        )
    units = sorted([*named, *left] if missing > 0 else named)
    position.end()
    activation.begin(position, roster.side[marker], ATTACK, units, marker)
    position.emit("named", "2.3b", pieces=ids(position, units))
    return None


def answer_name_units(position: Day, frame: Frame, action: Action) -> None:
    """One more."""
    _, marker, count, named = frame
    position.goto("name units", marker, count, (*named, position.rules.roster.number[action[1]]))


# --- 8.2 the steps ------------------------------------------------------------------------------------


@enforces("8.2")
def ask_activation(position: Day, frame: Frame) -> Decision | None:
    """Frame: (activation, step). First all fire, then all movement, then all close combats, then rallying;
    the chapter of a step asks what is done in it, until its owner says so or nothing is left."""
    step: int = frame[1]
    if step == len(STEPS):
        activation.end(position)
        position.end()
        position.emit("activation_over", "8.2")
        return None
    position.goto("activation", step + 1)
    if has_step(position, step):
        position.call(STEPS[step])
    return None


@enforces("8.1.attack", "8.1.defend", "8.1.maneuver", "8.1.regroup", "8.1.limited")
@enforces("7.3.exhaustion", "13.1")
def has_step(position: Day, step: int) -> bool:
    """Whether the order of the present activation has this step."""
    state = position.state
    if state.order == LIMITED:
        return step == FIRE
    order = position.rules.tables.orders[ORDERS[state.order]]
    if step == FIRE:
        return order.fire
    if step == MOVE:
        return True
    if step == ASSAULT:
        return order.close_combat and not state.exhausted
    if order.rally is None:
        return False
    return state.order == REGROUP or position.rules.has("rally-in-combat-orders", "yes")


# --- why not ------------------------------------------------------------------------------------------


def why_not_order(position: Day, action: Action) -> Refusal | None:
    """Why a brigade cannot take an order."""
    frame, words = position.state.frames[-1], ", ".join(ORDERS[order] for order in ANY_ORDER)
    if len(action) != 2 or action[1] not in ORDERS or ORDERS.index(action[1]) not in ANY_ORDER:
        return Refusal("8.2", f"An order is one of {words}: order WORD.")
    if frame[0] != "order":
        return Refusal("8.2", "No brigade waits for an order.")
    order, marker = ORDERS.index(action[1]), frame[1]
    facts = {"piece": position.rules.roster.ids[marker]}
    if order in position.rules.plan.denied.get(marker, ()):
        return Refusal("16.2.burnside", f"This brigade never takes {action[1].capitalize()}.", facts)
    if order not in orders_allowed(position, marker):
        roster = position.rules.roster
        rule = "16.3.12d" if SIDES[roster.side[marker]] == "union" else "16.3.12c"
        return Refusal(rule, f"The lull does not let it take {action[1].capitalize()}.", facts)
    return Refusal("2.3a", "None of its units can be named for an attack.", facts)


def why_not_release(position: Day, action: Action) -> Refusal | None:
    """Why a unit is not released from Lewis Ford."""
    roster, plan = position.rules.roster, position.rules.plan
    unit = roster.number.get(action[1], -1) if len(action) == 2 else -1
    if unit < 0 or roster.brigade[unit] != plan.cocke:
        return Refusal("16.3.8b", "Only regiments of Cocke's brigade are released: release UNIT.")
    if plan.never >> unit & 1:
        return Refusal("16.3.8c", "It never leaves Lewis Ford.", {"piece": action[1]})
    if position.state.freed >> unit & 1:
        return Refusal("16.3.8b", "It is released already.", {"piece": action[1]})
    return Refusal("16.3.8c", "One other regiment of the brigade on the map must stay.", {"piece": action[1]})


def why_not_name(position: Day, action: Action) -> Refusal | None:
    """Why a unit cannot be named for the attack."""
    frame, roster = position.state.frames[-1], position.rules.roster
    unit = roster.number.get(action[1], -1) if len(action) == 2 else -1
    if frame[0] != "name units" or unit < 0 or roster.brigade[unit] != frame[1]:
        return Refusal("2.3b", "Only units of the brigade that attacks are named: name UNIT.")
    facts = {"piece": action[1]}
    if unit in frame[3]:
        return Refusal("2.3b", "It is named already.", facts)
    if position.state.at[unit] <= 0:
        return Refusal("8.3", "It is not on the map, and nobody enters under Attack.", facts)
    if is_shaken(position, unit):
        return Refusal("12.6", "A Shaken unit takes no part in an attack.", facts)
    return Refusal("7.3.chaos.act", "Battlefield Chaos lies on its hex.", facts)


WHY_NOT = {"order": why_not_order, "release": why_not_release, "name": why_not_name}

PROCEDURES = {
    "order": Procedure(ask_order, answer_order),
    "release": Procedure(ask_release, answer_release),
    "coordination": Procedure(ask_coordination, answer_coordination),
    "name units": Procedure(ask_name_units, answer_name_units),
    "activation": Procedure(ask_activation),
}

VERBS = (
    Verb("order", CHOOSE, (WORD,), "Give the order to {0}", "8.2"),
    Verb("release", PICK, (PIECE,), "Let {0} leave Lewis Ford", "16.3.8b"),
    Verb("name", PICK, (PIECE,), "{0} attacks", "2.3b"),
    Verb("done", END, (), "End this step", "8.2"),
)

EVENTS = (
    Kind("order", "{piece}: {order}.", {"piece": PIECE, "order": WORDS}, level=3),
    Kind("limited", "{piece}: a limited activation.", {"piece": PIECE}, level=3),
    Kind(
        "released",
        "{piece} may leave Lewis Ford, at a price of {points}.",
        {"piece": PIECE, "points": NUMBER},
    ),
    Kind(
        "coordination",
        "{piece} coordinates the attack: {die}, {units} attack.",
        {"piece": PIECE, "die": DIE, "units": NUMBER},
    ),
    Kind("named", "In the attack: {pieces}.", {"pieces": PIECES}),
    Kind("activation_over", "The activation is over."),
)
