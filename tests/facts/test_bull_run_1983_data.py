"""The data of Bull Run (1983) against the facts of its rulebook, read without the game's own loaders."""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import bullrun
from bullrun.board.hex_grid import HexBoard
from bullrun.board.map_file import load_map
from bullrun.board.places import PlaceSet, bit, places_in
from bullrun.games.bull_run_1983.rules.state import CARD, DUE, MAP
from tests.cases.bull_run_1983.scene import at
from tests.cases.bull_run_1983.test_setup import start

DATA = Path(bullrun.__file__).parent / "games" / "bull_run_1983" / "data"
SCENARIOS = ("july-21", "july-20")
SIDES = ("union", "confederate")
GAME = "bull-run-1983"


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


PIECES: dict[str, dict[str, Any]] = {piece["id"]: piece for piece in read("pieces.toml")["pieces"]}
MARKERS: list[dict[str, Any]] = read("pieces.toml")["markers"]
TABLES = read("tables.toml")
RULES: dict[str, dict[str, str]] = read("rules.toml")["rules"]
OPTIONS: dict[str, dict[str, Any]] = {option["id"]: option for option in read("options.toml")["option"]}
SCENARIO = {name: read(f"scenarios/{name}.toml") for name in SCENARIOS}


@pytest.fixture(scope="module")
def board() -> HexBoard:
    loaded = load_map(DATA / "map.toml")
    assert isinstance(loaded, HexBoard)
    return loaded


def faces(piece: dict[str, Any]) -> list[dict[str, int]]:
    return [piece["mobile"], piece["battle"]] if piece["kind"] == "battery" else [piece]


def defense(piece: str) -> int:
    return int(faces(PIECES[piece])[0].get("defense", 0))


def is_unit(piece: dict[str, Any]) -> bool:
    return piece["kind"] in ("infantry", "cavalry", "battery")


def of(side: str, brigade: str, kind: str) -> list[str]:
    return [
        p["id"] for p in PIECES.values() if (p["side"], p.get("brigade"), p["kind"]) == (side, brigade, kind)
    ]


def printed(piece: dict[str, Any]) -> str:
    return " ".join(f"{f['attack']}-{f['defense']}-{f['movement']}" for f in faces(piece))


# ---------------------------------------------------------------- counters


def test_all_counters_are_accounted_for() -> None:
    a_side = Counter(p["side"] for p in PIECES.values() for _ in faces(p))
    assert a_side == {"union": 116, "confederate": 116}
    assert {m["kind"]: sum(n["counters"] for n in MARKERS if n["kind"] == m["kind"]) for m in MARKERS} == {
        "abatis": 4,
        "trestle": 1,
        "stop": 20,
    }
    assert sum(a_side.values()) + sum(m["counters"] for m in MARKERS) == 257


PIECE_FIELDS = """
id side army kind rank name division brigade attack defense movement mobile battle
red red_source optional source note
"""


def test_ids_are_unique_and_fields_are_known() -> None:
    lines = [p["id"] for p in read("pieces.toml")["pieces"]] + [m["id"] for m in MARKERS]
    assert len(lines) == len(set(lines))
    allowed = set(PIECE_FIELDS.split())
    for piece in PIECES.values():
        assert set(piece) <= allowed, piece
        assert piece["side"] in SIDES
        assert piece["army"] in (
            ("Union",) if piece["side"] == "union" else ("Potomac", "Shenandoah", "both")
        )
        assert piece["kind"] in ("leader", "brigade", "infantry", "cavalry", "battery", "dummy")
        assert piece["source"].split(":")[0] in ("rulebook", "deduced", "reconstructed")


def test_kinds_and_ranks() -> None:
    assert Counter((p["side"], p["kind"]) for p in PIECES.values()) == {
        ("union", "leader"): 17,
        ("union", "brigade"): 12,
        ("union", "infantry"): 49,
        ("union", "cavalry"): 1,
        ("union", "battery"): 13,
        ("union", "dummy"): 11,
        ("confederate", "leader"): 17,
        ("confederate", "brigade"): 13,
        ("confederate", "infantry"): 46,
        ("confederate", "cavalry"): 6,
        ("confederate", "battery"): 17,
    }
    assert Counter((p["side"], p["rank"]) for p in PIECES.values() if p["kind"] == "leader") == {
        ("union", "army"): 1,
        ("union", "division"): 4,
        ("union", "brigade"): 12,
        ("confederate", "army"): 2,
        ("confederate", "brigade"): 13,
        ("confederate", "artillery"): 2,
    }
    assert {p["name"] for p in PIECES.values() if p["army"] == "both"} == {"Johnston", "Beauregard"}
    assert all(p["movement"] == 6 for p in PIECES.values() if p["kind"] == "leader")


