"""bullrun play: people at one terminal, hot seat or against bots; the game file is always up to date."""

from __future__ import annotations

import argparse
from random import Random
from typing import Any

from bullrun.bots import Bot, Seat, at_the_table, make_bot
from bullrun.cli.common import Story, add_key, read_record, save_record, side_name, side_style, who_won
from bullrun.cli.menu import Line, line_text, lines_of, narrowed, pick
from bullrun.cli.new_game import HUMAN
from bullrun.cli.table_view import print_near, print_position
from bullrun.cli.terminal import Terminal
from bullrun.engine.action import Action, action_text, parse_action
from bullrun.engine.checks import Refused
from bullrun.engine.decision import CHANCE, Decision
from bullrun.engine.events import Event
from bullrun.engine.match import Match, Step
from bullrun.engine.view import concealed_from, imagine, sides_differ
from bullrun.errors import BullrunError
from bullrun.umpire import Umpired

HELP = """\
  a number            take that option, or go on to the options behind it
  words               the beginning of an option, e.g.  move USA-I-B ; Enter shows all again
  why ACTION          why something is possible or not
  undo, redo          take the last action back, or again
  look [WORDS]        what lies on the table, all or what matches (a place, a name, an id)
  near PLACE [N]      a place, its neighbours, and who stands within N of it
  moves PIECE         where a piece can go, at what cost
  sight A B           whether one place sees another
  odds A,B vs C,D     the exact chances of an attack
  rule ID             a rule in our words
  log [N]             what happened last
  map FILE            draw what you see as SVG
  quit                leave; the game is saved after every action
"""
COMMANDS = (
    "help",
    "why",
    "undo",
    "redo",
    "look",
    "near",
    "moves",
    "sight",
    "odds",
    "rule",
    "log",
    "map",
    "quit",
)


class Leave(Exception):
    """Somebody gets up from the table."""


def run(args: argparse.Namespace) -> int:
    """Open the file and play until the game is over or somebody leaves."""
    game, record = read_record(args.file)
    add_key(args.file, record)
    written = len(record.entries)
    bots: dict[str, Bot] = {}
    for side in game.sides:
        who = record.seats.get(side, HUMAN)
        if who != HUMAN:
            seed = f"{record.commitment} {side} {len(record.entries)}"
            bots[side] = make_bot(who, seed, at_the_table())
    try:
        match = Match.resume(game, record, lambda match: save_record(args.file, match.record))
    except BullrunError as error:
        raise BullrunError(f"{args.file}: {error}") from error
    if match.number > written:
        save_record(args.file, match.record)  # dice were due at the end of the file
    table = Table(Terminal(), match, bots)
    try:
        table.play()
    except (Leave, EOFError):
        table.out.line()
        table.out.line(f"  saved: {args.file} after {match.number} actions")
    return 0


