"""What an owner of the printed game may put in the place of our numbers: the results tables, and the factors
of the counters. Costs, ranges and terrain stand in the rulebook in full, and maps are worked out by them."""

from __future__ import annotations

from collections.abc import Iterator

from bullrun.engine.charts import ChartError, InForce, Sheet, one_of, row, whole, yes_no
from bullrun.games.bull_run_1983 import HOME
from bullrun.games.bull_run_1983.rules.roster import Roster, read_roster
from bullrun.games.loading import game_charts

RESULTS = one_of("AE", "AB2", "AE AB2", "DE", "DB2", "DE DB2", "EX")
"""Of the Combat Results Table (7.7)."""
FIRE_RESULTS = one_of("-", "DL1", "DB2")
"""Of the Bombardment Table (9.6)."""


def roster_of(charts: InForce) -> Roster:
    """The counters as they are in force."""
    return charts.once("roster", lambda: read_roster(charts.file("pieces.toml")))


def load_roster() -> Roster:
    """The game's own counters; what no chart changes, such as names and sides, may be read here."""
    return roster_of(CHARTS.own)


def _fits(charts: InForce) -> Iterator[ChartError]:
    """A brigade piece is worth the same as some of its infantry (8.21)."""
    roster = roster_of(charts)
    for code, brigade in roster.brigade_piece.items():
        sums = {0}
        for unit in roster.brigade_infantry.get(code, ()):
            sums |= {total + roster.defense[unit] for total in sums}
        if roster.defense[brigade] not in sums:
            points = roster.defense[brigade]
            reason = f"no group of its infantry makes up its {points} defense points [8.21]"
            yield ChartError(f"counters.{roster.ids[brigade]}.defense", reason)


CHARTS = game_charts(
    HOME,
    __name__,
    Sheet(
        "tables",
        "tables.toml",
        {
            "combat.[1-6]": row(RESULTS),
            "bombardment.[1-6]": row(FIRE_RESULTS),
            "leader_elimination.[1-6]": one_of("LB2", "LE"),
        },
    ),
    Sheet(
        "counters",
        "pieces.toml",
        {
            "???-[!X]*.attack": whole(0, 9),
            "???-[!X]*.defense": whole(1, 8),
            "???-[!X]*.movement": whole(1, 8),
            "*.mobile.attack": whole(0, 9),
            "*.mobile.defense": whole(1, 8),
            "*.mobile.movement": whole(1, 8),
            "*.battle.attack": whole(0, 9),
            "*.battle.defense": whole(1, 8),
            "*.battle.movement": whole(1, 8),
            "*.red": yes_no(),
        },
        within="pieces",
        item="counter",
    ),
    fits=_fits,
)
