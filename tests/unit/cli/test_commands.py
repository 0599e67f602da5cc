"""Every command does what its help says; every mistake is one line and exit code 2."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bullrun.cli.replaying import _ask_number
from bullrun.games.registry import load_game
from bullrun.lab.play_out import play_out

COMMANDS = (
    "games", "scenarios", "pieces", "map", "rules", "charts", "new", "watch", "play", "replay", "verify",
    "doctor", "umpire", "simulate", "bench",
)  # fmt: skip


def test_help_lists_every_command(bullrun):
    done = bullrun("--help")
    assert done.code == 0 and all(f"\n  {name} " in done.out for name in COMMANDS)
    assert bullrun().out == done.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(bullrun, name):
    done = bullrun(name, "--help")
    assert done.code == 0 and f"bullrun {name}" in done.out


def test_version(bullrun):
    assert bullrun("--version").out.startswith("bullrun ")


WRONG = [
    (("frobnicate",), "frobnicate"),
    (("scenarios",), "GAME"),
    (("scenarios", "chess"), "'chess': no such game; there are: bull-run-1983"),
    (("pieces", "toy", "--side", "green"), "'green': expected one of blue, red"),
    (("pieces", "toy", "--kind", "horse"), "'horse': expected one of counter"),
    (("rules", "toy", "9.9"), "no rule '9.9'"),
    (("rules", "toy", "--missing"), "--coverage"),
    (("map", "toy"), "played without a map"),
    (("new", "toy", "a.game", "--scenario", "bridge"), "'bridge'"),
    (("new", "toy", "a.game", "--option", "rounds"), "NAME=VALUE"),
    (("new", "toy", "a.game", "--option", "rounds=9"), "takes: 1, 3, 6"),
    (("new", "toy", "a.game", "--option", "rounds=1", "--option", "rounds=3"), "given twice"),
    (("new", "toy", "a.game", "--seat", "green=human"), "one of blue, red"),
    (("new", "toy", "a.game", "--seat", "blue=genius"), "human or a bot"),
    (("new", "toy", "no/such/folder/a.game"), "no/such/folder"),
    (("new", "toy", "a.game", "--dice", "loaded"), "loaded"),
    (("watch", "toy", "--players", "greedy"), "expected 2 names for blue, red, got 1"),
    (("watch", "toy", "--players", "greedy,genius"), "no such bot; there are: recruit, captain"),
    (("watch", "toy", "--viewer", "green"), "expected one of blue, red, spectator, referee"),
    (("play", "nothing.game"), "nothing.game: No such file"),
    (("replay", "nothing.game"), "nothing.game: No such file"),
    (("verify", "nothing.game"), "nothing.game: No such file"),
    (("umpire", "nothing.json"), "nothing.json: No such file"),
    (("simulate", "toy", "--games", "0"), "at least 1"),
    (("simulate", "toy", "--games", "many"), "whole number"),
    (("simulate", "toy", "--players", "a,b"), "no such bot"),
    (("simulate", "toy", "--scenario", "bridge"), "'bridge'"),
    (("simulate", "toy", "--seed", "-1"), "--seed"),
]


@pytest.mark.parametrize(
    ("arguments", "says"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_a_mistake_is_one_line_and_exit_code_2(bullrun, tmp_path, arguments, says):
    done = bullrun(*arguments)
    assert done.code == 2 and done.out == ""
    assert says in done.err and done.err.count("\n") == 1 and done.err.startswith("bullrun")
    assert list(tmp_path.iterdir()) == [], "nothing is left half-written"


def test_games(bullrun):
    assert "toy: The Toy Ford" in bullrun("games").out and "greedy" in bullrun("games").out
    found = {game["id"]: game for game in json.loads(bullrun("games", "--json").out)}
    assert found["toy"]["sides"] == ["blue", "red"] and found["toy"]["pieces"] == 8


def test_scenarios(bullrun):
    text = bullrun("scenarios", "toy").out
    assert "At the ford" in text and "rounds=1|3|6" in text
    found = json.loads(bullrun("scenarios", "toy", "--json").out)
    assert found["scenarios"][0]["id"] == "ford"
    assert found["options"][0]["choices"][0] == {"id": "1", "says": "one"}


def test_pieces(bullrun):
    assert bullrun("pieces", "toy").out.count("Counter") == 8
    assert len(json.loads(bullrun("pieces", "toy", "--json").out)) == 8
    found = json.loads(bullrun("pieces", "toy", "b-3", "--json").out)
    assert [piece["id"] for piece in found] == ["B-3"] and found[0]["facts"] == {"strength": 3}
    assert "No counter matches" in bullrun("pieces", "toy", "cavalry").out


def test_rules(bullrun):
    assert "Own counters" in bullrun("rules", "toy").out
    one = bullrun("rules", "toy", "3.1").out
    assert "Fights" in one and "Own counters" not in one
    assert "Losses" in bullrun("rules", "toy", "losses").out
    assert [rule["id"] for rule in json.loads(bullrun("rules", "toy", "3.1", "4", "--json").out)] == [
        "3.1",
        "4",
    ]


def test_coverage_reads_marks_from_the_source(bullrun):
    found = json.loads(bullrun("rules", "toy", "--coverage", "--json").out)
    rules = {row["rule"]: row for row in found["rules"]}
    assert rules["3.1"]["enforced"][0].startswith("ford.ask_fight:")
    assert rules["4"]["enforced"] == []
    gaps = bullrun("rules", "toy", "--coverage", "--missing")
    assert gaps.code == 1 and "not enforced anywhere" in gaps.out
    assert "enforced by ford.ask_march" in bullrun("rules", "toy", "2.1", "--coverage").out


# --- games ---------------------------------------------------------------------------------------


def test_new_writes_a_sealed_game_and_keeps_the_key_apart(bullrun):
    done = bullrun("new", "toy", "a.game", "--seat", "red=greedy", "--option", "rounds=1")
    text = Path("a.game").read_text()
    key = Path("a.game.key").read_text().strip()
    assert done.code == 0 and "seat red greedy" in text and "option rounds 1" in text
    assert len(key) == 64 and key not in text and Path("a.game.key").stat().st_mode & 0o77 == 0
    again = bullrun("new", "toy", "a.game")
    assert again.code == 2 and "exists already" in again.err and Path("a.game").read_text() == text
    assert bullrun("new", "toy", "a.game", "--force").code == 0
    assert Path("a.game.key").read_text().strip() != key


def test_new_with_open_and_typed_dice(bullrun):
    bullrun("new", "toy", "open.game", "--dice", "open")
    bullrun("new", "toy", "typed.game", "--dice", "typed")
    assert "dice open" in Path("open.game").read_text() and "dice typed" in Path("typed.game").read_text()
    assert sorted(p.name for p in Path().iterdir()) == ["open.game", "typed.game"]
    assert json.loads(bullrun("new", "toy", "b.game", "--json").out)["game"] == "toy"


def test_watch_tells_a_whole_game_and_keeps_it(bullrun):
    done = bullrun("watch", "toy", "--players", "random,greedy", "--record", "w.game", "--seed", "5")
    assert done.code == 0 and "The game is over" in done.out and "Round 1 begins" in done.out
    assert bullrun("watch", "toy", "--players", "random,greedy", "--seed", "5").out in done.out.replace(
        "  record: w.game  (bullrun replay w.game)\n", ""
    )
    assert bullrun("verify", "w.game").code == 0
    blue = bullrun("watch", "toy", "--seed", "5", "--viewer", "blue").out
    assert "? marches to the ford" in blue
    assert "marches" not in bullrun("watch", "toy", "--brief").out


def test_verify(bullrun):
    bullrun("watch", "toy", "--record", "w.game")
    assert "proved" in bullrun("verify", "w.game").out
    text = Path("w.game").read_text()
    found = json.loads(bullrun("verify", "-", "--json", typed=text).out)
    assert found["verified"] and found["dice_proved"] and found["over"]
    Path("bad.game").write_text(text.replace("blue: send", "blue: lend", 1))
    bad = bullrun("verify", "bad.game")
    line = next(n for n, row in enumerate(text.splitlines(), 1) if row.startswith("blue: send"))
    assert bad.code == 2 and bad.out == ""
    assert f"bad.game: line {line}: this action is not possible here: 'lend" in bad.err
    Path("bytes.game").write_bytes(b"bullrun record 1\n\xff\xfe")
    assert "bytes.game: line 2: not UTF-8" in bullrun("verify", "bytes.game").err


def test_replay_prints_what_was_asked(bullrun):
    bullrun("watch", "toy", "--players", "random,random", "--record", "w.game")
    whole = bullrun("replay", "w.game").out
    assert "    1 Blue: " in whole and "The game is over" in whole
    part = bullrun("replay", "w.game", "--from", "3", "--to", "4").out
    assert "    3 " in part and "    4 " in part and "    5 " not in part
    assert "Blue" in bullrun("replay", "w.game", "--at", "2").out
    seen = bullrun("replay", "w.game", "--viewer", "blue").out
    assert "Red: ..." in seen and "R-" not in seen.split("turned face up")[0]
    rows = json.loads(bullrun("replay", "w.game", "--json").out)
    assert rows[1]["number"] == 1 and rows[1]["events"][0]["says"].endswith("ford.")
    at = json.loads(bullrun("replay", "w.game", "--json", "--at", "1", "--viewer", "red").out)
    assert at["after"] == 1 and at["decision"]["owner"] == "red" and "B-1" not in at["position"]["pieces"]
    assert "has 16 actions" in bullrun("replay", "w.game", "--at", "99").err


def test_replay_shows_a_damaged_game_up_to_the_damage(bullrun):
    bullrun("watch", "toy", "--record", "w.game")
    lines = Path("w.game").read_text().splitlines()
    cut = lines.index(next(line for line in lines if line.startswith("red:")))
    Path("bad.game").write_text("\n".join([*lines[:cut], "red: send B-1"]))
    done = bullrun("replay", "bad.game")
    assert done.code == 2 and "    1 Blue:" in done.out and f"line {cut + 1}" in done.err


def test_a_branch_is_a_game_of_its_own(bullrun):
    bullrun("watch", "toy", "--record", "w.game")
    assert bullrun("replay", "w.game", "--branch", "b.game").code == 2
    done = bullrun("replay", "w.game", "--at", "4", "--branch", "b.game", "--dice", "open")
    assert done.code == 0 and "branch " in Path("b.game").read_text()
    assert bullrun("verify", "b.game").code == 0
    assert bullrun("replay", "w.game", "--at", "4", "--branch", "b.game").code == 2, "exists already"


# --- play ----------------------------------------------------------------------------------------


def test_play_against_a_bot_to_the_end(bullrun):
    bullrun("new", "toy", "a.game", "--seat", "red=greedy", "--option", "rounds=1")
    done = bullrun("play", "a.game", typed="send B-4\n")
    assert done.code == 0 and "has won" in done.out
    text = Path("a.game").read_text()
    assert text.splitlines()[-1].startswith("key ") and not Path("a.game.key").exists()
    assert json.loads(bullrun("verify", "a.game", "--json").out)["dice_proved"]
    assert "has won" in bullrun("play", "a.game").out


def test_play_saves_after_each_action_and_goes_on(bullrun):
    bullrun("new", "toy", "a.game", "--option", "face=up")
    first = bullrun("play", "a.game", typed="send B-4\n2\n")
    assert "saved: a.game after 4 actions" in first.out
    assert "red: send R-2" in Path("a.game").read_text()
    second = bullrun("play", "a.game", typed="quit\n")
    assert "saved: a.game after 4 actions" in second.out and "Round 2 begins" not in second.out


def test_play_explains_undoes_and_informs(bullrun):
    bullrun("new", "toy", "a.game", "--seat", "red=random")
    script = [
        "send B-1", "send B-2", "undo", "redo", "undo", "help", "why send R-1", "why send B-3", "dance",
        "rule 3.1", "rule 99", "look", "look B-2", "log", "moves B-2", "sight camp ford", "sight camp sea",
        "odds B-1 vs B-2", "odds B-2 vs R-1,R-2", "odds", "send", "s", "quit",
    ]  # fmt: skip
    out = bullrun("play", "a.game", typed="\n".join(script) + "\n").out
    for words in (
        "taken back: send B-2", "taken again: send B-2", "Only your own counters march. [2.1]",
        "This is possible.", "'dance' is no answer here", "Fights in the toy", "has no rule '99'",
        "ford  1/2   stops  camp ford", "clear", "unknown place 'sea'", "beaten: 1/3",
        "expected: odds A,B vs C,D", "Counter B-3, camp",
    ):  # fmt: skip
        assert words in out, words
    # One of the two may have been turned up in the fight; the other lies face down.
    assert any(f"no piece called '{piece}' is known to you" in out for piece in ("R-1", "R-2"))


def test_hidden_counters_are_handed_over(bullrun):
    bullrun("new", "toy", "a.game")
    out = bullrun("play", "a.game", typed="\nsend B-4\n\nsend R-1\n").out
    assert "Hand over to Red" in out
    after = out.partition("Hand over to Red")[2]
    assert "B-4 marches" not in after.split("turned face up")[0]
    open_game = bullrun("new", "toy", "b.game", "--option", "face=up")
    assert open_game.code == 0
    assert "Hand over" not in bullrun("play", "b.game", typed="send B-4\nsend R-1\n").out


def test_a_drawn_game_has_no_winner(bullrun):
    game = load_game("secession-1862")
    result, record = play_out(game, "29-august", {}, ["random", "random"], "1")
    assert result.winner == "draw"
    Path("drawn.game").write_text(record.to_text())
    end = str(len(record.entries))
    for command in (("play",), ("verify",), ("replay", "--at", end)):
        done = bullrun(*command, "drawn.game")
        assert done.code == 0 and "Nobody has won" in done.out, command


def test_typed_dice(bullrun):
    bullrun("new", "toy", "a.game", "--dice", "typed", "--option", "face=up", "--option", "rounds=1")
    out = bullrun("play", "a.game", typed="send B-4\nsend R-1\n7\n3\n1\n").out
    assert "blue rolls" in out and "Dice>" in out and "Blue has won" in out
    assert "chance: roll 3" in Path("a.game").read_text()


def test_a_sealed_game_needs_its_key(bullrun):
    bullrun("new", "toy", "a.game")
    Path("a.game.key").rename("elsewhere")
    assert "its key" in bullrun("play", "a.game").err or "their key" in bullrun("play", "a.game").err
    Path("a.game.key").write_text("0" * 64)
    done = bullrun("play", "a.game")
    assert done.code == 2 and "not the key" in done.err


# --- simulate ------------------------------------------------------------------------------------


def test_simulation_is_the_same_on_any_number_of_workers(bullrun):
    order = ("simulate", "toy", "--games", "30", "--players", "greedy,random", "--seed", "7", "--json")
    one, two, three = (bullrun(*order, "--workers", str(n)).out for n in (1, 2, 3))
    assert one == two == three
    found = json.loads(one)
    assert sum(side["games"] for side in found["wins"].values()) == found["finished"] == 30
    assert found["ends"][0]["rule"] == "4" and found["players"] == {"blue": "greedy", "red": "random"}
    assert bullrun(*order[:-2], "8", "--json").out != one
    assert "95% interval" in bullrun(*order[:-1]).out


def test_a_game_that_breaks_leaves_a_record_that_replay_opens(bullrun, monkeypatch):
    from tests.toys import ford

    march = ford.PROCEDURES["march"]

    def answer(position, frame, action):
        if position.state.round == 2 and action == ("send", "R-4"):
            raise RuntimeError("a bug")
        march.answer(position, frame, action)

    monkeypatch.setitem(ford.PROCEDURES, "march", march._replace(answer=answer))
    done = bullrun("simulate", "toy", "--games", "8", "--workers", "1", "--json")
    found = json.loads(done.out)
    assert done.code == 1 and found["failed"] and found["finished"] + len(found["failed"]) == 8
    assert "a bug" in found["failed"][0]["reason"]
    monkeypatch.setitem(ford.PROCEDURES, "march", march)
    name = found["records"][0]
    assert bullrun("replay", name).code == 0 and "# RuntimeError: a bug" in Path(name).read_text()


# --- arena ---------------------------------------------------------------------------------------

ARENA = ("lab", "arena", "toy", "--players", "random,captain", "--games", "4", "--workers", "1")


def test_the_arena_says_that_a_torn_line_was_dropped(bullrun):
    first = bullrun(*ARENA, "--file", "a.jsonl")
    assert first.code == 0 and first.err == ""
    whole = Path("a.jsonl").read_text()
    Path("a.jsonl").write_text(whole[:-9])
    again = bullrun(*ARENA, "--file", "a.jsonl")
    assert again.code == 0 and again.out == first.out and Path("a.jsonl").read_text() == whole
    assert again.err.startswith("bullrun: a.jsonl: its last line was torn and is dropped: '[")
    assert again.err.count("\n") == 1


def test_a_game_that_breaks_in_the_arena_leaves_a_record_and_the_tournament_goes_on(bullrun, monkeypatch):
    from tests.toys import ford as toy

    march = toy.PROCEDURES["march"]

    def answer(position, frame, action):
        if position.state.round == 3 and action == ("send", "R-1"):
            raise RuntimeError("a bug")
        march.answer(position, frame, action)

    monkeypatch.setitem(toy.PROCEDURES, "march", march._replace(answer=answer))
    done = bullrun(*ARENA, "--json", "--file", "a.jsonl")
    found = json.loads(done.out)
    assert done.code == 1 and 0 < len(found["failed"]) == 4 - found["games"] < 4
    assert len(found["records"]) == len(found["failed"])
    told = bullrun(*ARENA, "--failures", ".")
    assert told.code == 1 and "broke: RuntimeError: a bug\n  bullrun replay broken-toy-arena-1-" in told.out
    monkeypatch.setitem(toy.PROCEDURES, "march", march)
    assert all(bullrun("replay", name).code == 0 for name in found["records"])
    assert bullrun(*ARENA, "--file", "a.jsonl").code == 0


def test_a_number_of_any_length_leads_somewhere():
    assert _ask_number("12", 30) == 12
    assert _ask_number("9" * 5000, 30) == 30


# --- umpire --------------------------------------------------------------------------------------

QUESTION = {
    "game": "toy", "scenario": "ford", "options": {}, "turn": 2, "side": "blue", "phase": "march",
    "pieces": [{"id": "B-1", "at": "camp"}, {"id": "R-1", "at": "ford"}],
    "ask": [
        {"moves": "B-1"}, {"why": "send R-1"}, {"why": "send B-1"}, {"sight": ["camp", "ford"]},
        {"combat": {"attackers": ["B-1"], "defenders": ["R-1"]}}, {"legal": True},
    ],
}  # fmt: skip


def test_the_umpire_answers_in_order(bullrun):
    done = bullrun("umpire", "-", typed=json.dumps(QUESTION))
    answers = json.loads(done.out)["answers"]
    assert [next(iter(answer)) for answer in answers] == ["moves", "why", "why", "sight", "combat", "legal"]
    assert answers[0]["moves"][0] == {"place": "ford", "cost": "1/2", "path": ["camp", "ford"], "stops": True}
    assert answers[1]["why"]["legal"] is False and answers[1]["why"]["rule"] == "2.1"
    assert answers[2]["why"]["legal"] is True
    assert answers[5]["legal"]["owner"] == "blue" and "send B-1" in answers[5]["legal"]["actions"]


BAD_QUESTIONS = [
    ("not json", "not JSON: line 1"),
    ("[]", "expected an object"),
    ('{"game": 3}', "'turn': missing"),
    ({"game": "chess"}, "no such game"),
    ({"game": 7}, "game: expected a text"),
    ({"scenario": "bridge"}, "scenario: 'bridge'"),
    ({"options": {"rounds": 3}}, "options: rounds: expected a text"),
    ({"options": {"speed": "3"}}, "no such option"),
    ({"turn": None}, "turn: expected"),
    ({"turn": True}, "turn: expected"),
    ({"side": "green"}, "side: 'green'"),
    ({"weather": "rain"}, "'weather'"),
    ({"pieces": {}}, "pieces: expected a list"),
    ({"pieces": [3]}, "pieces: entry 1: expected an object"),
    ({"pieces": [{"at": "camp"}]}, "has no 'id'"),
    ({"pieces": [{"id": "X-1", "at": "camp"}]}, "'X-1'"),
    ({"pieces": [{"id": "B-1", "at": "sea"}]}, "'sea'"),
    ({"ask": "moves"}, "ask: expected a list"),
    ({"ask": [{"moves": "B-1", "why": "x"}]}, "ask 1: expected one of"),
    ({"ask": [{"odds": "B-1"}]}, "ask 1: 'odds' is none of"),
    ({"ask": [{"moves": "X-1"}]}, "ask 1: moves: no piece called 'X-1' is known to you"),
    ({"ask": [{"legal": True}, {"sight": ["camp"]}]}, "ask 2: sight: expected two places"),
    ({"ask": [{"sight": ["camp", "sea"]}]}, "unknown place 'sea'"),
    ({"ask": [{"combat": {"attackers": []}}]}, "ask 1: combat: expected attackers and defenders"),
    ({"ask": [{"combat": {"attackers": [], "defenders": []}}]}, "ask 1: combat.attackers: expected 1 to 60"),
    ({"ask": [{"combat": {"attackers": ["B-1"], "defenders": ["R-1"], "with": []}}]}, "'with': unknown key"),
    ({"ask": [{"legal": "yes"}]}, "expected true"),
    ({"ask": [{"why": ""}]}, "ask 1: why: action: expected a verb"),
    ({"ask": [{"why": 3}]}, "ask 1: why: expected an action as text"),
    ('{"game": "toy", "game": "toy"}', "'game': given twice"),
    ("[" * 100_000, "nested too deeply"),
]


@pytest.mark.parametrize(("change", "says"), BAD_QUESTIONS, ids=[says for _, says in BAD_QUESTIONS])
def test_a_bad_question_is_named(bullrun, change, says):
    text = change if isinstance(change, str) else json.dumps({**QUESTION, **change})
    done = bullrun("umpire", "-", typed=text)
    assert done.code == 2 and done.out == "" and says in done.err and done.err.count("\n") == 1


def test_verify_counts_what_is_proved_given_and_typed(bullrun):
    bullrun("watch", "toy", "--record", "w.game")
    text = Path("w.game").read_text()
    found = json.loads(bullrun("verify", "w.game", "--json").out)
    assert found["proof"]["proved"] == found["rolls"] > 0 and found["dice_proved"]
    assert "seal " in bullrun("verify", "w.game").out
    # Every roll exempted from proof, beyond the record and within it.
    Path("far.game").write_text(text.replace("dice open", "branch - 1000000\ndice open"))
    bad = bullrun("verify", "far.game")
    assert bad.code == 2 and "branch: expected at most" in bad.err and "proved" not in bad.out
    Path("given.game").write_text(text.replace("dice open", f"branch - {found['actions']}\ndice open"))
    done = bullrun("verify", "given.game")
    assert done.code == 0 and not done.out.startswith("proved")
    assert "not all dice are proved" in done.out and "rolls are given" in done.out
    given = json.loads(bullrun("verify", "given.game", "--json").out)
    assert given["proof"]["given"] == given["rolls"] and not given["dice_proved"]
    # A branch of a real game: its own rolls are proved, those of its parent are given.
    bullrun("replay", "w.game", "--at", "4", "--branch", "b.game", "--dice", "open")
    branch = json.loads(bullrun("verify", "b.game", "--json").out)
    assert branch["proof"]["given"] == branch["rolls"] > 0 and not branch["dice_proved"]


def test_dice_that_are_due_at_the_end_of_a_file_are_rolled(bullrun):
    bullrun("new", "toy", "a.game", "--seat", "red=greedy", "--option", "rounds=1")
    bullrun("play", "a.game", typed="send B-4\n")
    whole = Path("a.game").read_text()
    lines = whole.splitlines()
    cut = next(n for n, line in enumerate(lines) if line.startswith("chance:"))
    Path("a.game").write_text("\n".join(lines[:cut]) + "\n")
    Path("a.game.key").write_text(lines[-1].split()[1] + "\n")
    assert bullrun("play", "a.game").code == 0
    assert Path("a.game").read_text() == whole
