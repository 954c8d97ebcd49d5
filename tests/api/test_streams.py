"""Bulk answers: complete, from one snapshot, in bounded memory, few at a time."""

from __future__ import annotations

import csv
import io
import json
import threading
import tracemalloc
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from waitress.server import create_server

from plancia_api import create_app, rate_limits
from plancia_archive import Archive
from plancia_archive.snapshots import open_snapshot, spool
from plancia_data import samples
from plancia_events import read
from tests.api.conftest import as_keeper, filled

FILTERS = (
    "", "variant=monopoli", "variant=monopoli@1&illegal=true", "completeness=full", "since=2026-01-01", "limit=2",
)  # fmt: skip


@pytest.fixture(scope="module")
def client(full: Archive) -> FlaskClient:
    return create_app(full, bulk_per_minute=100_000).test_client()


def lines(client: FlaskClient, path: str) -> list[dict[str, Any]]:
    answer = client.get(f"/api/v1{path}")
    assert answer.status_code == 200 and answer.mimetype == "application/x-ndjson"
    return [json.loads(line) for line in answer.get_data(as_text=True).splitlines()]


def table(client: FlaskClient, path: str) -> list[dict[str, str]]:
    answer = client.get(f"/api/v1{path}")
    data = answer.get_data()
    assert answer.mimetype == "text/csv" and data.startswith(b"\xef\xbb\xbf") and data.endswith(b"\r\n")
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))


def walk(client: FlaskClient, path: str, limit: int = 2) -> list[dict[str, Any]]:
    """A list by its pages, following Link as a client would."""
    items: list[dict[str, Any]] = []
    address = f"/api/v1{path}{'&' if '?' in path else '?'}limit={limit}"
    while True:
        answer = client.get(address)
        page = answer.get_json()
        assert answer.status_code == 200 and len(page["items"]) <= limit
        items += page["items"]
        if page["next"] is None:
            assert "Link" not in answer.headers
            return items
        address = answer.headers["Link"].split(">")[0].removeprefix("<")


@pytest.mark.parametrize("query", FILTERS[:-1])
def test_streams_hold_what_the_pages_hold(client: FlaskClient, query: str) -> None:
    for name in ("games", "verdicts", "players"):
        if name == "players" and query:
            continue
        pages = walk(client, f"/{name}?{query}")
        assert lines(client, f"/{name}.ndjson?{query}") == pages
        assert len({json.dumps(row) for row in pages}) == len(pages)
        rows = table(client, f"/{name}.csv?{query}")
        assert [row.get("game", row.get("player")) for row in rows] == [p.get("game", p.get("player")) for p in pages]


def test_texts_and_events_of_everything_that_matches(client: FlaskClient, full: Archive) -> None:
    client = as_keeper(client.application.test_client(), full)
    for query in FILTERS:
        ids = [row["game"] for row in lines(client, f"/games.ndjson?{query}")]
        text = client.get(f"/api/v1/games.rgn?{query}").get_data(as_text=True)
        assert text == "\n".join(full.text(game) for game in ids)
        events = lines(client, f"/events.ndjson?{query}")
        assert len(events) == sum(full.version(game) - 1 for game in ids)
        assert list(dict.fromkeys(event["game"] for event in events)) == ids


def test_a_stream_continues_after_a_cursor(client: FlaskClient) -> None:
    first = client.get("/api/v1/games?limit=3").get_json()
    rest = lines(client, f"/games.ndjson?after={first['next']}")
    assert [*first["items"], *rest] == lines(client, "/games.ndjson")
    page = client.get("/api/v1/verdicts?limit=3").get_json()
    left = lines(client, f"/verdicts.ndjson?after={page['next']}")
    assert [*page["items"], *left] == lines(client, "/verdicts.ndjson")


def test_stored_findings_equal_those_of_a_judgement(client: FlaskClient, full: Archive) -> None:
    client = as_keeper(client.application.test_client(), full)
    for lang in ("it", "en"):
        rows = lines(client, f"/verdicts.ndjson?lang={lang}")
        judged = [
            {"game": game, **{k: v for k, v in verdict.to_json().items() if k != "line"}}
            for game in full.game_ids() for verdict in full.judgement(game, lang).verdicts
        ]  # fmt: skip
        assert [{k: v for k, v in row.items() if v is not None} for row in rows] == judged and judged
    assert {row["rule_id"] for row in lines(client, "/verdicts.ndjson?rule_id=MON-15")} == {"MON-15"}
    assert {row["verdict"] for row in lines(client, "/verdicts.ndjson?verdict=illegal")} == {"illegal"}
    assert client.get("/api/v1/verdicts?after=v1").status_code == 400


