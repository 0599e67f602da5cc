"""A small complete game with what the larger ones draw, hold and hide: the engine's second test subject.

Each turn both sides choose a key chit in secret; of their other chits a few go into the cup unseen, the rest
are left out. Then chits are drawn until the cup is empty. An order lets one unit of its side act and goes
back while others wait; a rally is held face up, a storm or a ruse face down; fog is laid on the map and
belongs to nobody. Held chits are played in windows. There are two scenarios, each with a board and counters
of its own. Bots know nothing about it: only random plays it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from bullrun.art.badges import Wears
from bullrun.art.counters import CounterFace
from bullrun.board.map_file import build_board
from bullrun.board.places import Board
from bullrun.engine.action import Action
from bullrun.engine.charts import Charts, InForce, Owners, Sheet, whole
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import Decision
from bullrun.engine.display import Box, Clock, Display, Marker, Phase, Row, Track
from bullrun.engine.events import Event, say
from bullrun.engine.frames import Procedure
from bullrun.engine.game import NEUTRAL, Counters, Data, Game, PieceInfo, Play, Scenario, Table
from bullrun.engine.ledger import Ledger, Rule
from bullrun.engine.position import Position
from bullrun.engine.settings import Choice, Setting
from bullrun.engine.state import Frame, State, per_piece_wide, piece_set, scalar, side
from bullrun.engine.vocabulary import (
    AIM,
    BATTLE,
    CHOOSE,
    DIE,
    END,
    GAIN,
    LOSS,
    MARCH,
    NUMBER,
    PATH,
    PICK,
    PIECE,
    PIECES,
    PLACE,
    RESULT,
    SIDE,
    WORDS,
    Kind,
    Verb,
    declared,
    template,
)
from bullrun.engine.why_not import Guide
from bullrun.errors import BullrunError
from bullrun.mechanisms import offers
from bullrun.mechanisms.cup import draw
from bullrun.mechanisms.dice import dice, pips, readings, tens_and_units
from bullrun.mechanisms.offers import Window, offer
from bullrun.mechanisms.tables import bounds_row, table_by_bounds

SIDES = ("blue", "red")
SIDE_NAMES = {"blue": "Blue", "red": "Red"}
UNIT, ORDER, RALLY, STORM, RUSE, FOG = "unit", "order", "rally", "storm", "ruse", "fog"
EVENTS = (RALLY, STORM, RUSE)
FACE_DOWN = (STORM, RUSE)
"""Held so that the enemy sees only that something is held."""

BOXES = ("gone", "cup", "mix-blue", "mix-red", "left-blue", "left-red", "held-blue", "held-red", "aside")
GONE, CUP, MIX, LEFT, HELD, ASIDE = -1, -2, (-3, -4), (-5, -6), (-7, -8), -9
"""Boxes stand below zero in the column of places, the map above."""


def box(number: int) -> str:
    return BOXES[-number - 1]


class Battle(NamedTuple):
    """What a scenario has of its own."""

    map: str
    chits: tuple[str, ...]
    """The events of each side."""
    units: Mapping[str, int]
    """The units of each side with their strength."""
    starts: tuple[tuple[str, ...], tuple[str, ...]]
    fogs: tuple[str, ...]
    included: int
    """How many chits of each side go into the cup besides the key."""
    prize: str
    """The hex that counts most."""


MEADOW = """
title = "The meadow"
kind = "hex"
[grid]
first = "A1"
last = "E4"
raised_columns = "odd"
source = "reconstructed"
"""
HILL = """
title = "The hill"
kind = "hex"
[grid]
first = "A1"
last = "D6"
raised_columns = "even"
source = "reconstructed"
[terrain.woods]
at = "A1 D6"
source = "reconstructed"
"""
BATTLES = {
    "meadow": Battle(
        MEADOW, (RALLY, STORM, RUSE), {"1": 3, "2": 2}, (("B2", "B3"), ("D2", "D3")), ("Fog",), 1, "C2"
    ),
    "hill": Battle(
        HILL,
        (RALLY, RALLY, STORM, RUSE),
        {"1": 3, "2": 2, "3": 1},
        (("A2", "B2", "C2"), ("B5", "C5", "D5")),
        ("Fog", "Mist"),
        2,
        "B3",
    ),
}


@cache
def board_of(name: str) -> Board:
    return build_board(tomllib.loads(BATTLES[name].map), f"{name}.toml")


def data_file(name: str) -> dict[str, Any]:
    """What a published game would have in its files: the tables, and the units of each battle."""
    if name == "tables":
        return {"assault": ASSAULT}
    units = BATTLES[name].units
    return {
        f"{one[0].upper()}-{number}": {"strength": strength, "source": "reconstructed"}
        for one in SIDES
        for number, strength in units.items()
    }


def pieces_of(name: str, charts: InForce | None = None) -> tuple[PieceInfo, ...]:
    battle, units = BATTLES[name], (charts or CHARTS.own).file(name)
    found = []
    for one in SIDES:
        first = one[0].upper()
        for number in battle.units:
            unit = f"{first}-{number}"
            facts = {"strength": units[unit]["strength"]}
            found.append(PieceInfo(unit, one, UNIT, f"{first} {number}", facts))
        found.append(PieceInfo(f"{first}-{ORDER}", one, ORDER, f"{SIDE_NAMES[one]}'s order", {}))
        for number, kind in enumerate(battle.chits, 1):
            name_of = f"{SIDE_NAMES[one]}'s {kind}"
            found.append(PieceInfo(f"{first}-{kind}-{number}", one, kind, name_of, {}))
    found += [PieceInfo(fog, NEUTRAL, FOG, fog, {}) for fog in battle.fogs]
    return tuple(found)


ASSAULT = {
    "columns": ["A", "B", "C", "D", "E"],
    "results": ["repulsed", "nothing", "shaken", "lost"],
    "from": {
        "A": [11, 31, 56, 66],
        "B": [11, 24, 46, 64],
        "C": [11, 16, 36, 61],
        "D": ["", 11, 26, 46],
        "E": ["", 11, 16, 31],
    },
    "source": "rulebook",
}
CHARTS = Charts(
    __name__,
    data_file,
    (
        Sheet("tables", "tables", {"assault.from.*": bounds_row(readings(tens_and_units))}),
        *(Sheet(name, name, {"*.strength": whole(1, 9)}, item="counter") for name in BATTLES),
    ),
)
EVEN = 2
"""The column of equal strengths."""


class CupState(State):
    """Where everything lies."""

    place: list[int] = per_piece_wide(GONE)
    shaken: int = piece_set()
    acted: int = piece_set()
    turn: int = scalar(0)
    phase: int = scalar(0)
    shift: int = scalar(0)
    blue_key: int = scalar(-1, side(0))
    red_key: int = scalar(-1, side(1))
    """The key chit while it lies in the cup."""


PHASES = ("key", "mix", "draw")


class CupRules:
    """The game under a scenario and its settings."""

    procedures: Mapping[str, Procedure]
    windows: Mapping[str, Window]

    def __init__(self, scenario: str, options: Mapping[str, str], owners: Owners) -> None:
        self.scenario, self.options, self.charts = scenario, dict(options), CHARTS.in_force(owners)
        self.battle = BATTLES[scenario]
        self.board = board_of(scenario)
        self.pieces = pieces_of(scenario, self.charts)
        self.assault = table_by_bounds(
            "assault", self.charts.file("tables")["assault"], readings(tens_and_units)
        )
        self.turns = int(options["turns"])
        self.procedures, self.windows = PROCEDURES, WINDOWS
        self.number = {piece.id: number for number, piece in enumerate(self.pieces)}
        self.events = tuple(
            tuple(n for n, piece in enumerate(self.pieces) if piece.kind in EVENTS and piece.side == one)
            for one in SIDES
        )
        """The event chits of each side."""

    def concealed_by_side(self, state: CupState) -> tuple[int, int]:
        found = [0, 0]
        for owner, chits in enumerate(self.events):
            key = (state.blue_key, state.red_key)[owner]
            for chit in chits:
                place = state.place[chit]
                if place == GONE or (place == HELD[owner] and self.pieces[chit].kind not in FACE_DOWN):
                    continue
                found[1 - owner] |= 1 << chit
                is_mixed = place == MIX[owner] and PHASES[state.phase] == "mix"
                if (is_mixed or place in (CUP, LEFT[owner])) and chit != key:
                    found[owner] |= 1 << chit
        return (found[0], found[1])


Cup = Position[CupState, CupRules]


def pieces_in(position: Cup, place: int, kind: str = "", owner: str | None = None) -> list[int]:
    return [
        number
        for number, piece in enumerate(position.rules.pieces)
        if position.state.place[number] == place and kind in ("", piece.kind) and owner in (None, piece.side)
    ]


def units(position: Cup, owner: int) -> list[int]:
    """A side's units on the map."""
    return [
        number
        for number, piece in enumerate(position.rules.pieces)
        if piece.kind == UNIT and piece.side == SIDES[owner] and position.state.place[number] > 0
    ]


