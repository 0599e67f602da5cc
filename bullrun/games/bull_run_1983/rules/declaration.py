"""6. Declaring combat: who attacks whom, decided unit by unit, so that what has been declared can always be
completed to a legal whole and every legal whole can be declared. How that is known: contact.py."""

from __future__ import annotations

from collections.abc import Iterator

from bullrun.board.places import places_in
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import About, Decision, Fight
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import AIM, CHOOSE, END, PICK, PIECE, PIECES, PLACES, Kind, Verb
from bullrun.games.bull_run_1983.rules.artillery import seen_from
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.contact import (
    Left,
    Units,
    bits,
    closure,
    fits,
    join,
    left_out,
    left_over,
    may_close,
)
from bullrun.games.bull_run_1983.rules.ground import ids, name
from bullrun.games.bull_run_1983.rules.state import FORMED
from bullrun.games.bull_run_1983.rules.strength import ASSAULT, BOMBARDMENT
from bullrun.games.sides import SIDES

ATTACK, BOMBARD = "attack", "bombard"
COMMIT: Action = ("commit",)
END_DECLARATION: Action = ("end-declaration",)

# --- asking -------------------------------------------------------------------------------------------


@enforces("5.83", "6.1", "6.7")
def ask_declaration(position: BullRun, frame: Frame) -> Decision | None:
    """Frame: (declaration) between battles, or (declaration, kind, attackers, batteries, defenders) while one
    is being put together. A battle is named by one of its defenders."""
    left = left_over(position)
    names = position.rules.roster.ids
    owner = SIDES[position.state.side]
    if len(frame) == 1:
        options: list[Action] = [(ATTACK, names[unit]) for unit in places_in(left.defenders)]
        options += [(BOMBARD, names[unit]) for unit in _bombardable(left)]
        if not left.defenders and not left.attackers:
            if not options:
                position.end()
                return None
            options.append(END_DECLARATION)
        return Decision(owner, "Which enemy unit is attacked next, or bombarded?", options, "6.3")
    _, kind, attackers, guns, defenders = frame
    add = _bombard_options if kind == BOMBARD else _attack_options
    options = [(verb, names[unit]) for verb, unit in add(left, attackers, guns, defenders)]
    if guns if kind == BOMBARD else may_close(left, attackers, defenders):
        options.append(COMMIT)
    return Decision(
        owner,
        "Who bombards, and what else is bombarded with it?"
        if kind == BOMBARD
        else "Who attacks, who supports, and who else is attacked in the same battle?",
        options,
        "9.6" if kind == BOMBARD else "6.5",
        about=About(
            fight=Fight(
                tuple(names[unit] for unit in places_in(attackers)),
                tuple(names[unit] for unit in places_in(defenders)),
                tuple(names[unit] for unit in places_in(guns)),
                kind=BOMBARDMENT if kind == BOMBARD else ASSAULT,
            )
        ),
    )


@enforces("9.61")
def _bombardable(left: Left) -> Iterator[int]:
    """Enemy units that a free battery can fire at and that no unit able to attack stands next to."""
    field = left.muster
    seen = join(field.far_seen[gun] for gun in places_in(left.guns))
    return (unit for unit in places_in(left.far) if seen >> field.far[unit] & 1)


@enforces("9.62")
def _bombard_options(
    left: Left, attackers: Units, guns: Units, defenders: Units
) -> Iterator[tuple[str, int]]:
    """Further batteries that see every target, and further targets that every battery sees: any units of a
    hex, for screening does not protect against bombardment."""
    field = left.muster
    targets = bits(field.far[unit] for unit in places_in(defenders))
    for gun in places_in(left.guns & ~guns):
        if not targets & ~field.far_seen[gun]:
            yield "with", gun
    if guns:
        seen = left.muster.far_seen
        for unit in places_in(left.far & ~defenders):
            if all(seen[gun] >> field.far[unit] & 1 for gun in places_in(guns)):
                yield "also", unit


