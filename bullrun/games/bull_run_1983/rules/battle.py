"""7. Resolving combat: the order of battles, the roll, and the order in which a result is carried out.
Strengths, losses, retreats and advances have chapters of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bullrun.board.places import PlaceId, PlaceSet, set_of
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import (
    AIM,
    BATTLE,
    DIE,
    NUMBER,
    PIECE,
    PIECES,
    PLACE,
    PLACES,
    RESULT,
    WORDS,
    Kind,
    Verb,
)
from bullrun.games.bull_run_1983.rules import brigades
from bullrun.games.bull_run_1983.rules.advance import call_advance
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.ground import ground, ids, leaders_in, name, stack
from bullrun.games.bull_run_1983.rules.leaders import call_rolls, remove_unescorted
from bullrun.games.bull_run_1983.rules.losses import Payers, call_losses, eliminate, points, standing
from bullrun.games.bull_run_1983.rules.retreat import call_retreats
from bullrun.games.bull_run_1983.rules.roster import BRIGADE
from bullrun.games.bull_run_1983.rules.strength import (
    ASSAULT,
    BOMBARDMENT,
    VICTORY,
    column_of,
    sums,
    table_of,
    total,
)
from bullrun.games.sides import SIDES
from bullrun.mechanisms.dice import die, pips
from bullrun.mechanisms.odds import odds_text

# --- the phase ----------------------------------------------------------------------------------------


@enforces("7.1", "6.9")
def ask_combat(position: BullRun, frame: Frame) -> Decision | None:
    """First everything is declared, then the battles are resolved in the order the attacker likes."""
    if len(frame) == 1:
        position.goto("combat", "fight")
        position.call("declaration")
        position.call("before_combat")
        return None
    state = position.state
    if not state.battles:
        position.end()
        return None
    names = position.rules.roster.ids
    options: list[Action] = [
        ("resolve", names[d]) for d in sorted(min(battle[2]) for battle in state.battles)
    ]
    return Decision(SIDES[state.side], "Which battle is fought next?", options, "7.1")


def answer_combat(position: BullRun, frame: Frame, action: Action) -> None:
    """Fight the battle in which this unit defends."""
    state = position.state
    first = position.rules.roster.number[action[1]]
    (battle,) = [battle for battle in state.battles if first in battle[2]]
    state.battles = tuple(other for other in state.battles if other is not battle)
    attackers, support, defenders = battle
    open_battle(position, ASSAULT if attackers else BOMBARDMENT, attackers, support, defenders)


# --- one battle ---------------------------------------------------------------------------------------


class Battle(NamedTuple):
    """What the frame of a battle holds besides its steps."""

    kind: str
    column: int
    attackers: Payers
    support: tuple[int, ...]
    defenders: Payers
    stands: PlaceSet
    """Hexes of the adjacent attackers when it began."""
    targets: PlaceSet
    """Hexes of the defenders when it began."""


CLARIFIED = "retreats-ignore-support-fire"
"""The option for the publisher's clarification of 7.81."""

ROLL = "roll"
LOSE = {"AE": "attackers pay", "DE": "defenders pay", "DL1": "defenders lose one"}
BACK = {"AB2": "attackers retreat", "DB2": "defenders retreat"}
ROUT, LEADERS, ADVANCE = "attackers eliminated", "leaders", "advance"


def steps_of(result: str, kind: str) -> tuple[str, ...]:
    """What a result makes happen, in order: losses, leaders who lost their last unit, retreats, advance."""
    words = ["DE", "AE"] if result == "EX" else result.split()
    lose = [LOSE[word] for word in words if word in LOSE]
    back = [BACK[word] for word in words if word in BACK]
    forward = [] if kind == BOMBARDMENT else [ADVANCE]
    return (*lose, *([LEADERS] if lose else []), *back, *forward)


