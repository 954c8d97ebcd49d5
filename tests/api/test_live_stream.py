"""Live games as server-sent events (D-180): order, reconnection, rights, limits, threads, the end of the server."""

from __future__ import annotations

import contextlib
import http.client
import json
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from plancia_api import create_app, sockets
from plancia_api.live_streams import STREAMS, LiveStreams
from plancia_api.proxy import TrustedProxies
from plancia_api.request_bodies import MAX_BODY_BYTES
from plancia_archive import Archive
from plancia_data import samples
from plancia_events import read
from tests import copied

Event = dict[str, str]


def parsed(lines: Iterator[str]) -> Iterator[Event]:
    """The events of a stream and, as `comment`, its heartbeats, by the HTML standard (9.2.6)."""
    event: Event = {}
    for line in lines:
        name, _, value = line.rstrip("\n").partition(":")
        if line.strip():
            event[name or "comment"] = value.removeprefix(" ")
        elif event:
            yield event
            event = {}


@dataclass
class Live:
    """An archive with an open game that hides objectives, and its application."""

    archive: Archive
    game: str
    app: Flask

    @property
    def streams(self) -> LiveStreams:
        found = STREAMS.of(self.app)
        return found

    @property
    def last(self) -> int:
        return self.archive.version(self.game) - 1

    def token(self, role: str, name: str = "x") -> dict[str, str]:
        return {"Authorization": f"Bearer {self.archive.tokens.grant(name, role)[1]}"}

    def append(self, *lines: str) -> None:
        self.archive.append(self.game, list(lines), None)

    def path(self, query: str = "") -> str:
        return f"/api/v1/games/{self.game}/stream{query}"

    def get(self, query: str = "", **headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.app.test_client().get(self.path(query), headers=named)

    def events(self, answer: Any) -> Iterator[Event]:
        """What a stream sends, as it sends it."""
        assert (answer.status_code, answer.mimetype) == (200, "text/event-stream"), answer.text
        return parsed(line for chunk in answer.iter_encoded() for line in chunk.decode().splitlines(keepends=True))


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive that each test copies."""
    archive = Archive.open(tmp_path_factory.mktemp("live") / "a.db", create=True)
    archive.add_game(read(samples()["monopoli-serata.rgn"]).games[0])
    archive.close()
    return archive.path


@pytest.fixture
def live(file: Path, tmp_path: Path) -> Live:
    archive = Archive.open(copied(file, tmp_path / "a.db"))
    made = Live(archive, archive.game_ids()[0], create_app(archive))
    made.streams.poll_seconds, made.streams.seconds = 0.01, 10
    return made


@contextlib.contextmanager
def served(app: Flask) -> Iterator[tuple[int, Callable[[], None]]]:
    """The port of a running server, and the function that ends it as Ctrl-C does."""
    server, port = sockets.listen(app, "127.0.0.1", 0, MAX_BODY_BYTES, TrustedProxies(()))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield port, server.close
    finally:
        server.close()
        thread.join(5)


@contextlib.contextmanager
def following(port: int, path: str, headers: dict[str, str] | None = None) -> Iterator[Iterator[Event]]:
    """The events that a client of a running server receives."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=5)) as connection:
        connection.request("GET", path, headers={"Accept": "text/event-stream", **(headers or {})})
        answer = connection.getresponse()
        assert answer.status == 200, answer.read()
        yield parsed(line.decode() for line in iter(answer.readline, b""))


def numbers(events: Iterator[Event], count: int) -> list[str]:
    """The ids of the next events."""
    return [event["id"] for event in islice((event for event in events if "id" in event), count)]


def eventually(condition: Callable[[], bool]) -> bool:
    """Whether a condition comes true within two seconds."""
    ends_at = time.monotonic() + 2
    while not condition() and time.monotonic() < ends_at:
        time.sleep(0.01)
    return condition()


def test_followers_get_each_event_once_and_continue_where_they_were(live: Live) -> None:
    first, last = live.last - 1, live.last
    with served(live.app) as (port, _):
        recorder = {**live.token("recorder"), "Content-Type": "text/plain", "If-Match": "*"}
        with following(port, live.path(f"?after={first}")) as one, following(port, live.path(f"?after={last}")) as two:
            for number in range(5):
                body = f"NOTE A {{move {number}}}\n".encode()
                address = f"http://127.0.0.1:{port}/api/v1/games/{live.game}/events"
                with urllib.request.urlopen(urllib.request.Request(address, body, recorder), timeout=5):
                    pass
            expected = [str(last + number) for number in range(1, 6)]
            assert numbers(one, 6) == [str(last), *expected]
            assert numbers(two, 3) == expected[:3]
        live.append("NOTE A {while away}")
        with following(port, live.path("?after=0"), {"Last-Event-ID": expected[2]}) as two:
            live.append("VOID A 20 {twice}")
            received = list(islice((event for event in two if "id" in event), 4))
        assert [event["id"] for event in received] == [*expected[3:], str(last + 6), str(last + 7)]
        assert [event["event"] for event in received] == ["event", "event", "event", "correction"]


def test_an_event_is_what_the_list_has_and_hides_what_the_list_hides(live: Live) -> None:
    live.streams.seconds = 0
    for headers, seen in (({}, False), (live.token("arbiter"), True)):
        listed = live.app.test_client().get(f"/api/v1/games/{live.game}/events?limit=5000", headers=headers)
        answer = live.get(**headers, Accept_Encoding="gzip, deflate, br, zstd")
        assert (answer.headers["Cache-Control"], answer.headers["X-Accel-Buffering"]) == ("no-store", "no")
        assert "Content-Encoding" not in answer.headers
        opening, *events = live.events(answer)
        assert opening == {"retry": "3000"}
        rows = [json.loads(event["data"]) for event in events]
        assert rows == listed.get_json()["items"]
        assert [event["id"] for event in events] == [str(row["event"]) for row in rows]
        assert any("elefante" in event["data"] for event in events) == seen


def test_a_stream_ends_with_its_token_and_says_so(live: Live) -> None:
    token = live.token("arbiter", "evening")
    events = live.events(live.get(f"?after={live.last}", **token))
    next(events)
    live.append("NOTE A {seen}")
    assert next(events)["id"] == str(live.last)
    live.archive.tokens.revoke("evening")
    live.append("NOTE A {not seen}")
    (problem,) = events
    assert problem["event"] == "problem" and json.loads(problem["data"])["code"] == "invalid-token"
    assert live.get(f"?after={live.last}", **token).status_code == 401


def test_the_end_is_told_once(live: Live) -> None:
    events = live.events(live.get(f"?after={live.last}"))
    next(events)
    live.append("VOID A 20 {twice}", "OVER * time")
    *_, end = events
    told = json.loads(end["data"])
    assert (end["event"], end["id"]) == ("end", f"{live.last}-end")
    assert (told["version"], told["over"], told["corrected"]) == (live.last + 1, True, True)
    again = live.get(Last_Event_ID=end["id"])
    assert (again.status_code, again.data) == (204, b"")
    live.append("NOTE A {after the end}")
    received = list(live.events(live.get(Last_Event_ID=end["id"])))
    assert [event.get("id") for event in received[1:]] == [str(live.last), f"{live.last}-end"]


def test_a_withdrawn_game_says_so(live: Live) -> None:
    events = live.events(live.get(f"?after={live.last}"))
    next(events)
    live.archive.withdrawals.withdraw(live.game, "stored twice")
    *_, end = events
    told = json.loads(end["data"])
    assert (told["over"], told["withdrawn"]["why"], told["superseded_by"]) == (False, "stored twice", None)


def test_a_wrong_last_event_id_is_refused(live: Live) -> None:
    for number in ("x", "-1", "1.0", "\u00b3", "9" * 30, "99999", "99999-end", "5-ended"):
        for method in ("GET", "HEAD"):
            headers = {"Last-Event-ID": number}
            refused = live.app.test_client().open(live.path("?lang=en"), method=method, headers=headers)
            assert refused.status_code == 400, number
            if method == "GET":
                assert refused.get_json()["detail"].startswith("Last-Event-ID: ")
    assert live.streams.callers == {}


def test_other_requests_for_a_stream(live: Live) -> None:
    head = live.app.test_client().head(live.path())
    assert (head.status_code, head.mimetype, head.data) == (200, "text/event-stream", b"")
    assert (live.streams.callers, live.get("?after=99999").status_code) == ({}, 422)
    assert live.get(Accept="application/json").status_code == 406
    assert live.app.test_client().get("/api/v1/games/none/stream").status_code == 404


def test_streams_of_a_caller_and_in_all_are_limited(live: Live) -> None:
    answers = []
    for caller in range(6):
        token = live.token("reader", f"reader {caller}")
        answers += [live.get(**token) for _ in range(6 if caller < 5 else 2)]
        refused = live.get("?lang=en", **token)
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "30")
        whose = "6 streams of this caller" if caller < 5 else "32 streams of the server"
        assert refused.get_json()["detail"].startswith(whose)
    for answer in answers:  # half of them before anything was sent
        if len(live.streams.callers) % 2:
            next(live.events(answer))
        answer.close()
    assert live.streams.callers == {} and live.get().status_code == 200


