"""Measures what must feel instant, in Chromium against a local server: python -m tests.browser.figures

Times are milliseconds on the machine it runs on: first paint of a whole board with its pieces and question,
frames while panning and zooming, and the time from a click to the next painted frame that shows its answer.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.conftest import FLAGS, Server
from tests.browser.driving import board, new_game, settled

FRAMES = """async (kind) => {
  const { board } = window.bullrun, gaps = [];
  const frame = () => new Promise((r) => requestAnimationFrame(r));
  let last = await frame();
  for (let i = 0; i < 120; i++) {
    if (kind === "pan") board.pan(i < 60 ? -9 : 9, i < 60 ? -6 : 6);
    else board.zoom(i < 60 ? 1.02 : 1 / 1.02);
    const now = await frame();
    gaps.push(now - last);
    last = now;
  }
  return gaps;
}"""
MOVERS = "() => bullrun.session.ableOwn().filter((id) => bullrun.session.options.targets(id).size)"
MOVE = "(id) => bullrun.session.options.of(id).find((o) => o.place)?.text ?? null"
WARM = """async () => {
  const { games } = await (await fetch("/api/library")).json();
  for (const game of games)
    for (const board in game.boards)
      for (const part of ["map.svg", "layout", "picture.svg"])
        await fetch(`/api/library/${game.id}/boards/${board}/${part}`);
}"""
SHOWN = "() => performance.getEntriesByName('board shown')[0]?.startTime"
ASKED = "() => document.querySelector('#question .q')"
CLICK = """async ([what, argument]) => {
  const s = window.bullrun.session;
  const painted = () => new Promise((r) => requestAnimationFrame(() => setTimeout(r, 0)));
  const start = performance.now();
  if (what === "select") s.pointing.select(argument);
  if (what === "move") {
    const seen = s.view.seen;
    void s.act(argument);
    while (s.view.seen === seen) await new Promise((r) => setTimeout(r, 1));
  }
  if (what === "why") await s.pointing.askWhy(s.pointing.selected, argument);
  if (what === "undo") {
    const seen = s.view.seen;
    void s.undo();
    while (s.view.seen === seen) await new Promise((r) => setTimeout(r, 1));
  }
  if (what === "overlay") await s.overlays.show(argument);
  await painted();
  return performance.now() - start;
}"""


SIZE: ViewportSize = {"width": 1440, "height": 900}


def opened(page: Page, address: str) -> int:
    """From the address being opened to the board with its question."""
    page.goto(address)
    page.wait_for_function(ASKED)
    return round(page.wait_for_function(SHOWN, polling=50).json_value())


def first_visits(browser: Browser, page: Page, times: int = 4) -> list[int]:
    """The same board in browsers that have kept nothing of it."""
    found = []
    for _ in range(times):
        seats = page.context.storage_state()
        context = browser.new_context(base_url=page.url, viewport=SIZE, storage_state=seats)
        found.append(opened(context.new_page(), page.url))
        context.close()
    return sorted(found)


def new_games(browser: Browser, page: Page, times: int = 4) -> list[int]:
    """From the button that starts a new game to its board, after a while of choosing."""
    found = []
    for _ in range(times):
        context = browser.new_context(base_url=page.url, viewport=SIZE)
        fresh = context.new_page()
        fresh.goto("/new")
        start = fresh.get_by_role("complementary").get_by_role("button", name="Start")
        start.wait_for()
        fresh.wait_for_timeout(2000)
        fresh.evaluate("() => addEventListener('click', () => performance.mark('pressed'), { once: true })")
        start.click()
        shown = fresh.wait_for_function(SHOWN, polling=50).json_value()
        pressed = fresh.evaluate("() => performance.getEntriesByName('pressed')[0].startTime")
        found.append(round(shown - pressed))
        context.close()
    return sorted(found)


def frames(page: Page, kind: str) -> dict[str, float]:
    gaps = sorted(page.evaluate(FRAMES, kind))
    return {
        "median": round(statistics.median(gaps), 1),
        "p95": round(gaps[int(len(gaps) * 0.95)], 1),
        "worst": round(gaps[-1], 1),
    }


class Cost:
    """Processor time of the page's main thread and of the server: other programs do not disturb it."""

    def __init__(self, page: Page, server: Server) -> None:
        assert server.process is not None
        self._stat = Path(f"/proc/{server.process.pid}/stat")
        self._cdp = page.context.new_cdp_session(page)
        self._cdp.send("Performance.enable", {"timeDomain": "threadTicks"})
        self._before = self._now()

    def _now(self) -> tuple[float, float]:
        metrics = {m["name"]: m["value"] for m in self._cdp.send("Performance.getMetrics")["metrics"]}
        spent = sum(int(field) for field in self._stat.read_text().split()[13:15])
        return metrics["TaskDuration"] * 1000, spent * 1000 / os.sysconf("SC_CLK_TCK")

    def since(self, times: int) -> dict[str, float]:
        """Milliseconds for each of so many times."""
        page, server = self._now()
        return {
            "page": round((page - self._before[0]) / times, 1),
            "server": round((server - self._before[1]) / times, 1),
        }


def measure(browser: Browser, page: Page, server: Server) -> dict[str, Any]:
    """All figures of one game."""
    page.goto("/")
    page.evaluate(WARM)
    new_game(page, "bull-run-1983", {"Union": "Me", "Confederate": "Me"})
    board(page)
    settled(page)
    found: dict[str, Any] = {}
    page.wait_for_timeout(6000)
    again = []
    for _ in range(5):
        page.wait_for_timeout(2000)
        again.append(opened(page, page.url))
    found["open a board again (1,924 hexes, all pieces, question)"] = sorted(again)
    found["open it for the first time"] = first_visits(browser, page)
    found["start a new game"] = new_games(browser, page)
    page.wait_for_timeout(4000)
    found["frame while panning"] = frames(page, "pan")
    found["frame while zooming"] = frames(page, "zoom")
    ids = page.evaluate(MOVERS)
    click = lambda what, argument="": round(page.evaluate(CLICK, [what, argument]), 1)  # noqa: E731
    found["select"] = statistics.median(click("select", piece) for piece in ids[:7])
    moves = []
    cost = Cost(page, server)
    for piece in ids[:12]:
        move = page.evaluate(MOVE, piece)
        if move:
            moves.append(click("move", move))
    found["move, stored and shown"] = statistics.median(moves)
    found["processor time of a move"] = cost.since(len(moves))
    found["undo"] = statistics.median(click("undo") for _ in range(3))
    page.evaluate("() => bullrun.session.pointing.next(1)")
    found["why not"] = statistics.median(click("why", place) for place in ("A1", "B2", "C3"))
    found["overlay"] = click("overlay", "control")
    return found


def main() -> None:
    """Measure and print."""
    server = Server(Path(tempfile.mkdtemp()))
    try:
        with sync_playwright() as playwright:
            path = shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            page = browser.new_page(base_url=server.url, viewport=SIZE)
            page.set_default_timeout(60_000)
            print(json.dumps(measure(browser, page, server), indent=2))
            browser.close()
    finally:
        server.kill()


if __name__ == "__main__":
    main()
