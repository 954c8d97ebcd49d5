"""What each role may do on each route that writes, and what limits and expiry refuse."""

from __future__ import annotations

import json

import pytest

from plancia_api import create_app
from plancia_archive import Archive
from plancia_archive.registers.roles import ROLES
from plancia_data import samples
from plancia_events import read

TEXT = samples()["monopoli-serata.rgn"]
RECORDING = {"recorder", "arbiter", "keeper", "admin"}


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}", "If-Match": "*"}


@pytest.mark.parametrize("role", ROLES)
def test_a_route_that_writes_takes_the_roles_of_the_table(archive: Archive, role: str) -> None:
    game_id = archive.add_game(read(TEXT).games[0]).game_id
    secret = archive.tokens.grant("x", role, player="Anna" if role == "player" else None)[1]
    client, headers = create_app(archive).test_client(), bearer(secret)
    note = {"data": "NOTE A {x}\n", "content_type": "text/x-rgn"}
    opened = {"json": {"events": [{"kind": "opened", "title": "T", "system": "monopoli"}]}}
    before = archive.last_index()
    adds = client.post("/api/v1/games", headers=headers, data=TEXT, content_type="text/x-rgn").status_code
    appends = client.post(f"/api/v1/games/{game_id}/events", headers=headers, **note).status_code
    fresh = {**headers, "If-Match": '"0"'}
    directs = client.post("/api/v1/tournaments/t/events", headers=fresh, **opened).status_code
    assert (adds, appends) == ((200, 200) if role in RECORDING else (403, 403))
    assert directs == (200 if role in RECORDING - {"recorder"} else 403)
    if role not in RECORDING:
        assert archive.last_index() == before


def test_entries_name_the_token_and_another_game_is_refused(archive: Archive) -> None:
    game_id = archive.add_game(read(TEXT).games[0]).game_id
    own, secret = archive.tokens.grant("x", "recorder", {"games": [game_id]})
    other = archive.tokens.grant("y", "recorder", {"games": ["g_000000000000000000"]})[1]
    client, path = create_app(archive).test_client(), f"/api/v1/games/{game_id}/events"
    note = {"data": "NOTE A {x}\n", "content_type": "text/x-rgn"}
    assert client.post(path, headers=bearer(other), **note).get_json(force=True)["reason"] == "limit"
    assert client.post(path, headers=bearer(secret), **note).status_code == 200
    void = {"data": "VOID A 5 {x}\n", "content_type": "text/x-rgn"}
    assert client.post(path, headers=bearer(secret), **void).get_json(force=True)["reason"] == "correction"
    rows = archive.db.execute("SELECT header FROM entry WHERE game = ? ORDER BY first", [game_id]).fetchall()
    authors = [(header["author"], header["role"]) for header in (json.loads(row[0]) for row in rows)]
    assert authors == [("local", "keeper"), (own, "recorder")]


def test_an_expired_token_writes_nothing(archive: Archive) -> None:
    secret = archive.tokens.grant("x", "admin", expires_at=2**52)[1]
    archive.tokens.clock = lambda: 2**52
    answer = create_app(archive).test_client().post("/api/v1/games", headers=bearer(secret), data=TEXT)
    assert answer.status_code == 401 and archive.count() == 0