def waiting(position: Cup, owner: int) -> list[int]:
    """A side's units that have not acted this turn."""
    return [unit for unit in units(position, owner) if not position.state.acted >> unit & 1]


def is_foggy(position: Cup, place: int) -> bool:
    return bool(pieces_in(position, place, FOG))


def drawing_side(position: Cup) -> int:
    """They take turns: blue draws in odd turns."""
    return 1 - position.state.turn % 2


def key_of(state: CupState, owner: int) -> int:
    return (state.blue_key, state.red_key)[owner]


def set_key(state: CupState, owner: int, chit: int) -> None:
    if owner == 0:
        state.blue_key = chit
    else:
        state.red_key = chit


# --- chapter 1 and 2: a turn, and what goes into the cup


def ask_turn(position: Cup, frame: Frame) -> Decision | None:
    state = position.state
    alive = [bool(units(position, owner)) for owner in (0, 1)]
    if state.turn == position.rules.turns or not all(alive):
        finish(position)
        return None
    state.turn += 1
    state.acted = 0
    for number, piece in enumerate(position.rules.pieces):
        if piece.kind in (ORDER, FOG):
            state.place[number] = CUP
        elif piece.kind in EVENTS and state.place[number] != GONE:
            state.place[number] = MIX[SIDES.index(piece.side)]
    set_phase(position, "key")
    position.emit("turn", "1", turn=state.turn)
    position.call("draws", 0)
    position.call("mix", 0, 0)
    position.call("key", 1)
    position.call("key", 0)
    return None


