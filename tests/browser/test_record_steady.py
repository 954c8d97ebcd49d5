"""Nothing moves under a finger on the page that records: the pad, the armies that move in, the board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import PAIRS, Opened, settle, stored, wait
from tests.browser.test_record_page import FIRST_TURN, table

BUTTONS = "#act .pad button, #act .counts button, #act .row > button"
BOXES = """(buttons) => Object.fromEntries([...document.querySelectorAll(buttons)]
  .filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect(), face = one.getAttribute("data-face");
    return [face ? `face ${face}` : one.textContent, [x, y, width, height].map(Math.round)];
  }))"""
BOARD = "(({ x, y, width }) => [x, y, width])(document.querySelector('#map svg').getBoundingClientRect())"
SIZES = pytest.mark.parametrize("phone", [True, False], ids=["390", "1280"])


def same(page: Any, before: dict[str, list[int]], state: str, *names: str) -> dict[str, list[int]]:
    """Asserts that the buttons that were there and still are have not moved; those now."""
    now: dict[str, list[int]] = page.evaluate(BOXES, BUTTONS)
    moved = {name: (before[name], now[name]) for name in before.keys() & now.keys() if before[name] != now[name]}
    assert not moved and set(names) <= now.keys(), (state, moved, now.keys())
    return now


def place_first(page: Any) -> None:
    page.evaluate("planciaRecord.say('+2 alaska +1 scand').then(() => planciaRecord.recording.leave())")
    stored(page)


@PAIRS
def test_the_pad_stays_where_it_is_from_die_to_die_and_throw_to_throw(
    tmp_path: Path, open_page: Opened, phone: bool, lang: str
) -> None:
    faces = [f"face {face}" for face in range(1, 7)]
    with table(tmp_path, FIRST_TURN) as made:
        page = made.open(open_page, phone, lang)
        place_first(page)
        page.evaluate("planciaRecord.tap('SCA'); planciaRecord.tap('ISL')")
        boxes = same(page, {}, "the pad", *faces)
        for number, face in enumerate((5, 4, 3, 5, 5)):  # the attack loses two
            page.locator(f'[data-face="{face}"]').click()
            now = same(page, boxes, f"die {number}", *faces)
        settle(page)
        now = same(page, now | boxes, "the answer has come, and the attack may go on", *faces)
        stored(page)
        now = same(page, now, "stored", *faces)
        for face in (5, 4, 3, 6):
            page.locator(f'[data-face="{face}"]').click()
        now = same(page, now, "one die of the defence, which has two armies", *faces)
        page.locator(".act .row:not(.tools) button").last.click()
        wait(page, "document.querySelector('.notices .asks')")
        same(page, now, "a question", *faces)
        assert page.locator(".notices .quiet").is_visible()


@PAIRS
def test_armies_that_move_in_stay_where_they_are(tmp_path: Path, open_page: Opened, phone: bool, lang: str) -> None:
    with table(tmp_path, FIRST_TURN) as made:
        page = made.open(open_page, phone, lang)
        place_first(page)
        page.evaluate("planciaRecord.tap('ALA'); planciaRecord.tap('TNO')")
        released: list[Any] = []
        page.route("**/complete?*", lambda route: released.append(route))
        for face in (6, 2, 1, 5, 1):
            page.locator(f'[data-face="{face}"]').click()
        before = same(page, {}, "what the board decides", "3", "4", "5", "6")
        while not released:
            page.wait_for_timeout(10)
        released[0].continue_()
        settle(page)
        before = same(page, before, "what the server decides", "3", "6")
        stored(page)
        before = same(page, before, "stored", "3", "6")
        page.evaluate("planciaRecord.recording.refused = { why: 'x', said: ['y'] }; planciaRecord.redraw()")
        wait(page, "document.querySelector('.refusal')")
        same(page, before, "a refusal", "3", "6")


@SIZES
def test_the_loss_of_the_network_moves_neither_board_nor_buttons(tmp_path: Path, new_device: Any, phone: bool) -> None:
    with table(tmp_path, FIRST_TURN) as made:
        device = new_device(phone=phone)
        page = made.show(device.new_page())
        wait(page, "window.planciaRecord?.recording.bar && planciaRecord.recording.queue.online !== false")
        board, boxes = page.evaluate(BOARD), same(page, {}, "with network")
        device.set_offline(True)
        page.evaluate(
            "planciaRecord.say('+2 alaska +1 scand').then(() => planciaRecord.recording.commit()).then(() => 0)"
        )
        wait(page, "document.querySelector('.network').dataset.state === 'offline'")
        assert page.locator(".network").inner_text(), "said, below the board"
        assert page.evaluate(BOARD) == board
        same(page, boxes, "without network")
        device.set_offline(False)
