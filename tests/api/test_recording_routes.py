"""What is due, what is said completed and recorded, over HTTP; nobody sees what is hidden from him."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_api.auth import form_secret
from plancia_archive import Archive
from plancia_events import Game, format_event, read
from plancia_events.names import LANDS
from plancia_replay import state_at

HERE = Path(__file__).parents[1] / "recording"
GAME = read((HERE / "game.rgn").read_text("utf-8")).games[0]
SAID = (HERE / "keystrokes.txt").read_text("utf-8").splitlines()
SETS = ["OBJ R elvis", "TURN R", "DRAW R ALA", "DRAW R SOC", "DRAW R JOL", "END R", "TURN R"]


def ask(client: FlaskClient, path: str, **headers: str) -> dict[str, Any]:
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return dict(answer.get_json())


def test_the_whole_paper_game_is_recorded_by_what_is_said(archive: Archive, client: FlaskClient) -> None:
    game = archive.add_game(Game(GAME.headers, [])).game_id
    auth = {"Authorization": "Bearer " + archive.tokens.make("t", ["write"]), "If-Match": "*"}
    for said in (SAID[:8], SAID[8:90], SAID[90:]):
        done = client.post(f"/api/v1/games/{game}/complete", json={"said": said}).get_json()
        assert done["unclear"] is None and len(done["said"]) == len(said)
        assert done["version"] == archive.game(game).version, "nothing is stored"
        stored = client.post(f"/api/v1/games/{game}/events", json={"lines": done["lines"]}, headers=auth)
        assert stored.status_code == 200, stored.get_data(as_text=True)
    assert [format_event(event) for event in archive.game(game).events] == [format_event(e) for e in GAME.events]


def test_the_same_for_a_game_that_is_not_stored(client: FlaskClient) -> None:
    done = client.post("/api/v1/complete", json={"text": GAME.head(), "said": SAID}).get_json()
    assert done["lines"] == [format_event(event) for event in GAME.events] and done["due"]["phase"] == "over"


def test_what_is_unclear_is_an_answer_with_its_place(client: FlaskClient) -> None:
    body = {"text": GAME.head(), "said": [*SAID[:7], "+3 a", "never read"]}
    done = client.post("/api/v1/complete", json=body, headers={"Accept-Language": "en"}).get_json()
    assert done["unclear"]["said"] == 7 and done["unclear"]["column"] == 4 and "ALA" in done["unclear"]["fits"]
    assert "Alaska" in done["unclear"]["detail"] and len(done["said"]) == 7


@pytest.mark.parametrize(
    "body",
    [{"said": "cina"}, {"said": [1]}, {"said": ["a\nb"]}, {"said": ["x"] * 501}, {"said": ["\ud800"]}, {}],
)  # fmt: skip
def test_bodies_that_are_refused(archive: Archive, client: FlaskClient, body: dict[str, Any]) -> None:
    game = archive.add_game(Game(GAME.headers, [])).game_id
    assert client.post(f"/api/v1/games/{game}/complete", json=body).status_code == 422


def test_text_that_is_refused(client: FlaskClient) -> None:
    for text in ("", "x", GAME.head() * 2, GAME.head().replace("monopoli@1", "nope@1")):
        assert client.post("/api/v1/complete", json={"text": text, "said": ["fine"]}).status_code == 422


def test_what_is_due_follows_from_what_the_caller_may_see(archive: Archive, client: FlaskClient) -> None:
    game = archive.add_game(Game(GAME.headers, GAME.events[:18])).game_id
    archive.append(game, SETS, None)
    reader = "Bearer " + archive.tokens.make("r", ["write"])
    shown = ask(client, f"/api/v1/games/{game}/due", Authorization=reader)
    hidden = ask(client, f"/api/v1/games/{game}/due")
    assert shown["due"]["sets"] and not hidden["due"]["sets"]
    assert hidden["due"]["income"] == shown["due"]["income"] and hidden["due"]["player"] == "R"
    said = {"said": ["tris"]}
    assert client.post(f"/api/v1/games/{game}/complete", json=said).get_json()["unclear"]["code"] == "no-set"
    done = client.post(f"/api/v1/games/{game}/complete", json=said, headers={"Authorization": reader}).get_json()
    assert done["lines"] == ["TRIS R ALA SOC JOL =12+2"]


def test_completing_is_limited_by_processor_time_alone(archive: Archive) -> None:
    client = create_app(archive, writes_per_minute=1, bulk_per_minute=1, seconds_per_minute=1000).test_client()
    body = {"text": GAME.head(), "said": SAID[:1]}
    assert {client.post("/api/v1/complete", json=body).status_code for _ in range(5)} == {200}
    slow = create_app(archive, seconds_per_minute=0.001).test_client()
    assert 429 in {slow.post("/api/v1/complete", json=body).status_code for _ in range(20)}


def test_an_unchanged_answer_is_not_sent_again(archive: Archive, client: FlaskClient) -> None:
    game = archive.add_game(Game(GAME.headers, GAME.events[:23])).game_id
    answer = client.get(f"/api/v1/games/{game}/due")
    again = client.get(f"/api/v1/games/{game}/due", headers={"If-None-Match": answer.headers["ETag"]})
    assert answer.status_code == 200 and again.status_code == 304
    assert answer.get_json()["says"] != ask(client, f"/api/v1/games/{game}/due?lang=en")["says"]


def writer(archive: Archive, **headers: str) -> dict[str, str]:
    return {"Authorization": "Bearer " + archive.tokens.make("t", ["write"]), **headers}


def test_what_is_said_is_recorded_one_entry_each_time(archive: Archive) -> None:
    client = create_app(archive, writes_per_minute=10**6, seconds_per_minute=10**6).test_client()
    game = archive.add_game(Game(GAME.headers, [])).game_id
    auth, version = writer(archive), archive.version(game)
    for said in SAID:
        entries = archive.last_index()
        body = {"said": [said]}
        answer = client.post(f"/api/v1/games/{game}/record", json=body, headers={**auth, "If-Match": str(version)})
        done = answer.get_json()
        assert answer.status_code == 200, done
        assert archive.last_index() == entries + 1
        assert [told["line"] for told in done["told"]] == done["lines"]
        assert done["told"][0]["event"] == version and done["version"] == version + len(done["lines"])
        version = done["version"]
        assert done["receipt"]["index"] == archive.last_index()
    assert [format_event(event) for event in archive.game(game).events] == [format_event(e) for e in GAME.events]
    rules = archive.rules_of(archive.game(game))
    board = {code: tuple(holding) for code, holding in done["board"].items()}
    assert board == state_at(GAME, len(GAME.events), rules)["board"]


def test_the_same_key_gives_the_same_answer_and_another_version_the_current_one(
    archive: Archive, client: FlaskClient
) -> None:
    game = archive.add_game(Game(GAME.headers, GAME.events[:18])).game_id
    place, auth = f"/api/v1/games/{game}/record", writer(archive, **{"If-Match": "19", "Idempotency-Key": "k1"})
    body = {"said": ["+2 alaska +1 scandinavia"]}
    first = client.post(place, json=body, headers=auth)
    assert first.status_code == 200, first.get_json()
    later = {**auth, "Idempotency-Key": "k2", "If-Match": str(first.get_json()["version"])}
    assert client.post(place, json={"said": ["alaska tno 621 51"]}, headers=later).status_code == 200
    version = archive.version(game)
    again = client.post(place, json=body, headers=auth)
    assert again.status_code == 200 and again.get_json()["duplicate"] and not first.get_json()["duplicate"]
    answers = [dict(answer.get_json()) for answer in (first, again)]
    receipts = [answer.pop("receipt") for answer in answers]
    assert answers[0] == {**answers[1], "duplicate": False} and receipts[0]["leaf"] == receipts[1]["leaf"]
    other = client.post(place, json={"said": ["fine"]}, headers=auth)
    assert other.status_code == 409, "the key belongs to another request"
    behind = client.post(place, json=body, headers={**auth, "Idempotency-Key": "k3"})
    assert behind.status_code == 412 and behind.get_json()["current"] == version
    assert client.post(place, json=body, headers=writer(archive)).status_code == 428
    assert archive.version(game) == version


def test_what_is_unclear_or_cannot_be_is_refused_and_what_breaks_a_rule_is_stored(
    archive: Archive, client: FlaskClient
) -> None:
    game = archive.add_game(Game(GAME.headers, GAME.events[:18])).game_id
    place, auth = f"/api/v1/games/{game}/record", writer(archive, **{"If-Match": "*", "Accept-Language": "en"})
    entries = archive.last_index()
    unclear = client.post(place, json={"said": ["+2 alaska +1 sc", "+3 a"]}, headers=auth).get_json()
    assert (unclear["status"], unclear["code"], unclear["said"], unclear["column"]) == (422, "unclear", 1, 4)
    assert "ALB" in unclear["fits"] and "Alberta" in unclear["detail"], "beginnings of the next player's territories"
    missing = client.post(place, json={"said": ["sposta 40 alaska tno"]}, headers=auth).get_json()
    assert (missing["code"], missing["why"]) == ("unclear", "impossible")
    assert client.post(place, json={"said": []}, headers=auth).status_code == 422
    assert archive.last_index() == entries
    kept = client.post(place, json={"said": ["+9 alaska"]}, headers=auth).get_json()
    assert {verdict["kind"] for verdict in kept["verdicts"]} == {"play"} and archive.last_index() == entries + 1


def test_sentences_name_players_places_and_dice(archive: Archive, client: FlaskClient) -> None:
    game = archive.add_game(Game(GAME.headers, GAME.events[:18])).game_id
    body = {"said": ["+3 alaska", "alaska tno 621 51"]}
    done = client.post(f"/api/v1/games/{game}/complete", json=body, headers={"Accept-Language": "en"}).get_json()
    says, marks = done["told"][-1]["says"], done["told"][-1]["marks"]
    parts = [(says[start:end], kind, detail) for start, end, kind, detail in marks]
    assert ("Anna", "player", "R") in parts and ("Alaska", "place", "ALA") in parts
    assert [detail for _, kind, detail in parts if kind == "attack-die"] == ["6", "2", "1"]
    assert [told["derived"] for told in done["told"]] == [True, False, False]


def test_scripts_of_the_pages_write_in_their_session(archive: Archive, client: FlaskClient) -> None:
    game = archive.add_game(Game(GAME.headers, GAME.events[:18])).game_id
    token = archive.tokens.make("t", ["write"])
    client.set_cookie("plancia_token", token)
    place, body = f"/api/v1/games/{game}/record", {"said": ["+2 alaska +1 sc"]}
    for secret in ("", "0" * 40, "é"):
        headers = {"If-Match": "*", **({"X-Plancia-Form": secret} if secret else {})}
        assert client.post(place, json=body, headers=headers).status_code == 401
    assert (
        client.post(place, json=body, headers={"If-Match": "*", "X-Plancia-Form": form_secret(token)}).status_code
        == 200
    )


def sentences(done: dict[str, Any]) -> list[str]:
    """Every sentence of a completion that names a player: what is due, findings, what is asked about."""
    return [*done["says"], *(one["says"] for name in ("asks", "verdicts", "foreseen") for one in done[name])]


def test_sentences_name_the_players_where_names_are_shown(archive: Archive, client: FlaskClient) -> None:
    game = archive.add_game(Game(GAME.headers, GAME.events[:22])).game_id
    address, said = f"/api/v1/games/{game}", {"said": ["+9 alaska"]}
    completed = client.post(f"{address}/complete?lang=en", json=said).get_json()
    hidden = create_app(archive, private=True).test_client()
    unnamed = hidden.post(f"{address}/complete?lang=en", json=said).get_json()
    assert "Anna" in ask(client, f"{address}/due?lang=en")["says"][0]
    assert "Red" in ask(hidden, f"{address}/due?lang=en")["says"][0]
    answer = client.post(f"{address}/record?lang=en", json=said, headers=writer(archive, **{"If-Match": "*"}))
    for done in (completed, answer.get_json()):
        assert len(done["asks"]) == 1 and "Anna (red)" in done["asks"][0]["says"]
        assert len(sentences(done)) >= 3 and not any("Red" in one for one in sentences(done))
    assert "Red" in unnamed["asks"][0]["says"] and not any("Anna" in one for one in sentences(unnamed))
    many = f"red: {', '.join(list(LANDS)[:12])}"
    dealt = client.post("/api/v1/complete?lang=en", json={"text": GAME.head(), "said": [SAID[0], many]}).get_json()
    assert dealt["foreseen"] and all("Anna (red)" in one["says"] for one in dealt["foreseen"])
