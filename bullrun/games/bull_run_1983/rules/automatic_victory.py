"""10. Automatic victory: an attack at 8-1 or better, resolved at once in the Movement phase.

Each attacker must be adjacent to all the defenders and must attack every enemy adjacent to it. So the
defenders are exactly the enemies next to each attacker, and only units whose hexes touch the very same
enemy hexes can attack together. Every further attacker can only better the odds.
"""

from __future__ import annotations

from collections.abc import Collection

from bullrun.board.places import PlaceId, PlaceSet, places_in, set_of
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import About, Decision, Fight
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import AIM, CHOOSE, PICK, PIECE, PLACES, Verb
from bullrun.games.bull_run_1983.rules.battle import open_battle
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.ground import control_zone, ground, ids, units_in
from bullrun.games.bull_run_1983.rules.losses import points
from bullrun.games.bull_run_1983.rules.state import MOVEMENT
from bullrun.games.bull_run_1983.rules.strength import VICTORY, is_automatic_victory, is_out_of_question, sums
from bullrun.games.sides import SIDES
from bullrun.mechanisms.odds import odds_text

STRIKE: Action = ("strike",)


def _able(position: BullRun, place: PlaceId) -> list[int]:
    state = position.state
    return [u for u in units_in(position, place, state.side) if not state.fought >> u & 1]


@enforces("10.2", "10.4")
def groups(position: BullRun) -> dict[PlaceSet, list[int]]:
    """For each set of enemy hexes the units that could attack just those: they touch all of them and no
    other. All units of a hex are attacked together."""
    memo = ground(position).memo
    key = (position.state.fought, position.state.side)
    found: tuple[object, dict[PlaceSet, list[int]]] | None = memo.get("victories")
    if found is None or found[0] != key:
        side = position.state.side
        board, on = position.rules.board, ground(position)
        foes = on.units[1 - side]
        made: dict[PlaceSet, list[int]] = {}
        for place in places_in(on.units[side] & control_zone(position, 1 - side)):
            units = _able(position, place)
            if units:
                made.setdefault(foes & board.neighbour_set[place], []).extend(units)
        found = memo["victories"] = (key, made)
    return found[1]


def _defenders(position: BullRun, targets: PlaceSet) -> list[int]:
    side = 1 - position.state.side
    return [unit for place in places_in(targets) for unit in units_in(position, place, side)]


def _wins(position: BullRun, attackers: list[int], targets: PlaceSet) -> bool:
    defenders = _defenders(position, targets)
    if not attackers or is_out_of_question(position, attackers, defenders):
        return False
    return is_automatic_victory(position.rules, sums(position, attackers, (), defenders))


@enforces("10.1", "10.2", "10.4")
def is_allowed(position: BullRun, attackers: Collection[int], defenders: Collection[int]) -> bool:
    """Whether just these units could attack just those now, in the Movement phase, if the odds suffice."""
    targets = set_of(position.state.at[unit] for unit in defenders)
    return (
        position.state.phase == MOVEMENT
        and set(attackers) <= set(groups(position).get(targets, ()))
        and set(defenders) == set(_defenders(position, targets))
    )


@enforces("10.1", "10.7")
def options(position: BullRun) -> list[Action]:
    """("av", defending hexes) for each group of units that can win one now. A defender that survived an
    earlier one can be attacked again by units that have not."""
    memo = ground(position).memo
    key = (position.state.fought, position.state.side, bytes(position.state.face))
    found: tuple[object, list[Action]] | None = memo.get("victory options")
    if found is None or found[0] != key:
        names = position.rules.board.names_of
        made: list[Action] = [
            ("av", *names(targets))
            for targets, units in groups(position).items()
            if _wins(position, units, targets)
        ]
        found = memo["victory options"] = (key, sorted(made))
    return list(found[1])


def begin(position: BullRun, action: Action) -> None:
    """The attacker will attack these hexes; who takes part is asked next."""
    position.call("victory", position.rules.board.set_named(action[1:]), ())


