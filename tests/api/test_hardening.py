"""Hostile clients (H9): compressed and deep bodies, foreign hosts, other origins, full disks, expensive reads."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from plancia_api import create_app
from plancia_api.request_bodies import MAX_BODY_BYTES
from plancia_archive import Archive
from plancia_data import samples
from plancia_events import read

SAMPLE = samples()["monopoli-serata.rgn"]
GAMES = "/api/v1/games"


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    archive = Archive.open(tmp_path / "a.db", create=True)
    archive.add_game(read(SAMPLE).games[0])
    archive.tournaments.append("t", [{"kind": "opened", "title": "x", "system": "open"}])
    return archive


@pytest.fixture
def auth(archive: Archive) -> dict[str, str]:
    return {"Authorization": "Bearer " + archive.tokens.make("t", ["write"]), "If-Match": "*"}


@pytest.mark.parametrize(("coding", "body", "status"), [
    ("gzip", gzip.compress(SAMPLE), 200), ("x-gzip", gzip.compress(SAMPLE), 200), ("identity", SAMPLE, 200),
    ("GZIP", gzip.compress(SAMPLE), 200), ("br", SAMPLE, 415), ("gzip, gzip", SAMPLE, 415), ("gzip", SAMPLE, 400),
    ("gzip", gzip.compress(SAMPLE)[:-9], 400), ("gzip", gzip.compress(SAMPLE) * 2, 400),
    ("gzip", MAX_BODY_BYTES + 1, 413), ("gzip", 200 * 1024 * 1024, 413),
    ("zstd", b"", 415), ("deflate", SAMPLE, 415),
])  # fmt: skip
def test_h9_content_encoding_is_understood_or_refused(
    archive: Archive, auth: dict[str, str], coding: str, body: bytes | int, status: int
) -> None:
    body = gzip.compress(b";" * body, 1) if isinstance(body, int) else body  # of so many bytes
    client = create_app(archive).test_client()
    headers = {**auth, "Content-Encoding": coding}
    answer = client.post(GAMES, data=body, content_type="text/x-rgn", headers=headers)
    assert answer.status_code == status, answer.text
    if status == 415:
        assert "gzip" in answer.headers["Accept-Encoding"]


@pytest.mark.parametrize("depth", [30, 900, 5000])
def test_h9_deep_json_is_refused_everywhere(archive: Archive, auth: dict[str, str], depth: int) -> None:
    client = create_app(archive).test_client()
    deep = "[" * depth + "]" * depth
    game = archive.game_ids()[0]
    result = '{"kind": "result", "round": 1, "table": "A", "points": {}, "teams": DEEP}'
    for path, body in (
        (f"{GAMES}/{game}/events", '{"events": DEEP}'), (f"{GAMES}/{game}/events", '{"lines": DEEP}'),
        (GAMES, '{"notation": "rgn 1", "headers": DEEP, "events": []}'),
        ("/api/v1/tournaments/t/events", '{"events": [' + result + "]}"),
        ("/api/v1/tournaments/t/events", '{"events": [{"kind": DEEP}]}'),
    ):  # fmt: skip
        answer = client.post(path, data=body.replace("DEEP", deep), content_type="application/json", headers=auth)
        assert answer.status_code == 422, (path, body, answer.text)


def test_h9_teams_within_teams_are_refused_by_the_archive_itself(archive: Archive) -> None:
    from plancia_archive import ArchiveError

    deep: Any = "Anna"
    for _ in range(900):
        deep = [deep]
    result = {"kind": "result", "round": 1, "table": "A", "points": {}}
    for field in ("teams", "out", "withdrawn"):
        with pytest.raises(ArchiveError):
            archive.tournaments.append("t", [{**result, field: deep}])


@pytest.mark.parametrize("body", ['{"lines": ["NOTE A {a}"], "lines": ["NOTE A {b}"]}', '{"lines": NaN}'])
def test_h9_repeated_members_and_invalid_json_are_refused(archive: Archive, auth: dict[str, str], body: str) -> None:
    client = create_app(archive).test_client()
    path = f"{GAMES}/{archive.game_ids()[0]}/events"
    assert client.post(path, data=body, content_type="application/json", headers=auth).status_code == 422


@pytest.mark.parametrize(("host", "allowed"), [
    ("127.0.0.1:8001", True), ("localhost", True), ("[::1]:8001", True), ("192.168.1.7:8001", True),
    ("club.example", True), ("CLUB.example.:80", True), ("attacker.example", False),
    ("127.0.0.1.attacker.example", False), ("localhost.attacker.example", False), ("", False),
])  # fmt: skip
def test_h9_foreign_host_names_are_refused(archive: Archive, host: str, allowed: bool) -> None:
    client = create_app(archive, names=["club.example"]).test_client()
    for path in (GAMES, "/", "/docs", "/api/v1/tournaments/t/standings"):
        answer = client.get(path, headers={"Host": host})
        assert (answer.status_code != 421) == allowed, (path, answer.status_code)
        assert allowed or "attacker" not in answer.headers.get("Location", "")


def test_h9_redirects_do_not_lead_where_the_host_says(archive: Archive) -> None:
    client = create_app(archive, names=["*"]).test_client()
    for path in ("/docs/files//x", "//docs", "/api//v1/games", "/docs//", "/games//x", "/tournaments//t"):
        answer = client.get(path, headers={"Host": "evil.example"})
        assert "evil" not in answer.headers.get("Location", ""), path
        assert answer.status_code < 300 or answer.status_code == 404, path


def cors(archive: Archive, path: str, origin: str = "https://other.example", **how: Any) -> str | None:
    answer = create_app(archive, **how).test_client().get(path, headers={"Origin": origin})
    return answer.headers.get("Access-Control-Allow-Origin")


def test_h9_other_origins_read_no_names(archive: Archive) -> None:
    named = [GAMES, "/api/v1/tournaments/t/standings", "/api/v1/statistics/results-by-player", "/api/v1/players"]
    for path in named:
        assert cors(archive, path) is None
        assert cors(archive, path, private=True) == "*"
        assert cors(archive, path, origins=["*"]) == "*"
        assert cors(archive, path, origins=["https://other.example"]) == "https://other.example"
        assert cors(archive, path, origins=["https://third.example"]) is None
    for path in ("/api/v1/variants", "/api/v1/rules", "/api/v1/odds?attackers=1&defenders=1", "/api/v1/health"):
        assert cors(archive, path) == "*"
    client = create_app(archive).test_client()
    preflight = {"Origin": "https://other.example", "Access-Control-Request-Method": "GET"}
    assert "Access-Control-Allow-Origin" not in client.options(GAMES, headers=preflight).headers
    assert client.options("/api/v1/variants", headers=preflight).headers["Access-Control-Allow-Origin"] == "*"


def test_h9_pages_say_what_they_vary_by_and_stand_in_no_frame(archive: Archive) -> None:
    client = create_app(archive).test_client()
    for path in ("/", f"/games/{archive.game_ids()[0]}", "/statistics", "/tournaments/t", "/docs", "/errors/busy"):
        headers = client.get(path).headers
        assert {"Accept-Language", "Cookie", "Authorization"} <= {one.strip() for one in headers["Vary"].split(",")}
        assert headers["Cache-Control"] == "private, no-cache"
        for part in ("frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"):
            assert part in headers["Content-Security-Policy"]


def test_h9_a_full_disk_is_a_507_without_a_path_and_health_says_so(archive: Archive, auth: dict[str, str]) -> None:
    client = create_app(archive).test_client()
    assert client.get("/api/v1/health").get_json()["status"] == "ok"
    pages = archive.db.execute("PRAGMA page_count").fetchone()[0]
    archive.db.execute(f"PRAGMA max_page_count = {pages}")
    other = SAMPLE.replace(b"serata-1", b"other") + b"NOTE A {%s}\n" % (b"x" * 900) * 100
    answer = client.post(GAMES, data=other, content_type="text/x-rgn", headers=auth)
    assert (answer.status_code, answer.get_json(force=True)["code"]) == (507, "no-room")
    assert "a.db" not in answer.text and str(archive.path.parent) not in answer.text
    health = client.get("/api/v1/health").get_json()
    assert (health["status"], health["writable"]) == ("no-room", False)
    assert client.get(GAMES).status_code == 200
    archive.db.execute("PRAGMA max_page_count = 1000000")
    assert client.post(GAMES, data=other, content_type="text/x-rgn", headers=auth).status_code == 201
    assert client.get("/api/v1/health").get_json()["status"] == "ok"


def test_h9_refusals_name_no_path(archive: Archive, auth: dict[str, str]) -> None:
    archive.read_only = True
    client = create_app(archive).test_client()
    answer = client.post(GAMES, data=SAMPLE, content_type="text/x-rgn", headers=auth)
    assert answer.status_code == 403 and "a.db" not in answer.text
    assert client.get("/api/v1/health").get_json()["status"] == "read-only"


def test_h9_pages_and_reads_count_against_a_time_budget(archive: Archive) -> None:
    app = create_app(archive, seconds_per_minute=0.05)
    game = archive.game_ids()[0]
    for path in (f"/games/{game}", f"{GAMES}/{game}/verdicts"):
        codes = []
        for number in range(500):
            answer = app.test_client().get(path, environ_base={"REMOTE_ADDR": f"10.0.{len(path)}.1"})
            codes.append(answer.status_code)
            if answer.status_code == 429:
                assert int(answer.headers["Retry-After"]) > 0 and number > 0
                break
        assert codes[0] == 200 and codes[-1] == 429, path
    assert app.test_client().get("/api/v1/health", environ_base={"REMOTE_ADDR": "10.1.0.1"}).status_code == 200
    assert json.loads(app.test_client().get(GAMES, environ_base={"REMOTE_ADDR": "10.1.0.2"}).data)["items"]
