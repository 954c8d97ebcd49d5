"""The main pages by keyboard alone: the way past the head, order of the focus, a visible focus, forms by Enter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from plancia_api import create_app
from plancia_archive import Archive
from tests.api.conftest import filled
from tests.browser.conftest import Opened, served

# what has the focus: its place in the page, its box, whether an outline is drawn, whether it is in view
FOCUS = """() => {
  const one = document.activeElement, box = one.getBoundingClientRect(), style = getComputedStyle(one);
  const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")];
  return {
    index: all.indexOf(one), tag: one.tagName, text: (one.textContent || one.name || "").trim().slice(0, 40),
    seen: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    inView: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth && box.width > 0,
  };
}"""


class Site:
    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.address = ""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    made = Site(filled(tmp_path_factory.mktemp("keys") / "a.db"))
    made.archive.tournaments.append(
        "autunno",
        [{"kind": "table", "round": 2, "table": "A", "seats": list(made.archive.tournaments.get("autunno").players)}],
    )
    with served(create_app(made.archive, seconds_per_minute=100_000)) as address:
        made.address = address
        yield made


PAGES = ("/", "/tournaments/autunno", "/tournaments/autunno/results", "/statistics/throws?provenance=all", "/disputes")


@pytest.mark.parametrize("path", PAGES)
def test_the_focus_goes_down_the_page_and_is_always_seen(site: Site, open_page: Opened, path: str) -> None:
    page = open_page(f"{site.address}{path}")
    page.keyboard.press("Tab")
    first = page.evaluate(FOCUS)
    assert first["tag"] == "A" and page.evaluate("document.activeElement.className") == "skip" and first["inView"]
    last, stops = -1, 0
    while stops < 80:
        at = page.evaluate(FOCUS)
        if at["tag"] == "BODY" or at["index"] < last:
            break  # past the end
        assert at["seen"] and at["inView"], at
        assert at["index"] > last or at["tag"] == "INPUT", at  # parts of a date are one field
        last, stops = at["index"], stops + 1
        page.keyboard.press("Tab")
    assert stops > 5


def test_the_way_past_the_head_leads_to_the_content(site: Site, open_page: Opened) -> None:
    page = open_page(f"{site.address}/?lang=it")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_a_game_is_searched_and_opened_without_a_pointer(site: Site, open_page: Opened) -> None:
    page = open_page(f"{site.address}/?lang=it")
    page.locator("#q").focus()
    page.keyboard.type("anna")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert "q=anna" in page.url
    page.locator("table.games a").first.focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert "/games/g_" in page.url


def test_results_are_entered_without_a_pointer(site: Site, open_page: Opened) -> None:
    page = open_page(f"{site.address}/tournaments/autunno/results?lang=it")
    page.locator("#points-A-0").focus()
    for points in ("40", "30", "20", "10"):
        page.keyboard.type(points)
        page.keyboard.press("Tab")
    page.locator("#results-token").focus()
    page.keyboard.type(site.archive.tokens.grant("arbiter", "arbiter")[1])
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.url.endswith("/tournaments/autunno?round=2&results=1#recorded")
    table: Any = site.archive.tournaments.get("autunno").tables[2, "A"]
    assert [table.typed["points"][player] for player in table.seats] == ["40", "30", "20", "10"]
