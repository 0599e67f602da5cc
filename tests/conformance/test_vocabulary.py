"""Every option and every event of random games is declared, with nouns and facts of the declared kinds."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.events import Event
from bullrun.engine.game import NEUTRAL
from bullrun.engine.view import REFEREE, see_story
from bullrun.engine.vocabulary import (
    BOX,
    DICE,
    DIE,
    NUMBER,
    PATH,
    PIECE,
    PIECES,
    PLACE,
    PLACES,
    SIDE,
    UNIT,
    WORD,
    WORDS,
    nouns_of,
    shows,
    spoken,
)
from tests.conformance.subjects import Subject, random_game, subjects

SUBJECTS = subjects()
MOST_DECISIONS = 900
MOST_OPTIONS = 12
"""How many options of a decision are looked at, spread over all of them."""
_FRACTION = re.compile(r"-?\d+( \d+/\d+)?|\d+/\d+")


def things_of(subject: Subject) -> dict[str, Callable[[Any], bool]]:
    """For each kind of noun and fact, whether a value is one."""
    game = subject.game
    rules = game.rules(subject.scenario, dict(subject.options))
    pieces = {piece.id for piece in rules.pieces}

    def is_place(value: Any) -> bool:
        return isinstance(value, str) and (rules.board is None or rules.board.find(value) is not None)

    def is_number(value: Any) -> bool:
        return isinstance(value, int) or (isinstance(value, str) and bool(_FRACTION.fullmatch(value)))

    def is_die(value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 66

    def listed(one: Callable[[Any], bool]) -> Callable[[Any], bool]:
        return lambda value: isinstance(value, list) and all(one(item) for item in value)

    return {
        PIECE: lambda value: value in pieces,
        PIECES: listed(lambda value: value in pieces),
        UNIT: lambda value: isinstance(value, str) and (value in pieces or not is_place(value)),
        PLACE: is_place,
        PLACES: listed(is_place),
        PATH: listed(is_place),
        DIE: is_die,
        DICE: listed(is_die),
        SIDE: lambda value: value in (*game.sides, NEUTRAL),
        NUMBER: lambda value: is_number(value) or listed(is_number)(value),
        WORDS: lambda value: isinstance(value, list) or value not in pieces,
        WORD: lambda value: value.islower() and value not in pieces,
        BOX: lambda value: value not in pieces and not is_place(value),
    }


def looked_at(decision: Decision) -> list[Action]:
    """Options spread over all there are."""
    step = max(1, len(decision.options) // MOST_OPTIONS)
    return [decision.options[n] for n in range(0, len(decision.options), step)]


def check_option(subject: Subject, is_a: dict[str, Callable[[Any], bool]], action: Action) -> None:
    form = subject.game.vocabulary.form(action)
    assert form is not None, f"{action} is not declared"
    for noun, word in nouns_of(form, action):
        assert is_a[noun](word), f"{action}: {word} is no {noun}"
    assert spoken(form, list(action[1:])), action


def check_event(subject: Subject, is_a: dict[str, Callable[[Any], bool]], event: Event) -> None:
    kind = subject.game.vocabulary.kinds.get(event.kind)
    assert kind is not None, f"{event.kind} is not declared"
    for fact, value in event.facts.items():
        assert fact in kind.facts, f"{event.kind}: {fact} is not declared"
        assert is_a[kind.facts[fact]](value), f"{event.kind}: {fact} is no {kind.facts[fact]}: {value}"


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_every_option_and_event_is_declared(subject: Subject) -> None:
    is_a = things_of(subject)
    position = subject.start()
    position.log = log = []
    for count, decision in enumerate(random_game(position, "vocabulary")):
        for action in looked_at(decision):
            check_option(subject, is_a, action)
        for event in log:
            check_event(subject, is_a, event)
        for event in see_story(subject.game, position.rules, log, REFEREE):
            shown = shows(subject.game.vocabulary, event)
            assert all(is_a[PLACE](place) for place in shown.places)
            assert all(is_a[UNIT](piece) for piece in shown.pieces)
            assert subject.game.table.words(position.rules, event)
        log.clear()
        if count > MOST_DECISIONS:
            break


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_every_verb_cites_a_rule_of_the_ledger(subject: Subject) -> None:
    game = subject.game
    for forms in game.vocabulary.verbs.values():
        for verb in forms:
            assert not verb.rule or verb.rule in game.ledger, verb
            assert not verb.confirm or verb.rule, "who is asked before may read why"
        assert len({(verb.rule, verb.phase) for verb in forms}) == 1, "one verb, one rule and one phase"
    assert any(kind.level == 1 for kind in game.vocabulary.kinds.values()), "its log has headings"