@enforces("10.3")
def ask_victory(position: BullRun, frame: Frame) -> Decision | None:
    """Frame: (victory, target hexes, attackers chosen). Units are added until 8-1 is reached; more may join,
    and the rest stay out."""
    _, targets, chosen = frame
    attackers = list(chosen)
    spare = sorted(unit for unit in groups(position)[targets] if unit not in attackers)
    choices: list[Action] = [("join", unit) for unit in ids(position, spare)]
    totals = sums(position, attackers, (), _defenders(position, targets))
    if attackers and is_automatic_victory(position.rules, totals):
        choices.append(STRIKE)
    where = ", ".join(position.rules.board.names_of(targets))
    return Decision(
        SIDES[position.state.side],
        f"Who takes part in the automatic victory on {where}? Odds now: {odds_text(totals.odds)}.",
        choices,
        "10.3",
        about=About(fight=Fight(tuple(ids(position, attackers)), (), kind=VICTORY)),
        attack=points(totals.attack),
        defense=points(totals.defense),
    )


@enforces("10.6")
def answer_victory(position: BullRun, frame: Frame, action: Action) -> None:
    """One unit more, or fight. After it only pieces move that have neither moved nor attacked yet."""
    _, targets, chosen = frame
    if action == STRIKE:
        defenders = _defenders(position, targets)
        position.state.halted |= position.state.moved | sum(1 << unit for unit in chosen)
        position.end()
        if position.rules.has("rail-after-victory"):
            position.call("trains")
        open_battle(position, VICTORY, sorted(chosen), (), defenders)
        return
    unit = position.rules.roster.number[action[1]]
    position.goto("victory", targets, tuple(sorted((*chosen, unit))))


def why_not_av(position: BullRun, action: Action) -> Refusal | None:
    """Why there is no automatic victory on these hexes now."""
    board = position.rules.board
    if len(action) < 2 or any(board.find(word) is None for word in action[1:]):
        return Refusal("10.1", "An automatic victory names the defending hexes: av HEX ...")
    targets = board.set_named(action[1:])
    units = groups(position).get(targets)
    facts = {"at": list(action[1:])}
    if not units:
        return Refusal(
            "10.4", "No unit that can attack touches all these hexes and no other enemy hex.", facts
        )
    totals = sums(position, units, (), _defenders(position, targets))
    if not is_automatic_victory(position.rules, totals):
        says = (
            f"{points(totals.attack)} to {points(totals.defense)} is {odds_text(totals.odds)}; 8-1 is needed."
        )
        return Refusal("10.3", says, facts)
    return Refusal("10.1", "Name the hexes in the order of the map.", facts)


def why_not_join(position: BullRun, action: Action) -> Refusal | None:
    """Why a unit cannot take part, or why it is too early to strike."""
    frame = position.state.frames[-1]
    if frame[0] != "victory":
        return Refusal("10.1", "No automatic victory is being prepared.")
    if action == STRIKE:
        return Refusal("10.3", "8-1 is needed: let more units join.")
    unit = position.rules.roster.number.get(action[1], -1) if len(action) == 2 else -1
    if unit in frame[2]:
        return Refusal("10.3", "It takes part already.", {"piece": action[1]})
    if unit not in groups(position)[frame[1]]:
        return Refusal(
            "10.4",
            "Only units join that can attack and touch all these hexes and no other enemy.",
            {"piece": " ".join(action[1:])},
        )
    return None


WHY_NOT = {"av": why_not_av, "join": why_not_join, "strike": why_not_join}

PROCEDURES = {"victory": Procedure(ask_victory, answer_victory)}

VERBS = (
    Verb("av", AIM, (PLACES,), "Automatic victory on {0}", "10.1", "movement"),
    Verb("join", PICK, (PIECE,), "{0} takes part", "10.1"),
    Verb("strike", CHOOSE, (), "Strike", "10.1"),
)
