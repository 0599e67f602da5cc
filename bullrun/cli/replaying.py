"""bullrun replay: through a game, forward and back, by action, phase or turn."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, NamedTuple

from bullrun.cli.common import Story, charts_words, new_file, read_record, side_name, side_style
from bullrun.cli.files import print_json
from bullrun.cli.keys import read_key
from bullrun.cli.table_view import print_position
from bullrun.cli.terminal import Terminal
from bullrun.engine.action import action_text
from bullrun.engine.events import Event
from bullrun.engine.game import Game
from bullrun.engine.position import Position
from bullrun.engine.record import OPEN, Record, open_game, replay, with_dice
from bullrun.engine.view import REFEREE, check_viewer, see_decision, see_events, see_position
from bullrun.errors import BullrunError

HELP = """\
  Enter or n   next action          p, left   back one action
  f            next phase           b         back one phase
  t            next turn            r         back one turn
  a number     to that action       g, e      to the start, to the end
  s            the position         v         change the viewer
  ?            this help            q         leave
"""


class Shot(NamedTuple):
    """The game after an action."""

    number: int
    owner: str
    action: str
    events: tuple[Event, ...]
    phase: tuple[str, str, str]
    state: Any
    secret: bool = False
    """Drawn by the machine: only the referee reads what came."""


class Film:
    """A record with the state after every action, so that stepping back is instant."""

    def __init__(self, game: Game, record: Record, name: str) -> None:
        self.game = game
        self.record = record
        self.damage: BullrunError | None = None
        """Why the film ends early, if it does: what comes before can still be seen."""
        position = open_game(game, record)
        opening: list[Event] = []
        position.log = opening
        position.decision()
        self.rules = position.rules
        self._kind: type[Position[Any, Any]] = type(position)
        self.frames = [Shot(0, "", "", tuple(opening), game.phase(position), position.state.copy())]
        try:
            for step in replay(game, record):
                self.frames.append(
                    Shot(
                        step.number,
                        step.owner,
                        action_text(step.action),
                        step.events,
                        game.phase(step.position),
                        step.position.state.copy(),
                        step.secret,
                    )
                )
        except BullrunError as error:
            self.damage = BullrunError(f"{name}: {error}")

    def position(self, number: int) -> Position[Any, Any]:
        """The position after a number of actions."""
        return self._kind(self.rules, self.frames[number].state.copy())

    def seek(self, number: int, step: int, what: Callable[[Shot], Any]) -> int:
        """The next frame in a direction where `what` has changed; going back, the first of its stretch."""
        last = len(self.frames) - 1
        if step > 0:
            while number < last:
                number += 1
                if what(self.frames[number]) != what(self.frames[number - 1]):
                    return number
            return last
        number = max(0, number - 1)
        while number > 0 and what(self.frames[number]) == what(self.frames[number - 1]):
            number -= 1
        return number


def run(args: argparse.Namespace) -> int:
    """Step with keys, or print what the arguments ask for."""
    game, record = read_record(args.file)
    viewer = args.viewer or REFEREE
    check_viewer(game, viewer)
    if args.branch is not None and args.at is None:
        raise BullrunError("--branch: needs --at N, the number of actions to keep")
    try:
        film = Film(game, record, args.file)
    except BullrunError as error:
        raise BullrunError(f"{args.file}: {error}") from error
    last = len(film.frames) - 1
    for name, number in (("--from", args.first), ("--to", args.last), ("--at", args.at)):
        if number is not None and number > last:
            raise film.damage or BullrunError(f"{name} {number}: {args.file} has {last} actions")
    if args.branch is not None:
        return _branch(args, film)
    if args.json:
        _print_json(args, film, viewer)
    elif args.at is not None:
        print_position(Terminal(), game, film.position(args.at), viewer)
    elif args.first is not None or args.last is not None or not _interactive(args):
        _print_words(args, film, viewer)
    else:
        return _step(film, viewer)
    if film.damage is not None:
        raise film.damage
    return 0


def _interactive(args: argparse.Namespace) -> bool:
    import sys

    return args.file != "-" and sys.stdout.isatty() and sys.stdin.isatty()


def _range(args: argparse.Namespace, film: Film) -> list[Shot]:
    first = args.first if args.first is not None else 0
    last = args.last if args.last is not None else len(film.frames) - 1
    return film.frames[first : last + 1]


def _spelled(seen: dict[str, Any] | None) -> dict[str, Any] | None:
    """A decision as it is seen, with its options as text."""
    if seen is None or "options" not in seen:
        return seen
    return {**seen, "options": [action_text(option) for option in seen["options"]]}


def _print_json(args: argparse.Namespace, film: Film, viewer: str) -> None:
    game = film.game
    if args.at is not None:
        position = film.position(args.at)
        print_json(
            {
                "after": args.at,
                "position": see_position(game, position, viewer),
                "decision": _spelled(see_decision(game, position, viewer)),
            }
        )
        return
    print_json(
        [
            {
                "number": frame.number,
                "owner": frame.owner,
                "action": frame.action if viewer in (frame.owner, REFEREE, "") else None,
                "turn": frame.phase[0],
                "side": frame.phase[1],
                "phase": frame.phase[2],
                "events": [
                    {**event.to_json(), "says": game.table.words(film.rules, event)}
                    for event in see_events(game, film.rules, frame.events, viewer)
                ],
            }
            for frame in _range(args, film)
        ]
    )


def _print_words(args: argparse.Namespace, film: Film, viewer: str) -> None:
    out = Terminal()
    story = Story(out, film.game, film.rules, viewer)
    for frame in _range(args, film):
        _tell(out, film, frame, viewer, story)


def _tell(out: Terminal, film: Film, frame: Shot, viewer: str, story: Story) -> None:
    if frame.number:
        game = film.game
        owner = out.style(side_name(game, frame.owner), side_style(game, frame.owner))
        is_open = frame.owner not in game.sides and not frame.secret
        shown = frame.action if is_open or viewer in (frame.owner, REFEREE) else "..."
        out.line(out.style(f"{frame.number:>5} ", "dim") + f"{owner}: {shown}")
    story.tell(frame.events)


def _branch(args: argparse.Namespace, film: Film) -> int:
    record = with_dice(film.game, film.record.cut(args.at), args.dice)
    new_file(args.branch, record, replace=args.force)
    kind = "its key is in the file" if args.dice == OPEN else f"dice {args.dice}"
    print(
        f"{args.branch}: {args.at} actions of {args.file}, {kind}; play on with: bullrun play {args.branch}"
    )
    return 0


def _step(film: Film, viewer: str) -> int:
    out = Terminal()
    game = film.game
    out.line(out.style(game.title, "bold") + f": {game.scenarios[film.record.scenario].title}, "
             f"{len(film.frames) - 1} actions")  # fmt: skip
    if film.record.charts:
        out.line(f"  {charts_words(film.record)}.")
    out.line(HELP)
    if film.damage is not None:
        out.line(out.style(f"It cannot be followed to its end: {film.damage}", "red"))
    at = 0
    story = Story(out, game, film.rules, viewer)
    story.tell(film.frames[0].events)
    while True:
        turn, side, phase = film.frames[at].phase
        whose = [side_name(game, side)] if side else []
        where = " · ".join([f"{at}/{len(film.frames) - 1}", turn, *whose, phase])
        if not out.unicode:
            where = where.replace("·", "|")
        key = read_key(out.style(f"[{where}] ", "dim"))
        if key is None or key in ("q", "quit"):
            return 0
        before = at
        if key.isdecimal():
            at = _ask_number(key, len(film.frames) - 1)
        elif key in ("", "n", "right"):
            at = min(at + 1, len(film.frames) - 1)
        elif key in ("p", "left"):
            at = max(0, at - 1)
        elif key in ("f", "down"):
            at = film.seek(at, 1, lambda frame: frame.phase)
        elif key in ("b", "up"):
            at = film.seek(at, -1, lambda frame: frame.phase)
        elif key == "t":
            at = film.seek(at, 1, lambda frame: frame.phase[:2])
        elif key == "r":
            at = film.seek(at, -1, lambda frame: frame.phase[:2])
        elif key in ("g", "home"):
            at = 0
        elif key in ("e", "end"):
            at = len(film.frames) - 1
        elif key == "s":
            print_position(out, game, film.position(at), viewer)
            continue
        elif key == "v":
            viewers = [REFEREE, *game.sides, "spectator"]
            viewer = viewers[(viewers.index(viewer) + 1) % len(viewers)]
            out.line(f"  seen by: {viewer}")
            continue
        else:
            out.line(HELP)
            continue
        story = Story(out, game, film.rules, viewer)
        if at > before:
            for frame in film.frames[before + 1 : at + 1]:
                _tell(out, film, frame, viewer, story)
        elif at < before:
            out.line(out.style(f"  back to {at}", "dim"))
            _tell(out, film, film.frames[at], viewer, story)
        if at == len(film.frames) - 1 and at == before:
            out.line(out.style("  this is the end of the record", "dim"))


def _ask_number(first: str, last: int) -> int:
    """The rest of a number after its first digit was pressed."""
    import sys

    text = first
    if sys.stdin.isatty() and len(first) == 1:
        sys.stdout.write(f"to action {first}")
        sys.stdout.flush()
        text = first + sys.stdin.readline().strip()
    if not text.isdecimal():
        return 0
    return min(int(text), last) if len(text) < 10 else last
