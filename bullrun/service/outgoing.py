"""What goes out to one viewer, as JSON, made only from what `bullrun.engine.view` lets through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bullrun.engine.action import Action, action_text
from bullrun.engine.decision import CHANCE, Said, SetOptions, SetsOff
from bullrun.engine.events import Event
from bullrun.engine.game import Game, Rules
from bullrun.engine.position import RESIGNED
from bullrun.engine.view import (
    AnyPosition,
    hides_from,
    known_position,
    see_decision,
    see_facts,
    see_position,
    see_story,
)
from bullrun.engine.vocabulary import MARCH, shows
from bullrun.tabletop import with_faces

ROLL = "roll"
"""The kind of what is set off where dice follow at once."""
MOST_WORDED = 400
"""Options in words are sent up to this number; beyond, those with the verbs that have fewest options."""


def table_view(game: Game, position: AnyPosition, viewer: str) -> dict[str, Any]:
    """Pieces, face-down counters, markers, boxes, tracks and the clock, with the face each counter shows."""
    view = see_position(game, position, viewer)
    with_faces(game, position.rules, view)
    view["outcome"] = outcome_view(position)
    return view


def outcome_view(position: AnyPosition) -> tuple[str, str, str] | None:
    """(winner, rule, reason) of a game that is over; a side that gave up did so by no rule."""
    if position.state.outcome is None:
        return None
    winner, rule, reason = position.state.outcome
    return winner, "" if rule == RESIGNED else rule, reason


def question_view(
    game: Game, position: AnyPosition, viewer: str, rolls: bool = False
) -> dict[str, Any] | None:
    """The present decision; options that differ only in their last word are bundled. Who `rolls` enters what
    real dice show: chance's question is then his."""
    seen = see_decision(game, position, viewer)
    decision = position.decision()
    if seen is not None and decision is not None and rolls and decision.owner == CHANCE:
        seen = {
            "owner": viewer,
            "dice": True,
            "question": decision.question,
            "rule": decision.rule,
            "about": see_facts(game, position, decision.about.to_json(), viewer),
            "facts": see_facts(game, position, dict(decision.facts), viewer),
            "options": decision.options,
        }
    if seen is None or "options" not in seen:
        return seen
    assert decision is not None
    plain, groups = bundled(decision.options)
    seen["options"] = {"plain": [action_text(a) for a in plain], "groups": groups}
    seen["count"] = len(decision.options)
    if decision.owner != CHANCE:
        known = known_position(game, position, viewer)
        hides = hides_from(game, position, viewer)
        worded = {}
        for action in options_to_word(decision.options):
            said = game.said(known, action)
            if game.table.sets_off is not None:
                begun = see_story(game, position.rules, game.table.sets_off(position, action), viewer)
                said = with_warning(game, position.rules, said, begun)
            if said.sets_off is None and not said.confirm and not hides:
                said = said._replace(sets_off=rolled_at_once(game, position, action))
            worded[action_text(action)] = said_view(said)
        seen["words"] = see_facts(game, position, worded, viewer)
    return seen


def said_view(said: Said) -> dict[str, Any]:
    """An option in words as the page reads it, without what is empty."""
    found: dict[str, Any] = {"says": said.says}
    if said.confirm:
        found["confirm"] = said.confirm
    if said.rule:
        found["rule"] = said.rule
    if said.fight is not None:
        found["fight"] = said.fight.to_json()
    if said.sets_off is not None:
        found["sets_off"] = said.sets_off.to_json()
    if said.prospect is not None:
        found["prospect"] = said.prospect.to_json()
    return found


def rolled_at_once(game: Game, position: AnyPosition, action: Action) -> SetsOff | None:
    """The dice that are rolled as soon as an option is taken, where nothing is hidden from who takes it: no
    roll is taken back. What marches is shown by its reach."""
    form = game.vocabulary.form(action)
    if form is None or form.does == MARCH:
        return None
    then = position.copy()
    then.apply(action)
    following = then.decision()
    if following is None or following.owner != CHANCE or following.secret:
        return None
    says = f"{following.question.rstrip('.')}."
    return SetsOff(ROLL, "The dice are rolled at once", says, following.rule, final=True, dice=True)


