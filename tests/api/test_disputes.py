"""Disputes over HTTP: a whole course, downloads, refusals, retries."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from plancia_api.app import create_app
from plancia_archive import Archive
from plancia_archive.integrity.verify import verify
from plancia_data import samples
from plancia_events import read

PHOTO = b"\xff\xd8\xff" + b"<script>alert(1)</script>"


@pytest.fixture
def served(tmp_path: Path) -> tuple[FlaskClient, dict[str, str], Archive]:
    archive = Archive.open(tmp_path / "a.db", create=True)
    archive.add_game(read(samples()["monopoli-serata.rgn"]).games[0])
    token = archive.tokens.make("arbiter", ["read", "write"])
    return create_app(archive).test_client(), {"Authorization": f"Bearer {token}"}, archive


def test_a_whole_dispute(served: tuple[FlaskClient, dict[str, str], Archive]) -> None:
    client, auth, archive = served
    game = archive.game_ids()[0]

    def post(path: str, body: Any, status: int = 200, **headers: str) -> Any:
        answer = client.post(f"/api/v1/disputes{path}", json=body, headers={**auth, **headers})
        assert answer.status_code == status, answer.get_data(as_text=True)
        return answer.get_json()

    body = {"claim": "Anna attacked twice", "claimant": "Bruno", "game": game, "event": 20, "rule": "MON-15"}
    assert client.post("/api/v1/disputes", json=body).status_code == 401
    dispute = post("", body, 201, **{"Idempotency-Key": "k"})["dispute"]
    assert post("", body, 201, **{"Idempotency-Key": "k"})["dispute"] == dispute
    post("", {**body, "event": 21}, 409, **{"Idempotency-Key": "k"})
    photo = {"content": base64.b64encode(PHOTO).decode(), "about": "the sheet", "by": "B"}
    post(f"/{dispute}/evidence", photo)
    post(f"/{dispute}/answer", {"text": "no", "by": "Anna"})
    post(f"/{dispute}/close", {"why": "x"}, 409)
    post(f"/{dispute}/ruling", {"outcome": "upheld", "text": "yes", "lines": ["VOID A 20 {twice}"]})
    post(f"/{dispute}/appeal", {"text": "again", "by": "R"})
    post(f"/{dispute}/ruling", {"outcome": "rejected", "text": "no"})
    assert post(f"/{dispute}/close", {"why": "done"})["state"] == "closed"
    digest = hashlib.sha256(PHOTO).hexdigest()
    address = f"/api/v1/disputes/{dispute}/files/{digest}"
    assert client.get(address).status_code == 401
    download = client.get(address, headers=auth)
    assert download.data == PHOTO and download.headers["Content-Disposition"].startswith("attachment")
    assert download.headers["X-Content-Type-Options"] == "nosniff"
    assert client.get(f"{address[:-1]}x", headers=auth).status_code == 404
    listed = client.get(f"/api/v1/disputes?open=false&game={game}").get_json()["items"]
    assert [row["dispute"] for row in listed] == [dispute]
    page = client.get(f"/api/v1/disputes/{dispute}/decision?lang=en")
    assert page.mimetype == "text/html" and "Bruno" not in page.text and page.text.count('class="board"') == 2
    assert all(page.text.count(f'id="{name}"') == 1 for name in ("before-CIN", "after-CIN", "pb-s-CIN"))
    named = client.get(f"/api/v1/disputes/{dispute}/decision.md", headers=auth)
    assert "Bruno" in named.text and verify(archive) == []


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("", [], 422), ("", {"claim": "x"}, 422), ("", {"claim": 1, "claimant": "B", "game": "x"}, 422),
        ("", {"claim": "x", "claimant": "B", "game": "nothing"}, 404), ("", {"claim": "x", "claimant": "B"}, 422),
        ("", {"claim": "x", "claimant": "B", "more": 1}, 422),
        ("/d_00000000/answer", {"text": "x", "by": "A"}, 404), ("/..%2f..%2fx/close", {"why": "x"}, 404),
        ("/d_00000000/evidence", {"content": "###", "about": "x", "by": "A"}, 404),
        ("/d_00000000/ruling", {"outcome": "upheld", "text": "x", "lines": [1]}, 404),
        ("/d_00000000/ruling", {"outcome": "upheld", "text": "x", "events": [[]]}, 404),
    ],
)  # fmt: skip
def test_refusals(
    served: tuple[FlaskClient, dict[str, str], Archive], path: str, body: Any, status: int
) -> None:  # fmt: skip
    client, auth, archive = served
    before = archive.last_index()
    answer = client.post(f"/api/v1/disputes{path}", json=body, headers=auth)
    assert (answer.status_code, archive.last_index()) == (status, before), answer.get_data(as_text=True)
