"""A tiny complete game without a board: the engine's test subject.

Two sides send face-down counters to a ford, round by round. When both stand there, they fight: both
are turned up and each rolls a die (an edge of the higher counter counts on top). Counters that were
beaten are lost; whoever has lost less strength at the end wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from bullrun.engine.action import Action
from bullrun.engine.checks import Check, Refusal, first_refusal
from bullrun.engine.decision import Decision, Fight, chance
from bullrun.engine.display import Clock, Display, Row
from bullrun.engine.events import Event, say
from bullrun.engine.frames import Procedure
from bullrun.engine.game import Data, Game, PieceInfo, Play, Scenario, Table
from bullrun.engine.ledger import Ledger, Rule, enforces
from bullrun.engine.position import Position
from bullrun.engine.settings import Choice, Setting
from bullrun.engine.state import Frame, State, list_of, per_piece, per_piece_wide, piece_set, scalar
from bullrun.engine.vocabulary import (
    BATTLE,
    CHOOSE,
    DIE,
    END,
    LOSS,
    NUMBER,
    PICK,
    PIECE,
    PLACE,
    SIDE,
    WORDS,
    Kind,
    Verb,
    declared,
    template,
)
from bullrun.engine.why_not import Guide
from bullrun.errors import BullrunError
from bullrun.thinking.contract import Thinking

SIDES = ("blue", "red")
STRENGTHS = (1, 2, 3, 4)
IDS = [f"{side[0].upper()}-{strength}" for side in SIDES for strength in STRENGTHS]
OF_SIDE = (0b1111, 0b11110000)
CAMP, FORD, LOST = range(3)
PLACES = ("camp", "ford", "lost")


class ToyState(State):
    """Where each counter is, and the score."""

    place: bytearray = per_piece(CAMP)
    sent_in: list[int] = per_piece_wide(-1)
    face_down: int = piece_set("all")
    round: int = scalar(0)
    lost: tuple[int, int] = scalar((0, 0))
    history: list[str] = list_of()
    purse: tuple[int, ...] = scalar((), "nobody")


class ToyRules:
    """The game under its options."""

    def __init__(self, options: Mapping[str, str]) -> None:
        self.options = dict(options)
        self.rounds = int(options["rounds"])
        self.procedures = PROCEDURES
        self.board, self.pieces = None, PIECES

    def concealed_by_side(self, state: ToyState) -> tuple[int, int]:
        return (state.face_down & OF_SIDE[1], state.face_down & OF_SIDE[0])


Toy = Position[ToyState, ToyRules]


def in_camp(position: Toy, side: int) -> list[int]:
    return [p for p in range(8) if OF_SIDE[side] >> p & 1 and position.state.place[p] == CAMP]


def at_ford(position: Toy, side: int) -> list[int]:
    return [p for p in range(8) if OF_SIDE[side] >> p & 1 and position.state.place[p] == FORD]


CHECKS = (
    Check("2.1", "Only your own counters march.", lambda position, side, piece: OF_SIDE[side] >> piece & 1),
    Check(
        "2.2", "Only counters in camp march.", lambda position, side, piece: piece in in_camp(position, side)
    ),
)


@enforces("1")
def ask_round(position: Toy, frame: Frame) -> Decision | None:
    state = position.state
    if state.round == position.rules.rounds:
        blue, red = state.lost
        winner = "draw" if blue == red else SIDES[blue > red]
        position.finish(winner, "4", f"blue lost {blue}, red lost {red}")
        return None
    state.round += 1
    position.emit("round", "1", round=state.round)
    position.call("fight")
    position.call("march", 1)
    position.call("march", 0)
    return None


@enforces("2.1", "2.2")
def ask_march(position: Toy, frame: Frame) -> Decision | None:
    side = frame[1]
    options: list[Action] = [("send", IDS[p]) for p in in_camp(position, side)]
    if at_ford(position, side):
        options = [("stay",), *options]
    elif not options:
        options = [("stay",)]
    return Decision(SIDES[side], "Who marches to the ford?", options, "2.1", round=position.state.round)


def answer_march(position: Toy, frame: Frame, action: Action) -> None:
    if action[0] == "send":
        piece = IDS.index(action[1])
        position.state.place[piece] = FORD
        position.state.sent_in[piece] = position.state.round
        position.emit_veiled("sent", "2.1", "2.1", piece=IDS[piece], place="ford")
    position.goto("ready", frame[1])


def ask_ready(position: Toy, frame: Frame) -> Decision | None:
    side = frame[1]
    options: list[Action] = [("ready",)]
    if position.state.round > 1:
        options.append(("cheer",))
    return Decision(SIDES[side], "Ready?", options, "2.3")


def answer_ready(position: Toy, frame: Frame, action: Action) -> None:
    if action == ("cheer",):
        position.state.history.append(f"{SIDES[frame[1]]} cheers")
        position.emit_to((SIDES[frame[1]],), "cheer", "2.3", side=SIDES[frame[1]])
    position.end()


@enforces("3.1")
def ask_fight(position: Toy, frame: Frame) -> Decision | None:
    blue, red = at_ford(position, 0), at_ford(position, 1)
    if not blue or not red:
        position.end()
        return None
    if len(frame) == 1:
        fighters = (blue[0], red[0])
        for piece in fighters:
            if position.state.face_down >> piece & 1:
                position.state.face_down &= ~(1 << piece)
                position.emit_reveal("turned_up", "3.1", piece=IDS[piece])
        position.goto("fight", *fighters)
        return None
    rolls = [("roll", str(pips)) for pips in (1, 2, 3)]
    side = len(frame) - 3
    return chance(f"{SIDES[side]} rolls", "3.2", rolls, [1, 1, 2], side=SIDES[side])


def answer_fight(position: Toy, frame: Frame, action: Action) -> None:
    frame = (*frame, int(action[1]))
    position.emit("rolled", "3.2", side=SIDES[len(frame) - 4], die=int(action[1]))
    if len(frame) < 5:
        position.goto(*frame)
        return
    blue, red, blue_roll, red_roll = frame[1:]
    margin = STRENGTHS[blue] + blue_roll - STRENGTHS[red - 4] - red_roll
    state = position.state
    for loser, beaten in ((blue, margin <= 0), (red, margin >= 0)):
        if beaten:
            state.place[loser] = LOST
            lost = list(state.lost)
            lost[loser // 4] += STRENGTHS[loser % 4]
            state.lost = (lost[0], lost[1])
            position.emit("beaten", "3.3", piece=IDS[loser], margin=abs(margin))
    position.end()


PROCEDURES = {
    "round": Procedure(ask_round),
    "march": Procedure(ask_march, answer_march),
    "ready": Procedure(ask_ready, answer_ready),
    "fight": Procedure(ask_fight, answer_fight),
}

VERBS = (
    Verb("send", PICK, (PIECE,), "Send {0} to the ford", "2.1"),
    Verb("stay", END, (), "Stay", "2.1"),
    Verb("ready", END, (), "Ready", "2.3"),
    Verb("cheer", CHOOSE, (), "Cheer", "2.3"),
    Verb("roll", CHOOSE, (NUMBER,), "Roll {0}", "3.2"),
)

EVENTS = (
    Kind("round", "Round {round} begins.", {"round": NUMBER}, level=1),
    Kind("sent", "{piece} marches to the {place}.", {"piece": PIECE, "place": PLACE}),
    Kind("cheer", "{side} cheers.", {"side": SIDE}),
    Kind("turned_up", "{piece} is turned face up.", {"piece": PIECE}),
    Kind("rolled", "{side} rolls {die}.", {"side": SIDE, "die": DIE}, tone=BATTLE),
    Kind("beaten", "{piece} is beaten by {margin}.", {"piece": PIECE, "margin": NUMBER}, tone=LOSS),
    Kind("game_over", "The game is over: {winner} ({reason}).", {"winner": WORDS, "reason": WORDS}),
)
VOCABULARY = declared(VERBS, EVENTS)

RULES = {
    "1": "Rounds", "2.1": "Own counters", "2.2": "From camp", "2.3": "Ready", "3.1": "Fights",
    "3.2": "Dice", "3.3": "Losses", "4": "Winning",
}  # fmt: skip


SETTINGS = {
    "rounds": Setting(
        "rounds", "Rounds", "How long it lasts.", "1", "3",
        (Choice("1", "one"), Choice("3", "three"), Choice("6", "six")),
    ),
    "face": Setting(
        "face", "Face", "How counters lie.", "1", "down", (Choice("down", "hidden"), Choice("up", "open"))
    ),
}  # fmt: skip
PIECES = [PieceInfo(i, SIDES[n // 4], "counter", f"Counter {i}", {"strength": STRENGTHS[n % 4]})
          for n, i in enumerate(IDS)]  # fmt: skip
LEDGER = Ledger({i: Rule(i, t, f"{t} in the toy.", i[0], "made up") for i, t in RULES.items()})
SCENARIOS = {"ford": Scenario("ford", "At the ford", "Four counters a side.", "1")}
SIDE_NAMES = {"blue": "Blue", "red": "Red"}


# --- how it is played


def start(rules: ToyRules) -> Toy:
    state = ToyState(8)
    state.face_down = 0 if rules.options["face"] == "up" else 0b11111111
    state.frames.append(("round",))
    state.purse = (3, 1, 4)
    return Toy(rules, state)


def given(
    rules: ToyRules,
    *,
    turn: int | str,
    side: str,
    phase: str,
    pieces: Sequence[Mapping[str, Any]],
    **extra: Any,
) -> Toy:
    position = start(rules)
    if extra:
        raise BullrunError(f"{sorted(extra)[0]!r}: unknown key; this game knows none besides the pieces")
    if not isinstance(turn, int):
        raise BullrunError(f"turn: expected a number, got {turn!r}")
    position.state.round = turn
    for entry in pieces:
        if entry["id"] not in IDS:
            raise BullrunError(f"pieces: unknown piece {entry['id']!r}")
        if entry.get("at") not in PLACES:
            raise BullrunError(f"{entry['id']}: at: {entry.get('at')!r} is none of {', '.join(PLACES)}")
        position.state.place[IDS.index(entry["id"])] = PLACES.index(entry["at"])
    position.state.frames = [("round",), ("fight",), ("march", SIDES.index(side))]
    return position


def phase(position: Toy) -> tuple[str, str, str]:
    frames = position.state.frames
    if not frames:  # over, or seen by a viewer who does not know the procedures
        return (f"round {position.state.round}", "", "over" if position.state.outcome else "play")
    name, *values = frames[-1]
    return (f"round {position.state.round}", SIDES[values[0]] if name in ("march", "ready") else "", name)


def not_yours(position: Toy, side: str, action: Action) -> Refusal | None:
    """Before anything else, so that the answer is the same for every enemy counter, hidden or not."""
    own = [piece.id for piece in PIECES if piece.side == side]
    if action[0] == "send" and any(word in IDS and word not in own for word in action[1:]):
        return Refusal(CHECKS[0].rule, CHECKS[0].says)
    return None


def why_not_send(position: Toy, action: Action) -> Refusal | None:
    decision = position.decision()
    if len(action) != 2 or action[1] not in IDS or decision is None:
        return Refusal("2.1", "A side sends one of its counters: send COUNTER.")
    number = IDS.index(action[1])
    return first_refusal(CHECKS, position, SIDES.index(decision.owner), number, piece=action[1])


def imagine(position: Toy, viewer: str, random: Random) -> ToyState:
    state = position.state.copy()
    state.purse = tuple(random.sample(state.purse, len(state.purse)))
    for side, name in enumerate(SIDES):
        if name == viewer:
            continue
        hidden = [p for p in range(8) if (state.face_down & OF_SIDE[side]) >> p & 1]
        shuffled = hidden[:]
        random.shuffle(shuffled)
        old = position.state
        for to, source in zip(hidden, shuffled, strict=True):
            state.place[to], state.sent_in[to] = old.place[source], old.sent_in[source]
    return state


# --- what players see


def describe(position: Toy, piece: int) -> Mapping[str, Any]:
    return {"sent in": position.state.sent_in[piece], "up": not position.state.face_down >> piece & 1}


def place_of(position: Toy, piece: int) -> str | None:
    return PLACES[position.state.place[piece]]


def display(position: Toy) -> Display:
    rounds = tuple(f"round {number}" for number in range(1, position.rules.rounds + 1))
    now = max(0, position.state.round - 1)
    lost = ", ".join(f"{SIDE_NAMES[s]} {n}" for s, n in zip(SIDES, position.state.lost, strict=True))
    return Display(Clock(f"Round {position.state.round}", rounds, now), rows=(Row("Lost", lost, "4"),))


def words(rules: ToyRules, event: Event) -> str:
    return say(template(VOCABULARY, event), event.facts, lambda value: SIDE_NAMES.get(str(value), str(value)))


def reach(position: Toy, piece: int) -> list[dict[str, Any]]:
    return [{"place": "ford", "cost": "1/2", "path": ["camp", "ford"], "stops": True}]


def sight(position: Toy, a: str, b: str) -> dict[str, Any]:
    for place in (a, b):
        if place not in PLACES:
            raise BullrunError(f"sight: unknown place {place!r}")
    return {"result": "clear", "reason": "nothing between", "place": None}


def combat(position: Toy, fight: Fight) -> dict[str, Any]:
    return {"results": {"beaten": str(Fraction(1, 3)), "holds": str(Fraction(2, 3))}}


def luck(rules: ToyRules, decision: Decision, action: Action) -> dict[str, Any]:
    return {"side": decision.facts["side"], "measure": "pips rolled", "value": int(action[1])}


# --- what bots know


def worth(position: Toy, side: int) -> int:
    blue, red = position.state.lost
    return red - blue if side == 0 else blue - red


GAME = Game(
    id="toy",
    version=1,
    title="The Toy Ford",
    credits="Made for the tests.",
    sides=SIDES,
    side_names=SIDE_NAMES,
    home=__name__,
    data=Data(lambda: SCENARIOS, lambda: SETTINGS, lambda: LEDGER, lambda _: PIECES, lambda _: None),
    vocabulary=VOCABULARY,
    play=Play(
        rules=lambda scenario, options, charts: ToyRules(options),
        start=start,
        given=given,
        state=ToyState,
        phase=phase,
        guide=Guide(
            SIDES,
            over="4",
            turns="2.1",
            verbs=VOCABULARY.verbs,
            phase=lambda position: phase(position)[2],
            nouns=(not_yours,),
            reasons={"send": why_not_send},
        ),
        imagine=imagine,
    ),
    table=Table(
        place_of=place_of,
        describe=describe,
        display=display,
        words=words,
        reach=reach,
        sight=sight,
        combat=combat,
        luck=luck,
    ),
    thinking=Thinking(worth=worth),
)


def variant(*, start: Any = None, **thinking: Any) -> Game:
    """The toy with another beginning, or with bots that know something else."""
    play = GAME.play if start is None else GAME.play._replace(start=start)
    return replace(GAME, play=play, thinking=GAME.thinking._replace(**thinking))
