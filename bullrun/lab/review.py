"""The review of a game: win probability over time, the decisions that cost most, luck apart from skill.

- Win probability: play-outs to the end by a bot from moments spread over the record, with Wilson intervals;
  and, where the game foretells who wins, its estimate for every turn.
- Costs of turns: what was made of a turn, luck taken out, against what good bots make of it on average from
  the same beginning. What was better: the plan they follow, whom they attack and where their pieces end up
  in most of their turns, as far as it differs from what was played.
- Costs of single decisions: options a side passed over that looked better to it then (what it could not know
  is imagined) are tried out against what it chose. Both are played on by good bots through the enemy's reply,
  in the same imagined worlds with the same dice; the difference is the cost. What is not better beyond chance
  is left out, and so is what the side did a little later in the same phase.
- Luck: what the position was worth after a roll less the exact average over all rolls that could have come.

Costs and luck are percentage points of the chance to win, or the game's own units of worth if it does not
foretell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor, sqrt
from random import Random
from typing import Any, NamedTuple

from bullrun.board.zone_graph import ZoneBoard
from bullrun.bots import Bot, Seat, make_bot
from bullrun.bots.judging import expected_worth, values
from bullrun.bots.levels import parse_opponent
from bullrun.bots.plans import group_of
from bullrun.engine.action import Action, action_text
from bullrun.engine.chance import weighted_index
from bullrun.engine.game import Game
from bullrun.engine.position import Position
from bullrun.engine.record import RESIGN, Record, open_game, replay
from bullrun.engine.view import imagine
from bullrun.lab.simulate import wilson
from bullrun.lab.traces import NO_TRACES, Traces, differences
from bullrun.thinking.contract import chance_to_win, thinking_of
from bullrun.thinking.outlook import CERTAIN

AnyPosition = Position[Any, Any]

MOST_SHOWN = 10
MOST_TRIED = 40
MOST_CHECKED = 10
"""How many of the decisions that look costliest are played out, and how many turns."""
PAIRS = 8
"""How often each is played out."""
REACH = 2.36
"""How many standard errors a 95 % interval reaches to either side, by the number of play-outs (Student's
t)."""
LEAST_SHOWN = 1.0
"""In percent: what costs less is counted, but not worth a reader's time."""
STRIDE = 20
"""Progress is reported once for this many actions that are read."""
CHECKER = "colonel"
AHEAD = 2
"""How many stretches of play are played on: the rest of the side's own and the enemy's reply."""
LONGEST = 3_000


class Costly(NamedTuple):
    """A decision in which something better seemed to be had."""

    number: int
    """Number of the action in the record, from 1."""
    side: str
    turn: str
    phase: str
    question: str
    chosen: Action
    better: Action
    rule: str
    chosen_words: str
    better_words: str
    seeming: float
    """How much better it looked at once, in worth."""
    position: AnyPosition
    """Before it was made."""
    cost: float = 0.0
    """How much better it was, played out."""
    error: float = 0.0
    made: float = 0.0
    """Of a whole turn: how the side stood after it, luck taken out."""
    expected: float = 0.0
    """Of a whole turn: how good bots stood after it."""
    rules: tuple[str, ...] = ()
    """Of a whole turn: the rules behind the better plan."""
    differences: tuple[str, ...] = ()
    """Of a whole turn: what good bots did in it otherwise."""


class Turn(NamedTuple):
    """A stretch of play of one side, and what became of its chances in it."""

    number: int
    """Number of its first action."""
    side: str
    turn: str
    start: AnyPosition
    made: float
    """How the side stood at its end, its luck taken out."""
    drop: float
    """How much worse that is than how it stood at its beginning."""
    traces: Traces


class Estimate(NamedTuple):
    """The win probability of the first side after a number of actions."""

    after: int
    turn: str
    wins: int
    draws: int
    tries: int
    is_over: bool
    """Whether the game was over by then: nothing is left to chance."""


