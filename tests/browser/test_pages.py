"""Every page: no serious fault for an accessibility checker, at three sizes and in both themes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import ROOT, WAIT, Server
from tests.browser.driving import board, import_record, new_game, settled

pytestmark = pytest.mark.slow
AXE = ROOT / "client" / "node_modules" / "axe-core" / "axe.min.js"
SIZES = {"desktop": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}
RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(" | ")}`);
}"""


def faults(page: Page) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(RUN)
    return found


def play(page: Page) -> None:
    new_game(page, "bull-run-1983", {"Union": "Me", "Confederate": "Me"})
    board(page)
    settled(page)


def selected(page: Page) -> None:
    play(page)
    page.evaluate("() => bullrun.session.next(1)")
    page.wait_for_timeout(300)


def why(page: Page) -> None:
    play(page)
    page.evaluate("() => bullrun.session.next(1)")
    page.evaluate("() => bullrun.session.askWhy(bullrun.session.selected, 'A1')")
    expect(page.get_by_role("dialog", name="Not possible")).to_be_visible()


def zones(page: Page) -> None:
    new_game(page, "bull-run-1861", {"Union": "Me", "Confederate": "Me"})
    board(page)
    settled(page)


def text(page: Page) -> None:
    play(page)
    page.goto(f"{page.url}/text")
    expect(page.get_by_role("heading", name="My pieces")).to_be_visible()


def open_page(address: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.goto(address)
        page.get_by_role("heading", level=1).wait_for()
        page.wait_for_timeout(400)

    return go


def imports(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Import a record").last.click()


PAGES: dict[str, Callable[[Page], None]] = {
    "lobby": open_page("/"),
    "new": open_page("/new"),
    "library": open_page("/library"),
    "settings": open_page("/settings"),
    "play": play,
    "selected": selected,
    "why": why,
    "zones": zones,
    "text": text,
}


@pytest.fixture(scope="module")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shots")


def fresh_page(chromium: Browser, server: Server, size: str, scheme: Any = "light") -> Page:
    width, height = SIZES[size]
    context = chromium.new_context(
        base_url=server.url,
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        color_scheme=scheme,
        has_touch=size != "desktop",
    )
    context.set_default_timeout(WAIT)
    return context.new_page()


@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("name", list(PAGES))
def test_no_serious_fault(chromium: Browser, server: Server, shots: Path, name: str, size: str) -> None:
    page = fresh_page(chromium, server, size)
    PAGES[name](page)
    assert faults(page) == []
    page.screenshot(path=str(shots / f"{name}-{size}.png"))
    wide = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 1, "the page scrolls sideways"
    page.context.close()


@pytest.mark.parametrize("name", ["lobby", "selected", "why"])
def test_no_serious_fault_by_lamplight(chromium: Browser, server: Server, name: str) -> None:
    page = fresh_page(chromium, server, "desktop", "dark")
    PAGES[name](page)
    assert page.evaluate("() => document.documentElement.dataset.theme") == "night"
    assert faults(page) == []
    page.context.close()


def test_replay_and_report(chromium: Browser, server: Server, finished: dict[str, str]) -> None:
    for size in SIZES:
        page = fresh_page(chromium, server, size)
        if size == "phone":
            page.set_viewport_size({"width": 700, "height": 844})
        import_record(page, finished["bull-run-1861"])
        board(page)
        address = page.url
        page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))  # type: ignore[arg-type]
        for part in ("replay#40", "report"):
            page.goto(f"{address}/{part}")
            page.get_by_role("heading", level=1).first.wait_for(state="attached")
            page.wait_for_timeout(500)
            assert faults(page) == [], (size, part)
        page.context.close()
