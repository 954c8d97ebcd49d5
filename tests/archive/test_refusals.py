"""Refused writes are kept: bounded in rows and rate, without secrets, and never in the way of anything."""

from __future__ import annotations

from plancia_api import create_app
from plancia_archive import Archive, verify
from plancia_archive.registers.refusals import UNKNOWN_CALLER, Refusals
from plancia_data import samples
from plancia_events import read

TEXT = samples()["monopoli-serata.rgn"]


def reasons(archive: Archive) -> list[tuple[str, str, str]]:
    return [(row["author"], row["action"], row["code"]) for row in archive.refusals.listed()]


def test_who_tried_what_over_http_and_why_it_was_refused(archive: Archive) -> None:
    game = archive.add_game(read(TEXT).games[0]).game_id
    player, secret = archive.tokens.grant("Zanzotto", "player", player="Anna")
    client, before = create_app(archive).test_client(), archive.last_index()
    place, bearer = f"/api/v1/games/{game}/events", {"Authorization": f"Bearer {secret}", "If-Match": "*"}
    client.post(place, data="NOTE A {secret words}", headers=bearer)
    client.post(place, data="NOTE A {secret words}")
    client.post(place, headers={"Authorization": "Bearer plk_guessed"})
    archive.tokens.revoke(player)
    client.post(place, headers=bearer)
    client.get("/api/v1/tokens", headers=bearer)
    rows = archive.refusals.listed()
    assert [(row["author"], row["role"], row["code"]) for row in rows] == [
        (player, "player", "invalid-token"),
        (UNKNOWN_CALLER, "", "invalid-token"), (UNKNOWN_CALLER, "", "unauthorized"),
        (player, "player", "role"),
    ]  # fmt: skip
    assert {row["subject"] for row in rows[2:]} == {game} and rows[0]["name"] == "Zanzotto"
    assert all(row["action"].startswith("POST") for row in rows) and archive.last_index() == before + 1
    file = archive.path.read_bytes() + archive.path.with_name("a.db-wal").read_bytes()
    assert b"plk_guessed" not in file and b"secret words" not in file and secret.encode() not in file
    assert verify(archive) == []


def test_an_address_with_a_name_is_not_kept(archive: Archive) -> None:
    create_app(archive).test_client().post("/api/v1/players/Zanzotto/erase")
    create_app(archive).test_client().post("/api/v1/tournaments/zanzotto/events")
    assert [row["subject"] for row in archive.refusals.listed()] == ["", ""]


def test_rows_and_rate_are_bounded_and_strangers_push_nobody_out(archive: Archive) -> None:
    refusals = Refusals(archive.log, max_rows=3, max_per_minute=8)
    assert refusals.record("t_00000000", "player", "POST /x", "", "role")
    written = [refusals.record(UNKNOWN_CALLER, "", "POST /x", "", f"r{number}") for number in range(20)]
    assert written == [True] * 8 + [False] * 12
    rows = refusals.listed()
    assert [row["code"] for row in rows] == ["r7", "r6", "r5", "role"]
    refusals.levels[True] = 1.0
    assert refusals.record(UNKNOWN_CALLER, "", "POST /x" * 100, "", "last")
    assert refusals.listed(1)[0]["skipped"] == 12 and len(refusals.listed(1)[0]["action"]) == 120
    assert [row["code"] for row in refusals.listed(9, rows[0]["id"])][-1] == "role"


def test_a_refusal_stays_a_refusal_where_nothing_can_be_written(archive: Archive) -> None:
    app = create_app(archive)
    with archive.writing():
        assert app.test_client().post("/api/v1/games", data=TEXT).status_code == 401, "another writer is at work"
    moved = archive.path.rename(archive.path.with_name("b.db"))
    assert app.test_client().post("/api/v1/games", data=TEXT).status_code == 401
    moved.rename(archive.path)
    archive.read_only = True
    assert app.test_client().post("/api/v1/games", data=TEXT).status_code == 401
    assert reasons(archive) == []
    archive.read_only = False
    app.test_client().post("/api/v1/games", data=TEXT)
    assert archive.refusals.listed()[0]["skipped"] == 3
