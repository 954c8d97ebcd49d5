"""Statistics, charts, searches, odds and tournaments over HTTP; writes have a limit."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_archive import Archive
from plancia_archive.queries.search import search_page
from plancia_archive.statistics import REGISTERED
from plancia_replay.synthetic import GameSpec, generate


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    archive = Archive.open(tmp_path_factory.mktemp("q") / "a.db", create=True)
    for seed in range(4):
        archive.add_game(generate(GameSpec("monopoli@1", seed)))
    return archive


def test_invented_tokens_give_no_budget(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[Any] = []
    page = search_page

    def counted(*arguments: Any) -> Any:
        searches.append(arguments)
        return page(*arguments)

    monkeypatch.setattr("plancia_api.routes.search.search_page", counted)
    client = create_app(archive, bulk_per_minute=2).test_client()
    for number in range(4):
        invented = {"Authorization": f"Bearer invented-{number}"}
        assert client.get("/api/v1/search?position=SIA%3DR", headers=invented).status_code == 401
    assert not searches
    statuses = [client.get("/api/v1/search?position=SIA%3DR").status_code for _ in range(3)]
    assert statuses == [200, 200, 429] and len(searches) == 2


def test_every_statistic_answers_and_has_its_chart(client: FlaskClient) -> None:
    listed = client.get("/api/v1/statistics").get_json()["items"]
    unknown = client.get("/api/v1/statistics/nope").get_json(force=True)["detail"]
    assert all(item["statistic"] in unknown for item in listed)
    assert {item["statistic"] for item in listed} == {*REGISTERED, "what-if"}
    for name in REGISTERED:
        answer = client.get(f"/api/v1/statistics/{name}?variant=monopoli@1&provenance=all")
        data = answer.get_json()
        assert answer.status_code == 200 and data["games"] == 4
        conditional = {"If-None-Match": answer.headers["ETag"]}
        again = client.get(f"/api/v1/statistics/{name}?variant=monopoli@1&provenance=all", headers=conditional)
        assert again.status_code == 304
        chart = client.get(f"/api/v1/statistics/{name}/chart?provenance=all")
        assert chart.status_code == (200 if REGISTERED[name].chart else 404)
        if REGISTERED[name].chart:
            root = ElementTree.fromstring(chart.data)
            assert root.find("{*}title") is not None and root.find("{*}desc") is not None
    assert client.get("/api/v1/statistics/nothing").status_code == 404


def test_search_and_odds(client: FlaskClient) -> None:
    matches = client.get("/api/v1/search?position=SIA%3Dx%3E%3D3").get_json()["items"]
    assert matches and {"game", "event", "round"} <= set(matches[0])
    assert client.get("/api/v1/search?position=XYZ").status_code == 422
    assert client.get("/api/v1/search").status_code == 400
    assert client.get("/api/v1/odds?attackers=3&defenders=3").get_json()["conquest"] == "4402175/13436928"


def test_a_tournament_over_http(client: FlaskClient, archive: Archive) -> None:
    headers = {"Authorization": "Bearer " + archive.tokens.make("t", ["write"]), "If-Match": '"0"'}
    events = [{"kind": "opened", "title": "Gara", "system": "open"},
              *({"kind": "entered", "player": name} for name in ("Anna", "Bruno", "Carla"))]  # fmt: skip
    answer = client.post("/api/v1/tournaments/gara/events", json={"events": events}, headers=headers)
    assert answer.status_code == 200 and answer.get_json()["version"] == 4
    stale = client.post("/api/v1/tournaments/gara/events", json={"events": events}, headers=headers)
    assert stale.status_code == 412 and stale.get_json()["current"] == 4
    more = [{"kind": "table", "round": 1, "table": "A", "seats": ["Anna", "Bruno", "Carla"]},
            {"kind": "result", "round": 1, "table": "A", "points": {"Anna": 40, "Bruno": 20, "Carla": 8}}]  # fmt: skip
    client.post("/api/v1/tournaments/gara/events", json={"events": more}, headers={**headers, "If-Match": '"4"'})
    rows = client.get("/api/v1/tournaments/gara/standings").get_json()["items"]
    assert [(row["name"], row["total"]) for row in rows] == [("Anna", "80"), ("Bruno", "15"), ("Carla", "6")]
    assert client.get("/api/v1/tournaments/none").status_code == 404
    wrong = client.post("/api/v1/tournaments/gara/events", json={"events": [{"kind": "left", "player": "Ugo"}]},
                        headers={**headers, "If-Match": '"6"'})  # fmt: skip
    assert wrong.status_code == 404 and "Ugo" in wrong.get_json()["detail"]


def test_writes_have_a_limit(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    client = create_app(archive, writes_per_minute=2).test_client()
    codes = [client.post("/api/v1/games", data="x", content_type="text/plain") for _ in range(3)]
    assert [answer.status_code for answer in codes[:2]] == [401, 401] and codes[2].status_code == 429
    assert int(codes[2].headers["Retry-After"]) >= 1 and codes[2].get_json()["code"] == "too-many"
    assert client.get("/api/v1/health").status_code == 200
