"""Movetext over HTTP: negotiated as other forms of a game, with names and hidden values as the caller may see them."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancia_api.app import create_app
from plancia_archive import Archive
from plancia_data import samples
from plancia_events import read

SAMPLE = samples()["monopoli-serata.rgn"].decode()
OPEN = "".join(line for line in SAMPLE.splitlines(keepends=True)
               if not line.startswith(("OVER", "SCORE", "CERT", "[Result")))  # fmt: skip


@pytest.fixture
def game(archive: Archive) -> str:
    return archive.add_game(read(SAMPLE).games[0]).game_id


def test_it_is_negotiated_by_suffix_and_by_accept_in_both_languages(archive: Archive, game: str) -> None:
    client = create_app(archive).test_client()
    path = f"/api/v1/games/{game}"
    by_suffix = client.get(f"{path}.movetext", headers={"Accept-Language": "en"})
    by_accept = client.get(path, headers={"Accept": "text/x-movetext", "Accept-Language": "en"})
    assert by_suffix.get_data() == by_accept.get_data() and "Setup" in by_suffix.text
    assert by_suffix.mimetype == by_accept.mimetype == "text/x-movetext" and by_suffix.headers["ETag"]
    italian = client.get(f"{path}.movetext", headers={"Accept-Language": "it"})
    assert "Preparazione" in italian.text and italian.headers["Content-Language"] == "it"
    assert client.get(path, headers={"Accept": "text/plain"}).mimetype == "text/x-rgn"
    again = client.get(
        f"{path}.movetext", headers={"Accept-Language": "en", "If-None-Match": by_suffix.headers["ETag"]}
    )
    assert again.status_code == 304
    assert f"/api/v1/games/{game}.movetext" in client.get(f"/games/{game}").text


@pytest.mark.parametrize(
    ("lang", "armies", "dice"), [("it", "3 armate contro", "dad"), ("en", "3 armies against", "dice")]
)
def test_a_game_without_dice_tells_armies(archive: Archive, lang: str, armies: str, dice: str) -> None:
    record = (Path(__file__).parents[1] / "games/stucchi/extra-turns.rgn").read_bytes()
    game = archive.add_game(read(record).games[0]).game_id
    client = create_app(archive).test_client()
    text = client.get(f"/api/v1/games/{game}.movetext?lang={lang}").text
    page = client.get(f"/games/{game}?lang={lang}").text
    assert armies in text and armies in page and f"3 {dice}" not in text + page


def test_names_are_those_that_the_caller_may_see(archive: Archive, game: str) -> None:
    shown = create_app(archive).test_client().get(f"/api/v1/games/{game}.movetext").text
    assert "Anna" in shown and "p_" not in shown
    private = create_app(archive, private=True).test_client().get(f"/api/v1/games/{game}.movetext").text
    assert "Anna" not in private and '"p_' in private


def test_an_open_game_hides_what_the_caller_may_not_see(archive: Archive) -> None:
    game = archive.add_game(read(OPEN).games[0]).game_id
    client = create_app(archive).test_client()
    address = f"/api/v1/games/{game}.movetext"
    hidden = client.get(address, headers={"Accept-Language": "en"}).text
    assert "Elephant" not in hidden and "a hidden objective" in hidden
    keeper = {"Authorization": f"Bearer {archive.tokens.grant('keeper', 'keeper')[1]}", "Accept-Language": "en"}
    assert "Elephant" in client.get(address, headers=keeper).text


def test_corrections_are_left_out_of_the_game_as_recorded(archive: Archive) -> None:
    first = read(SAMPLE).games[0]
    number = next(at for at, event in enumerate(first.events, start=1) if event.TAG == "PUT")
    text = first.text() + f"VOID A {number} {{read wrongly}}\n"
    game = archive.add_game(read(text).games[0]).game_id
    client = create_app(archive).test_client()
    told = [client.get(f"/api/v1/games/{game}.movetext{query}", headers={"Accept-Language": "en"}).text
            for query in ("", "?as=recorded")]  # fmt: skip
    assert ["void by event" in text for text in told] == [True, False]
