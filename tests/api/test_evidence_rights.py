"""Who may read files of evidence and refer to them: limits of tokens, and what an open game hides."""

from __future__ import annotations

import base64
import io
import json
import time
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from plancia_api import create_app
from plancia_archive import Archive
from plancia_archive.disputes.correction_evidence import Evidence
from plancia_archive.disputes.files import Upload, sha256_hex
from plancia_archive.evidence.verify_bundle import verify_bundle
from plancia_archive.log.side_files import EvidenceLimits
from plancia_data import samples
from plancia_events import Game, read
from tests.api.dispute_site import hidden, opened_site

FIX = "FIX A 17 ATT R CIN>SIA 654:66 -2-0 {the sheet}"
CARD, SHEET = b"\xff\xd8\xff the card of an objective", b"\xff\xd8\xff a sheet"
OTHER_GAME: dict[str, object] = {"games": ["g_000000000000000000"]}


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """A game without an end, and one that is over, each with the photo of a correction; a dispute with a sheet."""
    found = Archive.open(tmp_path / "a.db", create=True)
    whole = read(samples()["monopoli-serata.rgn"]).games[0]
    opened = found.add_game(whole).game_id
    other = [(name, "other" if name == "Game" else value) for name, value in whole.headers]
    found.add_game(Game(other, list(whole.events)))
    place = 1 + next(at for at, event in enumerate(whole.events) if event.TAG == "OBJ")
    card = Evidence(upload=Upload.of(CARD), about="the card", name="a.jpg")
    found.append(opened, [f"FIX A {place} OBJ R giraffa {{misread}}"], None, evidence=[card])
    dispute = found.disputes.open("misread", "B", game=opened, event=16).id
    found.disputes.add_evidence(dispute, SHEET, "the sheet", "B")
    return found


def bearer(archive: Archive, role: str, limits: dict[str, object] | None = None, player: str = "") -> dict[str, str]:
    return {"Authorization": "Bearer " + archive.tokens.grant(role, role, limits or {}, player or None)[1]}


def test_a_server_takes_so_much_evidence_of_a_dispute_and_of_a_token_in_a_day(tmp_path: Path) -> None:
    site = opened_site(tmp_path)
    mb = 1024 * 1024
    app = create_app(site.archive, evidence_limits=EvidenceLimits(per_dispute=2, per_day=3))
    client, dispute, other = app.test_client(), site.opened(), site.opened()

    def send(about: str, target: str, data: bytes, holder: str = "bruno", lang: str = "en") -> TestResponse:
        form = {"file": (io.BytesIO(data), "a.jpg"), "about": about, "by": "Bruno"}
        headers = {"Authorization": f"Bearer {site.tokens[holder]}", "Idempotency-Key": about, "Accept-Language": lang}
        return client.post(f"/api/v1/disputes/{target}/evidence", data=form, headers=headers)

    assert send("one", dispute, b"1" * mb).status_code == 200
    assert send("two", dispute, b"2" * (mb - 10)).status_code == 200
    full = send("three", dispute, b"3" * mb).get_json(force=True)
    assert (full["status"], full["reason"]) == (413, "evidence-full") and "2 MB" in full["detail"]
    assert send("one again", dispute, b"1" * mb).status_code == 413, "by other words it is another line"
    assert send("one", dispute, b"1" * mb).status_code == 200, "the same request"
    assert send("four", other, b"4" * mb).status_code == 200
    day = send("five", other, b"5" * mb, lang="it").get_json(force=True)
    assert (
        (day["status"], day["reason"]) == (429, "evidence-day")
        and "3 MB" in day["detail"]
        and "domani" in day["detail"]
    )
    assert send("six", other, b"6" * (mb - 100), "arbiter").status_code == 200, "another token"
    page = app.test_client()
    page.post("/sign-in", data={"token": site.tokens["bruno"], "next": "/"})
    fields = hidden(page, f"/disputes/{other}")
    back = page.post(f"/disputes/{other}/evidence", headers={"Accept-Language": "en"}, data={
        **fields, "photo": (io.BytesIO(b"7" * mb), "a.jpg"), "about": "what I typed"})  # fmt: skip
    assert back.status_code in (413, 429) and "2 MB" in back.text + "3 MB" and "what I typed" in back.text
    site.archive.log.clock = lambda: int(time.time() * 1000) + 25 * 3_600_000
    third = site.opened()
    assert send("tomorrow", third, b"8" * mb).status_code == 200
    site.archive.log.evidence_limits = None  # as of the command line
    site.archive.disputes.add_evidence(dispute, b"9" * 2 * mb, "by hand", "Bruno")
    kept = {path.name for path in (tmp_path / "a.db.files").iterdir()}
    assert kept.isdisjoint(sha256_hex(data * mb) for data in (b"3", b"5", b"7"))


