"""What is held to the contract: every registered game under every scenario, and with its options turned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from bullrun.engine import chance
from bullrun.engine.game import Game
from bullrun.engine.position import Position
from bullrun.games.registry import game_ids, load_game
from bullrun.lab.play_out import game_key
from tests.toys import cup, ford

TOYS = {toy.id: toy for toy in (ford.GAME, cup.GAME)}


@dataclass(frozen=True)
class Subject:
    """A game under one scenario and one set of options."""

    game_id: str
    scenario: str
    options: tuple[tuple[str, str], ...]

    @property
    def game(self) -> Game:
        return TOYS.get(self.game_id) or load_game(self.game_id)

    def start(self) -> Position[Any, Any]:
        return self.game.start(self.scenario, dict(self.options))

    def __str__(self) -> str:
        turned = "turned" if self.options else "plain"
        return f"{self.game_id}-{self.scenario}-{turned}"


def subjects() -> list[Subject]:
    """Each scenario plain, and once with every option away from its default."""
    found = []
    for name in (*TOYS, *game_ids()):
        game = TOYS.get(name) or load_game(name)
        turned = tuple(
            (option.id, next(choice.id for choice in option.choices if choice.id != option.default))
            for option in game.settings.values()
        )
        for scenario in game.scenarios:
            found.append(Subject(name, scenario, ()))
            if turned:
                found.append(Subject(name, scenario, turned))
    return found


def names_of(position: Position[Any, Any]) -> list[str]:
    """Words that stand in actions: the pieces of the scenario, and the places of its board."""
    rules = position.rules
    places = rules.board.names_of(rules.board.all) if rules.board else ["ford"]
    return [piece.id for piece in rules.pieces] + places


def random_game(position: Position[Any, Any], seed: str) -> Iterator[Any]:
    """Play at random; yields each decision before it is answered. `send` an action to choose it instead."""
    random, key = Random(seed), game_key(seed)
    while (decision := position.decision()) is not None:
        chosen = yield decision
        if chosen is None:
            if decision.weights is not None:
                chosen = decision.options[chance.draw(key, position.state.draws, decision.weights)]
            else:
                chosen = decision.options[random.randrange(len(decision.options))]
        position.apply(chosen)


def fingerprint(game_id: str, scenario: str, options: tuple[tuple[str, str], ...], seed: str) -> str:
    """A digest over every option list and every state of a random game: for other processes to repeat."""
    import hashlib

    position = Subject(game_id, scenario, options).start()
    found = hashlib.sha256()
    for count, decision in enumerate(random_game(position, seed)):
        found.update(
            f"{decision.owner} {decision.question} {len(decision.options)} {decision.weights}".encode()
        )
        if count % 10 == 0:
            found.update(repr(list(decision.options)).encode())
            found.update(position.state.digest().encode())
    found.update(f"{position.state.outcome} {position.state.digest()}".encode())
    return found.hexdigest()
