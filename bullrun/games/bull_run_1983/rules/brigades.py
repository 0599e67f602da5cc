"""8. Brigades: one piece in place of a leader and part of his infantry; how it forms and breaks up.
Its movement is in the movement chapter's costs, its fighting in the combat chapters."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from bullrun.engine.action import Action
from bullrun.engine.checks import Check, Refusal, first_refusal
from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, END, PIECE, PIECES, PLACE, Kind, Verb
from bullrun.errors import BullrunError
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.command import self_active
from bullrun.games.bull_run_1983.rules.ground import control_zone, ids, name, put, take_off
from bullrun.games.bull_run_1983.rules.roster import BRIGADE, INFANTRY, Roster
from bullrun.games.bull_run_1983.rules.state import CARD, FORMED, MAP, MOVEMENT, NOWHERE, SETUP
from bullrun.games.sides import SIDES

KEPT = ("active", "moved", "halted", "fought", "settled")
"""What a piece has done this player-turn passes from a brigade piece to its parts and back."""


# --- who is in a brigade ----------------------------------------------------------------------------


@lru_cache(maxsize=20000)
@enforces("8.21")
def exact_sums(roster: Roster, brigade: int, units: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The groups of these infantry units that are worth exactly the defense strength of a brigade piece."""
    wanted = roster.defense[brigade]
    return tuple(
        group
        for size in range(1, len(units) + 1)
        for group in combinations(units, size)
        if sum(roster.defense[unit] for unit in group) == wanted
    )


def choose_components(position: BullRun, brigade: int) -> list[int]:
    """The first group of its infantry, none of it on the map, that makes up a brigade piece."""
    roster, state = position.rules.roster, position.state
    code = roster.brigade[brigade]
    spare = tuple(u for u in roster.brigade_infantry[code] if state.box[u] == CARD)
    groups = exact_sums(roster, brigade, spare)
    if not groups:
        raise BullrunError(
            f"{roster.ids[brigade]}: no infantry off the map makes up its {roster.defense[brigade]} DP [8.21]"
        )
    return list(groups[0])


@enforces("8.3")
def components(position: BullRun, brigade: int) -> list[int]:
    """The pieces that a formed brigade piece stands for, its leader first."""
    roster, holder = position.rules.roster, position.state.holder
    code = roster.brigade[brigade]
    parts = [roster.brigade_leader[code]]
    parts += [unit for unit in roster.brigade_infantry[code] if holder[unit] == brigade]
    return parts


# --- forming ------------------------------------------------------------------------------------------


def _may_stand(position: BullRun, place: int) -> bool:
    state, rules = position.state, position.rules
    return not rules.no_brigades(state.abatis, state.trestle) >> place & 1


@enforces("8.1", "8.2", "8.22")
def form_options(position: BullRun, side: int) -> list[Action]:
    """Every brigade that can form now: ("form", brigade piece, units). During set-up anywhere; in the
    Movement phase only pieces that have not moved and began it out of enemy control. A brigade that broke
    up before moving may form anew, of other units too; it forms once a turn, so that the phase ends."""
    state, roster = position.state, position.rules.roster
    at, frozen = state.at, state.frozen
    if state.phase == SETUP:
        ready = roster.of_side[side]
    elif state.phase == MOVEMENT and state.side == side:
        ready = state.settled & ~state.moved
    else:
        return []
    options: list[Action] = []
    for code, leader in leaders_of(roster)[side]:
        place = at[leader]
        if not place or not ready >> leader & 1 or state.changed >> roster.brigade_piece[code] & 1:
            continue
        face_down = frozen >> leader & 1
        units = tuple(
            unit
            for unit in roster.brigade_infantry[code]
            if at[unit] == place and ready >> unit & 1 and frozen >> unit & 1 == face_down
        )
        if units and _may_stand(position, place):
            options += forms(roster, roster.brigade_piece[code], units)
    return options


@lru_cache(maxsize=20000)
def forms(roster: Roster, brigade: int, units: tuple[int, ...]) -> tuple[Action, ...]:
    """The ways to form a brigade piece from these units, as actions."""
    names = roster.ids
    return tuple(
        ("form", names[brigade], *(names[unit] for unit in group))
        for group in exact_sums(roster, brigade, units)
    )


@lru_cache(maxsize=20000)
@enforces("12.1")
def leaders_of(roster: Roster) -> tuple[tuple[tuple[str, int], ...], ...]:
    """For each side its brigades that have a brigade piece: (code, leader) in roster order. Only these
    leaders form brigade and rally; to activate is every leader's."""
    return tuple(
        tuple(
            (code, roster.brigade_leader[code])
            for code, piece in sorted(roster.brigade_piece.items(), key=lambda item: item[1])
            if roster.side[piece] == side
        )
        for side in range(len(SIDES))
    )


