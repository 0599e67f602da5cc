"""A Gymnasium environment: one side, against a bot of the project."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from bullrun.bots import Bot, Seat, check_player, make_bot
from bullrun.engine.charts import Owners
from bullrun.env.aec import FIRST, MOST_OPTIONS, BullrunEnv
from bullrun.errors import UnknownItem


class Offered(spaces.Discrete):
    """Numbers of options. A sample without a mask is one of the options of the present, so that whoever knows
    nothing of masks still plays legally."""

    def __init__(self, most: int, count: Callable[[], int]) -> None:
        super().__init__(most)
        self._count = count

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """One of the options offered now, unless a mask or chances say otherwise."""
        if mask is None and probability is None:
            mask = np.zeros(int(self.n), np.int8)
            mask[: max(1, self._count())] = 1
        return super().sample(mask, probability)


class BullrunSolo(gymnasium.Env[dict[str, Any], Any]):
    """The learner plays `side`; all else is as in BullrunEnv. `info["action_mask"]` repeats the mask."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str = FIRST,
        side: str | None = None,
        opponent: str = "captain",
        scenario: str | None = None,
        options: Mapping[str, str] | None = None,
        most_options: int = MOST_OPTIONS,
        most_steps: int | None = None,
        render_mode: str | None = None,
        charts: Owners | None = None,
    ) -> None:
        self.env = BullrunEnv(game, scenario, options, most_options, most_steps, render_mode, charts)
        self.side = side or self.env.possible_agents[0]
        if self.side not in self.env.possible_agents:
            raise UnknownItem(f"side {side!r}: expected one of {', '.join(self.env.possible_agents)}")
        check_player(self.env.game, opponent)
        self._opponent = opponent
        self._bot: Bot = make_bot(opponent, "0")
        self.observation_space = self.env.observation_space(self.side)
        self.action_space = Offered(most_options, lambda: len(self.env._offered))
        self.render_mode = render_mode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Set up again and let the opponent open, if he does."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**31))
        self.env.reset(seed=number)
        self._bot = make_bot(self._opponent, str(number))
        self._reply()
        return self._seen()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an option, then let the opponent play until it is our turn again."""
        self.env.step(int(action))
        self._reply()
        over, cut = self.env.terminations[self.side], self.env.truncations[self.side]
        return (*self._seen()[:1], float(self.env.rewards[self.side]), over, cut, self._seen()[1])

    def _reply(self) -> None:
        env = self.env
        while (decision := env._decision) is not None and decision.owner != self.side:
            if env.truncations[self.side]:
                return
            env.position.apply(self._bot.choose(Seat(env.game, env.position, decision)))
            env._steps += 1
            env._go_on()

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        seen = self.env.observe(self.side)
        return seen, {"action_mask": np.array(seen["action_mask"])}

    def render(self) -> Any:
        """As BullrunEnv."""
        return self.env.render()
