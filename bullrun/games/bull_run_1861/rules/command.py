"""10.1. Command: who may act by order, and the initiative test of those who may not."""

from __future__ import annotations

from bullrun.board.places import PlaceId
from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import DIE, NUMBER, PIECE, WORDS, Kind
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.ground import brigade_in_contact, ground
from bullrun.mechanisms.dice import die, pips


@enforces("10.1.1", "10.1.4", "10.1.5")
def in_command(position: BullRun, brigade: int) -> bool:
    """Whether a brigade is within range of its own army's headquarters at this moment."""
    state = position.state
    rules = position.rules
    roster = rules.roster
    side = roster.side[brigade]
    hq = roster.commander[brigade]
    reach = roster.command_range[hq]
    if not state.at[hq]:
        return False
    start, zone = state.at[hq], state.at[brigade]
    free = rules.free_reach(side, state, start, reach).mask | 1 << start
    enemy = ground(position).held[1 - side]
    if not free >> zone & 1 or zone == start or not free & enemy:
        return bool(free >> zone & 1)
    return bool(rules.step_sets(side, state).in_reach(start, reach, 0, enemy) >> zone & 1)


@enforces("10.1.1")
def command_costs(position: BullRun, hq: int) -> dict[PlaceId, int]:
    """The zones within a headquarters' range with their distance in movement points. Enemy zones of
    control do not matter; zones with enemy brigades cannot be passed."""
    state = position.state
    rules = position.rules
    side = rules.roster.side[hq]
    if not state.at[hq]:
        return {}
    enemy = ground(position).held[1 - side]
    reach = rules.roster.command_range[hq]
    return rules.steps(side, state).search(state.at[hq], reach, 0, enemy).costs


@enforces("10.1.3")
def initiative_modifiers(position: BullRun, brigade: int) -> list[tuple[str, int, str]]:
    """What changes the die of an initiative test: (words, modifier, rule)."""
    roster = position.rules.roster
    table = position.rules.tables["initiative_test"]
    found = []
    if roster.star[brigade] or roster.is_cavalry[brigade]:
        words = "command bonus" if roster.star[brigade] else "cavalry"
        found.append((words, table["star_or_cavalry"], "10.1.3"))
    if brigade_in_contact(position, brigade):
        found.append(("in contact with the enemy", table["in_contact"], "10.1.3"))
    return found


@enforces("10.1.2")
def ask_test(position: BullRun, frame: Frame) -> Decision:
    """A brigade out of command rolls for its own initiative."""
    name = position.rules.roster.ids[frame[1]]
    return die("Initiative test", "10.1.2", about=About(piece=name))


def answer_test(position: BullRun, frame: Frame, action: Action) -> None:
    _, brigade, flags = frame
    roster = position.rules.roster
    total = pips(action) + sum(modifier for _, modifier, _ in initiative_modifiers(position, brigade))
    passed = total <= position.rules.tables["initiative_test"]["succeeds_at"]
    position.emit(
        "initiative_test", "10.1.2", piece=roster.ids[brigade], die=pips(action), total=total, passed=passed
    )
    if passed:
        position.goto("act", brigade, roster.movement[brigade], position.state.at[brigade], flags)
    else:
        position.end()


PROCEDURES = {"test": Procedure(ask_test, answer_test)}

EVENTS = (
    Kind(
        "initiative_test",
        "{piece} acts on its own initiative? {die}, in all {total}: {passed}.",
        {"piece": PIECE, "die": DIE, "total": NUMBER, "passed": WORDS},
    ),
)
