"""The table as it lies: where pieces stand, their state, points and clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.engine.events import Event, say
from bullrun.engine.vocabulary import template
from bullrun.games.clash_of_giants.rules.battlefield import Battlefield, Clash
from bullrun.games.clash_of_giants.rules.chapters import VOCABULARY
from bullrun.games.clash_of_giants.rules.ground import rating
from bullrun.games.clash_of_giants.rules.state import BOXES, ENTRY, GONE, MAP, MODES, NOBODY
from bullrun.games.sides import SIDE_NAMES, SIDES


def place_of(position: Clash, piece: int) -> str | None:
    """The hex, also the entry hex where a unit waits, or the box beside the map; None when out of the
    game."""
    state = position.state
    box = state.box[piece]
    if box in (MAP, ENTRY):
        return position.rules.board.names[state.at[piece]]
    return None if box == GONE else BOXES[box]


def describe(position: Clash, piece: int) -> Mapping[str, Any]:
    """State of one piece, by the names the counters and rules use."""
    state, roster = position.state, position.rules.roster
    if piece >= roster.unit_count:
        return {"acting": True} if state.marker == piece else {}
    facts: dict[str, Any] = {"steps": state.steps[piece], "rating": rating(position, piece) or "by die"}
    if state.steps[piece] < roster.steps[piece]:
        facts["reduced"] = True
    if state.box[piece] == ENTRY:
        facts["waiting"] = True
    if state.active >> piece & 1:
        facts["active"] = True
        facts["in_command"] = bool(state.commanded >> piece & 1)
        facts["movement_points"] = state.allowance[piece]
        if state.mode[piece]:
            facts["moves_by"] = MODES[state.mode[piece]]
        if state.halted >> piece & 1:
            facts["halted"] = True
    return facts


def public(position: Clash) -> Mapping[str, Any]:
    """Clock, points and control."""
    state, rules = position.state, position.rules
    turn = rules.turns[state.turn]
    return {
        "clock": {"turn": turn.number, "of": rules.last_turn, "date": turn.date, "time": turn.clock},
        "casualty points": dict(zip(SIDES, state.casualties, strict=True)),
        "delay points": dict(zip(SIDES, state.delays, strict=True)),
        "williams points": state.williams,
        "control": {
            rules.board.names[place]: "" if holder == NOBODY else SIDES[holder]
            for place, holder in zip(rules.victory_hexes, state.control, strict=True)
        },
    }


def words(rules: Battlefield, event: Event) -> str:
    """One sentence for an event, or for a run of them."""
    roster = rules.roster

    def word(value: object) -> str:
        text = str(value)
        number = roster.number.get(text)
        return roster.infos[number].name if number is not None else SIDE_NAMES.get(text, text)

    return say(template(VOCABULARY, event), event.facts, word)
