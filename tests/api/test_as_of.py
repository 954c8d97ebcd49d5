"""?as_of=: reads answered as the archive stood at an earlier moment, while others write."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from plancia_api.as_of_views import PAST_VIEWS
from plancia_archive import Archive
from plancia_events import read
from tests.archive.contest import OVER, SAMPLE, keep


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    """An archive with one game."""
    made = Archive.open(tmp_path / "a.db", create=True)
    keep(made, OVER)
    yield made
    made.close()


READS = (
    "/games", "/games/{game}", "/games/{game}.rgn", "/games/{game}/verdicts", "/games/{game}/score",
    "/games/{game}/events", "/games/{game}/state/9", "/games.ndjson", "/events.ndjson", "/players",
    "/statistics/results-by-variant", "/tournaments", "/verdicts", "/search?position=SIA=x",
)  # fmt: skip


def body(answer: Any) -> Any:
    """The answer without what names the head."""
    found = answer.get_json(silent=True)
    return {key: value for key, value in found.items() if key != "as_of"} if found else answer.data


def test_every_read_answers_as_it_did_at_that_head(archive: Archive, client: FlaskClient) -> None:
    (game,) = archive.game_ids()
    head = archive.checkpoints.head()
    paths = ["/api/v1" + path.format(game=game) for path in READS]
    then = {path: body(client.get(path)) for path in paths}
    archive.append(game, ["VOID A 14 {read twice}"], None)
    keep(archive, SAMPLE.replace("serata-1", "serata-2").replace("Anna", "Zeno"))
    archive.withdrawals.withdraw(game, "twice")
    changed = 0
    for path in paths:
        for moment in (str(head.size), head.head()):
            answer = client.get(path.partition("?")[0], query_string={**query(path), "as_of": moment})
            assert answer.status_code == 200, (path, answer.data)
            assert body(answer) == then[path], path
            assert answer.headers["Plancia-As-Of"] == head.head()
        now = client.get(path)
        changed += body(now) != then[path]
        assert "Plancia-As-Of" not in now.headers and now.headers["ETag"] != answer.headers["ETag"]
    assert changed >= 8, "the archive has changed since"


def query(path: str) -> dict[str, str]:
    """The query of a path with one."""
    return dict(pair.split("=", 1) for pair in path.partition("?")[2].split("&") if pair)


def test_writes_and_values_that_are_no_moments_are_refused(archive: Archive, client: FlaskClient) -> None:
    token = archive.tokens.make("t", ["write"])
    last = archive.last_index()
    headers = {"Authorization": f"Bearer {token}"}
    refused = client.post("/api/v1/games?as_of=5", data=OVER, content_type="text/x-rgn", headers=headers)
    assert (refused.status_code, refused.get_json()["reason"]) == (422, "as-of-write") and archive.last_index() == last
    for moment, reason in (("x", "as-of"), ("1999-01-01", "as-of-early"), ("999", "head-size")):
        answer = client.get("/api/v1/games", query_string={"as_of": moment})
        assert (answer.status_code, answer.get_json()["reason"]) == (422, reason)
    assert client.get("/api/v1/games?as_of=5&as_of=6").status_code == 422
    assert client.get("/api/v1/games?as_of=5", headers=headers).status_code == 200, "tokens are those of today"
    assert client.get("/api/v1/games?as_of=5", headers={"Authorization": "Bearer plk_x"}).status_code == 401


def test_views_are_shared_and_given_back(archive: Archive, client: FlaskClient) -> None:
    views = PAST_VIEWS.of(client.application)
    for _ in range(3):
        assert client.get("/api/v1/games?as_of=5").status_code == 200
    assert client.get("/api/v1/games.csv?as_of=5").status_code == 200
    assert views.created_count == 1 and [kept.leases for kept in views.views.values()] == [0]
    with archive.writing():
        archive.people.rename("Anna", "Annalisa")
    assert client.get("/api/v1/games").status_code == 200
    assert not views.views, "a former name stays in no file"


def test_the_document_has_as_of_on_reads_alone(client: FlaskClient) -> None:
    paths = client.get("/api/openapi.json").get_json()["paths"]
    names = {
        (method, path): {one["name"] for one in operation.get("parameters", [])}
        for path, item in paths.items() for method, operation in item.items() if method != "parameters"
    }  # fmt: skip
    assert "as_of" in names["get", "/api/v1/games"] and "as_of" in names["get", "/api/v1/tournaments/{name}/standings"]
    assert not [key for key, found in names.items() if key[0] != "get" and "as_of" in found]
    assert read(OVER).games


def test_a_game_is_read_as_corrected_and_as_recorded(archive: Archive, client: FlaskClient) -> None:
    (game,) = archive.game_ids()
    path = f"/api/v1/games/{game}"
    state, verdicts = (client.get(f"{path}/{what}").get_json() for what in ("state/24", "verdicts"))
    score = client.get(f"{path}/score").get_json()
    archive.append(game, ["FIX A 16 PUT R CIN+1 {one army on the sheet}"], None)
    then = {"as": "recorded"}
    assert client.get(f"{path}/state/24", query_string=then).get_json() == state
    assert client.get(f"{path}/verdicts", query_string=then).get_json() == verdicts
    assert client.get(f"{path}/score", query_string=then).get_json() == score
    assert client.get(f"{path}/state/24").get_json() != state
    assert client.get(f"{path}/verdicts").get_json() != verdicts
    refused = client.get(f"{path}/verdicts?as=recorded&under=torneo@1")
    assert (refused.status_code, refused.get_json()["errors"][0]["pointer"]) == (422, "query/as")
    assert client.get(f"{path}/state/24?as=other").status_code == 422
