"""Which device records a game: the first that says so, until it leaves, is silent, or another takes over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_api.writer_leases import LEASE_SECONDS, MAX_LEASES, WRITERS, WriterLeases
from plancia_archive import Archive
from plancia_data import samples
from plancia_events import read

PHONE, LAPTOP = "device-of-phone", "device-of-laptop"


class Table:
    """A client with a token that may append, at a game that is open, and the clock of the leases."""

    def __init__(self, path: Path) -> None:
        self.archive = Archive.open(path, create=True)
        self.game = self.archive.add_game(read(samples()["monopoli-serata.rgn"]).games[0]).game_id
        self.now = 1_000_000.0
        app = create_app(self.archive)
        WRITERS.keep(app, WriterLeases(lambda: self.now))
        self.client: FlaskClient = app.test_client()
        self.place = f"/api/v1/games/{self.game}/writer"
        self.headers = {"Authorization": "Bearer " + self.archive.tokens.grant("t", "recorder")[1]}

    def claim(self, device: str, kind: str = "phone", **more: Any) -> Any:
        return self.client.post(self.place, json={"device": device, "kind": kind, **more}, headers=self.headers)

    def writer(self) -> Any:
        return self.client.get(self.place).get_json()["writer"]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "a.db")


def test_the_first_device_records_and_another_takes_over_only_by_saying_so(table: Table) -> None:
    assert table.writer() is None
    claimed = table.claim(PHONE).get_json()
    assert claimed["writer"]["device"] == PHONE and claimed["version"] == table.archive.version(table.game)
    table.now += 60
    assert table.claim(LAPTOP, "computer").get_json()["writer"]["device"] == PHONE
    taken = table.claim(LAPTOP, "computer", take=True).get_json()["writer"]
    assert (taken["device"], taken["kind"]) == (LAPTOP, "computer") and taken == table.writer()
    assert taken["since"] > claimed["writer"]["since"]
    assert table.claim(PHONE).get_json()["writer"]["device"] == LAPTOP


def test_a_lease_is_renewed_and_ends_in_silence(table: Table) -> None:
    since = table.claim(PHONE).get_json()["writer"]["since"]
    table.now += LEASE_SECONDS - 1
    renewed = table.claim(PHONE).get_json()["writer"]
    assert renewed["since"] == since != renewed["seen"]
    table.now += LEASE_SECONDS - 1
    assert table.writer()["device"] == PHONE
    table.now += 1
    assert table.writer() is None
    assert table.claim(LAPTOP, "computer").get_json()["writer"]["device"] == LAPTOP


def test_only_the_writer_ends_its_lease(table: Table) -> None:
    table.claim(PHONE)
    assert table.claim(LAPTOP, "computer", leave=True).get_json()["writer"]["device"] == PHONE
    assert table.claim(PHONE, leave=True).get_json()["writer"] is None and table.writer() is None


def test_who_may_not_append_claims_nothing(table: Table) -> None:
    table.headers = {}
    assert table.claim(PHONE).status_code == 401
    table.headers = {"Authorization": "Bearer " + table.archive.tokens.grant("r", "reader")[1]}
    assert table.claim(PHONE).status_code == 403
    limited = table.archive.tokens.grant("l", "recorder", {"games": ["g_0000000000000000"]})[1]
    table.headers = {"Authorization": f"Bearer {limited}"}
    assert table.claim(PHONE).status_code == 403 and table.writer() is None


@pytest.mark.parametrize(
    "body",
    [{}, {"device": PHONE}, {"device": "short", "kind": "phone"}, {"device": PHONE, "kind": "toaster"},
     {"device": PHONE, "kind": "phone", "take": 1}, {"device": PHONE, "kind": "phone", "name": "Anna"},
     {"device": "a<b>c<d>e", "kind": "phone"}],
)  # fmt: skip
def test_bodies_that_are_refused(table: Table, body: dict[str, Any]) -> None:
    assert table.client.post(table.place, json=body, headers=table.headers).status_code == 422


def test_an_unknown_game_has_no_writer(table: Table) -> None:
    assert table.client.get("/api/v1/games/g_0000000000000000/writer").status_code == 404
    table.place = "/api/v1/games/g_0000000000000000/writer"
    assert table.claim(PHONE).status_code == 404


def test_the_record_route_refuses_a_device_that_was_replaced(table: Table) -> None:
    table.archive.append(table.game, ["VOID A 24 {an example}"], None)
    place = table.place.replace("/writer", "/record")

    def record(device: str | None, key: str) -> Any:
        headers = {**table.headers, "Idempotency-Key": key} | ({"X-Plancia-Device": device} if device else {})
        return table.client.post(place, json={"said": ["nota una prova"]}, headers=headers)

    assert record(PHONE, "1").status_code == 200  # nobody has claimed the game
    table.claim(PHONE)
    table.claim(LAPTOP, "computer", take=True)
    refused = record(PHONE, "2")
    assert refused.status_code == 409 and refused.get_json()["writer"]["device"] == LAPTOP
    table.now += LEASE_SECONDS - 1
    assert record(LAPTOP, "3").status_code == record(None, "4").status_code == 200
    table.now += LEASE_SECONDS - 1
    assert table.writer()["device"] == LAPTOP  # the write renewed the lease


def test_the_answer_is_kept_by_no_cache(table: Table) -> None:
    assert "no-store" in table.client.get(table.place).headers["Cache-Control"]


def test_leases_are_bounded() -> None:
    leases = WriterLeases()
    for number in range(MAX_LEASES):
        leases.claim(str(number), PHONE, "phone")
    leases.claim("0", PHONE, "phone")
    leases.claim("1", LAPTOP, "computer")  # another device renews nothing
    leases.claim("new", PHONE, "phone")
    assert leases.find("1") is None and leases.find("0") is not None and leases.find("2") is not None
