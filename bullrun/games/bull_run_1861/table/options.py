"""Options in words, and what an option sets off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bullrun.board.places import places_in
from bullrun.engine.action import Action
from bullrun.games.bull_run_1861.rules.battlefield import BullRun, load_board
from bullrun.games.bull_run_1861.rules.combat import may_join, targets_of, waiting_attackers
from bullrun.games.bull_run_1861.rules.ground import face, ground
from bullrun.games.bull_run_1861.rules.movement import find_farm_ford
from bullrun.games.bull_run_1861.rules.operational import operating_group
from bullrun.games.bull_run_1861.table.words import piece_name

_WORDS = {
    "launch": "Launch the major offensive",
    "hold": "Hold",
    "mark": "Mark {0} for operational movement",
    "activate": "Activate {0}",
    "rest": "{0} recovers one level of fatigue",
    "force": "{0} makes a forced march",
    "move": "Move {0} to {1}",
    "attack": "{0} faces {1} and prepares an attack",
    "attack-ford": "{0} finds Farm Ford, faces {1} and prepares an attack",
    "extend": "{0} extends its line into {1}",
    "regroup": "{0} regroups in {1}",
    "lead": "{0} takes the front line",
    "front": "{0} is the front line",
    "second": "{0} stands in second line",
    "face": "{0} faces {1}",
    "attach": "{0} joins {1}",
    "displace": "{0} goes to {1}",
    "strike": "Attack {0}",
    "sweep": "{0} attacks every enemy in its front",
    "join": "{0} attacks too",
    "fight": "Fight the combat",
    "lose": "{0} loses a step",
    "retreat": "{0} retreats to {1}",
    "halt": "{0} halts",
    "advance": "{0} advances to {1}",
    "operate": "Operational movement of {0}",
    "place": "Place {0} in {1}",
    "roll": "Roll {0}",
}


def option_words(position: BullRun, action: Action) -> str | Mapping[str, Any]:
    """What a button says."""
    nouns = [load_board().called(piece_name(word)) for word in action[1:]]
    if action[0] == "done":
        says = f"{nouns[0]} is done" if nouns else "Done"
        standing = attack_of(position, action)
        return {"says": says, "attack": standing} if standing else says
    if action[0] == "retreat" and len(nouns) == 1:
        return f"{nouns[0]} tries to retreat"
    if action[0] == "operate":
        nouns = [" and ".join(piece_name(word) for word in _marching_together(position, action[1]))]
    says = _WORDS[action[0]].format(*nouns)
    attack = attack_of(position, action)
    return {"says": says, "attack": attack} if attack else says


def _marching_together(position: BullRun, leader: str) -> list[str]:
    operating = operating_group(position, position.rules.roster.number[leader])
    return [position.rules.roster.ids[brigade] for brigade in operating[0]] if operating else [leader]


def attack_of(position: BullRun, action: Action) -> dict[str, Any] | None:
    """The fight that an option is about, as a question about `combat`; None when it is about none."""
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


def _prepared(position: BullRun, elements: Sequence[int], after: str) -> dict[str, Any] | None:
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
) -> dict[str, Any] | None:
    front = ground(position).front
    if not attackers or not zones or any(zone not in front for zone in zones):
        return None
    ids = position.rules.roster.ids
    sides = {"attackers": [ids[a] for a in attackers], "defenders": [ids[front[zone]] for zone in zones]}
    return {**sides, "after": after} if after else sides