@enforces("9.43")
def _attack_options(left: Left, attackers: Units, guns: Units, defenders: Units) -> Iterator[tuple[str, int]]:
    """Attackers next to every defender, batteries that see them all, and defenders next to every attacker
    and in sight of every battery; of these only what keeps the whole declaration possible. Units of one hex
    and kind are alike in this, so one of them is tried for all."""
    targets = 0
    for units, _, bit in left.hexes:
        if units & defenders:
            targets |= bit
    common = -1
    joining: Units = 0
    for units, front, _ in left.hosts:
        if units & attackers:
            common &= front
        spare = units & ~attackers
        if spare and not targets & ~front and fits(left, attackers | spare & -spare, defenders, guns):
            joining |= spare
    for unit in places_in(joining):
        yield "with", unit
    if not attackers:
        return
    seen = left.muster.seen
    known: dict[int, bool] = {}
    for gun in places_in(left.guns & ~guns):
        if targets & ~seen[gun]:
            continue
        if seen[gun] not in known:
            known[seen[gun]] = fits(left, attackers, defenders, guns | 1 << gun)
        if known[seen[gun]]:
            yield "support", gun
    for gun in places_in(guns):
        common &= seen[gun]
    included: Units = 0
    for units, _, bit in left.hexes:
        spare = units & ~defenders
        if not spare or not common & bit:
            continue
        tried: dict[int, bool] = {}
        for unit in places_in(spare):
            kind = left.muster.kind[unit]
            if kind not in tried:
                tried[kind] = fits(left, attackers, defenders | 1 << unit, guns)
            if tried[kind]:
                included |= 1 << unit
    for unit in places_in(included):
        yield "also", unit


def answer_declaration(position: BullRun, frame: Frame, action: Action) -> None:
    """Begin a battle, add to it, close it, or end the declaration."""
    if action == END_DECLARATION:
        position.end()
        return
    if action == COMMIT:
        _commit(position, frame)
        return
    verb = action[0]
    unit = 1 << position.rules.roster.number[action[1]]
    if len(frame) == 1:
        position.goto("declaration", verb, 0, 0, unit)
        return
    _, kind, attackers, guns, defenders = frame
    if verb == "also":
        defenders |= unit
    elif verb == "support" or kind == BOMBARD:
        guns |= unit
    else:
        attackers |= unit
    position.goto("declaration", kind, attackers, guns, defenders)


def _commit(position: BullRun, frame: Frame) -> None:
    _, kind, *sets = frame
    attackers, guns, defenders = (tuple(places_in(units)) for units in sets)
    position.state.battles += ((attackers, guns, defenders),)
    position.emit(
        "bombardment_declared" if kind == BOMBARD else "attack_declared",
        "9.6" if kind == BOMBARD else "6.9",
        attackers=ids(position, attackers or guns),
        defenders=ids(position, defenders),
        at=[name(position, place) for place in sorted({position.state.at[unit] for unit in defenders})],
    )
    if attackers and guns:
        position.emit("support_declared", "9.5", batteries=ids(position, guns))
    position.goto("declaration")


# --- why not ------------------------------------------------------------------------------------------


def why_not_declare(position: BullRun, action: Action) -> Refusal | None:
    """Why a unit cannot be attacked, bombarded, or join the battle being declared."""
    frame = position.state.frames[-1]
    roster = position.rules.roster
    if frame == ("combat",):
        frame = ("declaration",)  # the phase has just begun
    if frame[0] != "declaration":
        return Refusal("6.9", "Attacks are declared at the start of the Combat phase.")
    left = left_over(position)
    verb = action[0]
    if action == END_DECLARATION:
        if not left.attackers | left.defenders and len(frame) == 1:
            return Refusal("6.3", "Nobody is left who could attack.")
        return Refusal("6.3", _still_to_fight(position, left))
    if action == COMMIT:
        return _why_not_commit(position, left, frame)
    if len(action) != 2 or action[1] not in roster.number:
        return Refusal("6.5", f"It names one unit: {verb} UNIT.")
    unit = roster.number[action[1]]
    facts = {"piece": action[1]}
    refusal = _why_not_unit(position, left, unit, verb, facts)
    if refusal is not None:
        return refusal
    if len(frame) == 1:
        if verb in (ATTACK, BOMBARD):
            return _why_not_target(position, left, unit, verb, facts)
        return Refusal("6.5", "First say which enemy unit is attacked.", facts)
    if verb in (ATTACK, BOMBARD):
        return Refusal("6.9", "First complete the battle that is being declared.", facts)
    return _why_notjoin(position, left, frame, unit, verb, facts)


