"""The contract that every game keeps. A new game is held to it as soon as it is registered."""

from __future__ import annotations

import json
import pickle
import re
from random import Random

import pytest

from bullrun.engine import chance
from bullrun.engine.action import action_text, parse_action
from bullrun.engine.checks import Refused
from bullrun.engine.decision import CHANCE, PASS
from bullrun.engine.game import NEUTRAL
from bullrun.engine.match import Match
from bullrun.engine.record import OPEN, PROVED, TYPED, parse_record, replay, with_dice
from bullrun.engine.view import (
    REFEREE,
    SPECTATOR,
    concealed_from,
    hides_from,
    imagine,
    known_position,
    see_events,
    see_position,
    see_refusal,
)
from bullrun.engine.vocabulary import NUMBER, nouns_of, shows
from bullrun.engine.why_not import why_not
from bullrun.lab.play_out import game_key
from bullrun.tabletop import faces_of
from tests.cases.asking import decision_seen
from tests.conformance.subjects import TOYS, Subject, names_of, random_game, subjects

pytestmark = pytest.mark.parametrize("subject", subjects(), ids=str)
MOST = 20_000
"""No game takes so many actions."""


def test_the_game_describes_itself(subject: Subject):
    game = subject.game
    assert game.id == subject.game_id and game.version >= 1 and game.title and game.credits
    assert len(game.sides) == len(set(game.sides)) >= 2 and set(game.side_names) == set(game.sides)
    assert CHANCE not in game.sides and REFEREE not in game.sides and SPECTATOR not in game.sides
    pieces = subject.start().rules.pieces
    ids = [piece.id for piece in pieces]
    assert len(ids) == len(set(ids)) and all(piece.side in (*game.sides, NEUTRAL) for piece in pieces)
    assert all(parse_action(i) == (i,) for i in ids), "a piece's id is one word"
    assert all(re.fullmatch(r"[\w-]+", i) for i in ids), "refusals are redacted word by word"
    json.dumps([dict(piece.facts) for piece in pieces])
    for scenario in game.scenarios.values():
        assert scenario.rule in game.ledger and scenario.title and scenario.says
    for option in game.settings.values():
        assert option.rule in game.ledger
        assert option.default in [choice.id for choice in option.choices]


def test_the_display_is_plain_and_its_boxes_are_those_where_pieces_lie(subject: Subject):
    game, position = subject.game, subject.start()
    board, pieces = position.rules.board, position.rules.pieces
    counters = faces_of(game).counters
    for number, _ in enumerate(random_game(position, "display")):
        if number % 40:
            continue
        for viewer in (*game.sides, SPECTATOR, REFEREE):
            known = known_position(game, position, viewer)
            shown = game.table.display(known)
            assert json.loads(json.dumps(shown.to_json())) == shown.to_json()
            clock = shown.clock
            assert clock.says and 0 <= clock.turn < len(clock.turns)
            ids = [phase.id for phase in clock.phases]
            assert not ids or game.phase(known)[2] in ids
            for named in (shown.boxes, shown.tracks):
                assert len({thing.id for thing in named}) == len(named)
            for thing in (*shown.boxes, *shown.tracks):
                assert thing.title and thing.rule in game.ledger, thing
            assert all(row.says and (not row.rule or row.rule in game.ledger) for row in shown.rows)
            boxes = {box.id for box in shown.boxes}
            assert all(box.side in (*game.sides, NEUTRAL) for box in shown.boxes)
            for track in shown.tracks:
                assert len(set(track.cells)) == len(track.cells)
                assert {marker.at for marker in track.markers} <= set(track.cells), track.id
            for marker in (*shown.markers, *(marker for track in shown.tracks for marker in track.markers)):
                assert marker.side in (*game.sides, NEUTRAL) and (
                    not marker.rule or marker.rule in game.ledger
                )
                assert counters.marker is not None and counters.marker(marker)
            if board is None:
                continue
            assert not boxes & set(board.names) and all(
                not box.at or board.place(box.at) for box in shown.boxes
            )
            somewhere = {*board.names, *boxes}
            assert {marker.at for marker in shown.markers} <= somewhere | {piece.id for piece in pieces}
            lying = {game.table.place_of(position, piece) for piece in range(len(pieces))}
            assert lying - {None} <= somewhere, lying - {None} - somewhere


