"""Who may write by the forms of disputes: tokens of others, forged forms, sessions, private pages, uploads."""

from __future__ import annotations

import hashlib

import pytest

from plancia_api.auth import SESSION_COOKIE
from plancia_api.shown_names import PRIVATE
from plancia_archive.disputes.files import MAX_FILE_BYTES
from tests.api.dispute_site import PHOTO, SCRIPT, Site, hidden, photo, send


@pytest.mark.parametrize("role", ["zeno", "reader", "other"])
def test_tokens_of_others_write_nothing(site: Site, role: str) -> None:
    dispute = site.opened()
    client, before = site.client(role), site.archive.last_index()
    for path in ("answer", "evidence", "ruling", "appeal", "close", "withdraw"):
        answer = send(
            client, f"/disputes/{dispute}", f"/disputes/{dispute}/{path}", text="x", why="x", outcome="upheld"
        )
        assert answer.status_code == 403, path
    new = send(client, f"/disputes/new?game={site.game}&event=1", "/disputes/new", claim="x", claimant="B")
    assert new.status_code == 403 and send(client, "/", f"/games/{site.game}/approve", expected="1").status_code == 403
    assert site.archive.last_index() == before and site.archive.refusals.listed()
    page = client.get(f"/disputes/{dispute}").text
    assert "<textarea" not in page


def test_a_player_writes_in_no_other_name(site: Site) -> None:
    dispute, anna = site.opened(), site.archive.people.find("Anna")
    client = site.client("anna")
    send(client, f"/disputes/{dispute}", f"/disputes/{dispute}/answer", text="x", by="B")
    assert site.archive.disputes.get(dispute).lines[-1]["by"] == anna
    assert send(client, f"/disputes/{dispute}", f"/disputes/{dispute}/withdraw", why="x").status_code == 403


@pytest.mark.parametrize(
    ("headers", "csrf"),
    [({}, ""), ({}, "0" * 40), ({"Origin": "https://evil.example"}, None), ({"Origin": "null"}, None),
     ({"Sec-Fetch-Site": "cross-site"}, None), ({"Sec-Fetch-Site": "same-site"}, None)],
)  # fmt: skip
def test_forged_forms_are_refused(site: Site, headers: dict[str, str], csrf: str | None) -> None:
    dispute, client = site.opened(), site.client("arbiter")
    before, page = site.archive.last_index(), f"/disputes/{dispute}"
    fields = hidden(client, page) | ({} if csrf is None else {"csrf": csrf})
    for path, more in ((f"{page}/answer", {"text": "x", "by": "A"}), (f"/games/{site.game}/approve", {"expected": "1"}),
                       ("/disputes/new", {"game": site.game, "event": "1", "claim": "x", "claimant": "B"}),
                       ("/sign-out", {})):  # fmt: skip
        assert client.post(path, data={**fields, **more}, headers=headers).status_code == 403, path
    assert site.archive.last_index() == before and client.get_cookie(SESSION_COOKIE) is not None
    if csrf is None:
        assert client.post("/sign-in", data={"token": site.tokens["anna"]}, headers=headers).status_code == 403
    with_key = {**fields, "csrf": hidden(site.client("anna"), page)["csrf"], "text": "x", "by": "A"}
    assert client.post(f"{page}/answer", data=with_key).status_code == 403


def test_the_api_never_reads_the_cookie(site: Site) -> None:
    client = site.client("arbiter")
    assert client.post("/api/v1/disputes", json={"claim": "x", "claimant": "B", "game": site.game}).status_code == 401
    assert client.post(f"/api/v1/games/{site.game}/approval", json={}).status_code == 401
    players = client.get("/api/v1/players").get_json()["items"]
    assert all(not row.get("name") for row in players)


def test_a_revoked_token_ends_the_session(site: Site) -> None:
    dispute, client = site.opened(), site.client("anna")
    fields = hidden(client, f"/disputes/{dispute}")
    site.archive.tokens.revoke("anna")
    answer = client.post(f"/disputes/{dispute}/answer", data={**fields, "text": "x"})
    assert answer.status_code == 401 and client.get(f"/disputes/{dispute}").status_code == 200
    assert len(site.archive.disputes.get(dispute).lines) == 1


@pytest.mark.parametrize("path", ["//evil.example/", "https://evil.example", "/\\evil.example", "javascript:x", "/a b"])
def test_signing_in_goes_to_no_other_site(site: Site, path: str) -> None:
    answer = site.client().post("/sign-in", data={"token": site.tokens["anna"], "next": path})
    assert answer.status_code == 303 and answer.headers["Location"] == "/"


