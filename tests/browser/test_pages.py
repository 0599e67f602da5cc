"""Every page: no serious fault for an accessibility checker, nothing cut off, at four sizes and by night."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import ROOT, WAIT, Server
from tests.browser.driving import board, import_record, new_game, settled

pytestmark = pytest.mark.slow
AXE = (ROOT / "client" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
SIZES = {"desktop": (1440, 900), "laptop": (1280, 800), "tablet": (1024, 768), "phone": (390, 844)}
RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(" | ")}`);
}"""
WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
OVERLAPS = """() => {
  // Things side by side in the top bar must not lie over each other, nor stick out of it.
  const bar = document.querySelector("header.top");
  if (!bar) return [];
  const whole = bar.getBoundingClientRect();
  const boxes = [...bar.children]
    .map((e) => ({ name: e.className || e.tagName, box: e.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0);
  const out = boxes.filter(({ box }) => box.right > whole.right + 1);
  const found = out.map(({ name }) => `${name} sticks out`);
  boxes.sort((a, b) => a.box.left - b.box.left);
  for (let i = 1; i < boxes.length; i++)
    if (boxes[i].box.left < boxes[i - 1].box.right - 1)
      found.push(`${boxes[i - 1].name} under ${boxes[i].name}`);
  for (const e of bar.querySelectorAll("*"))
    if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 && getComputedStyle(e).overflowX === "visible")
      found.push(`${e.className || e.tagName} is cut`);
  return found;
}"""


def faults(page: Page) -> list[str]:
    """What is wrong with the page as it stands."""
    page.evaluate(AXE)
    found: list[str] = page.evaluate(RUN)
    if page.evaluate(WIDE) > 1:
        found.append("the page scrolls sideways")
    found += page.evaluate(OVERLAPS)
    return found


def open_page(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("heading", level=1).first.wait_for()
    page.wait_for_function("() => !document.querySelector('[role=status].board-loading')")


def journey(page: Page) -> Iterator[str]:
    """From page to page, as far as one can get without playing on; each stop has its name."""
    for address in ("/", "/new", "/library", "/settings"):
        open_page(page, address)
        yield address
    page.goto("/")
    page.get_by_role("button", name="Import a record").last.click()
    yield "import"
    new_game(page, "bull-run-1983", {"Union": "Me", "Confederate": "Me"})
    board(page)
    settled(page)
    yield "play"
    page.evaluate("() => bullrun.session.pointing.next(1)")
    page.wait_for_function("() => bullrun.session.pointing.reach.size > 0")
    yield "selected"
    page.evaluate("() => bullrun.session.pointing.askWhy(bullrun.session.pointing.selected, 'A1')")
    expect(page.get_by_role("dialog", name="Not possible")).to_be_visible()
    yield "why"
    page.goto(f"{page.url}/text")
    expect(page.get_by_role("heading", name="My pieces")).to_be_visible()
    yield "text"


@pytest.fixture
def sized(chromium: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Page]:
    size, scheme = request.param
    width, height = SIZES[size]
    context = chromium.new_context(
        base_url=server.url,
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        color_scheme=scheme,
        has_touch=size in ("tablet", "phone"),
    )
    context.set_default_timeout(WAIT)
    yield context.new_page()
    context.close()


LIGHT = [(size, "light") for size in SIZES]


def named(value: Any) -> str:
    return "-".join(value)


@pytest.mark.parametrize("sized", [*LIGHT, ("desktop", "dark")], indirect=True, ids=named)
def test_no_serious_fault_on_the_way(sized: Page) -> None:
    found = {stop: faults(sized) for stop in journey(sized)}
    assert {stop: wrong for stop, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("sized", [("phone", "light")], indirect=True, ids=named)
def test_larger_text_is_larger_and_nothing_is_cut_off(sized: Page) -> None:
    open_page(sized, "/settings")
    height = "() => document.querySelector('main h1').getBoundingClientRect().height"
    before = sized.evaluate(height)
    sized.get_by_role("group", name="Text size").get_by_role("button", name="Larger").click()
    assert sized.evaluate(height) > 1.2 * before
    found = {stop: faults(sized) for stop in journey(sized)}
    assert {stop: wrong for stop, wrong in found.items() if wrong} == {}


def test_the_night_is_dark(chromium: Browser, server: Server) -> None:
    page = chromium.new_page(base_url=server.url, color_scheme="dark")
    open_page(page, "/")
    assert page.evaluate("() => document.documentElement.dataset.theme") == "night"
    page.close()


@pytest.mark.parametrize("game", ["bull-run-1861", "secession-1862"])
def test_no_serious_fault_on_a_zone_map(chromium: Browser, server: Server, game: str) -> None:
    """One game at every size, after some play."""
    page = chromium.new_page(base_url=server.url, reduced_motion="reduce")
    page.set_default_timeout(WAIT)
    new_game(page, game, {"Union": "Me", "Confederate": "Me"})
    board(page)
    settled(page)
    found = {}
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        found[size] = faults(page)
    assert {size: wrong for size, wrong in found.items() if wrong} == {}
    page.close()


def test_replay_and_report(chromium: Browser, server: Server, finished: dict[str, str]) -> None:
    page = chromium.new_page(base_url=server.url, reduced_motion="reduce")
    page.set_default_timeout(WAIT)
    import_record(page, finished["bull-run-1861"])
    board(page)
    address = page.url
    found = {}
    for part in ("replay#40", "report"):
        page.goto(f"{address}/{part}")
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.get_by_role("heading", level=1).first.wait_for()
            found[part, size] = faults(page)
    assert {stop: wrong for stop, wrong in found.items() if wrong} == {}
    # The page is as narrow as a phone now: battles stand turn under turn, by the names of their zones.
    battles = page.get_by_role("region", name="Battles")
    assert battles.evaluate("(e) => e.scrollWidth - e.clientWidth") <= 1
    assert not re.search(r"\bZ(47|55)\n", battles.inner_text()), "Henry House Hill, Matthews Hill"
    page.close()
