"""The page of positions: form, text and drawing agree; its matches are those of the API and open at the event."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_api.pages.position_pages import draw_conditions
from plancia_archive import Archive
from plancia_archive.queries.search import matches_board, parse_pattern
from plancia_data import messages
from plancia_replay import state_at
from plancia_replay.text.sentences import place_names

POSITION = "SIA=x>=2 CIN=x"


@pytest.fixture(scope="module")
def client(full: Archive) -> FlaskClient:
    return create_app(full, seconds_per_minute=100_000, bulk_per_minute=100_000).test_client()


def asked(client: FlaskClient, **query: str) -> Any:
    return client.get("/positions", query_string=query)


@pytest.mark.parametrize(
    ("fields", "position"),
    [
        ({"SIA": "x", "SIA.n": "2", "CIN": "x"}, "SIA=x>=2 CIN=x"),
        ({"INS": "R", "INS.n": "=2"}, "INS=R==2"),
        ({"BRA": "-", "BRA.n": "<4", "PER": "", "PER.n": ""}, "BRA=-<4"),
        ({"BRA.n": ">= 12", "ALA.n": "≤3"}, "ALA<=3 BRA>=12"),
    ],
)
def test_the_form_becomes_a_position_in_the_address(client: FlaskClient, fields: dict[str, str], position: str) -> None:
    answer = asked(client, **fields, variant="monopoli", lang="en")
    address = urlsplit(answer.headers["Location"])
    assert (answer.status_code, address.path, address.fragment) == (302, "/positions", "results")
    query = parse_qs(address.query)
    assert set(query["position"][0].split()) == set(position.split()) and query["variant"] == ["monopoli"]
    page = client.get(answer.headers["Location"]).text
    for name, value in fields.items():
        if value and not name.endswith(".n"):
            assert re.search(rf'<select name="{name}".*?<option value="{re.escape(value)}" selected>', page)


@pytest.mark.parametrize("lang", ["it", "en"])
def test_matches_are_those_of_the_api_and_had_the_position(client: FlaskClient, full: Archive, lang: str) -> None:
    items = client.get("/api/v1/search", query_string={"position": POSITION}).get_json()["items"]
    page = asked(client, position=POSITION, lang=lang).text
    found = re.findall(r'<li><a href="/games/([^"#]+)#e(\d+)"', page)
    assert items and found == [(item["game"], str(item["event"])) for item in items]
    for game, event in found:
        board = state_at(full.game(game), int(event), full.rules_of(full.game(game)))["board"]
        assert matches_board(board, parse_pattern(POSITION))
        assert f'id="e{event}"' in client.get(f"/games/{game}").text


def test_a_search_goes_on_after_its_page(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = re.findall(r'<li><a href="/games/([^"]+)"', asked(client, position=POSITION).text)
    monkeypatch.setattr("plancia_api.pages.position_pages.MATCHES_A_PAGE", 3)
    seen, query = [], {"position": POSITION}
    while query:
        page = asked(client, **query).text
        seen += re.findall(r'<li><a href="/games/([^"]+)"', page)
        more = re.findall(r'rel="next"[^>]*href="([^"]+)"', page)
        query = {key: values[0] for key, values in parse_qs(urlsplit(unescape(more[0])).query).items()} if more else {}
    assert len(whole) > 3 and seen == whole


@pytest.mark.parametrize("lang", ["it", "en"])
def test_the_drawing_tells_every_condition(lang: str) -> None:
    words, places = messages("positions", lang), place_names(lang)
    terms = {term.land: term for term in parse_pattern("SIA=x>=2 CIN=x INS=R==2 BRA=z>12 PER<=3")}
    drawn = draw_conditions(terms, words, lang)
    labels = dict(re.findall(r'<g id="b-([A-Z]{3})-disc"[^>]* aria-label="([^"]*)"', drawn))
    titles = dict(re.findall(r'<g id="b-([A-Z]{3})" [^>]*><title>([^<]*)', drawn))
    assert labels == titles and set(labels) == set(places)
    for code, term in terms.items():
        disc = drawn.partition(f'<g id="b-{code}-disc"')[2].partition("</g>")[0]
        assert f'data-owner="{term.owner or "?"}"' in disc
        assert (str(term.count) in re.findall(r">([^<]*)</text>", disc)[0]) == bool(term.sign)
        assert (
            places[code] in unescape(labels[code])
            and words[f"owner.{term.owner}" if term.owner else "anyone"] in labels[code]
        )
    assert re.findall(r"pb-letter[^>]*>([^<]*)<", drawn.partition('<g id="b-BRA-disc"')[2])[0] == "3"
    assert labels["ALA"].endswith(words["no-condition"])


def test_what_is_no_position_is_said_where_it_is(client: FlaskClient) -> None:
    page = asked(client, **{"SIA": "x", "SIA.n": "many<b>", "lang": "en"})
    assert page.status_code == 422 and 'id="error-SIA"' in page.text and "many&lt;b&gt;" in page.text
    assert '<option value="x" selected>' in page.text, "what was chosen stays"
    assert asked(client, **{"SIA": "Q"}).status_code == 422
    for wrong in ("nowhere=x", "SIA=x>>3", "x" * 600):
        answer = asked(client, position=wrong)
        assert answer.status_code == 422 and 'id="error-text"' in answer.text, wrong
    browser = {"Accept": "text/html"}
    for query in ({"position": POSITION, "after": "x"}, {"position": POSITION, "variant": "nope"}):
        answer = client.get("/positions", query_string=query, headers=browser)
        assert answer.status_code in (400, 422) and answer.mimetype == "text/html"


def test_nothing_asked_is_an_empty_board(client: FlaskClient) -> None:
    page = asked(client).text
    assert page.count('class="pb-disc"') == 42 == page.count('.n" value=""') and 'id="results"' not in page
    assert 'role="button"' in page and "<details" in page


def test_searches_count_as_replays(full: Archive) -> None:
    client = create_app(full, seconds_per_minute=100_000, bulk_per_minute=1).test_client()
    assert asked(client, position=POSITION).status_code == 200
    assert asked(client, position=POSITION).status_code == 429 and asked(client).status_code == 200
