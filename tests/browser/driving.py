"""How a player drives the page, by mouse and by keys. Only reading goes through the page's own state."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

STATE = """() => {
  const s = window.bullrun?.session;
  if (!s || !s.view || !s.board) return null;
  const onMap = (id) => s.ground.has(s.placeOf(id) ?? "");
  const movers = s.ableOwn().filter((id) => s.shown.pieces[id] && s.options.targets(id).size);
  const { selected } = s.pointing;
  const mover = (movers.includes(selected) ? selected : null) ?? movers.find(onMap) ?? movers[0] ?? null;
  return {
    mine: s.isMine, can: s.canAct, over: s.view.decision === null, seen: s.view.seen, number: s.view.number,
    link: s.link, queue: s.playback.queue.length, question: s.view.decision?.question ?? "",
    owner: s.view.decision?.owner ?? null, phase: s.view.phase, turn: s.view.turn,
    selected: s.pointing.selected, confirming: !!s.pointing.confirming, menu: !!s.pointing.menu,
    asked: !!s.warnings.asked,
    picks: s.picks().length,
    bare: s.options.bare.length, total: s.options.all.length,
    mover, name: mover ? s.pieceName(mover) : "", from: mover && onMap(mover) ? s.placeOf(mover) : null,
    to: [...(mover ? s.options.targets(mover).keys() : [])]
      .find((p) => s.ground.has(p) && p !== s.placeOf(mover)) ?? null,
    place: s.options.all.find((o) => !o.pieces.length && o.place)?.place ?? null,
  };
}"""

SETTLED = """() => {
  if (document.querySelector(".handover button")) return "handover";
  const s = window.bullrun?.session;
  if (!s || !s.view || !s.board || s.link !== "open" || s.isBusy) return false;
  if (s.playback.queue.length) return document.querySelector(".playbar") ? "playback" : false;
  if (document.querySelector("#question .watching")) return false;
  return s.view.decision === null ? "over" : s.canAct ? "mine" : false;
}"""
FIRST_DUTY = "() => bullrun.session.act(bullrun.session.options.all.find((o) => o.verb !== 'move').text)"


def state(page: Page) -> dict[str, Any] | None:
    """What the page knows, or None while there is no board."""
    found: dict[str, Any] | None = page.evaluate(STATE)
    return found


def board(page: Page) -> dict[str, Any]:
    """Wait for a board that is connected and shows its map; take the screen if it is passed."""
    page.wait_for_function(
        """() => document.querySelector(".handover") ||
          (window.bullrun?.board && bullrun.session?.view && bullrun.session.link === "open")"""
    )
    if page.locator(".handover button").count():
        page.locator(".handover button").click()
        return board(page)
    found = state(page)
    assert found is not None
    return found


def clear_duties(page: Page) -> None:
    """Do what must be done before a phase may end: take named options until a bare one is there."""
    for _ in range(60):
        settled(page)
        seen = page.evaluate("() => bullrun.session.options.bare.length ? -1 : bullrun.session.view.seen")
        if seen < 0:
            return
        page.evaluate(FIRST_DUTY)
        page.wait_for_function("(seen) => bullrun.session.view.seen > seen", arg=seen)


def spot(page: Page, place: str) -> tuple[float, float]:
    """Where a place is on the screen, brought into view."""
    page.evaluate("(name) => window.bullrun.board.show([name], false)", place)
    x, y = page.evaluate(
        """(name) => {
          const { board } = window.bullrun;
          const [x, y] = board.screenOf(name);
          const box = board.element.getBoundingClientRect();
          return [x + box.left, y + box.top];
        }""",
        place,
    )
    return float(x), float(y)


def click_place(page: Page, place: str) -> None:
    """Click a place of the map."""
    x, y = spot(page, place)
    page.mouse.move(x, y)
    page.mouse.click(x, y)


def new_game(page: Page, game: str, seats: dict[str, str] | None = None, **options: str) -> None:
    """From the lobby to a board: choose a game, who plays, and start."""
    page.goto("/")
    page.get_by_role("link", name="New game").first.click()
    page.locator(".box5 [role=radio]").nth(_index(page, game)).click()
    page.get_by_role("radiogroup", name="Scenario").locator("label").first.click()
    page.get_by_role("radiogroup", name="How").get_by_text("As printed").click()
    for side, who in (seats or {}).items():
        page.get_by_role("group", name=f"Who plays {side}").get_by_role(
            "button", name=who, exact=True
        ).click()
    for title, value in options.items():
        page.evaluate("() => document.querySelectorAll('details.fold').forEach((fold) => (fold.open = true))")
        page.locator("label.opt", has_text=title).filter(has_text=value).click()
    page.get_by_role("complementary").get_by_role("button", name="Start").click()


def _index(page: Page, game: str) -> int:
    names = page.evaluate("async () => (await (await fetch('/api/library')).json()).games.map((g) => g.id)")
    return int(names.index(game))


def import_record(page: Page, text: str) -> None:
    """From the lobby to the board of an imported record."""
    page.goto("/")
    page.get_by_role("button", name="Import a record").first.click()
    file = {"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()}
    page.locator("dialog input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    expect(page.get_by_role("textbox", name="Record")).to_have_value(text)
    page.get_by_role("button", name="Import", exact=True).click()


def settled(page: Page) -> dict[str, Any] | None:
    """Let playback and hand-over pass; None when the game is over."""
    for _ in range(50):
        kind = page.wait_for_function(SETTLED).json_value()
        if kind == "handover":
            page.locator(".handover button").click()
        elif kind == "playback":
            page.get_by_role("button", name="Skip", exact=True).click()
        else:
            return None if kind == "over" else state(page)
    raise AssertionError(f"nobody can act: {state(page)}")


def buttons(page: Page) -> list[str]:
    """The buttons under the question that are answers."""
    shown = page.locator("#question .acts > button:not(.ghost):not(.ic)").all_inner_texts()
    return [text.split("\n")[0] for text in shown if not text.startswith(("Next piece", "Add waypoint"))]


def step_by_mouse(page: Page, now: dict[str, Any]) -> None:
    """One action by clicking: a button if there is one, else a piece and a place."""
    if now["confirming"]:
        page.locator(".confirm .btn.pri").click()
    elif now["asked"]:
        page.locator(".pop.warning .btn.pri").click()
    elif now["menu"]:
        page.locator(".pop .menu button").first.click()
    elif buttons(page):
        page.locator("#question .acts > button").first.click()
    elif now["selected"] and now["mover"] == now["selected"] and now["to"]:
        click_place(page, now["to"])
    elif now["from"]:
        click_place(page, now["from"])
    elif now["mover"]:
        page.get_by_role("tab", name="Units").click()
        page.locator(".pieces button", has_text=now["name"]).first.click()
    elif now["place"]:
        click_place(page, now["place"])
    else:
        raise AssertionError(f"no way by mouse: {now}")


def step_by_keys(page: Page, now: dict[str, Any]) -> None:
    """One action with the keyboard alone."""
    if now["confirming"] or now["menu"]:
        page.keyboard.press("Enter")
    elif now["asked"]:
        # The harmless answer has the focus.
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Enter")
    elif buttons(page) and not (now["selected"] and now["mover"] == now["selected"]):
        page.locator("body").press("1")
    elif now["selected"] and now["mover"] == now["selected"] and now["to"]:
        go_to(page, now["to"])
        page.keyboard.press("Enter")
    elif now["mover"]:
        page.locator("#map").focus()
        page.keyboard.press("Tab")
    elif now["place"]:
        go_to(page, now["place"])
        page.keyboard.press("Enter")
    else:
        raise AssertionError(f"no way by keys: {now}")


def go_to(page: Page, place: str) -> None:
    """Put the cursor on a place by name: slash, the name, Enter."""
    page.locator("#map").focus()
    page.keyboard.press("/")
    page.keyboard.type(place)
    page.keyboard.press("Enter")
    expect(page.locator(".finder")).to_have_count(0)
    page.locator("#map").focus()


def play_on(page: Page, by: str, most: int = 400) -> int:
    """Play until the game is over; says how many actions it took."""
    step = step_by_mouse if by == "mouse" else step_by_keys
    before, stuck, taken = -1, 0, 0
    for _ in range(most):
        now = settled(page)
        if now is None:
            return taken
        stuck = stuck + 1 if now["seen"] == before else 0
        taken += now["seen"] != before
        assert stuck < 12, f"no progress: {now}"
        before = now["seen"]
        step(page, now)
    raise AssertionError("the game did not end")
