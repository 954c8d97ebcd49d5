"""Scores and pages mark what depends on an objective that the record does not show."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_archive import Archive
from plancia_events import read

GAME = Path(__file__).parent.parent / "games" / "monopoli" / "end-roll.rgn"


@pytest.fixture
def game_with_hidden_objective(tmp_path: Path) -> Iterator[tuple[FlaskClient, str]]:
    """A client and the id of a game in which Red's objective is hidden."""
    archive = Archive.open(tmp_path / "a.db", create=True)
    added = archive.add_game(read(GAME.read_text("utf-8").replace("OBJ R giraffa", "OBJ R ???")).games[0])
    archive.close()
    yield create_app(tmp_path / "a.db").test_client(), added.game_id


def test_scores_carry_the_mark(game_with_hidden_objective: tuple[FlaskClient, str]) -> None:
    client, game = game_with_hidden_objective
    scores = client.get(f"/api/v1/games/{game}/score?lang=en").get_json()
    nothing: dict[str, object] = {"points": None, "account": [], "ranking": None, "ranking_account": []}
    assert scores["scores"]["R"] == nothing and scores["end"]["undecidable"] == ["R"]
    assert scores["undecidable"][0]["says"] == "the record hides the objective of Red"
    assert [entry["player"] for entry in scores["undecidable"]] == ["R", "B", "V"]
    beside = client.get(f"/api/v1/games/{game}/score?under=torneo&lang=it").get_json()
    both = beside["compared"]["undecidable"]
    assert [[entry["player"] for entry in side] for side in both] == [["R", "B", "V"], ["R"]]
    whole = client.get(f"/api/v1/games/{game}").get_json()
    assert whole["undecidable"][0]["player"] == "R" and whole["scores"]["R"] == nothing


@pytest.mark.parametrize(("lang", "says", "winner"), [
    ("en", "undecidable: the record hides the objective of Red", "Winner: undecidable"),
    ("it", "non decidibile: il verbale nasconde l&#39;obiettivo di Rosso", "non decidibile</p>"),
])  # fmt: skip
def test_the_page_shows_a_mark_instead_of_points_and_winner(
    game_with_hidden_objective: tuple[FlaskClient, str], lang: str, says: str, winner: str
) -> None:
    client, game = game_with_hidden_objective
    page = client.get(f"/games/{game}?lang={lang}", headers={"Accept": "text/html"}).get_data(as_text=True)
    assert says in page and winner in page and "None" not in page


def test_the_page_says_what_the_points_are_counted_on(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    game = read((GAME.parent.parent / "uno-contro-uno" / "elimination.rgn").read_text("utf-8")).games[0]
    address = f"/games/{archive.add_game(game).game_id}?lang=it"
    page = create_app(archive).test_client().get(address, headers={"Accept": "text/html"}).get_data(as_text=True)
    counted = "Punti contati supponendo che Medio Oriente ed Egitto non confinino"
    assert f"{counted} (ONE-01): nessun documento" in page
    assert "L&#39;intestazione che lo decide: [Board &#34;no-meo-egi&#34;]" in page
    archive.close()
