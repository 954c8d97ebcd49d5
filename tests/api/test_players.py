"""Names of people by scope and with --private; Idempotency-Key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_archive import Archive
from plancia_data import samples


@pytest.fixture(scope="module")
def client(full: Archive) -> FlaskClient:
    return create_app(full).test_client()


@pytest.fixture(scope="module")
def tokens(full: Archive) -> dict[str, dict[str, str]]:
    return {
        scope: {"Authorization": "Bearer " + full.tokens.make(scope, [scope])} for scope in ("read", "write", "admin")
    }


def test_the_list_of_players_has_names_only_with_the_scope_read(
    client: FlaskClient, full: Archive, tokens: dict[str, dict[str, str]]
) -> None:
    names = {row["player"]: row["name"] for row in full.people.all()}
    for address in ("/api/v1/players", f"/api/v1/players/{next(iter(names))}"):
        for headers in ({}, tokens["write"]):
            text = client.get(address, headers=headers).get_data(as_text=True)
            assert next(iter(names)) in text and not [name for name in names.values() if f'"{name}"' in text]
    for scope in ("read", "admin"):
        rows = client.get("/api/v1/players?limit=500", headers=tokens[scope]).get_json()["items"]
        assert {row["player"]: row["name"] for row in rows} == names
    plain, named = client.get("/api/v1/players"), client.get("/api/v1/players", headers=tokens["read"])
    assert plain.headers["ETag"] != named.headers["ETag"] and "Authorization" in named.headers["Vary"]
    assert client.get("/api/v1/players", headers={"Authorization": "Bearer no"}).status_code == 401
    assert client.get("/api/v1/players.csv", headers={"Authorization": "Basic no"}).status_code == 401


def test_a_player_has_his_games_and_wins(client: FlaskClient, full: Archive) -> None:
    for row in full.people.all():
        seated = [game for game in full.game_ids() if row["player"] in full.game(game).players.values()]
        record = client.get(f"/api/v1/players/{row['player']}").get_json()
        won = [game for game in full.games(limit=100)[0] if game["winner_ref"] == row["player"]]
        assert (record["games"], record["wins"]) == (len(seated), len(won))
        dates = [full.game(game).header("Date") or "" for game in seated]
        assert (record["first"], record["last"]) == ((min(dates), max(dates)) if any(dates) else (None, None))
    assert client.get("/api/v1/players/p_00000000").status_code == 404
    assert client.get("/api/v1/players/Anna").status_code == 404, "a name is no address"


def test_a_private_archive_shows_names_to_nobody_else(full: Archive, tokens: dict[str, dict[str, str]]) -> None:
    names = {row["name"] for row in full.people.all()}
    every = "?provenance=all"
    figures = f"/statistics/luck{every}", f"/statistics/results-by-player/chart{every}"
    paths = ("/tournaments/autunno/standings", *figures)
    for private in (False, True):
        client = create_app(full, private=private).test_client()
        for path in paths:
            text = client.get(f"/api/v1{path}").get_data(as_text=True)
            assert any(name in text for name in names) is not private, path
            read = client.get(f"/api/v1{path}", headers=tokens["read"]).get_data(as_text=True)
            assert any(name in read for name in names), path
        answer = client.get("/api/v1/games?player=Anna")
        assert answer.status_code == (422 if private else 200), "who may not know a name cannot ask by it either"
        nobody = client.get("/api/v1/games?player=Nobody")
        assert nobody.status_code == 422
        if private:
            assert answer.text.replace("Anna", "Nobody") == nobody.text
        else:
            won = client.get("/api/v1/games?winner=Anna").get_json()["items"]
            assert {row["winner_ref"] for row in won} <= {full.people.find("Anna")}
        assert client.get(f"/api/v1/games?player={full.people.find('Anna')}").get_json()["items"]


def test_a_private_archive_neither_shows_nor_takes_names_in_errors_and_draws(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    opened = [{"kind": "opened", "title": "Autunno", "system": "open"}]
    names = ["Zelda", "Yuri", "Xena", "Wanda"]
    archive.tournaments.append("autunno", [*opened, *({"kind": "entered", "player": name} for name in names)])
    refs = [str(archive.people.find(name)) for name in names]
    archive.tournaments.append("autunno", [{"kind": "table", "round": 1, "table": "A", "seats": refs[:3]}])
    refused: list[dict[str, Any]] = [
        {"kind": "entered", "player": refs[0]},
        {"kind": "table", "round": 1, "table": "B", "seats": [refs[0], refs[3]]},
        {"kind": "result", "round": 1, "table": "A", "points": {refs[0]: 1}},
    ]
    for private in (False, True):
        client = create_app(archive, private=private).test_client()
        for scopes, shown in ((["write"], not private), (["write", "read"], True)):
            token = archive.tokens.make("-".join(scopes) + str(private), scopes)
            for event in refused:
                answer = client.post(
                    "/api/v1/tournaments/autunno/events", json={"events": [event]},
                    headers={"Authorization": f"Bearer {token}", "If-Match": '"6"'},
                )  # fmt: skip
                assert answer.status_code == 422
                assert any(name in answer.get_data(as_text=True) for name in names) is shown, event
                assert shown or refs[0] in answer.get_json(force=True)["detail"]
        drawn = "/api/v1/tournaments/autunno/draw?absent="
        assert client.get(drawn + "Zelda").status_code == (404 if private else 200)
        assert client.get(drawn + refs[0]).status_code == 200


def test_a_reused_key_is_named_as_it_was_sent(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    client = create_app(archive).test_client()
    headers = {"Authorization": "Bearer " + archive.tokens.make("t", ["write"]), "Idempotency-Key": "sera:1"}
    answers = [
        client.post(f"/api/v1/tournaments/{name}/events", headers=headers,
                    json={"events": [{"kind": "opened", "title": "x", "system": "open"}]})
        for name in ("autunno", "inverno")
    ]  # fmt: skip
    problem = answers[1].get_json(force=True)
    assert (answers[0].status_code, answers[1].status_code, problem["reason"]) == (200, 409, "request-reused")
    assert "sera:1" in problem["detail"] and "http:" not in problem["detail"]


def test_a_retry_gets_the_first_answer(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    client = create_app(archive).test_client()
    auth = {"Authorization": "Bearer " + archive.tokens.make("t", ["write"])}

    def post(path: str, key: str, **body: object) -> tuple[int, object]:
        answer = client.post(f"/api/v1{path}", headers={**auth, "Idempotency-Key": key}, **body)
        return answer.status_code, answer.get_json(force=True)

    text = {"data": samples()["monopoli-serata.rgn"], "content_type": "text/x-rgn"}
    first, again = post("/games", "a", **text), post("/games", "a", **text)
    assert first == again and first[0] == 201
    twice, retried = post("/games", "b", **text), post("/games", "b", **text)
    assert twice == retried and twice[0] == 200 and twice[1]["duplicate"] is True  # type: ignore[index]
    game, version = first[1]["game"], first[1]["version"]  # type: ignore[index]
    added = [post(f"/games/{game}/events", "c", json={"lines": ["NOTE * {late}"]}) for _ in range(2)]
    assert added[0] == added[1] and archive.version(game) == version + 1
    opened = {"json": {"events": [{"kind": "opened", "title": "Uno", "system": "open"}]}}
    begun = post("/tournaments/uno/events", "d", **opened)
    archive.tournaments.append("uno", [{"kind": "entered", "player": "Anna"}])
    assert post("/tournaments/uno/events", "d", **opened) == begun, "the version of then, not of now"
    assert post(f"/games/{game}/events", "d", json={"lines": ["NOTE * {other}"]})[0] == 409


def test_names_are_read_in_one_module_only() -> None:
    rooms = Path(__file__).resolve().parents[2] / "api" / "plancia_api"
    asking = {path.name for path in rooms.rglob("*.py") if "people.name" in path.read_text("utf-8")}
    assert asking == {"players.py"}, "elsewhere it is shown_name, which knows who may see a name"


def test_a_continued_game_posted_again_is_a_duplicate_and_namesakes_are_reported(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    client = create_app(archive).test_client()
    auth = {"Authorization": "Bearer " + archive.tokens.make("t", ["write"])}
    text = samples()["monopoli-serata.rgn"].decode()

    def post(body: str, key: str = "", lang: str = "en") -> tuple[int, dict[str, Any]]:
        headers = {**auth, **({"Idempotency-Key": key} if key else {})}
        answer = client.post(f"/api/v1/games?lang={lang}", data=body, content_type="text/x-rgn", headers=headers)
        return answer.status_code, answer.get_json(force=True)

    status, first = post(text)
    assert status == 201 and set(first) == {"game", "version", "duplicate", "receipt"}
    going = {**auth, "If-Match": str(first["version"])}
    assert client.post(f"/api/v1/games/{first['game']}/events", json={"lines": ["NOTE * {late}"]},
                       headers=going).status_code == 200  # fmt: skip
    status, again = post(text)
    assert status == 200 and again == {
        "game": first["game"], "version": first["version"] + 1, "duplicate": True, "receipt": first["receipt"],
    }  # fmt: skip
    assert archive.count() == 1
    for lang, words in (("en", "already that of"), ("it", "è già di")):
        other = text.rstrip("\n") + f"\nNOTE * {{other {lang}}}\n"
        status, body = post(other, lang, lang)
        assert status == 201 and body["duplicate"] is False and first["game"] in body["namesakes"]
        assert words in body["notice"] and first["game"] in body["notice"]
        assert post(other, lang, lang) == (status, body), "a retry gets the first answer"
    assert archive.count() == 3
    nameless = "\n".join(line for line in text.splitlines() if not line.startswith("[Game ")) + "\n"
    stored = post(nameless)[1]
    archive.append(stored["game"], ["NOTE * {late}"], None)
    assert post(nameless)[0] == 201, "without an id of its recorder it may be another evening's"


def test_a_write_of_no_events_is_refused_and_uses_up_no_key(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    client = create_app(archive).test_client()
    headers = {"Authorization": "Bearer " + archive.tokens.make("t", ["write"]), "Idempotency-Key": "one"}
    opened = {"kind": "opened", "title": "x", "system": "open"}
    path = "/api/v1/tournaments/zz9/events"
    bodies: list[dict[str, object]] = [{"events": []}, {"events": 3}, {}]
    for body in bodies:
        answer = client.post(path, headers=headers, json=body)
        assert answer.status_code == 422 and answer.get_json(force=True)["errors"][0]["pointer"] == "/events", body
    assert client.post(path, headers=headers, json={"events": [opened]}).get_json()["version"] == 1
    assert client.post(path, headers={**headers, "Idempotency-Key": "two"}, json={"events": []}).status_code == 422