@enforces("9.4", "9.64", "10.5")
def open_battle(
    position: BullRun,
    kind: str,
    attackers: Sequence[int],
    support: Sequence[int],
    defenders: Sequence[int],
) -> None:
    """Begin a battle. Its attackers attack no more this turn; a bombardment wakes the leaders in its target
    hexes."""
    state = position.state
    totals = sums(position, attackers, support, defenders)
    targets = set_of(state.at[unit] for unit in defenders)
    stands = set_of(state.at[unit] for unit in attackers)
    for unit in (*attackers, *support):
        for part in (unit, *_parts(position, unit)):
            state.fought |= 1 << part
    column = column_of(position.rules, kind, totals.odds)
    position.emit(
        "battle",
        {ASSAULT: "7.2", BOMBARDMENT: "9.6", VICTORY: "10.1"}[kind],
        battle=kind,
        attackers=ids(position, (*attackers, *support)),
        defenders=ids(position, defenders),
        at=position.rules.board.names_of(targets),
        attack=points(totals.attack),
        defense=points(totals.defense),
        odds=odds_text(totals.odds),
    )
    if kind == BOMBARDMENT:
        for place in sorted({state.at[unit] for unit in defenders}):
            _wake_leaders(position, place)
    steps: tuple[str, ...] = (ROLL,) if column >= 0 else below_the_table(position, kind)
    position.call(
        "battle",
        steps,
        *Battle(kind, column, totals.attackers, tuple(support), totals.defenders, stands, targets),
    )


@enforces("7.7")
def below_the_table(position: BullRun, kind: str) -> tuple[str, ...]:
    """Odds too bad to roll: a bombardment does nothing, an attack costs its adjacent attackers."""
    if kind == BOMBARDMENT:
        position.emit("no_effect", "9.6")
        return ()
    position.emit("hopeless", "7.3")
    if position.rules.has("hopeless-attacks-lose-by-points"):
        return (LOSE["AE"], LEADERS)
    return (ROUT, LEADERS)


def _parts(position: BullRun, piece: int) -> list[int]:
    if position.rules.roster.kind[piece] == BRIGADE:
        return brigades.components(position, piece)
    return []


def _wake_leaders(position: BullRun, place: PlaceId) -> None:
    state, roster = position.state, position.rules.roster
    side = 1 - state.side
    leaders = leaders_in(position, place, side)
    leaders += [
        brigades.components(position, piece)[0]
        for piece in stack(position, place)
        if roster.kind[piece] == BRIGADE
    ]
    for leader in leaders:
        state.struck |= 1 << leader
    if leaders:
        position.emit("leaders_woken", "9.64", pieces=ids(position, leaders), at=name(position, place))


def ask_battle(position: BullRun, frame: Frame) -> Decision | None:
    """Frame: (battle, steps still to do, *Battle). Roll, then carry out one step after the other."""
    steps: tuple[str, ...] = frame[1]
    if not steps:
        position.end()
        # Escorts are looked at when the battle is over: until then a leader may still go along (12.3).
        remove_unescorted(position)
        ground(position).marches = None
        return None
    battle = Battle(*frame[2:])
    if steps[0] == ROLL:
        table = table_of(position.rules, battle.kind)
        where = ", ".join(position.rules.board.names_of(battle.targets))
        column = table.columns[battle.column]
        return die(
            f"Roll for the {battle.kind} on {where} at {column}.",
            "9.6" if battle.kind == BOMBARDMENT else "7.3",
            odds=column,
            about=About(roll=battle.kind),
        )
    position.goto("battle", steps[1:], *battle)
    _carry_out(position, steps[0], battle)
    return None


def answer_battle(position: BullRun, frame: Frame, action: Action) -> None:
    """Read the table."""
    battle = Battle(*frame[2:])
    table = table_of(position.rules, battle.kind)
    result = table.result(pips(action), battle.column)
    position.emit(
        "battle_result",
        "9.6" if battle.kind == BOMBARDMENT else "7.3",
        at=position.rules.board.names_of(battle.targets),
        die=pips(action),
        column=table.columns[battle.column],
        result="no effect" if result == "-" else result,
    )
    position.goto("battle", steps_of(result, battle.kind), *battle)


