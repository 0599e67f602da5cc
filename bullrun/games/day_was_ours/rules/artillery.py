"""6. The Artillery Phase: the sides take turns to act with all batteries of a hex; each fires, moves or
rallies."""

from __future__ import annotations

from collections.abc import Sequence

from bullrun.board.places import PlaceId, places_in, set_of
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import PASS, About, Decision, SetOptions
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import AIM, CHOOSE, NUMBER, PIECE, PLACE, SIDE, Kind, Verb
from bullrun.games.day_was_ours.rules import activation, fire, movement, rally
from bullrun.games.day_was_ours.rules.arrivals import is_due
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.ground import is_gun, is_supported, name, stack, under_chaos
from bullrun.games.day_was_ours.rules.lull import in_lull, is_on_wrong_side
from bullrun.games.day_was_ours.rules.morale import hit
from bullrun.games.day_was_ours.rules.retreat import has_way, retreat
from bullrun.games.day_was_ours.rules.state import GUNS
from bullrun.games.day_was_ours.rules.walking import finish_moves
from bullrun.games.sides import SIDES, UNION

DONE: Action = ("done",)
OVER = "over"


# --- 6.2 taking turns ---------------------------------------------------------------------------------


@enforces("6.1", "6.2")
def ask_artillery(position: Day, frame: Frame) -> Decision | None:
    """The phase begins: every battery may act once, and the Union acts first."""
    position.state.acted = 0
    position.goto("guns", UNION, 0)
    return None


@enforces("6.2", "6.2b")
def ask_guns(position: Day, frame: Frame) -> Decision | None:
    """Frame: (guns, side, passes in a row). With the batteries of which hex does a side act? A side with
    none left passes by itself; after two passes in a row the phase is over."""
    _, side, passes = frame
    if passes == 2:
        position.end()
        return None
    options = turn_options(position, side)
    if not options:
        position.goto("guns", 1 - side, passes + 1)
        return None
    position.state.acting = side
    last = () if must_act(position, side) else (PASS,)
    return Decision(SIDES[side], "The batteries of which hex act?", [*options, *last], "6.2")


def answer_guns(position: Day, frame: Frame, action: Action) -> None:
    """A hex acts, or the side passes and may act later."""
    _, side, passes = frame
    if action == PASS:
        position.goto("guns", 1 - side, passes + 1)
        activation.end(position)
        position.emit("guns_passed", "6.2b", side=SIDES[side])
        return
    place = position.rules.board.place(action[1])
    position.goto("guns", 1 - side, 0)
    entering = action[0] == "bring"
    units = due_at(position, side, place) if entering else ready_in(position, side, place)
    activation.begin(position, side, GUNS, units)
    position.emit("guns", "6.2", side=SIDES[side], at=action[1])
    position.call("entering guns" if entering else "battery step", place)


def turn_options(position: Day, side: int) -> list[Action]:
    """The hexes whose batteries may still act, and those where batteries are due."""
    on, roster = position.state, position.rules.roster
    guns = list(places_in(roster.guns & roster.of_side[side] & ~on.acted))
    hexes = sorted({on.at[gun] for gun in guns if on.at[gun] > 0})
    found: list[Action] = [("guns", name(position, at)) for at in hexes if ready_in(position, side, at)]
    due = sorted({position.rules.plan.arrivals[gun].place for gun in guns if is_due(position, gun)})
    return found + [("bring", name(position, at)) for at in due]


@enforces("6.2c", "7.3.chaos.act")
def ready_in(position: Day, side: int, place: PlaceId) -> list[int]:
    """The batteries of a hex that have not acted in this phase; under Chaos none does."""
    state, roster = position.state, position.rules.roster
    if under_chaos(position, place):
        return []
    return [
        unit
        for unit in stack(position, place)
        if is_gun(position, unit) and roster.side[unit] == side and not state.acted >> unit & 1
    ]


@enforces("6.9")
def due_at(position: Day, side: int, place: PlaceId) -> list[int]:
    """The batteries that are due at a hex and have not acted."""
    state, roster = position.state, position.rules.roster
    return [
        gun
        for gun in places_in(roster.guns & roster.of_side[side] & ~state.acted)
        if is_due(position, gun) and position.rules.plan.arrivals[gun].place == place
    ]


