"""Enlarging the board of a game: fingers, double taps, buttons and keys; what is at the fingers stays there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plancia_api import create_app
from plancia_archive import Archive
from plancia_events import read
from tests.browser.conftest import Opened, served

GAME = Path(__file__).resolve().parents[1] / "games" / "torneo" / "faults.rgn"
AT = "planciaGame.state.at"
SCALE = """() => { const [, , width] = document.querySelector("svg.pb").getAttribute("viewBox").split(" ").map(Number);
  return 1280 / width; }"""
# the middle of a territory's disc in the window
PLACE = """(code) => { const disc = document.querySelector(`.pb-disc[data-code=${code}] .pb-circle`);
  const box = disc.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2]; }"""
LETTER = """(code) => { const text = document.querySelector(`.pb-disc[data-code=${code}] .pb-letter`);
  return text.checkVisibility() ? parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a : 0; }"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a game's page."""
    archive = Archive.open(tmp_path_factory.mktemp("zoom") / "a.db", create=True)
    game = archive.add_game(read(GAME.read_bytes()).games[0]).game_id
    with served(create_app(archive, seconds_per_minute=100_000)) as site:
        yield f"{site}/games/{game}?lang=en#e60"


class Fingers:
    """Fingers on a page, by the protocol of Chromium's own tools."""

    def __init__(self, page: Any) -> None:
        self.session = page.context.new_cdp_session(page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def pinch(self, middle: tuple[float, float], before: float, after: float) -> None:
        """Two fingers beside each other move apart or together; distances from the middle in pixels."""
        x, y = middle
        self.send("touchStart", (x - before, y), (x + before, y))
        for step in range(1, 6):
            wide = before + (after - before) * step / 5
            self.send("touchMove", (x - wide, y), (x + wide, y))
        self.send("touchEnd")

    def tap(self, x: float, y: float) -> None:
        self.send("touchStart", (x, y))
        self.send("touchEnd")

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.send("touchStart", start)
        for step in range(1, 6):
            self.send("touchMove", *[tuple(a + (b - a) * step / 5 for a, b in zip(start, end))])  # type: ignore[arg-type]
        self.send("touchEnd")


def test_two_fingers_enlarge_around_their_middle_and_one_moves_it(address: str, open_page: Opened) -> None:
    page = open_page(address, phone=True)
    fingers = Fingers(page)
    china = page.evaluate(PLACE, "CIN")
    assert page.evaluate(LETTER, "CIN") == 0  # on the whole board of a phone there is no room for letters
    fingers.pinch((china[0], china[1]), 30, 90)
    scale = page.evaluate(SCALE)
    assert scale == pytest.approx(3, rel=0.1)
    now = page.evaluate(PLACE, "CIN")
    assert now == pytest.approx(china, abs=3)
    assert page.evaluate(LETTER, "CIN") >= 11
    fingers.drag((200, 300), (150, 360))
    assert page.evaluate(PLACE, "CIN") == pytest.approx([now[0] - 50, now[1] + 60], abs=9)
    assert page.evaluate(AT) == 60  # a movement over the enlarged board is no swipe to another event
    assert page.evaluate("[visualViewport.scale, scrollX]") == [1, 0]
    fingers.pinch((200, 300), 90, 20)
    assert page.evaluate(SCALE) == 1 and page.evaluate(LETTER, "CIN") == 0
    fingers.drag((300, 300), (150, 300))
    assert page.evaluate(AT) == 61


def test_two_taps_enlarge_and_two_more_show_the_whole(address: str, open_page: Opened) -> None:
    page = open_page(address, phone=True)
    fingers, brazil = Fingers(page), page.evaluate(PLACE, "BRA")
    for expected in (2.5, 1):
        for _ in range(2):
            fingers.tap(*brazil)
        assert page.evaluate(SCALE) == pytest.approx(expected)
        page.wait_for_timeout(350)
    fingers.tap(*brazil)
    page.wait_for_timeout(400)
    fingers.tap(*brazil)
    assert page.evaluate(SCALE) == 1


@pytest.mark.parametrize("phone", [False, True])
def test_buttons_are_large_and_enlarge_between_the_ends(address: str, open_page: Opened, phone: bool) -> None:
    page = open_page(address, phone)
    more, less, whole = (page.locator(f"[data-zoom={name}]") for name in ("in", "out", "whole"))
    assert not whole.is_visible() and less.get_attribute("aria-disabled") == "true"
    for _ in range(5):
        more.click()
    assert page.evaluate(SCALE) == pytest.approx(6, rel=0.01) and more.get_attribute("aria-disabled") == "true"
    less.click()
    assert page.evaluate(SCALE) == pytest.approx(4, rel=0.01)
    for button in (more, less, whole):
        box = button.bounding_box()
        assert box["width"] >= 44 and box["height"] >= 44 and button.get_attribute("aria-label")
    whole.click()
    assert page.evaluate(SCALE) == 1 and not whole.is_visible()
    assert page.evaluate("document.activeElement.dataset.zoom") == "in"


def test_keys_enlarge_and_move_with_the_focus_in_the_game_alone(address: str, open_page: Opened) -> None:
    page = open_page(address)
    page.keyboard.press("+")
    assert page.evaluate(SCALE) == 1
    page.get_by_role("button", name="Next event").focus()
    page.keyboard.press("+")
    page.keyboard.press("+")
    assert page.evaluate(SCALE) == pytest.approx(2.25, rel=0.01)
    before = page.evaluate(PLACE, "CIN")
    page.keyboard.press("Shift+ArrowRight")
    assert page.evaluate(PLACE, "CIN") == pytest.approx([before[0] - 60, before[1]], abs=1)
    assert page.evaluate(AT) == 60
    page.keyboard.press("ArrowRight")
    assert page.evaluate(AT) == 61 and page.evaluate(SCALE) == pytest.approx(2.25, rel=0.01)
    page.keyboard.press("-")
    page.keyboard.press("0")
    assert page.evaluate(SCALE) == 1


def test_the_mouse_moves_an_enlarged_board_and_the_edge_holds(address: str, open_page: Opened) -> None:
    page = open_page(address)
    page.mouse.dblclick(*page.evaluate(PLACE, "CON"))
    assert page.evaluate(SCALE) == pytest.approx(2.5)
    start = page.evaluate(PLACE, "CON")
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 20, start[1] + 20)
    page.mouse.move(start[0] + 5000, start[1] + 5000, steps=4)  # outside of the window
    page.mouse.up()
    view = page.evaluate("document.querySelector('svg.pb').getAttribute('viewBox').split(' ').map(Number)")
    assert view == [0, 0, 512, 320]
