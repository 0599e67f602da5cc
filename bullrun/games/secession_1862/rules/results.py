"""10.4 Combat result: natural sixes, who suffers, combat tests, and the advance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, DIE, END, LOSS, NUMBER, PICK, PIECE, PLACE, WORDS, Kind, Verb
from bullrun.games.secession_1862.rules.battlefield import SecondBullRun
from bullrun.games.secession_1862.rules.commanders import push_commanders
from bullrun.games.secession_1862.rules.facing import meet_enemies
from bullrun.games.secession_1862.rules.ground import full_zones, ground, put, set_routed, stack
from bullrun.games.secession_1862.rules.losses import (
    combat_potential,
    fatigue_level,
    half_lost,
    lose,
    loss_markers,
    tire,
)
from bullrun.games.secession_1862.rules.movement import pass_through
from bullrun.games.secession_1862.rules.retreat import begin_retreat
from bullrun.games.secession_1862.rules.roster import NONE
from bullrun.games.secession_1862.rules.state import NOWHERE
from bullrun.games.sides import SIDES
from bullrun.games.vaevictis.odds import ATTACK, DEFENCE
from bullrun.mechanisms.dice import die

SIX, RESULT, MELEE = "six", "result", "melee"
"""Why brigades are picked: for a natural six, for the combat result, for a melee."""


@enforces("10.4.1")
def result_of(table: Mapping[str, Any], attack: int, defence: int) -> tuple[int, bool]:
    """(losing side, whether it takes a combat test) for two totals, each at least 1; a tie goes against the
    attacker."""
    attack, defence = max(table["least_total"], attack), max(table["least_total"], defence)
    if attack > defence:
        return DEFENCE, attack > table["test_factor"] * defence
    return ATTACK, defence > table["test_factor"] * attack


# --- step by step -----------------------------------------------------------------------------------


def begin_aftermath(
    position: SecondBullRun,
    target: PlaceId,
    attackers: tuple[int, ...],
    defenders: tuple[int, ...],
    loser: int,
    tested: bool,
    attack_die: int,
    defence_die: int,
) -> None:
    """Call for everything that follows the dice, in order: natural sixes, the result, the advance."""
    losers, winners = (attackers, defenders) if loser == ATTACK else (defenders, attackers)
    threats = 1 << target if loser == ATTACK else _zones(position, attackers)
    left = _zones(position, attackers) if loser == ATTACK else 1 << target
    position.call("advance", winners, left)
    if loser == ATTACK:
        # An attacker who strikes out a lone defender with a natural six has won the zone all the same.
        position.call("advance", attackers, 1 << target)
    position.call("suffer", losers, winners, tested, threats)
    if defence_die == 6:
        position.call("pick", SIX, _no_artillery(position, attackers), (), 1, (), 0)
    if attack_die == 6:
        position.call("pick", SIX, _no_artillery(position, defenders), (), 1, (), 0)


def _zones(position: SecondBullRun, brigades: tuple[int, ...]) -> PlaceSet:
    zones = 0
    for brigade in brigades:
        zones |= 1 << position.state.at[brigade]
    return zones & ~1


@enforces("10.4.3")
def _no_artillery(position: SecondBullRun, brigades: tuple[int, ...]) -> tuple[int, ...]:
    """Those that a natural six can cost a loss."""
    artillery = position.rules.roster.is_artillery
    return tuple(b for b in brigades if not artillery[b])


@enforces("10.4.12")
def ask_suffer(position: SecondBullRun, frame: Frame) -> None:
    """As many brigades suffer as the other side had engaged; artillery is passed over for mere fatigue."""
    _, losers, winners, tested, threats = frame
    at = position.state.at
    count = len(winners)
    if not tested:
        losers = _no_artillery(position, losers)
    able = tuple(b for b in losers if at[b])
    position.goto("pick", RESULT, able, (), count, winners, threats if tested else 0)


# --- choosing by descending potential ---------------------------------------------------------------


@enforces("10.4.2")
def ask_pick(position: SecondBullRun, frame: Frame) -> Decision | None:
    """Pick brigades in descending order of combat potential, artillery last; the owner settles ties."""
    _, why, pool, chosen, count, winners, threats = frame
    left = [b for b in pool if b not in chosen and position.state.at[b]]
    room = count - len(chosen)
    if not left or not room:
        position.end()
        _carry_out(position, why, chosen, winners, threats)
        return None
    best = max(_rank(position, b) for b in left)
    equal = [b for b in left if _rank(position, b) == best]
    if len(equal) <= room:
        position.goto("pick", why, pool, (*chosen, *equal), count, winners, threats)
        return None
    ids = position.rules.roster.ids
    options = [("suffer", ids[b]) for b in equal]
    side = SIDES[position.rules.roster.side[equal[0]]]
    rule = {SIX: "10.4.3", RESULT: "10.4.2", MELEE: "10.4.6"}[why]
    return Decision(side, "Which brigade suffers?", options, rule)


def answer_pick(position: SecondBullRun, frame: Frame, action: Action) -> None:
    _, why, pool, chosen, count, winners, threats = frame
    brigade = position.rules.roster.number[action[1]]
    position.goto("pick", why, pool, (*chosen, brigade), count, winners, threats)


def _rank(position: SecondBullRun, brigade: int) -> tuple[bool, int]:
    return (not position.rules.roster.is_artillery[brigade], combat_potential(position, brigade))


def _carry_out(
    position: SecondBullRun, why: str, chosen: tuple[int, ...], winners: tuple[int, ...], threats: PlaceSet
) -> None:
    """A loss for a six or a melee; fatigue, and perhaps a test, for the result."""
    if why != RESULT:
        rule = "10.4.3" if why == SIX else "10.4.6"
        for brigade in chosen:
            lose(position, brigade, rule)
        return
    for brigade in chosen:
        tire(position, brigade, "10.4.1")
    if threats:
        # Which are alone is settled before the first of them goes back: guns do not lose their escort to a
        # die.
        for brigade in reversed(chosen):
            alone = is_artillery_alone(position, brigade)
            position.call("combat_test", brigade, winners, threats, alone)


# --- the combat test --------------------------------------------------------------------------------


@enforces("10.4.5", "11.1.1")
def combat_test_modifiers(position: SecondBullRun, brigade: int, alone: bool) -> list[tuple[str, int, str]]:
    """What changes the die of a combat test: (words, modifier, rule). `alone` is for artillery that fought
    without infantry and cavalry."""
    rules = position.rules
    roster = rules.roster
    table = rules.tables["combat_test"]
    found = []
    if roster.star[brigade]:
        found.append(("command bonus", table["star"], "10.4.5"))
    corps = roster.corps[brigade]
    if corps != NONE and roster.combat_test[corps]:
        found.append((f"{roster.ids[corps]}'s corps", roster.combat_test[corps], "11.1.1"))
    if fatigue_level(position, brigade) == rules.tables["fatigue"]["most"]:
        found.append(("fatigue 2", table["worn_out"], "10.4.5"))
    if loss_markers(position, brigade):
        found.append(("loss marker", table["loss_marker"], "10.4.5"))
    if half_lost(position, brigade):
        found.append(("half of it lost", table["half_lost"], "10.4.5"))
    if alone:
        found.append(("artillery alone", table["artillery_alone"], "10.4.5"))
    return found


def is_artillery_alone(position: SecondBullRun, brigade: int) -> bool:
    """Artillery without infantry or cavalry in its zone."""
    artillery = position.rules.roster.is_artillery
    return all(artillery[b] for b in stack(position, position.state.at[brigade]))


def ask_test(position: SecondBullRun, frame: Frame) -> Decision | None:
    """A die for a brigade that suffers."""
    brigade = frame[1]
    if not position.state.at[brigade]:
        position.end()
        return None
    return die("Combat test", "10.4.5", about=About(piece=position.rules.roster.ids[brigade]))


def combat_test_result(position: SecondBullRun, total: int) -> str:
    """The combat test table."""
    table = position.rules.tables["combat_test"]
    result: str = table["otherwise"]
    for row in table["results"]:
        if total >= row["from"]:
            result = row["result"]
    return result


@enforces("10.4.6")
def answer_test(position: SecondBullRun, frame: Frame, action: Action) -> None:
    """Melee, retreat, disorder or rout."""
    _, brigade, enemies, threats, alone = frame
    rolled = int(action[1])
    total = rolled + sum(modifier for _, modifier, _ in combat_test_modifiers(position, brigade, alone))
    result = combat_test_result(position, total)
    name = position.rules.roster.ids[brigade]
    position.emit("combat_test", "10.4.5", piece=name, die=rolled, total=total, result=result)
    position.end()
    effect = position.rules.tables["results"][result]
    survives = True
    for _ in range(effect["losses"]):
        survives = survives and lose(position, brigade, "10.4.6")
    if result == "melee":
        position.call("pick", MELEE, enemies, (), 1, (), 0)
    elif survives:
        position.state.target[brigade] = NOWHERE
        if result == "rout":
            set_routed(position, brigade, True)
            position.emit("routed", "10.4.6", piece=name)
        begin_retreat(position, brigade, effect["zones"], threats, "10.4.6")


# --- advance ----------------------------------------------------------------------------------------


@enforces("10.4.10")
def ask_advance(position: SecondBullRun, frame: Frame) -> Decision | None:
    """Brigades of the winner may occupy a zone that has been left, as long as there is room; never artillery,
    never one in rout."""
    _, winners, left = frame
    state = position.state
    rules = position.rules
    roster = rules.roster
    on = ground(position)
    empty = left & ~(on.held[0] | on.held[1]) | _entered(position, winners, left)
    groups: list[tuple[Action, PlaceSet]] = []
    if empty:
        for brigade in winners:
            zone = state.at[brigade]
            if not zone or roster.is_artillery[brigade] or state.routed >> brigade & 1:
                continue
            goals = empty & rules.passable[zone] & ~full_zones(position, brigade)
            if goals and not left >> zone & 1:
                groups.append((("advance", roster.ids[brigade]), goals))
    if not groups:
        position.end()
        return None
    side = SIDES[roster.side[winners[0]]]
    options = rules.zone_options(groups, (), (("halt",),))
    return Decision(side, "Which brigade advances?", options, "10.4.10")


def _entered(position: SecondBullRun, winners: tuple[int, ...], left: PlaceSet) -> PlaceSet:
    """The zones left by the enemy that winners have entered already."""
    zones = 0
    for brigade in winners:
        zones |= 1 << position.state.at[brigade]
    return zones & left & ~1


def answer_advance(position: SecondBullRun, frame: Frame, action: Action) -> None:
    if action[0] == "halt":
        position.end()
        return
    rules = position.rules
    brigade = rules.roster.number[action[1]]
    zone = rules.board.place(action[2])
    side = rules.roster.side[brigade]
    came_from = position.state.at[brigade]
    put(position, brigade, zone)
    pass_through(position, side, zone)
    position.emit("advanced", "10.4.10", piece=action[1], zone=action[2])
    if not meet_enemies(position, brigade, came_from):
        position.call("orient", brigade)
    push_commanders(position, zone, 1 - side)


def abandoned(position: SecondBullRun, zones: PlaceSet) -> list[str]:
    """The names of zones, for reports."""
    return [position.rules.board.names[zone] for zone in places_in(zones)]


PROCEDURES = {
    "suffer": Procedure(ask_suffer),
    "pick": Procedure(ask_pick, answer_pick),
    "combat_test": Procedure(ask_test, answer_test),
    "advance": Procedure(ask_advance, answer_advance),
}

VERBS = (
    Verb("suffer", PICK, (PIECE,), "{0} suffers", "10.4.2", "combat"),
    Verb("advance", CHOOSE, (PIECE, PLACE), "{0} advances to {1}", "10.4.10", "combat"),
    Verb("halt", END, (), "Nobody else advances", "10.4.10"),
)

EVENTS = (
    Kind(
        "combat_test",
        "Combat test of {piece}: {die}, in all {total}: {result}.",
        {"piece": PIECE, "die": DIE, "total": NUMBER, "result": WORDS},
    ),
    Kind("routed", "{piece} routs.", {"piece": PIECE}, tone=LOSS),
    Kind("advanced", "{piece} advances to {zone}.", {"piece": PIECE, "zone": PLACE}),
)
