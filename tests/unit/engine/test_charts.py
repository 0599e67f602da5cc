"""Owner's charts: what may be typed in, how it travels, and what is refused."""

from __future__ import annotations

import pickle
import subprocess
import sys
import tomllib
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bullrun.engine.chart_file import MOST_BYTES, Faulty, look_through, read_charts, write_charts
from bullrun.engine.charts import (
    ChartError,
    Charts,
    Kind,
    Sheet,
    fraction,
    one_of,
    row,
    stands,
    steps,
    whole,
    yes_no,
)
from bullrun.engine.match import Match
from bullrun.engine.record import OPEN, RecordError, parse_record, replay
from bullrun.errors import BullrunError
from tests.toys import ford
from tests.toys.cup import CHARTS, GAME

KEY = bytes(range(32))
STRONG = {"hill.B-1.strength": 7, "tables.assault.from.E": ["", 11, 12, 13]}


def played(charts: dict[str, Any], moves: int = 60) -> Match:
    match, random = Match.new(GAME, "hill", dice=OPEN, key=KEY, charts=charts), Random(4)
    while match.number < moves and (decision := match.decision()) is not None:
        match.submit(decision.owner, random.choice(list(decision.options)))
    return match


# --- the file ---------------------------------------------------------------------------------------


def test_what_is_written_reads_back_without_a_change():
    assert look_through(GAME, write_charts(GAME, {})) == ({}, [])
    assert look_through(GAME, write_charts(GAME, STRONG)) == (STRONG, [])
    tomllib.loads(write_charts(GAME, STRONG))


def test_the_file_says_where_numbers_come_from_and_what_they_stand_for():
    text = write_charts(GAME, STRONG)
    assert "# owner's\n[hill.B-1]\nstrength = 7  # owner's, in place of 3" in text
    assert "# reconstructed\n[hill.B-2]\nstrength = 2\n" in text
    assert '# results = ["repulsed", "nothing", "shaken", "lost"]' in text
    assert "# strength: a whole number from 1 to 9" in text


def test_what_is_left_out_stays_as_it_is():
    assert read_charts(GAME, 'game = "cup"\n[hill.B-1]\nstrength = 7\n') == {"hill.B-1.strength": 7}


def test_every_wrong_item_is_named_with_its_line():
    text = """\
game = "toy"
[tables.assault.from]
A = [11, 31, 56, 67]
B = [11, 24, 46]
C = [11, 16, 36, 61]
C = [11, 16, 36, 61]
E = "none"
[tables.panic]
1 = 2
[hill.B-9]
strength = 3
[hill.B-1]
strength = "3"
[hill.B-2]
strength = 10
[hill.B-2]
name = "Blue"
[meadow.B-1]
[meadow.R-1]
strength = [1, 2
[marsh]
x = 1
"""
    _, faults = look_through(GAME, text)
    rising = 'readings of the dice that rise from 11, one for each result, "" where there is none, got'
    assert [str(fault) for fault in faults] == [
        'line 1: game: expected "cup", got "toy"',
        "line 2: tables.assault.from.D: is missing: a table is given as a whole or not at all",
        f"line 3: tables.assault.from.A: expected {rising} [11, 31, 56, 67]",
        f"line 4: tables.assault.from.B: expected 4 {rising} [11, 24, 46]",
        "line 6: tables.assault.from.C: was given in line 5 already",
        f'line 7: tables.assault.from.E: expected 4 {rising} "none"',
        "line 9: tables.panic.1: there is no such table to change",
        "line 11: hill.B-9.strength: there is no such counter to change",
        'line 13: hill.B-1.strength: expected a whole number from 1 to 9, got "3"',
        "line 15: hill.B-2.strength: expected a whole number from 1 to 9, got 10",
        "line 16: hill.B-2: this heading stands in line 14 already",
        "line 17: hill.B-2.name: this counter has nothing of that name to change; it has: strength",
        "line 18: meadow.B-1.strength: is missing: a counter is given as a whole or not at all",
        "line 20: meadow.R-1.strength: this is no TOML: Unclosed array",
        "line 22: marsh.x: there is no such part; charts have: tables, meadow, hill",
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", 'game: expected "cup", it is missing'),
        ("x" * (MOST_BYTES + 1), f"a file of charts has at most {MOST_BYTES // 1024} kB"),
        ('game = "cup"\n[[hill]]\n', "line 2: a heading stands in one pair of brackets"),
        ('game = "cup"\nhill = 3\n', "line 2: hill: expected a table of values"),
        ('game = "cup"\n[hill.B-1.strength]\nx = 1\n', "hill.B-1.strength.x: expected a whole number"),
        ('game = "cup"\nhill.B-1.strength = true\n', "expected a whole number from 1 to 9, got true"),
        ('game = "cup"\nhill.B-1.strength = 3.0\n', "expected a whole number from 1 to 9, got 3.0"),
        (f'game = "cup"\nx = {"[" * 5000}\n', "line 2: no line has more than 2000 characters"),
        (f'game = "cup"\nx = {"[" * 1900}\n', "line 2: x: this is no TOML: nested too deeply"),
        (f'game = "cup"\n{".".join("a" * 900)} = 1\n', "there is no such part"),
        (f'game = "cup"\nhill.B-1.strength = {"9" * 1900}\n', "expected a whole number from 1 to 9, got 999"),
        ('game = "cup"\n' + "x = [\n" * 5000, "too much cannot be read; the rest was not looked at"),
        (
            f'game = "cup"\n[{".".join("a" * 900)}]\n' + "b = 1\n" * 99,
            "no heading has more than 200 characters",
        ),
        ("\0", "this is no TOML"),
    ],
)
def test_a_file_that_is_no_file_of_charts_is_refused_in_words(text, says):
    _, faults = look_through(GAME, text)
    assert any(says in str(fault) for fault in faults), [str(fault) for fault in faults][:5]
    with pytest.raises(Faulty) as refused:
        read_charts(GAME, text)
    assert refused.value.faults == tuple(faults) and str(faults[0]) in str(refused.value)


