"""Colours: text and lines that rule play can be read on every ground they cross, in both themes."""

from __future__ import annotations

import re

import pytest

from bullrun.art import theme
from bullrun.art.counters import BANDS
from bullrun.art.theme import COUNTER_COLOURS, MAP_COLOURS, contrast

THEMES = pytest.mark.parametrize("name", theme.THEME_NAMES)

GROUNDS = ("paper", "woods", "hill")


def test_contrast_is_that_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_both_themes_name_the_same_colours():
    assert MAP_COLOURS["paper"].keys() == MAP_COLOURS["night"].keys()
    assert COUNTER_COLOURS["paper"].keys() == COUNTER_COLOURS["night"].keys()


@THEMES
@pytest.mark.parametrize("ground", GROUNDS)
def test_lettering_reads_on_every_ground(name: str, ground: str):
    colours = MAP_COLOURS[name]
    for ink in ("label", "label-water", "label-hill"):
        assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)
    assert contrast(colours["coord"], colours[ground]) >= 4.3


@THEMES
@pytest.mark.parametrize("line", ["bank", "stream", "crest", "hachure", "rail"])
@pytest.mark.parametrize("ground", GROUNDS)
def test_lines_that_rule_play_show_on_every_ground(name: str, line: str, ground: str):
    colours = MAP_COLOURS[name]
    assert contrast(colours[line], colours[ground]) >= 3.0


@THEMES
@pytest.mark.parametrize("ground", GROUNDS)
def test_casing_or_fill_of_a_road_shows(name: str, ground: str):
    colours = MAP_COLOURS[name]
    for fill in ("road-major", "road-minor"):
        assert max(contrast(colours[c], colours[ground]) for c in ("road-case", fill)) >= 3.0


@THEMES
@pytest.mark.parametrize("mark", ["reach", "stop", "attack", "route"])
def test_highlights_show_on_open_ground(name: str, mark: str):
    colours = MAP_COLOURS[name]
    assert contrast(colours[mark], colours["paper"]) >= 4.0
    assert contrast(colours[mark], colours["woods"]) >= 3.0


@THEMES
def test_the_sides_differ_in_lightness(name: str):
    colours = COUNTER_COLOURS[name]
    for light in ("grey", "butternut"):
        assert contrast(colours["blue"], colours[light]) >= 4.0
        assert contrast(colours["navy"], colours[light]) >= 4.0


@THEMES
@pytest.mark.parametrize("cloth", ["blue", "navy", "grey", "butternut", "plain"])
def test_figures_read_on_their_cloth_and_the_counter_stands_out(name: str, cloth: str):
    colours, ground = COUNTER_COLOURS[name], MAP_COLOURS[name]
    assert contrast(colours[cloth], colours[f"{cloth}-ink"]) >= 7.0
    for where in GROUNDS:
        edge = contrast(colours[f"{cloth}-edge"], ground[where])
        assert max(edge, contrast(colours[cloth], ground[where])) >= 3.0, where


@THEMES
@pytest.mark.parametrize(
    ("plate", "ink"),
    [("oval", "oval-ink"), ("badge", "badge-ink"), ("warn", "warn-ink"), ("count", "count-ink")],
)
def test_badges_read(name: str, plate: str, ink: str):
    assert contrast(COUNTER_COLOURS[name][plate], COUNTER_COLOURS[name][ink]) >= 4.5


def test_letters_read_on_every_band():
    for band, (colour, _, ink) in BANDS.items():
        assert contrast(colour, ink) >= 4.5, band


def test_every_variable_that_a_rule_uses_has_a_value():
    used = set(re.findall(r"var\(--([\w-]+)\)", theme.art_css()))
    assert used - {"face", "on", "cut", "k", "t", "c-names", "c-grow"} <= theme.theme_values("paper").keys()


def test_rules_are_bound_to_the_art():
    for rule in re.findall(r"([^{}]+)\{[^{}]*\}", theme.scoped(theme.MAP_RULES + theme.OVERLAY_RULES)):
        assert all(selector.strip().startswith(".bullrun-art ") for selector in rule.split(","))


def test_counter_rules_need_nothing_from_outside_a_use_element():
    for selectors in re.findall(r"([^{}]+)\{[^{}]*\}", theme.counter_css()):
        for selector in selectors.split(","):
            assert re.fullmatch(r"(\.[cbk]-[\w-]+)+", selector.strip()), selector