class Review:
    """A review under way: what is done so far can be read at any time."""

    def __init__(
        self, game: Game, record: Record, points: int, rollouts: int, player: str, seed: int
    ) -> None:
        parse_opponent(player)
        self.game, self.record = game, record
        self.in_percent = thinking_of(game).foresight is not None
        """Whether costs and luck are points of the chance to win, or else the game's units of worth."""
        self.rollouts, self.player, self.seed = rollouts, player, seed
        count = len(record.entries)
        self._wanted = _coarse_first(sorted({count * n // (points - 1) for n in range(points)}))
        self.steps = count // STRIDE + len(self._wanted) * rollouts + 2 * MOST_CHECKED * PAIRS
        """How often progress is reported."""
        self.moments: list[Estimate] = []
        self.estimates: list[tuple[int, str, float]] = []
        """What the game foretells at the beginning of each turn, in percent, by the number of actions before
        it."""
        self.candidates: list[Costly] = []
        self.turns: list[Turn] = []
        self.choices: list[Costly] = []
        """Those that were played out and really cost something."""
        self.luck: dict[str, float] = dict.fromkeys(game.sides, 0.0)
        self.rolls: dict[str, int] = dict.fromkeys(game.sides, 0)
        self.luck_by_turn: dict[str, float] = {}
        """The first side's luck in each turn; the other side's is the same the other way round."""
        self.complete = False

    def run(self, progress: Callable[[int], None] | None = None) -> None:
        """First the record step by step, then turns that went badly, play-outs, single decisions."""
        done = 0

        def step(count: int = 1) -> None:
            nonlocal done
            for _ in range(count):
                done += 1
                if progress:
                    progress(done)

        positions = self._step_through(step)
        for stretch in self.turns:
            self._check_turn(stretch, step)
        for after in self._wanted:
            position = positions[after]
            is_over = position.state.outcome is not None
            results = []
            for number in range(self.rollouts):
                results.append(self._play_out(position.copy(), f"{self.seed} {after} {number}"))
                step()
            turn = self.game.phase(position)[0]
            first, second = self.game.sides
            wins, draws = results.count(first), len(results) - results.count(first) - results.count(second)
            self.moments.append(Estimate(after, turn, wins, draws, self.rollouts, is_over))
        for choice in self.candidates:
            self._check(choice, step)
        step(self.steps - done)
        self.complete = True

    # --- judging ------------------------------------------------------------------------------------

    def judge(self, position: AnyPosition, side: str) -> float:
        """How a position stands for a side: its chance to win in percent, or its worth."""
        chance = chance_to_win(self.game, position, side)
        if chance is None:
            return float(thinking_of(self.game).worth(position, self.game.sides.index(side)))
        return chance * 100 / CERTAIN

    # --- the record ---------------------------------------------------------------------------------

    def _step_through(self, told: Callable[[], None]) -> dict[int, AnyPosition]:
        game, random = self.game, Random(self.seed)
        position = open_game(game, self.record)
        kept: dict[int, AnyPosition] = {}
        found: list[Costly] = []
        missed: dict[Action, Costly] = {}
        group: tuple[str, str, str] | None = None
        last_side = game.sides[0]
        position.decision()
        before = position.copy()
        stretch, attacked = self._begin_stretch(before, 1), set[tuple[str, ...]]()
        if 0 in self._wanted:
            kept[0] = before.copy()
        for step in replay(game, self.record):
            decision = before.decision()
            assert decision is not None
            now = game.phase(before)
            if group_of(game, before) != group_of(game, stretch.start):
                self._end_stretch(stretch, before, attacked)
                stretch, attacked = self._begin_stretch(before, step.number), set()
            self._estimate(step.number - 1, now[0], before)
            if step.action == RESIGN:
                pass
            elif decision.weights is not None:
                self._roll(before, step.position, now[0])
                self.rolls[last_side] += 1
            else:
                last_side = decision.owner
                if last_side == stretch.side:
                    attacked.add(self._defenders(before, step.action))
                if now != group:
                    found += missed.values()
                    missed, group = {}, now
                # What was better then and is done now was not missed; what is missed again counts once.
                missed.pop(step.action[:2], None)
                choice = self._compare(before, step.number, step.action, random)
                if choice is not None:
                    missed[choice.better[:2]] = choice
            before = step.position.copy()
            if step.number in self._wanted:
                kept[step.number] = before.copy()
            if step.number % STRIDE == 0:
                told()
        self._end_stretch(stretch, before, attacked)
        self.turns.sort(key=lambda turn: (-turn.drop, turn.number))
        del self.turns[MOST_CHECKED:]
        found += missed.values()
        found.sort(key=lambda choice: (-choice.seeming, choice.number))
        self.candidates = found[:MOST_CHECKED]
        return kept

    def _begin_stretch(self, position: AnyPosition, number: int) -> Turn:
        side = group_of(self.game, position)[1]
        first = self.game.sides[0]
        # What luck has brought so far is kept in `made` until the end.
        luck = self.luck[side] if side in self.game.sides else self.luck[first]
        return Turn(number, side, self.game.phase(position)[0], position.copy(), luck, 0.0, NO_TRACES)

    def _end_stretch(self, stretch: Turn, position: AnyPosition, attacked: set[tuple[str, ...]]) -> None:
        side = stretch.side
        if side not in self.game.sides:
            return
        made = self.judge(position, side) - (self.luck[side] - stretch.made)
        drop = self.judge(stretch.start, side) - made
        traces = self._traces(position, side, attacked)
        self.turns.append(stretch._replace(made=made, drop=drop, traces=traces))

    def _traces(self, position: AnyPosition, side: str, attacked: set[tuple[str, ...]]) -> Traces:
        places = {
            piece.id: self.game.table.place_of(position, number) or ""
            for number, piece in enumerate(position.rules.pieces)
            if piece.side == side
        }
        return Traces(frozenset(attacked - {()}), places)

    def _defenders(self, position: AnyPosition, action: Action) -> tuple[str, ...]:
        """Whom an option attacks, if it is about an attack."""
        fight = self.game.said(position, action).fight
        return fight.defenders if fight is not None else ()

    def _estimate(self, after: int, turn: str, position: AnyPosition) -> None:
        if self.in_percent and (not self.estimates or self.estimates[-1][1] != turn):
            self.estimates.append((after, turn, self.judge(position, self.game.sides[0])))

    def _roll(self, before: AnyPosition, after: AnyPosition, turn: str) -> None:
        first, second = self.game.sides
        decision = before.decision()
        assert decision is not None and decision.weights is not None
        expected = 0.0
        for outcome, weight in zip(decision.options, decision.weights, strict=True):
            possible = before.copy()
            possible.apply(outcome)
            possible.decision()
            expected += weight * self.judge(possible, first)
        gained = self.judge(after, first) - expected / sum(decision.weights)
        self.luck[first] += gained
        self.luck[second] -= gained
        self.luck_by_turn[turn] = self.luck_by_turn.get(turn, 0.0) + gained

    def _compare(self, real: AnyPosition, number: int, action: Action, random: Random) -> Costly | None:
        """The decision if something looked better to its side."""
        asked = real.decision()
        assert asked is not None
        # What the side could not know then is no fault of its choice.
        position = imagine(self.game, real, asked.owner, random)
        decision = position.decision()
        assert decision is not None
        found = values(self.game, position, decision.owner, decision, random, MOST_TRIED)
        top, best = max((value, -index) for index, value in found)
        options = decision.options
        chosen = next((value for index, value in found if options[index] == action), None)
        if chosen is None:
            # A long list was sampled without it: try it on its own.
            after = position.copy()
            after.apply(action)
            chosen = expected_worth(self.game, after, decision.owner)
        if chosen >= top:
            return None
        turn, _, phase = self.game.phase(position)
        better = options[-best]
        return Costly(
            number, decision.owner, turn, phase, decision.question, action, better, decision.rule,
            self.game.said(real, action).says, self.game.said(real, better).says,
            float(top - chosen), real,
        )  # fmt: skip

    # --- play-outs ----------------------------------------------------------------------------------

    def _play_out(self, position: AnyPosition, seed: str) -> str:
        """Who wins when bots play on to the end."""
        bots = {side: make_bot(self.player, f"{seed} {side}") for side in self.game.sides}
        self._play_on(position, bots, Random(f"dice {seed}"), None)
        outcome = position.state.outcome
        return "" if outcome is None else outcome[0]

    def _play_on(
        self,
        position: AnyPosition,
        bots: dict[str, Bot],
        dice: Random,
        stretches: int | None,
        seen: Callable[[AnyPosition, Action], None] | None = None,
    ) -> None:
        """Let bots play this many stretches, or to the end; what they choose is shown to `seen`."""
        group = group_of(self.game, position)
        decisions = 0
        while (decision := position.decision()) is not None:
            now = group_of(self.game, position)
            if stretches is not None and now != group:
                group = now
                stretches -= 1
                if not stretches or decisions > LONGEST:
                    break
            if decision.weights is not None:
                drawn = dice.randrange(sum(decision.weights))
                action = decision.options[weighted_index(decision.weights, drawn)]
            else:
                decisions += 1
                action = bots[decision.owner].choose(Seat(self.game, position, decision))
                if seen is not None:
                    seen(position, action)
            position.apply(action)

    def _check(self, choice: Costly, told: Callable[[], None]) -> None:
        """Play a decision on both ways, and keep it if the other way was better beyond chance."""
        gains = []
        for number in range(PAIRS):
            seed = f"{self.seed} check {choice.number} {number}"
            world = imagine(self.game, choice.position, choice.side, Random(seed))
            results = []
            for action in (choice.better, choice.chosen):
                position = world.copy()
                position.apply(action)
                bots = {side: make_bot(CHECKER, f"{seed} {side}") for side in self.game.sides}
                self._play_on(position, bots, Random(seed), AHEAD)
                results.append(self.judge(position, choice.side))
            gains.append(results[0] - results[1])
            told()
        mean, error = _mean_and_error(gains)
        if mean > REACH * error:
            self.choices.append(choice._replace(cost=mean, error=error))

    def _check_turn(self, turn: Turn, told: Callable[[], None]) -> None:
        """Let good bots play a turn, and keep it if they made more of it beyond chance."""
        results = []
        plan = None
        better: list[Traces] = []
        for number in range(PAIRS):
            attacked: set[tuple[str, ...]] = set()

            def seen(position: AnyPosition, action: Action, attacked: set[Any] = attacked) -> None:
                attacked.add(self._defenders(position, action))

            seed = f"{self.seed} turn {turn.number} {number}"
            bots = {side: make_bot(CHECKER, f"{seed} {side}") for side in self.game.sides}
            position = turn.start.copy()
            self._play_on(position, bots, Random(seed), 1, seen)
            results.append(self.judge(position, turn.side))
            better.append(self._traces(position, turn.side, attacked))
            plan = plan or getattr(bots[turn.side], "plan", None)
            told()
        mean, error = _mean_and_error(results)
        if mean - turn.made <= REACH * error:
            return
        rules = turn.start.rules
        names = {piece.id: piece.name for piece in rules.pieces}
        if isinstance(rules.board, ZoneBoard):
            names |= {zone: rules.board.called(zone) for zone in rules.board.label_of}
        self.choices.append(
            Costly(
                turn.number, turn.side, turn.turn, "", "", (), (), "", "", plan.says if plan else "",
                0.0, turn.start, mean - turn.made, error, turn.made, mean, plan.rules if plan else (),
                differences(turn.traces, better, names),
            )
        )  # fmt: skip

    # --- the report ---------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """What is known so far."""
        side = self.game.sides[0]
        percent = self.in_percent
        unit = "percentage points of the chance to win" if percent else "the game's units of worth"
        costs = {s: sum(c.cost for c in self._whole_turns(s)) for s in self.game.sides}
        least = LEAST_SHOWN if percent else 0.0
        dear = [c for c in sorted(self.choices, key=lambda c: (-c.cost, c.number)) if c.cost >= least]
        return {
            "game": self.game.id,
            "scenario": self.record.scenario,
            "actions": len(self.record.entries),
            "complete": self.complete,
            "side": side,
            "unit": "percent" if percent else "worth",
            "method": f"Win probability: {self.rollouts} play-outs by {self.player} from each moment, Wilson "
            f"95% intervals, draws counted as half. Costs and luck in {unit}. The {MOST_CHECKED} turns after "
            f"which a side stood worst, its luck taken out, are played {PAIRS} times by {CHECKER} bots; the "
            f"{MOST_CHECKED} decisions that look costliest to their side are played on {PAIRS} times both "
            "ways through the enemy's reply. Luck is what was rolled less what was to be expected.",
            "moments": [
                {
                    "after": m.after,
                    "turn": m.turn,
                    "share": (m.wins + m.draws / 2) / m.tries,
                    "interval95": _interval(m),
                }
                for m in sorted(self.moments)
            ],
            "estimates": [
                {"after": after, "turn": turn, "share": round(share / 100, 4)}
                for after, turn, share in self.estimates
            ],
            "turns": self._turns(),
            "luck": {
                s: {"luck": round(self.luck[s], 1), "choices": -round(costs[s], 1), "rolls": self.rolls[s]}
                for s in self.game.sides
            },
            "costly": [self._told(c) for c in dear[:MOST_SHOWN]],
        }

    def _turns(self) -> list[dict[str, Any]]:
        """Turn by turn: luck, and what choices cost."""
        first, second = self.game.sides
        turns = dict.fromkeys([*self.luck_by_turn, *(choice.turn for choice in self.choices)])
        found = []
        for turn in turns:
            luck = round(self.luck_by_turn.get(turn, 0.0), 1)
            costs = {
                side: -round(sum(c.cost for c in self._whole_turns(side) if c.turn == turn), 1)
                for side in self.game.sides
            }
            found.append({"turn": turn, "luck": {first: luck, second: -luck}, "choices": costs})
        return found

    def _whole_turns(self, side: str) -> list[Costly]:
        """Costly turns of a side: single decisions are parts of them and not counted again."""
        return [choice for choice in self.choices if choice.side == side and not choice.chosen]

    def _told(self, choice: Costly) -> dict[str, Any]:
        if not choice.chosen:
            return self._told_turn(choice)
        rule = self.game.ledger.get(choice.rule)
        title = f" ({rule.title})" if rule is not None else ""
        name = self.game.side_names.get(choice.side, choice.side)
        unit = " points" if self.in_percent else ""
        return {
            "kind": "decision",
            "action_number": choice.number,
            "side": choice.side,
            "turn": choice.turn,
            "phase": choice.phase,
            "rule": choice.rule,
            "question": choice.question,
            "chosen": action_text(choice.chosen),
            "better": action_text(choice.better),
            "chosen_words": choice.chosen_words,
            "better_words": choice.better_words,
            "cost": round(choice.cost, 1),
            "interval95": _reach(choice),
            "why": [] if rule is None else [{"rule": rule.id, "title": rule.title, "says": rule.says}],
            "words": f"{_named(choice.turn)}, {name}, {choice.phase}: chose {action_text(choice.chosen)}; "
            f"{action_text(choice.better)} was {choice.cost:.1f}{unit} better, {_sure(choice)}. "
            f"Asked: {choice.question} Rule {choice.rule}{title}.",
        }

    def _told_turn(self, choice: Costly) -> dict[str, Any]:
        known = [self.game.ledger[rule] for rule in choice.rules if rule in self.game.ledger]
        name = self.game.side_names.get(choice.side, choice.side)
        unit = "%" if self.in_percent else ""
        figures = f"{choice.made:.0f}{unit}", f"{choice.expected:.0f}{unit}"
        return {
            "kind": "turn",
            "action_number": choice.number,
            "side": choice.side,
            "turn": choice.turn,
            "phase": "",
            "rule": known[0].id if known else "",
            "question": "",
            "chosen": "",
            "better": "",
            "chosen_words": figures[0],
            "better_words": choice.better_words,
            "made": round(choice.made, 1),
            "expected": round(choice.expected, 1),
            "differences": list(choice.differences),
            "cost": round(choice.cost, 1),
            "interval95": _reach(choice),
            "why": [{"rule": rule.id, "title": rule.title, "says": rule.says} for rule in known],
            "words": f"{_named(choice.turn)}, {name}, up to the enemy's reply: {figures[0]} came of it, luck "
            f"taken out; {figures[1]} was to be had ({_sure(choice)}). "
            + " ".join([choice.better_words, *choice.differences]),
        }


def _named(turn: str) -> str:
    return f"turn {turn}" if turn.isdigit() else turn


def _interval(moment: Estimate) -> list[float]:
    points = moment.wins + moment.draws / 2
    if moment.is_over:
        return [points / moment.tries] * 2
    return [round(x, 4) for x in wilson(points, moment.tries)]


def _reach(choice: Costly) -> list[float] | None:
    """Where the cost lies with 95 % certainty, rounded outwards; None when all play-outs came to the same,
    for so few that agree do not prove that the next would."""
    if not choice.error:
        return None
    reach = REACH * choice.error
    return [floor((choice.cost - reach) * 10) / 10, ceil((choice.cost + reach) * 10) / 10]


def _sure(choice: Costly) -> str:
    within = _reach(choice)
    if within is None:
        return f"the same in all {PAIRS} play-outs"
    return f"95% interval {within[0]:.1f} to {within[1]:.1f}"


def _mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, sqrt(spread / len(values))


def _coarse_first(wanted: list[int]) -> list[int]:
    """Both ends, the middle, the quarters ...: a review that is stopped still shows the whole game."""
    found: list[int] = [wanted[0], wanted[-1]]
    step = len(wanted)
    while step > 1:
        step = (step + 1) // 2
        found += wanted[::step]
    return list(dict.fromkeys([*found, *wanted]))
