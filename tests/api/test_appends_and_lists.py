"""Appends and dry runs report changed verdicts (H7); lists with players, bulk writes, round trips (H8)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_archive import Archive
from plancia_cli.main import plancia
from plancia_data import samples
from plancia_events import read
from tests.api.conftest import as_keeper

SAMPLE = samples()["monopoli-serata.rgn"]
WRONG = ["TURN G", "REIN G 9+9+9=27", "END G", "TURN R"]


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    archive = Archive.open(tmp_path / "a.db", create=True)
    archive.add_game(read(SAMPLE).games[0])
    return archive


def test_lines_posted_one_by_one_give_the_verdicts_of_the_whole_game(
    archive: Archive, client: FlaskClient, auth: dict[str, str]
) -> None:
    lines = (Path(__file__).parents[1] / "games" / "rcm" / "extra-turns.rgn").read_text("utf-8").splitlines()
    strips = [line for line in lines if line.startswith("STRIP")]
    end = next(place for place, line in enumerate(lines) if line.startswith("OVER"))
    begun = "\n".join(line for line in lines[:end] if line not in strips) + "\n"
    game = archive.add_game(read(begun).games[0]).game_id
    told = []
    for line in (lines[end], *strips, *lines[end + 1 :]):
        headers = {**auth, "If-Match": f'"{archive.version(game)}"'}
        answer = client.post(f"/api/v1/games/{game}/events", data=line, content_type="text/plain", headers=headers)
        assert answer.status_code == 200, answer.text
        told.append((answer.get_json()["verdicts"], answer.get_json()["gone"]))
    assert told[0][0] and any(gone for _, gone in told[1:]), "the end finds what a strip chosen after it takes away"
    verified = CliRunner().invoke(plancia, ["-a", str(archive.path), "verify"])
    assert verified.exit_code == 0, verified.output


def test_h7_an_append_says_which_rules_its_events_break(
    archive: Archive, client: FlaskClient, auth: dict[str, str]
) -> None:
    game = archive.game_ids()[0]
    where, body = f"/api/v1/games/{game}/events", {"lines": WRONG}
    before = archive.version(game)
    tried = client.post(f"{where}?dry_run=true", json=body, headers=auth).get_json()
    assert archive.version(game) == before and tried.pop("dry_run") is True
    headers = {**auth, "If-Match": str(before), "Idempotency-Key": "k"}
    first = client.post(where, json=body, headers=headers).get_json()
    assert (
        first.pop("receipt")["index"] == archive.last_index()
        and first == tried
        and first["verdicts"]
        and first["clean"] is False
    )
    assert {verdict["event"] for verdict in first["verdicts"]} <= {0, *range(before, before + 4)}
    stored = client.get(f"/api/v1/games/{game}/verdicts").get_json()["items"]
    assert [verdict for verdict in stored if verdict["event"] >= before] == [
        verdict for verdict in first["verdicts"] if verdict["event"]
    ]
    wrong = next(verdict["event"] for verdict in first["verdicts"] if verdict["event"])
    voided = client.post(where, json={"lines": [f"VOID A {wrong} {{x}}"]}, headers={**auth, "If-Match": "*"}).get_json()
    assert wrong in {verdict["event"] for verdict in voided["gone"]}
    again = client.post(where, json=body, headers=headers).get_json()
    assert again.pop("receipt")["stream"] == game and again == first, "a retry says what was said then"


def test_h7_a_dry_run_checks_the_version_too(archive: Archive, client: FlaskClient, auth: dict[str, str]) -> None:
    where = f"/api/v1/games/{archive.game_ids()[0]}/events?dry_run=true"
    assert client.post(where, json={"lines": ["FOO"]}, headers=auth).status_code == 422
    assert client.post(where, json={"lines": WRONG}, headers={**auth, "If-Match": '"3"'}).status_code == 412
    assert client.post(where, json={"lines": WRONG}).status_code == 401


def test_h7_a_game_is_judged_without_being_stored(archive: Archive, client: FlaskClient) -> None:
    client, game = as_keeper(client, archive), archive.game_ids()[0]
    text = SAMPLE.replace(b"serata-1", b"other")
    for under in ("", "?under=torneo@1"):
        answer = client.post(f"/api/v1/judge{under}", data=text, content_type="text/x-rgn")
        stored = client.get(f"/api/v1/games/{game}/verdicts{under}").get_json()
        body = answer.get_json()
        assert (body["verdicts"], body["variant"], body["game"]) == (stored["items"], stored["variant"], "other")
    assert archive.count() == 1 and len(archive.people.all()) == len(read(SAMPLE).games[0].players)
    assert client.post("/api/v1/judge?under=nope", data=text, content_type="text/x-rgn").status_code == 422
    assert client.post("/api/v1/judge", data=b"FOO", content_type="text/x-rgn").status_code == 422


def test_h7_the_command_has_a_dry_run_too(archive: Archive) -> None:
    game = archive.game_ids()[0]
    before = archive.version(game)
    run = CliRunner()
    done = run.invoke(plancia, ["-a", str(archive.path), "append", game, *WRONG, "--dry-run", "--json"])
    output = json.loads(done.stdout)
    assert done.exit_code == 3 and output["verdicts"] and output["dry_run"] and archive.version(game) == before
    done = run.invoke(plancia, ["-a", str(archive.path), "append", game, "NOTE A {x}", "--json"])
    assert json.loads(done.stdout)["version"] == before + 1


def test_h8_rows_have_players_points_and_the_winner(archive: Archive, client: FlaskClient) -> None:
    row = as_keeper(client, archive).get("/api/v1/games").get_json()["items"][0]
    game = archive.game(row["game"])
    assert {one["colour"]: one["player"] for one in row["players"]} == game.players
    assert {one["name"] for one in row["players"]} == {archive.people.name(one) for one in game.players.values()}
    scores = archive.judgement(row["game"]).scores
    assert {one["colour"]: one["points"] for one in row["players"]} == {k: v["points"] for k, v in scores.items()}
    assert row["winner_name"] == (archive.people.name(row["winner_ref"]) if row["winner_ref"] else None)
    no_names = {"Authorization": f"Bearer {archive.tokens.grant('x', 'keeper', {'names': False})[1]}"}
    stranger = create_app(archive, private=True).test_client()
    hidden = stranger.get("/api/v1/games", headers=no_names).get_json()["items"][0]
    assert {one["name"] for one in hidden["players"]} == {None} and hidden["winner_name"] is None
    assert [{**one, "name": None} for one in row["players"]] == hidden["players"]
    streamed = json.loads(client.get("/api/v1/games.ndjson").text.splitlines()[0])
    assert streamed == row and "players" in client.get("/api/v1/games.csv").text.splitlines()[0]


@pytest.mark.parametrize("query", ["", "&variant=monopoli", "&since=2000-01-01", "&provenance=live", "&illegal=false"])
def test_h8_the_newest_come_first_page_by_page(archive: Archive, client: FlaskClient, query: str) -> None:
    for number in range(6):
        archive.add_game(read(SAMPLE.replace(b"serata-1", f"s{number}".encode())).games[0])
    whole = [row["game"] for row in client.get(f"/api/v1/games?limit=100{query}").get_json()["items"]]
    seen: list[str] = []
    after = ""
    while True:
        page = client.get(f"/api/v1/games?sort=newest&limit=2{query}{after}").get_json()
        seen += [row["game"] for row in page["items"]]
        if page["next"] is None:
            break
        after = f"&after={page['next']}"
    assert seen == whole[::-1]
    lines = client.get(f"/api/v1/games.ndjson?sort=newest{query}").text.splitlines()
    assert [json.loads(line)["game"] for line in lines] == seen


def test_h8_many_games_at_once(archive: Archive, client: FlaskClient, auth: dict[str, str]) -> None:
    texts = [SAMPLE.replace(b"serata-1", name) for name in (b"m1", b"m2")]
    wrong = SAMPLE.replace(b"monopoli@1", b"nope@1")
    body = b"\n".join([texts[0], wrong, SAMPLE, texts[1]])
    headers = {**auth, "Idempotency-Key": "k"}
    answer = client.post("/api/v1/bulk/games", data=body, content_type="text/x-rgn", headers=headers)
    answered: dict[str, Any] = answer.get_json()
    assert [item["status"] for item in answered["items"]] == [201, 422, 200, 201] and answered["kept"] == 2
    assert answered["items"][1]["problem"]["code"] == "rules" and archive.count() == 3
    again = client.post("/api/v1/bulk/games", data=body, content_type="text/x-rgn", headers=headers)
    assert again.get_json() == answered and archive.count() == 3
    listed = [json.loads(json.dumps(read(text).games[0].to_json())) for text in texts]
    answer = client.post("/api/v1/bulk/games", json=listed, headers=auth)
    assert [item["status"] for item in answer.get_json()["items"]] == [200, 200]
    assert client.post("/api/v1/bulk/games", json=[], headers=auth).status_code == 422
    many = b"\n".join([SAMPLE] * 101)
    assert client.post("/api/v1/bulk/games", data=many, content_type="text/x-rgn", headers=auth).status_code == 422
    assert client.post("/api/v1/bulk/games", data=body, content_type="text/x-rgn").status_code == 401


def test_h8_what_was_read_can_be_posted(
    archive: Archive, client: FlaskClient, auth: dict[str, str], tmp_path: Path
) -> None:
    game = archive.game_ids()[0]
    got = client.get(f"/api/v1/games/{game}", headers=auth).get_json()
    same = client.post("/api/v1/games", json=got, headers=auth)
    assert same.status_code == 200 and same.get_json()["game"] == game and same.get_json()["duplicate"]
    other = Archive.open(tmp_path / "b.db", create=True)
    token = {"Authorization": "Bearer " + other.tokens.make("t", ["write"])}
    there = create_app(other).test_client().post("/api/v1/games", json=got, headers=token)
    assert there.status_code == 201 and other.text(there.get_json()["game"]) == archive.text(game)
    rows = client.get(f"/api/v1/games/{game}/events", headers=auth).get_json()["items"]
    where = f"/api/v1/games/{game}/events?dry_run=true"
    posted = client.post(where, json={"events": rows[-2:]}, headers=auth)
    assert posted.status_code == 200, posted.text
    wrong = {**rows[-1], "line": "NOTE A {x}"}
    assert client.post(where, json={"events": [wrong]}, headers=auth).status_code == 422


@pytest.mark.parametrize("path", [
    "verdicts?rule_id=XYZ-1", "verdicts?rule_id=mon-15x", "games?tournament=nope", "games?player=Nobody",
    "games?winner=Nobody", "statistics/lengths?player=p_00000000", "verdicts?player=Nobody",
    "games/GAME/verdicts?under=nope",
    "games/GAME/score?under=nope@1", "statistics/what-if?under=nope", "games.csv?tournament=nope",
])  # fmt: skip
def test_h8_unknown_values_are_refused(archive: Archive, client: FlaskClient, path: str) -> None:
    answer = client.get(f"/api/v1/{path.replace('GAME', archive.game_ids()[0])}")
    assert answer.status_code == 422, answer.text
    assert client.get("/api/v1/verdicts?rule_id=MON-15").status_code == 200
