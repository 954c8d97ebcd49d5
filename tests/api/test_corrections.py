"""GET /games/{game_id}/corrections and the section of the game's page."""

from __future__ import annotations

import base64
import hashlib
import io
import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from plancia_archive import Archive
from plancia_archive.dates import format_time
from plancia_archive.disputes.correction_evidence import STREAM_PREFIX
from plancia_archive.evidence.verify_bundle import verify_bundle
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
    told = (item["author"], item["role"], item["entry"], item["recorded_at"])
    assert told == ("t_abcd2345", "arbiter", entry[0], format_time(entry[1], "milliseconds"))
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
    assert 'id="corrections"' in page and "FIX A 16 PUT R CIN+1" in page and "FIX A 16 PUT R CIN+4" in page


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


def test_events_are_listed_as_recorded_and_as_corrected(archive: Archive, client: FlaskClient) -> None:
    (game,) = archive.game_ids()
    path = f"/api/v1/games/{game}/events"
    with acting_as(Author("t_abcd2345", "arbiter")):
        archive.append(game, ["FIX A 16 PUT R CIN+1 {one army}", "VOID A 19 {not drawn}", "NOTE A {later}"], None)
    stored = client.get(path).get_json()["items"]
    assert client.get(path, query_string={"as": "recorded"}).get_json()["items"] == stored
    standing = {row["event"]: row for row in client.get(f"{path}?as=corrected").get_json()["items"]}
    assert set(standing) == set(range(1, 28)) - {19, 25, 26} and len(stored) == 27
    assert standing[16]["line"] == "PUT R CIN+1" and standing[16]["kind"] == "place"
    assert [(rows[16]["author"], rows[16]["role"]) for rows in (standing, {16: stored[15]})] == [
        ("t_abcd2345", "arbiter"), ("local", "keeper"),
    ]  # fmt: skip
    untouched = [row for row in stored if row["event"] not in (16, 19, 25, 26)]
    assert [standing[row["event"]] for row in untouched] == untouched
    numbers, after = list[int](), "0"
    while after is not None:
        page = client.get(path, query_string={"as": "corrected", "after": after, "limit": 7}).get_json()
        numbers, after = [*numbers, *(row["event"] for row in page["items"])], page["next"]
    assert numbers == sorted(standing)
    lines = client.get(f"{path}.csv?as=corrected").get_data(as_text=True).splitlines()
    assert len(lines) == 1 + len(standing)
    assert client.get(f"{path}?as=other").status_code == 422
    assert client.get("/api/v1/tournaments/autunno/events?as=corrected").status_code in (404, 422)


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
    return text.partition('id="corrections"')[2].partition("</summary>")[2].partition("<h2")[0]


FIX = "FIX A 17 ATT R CIN>SIA 654:66 -2-0 {the sheet}"
DIGEST = hashlib.sha256(PHOTO).hexdigest()


def bearer(archive: Archive, role: str, **limits: object) -> dict[str, str]:
    return {"Authorization": "Bearer " + archive.tokens.grant(role, role, dict(limits))[1], "Accept-Language": "en"}


def test_an_append_names_evidence_and_the_answer_proves_it(archive: Archive, client: FlaskClient) -> None:
    (game,) = archive.game_ids()
    headers = bearer(archive, "arbiter")
    photo = {"content": base64.b64encode(PHOTO).decode(), "about": "the sheet", "name": "a.jpg"}
    body = {"lines": [FIX], "evidence": [photo, {"id": "sheet-12"}]}
    path = f"/api/v1/games/{game}"
    tried = client.post(f"{path}/events?dry_run=true", json=body, headers=headers)
    assert tried.status_code == 200 and archive.corrections.of_game(game) == {}
    before = client.get(f"{path}/corrections").headers["ETag"]
    keyed = {**headers, "Idempotency-Key": "k"}
    first = client.post(f"{path}/events", json=body, headers=keyed).get_json()
    client.post(f"{path}/corrections/25/evidence", json={"id": "sheet-13"}, headers=headers)
    again = client.post(f"{path}/events", json=body, headers=keyed).get_json()
    assert again["evidence_receipt"]["index"] == first["evidence_receipt"]["index"] == first["receipt"]["index"] + 1
    assert first["evidence_receipt"]["stream"] == STREAM_PREFIX + game
    answer = client.get(f"{path}/corrections")
    assert answer.headers["ETag"] != before
    (item,) = answer.get_json()["items"]
    assert (item["evidence"], item["dispute"]) == ([DIGEST], None)
    assert [(one["kind"], one["id"], one["about"]) for one in item["references"]] == [
        ("evidence", None, "the sheet"), ("reference", "sheet-12", None), ("reference", "sheet-13", None),
    ]  # fmt: skip
    assert {one["role"] for one in item["references"]} == {"arbiter"}
    page = correction_section(client, game)
    assert DIGEST[:16] in page and "sheet-12" in page and "the sheet" in page
    for path in (f"/api/v1/games/{game}/evidence/{DIGEST}", f"/games/{game}/evidence/{DIGEST}"):
        assert client.get(path).status_code == 401
        file = client.get(path, headers=headers)
        assert file.data == PHOTO and "attachment" in file.headers["Content-Disposition"]
        assert client.get(path.replace(DIGEST, "0" * 64), headers=headers).status_code == 404