@enforces("16.3.12p")
def must_act(position: Day, side: int) -> bool:
    """Whether a battery on the wrong side of Young's Branch has still to go back in a lull: then the side
    does not pass."""
    if not in_lull(position):
        return False
    roster, state = position.rules.roster, position.state
    for gun in places_in(roster.guns & roster.of_side[side] & ~state.acted):
        if is_on_wrong_side(position, gun) and not under_chaos(position, state.at[gun]):
            trial = position.copy()
            activation.begin(trial, side, GUNS, [gun])
            if movement.must_go_home(trial, gun):
                return True
    return False


# --- 6.3 what batteries do ----------------------------------------------------------------------------


@enforces("6.3", "6.2c", "6.7", "6.9", "2.1b")
def ask_step(position: Day, frame: Frame) -> Decision | None:
    """Frame: (battery step or entering guns, hex), with "over" when the last moves are finished. Each
    battery does one thing, in the order its owner likes; those that fire at one target may combine."""
    state = position.state
    if frame[-1] == OVER:
        state.acted |= state.active
        position.end()
        activation.end(position)
        return None
    units = list(places_in(state.active & ~state.driven))
    idle = [u for u in units if not (state.fired | state.moved | state.rallied) >> u & 1]
    shots = fire.options(position, idle, fire.BATTERY)
    rallies: list[Action] = [
        ("rally", position.rules.roster.ids[u]) for u in idle if rally.may_rally(position, u)
    ]
    movers = movement.may_move(position)
    before, groups = movement.choices(position, movers)
    options = [*shots, *rallies, *before]
    if not options and not groups:
        _end(position)
        return None
    after = () if any(movement.must_go_home(position, unit) for unit in movers) else (DONE,)
    board = position.rules.board
    return Decision(
        SIDES[state.acting],
        "What do the batteries do?",
        SetOptions(board.names, board.find, groups, options, after),
        "6.3",
    )


def answer_step(position: Day, frame: Frame, action: Action) -> None:
    """One battery, or several that fire together, do their thing."""
    verb = action[0]
    if action == DONE:
        _end(position)
    elif verb in ("fire", "short"):
        finish_moves(position)
        fire.declare(position, fire.BATTERY, action)
    elif verb == "rally":
        finish_moves(position)
        rally.roll(position, position.rules.roster.number[action[1]])
    else:
        movement.take(position, action)


def _end(position: Day) -> None:
    frame = position.state.frames[-1]
    position.goto(frame[0], frame[1], OVER)
    finish_moves(position)


# --- 6.8 withdrawal, by an option ---------------------------------------------------------------------


@enforces("6.8")
def threatened(position: Day, mover: int, asked: Sequence[int]) -> list[int]:
    """The batteries without support that an enemy has come near to, and that have not answered yet."""
    rules, state = position.rules, position.state
    if state.at[mover] <= 0:
        return []
    near = rules.board.within(state.at[mover], rules.tables.withdrawal_within)
    enemy = rules.roster.of_side[1 - rules.roster.side[mover]]
    return [
        gun
        for gun in places_in(rules.roster.guns & enemy & ~set_of(asked))
        if state.at[gun] > 0 and near >> state.at[gun] & 1 and not is_supported(position, gun)
    ]


def ask_withdrawals(position: Day, frame: Frame) -> Decision | None:
    """Frame: (withdrawals, mover, batteries that have answered). Infantry or cavalry has ended its move
    near a battery without support: it retreats at once, or stands for a Morale Hit."""
    _, mover, asked = frame
    guns = threatened(position, mover, asked)
    if not guns:
        position.end()
        return None
    gun, rules = guns[0], position.rules
    piece = rules.roster.ids[gun]
    least, most = rules.tables.withdrawal_hexes
    options: list[Action] = []
    if has_way(position, gun, position.state.at[mover]):
        options = [("withdraw", piece, str(n)) for n in range(least, most + 1)]
    return Decision(
        SIDES[rules.roster.side[gun]],
        f"{rules.pieces[gun].name} is without support. Does it withdraw?",
        [*options, ("stand", piece)],
        "6.8",
        about=About(piece=piece),
    )