def finish(position: Cup) -> None:
    prize = position.rules.board.place(position.rules.battle.prize)
    points = []
    for owner in (0, 1):
        own = units(position, owner)
        strength = sum(position.rules.pieces[unit].facts["strength"] for unit in own)
        points.append(strength + 3 * any(position.state.place[unit] == prize for unit in own))
    winner = "draw" if points[0] == points[1] else SIDES[points[1] > points[0]]
    position.finish(winner, "5", f"Blue has {points[0]} points, Red has {points[1]}")


def set_phase(position: Cup, name: str) -> None:
    position.state.phase = PHASES.index(name)


def ask_key(position: Cup, frame: Frame) -> Decision | None:
    owner = frame[1]
    chits = pieces_in(position, MIX[owner])
    if not chits:
        position.end()
        return None
    options: list[Action] = [("key", position.rules.pieces[chit].id) for chit in chits]
    return Decision(SIDES[owner], "Which chit is your key?", options, "2.1")


def answer_key(position: Cup, frame: Frame, action: Action) -> None:
    owner, chit = frame[1], position.rules.number[action[1]]
    position.state.place[chit] = CUP
    set_key(position.state, owner, chit)
    position.emit_veiled("key", "2.1", "2.1", side=SIDES[owner], piece=action[1])
    position.end()


def ask_mix(position: Cup, frame: Frame) -> Decision | None:
    _, owner, included = frame
    set_phase(position, "mix")
    chits = pieces_in(position, MIX[owner])
    if chits and included < position.rules.battle.included:
        return draw(
            position, chits, f"{SIDE_NAMES[SIDES[owner]]}'s chits are mixed", "2.2", side=SIDES[owner]
        )
    for chit in chits:
        position.state.place[chit] = LEFT[owner]
    position.emit("mixed", "2.3", side=SIDES[owner], included=included, left=len(chits))
    if owner == 0:
        position.goto("mix", 1, 0)
    else:
        set_phase(position, "draw")
        position.end()
    return None


def answer_mix(position: Cup, frame: Frame, action: Action) -> None:
    position.state.place[position.rules.number[action[1]]] = CUP
    position.goto("mix", frame[1], frame[2] + 1)


# --- chapter 3: drawing


def ask_draws(position: Cup, frame: Frame) -> Decision | None:
    if frame[1] == 0:
        position.goto("draws", 1)
        offer(position, "gap")
        return None
    chits = pieces_in(position, CUP)
    if not chits or not units(position, 0) or not units(position, 1):
        position.end()
        return None
    drawing = SIDES[drawing_side(position)]
    return draw(position, chits, f"{SIDE_NAMES[drawing]} draws a chit", "3.1", side=drawing)