def test_a_photo_of_what_a_seat_hides_is_hidden_until_the_game_is_over(archive: Archive, client: FlaskClient) -> None:
    game = archive.game_ids()[0]
    players = archive.game(game).players
    owner, other = (bearer(archive, "player", player=players[seat]) for seat in "RB")
    recorder, arbiter = bearer(archive, "recorder", {"games": [game]}), bearer(archive, "arbiter")
    for base in ("/api/v1", ""):
        path = f"{base}/games/{game}/evidence/{sha256_hex(CARD)}"
        for headers in (owner, recorder, arbiter):
            assert client.get(path, headers=headers).data == CARD
        hidden = client.get(path, headers=other)
        assert hidden.status_code == 403 and CARD not in hidden.data
        assert client.get(path, headers=bearer(archive, "recorder", OTHER_GAME)).status_code == 403
        sheet = client.get(f"{base}/games/{game}/evidence/{sha256_hex(SHEET)}", headers=other)
        assert sheet.data == SHEET and sheet.headers["X-Content-Type-Options"] == "nosniff"
    archive.append(game, ["OVER * agreement winner=R"], None)
    assert client.get(f"/api/v1/games/{game}/evidence/{sha256_hex(CARD)}", headers=other).data == CARD


def test_nobody_reads_a_file_of_another_game_by_naming_it_in_his_own(archive: Archive, client: FlaskClient) -> None:
    opened, own = archive.game_ids()
    event = archive.append(own, [FIX], None).version - 1
    limited, before = bearer(archive, "arbiter", {"games": [own]}), archive.corrections.version(own)
    for content in (CARD, SHEET, b"in no archive"):
        named = {"id": sha256_hex(content)}
        path = f"/api/v1/games/{own}/corrections/{event}/evidence"
        answers = [client.post(path, json=named, headers=limited)]
        lines = {"lines": ["VOID A 19 {not drawn}"], "evidence": [named]}
        answers.append(client.post(f"/api/v1/games/{own}/events", json=lines, headers={**limited, "If-Match": "*"}))
        assert [(one.status_code, one.get_json()["reason"]) for one in answers] == [(422, "correction-evidence")] * 2
        assert client.get(f"/api/v1/games/{own}/evidence/{sha256_hex(content)}", headers=limited).status_code == 404
    assert archive.corrections.version(own) == before
    both = bearer(archive, "recorder", {"games": [own, opened]})
    for headers in (both, bearer(archive, "arbiter")):
        for content in (CARD, SHEET):
            assert client.post(path, json={"id": sha256_hex(content)}, headers=headers).status_code == 200


def test_receipts_of_several_pieces_have_their_entry_and_verify(archive: Archive, client: FlaskClient) -> None:
    game = archive.game_ids()[1]
    photo = {"content": base64.b64encode(SHEET).decode()}
    for key, line in (("k", FIX), ("", "VOID A 19 {not drawn}")):
        headers = {**bearer(archive, "arbiter"), "If-Match": "*", **({"Idempotency-Key": key} if key else {})}
        body = {"lines": [line], "evidence": [photo, {"id": "sheet-12"}]}
        answers = [client.post(f"/api/v1/games/{game}/events", json=body, headers=headers).get_json() for _ in range(2)]
        receipt = answers[0]["evidence_receipt"]
        assert b"sheet-12" in base64.b64decode(receipt["entry"])
        assert verify_bundle(json.dumps({"receipt": receipt}).encode()).problem is None
        assert not key or answers[1]["evidence_receipt"]["entry"] == receipt["entry"]


def test_half_a_character_is_refused_before_anything_is_stored(archive: Archive, client: FlaskClient) -> None:
    game = archive.game_ids()[1]
    event = archive.append(game, [FIX], None).version - 1
    headers, before = bearer(archive, "arbiter"), archive.last_index()
    half = '"\\ud800"'
    for member in ("id", "content", "about", "media", "name"):
        body = f'{{"{member}": {half}' + ("}" if member in ("id", "content") else ', "id": "a"}')
        answer = client.post(f"/api/v1/games/{game}/corrections/{event}/evidence", data=body, headers=headers,
                             content_type="application/json")  # fmt: skip
        assert answer.status_code == 422 and answer.get_json()["code"] == "malformed", member
    assert archive.last_index() == before
