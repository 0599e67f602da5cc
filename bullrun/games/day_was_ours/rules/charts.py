"""What of the tables and counters a player who owns the printed game may type in, and both as they are in
force. The tables of the series were not at hand: nearly all of these numbers are reconstructed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from bullrun.engine.charts import InForce, Kind, Sheet, fraction, one_of, row, shown, whole, yes_no
from bullrun.games.day_was_ours import HOME
from bullrun.games.day_was_ours.rules.roster import GUN_WEAPONS, WEAPONS, Roster
from bullrun.games.day_was_ours.rules.tables import (
    CLOSE_SHIFTS,
    FIRE_SHIFTS,
    FOG_RESULTS,
    HEXSIDES,
    MODES,
    ROADS,
    TERRAIN,
    TESTS,
    Tables,
)
from bullrun.games.loading import game_charts
from bullrun.games.sides import SIDES
from bullrun.mechanisms.dice import readings, tens_and_units
from bullrun.mechanisms.tables import bounds_row

PIECES, TABLES = "pieces.toml", "tables.toml"
DICE = ("1", "2", "3", "4", "5", "6")
EFFECTS = ("hit", "shaken", "battleworn", "broken", "panic", *(f"retreat {n}" for n in range(1, 7)))


def roster_of(charts: InForce) -> Roster:
    """The counters, made once for these charts."""
    return charts.once("roster", lambda: Roster(charts.file(PIECES), PIECES))


def tables_of(charts: InForce) -> Tables:
    """The tables, made once for these charts."""
    return charts.once("tables", lambda: Tables(charts.file(TABLES), TABLES))


def load_roster() -> Roster:
    """The counters as the game has them."""
    return roster_of(CHARTS.own)


def load_tables() -> Tables:
    """The tables as the game has them."""
    return tables_of(CHARTS.own)


def _fits(charts: InForce) -> None:
    """Counters and tables with such values can be read."""
    roster_of(charts)
    tables_of(charts)


# --- what may stand there -----------------------------------------------------------------------------


def _halves(*words: str) -> Kind:
    """Movement points as text, or one of some words."""
    known = "".join(f", or {word}" for word in words)
    says = f'movement points from "0" to "20" in halves as text, such as "1/2"{known}'

    def why_not(value: Any, own: Any) -> str:
        points = fraction("0", "20").why_not(value, own)
        fits = value in words or (not points and Fraction(value).denominator in (1, 2))
        return "" if fits else f"expected {says}, got {shown(value)}"

    return Kind(says, why_not)


def _list(of: Kind, least: int, most: int) -> Kind:
    """A list as long as is needed."""
    says = f"a list of {least} to {most}, each {of.says}"

    def why_not(value: Any, own: Any) -> str:
        if not isinstance(value, list) or not least <= len(value) <= most:
            return f"expected {says}, got {shown(value)}"
        for place, entry in enumerate(value, 1):
            wrong = of.why_not(entry, None)
            if wrong:
                return f"entry {place}: {wrong}"
        return ""

    return Kind(says, why_not)


PART = fraction("0", "4")
SHIFT = whole(-16, 16)
LINE = _list(one_of(*EFFECTS), 0, 4)
NUMBERS: Mapping[str, Kind] = {
    "stacking.hex": whole(1, 99),
    "values.least_strength": fraction("0", "1"),
    "values.least_cohesion": whole(0, 6),
    "artillery.factor": row(PART),
    "flanking_fire.within": whole(1, 15),
    "flanking_fire.apart_adjacent": whole(1, 9),
    "flanking_fire.apart_distant": whole(1, 9),
    "flanking_fire.hexes": whole(1, 9),
    "cohesion.pass": row(LINE),
    "cohesion.fire": row(LINE),
    "cohesion.close": row(LINE),
    "cohesion.panic": _list(one_of(*EFFECTS), 1, 4),
    "cohesion.or_retreat": whole(0, 6),
    "morale.most_hits": whole(1, 9),
    "morale.engaged_retreat_hits": whole(0, 9),
    "morale.capture_fresh": whole(1, 7),
    "morale.capture_worn": whole(1, 7),
    "rally.natural_success": whole(0, 6),
    "rally.flip_on": whole(0, 6),
    "rebuild.within": whole(0, 20),
    "rebuild.rally_chit": whole(-6, 0),
    "movement.leave_map.cost": _halves(),
    "movement.engaged_to_engaged.cost": _halves(),
    "movement.mount.cost": _halves(),
    "movement.climb_hits.hits": whole(0, 2),
    "movement.opportunity_fire.factor": PART,
    "close_combat.*.hexes": whole(1, 9),
    "close_combat.*.factor": PART,
    "events.blackberries_to.die": whole(0, 6),
    "events.exhaustion_factor.factor": PART,
    "broken_track.*.box": one_of("3", "2", "1", "Reorganize"),
}
OPENS: Mapping[str, Kind] = {
    **{f"orders.*.{key}.{mode}": whole(0, 40) for key in ("allowance", "fired") for mode in MODES[:2]},
    **{f"orders.*.{key}": yes_no() for key in ("fire", "engage", "close_combat", "march_column", "enters")},
    "orders.*.rally": whole(0, 6),
    **{f"artillery_allowance.{side}": whole(1, 40) for side in SIDES},
    "small_arms.*.at": _list(PART, 1, 6),
    "small_arms.*.smooth": yes_no(),
    **{f"artillery.{weapon}": row(whole(0, 15)) for weapon in GUN_WEAPONS},
    **{f"terrain_cost.{name}.{mode}": _halves("road") for name in TERRAIN for mode in MODES},
    **{f"hexside_cost.{name}.{mode}": _halves("no", "climb") for name in HEXSIDES for mode in MODES},
    **{f"road_cost.{name}.{mode}": _halves() for name in ROADS for mode in (*MODES, "marching")},
    **{f"fire_shifts.{name}.shift": SHIFT for name in FIRE_SHIFTS},
    **{f"close_shifts.{name}.shift": SHIFT for name in CLOSE_SHIFTS},
    **{f"fog_of_war.{die}": one_of(*FOG_RESULTS) for die in DICE},
    **{f"firing_on_friends.{die}": one_of(*SIDES) for die in DICE},
    "general_casualty.*.hit.*": row(whole(11, 66)),
    "general_casualty.*.back.*": row(whole(11, 66)),
    **{f"coordination.{die}": row(one_of(*(str(n) for n in range(10)), "all")) for die in DICE},
    "combat.from.*": bounds_row(readings(tens_and_units)),
    **{f"tests.{name}.more": whole(-6, 6) for name in TESTS},
    **{f"tests.{name}.{key}": yes_no() for name in TESTS for key in ("adds_n", "natural_one")},
    **NUMBERS,
}

CHARTS = game_charts(
    HOME,
    __name__,
    Sheet("tables", TABLES, OPENS),
    Sheet(
        "units",
        PIECES,
        {
            "*.fresh.strength": whole(1, 30),
            "*.fresh.cohesion": whole(0, 6),
            "*.battleworn.strength": whole(1, 30),
            "*.battleworn.cohesion": whole(0, 6),
            "*.weapon": one_of(*WEAPONS),
        },
        "units",
        "counter",
    ),
    Sheet("brigades", PIECES, {"*.coordination": whole(1, 6)}, "brigades", "counter"),
    Sheet(
        "leaders",
        PIECES,
        {"*.rating": whole(1, 6), "*.casualty_rating": whole(0, 6)},
        "division_chits",
        "counter",
    ),
    fits=_fits,
)