def test_evidence_comes_as_a_form_too_and_its_receipt_verifies(archive: Archive, client: FlaskClient) -> None:
    (game,) = archive.game_ids()
    archive.append(game, [FIX], None)
    headers = {**bearer(archive, "arbiter"), "Idempotency-Key": "k"}
    path = f"/api/v1/games/{game}/corrections/25/evidence"
    answers = [
        client.post(path, data={"file": (io.BytesIO(PHOTO), "foglio.jpg"), "about": "x"}, headers=headers).get_json()
        for _ in range(2)
    ]
    assert answers[0] == answers[1] and answers[0]["version"] == 1
    assert answers[0]["references"][0]["sha256"] == DIGEST and answers[0]["references"][0]["media"] == "image/jpeg"
    assert verify_bundle(json.dumps(answers[0]).encode()).problem is None
    several = {"file": [(io.BytesIO(b"one"), "1.jpg"), (io.BytesIO(b"two"), "2.jpg")], "about": "x"}
    assert client.post(path, data=several, headers=bearer(archive, "arbiter")).status_code == 422
    assert len(archive.corrections.of_game(game)[25]) == 1


def test_bad_evidence_is_refused_and_nothing_is_stored(archive: Archive, client: FlaskClient) -> None:
    (game,) = archive.game_ids()
    archive.append(game, [FIX], None)
    headers = bearer(archive, "arbiter")
    before = archive.last_index()
    path = f"/api/v1/games/{game}/corrections"
    bodies = [{}, {"id": "a", "content": "YQ=="}, {"content": "no base64!"}, {"id": 3}, {"id": "a", "x": "y"}, [],
              {"id": "d_0123ABCD"}, {"id": "two words"}]  # fmt: skip
    for body in bodies:
        answer = client.post(f"{path}/25/evidence", json=body, headers=headers)
        assert answer.status_code == 422, body
        lines = {"lines": [FIX], "evidence": [body]}
        for query in ("", "?dry_run=true"):
            assert client.post(f"/api/v1/games/{game}/events{query}", json=lines, headers=headers).status_code in (
                422,
                428,
            )
    assert client.post(f"{path}/17/evidence", json={"id": "a"}, headers=headers).status_code == 422
    assert client.post(f"{path}/25/evidence", data={"about": "x"}, headers=headers).status_code in (415, 422)
    lines = {"lines": ["NOTE A {x}"], "evidence": [{"id": "a"}]}
    for query in ("?dry_run=true", ""):
        answer = client.post(
            f"/api/v1/games/{game}/events{query}", json=lines, headers={**headers, "Idempotency-Key": "q"}
        )
        assert answer.status_code == 422 and answer.get_json()["reason"] == "correction-none"
    assert archive.last_index() == before
    assert archive.corrections.of_game(game) == {}


def test_who_may_not_append_may_not_add_evidence(archive: Archive, client: FlaskClient) -> None:
    (game,) = archive.game_ids()
    archive.append(game, [FIX], None)
    path = f"/api/v1/games/{game}/corrections/25/evidence"
    assert client.post(path, json={"id": "a"}).status_code == 401
    assert client.post(path, json={"id": "a"}, headers=bearer(archive, "reader")).status_code == 403
    assert archive.corrections.of_game(game) == {}
