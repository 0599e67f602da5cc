"""bullrun lab: the arena, tuning by play, and the review of a game. Imports stay in the functions, so that
the command line knows the arguments without loading the laboratory."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

Adder = Callable[[argparse.ArgumentParser], None]


def _names(text: str) -> list[str]:
    return text.split(",")


def add_commands(
    parser: argparse.ArgumentParser,
    setting: Adder,
    charts: Adder,
    players: Callable[[str], list[str]],
    number: Any,
) -> None:
    """The sub-commands with their arguments."""
    commands = parser.add_subparsers(dest="lab", metavar="WHAT", required=True)

    p = commands.add_parser("arena", help="a round robin with ratings", description=(
        "A round robin: sides swapped, the same dice for every pairing, ratings with intervals."
    ))  # fmt: skip
    p.add_argument("game", metavar="GAME", help="a game's id (see: bullrun games)")
    p.add_argument("--players", type=players, required=True, help="bots, e.g. captain,colonel,general:2s")
    p.add_argument("--games", metavar="N", type=number(1), default=100, help="games of each pairing")
    setting(p)
    charts(p)
    p.add_argument("--seed", metavar="N", type=number(0), default=1, help="settles everything (default: 1)")
    p.add_argument("--workers", metavar="K", type=number(1), help="processes (default: all cores)")
    p.add_argument("--file", metavar="FILE", type=Path, help="keep the games here and go on from here")
    p.add_argument("--failures", metavar="DIR", help="where records of broken games go (default: here)")
    p.add_argument("--json", action="store_true", help="print JSON for programs")

    p = commands.add_parser("tune", help="better weights by self-play", description=(
        "Improve the weights of a game's judgment by self-play (SPSA on paired seeds), resumable."
    ))  # fmt: skip
    p.add_argument("game", metavar="GAME", help="a game's id (see: bullrun games)")
    p.add_argument("--steps", metavar="N", type=number(1), default=20, help="steps of the climb")
    p.add_argument("--pairs", metavar="N", type=number(1), default=8, help="paired games a step")
    p.add_argument("--rate", metavar="PERCENT", type=number(1), default=20, help=(
        "how far a clean sweep moves a weight in the first steps (default: 20)"
    ))  # fmt: skip
    p.add_argument("--shake", metavar="PERCENT", type=number(1), default=25, help=(
        "by how much weights are shaken in the first step (default: 25)"
    ))  # fmt: skip
    p.add_argument("--player", default="colonel", help="the level that plays (default: colonel)")
    setting(p)
    p.add_argument("--seed", metavar="N", type=number(0), default=1, help="settles everything (default: 1)")
    p.add_argument(
        "--only", metavar="A,B", type=lambda text: text.split(","), default=(), help="move only these weights"
    )
    p.add_argument("--workers", metavar="K", type=number(1), help="processes (default: all cores)")
    p.add_argument("--state", metavar="FILE", type=Path, help="keep the climb here and go on from here")
    p.add_argument("--write", metavar="FILE", help="write the weights found as TOML")
    p.add_argument("--force", action="store_true", help="write over an existing file")
    p.add_argument("--json", action="store_true", help="print JSON for programs")

    p = commands.add_parser("fit", help="what tells who wins", description=(
        "Weigh the signs of a game by logistic regression over games played to the end: who will win?"
    ))  # fmt: skip
    p.add_argument("game", metavar="GAME", help="a game's id (see: bullrun games)")
    p.add_argument("--games", metavar="N", type=number(6), default=300, help="games played")
    p.add_argument("--seed", metavar="N", type=number(0), default=1, help="settles everything (default: 1)")
    p.add_argument("--workers", metavar="K", type=number(1), help="processes (default: all cores)")
    p.add_argument("--write", metavar="FILE", help="write the weights found as TOML")
    p.add_argument("--force", action="store_true", help="write over an existing file")
    p.add_argument("--json", action="store_true", help="print JSON for programs")

    p = commands.add_parser("review", help="where a game was won and lost", description=(
        "Win probability over time, the decisions that cost most, and luck apart from skill."
    ))  # fmt: skip
    p.add_argument("file", metavar="FILE", help="a game file")
    p.add_argument("--points", metavar="N", type=number(2), default=12, help="moments that are judged")
    p.add_argument("--rollouts", metavar="N", type=number(2), default=8, help="play-outs of each moment")
    p.add_argument("--player", default="captain", help="who plays the play-outs (default: captain)")
    p.add_argument("--seed", metavar="N", type=number(0), default=1, help="settles everything (default: 1)")
    p.add_argument("--json", action="store_true", help="print JSON for programs")


def run(args: argparse.Namespace) -> int:
    """Run one of them."""
    commands: dict[str, Callable[[argparse.Namespace], int]] = {
        "arena": arena,
        "tune": tune,
        "fit": fit,
        "review": review,
    }
    return commands[args.lab](args)


# --- arena ------------------------------------------------------------------------------------------


def arena(args: argparse.Namespace) -> int:
    """Play and print; with a file, an interrupt keeps what has been played. A game that broke leaves its
    record and makes the exit code 1."""
    from bullrun.cli.common import owners_charts, setting
    from bullrun.cli.files import check_folder, keep_broken, print_json
    from bullrun.cli.terminal import Progress, Terminal
    from bullrun.games.registry import load_game
    from bullrun.lab.arena import Broken, Ended, Match, Tournament, check
    from bullrun.lab.arena import run as play
    from bullrun.lab.arena_file import ArenaFile

    game = load_game(args.game)
    scenario, options = setting(args, game)
    charts = owners_charts(args, game)
    tournament = Tournament(game.id, scenario, options, tuple(args.players), args.games, args.seed, charts)
    check(tournament)
    if args.failures:
        check_folder(args.failures)
    records: list[str] = []

    def keep(match: Match, end: Ended | Broken) -> None:
        if isinstance(end, Broken):
            stem = f"broken-{game.id}-arena-{args.seed}-{'-'.join(match.players)}-{match.number}"
            records.append(keep_broken(args.failures or ".", stem.replace(":", "-"), end.record))
        if file:
            file.keep(match, end)

    progress = Progress(len(tournament.matches()), "games")
    with ArenaFile(args.file, tournament) if args.file else nullcontext() as file:
        if file and file.dropped:
            print(
                f"bullrun: {args.file}: its last line was torn and is dropped: {file.dropped[:60]!r}",
                file=sys.stderr,
            )
        try:
            standing = play(
                tournament, args.workers or os.cpu_count() or 1, progress, file.played if file else None, keep
            )
        finally:
            progress.close()
    found = standing.to_json()
    code = 1 if found["failed"] else 0
    if args.json:
        print_json({**found, "records": records})
        return code
    out = Terminal()
    out.heading(f"{game.title}: {found['games']} games, {scenario}, seed {args.seed}")
    out.table(
        ("player", "rating", "95% interval"),
        [
            (r["player"], str(r["rating"]), f"{r['interval95'][0]} to {r['interval95'][1]}")
            for r in found["ratings"]
        ],
    )
    out.line()
    rows = []
    for pair in found["pairings"]:
        low, high = pair["interval95"]
        sides = ", ".join(
            f"{side} {s['wins']}/{s['games']}" + (f" ({_drawn(s)})" if s["draws"] else "")
            for side, s in pair["first_player_as"].items()
            if s["games"]
        )
        rows.append(
            (
                " against ".join(pair["players"]),
                str(pair["games"]),
                f"{pair['share'] or 0:.1%}",
                f"{low:.1%} to {high:.1%}",
                sides,
            )
        )
    out.table(("pairing", "games", "first scores", "95% interval", "first player's wins as"), rows)
    for pair in found["pairings"]:
        decided = pair["decided"]
        if pair["draws"] and decided["games"]:
            first, (low, high) = pair["players"][0], decided["interval95"]
            out.line(
                f"  Drawn games count half; of {decided['games']} decided ones {first} won "
                f"{decided['share']:.1%} ({low:.1%} to {high:.1%})."
            )
    if found["ratings"]:
        out.paragraph(f"Ratings: {found['method']}.", 2)
    for failure, name in zip(found["failed"], records, strict=True):
        players = " against ".join(failure["players"])
        reason = f"game {failure['game']}, {players}, broke: {failure['reason']}"
        out.line(out.style(reason, "red") + (f"\n  bullrun replay {name}" if name else ""))
    return code


def _drawn(as_side: Mapping[str, int]) -> str:
    """Drawn games, and in how many of them the player stood better and worse at the end."""
    return f"{as_side['draws']} drawn, {as_side['draws_ahead']} ahead, {as_side['draws_behind']} behind"


# --- tuning -----------------------------------------------------------------------------------------


def tune(args: argparse.Namespace) -> int:
    """Climb, show each step, write the weights."""
    from bullrun.cli.common import setting
    from bullrun.cli.files import check_writable, print_json, write_text
    from bullrun.cli.terminal import Progress, Terminal
    from bullrun.games.registry import load_game
    from bullrun.lab.tune import Climb, tune, weights_toml

    game = load_game(args.game)
    scenario, options = setting(args, game)
    if args.write:
        check_writable(args.write, replace=args.force)
    if args.state:
        check_writable(str(args.state), replace=True)
    climb = Climb.open(
        game,
        scenario.split(","),
        options,
        args.player,
        args.pairs,
        args.seed,
        args.state,
        args.only,
        args.rate / 100,
        args.shake / 100,
    )
    progress = Progress(args.steps, "steps")
    try:
        tune(climb, args.steps, progress, args.state, args.workers or os.cpu_count() or 1)
    finally:
        progress.close()
    if args.write:
        write_text(args.write, weights_toml(climb), replace=args.force)
    if args.json:
        print_json(climb.to_json())
        return 0
    out = Terminal()
    out.heading(f"{game.title}: {climb.step} steps of SPSA, {climb.games} games")
    rows = [(n, str(climb.start[n]), str(round(v))) for n, v in climb.weights.items()]
    out.table(("weight", "before", "now"), rows)
    return 0


# --- the outlook ------------------------------------------------------------------------------------


def fit(args: argparse.Namespace) -> int:
    """Play, weigh the signs, show what they are worth and how well they foretell."""
    from bullrun.cli.files import check_writable, print_json, write_text
    from bullrun.cli.terminal import Progress, Terminal
    from bullrun.games.registry import load_game
    from bullrun.lab.fit import fit, gather
    from bullrun.thinking.outlook import STAGES, outlook_text

    game = load_game(args.game)
    if args.write:
        check_writable(args.write, replace=args.force)
    progress = Progress(args.games, "games")
    try:
        samples = gather(game, args.games, args.seed, args.workers or os.cpu_count() or 1, progress)
    finally:
        progress.close()
    found = fit(game, samples, args.games, args.seed)
    if args.write:
        write_text(args.write, outlook_text(found.outlook), replace=args.force)
    if args.json:
        print_json(
            {
                "source": found.outlook.source,
                "signs": {n: list(w) for n, w in found.outlook.weights.items()},
                "log_loss": round(found.error, 4),
                "log_loss_of_base_rate": round(found.plain, 4),
            }
        )
        return 0
    out = Terminal()
    out.heading(f"{game.title}: the signs of {found.moments} moments of {args.games} games")
    rows = [(n, *(f"{w / 1e6:+.3f}" for w in weights)) for n, weights in found.outlook.weights.items()]
    out.table(("sign (log-odds a unit)", *STAGES), rows)
    words = f"{found.error:.3f}; knowing only who wins how often: {found.plain:.3f}"
    out.paragraph(f"Log-loss on games kept apart: {words}.", 2)
    return 0


# --- review -----------------------------------------------------------------------------------------


def review(args: argparse.Namespace) -> int:
    """Judge a record; Ctrl-C shows what is done."""
    from bullrun.cli.common import read_record, side_name
    from bullrun.cli.files import print_json
    from bullrun.cli.terminal import Progress, Terminal
    from bullrun.lab.review import Review

    game, record = read_record(args.file)
    found = Review(game, record, args.points, args.rollouts, args.player, args.seed)
    progress = Progress(found.steps, "play-outs")
    try:
        found.run(progress)
    except KeyboardInterrupt:
        pass
    finally:
        progress.close()
    report = found.to_json()
    if args.json:
        print_json(report)
        return 0
    out = Terminal()
    side = report["side"]
    note = "" if report["complete"] else " (stopped early)"
    out.heading(f"{game.title}: {len(record.entries)} actions{note}")
    out.table(
        ("action", "turn", f"{side_name(game, side)} wins", "95% interval", ""),
        [
            (
                str(p["after"]),
                p["turn"],
                f"{p['share']:.0%}",
                f"{p['interval95'][0]:.0%} to {p['interval95'][1]:.0%}",
                ("█" if out.unicode else "#") * round(p["share"] * 24),
            )
            for p in report["moments"]
        ],
    )
    out.line()
    out.paragraph(report["method"], 2)
    for who, luck in report["luck"].items():
        name = side_name(game, who)
        out.line(
            f"  {name}: luck {luck['luck']:+.0f}, choices {luck['choices']:+.0f} ({luck['rolls']} rolls)"
        )
    out.line()
    out.line("  Decisions that cost most:")
    for entry in report["costly"]:
        out.item(f"{entry['action_number']}.", entry["words"])
    return 0