@enforces("8.5")
def form(position: BullRun, action: Action) -> None:
    """Replace a leader and his units by their brigade piece, from now on a single unit; it is active when
    they all are."""
    state, roster = position.state, position.rules.roster
    brigade, *units = (roster.number[piece] for piece in action[1:])
    parts = [roster.brigade_leader[roster.brigade[brigade]], *units]
    place = state.at[parts[0]]
    for part in parts:
        take_off(position, part, FORMED)
        state.holder[part] = brigade
    put(position, brigade, place)
    for flag in KEPT:
        bits: int = getattr(state, flag)
        shared = all(bits >> part & 1 for part in parts)
        setattr(state, flag, bits & ~(1 << brigade) | shared << brigade)
    frozen = state.frozen >> parts[0] & 1
    state.frozen = state.frozen & ~(1 << brigade) | frozen << brigade
    state.spent[brigade] = 0
    state.changed |= 1 << brigade
    _tell(position, "brigade_formed", "8.2", brigade, parts, place)


FORMING = (
    Check("8.21", "Only a brigade piece forms.", lambda p, b, parts: p.rules.roster.kind[b] == BRIGADE),
    Check(
        "8.21",
        "Only infantry of the same brigade can be used, never cavalry or batteries.",
        lambda p, b, parts: all(
            p.rules.roster.kind[u] == INFANTRY and p.rules.roster.brigade[u] == p.rules.roster.brigade[b]
            for u in parts[1:]
        ),
    ),
    Check(
        "8.21",
        "The units must be worth exactly the defense strength of the brigade piece.",
        lambda p, b, parts: sum(p.rules.roster.defense[u] for u in parts[1:]) == p.rules.roster.defense[b],
    ),
    Check(
        "8.22",
        "The brigade leader and the units must stand together in one hex.",
        lambda p, b, parts: p.state.at[parts[0]] != NOWHERE and len({p.state.at[u] for u in parts}) == 1,
    ),
    Check(
        "8.2",
        "Brigades form during set-up and in their own Movement phase.",
        lambda p, b, parts: (
            p.state.phase == SETUP or (p.state.phase == MOVEMENT and p.state.side == p.rules.roster.side[b])
        ),
    ),
    Check(
        "8.22",
        "Some of them have moved in this phase.",
        lambda p, b, parts: p.state.phase == SETUP or not any(p.state.moved >> u & 1 for u in parts),
    ),
    Check(
        "8.22",
        "They began the phase in enemy control.",
        lambda p, b, parts: p.state.phase == SETUP or all(p.state.settled >> u & 1 for u in parts),
    ),
    Check(
        "8.2",
        "The brigade has formed once this turn.",
        lambda p, b, parts: not p.state.changed >> b & 1,
    ),
    Check(
        "8.52",
        "Brigade pieces may not stand on a ford, bridge or ABATIS.",
        lambda p, b, parts: _may_stand(p, p.state.at[parts[0]]),
    ),
    Check(
        "4.81",
        "Some of them are frozen and others not.",
        lambda p, b, parts: len({p.state.frozen >> u & 1 for u in parts}) == 1,
    ),
)
"""What forming takes, for `why_not_form`."""


def why_not_form(position: BullRun, brigade: int, units: list[int]) -> Refusal | None:
    """Why a brigade piece cannot form from these units now; None when it can."""
    roster = position.rules.roster
    leader = roster.brigade_leader.get(roster.brigade[brigade], -1)
    if roster.kind[brigade] != BRIGADE or leader < 0:
        return Refusal("8.21", "Only a brigade piece forms.", {"piece": roster.ids[brigade]})
    facts = {
        "piece": roster.ids[brigade],
        "needs": roster.defense[brigade],
        "points": sum(roster.defense[unit] for unit in units),
    }
    return first_refusal(FORMING, position, brigade, [leader, *units], **facts)


# --- breaking up --------------------------------------------------------------------------------------


def break_options(position: BullRun, side: int) -> list[Action]:
    """Every brigade piece of a side on the map can break up, whatever stands next to it."""
    roster, box = position.rules.roster, position.state.box
    return [
        ("break", roster.ids[roster.brigade_piece[code]])
        for code, _ in leaders_of(roster)[side]
        if box[roster.brigade_piece[code]] == MAP
    ]