@enforces("9.52")
def _carry_out(position: BullRun, step: str, battle: Battle) -> None:
    """One step of a result. Only units in the battle that are in enemy control suffer, so batteries in
    support never do."""
    side = position.state.side
    mine = tuple(unit for unit, _ in battle.attackers)
    theirs = tuple(unit for unit, _ in battle.defenders)
    if step == LOSE["AE"]:
        call_losses(position, side, total(battle.defenders), battle.attackers, "7.71")
    elif step == LOSE["DE"]:
        call_losses(position, 1 - side, total(battle.attackers), battle.defenders, "7.71")
    elif step == LOSE["DL1"]:
        call_losses(position, 1 - side, 1, tuple((unit, 1) for unit in theirs), "7.72")
    elif step == ROUT:
        for piece in standing(position, mine):
            eliminate(position, piece, position.state.at[piece], "7.7")
    elif step == LEADERS:
        call_rolls(position, side, battle.stands, _threats(position, theirs, ()))
        call_rolls(
            position, 1 - side, battle.targets, _threats(position, mine, _fire_fought(position, battle))
        )
    elif step == BACK["AB2"]:
        call_retreats(position, side, mine, _threats(position, theirs, ()))
    elif step == BACK["DB2"]:
        as_far = battle.kind == BOMBARDMENT and position.rules.has(CLARIFIED)
        threats = _threats(position, mine, _fire_fought(position, battle))
        call_retreats(position, 1 - side, theirs, threats, int(as_far))
    else:
        call_advance(position, mine, battle.targets)


def _fire_fought(position: BullRun, battle: Battle) -> tuple[int, ...]:
    """The long-range batteries that count as enemies fought: all by the printed rule (7.81); by the
    publisher's clarification those of a bombardment only."""
    if battle.kind != BOMBARDMENT and position.rules.has(CLARIFIED):
        return ()
    return battle.support


def _threats(position: BullRun, units: Iterable[int], fire: Iterable[int]) -> tuple[PlaceId, ...]:
    """The hexes of the enemies fought that still stand."""
    at = position.state.at
    return tuple(sorted({at[piece] for piece in standing(position, (*units, *fire))}))


def why_not_resolve(position: BullRun, action: Action) -> Refusal | None:
    """Why a battle cannot be fought next."""
    if not position.state.battles:
        return Refusal("7.1", "No declared battle is waiting.")
    names = [position.rules.roster.ids[min(battle[2])] for battle in position.state.battles]
    return Refusal("7.1", f"A battle is named by the first of its defenders: {', '.join(names)}.")


WHY_NOT = {"resolve": why_not_resolve}

PROCEDURES = {
    "combat": Procedure(ask_combat, answer_combat),
    "battle": Procedure(ask_battle, answer_battle),
}

VERBS = (Verb("resolve", AIM, (PIECE,), "Fight the battle against {0}", "7.1"),)

EVENTS = (
    Kind(
        "battle",
        "Battle in {at} ({battle}): {attackers} against {defenders}, {attack} to {defense}, {odds}.",
        {
            "battle": WORDS,
            "at": PLACES,
            "attackers": PIECES,
            "defenders": PIECES,
            "attack": NUMBER,
            "defense": NUMBER,
            "odds": WORDS,
        },
        tone=BATTLE,
    ),
    Kind(
        "battle_result",
        "Die {die} at {column}: {result}.",
        {"at": PLACES, "die": DIE, "column": WORDS, "result": WORDS},
        tone=RESULT,
    ),
    Kind("no_effect", "The odds are too poor for any effect.", tone=RESULT),
    Kind("hopeless", "Worse than 1-6: the attack is cancelled and costs its attackers.", tone=RESULT),
    Kind("leaders_woken", "The fire on {at} wakes {pieces}.", {"at": PLACE, "pieces": PIECES}),
)
