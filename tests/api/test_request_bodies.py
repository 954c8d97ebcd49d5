"""Request bodies: errors in JSON and text in the caller's language, byte-order marks."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_archive import Archive
from plancia_data import samples
from plancia_events import read

SAMPLE = samples()["monopoli-serata.rgn"]
WHOLE: dict[str, Any] = read(SAMPLE).games[0].to_json()


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    archive = Archive.open(tmp_path / "a.db", create=True)
    archive.tournaments.append("t", [{"kind": "opened", "title": "x", "system": "open"}])
    return archive


def sent(archive: Archive, address: str, body: str | bytes, lang: str, kind: str = "application/json") -> Any:
    """The answer to a body, in a language."""
    token = archive.tokens.make("t", ["write"])
    headers = {"Authorization": f"Bearer {token}", "Accept-Language": lang, "If-Match": '"1"'}
    client: FlaskClient = create_app(archive).test_client()
    return client.post(f"/api/v1/{address}", data=body, headers=headers, content_type=kind)


def with_event(number: int, **fields: Any) -> str:
    events = [dict(event) for event in WHOLE["events"]]
    events[number].update(fields)
    return json.dumps({**WHOLE, "events": events})


@pytest.mark.parametrize(("address", "body", "italian", "english"), [
    ("games", "{", "atteso il nome di un campo fra virgolette (riga 1, colonna 2)", "(line 1, column 2)"),
    ("games", '{"a" 1}', "atteso «:» (riga 1, colonna 6)", "“:” is expected"),
    ("games", '{"a": "\\q"}', "sequenza con \\ non ammessa (riga 1, colonna 8)", "sequence with"),
    ("games", "{} x", "dopo la fine", "after the end"),
    ("games", "[3]", "/0: serve un oggetto, trovato un numero intero", "is expected"),
    ("games", '{"a": 1}', "manca il campo notation", "missing field notation"),
    ("games", '{"notation": "rgn 1"}', "manca il campo headers", "missing field headers"),
    ("games", with_event(0, kind="foo"), "/events/0/kind: tipo di evento sconosciuto", "/events/0/kind: unknown"),
    ("games", with_event(0, zz=1), "/events/0/zz: campo sconosciuto «zz»", "unknown member"),
    ("games", with_event(1, order="x"), "/events/1/order: serve una lista, trovato un testo", "/events/1/order"),
    ("games", json.dumps({"notation": "rgn 1", "headers": [], "events": [{"kind": "extension", "name": "X-a"}]}),
     "serve un testo della forma ^X-", "a text of the form ^X-"),
    ("games", with_event(0, note="\ud800"), "surrogato", "surrogate"),
    ("games", "[" * 5000, "troppi livelli", "too many levels"),
    ("tournaments/t/events", "[]", "non è un oggetto della forma", "not an object of the form"),
    ("games/GAME/events", "{}", "valore non ammesso {}", "invalid value {}"),
    ("games/GAME/events", '{"lines": [3]}', "valore non ammesso 3", "invalid value 3"),
    ("games/GAME/events", '{"events": [3]}', "serve un oggetto, trovato un numero intero", "not a whole number"),
    ("games/GAME/events", "[]", "non è un oggetto della forma", "not an object of the form"),
])  # fmt: skip
def test_errors_in_json_are_explained_in_both_languages(
    archive: Archive, address: str, body: str, italian: str, english: str
) -> None:
    address = address.replace("GAME", archive.add_game(read(SAMPLE).games[0]).game_id)
    said = {}
    for lang, words in (("it", italian), ("en", english)):
        answer = sent(archive, address, body, lang)
        assert answer.status_code == 422 and answer.get_json(force=True)["code"] == "malformed"
        said[lang] = answer.get_json(force=True)["detail"]
        assert words in said[lang]
    assert not any(
        re.search(rf"{word}\b", said["it"]) for word in ("Expect", "xpected", "Invalid", "column", "field", "object")
    )


def test_two_games_in_a_body_are_counted_in_both_languages(archive: Archive) -> None:
    for lang, words in (("it", "2 partite"), ("en", "2 games")):
        answer = sent(archive, "games", SAMPLE + b"\n" + SAMPLE, lang, "text/x-rgn")
        assert words in answer.get_json(force=True)["detail"]


@pytest.mark.parametrize("kind", ["text/x-rgn", "text/plain", "application/json"])
def test_a_byte_order_mark_before_a_body_is_dropped(archive: Archive, kind: str) -> None:
    mark = "\ufeff".encode()
    body = json.dumps(WHOLE).encode() if kind == "application/json" else SAMPLE
    answer = sent(archive, "games", mark + body, "en", kind)
    assert answer.status_code == 201, answer.text
    game = answer.get_json()["game"]
    assert archive.add_game(read(SAMPLE).games[0]).game_id == game, "it is the same game"
    more = json.dumps({"lines": ["NOTE A {più}"]}) if kind == "application/json" else "NOTE A {più}\n"
    client = create_app(archive).test_client()
    headers = {"Authorization": f"Bearer {archive.tokens.make('x', ['write'])}", "Idempotency-Key": "k"}
    done = client.post(f"/api/v1/games/{game}/events", data=mark + more.encode(), headers=headers, content_type=kind)
    assert done.status_code == 200 and archive.text(game).endswith("\nNOTE A {più}\n")
    added = json.dumps({"events": [{"kind": "entered", "player": "Anna"}]}).encode()
    assert sent(archive, "tournaments/t/events", mark + added, "en").status_code == 200