def test_total_strength() -> None:
    totals = {
        side: sum(
            defense(i) for i, p in PIECES.items() if p["side"] == side and is_unit(p) and "optional" not in p
        )
        for side in SIDES
    }
    assert totals == {"union": 139, "confederate": 133}


@pytest.mark.parametrize(
    ("piece", "factors"),
    [
        ("USA-I-B-2NH", "2-3-4"),
        ("USA-I-P-REG", "3-3-4"),
        ("USA-I-P-MAR", "1-1-4"),
        ("USA-C-P-Palmer", "2-2-6"),
        ("USA-BG-S-Sherman", "8-8-3"),
        ("USA-BG-R-Richardson", "7-8-3"),
        ("USA-BG-M-McCunn", "4-4-3"),
        ("USA-A-S-E3US", "1-3-3 3-3-1"),
        ("USA-A-R-G1US", "1-2-2 2-2-1"),
        ("USA-A-BL-Bookwood", "0-3-2 2-3-1"),
        ("USA-A-BL-A2US", "0-2-3 1-2-1"),
        ("USA-A-K-Varian", "1-3-3 2-3-1"),
        ("USA-A-B-71NYM", "0-1-3 1-1-1"),
        ("CSA-BG-JA-Jackson", "8-8-3"),
        ("CSA-BG-BO-Bonham", "4-5-3"),
        ("CSA-BG-JO-Jones", "6-7-3"),
        ("CSA-I-EW-6Ala", "1-2-4"),
        ("CSA-I-EV-LaSp", "2-2-4"),
        ("CSA-I-BE-1Miss", "1-1-4"),
        ("CSA-I-C-1Va", "1-1-4"),
        ("CSA-I-L-1Va", "2-2-4"),
        ("CSA-C-0-1Va", "2-2-6"),
        ("CSA-C-EV-Terry", "0-1-6"),
        ("CSA-A-H-Walker", "1-3-3 3-3-1"),
        ("CSA-A-P-Alburtis", "0-2-3 1-2-1"),
    ],
)
def test_printed_factors(piece: str, factors: str) -> None:
    assert printed(PIECES[piece]) == factors


@pytest.mark.rule(GAME, "8.21")
@pytest.mark.parametrize("piece", [i for i, p in PIECES.items() if p["kind"] == "brigade"])
def test_every_brigade_piece_can_be_formed_exactly(piece: str) -> None:
    side, code = PIECES[piece]["side"], PIECES[piece]["brigade"]
    infantry = [i for i in of(side, code, "infantry") if "optional" not in PIECES[i]]
    sums = {
        sum(map(defense, some)) for n in range(1, len(infantry) + 1) for some in combinations(infantry, n)
    }
    assert defense(piece) in sums
    leaders = of(side, code, "leader")
    assert [PIECES[leader]["rank"] for leader in leaders] == ["brigade"]


def test_codes_lead_to_leaders() -> None:
    """Each brigade code has one leader, each Union division but the 4th one division leader."""
    for side in SIDES:
        for code in {p["brigade"] for p in PIECES.values() if p["side"] == side and "brigade" in p}:
            assert len(of(side, code, "leader")) == 1, (side, code)
            divisions = {
                p.get("division") for p in PIECES.values() if (p["side"], p.get("brigade")) == (side, code)
            }
            assert len(divisions) == 1
    leaders = {p["division"]: p["name"] for p in PIECES.values() if p.get("rank") == "division"}
    assert leaders == {1: "Tyler", 2: "Hunter", 3: "Heintzelman", 5: "Miles"}
    assert {p["name"] for p in PIECES.values() if p.get("division") == 4} == {"1 NJM", "2 NJM", "41 NY"}


