"""Vocabulary: forms of verbs, what events show, and declarations that make no sense."""

from __future__ import annotations

import pytest

from bullrun.engine.events import UNKNOWN_PIECE, Event, Join, joined
from bullrun.engine.vocabulary import (
    CHOOSE,
    DICE,
    END,
    LOSS,
    MARCH,
    PATH,
    PIECE,
    PIECES,
    PLACE,
    PLACES,
    SIDE,
    WORD,
    WORDS,
    Kind,
    Shown,
    Verb,
    declared,
    nouns_of,
    shows,
    spoken,
    template,
)

VOCABULARY = declared(
    (
        Verb("move", MARCH, (PIECE, PLACE), "Move {0} to {1}"),
        Verb("place", CHOOSE, (PIECE, PLACE), "Place {0} in {1}"),
        Verb("place", CHOOSE, (PIECE, WORD, PLACE), "Place {0} in {2}, {1} side up"),
        Verb("form", CHOOSE, (PIECE, PIECES), "Form {0} from {1}"),
        Verb("done", END, (), "Done"),
    ),
    (
        Kind("turn", "{side}'s turn.", {"side": SIDE}, level=1),
        Kind("moved", "{pieces} move by {path}.", {"pieces": PIECES, "path": PATH}),
        Kind("left", "{piece} goes from {start} to {to}.", {"to": PLACE, "start": PLACE, "piece": PIECE}),
        Kind("lost", "{piece} is lost.", {"piece": PIECE}, LOSS, join=Join(("piece",), "{piece} are lost.")),
        Kind("rolled", "Dice {dice} in {at}: {result}.", {"dice": DICE, "at": PLACES, "result": WORDS}),
    ),
)


def event(kind: str, **facts: object) -> Event:
    return Event(kind, "1", facts, (0, 0))


def test_a_verb_is_known_by_the_number_of_its_nouns() -> None:
    assert VOCABULARY.form(("place", "A", "X")) == VOCABULARY.verbs["place"][0]
    up = VOCABULARY.form(("place", "A", "up", "X"))
    assert up is not None and spoken(up, ["A", "up", "X"]) == "Place A in X, up side up"
    assert VOCABULARY.form(("move", "A")) is None and VOCABULARY.form(("dance",)) is None
    form = VOCABULARY.form(("form", "A", "B", "C"))
    assert form is not None and spoken(form, ["A", "B", "C"]) == "Form A from B and C"
    assert nouns_of(form, ("form", "A", "B", "C")) == [(PIECE, "A"), (PIECE, "B"), (PIECE, "C")]
    assert VOCABULARY.form(("form", "A")) is None


def test_what_an_event_shows() -> None:
    assert shows(VOCABULARY, event("turn", side="blue")) == Shown(side="blue", level=1)
    marched = shows(VOCABULARY, event("moved", pieces=["A", "B"], path=["X", "Y", "X"]))
    assert marched == Shown(("X",), ("X", "Y", "X"), ("A", "B")), "it happens where the way ends"
    left = shows(VOCABULARY, event("left", piece="A", start="X", to="Y"))
    assert left.places == ("Y", "X"), "in the order of the declaration"
    rolled = shows(VOCABULARY, event("rolled", dice=[5, 5], at=["X"], result="5"))
    assert rolled == Shown(("X",), dice=(5, 5)), "equal dice are two dice, and a result is none"
    assert rolled.to_json() == {"places": ["X"], "dice": [5, 5]}


def test_a_run_shows_all_that_its_events_show_and_nothing_hidden() -> None:
    (run,) = joined([event("lost", piece=p) for p in ("A", UNKNOWN_PIECE, "B")], VOCABULARY.joins)
    assert shows(VOCABULARY, run) == Shown(pieces=("A", "B"), tone=LOSS)
    assert template(VOCABULARY, run) == "{piece} are lost."
    assert template(VOCABULARY, event("lost", piece="A")) == "{piece} is lost."


@pytest.mark.parametrize(
    ("verbs", "kinds", "named"),
    [
        ((Verb("move", "go", (), "Move"),), (), "move"),
        ((Verb("move", MARCH, ("thing",), "Move {0}"),), (), "move"),
        ((Verb("move", MARCH, (PIECES, PLACE), "Move {0}"),), (), "move"),
        (
            (Verb("move", MARCH, (PIECE,), "Move {0}"), Verb("move", END, (PIECE,), "Go")),
            (),
            "declared twice",
        ),
        ((), (Kind("lost", "Lost.", tone="sad"),), "lost"),
        ((), (Kind("lost", "Lost.", {"piece": "thing"}),), "lost"),
        ((), (Kind("lost", "Lost."), Kind("lost", "Lost.")), "declared twice"),
    ],
)
def test_what_is_declared_wrongly_is_refused_by_name(verbs, kinds, named) -> None:
    with pytest.raises(ValueError, match=named):
        declared(verbs, kinds)
