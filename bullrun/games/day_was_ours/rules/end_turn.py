"""14. End Turn Phase: objectives, rebuilding, the Broken Track, and what goes back to where it began."""

from __future__ import annotations

from collections.abc import Sequence

from bullrun.board.places import places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import DIE, NUMBER, PIECE, SIDE, WORDS, Kind
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.events import could_hold, holds, spend
from bullrun.games.day_was_ours.rules.ground import name, occupied
from bullrun.games.day_was_ours.rules.hidden import set_key
from bullrun.games.day_was_ours.rules.lull import in_lull, is_after_lull
from bullrun.games.day_was_ours.rules.rally import rebuild
from bullrun.games.day_was_ours.rules.state import (
    ACTIVATED,
    ASIDE,
    BROKEN_TRACK,
    CUP,
    EXCLUDED,
    HELD,
    MIX,
    NEVER,
    NO_KEY,
    NO_ORDER,
    NOBODY_ACTS,
    NOWHERE,
    READY,
    REORGANIZE,
    box_name,
)
from bullrun.games.day_was_ours.rules.victory import book, score_objectives
from bullrun.games.sides import CONFEDERATE, SIDES, UNION
from bullrun.mechanisms.dice import die, pips
from bullrun.mechanisms.offers import Window, offer

SCORE, WATCH, KEEP, UNION_REBUILDS, CONFEDERATES_REBUILD, PUT_BACK = range(6)
RALLY = "Rally!"


@enforces("14")
def ask_end_turn(position: Day, frame: Frame) -> Decision | None:
    """Frame: (end turn, step). One step of the phase after the other."""
    step: int = frame[1] if len(frame) > 1 else SCORE
    if step == WATCH and is_watched(position):
        return die(
            f"No Union unit stands in {name(position, position.rules.plan.watched)}",
            "O.patterson",
            about=About(roll="patterson"),
            side=SIDES[CONFEDERATE],
        )
    position.goto("end turn", step + 1)
    if step == SCORE:
        score_objectives(position)
    elif step == KEEP:
        keep_rally(position)
    elif step in (UNION_REBUILDS, CONFEDERATES_REBUILD):
        rebuild(position, UNION if step == UNION_REBUILDS else CONFEDERATE)
    elif step == PUT_BACK:
        move_track(position)
        put_back(position)
        position.end()
    return None


@enforces("O.patterson")
def is_watched(position: Day) -> bool:
    """Whether Patterson's army counts this turn: late enough, and no Union unit holds the western exit."""
    plan = position.rules.plan
    if plan.watched_from == NEVER or position.state.turn < plan.watched_from:
        return False
    return not occupied(position, UNION) >> plan.watched & 1


@enforces("O.patterson")
def answer_end_turn(position: Day, frame: Frame, action: Action) -> None:
    """A point for the Confederates, or none."""
    points = 1 if pips(action) <= position.rules.plan.watched_to else 0
    position.goto("end turn", WATCH + 1)
    book(position, CONFEDERATE, points)
    position.emit("patterson", "O.patterson", die=pips(action), points=points)


# --- 7.W.end Rally! is kept ---------------------------------------------------------------------------


@enforces("7.3.rally.rebuild", "16.3.12e", "7.W.end")
def keep_rally(position: Day) -> None:
    """In the lull a Rally! that has been drawn always helps; before it, one that is kept until now."""
    if in_lull(position):
        position.state.kept_rally = position.state.drawn_rally
    elif not is_after_lull(position):
        offer(position, "end")


def has_broken(position: Day, side: int) -> bool:
    """Whether a side has a unit that may be rebuilt."""
    roster = position.rules.roster
    return any(position.state.at[u] == REORGANIZE for u in places_in(roster.units & roster.of_side[side]))


def end_order(position: Day) -> Sequence[str]:
    """The sides with units to rebuild that may hold Rally!, the Union first."""
    return [
        SIDES[side]
        for side in (UNION, CONFEDERATE)
        if has_broken(position, side) and could_hold(position, side, RALLY)
    ]


def end_playable(position: Day, side: str) -> Sequence[Action]:
    """Rally!"""
    chit = holds(position, SIDES.index(side), RALLY)
    return [] if chit is None else [("play", position.rules.roster.ids[chit])]


@enforces("7.3.rally.rebuild")
def end_play(position: Day, side: str, action: Action) -> None:
    """All rebuild dice of the side are one lower this turn."""
    position.state.kept_rally |= 1 << SIDES.index(side)
    spend(position, SIDES.index(side), position.rules.roster.number[action[1]])


# --- what goes on, and what goes back -----------------------------------------------------------------


@enforces("13.3c", "12.8")
def move_track(position: Day) -> None:
    """After the rebuild dice every unit in a numbered box goes one on; who waits in Reorganize stays."""
    state, roster = position.state, position.rules.roster
    for unit in places_in(roster.units):
        if state.at[unit] in BROKEN_TRACK and state.at[unit] != REORGANIZE:
            state.at[unit] = BROKEN_TRACK[BROKEN_TRACK.index(state.at[unit]) + 1]
            position.emit("track", "13.3c", piece=roster.ids[unit], box=box_name(state.at[unit]))


@enforces("14", "7.3.event.end", "7.3.chaos.end", "7.3.fog.discard", "7.3.friends.used", "5.5.excluded")
def put_back(position: Day) -> None:
    """Chaos and all that lasts one turn is over; markers are turned back, and every Event chit that has not
    left the game lies in its mix again, whether it was drawn or not."""
    state, roster, rules = position.state, position.rules.roster, position.rules
    if state.at[roster.fog] > 0:
        position.emit("chaos_off", "7.3.chaos.end", at=name(position, state.at[roster.fog]))
    for chit in (*roster.leaders, roster.fog, roster.fortunes):
        if state.at[chit] != NOWHERE:
            state.at[chit] = ASIDE
    if rules.has("firing-on-friends", "this-turn") and state.at[roster.friends] != NOWHERE:
        state.at[roster.friends] = NOWHERE
    for marker in roster.brigades:
        if state.at[marker] == ACTIVATED:
            state.at[marker] = READY
        state.ordered[marker] = NO_ORDER
    state.drawn = ()
    state.drawer, state.fortunes = NOBODY_ACTS, 0
    state.drawn_rally = state.kept_rally = 0
    for side in (UNION, CONFEDERATE):
        back = [
            chit
            for chit in roster.events[side]
            if state.at[chit] in (MIX[side], CUP, EXCLUDED[side], HELD[side], ASIDE)
        ]
        for chit in back:
            state.at[chit] = MIX[side]
        set_key(state, side, NO_KEY)
        position.emit("chits_back", "7.3.event.end", side=SIDES[side], count=len(back))
    state.dealt = 0


WINDOWS = {
    "end": Window(
        "end", "7.W.end", "Do you use Rally! for rebuilding?", end_order, end_playable, end_play, repeats=True
    )
}

PROCEDURES = {"end turn": Procedure(ask_end_turn, answer_end_turn)}

EVENTS = (
    Kind("track", "{piece} moves on to {box}.", {"piece": PIECE, "box": WORDS}),
    Kind(
        "patterson", "Patterson's men: {die}, {points} for the Confederates.", {"die": DIE, "points": NUMBER}
    ),
    Kind("chits_back", "{side}: {count} chits lie in the mix again.", {"side": SIDE, "count": NUMBER}),
)
