"""What helps a player: fan, glass, threats, text board, exports, what-ifs, a map that stays where it was."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Download, Page, expect

from bullrun.engine.record import parse_record
from bullrun.games.registry import load_game
from tests.browser.conftest import whole_game
from tests.browser.driving import board, import_record, new_game, settled, spot, state
from tests.browser.pictures import played
from tests.browser.test_playing import attack

pytestmark = pytest.mark.slow
HEXES = "bull-run-1983"
STACK = """() => {
  const s = bullrun.session;
  return s.stacks().find((x) => x.counters.length > 2 && s.options.byPiece.has(x.counters[0].id)).place;
}"""


@pytest.fixture
def table(page: Page) -> Page:
    """Both sides at one screen, at the first decision."""
    new_game(page, HEXES, {"Union": "Me", "Confederate": "Me"})
    board(page)
    settled(page)
    return page


def text_of(download: Download) -> str:
    path = download.path()
    assert path is not None
    return Path(path).read_text(encoding="utf-8")


def test_a_stack_is_fanned_out_and_each_piece_can_be_taken(table: Page) -> None:
    place = table.evaluate(STACK)
    spot(table, place)
    table.evaluate("(place) => bullrun.board.set({ focus: place, cursorShown: true })", place)
    table.locator("#map").focus()
    table.keyboard.press("f")
    assert table.evaluate("() => bullrun.board.state.fan") == place
    lowest = table.evaluate(
        "(at) => bullrun.session.stacks().find((x) => x.place === at).counters[0].id", place
    )
    x, y = table.evaluate(
        """(id) => {
          const { board } = bullrun, box = board.element.getBoundingClientRect();
          for (let y = 5; y < box.height; y += 8)
            for (let x = 5; x < box.width; x += 8)
              if (board.find([x, y]).counter?.id === id) return [x + box.left, y + box.top];
          return [0, 0];
        }""",
        lowest,
    )
    table.mouse.click(x, y)
    now = state(table)
    assert now is not None and now["selected"] == lowest
    table.keyboard.press("Escape")
    assert table.evaluate("() => bullrun.board.state.fan") is None


def test_counters_hide_and_a_glass_magnifies_while_a_key_is_held(table: Page) -> None:
    table.locator("#map").focus()
    table.keyboard.down("h")
    assert table.evaluate("() => bullrun.board.state.countersHidden") is True
    table.keyboard.up("h")
    assert table.evaluate("() => bullrun.board.state.countersHidden") is False
    table.keyboard.down("m")
    assert table.evaluate("() => !!bullrun.board.state.magnified") is True
    table.keyboard.up("m")
    assert table.evaluate("() => bullrun.board.state.magnified") is None
    table.get_by_role("button", name="Hide counters").first.click()
    assert table.evaluate("() => bullrun.board.state.countersHidden") is True


def test_wheel_buttons_and_keys_zoom_and_dragging_the_ground_pans(table: Page) -> None:
    camera: Any = lambda: table.evaluate("() => ({ ...bullrun.board.camera })")  # noqa: E731
    table.locator("#map").focus()
    table.keyboard.press("0")
    whole = camera()["scale"]
    table.get_by_role("button", name="Zoom in").click()
    table.keyboard.press("+")
    assert camera()["scale"] > whole * 1.5
    box = table.locator("#map").bounding_box()
    assert box
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    table.mouse.move(*middle)
    near = camera()["scale"]
    table.mouse.wheel(0, -240)
    table.wait_for_function("(scale) => bullrun.board.camera.scale > scale", arg=near)
    empty = table.evaluate(
        """() => {
          const { board } = bullrun, box = board.element.getBoundingClientRect();
          for (let y = 60; y < box.height - 160; y += 9)
            for (let x = 160; x < box.width - 160; x += 9)
              if (!board.find([x, y]).counter) return [x + box.left, y + box.top];
        }"""
    )
    before = camera()
    table.mouse.move(*empty)
    table.mouse.down()
    table.mouse.move(empty[0] - 90, empty[1] - 50, steps=4)
    table.mouse.up()
    after = camera()
    assert after["x"] > before["x"] and after["scale"] == before["scale"]
    now = state(table)
    assert now is not None and now["selected"] is None


def test_a_move_from_the_text_board_by_words_and_by_buttons(table: Page) -> None:
    now = state(table)
    assert now is not None
    game = table.url
    piece, to = now["mover"], now["to"]
    table.goto(f"{game}/text")
    line = table.get_by_role("textbox", name="Command")
    line.fill(f"why {now['name']} A1")
    line.press("Enter")
    expect(table.get_by_role("log")).to_contain_text("Not possible")
    line.fill(f"{now['name']} {to}")
    line.press("Enter")
    expect(table.get_by_role("button", name="Undo", exact=True)).not_to_have_attribute(
        "aria-disabled", "true"
    )
    table.goto(game)
    board(table)
    assert table.evaluate("(id) => bullrun.session.placeOf(id)", piece) == to


def test_export_of_the_own_view_and_a_picture_during_play(page: Page) -> None:
    new_game(page, HEXES, {"Union": "Me", "Confederate": "Bot"})
    board(page)
    settled(page)
    menu = page.get_by_role("button", name="Menu")
    menu.click()
    with page.expect_download() as caught:
        page.get_by_role("button", name="Export the record").click()
    record = text_of(caught.value)
    assert "bullrun" in record and "\nkey " not in record
    hidden = page.evaluate("() => bullrun.session.view.face_down.length")
    assert hidden > 5
    menu.click()
    with page.expect_download() as caught:
        page.get_by_role("button", name="Export a picture of the board").click()
    picture = text_of(caught.value)
    assert picture.startswith("<svg") and len(picture) > 100_000
    # What lies face down is in neither.
    shown = page.evaluate("() => Object.keys(bullrun.session.view.pieces)")
    parts = page.evaluate(
        "() => Object.values(bullrun.session.view.pieces).flatMap((p) => p.components ?? [])"
    )
    secret = [
        p.id
        for p in load_game(HEXES).data.pieces("pieces")
        if p.side == "confederate" and p.id not in shown + parts
    ]
    assert secret
    assert not [piece for piece in secret if re.search(rf"\b{re.escape(piece)}\b", record + picture)]


def test_report_files_and_the_complete_record_after_the_end(page: Page, finished: dict[str, str]) -> None:
    import_record(page, finished["bull-run-1861"])
    board(page)
    page.goto(f"{page.url}/report")
    with page.expect_download() as caught:
        page.get_by_role("link", name="HTML").click()
    html = text_of(caught.value)
    assert html.lstrip().lower().startswith("<!doctype html") and "http" not in html.split("</style>")[0]
    with page.expect_download() as caught:
        page.get_by_role("link", name="CSV").click()
    rows = text_of(caught.value).splitlines()
    assert len(rows) > 5 and len({row.count(",") for row in rows}) == 1
    with page.expect_download() as caught:
        page.get_by_role("button", name="Export the record").click()
    record = text_of(caught.value)
    assert "\nkey " in record
    assert parse_record(record).entries == parse_record(finished["bull-run-1861"]).entries


def test_a_what_if_stays_with_its_parent(page: Page) -> None:
    import_record(page, whole_game("bull-run-1861", seed=3))
    board(page)
    parent = page.url
    page.goto(f"{parent}/replay#30")
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_label("Name of the line").fill("Jackson waits")
    # Nobody sat in an imported game: one plays the side that is to move, against a bot.
    mover = page.evaluate(
        """async (id) => {
      const { steps } = await (await fetch(`/api/games/${id}/replay`)).json();
      return steps[steps.findIndex((step) => step[0] > 30)][4];
    }""",
        parent.rsplit("/", 1)[1],
    )
    for side in ("union", "confederate"):
        chosen = page.get_by_role("group", name=f"Who plays {side.capitalize()}").locator(
            "[aria-pressed=true]"
        )
        expect(chosen).to_have_text("Me" if side == mover else "Bot")
    expect(page.get_by_role("dialog").get_by_text("Captain: ")).to_be_visible()
    page.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_url(lambda url: url != parent and "/replay" not in url)
    page.goto(f"{parent}/replay#0")
    expect(page.get_by_role("link", name="Jackson waits")).to_be_visible()
    page.goto("/")
    card = page.get_by_role("article").filter(has_text="Jackson waits")
    card.get_by_role("link", name=re.compile("^What-if of")).click()
    page.wait_for_url(f"{parent}/replay#30")
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuenow", re.compile(r"\d+"))


def test_the_other_sides_question_leaves_the_map_where_it_was(page: Page) -> None:
    """Who plays both sides is not thrown about on the map when the question passes over."""
    new_game(page, "bull-run-1861", {"Union": "Me", "Confederate": "Me"})
    board(page)
    settled(page)
    page.evaluate("() => bullrun.board.fit(false)")
    side = page.evaluate("() => bullrun.session.side")
    camera = page.evaluate("() => ({ ...bullrun.board.camera })")
    for _ in range(60):
        now = settled(page)
        assert now is not None
        if page.evaluate("() => bullrun.session.side") != side:
            break
        page.evaluate(
            "() => { const s = bullrun.session; s.commit(s.options.bare[0] ?? s.options.all[0], true); }"
        )
        page.wait_for_function("(seen) => window.bullrun?.session?.view?.seen > seen", arg=now["seen"])
    assert page.evaluate("() => bullrun.session.side") != side
    assert page.evaluate("() => ({ ...bullrun.board.camera })") == camera


def test_threats_name_odds_from_what_is_known(page: Page) -> None:
    match, decision = attack()
    import_record(page, match.record.to_text())
    board(page)
    settled(page)
    page.get_by_role("button", name="What they can do to me").click()
    page.wait_for_function("() => bullrun.session.fights.threats?.length > 0")
    assert page.evaluate("() => bullrun.session.side") == decision.owner
    worst = page.evaluate("() => bullrun.session.fights.threats[0]")
    panel = page.get_by_role("region", name="What they can do to me")
    expect(panel).to_contain_text(worst["at"])
    expect(panel).to_contain_text(worst["odds"])
    assert page.evaluate("(at) => bullrun.board.state.lit.tags.get(at)?.text", worst["at"]) == worst["odds"]


@pytest.mark.parametrize("game", ["bull-run-1861", "secession-1862", "bull-run-1983"])
def test_the_log_stands_under_the_headings_of_turns_and_phases(page: Page, game: str) -> None:
    import_record(page, played(game, 60, ""))
    board(page)
    settled(page)
    log = page.locator("ol.log")
    turns = log.locator("li.head.l1")
    phases = log.locator("li.head.l2")
    expect(turns.first).to_contain_text({"bull-run-1983": "9:00 AM"}.get(game, "Turn "))
    expect(phases.first).to_contain_text("phase")
    expect(log.get_by_role("heading").first).to_be_visible()
    # The newest line is told first, under the heading of its phase.
    kinds = log.locator("li").evaluate_all("(all) => all.map((li) => li.className.trim())")
    assert kinds[0].startswith("head l1") and kinds[1].startswith("head l2")
    newest = page.evaluate("() => bullrun.session.log.filter((line) => !line.shows?.level).at(-1).n")
    first = next(n for n, kind in enumerate(kinds) if not kind.startswith("head"))
    expect(log.locator("li").nth(first).locator("time")).to_have_text(str(newest))
