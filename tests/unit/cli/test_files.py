"""What commands write: never over a file that they did not make unless told so, whole or not at all, and what
cannot be written is refused before the work, not after it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bullrun.cli.common import GameFile
from bullrun.cli.files import Sheet, check_writable, write_text, write_together
from bullrun.engine.match import Match
from bullrun.errors import BullrunError

MAPPED = "bull-run-1861"
NOTE = "a letter to my aunt\n"


@pytest.fixture
def note() -> str:
    """A file of the player's, in the folder of the test; `bullrun` comes first and goes there."""
    Path("aunt.txt").write_text(NOTE)
    return "aunt.txt"


def new(bullrun, *more: str) -> None:
    assert bullrun("new", MAPPED, "my.game", *more).code == 0


# --- the map in play ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["my.game", "./my.game", "my.game.key", "link.svg"])
@pytest.mark.parametrize("force", ["", " --force"])
def test_a_map_is_never_drawn_over_the_game_itself(bullrun, name, force):
    new(bullrun)
    Path("link.svg").symlink_to("my.game")
    before = Path("my.game").read_bytes(), Path("my.game.key").read_bytes()
    out = bullrun("play", "my.game", typed=f"map {name}{force}\nquit\n").out
    assert f"{name}: this is the game itself" in out
    assert (Path("my.game").read_bytes(), Path("my.game.key").read_bytes()) == before
    assert bullrun("verify", "my.game").code == 0


def test_a_map_in_play_goes_over_nothing_unless_told_so(bullrun, note):
    new(bullrun)
    out = bullrun("play", "my.game", typed=f"map {note}\nquit\n").out
    assert f"{note}: exists already; --force writes over it" in out and Path(note).read_text() == NOTE
    bullrun("play", "my.game", typed=f"map {note} --force\nquit\n")
    assert Path(note).read_text().startswith("<svg")


def test_a_map_of_this_sitting_is_drawn_anew(bullrun):
    new(bullrun)
    out = bullrun("play", "my.game", typed="map now.svg\nmap now.svg\nmap\nmap a b\nquit\n").out
    assert out.count("  now.svg\n") == 2 and "exists already" not in out
    assert out.count("expected: map FILE [--force]") == 2


def test_a_game_that_somebody_else_went_on_with_is_not_written_over(bullrun):
    new(bullrun, "--dice", "open")
    ours, theirs = GameFile("my.game"), GameFile("my.game")
    one, two = (Match.resume(file.game, file.record, file.save) for file in (ours, theirs))
    one.submit(one.decision().owner, one.decision().options[0])
    stored = Path("my.game").read_text()
    with pytest.raises(BullrunError, match=r"my\.game: somebody else has changed it"):
        two.submit(two.decision().owner, two.decision().options[-1])
    assert Path("my.game").read_text() == stored and two.number == 0
    one.submit(one.decision().owner, one.decision().options[0])
    assert Path("my.game").read_text() != stored


# --- every other command that writes ---------------------------------------------------------------

WRITERS = [
    ("new", "toy", "aunt.txt"),
    ("watch", "toy", "--record", "aunt.txt"),
    ("watch", MAPPED, "--players", "random,random", "--svg", "aunt.txt"),
    ("replay", "w.game", "--at", "2", "--branch", "aunt.txt"),
    ("map", MAPPED, "--svg", "aunt.txt"),
    ("lab", "tune", MAPPED, "--steps", "1", "--pairs", "1", "--write", "aunt.txt"),
    ("lab", "fit", MAPPED, "--games", "6", "--write", "aunt.txt"),
    ("lab", "arena", "toy", "--players", "random,captain", "--games", "2", "--file", "aunt.txt"),
    ("lab", "tune", MAPPED, "--steps", "1", "--pairs", "1", "--state", "aunt.txt"),
]


@pytest.mark.parametrize("arguments", WRITERS, ids=" ".join)
def test_no_command_writes_over_what_it_did_not_make(bullrun, note, arguments):
    bullrun("watch", "toy", "--record", "w.game")
    done = bullrun(*arguments)
    assert done.code == 2 and done.out == "" and "aunt.txt: " in done.err
    assert done.err.count("\n") == 1 and Path(note).read_text() == NOTE


@pytest.mark.parametrize("arguments", WRITERS[:5], ids=" ".join)
def test_force_is_to_be_told_so(bullrun, note, arguments):
    bullrun("watch", "toy", "--record", "w.game")
    assert bullrun(*arguments, "--force").code == 0 and Path(note).read_text() != NOTE


@pytest.mark.parametrize("arguments", WRITERS, ids=" ".join)
def test_what_cannot_be_written_is_refused_before_the_work(bullrun, note, arguments):
    """A folder that is none: no right and no user can write there."""
    bullrun("watch", "toy", "--record", "w.game")
    done = bullrun(*(word.replace("aunt.txt", "aunt.txt/more.txt") for word in arguments))
    assert done.code == 2 and done.out == "" and done.err.startswith("bullrun: aunt.txt/more.txt: ")
    assert done.err.count("\n") == 1 and Path(note).read_text() == NOTE


