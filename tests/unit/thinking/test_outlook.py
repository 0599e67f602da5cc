"""Signs and what they are worth: stages, chances, and the data file."""

from __future__ import annotations

import pytest

from bullrun.errors import BullrunError
from bullrun.thinking.outlook import CERTAIN, LEVEL, Outlook, Signs, load_outlook, outlook_text, shares

POINTS = Outlook(
    ("points",), {LEVEL: (0, 0, 0), "points": (0, 500_000, 1_000_000)}, "made up", {"points": "the lead"}
)


@pytest.mark.parametrize(
    ("progress", "expected"),
    [
        (0, (1000, 0, 0)),
        (250, (500, 500, 0)),
        (500, (0, 1000, 0)),
        (750, (0, 500, 500)),
        (1000, (0, 0, 1000)),
    ],
)
def test_the_stages_share_every_moment(progress, expected):
    assert shares(progress) == expected


def test_a_sign_counts_by_its_stage():
    assert POINTS.chance(Signs(0, (4,))) == CERTAIN // 2
    # Half way one point is half a log-odds, at the end a whole one: 1 / (1 + e**-1) = 0.7311.
    assert POINTS.chance(Signs(500, (2,))) == 7311
    assert POINTS.chance(Signs(1000, (1,))) == 7311
    assert POINTS.chance(Signs(1000, (-1,))) == CERTAIN - 7311


def test_a_chance_is_never_quite_certain():
    assert 0 < POINTS.chance(Signs(1000, (-99,))) < POINTS.chance(Signs(1000, (99,))) < CERTAIN


def test_the_data_file_says_the_same(tmp_path):
    file = tmp_path / "outlook.toml"
    file.write_text(outlook_text(POINTS), encoding="utf-8")
    again = load_outlook(file, ("points",))
    assert (again.weights, again.source, again.says["points"]) == (POINTS.weights, "made up", "the lead")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("source = 1", "expected a source"),
        (
            'source = "x"\n[signs.level]\nearly = 1\nmidway = 1\nlate = 1\n',
            "expected level, points; got level",
        ),
        (
            outlook_text(POINTS).replace("late = 1000000", "late = 0.5"),
            "signs.points: expected whole numbers",
        ),
        ("[", "outlook.toml:"),
    ],
)
def test_a_broken_file_is_named(tmp_path, text, says):
    file = tmp_path / "outlook.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BullrunError, match=says):
        load_outlook(file, ("points",))
