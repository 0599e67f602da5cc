"""12.6 to 12.12 One combat: cavalry may leave, ratings that nobody knows are rolled, artillery is committed,
odds are taken, every unit rolls, losses and retreats follow, and the attackers may advance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import PASS, About, Decision, Fight
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import (
    BATTLE,
    DIE,
    NUMBER,
    PICK,
    PIECE,
    PIECES,
    PLACE,
    RESULT,
    SIDE,
    WORDS,
    Kind,
    Verb,
)
from bullrun.games.clash_of_giants.rules import artillery, second_bull_run
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.declaration import defending
from bullrun.games.clash_of_giants.rules.ground import ids, ids_in, name, rating, stack, strength
from bullrun.games.clash_of_giants.rules.roster import HALF
from bullrun.games.clash_of_giants.rules.scoring import eliminate, lose_steps
from bullrun.games.clash_of_giants.rules.state import NOBODY
from bullrun.games.sides import SIDES
from bullrun.mechanisms.dice import die, pips
from bullrun.mechanisms.odds import odds as ratio_of
from bullrun.mechanisms.odds import odds_text, parse_odds, rank

CAVALRY, RATINGS, ATTACKER_GUNS, DEFENDER_GUNS, DICE, RETREATS, ADVANCE, OVER = range(8)
"""The stages of a combat (12.6)."""
ATTACK_WINDOW, DEFENCE_WINDOW = "attack-guns", "defence-guns"
"""The moments at which artillery is committed; each side can have a standing answer to them."""
ATTACKER, DEFENDER = range(2)
Term = tuple[str, int, str]
"""(words, halves, rule)."""


# --- 12.7 to 12.12 strengths, odds and flank


class Odds(NamedTuple):
    """The arithmetic of a combat, strengths in halves."""

    attack: tuple[Term, ...]
    defence: tuple[Term, ...]
    ratio: tuple[int, int]
    modifier: int
    """Added to the defenders' dice, taken off the attackers'."""
    flank: bool


def odds(
    position: Clash,
    target: PlaceId,
    attackers: int,
    guns: tuple[int, int] = (0, 0),
    defenders: int | None = None,
    places: Sequence[PlaceId] | None = None,
) -> Odds:
    """The odds of an attack, with these halves of artillery on either side, from where the attackers stand or
    from other places."""
    if defenders is None:
        defenders = sum(1 << unit for unit in defending(position, target))
    if places is None:
        places = places_of(position, attackers)
    attack = _attack_terms(position, attackers, guns[ATTACKER])
    defence = _defence_terms(position, target, places, defenders, guns[DEFENDER])
    ratio = _ratio(sum(term[1] for term in attack), sum(term[1] for term in defence))
    return Odds(
        tuple(attack),
        tuple(defence),
        ratio,
        modifier(position, ratio),
        flanked(position, target, places),
    )


@enforces("12.8")
def _ratio(attack: int, defence: int) -> tuple[int, int]:
    """Rounded in the defender's favour."""
    return ratio_of(attack, defence)


@enforces("12.9.table", "12.9.more", "12.9.less")
def modifier(position: Clash, ratio: tuple[int, int]) -> int:
    """What odds add to the defenders' dice and take off the attackers'; the ends of the row hold for all
    beyond them."""
    table = position.rules.tables["odds"]
    row: list[int] = table["modifier"]
    column = rank(ratio) - rank(parse_odds(table["columns"][0]))
    return row[max(0, min(column, len(row) - 1))]


@enforces("12.7", "G8.4.half")
def _attack_terms(position: Clash, attackers: int, guns: int) -> list[Term]:
    """All attackers together, and their artillery."""
    names = position.rules.roster.ids
    terms = [(names[unit], strength(position, unit), "12.7") for unit in places_in(attackers)]
    return terms + ([("artillery", guns, "13.1")] if guns else [])


@enforces("12.2.all", "12.7", "12.11.2")
def _defence_terms(
    position: Clash, target: PlaceId, places: Sequence[PlaceId], defenders: int, guns: int
) -> list[Term]:
    """All defenders together; what town or cut takes off, never below one; what ground adds; artillery. Woods
    change nothing."""
    names = position.rules.roster.ids
    terms: list[Term] = [(names[unit], strength(position, unit), "12.7") for unit in places_in(defenders)]
    base = sum(term[1] for term in terms)
    left = base
    for says, halves, rule in _weaknesses(position, target, places):
        less = max(left - halves, min(base, HALF))
        if less < left:
            terms.append((says, less - left, rule))
            left = less
    terms += advantages(position, target, places)
    return terms + ([("artillery", guns, "13.1")] if guns else [])


def places_of(position: Clash, attackers: int) -> list[PlaceId]:
    """The hexes from which units attack."""
    return sorted({position.state.at[unit] for unit in places_in(attackers)})