@pytest.mark.rule(GAME, "4.2")
def test_red_movement_factors_the_rulebook_settles() -> None:
    red = {i for i, p in PIECES.items() if p.get("red")}
    assert {"CSA-C-0-1Va", "CSA-I-S-13Va", "CSA-I-0-Hampton"} == {i for i in red if is_unit(PIECES[i])}
    assert not red & {"USA-L-F-Franklin", "CSA-L-K-Kershaw", "CSA-L-P-Pendleton"}
    for piece in PIECES.values():
        assert (piece["kind"] == "leader" or piece["id"] in red) == ("red" in piece), piece["id"]
        assert ("red" in piece) == ("red_source" in piece)


# ---------------------------------------------------------------- tables

PRINTED_COMBAT = """
1  AE+AB2 AE+AB2 AB2    AB2    DB2    DE+DB2 DE     DE  DE  DE  DE
2  AE+AB2 AE+AB2 AE+AB2 AB2    EX     EX     EX     EX  EX  DB2 DB2
3  AB2    AB2    AB2    AB2    AB2    DB2    DB2    DB2 DE  DE  DE
4  AE+AB2 AB2    AB2    AB2    AB2    AB2    AB2    DB2 DB2 DB2 DE
5  AE+AB2 AE+AB2 AE+AB2 AE+AB2 AE+AB2 AE+AB2 EX     EX  DB2 DE  DE
6  AE+AB2 AE+AB2 AE+AB2 AE+AB2 AE+AB2 AE+AB2 AE+AB2 DE  DE  DE  DE
"""
PRINTED_BOMBARDMENT = """
1  DB2 DB2 DL1 DL1 DL1 DL1 DL1
2  -   -   -   -   -   DB2 DB2
3  -   DB2 DB2 DB2 DL1 DL1 DL1
4  -   -   -   DB2 DB2 DB2 DL1
5  -   -   -   -   DB2 DL1 DL1
6  -   -   -   DL1 DL1 DL1 DL1
"""


def rows(text: str) -> dict[str, list[str]]:
    lines = [line.split() for line in text.strip().splitlines()]
    return {line[0]: [entry.replace("+", " ") for entry in line[1:]] for line in lines}


@pytest.mark.rule(GAME, "7.3")
def test_combat_results_table() -> None:
    table = TABLES["combat"]
    assert " ".join(table["columns"]) == "1-6 1-5 1-4 1-3 1-2 1-1 2-1 3-1 4-1 5-1 6-1+"
    assert {die: table[die] for die in "123456"} == rows(PRINTED_COMBAT)


@pytest.mark.rule(GAME, "9.6")
def test_bombardment_table() -> None:
    table = TABLES["bombardment"]
    assert " ".join(table["columns"]) == "1-2 1-1 2-1 3-1 4-1 5-1 6-1+"
    assert {die: table[die] for die in "123456"} == rows(PRINTED_BOMBARDMENT)


@pytest.mark.rule(GAME, "12.5")
def test_leader_elimination_table() -> None:
    assert [TABLES["leader_elimination"][die] for die in "123456"] == ["LB2"] * 3 + ["LE"] * 3


@pytest.mark.rule(GAME, "5.31", "5.32", "5.61")
def test_movement_costs() -> None:
    cost = TABLES["terrain_cost"]
    assert {k: v for k, v in cost.items() if k != "source"} == {
        "clear": "1",
        "stream": "2",
        "woods": "2",
        "stream_woods": "3",
        "ford": "1",
        "bridge": "1",
    }
    assert (TABLES["terrain_penalty"]["ford"], TABLES["terrain_penalty"]["abatis"]) == ("1", "1")
    rate = TABLES["road_rate"]
    assert [Fraction(rate[road][who]) for road in ("major", "minor") for who in ("battery", "other")] == [
        Fraction(1, 3),
        Fraction(1, 2),
        Fraction(1, 2),
        Fraction(1),
    ]
    assert rate["railroad"] == "minor"


@pytest.mark.rule(GAME, "2.1")
def test_turn_track() -> None:
    track = TABLES["turns"]["track"]
    assert len(track) == 23
    for index, name in enumerate(track):
        hour, half = divmod(index + 18, 2)
        time = f"{(hour - 1) % 12 + 1}:{'30' if half else '00'} {'AM' if hour < 12 else 'PM'}"
        assert name == ("NOON" if time == "12:00 PM" else time)
    assert TABLES["turns"]["rally_from"] == "NOON"


