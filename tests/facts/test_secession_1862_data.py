"""The data of Second Bull Run 1862 against the facts of its rulebook, read without the game's own loaders."""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import bullrun
from bullrun.board.map_file import load_map
from bullrun.board.zone_graph import ZoneBoard

DATA = Path(bullrun.__file__).parent / "games" / "secession_1862" / "data"
GAME = "secession-1862"


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


PIECES = read("pieces.toml")
BRIGADES: dict[str, dict[str, Any]] = PIECES["brigades"]
COMMANDERS: dict[str, dict[str, Any]] = PIECES["commanders"]
DIVISIONS: dict[str, dict[str, Any]] = PIECES["divisions"]
TABLES = read("tables.toml")
RULES: dict[str, dict[str, str]] = read("rules.toml")["rules"]
SCENARIO = {name: read(f"scenarios/{name}.toml") for name in ("29-august", "30-august", "both-days")}


@pytest.fixture(scope="module")
def board() -> ZoneBoard:
    loaded = load_map(DATA / "map.toml")
    assert isinstance(loaded, ZoneBoard)
    return loaded


def combat(*brigades: str) -> int:
    return sum(BRIGADES[brigade]["combat"] for brigade in brigades)


def guns(*brigades: str) -> int:
    return sum(BRIGADES[brigade]["artillery"] for brigade in brigades)


# --- the ledger -----------------------------------------------------------------------------------


def test_the_ledger_has_81_rules_in_rulebook_order() -> None:
    assert len(RULES) == 81
    chapters = [int(rule.split(".")[0]) for rule in RULES]
    assert chapters == sorted(chapters)
    assert list(RULES)[:3] == ["2.1.1", "2.1.2", "2.1.3"] and list(RULES)[-1] == "11.2.3"


def test_every_rule_is_said_in_one_sentence_of_its_own() -> None:
    assert len({rule["says"] for rule in RULES.values()}) == 81
    assert all(rule["says"].endswith(".") and rule["title"] for rule in RULES.values())


# --- counters (2) ---------------------------------------------------------------------------------


def test_movement_points() -> None:
    points = {kind: PIECES["movement"][kind] for kind in PIECES["movement"] if kind != "source"}
    assert points == {"infantry": 6, "artillery": 6, "cavalry": 8, "dismounted": 2, "commander": 8}


def test_the_examples_add_up() -> None:
    assert combat("Hardin", "Meade") == 12
    assert combat("Gibbon", "Doubleday", "Milroy", "Sullivan") == 22
    assert combat("Lawton") == 6
    assert guns("Hardin", "Meade", "Art_Reynolds") == 4
    assert guns("Gibbon", "Doubleday", "Milroy", "Sullivan") == 1
    assert guns("Lawton", "Art_Ewell") == 5
    assert guns("Field") == 0


def test_field_is_5_on_its_red_side_and_half_gone_at_three_losses() -> None:
    assert combat("Field") - 1 == 5
    assert Fraction(2, combat("Field")) < Fraction(1, 2) <= Fraction(3, combat("Field"))


def test_milroy_and_gibbon_are_the_strongest_of_their_attack() -> None:
    assert min(combat("Milroy"), combat("Gibbon")) > max(combat("Doubleday"), combat("Sullivan"))


def test_stars_and_sharpshooters_of_the_examples() -> None:
    assert BRIGADES["Meade"]["star"] and BRIGADES["Gibbon"]["star"]
    assert not any(BRIGADES[brigade]["star"] for brigade in ("Hardin", "Field", "Lawton"))
    assert BRIGADES["Sullivan"]["sharpshooters"]


def test_no_brigade_has_more_steps_than_the_markers_show() -> None:
    assert max(brigade["combat"] for brigade in BRIGADES.values()) <= 6


def test_artillery_survives_exactly_one_loss() -> None:
    batteries = [b for b in BRIGADES.values() if b["kind"] == "artillery"]
    assert batteries and all(b["combat"] == 2 and b["artillery"] > 0 for b in batteries)


def test_two_army_commanders_and_seven_corps_commanders() -> None:
    ranks: dict[tuple[str, str], set[str]] = {}
    for name, commander in COMMANDERS.items():
        ranks.setdefault((commander["side"], commander["rank"]), set()).add(name)
    assert ranks == {
        ("union", "army"): {"Pope"},
        ("confederate", "army"): {"Lee"},
        ("union", "corps"): {"Sigel", "McDowell", "Heintzelman", "Porter", "Reno"},
        ("confederate", "corps"): {"Longstreet", "Jackson"},
    }
    assert [c for c in COMMANDERS if COMMANDERS[c].get("combat_test")] == ["Jackson"]


