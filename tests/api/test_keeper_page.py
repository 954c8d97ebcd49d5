"""The keeper's page: a code for a phone, a copy to download, the examination of the archive; for keepers alone."""

from __future__ import annotations

import io
import re
import tempfile
import zipfile
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app, lan_address
from plancia_api.auth import SESSION_COOKIE
from plancia_api.lan_address import BOUND_HOST
from plancia_archive import Archive
from plancia_archive.exports.backups import restore
from plancia_archive.registers.written_copies import list_copies
from plancia_data import samples
from plancia_events import read
from tests.api.dispute_site import fields_of, send


@pytest.fixture
def keeper(archive: Archive) -> FlaskClient:
    """A browser signed in as keeper, of an archive with a game."""
    archive.add_game(read(samples()["monopoli-serata.rgn"]).games[0])
    client = create_app(archive).test_client()
    client.set_cookie(SESSION_COOKIE, archive.tokens.grant("computer", "keeper")[1])
    return client


def test_a_phone_comes_in_by_its_code_and_goes(
    keeper: FlaskClient, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lan_address, "route_addresses", lambda: ["192.168.1.20"])
    BOUND_HOST.keep(keeper.application, "0.0.0.0")
    made = send(keeper, "/keeper", "/keeper/phone", role="recorder").text
    (address,) = re.findall(r'class="address" href="([^"]+)"', made)
    parts = urlsplit(address)
    assert (parts.hostname, parts.path, parts.query) == ("192.168.1.20", "/sign-in", "next=/record")
    assert 'data-host="192.168.1.20"' in keeper.get("/").text, "what is shared has the address that others reach"
    assert "<svg" in made and parts.fragment not in keeper.get("/keeper").text, "it is shown once"
    phone = create_app(archive).test_client()
    assert phone.post("/sign-in", data={"token": parts.fragment}).status_code == 303
    assert phone.get("/record").status_code == 200 and phone.get("/keeper").status_code == 403
    (row,) = [row for row in archive.tokens.all() if row["role"] == "recorder"]
    assert send(keeper, "/keeper", "/keeper/revoke", phone=row["id"]).status_code == 303
    assert phone.post("/sign-in", data={"token": parts.fragment}).status_code == 401


@pytest.mark.parametrize("bound", ["127.0.0.1", "0.0.0.0"])
def test_a_computer_that_no_phone_reaches_says_so(
    keeper: FlaskClient, monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    monkeypatch.setattr(lan_address, "route_addresses", list)
    monkeypatch.setattr(lan_address, "name_addresses", list)
    BOUND_HOST.keep(keeper.application, bound)
    made = send(keeper, "/keeper?lang=it", "/keeper/phone", role="reader")
    assert "non raggiungono questo computer" in made.text and "<svg" not in made.text


def test_the_copy_that_is_downloaded_is_restored_and_noted(
    keeper: FlaskClient, archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    answer = send(keeper, "/keeper", "/keeper/backup")
    name = re.fullmatch(r"attachment; filename=(plancia-[0-9-]+\.zip)", answer.headers["Content-Disposition"])
    assert name and answer.mimetype == "application/zip" and zipfile.is_zipfile(io.BytesIO(answer.data))
    (tmp_path / name[1]).write_bytes(answer.data)
    assert restore(tmp_path / name[1], tmp_path / "again.db")["games"] == 1
    answer.close()
    assert list((tmp_path / "temporary").iterdir()) == [], "nothing with names stays behind"
    (player,) = archive.people.page(None, 1)[:1]
    (copy,) = list_copies(archive, player)
    assert (copy["path"], copy["present"]) == (f"download:{name[1]}", False), "erasing a person lists it"


def test_the_examination_is_green_and_then_red(keeper: FlaskClient, archive: Archive) -> None:
    good = send(keeper, "/keeper?lang=it", "/keeper/check").text
    assert "badge final" in good and "Tutto intatto: nessuna riga manca" in good
    archive.db.execute("UPDATE player_game SET half_points = half_points + 2")
    bad = send(keeper, "/keeper?lang=it", "/keeper/check").text
    assert "badge disputed" in bad and "non torna" in bad and "Tutto intatto: nessuna" not in bad


def test_the_page_is_the_keepers(keeper: FlaskClient, archive: Archive) -> None:
    stranger = create_app(archive).test_client()
    assert stranger.get("/keeper").headers["Location"] == "/sign-in?next=/keeper"
    stranger.set_cookie(SESSION_COOKIE, archive.tokens.grant("phone", "recorder")[1])
    csrf = fields_of(stranger.get("/sign-in").text + stranger.get("/").text)["csrf"]
    for path in ("phone", "revoke", "backup", "check"):
        assert stranger.post(f"/keeper/{path}", data={"csrf": csrf}).status_code == 403, path
        assert keeper.post(f"/keeper/{path}", data={"csrf": "0" * 40}).status_code == 403, path
    assert 'href="/keeper"' in keeper.get("/").text and 'href="/keeper"' not in stranger.get("/").text