@pytest.mark.rule(GAME, "5.4", "5.52", "9.2", "4.5")
def test_limits_and_ranges() -> None:
    assert TABLES["stacking"]["hex"] == 12
    assert TABLES["stacking"]["ford"] == TABLES["stacking"]["ford_entry_per_player_turn"] == 8
    reach = {k: v for k, v in TABLES["range"].items() if k != "source"}
    assert reach == {
        "setup_at": 3,
        "setup_behind": 4,
        "march_route_from_enemy": 5,
        "recon": 4,
        "command": 4,
        "long_range_fire": 3,
        "rally": 4,
        "retreat": 2,
        "control": 1,
    }


def test_command_chart() -> None:
    chart = {row["leader"]: (row["in_range"], row["in_hex"]) for row in TABLES["command"]}
    assert chart == {
        "army": ("leaders", "army"),
        "division": ("division", "army"),
        "brigade": ("brigade", "army"),
        "artillery": ("batteries", "army_batteries"),
    }


@pytest.mark.rule(GAME, "3.1", "3.2", "3.3", "M6")
def test_places_of_victory(board: HexBoard) -> None:
    victory = TABLES["victory"]
    assert victory["union_base"] == ["QQ5", "RR5"]
    assert victory["confederate_base"] == ["FF32", "GG32"]
    assert set(victory["stars"]) == {"S29", "QQ23", "QQ32"}
    assert board.set_named(victory["stars"]) == board.terrain["star"]
    assert board.set_named(victory["union_base"] + victory["confederate_base"]) == board.terrain["town"]


# ---------------------------------------------------------------- ledger

RULEBOOK_ORDER = """
1.1 1.11 1.12 1.13 1.14 1.2 1.21 1.22 1.23 1.24 1.25 1.3 1.31 1.32 1.33 1.34
2.1 2.2 2.3 2.4 2.5 2.6 3.1 3.2 3.3
4.1 4.11 4.12 4.2 4.3 4.31 4.32 4.4 4.5 4.51 4.52 4.6 4.61 4.62 4.63 4.64 4.7 4.8 4.81 4.82 4.83 4.84
5.1 5.2 5.3 5.31 5.32 5.33 5.4 5.5 5.51 5.52 5.6 5.61 5.62 5.63 5.7 5.8 5.81 5.82 5.83
6.1 6.2 6.3 6.4 6.5 6.6 6.7 6.8 6.9
7.1 7.2 7.3 7.4 7.41 7.42 7.5 7.51 7.52 7.6 7.7 7.71 7.72 7.73 7.74 7.8 7.81 7.82 7.83 7.9 7.91 7.92 7.93
8.1 8.2 8.21 8.22 8.3 8.4 8.41 8.42 8.5 8.51 8.52 8.53
9.1 9.11 9.12 9.2 9.3 9.31 9.32 9.4 9.41 9.42 9.43 9.5 9.51 9.52 9.6 9.61 9.62 9.63 9.64 9.7 9.8
10.1 10.2 10.3 10.4 10.5 10.6 10.7
11.1 11.2 11.3 11.4 11.5 11.51 11.52 11.53 11.54 11.6 12.1 12.2 12.3 12.4 12.5
13.1 13.11 13.12 13.13 13.2 13.3 13.4 13.41 13.42
14.1 14.2 14.21 14.22 14.23 14.3 14.31 14.32 14.33 14.4 14.5
M1.1 M2 M2.1 M2.2 M3 M4 M5 M5.1 M5.2 M6 O1 O2 O2.1 O2.2 O3 O4 O4.1u O4.1c
"""
RULE_IDS = RULEBOOK_ORDER.split()


def test_ledger_holds_every_rule_in_order() -> None:
    assert len(RULE_IDS) == 191
    assert list(RULES) == RULE_IDS


def test_ledger_entries_are_whole() -> None:
    for number, rule in RULES.items():
        assert set(rule) == {"title", "says", "chapter", "source"}, number
        assert all(value.strip() for value in rule.values()), number
        assert rule["says"].endswith("."), number
        assert "\n" not in rule["says"], number
        assert rule["chapter"].split()[0] == (number[0] if number[0] in "MO" else number.split(".")[0])
        lost = number.startswith("6.") or number in ("7.1", "7.2", "7.3")
        assert rule["source"] == ("dossier: reconstructed" if lost else "rulebook"), number


