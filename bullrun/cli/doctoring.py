"""bullrun doctor: is the data folder sound, and what can be saved?"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from bullrun.cli.files import Sheet, print_json, write_together
from bullrun.cli.terminal import Terminal
from bullrun.errors import BullrunError
from bullrun.games.registry import load_game
from bullrun.service import doctor
from bullrun.service.folder import DATABASE, data_folder


def run(args: argparse.Namespace) -> int:
    """Look at the database and every game; write only what was asked for. 1 when anything is wrong."""
    home: Path = args.home or data_folder()
    findings = doctor.examine(home, load_game)
    done: list[str] = []
    if args.save:
        files = doctor.files(findings, args.save)
        _make(args.save)
        write_together([Sheet(str(path), text, private=True) for path, text in files.items()], replace=False)
        done.append(f"{len(files)} games were saved in {args.save}.")
    if args.repair:
        aside, count = doctor.repair(home, load_game)
        done.append(f"A new database holds {count} games; the old one is {aside}.")
    if args.json:
        print_json(
            {
                "folder": str(home),
                "server": findings.server,
                "database": findings.database,
                "games": [one.to_json() for one in findings.games],
                "sound": findings.is_sound,
                "done": done,
            }
        )
    else:
        _tell(home, findings, done)
    return 0 if findings.is_sound else 1


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BullrunError(f"{folder}: {error.strerror}") from error


def _tell(home: Path, findings: doctor.Findings, done: list[str]) -> None:
    out = Terminal()
    there = (home / DATABASE).is_file()
    counts = Counter(one.state for one in findings.games)
    states = ", ".join(f"{count} {state}" for state, count in counts.items())
    out.table(
        ("", ""),
        [
            ("folder", str(home) + (f", {findings.server} plays from it" if findings.server else "")),
            ("database", "damaged" if findings.database else "sound" if there else "none"),
            ("games", states or "none"),
        ],
    )
    for says in findings.database:
        out.item("!", says)
    for one in findings.games:
        if one.says:
            title = f" {one.title!r}" if one.title else ""
            out.item("!", f"{one.id}{title} is {one.state}. {one.says}", f"Can be saved: {one.saves}.")
    for says in done:
        out.paragraph(says)
    if not done:
        out.paragraph("Nothing was written.")
        if not findings.is_sound:
            out.paragraph(
                "--save FOLDER writes every game as far as it goes into a file that can be imported; "
                "--repair puts all that reads into a new database and keeps the old one."
            )
