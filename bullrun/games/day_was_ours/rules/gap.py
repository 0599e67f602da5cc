"""7.W.gap What is played between two chits: Firefight, Rally!, Regulars Forward, Signal Station and Superior
Artillery."""

from __future__ import annotations

from collections.abc import Sequence

from bullrun.board.places import places_in
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import AIM, PIECE, PLACE, Kind, Verb
from bullrun.games.day_was_ours.rules import activation
from bullrun.games.day_was_ours.rules.arrivals import is_due_next
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.delays import has_engaged
from bullrun.games.day_was_ours.rules.events import spend
from bullrun.games.day_was_ours.rules.fire import FIREFIGHT, SUPERIOR, call_fire, may_fire, reach, shooters
from bullrun.games.day_was_ours.rules.ground import (
    ground,
    ids,
    is_engaged,
    is_shaken,
    lead_candidates,
    name,
    occupied,
    on_map,
    stack,
    under_chaos,
)
from bullrun.games.day_was_ours.rules.limits import may_be_activated
from bullrun.games.day_was_ours.rules.orders import members_to_act
from bullrun.games.day_was_ours.rules.rally import recoveries, roll
from bullrun.games.day_was_ours.rules.state import ATTACK, FREE_MOVE, HELD, MANEUVER
from bullrun.games.sides import CONFEDERATE, SIDES, UNION
from bullrun.mechanisms.offers import Window

FIREFIGHT_CHIT, RALLY, REGULARS = "Firefight", "Rally!", "Regulars Forward"
SIGNAL, SUPERIOR_CHIT = "Signal Station", "Superior Artillery"
NOT_NAMED = -1


@enforces("7.W.gap")
def gap_order(position: Day) -> Sequence[str]:
    """The drawing player first, then the other; who holds no Event chit has nothing to play."""
    state, roster = position.state, position.rules.roster
    first = state.drawer if state.drawer in (UNION, CONFEDERATE) else UNION
    return [
        SIDES[side]
        for side in (first, 1 - first)
        if any(state.at[chit] == HELD[side] for chit in roster.events[side])
    ]


@enforces("7.W.gap", "7.3.event")
def gap_playable(position: Day, side: str) -> Sequence[Action]:
    """Every use of every chit that a side holds for this moment."""
    own = SIDES.index(side)
    at, roster = position.state.at, position.rules.roster
    held = {roster.event[chit]: chit for chit in reversed(roster.events[own]) if at[chit] == HELD[own]}
    return [
        ("play", roster.ids[held[event]], *use)
        for event, uses in USES.items()
        if event in held
        for use in uses(position, own)
    ]


def gap_play(position: Day, side: str, action: Action) -> None:
    """Carry out one of them."""
    chit = position.rules.roster.number[action[1]]
    PLAYS[position.rules.roster.event[chit]](position, SIDES.index(side), chit, action)


# --- 7.3.firefight, 7.3.superior ----------------------------------------------------------------------


def _fires(position: Day, side: int, kind: str) -> list[Action]:
    """(from, at) for every hex that could fire so, and every hex that it could fire at: asked between any
    two chits, so it is kept until anybody moves or anything changes on which it depends."""
    rules, state, memo = position.rules, position.state, ground(position).memo
    key = (
        "fires", side, kind, state.shaken, state.dismounted, state.at[rules.roster.fog], state.order,
        state.active, state.turn, state.lull, state.wrong_side,
    )  # fmt: skip
    known: list[Action] | None = memo.get(key)
    if known is not None:
        return known
    enemies = occupied(position, 1 - side)
    found: list[Action] = []
    memo[key] = found
    for place in places_in(occupied(position, side)):
        able = [reach(rules, unit) for unit in stack(position, place) if may_fire(position, unit, kind)]
        if not able:
            continue
        farthest = max(able)
        for target in places_in(enemies & rules.board.within(place, farthest)):
            if shooters(position, place, kind, target):
                found.append((name(position, place), name(position, target)))
    return found


@enforces("7.3.firefight", "7.3.chaos.events")
def firefights(position: Day, side: int) -> list[Action]:
    """One own hex with infantry or dismounted cavalry, not under Chaos, and a target that it reaches."""
    return _fires(position, side, FIREFIGHT)


@enforces("7.3.superior", "7.3.chaos.events")
def superior_fires(position: Day, side: int) -> list[Action]:
    """One own hex with batteries that may fire, whether they have acted or not."""
    return _fires(position, side, SUPERIOR)


