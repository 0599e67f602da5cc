"""10.1 and 10.2. Attack: who fights whom, in which order, and the dice of both sides."""

from __future__ import annotations

from fractions import Fraction

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import AIM, BATTLE, DICE, DIE, NUMBER, PIECES, PLACE, RESULT, WORDS, Kind, Verb
from bullrun.games.secession_1862.rules.battlefield import SecondBullRun
from bullrun.games.secession_1862.rules.commanders import push_all
from bullrun.games.secession_1862.rules.ground import ground
from bullrun.games.secession_1862.rules.modifiers import Assessment, assess
from bullrun.games.secession_1862.rules.results import begin_aftermath, result_of
from bullrun.games.secession_1862.rules.state import COMBAT, NOWHERE
from bullrun.games.sides import SIDES
from bullrun.games.vaevictis.odds import ATTACK, ATTACKER, DEFENCE, DEFENDER, bonus_spread
from bullrun.mechanisms.dice import die


def attackers_of(position: SecondBullRun, target: PlaceId) -> tuple[int, ...]:
    """The brigades marked to attack a zone."""
    state = position.state
    marker = state.target
    return tuple(b for b in position.rules.roster.of_side[state.active] if marker[b] == target)


@enforces("10.1.1", "10.1.2")
def ask_combat(position: SecondBullRun, frame: Frame) -> Decision | None:
    """The attacker chooses the next zone to attack among those that his markers point to; none is spared."""
    state = position.state
    rules = position.rules
    state.phase = COMBAT
    held = ground(position).held[1 - state.active]
    targets = 0
    for brigade in rules.roster.of_side[state.active]:
        target = state.target[brigade]
        if target:
            if held >> target & 1:
                targets |= 1 << target
            else:
                state.target[brigade] = NOWHERE
    if not targets:
        position.end()
        push_all(position)
        return None
    names = rules.board.names
    options = [("resolve", names[zone]) for zone in places_in(targets)]
    return Decision(SIDES[state.active], "Which combat is next?", options, "10.1.2")


def answer_combat(position: SecondBullRun, frame: Frame, action: Action) -> None:
    target = position.rules.board.place(action[1])
    begin_battle(position, attackers_of(position, target), target)


def begin_battle(position: SecondBullRun, marked: tuple[int, ...], target: PlaceId) -> None:
    """Fix the modifiers and call for the dice; a hopeless attack needs none."""
    state = position.state
    found = assess(position, marked, target)
    _tell(position, found, marked, target)
    for brigade in marked:
        state.target[brigade] = NOWHERE
    for brigade in found.defenders:
        state.struck |= 1 << brigade
    if position.rules.has("artillery-support", "one"):
        state.fired |= found.supporting
    if found.automatic:
        position.emit("hopeless", "10.3.1", zone=position.rules.board.names[target])
        begin_aftermath(position, target, found.attackers, found.defenders, ATTACK, True, 0, 0)
        return
    dice = tuple((support.side, support.element, support.needed, support.rule) for support in found.dice)
    totals = (found.total(ATTACK), found.total(DEFENCE))
    position.call("battle", target, found.attackers, found.defenders, dice, 0, *totals, 0)


def _tell(position: SecondBullRun, found: Assessment, marked: tuple[int, ...], target: PlaceId) -> None:
    if position.log is None:
        return
    ids = position.rules.roster.ids
    position.emit(
        "battle",
        "10.1.1",
        attackers=[ids[b] for b in marked],
        defenders=[ids[b] for b in found.defenders],
        zone=position.rules.board.names[target],
        strengths=list(found.strengths),
        modifiers=[[("attack", "defence")[t.side], t.words, t.value, t.rule] for t in found.terms],
    )


