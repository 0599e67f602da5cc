"""6. Declaring combat: who attacks whom, decided unit by unit, so that what has been declared can always be
completed to a legal whole and every legal whole can be declared.

Why that can be decided quickly: whether two units touch depends only on their hexes. Suppose every remaining
attacker in enemy control touches a remaining defender and the other way round. Then the hexes can be covered
by stars (one hex of attackers on several of defenders, or several on one), each remaining hex kept whole, and
that is a legal declaration of the rest as long as screening leaves room. So those conditions are all that a
closed battle must leave behind. For a battle still open, everything it forces is added until nothing more is
forced: attackers who would find nobody else to attack, defenders whom nobody else could attack, and whole
hexes that screening would not allow to be split. It can be completed exactly when all those fit together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, product

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.rules import enforces
from bullrun.engine.state import Frame
from bullrun.games.bull_run_1983 import brigades
from bullrun.games.bull_run_1983.artillery import long_range_batteries, seen_from
from bullrun.games.bull_run_1983.battlefield import BullRun
from bullrun.games.bull_run_1983.ground import ground, ids, name, units_in
from bullrun.games.bull_run_1983.roster import BATTERY, BRIGADE, INFANTRY, SIDES

Units = int
"""A bit set of piece numbers."""

ATTACK, BOMBARD = "attack", "bombard"
COMMIT: Action = ("commit",)
END: Action = ("end-declaration",)

GUN, HORSE = -1, 0
"""What a defender is for screening: a battery, or neither; infantry by the number of units it represents."""


# --- screening ----------------------------------------------------------------------------------------

FITS, MUST_GROW, WHOLE = range(3)
"""How a part of a hex stands with screening: as it is; only with more units of the hex; only with all."""


def pairs(kinds: Iterable[int]) -> tuple[int, int]:
    """(batteries, infantry units) among these kinds."""
    guns = foot = 0
    for kind in kinds:
        if kind == GUN:
            guns += 1
        else:
            foot += kind
    return guns, foot


@cache
@enforces("6.8", "8.51")
def screening(needed: int, taken: tuple[int, ...], rest: tuple[int, ...]) -> int:
    """How a battle with the units `taken` of a hex stands, when `rest` are those of the hex not yet in any
    battle and `needed` pairs of battery and infantry are still to be kept together. Kinds are sorted."""

    def together(some: Iterable[int], others: Iterable[int]) -> int:
        return min(pairs(some)) + min(pairs(others))

    if together(taken, rest) >= needed:
        return FITS
    count = {kind: rest.count(kind) for kind in sorted(set(rest))}
    for keep in product(*(range(n + 1) for n in count.values())):
        if not any(keep):
            continue
        kept = list(chain.from_iterable([kind] * n for kind, n in zip(count, keep, strict=True)))
        added = chain.from_iterable([kind] * (count[kind] - n) for kind, n in zip(count, keep, strict=True))
        if together((*taken, *added), kept) >= needed:
            return MUST_GROW
    return WHOLE


# --- who faces whom -----------------------------------------------------------------------------------


class Muster:
    """Everybody concerned at the start of the phase. Nothing moves while battles are declared."""

    __slots__ = (
        "attackers", "beside", "defenders", "far", "far_seen", "front", "guns", "here", "kind", "left",
        "place", "seen", "there",
    )  # fmt: skip

    def __init__(self, position: BullRun) -> None:
        state, rules = position.state, position.rules
        board, side = rules.board, state.side
        on = ground(position)
        foes = on.units[1 - side]
        able = rules.roster.of_side[side] & rules.roster.all_units & ~state.fought
        self.here: list[Units] = []
        """Attackers by hex, for each hex next to an enemy."""
        self.front: list[int] = []
        """For each of those the indices (as bits) of the defending hexes next to it."""
        self.there: list[Units] = []
        """Defenders by hex."""
        self.beside: list[int] = []
        self.place: list[PlaceId] = []
        """The places of the defending hexes."""
        self.kind: dict[int, int] = {}
        self.left: dict[tuple[object, ...], Left] = {}
        places: list[PlaceId] = []
        for place in places_in(on.units[side] & board.spread(foes)):
            units = _bits(u for u in units_in(position, place, side) if able >> u & 1)
            if units:
                places.append(place)
                self.here.append(units)
        near = 0
        for place in places:
            near |= board.neighbour_set[place]
        self.place = list(places_in(near & foes))
        for place in self.place:
            held = units_in(position, place, 1 - side)
            self.there.append(_bits(held))
            self.beside.append(_bits(x for x, p in enumerate(places) if board.adjacent(p, place)))
            for unit in held:
                self.kind[unit] = _kind(position, unit)
        for place in places:
            self.front.append(_bits(y for y, p in enumerate(self.place) if board.adjacent(p, place)))
        self.attackers: Units = _join(self.here)
        self.defenders: Units = _join(self.there)
        self.guns: Units = 0
        self.seen: dict[int, int] = {}
        """For each long-range battery the indices of the defending hexes it can fire at."""
        self.far_seen: dict[int, PlaceSet] = {}
        """And the other enemy hexes it can fire at."""
        self.far: dict[int, PlaceId] = {}
        """Enemy units that can be bombarded, with their hexes."""
        for gun in long_range_batteries(position):
            seen = seen_from(position, state.at[gun], foes)
            if seen:
                self.guns |= 1 << gun
                self.seen[gun] = _bits(y for y, p in enumerate(self.place) if seen >> p & 1)
                self.far_seen[gun] = seen & ~near
        for place in places_in(_join(self.far_seen.values())):
            for unit in units_in(position, place, 1 - side):
                self.far[unit] = place


def _bits(numbers: Iterable[int]) -> int:
    result = 0
    for number in numbers:
        result |= 1 << number
    return result


def _join(sets: Iterable[int]) -> int:
    result = 0
    for one in sets:
        result |= one
    return result


def _kind(position: BullRun, unit: int) -> int:
    kind = position.rules.roster.kind[unit]
    if kind == BATTERY:
        return GUN
    if kind == INFANTRY:
        return 1
    return len(brigades.components(position, unit)) - 1 if kind == BRIGADE else HORSE


def muster(position: BullRun) -> Muster:
    """The muster of this phase, kept until a piece moves or the phase is another one."""
    memo, state = ground(position).memo, position.state
    key = (state.turn, state.side, state.fought)
    found: tuple[object, Muster] | None = memo.get("muster")
    if found is None or found[0] != key:
        found = memo["muster"] = (key, Muster(position))
    return found[1]


# --- what closed battles leave ------------------------------------------------------------------------


class Left:
    """Who is in no closed battle, and how many pairs each hex must still keep together."""

    __slots__ = ("attackers", "defenders", "far", "guns", "hexes", "hosts", "muster", "needed")

    def __init__(
        self, field: Muster, battles: Iterable[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]]
    ) -> None:
        used = 0
        parts: list[tuple[int, ...]] = []
        for attackers, support, defenders in battles:
            used |= _bits((*attackers, *support, *defenders))
            parts.append(defenders)
        self.muster = field
        self.attackers: Units = field.attackers & ~used
        self.defenders: Units = field.defenders & ~used
        self.guns: Units = field.guns & ~used
        self.far: Units = _bits(field.far) & ~used
        self.hosts = [
            (self.attackers & units, front, 1 << x)
            for x, (units, front) in enumerate(zip(field.here, field.front, strict=True))
            if self.attackers & units
        ]
        """Remaining attackers by hex, each with the defending hexes next to it and its own bit."""
        self.hexes = [
            (self.defenders & units, beside, 1 << y)
            for y, (units, beside) in enumerate(zip(field.there, field.beside, strict=True))
            if self.defenders & units
        ]
        self.needed: dict[int, int] = {}
        for y, units in enumerate(field.there):
            kept = min(pairs(field.kind[u] for u in places_in(units)))
            for part in parts:
                kept -= min(pairs(field.kind[u] for u in part if units >> u & 1))
            self.needed[1 << y] = kept


def left_over(position: BullRun) -> Left:
    """Who is left after the battles closed so far."""
    field = muster(position)
    battles = position.state.battles
    found = field.left.get(battles)
    if found is None:
        found = field.left[battles] = Left(field, battles)
    return found


# --- what an open battle forces -----------------------------------------------------------------------


def _kinds(field: Muster, units: Units) -> tuple[int, ...]:
    return tuple(sorted(field.kind[u] for u in places_in(units)))


def _screens(left: Left, taken: Units, bit: int, units: Units) -> int:
    """How the part of a hex that a battle has taken stands with screening."""
    needed = left.needed[bit]
    if needed <= 0:
        return FITS
    field = left.muster
    inside = taken & units
    return screening(needed, _kinds(field, inside), _kinds(field, units & ~inside))


@enforces("6.2", "6.3", "6.4", "6.5", "6.6", "9.42")
def closure(left: Left, attackers: Units, defenders: Units) -> tuple[Units, Units]:
    """The battle with everything it forces. An attacker left with nobody to attack must join, a defender
    left with nobody to attack it must be included, and so must the rest of a hex that screening does not
    allow to be split. Everybody is in one battle only, so what is in closed battles does not count."""
    while True:
        open_hexes = open_hosts = 0
        for units, _, bit in left.hexes:
            if units & ~defenders:
                open_hexes |= bit
        joined, included = attackers, defenders
        for units, front, bit in left.hosts:
            if units & ~attackers:
                if front & open_hexes:
                    open_hosts |= bit
                else:
                    joined |= units
        for units, beside, bit in left.hexes:
            if units & ~defenders and (
                not beside & open_hosts
                or (units & defenders and _screens(left, defenders, bit, units) == WHOLE)
            ):
                included |= units
        if included == defenders and joined == attackers:
            return attackers, defenders
        attackers, defenders = joined, included


def fits(left: Left, attackers: Units, defenders: Units, guns: Units) -> bool:
    """Whether an open battle can be completed so that everything else can be declared too."""
    attackers, defenders = closure(left, attackers, defenders)
    targets = 0
    for units, _, bit in left.hexes:
        if units & defenders:
            targets |= bit
    for units, front, _ in left.hosts:
        if units & attackers and targets & ~front:
            return False
    seen = left.muster.seen
    return not any(targets & ~seen[gun] for gun in places_in(guns))


def may_close(left: Left, attackers: Units, defenders: Units) -> bool:
    """Whether an open battle can be closed as it is."""
    if not attackers or closure(left, attackers, defenders) != (attackers, defenders):
        return False
    return all(
        _screens(left, defenders, bit, units) == FITS for units, _, bit in left.hexes if units & defenders
    )


# --- asking -------------------------------------------------------------------------------------------


@enforces("5.83", "6.1", "6.7", "6.9", "8.5")
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
            options.append(END)
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
        attackers=[names[unit] for unit in places_in(attackers)],
        support=[names[unit] for unit in places_in(guns)],
        defenders=[names[unit] for unit in places_in(defenders)],
    )


@enforces("9.61")
def _bombardable(left: Left) -> Iterator[int]:
    """Enemy units that a free battery can fire at and that no unit able to attack stands next to."""
    field = left.muster
    seen = _join(field.far_seen[gun] for gun in places_in(left.guns))
    return (unit for unit in places_in(left.far) if seen >> field.far[unit] & 1)


@enforces("9.62")
def _bombard_options(
    left: Left, attackers: Units, guns: Units, defenders: Units
) -> Iterator[tuple[str, int]]:
    """Further batteries that see every target, and further targets that every battery sees: any units of a
    hex, for screening does not protect against bombardment."""
    field = left.muster
    targets = _bits(field.far[unit] for unit in places_in(defenders))
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
    if action == END:
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
    if frame[0] != "declaration":
        return Refusal("6.9", "Attacks are declared at the start of the Combat phase.")
    left = left_over(position)
    verb = action[0]
    if action == END:
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
    return _why_not_join(position, left, frame, unit, verb, facts)


def _why_not_unit(
    position: BullRun, left: Left, unit: int, verb: str, facts: dict[str, str]
) -> Refusal | None:
    state, roster = position.state, position.rules.roster
    if not roster.all_units >> unit & 1:
        return Refusal("12.2", "Leaders neither attack nor are attacked.", facts)
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


def _why_not_join(
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
    all_attackers, all_defenders = closure(left, attackers, defenders)
    names = position.rules.roster.ids
    if all_attackers != attackers:
        missing = [names[unit] for unit in places_in(all_attackers & ~attackers)]
        return Refusal("6.3", f"Nobody else would be left to attack for {', '.join(missing)}.")
    if all_defenders != defenders:
        missing = [names[unit] for unit in places_in(all_defenders & ~defenders)]
        return Refusal("6.3", f"Nobody else could attack {', '.join(missing)}, or screening binds them.")
    return Refusal("6.8", "Screening: batteries and infantry of a hex must be attacked in pairs.")


def _still_to_fight(position: BullRun, left: Left) -> str:
    names = position.rules.roster.ids
    who = [names[unit] for unit in places_in(left.attackers | left.defenders)]
    return f"Still to fight: {', '.join(who)}." if who else "A battle is still open."


WHY_NOT = dict.fromkeys(
    (ATTACK, BOMBARD, "with", "support", "also", "commit", "end-declaration"), why_not_declare
)

PROCEDURES = {"declaration": Procedure(ask_declaration, answer_declaration)}

WORDS = {
    "attack_declared": "Declared: {attackers} against {defenders} in {at}.",
    "support_declared": "In support: {batteries}.",
    "bombardment_declared": "Declared: {attackers} bombard {defenders} in {at}.",
}