def play_firefight(position: Day, side: int, chit: int, action: Action) -> None:
    """The hex fires, and may be answered."""
    origin, target = (position.rules.board.place(word) for word in action[2:])
    spend(position, side, chit)
    position.call("firefight", origin, target, NOT_NAMED)
    activation.begin(position, side, FREE_MOVE, shooters(position, origin, FIREFIGHT, target))


@enforces("7.3.firefight", "2.2d")
def ask_firefight(position: Day, frame: Frame) -> Decision | None:
    """Frame: (firefight, from, at, Lead Unit of the target). It is named first, since the answer depends on
    whether it still stands there."""
    _, origin, target, lead = frame
    if lead == NOT_NAMED:
        candidates = lead_candidates(position, stack(position, target))
        return Decision(
            SIDES[position.rules.roster.side[candidates[0]]],
            f"Which unit leads in {name(position, target)}?",
            [("lead", piece) for piece in ids(position, candidates)],
            "2.2d",
            about=About(piece=position.rules.roster.ids[candidates[0]]),
        )
    position.goto("event over")
    if position.state.at[lead] == target:
        back = shooters(position, target, FIREFIGHT, origin)
        if back and stack(position, origin):
            call_fire(position, FIREFIGHT, back, origin)
    return None


def answer_firefight(position: Day, frame: Frame, action: Action) -> None:
    """The Lead Unit is known: fire."""
    _, origin, target, _ = frame
    lead = position.rules.roster.number[action[1]]
    position.goto("firefight", origin, target, lead)
    call_fire(position, FIREFIGHT, shooters(position, origin, FIREFIGHT, target), target, targets=(lead,))


def ask_event_over(position: Day, frame: Frame) -> Decision | None:
    """An event that was an activation of its own is over."""
    activation.end(position)
    position.end()
    return None


@enforces("7.3.superior")
def play_superior(position: Day, side: int, chit: int, action: Action) -> None:
    """All batteries of the hex that may fire, at one target, with the shift."""
    origin, target = (position.rules.board.place(word) for word in action[2:])
    guns = shooters(position, origin, SUPERIOR, target)
    spend(position, side, chit)
    position.call("event over")
    activation.begin(position, side, FREE_MOVE, guns)
    position.state.superior = 1
    call_fire(position, SUPERIOR, guns, target)


# --- 7.3.rally ----------------------------------------------------------------------------------------


@enforces("7.3.rally", "7.3.chaos.events")
def ralliers(position: Day, marker: int) -> list[int]:
    """The units of a brigade that roll: on the map, not Engaged, not under Chaos, with something to recover
    from."""
    return [
        unit
        for unit in on_map(position, position.rules.roster.members[marker])
        if recoveries(position, unit, True)
        and not is_engaged(position, unit)
        and not under_chaos(position, position.state.at[unit])
    ]


def rallies(position: Day, side: int) -> list[Action]:
    """One own brigade in which somebody would roll."""
    roster = position.rules.roster
    return [
        (roster.ids[marker],)
        for marker in roster.brigades
        if roster.side[marker] == side and ralliers(position, marker)
    ]


@enforces("7.3.rally")
def play_rally(position: Day, side: int, chit: int, action: Action) -> None:
    """They roll one after the other, without orders."""
    units = ralliers(position, position.rules.roster.number[action[2]])
    spend(position, side, chit)
    position.call("rally all", tuple(units), 0)
    activation.begin(position, side, FREE_MOVE, units)


def ask_rally_all(position: Day, frame: Frame) -> Decision | None:
    """Frame: (rally all, units, how many have rolled)."""
    _, units, done = frame
    if done == len(units):
        position.goto("event over")
        return None
    position.goto("rally all", units, done + 1)
    if recoveries(position, units[done], True):
        roll(position, units[done])
    return None


# --- 7.3.regulars -------------------------------------------------------------------------------------


@enforces("7.3.regulars", "7.3.regulars.uses", "7.3.regulars.void")
def regulars(position: Day, side: int) -> list[Action]:
    """The battalion on the map, neither Shaken nor under Chaos, with a use left."""
    state, battalion = position.state, position.rules.roster.regulars
    if state.at[battalion] <= 0 or is_shaken(position, battalion):
        return []
    if under_chaos(position, state.at[battalion]):
        return []
    return [()] if state.regulars_used < position.rules.plan.regulars_uses else []