def _why_not_unit(
    position: BullRun, left: Left, unit: int, verb: str, facts: dict[str, str]
) -> Refusal | None:
    state, roster = position.state, position.rules.roster
    if not roster.all_units >> unit & 1:
        return Refusal("12.2", "Leaders neither attack nor are attacked.", facts)
    if state.box[unit] == FORMED:
        return Refusal("8.5", "It fights only as part of its brigade piece.", facts)
    if not state.at[unit]:
        return Refusal("6.1", "It is not on the map.", facts)
    mine = roster.side[unit] == state.side
    if mine != (verb in ("with", "support")):
        return Refusal("6.1", "The attacker's units attack, the enemy's are attacked.", facts)
    for attackers, support, defenders in state.battles:
        if unit in (*attackers, *support, *defenders):
            return Refusal("6.4", "It is in another battle already.", facts)
    if mine and state.fought >> unit & 1:
        return Refusal("7.93", "It has attacked or advanced already this turn.", facts)
    return None


def _why_not_target(
    position: BullRun, left: Left, unit: int, verb: str, facts: dict[str, str]
) -> Refusal | None:
    if verb == ATTACK:
        if not left.defenders >> unit & 1:
            return Refusal("6.1", "No unit able to attack stands next to it.", facts)
    elif left.defenders >> unit & 1:
        return Refusal(
            "9.61", "A unit able to attack stands next to it: fire on it can only be support.", facts
        )
    elif unit not in _bombardable(left):
        return Refusal("9.3", "No free battery has range and a clear line to it.", facts)
    return None


def _why_notjoin(
    position: BullRun, left: Left, frame: Frame, unit: int, verb: str, facts: dict[str, str]
) -> Refusal | None:
    _, kind, attackers, guns, defenders = frame
    state, board = position.state, position.rules.board
    if (attackers | guns | defenders) >> unit & 1:
        return Refusal("6.4", "It is in this battle already.", facts)
    fires = verb == "support" or (verb == "with" and kind == BOMBARD)
    if fires:
        if not left.guns >> unit & 1:
            return Refusal("9.41", "It is no battery that can fire from a distance at anything now.", facts)
        for place in sorted({state.at[d] for d in places_in(defenders)}):
            if not seen_from(position, state.at[unit], 1 << place):
                return Refusal("9.43", f"It has no range or no clear line to {name(position, place)}.", facts)
    elif verb == "with":
        for place in sorted({state.at[d] for d in places_in(defenders)}):
            if not board.adjacent(state.at[unit], place):
                return Refusal("6.5", f"It is not adjacent to {name(position, place)}.", facts)
    else:
        if kind == BOMBARD and left.defenders >> unit & 1:
            return Refusal("9.61", "A unit able to attack stands next to it.", facts)
        for place in sorted({state.at[a] for a in places_in(attackers)}):
            if not board.adjacent(state.at[unit], place):
                return Refusal(
                    "6.5", f"The attackers in {name(position, place)} are not adjacent to it.", facts
                )
        for gun in places_in(guns):
            if not seen_from(position, state.at[gun], 1 << state.at[unit]):
                says = f"{position.rules.roster.ids[gun]} has no range or no clear line to it."
                return Refusal("9.43", says, facts)
        if not attackers | guns:
            return Refusal("6.5", "First name an attacker.", facts)
    if kind == BOMBARD:
        return None
    added = 1 << unit
    if verb == "with":
        attackers |= added
    elif verb == "support":
        guns |= added
    else:
        defenders |= added
    return _what_breaks(position, left, attackers, defenders, guns, facts)