@enforces("8.41", "4.2")
def break_up(position: BullRun, brigade: int, rule: str = "8.4") -> None:
    """Put the parts in the hex of the brigade piece and the piece on its card. The parts of an active
    piece that has not moved can move, and so can a red one of an inactive piece; those of one that has
    moved or fought have done so too."""
    state = position.state
    place = state.at[brigade]
    parts = components(position, brigade)
    take_off(position, brigade, CARD)
    for part in parts:
        state.holder[part] = -1
        put(position, part, place)
        state.spent[part] = state.spent[brigade]
    if state.moved >> brigade & 1:
        state.halted |= 1 << brigade
    for flag in KEPT:
        bits: int = getattr(state, flag)
        for part in parts:
            bits = bits & ~(1 << part) | (bits >> brigade & 1) << part
        setattr(state, flag, bits & ~(1 << brigade))
    for part in parts:
        state.frozen = state.frozen & ~(1 << part) | (state.frozen >> brigade & 1) << part
    state.frozen &= ~(1 << brigade)
    if position.rules.roster.side[brigade] == state.side:
        # A red part waits for nobody, though its brigade piece did (4.2).
        state.active |= self_active(position) & ~state.frozen & sum(1 << part for part in parts)
    state.spent[brigade] = 0
    _tell(position, "brigade_broken", rule, brigade, parts, place)


def _tell(position: BullRun, kind: str, rule: str, brigade: int, parts: list[int], place: int) -> None:
    """What face-down pieces do is for their own side to know; the enemy sees counters only."""
    roster = position.rules.roster
    facts = {"piece": roster.ids[brigade], "parts": ids(position, parts), "at": name(position, place)}
    if position.state.frozen >> parts[0] & 1:
        position.emit_to((SIDES[roster.side[brigade]],), kind, rule, **facts)
    else:
        position.emit(kind, rule, **facts)


@enforces("8.4")
def ask_before_combat(position: BullRun, frame: Frame) -> Decision | None:
    """Before the enemy declares his attacks, the defender may break up brigade pieces in his control. After
    a die roll the combat chapters ask again."""
    state, roster = position.state, position.rules.roster
    side = 1 - state.side
    controlled = control_zone(position, state.side)
    options = [
        option
        for option in break_options(position, side)
        if controlled >> state.at[roster.number[option[1]]] & 1
    ]
    if not options:
        position.end()
        return None
    return Decision(SIDES[side], "Do you break up a brigade before the attack?", [*options, ("keep",)], "8.4")


def answer_before_combat(position: BullRun, frame: Frame, action: Action) -> None:
    """Break one up and ask again, or keep the rest."""
    if action[0] == "break":
        break_up(position, position.rules.roster.number[action[1]])
    else:
        position.end()


def _why_form(position: BullRun, action: Action) -> Refusal | None:
    number = position.rules.roster.number
    if len(action) < 3 or any(piece not in number for piece in action[1:]):
        return Refusal("8.21", "Forming names a brigade piece and its units: form BRIGADE UNIT ...")
    return why_not_form(position, number[action[1]], [number[unit] for unit in action[2:]])


def _why_break(position: BullRun, action: Action) -> Refusal | None:
    state, roster = position.state, position.rules.roster
    piece = roster.number.get(action[1], -1) if len(action) == 2 else -1
    if piece < 0 or roster.kind[piece] != BRIGADE:
        return Refusal("8.4", "Breaking up names a brigade piece: break BRIGADE.")
    facts = {"piece": action[1]}
    if state.box[piece] != MAP:
        return Refusal("8.4", "The brigade is not formed.", facts)
    decision = position.decision()
    if decision is not None and decision.owner != SIDES[roster.side[piece]]:
        return Refusal("8.4", "A brigade is broken up by its own side.", facts)
    says = "It is asked for in its own Movement phase, before an attack on it, and when a result concerns it."
    return Refusal("8.4", says, facts)


WHY_NOT = {"form": _why_form, "break": _why_break}

PROCEDURES = {"before_combat": Procedure(ask_before_combat, answer_before_combat)}

VERBS = (
    Verb("form", CHOOSE, (PIECE, PIECES), "Form {0} from {1}", "8.2", "movement"),
    Verb("break", CHOOSE, (PIECE,), "Break up {0}", "8.4"),
    Verb("keep", END, (), "Keep the brigades formed", "8.4"),
)

EVENTS = (
    Kind(
        "brigade_formed",
        "{parts} form brigade in {at}: {piece}.",
        {"piece": PIECE, "parts": PIECES, "at": PLACE},
    ),
    Kind(
        "brigade_broken",
        "{piece} breaks up in {at}: {parts}.",
        {"piece": PIECE, "parts": PIECES, "at": PLACE},
    ),
)
