"""What a statistic mixes is said beside its figures; filters that separate it: the number of players, no option."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from plancia_api.app import create_app
from plancia_archive import Archive
from plancia_cli.main import plancia
from plancia_events import read
from plancia_replay.synthetic import GameSpec, generate

NAMES = {"Red": "Anna", "Blue": "Bruno", "Green": "Carla", "Yellow": "Dario", "Black": "Elena", "Violet": "Fabio"}
GAMES = (("rcm@1", 1, "2008-01-02"), ("rcm@1 + no-strip", 2, "2007-01-02"), ("monopoli@1", 3, "2006-01-02"))


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    """Three games of two variants, one with an option, stored in the reverse order of their dates."""
    archive = Archive.open(tmp_path_factory.mktemp("notes") / "a.db", create=True)
    for variant, seed, date in GAMES:
        text = generate(GameSpec(variant, seed)).text().replace("\n[Red ", f'\n[Date "{date}"]\n[Red ', 1)
        for colour, name in NAMES.items():
            text = re.sub(rf'\[{colour} ".*?"\]', f'[{colour} "{name}"]', text)
        archive.add_game(read(text.replace('"synthetic"', '"sheet"')).games[0])
    yield archive
    archive.close()


@pytest.fixture
def client(stored: Archive) -> FlaskClient:
    return create_app(stored.path).test_client()


def notes_of(client: FlaskClient, question: str) -> list[str]:
    return [note["note"] for note in client.get(f"/api/v1/statistics/{question}").get_json()["notes"]]


def test_notes_say_what_figures_mix_and_go_where_a_filter_separates_it(client: FlaskClient) -> None:
    assert notes_of(client, "throws") == ["recorded-only"] == notes_of(client, "results-by-player?variant=rcm")
    assert notes_of(client, "results-by-player") == ["recorded-only", "mixed-points"]
    assert notes_of(client, "streaks") == ["recorded-only", "log-order"]
    assert notes_of(client, "what-if?under=monopoli") == ["recorded-only"]
    (_, without) = client.get("/api/v1/statistics/results-by-objective?variant=rcm&lang=en").get_json()["notes"]
    assert without == {
        "note": "no-objective", "count": 2,
        "says": "In 2 games of those counted no objective is recorded: no row has anything of them.",
    }  # fmt: skip
    tables = {row["players"] for row in client.get("/api/v1/statistics/results-by-seat").get_json()["rows"]}
    assert (len(tables) > 1) == ("mixed-tables" in notes_of(client, "over-time"))
    for players in tables:
        assert notes_of(client, f"over-time?players={players}") == ["recorded-only"]


def test_commands_and_pages_have_the_notes_in_their_language(client: FlaskClient, stored: Archive) -> None:
    for lang, words in (("it", "varianti con scale diverse (2 varianti)"), ("en", "different scales")):
        page = client.get(f"/statistics/results-by-player?lang={lang}").text
        run = CliRunner().invoke(plancia, ["--lang", lang, "-a", str(stored.path), "stats", "results-by-player"])
        assert words in page and words in run.stderr, lang


def test_the_player_asked_for_stands_first(client: FlaskClient) -> None:
    rows = client.get("/api/v1/statistics/head-to-head").get_json()["rows"]
    for name in ("Anna", "Bruno", "Carla"):
        asked = client.get(f"/api/v1/statistics/head-to-head?player={name}").get_json()["rows"]
        own = [name in (row["player_name"], row["rival_name"]) for row in asked]
        assert any(own) and own == sorted(own, reverse=True)
        asked = asked[: own.count(True)]
        assert {row["player_name"] for row in asked} == {name}
        for row in asked:
            (same,) = [one for one in rows if {one["player"], one["rival"]} == {row["player"], row["rival"]}]
            won = same["wins"] if same["player"] == row["player"] else same["rival_wins"]
            assert row["wins"] == won and row["share"] == pytest.approx(won / row["games"], abs=1e-6)


def test_games_without_an_option_are_selected(client: FlaskClient, stored: Archive, tmp_path: Path) -> None:
    def variants(option: str) -> list[str]:
        rows = client.get("/api/v1/games", query_string={"option": option}).get_json()["items"]
        listed = CliRunner().invoke(plancia, ["-a", str(stored.path), "list", "--option", option, "--json"])
        assert [row["game"] for row in json.loads(listed.stdout)] == [row["game"] for row in rows]
        return [row["variant"] for row in rows]

    assert variants("no-strip") == ["rcm@1 + no-strip"]
    assert variants("!no-strip") == variants("!") == ["rcm@1", "monopoli@1"]
    refused = client.get("/api/v1/games?option=!no-srtip&lang=en")
    assert refused.status_code == 422 and "no-strip" in refused.get_json(force=True)["detail"]
    page = client.get("/statistics/throws?option=!no-strip&lang=it").text
    assert "senza no-strip" in page
