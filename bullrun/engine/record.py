"""The game file: a header, one action a line, recorded chance, digests now and then, comments anywhere.

    bullrun record 1
    game some-battle-1861 1
    scenario july-21
    option fog-of-war on
    chart tables.combat.3 ["AB2", "DB2"]
    dice sealed 9f86d081...
    begin
    union: move USA-I-B-2NH P2
    chance: roll 4
    = 2 77ac01be34a1f00d
    end union 3.1
    key 00ff...

A game that begins with a position laid out by hand has it in its header: `given {"turn": ...}`.
A chart is a number of the game's tables or counters that an owner of the printed game typed in.
A side that gives up, at any moment, ends it with "union: resign" and "end confederate resigned".
Where people roll the dice but the machine draws what nobody may see, it stands "dice typed 9f86d081...".
It can be mailed, compared line by line, cut off after any line and branched.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from bullrun.engine import chance
from bullrun.engine.action import Action, action_text, parse_action
from bullrun.engine.charts import ChartError
from bullrun.engine.decision import CHANCE
from bullrun.engine.events import Event
from bullrun.engine.game import Game
from bullrun.engine.given import ImpossiblePosition, check_given
from bullrun.engine.lines import check_line, folded, odd_character
from bullrun.engine.position import Position
from bullrun.engine.settings import complete_settings
from bullrun.engine.view import imagine
from bullrun.engine.why_not import why_not
from bullrun.errors import BullrunError

FORMAT = "bullrun record 1"
DIGEST_EVERY = 50
RESIGN: Action = ("resign",)
"""One of two entries that answer no question: a side gives up."""
IMAGINE = "imagine"
"""The other: "chance: imagine SIDE SEED" deals anew what a side could not know where a what-if begins."""
SEALED, OPEN, TYPED = "sealed", "open", "typed"
PROVED, GIVEN, UNPROVED = "proved", "given", "unproved"
"""How a roll stands: drawn again from the key, brought from the game this one branched from, or TYPED by
people; unproved where the dice are sealed and the key is not there."""


class RecordError(BullrunError):
    """A file that is not a game: the message starts with the line number."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


@dataclass
class Record:
    """A game as it can be written down: header, actions, digests."""

    game: str
    version: int
    scenario: str
    options: dict[str, str]
    dice: str = TYPED
    """SEALED (key secret until the end), OPEN (key known from the start), TYPED (people roll)."""
    commitment: str = ""
    key: str = ""
    branch: tuple[str, int] | None = None
    """(parent's commitment, number of its actions kept): chance up to there is the parent's."""
    seats: dict[str, str] = field(default_factory=dict)
    entries: list[tuple[str, Action]] = field(default_factory=list)
    digests: dict[int, str] = field(default_factory=dict)
    comments: dict[int, list[str]] = field(default_factory=dict)
    """Comments by the number of entries before them."""
    result: tuple[str, str] | None = None
    """(winner, rule)."""
    lines: list[int] = field(default_factory=list)
    """The line each entry was read from, if it was read."""
    where: dict[str, int] = field(default_factory=dict)
    """The line of each other item: "game", "option NAME", "= 50", "end" ..."""
    charts: dict[str, Any] = field(default_factory=dict)
    """An owner's charts: what differs from the game's own data, by path."""
    given: dict[str, Any] | None = None
    """The position that the game begins with, as the umpire reads it; None: with the set-up."""

    @property
    def is_sealed(self) -> bool:
        """Whether there is a key that stays secret until the end: that of sealed dice, or the one by which
        the machine draws what nobody may see while people roll the dice."""
        return self.dice == SEALED or (self.dice == TYPED and bool(self.commitment))

    def to_text(self, with_key: bool = False) -> str:
        """The file. A key that was sealed is written only on request: after the end."""
        out = [FORMAT, f"game {self.game} {self.version}", f"scenario {self.scenario}"]
        out += [f"option {name} {value}" for name, value in sorted(self.options.items())]
        out += chart_lines(self.charts)
        if self.given is not None:
            out.append(f"given {json.dumps(self.given, sort_keys=True)}")
        out += [f"seat {side} {who}" for side, who in sorted(self.seats.items())]
        if self.branch:
            out.append(f"branch {self.branch[0] or '-'} {self.branch[1]}")
        dice = f"dice {self.dice}"
        if self.commitment:
            dice += f" {self.commitment}"
        if self.dice == OPEN:
            dice += f" {self.key}"
        out += [dice, "begin"]
        for count in range(len(self.entries) + 1):
            out += [f"# {folded(comment).lstrip('# ')}" for comment in self.comments.get(count, [])]
            if count in self.digests:
                out.append(f"= {count} {self.digests[count]}")
            if count < len(self.entries):
                owner, action = self.entries[count]
                out.append(f"{owner}: {action_text(action)}")
        if self.result:
            out.append(f"end {self.result[0]} {self.result[1]}")
        if with_key and self.key and self.is_sealed:
            out.append(f"key {self.key}")
        return "\n".join(out) + "\n"

    def cut(self, count: int) -> Record:
        """The first `count` actions of a game that `with_dice` makes one to be played on: a branch has dice
        of its own."""
        if not 0 <= count <= len(self.entries):
            raise BullrunError(f"cut: expected 0 to {len(self.entries)} actions, got {count}")
        return replace(
            self,
            options=dict(self.options),
            charts=dict(self.charts),
            seats=dict(self.seats),
            branch=(self.commitment, count),
            commitment="",
            key="",
            dice=TYPED,
            entries=self.entries[:count],
            digests={n: d for n, d in self.digests.items() if n <= count},
            comments={n: list(c) for n, c in self.comments.items() if n <= count},
            result=None,
            lines=self.lines[:count],
            where={},
        )


