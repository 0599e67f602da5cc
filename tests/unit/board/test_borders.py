from __future__ import annotations

import pytest

from bullrun.board.borders import Borders
from bullrun.board.places import bit


@pytest.fixture
def borders() -> Borders:
    return Borders(4, {"road": [0, bit(2), bit(1) | bit(3), bit(2)], "crest": [0, bit(2), 0, 0]})


def test_features_are_found_from_either_place(borders: Borders) -> None:
    assert borders.has("road", 1, 2) and borders.has("road", 2, 1)
    assert not borders.has("road", 1, 3)


def test_a_directed_feature_is_found_from_one_side_only(borders: Borders) -> None:
    assert borders.between(1, 2) == ("crest", "road")
    assert borders.between(2, 1) == ("road",)


def test_an_absent_kind_is_empty_everywhere(borders: Borders) -> None:
    assert borders.across("river") == (0, 0, 0, 0)
    assert borders.kinds == ("crest", "road")


def test_every_place_needs_its_set() -> None:
    with pytest.raises(ValueError, match="road: 2 sets for 3 places"):
        Borders(3, {"road": [0, 0]})