def _adds(position: Clash, kind: str) -> int:
    """What a kind of ground adds to the defence, in halves."""
    return int(position.rules.tables["defence"][kind]["adds"]) * HALF


@enforces("12.11.5", "G7.2.def", "O.cut")
def _weaknesses(position: Clash, target: PlaceId, places: Sequence[PlaceId]) -> list[Term]:
    """A stack in a town, and one in a railroad cut if anybody attacks across a cut side."""
    rules = position.rules
    found: list[Term] = []
    if rules.town >> target & 1:
        found.append(("town", -_adds(position, "town"), "12.11.5"))
    if across_cut(position, target, places) and rules.has("cut-penalty"):
        found.append(("railroad cut", -_adds(position, "railroad_cut"), "G7.2.def"))
    return found


def across_cut(position: Clash, target: PlaceId, places: Sequence[PlaceId]) -> bool:
    """Whether anybody attacks a railroad cut across one of its sides."""
    rules = position.rules
    if not rules.cut_hexes >> target & 1:
        return False
    return any(rules.cuts[target] >> place & 1 for place in places)


@enforces("12.11.1", "B7.2.def", "B7.3.def", "G7.3.def", "G7.6.def")
def advantages(position: Clash, target: PlaceId, places: Sequence[PlaceId]) -> list[Term]:
    """Higher than all attackers; or all of them across fords and bridges, across an embankment from the side
    that it faces, across sunken-road sides, or up steep sides. They add up (R24)."""
    rules, board = position.rules, position.rules.board
    higher = is_higher(position, target, places)

    def all_across(sides: PlaceSet) -> bool:
        return all(sides >> place & 1 for place in places)

    found: list[Term] = []
    if higher:
        found.append(("higher than all attackers", _adds(position, "uphill"), "12.11.1"))
    if all_across(rules.crossings[target]):
        found.append(("attacked only across fords or bridges", _adds(position, "ford"), "B7.3.def"))
    facing = rules.tables["embankment"]["attackers"]
    if all_across(rules.embankments[target]) and all(board.bearing(target, p) in facing for p in places):
        found.append(("attacked only across the embankment", _adds(position, "embankment"), "B7.2.def"))
    if rules.sunken_hexes >> target & 1 and all_across(rules.sunken[target]):
        found.append(("attacked only across the sunken road", _adds(position, "sunken_road"), "G7.3.def"))
    if higher and all_across(rules.steep[target]):
        found.append(("attacked only up steep sides", _adds(position, "steep"), "G7.6.def"))
    return found


def is_higher(position: Clash, target: PlaceId, places: Sequence[PlaceId]) -> bool:
    """Whether a hex is higher than all from which it is attacked."""
    levels = position.rules.levels
    return all(levels[target] > levels[place] for place in places)


@enforces("12.12.opp", "12.12.high", "12.12.part")
def flanked(position: Clash, target: PlaceId, places: Sequence[PlaceId]) -> bool:
    """Attackers of this combat stand in two opposite hexes, and the defender is not higher than all of
    them."""
    board = position.rules.board
    ways = {board.direction(target, place) for place in places}
    return any((way + 3) % 6 in ways for way in ways) and not is_higher(position, target, places)


# --- 12.9 and 12.10 the check of one unit


class Check(NamedTuple):
    """What one die does to one unit."""

    modified: int
    rating: int
    loses: bool
    hexes: int
    """How far it retreats if it is a defender and lives."""


@enforces("12.9.step", "12.9.one", "12.10.len", "12.12.ter")
def check(position: Clash, pip: int, own: int, change: int, flank: bool) -> Check:
    """A modified die above the rating, two lower in a flank attack, costs a step; a natural 1 never does."""
    tables = position.rules.tables
    in_force = own + (int(tables["flank"]["rating"]) if flank else 0)
    modified = pip + change
    loses = modified > in_force and pip != tables["check"]["always_passes"]
    if pip == 6 and position.rules.has("six-always-fails"):
        loses = True
    return Check(modified, in_force, loses, max(1, modified - in_force) if loses else 0)


# --- the stages