def test_a_game_without_charts_says_so():
    with pytest.raises(BullrunError, match="toy has no charts that could be changed"):
        write_charts(ford.GAME, {})
    with pytest.raises(RecordError, match=r"chart hill.B-1.strength: toy has no charts"):
        Match.new(ford.GAME, "ford", charts=STRONG)


# --- what a value may be ------------------------------------------------------------------------------

RATIOS = steps("ratio", ratio=fraction("1/9", "9"), bonus=whole(-9, 9))


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        (whole(-2, 3), (-2, 0, 3), (-3, 4, True, "1", 1.0, None, [])),
        (yes_no(), (True, False), (0, 1, "true")),
        (one_of("AE", "DE", 6), ("AE", 6), ("ae", "", 5, True, ["AE"], None)),
        (fraction("0", "3"), ("0", "1/3", "3"), ("2/4", "4", "-1", "1/0", "", " 1", "0.5", 1, "1" * 99)),
        (row(whole(0, 9)), ([1, 2, 3],), ([1, 2], [1, 2, 3, 4], [1, 2, 10], 5, "123")),
        (row(whole(0, 9), rising=True), ([1, 2, 3],), ([1, 1, 2], [3, 2, 1])),
        (
            RATIOS,
            ([{"ratio": "1", "bonus": 1}], [{"ratio": "1/2", "bonus": 1}, {"ratio": "1", "bonus": 1}]),
            (
                [],
                [{"ratio": "1", "bonus": 1}] * 2,
                [{"ratio": "1"}],
                [{"ratio": "1", "bonus": 1, "more": 1}],
                [{"ratio": "x", "bonus": 1}],
                [1],
                {"ratio": "1", "bonus": 1},
                [{"ratio": "1", "bonus": 1}] * 99,
            ),
        ),
    ],
)
def test_kinds_of_values(kind, good, bad):
    own = [1, 2, 3]
    assert [kind.why_not(value, own) for value in good] == [""] * len(good)
    for value in bad:
        assert kind.why_not(value, own), value


def test_data_that_does_not_keep_its_own_bounds_is_refused():
    charts = Charts("", lambda _: {"a": {"b": 7}}, (Sheet("tables", "x.toml", {"a.b": whole(1, 6)}),))
    with pytest.raises(BullrunError, match=r"x.toml: tables.a.b: expected a whole number from 1 to 6, got 7"):
        _ = charts.items