@enforces("6.8")
def answer_withdrawals(position: Day, frame: Frame, action: Action) -> None:
    """It goes, or pays for staying."""
    _, mover, asked = frame
    gun = position.rules.roster.number[action[1]]
    position.goto("withdrawals", mover, (*asked, gun))
    if action[0] == "withdraw":
        position.emit("withdraws", "6.8", piece=action[1], hexes=int(action[2]))
        retreat(position, gun, int(action[2]), position.state.at[mover])
        return
    position.emit("stands", "6.8", piece=action[1])
    for _ in range(position.rules.tables.withdrawal_hits):
        if position.state.at[gun] > 0:
            hit(position, gun, "6.8")


# --- why not ------------------------------------------------------------------------------------------


def why_not_guns(position: Day, action: Action) -> Refusal | None:
    """Why a side cannot act with the batteries of a hex now."""
    rules, state = position.rules, position.state
    place = rules.board.find(action[1]) if len(action) == 2 else None
    if place is None:
        return Refusal("6.2", f"It names a hex: {action[0]} HEX.")
    frame, facts = state.frames[-1] if state.frames else ("",), {"at": action[1]}
    if frame[0] != "guns":
        return Refusal("6.1", "Artillery acts hex by hex in the Artillery Phase.", facts)
    side = frame[1]
    if action in turn_options(position, side):
        return None
    if action[0] == "bring":
        return Refusal("6.9", "No battery of this side is due there.", facts)
    own = [unit for unit in stack(position, place) if is_gun(position, unit)]
    if not own or rules.roster.side[own[0]] != side:
        return Refusal("6.2", "No battery of this side is there.", facts)
    if under_chaos(position, place):
        return Refusal("7.3.chaos.act", "Battlefield Chaos lies on the hex.", facts)
    return Refusal("6.2c", "Its batteries have acted in this phase.", facts)


def why_not_withdraw(position: Day, action: Action) -> Refusal | None:
    """Why a battery cannot answer to an enemy who has come near."""
    rules, frame = position.rules, position.state.frames[-1] if position.state.frames else ("",)
    if not rules.has("artillery-withdrawal"):
        return Refusal("6.8", "Batteries do not withdraw in this game: it is an option.")
    if frame[0] != "withdrawals" or len(action) < 2 or action[1] not in rules.roster.number:
        return Refusal("6.8", "No battery has to answer now.")
    gun = rules.roster.number[action[1]]
    if gun not in threatened(position, frame[1], frame[2]):
        return Refusal("6.8", "This battery is not threatened, or is supported.", {"piece": action[1]})
    least, most = rules.tables.withdrawal_hexes
    return Refusal(
        "6.8", f"It withdraws {least} to {most} hexes, if it can, or stands.", {"piece": action[1]}
    )


WHY_NOT = {
    "guns": why_not_guns,
    "bring": why_not_guns,
    "withdraw": why_not_withdraw,
    "stand": why_not_withdraw,
}

PROCEDURES = {
    "artillery": Procedure(ask_artillery),
    "guns": Procedure(ask_guns, answer_guns),
    "battery step": Procedure(ask_step, answer_step),
    "entering guns": Procedure(ask_step, answer_step),
    "withdrawals": Procedure(ask_withdrawals, answer_withdrawals),
}

VERBS = (
    Verb("guns", AIM, (PLACE,), "The batteries in {0} act", "6.2", "artillery"),
    Verb("bring", AIM, (PLACE,), "The batteries due at {0} enter", "6.9", "artillery"),
    Verb("withdraw", CHOOSE, (PIECE, NUMBER), "{0} retreats, hexes: {1}", "6.8"),
    Verb("stand", CHOOSE, (PIECE,), "{0} stands and takes a Morale Hit", "6.8"),
)

EVENTS = (
    Kind("guns", "{side}: the batteries in {at} act.", {"at": PLACE, "side": SIDE}, level=3),
    Kind("guns_passed", "{side} passes.", {"side": SIDE}),
    Kind("withdraws", "{piece} withdraws, hexes: {hexes}.", {"piece": PIECE, "hexes": NUMBER}),
    Kind("stands", "{piece} stands by its guns.", {"piece": PIECE}),
)
