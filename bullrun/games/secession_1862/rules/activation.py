"""6.1 and 6.2. The action phase: a corps commander, his activation die, divisions and their brigades."""

from __future__ import annotations

from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import BEGIN, DIE, NUMBER, PIECE, SIDE, UNIT, WORDS, Kind, Verb
from bullrun.games.secession_1862.rules.battlefield import SecondBullRun
from bullrun.games.secession_1862.rules.command import (
    in_command,
    independents,
    is_bound,
    is_mounted,
    isolated_brigades,
    loose_brigades,
    present,
)
from bullrun.games.secession_1862.rules.movement import begin_action, can_mend
from bullrun.games.secession_1862.rules.state import ACTION, MANEUVER
from bullrun.games.sides import CONFEDERATE, SIDES
from bullrun.mechanisms.dice import die

DONE: Action = ("done",)


# --- designation ------------------------------------------------------------------------------------


@enforces("6.1.1")
def ask_designate(position: SecondBullRun, frame: Frame) -> Decision | None:
    """The active player designates one of his corps commanders on the map."""
    state = position.state
    rules = position.rules
    state.phase = ACTION
    side = state.active
    options: list[Action] = [
        ("designate", rules.roster.ids[c]) for c in rules.roster.corps_commanders[side] if state.at[c]
    ]
    if not options:
        position.emit("no_commander", "6.1.1", side=SIDES[side])
        position.end()
        return None
    return Decision(SIDES[side], "Which corps commander is designated?", options, "6.1.1")


def answer_designate(position: SecondBullRun, frame: Frame, action: Action) -> None:
    position.state.designated = position.rules.roster.number[action[1]]
    position.emit("designated", "6.1.1", piece=action[1])
    position.goto("activation")


@enforces("6.1.2", "11.1.2")
def activation_modifiers(position: SecondBullRun, commander: int) -> list[tuple[str, int, str]]:
    """What changes the activation die: (words, modifier, rule)."""
    state = position.state
    rules = position.rules
    roster = rules.roster
    side = roster.side[commander]
    turned = state.turned >> commander & 1
    day = rules.days[state.day]
    words = f"{roster.infos[commander].name} {'activated' if turned else 'available'}"
    found = [(words, roster.activation[commander][turned], "6.1.2")]
    if day.no_army_commander and not state.at[roster.army_commander[side]]:
        found.append(("army commander not in play", day.no_army_commander, "11.2.1"))
    if state.tactics[side] == MANEUVER:
        found.append(("manoeuvre", rules.tables["tactics"]["maneuver"], "11.2.1b"))
    if side == CONFEDERATE and counter_attacking(position):
        found.append(("counter-attack", rules.tables["counter_attack"]["activation"], "11.2.2"))
    if day.late[0] == state.turn:
        found.append(("evening", day.late[2], "11.2.3"))
    return [term for term in found if term[1] or term[2] == "6.1.2"]


def counter_attacking(position: SecondBullRun) -> bool:
    """Whether this is one of the turns of the Confederate counter-attack."""
    state = position.state
    declared = state.counter_attack
    turns: int = position.rules.tables["counter_attack"]["turns"]
    return bool(declared) and declared < state.turn <= declared + turns


def divisions_for(position: SecondBullRun, total: int) -> int:
    """The activation table."""
    number = 0
    for row in position.rules.tables["activation"]["divisions"]:
        if total >= row["from"]:
            number = row["divisions"]
    return number


def ask_activation(position: SecondBullRun, frame: Frame) -> Decision:
    """The activation die."""
    commander = position.rules.roster.ids[position.state.designated]
    return die("Activation die", "6.1.1", about=About(piece=commander))


@enforces("2.2.1")
def answer_activation(position: SecondBullRun, frame: Frame, action: Action) -> None:
    """Read the table, and turn the commander to his activated side."""
    state = position.state
    commander = state.designated
    rolled = int(action[1])
    total = rolled + sum(modifier for _, modifier, _ in activation_modifiers(position, commander))
    number = divisions_for(position, total)
    state.turned |= 1 << commander
    name = position.rules.roster.ids[commander]
    position.emit("activation", "11.1.2", piece=name, die=rolled, total=total, number=number)
    position.goto("divisions", number)


# --- divisions --------------------------------------------------------------------------------------


@enforces("6.1.4")
def ask_divisions(position: SecondBullRun, frame: Frame) -> Decision | None:
    """Activate a division of the designated commander, an independent division, or one independent brigade in
    the place of a division; as many as the table gave, or fewer."""
    left: int = frame[1]
    state = position.state
    rules = position.rules
    side = state.active
    options: list[Action] = []
    if left:
        at, idle = state.at, state.acted | state.routed
        for number, brigades in rules.divisions_under[state.designated]:
            if not state.selected >> number & 1:
                here = [b for b in brigades if at[b]]
                if len(here) > 1 and any(not idle >> b & 1 for b in here):
                    options.append(rules.division_action[number])
        options += [rules.activate_action[b] for b in independents(position, side) if not idle >> b & 1]
    if not options:
        position.goto("commanders")
        return None
    options.append(DONE)
    return Decision(SIDES[side], "Activate a division?", options, "6.1.3", left=left)


