"""GET /games/{game_id}/corrections and the section of the game's page."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from plancia_archive import Archive
from plancia_archive.log.authors import Author, acting_as
from plancia_data import samples
from plancia_events import read

PHOTO = b"a photo of the sheet"


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    found = Archive.open(tmp_path / "a.db", create=True)
    found.add_game(read(samples()["monopoli-serata.rgn"]).games[0])
    return found


def test_a_correction_names_author_role_time_and_conflict(archive: Archive, client: FlaskClient) -> None:
    (game,) = archive.game_ids()
    with acting_as(Author("t_abcd2345", "arbiter")):
        archive.append(game, ["FIX A 17 ATT R CIN>SIA 654:66 -2-0 {the sheet}"], None)
    answer = client.get(f"/api/v1/games/{game}/corrections", headers={"Accept-Language": "en"}).get_json()
    (item,) = answer["items"]
    entry = archive.db.execute("SELECT log_index, recorded_at FROM entry ORDER BY log_index DESC LIMIT 1").fetchone()
    assert (item["author"], item["role"], item["entry"], item["recorded_at"]) == ("t_abcd2345", "arbiter", *entry)
    assert (item["target"], item["why"], item["dispute"], item["evidence"]) == (17, "the sheet", None, [])
    assert [one["event"] for one in item["conflicts"]] == [18] and item["conflicts"][0]["impossible"] is True
    assert answer["game"] == game and answer["version"] == archive.version(game) and answer["next"] is None
    assert archive.text(game).count("ATT R CIN>SIA 654:32 -0-2") == 1  # the original stays


def test_a_line_of_a_ruling_names_dispute_and_evidence(archive: Archive, client: FlaskClient) -> None:
    (game,) = archive.game_ids()
    dispute = archive.disputes.open("misread", "B", game=game, event=16)
    stored = archive.disputes.add_evidence(dispute.id, PHOTO, "the sheet", "B").of_kind("evidence")[0]["sha256"]
    with acting_as(Author(role="arbiter")):
        archive.disputes.rule(dispute.id, "upheld", "one army", lines=["FIX A 16 PUT R CIN+1 {one army}"])
    archive.append(game, ["NOTE A {later}", "VOID A 19 {not drawn}"], None)
    ruled, other = client.get(f"/api/v1/games/{game}/corrections").get_json()["items"]
    assert (ruled["dispute"], ruled["evidence"], ruled["role"]) == (dispute.id, [stored], "arbiter")
    assert (other["dispute"], other["evidence"]) == (None, [])


def test_pages_unknown_games_and_bad_values(archive: Archive, client: FlaskClient) -> None:
    (game,) = archive.game_ids()
    path = f"/api/v1/games/{game}/corrections"
    assert client.get(path).get_json()["items"] == []
    assert 'id="corrections"' not in client.get(f"/games/{game}").get_data(as_text=True)
    archive.append(game, [f"FIX A 16 PUT R CIN+{armies} {{sheet}}" for armies in (1, 2, 4)], None)
    first = client.get(path, query_string={"limit": 2}).get_json()
    rest = client.get(path, query_string={"after": first["next"]}).get_json()
    assert [one["event"] for one in (*first["items"], *rest["items"])] == [25, 26, 27]
    assert [one["superseded_by"] for one in (*first["items"], *rest["items"])] == [26, 27, None]
    for query in ("limit=0", "limit=101", "after=-1", "after=x", "other=1"):
        assert client.get(f"{path}?{query}").status_code == 422, query
    assert client.get("/api/v1/games/g_000000000000000000/corrections").status_code == 404
    page = client.get(f"/games/{game}").get_data(as_text=True)
    assert 'id="corrections"' in page and "PUT R CIN+3" in page and "PUT R CIN+4" in page


def test_as_of_answers_with_the_corrections_of_then(archive: Archive, client: FlaskClient) -> None:
    (game,) = archive.game_ids()
    archive.append(game, ["FIX A 16 PUT R CIN+1 {one}"], None)
    size = archive.last_index() + 1
    archive.append(game, ["FIX A 16 PUT R CIN+2 {two}"], None)
    (then,) = client.get(f"/api/v1/games/{game}/corrections", query_string={"as_of": size}).get_json()["items"]
    assert then["after"] == "PUT R CIN+1" and then["superseded_by"] is None


def test_a_game_is_judged_as_recorded_and_as_corrected(archive: Archive, client: FlaskClient) -> None:
    (game,) = archive.game_ids()
    path = f"/api/v1/games/{game}"
    before = client.get(path).get_json()
    archive.append(game, ["FIX A 16 PUT R CIN+1 {one army}"], None)
    recorded, corrected = (client.get(path, query_string={"as": side}).get_json() for side in ("recorded", "corrected"))
    assert (
        recorded["verdicts"] == before["verdicts"] != corrected["verdicts"] == client.get(path).get_json()["verdicts"]
    )
    assert recorded["final"] == before["final"] != corrected["final"] and recorded["events"] == corrected["events"]
    assert client.get(path, query_string={"as": "other"}).status_code == 422


def test_the_page_names_the_player_or_the_role_and_the_conflicts_that_stand(
    archive: Archive, client: FlaskClient
) -> None:
    (game,) = archive.game_ids()
    archive.tokens.grant("bruno", "player", {}, "Bruno")
    player_token = next(iter(archive.tokens.players()))
    with acting_as(Author(player_token, "arbiter")):
        archive.append(game, ["FIX A 17 ATT R CIN>SIA 654:66 -2-0 {the sheet}"], None)
    section = correction_section(client, game)
    assert "Bruno" in section and player_token not in section and 'class="illegal"' in section
    with acting_as(Author("t_abcd2345", "arbiter")):
        archive.append(game, ["FIX A 17 ATT R CIN>SIA 654:32 -0-2 {as it was}"], None)
    section = correction_section(client, game)
    assert "t_abcd2345" not in section and 'class="illegal"' not in section


def correction_section(client: FlaskClient, game: str) -> str:
    """The section of the corrections on the page of a game."""
    text = client.get(f"/games/{game}").get_data(as_text=True)
    return text.partition('<h2 id="corrections">')[2].partition("<h2")[0]
