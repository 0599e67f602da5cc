"""7. Chit Draw Phase: who draws, what each chit does, and when a division chit goes back into the cup."""

from __future__ import annotations

from bullrun.board.places import places_in
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import PASS, About, Decision, SetOptions
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import (
    AIM,
    DIE,
    LOSS,
    NUMBER,
    PICK,
    PIECE,
    PLACE,
    SIDE,
    WORDS,
    Kind,
    Verb,
)
from bullrun.games.day_was_ours.rules import activation
from bullrun.games.day_was_ours.rules.arrivals import is_in_play
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.command_decision import in_cup
from bullrun.games.day_was_ours.rules.ground import name, occupied
from bullrun.games.day_was_ours.rules.hidden import key_of, set_key
from bullrun.games.day_was_ours.rules.limits import may_be_activated
from bullrun.games.day_was_ours.rules.lull import in_lull
from bullrun.games.day_was_ours.rules.orders import act_limited, give_order
from bullrun.games.day_was_ours.rules.roster import BRIGADE, DIVISION, EVENT
from bullrun.games.day_was_ours.rules.special_moves import wayward, wayward_hexes, why_not_wayward
from bullrun.games.day_was_ours.rules.state import (
    ACTIVATED,
    ASIDE,
    CUP,
    FACE_DOWN,
    FREE_MOVE,
    HELD,
    NEVER,
    NO_KEY,
    NOWHERE,
    READY,
)
from bullrun.games.day_was_ours.rules.tables import CASUALTY, CHAOS, FRIENDS, WAYWARD
from bullrun.games.sides import CONFEDERATE, SIDE_NAMES, SIDES, UNION
from bullrun.mechanisms.cup import draw
from bullrun.mechanisms.dice import dice, die, pips
from bullrun.mechanisms.offers import offer

GAP, DRAW = range(2)
"""Stages of drawing."""
PICK_BRIGADE, COMMAND, FORD, HINDER, ORDER, RETURN = range(6)
"""Stages of a division chit."""
NOT_NAMED = -1


# --- 7.1 the drawing player ---------------------------------------------------------------------------


def ask_chit_draw(position: Day, frame: Frame) -> Decision | None:
    """Frame: (chit draw,). Dice for the drawing player, what comes before the first draw, then the draws."""
    plan = position.rules.plan
    position.goto("draws", DRAW)
    if plan.free_activation is not None and plan.free_activation[1] == position.state.turn:
        position.call("free", plan.free_activation[0])
    position.call("drawer", 0)
    return None


@enforces("7.1")
def ask_drawer(position: Day, frame: Frame) -> Decision | None:
    """Frame: (drawer, the Union's die or 0). Both roll, the Union first."""
    side = CONFEDERATE if frame[1] else UNION
    question = f"Who draws the chits: a die for the {SIDE_NAMES[SIDES[side]]}"
    return die(question, "7.1", about=About(roll="drawer"), side=SIDES[side])


@enforces("7.1")
def answer_drawer(position: Day, frame: Frame, action: Action) -> None:
    """The higher draws for the whole turn; equal dice are rolled again."""
    union, rolled = frame[1], pips(action)
    if not union:
        position.goto("drawer", rolled)
        return
    if union == rolled:
        position.goto("drawer", 0)
        position.emit("drawer_again", "7.1", union=union, confederate=rolled)
        return
    position.state.drawer = UNION if union > rolled else CONFEDERATE
    position.end()
    side = SIDES[position.state.drawer]
    position.emit("drawer", "7.1", side=side, union=union, confederate=rolled)


# --- 16.2.free ----------------------------------------------------------------------------------------


