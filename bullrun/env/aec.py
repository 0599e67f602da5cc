"""A PettingZoo AEC environment: both sides, each from its own view, over any game and scenario.

An action is the number of an option in the list the side is asked to choose from. The list is sorted and
bounded: of a list longer than the bound, every n-th option is offered, the first and the last included.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from bullrun.engine.action import Action
from bullrun.engine.chance import weighted_index
from bullrun.engine.charts import Owners
from bullrun.engine.decision import Decision
from bullrun.engine.position import Position
from bullrun.env.sight import LIMIT, Sight
from bullrun.games.registry import game_ids, load_game

MOST_OPTIONS = 4096
FIRST = game_ids()[0]
"""What is played where nothing is said."""


def offered(options: Sequence[Action], most: int) -> Sequence[Action]:
    """The options that have a number: all of a short list, an even selection of a long one."""
    count = len(options)
    if count <= most:
        return options
    return [options[n * (count - 1) // (most - 1)] for n in range(most)]


class BullrunEnv(AECEnv):
    """One game. The reward is 1 for the winner and -1 for the loser, at the end."""

    metadata = {"name": "bullrun_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        game: str = FIRST,
        scenario: str | None = None,
        options: Mapping[str, str] | None = None,
        most_options: int = MOST_OPTIONS,
        most_steps: int | None = None,
        render_mode: str | None = None,
        charts: Owners | None = None,
    ) -> None:
        super().__init__()
        if most_options < 2:
            raise ValueError("most_options: expected at least 2")
        self.game = load_game(game)
        self.scenario = scenario or next(iter(self.game.scenarios))
        self.options = dict(options or {})
        self.charts = dict(charts or {})
        self.most_options = most_options
        self.most_steps = most_steps
        self.render_mode = render_mode
        self.possible_agents = list(self.game.sides)
        self.position: Position[Any, Any] = self.game.start(self.scenario, self.options, self.charts)
        self._sight = Sight(self.game, self.position)
        row = spaces.Box(-LIMIT, LIMIT, (self._sight.size,), np.int32)
        mask = spaces.Box(0, 1, (most_options,), np.int8)
        self.observation_spaces = {
            side: spaces.Dict({"observation": row, "action_mask": mask}) for side in self.possible_agents
        }
        self.action_spaces = {side: spaces.Discrete(most_options) for side in self.possible_agents}
        self._random = Random(0)
        self._decision: Decision | None = None
        self._offered: Sequence[Action] = ()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same object every time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Set up again; the seed settles the dice."""
        if seed is not None:
            self._random = Random(seed)
        self.position = self.game.start(self.scenario, self.options, self.charts)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._steps = 0
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the side sees, and which actions it has."""
        mask = np.zeros(self.most_options, np.int8)
        if self._decision is not None and self._decision.owner == agent and not self.terminations[agent]:
            mask[: len(self._offered)] = 1
        return {
            "observation": self._sight.row(self.position, agent, self._decision),
            "action_mask": mask,
        }

    def step(self, action: int | None) -> None:
        """Take the option of this number."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        assert action is not None
        if not 0 <= action < len(self._offered):
            raise ValueError(f"action {action}: expected 0 to {len(self._offered) - 1}")
        self.position.apply(self._offered[int(action)])
        self._steps += 1
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Let chance decide until a side must; or end."""
        self._clear_rewards()
        while (decision := self.position.decision()) is not None and decision.weights is not None:
            drawn = self._random.randrange(sum(decision.weights))
            self.position.apply(decision.options[weighted_index(decision.weights, drawn)])
        self._decision = decision
        if decision is not None:
            self._offered = offered(decision.options, self.most_options)
            self.agent_selection = decision.owner
            if self.most_steps is not None and self._steps >= self.most_steps:
                self.truncations = dict.fromkeys(self.agents, True)
            return
        outcome = self.position.state.outcome
        winner = outcome[0] if outcome else ""
        for agent in self.agents:
            self.terminations[agent] = True
            if winner in self.possible_agents:
                self.rewards[agent] = 1 if agent == winner else -1

    def render(self) -> str | None:
        """Turn, side, phase and question."""
        if self.render_mode is None:
            return None
        question = self._decision.question if self._decision else "over"
        return f"{' '.join(self.game.phase(self.position))}: {question}"

    def close(self) -> None:
        """Nothing to let go of."""


def make_env(game: str = FIRST, **settings: Any) -> BullrunEnv:
    """An environment by the game's id."""
    return BullrunEnv(game, **settings)