def test_a_stream_is_the_archive_of_one_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plancia_api.streaming.BATCH_SIZE", 1)
    archive = filled(tmp_path / "a.db")
    app = create_app(archive, bulk_per_minute=100_000)
    before = app.test_client().get("/api/v1/games.ndjson").get_data()
    grown = archive.game_ids()[-1]
    answer = app.test_client().get("/api/v1/games.ndjson", buffered=False)
    taken: Any = iter(answer.response)
    first = next(taken)
    archive.append(grown, ["NOTE * {one more line}"], None)  # a game that the stream has not come to yet
    text = samples()["monopoli-serata.rgn"].decode().replace("serata-1", "another")
    archive.add_game(read(text.encode()).games[0])
    assert first + b"".join(taken) == before
    assert app.test_client().get("/api/v1/games.ndjson").get_data() != before
    view = open_snapshot(archive)
    archive.append(grown, ["NOTE * {and one more}"], None)
    assert view.version(grown) == archive.version(grown) - 1
    view.close()


def test_a_spooled_stream_is_the_same() -> None:
    pieces = [bytes([at]) * 40_000 for at in range(5)]
    assert b"".join(spool(iter(pieces))) == b"".join(pieces)


def test_a_stream_is_spooled_where_readers_block_writers(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    straight = client.get("/api/v1/events.ndjson").get_data()
    went: list[int] = []

    def noted(pieces: Any) -> Any:
        went.append(1)
        return spool(pieces)

    monkeypatch.setattr("plancia_api.streaming.readers_block_writers", lambda: True)
    monkeypatch.setattr("plancia_api.streaming.spool", noted)
    assert client.get("/api/v1/events.ndjson").get_data() == straight and went == [1]


@pytest.mark.soak
def test_memory_does_not_grow_with_the_answer(tmp_path: Path) -> None:
    archive = filled(tmp_path / "a.db")
    columns = [row[1] for row in archive.db.execute("PRAGMA table_info(game)").fetchall()]
    shown = [f"{c} || k" if c == "game" else f"{c} + 100 * k" if c == "number" else c for c in columns]
    archive.db.execute(
        f"INSERT INTO game({', '.join(columns)}) WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n "
        f"WHERE k < 3000) SELECT {', '.join(shown)} FROM game, n"
    )
    client = create_app(archive).test_client()
    tracemalloc.start()
    size = 0
    for piece in client.get("/api/v1/games.ndjson", buffered=False).response:
        size += len(piece)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert size > 12_000_000 and peak < size / 4


def test_bulk_has_a_budget_and_few_places(full: Archive) -> None:
    client = create_app(full, bulk_per_minute=2).test_client()
    tag = client.get("/api/v1/games.csv").headers["ETag"]
    assert client.get("/api/v1/games.csv", headers={"If-None-Match": tag}).status_code == 304
    assert client.get("/api/v1/search?position=SIA%3Dx%3E%3D3").status_code == 200
    refused = client.get("/api/v1/games.csv")
    assert refused.status_code == 429 and int(refused.headers["Retry-After"]) >= 1
    assert client.get("/api/v1/games").status_code == 200, "a page is no bulk"
    app = create_app(full, bulk_per_minute=100)
    held = [
        app.test_client().get("/api/v1/games.ndjson", buffered=False) for _ in range(rate_limits.MAX_CONCURRENT_BULK)
    ]
    assert app.test_client().get("/api/v1/games.ndjson").status_code == 429
    held[0].close()
    assert app.test_client().get("/api/v1/games.ndjson").status_code == 200
    for answer in held:
        answer.close()


def test_a_stream_over_a_real_server(full: Archive) -> None:
    server = create_server(create_app(full), host="127.0.0.1", port=0, threads=4)
    threading.Thread(target=server.run, daemon=True).start()
    try:
        address = f"http://127.0.0.1:{server.effective_port}/api/v1/events.ndjson?variant=monopoli"
        with urllib.request.urlopen(address) as answer:
            assert answer.headers["Content-Type"].startswith("application/x-ndjson") and answer.headers["ETag"]
            rows = [json.loads(line) for line in answer]
        assert rows and {"game", "event", "line", "kind"} <= set(rows[0])
    finally:
        server.close()


def test_every_short_list_is_paged(client: FlaskClient, full: Archive) -> None:
    for path in ("/variants", "/rules", "/statistics", "/rankings", "/tournaments", "/tournaments/autunno/standings"):
        whole = client.get(f"/api/v1{path}").get_json()
        assert whole["next"] is None and walk(client, path, 1) == whole["items"] and len(whole["items"]) > 1, path
        assert lines(client, f"{path}.ndjson") == whole["items"]
        assert len(table(client, f"{path}.csv")) == len(whole["items"])
    game = full.game_ids()[0]
    assert len(walk(client, f"/games/{game}/events", 50)) == full.version(game) - 1


def test_a_search_continues_where_it_stopped(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    for query in ("position=SIA%3Dx%3E%3D2", "sequence=*%3E*", "sequence=*%3E*%20*%3E*&within=2"):
        whole = client.get(f"/api/v1/search?{query}&limit=1000").get_json()["items"]
        assert len(whole) > 2 and walk(client, f"/search?{query}", 2) == whole
    monkeypatch.setattr("plancia_api.routes.search.MAX_REPLAY_SECONDS", 0.0)
    page = client.get("/api/v1/search?position=SIA%3Dx%3E%3D99&limit=5").get_json()
    assert page["items"] == [] and page["examined"] == 1 and page["next"]
