"""What only Second Bull Run has: limits on the wings of Jackson and Longstreet, Pope's grudge against V
Corps, the bar on Confederate Combat Actions, the line that nobody crosses on the morning of the 29th. Pope's
Orders are in orders.py. Each function answers for Gettysburg too: nothing is limited there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.board.places import PlaceSet, set_of
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, END, NUMBER, SIDE, WORDS, Kind, Verb
from bullrun.games.clash_of_giants.rules.battlefield import Battlefield, Clash
from bullrun.games.clash_of_giants.rules.ground import in_play, on_map
from bullrun.games.sides import CONFEDERATE, SIDES, UNION


def _holds(rules: Battlefield, section: str, turn: int) -> bool:
    """Whether a section of the scenario holds in a turn."""
    return section in rules.in_force[turn]


# --- the command roll


@enforces("B8.4")
def entry_allowance(position: Clash, formation: int) -> int:
    """The movement points that a formation has on its turn of entry, without a die; 0 where it rolls."""
    rules, state = position.rules, position.state
    allowed: int = rules.data.get("entry_allowance", {}).get(rules.roster.formations[formation].id, 0)
    units = in_play(position, rules.roster.formations[formation].units)
    return allowed if allowed and any(state.arrival[unit] == state.turn for unit in units) else 0


@enforces("B8.7.v")
def command_penalty(position: Clash, formation: int) -> int:
    """V Corps on the 29th, from the turn after it came."""
    rules, state = position.rules, position.state
    if not _holds(rules, "command_penalty", state.turn):
        return 0
    penalty = rules.data["command_penalty"]
    if rules.roster.formation_index(penalty["formation"]) != formation:
        return 0
    came = [state.arrival[unit] for unit in in_play(position, rules.roster.formations[formation].units)]
    return int(penalty["modifier"]) if came and state.turn > min(came) else 0


# --- who is held back


@enforces("B9.4.freeze", "B9.4.free")
def thaw(position: Clash, formation: int) -> None:
    """When a formation of Jackson's wing is activated, a Union unit near any of its units frees all of it for
    good."""
    rules, state = position.rules, position.state
    if not is_frozen(position, formation):
        return
    board, near = rules.board, rules.data["freeze"]["within"]
    enemies = on_map(position, rules.roster.of_side[UNION])
    for unit in on_map(position, rules.roster.formations[formation].units):
        close = board.within(state.at[unit], near)
        if any(close >> state.at[enemy] & 1 for enemy in enemies):
            state.thawed |= 1 << formation
            position.emit("thawed", "B9.4.free", formation=rules.roster.formations[formation].name)
            return


def is_frozen(position: Clash, formation: int) -> bool:
    """Whether a formation neither moves nor attacks nor must attack (B9.4)."""
    rules, state = position.rules, position.state
    if not _holds(rules, "freeze", state.turn) or state.thawed >> formation & 1:
        return False
    return formation in rules.jacksons_men("freeze")


def frozen_units(position: Clash) -> int:
    """All units that B9.4 holds."""
    if not _holds(position.rules, "freeze", position.state.turn):
        return 0
    formations = range(len(position.rules.roster.formations))
    return position.rules.roster.units_of([f for f in formations if is_frozen(position, f)])


@enforces("B8.5.limit", "B8.5.attack")
def west_of_limit(position: Clash, unit: int) -> PlaceSet:
    """The hexes west of the column that a unit of Jackson's wing keeps to on the first day: it ends no
    activation there, and does not advance there. Empty for all others."""
    rules = position.rules
    if not _holds(rules, "jackson_limit", position.state.turn):
        return 0
    if rules.roster.formation[unit] not in rules.jacksons_men("jackson_limit"):
        return 0
    return west_of(rules, rules.data["jackson_limit"]["column"])


@enforces("B9.4.col21", "B9.4.enter")
def west_closed(position: Clash, unit: int) -> PlaceSet:
    """The hexes that a Union unit does not move or advance into on the first turns of the 29th. One that
    begins west of the line may go on east: of the hexes there only those farther west than itself are
    closed."""
    rules, state = position.rules, position.state
    if not _holds(rules, "west_limit", state.turn):
        return 0
    limit = rules.data["west_limit"]
    if SIDES[rules.roster.side[unit]] != limit["side"]:
        return 0
    return west_of(rules, min(limit["column"], rules.column(state.at[unit])))


def west_of(rules: Battlefield, column: int) -> PlaceSet:
    """All hexes in columns below this one."""
    found: PlaceSet | None = rules.memo.get(f"west of {column}")
    if found is None:
        found = set_of(place for place in rules.board.places if rules.column(place) < column)
        rules.memo[f"west of {column}"] = found
    return found


# --- who may fight


@enforces("B8.8.no", "B8.8.lift")
def may_declare(position: Clash, side: int) -> bool:
    """Whether a side may declare a Combat Action as far as B8.8 goes."""
    rules, state = position.rules, position.state
    if not _holds(rules, "no_combat_action", state.turn) or state.bar_lifted:
        return True
    return bool(SIDES[side] != rules.data["no_combat_action"]["side"])


@enforces("B8.8.lift")
def lost_in_defence(position: Clash, unit: int) -> None:
    """A unit was removed as a defender, by dice or because it could not retreat: the bar is lifted at once
    if it was a Confederate. Combat and retreat say so; surrender and required retreats do not (R27)."""
    rules, state = position.rules, position.state
    held = _holds(rules, "no_combat_action", state.turn) and not state.bar_lifted
    if held and rules.roster.side[unit] == CONFEDERATE:
        state.bar_lifted = 1
        position.emit("bar_lifted", "B8.8.lift", side=SIDES[CONFEDERATE])


def wing(rules: Battlefield) -> tuple[int, ...]:
    """The formations of Longstreet's wing, as far as B8.6 limits them."""
    if "longstreet_limit" not in rules.data:
        return ()
    return rules.formations_named(rules.data["longstreet_limit"]["formations"])