def test_options_are_unique_never_empty_and_explained(subject: Subject):
    game = subject.game
    position = subject.start()
    random = Random("explain")
    actions = 0
    for decision in random_game(position, "options"):
        actions += 1
        assert actions < MOST, "every game ends"
        assert decision.owner in (*game.sides, CHANCE)
        assert decision.question and decision.rule in game.ledger, decision
        options = list(decision.options)
        assert len(options) >= 2 or decision.always, "a single option is taken by the engine"
        assert not decision.secret or (decision.owner == CHANCE and game.play.draws_in_secret)
        if decision.about.window:
            assert decision.about.window in game.play.windows and PASS in options
        assert len(options) == len(decision.options) == len(set(options))
        assert all(isinstance(word, str) and word and " " not in word for o in options[:50] for word in o)
        some = random.sample(options, min(3, len(options)))
        assert all(option in decision.options for option in some)
        assert parse_action(action_text(some[0])) == some[0]
        if decision.owner == CHANCE:
            assert len(decision.weights) == len(options) and min(decision.weights) > 0
            continue
        assert decision.weights is None
        assert all(why_not(game.play.guide, position, decision.owner, option) is None for option in some)
        other = next(side for side in game.sides if side != decision.owner)
        for side, action in (
            (decision.owner, ("dance", "NOWHERE")),
            (decision.owner, (some[0][0],)),
            (other, some[0]),
        ):
            if action not in decision.options or side != decision.owner:
                refusal = why_not(game.play.guide, position, side, action)
                assert refusal is not None and refusal.says, (side, action)
                assert refusal.rule in game.ledger or refusal.rule == ""
                json.dumps(dict(refusal.facts))
    winner, rule, reason = position.state.outcome
    assert winner in (*game.sides, "draw") and rule in game.ledger and reason


def test_events_cite_rules_and_read_as_sentences(subject: Subject):
    game = subject.game
    position = subject.start()
    position.log = []
    for _ in random_game(position, "events"):
        pass
    assert position.log[-1].kind == "game_over"
    for event in position.log:
        assert event.rule in game.ledger, event
        json.dumps(event.to_json())
        sentence = game.table.words(position.rules, event)
        assert sentence[:1] == sentence[:1].upper() and sentence[-1] in ".!?", (event, sentence)
        assert "{" not in sentence and "None" not in sentence, (event, sentence)
        for viewer in (*game.sides, SPECTATOR):
            for seen in see_events(game, position.rules, [event], viewer):
                assert game.table.words(position.rules, seen)


def test_every_die_rolled_is_told_in_facts_and_words(subject: Subject):
    """A die is a number that chance decides; a page reads those of an event as the vocabulary shows them."""
    game = subject.game
    position = subject.start()
    position.log = log = []
    rolled: list[int] = []
    told: list[int] = []
    rule = ""

    def read_log() -> None:
        for event in log:
            sentence = game.table.words(position.rules, event)
            for die in shows(game.vocabulary, event).dice:
                told.append(die)
                assert re.search(rf"\b{die}\b", sentence), (event, sentence)
        log.clear()

    for decision in random_game(position, "dice"):
        read_log()
        if decision.weights is None:
            assert told == rolled, f"the dice of {rule}"
            rolled, told = [], []
        else:
            number = chance.draw(game_key("dice"), position.state.draws, decision.weights)
            drawn = decision.options[number]
            form = game.vocabulary.form(drawn)
            rolled += [int(word) for noun, word in nouns_of(form, drawn) if noun == NUMBER]
            rule = decision.rule
    read_log()
    assert told == rolled, f"the dice of {rule}, the last of the game"


def test_copy_and_json_are_the_same_position_at_every_step(subject: Subject):
    game = subject.game
    position = subject.start()
    each = 4 if subject.options else 1  # with other options now and then
    for count, decision in enumerate(random_game(position, "copies")):
        if count % each:
            continue
        state = position.state
        text = json.dumps(state.to_json())
        again = game.play.state.from_json(json.loads(text))
        assert again == state == state.copy()
        if count % 8 == 0:
            fresh = type(position)(position.rules, again)
            asked = fresh.decision()
            assert (asked.owner, asked.question, asked.weights) == (
                decision.owner,
                decision.question,
                decision.weights,
            )
            assert list(asked.options) == list(decision.options)
            assert fresh.state.digest() == state.digest()
            action = decision.options[count % len(decision.options)]
            copy = position.copy()
            copy.apply(action)
            copy.decision()
            fresh.apply(action)
            fresh.decision()
            assert copy.state == fresh.state
            assert json.dumps(state.to_json()) == text, "a copy has touched its original"