@enforces("16.2.free")
def ask_free(position: Day, frame: Frame) -> Decision | None:
    """Frame: (free, side). A brigade marker is drawn openly, among all that are in play."""
    side: int = frame[1]
    roster, state = position.rules.roster, position.state
    markers = [
        marker
        for marker in roster.brigades
        if roster.side[marker] == side and state.at[marker] == READY and is_in_play(position, marker)
    ]
    if not markers:
        position.end()
        return None
    return draw(position, markers, "Which brigade begins the afternoon?", "16.2.free", side=SIDES[side])


@enforces("16.2.free", "7.W.scope")
def answer_free(position: Day, frame: Frame, action: Action) -> None:
    """It acts with any order that it may take, without a command roll, and is Activated."""
    marker = position.rules.roster.number[action[1]]
    _turn_over(position, marker)
    position.end()
    position.emit("activated", "16.2.free", piece=action[1])
    give_order(position, marker, windows=False)


# --- 7.2 drawing --------------------------------------------------------------------------------------


@enforces("7.2")
def ask_draws(position: Day, frame: Frame) -> Decision | None:
    """Frame: (draws, stage). Between two chits, and after the last, events may be played; then the next chit
    is drawn, until the cup is empty."""
    if frame[1] == GAP:
        position.goto("draws", DRAW)
        offer(position, "gap")
        return None
    chits = in_cup(position)
    if not chits:
        position.end()
        return None
    drawer = SIDES[position.state.drawer]
    return draw(position, chits, f"The {SIDE_NAMES[drawer]} player draws a chit", "7.2", side=drawer)


def answer_draws(position: Day, frame: Frame, action: Action) -> None:
    """The chit is applied, or Fortunes of War has taken its effect away."""
    roster, state = position.rules.roster, position.state
    chit = roster.number[action[1]]
    position.goto("draws", GAP)
    owner = roster.side[chit]
    hides = roster.kind[chit] == EVENT and not state.fortunes and position.rules.has("held-chits", "hidden")
    state.drawn = (*state.drawn, FACE_DOWN[owner] if hides else chit)
    if owner in (UNION, CONFEDERATE) and key_of(state, owner) == chit:
        set_key(state, owner, NO_KEY)
    state.at[chit] = ASIDE
    if state.fortunes:
        _lose_effect(position, chit)
    elif roster.kind[chit] == EVENT:
        _take(position, chit)
    else:
        position.emit_reveal("drawn", "7.2", piece=action[1])
        _apply(position, chit)


@enforces("7.3.fortunes", "7.3.fog")
def _apply(position: Day, chit: int) -> None:
    """What a chit does that is nobody's event."""
    roster = position.rules.roster
    if chit == roster.fog:
        position.call("fog")
    elif chit == roster.fortunes:
        position.state.fortunes = 1 if in_cup(position) else 0
    else:
        position.call("division", chit, PICK_BRIGADE, NOT_NAMED, 0)


@enforces("7.3.event", "5.5.open", "5.5.key")
def _take(position: Day, chit: int) -> None:
    """Its owner takes an Event chit; that it was his Key Chit is not said."""
    roster, state = position.rules.roster, position.state
    side = roster.side[chit]
    state.at[chit] = HELD[side]
    if in_lull(position):
        state.drawn_rally |= 1 << side  # no other Event chit is drawn in the lull
    piece = roster.ids[chit]
    position.emit_reveal("taken", "7.3.event", "7.3.event", side=SIDES[side], piece=piece)


@enforces("7.3.fortunes", "7.3.fortunes.div", "7.3.event")
def _lose_effect(position: Day, chit: int) -> None:
    """Fortunes of War: the chit is shown, has no effect and is out for the turn; a division loses a
    brigade's activation."""
    position.state.fortunes = 0
    piece = position.rules.roster.ids[chit]
    position.emit_reveal("cancelled", "7.3.fortunes", piece=piece)
    if position.rules.roster.kind[chit] == DIVISION:
        position.call("fortunes", chit)


