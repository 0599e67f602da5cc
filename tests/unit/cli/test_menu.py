"""Menus: a name always means the thing, a line has its own mark where numbers are names, and what cannot be
told apart asks."""

from __future__ import annotations

from random import Random

import pytest

from bullrun.cli.menu import Line, Names, are_marked, begins, lines_of, narrowed, pick
from bullrun.engine.decision import CHANCE
from bullrun.games.registry import game_ids, load_game
from tests.toys.ford import GAME as TOY

SECOND = load_game("secession-1862")
ZONES = Names(SECOND.rules("29-august", {}))
PLAIN = Names(TOY.rules("ford", {}))


def entries() -> list[tuple[str, ...]]:
    """What the Union may do when Sigel comes up the Sudley road."""
    position = SECOND.start("29-august", {})
    while ("enter", "Sigel", "16", "15") not in position.decision().options:
        position.apply(position.decision().options[0])
    return list(position.decision().options)


def test_a_typed_zone_is_that_zone():
    """Sigel by entry 16: the list that follows has the zone 15, and another one on its fifteenth line."""
    options = entries()
    lines = pick(options, lines_of(options), "enter Sigel 16", ZONES).lines
    assert lines[14].words != ("enter", "Sigel", "16", "15")
    assert pick(options, lines, "15", ZONES).action == ("enter", "Sigel", "16", "15")
    assert pick(options, lines, "#15", ZONES).action == lines[14].words


def test_a_zone_that_is_not_offered_is_explained_and_never_a_line():
    options = entries()
    lines = pick(options, lines_of(options), "enter Sigel 16", ZONES).lines
    absent = next(n for n in range(1, len(lines)) if ("enter", "Sigel", "16", str(n)) not in options)
    found = pick(options, lines, str(absent), ZONES)
    assert found.action is None and not found.lines
    assert found.meant == ("enter", "Sigel", "16", str(absent)) and f"#{absent}" in found.says


@pytest.mark.parametrize("game_id", game_ids())
def test_in_every_list_of_a_game_names_and_lines_are_told_apart(game_id):
    """At every list of a random game, level by level: the last word alone picks its option, `#n` its line."""
    game, random = load_game(game_id), Random(1862)
    names = Names(game.rules(next(iter(game.scenarios)), {}))
    position = game.start(next(iter(game.scenarios)), {})
    tried = 0
    while (decision := position.decision()) is not None and tried < 60:
        options = list(decision.options)
        wanted = options[random.randrange(len(options))]
        lines = lines_of(options)
        while True:
            number = next(n for n, line in enumerate(lines, 1) if wanted[: len(line.words)] == line.words)
            before = begins(lines)
            typed = wanted[len(before) : len(before) + 1]
            if typed and decision.owner != CHANCE:
                found = pick(options, lines, typed[0], names)
                meant = [found.action] if found.action else [line.words for line in found.lines]
                assert any(
                    words[: len(before) + 1] == wanted[: len(words)][: len(before) + 1] for words in meant
                )
                tried += 1
            if typed and typed[0].isdecimal():
                assert are_marked(lines, names)
            found = pick(options, lines, f"#{number}", names)
            if found.action is not None:
                assert found.action == wanted
                break
            assert found.lines != lines
            lines = found.lines
        position.apply(wanted)


def test_a_number_is_never_the_beginning_of_another():
    options = [("move", "A", "150"), ("move", "A", "151"), ("stay",)]
    assert narrowed(options, ["move", "A", "15"], ZONES) == []
    assert narrowed(options, ["mo", "A", "150"], ZONES) == options[:1]


def test_a_full_name_is_never_the_beginning_of_another():
    """Law is a brigade, Lawton another: when only Lawton can act, Law does not mean him."""
    options = [("act", "Lawton"), ("act", "Trimble"), ("done",)]
    found = pick(options, lines_of(options), "act Law", ZONES)
    assert found.action is None and found.meant == ("act", "Law")
    assert pick(options, lines_of(options), "act Lawt", ZONES).action == ("act", "Lawton")


def test_a_zone_of_a_lettered_series_may_be_typed_as_its_number():
    """In Bull Run 1861 zones are Z01, Z02 ...: 40 is Z40 and not the fortieth line."""
    names = Names(load_game("bull-run-1861").rules("historical", {}))
    options = [("place", "Evans", f"Z{n:02}") for n in range(10, 80)]
    lines = lines_of(options)
    assert pick(options, lines, "40", names).action == ("place", "Evans", "Z40")
    assert pick(options, lines, "#40", names).action == ("place", "Evans", "Z49")
    assert pick(options, lines, "9", names).meant == ("place", "Evans", "Z09")


def test_where_nothing_is_called_by_a_number_a_number_is_a_line():
    options = [("send", "B-1"), ("send", "B-2"), ("stay",)]
    lines = lines_of(options)
    assert not are_marked(lines, PLAIN)
    assert (
        pick(options, lines, "2", PLAIN).action == ("send", "B-2") == pick(options, lines, "#2", PLAIN).action
    )
    assert pick(options, lines, "7", PLAIN).action is None
    assert "no line #7" in pick(options, lines, "#7", PLAIN).says
    assert "no line #" in pick(options, lines, "#", PLAIN).says


def test_dice_are_typed_as_they_fell():
    two = [("roll", str(a), str(b)) for a in range(1, 7) for b in range(1, 7)]
    lines = lines_of(two)
    assert pick(two, lines, "3 4", PLAIN).action == ("roll", "3", "4")
    assert pick(two, lines, "roll 3 4", PLAIN).action == ("roll", "3", "4")
    assert [line.words[:2] for line in pick(two, lines, "3", PLAIN).lines] == [("roll", "3")] * 6
    odd = [("roll", "2"), ("roll", "4"), ("roll", "1")]
    assert pick(odd, lines_of(odd), "2", PLAIN).action == ("roll", "2")
    assert pick(odd, lines_of(odd), "3", PLAIN).action is None


def test_what_comes_next_may_be_typed_alone():
    options = [("move", "B-1", f"P{n}") for n in range(30)] + [("end",), ("put", "B-1")]
    lines = pick(options, lines_of(options), "mo", PLAIN).lines
    assert begins(lines) == ("move", "B-1")
    assert pick(options, lines, "P7", PLAIN).action == ("move", "B-1", "P7")
    assert pick(options, lines, "end", PLAIN).action == ("end",)


def test_what_could_be_two_things_asks():
    """`p` begins a place of the list that is shown and an action of its own."""
    options = [("move", "B-1", f"P{n}") for n in range(30)] + [("put", "B-1")]
    lines = lines_of(options[:-1])
    found = pick(options, lines, "p", PLAIN)
    assert found.action is None and ("put", "B-1") in [line.words for line in found.lines]


def test_a_thing_named_alone_shows_what_can_be_done_with_it():
    options = [("send", "B-1"), ("hold", "B-1"), ("send", "B-2"), ("stay",)]
    found = pick(options, lines_of(options), "b-1", PLAIN)
    assert found.action is None
    assert found.lines == [Line(("send", "B-1"), 1), Line(("hold", "B-1"), 1)]


def test_a_group_of_one_is_shown_in_full():
    options = [("move", "B-1", f"P{n}") for n in range(30)] + [("put", "B-1", "P3")]
    assert Line(("put", "B-1", "P3"), 1) in lines_of(options)
