"""bullrun play: people at one terminal, hot seat or against bots; the game file is always up to date."""

from __future__ import annotations

import argparse
import os
from typing import Any

from bullrun.answers import Asker, BadAsk, answer
from bullrun.bots import Bot, Seat, at_the_table, check_player, make_bot
from bullrun.cli.common import GameFile, Story, charts_words, key_file, side_name, side_style, who_won
from bullrun.cli.menu import (
    LINE_MARK,
    Line,
    Names,
    are_marked,
    begins,
    line_text,
    lines_of,
    narrowed,
    pick,
    whole_number,
)
from bullrun.cli.new_game import HUMAN
from bullrun.cli.table_view import print_near, print_position
from bullrun.cli.terminal import Terminal
from bullrun.engine.action import Action, action_text
from bullrun.engine.checks import Refused
from bullrun.engine.decision import CHANCE, Decision
from bullrun.engine.events import Event
from bullrun.engine.match import ASK, HERE, NEVER, Match, Step
from bullrun.engine.view import concealed_from, sides_differ
from bullrun.errors import BullrunError

HELP = """\
  #3, or 3            take the option of that line, or go on to the options behind it; where places
                      are numbers, 3 is a place and only #3 a line
  words               the beginning of an option or of what comes next; Enter shows all again
  why ACTION          why something is possible or not
  undo, redo          take the last action back, or again
  never [WINDOW]      never be asked in such moments, in this sitting; alone: what moments there are
  here WINDOW         be asked in such moments only where this question is about, and next to it
  ask WINDOW          be asked again
  look [WORDS]        what lies on the table, all or what matches (a place, a name, an id)
  near PLACE [N]      a place, its neighbours, and who stands within N of it
  moves PIECE         where a piece can go, at what cost
  sight A B           whether one place sees another
  odds A,B vs C,D     the exact chances of an attack
  rule ID             a rule in our words
  log [N]             what happened last
  map FILE [--force]  draw what you see as SVG; --force writes over a file that is there
  quit                leave; the game is saved after every action
"""
COMMANDS = (
    "help",
    "why",
    "undo",
    "redo",
    "never",
    "here",
    "ask",
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
    file = GameFile(args.file)
    game, record = file.game, file.record
    written = len(record.entries)
    bots: dict[str, Bot] = {}
    for side in game.sides:
        who = record.seats.get(side, HUMAN)
        if who != HUMAN:
            check_player(game, who)
            seed = f"{record.commitment} {side} {len(record.entries)}"
            bots[side] = make_bot(who, seed, at_the_table())
    try:
        match = Match.resume(game, record, file.save)
    except BullrunError as error:
        raise BullrunError(f"{args.file}: {error}") from error
    if match.number > written:
        file.save(match)  # dice were due at the end of the file
    table = Table(Terminal(), match, bots, (args.file, key_file(args.file)))
    try:
        table.play()
    except (Leave, EOFError):
        table.out.line()
        table.out.line(f"  saved: {args.file} after {match.number} actions")
    return 0


class Table:
    """The people and bots around one match."""

    def __init__(
        self, out: Terminal, match: Match, bots: dict[str, Bot], own_files: tuple[str, ...] = ()
    ) -> None:
        self.out = out
        self.own_files = own_files
        """What no picture is drawn into, whatever is said."""
        self.names = Names(match.position.rules)
        self.lines: list[Line] = []
        """What the player looks at."""
        self.drawn: set[str] = set()
        """Pictures that were drawn in this sitting: they may be drawn anew."""
        self.match = match
        self.game = match.game
        self.bots = bots
        self.humans = [side for side in self.game.sides if side not in bots]
        self.at_keyboard = ""
        self.untold: dict[str, list[Event]] = {side: [] for side in self.humans}
        self.stories = {side: Story(out, self.game, match.position.rules, side) for side in self.game.sides}

    def play(self) -> None:
        """Until the game is over."""
        game, out = self.game, self.out
        out.line(out.style(game.title, "bold") + f": {game.scenarios[self.match.record.scenario].title}")
        if self.match.record.charts:
            out.line(f"  {charts_words(self.match.record)}.")
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
        self._show(lines_of(decision.options))
        self._offer_completion(decision)
        while True:
            text = self._input(f"{who}> ")
            words = text.split()
            if not words:
                self._show(lines_of(decision.options))
                continue
            try:
                if not all(word.isprintable() for word in words):
                    raise BullrunError("There were unprintable characters in that; nothing was done.")
                if words[0] in ("?", *COMMANDS) and not any(o[0] == words[0] for o in decision.options):
                    if self._command(words, decision):
                        return
                elif self._choose(decision, text):
                    return
            except BullrunError as error:
                says = str(error)
                if isinstance(error, Refused):
                    says = error.refusal.says
                elif isinstance(error, BadAsk):
                    says = error.says
                self.out.line(self.out.style(f"  {says}", "yellow"))

    def _choose(self, decision: Decision, text: str) -> bool:
        """Take the option that the text means, or show or say what else it may mean; True when one was
        taken."""
        found = pick(decision.options, self.lines, text, self.names)
        if found.action is not None:
            self._submit(decision.owner, found.action)
            return True
        if found.lines:
            self._show(found.lines)
        elif found.meant:
            self._why(decision.owner, action_text(found.meant))
        if found.says:
            self.out.line(self.out.style(f"  {found.says}", "yellow"))
        return False

    def _submit(self, owner: str, action: Action) -> None:
        step: Step = self.match.submit(owner, action)
        self.out.line(self.out.style(f"  {action_text(action)}", "green"))
        self._heard(step.events)

    def _show(self, lines: list[Line]) -> None:
        self.lines = lines
        mark = LINE_MARK if are_marked(lines, self.names) else ""
        width = len(f"{mark}{len(lines)}")
        first = lines[0].words[:-1]
        if len(lines) > 8 and first and all(o.words[:-1] == first and o.leads_to == 1 for o in lines):
            # Many of a kind, such as the places a piece can go to: the beginning once, then columns. Where
            # numbers are names, the names alone will do.
            text, _, note = line_text(Line(first, 1), self._note).partition("  ")
            self.out.item("", f"{text} ...", note, indent=0)
            numbers = ["" if mark else f"{n:>{width}} " for n in range(1, len(lines) + 1)]
            self.out.columns([n + line.words[-1] for n, line in zip(numbers, lines, strict=True)])
            return
        for number, line in enumerate(lines, 1):
            text, _, note = line_text(line, self._note).partition("  ")
            self.out.item(f"{mark}{number}".rjust(width), text, note)

    def _note(self, word: str) -> str:
        """The name of a piece that the player may know, and where it stands."""
        position = self.match.position
        for number, piece in enumerate(position.rules.pieces):
            if piece.id == word:
                concealed = position.rules.concealed_by_side(position.state)
                viewer = self.at_keyboard
                if viewer in self.game.sides and concealed_from(self.game, concealed, viewer) >> number & 1:
                    return ""
                at = self.game.table.place_of(position, number)
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
            typed = readline.get_line_buffer()[: readline.get_begidx()].split()
            found: dict[str, None] = {}
            for before in dict.fromkeys(((), begins(self.lines))):
                index = len(before) + len(typed)
                left = narrowed(decision.options, [*before, *typed], self.names)
                words = [option[index] for option in left if len(option) > index]
                found |= dict.fromkeys(w for w in words if w.lower().startswith(text.lower()))
            return f"{list(found)[state]} " if state < len(found) else None

        readline.set_completer(complete)

    # --- commands -------------------------------------------------------------------------------

    def _command(self, words: list[str], decision: Decision) -> bool:
        """Do what was asked; True when the position has changed."""
        side = self._viewer(decision.owner)
        if words[0] == "quit":
            raise Leave
        if words[0] in ("undo", "redo"):
            step = self.match.undo(side) if words[0] == "undo" else self.match.redo(side)
            done = "taken back" if words[0] == "undo" else "taken again"
            self.out.line(f"  {done}: {action_text(step.entries[0][1])}")
            if words[0] == "redo":
                self._heard(step.events)
            return True
        if words[0] in (NEVER, HERE, ASK) and len(words) > 1:
            return self._stand(side, words[1], words[0])
        self._inform(words[0], words[1:], side)
        return False

    def _stand(self, side: str, window: str, answer: str) -> bool:
        """Say once and for all whether to be asked; True when that has answered the present question."""
        step = self.match.stand(side, window, answer)
        done = {NEVER: "you are not asked", HERE: "you are asked here only", ASK: "you are asked"}[answer]
        self.out.line(f"  {self.game.play.windows[window]}: {done}")
        if step is not None:
            self._heard(step.events)
        return step is not None

    def _windows(self, side: str) -> None:
        windows = self.game.play.windows
        if not windows:
            raise BullrunError(f"{self.game.title} has no moments in which you are asked whether to play")
        said = self.match.standing.get(side, {})
        for window, says in windows.items():
            stands = said.get(window)
            answer = ASK if stands is None else f"{HERE} ({stands.at})" if stands.at else NEVER
            self.out.item(window, says, answer)

    def _inform(self, command: str, rest: list[str], side: str) -> None:
        out, match = self.out, self.match
        if command == "why":
            self._why(side, " ".join(rest))
        elif command == "look":
            print_position(out, self.game, match.position, side, rest)
        elif command == "near":
            reach = whole_number(rest[1]) if len(rest) > 1 else 3
            if not rest or reach is None:
                raise BullrunError("expected: near PLACE [N]")
            print_near(out, self.game, match.position, side, self.names.full(rest[0]), min(reach, 30))
        elif command == "rule":
            for name in rest:
                rule = self.game.ledger.get(name)
                if rule is None:
                    raise BullrunError(f"{self.game.id} has no rule {name!r}")
                out.line(f"  {out.style(rule.id, 'bold')}  {rule.title}")
                out.paragraph(rule.says, 6)
        elif command == "log":
            wanted = whole_number(rest[0]) if rest else 10
            if not wanted:
                raise BullrunError("expected: log [N]")
            story = Story(out, self.game, match.position.rules, side)
            for step in match.steps[-wanted:]:
                story.tell(step.events)
        elif command in (NEVER, HERE, ASK):
            self._windows(side)
        elif command == "map":
            self._draw(rest, side)
        elif command in ("moves", "sight", "odds"):
            self._reckon(command, rest, side)
        else:
            out.line(HELP)

    def _draw(self, words: list[str], side: str) -> None:
        from bullrun.cli.picture import draw_position

        force = "--force" in words
        match [word for word in words if word != "--force"]:
            case [name]:
                path = os.path.realpath(name)
            case _:
                raise BullrunError("expected: map FILE [--force]")
        if path in map(os.path.realpath, self.own_files):
            raise BullrunError(f"{name}: this is the game itself; draw the map into another file")
        draw_position(self.game, self.match.position, name, side, replace=force or path in self.drawn)
        self.drawn.add(path)
        self.out.line(f"  {name}")

    def _viewer(self, owner: str) -> str:
        """Whose eyes look at the screen while somebody decides."""
        return owner if owner != CHANCE else self.at_keyboard or self.game.sides[0]

    def _answer(self, side: str, kind: str, value: Any) -> Any:
        asker = Asker(self.game, self.match.position, self._viewer(side), side)
        return answer(asker, {kind: value})[kind]

    def _why(self, side: str, action: str) -> None:
        found = self._answer(side, "why", action)
        if found["possible"]:
            self.out.line(self.out.style(f"  {found['says']}", "green"))
        else:
            self.out.item("-", found["says"], f"[{found['rule']}]" if found["rule"] else "")

    def _reckon(self, command: str, rest: list[str], side: str) -> None:
        """Where a piece can go, what sees what, and odds."""
        if command == "moves" and len(rest) == 1:
            rows = [
                (way["place"], str(way["cost"]), "stops" if way.get("stops") else "", " ".join(way["path"]))
                for way in self._answer(side, "reach", rest[0])
            ]
            self.out.table(("to", "cost", "", "by way of"), rows)
        elif command == "sight" and len(rest) == 2:
            self._facts(self._answer(side, "sight", rest))
        elif command == "odds" and rest.count("vs") == 1:
            middle = rest.index("vs")
            fight = {
                name: [piece for word in words for piece in word.split(",") if piece]
                for name, words in (("attackers", rest[:middle]), ("defenders", rest[middle + 1 :]))
            }
            self._facts(self._answer(side, "combat", fight))
        else:
            shape = {"moves": "moves PIECE", "sight": "sight A B", "odds": "odds A,B vs C,D"}[command]
            raise BullrunError(f"expected: {shape}")

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
