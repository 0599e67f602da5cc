"""What the options of a question gain at once, for players without a plan."""

from __future__ import annotations

from collections.abc import Sequence

from bullrun.engine.decision import Decision
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.legal_sets import field
from bullrun.games.clash_of_giants.rules.movement import DONE
from bullrun.games.clash_of_giants.rules.state import MAP, STILL
from bullrun.games.clash_of_giants.thinking.fights import attack_value
from bullrun.games.clash_of_giants.thinking.orders import WIN_NOT, Orders, can_exit, serve, stand
from bullrun.games.clash_of_giants.thinking.planning import without_plan

TAKEN = 10
"""What the option is worth that habit takes, where nothing is to be reckoned."""


def gains(position: Clash, side: int, decision: Decision) -> Sequence[int] | None:
    """What each option adds to the worth of the position; None where only trying tells."""
    asks = position.state.frames[-1][0]
    orders = without_plan(position, side)
    if asks == "moves":
        return _moves(position, side, decision, orders)
    if asks == "combat_window":
        return _window(position, side, decision)
    if asks == "attacks":
        return _attacks(position, side, decision)
    taken = serve(position, side, decision, orders)
    return None if taken is None else [TAKEN * (option == taken) for option in decision.options]


def _moves(position: Clash, side: int, decision: Decision, orders: Orders) -> list[int]:
    rules, state = position.rules, position.state
    now: dict[int, int] = {}
    found = []
    for option in decision.options:
        if option == DONE:
            found.append(0)
            continue
        unit = rules.roster.number[option[1]]
        if option[0] == "exit":
            found.append(TAKEN if can_exit(position) else -WIN_NOT)
            continue
        if unit not in now:
            here = state.box[unit] == MAP
            now[unit] = stand(position, side, unit, state.at[unit], orders) if here else -WIN_NOT
        moved = 0 if state.mode[unit] == STILL else 5
        found.append(
            stand(position, side, unit, rules.board.place(option[2]), orders) - now[unit] - 1 - moved
        )
    return found


def _window(position: Clash, side: int, decision: Decision) -> list[int]:
    """To declare is worth the best single attack."""
    after = position.twin()
    after.apply(("declare",))
    best = _best_single(after, side) if after.state.frames[-1][0] == "attacks" else 0
    return [best if option == ("declare",) else 0 for option in decision.options]


def _best_single(position: Clash, side: int) -> int:
    """The most that one attack of all who can promises."""
    together: dict[int, int] = {}
    for part in field(position):
        for one in part.fighters:
            for number, place in enumerate(part.hexes):
                if one.open >> number & 1:
                    together[place] = together.get(place, 0) | 1 << one.unit
    return max((attack_value(position, side, place, mask) for place, mask in together.items()), default=0)


def _attacks(position: Clash, side: int, decision: Decision) -> list[int]:
    """An attack is worth what all who can would gain by it; each who joins what he adds."""
    rules, state = position.rules, position.state
    number, place = rules.roster.number, rules.board.place
    together: dict[int, int] = {}
    for option in decision.options:
        if option[0] == "attack":
            target = place(option[2])
            together[target] = together.get(target, 0) | 1 << number[option[1]]
    pending = {target: sum(1 << unit for unit in units) for target, units in state.declared}
    values = {
        target: attack_value(position, side, target, mask | pending.get(target, 0))
        for target, mask in together.items()
    }
    now = {target: attack_value(position, side, target, mask) for target, mask in pending.items()}
    found = []
    for option in decision.options:
        if option[0] != "attack":
            found.append(0)
            continue
        target = place(option[2])
        if target in pending:
            more = pending[target] | 1 << number[option[1]]
            found.append(attack_value(position, side, target, more) - now[target])
        else:
            found.append(values[target])
    return found
