"""Until a game is over, no route shows what a seat hides, to whom may not see it (docs/roles.md)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule

from plancia_api import create_app
from plancia_archive import Archive
from plancia_archive.log.authors import Author, acting_as
from plancia_data import samples
from plancia_events import Game, read, replace_fields

SECRETS = ("letto", "giraffa", "elefante", "guerra-fredda")  # objectives of the sample
WORDS = re.compile(rb"\b(letto(?! altrimenti)|giraffa|elefante|guerra-fredda)\b")  # "read otherwise" is no objective
# answers that name objectives of the list, whoever has them
LISTS = ("/api/v1/variants", "/api/v1/rules", "/docs", "/api/openapi", "/api/v1/openapi", "/api/v1/rankings", "/errors",
         "/static", "/rules", "/variants")  # fmt: skip


class Open:
    """An archive with an open game, a ruling that names an objective, and a tournament that links the game."""

    def __init__(self, path: Path) -> None:
        self.archive = archive = Archive.open(path, create=True)
        self.game = archive.add_game(played()).game_id
        self.players = archive.game(self.game).players
        seats = list(self.players.values())
        entered = [{"kind": "entered", "player": player} for player in seats]
        opened = {"kind": "opened", "title": "Autunno", "system": "open"}
        table = {"kind": "table", "round": 1, "table": "A", "seats": seats}
        archive.tournaments.append("autunno", [opened, *entered, table])
        archive.tournaments.append("autunno", [{"kind": "linked", "round": 1, "table": "A", "game": self.game}])
        self.dispute = archive.disputes.open("two cards", "B", game=self.game, event=19).id
        place = 1 + next(at for at, event in enumerate(archive.game(self.game).events) if event.TAG == "OBJ")
        line = f"FIX A {place} OBJ R giraffa {{giraffa}}"
        with acting_as(Author("local", "arbiter")):
            archive.disputes.rule(self.dispute, "upheld", "see the line", lines=[line])
        archive.checkpoints.sign()
        self.bundle = f"/api/v1/tlog/tile/entries/000.p/{archive.last_index() + 1}"
        self.head = archive.checkpoints.head().head()
        limits: dict[str, Any] = {"writes_per_minute": 10_000, "bulk_per_minute": 10_000, "seconds_per_minute": 10_000}
        self.app = create_app(archive, stream_seconds=0, **limits)

    def bearer(self, role: str, limits: dict[str, Any] | None = None, player: str | None = None) -> dict[str, str]:
        secret = self.archive.tokens.grant("x", role, limits, player)[1]
        return {"Authorization": f"Bearer {secret}"}

    def addresses(self) -> list[str]:
        """Every address that a GET route has here, with the formats that it offers."""
        texts = ["rgn", "ndjson", "movetext", "csv", "json", "html", "md", "txt"]
        found = [self.address(rule) for rule in self.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
        found = [one for one in found if one and not one.startswith(LISTS)]
        games = [one for one in found if one.startswith("/api/") and "tile" not in one and "proofs" not in one]
        queries = ["/api/v1/search?position=CIN%3DR&variant=monopoli@1", "/api/v1/search?sequence=CIN%3ESIA",
                   "/api/v1/games?illegal=true", "/api/v1/statistics/what-if?under=torneo",
                   f"/api/v1/games/{self.game}/verdicts?under=torneo", f"/api/v1/games/{self.game}/score?as=recorded",
                   "/api/v1/proofs/inclusion?index=1", f"/games/{self.game}?at=14",
                   f"/games/{self.game}?at=15", f"/games/{self.game}?as=recorded", f"/games/{self.game}?under=torneo",
                   f"/games/{self.game}?print", f"/api/v1/games/{self.game}?as_of={self.head.replace('+', '%2B')}",
                   "/api/v1/verdicts?verdict=illegal"]  # fmt: skip
        return [*found, *(f"{one}.{form}" for one in games for form in texts), *queries]

    def address(self, rule: Rule) -> str:
        """The address of a rule for this archive; empty for a rule with a part that the archive does not have."""
        values: dict[str, Any] = {
            "game_id": self.game, "number": "000.p/3", "dispute_id": self.dispute, "player": self.players["R"],
            "place": "0/000.p/3", "digest": "0" * 64, "name": "autunno", "event": 20,
        }  # fmt: skip
        if "state" in rule.rule or "receipt" in rule.rule:
            values["number"] = 20 if "state" in rule.rule else 1
        if "entries" in rule.rule:
            return self.bundle
        if "statistics" in rule.rule:
            values["name"] = "objectives"
        given = {name: values.get(name, "answer" if name == "action" else "x") for name in rule.arguments}
        with self.app.test_request_context():
            return self.app.url_map.bind("localhost").build(rule.endpoint, given, method="GET")


def played() -> Game:
    """The open game of the sample, with a line that could not be read among its lines."""
    whole = read(samples()["monopoli-serata.rgn"]).games[0]
    note = next(event for event in read(samples()["monopoli-serata.rgn"]).games[0].events if event.TAG == "CLOCK")
    lines = list(whole.events)
    lines.insert(lines.index(note), replace_fields(lines[lines.index(note) - 1], note="letto"))
    return Game(whole.headers, lines, [0] * len(lines))


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Open:
    return Open(tmp_path_factory.mktemp("open") / "a.db")


def told(app: Flask, addresses: list[str], headers: dict[str, str]) -> set[str]:
    """The addresses whose answer names one of the objectives; none of them is a failure."""
    client, found = app.test_client(), set()
    for address in addresses:
        answer = client.get(address, headers={"Accept": "*/*", **headers})
        assert answer.status_code < 500, (address, answer.get_data())
        if WORDS.search(answer.get_data()):
            found.add(address)
    return found


def test_no_address_tells_it_and_with_rights_those_of_the_game_do(opened: Open) -> None:
    addresses, api = opened.addresses(), f"/api/v1/games/{opened.game}"
    assert len(addresses) > 60
    assert told(opened.app, addresses, {}) == set()
    other = {"games": ["g_000000000000000000"]}
    small = [one for one in addresses if opened.game in one or opened.dispute in one or "entries" in one
             or one.startswith(("/api/v1/games", "/api/v1/events", "/api/v1/verdicts"))]  # fmt: skip
    for headers in (opened.bearer("reader"), opened.bearer("arbiter", other), opened.bearer("recorder", other)):
        assert told(opened.app, small, headers) == set()
    entries = next(one for one in addresses if "tile/entries" in one)
    expected = {api, f"{api}.rgn", f"{api}.ndjson", f"{api}/events", "/api/v1/games.rgn", "/api/v1/events.ndjson",
                f"/api/v1/disputes/{opened.dispute}", f"/api/v1/disputes/{opened.dispute}/decision",
                entries}  # fmt: skip
    own = {"games": [opened.game]}
    for headers in (opened.bearer("arbiter"), opened.bearer("recorder", own), opened.bearer("keeper")):
        assert expected <= told(opened.app, sorted(expected), headers)


def test_a_player_sees_the_own_seat_and_bundles_stay_closed(opened: Open) -> None:
    client, headers = opened.app.test_client(), opened.bearer("player", None, opened.players["B"])
    text = client.get(f"/api/v1/games/{opened.game}.rgn", headers=headers).get_data(as_text=True)
    assert "OBJ B elefante" in text and "OBJ R ???" in text and "giraffa" not in text
    bundle = client.get(opened.bundle, headers=headers)
    assert (bundle.status_code, bundle.get_json(force=True)["reason"]) == (403, "hidden")
    zeno = opened.archive.people.find_or_make("Zeno")[0]
    stranger = client.get(f"/api/v1/games/{opened.game}.rgn", headers=opened.bearer("player", None, zeno))
    assert not WORDS.search(stranger.get_data())


def test_a_cache_keeps_readers_apart(opened: Open) -> None:
    client, address = opened.app.test_client(), f"/api/v1/games/{opened.game}.rgn"
    nobody, arbiter = client.get(address), client.get(address, headers=opened.bearer("arbiter"))
    assert nobody.headers["ETag"] != arbiter.headers["ETag"]
    assert "Authorization" in nobody.headers["Vary"] and "private" in arbiter.headers["Cache-Control"]
    again = client.get(address, headers={"If-None-Match": arbiter.headers["ETag"]})
    assert again.status_code == 200
    assert "public" not in client.get(opened.bundle, headers=opened.bearer("arbiter")).headers["Cache-Control"]


def test_lists_leave_out_what_is_judged(opened: Open) -> None:
    client = opened.app.test_client()
    (row,) = client.get("/api/v1/games").get_json()["items"]
    assert row["illegal"] is None and row["reason"] is None and row["players"][0]["points"] is None
    assert client.get("/api/v1/games?illegal=false").get_json()["items"] == []
    (seen,) = client.get("/api/v1/games", headers=opened.bearer("arbiter")).get_json()["items"]
    assert seen["illegal"] is not None and seen["reason"] == "unfinished"


def test_after_the_end_everybody_sees_it(tmp_path: Path) -> None:
    ended = Open(tmp_path / "a.db")
    before = ended.app.test_client().get(f"/api/v1/games/{ended.game}.rgn")
    ended.archive.append(ended.game, ["OVER * time"], None)
    address = f"/api/v1/games/{ended.game}"
    shown = told(ended.app, [f"{address}.rgn", address, f"{address}?as_of={ended.head.replace('+', '%2B')}",
                             "/api/v1/games.rgn", f"/games/{ended.game}?at=14"], {})  # fmt: skip
    assert len(shown) == 5
    after = ended.app.test_client().get(f"{address}.rgn")
    assert after.headers["ETag"] != before.headers["ETag"]
    bundle = ended.app.test_client().get(ended.bundle)
    assert bundle.status_code == 200 and "public" in bundle.headers["Cache-Control"]
