"""The start page: search by what people know, news, games being played, titles in place of ids."""

from __future__ import annotations

import re
from functools import partial

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_archive import Archive
from plancia_archive.queries.latest import latest_news
from plancia_archive.queries.text_search import text_filter
from plancia_events import read
from tests.fixed_clock import archive_at

EVENING = 1_790_000_000_000  # milliseconds
HOUR = 3_600_000
GAMES = {
    "autumn": ("Torneo d'autunno", "Monopoli", "2026-11-21", ("Anna Rossi", "Bruno"), "OVER * points winner=R"),
    "spring": ("Coppa 100%", "Milano", "2026-03-02", ("Zoë Fabbri", "Bruno"), "OVER * points winner=B"),
    "old": ("?", "?", "1991-11-08", ("Anna Rossi", "Dino"), "OVER * points winner=R"),
    "live": ("Torneo d'autunno", "Monopoli", "2026-11-21", ("Carla", "Dino"), "TURN R"),
}


def record(event: str, place: str, date: str, players: tuple[str, ...], last: str) -> str:
    heads = {"Notation": "rgn 1", "Variant": "monopoli@1", "Event": event, "Place": place, "Date": date,
             "Red": players[0], "Blue": players[1], "Completeness": "turns-only", "Provenance": "live"}  # fmt: skip
    return "\n".join([*(f'[{key} "{value}"]' for key, value in heads.items()), "", "ORDER * R B", last]) + "\n"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    archive = archive_at(tmp_path_factory.mktemp("start") / "a.db", EVENING)
    for number, values in enumerate(GAMES.values()):
        archive.log.clock = partial(int, EVENING + number * HOUR)
        archive.add_game(read(record(*values)).games[0])
    players = ("Anna Rossi", "Bruno", "Carla", "Dino")
    archive.tournaments.append("autunno", [
        {"kind": "opened", "title": "Campionato sociale", "system": "open"},
        *({"kind": "entered", "player": player} for player in players),
        {"kind": "table", "round": 1, "table": "A", "seats": ["Anna Rossi", "Bruno"]},
        {"kind": "linked", "round": 1, "table": "A", "game": game_ids(archive)["autumn"]},
    ])  # fmt: skip
    return archive


def game_ids(archive: Archive) -> dict[str, str]:
    return dict(zip(GAMES, archive.game_ids(), strict=True))


@pytest.fixture
def client(archive: Archive) -> FlaskClient:
    return create_app(archive).test_client()


@pytest.mark.parametrize(("text", "found"), [
    ("anna", {"autumn", "old"}), ("ROSSI anna", {"autumn", "old"}), ("zoe", {"spring"}),
    ("novembre", {"autumn", "old", "live"}),
    ("anna nov 2026", {"autumn"}), ("2026-11", {"autumn", "live"}), ("21/11/2026", {"autumn", "live"}),
    ("8/11", {"old"}),
    ("monopoli", {"autumn", "live"}), ("sociale", {"autumn"}), ("100%", {"spring"}), ("%", {"spring"}), ("_", set()),
    ("anna milano", set()), ("bruno", {"autumn", "spring"}), ("' OR 1=1", set()),
])  # fmt: skip
def test_a_game_is_found_by_what_people_know(archive: Archive, client: FlaskClient, text: str, found: set[str]) -> None:
    rows, _ = archive.games(text_filter(archive, text, "it", True))
    ids = game_ids(archive)
    assert {name for name, game in ids.items() if game in {row["game"] for row in rows}} == found
    page = client.get("/", query_string={"q": text, "lang": "it"}).get_data(as_text=True)
    assert {name for name, game in ids.items() if f'href="/games/{game}"' in page} == found


def test_months_are_those_of_the_language(archive: Archive) -> None:
    assert len(archive.games(text_filter(archive, "march", "en", True))[0]) == 1
    assert not archive.games(text_filter(archive, "march", "it", True))[0]


def test_names_are_not_searched_where_they_are_not_shown(archive: Archive) -> None:
    private = create_app(archive, private=True).test_client()
    page = private.get("/?q=anna&lang=it").get_data(as_text=True)
    assert "/games/g_" not in page and "Anna" not in page.replace("Anna novembre", "")
    assert "Anna" not in private.get("/?lang=it").get_data(as_text=True).replace("Anna novembre", "")


def test_filters_and_search_go_together_and_a_wrong_one_is_told_beside_its_field(
    archive: Archive, client: FlaskClient
) -> None:
    ids = game_ids(archive)
    page = client.get("/?q=bruno&until=2026-06-01&lang=en").get_data(as_text=True)
    assert ids["spring"] in page and ids["autumn"] not in page
    page = client.get("/?q=bruno&until=2026-13-01&tournament=none&lang=en").get_data(as_text=True)
    assert page.count('class="error"') == 2 and page.count('aria-invalid="true"') == 2
    assert ids["spring"] in page and ids["autumn"] in page
    for name in ("player", "tournament", "variant"):
        assert re.search(f'<select id="f-{name}".*?<option value="[^"]+">', page)


def test_the_newest_lines_stand_first_and_a_game_being_played_is_a_board(archive: Archive, client: FlaskClient) -> None:
    ids = game_ids(archive)
    news = latest_news(archive, 3)
    assert [(item.what, item.kind) for item in news] == [
        ("tournament", "linked"), ("game", "new"), ("game", "new"),
    ]  # fmt: skip
    assert [item.subject for item in news[1:]] == [ids["live"], ids["old"]]
    page = client.get("/?lang=it").get_data(as_text=True)
    boards = re.findall(r'<li class="card"><a href="/games/(\w+)"><svg', page)
    assert boards == [ids["live"]]
    archive.log.clock = lambda: EVENING + 100 * HOUR
    assert "<svg" not in client.get("/?lang=it").get_data(as_text=True)  # nobody has written for days
    archive.log.clock = lambda: EVENING + 4 * HOUR


def test_no_codes_on_the_start_page(client: FlaskClient) -> None:
    page = client.get("/?lang=it").get_data(as_text=True)
    seen = re.sub(r"<svg.*?</svg>|<[^>]*>", " ", page)
    assert not re.search(r"\bg_0|@1|autunno/|None", seen)
    assert "Campionato sociale, turno 1, tavolo A" in page


def test_a_new_game_is_offered_where_there_is_a_page_for_it(archive: Archive) -> None:
    app = create_app(archive)
    page = app.test_client().get("/?lang=it").get_data(as_text=True)
    assert ("Nuova partita" in page) == any(str(rule) == "/record" for rule in app.url_map.iter_rules())
    assert 'href="/disputes/new"' in page and 'href="/tournaments"' in page
