"""4.84, 2.6: what a viewer cannot know, and how it is imagined."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bullrun.board.places import places_in
from bullrun.engine.view import see_position
from bullrun.games.bull_run_1983.game import GAME as BULL_RUN
from bullrun.games.bull_run_1983.rules import setup
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.ground import ground
from bullrun.games.bull_run_1983.rules.hidden import imagine
from bullrun.games.bull_run_1983.rules.roster import BRIGADE, DUMMY
from bullrun.games.bull_run_1983.rules.state import FORMED, MAP, UNDER_DUMMY, WAITING
from tests.cases.asking import decision_seen
from tests.cases.bull_run_1983.test_setup import after_setup, play_at_random, start

GAME = "bull-run-1983"

STARTS = [
    {},
    {"confederate_setup": "free"},
    {"fog_of_war": "on"},
    {"fog_of_war": "on", "union_setup": "free", "confederate_setup": "free"},
]


def begun(chosen, seed=1):
    return play_at_random(start(**chosen), seed, after_setup)


def check_sound(position, state):
    """Every piece is in exactly one place, where its card allows it, and no hex is too full."""
    roster = position.rules.roster
    imagined = BullRun(position.rules, state)
    assert all(points <= 12 for points in ground(imagined).points.values())
    groups = setup.group_of(position.rules)
    for piece in places_in(state.frozen):
        holder = state.holder[piece]
        if state.box[piece] in (FORMED, UNDER_DUMMY):
            assert state.at[piece] == 0 and state.frozen >> holder & 1
        else:
            assert state.box[piece] in (MAP, WAITING) and holder == -1
        place = piece
        while state.holder[place] >= 0:
            place = state.holder[place]
        if piece in groups and groups[piece].area and state.at[place]:
            assert groups[piece].area >> state.at[place] & 1, roster.ids[piece]
    for piece in range(len(roster.ids)):
        if roster.kind[piece] == BRIGADE and state.box[piece] in (MAP, UNDER_DUMMY):
            parts = [p for p, holder in enumerate(state.holder) if holder == piece]
            units = [p for p in parts if roster.defense[p]]
            assert sum(roster.defense[p] for p in units) == roster.defense[piece]
            assert len(parts) == len(units) + 1


@pytest.mark.rule(GAME, "4.84", "2.6")
@pytest.mark.parametrize("chosen", STARTS)
@pytest.mark.parametrize("viewer", ["union", "confederate", "spectator"])
def test_an_imagined_position_looks_the_same_byte_for_byte(chosen, viewer):
    position = begun(chosen)
    for seed in range(3):
        state = imagine(position, viewer, Random(seed))
        check_sound(position, state)
        other = BullRun(position.rules, state)
        assert see_position(BULL_RUN, other, viewer) == see_position(BULL_RUN, position, viewer)
        assert decision_seen(BULL_RUN, other, viewer) == decision_seen(BULL_RUN, position, viewer)


@pytest.mark.rule(GAME, "2.6")
@pytest.mark.parametrize("viewer", ["union", "spectator"])
def test_nothing_is_told_while_the_confederates_set_up(viewer):
    position = start(confederate_setup="free")
    random = Random(4)
    for _ in range(40):
        decision = position.decision()
        position.apply(decision.options[random.randrange(len(decision.options))])
    state = imagine(position, viewer, Random(1))
    check_sound(position, state)
    other = BullRun(position.rules, state)
    assert state.at != position.state.at
    assert see_position(BULL_RUN, other, viewer) == see_position(BULL_RUN, position, viewer)


@pytest.mark.rule(GAME, "4.84")
def test_identities_are_really_shuffled_and_the_owner_s_are_not():
    position = begun({"confederate_setup": "free"})
    seen = Counter(tuple(imagine(position, "union", Random(seed)).at) for seed in range(5))
    assert len(seen) == 5
    own = imagine(position, "confederate", Random(1))
    assert own == position.state


@pytest.mark.rule(GAME, "4.84")
def test_which_brigades_are_formed_is_not_taken_from_the_truth():
    formed = set()
    fresh = begun({})
    roster = fresh.rules.roster
    for seed in range(8):
        state = imagine(fresh, "union", Random(seed))
        check_sound(fresh, state)
        formed.add(
            tuple(sorted(p for p in range(len(roster.ids)) if state.holder[p] >= 0 and state.frozen >> p & 1))
        )
    assert len(formed) > 1, "at least the parts differ"


@pytest.mark.rule(GAME, "O2.1")
def test_dummies_are_imagined_under_other_leaders_too():
    position = start(fog_of_war="on")
    for action in ("dummy USA-X-B-Burnside", "hide USA-I-B-2NH", "done", "done"):
        position.decision()
        position.apply(tuple(action.split()))
    position.decision()
    roster = position.rules.roster
    used = set()
    for seed in range(12):
        state = imagine(position, "confederate", Random(seed))
        check_sound(position, state)
        used |= {p for p in range(len(roster.ids)) if roster.kind[p] == DUMMY and state.box[p] == MAP}
        for dummy in [p for p in range(len(roster.ids)) if roster.kind[p] == DUMMY and state.box[p] == MAP]:
            under = [p for p, holder in enumerate(state.holder) if holder == dummy]
            assert roster.brigade_leader[roster.brigade[dummy]] in under
    assert len(used) > 1


def worlds_of(position, viewer):
    """The position and others that the viewer cannot tell from it."""
    found = [
        position,
        *(BullRun(position.rules, imagine(position, viewer, Random(seed))) for seed in (1, 2, 3)),
    ]
    assert len({str(see_position(BULL_RUN, world, viewer)) for world in found}) == 1
    return found


def imagined_alike(worlds, viewer):
    for seed in ("a", "b"):
        states = [imagine(world, viewer, Random(seed)) for world in worlds]
        assert all(state == states[0] for state in states)


@pytest.mark.rule(GAME, "4.84", "2.6")
@pytest.mark.parametrize("chosen", STARTS)
@pytest.mark.parametrize("viewer", ["union", "confederate", "spectator"])
def test_worlds_that_look_the_same_are_imagined_alike(chosen, viewer):
    imagined_alike(worlds_of(begun(chosen), viewer), viewer)


@pytest.mark.rule(GAME, "O2.1")
@pytest.mark.parametrize("under", [[], ["USA-I-B-2NH"], ["USA-I-B-2NH", "USA-I-B-2RI"]])
def test_what_dummies_cover_is_imagined_alike(under):
    position = start(fog_of_war="on")
    hidden = [f"hide {piece}" for piece in under]
    for action in ("dummy USA-X-B-Burnside", *hidden, "done", "done"):
        position.decision()
        position.apply(tuple(action.split()))
    position.decision()
    imagined_alike(worlds_of(position, "confederate"), "confederate")


@pytest.mark.rule(GAME, "2.6")
@pytest.mark.parametrize("placed", [5, 40, 80])
def test_pieces_that_wait_are_imagined_alike(placed):
    position = start(confederate_setup="free")
    random = Random(placed)
    for _ in range(placed):
        decision = position.decision()
        if decision is None or decision.owner != "confederate":
            break
        position.apply(decision.options[random.randrange(len(decision.options))])
    position.decision()
    imagined_alike(worlds_of(position, "union"), "union")


@pytest.mark.rule(GAME, "4.84")
def test_late_in_a_game_what_is_still_hidden_is_imagined_alike():
    """Random games: whatever has been revealed, moved or broken up by then."""
    for seed in range(4):
        random = Random(seed)
        position = begun({"confederate_setup": "free", "fog_of_war": "on"} if seed % 2 else {})
        for _ in range(250):
            decision = position.decision()
            if decision is None:
                break
            position.apply(decision.options[random.randrange(len(decision.options))])
        position.decision()
        for viewer in ("union", "confederate"):
            imagined_alike(worlds_of(position, viewer), viewer)
