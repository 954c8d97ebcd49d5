"""The queue of the recording page against a server that fails, delays, refuses, and dies after storing."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response, jsonify, request, send_from_directory

import plancia_api
from tests.browser.conftest import served, wait

STATIC = Path(plancia_api.__file__).parent / "static"
PAGE = """<!doctype html><title>queue</title><script type="module">
import { openQueue } from "/static/record/queue.js";
import { waitingGames } from "/static/record/others.js";
import * as resolutions from "/static/record/resolutions.js";
const game = location.hash.slice(1) || "g_1";
const send = async (item) => {
  const answer = await fetch("/record/" + game, { method: "POST", body: JSON.stringify({ said: item.said }), headers: {
    "Content-Type": "application/json", "Idempotency-Key": item.id, "If-Match": `"${item.base}"` } });
  return { status: answer.status, body: await answer.json() };
};
window.told = [];
const ready = async () => (await (await fetch("/ready")).json()).ready;
const queue = await openQueue(game, send, { ready, timeout: 600, soon: 100 });
for (const kind of ["stored", "refused", "conflict", "offline", "online", "held"])
  queue.addEventListener(kind, ({ detail: { item, answer } }) =>
    told.push([kind, item?.said ?? null, answer?.status ?? null]));
Object.assign(window, { queue, waitingGames, resolutions });
</script>"""
WAITING = "queue.items.map(item => item.said[0])"
TAKE_LAST = "resolutions.takeLast(queue)"


class Server:
    """Stores what is said, once a key, at the version expected; `faults` are those of the next writes."""

    def __init__(self) -> None:
        self.said: dict[str, list[str]] = {}
        self.answers: dict[str, Any] = {}
        self.faults: list[str] = []
        self.requests: list[tuple[str, str, str]] = []
        self.ready = True
        self.app = Flask("test_queue", static_folder=None)
        self.app.add_url_rule("/", "page", view_func=lambda: PAGE)
        self.app.add_url_rule("/ready", "ready", view_func=lambda: jsonify(ready=self.ready))
        self.app.add_url_rule("/static/<path:path>", "static", view_func=lambda path: send_from_directory(STATIC, path))
        self.app.add_url_rule("/favicon.ico", "icon", view_func=lambda: Response(status=204))
        self.app.add_url_rule("/record/<game>", view_func=self.record, methods=["POST"])

    def record(self, game: str) -> Any:
        fault = self.faults.pop(0) if self.faults else ""
        if fault == "lost":
            return drop_connection()
        if fault == "failing":
            return jsonify(detail="disk full"), 503
        if fault == "slow":
            time.sleep(0.9)
        answer = self.store(game, request.headers["Idempotency-Key"], request.headers["If-Match"].strip('"'))
        return drop_connection() if fault == "dies" else answer

    def store(self, game: str, key: str, base: str) -> Any:
        words = request.get_json()["said"]
        self.requests.append((key, base, words[0]))
        said = self.said.setdefault(game, [])
        if key in self.answers:
            return jsonify(self.answers[key])
        if int(base) != len(said):
            return jsonify(current=len(said)), 412
        if "nonsense" in words:
            return jsonify(unclear="nonsense"), 422
        said += words
        self.answers[key] = {"version": len(said)}
        return jsonify(self.answers[key])


def drop_connection() -> Response:
    """Closes the connection without an answer, as a server that is killed does."""
    request.environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)
    return Response(status=200)


@pytest.fixture
def server() -> Iterator[tuple[Server, str]]:
    made = Server()
    with served(made.app) as address:
        yield made, address


def open_tab(device: Any, address: str, game: str = "g_1") -> Any:
    page = device.new_page()
    page.goto(f"{address}/#{game}")
    wait(page, "window.queue !== undefined")
    return page


def say(page: Any, *said: str) -> None:
    for one in said:
        page.evaluate("said => queue.add([said]).then(item => item.id)", one)


NewDevice = Callable[..., Any]


def test_inputs_are_sent_in_order_each_at_the_version_of_the_one_before(
    server: tuple[Server, str], new_device: NewDevice
) -> None:
    made, address = server
    page = open_tab(new_device(), address)
    page.evaluate("Promise.all(['a', 'b', 'c'].map(said => queue.add([said]))).then(() => queue.add(['d', 'e']))")
    wait(page, "queue.items.length === 0 && queue.version === 5")
    assert made.said["g_1"] == ["a", "b", "c", "d", "e"]
    assert [base for _, base, _ in made.requests] == ["0", "1", "2", "3"]
    assert page.evaluate("told") == [
        ["online", None, None],
        *(["stored", said, 200] for said in (["a"], ["b"], ["c"], ["d", "e"])),
    ]


@pytest.mark.parametrize("fault", ["lost", "failing", "slow", "dies"])
def test_a_fault_neither_loses_nor_repeats_an_input(
    server: tuple[Server, str], new_device: NewDevice, fault: str
) -> None:
    made, address = server
    page = open_tab(new_device(), address)
    say(page, "a")
    wait(page, "queue.items.length === 0")
    made.faults = [fault] * 3
    say(page, "b", "c", "d")
    wait(page, "queue.items.length === 0 && queue.version === 4")
    assert made.said["g_1"] == ["a", "b", "c", "d"] and made.faults == []
    assert [one[0] for one in page.evaluate("told")].count("stored") == 4
    assert len({key for key, _, said in made.requests if said == "b"}) == 1


@pytest.mark.parametrize("fault", ["", "dies"])
def test_a_closed_tab_keeps_what_was_not_acknowledged(
    server: tuple[Server, str], new_device: NewDevice, fault: str
) -> None:
    made, address = server
    device = new_device()
    page = open_tab(device, address)
    say(page, "a")
    wait(page, "queue.items.length === 0")
    if fault:
        made.faults = [fault] * 2  # Chromium repeats a request itself whose connection was an older one
        say(page, "b")
        wait(page, "told.some(one => one[0] === 'offline')")
        assert made.said["g_1"] == ["a", "b"]
    device.set_offline(True)
    say(page, "c", "d")
    waiting = page.evaluate(WAITING)
    page.close()
    device.set_offline(False)
    page = open_tab(device, address)
    wait(page, "queue.items.length === 0 && queue.version > 0")
    assert waiting == (["b", "c", "d"] if fault else ["c", "d"])
    assert made.said["g_1"] == (["a", "b", "c", "d"] if fault else ["a", "c", "d"])


def test_only_an_input_that_was_never_sent_is_taken_back(server: tuple[Server, str], new_device: NewDevice) -> None:
    made, address = server
    device = new_device()
    page = open_tab(device, address)
    say(page, "a")
    wait(page, "queue.items.length === 0")
    made.faults = ["dies"] * 9
    say(page, "b")
    wait(page, "told.some(one => one[0] === 'offline')")
    say(page, "c")
    assert page.evaluate(f"{TAKE_LAST}.then(item => item.said)") == ["c"]
    assert page.evaluate(TAKE_LAST) is None  # b may have been stored, and it was
    page.reload()
    wait(page, "window.queue !== undefined")
    assert page.evaluate(TAKE_LAST) is None
    made.faults = []
    wait(page, "queue.items.length === 0 && queue.version === 2")
    assert made.said["g_1"] == ["a", "b"]


def test_a_refused_input_is_corrected_or_dropped_and_those_after_it_are_kept(
    server: tuple[Server, str], new_device: NewDevice
) -> None:
    made, address = server
    device = new_device()
    page = open_tab(device, address)
    device.set_offline(True)
    say(page, "a", "nonsense", "c", "nonsense", "e")
    device.set_offline(False)
    page.evaluate("queue.flush()")
    wait(page, "queue.blocked !== null")
    assert made.said["g_1"] == ["a"] and page.evaluate(WAITING) == ["nonsense", "c", "nonsense", "e"]
    assert page.evaluate("[queue.blocked.kind, queue.blocked.answer.body.unclear]") == ["refused", "nonsense"]
    first = page.evaluate("queue.items[0].id")
    page.evaluate("resolutions.correct(queue, queue.blocked.item.id, ['b'])")
    wait(page, "queue.blocked?.item.said[0] === 'nonsense'")
    assert made.said["g_1"] == ["a", "b", "c"] and page.evaluate("queue.items[0].id") != first
    page.evaluate("resolutions.drop(queue, [queue.blocked.item.id])")
    wait(page, "queue.items.length === 0")
    assert made.said["g_1"] == ["a", "b", "c", "e"]


@pytest.mark.parametrize("choice", ["after", "drop"])
def test_a_conflict_stops_the_queue_until_a_person_decides(
    server: tuple[Server, str], new_device: NewDevice, choice: str
) -> None:
    made, address = server
    mine, other = (new_device() for _ in range(2))
    page, theirs = open_tab(mine, address), open_tab(other, address)
    mine.set_offline(True)
    say(page, "mine 1", "mine 2")
    say(theirs, "theirs")
    wait(theirs, "queue.items.length === 0")
    mine.set_offline(False)
    page.evaluate("queue.flush()")
    wait(page, "queue.blocked?.kind === 'conflict'")
    page.reload()
    wait(page, "window.queue?.blocked?.kind === 'conflict'")
    assert made.said["g_1"] == ["theirs"] and page.evaluate(WAITING) == ["mine 1", "mine 2"]
    page.evaluate(
        "resolutions.settle(queue, queue.blocked.answer.body.current)"
        if choice == "after"
        else "resolutions.drop(queue)"
    )
    wait(page, "queue.items.length === 0")
    assert made.said["g_1"] == ["theirs"] + (["mine 1", "mine 2"] if choice == "after" else [])


def test_two_tabs_of_one_browser_share_the_queue(server: tuple[Server, str], new_device: NewDevice) -> None:
    made, address = server
    device = new_device()
    one, two = open_tab(device, address), open_tab(device, address)
    for number in range(6):
        say(one if number % 2 else two, str(number))
    for page in (one, two):
        wait(page, "queue.items.length === 0 && queue.version === 6")
    assert made.said["g_1"] == [str(number) for number in range(6)]


def test_a_held_queue_sends_nothing(server: tuple[Server, str], new_device: NewDevice) -> None:
    made, address = server
    made.ready = False
    page = open_tab(new_device(), address)
    say(page, "a")
    wait(page, "told.some(one => one[0] === 'held')")
    assert made.requests == [] and page.evaluate(f"{TAKE_LAST}.then(item => item.said)") == ["a"]
    say(page, "b")
    made.ready = True
    page.evaluate("queue.flush()")
    wait(page, "queue.items.length === 0")
    assert made.said["g_1"] == ["b"]


def test_games_have_queues_of_their_own(server: tuple[Server, str], new_device: NewDevice) -> None:
    made, address = server
    device = new_device()
    first, second = open_tab(device, address, "g_1"), open_tab(device, address, "g_2")
    device.set_offline(True)
    say(first, "a", "b")
    say(second, "c")
    assert first.evaluate("waitingGames()") == [{"game": "g_1", "count": 2}, {"game": "g_2", "count": 1}]
    device.set_offline(False)
    for page in (first, second):
        page.evaluate("queue.flush()")
        wait(page, "queue.items.length === 0")
    assert made.said == {"g_1": ["a", "b"], "g_2": ["c"]} and first.evaluate("waitingGames()") == []


def test_without_indexed_db_it_works_and_says_that_nothing_is_durable(
    server: tuple[Server, str], new_device: NewDevice
) -> None:
    made, address = server
    device = new_device()
    device.add_init_script(
        "Object.defineProperty(window, 'indexedDB', { value: { open() { throw new Error('denied') } } })"
    )
    page = open_tab(device, address)
    made.faults = ["failing"]
    say(page, "a", "b")
    wait(page, "queue.items.length === 0 && queue.version === 2")
    assert made.said["g_1"] == ["a", "b"] and not page.evaluate("queue.durable")


FULL = "IDBObjectStore.prototype.put = function () { this.transaction.abort() }"


@pytest.mark.parametrize(("fault", "durable"), [("queue.store.database.close()", True), (FULL, False)])
def test_a_database_that_is_closed_or_full_loses_no_input(
    server: tuple[Server, str], new_device: NewDevice, fault: str, durable: bool
) -> None:
    made, address = server
    page = open_tab(new_device(), address)
    made.faults = ["failing"]
    say(page, "a")
    page.evaluate(f"{fault}; 0")
    say(page, "b", "c")
    wait(page, "queue.items.length === 0 && queue.version === 3")
    assert made.said["g_1"] == ["a", "b", "c"] and page.evaluate("queue.durable") is durable