@enforces("7.3.fortunes.div")
def ask_fortunes(position: Day, frame: Frame) -> Decision | None:
    """Frame: (fortunes, chit). Which brigade loses its activation?"""
    return _ask_brigade(position, frame[1], "lose", "Which brigade loses its activation?", "7.3.fortunes.div")


def answer_fortunes(position: Day, frame: Frame, action: Action) -> None:
    """Its marker is turned, and the chit goes back or not as usual."""
    chit: int = frame[1]
    _turn_over(position, position.rules.roster.number[action[1]])
    position.end()
    position.emit("lost_activation", "7.3.fortunes.div", piece=action[1])
    give_back(position, chit, passed=False)


# --- 7.3.div division chits ---------------------------------------------------------------------------


@enforces("7.3.div.pick", "2.1a", "2.1c", "2.5a")
def eligible(position: Day, chit: int) -> list[int]:
    """The brigades of a division that can still be activated this turn: not Activated, not barred, and with a
    unit on the map or due."""
    state = position.state
    return [
        marker
        for marker in position.rules.roster.of_division[chit]
        if state.at[marker] == READY
        and may_be_activated(position, marker) is None
        and is_in_play(position, marker)
    ]


@enforces("7.3.casualty.swap", "2.5c", "O.courier")
def rating(position: Day, chit: int) -> int:
    """The Command Rating of a division chit as it is now."""
    return position.rules.plan.rating[chit][position.state.wounded >> chit & 1]


def _turn_over(position: Day, marker: int) -> None:
    """A brigade's marker is turned to Activated."""
    position.state.at[marker] = ACTIVATED
    position.state.drawn = (*position.state.drawn, marker)


def _ask_brigade(position: Day, chit: int, verb: str, question: str, rule: str) -> Decision | None:
    """The owner of a division chit names one of its brigades; with none left the chit is set aside."""
    roster, markers = position.rules.roster, eligible(position, chit)
    if not markers:
        position.end()
        position.emit("set_aside", "7.3.div.none", piece=roster.ids[chit])
        return None
    options: list[Action] = [(verb, roster.ids[marker]) for marker in markers]
    about = About(piece=roster.ids[chit])
    return Decision(SIDES[roster.side[chit]], question, options, rule, about=about)


@enforces("7.3.div.pick", "7.3.div.none", "7.3.div.roll", "7.W.passed", "7.W.scope")
def ask_division(position: Day, frame: Frame) -> Decision | None:
    """Frame: (division, chit, stage, marker, passed). Brigade, command die, ford die, the enemy's chits,
    order and activation; then the chit goes back or not."""
    _, chit, stage, marker, passed = frame
    roster, state = position.rules.roster, position.state
    if stage == PICK_BRIGADE:
        question = f"{roster.infos[chit].name}: which brigade acts?"
        return _ask_brigade(position, chit, "activate", question, "7.3.div.pick")
    about = About(piece=roster.ids[marker], roll="command" if stage == COMMAND else "ford")
    if stage == COMMAND:
        question = f"{roster.infos[chit].name} commands {roster.infos[marker].name}"
        side = SIDES[roster.side[chit]]
        return die(question, "7.3.div.roll", about=about, side=side, rating=rating(position, chit))
    if stage == FORD:
        return _ask_ford(position, frame, about)
    position.goto("division", chit, stage + 1, marker, passed)
    if stage == HINDER:
        state.confused = state.delayed = 0
        offer(position, "passed", marker)
    elif stage == ORDER:
        confused, delayed = state.confused, state.delayed
        state.confused = state.delayed = 0
        if confused and not delayed:
            act_limited(position, marker)
        elif not delayed:
            give_order(position, marker, windows=True)
    else:
        position.end()
        give_back(position, chit, bool(passed))
    return None