def _what_breaks(
    position: BullRun, left: Left, attackers: Units, defenders: Units, guns: Units, facts: dict[str, str]
) -> Refusal | None:
    """Why a battle could not be completed: what it forces, and what does not fit."""
    if fits(left, attackers, defenders, guns):
        return None
    all_attackers, all_defenders = closure(left, attackers, defenders)
    roster = position.rules.roster
    forced = [roster.ids[u] for u in places_in(all_defenders & ~defenders | all_attackers & ~attackers)]
    says = (
        f"That would force {', '.join(forced)} into the battle too, "
        "for want of another enemy or by screening, and not everybody there is adjacent or in sight."
    )
    return Refusal("6.3", says, {**facts, "forced": ", ".join(forced)})


def _why_not_commit(position: BullRun, left: Left, frame: Frame) -> Refusal | None:
    if len(frame) == 1:
        return Refusal("6.9", "No battle is being declared.")
    _, kind, attackers, guns, defenders = frame
    if kind == BOMBARD:
        return None if guns else Refusal("9.6", "Name a battery that fires.")
    if not attackers:
        return Refusal("9.61", "Every battle needs at least one adjacent attacker.")
    names = position.rules.roster.ids
    for units, _, bit in left.hexes:
        taken, rest = (list(places_in(part)) for part in (units & defenders, units & ~defenders))
        bound = left_out(left.needed[bit], left.muster.kind, taken, rest) if taken else []
        if bound:
            who = ", ".join(names[unit] for unit in bound)
            return Refusal("6.8", f"Batteries and infantry of a hex are attacked in pairs; left out: {who}.")
    all_attackers, all_defenders = closure(left, attackers, defenders)
    if all_attackers != attackers:
        missing = [names[unit] for unit in places_in(all_attackers & ~attackers)]
        return Refusal("6.3", f"Nobody else would be left to attack for {', '.join(missing)}.")
    if all_defenders != defenders:
        missing = [names[unit] for unit in places_in(all_defenders & ~defenders)]
        return Refusal("6.3", f"Nobody else could attack {', '.join(missing)}.")
    return None


def _still_to_fight(position: BullRun, left: Left) -> str:
    names = position.rules.roster.ids
    who = [names[unit] for unit in places_in(left.attackers | left.defenders)]
    return f"Still to fight: {', '.join(who)}." if who else "A battle is still open."


WHY_NOT = dict.fromkeys(
    (ATTACK, BOMBARD, "with", "support", "also", "commit", "end-declaration"), why_not_declare
)

PROCEDURES = {"declaration": Procedure(ask_declaration, answer_declaration)}

VERBS = (
    Verb("attack", AIM, (PIECE,), "Attack {0}", "6.1", "combat"),
    Verb("bombard", AIM, (PIECE,), "Bombard {0}", "9.6", "combat"),
    Verb("with", PICK, (PIECE,), "{0} attacks", "6.5", "combat"),
    Verb("support", PICK, (PIECE,), "{0} supports from a distance", "9.4", "combat"),
    Verb("also", PICK, (PIECE,), "{0} is attacked too", "6.5", "combat"),
    Verb("commit", CHOOSE, (), "Attack so", "6.9", "combat"),
    Verb("end-declaration", END, (), "No more attacks", "6.9", "combat"),
)

EVENTS = (
    Kind(
        "attack_declared",
        "Declared: {attackers} against {defenders} in {at}.",
        {"at": PLACES, "attackers": PIECES, "defenders": PIECES},
    ),
    Kind("support_declared", "In support: {batteries}.", {"batteries": PIECES}),
    Kind(
        "bombardment_declared",
        "Declared: {attackers} bombard {defenders} in {at}.",
        {"at": PLACES, "attackers": PIECES, "defenders": PIECES},
    ),
)
