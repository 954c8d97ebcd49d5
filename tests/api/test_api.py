"""Routes of games: reads, problem+json, conditional reads, conditional writes, comparison under other rules."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from flask import url_for
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from plancia_api import create_app
from plancia_archive import Archive
from plancia_data import samples
from plancia_events import read
from plancia_replay import judge, load_ruleset, other_ruleset_for_game
from tests.api.conftest import as_keeper

SAMPLE = samples()["monopoli-serata.rgn"]


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    archive = Archive.open(tmp_path / "a.db", create=True)
    archive.add_game(read(SAMPLE).games[0])
    return archive


def problem(answer: Any, status: int, code: str) -> dict[str, Any]:
    """Asserts the one shape of errors and gives the body."""
    assert answer.status_code == status
    assert answer.mimetype == "application/problem+json"
    body: dict[str, Any] = answer.get_json(force=True)
    assert {"type", "title", "status", "code", "detail", "instance"} <= set(body)
    assert (body["status"], body["code"], body["type"]) == (status, code, f"/errors/{code}")
    return body


def test_every_read_answers(client: FlaskClient, archive: Archive) -> None:
    game = archive.game_ids()[0]
    for path in ("", "/events", "/state/3", "/verdicts", "/score"):
        answer = client.get(f"/api/v1/games/{game}{path}")
        assert answer.status_code == 200
        again = client.get(f"/api/v1/games/{game}{path}", headers={"If-None-Match": answer.headers["ETag"]})
        assert again.status_code == 304 and again.headers["ETag"] == answer.headers["ETag"] and again.data == b""
    for path in ("/api/v1/games", "/api/v1/variants", "/api/v1/variants/monopoli", "/api/v1/rules", "/api/v1/health",
                 "/api/openapi.json", "/", f"/games/{game}", f"/games/{game}?at=3", "/docs", "/favicon.ico",
                 "/docs/files/swagger-ui-bundle.js", "/docs/start.js", "/errors/conflict", "/verify"):  # fmt: skip
        assert client.get(path).status_code == 200, path
    digest = client.get(f"/api/v1/games/{game}").get_json()["rules"]
    assert client.get(f"/api/v1/rules/{digest}").get_json()["name"] == "monopoli@1"


def test_formats_by_accept_and_suffix(client: FlaskClient, archive: Archive) -> None:
    client, game = as_keeper(client, archive), archive.game_ids()[0]
    text = archive.text(game)
    assert client.get(f"/api/v1/games/{game}.rgn").get_data(as_text=True) == text
    assert client.get(f"/api/v1/games/{game}", headers={"Accept": "text/x-rgn"}).get_data(as_text=True) == text
    problem(client.get(f"/api/v1/games/{game}", headers={"Accept": "image/png"}), 406, "not-acceptable")


def test_events_after_a_number(client: FlaskClient, archive: Archive) -> None:
    game = archive.game_ids()[0]
    items = client.get(f"/api/v1/games/{game}/events?after=1&limit=2").get_json()["items"]
    assert [item["event"] for item in items] == [2, 3] and items[0]["kind"] == "order"


def test_errors_have_one_shape(client: FlaskClient) -> None:
    problem(client.get("/api/v1/games/nope"), 404, "not-found")
    problem(client.get("/nope"), 404, "not-found")
    assert problem(client.get("/api/v1/games?foo=1"), 422, "invalid")["errors"][0]["pointer"] == "query/foo"
    problem(client.get("/api/v1/games?limit=0"), 422, "invalid")
    problem(client.get("/?after=%21"), 400, "bad-cursor")
    allowed = client.delete("/api/v1/games")
    problem(allowed, 405, "method-not-allowed")
    assert "GET" in allowed.headers["Allow"]
    denied = client.post("/api/v1/games", data=SAMPLE, content_type="text/x-rgn")
    problem(denied, 401, "unauthorized")
    assert denied.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("path", [
    "games", "games.ndjson", "verdicts", "events.ndjson", "players", "players.csv", "rules", "rules.csv", "variants",
    "rankings", "statistics", "tournaments", "search?sequence=tris", "statistics/what-if?under=rcm@1",
])  # fmt: skip
def test_an_invalid_cursor_is_refused_everywhere(client: FlaskClient, path: str) -> None:
    joined = f"/api/v1/{path}{'&' if '?' in path else '?'}after="
    for cursor in ("zzz", "%21", "p_7q2", ""):
        for lang, title in (("it", "cursore non valido"), ("en", "cursor not valid")):
            assert title in problem(client.get(f"{joined}{cursor}&lang={lang}"), 400, "bad-cursor")["title"]
    both = problem(client.get(f"{joined}zzz&foo=1"), 422, "invalid")
    assert "query/foo" in {one["pointer"] for one in both["errors"]}


def test_the_cursors_of_next_are_accepted(client: FlaskClient) -> None:
    for path in ("players", "rules", "variants", "statistics"):
        whole = client.get(f"/api/v1/{path}").get_json()["items"]
        page = client.get(f"/api/v1/{path}?limit=2").get_json()
        rest = client.get(f"/api/v1/{path}?after={page['next']}").get_json()["items"]
        assert [*page["items"], *rest] == whole and len(page["items"]) == 2


def test_languages(client: FlaskClient) -> None:
    assert problem(client.get("/nope", headers={"Accept-Language": "it"}), 404, "not-found")["title"] == "non trovato"
    assert problem(client.get("/nope", headers={"Accept-Language": "en"}), 404, "not-found")["title"] == "not found"


@pytest.mark.parametrize(("accepted", "language"), [
    ("en-GB,it;q=0.5", "en"), ("it-IT,en;q=0.5", "it"), ("it;q=0.5,en-GB", "en"), ("en;q=0.5,it-IT;q=0.9", "it"),
    ("en-US", "en"), ("EN-us,it;q=0.1", "en"), ("de,en-GB;q=0.8,it;q=0.3", "en"), ("de", "it"), ("", "it"),
    ("*", "it"), ("it;q=0,*", "en"), ("it;q=0.2,*;q=0.5", "en"), ("en,it", "en"), ("it,en", "it"),
    ("it-IT;q=0,en;q=0.4", "en"), ("en;q=0", "it"), ("it-CH,it;q=0.9,en;q=0.8", "it"),
    ("en-GB;q=0.2,en;q=0.9,it;q=0.5", "en"),
])  # fmt: skip
def test_the_range_of_the_highest_weight_is_the_language(client: FlaskClient, accepted: str, language: str) -> None:
    answer = client.get("/nope", headers={"Accept-Language": accepted})
    assert answer.headers["Content-Language"] == language


def test_writes_need_scope_version_and_valid_lines(client: FlaskClient, archive: Archive, auth: dict[str, str]) -> None:
    reader = {"Authorization": "Bearer " + archive.tokens.make("r", ["read"])}
    problem(client.post("/api/v1/games", data=SAMPLE, content_type="text/x-rgn", headers=reader), 403, "forbidden")
    body = problem(client.post("/api/v1/games", data="FOO", content_type="text/x-rgn", headers=auth), 422, "malformed")
    assert body["errors"][0]["line"] == 1
    problem(client.post("/api/v1/games", data=b"\xff", content_type="text/x-rgn", headers=auth), 400, "bad-request")
    problem(client.post("/api/v1/games", data=SAMPLE, content_type="image/png", headers=auth), 415, "unsupported-type")
    wrong = SAMPLE.replace(b"monopoli@1", b"nope@1")
    problem(client.post("/api/v1/games", data=wrong, content_type="text/x-rgn", headers=auth), 422, "rules")
    large = b"x" * (5 * 1024 * 1024)
    problem(client.post("/api/v1/games", data=large, content_type="text/x-rgn", headers=auth), 413, "too-large")
    other = SAMPLE.replace(b"serata-1", b"serata-2")
    created = client.post("/api/v1/games", data=other, content_type="text/x-rgn", headers=auth)
    assert created.status_code == 201 and created.headers["Location"].endswith(created.get_json()["game"])
    events = f"/api/v1/games/{created.get_json()['game']}/events"
    version = created.get_json()["version"]
    problem(client.post(events, data="TURN G", content_type="text/plain", headers=auth), 428, "precondition-required")
    right = {**auth, "If-Match": f'"{version}"'}
    assert client.post(events, json={"lines": ["TURN G"]}, headers=right).get_json()["version"] == version + 1
    stale = client.post(events, data="END G", content_type="text/plain", headers=right)
    body = problem(stale, 412, "precondition-failed")
    assert body["current"] == version + 1
    keyed = {**auth, "Idempotency-Key": "k1"}
    first = client.post(events, data="END G", content_type="text/plain", headers=keyed).get_json()
    assert client.post(events, data="END G", content_type="text/plain", headers=keyed).get_json() == first


def test_lines_are_stored_as_sent_or_refused(client: FlaskClient, archive: Archive, auth: dict[str, str]) -> None:
    game = archive.game_ids()[0]
    version = archive.version(game)
    note = {"kind": "note", "actor": "A", "note": "good"}
    bodies: list[Any] = [
        {"lines": "END R"}, {"lines": [1]}, {"lines": ["NOTE A {one}\nNOTE A {two}"]}, {"lines": ["NOTE A {\ud800}"]},
        {"lines": ["NOTE A {one}"], "events": []}, {"lines": ["NOTE A {one}"], "version": 3}, {}, [], "lines", None,
        {"events": {"a": 1}}, {"events": [{**note, "publik": True}]}, {"events": [{**note, "note": "\ud800"}]},
    ]  # fmt: skip
    where, match = f"/api/v1/games/{game}/events", {**auth, "If-Match": f'"{version}"'}
    for body in bodies:
        problem(client.post(where, data=json.dumps(body), headers=match, mimetype="application/json"), 422, "malformed")
    for text in ("NOTE A {one}\u2028NOTE A {two}", "NOTE A {one}\x0bNOTE A {two}", "NOTE A {one\x85two}"):
        problem(client.post(where, data=text.encode(), headers=match, mimetype="text/plain"), 422, "malformed")
    headers = [["Notation", "rgn 1"], ["Event", "\ud800"]]
    whole = json.dumps({"headers": headers, "events": []})
    problem(client.post("/api/v1/games", data=whole, headers=auth, mimetype="application/json"), 422, "malformed")
    events = [{"kind": "end", "actor": "R", "publik": True}]
    whole = json.dumps({**read(SAMPLE).games[0].to_json(), "events": events})
    answer = client.post("/api/v1/games", data=whole, headers=auth, mimetype="application/json")
    body = problem(answer, 422, "malformed")
    assert body["detail"].startswith("/events/0/publik: ")
    assert archive.version(game) == version
    ends = client.post(where, data=b"NOTE A {one}\r\nNOTE A {two}\r\n\r\n", headers=match, mimetype="text/plain")
    assert ends.get_json()["version"] == version + 2


def test_two_clients_race_and_one_wins(archive: Archive, auth: dict[str, str]) -> None:
    app = create_app(archive)
    game = archive.game_ids()[0]
    version = archive.version(game)
    statuses: list[int] = []

    def write() -> None:
        headers = {**auth, "If-Match": f'"{version}"'}
        answer = app.test_client().post(
            f"/api/v1/games/{game}/events", data="TURN G", content_type="text/plain", headers=headers
        )
        statuses.append(answer.status_code)

    threads = [threading.Thread(target=write) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [200] + [412] * 5


def test_pages_of_games(archive: Archive, client: FlaskClient) -> None:
    for n in range(5):
        archive.add_game(read(SAMPLE.replace(b"serata-1", f"s{n}".encode())).games[0])
    seen: list[str] = []
    path = "/api/v1/games?limit=4"
    while path:
        answer = client.get(path)
        page = answer.get_json()
        seen += [row["game"] for row in page["items"]]
        link = answer.headers.get("Link", "")
        assert bool(link) == (page["next"] is not None)
        path = link[1 : link.index(">")] if link else ""
    assert seen == archive.game_ids()


def test_a_game_compared_under_other_rules(client: FlaskClient, archive: Archive) -> None:
    game = archive.game_ids()[0]
    data = client.get(f"/api/v1/games/{game}/verdicts?under=torneo@1").get_json()
    assert data["variant"] == "torneo@1" and set(client.get(f"/api/v1/games/{game}/verdicts").get_json()) == set(data)
    assert data["compared"]["under"] == "torneo@1" and {"gained", "lost", "first", "scores"} <= set(data["compared"])
    scores = client.get(f"/api/v1/games/{game}/score?under=torneo@1").get_json()
    assert set(scores["scores"]) == {"R", "B", "G", "N"}
    assert set(client.get(f"/api/v1/games/{game}/score").get_json()) == set(scores)
    problem(client.get(f"/api/v1/games/{game}/score?under=nothing@1"), 422, "rules")
    problem(client.get(f"/api/v1/games/{game}/score?under=rcm@1 %2B objective-double"), 422, "rules")


def test_under_other_rules_the_deck_stays_and_the_etag_depends_on_the_rules(
    archive: Archive, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = SAMPLE.replace(b"serata-1", b"serata-3").replace(b"[Date", b'[Deck "risiko-rl"]\n[Date')
    game = archive.add_game(read(text).games[0]).game_id
    path = f"/api/v1/games/{game}/score?under=monopoli@1"
    answer = client.get(path)
    compared = answer.get_json()["compared"]
    assert compared["same"] is True and {"rankings", "accounts", "ends_at"} <= set(compared)
    decks: list[str] = []

    def changed(game: Any, spec: str) -> Any:
        decks.append(game.header("Deck"))
        return load_ruleset("torneo@1")

    monkeypatch.setattr("plancia_api.routes.judgements.other_ruleset_for_game", changed)
    again = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 200 and decks == ["risiko-rl"]


def test_verdicts_under_other_rules_as_lines_are_what_these_rules_say(archive: Archive, client: FlaskClient) -> None:
    game = archive.add_game(read(samples()["monopoli-arbitro.rgn"]).games[0]).game_id
    other = judge(archive.game(game), other_ruleset_for_game(archive.game(game), "torneo@1"), "it").verdicts
    own = archive.judgement(game).verdicts
    client = as_keeper(client, archive)
    lines = client.get(f"/api/v1/games/{game}/verdicts.ndjson?under=torneo@1").get_data(as_text=True).splitlines()
    assert [json.loads(line) for line in lines] == [verdict.to_json() for verdict in other]
    assert [verdict.rule_id for verdict in other] != [verdict.rule_id for verdict in own]


def test_builders_of_addresses_are_compiled_when_an_address_is_asked_for(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two for each of some 250 rules took most of `create_app`; Flask makes its own rule for static files before."""
    compiled: list[str] = []
    compile_builder = Rule._compile_builder

    def note(rule: Rule, append_unknown: bool = True) -> Any:
        compiled.append(rule.rule)
        return compile_builder(rule, append_unknown)

    monkeypatch.setattr(Rule, "_compile_builder", note)
    app = create_app(archive)
    assert {*compiled} <= {"/static/<path:filename>"}
    with app.test_request_context():
        assert url_for("games.one_game", game_id="a b", at=3) == "/api/v1/games/a%20b?at=3"
    assert "/api/v1/games/<string:game_id>" in compiled
