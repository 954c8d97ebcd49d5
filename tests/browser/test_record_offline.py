"""Recording with an unsure network and several devices: what is stored equals the game recorded without trouble."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Response, request

from plancia_api import create_app
from plancia_archive import Archive
from plancia_events import Game, format_event, read
from tests.browser.conftest import served, slow, wait

HERE = Path(__file__).parents[1] / "recording"
GAME = read((HERE / "game.rgn").read_text("utf-8")).games[0]
SAID = (HERE / "keystrokes.txt").read_text("utf-8").splitlines()
LINES = [format_event(event) for event in GAME.events]
NewDevice = Callable[..., Any]


class Table:
    """A server with one archive; the answers to the next record requests are lost after storing, by `dying`."""

    def __init__(self, folder: Path) -> None:
        self.archive = Archive.open(folder / "a.db", create=True)
        self.token = self.archive.tokens.grant("table", "recorder")[1]
        self.app = create_app(self.archive, writes_per_minute=10**6, seconds_per_minute=10**6)
        self.dying = self.games = 0
        self.address = ""
        self.app.after_request(self.perhaps_die)

    def perhaps_die(self, answer: Response) -> Response:
        if self.dying and request.path.endswith("/record") and answer.status_code == 200:
            self.dying -= 1
            request.environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)
        return answer

    def new_game(self) -> str:
        self.games += 1
        headers = [*GAME.headers, ("Table", f"{self.games}")]
        return self.archive.add_game(Game(headers, [])).game_id

    def lines(self, game: str) -> list[str]:
        return [format_event(event) for event in self.archive.game(game).events]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    with served(made.app) as address:
        made.address = address
        yield made


def device_of(table: Table, new_device: NewDevice, **options: Any) -> Any:
    device = new_device(**options)
    device.add_cookies([{"name": "plancia_token", "value": table.token, "url": table.address}])
    return device


def open_tab(device: Any, table: Table, game: str) -> Any:
    page = device.new_page()
    page.goto(f"{table.address}/record/{game}?lang=en")
    wait(page, "Boolean(window.planciaRecord?.recording.bar)")
    return page


def tells(page: Any, words: str) -> None:
    """Waits until the line about the network and the writer says `words`: it follows the state, a moment later."""
    wait(page, f"document.querySelector('#network').innerText.includes({json.dumps(words)})")


def say(page: Any, said: list[str]) -> None:
    """Types inputs, and waits until the last one is in the queue."""
    for one in said:
        page.fill("#words", one)
        page.press("#words", "Enter")
        wait(page, "planciaRecord.recording.pending.length === 0")
    page.evaluate("planciaRecord.recording.commit().then(() => 0)")  # what a recorder has by waiting some seconds


def sent(page: Any) -> None:
    wait(page, "planciaRecord.recording.queue.items.length === 0 && !planciaRecord.recording.queue.sending", 60)


def test_the_network_is_cut_and_the_server_dies_after_storing(table: Table, new_device: NewDevice) -> None:
    game = table.new_game()
    device = device_of(table, new_device, phone=True)
    page = open_tab(device, table, game)
    say(page, SAID[:20])
    sent(page)
    device.set_offline(True)
    say(page, SAID[20:40])
    wait(page, "document.querySelector('.network').dataset.state === 'offline'")
    assert "20" in page.inner_text(".network")
    device.set_offline(False)
    table.dying = 3
    say(page, SAID[40:60])
    sent(page)
    assert table.dying == 0
    wait(page, "document.querySelector('.network').dataset.state === 'stored'")
    assert (
        table.lines(game) == LINES[: len(table.lines(game))]
        and page.evaluate("planciaRecord.recording.queue.blocked") is None
    )


def test_a_tab_closed_without_network_opens_again_and_sends_later(table: Table, new_device: NewDevice) -> None:
    game = table.new_game()
    device = device_of(table, new_device)
    page = open_tab(device, table, game)
    wait(page, "navigator.serviceWorker.ready.then(() => caches.match(location.pathname)).then(Boolean)")
    say(page, SAID[:20])
    sent(page)
    device.set_offline(True)
    say(page, SAID[20:24])
    page.close()
    page = open_tab(device, table, game)
    assert page.evaluate("planciaRecord.recording.queue.items.map(item => item.said[0])") == SAID[20:24]
    say(page, SAID[24:28])
    page.goto(f"{table.address}/record/g_0000000000000000")
    assert page.inner_text("h1") == "No network"
    device.set_offline(False)
    page = open_tab(device, table, game)
    sent(page)
    assert len(table.lines(game)) >= 28 and table.lines(game) == LINES[: len(table.lines(game))]


def test_what_was_held_counts_after_a_reload_without_network(table: Table, new_device: NewDevice) -> None:
    events = list(GAME.events)
    turn = next(place for place, event in enumerate(events) if event.TAG == "PUT")
    game = table.archive.add_game(Game([*GAME.headers, ("Table", "1")], events[: turn + 1])).game_id
    device = device_of(table, new_device, phone=True)
    page = open_tab(device, table, game)
    wait(page, "navigator.serviceWorker.ready.then(() => caches.match(location.pathname)).then(Boolean)")
    asked = "(({ player, income }) => [player, income?.left])(planciaRecord.view.due)"
    before = page.evaluate(asked)
    device.set_offline(True)
    page.locator("#act .end").tap()
    wait(page, "planciaRecord.recording.held")
    due = page.evaluate(asked)
    assert due[0] != before[0] and due[1] > 0
    page.reload()
    wait(page, "Boolean(window.planciaRecord?.recording.list.entries.some(({ lines }) => lines[0] === 'fine'))")
    assert page.evaluate(asked) == due, "the next player's armies, not those of before"
    device.set_offline(False)


@slow
def test_a_second_device_follows_and_takes_over_visibly_on_both(table: Table, new_device: NewDevice) -> None:
    game = table.new_game()
    phone, laptop = (device_of(table, new_device, phone=phone) for phone in (True, False))
    first = open_tab(phone, table, game)
    wait(first, "planciaRecord.recording.bar.lease.writer?.kind === 'phone'")
    second = open_tab(laptop, table, game)
    wait(second, "!planciaRecord.recording.bar.writing")
    tells(second, "phone")
    say(first, SAID[:12])
    sent(first)
    wait(second, f"planciaRecord.recording.bar.shown === {table.archive.version(game)}")
    second.get_by_role("button", name="Record here").click()
    wait(second, "planciaRecord.recording.bar.writing")
    wait(first, "!planciaRecord.recording.bar.writing")
    tells(first, "computer")
    assert second.get_by_role("button", name="Record here").count() == 0
    say(second, SAID[12:20])
    sent(second)
    wait(first, f"planciaRecord.recording.queue.version === {table.archive.version(game)}")
    say(first, SAID[20:21])  # who no longer records takes over first
    assert "take over" in first.locator("#act [role=alert]").inner_text()
    assert first.evaluate("planciaRecord.recording.queue.items.length") == 0
    before = table.lines(game)
    first.get_by_role("button", name="Record here").click()
    wait(first, "planciaRecord.recording.bar.writing")
    say(first, SAID[20:22])
    sent(first)
    assert table.lines(game)[: len(before)] == before and table.lines(game) == LINES[: len(table.lines(game))]


@pytest.mark.parametrize("keep", [True, False])
def test_a_conflict_shows_both_continuations_and_a_person_decides(
    table: Table, new_device: NewDevice, keep: bool
) -> None:
    game = table.new_game()
    phone, laptop = (device_of(table, new_device, phone=phone) for phone in (True, False))
    first = open_tab(phone, table, game)
    say(first, SAID[:12])
    sent(first)
    common = len(table.lines(game))
    phone.set_offline(True)
    say(first, [*SAID[12:13], "note second opinion"])
    second = open_tab(laptop, table, game)
    second.get_by_role("button", name="Record here").click()
    wait(second, "planciaRecord.recording.bar.writing")
    say(second, SAID[12:14])
    sent(second)
    stored = table.lines(game)
    phone.set_offline(False)
    wait(first, "!planciaRecord.recording.bar.writing")
    tells(first, "Not sent from here: 2")
    assert table.lines(game) == stored
    first.get_by_role("button", name="Record here").click()
    panel = first.locator(".decision")
    panel.wait_for()
    wait(first, f"document.querySelectorAll('.decision ul:not(.list) li').length === {len(stored) - common}")
    assert SAID[12] in panel.inner_text() and "second opinion" in panel.inner_text()
    assert table.lines(game) == stored
    if keep:
        panel.get_by_label(SAID[12], exact=True).uncheck()
        panel.get_by_role("button", name="Add the marked ones after it").click()
    else:
        panel.get_by_role("button", name="Drop all from this device").click()
    wait(first, "document.querySelector('.decision') === null")
    sent(first)
    added = table.lines(game)[len(stored) :]
    assert table.lines(game)[: len(stored)] == stored
    if keep:  # after what had to be written before it; the one that was not marked is not stored
        assert "second opinion" in added[-1] and not any(line.startswith(("ATT", "PUT")) for line in added)
    else:
        assert added == []


def test_an_input_refused_on_reconnection_is_corrected_and_those_after_it_are_kept(
    table: Table, new_device: NewDevice
) -> None:
    game = table.new_game()
    device = device_of(table, new_device, phone=True)
    page = open_tab(device, table, game)
    say(page, SAID[:12])
    sent(page)
    device.set_offline(True)
    say(page, ["nonsense 1", SAID[12], "nonsense 2", SAID[13]])
    device.set_offline(False)
    page.locator(".decision").wait_for()
    panel = page.locator(".decision")
    assert "nonsense" in panel.locator(".error").inner_text() and SAID[13] in panel.inner_text()
    panel.get_by_role("button", name="Drop it").click()
    wait(page, "planciaRecord.recording.queue.blocked?.item.said[0] === 'nonsense 2'")
    panel.locator("textarea").fill("note was nonsense")
    panel.get_by_role("button", name="Correct and send").click()
    sent(page)
    added = [line for line in table.lines(game) if line not in LINES]
    assert len(added) == 1 and "was nonsense" in added[0]
    assert [line for line in table.lines(game) if line in LINES] == LINES[: len(table.lines(game)) - 1]


def test_an_ended_session_keeps_what_waits(table: Table, new_device: NewDevice) -> None:
    game = table.new_game()
    device = device_of(table, new_device)
    page = open_tab(device, table, game)
    device.clear_cookies()
    say(page, SAID[:2])
    panel = page.locator(".decision")
    panel.wait_for()
    assert panel.get_by_role("link", name="Sign in").get_attribute("href") == f"/sign-in?next=%2Frecord%2F{game}"
    device.add_cookies([{"name": "plancia_token", "value": table.token, "url": table.address}])
    panel.get_by_role("button", name="Send again").click()
    sent(page)
    assert table.lines(game) == LINES[: len(table.lines(game))] and table.lines(game)


@slow
def test_games_one_after_the_other_on_one_device(table: Table, new_device: NewDevice) -> None:
    games = [table.new_game() for _ in range(3)]
    device = device_of(table, new_device, phone=True)
    page = open_tab(device, table, games[0])
    say(page, SAID[:16])
    sent(page)
    device.set_offline(True)
    say(page, SAID[16:30])
    page.close()
    device.set_offline(False)
    for game in games[1:]:  # what waits of the first game is sent by the pages of the others
        page = open_tab(device, table, game)
        say(page, SAID[:30])
        sent(page)
        page.close()
    page = open_tab(device, table, games[0])
    sent(page)
    whole = table.lines(games[0])
    assert all(table.lines(game) == whole for game in games) and whole == LINES[: len(whole)]


def test_a_browser_without_room_is_told_and_records_on(table: Table, new_device: NewDevice) -> None:
    game = table.new_game()
    page = open_tab(device_of(table, new_device), table, game)
    page.evaluate("IDBObjectStore.prototype.put = function () { this.transaction.abort() }; 0")
    say(page, SAID[:2])
    sent(page)
    assert len(table.lines(game)) >= 2
    wait(page, "document.querySelector('#notes').innerText.includes('keep')")


def test_without_a_secure_context_the_page_says_what_is_missing(table: Table, browser: Any) -> None:
    game = table.new_game()
    context = browser.new_context()
    context.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    context.add_cookies([{"name": "plancia_token", "value": table.token, "url": table.address}])
    page = open_tab(context, table, game)
    assert "https" in page.inner_text("#notes .hint")
    context.close()