def answer_division(position: Day, frame: Frame, action: Action) -> None:
    """The brigade is named, or a die has been rolled."""
    _, chit, stage, _, _ = frame
    if stage == PICK_BRIGADE:
        marker = position.rules.roster.number[action[1]]
        _turn_over(position, marker)
        position.goto("division", chit, COMMAND, marker, 0)
        position.emit("activated", "7.3.div.pick", piece=action[1])
    elif stage == COMMAND:
        _command(position, frame, pips(action))
    else:
        _search(position, frame, pips(action))


@enforces("7.3.div.roll")
def _command(position: Day, frame: Frame, rolled: int) -> None:
    """At most the rating: a full activation; more: a limited one."""
    _, chit, _, marker, _ = frame
    needs = rating(position, chit)
    passed = rolled <= needs
    position.emit(
        "command_roll",
        "7.3.div.roll",
        piece=position.rules.roster.ids[marker],
        die=rolled,
        rating=needs,
        result="a full activation" if passed else "a limited activation",
    )
    if passed:
        position.goto("division", chit, FORD, marker, 1)
    else:
        position.goto("division", chit, RETURN, marker, 0)
        act_limited(position, marker)


@enforces("7.3.div.return")
def give_back(position: Day, chit: int, passed: bool) -> None:
    """A division chit goes back into the cup while a brigade of it can be activated, by an option only after
    a passed command roll; else it is out for this turn."""
    always = position.rules.has("division-chit", "returns")
    back = bool(eligible(position, chit)) and (passed or always)
    position.state.at[chit] = CUP if back else ASIDE
    piece = position.rules.roster.ids[chit]
    position.emit("returned" if back else "set_aside", "7.3.div.return", piece=piece)


# --- 16.3.10 Sherman and the ford ---------------------------------------------------------------------


@enforces("16.3.10a")
def _ask_ford(position: Day, frame: Frame, about: About) -> Decision | None:
    """Sherman looks for Farm Ford once his turn has come: first with a die, later without. Until it has been
    found Sherman gets no order, unless the Confederates have crossed Bull Run."""
    _, chit, _, marker, passed = frame
    plan, state = position.rules.plan, position.state
    searches = marker == plan.searcher and state.ford_found == NEVER and state.turn >= plan.not_before[marker]
    if searches and state.turn in plan.finds:
        needs = plan.finds[state.turn]
        return die("Sherman looks for a ford", "16.3.10a", about=about, side=SIDES[UNION], needs=needs)
    position.goto("division", chit, HINDER, marker, passed)
    if searches:
        find_ford(position)
    return None


@enforces("16.3.10a", "16.3.10")
def _search(position: Day, frame: Frame, rolled: int) -> None:
    """Found, or the activation is spent."""
    _, chit, _, marker, passed = frame
    plan, state = position.rules.plan, position.state
    found = rolled >= plan.finds[state.turn]
    goes_on = found or state.crossed != NEVER
    position.goto("division", chit, HINDER if goes_on else RETURN, marker, passed)
    result = "found" if found else "not found"
    piece = position.rules.roster.ids[marker]
    position.emit("ford_search", "16.3.10a", piece=piece, die=rolled, result=result)
    if found:
        find_ford(position)


def find_ford(position: Day) -> None:
    """Farm Ford is open from now on."""
    position.state.ford_found = position.state.turn
    place = name(position, position.rules.plan.farm_ford[0])
    position.emit("ford_found", "16.3.10b", at=place)


# --- 7.3.fog Fog of War -------------------------------------------------------------------------------


@enforces("7.3.fog")
def ask_fog(position: Day, frame: Frame) -> Decision | None:
    """Frame: (fog,). The player who does not draw rolls."""
    side = SIDES[1 - position.state.drawer]
    return die("Fog of War", "7.3.fog", about=About(roll="fog"), side=side)