@enforces("12.6.cav", "12.6.am", "12.13.adv")
def ask_combat(position: Clash, frame: Frame) -> Decision | None:
    """One stage after the other. If cavalry has left nobody behind, all that is left is the advance."""
    _, target, attackers, stage = frame
    state = position.state
    side = state.side
    if stage == CAVALRY:
        position.emit(
            "attack",
            "12.2.order",
            attackers=ids_in(position, attackers),
            defenders=ids(position, defending(position, target)),
            at=name(position, target),
        )
        position.goto("combat", target, attackers, RATINGS)
        position.call("cavalry_retreat", target, attackers)
        return None
    if stage < DICE and not defending(position, target):
        position.goto("combat", target, attackers, ADVANCE)
        return None
    position.goto("combat", target, attackers, stage + 1)
    if stage == RATINGS:
        _call_ratings(position, target, attackers)
    elif stage in (ATTACKER_GUNS, DEFENDER_GUNS):
        position.call("guns", target, attackers, int(stage == DEFENDER_GUNS))
    elif stage == DICE:
        _take_odds(position, target, attackers)
    elif stage == RETREATS:
        if state.falling_back:
            position.call("retreats", 1 - side)
    elif stage == ADVANCE:
        state.support = (NOBODY, NOBODY)
        if not stack(position, target):
            position.call("advances", target, attackers)
    else:
        position.end()
    return None


# --- G8.1 and G8.2 ratings by die


@enforces("G8.1.die", "G8.1.not", "G8.2")
def _call_ratings(position: Clash, target: PlaceId, attackers: int) -> None:
    """Davis and Vermont roll for their rating in their first combat, once the cavalry has gone or stayed."""
    units = [*defending(position, target), *places_in(attackers)]
    for unit in reversed([unit for unit in units if not rating(position, unit)]):
        position.call("rating_die", unit)


def ask_rating(position: Clash, frame: Frame) -> Decision | None:
    """One die."""
    unit = position.rules.roster.ids[frame[1]]
    rule = _rating_rule(position, frame[1])
    called = position.rules.roster.infos[frame[1]].name
    return die(f"Rating of {called}", rule, about=About(piece=unit, roll="rating"))


def answer_rating(position: Clash, frame: Frame, action: Action) -> None:
    """It holds for the rest of the game."""
    roster, unit = position.rules.roster, frame[1]
    position.end()
    found = roster.rating_by_die[unit][pips(action) - 1]
    position.state.rating[unit] = found
    position.emit(
        "rating", _rating_rule(position, unit), piece=roster.ids[unit], die=pips(action), rating=found
    )


def _rating_rule(position: Clash, unit: int) -> str:
    return "G8.2" if position.rules.roster.side[unit] == 0 else "G8.1.die"


# --- 12.6 artillery


@enforces("12.6.am", "13.1.one")
def ask_guns(position: Clash, frame: Frame) -> Decision | None:
    """The attacker commits one marker or declines, then the defender; a side with none is not asked."""
    _, target, attackers, defends = frame
    side = position.state.side if not defends else 1 - position.state.side
    usable = artillery.usable(position, side, target, attackers, not defends)
    if not usable:
        position.end()
        return None
    options: list[Action] = [PASS, *(("commit", piece) for piece in ids(position, usable))]
    at = name(position, target)
    return Decision(
        SIDES[side],
        f"Commit artillery to the {'defence of' if defends else 'attack on'} {at}?",
        options,
        "12.6.am",
        about=About(
            fight=fight(position, target, attackers), window=DEFENCE_WINDOW if defends else ATTACK_WINDOW
        ),
    )


def answer_guns(position: Clash, frame: Frame, action: Action) -> None:
    """A committed marker is spent."""
    _, target, _, defends = frame
    position.end()
    if action == PASS:
        return
    state, roster = position.state, position.rules.roster
    guns = roster.number[action[1]]
    artillery.spend(position, guns, target)
    state.support = (state.support[0], guns) if defends else (guns, state.support[1])
    position.emit("guns", "12.6.am", piece=action[1], side=SIDES[roster.side[guns]])


def fight(position: Clash, target: PlaceId, attackers: int) -> Fight:
    """The combat as questions speak of it."""
    guns = [piece for piece in position.state.support if piece != NOBODY]
    return Fight(
        tuple(ids_in(position, attackers)),
        tuple(ids(position, defending(position, target))),
        tuple(ids(position, guns)),
        at=name(position, target),
    )


def gun_halves(position: Clash) -> tuple[int, int]:
    """What the committed markers add on either side, in halves."""
    guns_of = position.rules.roster.guns_of
    attacker, defender = (guns_of[piece].halves if piece != NOBODY else 0 for piece in position.state.support)
    return attacker, defender


# --- 12.6 dice


def _take_odds(position: Clash, target: PlaceId, attackers: int) -> None:
    found = odds(position, target, attackers, gun_halves(position))
    position.emit(
        "odds",
        "12.8",
        at=name(position, target),
        odds=odds_text(found.ratio),
        modifier=found.modifier,
        flank="flank attack" if found.flank else "no flank attack",
    )
    defenders = sum(1 << unit for unit in defending(position, target))
    position.call("checks", target, attackers, defenders, found.modifier, found.flank, ())


