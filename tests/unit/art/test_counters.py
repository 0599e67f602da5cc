"""Counters: every kind draws, words fit their counter, badges leave each other and the factors alone."""

from __future__ import annotations

import itertools
import re
import tomllib
import xml.etree.ElementTree as ET
from dataclasses import replace
from importlib.resources import files

import pytest

from bullrun.art import (
    Badge,
    CounterFace,
    counter_layout,
    counter_symbol,
    draw_counter,
    placed_counter,
    stack_parts,
)
from bullrun.art.badges import COUNT_SPOT, HALF, PLATES, SPOTS, Wears, plate_parts, spot_box, worn
from bullrun.art.card import BANDS, CLOTHS
from bullrun.art.chips import CHIPS
from bullrun.art.counters import two_lines
from bullrun.art.geometry import Box
from bullrun.art.metrics import counter_width
from bullrun.art.symbols import SYMBOLS

STYLES = pytest.mark.parametrize("style", ["figures", "boxes"])

# Sizes and anchors of text that the style sheet sets.
SIZES = {"c-num": 17.0, "c-name": 7.2, "c-code": 8.6, "c-tag": 6.4, "b-text": 8.5}
ANCHORS = {"c-code": "start", "c-tag": "end"}


def pieces_1983() -> list[CounterFace]:
    """Every piece of the largest game, with the longest things its counters print."""
    text = (files("bullrun.games") / "bull_run_1983" / "data" / "pieces.toml").read_text(encoding="utf-8")
    kinds = {"leader": "officer", "battery": "artillery", "dummy": "unknown"}
    out = []
    for piece in tomllib.loads(text)["pieces"]:
        values = piece.get("battle", piece)
        factors = tuple(str(values[f]) for f in ("attack", "defense", "movement") if f in values)
        out.append(
            CounterFace(
                cloth="blue" if piece["side"] == "union" else "butternut",
                symbol=kinds.get(piece["kind"], piece["kind"]),
                name=piece["name"],
                band="gold",
                code=piece.get("brigade", "HQ"),
                tag="U.S. 1" if piece["side"] == "union" else "C.S. S",
                factors=factors,
                oval=piece.get("red", False),
                echelon="III",
                stars=3 if piece["kind"] == "leader" else 0,
                framed=piece["kind"] == "brigade",
            )
        )
    return out


def texts(svg: str) -> list[tuple[str, str, Box]]:
    """(class, words, room) of every text of a counter, as wide as its letters or its textLength."""
    out = []
    for element in ET.fromstring(svg).iter("text"):
        classes = element.get("class", "").split()
        words = element.text or ""
        styled = re.search(r"font-size:([\d.]+)px", element.get("style", ""))
        size = float(styled[1]) if styled else next(SIZES[c] for c in classes if c in SIZES)
        width = float(element.get("textLength") or counter_width(words, size))
        anchor = next((ANCHORS[c] for c in classes if c in ANCHORS), "middle")
        x, y = float(element.get("x", 0)), float(element.get("y", 0))
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        out.append((classes[0], words, Box(left, y - size * 0.72, left + width, y)))
    return out


@STYLES
@pytest.mark.parametrize("symbol", SYMBOLS)
@pytest.mark.parametrize("cloth", CLOTHS)
def test_every_kind_of_counter_draws(symbol: str, cloth: str, style: str):
    for band in ("", "red"):
        face = CounterFace(
            cloth, symbol, "69 NYM", band, "S", "U.S. 1", ("2", "3", "4"), echelon="III", stars=2
        )
        ET.fromstring(draw_counter(face, style))
        ET.fromstring(counter_symbol("c-x", face, style))


@STYLES
def test_words_fit_every_counter_of_the_largest_game(style: str):
    for face in pieces_1983():
        shown = texts(draw_counter(face, style))
        assert shown
        for cls, words, room in shown:
            assert room.left >= 2.0 and room.right <= 46.0, (face.name, words, room)
            assert room.top >= 2.0 and room.bottom <= 46.0, (face.name, words, room)
            assert cls


@STYLES
def test_words_do_not_run_into_each_other(style: str):
    for face in pieces_1983():
        for (_, a, one), (_, b, other) in itertools.combinations(texts(draw_counter(face, style)), 2):
            assert not one.grown(-0.2).meets(other.grown(-0.2)), (face.name, a, b)


def test_names_are_never_squeezed_beyond_reading():
    for face in pieces_1983():
        for element in ET.fromstring(draw_counter(face)).iter("text"):
            if element.get("textLength"):
                styled = re.search(r"font-size:([\d.]+)px", element.get("style", ""))
                natural = counter_width(element.text or "", float(styled[1]) if styled else 7.2)
                assert float(element.get("textLength", 0)) / natural > 0.75, face.name


def test_regiments_are_set_in_two_lines_and_single_words_in_one():
    assert two_lines("69 NYM") == ("69", "NYM")
    assert two_lines("E/2 US") == ("E/2", "US")
    assert two_lines("Heintzelman") is None