def with_dice(game: Game, record: Record, dice: str, key: bytes | None = None) -> Record:
    """The record with dice of its own: drawn from `key` (made if not given) where they are SEALED or OPEN.
    With TYPED dice people roll, and the key serves only games in which something is drawn that nobody may
    see."""
    if dice not in (SEALED, OPEN, TYPED):
        raise BullrunError(f"dice {dice!r}: expected {SEALED}, {OPEN} or {TYPED}")
    if dice == TYPED and not game.play.draws_in_secret:
        return replace(record, dice=dice, key="", commitment="")
    key = key or chance.new_key()
    return replace(record, dice=dice, key=key.hex(), commitment=chance.commitment(key))


def parse_record(text: str) -> Record:
    """A record from its file; any damage is an error with its line."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    rows = []
    for number, row in enumerate(plain.split("\n"), 1):
        odd = odd_character(row.replace("\t", " "))
        if odd:
            raise RecordError(number, f"{odd} may not stand in a record")
        rows.append((number, row.strip()))
    filled = [(n, row) for n, row in rows if row]
    if not filled or filled[0][1] != FORMAT:
        raise RecordError(filled[0][0] if filled else 1, f"expected {FORMAT!r} as the first line")
    record = Record("", 0, "", {})
    begun = False
    last = len(rows)
    for number, row in filled[1:]:
        last = number
        if row.startswith("#"):
            record.comments.setdefault(len(record.entries), []).append(row)
        elif not begun:
            begun = _header(record, number, row)
        else:
            _body(record, number, row)
    if not begun:
        raise RecordError(last, "the header is not complete: expected 'begin'")
    check_branch(record)
    return record


def check_branch(record: Record) -> None:
    """A branch leaves a game at one of its own actions and has dice of its own: a point beyond would exempt
    rolls that nobody made before, and dice of the parent are known as soon as its key is."""
    if record.branch is None:
        return
    parent, count = record.branch
    line = record.where.get("branch", 2)
    if count > len(record.entries):
        raise RecordError(
            line, f"branch: expected at most the {len(record.entries)} actions of this record, got {count}"
        )
    if parent and parent == record.commitment:
        raise RecordError(line, "branch: a branch has dice of its own, but these are those of its parent")


def _header(record: Record, number: int, row: str) -> bool:
    word, _, rest = row.partition(" ")
    parts = rest.split()
    if word == "begin" and not rest:
        for name in ("game", "scenario", "dice"):
            if name not in record.where:
                raise RecordError(number, f"the header lacks {name!r}")
        return True
    item = f"{word} {parts[0]}" if word in ("option", "chart", "seat") and parts else word
    if item in record.where:
        raise RecordError(number, f"{item!r} was given in line {record.where[item]} already")
    record.where[item] = number
    if word == "game" and len(parts) == 2 and _is_number(parts[1]):
        record.game, record.version = parts[0], int(parts[1])
    elif word == "scenario" and len(parts) == 1:
        record.scenario = parts[0]
    elif word == "option" and len(parts) == 2:
        record.options[parts[0]] = parts[1]
    elif word == "chart" and len(parts) >= 2:
        record.charts[parts[0]] = _chart(number, parts[0], rest.partition(parts[0])[2])
    elif word == "given" and parts:
        record.given = _given(number, rest)
    elif word == "seat" and len(parts) >= 2:
        record.seats[parts[0]] = " ".join(parts[1:])
    elif word == "branch" and len(parts) == 2 and _is_parent(parts[0]) and _is_number(parts[1]):
        record.branch = ("" if parts[0] == "-" else parts[0], int(parts[1]))
    elif word == "dice" and parts == [TYPED]:
        record.dice = TYPED
    elif word == "dice" and len(parts) == 2 and parts[0] in (SEALED, TYPED) and _is_hex(parts[1]):
        record.dice, record.commitment = parts[0], parts[1]
    elif word == "dice" and len(parts) == 3 and parts[0] == OPEN and _is_hex(parts[1]):
        record.dice, record.commitment, record.key = OPEN, parts[1], parts[2]
        check_key(record, number)
    else:
        raise RecordError(number, f"not a header line: {row[:80]!r}")
    return False


def chart_lines(charts: Mapping[str, Any]) -> list[str]:
    """An owner's charts as they stand in a header: the same charts, the same lines."""
    return [f"chart {path} {json.dumps(value, sort_keys=True)}" for path, value in sorted(charts.items())]