def answer_draws(position: Cup, frame: Frame, action: Action) -> None:
    position.goto("draws", 0)
    state, chit = position.state, position.rules.number[action[1]]
    piece = position.rules.pieces[chit]
    if piece.kind == FOG:
        state.place[chit] = ASIDE
        position.emit_reveal("drawn", "3.1", piece=piece.id)
        position.call("fog", chit)
        return
    owner = SIDES.index(piece.side)
    if piece.kind == ORDER:
        state.place[chit] = ASIDE
        position.emit_reveal("drawn", "3.1", piece=piece.id)
        position.call("orders", owner, chit)
        return
    if chit == key_of(state, owner):
        set_key(state, owner, -1)
    state.place[chit] = HELD[owner]
    if piece.kind in FACE_DOWN:
        position.emit_veiled("held", "3.3", "3.3", side=piece.side, piece=piece.id)
    else:
        position.emit_reveal("held", "3.3", side=piece.side, piece=piece.id)


def ask_fog(position: Cup, frame: Frame) -> Decision | None:
    layer = 1 - drawing_side(position)
    places = sorted({position.state.place[unit] for owner in (0, 1) for unit in units(position, owner)})
    options: list[Action] = [("lay", position.rules.board.names[place]) for place in places]
    return Decision(SIDES[layer], "Where does the fog lie?", options, "3.4")


def answer_fog(position: Cup, frame: Frame, action: Action) -> None:
    chit = frame[1]
    position.state.place[chit] = position.rules.board.place(action[1])
    position.emit("laid", "3.4", piece=position.rules.pieces[chit].id, place=action[1])
    position.end()


# --- chapter 4: orders and assaults


def neighbours(position: Cup, unit: int) -> Sequence[int]:
    return position.rules.board.neighbours[position.state.place[unit]]


def targets(position: Cup, unit: int, owner: int) -> list[int]:
    """The enemies that a unit can attack: next to it, no fog on either."""
    around = neighbours(position, unit)
    if is_foggy(position, position.state.place[unit]):
        return []
    return [
        enemy
        for enemy in units(position, 1 - owner)
        if position.state.place[enemy] in around and not is_foggy(position, position.state.place[enemy])
    ]


def ask_orders(position: Cup, frame: Frame) -> Decision | None:
    owner = frame[1]
    if not waiting(position, owner):
        position.end()  # the last one was lost since the order went back into the cup
        return None
    state, pieces, board = position.state, position.rules.pieces, position.rules.board
    enemies = {state.place[enemy] for enemy in units(position, 1 - owner)}
    options: list[Action] = []
    for unit in waiting(position, owner):
        name = pieces[unit].id
        options += [("move", name, board.names[to]) for to in neighbours(position, unit) if to not in enemies]
        options += [("attack", name, pieces[enemy].id) for enemy in targets(position, unit, owner)]
        options.append(("halt", name))
    return Decision(SIDES[owner], "Which unit carries out the order?", options, "3.2")


def answer_orders(position: Cup, frame: Frame, action: Action) -> None:
    _, owner, chit = frame
    state, rules = position.state, position.rules
    unit = rules.number[action[1]]
    state.acted |= 1 << unit
    state.place[chit] = CUP if waiting(position, owner) else ASIDE
    if action[0] == "attack":
        position.emit("attack", "4.2", attackers=[action[1]], defenders=[action[2]])
        position.goto("assault", unit, rules.number[action[2]], 0)
        return
    if action[0] == "move":
        origin = rules.board.names[state.place[unit]]
        state.place[unit] = rules.board.place(action[2])
        position.emit("moved", "4.1", piece=action[1], path=[origin, action[2]])
    else:
        position.emit("halted", "3.2", piece=action[1])
    position.end()


def ask_assault(position: Cup, frame: Frame) -> Decision | None:
    _, attacker, defender, stage = frame
    if stage == 0:
        position.state.shift = 0
        position.goto("assault", attacker, defender, 1)
        offer(position, "assault", attacker, defender)
        return None
    owner = position.rules.pieces[attacker].side
    return dice(f"{SIDE_NAMES[owner]} rolls for the assault", "4.3", side=owner)


def column(position: Cup, attacker: int, defender: int) -> int:
    """Strength against strength, a shaken unit one less, then the shifts of chits."""
    first, second = (
        position.rules.pieces[unit].facts["strength"] - (position.state.shaken >> unit & 1)
        for unit in (attacker, defender)
    )
    return position.rules.assault.shift(EVEN, first - second + position.state.shift)


