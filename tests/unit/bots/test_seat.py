"""A player imagines what he cannot see once, and again only when he has learnt something or others acted."""

from __future__ import annotations

from random import Random

import pytest

from bullrun.bots import Seat, make_bot
from bullrun.bots.seat import Imagination
from bullrun.games.registry import load_game
from tests.toys.ford import GAME
from tests.unit.engine.test_position import fresh, play


def seat(position, game=GAME):
    return Seat(game, position, position.decision())


def second_round(**options):
    """Red is to march; he will be asked twice in a row."""
    position = fresh(**options)
    play(position, "send B-1", "send R-4", "roll 1", "roll 1", "send B-2", "ready")
    assert position.decision().owner == "red"
    return position


def test_a_world_goes_along_with_what_its_player_does():
    position, mind, random = second_round(), Imagination(), Random(1)
    world = mind.world(seat(position), random)
    play(position, " ".join(mind.acts(("send", "R-2"))))
    drawn = random.getstate()
    assert mind.world(seat(position), random) is world
    assert random.getstate() == drawn, "nothing was imagined"
    assert world.state.frames == position.state.frames and seat(position).may_be(world)


def test_a_world_is_imagined_anew_when_others_have_acted():
    position, mind, random = second_round(), Imagination(), Random(1)
    play(position, " ".join(mind.acts(("send", "R-2"))))
    world = mind.world(seat(position), random)
    play(position, " ".join(mind.acts(("ready",))))
    while position.decision().owner != "red":
        play(position, " ".join(position.decision().options[0]))
    assert mind.world(seat(position), random) is not world
    assert seat(position).may_be(mind.world(seat(position), random))


def test_a_world_is_imagined_anew_when_what_was_done_is_not_what_he_said():
    """A move taken back and played otherwise, say."""
    position, mind, random = second_round(), Imagination(), Random(1)
    world = mind.world(seat(position), random)
    mind.acts(("send", "R-2"))
    play(position, "send R-3")
    assert mind.world(seat(position), random) is not world
    mind.acts(("send", "R-9"))
    play(position, "ready")
    while position.decision().owner != "red":
        play(position, " ".join(position.decision().options[0]))
    assert seat(position).may_be(mind.world(seat(position), random))


@pytest.mark.parametrize("level", ("recruit", "captain", "colonel"))
def test_the_union_imagines_who_lies_face_down_once_while_nothing_turns_up(level):
    """Bull Run (1983), 21 July: the Confederates are frozen, and the Union moves piece by piece."""
    game = load_game("bull-run-1983")
    position, random = game.start("july-21", {}), Random(1)
    bot = make_bot(level, "1")
    world, frozen, asked, anew, reasons = None, 0, 0, 0, 0
    position.decision()
    while asked < 25 and position.state.frozen:
        decision = position.decision()
        if decision.owner != "union":
            reasons += 1  # others have acted
            position.apply(decision.options[random.randrange(len(decision.options))])
            continue
        at = seat(position, game)
        action = bot.choose(at)
        if not at.sees_all():
            asked += 1
            reasons += position.state.frozen != frozen  # something has turned up
            anew += bot._imagination._world is not world
            world, frozen = bot._imagination._world, position.state.frozen
            assert at.may_be(world)
        position.apply(action)
    assert anew <= reasons < asked
