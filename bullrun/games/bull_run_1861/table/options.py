"""Options in words, and what an option sets off."""

from __future__ import annotations

from collections.abc import Sequence

from bullrun.board.places import places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import Fight, Said
from bullrun.engine.game import PieceInfo
from bullrun.engine.vocabulary import spoken
from bullrun.games.bull_run_1861.rules.battlefield import BullRun, load_board
from bullrun.games.bull_run_1861.rules.chapters import VOCABULARY
from bullrun.games.bull_run_1861.rules.combat import may_join, targets_of, waiting_attackers
from bullrun.games.bull_run_1861.rules.ground import face, ground
from bullrun.games.bull_run_1861.rules.movement import find_farm_ford
from bullrun.games.bull_run_1861.rules.operational import operating_group
from bullrun.games.bull_run_1861.table.words import piece_name


def option_words(position: BullRun, action: Action) -> Said:
    """What a button says."""
    form = VOCABULARY.form(action)
    assert form is not None, action
    nouns = [load_board().called(piece_name(word)) for word in action[1:]]
    if action[0] == "operate":
        nouns = [" and ".join(piece_name(word) for word in _marching_together(position, action[1]))]
    return Said(spoken(form, nouns), fight=fight_of(position, action))


def _marching_together(position: BullRun, leader: str) -> list[str]:
    operating = operating_group(position, position.rules.roster.number[leader])
    return [position.rules.roster.ids[brigade] for brigade in operating[0]] if operating else [leader]


def fight_of(position: BullRun, action: Action) -> Fight | None:
    """The fight that an option is about; None when it is about none."""
    verb = action[0]
    if verb in ("attack", "attack-ford"):
        then = position.copy()
        element = then.rules.roster.number[action[1]]
        if verb == "attack-ford":
            find_farm_ford(then, then.rules.roster.brigade_of(element))
        face(then, element, then.rules.board.place(action[2]))
        then.state.attacking |= 1 << element
        return _prepared(then, (element,), " ".join(action))
    if verb == "done" and len(action) > 1:
        brigade = position.rules.roster.number[action[1]]
        return _prepared(position, (brigade, brigade + position.rules.roster.brigades), "")
    if verb == "strike":
        zone = position.rules.board.place(action[1])
        return _fight(position, _together(position, zone, ()), (zone,))
    if verb == "sweep":
        element = position.rules.roster.number[action[1]]
        return _fight(position, (element,), tuple(places_in(targets_of(position, element))))
    return None


def _prepared(position: BullRun, elements: Sequence[int], after: str) -> Fight | None:
    """The fight that the first attack marker of these elements leads to: against the zone faced if that is a
    target, with every other marked brigade that can join."""
    waiting = waiting_attackers(position)
    for element in elements:
        targets = waiting.get(element, 0)
        if targets:
            faced = position.state.facing[element]
            zone = faced if targets >> faced & 1 else next(iter(places_in(targets)))
            return _fight(position, _together(position, zone, (element,)), (zone,), after)
    return None


def _together(position: BullRun, zone: int, chosen: tuple[int, ...]) -> tuple[int, ...]:
    """Everybody who can attack a zone together with those already chosen."""
    while joiners := may_join(position, zone, chosen):
        chosen = (*chosen, joiners[0])
    return tuple(sorted(chosen))


def _fight(
    position: BullRun, attackers: Sequence[int], zones: Sequence[int], after: str = ""
) -> Fight | None:
    front = ground(position).front
    if not attackers or not zones or any(zone not in front for zone in zones):
        return None
    ids = position.rules.roster.ids
    return Fight(tuple(ids[a] for a in attackers), tuple(ids[front[zone]] for zone in zones), after=after)


def bodies(piece: PieceInfo) -> tuple[str, ...]:
    """Its division, as far as it belongs to one."""
    return (*((f"{piece.facts['division']}'s division",) if "division" in piece.facts else ()),)
