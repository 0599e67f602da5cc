"""The game file: read, write, replay, cut, branch; any damage is refused with its line."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bullrun.engine import chance
from bullrun.engine.match import Match
from bullrun.engine.record import OPEN, SEALED, RecordError, header_facts, open_game, parse_record, replay
from bullrun.errors import BullrunError
from bullrun.lab.play_out import play_out
from tests.toys.ford import GAME

KEY = bytes(range(32))


def played(seed="1", **options):
    return play_out(GAME, "ford", options, ["random", "random"], seed)[1]


def prove(text):
    return list(replay(GAME, parse_record(text)))[-1:]


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_record_reads_back_as_it_was_written(seed):
    record = played(seed, rounds="6", face="up")
    text = record.to_text()
    assert parse_record(text).to_text() == text
    assert prove(text)[0].number == len(record.entries)


def test_comments_and_empty_lines_may_stand_anywhere():
    lines = played().to_text().splitlines()
    text = "\n\n# hello\n".join(lines)
    record = parse_record(text)
    assert record.entries == played().entries
    assert parse_record(record.to_text()).to_text() == record.to_text()
    assert "# hello" in record.to_text()
    prove(text)


def test_a_header_says_everything():
    match = Match.new(
        GAME, "ford", {"rounds": "1"}, dice=SEALED, key=KEY, seats={"blue": "Ann B.", "red": "greedy"}
    )
    text = match.record.to_text()
    record = parse_record(text)
    assert record.seats == {"blue": "Ann B.", "red": "greedy"}
    facts = header_facts(record)
    assert facts["game"] == "toy" and facts["options"] == {"rounds": "1"} and facts["dice"] == SEALED
    assert facts["commitment"] == chance.commitment(KEY) and facts["actions"] == 0 and facts["result"] is None


def test_a_revealed_key_proves_the_dice():
    text = sealed()
    assert text.splitlines()[-1] == f"key {KEY.hex()}"
    prove(text)
    roll = next(line for line in text.splitlines() if line.startswith("chance: "))
    other = "chance: roll 1" if roll != "chance: roll 1" else "chance: roll 2"
    with pytest.raises(RecordError, match="dice of the key give"):
        prove(text.replace(roll, other, 1))


def sealed():
    """A finished game whose key was revealed."""
    match = Match.new(GAME, "ford", {"rounds": "1"}, dice=SEALED, key=KEY)
    match.submit("blue", "send B-1")
    match.submit("red", "send R-4")
    return match.record.to_text(with_key=True)


HEADER = played(rounds="1").to_text().splitlines()
BEGIN = HEADER.index("begin")


def changed(number, new):
    """The sample with one line replaced (None: left out)."""
    lines = HEADER[:]
    lines[number : number + 1] = [] if new is None else new.split("\n")
    return "\n".join(lines) + "\n"


def line_of(start):
    return next(n for n, line in enumerate(HEADER) if line.startswith(start))


DICE = HEADER[line_of("dice")]


def dreamt(words, *header):
    """The sample with hidden counters dealt anew after its first action."""
    lines = [line for line in HEADER if not line.startswith("=")]
    lines.insert(lines.index(HEADER[line_of("red:")]), f"chance: imagine {words}")
    lines[line_of("dice") : line_of("dice")] = header
    return "\n".join(lines) + "\n"


DAMAGE = [
    ("", 1, "first line"),
    ("hello\n", 1, "first line"),
    (changed(0, "bullrun record 2"), 1, "first line"),
    (changed(1, "game toy one"), 2, "not a header line"),
    (changed(1, "game toy " + "9" * 5000), 2, "not a header line"),
    (changed(1, "game toy \N{ARABIC-INDIC DIGIT ONE}"), 2, "not a header line"),
    (changed(2, "scenario ford\nbranch - " + "9" * 5000), 4, "not a header line"),
    (changed(1, None), BEGIN, "lacks 'game'"),
    (changed(2, None), BEGIN, "lacks 'scenario'"),
    (changed(1, "game toy 2"), 2, "version 2 is unknown"),
    (changed(2, "scenario bridge"), 3, "'bridge'"),
    (changed(3, "option rounds many"), 4, "takes: 1, 3, 6"),
    (changed(3, "option speed 3"), 4, "no such option"),
    (changed(3, "option rounds"), 4, "not a header line"),
    (changed(line_of("dice"), "dice sealed 12"), line_of("dice") + 1, "not a header line"),
    (changed(line_of("dice"), "dice open " + "0" * 64 + " " + "1" * 64), line_of("dice") + 1, "does not fit"),
    (changed(line_of("dice"), "dice open " + "0" * 64 + " key"), line_of("dice") + 1, "64 hex digits"),
    (changed(line_of("dice"), "dice loaded"), line_of("dice") + 1, "not a header line"),
    (changed(BEGIN, None), line_of("blue:"), "not a header line"),
    ("\n".join(HEADER[:BEGIN]), BEGIN, "expected 'begin'"),
    (changed(line_of("blue:"), "red: send R-1"), BEGIN + 2, "for blue to decide"),
    (changed(line_of("blue:"), "blue: send R-1"), BEGIN + 2, "own counters"),
    (changed(line_of("blue:"), "blue: "), BEGIN + 2, "SIDE: ACTION"),
    (changed(line_of("blue:"), "blue send B-1"), BEGIN + 2, "SIDE: ACTION"),
    (changed(line_of("blue:"), "blue: send \x01"), BEGIN + 2, "a control character (U+0001)"),
    (changed(line_of("blue:"), None), line_of("="), "expected '= 3"),
    ("\n".join([*HEADER[: BEGIN + 1], *HEADER[BEGIN + 2 : BEGIN + 3]]), BEGIN + 2, "for blue to decide"),
    (changed(line_of("dice"), None), BEGIN, "lacks 'dice'"),
    (changed(1, "game toy 1\ngame toy 1"), 3, "line 2 already"),
    (changed(3, "option rounds 1\noption rounds 1"), 5, "line 4 already"),
    (changed(line_of("seat blue"), "seat green random"), line_of("seat blue") + 1, "one of blue, red"),
    (changed(line_of("chance:"), "chance: roll 9"), line_of("chance:") + 1, "not possible here"),
    (changed(line_of("="), "= 4 0123456789abcdef"), line_of("=") + 1, "digest after action 4"),
    (changed(line_of("="), "= 3 0123456789abcdef"), line_of("=") + 1, "expected '= 4"),
    (changed(line_of("="), "="), line_of("=") + 1, "expected '= 4"),
    (changed(line_of("end"), "end nobody 4"), line_of("end") + 1, "the file says nobody wins"),
    (changed(line_of("end"), "end\n"), line_of("end") + 1, "SIDE: ACTION"),
    ("\n".join([*HEADER, "blue: send B-1"]), len(HEADER) + 1, "may follow the end"),
    ("\n".join([*HEADER[:-1], "blue: send B-2"]), len(HEADER), "not possible here: The game is over"),
    ("\n".join([*HEADER, "key " + "0" * 64]), len(HEADER) + 1, "may follow the end"),
    ("\n".join([*HEADER[: line_of("=")][:-1], "end red 4"]), line_of("="), "the game is not over"),
    # What would exempt rolls from proof, or weaken it.
    (changed(line_of("dice"), f"branch - 1000000\n{DICE}"), line_of("dice") + 1, "at most the 4 actions"),
    (changed(line_of("dice"), f"branch - 5\n{DICE}"), line_of("dice") + 1, "at most the 4 actions"),
    (changed(line_of("dice"), f"{DICE}\nbranch - 5"), line_of("dice") + 2, "at most the 4 actions"),
    (changed(line_of("dice"), f"branch somewhere 2\n{DICE}"), line_of("dice") + 1, "not a header line"),
    (changed(line_of("dice"), f"branch - -1\n{DICE}"), line_of("dice") + 1, "not a header line"),
    (changed(line_of("dice"), f"branch - 1\nbranch - 4\n{DICE}"), line_of("dice") + 2, "already"),
    (
        changed(line_of("dice"), f"branch {DICE.split()[2]} 2\n{DICE}"),
        line_of("dice") + 1,
        "dice of its own",
    ),
    (changed(line_of("dice"), f"{DICE}\ndice typed"), line_of("dice") + 2, "already"),
    (changed(BEGIN, "begin\nbranch - 4"), BEGIN + 2, "SIDE: ACTION"),
    (changed(BEGIN, "begin\ndice typed"), BEGIN + 2, "SIDE: ACTION"),
    (
        changed(line_of("="), f"= 4 0123456789abcdef\n{HEADER[line_of('=')]}"),
        line_of("=") + 2,
        "line 13 already",
    ),
    (changed(line_of("end"), HEADER[line_of("end")] + "\n" + HEADER[line_of("end")]), len(HEADER) + 1, "end"),
    (sealed() + f"key {KEY.hex()}\n", len(sealed().splitlines()) + 1, "already"),
    (sealed().replace("key 00", "key ff"), len(sealed().splitlines()), "does not fit"),
    (sealed().replace("dice sealed", "dice typed\n# sealed"), len(sealed().splitlines()) + 1, "end"),
    (dreamt("blue 7"), line_of("red:") + 1, "only where a branch begins"),
    (dreamt("blue 7", "branch - 0"), line_of("red:") + 2, "only where a branch begins"),
    (dreamt("green 7", "branch - 1"), line_of("red:") + 2, "expected 'imagine SIDE SEED'"),
    (dreamt("blue", "branch - 1"), line_of("red:") + 2, "expected 'imagine SIDE SEED'"),
    # What would make two lines of one, or disturb who reads it.
    (
        changed(line_of("seat blue"), "seat blue Ann\u2028chance: roll 3"),
        line_of("seat blue") + 1,
        "line break",
    ),
    (changed(line_of("seat blue"), "seat blue Ann\x85x"), line_of("seat blue") + 1, "line break (U+0085)"),
    (changed(line_of("seat blue"), "seat blue Ann\x1b[2J"), line_of("seat blue") + 1, "control character"),
    (changed(line_of("seat blue"), "seat blue Ann\u202eB"), line_of("seat blue") + 1, "control character"),
    (changed(line_of("seat blue"), "# \x1b[2J"), line_of("seat blue") + 1, "control character (U+001B)"),
    (changed(line_of("seat blue"), "# \ud800"), line_of("seat blue") + 1, "control character (U+D800)"),
    (changed(line_of("blue:"), "blue: send B-1\x0b"), line_of("blue:") + 1, "line break (U+000B)"),
]


@pytest.mark.parametrize(("text", "line", "says"), DAMAGE)
def test_damage_is_refused_with_its_line(text, line, says):
    with pytest.raises(RecordError) as error:
        prove(text)
    assert says in str(error.value)
    if line is not None:
        assert error.value.line == line
    assert str(error.value).startswith(f"line {error.value.line}: ")


def test_another_game_is_refused():
    record = parse_record(played().to_text().replace("game toy", "game chess"))
    with pytest.raises(RecordError, match="'chess' is not 'toy'"):
        open_game(GAME, record)


@settings(max_examples=200)
@given(st.integers(0, 10_000), st.sampled_from(["delete", "turn", "flip", "double"]), st.integers(0, 255))
def test_no_damage_makes_the_reader_stumble(at, kind, byte):
    """Whatever happens to the bytes: a named error or a record that replays, nothing else."""
    data = bytearray("\n".join(HEADER).encode())
    at %= len(data)
    if kind == "delete":
        del data[at]
    elif kind == "turn":
        data[at:] = data[at:][::-1]
    elif kind == "flip":
        data[at] = byte
    else:
        data[at:at] = data[at // 2 : at]
    with contextlib.suppress(BullrunError):
        prove(data.decode("utf-8", "replace"))


def test_a_file_may_be_cut_off_after_any_line():
    lines = played().to_text().splitlines()
    begin = lines.index("begin")
    for count in range(begin + 1, len(lines) + 1):
        prove("\n".join(lines[:count]))


def test_a_branch_keeps_the_past_and_has_dice_of_its_own():
    record = played(rounds="3")
    branch = record.cut(4)
    assert branch.entries == record.entries[:4] and branch.branch == (record.commitment, 4)
    assert branch.result is None and branch.key == ""
    branch.dice, branch.key, branch.commitment = OPEN, KEY.hex(), chance.commitment(KEY)
    match = Match.resume(GAME, parse_record(branch.to_text()))
    while (decision := match.decision()) is not None:
        match.submit(decision.owner, decision.options[0])
    prove(match.record.to_text())
    rolls = [n for n, (owner, _) in enumerate(match.record.entries) if owner == "chance"]
    assert rolls[0] < 4 <= rolls[-1], "the sample has dice on both sides of the cut"


def test_where_a_branch_begins_what_a_side_could_not_know_may_be_dealt_anew():
    record = played(rounds="3").cut(4)
    record.entries.append(("chance", ("imagine", "blue", "seed")))
    record.dice, record.key, record.commitment = OPEN, KEY.hex(), chance.commitment(KEY)
    text = record.to_text()
    once, again = (Match.resume(GAME, parse_record(text)) for _ in range(2))
    assert once.position.state == again.position.state, "the seed settles it"
    for match in (once, again):
        assert match.why_not_undo("blue") and match.why_not_undo("red")
        while (decision := match.decision()) is not None:
            match.submit(decision.owner, decision.options[0])
    assert once.record.to_text() == again.record.to_text()
    prove(once.record.to_text())


@pytest.mark.parametrize("count", [-1, 10_000])
def test_a_cut_stays_inside_the_game(count):
    with pytest.raises(BullrunError, match="cut: expected 0 to"):
        played().cut(count)


def test_digests_are_written_now_and_then():
    match = Match.new(GAME, "ford", {"rounds": "6"}, dice=OPEN, key=KEY)
    while (decision := match.decision()) is not None:
        match.submit(decision.owner, decision.options[-1])
    assert match.number in match.record.digests
    prove(match.record.to_text())