def test_values_that_do_not_go_together_are_refused():
    def fits(charts: Any) -> None:
        table = charts.file("x")["a"]
        if table["least"] > table["most"]:
            raise BullrunError("least is above most")

    sheet = Sheet("tables", "x", {"a.*": whole(1, 6)})
    charts = Charts("", lambda _: {"a": {"least": 2, "most": 4}}, (sheet,), fits)
    assert charts.in_force({"tables.a.least": 4}).file("x") == {"a": {"least": 4, "most": 4}}
    with pytest.raises(ChartError, match=r"charts: least is above most"):
        charts.in_force({"tables.a.least": 5})


def test_a_value_may_be_a_table():
    def why_not(value: Any, own: Any) -> str:
        return (
            "" if isinstance(value, dict) and value.get("result") in ("fog", "rain") else "expected a result"
        )

    data = {"weather": {"1": {"result": "fog", "side": "blue"}, "2": {"result": "rain"}, "source": "deduced"}}
    sheet = Sheet("tables", "tables.toml", {"weather.[1-6]": Kind("a result", why_not)})
    charts = Charts("", lambda _: data, (sheet,))
    game = replace(GAME, data=GAME.data._replace(charts=charts))
    assert look_through(game, write_charts(game, {})) == ({}, [])
    owners = {"tables.weather.2": {"result": "fog"}}
    assert look_through(game, write_charts(game, owners)) == (owners, [])
    _, faults = look_through(
        game, write_charts(game, owners).replace('"rain"', '"snow"').replace('"fog" }', "7 }")
    )
    assert [str(fault) for fault in faults] == ["line 18: tables.weather.2: expected a result"]


def test_lists_are_entered_by_id_and_sources_are_those_of_the_number():
    data = {
        "units": [
            {"id": "X", "name": "Ten", "fresh": {"strength": 1}, "red": True, "red_source": "deduced"},
            {"id": "Y", "fresh": {"strength": 2, "source": "published: a list"}, "red": False},
        ],
        "source": "rulebook",
    }
    opens = {"units.*.fresh.strength": whole(1, 9), "units.?.red": yes_no()}
    charts = Charts("", lambda _: data, (Sheet("pieces", "pieces.toml", opens, item="counter"),))
    assert {path: item.source for path, item in charts.items.items()} == {
        "pieces.units.X.fresh.strength": "rulebook",
        "pieces.units.X.red": "deduced",
        "pieces.units.Y.fresh.strength": "published: a list",
        "pieces.units.Y.red": "rulebook",
    }
    there = charts.in_force({"pieces.units.Y.fresh.strength": 5})
    assert there.file("pieces.toml")["units"][1]["fresh"]["strength"] == 5
    assert data["units"][1]["fresh"]["strength"] == 2
    assert charts.provenance("pieces.units.X", {}) == "printed in part"
    assert charts.provenance("pieces.units.X", {"pieces.units.X.red": False}) == "owner's"
    within = Charts("", lambda _: data, (Sheet("p", "pieces.toml", {"*.red": yes_no()}, within="units"),))
    assert list(within.items) == ["p.X.red", "p.Y.red"]
    assert within.in_force({"p.Y.red": True}).file("pieces.toml")["units"][1]["red"] is True


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("rulebook", "printed"),
        ("rulebook: its brigades; the band is reconstructed", "printed in part"),
        ("reconstructed: about 600 men", "reconstructed"),
        ("deduced", "deduced"),
        ("", ""),
    ],
)
def test_where_numbers_come_from_in_a_word(source, word):
    assert stands(source) == word


# --- in force, in records ---------------------------------------------------------------------------


def test_rules_in_force_have_the_owners_numbers_and_others_do_not():
    plain, strong = GAME.rules("hill", {}), GAME.rules("hill", {}, STRONG)
    assert plain.pieces[0].facts["strength"] == 3 and strong.pieces[0].facts["strength"] == 7
    assert strong.assault.result(13, 4) == "lost" and plain.assault.result(13, 4) == "nothing"
    assert GAME.rules("hill", {}, dict(reversed(STRONG.items()))) is strong
    assert GAME.rules("hill", {}, {"hill.B-1.strength": 3}) is plain is GAME.rules("hill", {}, {})
    assert GAME.rules("meadow", {}, STRONG).pieces[0].facts["strength"] == 3


