"""Optional rule 1, uncertain times: the hour of some events is rolled for."""

from __future__ import annotations

from typing import NamedTuple

from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import DIE, NUMBER, WORDS, Kind
from bullrun.games.bull_run_1983.rules import frozen, reinforcements
from bullrun.games.bull_run_1983.rules.battlefield import Battlefield, BullRun
from bullrun.games.bull_run_1983.rules.ground import ground, name
from bullrun.games.sides import CONFEDERATE
from bullrun.mechanisms.dice import die


class UncertainEvent(NamedTuple):
    """Something that is rolled for."""

    bit: int
    title: str
    side: int
    turn: int
    group: reinforcements.Group | None


def events(rules: Battlefield) -> list[UncertainEvent]:
    """What the scenario rolls for: the unfreezing first, then the reinforcements."""
    found: list[UncertainEvent] | None = rules.memo.get("uncertain events")
    if found is None:
        found = []
        data = rules.data.get("frozen")
        if data and data["uncertain"]:
            found.append(
                UncertainEvent(0, "the unfreezing", CONFEDERATE, rules.track.index(data["until"]), None)
            )
        for group in reinforcements.groups(rules):
            if group.uncertain:
                bit = reinforcements.event_bit(group)
                found.append(UncertainEvent(bit, group.title, group.side, group.turn, group))
        rules.memo["uncertain events"] = found
    return found


def due(position: BullRun) -> list[UncertainEvent]:
    """The events that the attacker rolls for this turn."""
    state, rules = position.state, position.rules
    if not rules.has("uncertain-times"):
        return []
    return [
        event
        for event in events(rules)
        if event.side == state.side
        and state.turn >= event.turn - reinforcements.EARLY
        and not state.events_done >> event.bit & 1
        and (event.bit or state.frozen & rules.roster.of_side[CONFEDERATE])
    ]


def rolls_due(position: BullRun) -> bool:
    """Whether the attacker must roll before his Movement phase ends."""
    return bool(due(position))


@enforces("O1")
def ask_uncertain(position: BullRun, frame: Frame) -> Decision | None:
    """One roll a turn for each event: a 1 the first turn, 2 or less the second, and so on. Frame:
    (uncertain, bits already rolled for)."""
    rolled = frame[1] if len(frame) > 1 else 0
    for event in due(position):
        if not rolled >> event.bit & 1:
            needs = min(tries(position, event), 6)
            question = f"Roll {needs} or less for {event.title}."
            return die(question, "O1", about=About(roll=event.title), event=event.title, needs=needs)
    ground(position).marches = None  # who may move has changed
    position.end()
    return None


def tries(position: BullRun, event: UncertainEvent) -> int:
    """Which roll for this event it is, from 1."""
    return position.state.turn - (event.turn - reinforcements.EARLY) + 1


def answer_uncertain(position: BullRun, frame: Frame, action: Action) -> None:
    """Apply a roll; what it sets free may still move in this phase."""
    state = position.state
    rolled = frame[1] if len(frame) > 1 else 0
    event = next(e for e in due(position) if not rolled >> e.bit & 1)
    position.goto("uncertain", rolled | 1 << event.bit)
    needs = min(tries(position, event), 6)
    happens = int(action[1]) <= needs
    position.emit(
        "uncertain_roll",
        "O1",
        event=event.title,
        die=int(action[1]),
        needs=needs,
        result="it happens" if happens else "not yet",
    )
    if not happens:
        return
    state.events_done |= 1 << event.bit
    if event.group is None:
        _set_free(position)
        return
    for piece in event.group.pieces:
        state.halted &= ~(1 << piece)
    if event.group.line:
        _by_rail(position, event.group)


def _set_free(position: BullRun) -> None:
    """All Confederates are unfrozen and can move at once, active by the event itself."""
    state = position.state
    released = state.frozen & position.rules.roster.of_side[CONFEDERATE]
    frozen.release_all(position, CONFEDERATE, "O1")
    state.active |= released
    state.halted &= ~released


def _by_rail(position: BullRun, group: reinforcements.Group) -> None:
    """Rolled arrivals are on schedule: they come by rail unless the entry hex is in enemy control."""
    if any(piece == group.pieces[0] for piece, _, _ in reinforcements.entering(position)):
        reinforcements.take_the_cars(position, group)
    else:
        position.emit("reinforcements_delayed", "13.11", group=group.title, at=name(position, group.entry))


PROCEDURES = {"uncertain": Procedure(ask_uncertain, answer_uncertain)}

EVENTS = (
    Kind(
        "uncertain_roll",
        "Roll for {event}: {die}, needs {needs} or less: {result}.",
        {"event": WORDS, "die": DIE, "needs": NUMBER, "result": WORDS},
    ),
)