@enforces("7.3.fog", "7.3.fog.discard")
def answer_fog(position: Day, frame: Frame, action: Action) -> None:
    """One of its results; the chit is out for the turn unless it comes to lie on the map."""
    result, side = position.rules.tables.fog[pips(action)]
    whose = f"{SIDE_NAMES[SIDES[side]]} " if side >= 0 else ""
    says = {
        CHAOS: f"{whose}Battlefield Chaos",
        WAYWARD: f"a wayward {whose}move",
        CASUALTY: "a possible general casualty",
        FRIENDS: "Firing on Friends",
    }[result]
    position.emit("fog", "7.3.fog", die=pips(action), result=says)
    if result in (CHAOS, WAYWARD):
        position.goto(result, side)
    elif result == FRIENDS:
        position.goto("friends")
    elif position.rules.has("general-casualty", "both"):
        position.goto("casualty", (UNION, CONFEDERATE))
    else:
        position.goto("casualty", ())


@enforces("7.3.chaos.place")
def ask_chaos(position: Day, frame: Frame) -> Decision | None:
    """Frame: (chaos, side). The opponent lays the chit on any hex of the affected side."""
    side: int = frame[1]
    hexes, board = occupied(position, side), position.rules.board
    if not hexes:
        _no_effect(position)
        return None
    options = SetOptions(board.names, board.find, [(("chaos",), hexes)])
    return Decision(SIDES[1 - side], "Where is the chaos?", options, "7.3.chaos.place")


def answer_chaos(position: Day, frame: Frame, action: Action) -> None:
    """The chit lies there to the turn's end, or until the last unit has retreated out of the hex."""
    position.state.at[position.rules.roster.fog] = position.rules.board.place(action[1])
    position.end()
    position.emit("chaos", "7.3.chaos.place", at=action[1], side=SIDES[frame[1]])


def _no_effect(position: Day) -> None:
    position.end()
    position.emit("no_effect", "7.3.fog")


# --- 7.3.wayward --------------------------------------------------------------------------------------


@enforces("7.3.wayward")
def ask_wayward(position: Day, frame: Frame) -> Decision | None:
    """Frame: (wayward, side, moved). The opponent moves one unit one hex, or declines; a unit that goes
    astray is an activation of its own."""
    side: int = frame[1]
    if len(frame) > 2:
        activation.end(position)
        position.end()
        return None
    roster, board = position.rules.roster, position.rules.board
    groups: list[tuple[Action, int]] = []
    for unit in places_in(roster.units & roster.of_side[side]):
        hexes = wayward_hexes(position, unit) if position.state.at[unit] > 0 else 0
        if hexes:
            groups.append((("wayward", roster.ids[unit]), hexes))
    if not groups:
        _no_effect(position)
        return None
    options = SetOptions(board.names, board.find, groups, before=[PASS])
    return Decision(SIDES[1 - side], "Which unit goes astray, and where?", options, "7.3.wayward")


def answer_wayward(position: Day, frame: Frame, action: Action) -> None:
    """It goes, if Opportunity Fire lets it."""
    side: int = frame[1]
    if action == PASS:
        position.end()
        position.emit("declined", "7.3.wayward", side=SIDES[1 - side])
        return
    unit, to = position.rules.roster.number[action[1]], position.rules.board.place(action[2])
    position.goto("wayward", side, 1)
    activation.begin(position, side, FREE_MOVE, [unit])
    wayward(position, unit, to)


# --- 7.3.casualty -------------------------------------------------------------------------------------


@enforces("7.3.casualty")
def ask_casualty(position: Day, frame: Frame) -> Decision | None:
    """Frame: (casualty, sides that have still to roll). By an option a die says first whose general it is."""
    sides: tuple[int, ...] = frame[1]
    if not sides:
        return die("Whose general is in danger?", "7.3.casualty", about=About(roll="casualty side"))
    question = f"The {SIDE_NAMES[SIDES[sides[0]]]} generals are in danger"
    return dice(question, "7.3.casualty", about=About(roll="casualty"), side=SIDES[sides[0]])