@enforces("7.3.regulars", "7.3.regulars.uses", "7.W.scope")
def play_regulars(position: Day, side: int, chit: int, action: Action) -> None:
    """It alone makes an Attack activation; the use is marked, and after the last one the chit is gone."""
    state, roster = position.state, position.rules.roster
    state.regulars_used += 1
    spend(position, side, chit, for_good=state.regulars_used == position.rules.plan.regulars_uses)
    activation.begin(position, side, ATTACK, [roster.regulars], roster.brigade[roster.regulars])
    position.call("activation", 0)


# --- 7.3.signal ---------------------------------------------------------------------------------------


def signalled(position: Day, marker: int) -> list[int]:
    """The units that Signal Station lets march: those on the map outside Chaos, those due, and those due on
    the next turn."""
    early = [unit for unit in position.rules.roster.members[marker] if is_due_next(position, unit)]
    return [*members_to_act(position, marker, MANEUVER), *early]


@enforces("7.3.signal", "7.3.chaos.events")
def signals(position: Day, side: int) -> list[Action]:
    """One own brigade that may act, without an Engaged unit."""
    roster = position.rules.roster
    return [
        (roster.ids[marker],)
        for marker in roster.brigades
        if roster.side[marker] == side
        and may_be_activated(position, marker) is None
        and not has_engaged(position, marker)
        and signalled(position, marker)
    ]


@enforces("7.3.signal", "7.W.scope")
def play_signal(position: Day, side: int, chit: int, action: Action) -> None:
    """It marches at once, besides its own activation, and the chit leaves the game."""
    marker = position.rules.roster.number[action[2]]
    units = signalled(position, marker)
    spend(position, side, chit, for_good=True)
    position.emit("signalled", "7.3.signal", piece=action[2])
    activation.begin(position, side, MANEUVER, units, marker)
    position.call("activation", 0)


USES = {
    FIREFIGHT_CHIT: firefights,
    RALLY: rallies,
    REGULARS: regulars,
    SIGNAL: signals,
    SUPERIOR_CHIT: superior_fires,
}
"""By the name of a chit: the words after it in every use of it now."""
PLAYS = {
    FIREFIGHT_CHIT: play_firefight,
    RALLY: play_rally,
    REGULARS: play_regulars,
    SIGNAL: play_signal,
    SUPERIOR_CHIT: play_superior,
}


# --- why not ------------------------------------------------------------------------------------------


def why_not_play(position: Day, action: Action) -> Refusal | None:
    """Why a chit cannot be played now, or not so."""
    roster, state, decision = position.rules.roster, position.state, position.decision()
    if decision is None or decision.owner not in SIDES:
        return None
    chit = roster.number.get(action[1], NOT_NAMED) if len(action) > 1 else NOT_NAMED
    if chit == NOT_NAMED or not roster.event[chit]:
        return Refusal("7.3.event", "A chit is played by its name: play CHIT, with what it is played on.")
    facts = {"piece": action[1]}
    if state.at[chit] != HELD[SIDES.index(decision.owner)]:
        return Refusal("7.3.event", "Only a chit that has been drawn and is held is played.", facts)
    rule, windows = position.rules.pieces[chit].facts["rule"], roster.windows[chit]
    if decision.about.window not in windows:
        return Refusal(rule, "This is not the moment for it.", facts)
    if not any(option[:2] == action[:2] for option in decision.options):
        return Refusal(rule, f"It cannot be used now. {position.rules.pieces[chit].facts['says']}", facts)
    return Refusal(rule, position.rules.pieces[chit].facts["says"], facts)


WHY_NOT = {"play": why_not_play}

WINDOWS = {
    "gap": Window(
        "gap",
        "7.W.gap",
        "Do you play a chit before the next draw?",
        gap_order,
        gap_playable,
        gap_play,
        repeats=True,
    )
}

PROCEDURES = {
    "firefight": Procedure(ask_firefight, answer_firefight),
    "event over": Procedure(ask_event_over),
    "rally all": Procedure(ask_rally_all),
}

VERBS = (Verb("play", AIM, (PIECE, PLACE, PLACE), "Play {0}: from {1} at {2}", "7.3.event"),)

EVENTS = (Kind("signalled", "The signal reaches {piece}, which marches at once.", {"piece": PIECE}),)