@STYLES
def test_badges_lie_on_no_factor_and_no_letter(style: str):
    for face in pieces_1983():
        shown = [
            (cls, words, room)
            for cls, words, room in texts(draw_counter(face, style))
            if cls in ("c-num", "c-code")
        ]
        for spot in SPOTS:
            for _, words, room in shown:
                assert not spot_box(spot).meets(room.grown(-0.1)), (face.name, spot, words)


def test_a_red_oval_is_clear_of_badges():
    svg = draw_counter(
        CounterFace("grey", "cavalry", "1 Va", "orange", "C", "C.S.", ("2", "2", "6"), oval=True)
    )
    (oval,) = [e for e in ET.fromstring(svg).iter("ellipse") if e.get("class") == "c-oval"]
    x, y, rx, ry = (float(oval.get(k, 0)) for k in ("cx", "cy", "rx", "ry"))
    for spot in SPOTS:
        assert not spot_box(spot).meets(Box(x - rx, y - ry, x + rx, y + ry)), spot


def test_badges_at_two_spots_never_meet():
    for a, b in itertools.combinations(SPOTS, 2):
        assert not spot_box(a).meets(spot_box(b)), (a, b)
    count = Box(COUNT_SPOT[0] - 8, COUNT_SPOT[1] - 7.4, COUNT_SPOT[0] + 8, COUNT_SPOT[1] + 7.4)
    assert not any(spot_box(spot).meets(count) for spot in SPOTS)


def test_every_plate_draws_with_its_number():
    for name, plate in PLATES.items():
        drawn = plate_parts(name, "3")
        ET.fromstring(f"<g>{drawn}</g>")
        assert (">3<" in drawn) == bool(plate.height), name
    assert ">STOP<" in plate_parts("stop")


def test_no_plate_is_larger_than_its_spot():
    """As far as it is made of straight lines and circles."""
    for name, plate in PLATES.items():
        for element in ET.fromstring(f"<g>{plate.drawing}</g>"):
            if element.tag == "circle":
                assert float(element.get("r", 0)) <= HALF, name
            elif element.tag == "path":
                assert all(abs(v) <= HALF for p in corners(element.get("d", "")) for v in p), name


def corners(data: str) -> list[tuple[float, float]]:
    """The points of a path of absolute and relative lines; nothing of one with curves."""
    found, x, y = [], 0.0, 0.0
    if set(data) & set("CcAaQq"):
        return []
    for command, numbers in re.findall(r"([MLHVmlhvzZ])([^MLHVmlhvzZ]*)", data):
        values = [float(n) for n in re.findall(r"-?\d*\.?\d+", numbers)]
        step = 1 if command in "HVhv" else 2
        for i in range(0, len(values), step):
            if command in "Hh":
                x = values[i] + (x if command == "h" else 0)
            elif command in "Vv":
                y = values[i] + (y if command == "v" else 0)
            else:
                x = values[i] + (x if command.islower() else 0)
                y = values[i + 1] + (y if command.islower() else 0)
            found.append((x, y))
    return found


def test_a_counter_face_down_tells_nothing_but_cloth_and_letters():
    known = CounterFace("grey", "infantry", "4 SC", "white", "EV", "C.S. P", ("2", "3", "4"), face_down=True)
    other = CounterFace(
        "grey", "artillery", "Latham", "red", "EV", "C.S. S", ("1", "1", "1"), oval=True, face_down=True
    )
    assert draw_counter(known) == draw_counter(other)
    assert "EV" in draw_counter(known)
    assert draw_counter(known, "boxes") == draw_counter(known, "figures")


def test_a_moved_counter_is_dimmed_and_marked():
    plain = placed_counter("<g/>", (0, 0))
    moved = placed_counter("<g/>", (0, 0), badges=[worn(Wears("moved", "right", dims=True))])
    assert "c-spent" in moved and "c-spent" not in plain


def test_a_stack_shows_four_counters_and_its_count():
    six = stack_parts([f'<g class="n{i}"/>' for i in range(6)], (100, 100))
    assert [f"n{i}" in six for i in range(6)] == [False, False, True, True, True, True]
    assert six.index("n2") < six.index("n5")  # the top counter is painted last
    assert ">6<" in six
    assert "k-plate" not in stack_parts(["<g/>"], (0, 0))


UNIT = CounterFace("blue", "infantry", "69 NY", "red", "SH", "Tyler", ("15",), weapon="S", quality="4")


def test_quality_stands_in_a_disc_and_the_strength_low_left():
    svg = draw_counter(UNIT)
    found = {words: room for _, words, room in texts(svg)}
    assert {"15", "S", "4", "SH", "Tyler", "69", "NY"} <= set(found)
    assert "c-disc" in svg and "c-disc" not in draw_counter(replace(UNIT, quality=""))


