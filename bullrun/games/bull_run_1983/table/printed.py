"""The printed tables."""

from __future__ import annotations

from typing import Any

from bullrun.games.bull_run_1983.rules.battlefield import Battlefield
from bullrun.games.bull_run_1983.table.odds import _NOTES


def tables(rules: Battlefield) -> list[dict[str, Any]]:
    """The tables as the game uses them."""
    data = rules.tables
    found = []
    for key, title, rule in (
        ("combat", "Combat results", "7.3"),
        ("bombardment", "Bombardment", "9.6"),
    ):
        head = ["Die", *data[key]["columns"]]
        rows = [[str(pip), *data[key][str(pip)]] for pip in range(1, 7)]
        found.append(
            {
                "id": key,
                "title": title,
                "rule": rule,
                "head": head,
                "rows": rows,
                "note": _NOTES[key],
                "charts": [f"tables.{key}"],
            }
        )
    let = [[str(pip), data["leader_elimination"][str(pip)]] for pip in range(1, 7)]
    found.append(
        {"id": "leaders", "title": "Leader elimination", "rule": "12.5", "head": ["Die", "Result"],
         "rows": let, "note": "LB2 the leader retreats two hexes, LE he is eliminated.",
         "charts": ["tables.leader_elimination"]}
    )  # fmt: skip
    costs = [
        [kind.replace("_", " and "), cost] for kind, cost in data["terrain_cost"].items() if kind != "source"
    ]
    costs += [[f"{kind}: to enter or leave", f"+{cost}"] for kind, cost in data["terrain_penalty"].items()
              if kind != "source"]  # fmt: skip
    found.append(
        {"id": "terrain", "title": "Movement costs", "rule": "5.31", "head": ["Hex", "Points"], "rows": costs,
         "note": "Along a road the road rate stands in place of the hex's cost, never of the extra points.",
         "charts": ["tables.terrain_cost", "tables.terrain_penalty"]}
    )  # fmt: skip
    rate = data["road_rate"]
    found.append(
        {"id": "roads", "title": "Road rates", "rule": "5.6", "head": ["Road", "Battery", "Other"],
         "rows": [[road, rate[road]["battery"], rate[road]["other"]] for road in ("major", "minor")],
         "note": "Railroads are minor roads. Brigade pieces use no roads.", "charts": ["tables.road_rate"]}
    )  # fmt: skip
    chart = [[row["leader"], *row["printed"].split(" / ", 1)] for row in data["command"]]
    found.append(
        {"id": "command", "title": "Command", "rule": "4.4", "head": ["Leader", "In range", "In his hex"],
         "rows": chart, "note": "Only active leaders activate.", "charts": ["tables.command"]}
    )  # fmt: skip
    return found