def test_the_activated_side_is_the_lower_one() -> None:
    for commander in COMMANDERS.values():
        if commander["rank"] == "corps":
            assert commander["activated"] < commander["available"]


def test_bands_of_the_examples() -> None:
    bands = {name: DIVISIONS[name]["band"] for name in ("Reynolds", "Hatch", "Ricketts")}
    assert bands == {"Reynolds": "mauve", "Hatch": "blue", "Ricketts": "pink"}
    assert {d["corps"] for d in (DIVISIONS["Reynolds"], DIVISIONS["Hatch"])} == {"McDowell"}


def test_every_division_has_its_corps_commander_and_brigades_of_its_side() -> None:
    for name, division in DIVISIONS.items():
        assert COMMANDERS[division["corps"]]["side"] == division["side"]
        members = [b for b in BRIGADES.values() if b.get("division") == name]
        assert len(members) > 1 and {b["side"] for b in members} == {division["side"]}


def test_independent_brigades() -> None:
    independent = {name for name, brigade in BRIGADES.items() if "division" not in brigade}
    assert independent == {
        "Evans", "Art_W", "Art_L", "F_Lee", "Robertson", "Milroy", "Art_Union", "Bayard", "Buford",
    }  # fmt: skip


def test_ids_differ() -> None:
    assert not set(BRIGADES) & set(COMMANDERS)


# --- tables ---------------------------------------------------------------------------------------


def test_the_activation_table() -> None:
    found = {}
    for total in range(-1, 8):
        rows = [row["divisions"] for row in TABLES["activation"]["divisions"] if row["from"] <= total]
        found[total] = rows[-1] if rows else 0
    assert found == {-1: 0, 0: 0, 1: 1, 2: 1, 3: 2, 4: 2, 5: 2, 6: 3, 7: 3}


def test_the_ratio_table() -> None:
    rows = {row["ratio"]: row["bonus"] for row in TABLES["ratio"]["attacker"]}
    assert rows == {"1/3": -4, "1/2": -2, "1/1": 0, "3/2": 1, "2/1": 2, "3/1": 3}


def test_the_combat_test_table() -> None:
    table = TABLES["combat_test"]
    found = {}
    for total in range(-3, 8):
        rows = [row["result"] for row in table["results"] if row["from"] <= total]
        found[total] = rows[-1] if rows else table["otherwise"]
    assert [found[total] for total in (-3, -1, 0, 2, 3, 5, 6, 7)] == [
        "rout", "rout", "disorder", "disorder", "retreat", "retreat", "melee", "melee",
    ]  # fmt: skip


def test_arrival_dice() -> None:
    assert TABLES["arrivals"]["battle"] == {"union": [3, 6], "confederate": [4, 6]}
    assert TABLES["arrivals"]["general"] == {"union": [2, 4, 6], "confederate": [2, 4, 6]}


# --- scenarios (11.2) -----------------------------------------------------------------------------


def units(scenario: str) -> Counter[str]:
    data = SCENARIO[scenario]
    listed = [piece for group in data["setup"] for piece in group["place"]]
    listed += [piece for group in data["arrivals"] for piece in group["pieces"]]
    return Counter([*listed, *data["commanders"]])


def test_on_29_august_everything_takes_part_exactly_once() -> None:
    assert units("29-august") == Counter([*BRIGADES, *COMMANDERS])


def test_on_30_august_everything_takes_part_exactly_once() -> None:
    assert units("30-august") == Counter([*BRIGADES, *COMMANDERS])


@pytest.mark.parametrize("scenario", ["29-august", "30-august"])
def test_ready_set_ups_fill_every_listed_zone_and_keep_the_stacking_limit(
    scenario: str, board: ZoneBoard
) -> None:
    holds: Counter[str] = Counter()
    bands: dict[str, set[str]] = {}
    for group in SCENARIO[scenario]["setup"]:
        if not group.get("guests"):
            assert set(group["place"].values()) == set(group["zones"])
        assert set(group["place"].values()) <= set(group["zones"])
        for piece, zone in group["place"].items():
            assert BRIGADES[piece]["side"] == group["side"]
            board.place(zone)
            holds[zone] += 1
            division = BRIGADES[piece].get("division")
            if division:
                bands.setdefault(zone, set()).add(DIVISIONS[division]["corps"])
    assert max(holds.values()) <= 2
    assert all(len(corps) == 1 for corps in bands.values())


