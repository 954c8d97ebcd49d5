"""The drawn board over HTTP: as the state route has it, as of then, with an ETag, on the page without a prefix."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_archive import Archive
from tests.api.conftest import filled

PREFIX = "/api/v1/games"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[FlaskClient, str, Archive]]:
    archive = filled(tmp_path_factory.mktemp("drawn") / "a.db")
    yield create_app(archive).test_client(), archive.resolve("serata-2"), archive
    archive.close()


def drawn(text: str) -> dict[str, Any]:
    """Territory -> owner and armies, as the drawing has them."""
    found: dict[str, Any] = {}
    for group in ET.fromstring(text).iter("{http://www.w3.org/2000/svg}g"):
        if group.get("class") == "pb-disc" and group.get("data-owner") != "?":
            armies = next(group.iter("{http://www.w3.org/2000/svg}text")).text
            found[str(group.get("data-code"))] = [group.get("data-owner"), int(str(armies))]
    return found


@pytest.mark.parametrize("event", [0, 20, 28])
def test_the_drawing_is_the_table(served: tuple[FlaskClient, str, Archive], event: int) -> None:
    client, game, _ = served
    table = client.get(f"{PREFIX}/{game}/state/{event}").get_json()
    for address in (f"{PREFIX}/{game}/board?event={event}", f"/games/{game}/board.svg?event={event}"):
        answer = client.get(address)
        assert answer.mimetype == "image/svg+xml" and drawn(answer.text) == table["board"]


def test_without_an_event_it_is_the_last(served: tuple[FlaskClient, str, Archive]) -> None:
    client, game, archive = served
    last = len(archive.game(game).events)
    assert client.get(f"{PREFIX}/{game}/board.svg").text == client.get(f"{PREFIX}/{game}/board?event={last}").text


def test_languages_layouts_and_themes_differ(served: tuple[FlaskClient, str, Archive]) -> None:
    client, game, _ = served
    queries = ("lang=it", "lang=en", "layout=tall", "theme=print", "event=20", "event=20&as=recorded")
    tags = {client.get(f"{PREFIX}/{game}/board?{query}").headers["ETag"] for query in queries}
    assert len(tags) == len(queries)
    assert 'data-layout="tall"' in client.get(f"/games/{game}/board.svg?layout=tall").text


def test_the_etag_spares_the_drawing(served: tuple[FlaskClient, str, Archive]) -> None:
    client, game, _ = served
    for address in (f"{PREFIX}/{game}/board?event=20", f"/games/{game}/board.svg?event=20"):
        tag = client.get(address).headers["ETag"]
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize(("query", "status"), [("event=99999", 404), ("event=x", 422), ("layout=round", 422)])
def test_what_is_not_there_is_refused(served: tuple[FlaskClient, str, Archive], query: str, status: int) -> None:
    client, game, _ = served
    assert client.get(f"{PREFIX}/{game}/board?{query}").status_code == status
    assert client.get(f"{PREFIX}/{game}/board.png").status_code == 406
    assert client.get("/games/g_nothing/board.svg").status_code == 404
