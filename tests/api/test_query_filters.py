"""The filters of statistics are the same over HTTP and in the command line; what other rules would change, page by
page."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from plancia_api.query_schemas import StatisticsQuery
from plancia_archive import Archive, Filters
from plancia_archive.queries.filter_values import UnknownValue, check_filters
from plancia_archive.statistics.what_if import what_if
from plancia_cli.stats import stats
from plancia_events import Game
from plancia_replay.synthetic import GameSpec, generate


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    archive = Archive.open(tmp_path_factory.mktemp("filters") / "a.db", create=True)
    for seed in range(4):
        game = generate(GameSpec("rcm@1 + no-strip" if seed else "rcm@1", seed))
        archive.add_game(Game([*game.headers, ("Place", f"Sede {seed % 2}")], game.events, game.lines))
    return archive


def test_one_set_of_filters_everywhere() -> None:
    names = {one.name for one in fields(Filters)} - {"hidden", "text"}  # set by the reader's rights alone
    assert names == {one.name for one in fields(StatisticsQuery)} - {"lang", "as_of"}
    assert names <= {option.name for option in stats.params}
    page = (Path(__file__).resolve().parents[2] / "docs" / "statistics.md").read_text("utf-8")
    assert all(f"`{name}`" in page for name in names)


@pytest.mark.parametrize(("query", "games"), [
    ("club=Sede 0", 2), ("option=no-strip", 3), ("edition=1", 4), ("seat=2", 4), ("seat=6", 0),
    ("option=no-strip&club=Sede 1", 2),
])  # fmt: skip
def test_filters_over_http(client: FlaskClient, archive: Archive, query: str, games: int) -> None:
    answer = client.get(f"/api/v1/statistics/lengths?provenance=all&{query}").get_json()
    if query == "seat=6":
        games = sum(len(archive.game(game_id).players) == 6 for game_id in archive.game_ids())
    assert answer["games"] == games == answer["qualified"] and answer["entries"] > 4
    assert len(client.get(f"/api/v1/games?{query}").get_json()["items"]) == games


@pytest.mark.parametrize("query", ["edition=x", "edition=0", "seat=7", "seat=", "circle=Milano"])
def test_filters_not_understood_are_refused(client: FlaskClient, query: str) -> None:
    assert client.get(f"/api/v1/statistics/lengths?{query}").status_code == 422


def test_what_other_rules_would_change(client: FlaskClient, archive: Archive) -> None:
    whole = what_if(archive, Filters(provenance="all"), "torneo@1")
    first = client.get("/api/v1/statistics/what-if?provenance=all&under=torneo@1&limit=3").get_json()
    assert first["judged"] == 3 and first["next"]
    address = "/api/v1/statistics/what-if?provenance=all&under=torneo@1&limit=3"
    second = client.get(f"{address}&after={first['next']}").get_json()
    assert second["judged"] == 1 and second["next"] is None
    sums = [a["games"] + b["games"] for a, b in zip(first["rows"], second["rows"], strict=True)]
    assert sums == [row["games"] for row in whole["rows"]]
    assert client.get("/api/v1/statistics/what-if").status_code == 422
    assert client.get("/api/v1/statistics/what-if?under=nothing").status_code == 422
    assert client.get("/api/v1/statistics/what-if?under=torneo@1&limit=1001").status_code == 422
    assert client.get("/api/v1/statistics/what-if?under=torneo@1&club=Sede 1").get_json()["games"] == 2


def test_each_statistic_says_what_it_means_in_two_languages(client: FlaskClient) -> None:
    for item in client.get("/api/v1/statistics").get_json()["items"]:
        assert item["meaning"]["it"] == item["says"] and len(item["meaning"]["it"]) > 20
        assert item["meaning"]["it"] != item["meaning"]["en"] and item["title"]["it"] != item["title"]["en"]


UNKNOWN = [
    ("variant=nope", "monopoli"),
    ("variant=rcm@x", "(rcm@1"),
    ("variant=rcm@1 + nope", "no-strip"),
    ("option=nope", "no-strip"),
    ("option=nope.rule=1", ".*"),
    ("option=attack.dice_not_fewer.nope=1", "most=..."),
    ("option=attack.dice_not_fewer.most", "most=..."),
    ("option=rcm:nope", "no-strip"),
    ("provenance=foo", "sheet"),
    ("edition=99", "(1"),
    ("variant=rcm@99", "rcm@1"),
    ("variant=monopoli@1 + no-strip", "monopoli@1 + rcm:no-strip"),
    ("variant=monopoli@1 + nope", "(monopoli@1"),
    ("variant=rcm@1 + stucchi:no-strip", "one-on-one"),
    ("completeness=foo", "no-dice"),
    ("since=2026-02-31", "YYYY-MM-DD"),
    ("until=9999-13-01", "YYYY-MM-DD"),
    ("recorded_since=2026-02-31", "YYYY-MM-DD"),
    ("recorded_until=yesterday", "YYYY-MM-DDThh:mm:ssZ"),
]


@pytest.mark.parametrize(("query", "known"), UNKNOWN)
@pytest.mark.parametrize(
    "address", ["/games", "/statistics/lengths", "/verdicts", "/events.ndjson", "/statistics/what-if"]
)
def test_unknown_filter_values_are_refused_with_a_list_of_known_ones(
    client: FlaskClient, address: str, query: str, known: str
) -> None:
    more = "&under=rcm@1" if address.endswith("what-if") else ""
    said = set()
    for lang in ("it", "en"):
        answer = client.get(f"/api/v1{address}", query_string=f"lang={lang}&{query.replace('+', '%2B')}{more}")
        assert answer.status_code == 422, answer.text
        body = answer.get_json(force=True)
        (place,) = body["errors"]
        assert body["code"] == "invalid" and place["pointer"] == f"query/{query.partition('=')[0]}"
        said.add(place["detail"])
        if not query.startswith("completeness"):  # which the schema refuses in its own words
            assert known in place["detail"] and body["reason"] == "filter"
    assert len(said) == 2


@pytest.mark.parametrize("query", [
    "variant=rcm", "variant=eg@1", "variant=rcm@1 %2B no-strip", "variant=monopoli@1 %2B rcm:no-strip",
    "option=no-strip", "option=rcm:no-strip", "option=attack.dice_not_fewer.most=2", "provenance=imported:other",
    "edition=1", "variant=eg&edition=1", "club=x", "event=x", "since=2024-02-29",
    "provenance=synthetic",
])  # fmt: skip
def test_possible_filter_values_without_games_give_an_empty_answer(client: FlaskClient, query: str) -> None:
    assert client.get(f"/api/v1/statistics/lengths?{query}").status_code == 200


def test_search_and_statistics_pages_check_the_same_filter_values(client: FlaskClient) -> None:
    assert client.get("/api/v1/search?sequence=tris&variant=nope").status_code == 422
    page = client.get("/statistics/lengths?variant=nope&provenance=foo&edition=1&lang=en")
    assert page.status_code == 200 and page.text.count('aria-invalid="true"') == 2 and "4 games" in page.text


def test_values_of_stored_games_are_known_filter_values(archive: Archive) -> None:
    with archive.lock:
        archive.db.execute("INSERT INTO game_option SELECT 'gone-since', min(number) FROM game")
    check_filters(archive.db, Filters(option="gone-since"))
    number = archive.db.execute("SELECT min(number) FROM game").fetchone()[0]
    archive.db.execute("UPDATE game SET edition = 7, variant = 'rcm@7' WHERE number = ?", [number])
    for filters in (Filters(edition=7), Filters(variant="rcm@7"), Filters(variant="rcm", edition=7)):
        check_filters(archive.db, filters)
    with pytest.raises(UnknownValue):
        check_filters(archive.db, Filters(variant="monopoli", edition=7))
    archive.db.execute("UPDATE game SET edition = 1, variant = 'rcm@1' WHERE variant = 'rcm@7'")
    archive.db.execute("DELETE FROM game_option WHERE option = 'gone-since'")
    with pytest.raises(UnknownValue):
        check_filters(archive.db, Filters(option="gone-since"))