def with_warning(game: Game, rules: Rules, said: Said, begun: Sequence[Event]) -> Said:
    """An option in words; with the question that comes before dice nobody could take back, if battles begin
    with it."""
    if not begun:
        return said
    told = " ".join(game.table.words(rules, event) for event in begun)
    fought = game.table.battle(begun[0]) if game.table.battle is not None else None
    return said._replace(
        confirm=f"The dice are rolled at once. {told}",
        rule=said.rule or begun[0].rule,
        fight=said.fight or (fought.fight if fought is not None else None),
    )


def options_to_word(options: Sequence[Action]) -> Iterable[Action]:
    """The options that are sent in words: of many, all of the rarer verbs before any of the commoner ones."""
    if len(options) <= MOST_WORDED:
        return options
    by_verb: dict[str, list[Bundle]] = {}
    for prefix, lasts in _bundles(options):
        by_verb.setdefault((*prefix, *lasts)[0], []).append((prefix, lasts))
    chosen: list[Action] = []
    for alike in sorted(by_verb.values(), key=_count):
        if len(chosen) + _count(alike) > MOST_WORDED:
            break
        chosen += [(*prefix, last) for prefix, lasts in alike for last in lasts]
    return chosen


Bundle = tuple[Action, Sequence[str]]
"""Options that share all but the last word: those they share, and the last ones."""


def _count(bundles: Iterable[Bundle]) -> int:
    return sum(len(lasts) for _, lasts in bundles)


def _bundles(options: Sequence[Action]) -> Iterator[Bundle]:
    """The options in their order; those of a set are together as the set holds them."""
    if not isinstance(options, SetOptions):
        yield from ((option[:-1], option[-1:]) for option in options)
        return
    yield from ((option[:-1], option[-1:]) for option in options.before)
    yield from (bundle for bundle in options.bundles() if bundle[1])
    yield from ((option[:-1], option[-1:]) for option in options.after)


def bundled(options: Sequence[Action]) -> tuple[list[Action], list[list[Any]]]:
    """Plain options, and groups [prefix, [last words]] of options that share all but the last word. What has
    no more than two words, or shares with none, is plain."""
    plain: list[Action] = []
    groups: dict[Action, list[str]] = {}
    for prefix, lasts in _bundles(options):
        if len(prefix) < 2:
            plain += [(*prefix, last) for last in lasts]
        else:
            groups.setdefault(prefix, []).extend(lasts)
    plain += [(*prefix, lasts[0]) for prefix, lasts in groups.items() if len(lasts) == 1]
    return plain, [[action_text(prefix), lasts] for prefix, lasts in groups.items() if len(lasts) > 1]


def event_lines(game: Game, rules: Rules, events: Iterable[Event], viewer: str) -> list[dict[str, Any]]:
    """Events in words, with what they show on the map and in the log."""
    lines = []
    for event in see_story(game, rules, events, viewer):
        rule = "" if event.rule == RESIGNED else event.rule
        line: dict[str, Any] = {"kind": event.kind, "rule": rule, "says": game.table.words(rules, event)}
        if event.facts:
            line["facts"] = dict(event.facts)
        if event.reveals:
            line["reveals"] = True
        shown = shows(game.vocabulary, event).to_json()
        if shown:
            line["shows"] = shown
        lines.append(line)
    return lines


def changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """What must be put over `old` to get `new`: values by key; pieces one by one, None for gone ones."""
    found: dict[str, Any] = {}
    for key in new.keys() | old.keys():
        if key == "pieces":
            before, after = old.get("pieces", {}), new.get("pieces", {})
            pieces: dict[str, Any] = {p: f for p, f in after.items() if before.get(p) != f}
            pieces.update({p: None for p in before if p not in after})
            if pieces:
                found["pieces"] = pieces
        elif old.get(key) != new.get(key):
            found[key] = new.get(key)
    return found