@enforces("7.3.casualty", "7.3.casualty.swap", "7.3.casualty.back")
def answer_casualty(position: Day, frame: Frame, action: Action) -> None:
    """A general whose chit is in play falls, or one who fell comes back, on the numbers of each."""
    sides: tuple[int, ...] = frame[1]
    if not sides:
        whose = position.rules.tables.friends[pips(action)]
        position.goto("casualty", (whose,))
        position.emit("casualty_side", "7.3.casualty", side=SIDES[whose], die=pips(action))
        return
    side, reading = sides[0], pips(action)
    state, roster = position.state, position.rules.roster
    row = position.rules.tables.casualty(side, reading)
    result = "nobody is hit"
    if row is not None:
        chit = next(c for c in roster.leaders if roster.side[c] == side and roster.infos[c].name == row.name)
        wounded = bool(state.wounded >> chit & 1)
        if state.at[chit] != NOWHERE and wounded == row.back:
            state.wounded ^= 1 << chit
            result = f"{row.name} takes command again" if row.back else f"{row.name} is hit"
    if sides[1:]:
        position.goto("casualty", sides[1:])
    else:
        position.end()
    position.emit("casualty", "7.3.casualty", side=SIDES[side], dice=reading, result=result)


# --- 7.3.friends --------------------------------------------------------------------------------------


@enforces("7.3.friends")
def ask_friends(position: Day, frame: Frame) -> Decision | None:
    """Frame: (friends,). Who receives Firing on Friends?"""
    side = SIDES[1 - position.state.drawer]
    return die("Who gets Firing on Friends?", "7.3.friends", about=About(roll="friends"), side=side)


@enforces("7.3.friends")
def answer_friends(position: Day, frame: Frame, action: Action) -> None:
    """It exists once: who held it hands it over."""
    side = position.rules.tables.friends[pips(action)]
    position.state.at[position.rules.roster.friends] = HELD[side]
    position.end()
    position.emit("friends", "7.3.friends", side=SIDES[side], die=pips(action))


# --- why not ------------------------------------------------------------------------------------------


def why_not_brigade(position: Day, action: Action) -> Refusal | None:
    """Why a brigade cannot be named for the division chit that was drawn."""
    roster, frame = position.rules.roster, position.state.frames[-1]
    marker = roster.number.get(action[1], -1) if len(action) == 2 else -1
    if marker < 0 or roster.kind[marker] != BRIGADE:
        return Refusal("7.3.div.pick", f"A brigade is named by its marker: {action[0]} MARKER.")
    facts = {"piece": action[1]}
    if frame[0] not in ("division", "fortunes") or roster.division[marker] != frame[1]:
        return Refusal("2.1c", "The brigade does not belong to the division whose chit was drawn.", facts)
    if position.state.at[marker] == ACTIVATED:
        return Refusal("7.3.div.pick", "It has been activated this turn.", facts)
    refusal = may_be_activated(position, marker)
    if refusal is not None:
        return refusal
    return Refusal("7.3.div.pick", "It has no unit on the map and none that is due.", facts)


def why_not_chaos(position: Day, action: Action) -> Refusal | None:
    """Why the chit cannot lie in a hex."""
    return Refusal("7.3.chaos.place", "Chaos is laid on a hex that the affected side occupies: chaos HEX.")


def why_not_stray(position: Day, action: Action) -> Refusal | None:
    """Why a unit does not go astray there."""
    roster, board, frame = position.rules.roster, position.rules.board, position.state.frames[-1]
    unit = roster.number.get(action[1], -1) if len(action) == 3 else -1
    to = board.find(action[2]) if len(action) == 3 else None
    if unit < 0 or to is None or not roster.units >> unit & 1:
        return Refusal("7.3.wayward", "A wayward move names a unit and a hex next to it: wayward UNIT HEX.")
    facts = {"piece": action[1], "at": action[2]}
    if frame[0] != "wayward" or roster.side[unit] != frame[1] or position.state.at[unit] <= 0:
        return Refusal("7.3.wayward", "Only a unit of the affected side on the map goes astray.", facts)
    if not board.adjacent(position.state.at[unit], to):
        return Refusal("7.3.wayward", "It goes astray by one hex only.", facts)
    return why_not_wayward(position, unit, to)