@pytest.mark.parametrize("folder", ["/sys", "/proc"])
def test_new_on_a_read_only_folder_is_one_line(bullrun, folder):
    if not Path(folder).is_dir():
        pytest.skip("no such folder here")
    done = bullrun("new", "toy", f"{folder}/a.game", "--dice", "open")
    assert done.code == 2 and done.err.startswith(f"bullrun: {folder}/a.game: ") and done.err.count("\n") == 1


def test_watch_keeps_what_was_played_when_it_is_broken_off(bullrun, monkeypatch):
    from bullrun.bots.random_bot import RandomBot

    choose, asked = RandomBot.choose, []

    def choose_a_few(self, seat):
        asked.append(seat)
        if len(asked) > 5:
            raise KeyboardInterrupt
        return choose(self, seat)

    monkeypatch.setattr(RandomBot, "choose", choose_a_few)
    done = bullrun("watch", "toy", "--players", "random,random", "--record", "w.game")
    assert done.code == 130 and bullrun("verify", "w.game").code == 0
    assert Path("w.game").read_text().count("\nblue: ") >= 2


def test_records_of_broken_games_take_free_names(bullrun, monkeypatch):
    from tests.toys import ford as toy

    def answer(position, frame, action):
        raise RuntimeError("a bug\nin two lines")

    monkeypatch.setitem(toy.PROCEDURES, "march", toy.PROCEDURES["march"]._replace(answer=answer))
    Path("broken-toy-1-1.game").write_text(NOTE)
    order = ("simulate", "toy", "--games", "1", "--workers", "1")
    assert "bullrun replay broken-toy-1-1-2.game" in bullrun(*order).out
    assert Path("broken-toy-1-1.game").read_text() == NOTE
    assert "bullrun replay broken-toy-1-1-3.game" in bullrun(*order).out
    assert "# in two lines" in Path("broken-toy-1-1-3.game").read_text()
    done = bullrun(*order, "--failures", "nowhere")
    assert done.code == 2 and done.out == "" and "nowhere: No such file" in done.err


# --- whole or not at all ---------------------------------------------------------------------------


def test_files_that_belong_together_are_written_together_or_not_at_all(tmp_path):
    record, key = tmp_path / "a.game", tmp_path / "a.game.key"
    record.write_text("old")
    key.mkdir()
    with pytest.raises(BullrunError, match=r"a\.game\.key: Is a directory"):
        write_together([Sheet(str(record), "new"), Sheet(str(key), "key")], replace=True)
    assert record.read_text() == "old" and sorted(tmp_path.iterdir()) == [record, key]


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "there").write_text("old")
    (tmp_path / "link").symlink_to("there")
    write_text(str(tmp_path / "link"), "new", replace=True)
    assert (tmp_path / "link").is_symlink() and (tmp_path / "there").read_text() == "new"


def test_a_pipe_takes_what_it_gets_and_stays_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    check_writable(str(pipe), replace=False)
    write_text(str(pipe), "new", replace=False)
    assert os.read(reader, 9) == b"new" and pipe.is_fifo()
    os.close(reader)


@pytest.mark.parametrize("name", ["a\0b", "x" * 300, "no/folder"])
def test_a_bad_name_is_refused_by_name(bullrun, name):
    for act in (lambda: write_text(name, "text", replace=False), lambda: check_writable(name, replace=False)):
        with pytest.raises(BullrunError) as refused:
            act()
        assert str(refused.value).startswith(f"{name}: ")


# --- streams ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [("games",), ("rules", MAPPED), ("pieces", MAPPED, "--json")])
def test_a_full_disk_is_one_line(arguments):
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no full disk here")
    with full.open("w") as out:
        done = subprocess.run(
            [sys.executable, "-m", "bullrun", *arguments], stdout=out, stderr=subprocess.PIPE
        )
    assert done.returncode == 2 and done.stderr == b"bullrun: output: No space left on device\n"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_error(tmp_path, closed):
    done = subprocess.run(
        f"'{sys.executable}' -m bullrun games {closed}", shell=True, capture_output=True, text=True
    )
    assert done.returncode == 0 and "Traceback" not in done.stderr


def test_bytes_that_are_no_text_do_not_end_the_game(bullrun, tmp_path):
    new(bullrun)
    typed = b"mo\xffve\n\x01\x02\nmap a\x00b\nlog 99999999999999999999\nnear Z01 " + b"9" * 5000 + b"\nquit\n"
    done = subprocess.run(
        [sys.executable, "-m", "bullrun", "play", "my.game"], input=typed, capture_output=True, cwd=tmp_path
    )
    said = done.stdout.decode()
    assert done.returncode == 0 and done.stderr == b"" and said.count("unprintable characters") == 2
    assert "expected: log [N]" in said and "expected: near PLACE [N]" in said and "saved: my.game" in said


def test_a_save_that_fails_leaves_the_game_where_it_was(bullrun, monkeypatch):
    new(bullrun, "--dice", "open")
    file = GameFile("my.game")
    match = Match.resume(file.game, file.record, file.save)
    before = Path("my.game").read_text()
    Path("my.game").unlink()
    Path("my.game").mkdir()
    with pytest.raises(BullrunError, match=r"my\.game: Is a directory"):
        match.submit(match.decision().owner, match.decision().options[0])
    assert match.number == 0
    Path("my.game").rmdir()
    match.submit(match.decision().owner, match.decision().options[0])
    assert Path("my.game").read_text().startswith(before.split("begin")[0])