def answer_assault(position: Cup, frame: Frame, action: Action) -> None:
    _, attacker, defender, _ = frame
    pieces = position.rules.pieces
    at = column(position, attacker, defender)
    result = position.rules.assault.result(pips(action), at)
    position.emit(
        "assault",
        "4.3",
        side=pieces[attacker].side,
        die=pips(action),
        column=position.rules.assault.columns[at],
        result=result,
        piece=pieces[defender].id,
    )
    if result != "nothing":
        suffer(position, attacker if result == "repulsed" else defender, is_lost=result == "lost")
    position.state.shift = 0
    position.end()


def suffer(position: Cup, unit: int, is_lost: bool) -> None:
    """A unit that is shaken twice is lost."""
    state, name = position.state, position.rules.pieces[unit].id
    if is_lost or state.shaken >> unit & 1:
        state.place[unit] = GONE
        state.shaken &= ~(1 << unit)
        position.emit("lost", "4.3", piece=name)
    else:
        state.shaken |= 1 << unit
        position.emit("shaken", "4.3", piece=name)


# --- windows


def held(position: Cup, owner: str, *kinds: str) -> list[int]:
    place = HELD[SIDES.index(owner)]
    return [chit for chit in pieces_in(position, place) if position.rules.pieces[chit].kind in kinds]


def gap_order(position: Cup) -> Sequence[str]:
    first = drawing_side(position)
    return SIDES[first], SIDES[1 - first]


def gap_playable(position: Cup, owner: str) -> Sequence[Action]:
    """A rally, for a unit that is shaken."""
    pieces = position.rules.pieces
    shaken = [u for u in units(position, SIDES.index(owner)) if position.state.shaken >> u & 1]
    return [("play", pieces[c].id, pieces[u].id) for c in held(position, owner, RALLY) for u in shaken]


def gap_play(position: Cup, owner: str, action: Action) -> None:
    chit, unit = (position.rules.number[word] for word in action[1:])
    position.state.place[chit] = GONE
    position.state.shaken &= ~(1 << unit)
    position.emit("rallied", "4.4", piece=action[2], chit=action[1])


def assault_order(position: Cup, attacker: int, defender: int) -> Sequence[str]:
    pieces = position.rules.pieces
    return pieces[attacker].side, pieces[defender].side


def assault_playable(position: Cup, owner: str, attacker: int, defender: int) -> Sequence[Action]:
    """A storm for the attacker, a ruse for the defender."""
    kind = STORM if position.rules.pieces[attacker].side == owner else RUSE
    return [("play", position.rules.pieces[chit].id) for chit in held(position, owner, kind)]


def assault_play(position: Cup, owner: str, action: Action, attacker: int, defender: int) -> None:
    chit = position.rules.number[action[1]]
    position.state.place[chit] = GONE
    shift = 1 if position.rules.pieces[chit].kind == STORM else -1
    position.state.shift += shift
    position.emit_reveal("played", "4.5", side=owner, piece=action[1], shift=shift)


WINDOWS = {
    "gap": Window("gap", "4.4", "Do you play a chit?", gap_order, gap_playable, gap_play, repeats=True),
    "assault": Window(
        "assault",
        "4.5",
        "Do you play a chit in this assault?",
        assault_order,
        assault_playable,
        assault_play,
        always_ask=True,
    ),
}
PROCEDURES = {
    **offers.PROCEDURES,
    "turn": Procedure(ask_turn),
    "key": Procedure(ask_key, answer_key),
    "mix": Procedure(ask_mix, answer_mix),
    "draws": Procedure(ask_draws, answer_draws),
    "fog": Procedure(ask_fog, answer_fog),
    "orders": Procedure(ask_orders, answer_orders),
    "assault": Procedure(ask_assault, answer_assault),
}

