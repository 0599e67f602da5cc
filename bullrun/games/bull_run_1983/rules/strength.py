"""7.2-7.6 The strength of an attack and of a defense: high ground, halving, support, and the tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bullrun.board.hex_grid import HexBoard
from bullrun.board.places import PlaceId, PlaceSet, set_of
from bullrun.engine.ledger import enforces
from bullrun.games.bull_run_1983.rules.battlefield import Battlefield, BullRun
from bullrun.games.bull_run_1983.rules.losses import Payers, split
from bullrun.games.bull_run_1983.rules.roster import BATTERY, BRIGADE
from bullrun.mechanisms.odds import Odds, odds, rank
from bullrun.mechanisms.tables import OddsTable

ASSAULT, BOMBARDMENT, VICTORY = "assault", "bombardment", "automatic victory"
"""The kinds of battle: with adjacent attackers, by long-range fire alone, and in the Movement phase."""

# --- high ground --------------------------------------------------------------------------------------


@enforces("7.41", "7.42", "M3", "M5.2")
def why_uphill(board: HexBoard, high: PlaceId, low: PlaceId) -> str:
    """The rule by which a hex is uphill of an adjacent one; "" if it is not. A hilltop is uphill of its
    slopes. Everything next to a stream hex is uphill of it, unless the stream runs across their side."""
    if board.borders.has("crest", high, low):
        return "7.42"
    if board.terrain["stream"] >> low & 1 and not board.borders.has("stream", low, high):
        return "7.41"
    return ""


def downhill(board: HexBoard) -> tuple[PlaceSet, ...]:
    """For each hex the neighbours it is uphill of."""
    found: tuple[PlaceSet, ...] | None = board.memo.get("downhill")
    if found is None:
        found = board.memo["downhill"] = tuple(
            set_of(low for low in board.neighbours[high] if why_uphill(board, high, low))
            for high in range(board.size)
        )
    return found


# --- strengths: all in halves, so that no fraction is ever rounded --------------------------------------


@enforces("7.5", "7.51", "7.52", "7.6", "9.7", "9.8")
def why_halved(position: BullRun, unit: int, targets: PlaceSet = 0) -> str:
    """The rule that halves a unit, "" for none; once is the most. `targets` are the hexes an attacker
    attacks. Roads change nothing."""
    rules, state = position.rules, position.state
    place = state.at[unit]
    if rules.crossings(state.trestle) >> place & 1:
        return "7.51"
    if rules.roster.kind[unit] == BATTERY:
        woods = rules.board.terrain["woods"]
        if woods >> place & 1:
            return "9.7" if targets else "9.8"
        if woods & targets:
            return "9.7"
    return ""


@enforces("7.4", "9.63")
def is_doubled(board: HexBoard, place: PlaceId, attackers_at: PlaceSet) -> bool:
    """Whether units in a hex are uphill of every adjacent attacker. Without adjacent attackers, in a
    bombardment, nobody is doubled."""
    return bool(attackers_at) and not attackers_at & ~downhill(board)[place]


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


@enforces("7.2", "9.5", "9.51")
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
        if is_doubled(position.rules.board, at[unit], stands):
            factor *= 2
        defense += roster.defense[unit] * factor
        holding += _worth(position, unit, factor)
    attack = adjacent + min(adjacent, fire) if attackers else fire
    return Sums(adjacent, fire, attack, defense, tuple(paying), tuple(holding))


def total(payers: Payers) -> int:
    """What units are worth together, in halves."""
    return sum(worth for _, worth in payers)


def _worth(position: BullRun, piece: int, factor: int) -> Iterable[tuple[int, int]]:
    defense = position.rules.roster.defense
    if position.rules.roster.kind[piece] != BRIGADE:
        return [(piece, defense[piece] * factor)]
    return [(unit, defense[unit] * factor) for unit in split(position, [piece])]


# --- tables -------------------------------------------------------------------------------------------


def table_of(rules: Battlefield, kind: str) -> OddsTable:
    """The table that a battle is resolved on."""
    return rules.bombardment_table if kind == BOMBARDMENT else rules.combat_table


@enforces("7.3", "10.5")
def column_of(rules: Battlefield, kind: str, ratio: Odds) -> int:
    """The column of the table that a battle is resolved on; -1 when its odds are below the table."""
    return rules.victory_column if kind == VICTORY else table_of(rules, kind).column(ratio)


def is_automatic_victory(rules: Battlefield, totals: Sums) -> bool:
    """8-1 or better, exactly (10.1)."""
    return rank(totals.odds) >= rules.enough_for_victory


def is_out_of_question(position: BullRun, attackers: Iterable[int], defenders: Iterable[int]) -> bool:
    """Whether there is no automatic victory even if no attacker is halved and all defenders are: mostly so,
    and soon seen."""
    roster, face = position.rules.roster, position.state.face
    attack = 2 * sum([roster.attack[unit][face[unit]] for unit in attackers])
    defense = sum([roster.defense[unit] for unit in defenders])
    return rank(odds(attack, defense)) < position.rules.enough_for_victory