@enforces("B8.6.one", "B8.6.must", "12.4.bar")
def wing_barred(position: Clash) -> int:
    """The units of Longstreet's wing that may attack only who overlooks them, because another formation of
    it is the one that fights this turn (R26, R71). Nobody is as long as none has attacked."""
    state, rules = position.state, position.rules
    if state.wing_released or state.wing_fights < 0:
        return 0
    return rules.roster.units_of([f for f in wing(rules) if f != state.wing_fights])


@enforces("B8.6.one")
def attacked_freely(position: Clash, unit: int) -> None:
    """A unit attacks somebody whom it need not attack: its formation is the one of the wing that fights this
    turn."""
    state, rules = position.state, position.rules
    formation = rules.roster.formation[unit]
    if not state.wing_released and state.wing_fights < 0 and formation in wing(rules):
        state.wing_fights = formation


@enforces("B8.6.rel3")
def release_wing(position: Clash, rule: str) -> None:
    """Longstreet's limit is over."""
    state = position.state
    if not state.wing_released and wing(position.rules):
        state.wing_released = 1
        position.emit("wing_released", rule, side=SIDES[CONFEDERATE])


@enforces("B8.6.rel1", "B8.6.rel2", "B9.4.rest")
def ask_releases(position: Clash, frame: Frame) -> Decision | None:
    """At the start of a turn the wing is released by victory hexes: one that the Confederates have won, from
    turn 9 on, or all in Union hands."""
    position.end()
    for release in position.rules.data["longstreet_limit"]["released_by"]:
        if "special" not in release and _ground_releases(position, release):
            release_wing(position, "B8.6.rel1" if "controls_any" in release else "B8.6.rel2")
    return None


def _ground_releases(position: Clash, release: Mapping[str, Any]) -> bool:
    rules, state = position.rules, position.state
    if state.turn < release["from_turn"]:
        return False
    side = SIDES.index(release["side"])
    hexes = [rules.place(name) for name in release.get("controls_any", release.get("controls_all", ()))]
    held = [state.control[rules.victory_hexes.index(place)] == side for place in hexes]
    return any(held) if "controls_any" in release else all(held)


# --- Williams


def _price(position: Clash) -> int:
    """What Williams costs this turn; 0 where he cannot be bought or has been."""
    rules, state = position.rules, position.state
    if "williams" not in rules.data or rules.without_orders or state.williams:
        return 0
    group = _williams(rules)
    if state.due[group] or state.here >> group & 1:
        return 0
    prices = rules.data["williams"]["prices"]
    return next((int(price["points"]) for price in prices if price["turn"] == state.turn), 0)


def _williams(rules: Battlefield) -> int:
    return next(n for n, group in enumerate(rules.groups) if group.id == rules.data["williams"]["group"])


def ask_williams(position: Clash, frame: Frame) -> Decision | None:
    """The Union may bring on Williams's division, if it has not."""
    price = _price(position)
    if not price:
        position.end()
        return None
    options: list[Action] = [("decline",), ("buy",)]
    question = f"Is Williams's division brought on, for {price} to the Confederates?"
    return Decision(SIDES[UNION], question, options, "B8.2.when")


@enforces("B4.1.1.williams", "B8.2.how")
def answer_williams(position: Clash, frame: Frame, action: Action) -> None:
    """It arrives this turn without a die, and the Confederates score its price."""
    state = position.state
    position.end()
    if action[0] == "decline":
        return
    group, price = _williams(position.rules), _price(position)
    state.due = (*state.due[:group], state.turn, *state.due[group + 1 :])
    state.settled |= 1 << group
    state.williams = price
    position.emit("williams", "B4.1.1.williams", side=SIDES[CONFEDERATE], points=price)


def why_not_buy(position: Clash, action: Action) -> Refusal | None:
    """Why Williams cannot be bought."""
    return Refusal("B8.2.when", "Williams is brought on once, at the start of turn 7 or 13.")


PROCEDURES = {
    "releases": Procedure(ask_releases),
    "williams": Procedure(ask_williams, answer_williams),
}
VERBS = (
    Verb("buy", CHOOSE, (), "Bring on Williams", "B8.2.when", "turn start"),
    Verb("decline", END, (), "Leave Williams where he is", "B8.2.when", "turn start"),
)
EVENTS = (
    Kind("thawed", "{formation} may move: the enemy is near.", {"formation": WORDS}),
    Kind("bar_lifted", "{side} may declare Combat Actions from now on.", {"side": SIDE}),
    Kind("wing_released", "Longstreet's whole wing may fight.", {"side": SIDE}),
    Kind("williams", "Williams is brought on: {side} +{points}.", {"side": SIDE, "points": NUMBER}),
)
WHY_NOT = {"buy": why_not_buy}
