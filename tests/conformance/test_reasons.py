"""One answer to "why not?": an option has no reason against it, all else has one, and all say the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import StringIO
from itertools import islice
from random import Random
from typing import Any

import pytest

from bullrun.answers import Asker, answer
from bullrun.cli.play import Table
from bullrun.cli.terminal import Terminal
from bullrun.engine.action import Action, action_text
from bullrun.engine.checks import Refusal, Refused
from bullrun.engine.decision import Decision
from bullrun.engine.match import Match
from bullrun.engine.record import OPEN, Record, RecordError, parse_record, replay
from bullrun.engine.view import SPECTATOR
from bullrun.engine.why_not import why_not
from bullrun.lab.play_out import game_key
from bullrun.umpire import answer_one
from tests.conformance.subjects import TOYS, Subject, names_of, subjects

pytestmark = pytest.mark.parametrize("subject", subjects(), ids=str)
MADE_UP = 20
MOMENTS = 24
"""At most this many positions of a game are asked about."""


def made_up(decision: Decision, verbs: list[str], names: list[str], random: Random) -> list[Action]:
    """Actions that are no options: options with a word changed, and verbs of the game with any names."""
    found: list[Action] = []
    while len(found) < MADE_UP:
        action = list(decision.options[random.randrange(len(decision.options))])
        if random.random() < 0.5:
            action[random.randrange(len(action))] = random.choice([*names, *verbs, "NOWHERE"])
        else:
            action = [random.choice([*verbs, "dance"]), *random.choices(names, k=random.randrange(3))]
        if tuple(action) not in decision.options:
            found.append(tuple(action))
    return found


def by_page(match: Match, side: str, text: str) -> dict[str, Any]:
    found: dict[str, Any] = answer(Asker(match.game, match.position, side, side), {"why": text})["why"]
    return found


def terminal_at(match: Match) -> Callable[[str, str], str]:
    """What a side reads in the terminal when it asks about an action."""
    terminal = Terminal(StringIO())
    terminal.width = 10_000
    table = Table(terminal, match, {})

    def by_terminal(side: str, text: str) -> str:
        terminal.out = StringIO()
        table._inform("why", text.split(), side)
        return terminal.out.getvalue().strip()

    return by_terminal


def by_submit(match: Match, side: str, text: str) -> Refusal:
    with pytest.raises(Refused) as refused:
        match.submit(side, text)
    return refused.value.refusal


def by_record(match: Match, side: str, action: Action) -> str:
    """What is wrong with a line at the end of the record."""
    whole = parse_record(match.record.to_text())
    spoilt = Record(**{**whole.__dict__, "entries": [*whole.entries, (side, action)]})
    with pytest.raises(RecordError) as refused:
        list(replay(match.game, spoilt))
    return str(refused.value)


def played(subject: Subject, seed: str) -> Iterator[tuple[Match, Decision]]:
    """A random game, the same for a seed: the match at each decision of a side."""
    match = Match.new(subject.game, subject.scenario, dict(subject.options), dice=OPEN, key=game_key(seed))
    random = Random(seed)
    while (decision := match.decision()) is not None:
        yield match, decision
        match.submit(decision.owner, decision.options[random.randrange(len(decision.options))])


def moments(subject: Subject, seed: str) -> Iterator[tuple[Match, Decision, list[str]]]:
    """A match at moments spread over a random game of any length, with the verbs that were options so far."""
    length = sum(1 for _ in played(subject, seed))
    wanted = set(Random(seed).sample(range(length), min(MOMENTS, length)))
    verbs: dict[str, None] = {}
    looked = 0
    for number, (match, decision) in enumerate(played(subject, seed)):
        if number in wanted:
            looked += 1
            verbs |= dict.fromkeys(option[0] for option in decision.options)
            yield match, decision, list(verbs)
    assert looked == min(MOMENTS, length) > 0, "the same seed plays the same game"


def test_options_have_no_reason_against_them_and_made_up_actions_have_one(subject: Subject):
    game, names, random = subject.game, names_of(subject.start()), Random("reasons")
    for match, decision, verbs in moments(subject, "reasons"):
        position, owner = match.position, decision.owner
        before = position.state.copy()
        options = list(decision.options)
        for option in random.sample(options, min(20, len(options))):
            assert why_not(game.play.guide, position, owner, option) is None
            found = by_page(match, owner, action_text(option))
            assert found["possible"] and found["rule"] == decision.rule
            assert found["says"] == "This is possible."
            assert answer_one(game, position, owner, "why", action_text(option))["legal"]
        for action in made_up(decision, verbs, names, random):
            refusal = why_not(game.play.guide, position, owner, action)
            assert refusal is not None and refusal.says, action
            assert refusal.rule in game.ledger or refusal.rule == "", refusal
        assert position.state == before, "asking changes nothing"


def test_page_umpire_terminal_and_a_refused_act_say_the_same(subject: Subject):
    game, names, random = subject.game, names_of(subject.start()), Random("same words")
    by_terminal = None
    for match, decision, verbs in moments(subject, "same words"):
        by_terminal = by_terminal or terminal_at(match)
        for action in made_up(decision, verbs, names, random):
            text = action_text(action)
            for side in game.sides:
                page = by_page(match, side, text)
                assert page["says"]
                umpire = answer_one(game, match.position, side, "why", text)
                assert umpire.pop("action") == text and umpire.pop("legal") is page.pop("possible") is False
                assert umpire == page
                refusal = Refusal(page["rule"], page["says"], page["facts"])
                assert by_submit(match, side, text) == refusal
                assert by_terminal(side, text) == f"- {refusal}"
            spectator = by_page(match, SPECTATOR, text)
            assert not spectator["possible"] and spectator["says"] == "Only a side can act."


def test_a_bad_line_of_a_record_says_the_same(subject: Subject):
    game, names, random = subject.game, names_of(subject.start()), Random("bad lines")
    after = 1 if subject.game_id in TOYS else 40
    match, decision = next(islice(played(subject, "bad lines"), after, None))
    verbs = list({option[0]: None for option in decision.options})
    for action in made_up(decision, verbs, names, random)[:6]:
        for side in game.sides:
            refusal = why_not(game.play.guide, match.position, side, action)
            said = by_record(match, side, action)
            assert said.endswith(f"this action is not possible here: {refusal}"), said