def test_options_name_rules_and_pieces() -> None:
    assert {"uncertain-times": "O1", "fog-of-war": "O2", "exhaustion": "O3"}.items() <= {
        i: option["rule"] for i, option in OPTIONS.items()
    }.items()
    for name, option in OPTIONS.items():
        assert option["rule"] in RULES, name
        assert option["group"] in ("optional rule", "ruling", "set-up"), name
        values = {"historical", "free"} if option["group"] == "set-up" else {"off", "on"}
        assert set(option["choices"]) == values, name
        assert option["default"] == ("historical" if option["group"] == "set-up" else "off"), name
        assert all(says.endswith(".") for says in [option["says"], *option["choices"].values()]), name
        assert all(PIECES[i]["red"] for i in option.get("pieces_not_red", []))
        assert not any(PIECES[i]["red"] for i in option.get("pieces_red", []))


# ---------------------------------------------------------------- scenarios


def setup_pieces(scenario: dict[str, Any], side: str | None = None) -> set[str]:
    return {i for group in scenario["setup"] if side in (None, group["side"]) for i in group["pieces"]}


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_piece_has_one_place_in_a_scenario(name: str) -> None:
    scenario = SCENARIO[name]
    assert scenario["id"] == name
    named = [i for group in scenario["setup"] + scenario["reinforcements"] for i in group["pieces"]]
    listed = Counter(named + scenario["out"]["pieces"])
    assert [i for i in listed if i not in PIECES] == []
    assert [i for i, times in listed.items() if times > 1] == []
    assert [i for i, p in PIECES.items() if p["kind"] not in ("brigade", "dummy") and i not in listed] == []
    for group in scenario["setup"] + scenario["reinforcements"]:
        assert {PIECES[i]["side"] for i in group["pieces"]} == {group["side"]}, group["title"]


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenario_hexes_and_turns_exist(name: str, board: HexBoard) -> None:
    scenario = SCENARIO[name]
    for group in scenario["setup"]:
        for place in group.get("places", []) + group.get("ends", []):
            board.place(place)
    for group in scenario["reinforcements"]:
        board.place(group["hex"])
        assert group["turn"] in TABLES["turns"]["track"]
        assert group["by"] in ("road", "rail")
        assert (group["by"] == "rail") == ("rail_to" in group)
        lines = [line for line in board.lines if board.place(group["hex"]) in line.exits]
        assert any((line.kind == "railroad") == (group["by"] == "rail") for line in lines), group["title"]
    assert {scenario["first_turn"], scenario["last_turn"]} <= set(TABLES["turns"]["track"])


def test_july_21_reinforcements() -> None:
    found = {
        (g["side"], g["turn"], g["hex"], g["by"]): sum(map(defense, g["pieces"]))
        for g in SCENARIO["july-21"]["reinforcements"]
    }
    assert found == {
        ("union", "9:00 AM", "CCC35", "road"): 2,
        ("confederate", "11:00 AM", "A18", "rail"): 12,
        ("union", "4:00 PM", "CCC2", "road"): 6,
        ("union", "6:00 PM", "CCC2", "road"): 4,
    }
    assert {(g["side"], g["turn"]) for g in SCENARIO["july-21"]["reinforcements"] if g["uncertain"]} == {
        ("confederate", "11:00 AM"),
        ("union", "4:00 PM"),
        ("union", "6:00 PM"),
    }
    assert SCENARIO["july-21"]["frozen"]["until"] == "10:30 AM"


@pytest.mark.rule(GAME, "4.8")
def test_who_is_frozen_on_july_21() -> None:
    frozen = {i for g in SCENARIO["july-21"]["setup"] if g.get("frozen") for i in g["pieces"]}
    free = setup_pieces(SCENARIO["july-21"], "confederate") - frozen
    assert {PIECES[i].get("brigade", PIECES[i]["name"]) for i in frozen} == {
        "C", "K", "P", "BO", "L", "JO", "EA", "EW", "H", "Johnston", "Beauregard",
    }  # fmt: skip
    assert {PIECES[i].get("brigade", PIECES[i]["name"]) for i in free} == {
        "EV", "W", "BE", "BA", "JA", "Hampton", "1 Va",
    }  # fmt: skip
    assert not any(g.get("frozen") for g in SCENARIO["july-21"]["setup"] if g["side"] == "union")