def _rollers(defenders: int, attackers: int) -> list[tuple[int, bool]]:
    """Who rolls, in order: (unit, whether it defends)."""
    return [
        *((unit, True) for unit in places_in(defenders)),
        *((unit, False) for unit in places_in(attackers)),
    ]


@enforces("12.6.dice")
def ask_checks(position: Clash, frame: Frame) -> Decision | None:
    """Defenders, then attackers, each by number; all roll, also those whose enemies are already lost."""
    _, target, attackers, defenders, _, _, dice = frame
    rollers = _rollers(defenders, attackers)
    if len(dice) == len(rollers):
        position.end()
        _apply(position, frame)
        return None
    info = position.rules.roster.infos[rollers[len(dice)][0]]
    about = About(piece=info.id, fight=fight(position, target, attackers), roll="combat")
    return die(f"Combat check of {info.name}", "12.6.dice", about=about)


def answer_checks(position: Clash, frame: Frame, action: Action) -> None:
    """A die is thrown; nothing happens before all are."""
    _, target, attackers, defenders, change, flank, dice = frame
    unit, defends = _rollers(defenders, attackers)[len(dice)]
    found = _checked(position, unit, defends, change, flank, pips(action))
    position.goto("checks", target, attackers, defenders, change, flank, (*dice, pips(action)))
    position.emit(
        "check",
        "12.9.step",
        piece=position.rules.roster.ids[unit],
        die=pips(action),
        modifier=change if defends else -change,
        rating=found.rating,
        result="loses a step" if found.loses else "holds",
    )


def _checked(position: Clash, unit: int, defends: bool, change: int, flank: bool, pip: int) -> Check:
    own = rating(position, unit)
    return check(position, pip, own, change if defends else -change, flank and defends)


@enforces("12.6.dice", "12.10.who", "G7.2.elim", "B8.8.lift")
def _apply(position: Clash, frame: Frame) -> None:
    """All losses at once; then the defenders that lost a step and live must retreat, but for those attacked
    across a cut side, who are eliminated."""
    _, target, attackers, defenders, change, flank, dice = frame
    state = position.state
    cut = across_cut(position, target, places_of(position, attackers))
    for (unit, defends), pip in zip(_rollers(defenders, attackers), dice, strict=True):
        found = _checked(position, unit, defends, change, flank, pip)
        if not found.loses:
            continue
        gone = lose_steps(position, unit, 1, "12.9.step")
        if defends and not gone and cut:
            eliminate(position, unit, "G7.2.elim")
            gone = True
        if defends and gone:
            second_bull_run.lost_in_defence(position, unit)
        elif defends:
            state.falling_back |= 1 << unit
            state.lengths[unit] = found.hexes


def why_not_commit(position: Clash, action: Action) -> Refusal | None:
    """Why a marker cannot be committed."""
    frame = position.state.frames[-1]
    roster = position.rules.roster
    guns = roster.guns_of.get(roster.number.get(action[1], NOBODY)) if len(action) == 2 else None
    if guns is None:
        return Refusal("12.6.am", "Name one artillery marker: commit MARKER.")
    facts = {"piece": action[1]}
    if frame[0] != "guns":
        return Refusal("12.6.am", "Artillery is committed in a combat, before the dice.", facts)
    _, target, attackers, defends = frame
    if guns.piece not in artillery.available(position, guns.side):
        return Refusal("13.1", f"{action[1]} is not available now.", facts)
    return artillery.why_not(position, guns, target, attackers, not defends)


PROCEDURES = {
    "combat": Procedure(ask_combat),
    "rating_die": Procedure(ask_rating, answer_rating),
    "guns": Procedure(ask_guns, answer_guns),
    "checks": Procedure(ask_checks, answer_checks),
}
VERBS = (Verb("commit", PICK, (PIECE,), "Commit {0}", "12.6.am", "operations"),)
EVENTS = (
    Kind(
        "attack",
        "Attack on {at}: {attackers} against {defenders}.",
        {"attackers": PIECES, "defenders": PIECES, "at": PLACE},
        BATTLE,
    ),
    Kind("guns", "{side} commits {piece}.", {"piece": PIECE, "side": SIDE}),
    Kind(
        "rating",
        "{piece} rolls {die}: its rating is {rating}.",
        {"piece": PIECE, "die": DIE, "rating": NUMBER},
    ),
    Kind(
        "odds",
        "Odds {odds} in {at}: modifier {modifier} to the defenders' dice, {flank}.",
        {"at": PLACE, "odds": WORDS, "modifier": NUMBER, "flank": WORDS},
    ),
    Kind(
        "check",
        "{piece} rolls {die}, modifier {modifier}, against {rating}: {result}.",
        {"piece": PIECE, "die": DIE, "modifier": NUMBER, "rating": NUMBER, "result": WORDS},
        RESULT,
    ),
)
WHY_NOT = {"commit": why_not_commit}
