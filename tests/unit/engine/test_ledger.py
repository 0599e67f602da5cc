"""The ledger of rules: the mark in the code, the file, and what is refused in it."""

from __future__ import annotations

import pytest

from bullrun.engine.ledger import enforces, load_ledger
from bullrun.errors import BullrunError


def test_the_mark_of_a_rule_changes_nothing():
    @enforces("1.1", "1.2")
    def double(n):
        return 2 * n

    assert double(4) == 8


def test_a_ledger_keeps_rulebook_order(tmp_path):
    file = tmp_path / "rules.toml"
    file.write_text(
        '[rules."2"]\ntitle="B"\nsays="b"\nchapter="x"\nsource="rulebook"\n'
        '[rules."1"]\ntitle="A"\nsays="a"\nchapter="x"\nsource="rulebook"\nnote="n"\n'
    )
    ledger = load_ledger(file)
    assert list(ledger) == ["2", "1"] and ledger["1"].title == "A" and len(ledger) == 2


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("rules = 3", ["rules.toml", "tables"]),
        ("[rules]\nx = 3", ["rules.toml", "rule x"]),
        ('[rules."1"]\ntitle="A"\nsays=""\nchapter="x"\nsource="r"', ["rule 1", "says"]),
        ('[rules."1"]\ntitle="A"\nsays="a"\nchapter="x"\nsource="r"\nodd=1', ["rule 1", "odd"]),
        ("[rules", ["rules.toml"]),
    ],
)
def test_a_broken_ledger_is_refused_by_name(tmp_path, text, names):
    file = tmp_path / "rules.toml"
    file.write_text(text)
    with pytest.raises(BullrunError) as error:
        load_ledger(file)
    assert all(name in str(error.value) for name in names)
