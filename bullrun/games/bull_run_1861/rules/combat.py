"""11.1 Attack and the dice of 11.2 to 11.4: who fights whom, in which order, and with what result."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision, Fight
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import (
    AIM,
    BATTLE,
    CHOOSE,
    DICE,
    DIE,
    NUMBER,
    PICK,
    PIECE,
    PIECES,
    PLACE,
    PLACES,
    RESULT,
    WORDS,
    Kind,
    Verb,
)
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.facing import front_of, lose_operational_markers
from bullrun.games.bull_run_1861.rules.ground import ground
from bullrun.games.bull_run_1861.rules.modifiers import assess, result_of, zones_of
from bullrun.games.bull_run_1861.rules.movement import attackable, tire
from bullrun.games.sides import SIDES
from bullrun.games.vaevictis.odds import ATTACK, ATTACKER, DEFENCE, DEFENDER
from bullrun.mechanisms.dice import die, pips


@enforces("11.1.1", "11.1.2")
def targets_of(position: BullRun, element: int) -> PlaceSet:
    """The zones that an element with an attack marker can still attack: enemies in its front that it can
    reach, not attacked before in this movement phase."""
    state = position.state
    side = position.rules.roster.side[element]
    reachable = attackable(position, state.at[element], side)
    return reachable & front_of(position, element) & ~state.attacked


def waiting_attackers(position: BullRun) -> dict[int, PlaceSet]:
    """Elements whose attack is still to come, with their targets."""
    found = {}
    for element in places_in(position.state.attacking):
        targets = targets_of(position, element)
        if targets:
            found[element] = targets
    return found


@enforces("11.1.2", "11.1.3")
def ask_combat(position: BullRun, frame: Frame) -> Decision | None:
    """Choose the next combat: a zone to strike, or a brigade that takes on every enemy in its front that
    no friend has attacked. Prepared attacks may be given up."""
    waiting = waiting_attackers(position)
    if not waiting:
        _end_combats(position)
        return None
    ids = position.rules.roster.ids
    names = position.rules.board.names
    struck = 0
    for targets in waiting.values():
        struck |= targets
    options: list[Action] = [("strike", names[zone]) for zone in places_in(struck)]
    options += [("sweep", ids[element]) for element, targets in waiting.items() if targets.bit_count() > 1]
    options.append(("done",))
    return Decision(SIDES[position.state.active], "Which combat is next?", options, "11.1.2")


def answer_combat(position: BullRun, frame: Frame, action: Action) -> None:
    if action[0] == "done":
        _end_combats(position)
    elif action[0] == "sweep":
        element = position.rules.roster.number[action[1]]
        begin_battle(position, (element,), tuple(places_in(targets_of(position, element))))
    else:
        position.call("gather", position.rules.board.place(action[1]), ())


def _end_combats(position: BullRun) -> None:
    position.state.attacking = 0
    position.end()


@enforces("11.1.3")
def may_join(position: BullRun, zone: PlaceId, chosen: tuple[int, ...]) -> list[int]:
    """The elements that can join an attack on a zone: able to attack it, and in a zone next to one that
    already takes part."""
    state = position.state
    found = []
    near = 0
    for element in chosen:
        near |= position.rules.around[state.at[element]]
    for element, targets in waiting_attackers(position).items():
        if targets >> zone & 1 and element not in chosen and (not chosen or near >> state.at[element] & 1):
            found.append(element)
    return found


@enforces("11.1.3")
def ask_gather(position: BullRun, frame: Frame) -> Decision | None:
    """Choose who attacks a zone together."""
    _, zone, chosen = frame
    joiners = may_join(position, zone, chosen)
    if chosen and not joiners:
        position.end()
        begin_battle(position, chosen, (zone,))
        return None
    ids = position.rules.roster.ids
    options: list[Action] = [("join", ids[element]) for element in joiners]
    if chosen:
        options.append(("fight",))
    name = position.rules.board.names[zone]
    question = f"Which brigade attacks {name}?"
    fight = Fight(tuple(ids[a] for a in chosen), (ids[ground(position).front[zone]],), at=name)
    return Decision(SIDES[position.state.active], question, options, "11.1.3", about=About(fight=fight))


def answer_gather(position: BullRun, frame: Frame, action: Action) -> None:
    _, zone, chosen = frame
    if action[0] == "fight":
        position.end()
        begin_battle(position, chosen, (zone,))
    else:
        joined = position.rules.roster.number[action[1]]
        position.goto("gather", zone, tuple(sorted((*chosen, joined))))


# --- the dice -------------------------------------------------------------------------------------


@enforces("11.1.2", "6.6", "6.8")
def begin_battle(position: BullRun, attackers: tuple[int, ...], targets: tuple[PlaceId, ...]) -> None:
    """Fix the modifiers and call for the dice. Markers are lost by all who take part, second lines too."""
    state = position.state
    rules = position.rules
    for element in attackers:
        state.attacking &= ~(1 << element)
    struck = 0
    for zone in targets:
        struck |= 1 << zone
    state.attacked |= struck
    for zone in zones_of(position, attackers):
        struck |= 1 << zone
    lose_operational_markers(position, struck)
    found = assess(position, attackers, targets)
    if position.log is not None:
        on = ground(position)
        position.emit(
            "battle",
            "11.2.1",
            attackers=[rules.roster.ids[element] for element in attackers],
            defenders=[rules.roster.ids[on.front[zone]] for zone in targets],
            zones=[rules.board.names[zone] for zone in targets],
            strengths=list(found.strengths),
            modifiers=[[("attack", "defence")[t.side], t.words, t.value, t.rule] for t in found.terms],
        )
    dice = tuple((support.side, support.element, support.needed, support.rule) for support in found.dice)
    position.call("battle", attackers, targets, dice, 0, found.total(ATTACK), found.total(DEFENCE), 0)


@enforces("11.3.4", "11.3.5", "11.4.1")
def ask_battle(position: BullRun, frame: Frame) -> Decision:
    """Artillery and cavalry dice one by one, then the combat die of the attacker and of the defender."""
    _, _, _, dice, index, _, _, attack_die = frame
    if index < len(dice):
        _, element, needed, rule = dice[index]
        words = "Artillery die" if rule == "11.3.4" else "Cavalry die"
        return die(words, rule, about=About(piece=position.rules.roster.ids[element]), needed=needed)
    who = DEFENDER if attack_die else ATTACKER
    return die(f"Combat die of the {who}", "11.4.1", about=About(roll=who))


def answer_battle(position: BullRun, frame: Frame, action: Action) -> None:
    _, attackers, targets, dice, index, attack, defence, attack_die = frame
    rolled = pips(action)
    if index < len(dice):
        side, element, needed, rule = dice[index]
        if position.log is not None:
            piece = position.rules.roster.ids[element]
            works = rolled <= needed
            says = "Artillery" if rule == "11.3.4" else "Cavalry"
            position.emit("support_die", rule, says=says, piece=piece, die=rolled, needed=needed, works=works)
        if rolled <= needed:
            attack, defence = (attack + 1, defence) if side == ATTACK else (attack, defence + 1)
        position.goto("battle", attackers, targets, dice, index + 1, attack, defence, 0)
    elif not attack_die:
        position.goto("battle", attackers, targets, dice, index, attack, defence, rolled)
    else:
        _decide(position, attackers, targets, (attack, defence), (attack_die, rolled))


@enforces("10.6.5", "11.4.1", "11.4.2", "11.4.3")
def _decide(
    position: BullRun,
    attackers: tuple[int, ...],
    targets: tuple[PlaceId, ...],
    modifiers: tuple[int, int],
    dice: tuple[int, int],
) -> None:
    """Tire every front-line brigade of the lower side, and call for its answer to a hit."""
    roster = position.rules.roster
    attack, defence = modifiers[ATTACK] + dice[ATTACK], modifiers[DEFENCE] + dice[DEFENCE]
    loser, hit = result_of(attack, defence)
    on = ground(position)
    struck = attackers if loser == ATTACK else tuple(on.front[zone] for zone in targets)
    away_from = targets if loser == ATTACK else zones_of(position, attackers)
    brigades = tuple(sorted({roster.brigade_of(element) for element in struck}))
    position.emit(
        "combat_result",
        "11.4.1",
        zones=[position.rules.board.names[zone] for zone in targets],
        dice=list(dice),
        attack=max(1, attack),
        defence=max(1, defence),
        loser=("attack", "defence")[loser],
        hit=hit,
        pieces=[roster.ids[brigade] for brigade in brigades],
    )
    for brigade in brigades:
        tire(position, brigade, "11.4.1")
    if not hit:
        position.end()
        return
    if loser == DEFENCE:
        position.goto("advance", attackers, on.held[1 - position.state.active])
    else:
        position.end()
    for brigade in reversed(brigades):
        position.call("hit", brigade, away_from)


PROCEDURES = {
    "combat": Procedure(ask_combat, answer_combat),
    "gather": Procedure(ask_gather, answer_gather),
    "battle": Procedure(ask_battle, answer_battle),
}

VERBS = (
    Verb("strike", AIM, (PLACE,), "Attack {0}", "11.1.2", "combat"),
    Verb("sweep", AIM, (PIECE,), "{0} attacks every enemy in its front", "11.1.3", "combat"),
    Verb("join", PICK, (PIECE,), "{0} attacks too", "11.1.3", "combat"),
    Verb("fight", CHOOSE, (), "Fight the combat", "11.1.3"),
)

EVENTS = (
    Kind(
        "battle",
        "{attackers} against {defenders} in {zones}: strengths {strengths}.",
        {"zones": PLACES, "attackers": PIECES, "defenders": PIECES, "strengths": NUMBER, "modifiers": WORDS},
        tone=BATTLE,
    ),
    Kind(
        "support_die",
        "{says} of {piece}: {die}, {needed} or less is needed: {works}.",
        {"says": WORDS, "piece": PIECE, "die": DIE, "needed": NUMBER, "works": WORDS},
    ),
    Kind(
        "combat_result",
        "Dice {dice}, totals {attack} to {defence}: fatigue for {pieces}; hit: {hit}.",
        {
            "zones": PLACES,
            "dice": DICE,
            "attack": NUMBER,
            "defence": NUMBER,
            "loser": WORDS,
            "hit": WORDS,
            "pieces": PIECES,
        },
        tone=RESULT,
    ),
)
