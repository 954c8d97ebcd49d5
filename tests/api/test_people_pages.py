"""Pages of players and clubs: their figures are those of the statistics, and names are shown as elsewhere."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_archive import Archive, Filters
from plancia_archive.registers.person_erasure import erase_record
from plancia_archive.statistics import compute_statistic
from plancia_archive.statistics.player_profile import player_profile, player_tournaments
from plancia_archive.statistics.typed_results import count_results
from plancia_events import read
from tests.api.conftest import filled

SEASON = Path(__file__).resolve().parents[2] / "docs" / "season"
ALL = Filters(provenance="all")


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """Games of a season linked to a tournament of a club, and games of a place with a slash in its name."""
    archive = filled(tmp_path_factory.mktemp("people") / "a.db")
    for number, name in enumerate(("1a", "2a"), 1):
        game = archive.add_game(read((SEASON / f"serata-{name}.rgn").read_bytes()).games[0]).game_id
        seats = list(archive.game(game).players.values())
        if number == 1:
            archive.tournaments.append(
                "arci", [{"kind": "opened", "title": "Arci", "system": "open", "club": "Circolo Arci"}]
            )
        known = [entry["player"] for entry in archive.tournaments.get("arci").to_json()["players"]]
        table = {"round": number, "table": "A"}
        archive.tournaments.append(
            "arci",
            [*({"kind": "entered", "player": one} for one in seats if one not in known),
             {"kind": "table", **table, "seats": seats}, {"kind": "linked", **table, "game": game}],
        )  # fmt: skip
    text = (SEASON / "serata-3a.rgn").read_text("utf-8")
    placed = re.sub(r'\[Place "[^"]*"\]\n', "", text).replace("[Variant", '[Place "Bar 1/2 & <Co>"]\n[Variant', 1)
    archive.add_game(read(placed).games[0])
    return archive


@pytest.fixture
def client(archive: Archive) -> FlaskClient:
    return create_app(archive, seconds_per_minute=100_000, bulk_per_minute=100_000).test_client()


def rows_of(archive: Archive, name: str, filters: Filters = ALL) -> list[dict[str, object]]:
    return list(compute_statistic(archive.db, name, filters)["rows"])


def test_a_profile_has_the_figures_of_the_statistics(archive: Archive) -> None:
    rows = {str(row["player"]): row for row in rows_of(archive, "results-by-player")}
    luck = {str(row["player"]): row for row in rows_of(archive, "luck")}
    duels = rows_of(archive, "head-to-head")
    assert len(rows) >= 5 and luck and duels
    for player, results in rows.items():
        profile = player_profile(archive, player, Filters(player=player, provenance="all"))
        typed = len(profile.typed)  # results from the sheet come on top
        assert profile.results and profile.results["games"] == int(str(results["games"])) + typed
        assert typed or profile.results == results
        assert (profile.luck is None) == (player not in luck)
        if profile.luck:
            expected = luck[player]
            assert (profile.luck.luck, profile.luck.throws) == (expected["luck"], expected["throws"])
            z = 1.959963984540054 * profile.luck.luck / profile.luck.margin
            assert z == pytest.approx(expected["z"], abs=1e-4)
            assert profile.luck.is_unusual == (abs(float(str(expected["z"]))) > 1.96)
        mine = [row for row in duels if player in (row["player"], row["rival"])]
        assert typed or len(profile.rivals) == len(mine)
        for row in profile.rivals if not typed else ():
            pair = next(one for one in mine if {one["player"], one["rival"]} == {player, row["rival"]})
            turned = pair["player"] != player
            assert row["games"] == pair["games"]
            assert row["wins"] == pair["rival_wins" if turned else "wins"]
            assert row["ahead"] == pair["behind" if turned else "ahead"]


def test_own_records_are_the_extremes_of_the_players_games(archive: Archive) -> None:
    player = archive.people.find("Bruno") or ""
    profile = player_profile(archive, player, Filters(player=player, provenance="all"))
    points = archive.db.execute(
        "SELECT max(half_points) / 2.0 FROM player_game WHERE player = ? AND number IN "
        "(SELECT number FROM game WHERE completeness = 'full' AND reason <> 'unfinished')", [player]
    ).fetchone()[0]  # fmt: skip
    by_name = {(row["record"], row["kind"]): row for row in profile.records}
    assert by_name["score", "most"]["value"] == points
    assert by_name["luck", "most"]["value"] >= by_name["luck", "least"]["value"]
    assert all(player in archive.game(row["game"]).players.values() for row in profile.records)


def test_a_players_page_has_games_rivals_and_places(client: FlaskClient, archive: Archive) -> None:
    player = archive.people.find("Bruno") or ""
    for lang in ("it", "en"):
        text = client.get(f"/players/{player}?lang={lang}&provenance=all").text
        games = [row["game"] for row in archive.games(Filters(player=player), None, 100)[0]]
        assert games and all(f'href="/games/{game}"' in text for game in games)
        for row in player_profile(archive, player, Filters(player=player, provenance="all")).rivals:
            assert f'href="/players/{row["rival"]}"' in text
        assert "<h1>Bruno</h1>" in text and 'href="/tournaments/arci"' in text
    (place,) = [row for row in player_tournaments(archive, player) if row["tournament"] == "arci"]
    standings = archive.tournaments.standings("arci", 2)
    assert place["pos"] == next(row.pos for row in standings if row.player == player) and place["of"] == len(standings)
    assert f"place {place['pos']} of {place['of']}" in client.get(f"/players/{player}?lang=en").text


def test_generated_games_count_only_if_asked(client: FlaskClient, archive: Archive) -> None:
    player = archive.people.find("Bruno") or ""
    real = player_profile(archive, player, Filters(player=player))
    alone = client.get(f"/players/{player}?lang=en").text
    assert bool(real.results) == ('<dl class="tiles">' in alone) and "provenance=all" in alone
    assert '<dl class="tiles">' in client.get(f"/players/{player}?provenance=all").text


def test_the_list_sorts_searches_and_hides_nobody(client: FlaskClient, archive: Archive) -> None:
    rows = count_results(archive, ALL).rows

    def listed(query: str) -> list[str]:
        found = re.findall(
            r'<td><a href="/players/[^"]+"><strong>([^<]+)<', client.get(f"/players?provenance=all{query}").text
        )
        return [unescape(one) for one in found]

    names = {archive.people.name(str(row["player"])): row for row in rows}
    assert listed("") == sorted(names, key=str.casefold)
    games = [int(str(names[name]["games"])) for name in listed("&sort=games")]
    assert games == sorted(games, reverse=True) and set(listed("&sort=games")) == set(names)
    assert listed("&q=bru") == ["Bruno"] and listed("&q=zzz") == [] and listed("&from=1")[0] == listed("")[1]
    assert listed(f"&from={len(names) - 1}") == listed("")[-1:] and listed(f"&from={len(names)}") == listed("")
    for wild in ("&sort=x", "&from=x", "&from=999999", "&q=%3Cb%3E", "&after=x"):
        assert client.get(f"/players?provenance=all{wild}").status_code == 200


def test_names_are_hidden_where_the_archive_is_private(archive: Archive) -> None:
    app = create_app(archive, private=True, seconds_per_minute=100_000)
    client, player = app.test_client(), archive.people.find("Bruno") or ""
    names = {row["name"] for row in archive.people.all()}
    for path in ("/players", f"/players/{player}", "/clubs", "/clubs/Circolo Arci"):
        text = client.get(f"{path}?provenance=all").text
        words = set(re.findall(r"\w+", re.sub(r"<[^>]+>", " ", text)))
        assert not words & names and (player in text or path == "/clubs"), path
    assert client.get("/players/Bruno").status_code == 404
    assert create_app(archive).test_client().get("/players/Bruno").headers["Location"] == f"/players/{player}"


def test_an_erased_person_keeps_a_page_without_a_name(tmp_path: Path) -> None:
    archive = filled(tmp_path / "a.db")
    player = archive.people.find("Gino") or ""
    erase_record(archive, player, "asked")
    text = create_app(archive).test_client().get(f"/players/{player}?lang=en").text
    assert f"erased person {player}" in text and "Gino" not in text


def test_clubs_have_their_players_tournaments_records_and_games(client: FlaskClient, archive: Archive) -> None:
    text = client.get("/clubs?provenance=all&lang=en").text
    links = re.findall(r'href="(/clubs/[^"]+)"', text)
    assert "/clubs/Circolo%20Arci" in links and "/clubs/Bar%201/2%20%26%20%3CCo%3E" in links
    for link in links:
        assert client.get(f"{unescape(link)}?provenance=all").status_code == 200, link
    club = client.get("/clubs/Circolo Arci?provenance=all").text
    filters = Filters(club="Circolo Arci", provenance="all")
    assert all(f'href="/players/{row["player"]}"' in club for row in rows_of(archive, "results-by-player", filters))
    assert all(f'href="/games/{row["game"]}"' in club for row in archive.games(filters, None, 100)[0])
    assert 'href="/tournaments/arci"' in club
    place = client.get("/clubs/Bar 1/2 & <Co>?provenance=all").text
    assert "<h1>Bar 1/2 &amp; &lt;Co&gt;</h1>" in place


def test_a_list_of_games_goes_on(archive: Archive, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plancia_api.pages.player_pages.GAMES_A_PAGE", 1)
    player, seen = archive.people.find("Bruno") or "", []
    address = f"/players/{player}"
    while address:
        text = client.get(address).text.partition('id="games"')[2]
        seen += re.findall(r'<li><a href="/games/([^"]+)"', text)
        address = "".join(
            f"/players/{player}{unescape(one)}" for one in re.findall(r'rel="next"[^>]*href="([^"#]+)', text)
        )
    assert seen == [row["game"] for row in archive.games(Filters(player=player), None, 100, newest=True)[0]]


def test_unknown_players_and_clubs_are_pages_that_say_so(client: FlaskClient, archive: Archive) -> None:
    browser, player = {"Accept": "text/html"}, archive.people.find("Bruno")
    for path, status in (
        ("/players/p_00000000", 404), ("/players/nobody", 404), ("/clubs/nowhere", 404),
        (f"/players/{player}?after=x", 400),
    ):  # fmt: skip
        answer = client.get(path, headers=browser)
        assert (answer.status_code, answer.mimetype) == (status, "text/html"), path


def test_seats_of_a_game_lead_to_their_players(client: FlaskClient, archive: Archive) -> None:
    game = archive.resolve("serata-2")
    text = client.get(f"/games/{game}").text
    assert all(f'<a href="/players/{player}">' in text for player in archive.game(game).players.values())
