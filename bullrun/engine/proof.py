"""What a record proves of its dice: every roll is counted once, as what it is."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from bullrun.engine.game import Game
from bullrun.engine.position import Position
from bullrun.engine.record import (
    GIVEN,
    OPEN,
    PROVED,
    TYPED,
    UNPROVED,
    Record,
    open_game,
    replay,
)


class Proof(NamedTuple):
    """How the rolls of a record stand."""

    rolls: int
    proved: int
    """Drawn again from the key of this record; where people roll, that is what the machine drew unseen."""
    given: int
    """Brought from the game this one branched from: its key proves them, not this one's."""
    typed: int
    """Rolled by people."""
    unproved: int
    """Sealed, or drawn unseen by the machine, and the key is not there."""
    says: str

    @property
    def is_whole(self) -> bool:
        """True when every roll there is was proved."""
        return self.proved == self.rolls

    def to_json(self) -> dict[str, Any]:
        """The counts and the words."""
        return self._asdict()


def prove(game: Game, record: Record) -> tuple[Position[Any, Any], Proof]:
    """Play a record through and count its rolls; a roll that is not the key's is an error with its line."""
    position = open_game(game, record)
    found: Counter[str] = Counter()
    for step in replay(game, record):
        position = step.position
        found[step.roll] += bool(step.roll)
    position.decision()
    proved, given, typed, unproved = (found[kind] for kind in (PROVED, GIVEN, TYPED, UNPROVED))
    says = _words(record, proved, given, typed, unproved)
    return position, Proof(proved + given + typed + unproved, proved, given, typed, unproved, says)


def _words(record: Record, proved: int, given: int, typed: int, unproved: int) -> str:
    rolls = proved + given + typed + unproved
    if not rolls:
        return "No dice were rolled."
    said = []
    if proved and record.dice == TYPED:
        said.append(f"{_are(proved, rolls)} drawn unseen and proved: they follow from the key.")
    elif proved:
        how_many = f"All {rolls} rolls" if proved == rolls else f"{proved} of {rolls} rolls"
        said.append(f"{how_many} are proved: they follow from the key.")
        if record.dice == OPEN:
            said.append("The key was open from the start: whoever had it could foretell them.")
        elif record.result is None:
            said.append("The key was revealed before the end: whoever has it can foretell what comes.")
    if given:
        said.append(
            f"{_are(given, rolls)} given by the game that this one branched from: nothing here proves them."
        )
    if typed:
        said.append(f"{_are(typed, rolls)} typed by people: nothing proves them.")
    if unproved and record.dice == TYPED:
        said.append(f"{_are(unproved, rolls)} drawn unseen and not proved: the key is not here.")
    elif unproved:
        said.append(f"{_are(unproved, rolls)} sealed and not proved: the key is not here.")
    return " ".join(said)


def _are(count: int, rolls: int) -> str:
    return f"{count} of {rolls} rolls are"