WHY_NOT = {
    "activate": why_not_brigade,
    "lose": why_not_brigade,
    "chaos": why_not_chaos,
    "wayward": why_not_stray,
}

PROCEDURES = {
    "chit draw": Procedure(ask_chit_draw),
    "drawer": Procedure(ask_drawer, answer_drawer),
    "free": Procedure(ask_free, answer_free),
    "draws": Procedure(ask_draws, answer_draws),
    "fortunes": Procedure(ask_fortunes, answer_fortunes),
    "division": Procedure(ask_division, answer_division),
    "fog": Procedure(ask_fog, answer_fog),
    "chaos": Procedure(ask_chaos, answer_chaos),
    "wayward": Procedure(ask_wayward, answer_wayward),
    "casualty": Procedure(ask_casualty, answer_casualty),
    "friends": Procedure(ask_friends, answer_friends),
}

VERBS = (
    Verb("activate", PICK, (PIECE,), "Activate {0}", "7.3.div.pick"),
    Verb("lose", PICK, (PIECE,), "{0} loses its activation", "7.3.fortunes.div"),
    Verb("chaos", AIM, (PLACE,), "Chaos in {0}", "7.3.chaos.place"),
    Verb("wayward", AIM, (PIECE, PLACE), "{0} strays to {1}", "7.3.wayward"),
)

EVENTS = (
    Kind(
        "drawer_again",
        "Union {union}, Confederate {confederate}: again.",
        {"union": DIE, "confederate": DIE},
    ),
    Kind(
        "drawer",
        "Union {union}, Confederate {confederate}: {side} draws the chits of this turn.",
        {"union": DIE, "confederate": DIE, "side": SIDE},
    ),
    Kind("drawn", "{piece} is drawn.", {"piece": PIECE}),
    Kind("taken", "{side} draws {piece} and takes it.", {"side": SIDE, "piece": PIECE}),
    Kind("cancelled", "Fortunes of War: {piece} is drawn and has no effect.", {"piece": PIECE}),
    Kind("lost_activation", "Fortunes of War: {piece} is not activated this turn.", {"piece": PIECE}),
    Kind("set_aside", "{piece} is set aside.", {"piece": PIECE}),
    Kind("returned", "{piece} goes back into the cup.", {"piece": PIECE}),
    Kind("activated", "{piece} is activated.", {"piece": PIECE}),
    Kind(
        "command_roll",
        "{piece}, command {rating}: {die}, {result}.",
        {"piece": PIECE, "die": DIE, "rating": NUMBER, "result": WORDS},
    ),
    Kind(
        "ford_search",
        "{piece} looks for a ford: {die}, {result}.",
        {"piece": PIECE, "die": DIE, "result": WORDS},
    ),
    Kind("ford_found", "Farm Ford is found at {at}.", {"at": PLACE}),
    Kind("fog", "Fog of War: {die}, {result}.", {"die": DIE, "result": WORDS}),
    Kind("no_effect", "The fog has no effect."),
    Kind("chaos", "Battlefield Chaos in {at} ({side}).", {"at": PLACE, "side": SIDE}),
    Kind("declined", "{side} leads nobody astray.", {"side": SIDE}),
    Kind("casualty_side", "{die}: a general of {side} is in danger.", {"die": DIE, "side": SIDE}),
    Kind(
        "casualty",
        "{side} generals: {dice}, {result}.",
        {"side": SIDE, "dice": DIE, "result": WORDS},
        LOSS,
    ),
    Kind("friends", "Firing on Friends: {die}, {side} receives it.", {"die": DIE, "side": SIDE}),
)
