"""The last entry leaves the phone: on the way back, on the way to the result, when the page is closed or hidden."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from plancia_events import Game, format_event
from tests.browser.conftest import Opened, settle, wait
from tests.browser.test_record_page import FIRST_TURN, GAME, HEADERS, Table, table

OVER = len(GAME.events)


def note(page: Any, text: str) -> None:
    """Types a remark, which a page that is ready then holds; what is typed before stays on the device."""
    wait(page, "planciaRecord.recording.bar?.lease.writer")
    page.fill("#words", f"note {text}")
    page.press("#words", "Enter")
    settle(page)
    assert page.evaluate("planciaRecord.recording.held !== null")


def until_stored(made: Table, page: Any, line: str) -> None:
    for _ in range(200):
        if line in made.lines:
            break
        page.wait_for_timeout(25)
    assert made.lines.count(line) == 1, made.lines[-3:]


def test_what_is_held_is_stored_however_the_page_is_left(tmp_path: Path, open_page: Opened) -> None:
    with table(tmp_path, FIRST_TURN) as made:
        page = made.open(open_page, phone=True)
        note(page, "back")
        page.tap(".bar a.button")
        page.wait_for_url(f"**/games/{made.game}")
        assert made.lines[-1] == "NOTE * {back}", "before the other page is there"
        made.show(page)
        note(page, "away")
        page.goto(f"{made.address}/games")  # as by the button of the browser: pagehide alone
        until_stored(made, page, "NOTE * {away}")
        made.show(page)
        wait(page, "planciaRecord.recording.isIdle")
        note(page, "hidden")
        page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        until_stored(made, page, "NOTE * {hidden}")
        page.evaluate("delete document.hidden")
        wait(page, "planciaRecord.recording.isIdle")
        assert page.locator("#said li:not(.stored)").count() == 0
        note(page, "crash")
        page.evaluate("Object.assign(planciaRecord.recording, { depart() {} })")  # a battery that is empty says nothing
        page.goto("about:blank")
        made.show(page)
        wait(page, "planciaRecord.recording.held?.lines[0] === 'note crash'")
        page.evaluate("planciaRecord.recording.leave()")
        until_stored(made, page, "NOTE * {crash}")
        page.fill("#words", "OVER * agreement")
        page.press("#words", "Enter")
        slip = page.locator("#act .asks button").first
        slip.wait_for()
        page.wait_for_timeout(100)
        assert made.lines[-1] == "NOTE * {crash}", "a typed end is asked about, as that of the menu"
        slip.tap()
        wait(page, "planciaRecord.recording.isIdle && !document.querySelector('#act .asks')")
        assert made.lines[-1] == "NOTE * {crash}"


def test_what_was_sent_when_the_page_was_closed_is_neither_lost_nor_doubled(tmp_path: Path, open_page: Opened) -> None:
    with table(tmp_path, FIRST_TURN) as made:
        page = made.open(open_page, phone=True)
        note(page, "once")
        page.route("**/record?lang=*", lambda route: route.abort())  # the answer, or the request, never came
        page.goto("about:blank")
        page.unroute("**/record?lang=*")
        made.show(page)
        until_stored(made, page, "NOTE * {once}")
        note(page, "twice")
        page.reload()  # it was stored, and this page does not know it
        until_stored(made, page, "NOTE * {twice}")
        wait(page, "window.planciaRecord?.recording.isIdle")
        assert page.locator("#said li").filter(has_text="twice").count() == 1
        page.wait_for_timeout(300)
        assert made.lines.count("NOTE * {twice}") == 1


def test_signatures_and_the_end_are_sent_at_once_and_the_receipt_waits_for_everything(
    tmp_path: Path, new_device: Any
) -> None:
    with table(tmp_path, None) as made:
        made.archive.add_game(Game(HEADERS, GAME.events))
        page = made.show(new_device(phone=True).new_page(), "it")
        for letter in GAME.players:
            page.tap(f"#act [data-act=confirm][data-seat={letter}]")
        page.tap("#act [data-act=confirm-yes]")
        wait(page, "planciaRecord.recording.isIdle")
        assert made.lines == [*map(format_event, GAME.events), "CERT * R B G N"], "nobody waits eight seconds"
        note(page, "for the receipt")
        page.tap("#act [data-act=result]")
        page.wait_for_url("**/result")
        version = made.archive.version(made.game)
        assert made.lines[-1] == "NOTE * {for the receipt}"
        assert page.locator(f"#receipt[data-version='{version}'] .qr svg").is_visible()
        assert page.locator("#signed").inner_text().count("✓") == 4
        made.archive.append(made.game, ["NOTE * {another phone}"], None)
        page.locator(f"#receipt[data-version='{version + 1}']").wait_for(timeout=15_000)
        made.show(page, "it")
        note(page, "without network")
        page.route("**/api/v1/**", lambda route: route.abort())
        page.tap("#act [data-act=result]")
        page.wait_for_url("**/result")
        page.locator(".notice").filter(has_text="1 inserimento su questo dispositivo").wait_for()
        assert not page.locator(".qr").is_visible(), "no receipt of a version that is not the last"
        page.unroute("**/api/v1/**")
        page.locator(f"#receipt[data-version='{version + 2}']").wait_for(timeout=15_000)
        assert page.locator(".qr svg").is_visible() and made.lines[-1] == "NOTE * {without network}"
