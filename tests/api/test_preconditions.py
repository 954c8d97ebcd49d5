"""Callers are token holders (H3); If-Match with numbers, ETags, lists and `*` (H5)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_api.rate_limits import TABLES_PER_TOKEN
from plancia_archive import Archive
from plancia_data import samples
from plancia_events import read

SAMPLE = samples()["monopoli-serata.rgn"]


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    archive = Archive.open(tmp_path / "a.db", create=True)
    archive.add_game(read(SAMPLE).games[0])
    archive.tournaments.append("t", [{"kind": "opened", "title": "x", "system": "open"}])
    return archive


def spellings(token: str) -> list[str]:
    return [f"Bearer {token}", f"bearer {token}", f"BEARER  {token} ", f"Bearer    {token}"]


def test_h3_one_holder_however_the_header_is_spelt_and_the_token_renewed(archive: Archive) -> None:
    client = create_app(archive).test_client()
    game = archive.game_ids()[0]
    before = archive.version(game)
    given = spellings(archive.tokens.make("table1", ["write"]))
    answers = []
    for _ in range(2):
        for spelt in given:
            headers = {"Authorization": spelt, "Idempotency-Key": "k"}
            answers.append(client.post(f"/api/v1/games/{game}/events", json={"lines": ["NOTE A {x}"]}, headers=headers))
        archive.tokens.revoke("table1")
        given = spellings(archive.tokens.make("table1", ["write"]))
    assert {answer.status_code for answer in answers} == {200}
    assert all(answer.get_json() == answers[0].get_json() for answer in answers)
    assert archive.version(game) == before + 1
    other = {"Authorization": "Bearer " + archive.tokens.make("table2", ["write"]), "Idempotency-Key": "k"}
    client.post(f"/api/v1/games/{game}/events", json={"lines": ["NOTE A {x}"]}, headers=other)
    assert archive.version(game) == before + 2, "another holder's key is another key"


def test_h3_the_budget_belongs_to_the_holder(archive: Archive) -> None:
    client = create_app(archive, writes_per_minute=10).test_client()
    token = archive.tokens.make("t", ["read"])
    codes = []
    for number in range(40):
        spelt = f"bearer{' ' * (number % 7 + 1)}{token}{' ' * (number % 3)}"
        codes.append(client.post("/api/v1/games", headers={"Authorization": spelt}).status_code)
    assert codes.count(429) >= 29


def test_writes_are_counted_by_game_since_the_tables_of_an_evening_share_a_token(archive: Archive) -> None:
    client = create_app(archive, writes_per_minute=5).test_client()
    headers = {"Authorization": "Bearer " + archive.tokens.make("t", ["write"])}
    body = {"lines": ["NOTE A {x}"]}

    def codes(game: str, count: int) -> list[int]:
        return [
            client.post(f"/api/v1/games/{game}/events", json=body, headers=headers).status_code for _ in range(count)
        ]

    first, second = archive.game_ids()[0], "g_00000000000000000000"
    assert codes(first, 8).count(429) >= 2, "one game has its limit"
    assert 429 not in codes(second, 4), "another game has its own"
    others = [code for number in range(30) for code in codes(f"g_{number:020}", 4)]
    assert 429 in others and others.count(404) < 5 * TABLES_PER_TOKEN, "and the token one for all games"
    anonymous = [client.post(f"/api/v1/games/{number}/events", json=body).status_code for number in range(12)]
    assert anonymous.count(429) >= 6, "without a token games are not told apart"


def test_h9_an_invalid_token_is_told_apart_from_a_missing_one(archive: Archive) -> None:
    client = create_app(archive).test_client()
    none = client.post("/api/v1/games", data=b"x")
    assert none.get_json(force=True)["code"] == "unauthorized" and "error" not in none.headers["WWW-Authenticate"]
    for given in ("Bearer plk_nothing", "Basic eDp5", "Bearer", "Bearer "):
        wrong = client.get("/api/v1/games", headers={"Authorization": given})
        assert wrong.status_code == 401 and wrong.get_json(force=True)["code"] == "invalid-token", given
        assert 'error="invalid_token"' in wrong.headers["WWW-Authenticate"]


def writer(archive: Archive) -> tuple[FlaskClient, dict[str, str]]:
    return create_app(archive).test_client(), {"Authorization": "Bearer " + archive.tokens.make("t", ["write"])}


@pytest.mark.parametrize("path", ["", "/events", "/events?after=3&lang=en", "/verdicts", "/score", "/state/3", ".rgn"])
@pytest.mark.parametrize("coding", ["identity", "gzip"])
def test_h5_if_match_takes_the_etag_of_any_answer_about_the_game(archive: Archive, path: str, coding: str) -> None:
    client, auth = writer(archive)
    game = archive.game_ids()[0]
    tag = client.get(f"/api/v1/games/{game}{path}", headers={"Accept-Encoding": coding}).headers["ETag"]
    where = f"/api/v1/games/{game}/events"
    first = client.post(where, json={"lines": ["NOTE A {x}"]}, headers={**auth, "If-Match": tag})
    assert first.status_code == 200, first.text
    stale = client.post(where, json={"lines": ["NOTE A {x}"]}, headers={**auth, "If-Match": tag})
    body: dict[str, Any] = stale.get_json(force=True)
    assert (stale.status_code, body["code"]) == (412, "precondition-failed")
    assert body["current"] == first.get_json()["version"]


def test_h5_if_match_takes_any_lists_and_numbers_and_refuses_the_rest(archive: Archive) -> None:
    client, auth = writer(archive)
    game = archive.add_game(read(SAMPLE.replace(b"serata-1", b"other")).games[0]).game_id
    elsewhere = client.get(f"/api/v1/games/{archive.game_ids()[0]}").headers["ETag"]

    def post(match: str) -> tuple[int, Any]:
        headers = {**auth, "If-Match": match}
        answer = client.post(f"/api/v1/games/{game}/events", json={"lines": ["NOTE A {x}"]}, headers=headers)
        return answer.status_code, answer.get_json(force=True).get("current")

    now = archive.version(game)
    assert post("*") == (200, None) and post(f'"{now}", "{now + 1}"') == (200, None)
    assert post(f"{now + 2}") == (200, None) and post(f'"{now + 3}"') == (200, None)
    now = archive.version(game)
    for match in (elsewhere, f'W/"{now}"', '"foo"', f'"{now - 1}"', f'"{now + 1}", "{now - 1}"', '"٣"'):
        assert post(match) == (412, now), match
    assert post("")[0] == 400 and archive.version(game) == now


def test_h5_tournaments_too(archive: Archive) -> None:
    client, auth = writer(archive)
    where = "/api/v1/tournaments/t"
    body = {"events": [{"kind": "entered", "player": "Anna"}]}
    tag = client.get(f"{where}/standings").headers["ETag"]
    assert client.post(f"{where}/events", json=body, headers={**auth, "If-Match": tag}).status_code == 200
    stale = client.post(f"{where}/events", json=body, headers={**auth, "If-Match": tag})
    assert (stale.status_code, stale.get_json(force=True)["current"]) == (412, 2)
    opened = {"events": [{"kind": "opened", "title": "y", "system": "open"}]}
    none = client.post("/api/v1/tournaments/new/events", json=opened, headers={**auth, "If-Match": "*"})
    assert none.status_code == 412
    first = client.post("/api/v1/tournaments/new/events", json=opened, headers={**auth, "If-Match": '"0"'})
    assert first.status_code == 200