VERBS = (
    Verb("key", PICK, (PIECE,), "Make {0} the key", "2.1", "key"),
    Verb("draw", PICK, (PIECE,), "Draw {0}", "3.1"),
    Verb("lay", AIM, (PLACE,), "Lay the fog on {0}", "3.4", "draw"),
    Verb("move", MARCH, (PIECE, PLACE), "Move {0} to {1}", "4.1", "draw"),
    Verb("attack", AIM, (PIECE, PIECE), "{0} attacks {1}", "4.2", "draw"),
    Verb("halt", END, (PIECE,), "{0} stays", "3.2", "draw"),
    Verb("play", PICK, (PIECE,), "Play {0}", "3.3", "draw"),
    Verb("play", PICK, (PIECE, PIECE), "Play {0} on {1}", "3.3", "draw"),
    Verb("pass", END, (), "Play nothing", "4.4", "draw"),
    Verb("roll", CHOOSE, (NUMBER,), "Roll {0}", "4.3", "draw"),
)
EVENTS_TOLD = (
    Kind("turn", "Turn {turn} begins.", {"turn": NUMBER}, level=1),
    Kind("key", "{side} chooses a key: {piece}.", {"side": SIDE, "piece": PIECE}),
    Kind(
        "mixed",
        "{side}: {included} into the cup unseen, {left} left out.",
        {"side": SIDE, "included": NUMBER, "left": NUMBER},
    ),
    Kind("drawn", "{piece} is drawn.", {"piece": PIECE}),
    Kind("held", "{side} takes {piece}.", {"side": SIDE, "piece": PIECE}),
    Kind("laid", "{piece} lies on {place}.", {"piece": PIECE, "place": PLACE}),
    Kind("attack", "{attackers} against {defenders}.", {"attackers": PIECES, "defenders": PIECES}, BATTLE),
    Kind("moved", "{piece} moves: {path}.", {"piece": PIECE, "path": PATH}),
    Kind("halted", "{piece} stays where it is.", {"piece": PIECE}),
    Kind(
        "assault",
        "{side} rolls {die} in column {column} against {piece}: {result}.",
        {"side": SIDE, "die": DIE, "column": WORDS, "piece": PIECE, "result": WORDS},
        RESULT,
    ),
    Kind("lost", "{piece} is lost.", {"piece": PIECE}, LOSS),
    Kind("shaken", "{piece} is shaken.", {"piece": PIECE}, LOSS),
    Kind("rallied", "{chit}: {piece} is steady again.", {"chit": PIECE, "piece": PIECE}, GAIN),
    Kind(
        "played",
        "{side} plays {piece}: the column shifts by {shift}.",
        {"side": SIDE, "piece": PIECE, "shift": NUMBER},
    ),
    Kind("game_over", "The game is over: {winner}. {reason}.", {"winner": WORDS, "reason": WORDS}),
)
VOCABULARY = declared(VERBS, EVENTS_TOLD)
RULES = {
    "1": "Turns", "2.1": "Key chits", "2.2": "Included chits", "2.3": "Chits left out", "3.1": "Drawing",
    "3.2": "Orders", "3.3": "Events", "3.4": "Fog", "4.1": "Movement", "4.2": "Attacks", "4.3": "Assaults",
    "4.4": "Between draws", "4.5": "In an assault", "5": "Winning",
}  # fmt: skip
LEDGER = Ledger({i: Rule(i, t, f"{t} in the second toy.", i[0], "made up") for i, t in RULES.items()})
SETTINGS = {
    "turns": Setting(
        "turns", "Turns", "How long it lasts.", "1", "2", (Choice("1", "one"), Choice("2", "two"))
    ),
}
SCENARIOS = {
    "meadow": Scenario("meadow", "On the meadow", "Two units a side.", "1", "meadow", "meadow"),
    "hill": Scenario("hill", "Up the hill", "Three units a side, and another map.", "1", "hill", "hill"),
}


# --- how it is played


def start(rules: CupRules) -> Cup:
    state = CupState(len(rules.pieces))
    for owner, one in enumerate(SIDES):
        own = [n for n, piece in enumerate(rules.pieces) if piece.kind == UNIT and piece.side == one]
        for unit, place in zip(own, rules.battle.starts[owner], strict=True):
            state.place[unit] = rules.board.place(place)
        for chit in rules.events[owner]:
            state.place[chit] = MIX[owner]
    state.frames.append(("turn",))
    return Cup(rules, state)


def given(
    rules: CupRules,
    *,
    turn: int | str,
    side: str,
    phase: str,
    pieces: Sequence[Mapping[str, Any]],
    **extra: Any,
) -> Cup:
    """A side about to carry out an order; chits that are not named are left out of the turn."""
    if extra:
        raise BullrunError(f"{sorted(extra)[0]!r}: unknown key; this game knows none besides the pieces")
    if type(turn) is not int or not 1 <= turn <= rules.turns:
        raise BullrunError(f"turn: expected 1 to {rules.turns}, got {turn!r}")
    if side not in SIDES or phase != "draw":
        raise BullrunError(f"expected blue or red in the phase 'draw', got {side!r} in {phase!r}")
    position = start(rules)
    state = position.state
    state.turn, state.phase = turn, PHASES.index("draw")
    for number, piece in enumerate(rules.pieces):
        state.place[number] = LEFT[SIDES.index(piece.side)] if piece.kind in EVENTS else GONE
    for entry in pieces:
        name, at = entry.get("id"), entry.get("at")
        if name not in rules.number:
            raise BullrunError(f"pieces: unknown piece {name!r}")
        if at in BOXES:
            state.place[rules.number[name]] = -1 - BOXES.index(at)
        else:
            state.place[rules.number[name]] = rules.board.place(str(at))
    owner = SIDES.index(side)
    if not units(position, owner):
        raise BullrunError(f"pieces: {side} needs a unit on the map")
    order = rules.number[f"{side[0].upper()}-{ORDER}"]
    state.place[order] = ASIDE
    state.frames = [("turn",), ("draws", 0), ("orders", owner, order)]
    return position


