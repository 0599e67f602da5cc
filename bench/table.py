"""Prints the table of docs/performance.md from the runs kept beside this file: python bench/table.py"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
FIRST = "bull-run-1983"
"""The game whose map the figures of ranges, zones and lines are measured on."""


def shown(rate: float) -> str:
    """A rate as a reader wants it."""
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.3g}"


def rows(report: dict[str, Any], *, whole: bool) -> list[str]:
    """A row for each figure and peer of one run; only what depends on the game, unless it is the whole."""
    found = []
    for figure in report["figures"]:
        if not whole and any(word in figure["name"] for word in ("range of", "zones of control", "lines of")):
            continue
        ours = shown(figure["rates"]["bullrun"])
        for peer, ratio in (figure["ratios"] or {"": ""}).items():
            theirs = shown(figure["rates"][peer]) if peer else ""
            aim = figure["aims"].get(peer, figure.get("least", ""))
            cells = (report["game"], figure["name"], peer, ours, theirs, ratio, aim)
            found.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    return found


def main() -> None:
    """All runs."""
    reports = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(HERE.glob("*.json"))]
    print("| game | what, per second | peer | bullrun | peer | ratio | aim |")
    print("|---|---|---|---:|---:|---:|---:|")
    for report in sorted(reports, key=lambda report: (report["game"] != FIRST, report["game"])):
        print("\n".join(rows(report, whole=report["game"] == FIRST)))


if __name__ == "__main__":
    main()