def test_silence_is_broken_and_a_stream_does_not_last(live: Live) -> None:
    live.streams.heartbeat_seconds, live.streams.seconds = 0.03, 0.2
    received = list(live.events(live.get(f"?after={live.last}")))
    assert len(received) > 3 and {*map(tuple, received[1:])} == {("comment",)}


def worker_threads() -> int:
    return sum(thread.name.startswith("waitress-") for thread in threading.enumerate())


def test_streams_take_no_thread_from_others_and_leave_with_their_clients(live: Live) -> None:
    live.streams.poll_seconds = 0.2
    before = worker_threads()
    with served(live.app) as (port, end), contextlib.ExitStack() as clients:
        for caller in range(4):
            token = live.token("reader", f"reader {caller}")
            for _ in range(5):
                assert next(clients.enter_context(following(port, live.path(), token)))
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/health", timeout=2) as answer:
            assert answer.status == 200
        assert worker_threads() == before + sockets.WORKER_THREADS + 20
        clients.close()
        assert eventually(lambda: not live.streams.callers and worker_threads() == before + sockets.WORKER_THREADS)
        with following(port, live.path()) as stays, following(port, live.path()):
            live.streams.poll_seconds = 60
            next(stays)
            started = time.monotonic()
            end()
            assert time.monotonic() - started < 2 and worker_threads() == before
