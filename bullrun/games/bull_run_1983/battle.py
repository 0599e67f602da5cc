"""7. Resolving combat: strengths, odds and the roll, and the order in which a result is carried out. Losses,
retreats and advances have chapters of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from bullrun.board.places import PlaceId, PlaceSet, set_of
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.rules import enforces
from bullrun.engine.state import Frame
from bullrun.errors import BullrunError
from bullrun.games.bull_run_1983 import brigades
from bullrun.games.bull_run_1983.advance import call_advance
from bullrun.games.bull_run_1983.artillery import long_range_batteries, seen_from
from bullrun.games.bull_run_1983.battlefield import BullRun, load_board, load_tables
from bullrun.games.bull_run_1983.ground import ids, leaders_in, name, stack
from bullrun.games.bull_run_1983.leaders import call_rolls, remove_unescorted
from bullrun.games.bull_run_1983.losses import Payers, call_losses, eliminate, points, split, standing
from bullrun.games.bull_run_1983.retreat import call_retreats
from bullrun.games.bull_run_1983.roster import BATTERY, BRIGADE, SIDES
from bullrun.mechanisms.dice import die, pips
from bullrun.mechanisms.odds import Odds, odds, odds_text, parse_odds, rank
from bullrun.mechanisms.tables import OddsTable

ASSAULT, BOMBARDMENT, VICTORY = "assault", "bombardment", "automatic victory"
"""The kinds of battle: with adjacent attackers, by long-range fire alone, and in the Movement phase."""

# --- high ground --------------------------------------------------------------------------------------


@enforces("7.41", "7.42", "M3", "M5.2")
def why_uphill(high: PlaceId, low: PlaceId) -> str:
    """The rule by which a hex is uphill of an adjacent one; "" if it is not. A hilltop is uphill of its
    slopes. Everything next to a stream hex is uphill of it, unless the stream runs across their side."""
    board = load_board()
    if board.borders.has("crest", high, low):
        return "7.42"
    if board.terrain["stream"] >> low & 1 and not board.borders.has("stream", low, high):
        return "7.41"
    return ""


@cache
def downhill() -> tuple[PlaceSet, ...]:
    """For each hex the neighbours it is uphill of."""
    board = load_board()
    return tuple(
        set_of(low for low in board.neighbours[high] if why_uphill(high, low)) for high in range(board.size)
    )


# --- strengths: all in halves, so that no fraction is ever rounded --------------------------------------


@enforces("7.5", "7.51", "7.52", "7.6", "9.7", "9.8")
def why_halved(position: BullRun, unit: int, targets: PlaceSet = 0) -> str:
    """The rule that halves a unit, "" for none; once is the most. `targets` are the hexes an attacker
    attacks. Roads change nothing."""
    rules, state = position.rules, position.state
    place = state.at[unit]
    if (rules.fords | rules.bridges(state.trestle)) >> place & 1:
        return "7.51"
    if rules.roster.kind[unit] == BATTERY:
        woods = rules.board.terrain["woods"]
        if woods >> place & 1:
            return "9.7" if targets else "9.8"
        if woods & targets:
            return "9.7"
    return ""


@enforces("7.4", "9.63")
def is_doubled(place: PlaceId, attackers_at: PlaceSet) -> bool:
    """Whether units in a hex are uphill of every adjacent attacker. Without adjacent attackers, in a
    bombardment, nobody is doubled."""
    return bool(attackers_at) and not attackers_at & ~downhill()[place]


class Sums(NamedTuple):
    """The strengths of a battle, in halves."""

    adjacent: int
    """Attack strength of the adjacent attackers."""
    fire: int
    """Attack strength of the long-range batteries, before the limit of 9.51."""
    attack: int
    defense: int
    attackers: Payers
    """Defense points after terrain of the adjacent attackers: what they inflict and pay with (7.71)."""
    defenders: Payers

    @property
    def odds(self) -> Odds:
        """Rounded in the defender's favour."""
        return odds(self.attack, self.defense)


