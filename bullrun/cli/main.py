"""The command line: which commands exist and what they take. Each is imported only when it runs."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from bullrun.cli.labbing import add_commands as add_lab_commands
from bullrun.errors import BullrunError
from bullrun.games.registry import game_ids

EXAMPLES = f"""\
a first look:
  bullrun watch {game_ids()[0]}                        a whole game between two bots, in words
  bullrun new {game_ids()[0]} my.game --seat confederate=greedy
  bullrun play my.game                               you against a bot
  bullrun replay my.game                             forward and back through it
  bullrun map {game_ids()[0]} --svg map.svg --record my.game
"""


class Parser(argparse.ArgumentParser):
    """Errors in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def _number(least: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if value < least:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least {least}")
        return value

    return read


def _pair(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name or not value:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form NAME=VALUE")
    return name, value


def _players(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def _setting(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--scenario", help="which scenario (default: the game's first)")
    parser.add_argument(
        "--option", metavar="NAME=VALUE", type=_pair, action="append", default=[],
        help="an option of the game; may be given several times (see: bullrun scenarios GAME)",
    )  # fmt: skip


def _charts(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--charts", metavar="FILE", help="your own tables and counters (see: bullrun charts GAME)"
    )


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON for programs")


def _layout(prog: str) -> argparse.HelpFormatter:
    return argparse.RawDescriptionHelpFormatter(prog, max_help_position=30)


def _game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's id (see: bullrun games)")


def build_parser() -> argparse.ArgumentParser:
    """All commands with their arguments."""
    parser = Parser(
        prog="bullrun",
        description="The Bull Run board wargames: every rule enforced, exact odds, replay, simulation.",
        formatter_class=_layout,
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    says = "one of those below; bullrun COMMAND --help tells more"
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", help=says)
    listed = ["commands:\n"]

    def command(name: str, says: str, run: str) -> argparse.ArgumentParser:
        added = commands.add_parser(
            name, description=says[0].upper() + says[1:] + ".", formatter_class=_layout
        )
        listed.append(f"  {name:<12} {says}\n")
        added.set_defaults(run=run)
        return added

    p = command("games", "the games there are", "listings:games")
    _json(p)

    p = command("scenarios", "the scenarios and options of a game", "listings:scenarios")
    _game(p)
    _json(p)

    p = command("pieces", "the counters of a game", "listings:pieces")
    _game(p)
    p.add_argument("words", metavar="WORD", nargs="*", help="only counters that match all these words")
    p.add_argument("--side", help="only counters of this side")
    p.add_argument("--kind", help="only counters of this kind")
    _json(p)

    p = command("map", "the map of a game, in words or as a picture", "picture:run")
    _game(p)
    p.add_argument("place", metavar="PLACE", nargs="?", help="tell all about one place")
    p.add_argument("--scenario", metavar="ID", help="the map of this scenario (default: of the first one)")
    p.add_argument("--svg", metavar="FILE", help="draw the map into this file")
    p.add_argument("--record", metavar="FILE", help="with the position of this game on it")
    p.add_argument("--at", metavar="N", type=_number(0), help="after N actions (default: at the end)")
    p.add_argument("--viewer", help="as this side, or spectator, or referee sees it (default: referee)")
    p.add_argument("--focus", metavar="PLACES", help="only around these places, e.g. U17,U20")
    p.add_argument("--theme", default="paper", help="paper or night (default: paper)")
    p.add_argument("--force", action="store_true", help="write over an existing file")
    _json(p)

    p = command("rules", "the rules of a game in our words, and who enforces and proves them", "rulebook:run")
    _game(p)
    p.add_argument("words", metavar="ID|WORD", nargs="*", help="a rule's id, a chapter, or words to look for")
    p.add_argument("--coverage", action="store_true", help="where each rule is enforced and tested")
    p.add_argument("--missing", action="store_true", help="with --coverage: only the gaps; exit 1 if any")
    _json(p)

    p = command("charts", "tables and counters, to type in those of your own copy", "charting:run")
    _game(p)
    p.add_argument(
        "--check",
        metavar="FILE",
        help="say everything that is wrong in a file of charts (- for standard input)",
    )
    p.add_argument("--record", metavar="FILE", help="the charts that this game is played with")
    _json(p)

    p = command("new", "start a game file", "new_game:run")
    _game(p)
    p.add_argument("file", metavar="FILE", help="the game file to write")
    _setting(p)
    _charts(p)
    p.add_argument(
        "--seat", metavar="SIDE=WHO", type=_pair, action="append", default=[],
        help="who plays a side: human (default) or a bot's name",
    )  # fmt: skip
    p.add_argument(
        "--dice", choices=("sealed", "open", "typed"), default="sealed",
        help="sealed: secret key, committed now, revealed at the end (default); open: the key is in the "
        "file; typed: you roll real dice and type them",
    )  # fmt: skip
    p.add_argument("--force", action="store_true", help="write over an existing file")
    _json(p)

    p = command("watch", "a whole game between bots, in words", "watch:run")
    _game(p)
    p.add_argument("--players", type=_players, help="a bot for each side, e.g. greedy,random")
    _setting(p)
    _charts(p)
    p.add_argument("--seed", default="1", help="settles dice and bots (default: 1)")
    p.add_argument("--viewer", help="as this side, or spectator, or referee sees it (default: referee)")
    p.add_argument("--record", metavar="FILE", help="keep the game in this file")
    p.add_argument("--svg", metavar="FILE", help="draw the last position into this file")
    p.add_argument("--brief", action="store_true", help="only turns, phases and how it ended")
    p.add_argument("--force", action="store_true", help="write over existing files")

    p = command("play", "play a game file in the terminal: hot seat or against a bot", "play:run")
    p.add_argument("file", metavar="FILE", help="a game file (made by: bullrun new)")

    p = command("replay", "step through a game file, forward and back", "replaying:run")
    p.add_argument("file", metavar="FILE", help="a game file, or - for standard input")
    p.add_argument("--from", dest="first", metavar="N", type=_number(1), help="print from this action on")
    p.add_argument("--to", dest="last", metavar="N", type=_number(0), help="print up to this action")
    p.add_argument("--at", metavar="N", type=_number(0), help="print the position after N actions")
    p.add_argument("--viewer", help="as this side, or spectator, or referee sees it (default: referee)")
    p.add_argument("--branch", metavar="FILE", help="with --at: write a game to play on from there")
    p.add_argument(
        "--dice", choices=("sealed", "open", "typed"), default="sealed", help="with --branch: its dice"
    )
    p.add_argument("--force", action="store_true", help="write over an existing file")
    _json(p)

    p = command("verify", "prove a game file: legality, digests, dice, result", "verifying:run")
    p.add_argument("file", metavar="FILE", help="a game file, or - for standard input")
    _json(p)

    p = command("serve", "play in the browser: the local server", "serving:run")
    p.add_argument("--port", metavar="N", type=_number(0), default=8861, help="port on 127.0.0.1 (0: any)")
    p.add_argument("--no-browser", action="store_true", help="do not open a browser")
    p.add_argument("--home", metavar="FOLDER", type=Path, help="where games live (default: BULLRUN_HOME)")

    p = command("doctor", "is the data folder sound, and what can be saved", "doctoring:run")
    p.add_argument("--home", metavar="FOLDER", type=Path, help="where games live (default: BULLRUN_HOME)")
    p.add_argument("--save", metavar="FOLDER", type=Path, help="write every game that reads into this folder")
    p.add_argument(
        "--repair", action="store_true", help="make a new database of all that reads, keep the old"
    )
    _json(p)

    p = command("seats", "free a seat that another browser holds, while the server is stopped", "seating:run")
    p.add_argument("game", metavar="ID", help="the game's id, as in its address /g/ID")
    p.add_argument("--free", metavar="SIDE", required=True, help="the side whose seat shall be free")
    p.add_argument("--home", metavar="FOLDER", type=Path, help="where games live (default: BULLRUN_HOME)")

    p = command("umpire", "answer questions about any position, as JSON", "umpiring:run")
    p.add_argument("file", metavar="FILE", help="the questions as JSON, or - for standard input")

    p = command("simulate", "many games between bots, over all cores", "simulating:run")
    _game(p)
    p.add_argument("--games", metavar="N", type=_number(1), default=100, help="how many (default: 100)")
    p.add_argument("--players", type=_players, help="a bot for each side, e.g. greedy,random")
    _setting(p)
    _charts(p)
    p.add_argument("--seed", metavar="N", type=_number(0), default=1, help="settles everything (default: 1)")
    p.add_argument("--workers", metavar="K", type=_number(1), help="processes (default: all cores)")
    p.add_argument("--failures", metavar="DIR", help="where records of broken games go (default: here)")
    _json(p)

    p = command("bench", "how fast it is, and how fast its peers are", "benching:run")
    p.add_argument(
        "game", metavar="GAME", nargs="?", default=game_ids()[0], help=f"(default: {game_ids()[0]})"
    )
    p.add_argument("--peers", action="store_true", help="measure the peers in the same run")
    p.add_argument(
        "--seconds", metavar="N", type=_number(1), default=10, help="about so long for each figure"
    )
    _json(p)

    p = command("lab", "how strong the bots are, better weights, and the review of a game", "labbing:run")
    add_lab_commands(p, _setting, _charts, _players, _number)
    parser.epilog = "".join(listed) + "\n" + EXAMPLES
    return parser


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    parser = build_parser()
    args = parser.parse_args(arguments)
    if args.version:
        from bullrun import __version__
        from bullrun.fast import COMPILED

        print(f"bullrun {__version__}, {'with' if COMPILED else 'without'} the compiled part")
        return 0
    if args.command is None:
        parser.print_help()
        return 0
    module, _, name = args.run.partition(":")
    function: Callable[[argparse.Namespace], int] = getattr(import_module(f"bullrun.cli.{module}"), name)
    code = function(args)
    sys.stdout.flush()
    return code


def main(arguments: Sequence[str] | None = None) -> int:
    """The `bullrun` command: bad input is one line and exit code 2."""
    # Closed streams are None: as if they led nowhere.
    sys.stdin = sys.stdin or Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        return run(arguments)
    except BullrunError as error:
        return _end(2, f"bullrun: {error}")
    except KeyboardInterrupt:
        return _end(130, "\nbullrun: stopped")
    except BrokenPipeError:
        # The reader has gone: end quietly.
        return _end(0, "")
    except OSError as error:
        return _end(2, f"bullrun: {error.filename or 'output'}: {error.strerror or error}")


def _end(code: int, says: str) -> int:
    """Show what was printed, then say why it ends; where nothing more can be shown, not that either."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        # The interpreter would try again at its end, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if says:
        with contextlib.suppress(OSError):
            print(says, file=sys.stderr, flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