@enforces("6.1.3")
def answer_divisions(position: SecondBullRun, frame: Frame, action: Action) -> None:
    """A division, or a brigade in its place, is in command or takes its test, and then acts."""
    if action == DONE:
        position.goto("commanders")
        return
    state = position.state
    roster = position.rules.roster
    position.goto("divisions", frame[1] - 1)
    number = roster.division_number.get(action[1])
    following: Frame
    if number is None:
        brigade = roster.number[action[1]]
        brigades = [brigade]
        state.acted |= 1 << brigade
        following = ("lone_action", brigade)
    else:
        state.selected |= 1 << number
        following = division_frame(position, number, state.designated)
        brigades = [b for b in present(position, number) if not following[2] >> b & 1]
    commanded = in_command(position, brigades, state.designated)
    position.emit("activated", "6.1.3", unit=action[1], in_command=commanded)
    if commanded:
        position.call(*following)
    else:
        position.call("command_test", action[1], tuple(brigades), following)


def division_frame(position: SecondBullRun, division: int, commander: int) -> Frame:
    """A division starts to act: who is isolated, who must stay near another, and who may go along, all as it
    is now."""
    isolated = isolated_brigades(position, division, commander)
    members = present(position, division)
    bound = sum(1 << b for b in members if is_bound(position, b))
    together = [b for b in members if not isolated >> b & 1]
    side = position.rules.roster.divisions[division].side
    return ("brigades", division, isolated, bound, independents_near(position, side, together), 1)


def ask_lone_action(position: SecondBullRun, frame: Frame) -> None:
    """An independent brigade acts in the place of a division."""
    position.end()
    begin_action(position, frame[1], isolated=False)


@enforces("6.2.2")
def independents_near(position: SecondBullRun, side: int, brigades: list[int]) -> int:
    """A side's independent brigades, as a bit set, that may act with a division: within 2 zones, 3 if
    mounted, of one of these brigades, which are not isolated."""
    rules = position.rules
    at = position.state.at
    table = rules.tables["independent"]
    found = 0
    for brigade in independents(position, side):
        zones = table["mounted_zones" if is_mounted(position, brigade) else "zones"]
        near = rules.zones_within[zones][at[brigade]]
        if any(near >> at[other] & 1 for other in brigades):
            found |= 1 << brigade
    return found


def ask_brigades(position: SecondBullRun, frame: Frame) -> Decision | None:
    """Choose the next brigade of the division to act, or the one independent brigade that may act with it."""
    _, division, _, _, near, guests = frame
    state = position.state
    rules = position.rules
    idle = state.acted | state.routed
    at = state.at
    able = [b for b in rules.roster.divisions[division].brigades if at[b] and not idle >> b & 1]
    mending = mending_brigades(position, frame, able)
    options = [rules.act_action[b] for b in mending or able]
    if guests and near & ~idle:
        options += [
            rules.act_action[b]
            for b in range(rules.roster.brigades)
            if near >> b & 1 and at[b] and not idle >> b & 1
        ]
    if not options:
        position.end()
        return None
    if not mending:
        options.append(DONE)
    side = SIDES[rules.roster.divisions[division].side]
    return Decision(side, "Which brigade acts?", options, "6.1.3", unit=rules.roster.divisions[division].id)


def mending_brigades(position: SecondBullRun, frame: Frame, able: list[int]) -> list[int]:
    """When a brigade has been left apart from its division: those that can still set it right."""
    _, division, isolated, bound, _, _ = frame
    if not bound & position.state.acted or not loose_brigades(position, division, bound):
        return []
    return [b for b in able if can_mend(position, b, isolated)]


def answer_brigades(position: SecondBullRun, frame: Frame, action: Action) -> None:
    if action == DONE:
        position.end()
        return
    _, division, isolated, bound, near, guests = frame
    brigade = position.rules.roster.number[action[1]]
    position.state.acted |= 1 << brigade
    if position.rules.roster.division[brigade] != division:
        position.goto("brigades", division, isolated, bound, near, guests - 1)
        begin_action(position, brigade, isolated=False)
    else:
        begin_action(position, brigade, isolated=bool(isolated >> brigade & 1))


PROCEDURES = {
    "designate": Procedure(ask_designate, answer_designate),
    "activation": Procedure(ask_activation, answer_activation),
    "divisions": Procedure(ask_divisions, answer_divisions),
    "lone_action": Procedure(ask_lone_action),
    "brigades": Procedure(ask_brigades, answer_brigades),
}

VERBS = (
    Verb("designate", BEGIN, (PIECE,), "Designate {0}", "6.1.1", "action"),
    Verb("activate", BEGIN, (UNIT,), "Activate {0}", "6.1.3", "action"),
    Verb("act", BEGIN, (PIECE,), "{0} acts", "6.1.3", "action"),
)

EVENTS = (
    Kind(
        "no_commander", "The {side} side has no corps commander on the map and does nothing.", {"side": SIDE}
    ),
    Kind("designated", "{piece} is designated.", {"piece": PIECE}),
    Kind(
        "activation",
        "{piece}: activation die {die}, in all {total}. Divisions to activate: {number}.",
        {"piece": PIECE, "die": DIE, "total": NUMBER, "number": NUMBER},
    ),
    Kind("activated", "{unit} is activated.", {"unit": UNIT, "in_command": WORDS}),
)
