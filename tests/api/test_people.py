"""Changes of the register of people over HTTP: tried first, by the keeper alone, with names for who may read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from plancia_archive import Archive, verify
from plancia_archive.registers.roles import PERMISSIONS, ROLES
from plancia_archive.registers.written_copies import record_copy
from plancia_data import samples
from plancia_events import read

WORDS = {"name": {"name": "Anna Verdi"}, "merge": {"other": ""}, "keep": {"basis": "archive"}, "erase": {}}


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    archive = Archive.open(tmp_path / "a.db", create=True)
    archive.add_game(read(samples()["monopoli-serata.rgn"]).games[0])
    with archive.writing():
        archive.people.find_or_make("Ana")
    return archive


def token(archive: Archive, role: str, **limits: Any) -> dict[str, str]:
    """The headers of a new token."""
    player = archive.people.find("Anna") if role == "player" else None
    return {"Authorization": "Bearer " + archive.tokens.grant(f"t-{role}", role, limits, player)[1]}


def names(archive: Archive) -> list[dict[str, str]]:
    return archive.people.all()


def test_only_who_keeps_the_archive_may(client: FlaskClient, archive: Archive) -> None:
    anna, ana = archive.people.find("Anna"), archive.people.find("Ana")
    before = names(archive)
    for word, body in WORDS.items():
        sent = {**body, "other": ana} if word == "merge" else body
        address = f"/api/v1/players/{anna}/{word}?dry_run=true"
        assert client.post(address, json=sent).status_code == 401
        for role in ROLES:
            allowed = role in PERMISSIONS["person.write"]
            answer = client.post(address, json=sent, headers=token(archive, role))
            assert answer.status_code == (200 if allowed else 403), (word, role, answer.get_data(as_text=True))
        limited = token(archive, "keeper", tournaments=["t"])
        assert client.post(address, json=sent, headers=limited).status_code == 403
    assert names(archive) == before


@pytest.mark.parametrize("word", WORDS)
def test_a_write_needs_the_version_of_its_dry_run(client: FlaskClient, archive: Archive, word: str) -> None:
    auth, anna, ana = token(archive, "keeper"), archive.people.find("Anna"), archive.people.find("Ana")
    body = {**WORDS[word], "other": ana} if word == "merge" else WORDS[word]
    before = (names(archive), archive.last_index())
    address = f"/api/v1/players/{anna}/{word}"
    would = client.post(f"{address}?dry_run=true", json=body, headers=auth).get_json()
    assert would["dry_run"] and would["player"] == anna
    for match, status in ((None, 428), ("*", 428), ('"99"', 412)):
        headers = auth if match is None else {**auth, "If-Match": match}
        assert client.post(address, json=body, headers=headers).status_code == status
    assert (names(archive), archive.last_index()) == before
    headers = {**auth, "If-Match": f'"{would["version"]}"'}
    done = client.post(address, json=body, headers=headers)
    assert done.status_code == 200 and done.get_json()["dry_run"] is False
    repeated = client.post(address, json=body, headers=headers).status_code
    assert repeated == {"erase": 200, "merge": 404}.get(word, 412)
    assert archive.last_index() > before[1] and verify(archive) == []
    author = archive.db.execute("SELECT header FROM entry ORDER BY log_index DESC LIMIT 1").fetchone()[0]
    assert "keeper" in author and "local" not in author


def test_what_an_erasure_answers(client: FlaskClient, archive: Archive, tmp_path: Path) -> None:
    anna, auth = archive.people.find("Anna"), token(archive, "keeper")
    (tmp_path / "di-anna.zip").write_bytes(b"x")
    record_copy(archive, "backup", tmp_path / "di-anna.zip")
    would = client.post(f"/api/v1/players/{anna}/erase?dry_run=true", json={"basis": "chiesto da Anna"}, headers=auth)
    body = would.get_json()
    assert body["games"] == 1 and body["basis"] == f"chiesto da {anna}"
    (copy,) = body["copies"]
    assert (copy["kind"], copy["present"]) == ("backup", True) and copy["path"].endswith("di-anna.zip")
    match = {"If-Match": f'"{body["version"]}"'}
    done = client.post(f"/api/v1/players/{anna}/erase", json={}, headers={**auth, **match}).get_json()
    assert done["cleaned"] and archive.people.is_erased(str(anna))
    assert archive.db.execute("SELECT path FROM written_copy").fetchone()[0].endswith(f"di-{anna}.zip")
    again = client.post(f"/api/v1/players/{anna}/erase", json={}, headers=auth)
    assert again.status_code == 200 and again.get_json()["cleaned"]
    assert client.post(f"/api/v1/players/{anna}/name?dry_run=true", json={"name": "x"}, headers=auth).status_code == 409


def test_names_are_hidden_from_a_token_that_may_not_read_them(client: FlaskClient, archive: Archive) -> None:
    anna, ana, auth = archive.people.find("Anna"), archive.people.find("Ana"), token(archive, "keeper", names=False)
    would = client.post(f"/api/v1/players/{anna}/merge?dry_run=true", json={"other": ana}, headers=auth)
    assert would.status_code == 200 and "Ana" not in would.get_data(as_text=True)
    shown = client.post(
        f"/api/v1/players/{anna}/merge?dry_run=true", json={"other": ana}, headers=token(archive, "admin")
    )
    assert shown.get_json()["other_name"] == "Ana" and shown.get_json()["aliases"] == ["ana"]


def test_an_empty_basis_is_none(client: FlaskClient, archive: Archive) -> None:
    anna, auth = archive.people.find("Anna"), token(archive, "keeper")
    erase = f"/api/v1/players/{anna}/erase?dry_run=true"
    assert client.post(erase, json={"basis": ""}, headers=auth).status_code == 422
    assert client.post(erase, json={}, headers=auth).get_json()["basis"] == "request of the person"


@pytest.mark.parametrize(("body", "status"), [
    ({}, 422), ({"name": 1}, 422), ({"name": " "}, 422), ({"name": "Anna", "x": 1}, 422), ([], 422),
    ({"name": "x" * 501}, 422), ({"name": "Bruno"}, 409), ({"name": "p_00000000"}, 409),
])  # fmt: skip
def test_bad_bodies_change_nothing(client: FlaskClient, archive: Archive, body: Any, status: int) -> None:
    anna, auth, before = archive.people.find("Anna"), token(archive, "keeper"), archive.last_index()
    answer = client.post(f"/api/v1/players/{anna}/name?dry_run=true", json=body, headers=auth)
    assert answer.status_code == status and archive.last_index() == before
    if status == 422 and isinstance(body, dict):
        (fault,) = answer.get_json()["errors"]
        assert fault["pointer"] == ("/x" if "x" in body else "/name")
    for player in ("Anna", "p_00000000", "x" * 300):
        address = f"/api/v1/players/{player}/name?dry_run=true"
        assert client.post(address, json={"name": "x"}, headers=auth).status_code == 404