def _chart(number: int, path: str, text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise RecordError(number, f"chart {path}: not a value: {text.strip()[:80]!r}") from None


def _given(number: int, text: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(text)
        check_given(found)
    except BullrunError as error:
        raise RecordError(number, f"given: {error}") from None
    except (ValueError, RecursionError):
        raise RecordError(number, f"given: not a position: {text.strip()[:80]!r}") from None
    return found


def _body(record: Record, number: int, row: str) -> None:
    parts = row.split()
    if parts[0] == "key" and len(parts) == 2 and record.is_sealed:
        if record.key:
            raise RecordError(number, f"'key' was given in line {record.where['key']} already")
        record.key = parts[1]
        record.where["key"] = number
        check_key(record, number)
        return
    if record.result is not None or (record.key and record.is_sealed):
        raise RecordError(number, "only the key and comments may follow the end")
    if parts[0] == "=":
        if len(parts) != 3 or parts[1] != str(len(record.entries)):
            raise RecordError(number, f"expected '= {len(record.entries)} DIGEST', got {row[:80]!r}")
        if len(record.entries) in record.digests:
            raise RecordError(
                number, f"'= {parts[1]}' was given in line {record.where[f'= {parts[1]}']} already"
            )
        record.digests[len(record.entries)] = parts[2]
        record.where[f"= {parts[1]}"] = number
    elif parts[0] == "end" and len(parts) == 3:
        record.result = (parts[1], parts[2])
        record.where["end"] = number
    elif parts[0].endswith(":") and len(parts[0]) > 1 and len(parts) > 1:
        try:
            action = parse_action(" ".join(parts[1:]))
        except BullrunError as error:
            raise RecordError(number, str(error)) from error
        record.entries.append((parts[0][:-1], action))
        record.lines.append(number)
    else:
        raise RecordError(number, f"expected 'SIDE: ACTION', got {row[:80]!r}")


def _is_number(text: str) -> bool:
    """No version and no count of actions has more than nine digits."""
    return len(text) <= 9 and text.isascii() and text.isdecimal()


def _is_hex(text: str) -> bool:
    return len(text) == 64 and all(c in "0123456789abcdef" for c in text)


def _is_parent(text: str) -> bool:
    """A parent is named by its commitment, or by "-" where people rolled its dice."""
    return text == "-" or _is_hex(text)


def check_key(record: Record, number: int) -> None:
    """Refuses a key that is not the one the header is sealed with."""
    try:
        key = chance.parse_key(record.key)
    except BullrunError as error:
        raise RecordError(number, str(error)) from error
    if chance.commitment(key) != record.commitment:
        raise RecordError(number, "the key does not fit the commitment of the header")


@dataclass(frozen=True)
class ReplayStep:
    """One recorded action and what came of it. `position` is after it; do not change it."""

    number: int
    owner: str
    action: Action
    events: tuple[Event, ...]
    position: Position[Any, Any]
    roll: str = ""
    """How a roll stands: PROVED, GIVEN, TYPED or UNPROVED; empty where no dice were rolled."""
    secret: bool = False
    """The machine drew it, and nobody may read here what came."""


def open_game(game: Game, record: Record) -> Position[Any, Any]:
    """The position before the first action; refuses other games and versions by name."""
    line = record.where.get("game", 2)
    if record.game != game.id:
        raise RecordError(line, f"game {record.game!r} is not {game.id!r}")
    if record.version != game.version:
        raise RecordError(
            line,
            f"{game.id} version {record.version} is unknown here: this program plays version {game.version}",
        )
    for side, who in record.seats.items():
        line = record.where.get(f"seat {side}", 2)
        if side not in game.sides:
            raise RecordError(line, f"seat {side!r}: expected one of {', '.join(game.sides)}")
        try:
            check_line(f"seat {side}", who)
        except BullrunError as error:
            raise RecordError(line, str(error)) from error
    if record.key:
        check_key(record, record.where.get("key", record.where.get("dice", 2)))
    for name, value in record.options.items():
        try:
            complete_settings(game.id, game.settings, {name: value})
        except BullrunError as error:
            raise RecordError(record.where.get(f"option {name}", 3), str(error)) from error
    try:
        if record.given is not None:
            return game.given(record.scenario, record.options, record.charts, **record.given)
        return game.start(record.scenario, record.options, record.charts)
    except ImpossiblePosition as error:
        raise RecordError(record.where.get("given", 3), f"given: {error}") from error
    except ChartError as error:
        raise RecordError(record.where.get(f"chart {error.path}", 3), str(error)) from error
    except BullrunError as error:
        raise RecordError(record.where.get("scenario", 3), str(error)) from error


def resign(game: Game, position: Position[Any, Any], side: str) -> None:
    """A side gives up: the other one wins."""
    winner = next(other for other in game.sides if other != side)
    position.give_up(winner, f"{game.side_names[side]} resigned")


def imagined(game: Game, position: Position[Any, Any], action: Action) -> Position[Any, Any]:
    """The position with what a side cannot know dealt anew, as the entry says."""
    if len(action) != 3 or action[1] not in game.sides:
        raise BullrunError(f"expected '{IMAGINE} SIDE SEED', got {action_text(action)!r}")
    dream = imagine(game, position, action[1], Random(action[2]))
    dream.log = position.log
    return dream


def replay(game: Game, record: Record) -> Iterator[ReplayStep]:
    """Step through a record and prove owners, legality, digests, dice and result."""
    check_branch(record)
    position = open_game(game, record)
    log: list[Event] = []
    position.log = log
    key = chance.parse_key(record.key) if record.key else None
    given = record.branch[1] if record.branch else 0
    position.decision()
    log.clear()
    _check_digest(record, position, 0)
    for number, (owner, action) in enumerate(record.entries, 1):
        line = record.lines[number - 1] if number <= len(record.lines) else number
        decision = position.decision()
        if action == RESIGN and owner in game.sides and decision is not None:
            resign(game, position, owner)
            _check_digest(record, position, number)
            yield ReplayStep(number, owner, action, tuple(log), position)
            log.clear()
            continue
        if action[0] == IMAGINE and owner == CHANCE and decision is not None:
            # Elsewhere it would change what lies hidden in the middle of a game.
            if record.branch is None or number > given + 1:
                raise RecordError(line, f"{IMAGINE!r} may stand only where a branch begins")
            try:
                position = imagined(game, position, action)
            except BullrunError as error:
                raise RecordError(line, str(error)) from error
            position.decision()
            _check_digest(record, position, number)
            yield ReplayStep(number, owner, action, tuple(log), position)
            log.clear()
            continue
        refusal = why_not(game.play.guide, position, owner, action)
        if refusal is not None or decision is None:
            # The line says which; a message is read by people from whom the action itself may be hidden.
            raise RecordError(line, f"this action is not possible here: {refusal}")
        roll = ""
        if decision.weights is not None:
            roll = _roll(record, key, number <= given, decision.secret)
        if roll == PROVED:
            assert key is not None and decision.weights is not None
            drawn = decision.options[chance.draw(key, position.state.draws, decision.weights)]
            if drawn != action:
                raise RecordError(
                    line, f"the dice of the key give {action_text(drawn)!r}, not {action_text(action)!r}"
                )
        position.apply(action)
        position.decision()
        _check_digest(record, position, number)
        yield ReplayStep(number, owner, action, tuple(log), position, roll, decision.secret)
        log.clear()
    end_line = record.where.get("end", len(record.entries))
    outcome = position.state.outcome
    if record.result and (outcome is None or (outcome[0], outcome[1]) != record.result):
        really = f"{outcome[0]} wins by {outcome[1]}" if outcome else "the game is not over"
        raise RecordError(
            end_line, f"the file says {record.result[0]} wins by {record.result[1]}, but {really}"
        )


def _roll(record: Record, key: bytes | None, is_given: bool, is_secret: bool) -> str:
    if is_given:
        return GIVEN
    if record.dice == TYPED and not is_secret:
        return TYPED
    return PROVED if key is not None else UNPROVED


def _check_digest(record: Record, position: Position[Any, Any], count: int) -> None:
    wanted = record.digests.get(count)
    if wanted is not None and position.state.digest() != wanted:
        line = record.where.get(f"= {count}", count)
        raise RecordError(
            line, f"digest after action {count} is {position.state.digest()}, the file says {wanted}"
        )


def header_facts(record: Record) -> Mapping[str, Any]:
    """The header as plain values."""
    return {
        "game": record.game,
        "version": record.version,
        "scenario": record.scenario,
        "options": record.options,
        "charts": record.charts,
        "seats": record.seats,
        "dice": record.dice,
        "commitment": record.commitment,
        "branch": list(record.branch) if record.branch else None,
        "actions": len(record.entries),
        "result": list(record.result) if record.result else None,
    }