def ask_battle(position: SecondBullRun, frame: Frame) -> Decision:
    """Artillery and sharpshooters one by one, then the combat die of the attacker and of the defender."""
    _, _, _, _, dice, index, _, _, attack_die = frame
    if index < len(dice):
        side, brigade, needed, rule = dice[index]
        who = ATTACKER if side == ATTACK else DEFENDER
        words = f"{'Sharpshooters' if brigade >= 0 else 'Artillery'} of the {who}"
        return die(words, rule, about=About(roll=words), needed=needed)
    who = DEFENDER if attack_die else ATTACKER
    return die(f"Combat die of the {who}", "10.4.1", about=About(roll=who))


def answer_battle(position: SecondBullRun, frame: Frame, action: Action) -> None:
    _, target, attackers, defenders, dice, index, attack, defence, attack_die = frame
    rolled = int(action[1])
    zone = position.rules.board.names[target]
    if index < len(dice):
        side, _, needed, rule = dice[index]
        works = rolled <= needed
        who = "attack" if side == ATTACK else "defence"
        position.emit("support_die", rule, zone=zone, side=who, die=rolled, needed=needed, works=works)
        if works:
            attack, defence = (attack + 1, defence) if side == ATTACK else (attack, defence + 1)
        position.goto("battle", target, attackers, defenders, dice, index + 1, attack, defence, 0)
    elif not attack_die:
        position.goto("battle", target, attackers, defenders, dice, index, attack, defence, rolled)
    else:
        loser, tested = result_of(position.rules.tables["combat"], attack + attack_die, defence + rolled)
        position.emit(
            "combat_result",
            "10.4.1",
            zone=zone,
            attack=max(1, attack + attack_die),
            defence=max(1, defence + rolled),
            dice=[attack_die, rolled],
            loser=("attack", "defence")[loser],
            tested=tested,
        )
        position.end()
        begin_aftermath(position, target, attackers, defenders, loser, tested, attack_die, rolled)


# --- odds -----------------------------------------------------------------------------------------

RESULTS = {
    (ATTACK, False): "attacker fatigue",
    (ATTACK, True): "attacker fatigue and combat test",
    (DEFENCE, False): "defender fatigue",
    (DEFENCE, True): "defender fatigue and combat test",
}


def distribution(position: SecondBullRun, found: Assessment) -> dict[str, Fraction]:
    """The exact chance of each result, over all support dice and both combat dice, and of natural sixes."""
    results = dict.fromkeys(RESULTS.values(), Fraction(0))
    if found.automatic:
        results[RESULTS[ATTACK, True]] = Fraction(1)
        return results
    table = position.rules.tables["combat"]
    base = found.total(ATTACK), found.total(DEFENCE)
    for (attack, defence), weight in bonus_spread(found.dice).items():
        for first in range(1, 7):
            for second in range(1, 7):
                result = result_of(table, base[0] + attack + first, base[1] + defence + second)
                results[RESULTS[result]] += weight / 36
    return results


PROCEDURES = {
    "combat": Procedure(ask_combat, answer_combat),
    "battle": Procedure(ask_battle, answer_battle),
}

VERBS = (Verb("resolve", AIM, (PLACE,), "Fight for {0}", "10.1.2", "combat"),)

EVENTS = (
    Kind(
        "battle",
        "Attack on {zone}: {attackers} against {defenders}, strengths {strengths}.",
        {"zone": PLACE, "attackers": PIECES, "defenders": PIECES, "strengths": NUMBER, "modifiers": WORDS},
        tone=BATTLE,
    ),
    Kind("hopeless", "The attack on {zone} is hopeless.", {"zone": PLACE}, tone=RESULT),
    Kind(
        "support_die",
        "Support die of the {side}: {die} against {needed}, {works}.",
        {"zone": PLACE, "side": WORDS, "die": DIE, "needed": NUMBER, "works": WORDS},
    ),
    Kind(
        "combat_result",
        "Dice {dice}, attack {attack}, defence {defence}: the {loser} suffers.",
        {"zone": PLACE, "dice": DICE, "attack": NUMBER, "defence": NUMBER, "loser": WORDS, "tested": WORDS},
        tone=RESULT,
    ),
)