def test_uploads_have_a_limit_of_their_own(site: Site) -> None:
    dispute, client = site.opened(), site.client("bruno")
    page = f"/disputes/{dispute}"
    large = PHOTO + bytes(11 * 2**20)
    assert send(client, page, f"{page}/evidence", photo=photo(large), about="the sheet").status_code == 303
    assert site.archive.disputes.get(dispute).lines[-1]["sha256"] == hashlib.sha256(large).hexdigest()
    over = send(client, page, f"{page}/evidence", photo=photo(bytes(MAX_FILE_BYTES + 1)), about="my <b>sheet</b>")
    assert over.status_code == 413 and "my &lt;b&gt;sheet" in over.text and 'id="error-evidence-photo"' in over.text
    assert send(client, page, f"{page}/evidence", about="none").status_code == 422
    assert send(client, page, f"{page}/evidence", photo=photo(b""), about="empty").status_code == 422
    assert send(client, page, f"{page}/evidence", photo=photo(bytes(65 * 2**20))).status_code == 413
    assert client.post(f"{page}/answer", data={"text": "x" * (5 * 2**20)}).status_code == 413
    headers = {"Authorization": f"Bearer {site.tokens['bruno']}"}
    form = {"file": photo(large), "about": "by the API", "by": "Bruno"}
    assert client.post(f"/api/v1{page}/evidence", data=form, headers=headers).status_code == 200
    several = {**form, "file": [photo(b"one"), photo(b"two")]}
    assert client.post(f"/api/v1{page}/evidence", data=several, headers=headers).status_code == 422
    assert client.post(f"/api/v1{page}/evidence", data={"by": "B"}, headers=headers, content_type="multipart/form-data"
                       ).status_code == 422  # fmt: skip
    assert client.post("/api/v1/games", data=bytes(5 * 2**20), headers=headers).status_code in (403, 413)
    assert len(site.archive.disputes.get(dispute).of_kind("evidence")) == 2


def test_texts_and_file_names_of_others_are_escaped(site: Site) -> None:
    client, arbiter = site.client("bruno"), site.client("arbiter")
    page = f"/disputes/new?game={site.game}&event=20"
    done = send(
        client, page, "/disputes/new", claim=SCRIPT, photo=photo(SCRIPT.encode(), f'a"{SCRIPT}.html'), about=SCRIPT
    )
    path = done.headers["Location"].partition("/receipt")[0]
    send(arbiter, path, f"{path}/ruling", outcome="rejected", text=SCRIPT, arbiter=SCRIPT)
    for place in (
        path,
        f"{path}/decision",
        f"{path}/receipt/1",
        f"{path}/receipt/2",
        "/disputes",
        f"/games/{site.game}",
    ):
        assert SCRIPT not in client.get(place).text, place
    digest = hashlib.sha256(SCRIPT.encode()).hexdigest()
    download = client.get(f"{path}/files/{digest}")
    assert download.mimetype == "application/octet-stream" and "nosniff" in download.headers["X-Content-Type-Options"]
    assert download.headers["Content-Disposition"].startswith("attachment") and "script" not in str(download.headers)
    for bad in (f"/disputes/new?game={site.game}&event={SCRIPT}", f"/disputes/new?tournament={SCRIPT}",
                f"/sign-in?next=/%22{SCRIPT}", f"/disputes?state={SCRIPT}&tournament={SCRIPT}"):  # fmt: skip
        assert SCRIPT not in client.get(bad, headers={"Accept": "text/html"}).text, bad


def test_private_pages_show_no_names(site: Site) -> None:
    dispute = site.archive.disputes.open("Anna attacked twice", "Bruno", game=site.game, event=20).id
    shown = site.client().get(f"/disputes/{dispute}").text
    assert "Anna attacked twice" in shown and "Bruno" in shown
    PRIVATE.keep(site.app, True)
    for path in (
        f"/disputes/{dispute}",
        "/disputes",
        f"/disputes/{dispute}/decision",
        f"/disputes/new?game={site.game}",
    ):
        text = site.client().get(path).text
        assert "Anna" not in text and "Bruno" not in text, path
    assert "Anna attacked twice" in site.client("arbiter").get(f"/disputes/{dispute}/decision").text


def test_a_ruling_changes_no_tournament_beyond_the_limits_of_the_token(site: Site) -> None:
    """A token of one game rules on its dispute, and adds no adjustment to a tournament that it may not touch."""
    anna = site.archive.people.find("Anna")
    opened = {"kind": "opened", "title": "Inverno", "system": "open"}
    site.archive.tournaments.append("inverno", [opened, {"kind": "entered", "player": anna}])
    token = site.archive.tokens.grant("table", "arbiter", {"games": [site.game]})[1]
    adjusted = {"kind": "adjusted", "player": anna, "points": "-7", "why": "late"}
    ruling = {"outcome": "upheld", "text": "x", "tournament": "inverno", "events": [adjusted]}
    address, before = f"/api/v1/disputes/{site.opened()}/ruling", site.archive.last_index()
    for query in ("", "?dry_run=true"):
        answer = site.app.test_client().post(address + query, json=ruling, headers={"Authorization": f"Bearer {token}"})
        assert (answer.status_code, answer.get_json()["code"]) == (403, "forbidden")
    assert site.archive.last_index() == before and len(site.archive.tournaments.events("inverno")) == 2
    plain = {"outcome": "upheld", "text": "x"}
    answer = site.app.test_client().post(address, json=plain, headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200