def test_a_game_with_charts_replays_from_its_text_alone():
    match = played(STRONG)
    text = match.record.to_text()
    assert 'chart hill.B-1.strength 7\nchart tables.assault.from.E ["", 11, 12, 13]\n' in text
    record = parse_record(text)
    last = list(replay(GAME, record))[-1].position
    assert last.state.digest() == match.position.state.digest()
    assert last.rules.pieces[0].facts["strength"] == 7
    assert record.to_text() == text
    assert Match.resume(GAME, parse_record(text)).record.to_text() == text
    assert record.cut(10).charts == STRONG


def test_the_same_charts_give_the_same_bytes():
    one = played(STRONG, 20).record.to_text()
    other = played({"hill.B-2.strength": 2, **dict(reversed(STRONG.items()))}, 20).record.to_text()
    assert one == other


def test_a_record_of_another_process_is_the_same_to_the_byte():
    script = (
        "import sys; from tests.unit.engine.test_charts import STRONG, played;"
        "sys.stdout.write(played(STRONG).record.to_text())"
    )
    found = [
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert found == [played(STRONG).record.to_text()] * 2


def test_a_record_without_charts_is_as_it_was():
    text = played({}, 10).record.to_text()
    assert "chart" not in text and parse_record(text).charts == {}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "chart hill.B-1.strength 70",
            "line 4: chart hill.B-1.strength: expected a whole number from 1 to 9, got 70",
        ),
        ("chart hill.B-7.strength 7", "line 4: chart hill.B-7.strength: there is no such counter to change"),
        ("chart tables.combat.3 7", "line 4: chart tables.combat.3: there is no such table to change"),
        ("chart hill.B-1.strength seven", "line 4: chart hill.B-1.strength: not a value: 'seven'"),
        (f"chart hill.B-1.strength {'[' * 9999}", "line 4: chart hill.B-1.strength: not a value"),
        ("chart hill.B-1.strength", "line 4: not a header line: 'chart hill.B-1.strength'"),
        ("chart", "line 4: not a header line: 'chart'"),
    ],
)
def test_a_record_with_foreign_or_damaged_charts_is_refused_with_its_line(line, says):
    text = played({}, 5).record.to_text().replace("scenario hill\n", f"scenario hill\n{line}\n")
    with pytest.raises(RecordError) as refused:
        Match.resume(GAME, parse_record(text))
    assert says in str(refused.value)


def test_a_record_does_not_give_a_chart_twice():
    text = played(STRONG, 5).record.to_text().replace("dice", "chart hill.B-1.strength 7\ndice", 1)
    with pytest.raises(RecordError, match=r"'chart hill.B-1.strength' was given in line 4 already"):
        parse_record(text)


def test_a_game_played_with_other_charts_does_not_replay():
    text = played(STRONG).record.to_text().replace("strength 7", "strength 1")
    with pytest.raises(RecordError):
        list(replay(GAME, parse_record(text)))


def test_a_chart_that_the_game_has_anyway_is_dropped():
    record = played({}, 5).record
    record.charts = {"hill.B-1.strength": 3}
    assert Match.resume(GAME, record).record.charts == {}


def test_rules_with_charts_travel_to_other_processes():
    position = played(STRONG).position
    there = pickle.loads(pickle.dumps(position))
    assert there.rules.charts.owners == STRONG
    assert there.rules.pieces[0].facts["strength"] == 7
    assert there.rules.charts is position.rules.charts, "read once in a process"


def test_charts_that_are_kept_at_hand_are_few():
    for strength in range(1, 10):
        for other in range(1, 10):
            GAME.rules("hill", {}, {"hill.B-1.strength": strength, "hill.B-2.strength": other})
    assert len(GAME._with_charts) <= GAME._with_charts.most
    assert len(CHARTS._in_force) <= CHARTS._in_force.most


def test_any_valid_charts_survive_writing_playing_and_replaying():
    random = Random(9)
    for _ in range(8):
        charts: dict[str, Any] = {}
        for path, item in CHARTS.items.items():
            if random.random() < 0.5:
                continue
            if path.startswith("tables"):
                readings = [10 * tens + units for tens in range(1, 7) for units in range(1, 7)]
                charts[path] = [11, *sorted(random.sample(readings[1:], len(item.value) - 1))]
            else:
                charts[path] = random.randint(1, 9)
        wanted = CHARTS.checked(charts)
        assert read_charts(GAME, write_charts(GAME, charts)) == wanted
        text = played(wanted, 40).record.to_text()
        assert parse_record(text).charts == wanted
        assert len(list(replay(GAME, parse_record(text)))) >= 40
