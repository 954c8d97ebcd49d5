"""Results typed from the sheet count on the pages of players and clubs, and in the answer about a player."""

from __future__ import annotations

import re

import pytest

from plancia_archive import Filters
from plancia_archive.statistics.player_profile import player_profile
from plancia_data import messages
from tests.api.test_results_forms import PLAYERS, Site, seated_game
from tests.api.test_results_forms import site as site


@pytest.mark.parametrize("lang", ["it", "en"])
def test_pages_of_people_count_typed_results(site: Site, lang: str) -> None:
    points = (("35", "24.5", "20", "9"), ("9", "35", "24.5", "20"), ("40", "3", "2", "1"))
    site.archive.tournaments.append("prova", [
        event for number, row in enumerate(points, 2) for event in (
            {"kind": "table", "round": number, "table": "A", "seats": PLAYERS[:4]},
            {"kind": "result", "round": number, "table": "A", "points": dict(zip(PLAYERS[:4], row, strict=True))})
    ])  # fmt: skip
    game = seated_game(site.archive, PLAYERS[:4], 10**6)
    (seat,) = [row for row in site.archive.db.execute("SELECT winner FROM game WHERE game = ?", [game]).fetchall()]
    anna = str(site.archive.people.find("Anna"))
    words = messages("people", lang)
    page = site.page(f"/players/{anna}?provenance=all", lang)
    tiles = page.split('<dl class="tiles">')[1].split("</dl>")[0]
    won = 2 + (seat[0] == anna)
    assert re.findall(r"<dd>([0-9]+)[ <]", tiles)[:2] == ["4", str(won)] and 'id="what-counts"' in page
    assert page.count(words["typed-place"].split("{")[0]) >= 3 and words["typed-results"] in page
    rival = page.split('id="rivals"')[1].split("Bruno</strong>")[1].split("</tr>")[0]
    assert re.findall(r">([0-9]+)</td>", rival)[0] == "4"
    listed = site.page("/players?provenance=all", lang).split("Anna</strong>")[1].split("</tr>")[0]
    assert re.findall(r">([0-9]+)</td>", listed)[:2] == ["4", str(won)]
    assert 'id="what-counts"' in site.page("/players", lang)
    row = site.client.get(f"/api/v1/players/{anna}").get_json()
    assert (row["games"], row["typed_games"], row["typed_wins"]) == (1, 3, 2)
    assert messages("api", lang)["recorded-only"] in site.page("/statistics/streaks", lang)


def test_streaks_end_with_a_typed_defeat_and_a_club_that_only_types_has_its_players(site: Site) -> None:
    site.archive.tournaments.append("serie", [
        {"kind": "opened", "title": "Serie", "system": "open", "club": "Arci"},
        *({"kind": "entered", "player": one} for one in PLAYERS[:4]),
        *(event for number, row in enumerate(("9123", "9123", "1239"), 1) for event in (
            {"kind": "table", "round": number, "table": "A", "seats": PLAYERS[:4]},
            {"kind": "result", "round": number, "table": "A", "points": dict(zip(PLAYERS[:4], row, strict=True))})),
    ])  # fmt: skip
    reference = str(site.archive.people.find("Anna"))
    profile = player_profile(site.archive, reference, Filters(player=reference))
    assert profile.streaks == {"longest": 2, "current": 0}
    assert profile.results and (profile.results["wins"], profile.results["mean_points"]) == (2, 6.333333)
    club = site.page("/clubs/Arci")
    assert "Anna</strong>" in club and "3 partite" in club
    gone = {"kind": "left", "player": PLAYERS[1]}
    site.archive.tournaments.append("serie", [{"kind": "table", "round": 4, "table": "A", "seats": PLAYERS[:4]}, gone])
    for lang, after in (("it", "dopo 3 turni"), ("en", "after 3 rounds")):
        assert after in site.page(f"/players/{reference}", lang), "the fourth is drawn and not played"
        left = f'{PLAYERS[1]}</a> <small class="hint">{messages("tournament", lang)["has-left"]}'
        assert left in site.page("/tournaments/serie", lang) and left.replace("</a>", "") in site.page(
            "/tournaments/serie/wall", lang
        )
    assert "3 partite" in (listed := site.page("/clubs")) and "Anna (2)" in listed