@enforces("7.2", "9.4", "9.5", "9.51")
def sums(
    position: BullRun, attackers: Sequence[int], support: Sequence[int], defenders: Sequence[int]
) -> Sums:
    """Add up a battle. Support counts only as far as the adjacent attackers' own strength."""
    state, roster = position.state, position.rules.roster
    at, face = state.at, state.face
    targets = set_of(at[unit] for unit in defenders)
    stands = set_of(at[unit] for unit in attackers)
    adjacent = fire = defense = 0
    paying: list[tuple[int, int]] = []
    holding: list[tuple[int, int]] = []
    for unit in attackers:
        factor = 1 if why_halved(position, unit, targets) else 2
        adjacent += roster.attack[unit][face[unit]] * factor
        paying += _worth(position, unit, factor)
    for unit in support:
        fire += roster.attack[unit][face[unit]] * (1 if why_halved(position, unit, targets) else 2)
    for unit in defenders:
        factor = 1 if why_halved(position, unit) else 2
        if is_doubled(at[unit], stands):
            factor *= 2
        defense += roster.defense[unit] * factor
        holding += _worth(position, unit, factor)
    attack = adjacent + min(adjacent, fire) if attackers else fire
    return Sums(adjacent, fire, attack, defense, tuple(paying), tuple(holding))


def _worth(position: BullRun, piece: int, factor: int) -> Iterable[tuple[int, int]]:
    defense = position.rules.roster.defense
    return [(unit, defense[unit] * factor) for unit in split(position, [piece])]


# --- tables -------------------------------------------------------------------------------------------


@cache
def combat_table() -> OddsTable:
    """The Combat Results Table."""
    return OddsTable("combat", load_tables()["combat"])


@cache
@enforces("9.6")
def bombardment_table() -> OddsTable:
    """The Bombardment Table."""
    return OddsTable("bombardment", load_tables()["bombardment"])


@enforces("7.3", "10.5")
def column_of(kind: str, ratio: Odds) -> int:
    """The column of the table that a battle is resolved on; -1 when its odds are below the table."""
    if kind == BOMBARDMENT:
        return bombardment_table().column(ratio)
    table = combat_table()
    if kind == VICTORY:
        return table.columns.index(load_tables()["odds"]["automatic_victory_column"])
    return table.column(ratio)


def is_automatic_victory(totals: Sums) -> bool:
    """8-1 or better, exactly (10.1)."""
    return rank(totals.odds) >= rank(parse_odds(load_tables()["odds"]["automatic_victory_needs"]))


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
    options: list[Action] = [("resolve", names[min(battle[2])]) for battle in state.battles]
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


@enforces("9.4", "9.64", "10.5", "10.6")
def open_battle(
    position: BullRun,
    kind: str,
    attackers: Sequence[int],
    support: Sequence[int],
    defenders: Sequence[int],
) -> None:
    """Begin a battle. Its attackers attack no more this turn, those of an automatic victory move no more;
    a bombardment wakes the leaders in its target hexes."""
    state = position.state
    totals = sums(position, attackers, support, defenders)
    targets = set_of(state.at[unit] for unit in defenders)
    stands = set_of(state.at[unit] for unit in attackers)
    for unit in (*attackers, *support):
        for part in (unit, *_parts(position, unit)):
            state.fought |= 1 << part
            if kind == VICTORY:
                state.halted |= 1 << part
    column = column_of(kind, totals.odds)
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
        return None
    battle = Battle(*frame[2:])
    if steps[0] == ROLL:
        table = bombardment_table() if battle.kind == BOMBARDMENT else combat_table()
        where = ", ".join(position.rules.board.names_of(battle.targets))
        column = table.columns[battle.column]
        return die(
            f"Roll for the {battle.kind} on {where} at {column}.",
            "9.6" if battle.kind == BOMBARDMENT else "7.3",
            odds=column,
        )
    position.goto("battle", steps[1:], *battle)
    _carry_out(position, steps[0], battle)
    return None


