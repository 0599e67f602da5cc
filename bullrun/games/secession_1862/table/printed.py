"""The printed tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bullrun.games.secession_1862.rules.battlefield import Battlefield
from bullrun.games.vaevictis.panels import continuation_table


def tables(rules: Battlefield) -> list[dict[str, Any]]:
    """The printed tables."""
    data = rules.tables
    combat, test, march = data["combat"], data["combat_test"], data["march"]
    return [
        {
            "id": "activation", "title": "Activation", "rule": "11.1.2", "head": ["Die", "Divisions"],
            "rows": _activation(data["activation"]["divisions"]),
            "note": "With the value of the corps commander and what the scenario adds.",
            "charts": ["tables.activation"],
        },
        {
            "id": "command", "title": "Command test", "rule": "9.2.2", "head": ["Die", "Division"],
            "rows": [["1 - 3", "acts"], ["4 - 6", "does nothing"]],
            "note": "-1 for cavalry, -1 in contact with the enemy.",
            "charts": ["tables.command_test"],
        },
        {
            "id": "ratio", "title": "Strength ratio", "rule": "10.3.1", "head": ["Ratio", "Attacker"],
            "rows": [
                ["below 1/3", "fatigue and combat test, no dice"],
                *([row["ratio"], f"{row['bonus']:+}"] for row in data["ratio"]["attacker"]),
                ["artillery alone", f"{data['ratio']['artillery_alone']:+}"],
            ],
            "note": "Rounded for the defender.",
            "charts": ["tables.ratio"],
        },
        {
            "id": "modifiers", "title": "Combat modifiers", "rule": "10.3.2", "head": ["What", "Modifier"],
            "rows": [
                ["every 6 artillery points, the rest by die", f"{combat['artillery']:+}"],
                ["sharpshooters, on 1 or 2", f"{combat['sharpshooters']:+}"],
                ["zone with a command bonus", f"{combat['star']:+}"],
                ["fatigue", "-1 to -4, defender -2"],
                ["each kind of terrain", f"defender {combat['terrain']:+}, up to {combat['most_terrain']:+}"],
                ["further attacking zone (attacker)", f"{combat['further_zone']:+}"],
                ["unattacked front on an attacking zone (attacker)", f"{combat['under_front']:+}"],
                ["zone that attacks the flank (defender)", f"{combat['flank_zone']:+}"],
                ["mounted against or alone in woods", f"{combat['mounted_in_woods']:+}"],
            ],
            "note": "A tie tires the attacker; more than twice the other total brings a combat test.",
            "charts": ["tables.combat"],
        },
        {
            "id": "test", "title": "Combat test", "rule": "10.4.5", "head": ["Total", "Result"],
            "rows": [
                ["-1 or less", "rout: a loss, 3 zones, rout marker"],
                ["0 - 2", "disorder: a loss, 2 zones"],
                ["3 - 5", "retreat: 1 zone"],
                ["6 or more", "melee: a loss on both sides"],
            ],
            "note": (
                f"{test['star']:+} star, +1 Jackson's corps, {test['worn_out']} fatigue 2, "
                f"{test['loss_marker']} loss marker, {test['half_lost']} half lost, "
                f"{test['artillery_alone']} artillery alone."
            ),
            "charts": ["tables.combat_test", "tables.results"],
        },
        {
            "id": "rout", "title": "Rout test", "rule": "8.D", "head": ["Die", "Brigade"],
            "rows": [["1 - 3", "rout goes on"], ["4 - 5", "fatigue 1"], ["6", "fatigue 1, a loss recovered"]],
            "note": "",
            "charts": ["tables.rout_test"],
        },
        {
            "id": "movement", "title": "Movement points", "rule": "9.4.2", "head": ["Step", "Points"],
            "rows": [
                ["zone", str(march["zone"])],
                ["along a road, out of enemy control", str(march["road"])],
                ["bridge or escarpment climbed", f"+{march['crossing']}"],
                ["front of enemy artillery", f"+{march['artillery_front']}"],
                ["attack, mount, dismount", str(march["attack"])],
            ],
            "note": "Infantry and artillery 6, mounted and commanders 8, dismounted 2; forced march +2.",
            "charts": ["tables.march"],
        },
        continuation_table(data, "7.1"),
    ]  # fmt: skip


def _activation(steps: Sequence[Mapping[str, int]]) -> list[list[str]]:
    """The modified die, and how many divisions it activates."""
    rows = [[f"{steps[0]['from'] - 1} or less", "0"]]
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        first, last = step["from"], after["from"] - 1 if after is not None else None
        die = f"{first} or more" if last is None else str(first) if first == last else f"{first} - {last}"
        rows.append([die, str(step["divisions"])])
    return rows
