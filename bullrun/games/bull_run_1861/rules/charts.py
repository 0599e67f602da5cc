"""What an owner of the printed game may put in the place of our numbers: the values of the counters, which
are reconstructed but for a few, the activation table and the continuation die."""

from __future__ import annotations

from bullrun.engine.charts import COUNTER, InForce, Sheet, row, whole, yes_no
from bullrun.games.bull_run_1861 import HOME
from bullrun.games.bull_run_1861.rules.roster import Roster, read_roster
from bullrun.games.loading import game_charts


def roster_of(charts: InForce) -> Roster:
    """The counters as they are in force."""
    return charts.once("roster", lambda: read_roster(charts.file("pieces.toml")))


def load_roster() -> Roster:
    """The game's own counters; what no chart changes, such as names and sides, may be read here."""
    return roster_of(CHARTS.own)


CHARTS = game_charts(
    HOME,
    __name__,
    Sheet(
        "tables",
        "tables.toml",
        {
            "activation.union": row(whole(1, 9)),
            "activation.confederate": row(whole(1, 9)),
            "continuation.fourth": whole(0, 6),
            "continuation.fifth": whole(0, 6),
            "continuation.major_offensive": whole(-6, 6),
        },
    ),
    Sheet(
        "counters",
        "pieces.toml",
        {
            # Six steps at most: the counter, its other side and loss markers to four (rule 2).
            "brigades.*.combat": whole(1, 6),
            "brigades.*.artillery": whole(0, 6),
            "brigades.*.cavalry": whole(0, 6),
            "brigades.*.star": yes_no(),
            "headquarters.*.command_range": whole(0, 20),
        },
        item=COUNTER,
    ),
)
