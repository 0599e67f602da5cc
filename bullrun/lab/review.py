"""The review of a game: win probability over time, the decisions that cost most, luck apart from skill.

Win probability comes from play-outs by a bot from moments spread over the record, with Wilson intervals.
Costs and luck are in the game's own units of worth. A decision costs the worth of the best option less that
of the chosen one, unless the better option was still taken later in the same phase. A roll's luck is the
worth that came of it less the exact expectation before it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from bullrun.bots import Seat, make_bot
from bullrun.bots.greedy_bot import expected_worth
from bullrun.bots.judging import values
from bullrun.engine.action import Action, action_text
from bullrun.engine.chance import weighted_index
from bullrun.engine.game import Game
from bullrun.engine.position import Position
from bullrun.engine.record import Record, open_game, replay
from bullrun.lab.simulate import wilson

MOST_SHOWN = 10
MOST_TRIED = 40


class Choice(NamedTuple):
    """A decision in which something better was to be had."""

    number: int
    """Number of the action in the record, from 1."""
    side: str
    turn: str
    phase: str
    question: str
    chosen: Action
    better: Action
    cost: float
    rule: str


class Moment(NamedTuple):
    """The win probability of the first side after so many actions."""

    after: int
    turn: str
    wins: int
    tries: int


class Review:
    """A review under way: what is done so far can be read at any time."""

    def __init__(
        self, game: Game, record: Record, points: int, rollouts: int, player: str, seed: int
    ) -> None:
        make_bot(player, "")
        self.game, self.record = game, record
        self.rollouts, self.player, self.seed = rollouts, player, seed
        count = len(record.entries)
        self._wanted = sorted({count * n // (points - 1) for n in range(points)})
        self.steps = len(self._wanted) * rollouts
        self.moments: list[Moment] = []
        self.choices: list[Choice] = []
        self.luck: dict[str, float] = dict.fromkeys(game.sides, 0.0)
        self.rolls: dict[str, int] = dict.fromkeys(game.sides, 0)
        self.complete = False

    def run(self, progress: Callable[[int], None] | None = None) -> None:
        """First the record step by step, then the play-outs."""
        positions = self._step_through()
        done = 0
        for after in self._wanted:
            position = positions[after]
            wins = 0
            for number in range(self.rollouts):
                wins += self._play_out(position.copy(), f"{self.seed} {after} {number}")
                done += 1
                if progress:
                    progress(done)
            turn = self.game.phase(position)[0]
            self.moments.append(Moment(after, turn, wins, self.rollouts))
        self.complete = True

    # --- the record ---------------------------------------------------------------------------------

    def _step_through(self) -> dict[int, Position[Any, Any]]:
        game, random = self.game, Random(self.seed)
        position = open_game(game, self.record)
        kept: dict[int, Position[Any, Any]] = {}
        last_side = game.sides[0]
        missed: dict[Action, Choice] = {}
        group: tuple[str, str, str] | None = None
        position.decision()
        before = position.copy()
        if 0 in self._wanted:
            kept[0] = before.copy()
        for step in replay(game, self.record):
            decision = before.decision()
            assert decision is not None
            if decision.weights is not None:
                side = game.sides[0]
                gained = float(expected_worth(game, step.position, side) - expected_worth(game, before, side))
                other = game.sides[1]
                self.luck[side] += gained
                self.luck[other] -= gained
                self.rolls[last_side] += 1
            else:
                last_side = decision.owner
                now = game.phase(before)
                if now != group:
                    self.choices += missed.values()
                    missed, group = {}, now
                # What was better then and is done now was not missed; what is missed again counts once.
                missed.pop(step.action[:2], None)
                found = self._judge(before, step.number, step.action, random)
                if found is not None:
                    missed[found.better[:2]] = found
            before = step.position.copy()
            if step.number in self._wanted:
                kept[step.number] = before.copy()
        self.choices += missed.values()
        return kept

    def _judge(
        self, position: Position[Any, Any], number: int, action: Action, random: Random
    ) -> Choice | None:
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
        return Choice(
            number, decision.owner, turn, phase, decision.question, action, options[-best],
            float(top - chosen), decision.rule,
        )  # fmt: skip

    # --- play-outs ----------------------------------------------------------------------------------

    def _play_out(self, position: Position[Any, Any], seed: str) -> bool:
        dice = Random(f"dice {seed}")
        bots = {side: make_bot(self.player, f"{seed} {side}") for side in self.game.sides}
        while (decision := position.decision()) is not None:
            if decision.weights is not None:
                drawn = dice.randrange(sum(decision.weights))
                action = decision.options[weighted_index(decision.weights, drawn)]
            else:
                action = bots[decision.owner].choose(Seat(self.game, position, decision))
            position.apply(action)
        outcome = position.state.outcome
        return outcome is not None and outcome[0] == self.game.sides[0]

    # --- the report ---------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """What is known so far."""
        side = self.game.sides[0]
        costs = {s: sum(c.cost for c in self.choices if c.side == s) for s in self.game.sides}
        dear = sorted(self.choices, key=lambda c: (-c.cost, c.number))[:MOST_SHOWN]
        return {
            "game": self.game.id,
            "scenario": self.record.scenario,
            "actions": len(self.record.entries),
            "complete": self.complete,
            "side": side,
            "method": f"Win probability: {self.rollouts} play-outs by {self.player} from each moment, Wilson "
            "95% intervals. Costs and luck in the game's units of worth; luck is worth rolled less worth "
            "expected.",
            "moments": [
                {
                    "after": m.after,
                    "turn": m.turn,
                    "share": m.wins / m.tries,
                    "interval95": [round(x, 4) for x in wilson(m.wins, m.tries)],
                }
                for m in self.moments
            ],
            "luck": {
                s: {"luck": round(self.luck[s], 1), "choices": -round(costs[s], 1), "rolls": self.rolls[s]}
                for s in self.game.sides
            },
            "costly": [self._told(c) for c in dear],
        }

    def _told(self, choice: Choice) -> dict[str, Any]:
        rule = self.game.ledger.get(choice.rule)
        title = f" ({rule.title})" if rule is not None else ""
        name = self.game.side_names.get(choice.side, choice.side)
        return {
            "action_number": choice.number,
            "side": choice.side,
            "turn": choice.turn,
            "phase": choice.phase,
            "rule": choice.rule,
            "chosen": action_text(choice.chosen),
            "better": action_text(choice.better),
            "cost": round(choice.cost, 1),
            "words": f"{choice.turn}, {name}, {choice.phase}: chose {action_text(choice.chosen)}; "
            f"{action_text(choice.better)} was worth {choice.cost:.0f} more. "
            f"Asked: {choice.question} Rule {choice.rule}{title}.",
        }