def phase(position: Cup) -> tuple[str, str, str]:
    state = position.state
    if state.outcome:
        return (f"turn {state.turn}", "", "over")
    return (f"turn {state.turn}", "", PHASES[state.phase])


def not_yours(position: Cup, owner: str, action: Action) -> Refusal | None:
    """Before anything else, so that the answer is the same for every enemy chit, wherever it lies."""
    numbers, pieces = position.rules.number, position.rules.pieces
    if action[0] in ("key", "move", "attack", "halt", "play") and len(action) > 1:
        number = numbers.get(action[1])
        if number is None or pieces[number].side != owner:
            rule = VOCABULARY.verbs[action[0]][0].rule
            return Refusal(rule, f"{SIDE_NAMES[owner]} can use only its own counters.")
    return None


def why_not_key(position: Cup, action: Action) -> Refusal | None:
    return Refusal("2.1", "A side chooses one of the chits in its mix: key CHIT.")


def why_not_order(position: Cup, action: Action) -> Refusal | None:
    """Why a unit cannot carry out the order so."""
    number = position.rules.number.get(action[1]) if len(action) > 1 else None
    if number is None or position.rules.pieces[number].kind != UNIT:
        return Refusal("3.2", "A unit carries out an order: move UNIT HEX, attack UNIT ENEMY, halt UNIT.")
    if position.state.place[number] < 0:
        return Refusal("3.2", f"{action[1]} is lost.")
    if position.state.acted >> number & 1:
        return Refusal("3.2", f"{action[1]} has acted this turn.")
    if action[0] == "move":
        return Refusal("4.1", "A unit moves one hex, and not onto an enemy.")
    return Refusal("4.2", "A unit attacks an enemy next to it, and nobody attacks into or out of fog.")


def why_not_lay(position: Cup, action: Action) -> Refusal | None:
    return Refusal("3.4", "Fog is laid on a hex where a unit stands: lay HEX.")


def why_not_play(position: Cup, action: Action) -> Refusal | None:
    decision = position.decision()
    rule = decision.rule if decision is not None else "4.4"
    return Refusal(rule, "A side plays a chit that it holds and that does something here.")


def imagine(position: Cup, viewer: str, random: Random) -> CupState:
    """What the viewer cannot know is dealt anew: storms and ruses to where the enemy holds something face
    down, then all others to the cup and to what was left out."""
    rules, state = position.rules, position.state.copy()
    concealed = rules.concealed_by_side(position.state)
    hidden = concealed[SIDES.index(viewer)] if viewer in SIDES else concealed[0] | concealed[1]
    for owner, chits in enumerate(rules.events):
        unknown = [chit for chit in chits if hidden >> chit & 1]
        places = [position.state.place[chit] for chit in unknown]
        dark = [chit for chit in unknown if rules.pieces[chit].kind in FACE_DOWN]
        random.shuffle(dark)
        in_hand = dark[: places.count(HELD[owner])]
        others = [chit for chit in unknown if chit not in in_hand]
        random.shuffle(others)
        elsewhere = [place for place in places if place != HELD[owner]]
        for chit in in_hand:
            state.place[chit] = HELD[owner]
        for chit, place in zip(others, elsewhere, strict=True):
            state.place[chit] = place
        if viewer != SIDES[owner]:
            # The key is any chit that lies in the cup, or one of those that have come out of it.
            drawn = [chit for chit in chits if state.place[chit] == HELD[owner]]
            in_cup = [chit for chit in others if state.place[chit] == CUP]
            set_key(state, owner, random.choice([*in_cup, *(-1 for _ in drawn)]) if in_cup else -1)
    return state


# --- what players see


def place_of(position: Cup, piece: int) -> str | None:
    place = position.state.place[piece]
    if place == GONE:
        return None
    return position.rules.board.names[place] if place > 0 else box(place)