def answer_battle(position: BullRun, frame: Frame, action: Action) -> None:
    """Read the table."""
    battle = Battle(*frame[2:])
    table = bombardment_table() if battle.kind == BOMBARDMENT else combat_table()
    result = table.result(pips(action), battle.column)
    position.emit(
        "battle_result",
        "9.6" if battle.kind == BOMBARDMENT else "7.3",
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
        call_losses(position, side, _total(battle.defenders), battle.attackers, "7.71")
    elif step == LOSE["DE"]:
        call_losses(position, 1 - side, _total(battle.attackers), battle.defenders, "7.71")
    elif step == LOSE["DL1"]:
        call_losses(position, 1 - side, 1, tuple((unit, 1) for unit in theirs), "7.72")
    elif step == ROUT:
        for piece in standing(position, mine):
            eliminate(position, piece, position.state.at[piece], "7.7")
    elif step == LEADERS:
        call_rolls(position, side, battle.stands, _threats(position, theirs, ()))
        call_rolls(position, 1 - side, battle.targets, _threats(position, mine, battle.support))
    elif step == BACK["AB2"]:
        call_retreats(position, side, mine, _threats(position, theirs, ()))
    elif step == BACK["DB2"]:
        plain = not position.rules.has("retreats-ignore-support-fire")
        if battle.kind == BOMBARDMENT:
            call_retreats(position, 1 - side, theirs, _threats(position, (), battle.support), int(not plain))
        else:
            fire = battle.support if plain else ()
            call_retreats(position, 1 - side, theirs, _threats(position, mine, fire))
    else:
        call_advance(position, mine, battle.targets)


def _total(payers: Payers) -> int:
    return sum(worth for _, worth in payers)


def _threats(position: BullRun, units: Iterable[int], fire: Iterable[int]) -> tuple[PlaceId, ...]:
    """The hexes of the enemies fought that still stand."""
    at = position.state.at
    return tuple(sorted({at[piece] for piece in standing(position, (*units, *fire))}))


# --- the umpire ---------------------------------------------------------------------------------------


def combat_report(position: BullRun, attackers: Sequence[int], defenders: Sequence[int]) -> dict[str, Any]:
    """Everything about an attack by these units on those: strengths with every modifier and its rule, the
    odds, the column, and the exact chance of each result. Units next to every defender attack, the others
    fire from a distance. What the rules have against the grouping stands under `objections`."""
    _check_units(position, attackers, defenders)
    at = position.state.at
    around = position.rules.board.neighbour_set
    near = [u for u in attackers if all(around[at[u]] >> at[d] & 1 for d in defenders)]
    far = [u for u in attackers if u not in near]
    totals = sums(position, near, far, defenders)
    kind = ASSAULT if near else BOMBARDMENT
    column = column_of(kind, totals.odds)
    table = combat_table() if near else bombardment_table()
    if column >= 0:
        label, chances = table.columns[column], table.distribution(column)
    else:
        label, chances = f"worse than {table.columns[0]}", {_below(position, kind): Fraction(1)}
    return {
        "kind": kind,
        "attack": points(totals.attack),
        "defense": points(totals.defense),
        "adjacent": points(totals.adjacent),
        "fire": points(totals.fire),
        "terms": _terms(position, near, far, defenders, totals),
        "odds": odds_text(totals.odds),
        "column": label,
        "table": "Combat Results Table" if near else "Bombardment Table",
        "losses": {
            "attackers_inflict": points(_total(totals.attackers)),
            "defenders_inflict": points(_total(totals.defenders)) if near else "0",
        },
        "results": chances,
        "automatic_victory": bool(near) and not far and is_automatic_victory(totals),
        "objections": _objections(position, near, far, defenders),
    }


def _below(position: BullRun, kind: str) -> str:
    if kind == BOMBARDMENT:
        return "-"
    return "AE" if position.rules.has("hopeless-attacks-lose-by-points") else "attackers eliminated"


def _check_units(position: BullRun, attackers: Sequence[int], defenders: Sequence[int]) -> None:
    roster, state = position.rules.roster, position.state
    for what, units in (("attackers", attackers), ("defenders", defenders)):
        if not units:
            raise BullrunError(f"combat: {what}: at least one unit is needed")
        for unit in units:
            if not roster.all_units >> unit & 1:
                raise BullrunError(f"combat: {what}: {roster.ids[unit]} is not a combat unit [12.2]")
            if not state.at[unit]:
                raise BullrunError(f"combat: {what}: {roster.ids[unit]} is not on the map")
        if len(set(units)) != len(units):
            raise BullrunError(f"combat: {what}: a unit is named twice")
        if len({roster.side[unit] for unit in units}) != 1:
            raise BullrunError(f"combat: {what}: units of both sides")
    if roster.side[attackers[0]] == roster.side[defenders[0]]:
        raise BullrunError("combat: attackers and defenders are of the same side")


def _terms(
    position: BullRun, near: Sequence[int], far: Sequence[int], defenders: Sequence[int], totals: Sums
) -> list[dict[str, Any]]:
    """Each unit's factor and what changes it; and the limit of support fire."""
    roster, state = position.rules.roster, position.state
    at = state.at
    targets = set_of(at[d] for d in defenders)
    stands = set_of(at[u] for u in near)
    rows: list[dict[str, Any]] = []
    for part, units in (
        ("attack", near),
        ("support" if near else "bombardment", far),
        ("defense", defenders),
    ):
        for unit in units:
            attacking = part != "defense"
            printed = roster.attack[unit][state.face[unit]] if attacking else roster.defense[unit]
            changes = []
            rule = why_halved(position, unit, targets if attacking else 0)
            factor = 2
            if rule:
                factor = 1
                changes.append({"says": "halved", "times": "1/2", "rule": rule})
            if not attacking and is_doubled(at[unit], stands):
                factor *= 2
                low = sorted({why_uphill(at[unit], at[u]) for u in near})
                changes.append(
                    {"says": "doubled: uphill of all adjacent attackers", "times": "2", "rule": low[0]}
                )
            rows.append(
                {
                    "piece": roster.ids[unit],
                    "at": name(position, at[unit]),
                    "part": part,
                    "printed": printed,
                    "changes": changes,
                    "strength": points(printed * factor),
                }
            )
    if near and totals.fire > totals.adjacent:
        rows.append(
            {
                "part": "support",
                "says": "support fire counts only as much as the adjacent attackers",
                "strength": points(totals.adjacent),
                "rule": "9.51",
            }
        )
    return rows


def _objections(
    position: BullRun, near: Sequence[int], far: Sequence[int], defenders: Sequence[int]
) -> list[dict[str, str]]:
    """Why the grouping would not be legal, as far as it shows in the attack itself."""
    state, roster = position.state, position.rules.roster
    found: list[dict[str, str]] = []

    def object_to(unit: int, rule: str, says: str) -> None:
        found.append({"piece": roster.ids[unit], "rule": rule, "says": says})

    able = set(long_range_batteries(position))
    for unit in (*near, *far):
        if roster.side[unit] != state.side:
            object_to(unit, "6.1", "it is not this side's turn to attack")
        elif state.fought >> unit & 1:
            object_to(unit, "6.4", "it has attacked or advanced already this turn")
    for unit in far:
        if roster.kind[unit] != BATTERY:
            object_to(unit, "6.5", "it is not adjacent to every defender")
        elif unit not in able:
            object_to(unit, "9.41", "it cannot use long-range fire now")
        else:
            for place in sorted({state.at[d] for d in defenders}):
                if not seen_from(position, state.at[unit], 1 << place):
                    object_to(unit, "9.43", f"it has no range or no clear line to {name(position, place)}")
    if not near:
        around = position.rules.board.neighbour_set
        foes = roster.of_side[state.side] & roster.all_units & ~state.fought
        for defender in defenders:
            beside = [
                u
                for place in position.rules.board.neighbours[state.at[defender]]
                for u in stack(position, place)
                if foes >> u & 1
            ]
            if beside and around[state.at[defender]]:
                object_to(defender, "9.61", "a unit that can attack is adjacent, so it cannot be bombarded")
    return found


PROCEDURES = {
    "combat": Procedure(ask_combat, answer_combat),
    "battle": Procedure(ask_battle, answer_battle),
}

WORDS = {
    "battle": "Battle in {at} ({battle}): {attackers} against {defenders}, {attack} to {defense}, {odds}.",
    "battle_result": "Die {die} at {column}: {result}.",
    "no_effect": "The odds are too poor for any effect.",
    "hopeless": "Worse than 1-6: the attack is cancelled and costs its attackers.",
    "leaders_woken": "The fire on {at} wakes {pieces}.",
}
