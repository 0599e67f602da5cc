"""What attacks promise, against the exact chances of the table and against every declaration there is."""

from __future__ import annotations

import pytest

from bullrun.games.clash_of_giants import HOME
from bullrun.games.clash_of_giants.rules import combat
from bullrun.games.clash_of_giants.rules.ground import stack
from bullrun.games.clash_of_giants.table.odds import outcome
from bullrun.games.clash_of_giants.thinking.fights import attack_value, best_attacks, exchange
from bullrun.games.loading import data_toml
from bullrun.games.sides import SIDES, UNION
from tests.cases.clash_of_giants.fights import declarations, declaring
from tests.cases.clash_of_giants.scene import GAME, Where, options, place, play, scene, unit

PENNSYLVANIA: Where = {
    "u-day": "2316",
    "u-harrow": "2317",
    "u-irish": "2315",
    "u-smyth": "2214",
    "c-gordon": "2216",
    "c-smith": "2215",
    "c-nichols": "2217",
}


@pytest.mark.parametrize("guns", [(0, 0), (2, 0), (0, 2)])
def test_an_exchange_is_what_the_table_says_of_the_same_attack(guns: tuple[int, int]) -> None:
    position = scene("gettysburg", PENNSYLVANIA, turn=7)
    target = place(position, "2216")
    attackers = sum(1 << unit(position, one) for one in ("u-day", "u-irish"))
    defenders = sum(1 << one for one in stack(position, target))
    odds = combat.odds(position, target, attackers, guns, defenders)
    exact = outcome(position, target, attackers, odds, stack(position, target))
    gain = sum(defence * chance for (defence, _), chance in exact.losses.items())
    loss = sum(attack * chance for (_, attack), chance in exact.losses.items())
    found = exchange(position, target, attackers, guns)
    assert abs(found.gain - 100 * gain) < 3 and abs(found.loss - 100 * loss) < 3
    assert abs(found.emptied - 1000 * exact.emptied) < 3


def test_the_best_declaration_is_the_best_of_all_that_are_legal() -> None:
    position = declaring("gettysburg", PENNSYLVANIA, "union", turn=7, options={"declaration": "whole"})

    def promise(whole: dict[str, str]) -> int:
        hexes = {
            hex_: sum(1 << unit(position, one) for one, at in whole.items() if at == hex_)
            for hex_ in whole.values()
        }
        return sum(attack_value(position, UNION, place(position, hex_), mask) for hex_, mask in hexes.items())

    every = declarations(position)
    found = best_attacks(position, UNION)
    chosen = {
        position.rules.roster.ids[one]: position.rules.board.names[hex_]
        for hex_, units in found.units.items()
        for one in units
    }
    assert len(every) > 20
    assert chosen in every and found.total == promise(chosen) == max(promise(whole) for whole in every)


def test_a_bold_player_counts_his_losses_for_less() -> None:
    position = scene("gettysburg", PENNSYLVANIA, turn=7)
    target, attackers = place(position, "2216"), 1 << unit(position, "u-day")
    calm = attack_value(position, UNION, target, attackers)
    assert attack_value(position, UNION, target, attackers, 1) > calm
    assert attack_value(position, UNION, target, attackers, -1) < calm
    assert SIDES[UNION] == "union"


def test_the_question_that_the_bench_times_is_a_declaration_with_twenty_attackers() -> None:
    (entry,) = data_toml(HOME, "bench.toml")["question"]
    given = {key: entry[key] for key in ("turn", "side", "phase", "marker", "pieces")}
    position = GAME.given(entry["scenario"], {}, **given)
    assert entry["play"] == ["declare"]
    play(position, "declare")
    attackers = {option.split()[1] for option in options(position) if option.startswith("attack")}
    assert len(attackers) == 20