@pytest.mark.rule(GAME, "O4.1u", "O4.1c")
def test_july_20_changes() -> None:
    scenario = SCENARIO["july-20"]
    assert not any(g.get("frozen") for g in scenario["setup"])
    assert "frozen" not in scenario
    out = set(scenario["out"]["pieces"])
    assert {i for i in out if PIECES[i]["side"] == "union"} == {
        "USA-L-M-McCunn", "USA-BG-M-McCunn", "USA-I-M-15NY", "USA-I-M-37NY", "USA-A-BL-Bookwood",
    }  # fmt: skip
    late = next(g for g in SCENARIO["july-21"]["reinforcements"] if g["turn"] == "11:00 AM")["pieces"]
    assert {i for i in out if PIECES[i]["side"] == "confederate"} == {
        *late, "CSA-I-0-Hampton", "CSA-BG-S-Smith",
    }  # fmt: skip
    assert {"USA-A-K-Varian", "USA-I-F-4Pa"} <= setup_pieces(scenario, "union")
    assert not any("R1" in g.get("ends", []) for g in scenario["setup"])
    found = {
        (g["turn"], g["hex"], g["by"]): {PIECES[i]["name"] for i in g["pieces"]}
        for g in scenario["reinforcements"]
    }
    assert found == {
        ("9:00 AM", "CCC35", "road"): {"4 Mich"},
        ("NOON", "A18", "rail"): {"Bee", "4 Ala", "2 Miss", "1 Miss", "Johnston"},
        ("NOON", "A21", "road"): {"Pendleton", "Imboden", "Stanard", "Alburtis", "Rockbridge", "1 Va"},
        ("4:00 PM", "CC35", "rail"): {"13 Miss"},
        ("4:00 PM", "CCC2", "road"): {"1 NJM", "2 NJM", "41 NY"},
    }
    assert [(s["piece"], s["from"], s["to"]) for s in scenario["self_active"]] == [
        ("CSA-L-P-Pendleton", "NOON", "2:00 PM")
    ]
    bartow = next(g for g in scenario["setup"] if "CSA-L-BA-Bartow" in g["pieces"])
    assert (bartow["where"], bartow["places"]) == ("in", ["EE34"])


# ---------------------------------------------------------------- ready set-ups


def historical(name: str, side: str) -> dict[str, str]:
    places: dict[str, str] = SCENARIO[name]["historical"][side]["places"]
    return places


def water(board: HexBoard) -> PlaceSet:
    return board.terrain["river"] | board.terrain["ford"] | board.terrain["bridge"]


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("side", SIDES)
def test_ready_setup_places_every_piece_on_land(name: str, side: str, board: HexBoard) -> None:
    places = historical(name, side)
    assert set(places) == setup_pieces(SCENARIO[name], side)
    load = Counter[str]()
    for piece, place in places.items():
        assert not water(board) >> board.place(place) & 1, (piece, place)
        load[place] += defense(piece)
    assert {place: points for place, points in load.items() if points > 12} == {}


@pytest.mark.parametrize("name", SCENARIOS)
def test_ready_confederate_setup_keeps_its_distances(name: str, board: HexBoard) -> None:
    within = {"at": TABLES["range"]["setup_at"], "behind": TABLES["range"]["setup_behind"], "in": 0}
    for group in SCENARIO[name]["setup"]:
        if group["side"] == "union":
            continue
        assert group["within"] == within[group["where"]]
        assert group.get("bank", "either") == ("confederate" if group["where"] == "behind" else "either")
        for piece in group["pieces"]:
            here = board.place(historical(name, "confederate")[piece])
            near = min(board.distance(here, board.place(place)) for place in group["places"])
            assert near <= group["within"], piece
            if group["where"] == "behind":
                assert board.regions["confederate_bank"] >> here & 1, piece


