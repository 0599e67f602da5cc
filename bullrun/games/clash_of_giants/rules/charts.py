"""What of the tables and counters a player who owns the printed game may type in, and the counters as they
are in force. The printed charts were not at hand: most of these numbers are reconstructed."""

from __future__ import annotations

from bullrun.engine.charts import InForce, Sheet, row, whole
from bullrun.games.clash_of_giants import HOME
from bullrun.games.clash_of_giants.rules.roster import Roster
from bullrun.games.loading import game_charts

TABLES = "tables.toml"
MOVEMENT_ROWS = ("slow", "standard", "good", "fast", "cavalry")
COUNTERS = ("pieces-second-bull-run", "pieces-gettysburg")


def roster_of(charts: InForce, name: str) -> Roster:
    """The counters of a battle, by the name of their file, made once for these charts."""

    def make() -> Roster:
        return Roster(charts.file(f"{name}.toml"), MOVEMENT_ROWS, f"{name}.toml")

    return charts.once(f"roster {name}", make)


def _fits(charts: InForce) -> None:
    """Counters with such values can be read."""
    for name in COUNTERS:
        roster_of(charts, name)


CHARTS = game_charts(
    HOME,
    __name__,
    Sheet(
        "tables",
        TABLES,
        {
            **{f"movement_rows.{name}": row(whole(1, 20)) for name in MOVEMENT_ROWS},
            "odds.modifier": row(whole(-6, 6), rising=True),
            "arrivals.on_time": row(whole(0, 2)),
            "arrivals.early": row(whole(-1, 2)),
            "replacements.per_unit": whole(0, 2),
            "replacements.per_formation": whole(0, 9),
        },
    ),
    *(
        Sheet(name.removeprefix("pieces-"), f"{name}.toml", opens, within, "counter")
        for name in COUNTERS
        for within, opens in (
            ("units", {"*.steps": whole(1, 2), "*.rating": whole(1, 6), "*.rating_by_die": row(whole(1, 6))}),
        )
    ),
    fits=_fits,
)


def load_roster(name: str) -> Roster:
    """The counters of a battle as the game has them."""
    return roster_of(CHARTS.own, name)
