"""The filters of statistics are the same over HTTP and in the command line; what other rules would change, page by
page."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_api.schemas import StatisticsQuery
from plancia_archive import Archive, Filters
from plancia_archive.statistics.supposing import what_if
from plancia_cli.asking import stats
from plancia_events import Game
from plancia_replay.synthetic import Wish, generate


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    made = Archive.open(tmp_path_factory.mktemp("filters") / "a.db", create=True)
    for seed in range(4):
        game = generate(Wish("rcm@1 + no-strip" if seed else "rcm@1", seed))
        made.add_game(Game([*game.headers, ("Place", f"Sede {seed % 2}")], game.events, game.lines))
    return made


@pytest.fixture
def client(archive: Archive) -> FlaskClient:
    return create_app(archive).test_client()


def test_one_set_of_filters_everywhere() -> None:
    names = {one.name for one in fields(Filters)}
    assert names == set(StatisticsQuery().fields) - {"lang"}
    assert names <= {option.name for option in stats.params}
    page = (Path(__file__).resolve().parents[2] / "docs" / "statistics.md").read_text("utf-8")
    assert all(f"`{name}`" in page for name in names)


@pytest.mark.parametrize(("query", "games"), [
    ("club=Sede 0", 2), ("option=no-strip", 3), ("edition=1", 4), ("edition=2", 0), ("seat=2", 4), ("seat=6", 0),
    ("tournament=gara", 0), ("option=no-strip&club=Sede 1", 2), ("winner=nobody", 0),
])  # fmt: skip
def test_filters_over_http(client: FlaskClient, archive: Archive, query: str, games: int) -> None:
    answer = client.get(f"/api/v1/statistics/lengths?{query}").get_json()
    if query == "seat=6":
        games = sum(len(archive.game(game_id).players) == 6 for game_id in archive.game_ids())
    assert answer["games"] == games == answer["qualified"] and answer["entries"] > 4
    assert len(client.get(f"/api/v1/games?{query}").get_json()["items"]) == games


@pytest.mark.parametrize("query", ["edition=x", "edition=0", "seat=7", "seat=", "circle=Milano"])
def test_filters_not_understood_are_refused(client: FlaskClient, query: str) -> None:
    assert client.get(f"/api/v1/statistics/lengths?{query}").status_code == 422


def test_what_other_rules_would_change(client: FlaskClient, archive: Archive) -> None:
    whole = what_if(archive, Filters(), "torneo@1")
    first = client.get("/api/v1/statistics/what-if?under=torneo@1&limit=3").get_json()
    assert first["judged"] == 3 and first["next"]
    second = client.get(f"/api/v1/statistics/what-if?under=torneo@1&limit=3&after={first['next']}").get_json()
    assert second["judged"] == 1 and second["next"] is None
    sums = [a["games"] + b["games"] for a, b in zip(first["rows"], second["rows"], strict=True)]
    assert sums == [row["games"] for row in whole["rows"]]
    assert client.get("/api/v1/statistics/what-if").status_code == 422
    assert client.get("/api/v1/statistics/what-if?under=nothing").status_code == 404
    assert client.get("/api/v1/statistics/what-if?under=torneo@1&limit=1001").status_code == 422
    assert client.get("/api/v1/statistics/what-if?under=torneo@1&club=Sede 1").get_json()["games"] == 2


def test_each_statistic_says_what_it_means_in_two_languages(client: FlaskClient) -> None:
    for item in client.get("/api/v1/statistics").get_json()["items"]:
        assert item["meaning"]["en"] == item["says"] and len(item["meaning"]["it"]) > 20
        assert item["meaning"]["it"] != item["meaning"]["en"] and item["title"]["it"] != item["title"]["en"]
