"""Content negotiation by suffix, Accept and language; strong ETags on every read; CORS; unknown parameters."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_api.negotiation import MEDIA_TYPES, offered_formats
from plancia_archive import Archive
from plancia_data import importers
from plancia_events import read, read_json
from tests.api.conftest import as_keeper
from tests.make_examples import questions


@pytest.fixture(scope="module")
def client(full: Archive) -> FlaskClient:
    return create_app(full, bulk_per_minute=100_000).test_client()


# for tokens alone (test_disputes.py, test_correction_evidence.py); a lease and a stream, never stored by caches
APART = {"evidence_file", "game_evidence_file", "current_writer", "stream_events"}
OF_TILES = {"checkpoint", "tile", "entry_bundle"}  # C2SP tlog-tiles: one form, immutable (test_tlog_routes.py)


def addresses(client: FlaskClient, archive: Archive) -> dict[str, tuple[str, str, tuple[str, ...]]]:
    """Operation -> path, query, forms: one real request for every read of the application."""
    views = client.application.view_functions
    requests = {}
    for name, (path, inside, query) in questions(archive).items():
        if name in OF_TILES | APART:
            continue
        view = next(view for endpoint, view in views.items() if endpoint.endswith(f".{name}"))
        query_string = "&".join(f"{key}={value}".replace(">", "%3E") for key, value in query.items())
        requests[name] = (
            "/api/v1" + path.format(**inside),
            f"?{query_string}" if query_string else "",
            offered_formats(view),
        )
    return requests


def test_every_read_of_the_application_is_tried_here(client: FlaskClient, full: Archive) -> None:
    rules = client.application.url_map.iter_rules()
    ours = [rule for rule in rules if rule.rule.startswith("/api/v1") and "GET" in (rule.methods or ())]
    reads = {rule.endpoint.split(".")[1] for rule in ours}
    with_token = {"list_tokens", "list_refusals"}  # tests/api/test_permissions.py
    assert reads - with_token == set(questions(full)), "ask it in `questions` of tests/make_examples.py"


def test_suffix_and_accept_choose_the_same_format_and_others_are_refused(client: FlaskClient, full: Archive) -> None:
    for path, query, forms in addresses(client, full).values():
        for form in forms:
            by_suffix = client.get(f"{path}.{form}{query}")
            by_accept = client.get(path + query, headers={"Accept": f"{MEDIA_TYPES[form]}, text/html;q=0.9"})
            assert by_suffix.status_code == by_accept.status_code == 200, (path, form)
            assert by_suffix.mimetype == by_accept.mimetype == MEDIA_TYPES[form]
            assert by_suffix.get_data() == by_accept.get_data()
        assert client.get(path + query).mimetype == MEDIA_TYPES[forms[0]]
        assert client.get(path + query, headers={"Accept": "*/*;q=0.1"}).mimetype == MEDIA_TYPES[forms[0]]
        for refused in (client.get(f"{path}.xml{query}"), client.get(path + query, headers={"Accept": "image/png"})):
            assert refused.status_code == 406 and refused.get_json(force=True)["code"] == "not-acceptable"
            assert MEDIA_TYPES[forms[0]] in refused.get_json(force=True)["detail"]


def test_the_formats_of_other_programs_are_refused_as_formats(client: FlaskClient, full: Archive) -> None:
    game = full.game_ids()[0]
    for row in importers():
        refused = client.get(f"/api/v1/games/{game}.{row['kind']}")
        assert refused.status_code == (200 if row["kind"] == "rgn" else 406), row["kind"]
        assert row["kind"] == "rgn" or MEDIA_TYPES["rgn"] in refused.get_json(force=True)["detail"]


@pytest.mark.parametrize(
    ("body", "italian", "english"),
    [
        ('{"text": "x"}', "manca il campo notation", "missing field notation"),
        ('{"notation": "rgn 1"}', "manca il campo headers", "missing field headers"),
        ("[3]", "serve un oggetto, trovato un numero intero", "an object is expected, not a whole number"),
        ('{"headers":\n [}', "atteso un valore (riga 2, colonna 3)", "a value is expected (line 2, column 3)"),
        ('{"headers" 1}', "atteso «:» (riga 1, colonna 12)", "“:” is expected (line 1, column 12)"),
    ],
)
def test_json_that_is_no_game_is_explained_with_its_fields(
    client: FlaskClient, body: str, italian: str, english: str
) -> None:
    for lang, expected in (("it", italian), ("en", english)):
        answer = client.post(
            "/api/v1/judge", data=body, content_type="application/json", headers={"Accept-Language": lang}
        )
        assert answer.status_code == 422
        assert expected in answer.get_json(force=True)["detail"]


def test_refused_values_are_explained_in_the_language_of_the_answer(client: FlaskClient) -> None:
    refused = {
        "games?limit=0": ("da 1 a 500", "from 1 to 500"),
        "games?limit=x": ("non è un numero intero", "not a whole number"),
        "games?zz=red": ("parametro sconosciuto", "unknown parameter"),
        "games?limt=1": ("parametro sconosciuto. Forse limit?", "unknown parameter. Did you mean limit?"),
        "games?since=2003-13-01": (
            "since=2003-13-01 (YYYY-MM-DD) non è un giorno o un istante che esiste: scriverlo come tra parentesi",
            "since=2003-13-01 (YYYY-MM-DD) is no day or time that exists: write it as in the brackets",
        ),
        "games?completeness=half": ("uno fra: full, no-dice, turns-only, final-board, result-only",
                                    "one of: full, no-dice, turns-only, final-board, result-only"),
        "games?since=today": ("non ha la forma prevista", "not of the form expected"),
        "games?illegal=maybe": ("true o false", "true or false"), "odds?attackers=1": ("manca", "missing"),
        "games?player=" + "x" * 65: ("al più 64 caratteri", "at most 64 characters"),
        "search?position=": ("da 1 a 500 caratteri", "from 1 to 500 characters"),
        "games?variant=rcm&variant=monopoli": ("dato 2 volte: uno solo", "given 2 times: one only"),
        "tournaments/autunno/draw?absent=&absent=": ("da 1 a 80 caratteri; da 1 a 80 caratteri",
                                                      "from 1 to 80 characters; from 1 to 80 characters"),
    }  # fmt: skip
    for query, words in refused.items():
        for lang, expected in zip(("it", "en"), words, strict=True):
            answer = client.get(f"/api/v1/{query}", headers={"Accept-Language": lang})
            assert answer.status_code == 422, query
            assert [error["detail"] for error in answer.get_json(force=True)["errors"]] == [expected], query
            assert "Accept-Language" in answer.headers["Vary"]


def test_refused_names_and_members_are_pointed_at_with_what_may_have_been_meant(
    client: FlaskClient, full: Archive
) -> None:
    keeper = full.tokens.grant("asker", "keeper")[1]
    for lang, near, kind, unknown in (
        ("it", "Forse rcm?", "non è una lista", "membro sconosciuto. Forse claim?"),
        ("en", "Did you mean rcm?", "not a list", "unknown member. Did you mean claim?"),
    ):
        for address in ("games?variant=rmc", "statistics/what-if?under=rmc", "games/serata-1/score?under=rmc"):
            (error,) = client.get(f"/api/v1/{address}&lang={lang}").get_json(force=True)["errors"]
            assert error["pointer"].startswith("query/") and error["detail"].endswith(near), address
        said = client.post(f"/api/v1/complete?lang={lang}", json={"text": "x", "said": "cina siam"})
        assert said.get_json(force=True)["errors"] == [{"pointer": "/said", "detail": kind}]
        headers = {"Authorization": f"Bearer {keeper}"}
        body = {"game": "x", "claimant": "B", "claym/": "y"}
        refused = client.post(
            f"/api/v1/disputes?lang={lang}", json=body,
            headers=headers | {"Idempotency-Key": lang},
        )  # fmt: skip
        missing, other = refused.get_json(force=True)["errors"]
        assert missing["pointer"] == "/claim" and other == {"pointer": "/claym~1", "detail": unknown}
        lost_bonus = {"kind": "exchange", "actor": "R", "cards": ["CIN"], "bonus": 2}
        events = {"events": [{"kind": "turn", "actor": "R"}, lost_bonus]}
        lost = client.post(
            f"/api/v1/games/serata-1/events?lang={lang}", json=events, headers=headers | {"If-Match": "*"}
        )
        assert [error["pointer"] for error in lost.get_json(force=True)["errors"]] == ["/events/1/bonus"]
        beside = {"events": [{"kind": "reopened"}], "evidence": []}
        more = client.post("/api/v1/tournaments/autunno/events", json=beside, headers=headers | {"If-Match": "*"})
        assert more.status_code == 422 and more.get_json(force=True)["errors"][0]["pointer"] == "/evidence"


def test_quality_and_other_media_types_of_formats(client: FlaskClient, full: Archive) -> None:
    def kind(accept: str) -> str:
        return str(client.get("/api/v1/games", headers={"Accept": accept}).mimetype)

    assert kind("application/json;q=0.2, text/csv;q=0.8") == "text/csv"
    assert kind("text/html, application/xhtml+xml, */*;q=0.8") == "application/json"
    assert kind("application/json; charset=utf-8") == "application/json"
    assert kind("text/plain") == "text/x-rgn" and kind("application/ndjson") == "application/x-ndjson"
    game = full.game_ids()[1]
    assert client.get(f"/api/v1/games/{game}.jsonl").get_data() == client.get(f"/api/v1/games/{game}.ndjson").get_data()


def test_every_read_has_a_strong_tag_that_its_304_carries(client: FlaskClient, full: Archive) -> None:
    seen: dict[str, str] = {}
    for path, query, forms in addresses(client, full).values():
        for form in forms:
            address = f"{path}.{form}{query}"
            for lang in ("it", "en"):
                answer = client.get(address, headers={"Accept-Language": lang})
                tag = answer.headers["ETag"]
                assert re.fullmatch(r'"(\d+-[0-9a-f]{8}-)?[0-9a-f]{32}"', tag), address
                assert seen.setdefault(tag, f"{address} {lang}") == f"{address} {lang}", "one tag for two answers"
                conditional = {"If-None-Match": f'"other", {tag}', "Accept-Language": lang}
                again = client.get(address, headers=conditional)
                assert (again.status_code, again.headers["ETag"], again.get_data()) == (304, tag, b"")
                assert again.headers["Vary"] and again.headers["Cache-Control"] == "no-cache"
                assert client.get(address, headers={**conditional, "If-None-Match": f"W/{tag}"}).status_code == 304
                assert client.get(address, headers={"If-None-Match": "*"}).status_code == 304
                assert client.get(address, headers={"If-None-Match": "W/"}).status_code == 200


def test_a_compressed_answer_is_known_again_by_its_own_tag(client: FlaskClient) -> None:
    for path, coding in (("/api/v1/games", "gzip"), ("/api/v1/rules", "gzip"), ("/api/v1/games.ndjson", "deflate")):
        plain = client.get(path)
        packed = client.get(path, headers={"Accept-Encoding": coding})
        assert packed.headers["Content-Encoding"] == coding and packed.headers["ETag"] != plain.headers["ETag"]
        conditional = {"Accept-Encoding": coding, "If-None-Match": packed.headers["ETag"]}
        again = client.get(path, headers=conditional)
        assert (again.status_code, again.headers["ETag"]) == (304, packed.headers["ETag"])


def test_a_write_changes_the_etags(tmp_path: Any, full: Archive) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    client = create_app(archive).test_client()
    names = "games games.csv verdicts events players tournaments statistics/lengths health"
    paths = [f"/{name}" for name in names.split()]
    before = {path: client.get(f"/api/v1{path}").headers["ETag"] for path in paths}
    archive.add_game(full.game(full.game_ids()[1]))
    archive.tournaments.append("uno", [{"kind": "opened", "title": "Uno", "system": "open"}])
    after = {path: client.get(f"/api/v1{path}").headers["ETag"] for path in paths}
    assert not [path for path in paths if before[path] == after[path]]
    standings = client.get("/api/v1/statistics/luck").headers["ETag"]
    archive.db.execute("UPDATE person SET name = 'Zeno' WHERE player_ref = ?", [archive.people.page(None, 1)[0]])
    assert client.get("/api/v1/statistics/luck").headers["ETag"] != standings, "a name stands in the answer"


def test_unknown_parameters_are_refused_everywhere(client: FlaskClient, full: Archive) -> None:
    for path, query, _ in addresses(client, full).values():
        answer = client.get(path + (query + "&" if query else "?") + "colour=red")
        assert answer.status_code == 422, path
        assert answer.get_json(force=True)["errors"][0]["pointer"] == "query/colour"
    auth = {"Authorization": "Bearer " + full.tokens.make("t", ["write"])}
    assert client.post("/api/v1/games.json", headers=auth).status_code == 405, "an address with a suffix is a read"
    for path in ("/games", f"/games/{full.game_ids()[0]}/events", "/tournaments/autunno/events"):
        assert client.post(f"/api/v1{path}?colour=red", headers=auth).status_code == 422


def test_reads_without_names_are_open_to_other_sites_and_writes_are_not(full: Archive) -> None:
    client = create_app(full, bulk_per_minute=100_000, private=True).test_client()
    for path, query, _ in addresses(client, full).values():
        preflight = client.options(
            path, headers={"Origin": "https://example.org", "Access-Control-Request-Method": "GET"}
        )
        assert preflight.status_code == 200 and preflight.headers["Access-Control-Allow-Origin"] == "*"
        assert preflight.headers["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
        assert "If-None-Match" in preflight.headers["Access-Control-Allow-Headers"]
        answer = client.get(path + query)
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert {"ETag", "Link", "Retry-After"} <= set(answer.headers["Access-Control-Expose-Headers"].split(", "))
    written = client.post("/api/v1/games", data="x", content_type="text/plain")
    assert written.status_code == 401 and "Access-Control-Allow-Origin" not in written.headers


def test_errors_speak_the_language_asked_for(client: FlaskClient) -> None:
    answers = {lang: client.get("/api/v1/games/none", headers={"Accept-Language": lang}) for lang in ("it", "en")}
    assert "non trovata" in answers["it"].get_json(force=True)["detail"]
    assert "not found" in answers["en"].get_json(force=True)["detail"]
    assert {lang: answer.headers["Content-Language"] for lang, answer in answers.items()} == {"it": "it", "en": "en"}
    assert client.get("/api/v1/games.xml").get_json(force=True)["instance"] == "/api/v1/games.xml"


def test_all_formats_of_a_game_hold_the_same_game(client: FlaskClient, full: Archive) -> None:
    client, game = as_keeper(client.application.test_client(), full), full.game_ids()[1]
    text = client.get(f"/api/v1/games/{game}.rgn").get_data(as_text=True)
    assert text == full.text(game)
    lines = client.get(f"/api/v1/games/{game}.ndjson").get_data(as_text=True)
    assert [one.text() for one in read_json(lines).games] == [text]
    rows = client.get(f"/api/v1/games/{game}/events.csv").get_data().decode("utf-8-sig")
    expected = text[len(read(text).games[0].head()) :].splitlines()
    assert [row["line"] for row in csv.DictReader(io.StringIO(rows))] == expected