def describe(position: Cup, piece: int) -> Mapping[str, Any]:
    state = position.state
    if position.rules.pieces[piece].kind != UNIT:
        return {}
    return {"shaken": bool(state.shaken >> piece & 1), "acted": bool(state.acted >> piece & 1)}


BOX_TITLES = {"cup": "The cup", "aside": "Set aside"} | {
    f"{what}-{one}": f"{says} of {SIDE_NAMES[one]}"
    for what, says in (("mix", "The chits"), ("left", "Left out"), ("held", "The hand"))
    for one in SIDES
}
BOXES_SHOWN = tuple(
    Box(name, BOX_TITLES[name], "2.1", name.partition("-")[2], is_cup=name == "cup") for name in BOXES[1:]
)
SHIFTS = tuple(str(number) for number in range(-8, 9))


def display(position: Cup) -> Display:
    """A track for the column shift, a marker on every unit that is shaken."""
    state, pieces = position.state, position.rules.pieces
    turns = tuple(f"turn {number}" for number in range(1, position.rules.turns + 1))
    phases = tuple(Phase(name, name.capitalize()) for name in PHASES)
    shaken = [
        number for number in range(len(pieces)) if state.shaken >> number & 1 and state.place[number] > 0
    ]
    return Display(
        Clock(f"Turn {state.turn}", turns, max(0, state.turn - 1), phases),
        BOXES_SHOWN,
        (Track("shift", "Column shift", "4.5", SHIFTS, (Marker(str(state.shift), "shift"),)),),
        tuple(Marker(pieces[n].id, "shaken", pieces[n].side, says="shaken", rule="4.3") for n in shaken),
        (Row("Turn", f"{state.turn} of {position.rules.turns}", "1"),),
    )


CLOTHS = {"blue": "blue", "red": "grey", NEUTRAL: "plain"}


def face(piece: PieceInfo, shown: Mapping[str, Any]) -> CounterFace:
    numbers = tuple(str(value) for value in piece.facts.values() if type(value) is int)
    return CounterFace(CLOTHS[piece.side], name=piece.name, factors=numbers[:3])


COUNTERS = Counters(
    face,
    back=lambda one: CounterFace(CLOTHS[one], face_down=True),
    badges=lambda shown: [("acted", "")] if shown.get("acted") else [],
    wears={"acted": Wears("moved", "right", "has acted", dims=True)},
    marker=lambda shown: CounterFace("plain", symbol="words", name=shown.look),
)


def words(rules: CupRules, event: Event) -> str:
    """Counters are called by the names that they have in this scenario."""

    def name(value: Any) -> str:
        number = rules.number.get(value) if isinstance(value, str) else None
        return rules.pieces[number].name if number is not None else SIDE_NAMES.get(str(value), str(value))

    return say(template(VOCABULARY, event), event.facts, name)


def tables(rules: CupRules) -> list[dict[str, Any]]:
    table = rules.charts.file("tables")["assault"]
    rows = [[column, *map(str, row)] for column, row in table["from"].items()]
    return [
        {"id": "assault", "title": "Assaults", "rule": "4.3", "head": ["Column", *table["results"]],
         "rows": rows, "note": "", "charts": ["tables.assault"]}
    ]  # fmt: skip


GAME = Game(
    id="cup",
    version=1,
    title="The Toy Cup",
    credits="Made for the tests.",
    sides=SIDES,
    side_names=SIDE_NAMES,
    home=__name__,
    data=Data(lambda: SCENARIOS, lambda: SETTINGS, lambda: LEDGER, pieces_of, board_of, CHARTS),
    vocabulary=VOCABULARY,
    play=Play(
        rules=CupRules,
        start=start,
        given=given,
        state=CupState,
        phase=phase,
        guide=Guide(
            SIDES,
            over="5",
            turns="1",
            verbs=VOCABULARY.verbs,
            phase=lambda position: phase(position)[2],
            nouns=(not_yours,),
            reasons={
                "key": why_not_key,
                "move": why_not_order,
                "attack": why_not_order,
                "halt": why_not_order,
                "lay": why_not_lay,
                "play": why_not_play,
            },
        ),
        imagine=imagine,
        draws_in_secret=True,
        windows={"gap": "Between two draws", "assault": "In an assault"},
    ),
    table=Table(
        place_of=place_of,
        describe=describe,
        display=display,
        words=words,
        counters=COUNTERS,
        tables=tables,
    ),
)