def test_a_worn_side_is_told_without_colour():
    worn_side = draw_counter(replace(UNIT, worn=True))
    assert "c-worn" in worn_side and "c-worn" not in draw_counter(UNIT)
    assert "l-2.65 3.1" in worn_side  # the torn edge of the band


def test_a_fragile_counter_is_told_by_the_form_of_its_plate():
    svg = draw_counter(replace(UNIT, fragile=True))
    assert '<circle class="c-disc"' in draw_counter(UNIT) and '<circle class="c-disc"' not in svg
    assert '<path class="c-disc"' in svg and ">4<" in svg


def test_steps_left_are_full_and_steps_lost_hollow():
    svg = draw_counter(replace(UNIT, weapon="", steps=(1, 3)))
    assert svg.count('class="c-step"') == 1 and svg.count('class="c-step-lost"') == 2


@pytest.mark.parametrize("note", ["+1", "2 July"])
def test_the_note_of_a_leader_stands_clear_of_his_star(note: str):
    svg = draw_counter(CounterFace("grey", name="Longstreet", tag=note, chip="leader"))
    star = float(re.findall(r"translate\(([\d.]+)", svg)[-1])
    middle = next(float(e.attrib["x"]) for e in ET.fromstring(svg).iter("text") if e.text == note)
    half = min(14.0, counter_width(note, 6.6)) / 2
    assert star + 3.4 < middle - half
    assert star - 3.4 + middle + half == pytest.approx(48, abs=0.3), "in the middle of the chit"


@pytest.mark.parametrize("chip", CHIPS)
def test_every_chit_is_round_and_shows_its_words(chip: str):
    face = CounterFace("grey", name="Signal Station", chip=chip, code="signal", factors=("3",), tag="slow")
    svg = draw_counter(face)
    ET.fromstring(svg)
    assert "c-chip" in svg and "c-edge" not in svg
    if chip != "control":
        assert "signal station" in " ".join(e.text or "" for e in ET.fromstring(svg).iter("text")).lower()
    down = draw_counter(replace(face, face_down=True, code="EVENT"))
    other = CounterFace("grey", name="Rally!", chip=chip, code="EVENT", face_down=True)
    assert down == draw_counter(other) and "Signal" not in down and "EVENT" in down


def test_a_chit_without_a_known_picture_is_refused():
    with pytest.raises(ValueError, match="no picture is called 'ghost'"):
        draw_counter(CounterFace(chip="event", code="ghost"))


def test_a_marker_of_words_shows_each_word_and_its_figure():
    svg = draw_counter(CounterFace("plain", "words", "Low ammo", "gold", factors=("2",)))
    assert [e.text for e in ET.fromstring(svg).iter("text")] == ["LOW", "AMMO", "2"]
    for face in ("Chaos", "Morale hit", "Artillery reserve withheld", "Disorganised"):
        for _, words, room in texts(draw_counter(CounterFace("plain", "words", face))):
            assert room.left >= 2 and room.right <= 46 and room.top >= 1 and room.bottom <= 47, words


def test_the_status_of_a_formation_shows_its_order_and_quality():
    face = CounterFace("grey", name="Hampton", band="plum", status="buckler", code="D", quality="4")
    svg = draw_counter(face)
    assert [e.text for e in ET.fromstring(svg).iter("text")] == ["Hampton", "D", "4"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("cloth", "red"),
        ("symbol", "dragoon"),
        ("band", "pink"),
        ("echelon", "XXXX"),
        ("corps", "XX"),
        ("chip", "oval"),
        ("status", "flag"),
    ],
)
def test_an_unknown_word_is_refused_by_name(field: str, value: str):
    with pytest.raises(ValueError, match=value):
        CounterFace(**{"name": "69 NYM", field: value})  # type: ignore[arg-type]


def test_too_many_factors_are_refused():
    with pytest.raises(ValueError, match="5 factors"):
        CounterFace(factors=("1", "2", "3", "4", "5"))
    with pytest.raises(ValueError, match="style"):
        draw_counter(CounterFace(), "photographs")
    with pytest.raises(ValueError, match="no plate is called 'confused'"):
        Badge("confused", "top")
    with pytest.raises(ValueError, match="no spot is called 'elsewhere'"):
        Badge("moved", "elsewhere")


def test_names_are_escaped():
    svg = draw_counter(CounterFace("blue", "infantry", "<b>&", "red", "&", "<"))
    assert "<b>" not in svg
    ET.fromstring(svg)


def test_bands_differ_without_colour():
    """Neighbouring colours of like lightness are told apart by pattern."""
    from bullrun.art.theme import contrast

    for (a, one), (b, other) in itertools.combinations(BANDS.items(), 2):
        assert contrast(one[0], other[0]) > 1.15 or one[1] != other[1], (a, b)


def test_the_layout_of_a_counter_is_plain_data():
    layout = counter_layout()
    assert layout["size"] == 48 and set(layout["spots"]) == set(SPOTS)  # type: ignore[call-overload]
