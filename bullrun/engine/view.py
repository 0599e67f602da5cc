"""THE redaction gate: nothing reaches a seat, a file or a bot except through it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from bullrun.engine.checks import Refusal
from bullrun.engine.events import UNKNOWN_PIECE, Event, joined
from bullrun.engine.game import Game, Rules
from bullrun.engine.position import Position
from bullrun.errors import BullrunError

REFEREE = "referee"
"""The viewer who may know everything: after the end, in analysis, in tests."""
SPECTATOR = "spectator"
"""A viewer of neither side: knows what both sides know."""

AnyPosition = Position[Any, Any]

_WORD = re.compile(r"[\w-]+")


def check_viewer(game: Game, viewer: str) -> None:
    """Refuses a viewer that is neither a side, a spectator nor the referee."""
    if viewer not in (*game.sides, REFEREE, SPECTATOR):
        expected = ", ".join((*game.sides, SPECTATOR, REFEREE))
        raise BullrunError(f"viewer {viewer!r}: expected one of {expected}")


def concealed_from(game: Game, by_side: tuple[int, ...], viewer: str) -> int:
    """The bit set of pieces that the viewer may not know."""
    if viewer == REFEREE:
        return 0
    if viewer == SPECTATOR:
        union = 0
        for pieces in by_side:
            union |= pieces
        return union
    return by_side[game.sides.index(viewer)]


def _side_of(game: Game, viewer: str) -> int | None:
    return game.sides.index(viewer) if viewer in game.sides else None


def hides_from(game: Game, position: AnyPosition, viewer: str) -> bool:
    """Whether the viewer is kept in the dark about anything: which piece is which, or a column."""
    if viewer == REFEREE:
        return False
    state = position.state
    concealed = concealed_from(game, position.rules.concealed_by_side(state), viewer)
    return bool(concealed) or state.secret_from(_side_of(game, viewer))


def sides_differ(game: Game, position: AnyPosition) -> bool:
    """Whether one side knows what another may not: people who share a screen then hand it over."""
    concealed = position.rules.concealed_by_side(position.state)
    return len(set(concealed)) > 1 or position.state.divides_sides()


def _hidden_ids(rules: Rules, concealed: int) -> frozenset[str]:
    return frozenset(piece.id for number, piece in enumerate(rules.pieces) if concealed >> number & 1)


def _redacted(value: Any, hidden: frozenset[str]) -> Any:
    if isinstance(value, str):
        return UNKNOWN_PIECE if value in hidden else value
    if isinstance(value, Mapping):
        return {k: _redacted(v, hidden) for k, v in value.items() if k not in hidden}
    if isinstance(value, list | tuple):
        return [_redacted(v, hidden) for v in value]
    return value


def _names(value: Any, hidden: frozenset[str]) -> bool:
    """Whether something hidden is named, however deep."""
    if isinstance(value, str):
        return value in hidden
    if isinstance(value, Mapping):
        return any(key in hidden or _names(item, hidden) for key, item in value.items())
    return isinstance(value, list | tuple) and any(_names(item, hidden) for item in value)


def see_event(game: Game, rules: Rules, event: Event, viewer: str) -> Event | None:
    """The event as the viewer may know it; None if it may not learn of it."""
    if event.audience is not None and viewer != REFEREE and viewer not in event.audience:
        return None
    concealed = concealed_from(game, event.concealed, viewer)
    if not concealed:
        return event
    hidden = _hidden_ids(rules, concealed)
    if not _names(event.facts, hidden):
        return event
    # Which rule it was can tell which piece it was: only what the game gives out for all is cited.
    return event._replace(rule=event.openly, facts=_redacted(event.facts, hidden))


def see_events(game: Game, rules: Rules, events: Iterable[Event], viewer: str) -> list[Event]:
    """All events that the viewer may learn of."""
    seen = (see_event(game, rules, event, viewer) for event in events)
    return [event for event in seen if event is not None]


def see_story(game: Game, rules: Rules, events: Iterable[Event], viewer: str) -> list[Event]:
    """All that the viewer may learn of one step, for reading: runs of like events are one."""
    seen = see_events(game, rules, events, viewer)
    return joined(seen, game.vocabulary.joins)


def see_refusal(game: Game, position: AnyPosition, refusal: Refusal, viewer: str) -> Refusal:
    """The refusal without what the viewer may not know."""
    concealed = concealed_from(game, position.rules.concealed_by_side(position.state), viewer)
    if not concealed:
        return refusal
    hidden = _hidden_ids(position.rules, concealed)
    if not _names(refusal.facts, hidden) and not _names(_WORD.findall(refusal.says), hidden):
        return refusal
    says = _WORD.sub(lambda word: UNKNOWN_PIECE if word[0] in hidden else word[0], refusal.says)
    return Refusal("", says, _redacted(refusal.facts, hidden))


def see_position(game: Game, position: AnyPosition, viewer: str) -> dict[str, Any]:
    """What lies on the table for this viewer: pieces it knows, face-down counters it only sees, and
    what stands open. The decision is separate: `see_decision`."""
    check_viewer(game, viewer)
    state = position.state
    concealed = concealed_from(game, position.rules.concealed_by_side(state), viewer)
    known = _known(game, position, viewer, concealed)
    turn, side, phase = game.phase(known)
    pieces: dict[str, Any] = {}
    for number, piece in enumerate(position.rules.pieces):
        at = game.table.place_of(position, number)
        if at is not None and not concealed >> number & 1:
            pieces[piece.id] = {"at": at, **game.table.describe(known, number)}
    return {
        "game": game.id,
        "viewer": viewer,
        "turn": turn,
        "side": side,
        "phase": phase,
        "pieces": pieces,
        "face_down": [
            {"side": owner, "at": at, "count": count}
            for (owner, at), count in _face_down(game, position, concealed)
        ],
        "display": _display(game, known, _hidden_ids(position.rules, concealed)),
        "outcome": list(state.outcome) if state.outcome else None,
    }


def _display(game: Game, known: AnyPosition, hidden: frozenset[str]) -> dict[str, Any]:
    """What lies open besides the pieces; a marker on a piece that the viewer may not know is not shown."""
    display = game.table.display(known).to_json()
    if not hidden:
        return display
    display["markers"] = [marker for marker in display["markers"] if marker["at"] not in hidden]
    seen: dict[str, Any] = _redacted(display, hidden)
    return seen


def _face_down(game: Game, position: AnyPosition, concealed: int) -> list[tuple[tuple[str, str], int]]:
    """How many counters of each side everybody sees lie face down in each place."""
    found: dict[tuple[str, str], int] = {}
    for number, piece in enumerate(position.rules.pieces):
        if concealed >> number & 1:
            at = game.table.place_of(position, number)
            if at is not None:
                found[piece.side, at] = found.get((piece.side, at), 0) + 1
    return sorted(found.items())


def known_position(game: Game, position: AnyPosition, viewer: str) -> AnyPosition:
    """The position as the viewer knows it, for questions whose answers must not depend on anything else."""
    check_viewer(game, viewer)
    concealed = concealed_from(game, position.rules.concealed_by_side(position.state), viewer)
    return _known(game, position, viewer, concealed)


def see_facts(game: Game, position: AnyPosition, facts: Any, viewer: str) -> Any:
    """Plain facts about the position without the pieces that the viewer may not know."""
    concealed = concealed_from(game, position.rules.concealed_by_side(position.state), viewer)
    return _redacted(facts, _hidden_ids(position.rules, concealed)) if concealed else facts


def _known(game: Game, position: AnyPosition, viewer: str, concealed: int) -> AnyPosition:
    """The position with every cell blanked that the viewer may not know: games describe only this one."""
    if viewer == REFEREE:
        return position
    foreign = 0
    for number, piece in enumerate(position.rules.pieces):
        if piece.side != viewer:
            foreign |= 1 << number
    return type(position)(position.rules, position.state.redacted(concealed, foreign, _side_of(game, viewer)))


def see_decision(game: Game, position: AnyPosition, viewer: str) -> dict[str, Any] | None:
    """The present decision: in full for its owner, only whose it is for everybody else. The options are
    handed on as they are: whoever sends them spells them."""
    decision = position.decision()
    if decision is None:
        return None
    seen: dict[str, Any] = {"owner": decision.owner}
    if viewer in (decision.owner, REFEREE):
        concealed = concealed_from(game, position.rules.concealed_by_side(position.state), viewer)
        hidden = _hidden_ids(position.rules, concealed)
        seen |= {
            "question": decision.question,
            "rule": decision.rule,
            "about": _redacted(decision.about.to_json(), hidden),
            "facts": _redacted(decision.facts, hidden),
            "options": decision.options,
        }
    return seen


def imagine(game: Game, position: AnyPosition, viewer: str, random: Random) -> AnyPosition:
    """A position that the viewer cannot tell from the real one: what bots think in."""
    if not hides_from(game, position, viewer):
        return position.twin()
    imagined = game.play.imagine
    assert imagined is not None, "something is hidden, and the game cannot imagine it"
    return type(position)(position.rules, imagined(position, viewer, random))


def cannot_tell_apart(game: Game, one: AnyPosition, other: AnyPosition, viewer: str) -> bool:
    """Whether two positions are the same to the viewer: what it is asked, what it knows, and how many
    counters lie face down where."""
    asked, also_asked = one.decision(), other.decision()
    if asked is None or also_asked is None or asked.owner != also_asked.owner:
        return False
    if asked.owner == viewer and list(asked.options) != list(also_asked.options):
        return False
    return _sight(game, one, viewer) == _sight(game, other, viewer)


def _sight(game: Game, position: AnyPosition, viewer: str) -> tuple[Any, ...]:
    concealed = concealed_from(game, position.rules.concealed_by_side(position.state), viewer)
    known = _known(game, position, viewer, concealed)
    return known.state, _face_down(game, position, concealed)
