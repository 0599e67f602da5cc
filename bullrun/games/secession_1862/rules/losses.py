"""10.4 Losses and fatigue: what brigades have left, and when they are gone."""

from __future__ import annotations

from bullrun.engine.ledger import enforces
from bullrun.engine.vocabulary import LOSS, NUMBER, PIECE, Kind
from bullrun.games.secession_1862.rules.battlefield import SecondBullRun
from bullrun.games.secession_1862.rules.ground import take_off


@enforces("10.4.11")
def combat_potential(position: SecondBullRun, brigade: int) -> int:
    """What is left of the printed combat potential; for cavalry always that of the mounted side."""
    return position.rules.roster.combat[brigade] - position.state.losses[brigade]


def artillery_potential(position: SecondBullRun, brigade: int) -> int:
    """What is left of the printed artillery potential."""
    left = position.rules.roster.artillery[brigade] - position.state.losses[brigade]
    return left if left > 0 else 0


@enforces("2.1.3")
def loss_markers(position: SecondBullRun, brigade: int) -> int:
    """Losses shown by markers: the first one turns infantry and artillery over, cavalry has a marker for
    it."""
    losses = position.state.losses[brigade]
    if position.rules.roster.is_cavalry[brigade] or not losses:
        return losses
    return losses - 1


def half_lost(position: SecondBullRun, brigade: int) -> bool:
    """Whether at least half of the printed combat potential is gone."""
    return 2 * position.state.losses[brigade] >= position.rules.roster.combat[brigade]


def lose(position: SecondBullRun, brigade: int, rule: str) -> bool:
    """Take a loss; False when the brigade is eliminated by it."""
    state = position.state
    state.losses[brigade] += 1
    left = combat_potential(position, brigade)
    position.emit("loss", rule, piece=position.rules.roster.ids[brigade], left=left)
    if left > 0:
        return True
    eliminate(position, brigade, "10.4.11")
    return False


def eliminate(position: SecondBullRun, brigade: int, rule: str) -> None:
    """Take a brigade out of the game."""
    position.state.eliminated |= 1 << brigade
    take_off(position, brigade)
    position.emit("eliminated", rule, piece=position.rules.roster.ids[brigade])


@enforces("10.4.4")
def tire(position: SecondBullRun, brigade: int, rule: str) -> None:
    """One level of fatigue more, never above 2; artillery is never tired."""
    state = position.state
    if position.rules.roster.is_artillery[brigade]:
        return
    if state.fatigue[brigade] < position.rules.tables["fatigue"]["most"]:
        state.fatigue[brigade] += 1
        level = state.fatigue[brigade]
        position.emit("tired", rule, piece=position.rules.roster.ids[brigade], level=level)


@enforces("10.4.7")
def fatigue_level(position: SecondBullRun, brigade: int) -> int:
    """The fatigue that counts: a brigade in rout always has 2."""
    if position.state.routed >> brigade & 1:
        most: int = position.rules.tables["fatigue"]["most"]
        return most
    return position.state.fatigue[brigade]


EVENTS = (
    Kind("loss", "{piece} suffers a loss: {left} left.", {"piece": PIECE, "left": NUMBER}, tone=LOSS),
    Kind("eliminated", "{piece} is eliminated.", {"piece": PIECE}, tone=LOSS),
    Kind("tired", "{piece} is tired: fatigue {level}.", {"piece": PIECE, "level": NUMBER}),
)