@pytest.mark.parametrize("name", SCENARIOS)
def test_ready_terrain_markers(name: str, board: HexBoard) -> None:
    rule = SCENARIO[name]["markers"]
    chosen = SCENARIO[name]["historical"]["confederate"]
    assert rule["abatis"] == [m["id"] for m in MARKERS if m["kind"] == "abatis"]
    assert len(set(chosen["abatis"])) == len(chosen["abatis"]) == 4
    for place in map(board.place, chosen["abatis"]):
        assert not water(board) >> place & 1
        assert min(board.distance(place, board.place(near)) for near in rule["abatis_near"]) <= 3
    assert chosen["trestle"] in (True, False)
    assert rule["trestle_hex"] == "UU28"


def march_hexes(board: HexBoard, ends: list[str], enemies: set[int]) -> PlaceSet:
    """Road hexes joined to the ends without fords and without coming within four hexes of an enemy."""
    forbidden = board.terrain["ford"]
    for enemy in enemies:
        forbidden |= board.within(enemy, 4)
    joined = [board.borders.across(kind) for kind in ("road_major", "road_minor", "railroad")]
    starts = set(ends) | ({"DD1"} if "R1" in ends else set())
    found = board.set_named(starts) & ~forbidden
    waiting = list(places_in(found))
    while waiting:
        place = waiting.pop()
        for across in joined:
            for step in places_in(across[place] & ~forbidden & ~found):
                found |= bit(step)
                waiting.append(step)
    return found


@pytest.mark.rule(GAME, "1.3", "1.31", "1.32", "1.33")
@pytest.mark.parametrize("name", SCENARIOS)
def test_ready_union_setup_has_march_routes(name: str, board: HexBoard) -> None:
    enemies = {board.place(place) for place in historical(name, "confederate").values()}
    for group in SCENARIO[name]["setup"]:
        if group["side"] == "confederate":
            continue
        route = march_hexes(board, group["ends"], enemies)
        for piece in group["pieces"]:
            here = board.place(historical(name, "union")[piece])
            assert board.regions["union_bank"] >> here & 1, piece
            assert min(board.distance(here, enemy) for enemy in enemies) >= 5, piece
            assert route & (bit(here) | board.neighbour_set[here]), piece


@pytest.mark.rule(GAME, "1.14", "8.21")
@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("side", SIDES)
def test_ready_formed_brigades_and_battle_batteries(name: str, side: str) -> None:
    chosen = SCENARIO[name]["historical"][side]
    places = historical(name, side)
    for piece, units in chosen["formed"].items():
        code = PIECES[piece]["brigade"]
        assert set(units) <= set(of(side, code, "infantry")), piece
        assert sum(map(defense, units)) == defense(piece), piece
        [leader] = of(side, code, "leader")
        assert {places[i] for i in [leader, *units]} == {places[leader]}, piece
    assert all(PIECES[i]["kind"] == "battery" and i in places for i in chosen["battle"])


@pytest.mark.rule(GAME, "O4", "O4.1u", "O4.1c")
def test_july_20th_takes_out_and_puts_in_what_the_rule_says():
    position = start("july-20")
    state, number = position.state, position.rules.roster.number
    assert not state.frozen
    for piece in ("USA-L-M-McCunn", "USA-I-M-15NY", "USA-I-M-37NY", "USA-A-BL-Bookwood", "CSA-I-0-Hampton"):
        assert state.box[number[piece]] == CARD, piece
    for piece in ("CSA-L-S-Smith", "CSA-I-S-13Va", "CSA-I-BE-6NC"):
        assert state.box[number[piece]] == CARD, piece
    for piece in ("USA-A-K-Varian", "USA-I-F-4Pa"):
        assert state.box[number[piece]] == MAP, piece
    assert {at(position, p) for p in ("CSA-L-BA-Bartow", "CSA-I-BA-7Ga", "CSA-I-BA-8Ga")} <= {"EE34", ""}
    for piece in ("CSA-L-BE-Bee", "CSA-L-0-Johnston", "CSA-A-JA-Stanard", "CSA-C-0-1Va", "CSA-I-EA-13Miss"):
        assert state.box[number[piece]] == DUE, piece
    roster = position.rules.roster
    assert roster.brigade[number["USA-A-K-Varian"]] == "union K"
    assert roster.brigade[number["USA-I-F-4Pa"]] == "union F"
