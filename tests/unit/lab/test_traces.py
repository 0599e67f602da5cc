"""In what better turns differ from the one that was played."""

from __future__ import annotations

from bullrun.lab.traces import Traces, differences

NAMES = {"a": "Archer", "b": "Branch", "c": "Cocke", "d": "Davies", "e": "Early"}


def traces(*attacked, **places):
    return Traces(frozenset(attacked), places)


def test_a_better_turn_is_told_by_what_most_of_them_do_and_this_one_did_not():
    played = traces(("d",), a="Ford", b="Hill", c="Mill")
    better = [
        traces(("e",), a="Hill", b="Hill", c="Ford"),
        traces(("e",), a="Hill", b="Hill", c="Mill"),
        traces(("d", "e"), a="Hill", b="Hill", c="Ford"),
        traces(a="Ford", b="Hill", c="Mill"),
    ]
    assert differences(played, better, NAMES) == (
        "None of them attacks Davies.",
        "In most of them Archer ends in Hill, here Ford.",
    ), "half of the turns attack Early, and half move Cocke: neither is most"
    better[3] = traces(("e",), a="Hill", b="Hill", c="Ford")
    assert differences(played, better, NAMES)[0] == "Most of those turns attack Early."


def test_what_was_played_as_well_is_not_told():
    same = traces(("d",), a="Ford", b="")
    assert differences(same, [same] * 4, NAMES) == ()


def test_those_who_vanish_are_not_told_and_many_are_cut_short():
    pieces = dict.fromkeys("abcde", "Ford")
    better = [traces(**dict.fromkeys("abcde", "Hill"))] * 3
    assert differences(traces(**pieces), better, NAMES) == (
        "In most of them Archer, Branch, Cocke and 2 more end in Hill, here Ford.",
    )
    gone = [traces(**dict.fromkeys("abcde", ""))] * 3
    assert differences(traces(**pieces), gone, NAMES) == ()
    absent = traces(**dict.fromkeys("abcde", ""))
    assert "here off the map" in differences(absent, better, NAMES)[0]


def test_attacks_on_several_are_kept_apart():
    better = [traces(("a", "b"), ("c",), a="Ford")] * 3
    assert differences(traces(a="Ford"), better, NAMES) == (
        "Most of those turns attack Archer and Branch; and Cocke.",
    )
    single = [traces(("c",), ("d",), ("e",), a="Ford")] * 3
    assert differences(traces(a="Ford"), single, NAMES) == (
        "Most of those turns attack Cocke, Davies and Early.",
    )


def test_places_are_called_by_their_names():
    better = [traces(a="84")] * 4
    (told,) = differences(traces(a="16"), better, {**NAMES, "84": "Chinn Ridge (84)"})
    assert told.endswith("ends in Chinn Ridge (84), here 16.")
