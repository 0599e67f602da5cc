from __future__ import annotations

from importlib.resources import files

import pytest

from bullrun.board.map_file import load_map
from bullrun.board.places import Board


def map_of(game: str) -> Board:
    return load_map(files("bullrun.games") / game / "data" / "map.toml")


@pytest.fixture(scope="session")
def hex_board() -> Board:
    return map_of("bull_run_1983")


@pytest.fixture(scope="session")
def zone_board() -> Board:
    return map_of("bull_run_1861")


@pytest.fixture(scope="session", params=["bull_run_1983", "bull_run_1861"])
def board(request: pytest.FixtureRequest) -> Board:
    return request.getfixturevalue("hex_board" if request.param == "bull_run_1983" else "zone_board")