@pytest.mark.parametrize("scenario", ["29-august", "30-august"])
def test_brigades_survive_their_starting_losses(scenario: str) -> None:
    for piece, losses in SCENARIO[scenario]["losses"].items():
        assert losses < BRIGADES[piece]["combat"]


def test_starting_losses_of_29_august() -> None:
    assert SCENARIO["29-august"]["losses"] == {"Baylor": 1, "Lawton": 1, "Trimble": 1, "Gibbon": 2}


def test_only_the_confederates_are_on_the_map_on_29_august() -> None:
    assert {group["side"] for group in SCENARIO["29-august"]["setup"]} == {"confederate"}


@pytest.mark.parametrize(
    ("piece", "turn", "entries"),
    [
        ("F_Lee", 4, "A"), ("Lee", 5, "H"), ("Longstreet", 5, "H"), ("Hood", 5, "H"), ("Evans", 5, "H"),
        ("Jones", 6, "H"), ("Wilcox", 7, "H"), ("Armistead", 11, "H"), ("Art_L", 11, "H"),
        ("Sigel", 1, "ED"), ("Milroy", 1, "ED"), ("Hardin", 1, "ED"), ("Poe", 4, "BCD"), ("Carr", 5, "BCD"),
        ("Reno", 5, "BCD"), ("Pope", 6, "BCD"), ("Porter", 6, "EF"), ("Warren", 6, "EF"), ("Bayard", 7, "EF"),
        ("Buford", 8, "GF"), ("Gibbon", 8, "EF"), ("Tower", 10, "EF"),
    ],
)  # fmt: skip
def test_arrivals_of_29_august(piece: str, turn: int, entries: str) -> None:
    (group,) = (g for g in SCENARIO["29-august"]["arrivals"] if piece in g["pieces"])
    assert (group["turn"], "".join(group["entries"])) == (turn, entries)


def test_a_group_that_arrives_is_a_division_an_independent_brigade_or_a_commander() -> None:
    for scenario in ("29-august", "30-august"):
        for group in SCENARIO[scenario]["arrivals"]:
            if "division" in group:
                members = {n for n, b in BRIGADES.items() if b.get("division") == group["division"]}
                assert set(group["pieces"]) == members
            else:
                (piece,) = group["pieces"]
                assert piece in COMMANDERS or "division" not in BRIGADES[piece]


def test_entries_exist(board: ZoneBoard) -> None:
    letters = {entry.name for entry in board.entries}
    assert letters == set("ABCDEFGH")
    for data in SCENARIO.values():
        for group in data.get("arrivals", []):
            assert set(group["entries"]) <= letters


def test_lengths_of_the_scenarios() -> None:
    days = {name: [day["turns"] for day in data["days"]] for name, data in SCENARIO.items()}
    assert days == {"29-august": [[1, 10]], "30-august": [[2, 10]], "both-days": [[1, 11], [2, 10]]}


def test_victory_points() -> None:
    found = {
        name: (
            [(row["times"], row["points"]) for row in data["victory"]["losses"]],
            data["victory"]["margin"],
        )
        for name, data in SCENARIO.items()
    }
    assert found == {
        "29-august": ([("1/1", 1), ("3/2", 3)], 8),
        "30-august": ([("1/1", 2), ("3/2", 5)], 8),
        "both-days": ([("1/1", 2), ("3/2", 5)], 8),
    }
    assert all(data["victory"]["objective"] == 3 for data in SCENARIO.values())


def test_divisions_start_together_and_isolated_brigades_apart(board: ZoneBoard) -> None:
    apart = {"29-august": {"Early", "Forno"}, "30-august": {"Forno", "Kemper"}}
    for scenario, isolated in apart.items():
        at = {p: board.place(z) for g in SCENARIO[scenario]["setup"] for p, z in g["place"].items()}
        for division in DIVISIONS:
            members = [p for p in at if BRIGADES[p].get("division") == division and p not in isolated]
            for piece in members:
                others = [board.distance(at[piece], at[other]) for other in members if other != piece]
                assert min(others, default=0) <= 2, piece
        for piece in isolated:
            mates = [p for p in at if BRIGADES[p].get("division") == BRIGADES[piece]["division"]]
            far = [board.distance(at[piece], at[p]) for p in mates if p not in isolated]
            assert min(far) > 2
