"""The printed tables."""

from __future__ import annotations

from typing import Any

from bullrun.games.bull_run_1861.rules.battlefield import Battlefield
from bullrun.games.vaevictis.panels import continuation_table


def tables(rules: Battlefield) -> list[dict[str, Any]]:
    """The printed tables."""
    data = rules.tables
    activation = data["activation"]
    combat = data["combat"]
    return [
        {
            "id": "activation", "title": "Activation", "rule": "7.1", "head": ["Die", "Union", "Confederate"],
            "rows": [
                [str(pip + 1), str(activation["union"][pip]), str(activation["confederate"][pip])]
                for pip in range(6)
            ],
            "note": "Major offensive: +2, read 6 for more. On turn 1 one brigade a side.",
            "charts": ["tables.activation"],
        },
        {
            "id": "ratio", "title": "Strength ratio", "rule": "11.2.1", "head": ["Ratio", "Stronger side"],
            "rows": [[row["ratio"], f"{row['bonus']:+}"] for row in data["ratio"]["bonus"]],
            "note": "Rounded for the weaker side; equal strengths favour the attacker.",
            "charts": ["tables.ratio"],
        },
        {
            "id": "modifiers", "title": "Combat modifiers", "rule": "11.3.7", "head": ["What", "Bonus"],
            "rows": [
                ["second line in support", f"{combat['support']:+}"],
                ["artillery die made", f"{combat['artillery']:+}"],
                ["cavalry die made (attacker)", f"{combat['cavalry']:+}"],
                ["command bonus", f"{combat['star']:+}"],
                ["hill (defender)", f"{combat['hill']:+}"],
                ["ford or bridge (defender)", f"{combat['crossing']:+}"],
                ["woods (defender)", f"{combat['woods']:+}"],
                ["extended line (defender)", f"{combat['extended_line']:+}"],
                ["fatigue", "-1 or -2"],
                ["flank (defender)", f"{combat['defender_flank']:+}"],
                ["enemy on the flank (attacker)", f"{combat['attacker_flank']:+}"],
            ],
            "note": "The lower total tires; half the other or less is a hit.",
            "charts": ["tables.combat"],
        },
        {
            "id": "movement", "title": "Movement points", "rule": "10.3.2", "head": ["Step", "Points"],
            "rows": [
                ["zone", str(data["march"]["zone"])],
                ["along a road", str(data["march"]["road"])],
                ["ford or bridge", str(data["march"]["crossing"])],
                ["Farm Ford, first Northern brigade", str(data["march"]["unknown_ford"])],
                ["attack marker", str(data["march"]["attack"])],
                ["extend or regroup a line", str(data["march"]["extend"])],
            ],
            "note": "Infantry 4, cavalry and headquarters 6; a forced march +2, cavalry +3.",
            "charts": ["tables.march"],
        },
        continuation_table(data, "8.1"),
    ]  # fmt: skip
