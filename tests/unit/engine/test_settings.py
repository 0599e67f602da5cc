"""What players agree on before a game, as its file offers it."""

from __future__ import annotations

import pytest

from bullrun.engine.settings import RULING, Choice, Setting, complete_settings, load_settings
from bullrun.errors import BullrunError, UnknownItem

GOOD = 'id="a"\ntitle="A"\nsays="s"\nrule="1"\ndefault="on"\n[option.choices]\non="yes"\noff="no"\n'


def test_an_option_says_what_it_is(tmp_path):
    file = tmp_path / "options.toml"
    file.write_text("[[option]]\n" + GOOD.replace('rule="1"', 'rule="1"\ngroup="ruling"'))
    assert load_settings(file)["a"].group == RULING


def test_options_are_read_and_completed(tmp_path):
    file = tmp_path / "options.toml"
    file.write_text("[[option]]\n" + GOOD)
    options = load_settings(file)
    assert options == {"a": Setting("a", "A", "s", "1", "on", (Choice("on", "yes"), Choice("off", "no")))}
    assert complete_settings("toy", options, {}) == {"a": "on"}
    assert complete_settings("toy", options, {"a": "off"}) == {"a": "off"}
    with pytest.raises(UnknownItem, match=r"option 'b': toy has no such option; it has: a"):
        complete_settings("toy", options, {"b": "on"})
    with pytest.raises(UnknownItem, match=r"option a: 'maybe' is not possible; it takes: on, off"):
        complete_settings("toy", options, {"a": "maybe"})


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ('title="A"\n', "", "title"),
        ('default="on"', 'default="x"', "default"),
        ('on="yes"\noff="no"\n', "", "choices"),
        ('on="yes"', "on=3", "choices"),
        ('rule="1"', 'rule="1"\ngroup="x"', "group"),
    ],
)
def test_broken_options_are_refused_by_name(tmp_path, old, new, word):
    file = tmp_path / "options.toml"
    file.write_text("[[option]]\n" + GOOD.replace(old, new))
    with pytest.raises(BullrunError, match=f"options.toml: option a: {word}"):
        load_settings(file)


def test_an_option_given_twice_is_refused(tmp_path):
    file = tmp_path / "options.toml"
    file.write_text("[[option]]\n" + GOOD + "[[option]]\n" + GOOD)
    with pytest.raises(BullrunError, match="option a is given twice"):
        load_settings(file)
