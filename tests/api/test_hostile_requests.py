"""Requests made to break the server, to every route of its map: no server error, nothing stored but by a 2xx."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plancia_api import create_app
from plancia_archive import Archive
from tests import SOAK
from tests.api.conftest import filled

DEEP = json.loads("[" * 400 + "]" * 400)
PLACE = re.compile(r"<(?:[^:<>]+:)?(\w+)>")  # of a rule of the URL map
TEXTS = ["", " ", "\x00", "\x1b[31m", "\ud800", "é" * 300, "x" * 5000, "..", "../../etc/passwd", "%00", "%2e%2e",
         "' OR 1=1 --", "*", "{0}", "a\r\nb: c", "\u202e", "NaN", "-1", "1e999", "9" * 40, "2026-13-45",
         "g_" + "0" * 18, "autunno",
         "serata-1", "d_00000000", "p_00000000", "monopoli@1", "?", "-"]  # fmt: skip
NUMBERS = [0, -1, 1, 2**31, 2**63, 2**64, -(2**63) - 1, 10**400, 1e308, -0.0]
QUERY = ["limit", "cursor", "lang", "as_of", "player", "variant", "event", "date", "from", "to", "format", "position",
         "sequence", "as", "round", "seed", "open", "game", "tournament", "attackers", "defenders", "size", "at", "q",
         "dry_run", "since", "names"]  # fmt: skip
MEMBERS = ["kind", "events", "text", "lines", "player", "name", "claim", "claimant", "game", "event", "rule", "due",
           "by", "outcome", "effect", "why", "basis", "into", "variant", "points", "seats", "round", "table",
           "attackers", "defenders", "order", "options", "v"]  # fmt: skip

texts = st.sampled_from(TEXTS) | st.text(max_size=30)
leaves = st.none() | st.booleans() | st.sampled_from(NUMBERS) | texts
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(MEMBERS), inner, max_size=3),
    max_leaves=6,
) | st.just(DEEP)  # fmt: skip
bodies = st.one_of(
    values.map(lambda value: (json.dumps(value).encode(), "application/json")),
    st.dictionaries(st.sampled_from(MEMBERS), values, min_size=1, max_size=5).map(
        lambda value: (json.dumps(value).encode(), "application/json")
    ),
    st.tuples(st.binary(max_size=200), st.sampled_from(["application/json", "text/plain", "application/x-ndjson",
                                                        "application/zip", "multipart/form-data; boundary=x", "?"])),
    st.just((b'{"a":' * 2000, "application/json")), st.just((b"[" * 100_000, "application/json")),
    st.just((b'{"n": 1' + b"0" * 6000 + b"}", "application/json")),
    st.just((b'[Game "x"]\n\nTURN \xff\xfe\n', "text/plain")),
)  # fmt: skip
headers = st.dictionaries(
    st.sampled_from(["If-Match", "If-None-Match", "Idempotency-Key", "Accept", "Accept-Language", "Range", "Host",
                     "Origin", "Content-Encoding", "X-Forwarded-For", "Plancia-As-Of"]),
    st.sampled_from(["*", '"1"', "W/", "x" * 3000, "9" * 30, "it;q=x", "application/json;q=2", "bytes=9-1", "gzip",
                     "\xff", "a,b,c", "127.0.0.1"]),
    max_size=2,
)  # fmt: skip


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, Archive, str]]:
    """The application with an admin's token; it writes as often as it wants."""
    archive = filled(tmp_path_factory.mktemp("hostile") / "a.db")
    archive.checkpoints.sign()
    token = archive.tokens.grant("hostile", "admin")[1]
    many = 10**9
    limits: dict[str, Any] = {"writes_per_minute": many, "bulk_per_minute": many, "seconds_per_minute": many}
    yield create_app(archive, stream_seconds=0, **limits), archive, token
    archive.close()


def ask(served: tuple[Flask, Archive, str], method: str, path: str, query: Any, body: Any, given: Any) -> int:
    """The status of a request; what is stored only grows with one that was accepted."""
    app, archive, token = served
    before = archive.last_index()
    answer = app.test_client().open(
        path, method=method, query_string=query, data=body[0] if body else None,
        content_type=body[1] if body else None, headers={"Authorization": f"Bearer {token}", **given},
    )  # fmt: skip
    answer.get_data()
    if not 200 <= answer.status_code < 300:
        assert archive.last_index() == before, (method, path, query, body, given, answer.status_code)
    return answer.status_code


@settings(max_examples=12 if SOAK else 2, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_no_request_to_any_route_is_a_server_error(served: tuple[Flask, Archive, str], data: st.DataObject) -> None:
    app, archive, _ = served
    known = [archive.game_ids()[0], "autunno", archive.disputes.listed()[0].dispute, archive.people.page(None, 1)[0]]
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            names = {name: data.draw(st.sampled_from(known) | texts) for name in rule.arguments}
            path = PLACE.sub(lambda found: quoted(names[found[1]]), rule.rule)  # noqa: B023
            query = data.draw(st.dictionaries(st.sampled_from(QUERY), texts.filter(encodable), max_size=2))
            body = data.draw(bodies) if method != "GET" else None
            status = ask(served, method, path, query, body, data.draw(headers))
            assert status < 500, (method, path, query, body, status)


def quoted(text: str) -> str:
    """A text as a part of a path."""
    return quote(text.encode("utf-8", "surrogatepass"), safe="")


def encodable(text: str) -> bool:
    """True for text that a URL can have."""
    return not any("\ud800" <= one <= "\udfff" for one in text)