class Table:
    """The people and bots around one match."""

    def __init__(self, out: Terminal, match: Match, bots: dict[str, Bot]) -> None:
        self.out = out
        self.match = match
        self.game = match.game
        self.bots = bots
        self.humans = [side for side in self.game.sides if side not in bots]
        self.at_keyboard = ""
        self.untold: dict[str, list[Event]] = {side: [] for side in self.humans}
        self.stories = {side: Story(out, self.game, side) for side in self.game.sides}

    def play(self) -> None:
        """Until the game is over."""
        game, out = self.game, self.out
        out.line(out.style(game.title, "bold") + f": {game.scenarios[self.match.record.scenario].title}")
        out.line("  Type help for help.")
        if self.match.number == 0:
            self._heard(self.match.opening)
        while (decision := self.match.decision()) is not None:
            bot = self.bots.get(decision.owner)
            if bot is not None:
                action = bot.choose(Seat(game, self.match.position, decision))
                self._heard(self.match.submit(decision.owner, action).events)
                continue
            if decision.owner == CHANCE:
                self._tell(self.at_keyboard or (self.humans or list(game.sides))[0])
            else:
                self._hand_over(decision.owner)
                self._tell(decision.owner)
            self._ask(decision)
        self._tell(self.at_keyboard or (self.humans or list(game.sides))[0])
        outcome = self.match.position.state.outcome
        if outcome is not None:
            out.heading(who_won(game, outcome[0]), side_style(game, outcome[0]))
            out.paragraph(f"{outcome[2]} [{outcome[1]}]", 2)

    # --- telling --------------------------------------------------------------------------------

    def _heard(self, events: tuple[Event, ...]) -> None:
        for queue in self.untold.values():
            queue.extend(events)

    def _hidden(self) -> bool:
        return sides_differ(self.game, self.match.position)

    def _hand_over(self, side: str) -> None:
        """With something hidden, the screen is empty until the other player sits down."""
        if len(self.humans) > 1 and self._hidden() and self.at_keyboard != side:
            out = self.out
            out.clear()
            out.heading(f"Hand over to {side_name(self.game, side)}", side_style(self.game, side))
            self._input("  Press Enter when nobody else sees the screen. ")
            out.clear()
        self.at_keyboard = side

    def _tell(self, side: str) -> None:
        if side not in self.untold:
            return
        self.stories[side].tell(self.untold[side])
        for other in self.untold if not self._hidden() else (side,):
            self.untold[other].clear()

    def _input(self, prompt: str) -> str:
        self.out.flush()
        return input(prompt).strip()

    # --- asking ---------------------------------------------------------------------------------

    def _ask(self, decision: Decision) -> None:
        out, game, owner = self.out, self.game, decision.owner
        turn, _, phase = game.phase(self.match.position)
        who = side_name(game, owner) if owner != CHANCE else "Dice"
        out.line()
        out.heading(f"{turn}, {phase}: {who}", side_style(game, owner))
        rule = out.style(f"[{decision.rule}]", "dim")
        out.line(f"  {decision.question} {rule}")
        lines = lines_of(decision.options)
        self._show(lines)
        self._offer_completion(decision)
        while True:
            text = self._input(f"{who}> ")
            words = text.split()
            if not words:
                lines = lines_of(decision.options)
                self._show(lines)
                continue
            if words[0] in ("?", *COMMANDS) and not any(option[0] == words[0] for option in decision.options):
                if self._command(words, decision):
                    return
                continue
            found = pick(decision.options, lines, text, owner == CHANCE)
            if found.action is not None:
                self._submit(owner, found.action)
                return
            if not found.lines:
                self._why(owner, text)
                continue
            lines = found.lines
            self._show(lines)

    def _submit(self, owner: str, action: Action) -> None:
        step: Step = self.match.submit(owner, action)
        self.out.line(self.out.style(f"  {action_text(action)}", "green"))
        self._heard(step.events)

    def _show(self, lines: list[Line]) -> None:
        width = len(str(len(lines)))
        first = lines[0].words[:-1]
        if len(lines) > 8 and first and all(o.words[:-1] == first and o.leads_to == 1 for o in lines):
            # Many of a kind, such as the places a piece can go to: the beginning once, then columns.
            text, _, note = line_text(Line(first, 1), self._note).partition("  ")
            self.out.item("", f"{text} ...", note, indent=0)
            self.out.columns([f"{n:>{width}} {line.words[-1]}" for n, line in enumerate(lines, 1)])
            return
        for number, line in enumerate(lines, 1):
            text, _, note = line_text(line, self._note).partition("  ")
            self.out.item(f"{number:>{width}}", text, note)

    def _note(self, word: str) -> str:
        """The name of a piece that the player may know, and where it stands."""
        for number, piece in enumerate(self.game.pieces):
            if piece.id == word:
                position = self.match.position
                concealed = position.rules.concealed_by_side(position.state)
                viewer = self.at_keyboard
                if viewer in self.game.sides and concealed_from(self.game, concealed, viewer) >> number & 1:
                    return ""
                at = self.game.place_of(position.state, number)
                return f"{piece.name}, {at}" if at else piece.name
        return ""

    def _offer_completion(self, decision: Decision) -> None:
        if not self.out.is_tty:
            return
        try:
            import readline
        except ImportError:
            return
        readline.set_completer_delims(" ")
        readline.parse_and_bind("tab: complete")

        def complete(text: str, state: int) -> str | None:
            before = readline.get_line_buffer()[: readline.get_begidx()].split()
            index = len(before)
            left = narrowed(decision.options, [*before, text] if text else before)
            found = list(dict.fromkeys(option[index] for option in left if len(option) > index))
            return f"{found[state]} " if state < len(found) else None

        readline.set_completer(complete)

    # --- commands -------------------------------------------------------------------------------

    def _command(self, words: list[str], decision: Decision) -> bool:
        """Do what was asked; True when the position has changed."""
        owner = decision.owner
        side = owner if owner != CHANCE else self.at_keyboard or self.game.sides[0]
        try:
            if words[0] == "quit":
                raise Leave
            if words[0] in ("undo", "redo"):
                step = self.match.undo(side) if words[0] == "undo" else self.match.redo(side)
                done = "taken back" if words[0] == "undo" else "taken again"
                self.out.line(f"  {done}: {action_text(step.entries[0][1])}")
                if words[0] == "redo":
                    self._heard(step.events)
                return True
            self._inform(words[0], words[1:], side)
        except BullrunError as error:
            refusal = error.refusal.says if isinstance(error, Refused) else str(error)
            self.out.line(self.out.style(f"  {refusal}", "yellow"))
        return False

    def _inform(self, command: str, rest: list[str], side: str) -> None:
        out, match = self.out, self.match
        if command == "why":
            self._why(side, " ".join(rest))
        elif command == "look":
            print_position(out, self.game, match.position, side, rest)
        elif command == "near":
            if not rest or (len(rest) > 1 and not rest[1].isdecimal()):
                raise BullrunError("expected: near PLACE [N]")
            reach = min(int(rest[1]), 30) if len(rest) > 1 else 3
            print_near(out, self.game, match.position, side, rest[0], reach)
        elif command == "rule":
            for name in rest:
                rule = self.game.ledger.get(name)
                if rule is None:
                    raise BullrunError(f"{self.game.id} has no rule {name!r}")
                out.line(f"  {out.style(rule.id, 'bold')}  {rule.title}")
                out.paragraph(rule.says, 6)
        elif command == "log":
            wanted = int(rest[0]) if rest and rest[0].isdecimal() else 10
            story = Story(out, self.game, side)
            for step in match.steps[-wanted:]:
                story.tell(step.events)
        elif command == "map":
            if len(rest) != 1:
                raise BullrunError("map: expected the name of a file")
            from bullrun.cli.picture import draw_position

            draw_position(self.game, match.position, rest[0], side)
            out.line(f"  {rest[0]}")
        elif command in ("moves", "sight", "odds"):
            self._umpire(command, rest, side)
        else:
            out.line(HELP)

    def _why(self, side: str, text: str) -> None:
        action = parse_action(text)
        decision = self.match.decision()
        if decision is not None and decision.owner == side and action in decision.options:
            self.out.line(self.out.style("  It is possible now.", "green"))
            return
        refusal = self.match.why(side, action)
        self.out.item("-", refusal.says, f"[{refusal.rule}]" if refusal.rule else "")

    def _umpire(self, command: str, rest: list[str], side: str) -> None:
        """Answers come from a position that this side cannot tell from the real one: nothing leaks."""
        game: Any = self.game
        if not isinstance(game, Umpired):
            raise BullrunError(f"{command}: this game has no umpire")
        self._known_only(rest, side)
        position = imagine(self.game, self.match.position, side, Random(f"{side} {self.match.number}"))
        if command == "moves" and len(rest) == 1:
            ways = game.reach(position, rest[0])
            rows = [
                (way["place"], str(way["cost"]), "stops" if way.get("stops") else "", " ".join(way["path"]))
                for way in ways
            ]
            self.out.table(("to", "cost", "", "by way of"), rows)
        elif command == "sight" and len(rest) == 2:
            self._facts(game.sight(position, rest[0], rest[1]))
        elif command == "odds" and rest.count("vs") == 1:
            middle = rest.index("vs")
            attackers = [p for word in rest[:middle] for p in word.split(",") if p]
            defenders = [p for word in rest[middle + 1 :] for p in word.split(",") if p]
            self._facts(game.combat(position, attackers, defenders))
        else:
            shape = {"moves": "moves PIECE", "sight": "sight A B", "odds": "odds A,B vs C,D"}[command]
            raise BullrunError(f"expected: {shape}")

    def _known_only(self, words: list[str], side: str) -> None:
        position = self.match.position
        hidden = concealed_from(self.game, position.rules.concealed_by_side(position.state), side)
        named = {piece for word in words for piece in word.split(",")}
        for number, piece in enumerate(self.game.pieces):
            if hidden >> number & 1 and piece.id in named:
                raise BullrunError(f"{piece.id} lies face down: you cannot know where")

    def _facts(self, facts: dict[str, Any], indent: int = 2) -> None:
        for key, value in facts.items():
            if isinstance(value, dict):
                self.out.line(" " * indent + f"{key}:")
                self._facts(value, indent + 2)
            elif isinstance(value, list):
                self.out.line(" " * indent + f"{key}:")
                for item in value:
                    shown = (
                        item if not isinstance(item, dict) else ", ".join(f"{k} {v}" for k, v in item.items())
                    )
                    self.out.item("-", str(shown), indent=indent + 2)
            else:
                self.out.item(f"{key}:", str(value), indent=indent)