def test_a_match_a_replay_and_a_resumed_match_are_the_same(subject: Subject):
    game = subject.game
    options = dict(subject.options)
    match = Match.new(game, subject.scenario, options, dice=OPEN, key=game_key("match"))
    random = Random("match")
    while (decision := match.decision()) is not None:
        match.submit(decision.owner, decision.options[random.randrange(len(decision.options))])
    text = match.record.to_text()
    record = parse_record(text)
    assert record.to_text() == text
    steps = list(replay(game, record))
    assert len(steps) == match.number and steps[-1].position.state == match.position.state
    told = [event for step in match.steps for event in step.events]
    assert [event for step in steps for event in step.events] == told
    middle = with_dice(game, record.cut(len(record.entries) // 2), TYPED, game_key("branch"))
    resumed = Match.resume(game, parse_record(middle.to_text()))
    assert resumed.number == len(middle.entries), "without its key nothing is drawn"


def test_typed_dice_never_show_what_nobody_may_see(subject: Subject):
    """Whoever rolls is asked neither for a secret draw nor for anything that names a hidden piece."""
    game = subject.game
    match = Match.new(game, subject.scenario, dict(subject.options), dice=TYPED, key=game_key("typed"))
    random, drawn = Random("typed"), 0
    assert bool(match.record.commitment) is game.play.draws_in_secret
    while (decision := match.decision()) is not None:
        assert not decision.secret
        if decision.owner == CHANCE:
            position = match.position
            concealed = concealed_from(game, position.rules.concealed_by_side(position.state), SPECTATOR)
            hidden = {p.id for n, p in enumerate(position.rules.pieces) if concealed >> n & 1}
            assert not [option for option in decision.options if hidden & set(option)]
        step = match.submit(decision.owner, decision.options[random.randrange(len(decision.options))])
        drawn += sum(owner == CHANCE for owner, _ in step.entries[1:])
    assert game.play.draws_in_secret or not drawn
    assert all(step.secret for step in replay(game, match.record) if step.roll == PROVED)


def test_undo_never_crosses_chance_reveal_or_owner(subject: Subject):
    game = subject.game
    match = Match.new(game, subject.scenario, dict(subject.options), dice=OPEN, key=game_key("undo"))
    random = Random("undo")
    taken_back = could = 0
    while (decision := match.decision()) is not None:
        owner = decision.owner
        before = match.position.state.copy()
        number = match.number
        step = match.submit(owner, decision.options[random.randrange(len(decision.options))])
        after = match.decision()
        crosses = (
            len(step.entries) > 1
            or any(event.reveals for event in step.events)
            or after is None
            or after.owner != owner
        )
        for side in game.sides:
            if side != owner or crosses:
                with pytest.raises(Refused):
                    match.undo(side)
        could += not crosses
        if not crosses and (could == 1 or random.random() < 0.3):
            later = match.position.state.copy()
            match.undo(owner)
            taken_back += 1
            assert match.position.state == before and match.number == number
            match.decision()
            match.redo(owner)
            assert match.position.state == later
    assert taken_back or not could, "whatever can be taken back is, now and then"


def seen_by(subject: Subject, position, viewer: str, actions) -> str:
    """Every byte a viewer is sent at a moment, but events."""
    game = subject.game
    refusals = []
    for action in actions:
        refusal = why_not(game.play.guide, position, viewer, action) if viewer in game.sides else None
        if refusal is not None:
            seen = see_refusal(game, position, refusal, viewer)
            refusals.append([seen.rule, seen.says, dict(seen.facts)])
    return json.dumps(
        [see_position(game, position, viewer), decision_seen(game, position, viewer), refusals],
        sort_keys=False,
    )


def events_until_reveal(subject: Subject, position, action, viewer: str) -> list[str]:
    """What a viewer is told of an action, up to the first thing that is revealed to somebody."""
    game = subject.game
    world = type(position)(position.rules, position.state.copy(), [])
    world.apply(action)
    world.decision()
    told = []
    for event in world.log:
        if event.reveals:
            told.append(f"reveal {event.kind}")
            break
        told += [
            json.dumps([e.to_json(), game.table.words(position.rules, e)])
            for e in see_events(game, position.rules, [event], viewer)
        ]
    return told


@pytest.mark.parametrize("seed", ["one", "two"])
def test_what_a_viewer_cannot_know_changes_nothing_it_is_sent(subject: Subject, seed: str):
    game = subject.game
    position = subject.start()
    random = Random(f"leak {seed}")
    looked = 0
    ids = [piece.id for piece in position.rules.pieces]
    names = names_of(position)
    for decision in random_game(position, f"leak {seed}"):
        hidden = hides_from(game, position, SPECTATOR)
        if not hidden or random.random() > (1 if subject.game_id in TOYS else 0.12) or looked > 60:
            continue
        looked += 1
        actions = [decision.options[random.randrange(len(decision.options))] for _ in range(3)]
        verb = actions[0][0]
        asked = [
            *actions,
            *((verb, random.choice(ids), random.choice(names)) for _ in range(6)),
            *((verb, random.choice(ids)) for _ in range(3)),
        ]
        for viewer in (*game.sides, SPECTATOR):
            world = imagine(game, position, viewer, Random(f"{seed} {looked}"))
            assert seen_by(subject, world, viewer, asked) == seen_by(subject, position, viewer, asked)
            for action in actions:
                if action in world.decision().options:
                    real = events_until_reveal(subject, position, action, viewer)
                    assert events_until_reveal(subject, world, action, viewer) == real


def test_a_game_that_hides_something_says_what_else_could_be_true(subject: Subject):
    """And one that has no other worlds to show hides nothing."""
    game = subject.game
    position = subject.start()
    hides = any(hides_from(game, position, SPECTATOR) for _ in random_game(position, "hides"))
    assert not hides or game.play.imagine is not None


def test_game_and_rules_go_to_another_process(subject: Subject):
    game, position = subject.game, subject.start()
    assert pickle.loads(pickle.dumps(game)) is game
    for number, decision in enumerate(random_game(position, "sent")):
        if number in (0, 5, 40):
            there = pickle.loads(pickle.dumps((position.rules, position.state)))
            asked = type(position)(*there).decision()
            assert list(asked.options) == list(decision.options) and asked.question == decision.question
        if number == 40:
            break
