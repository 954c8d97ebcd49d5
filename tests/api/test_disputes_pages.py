"""Pages and forms of disputes: sessions, rights, forged forms, uploads, texts of others, approvals."""

from __future__ import annotations

import hashlib
import io
import re
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from plancia_api.app import create_app
from plancia_api.auth import SESSION_COOKIE
from plancia_api.pages.dispute_pages import LINE_EXAMPLES
from plancia_archive import Archive
from plancia_archive.disputes.lines import CORRECTION_OPCODES
from plancia_archive.disputes.uploads import MAX_FILE_BYTES
from plancia_archive.integrity.verify import verify
from plancia_data import samples
from plancia_events import parse_event, read

PHOTO = b"\xff\xd8\xff" + b"x" * 100
SCRIPT = "<script>alert(1)</script>"


@dataclass
class Site:
    """An application with an archive, and tokens by role."""

    app: Any
    archive: Archive
    game: str
    tokens: dict[str, str]

    def client(self, role: str = "") -> FlaskClient:
        """A browser, signed in with the token of a role."""
        client: FlaskClient = self.app.test_client()
        if role:
            assert client.post("/sign-in", data={"token": self.tokens[role], "next": "/"}).status_code == 303
        return client

    def opened(self) -> str:
        return self.archive.disputes.open("two dice", "Bruno", game=self.game, event=20).id


@pytest.fixture
def site(tmp_path: Path) -> Site:
    archive = Archive.open(tmp_path / "a.db", create=True)
    game = archive.add_game(read(samples()["monopoli-serata.rgn"]).games[0]).game_id
    archive.people.find_or_make("Zeno", find_similar=False)
    tokens = {
        name: archive.tokens.grant(name, role, limits, player)[1]
        for name, role, limits, player in (
            ("arbiter", "arbiter", {}, None), ("bruno", "player", {}, "Bruno"), ("anna", "player", {}, "Anna"),
            ("zeno", "player", {}, "Zeno"), ("other", "arbiter", {"games": ["g_000000000000000000"]}, None),
            ("reader", "reader", {}, None),
        )
    }  # fmt: skip
    return Site(create_app(archive), archive, game, tokens)


def hidden(client: FlaskClient, path: str) -> dict[str, str]:
    """The hidden fields of the forms of a page."""
    text = client.get(path).get_data(as_text=True)
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', text))


def send(client: FlaskClient, page: str, path: str, **fields: Any) -> TestResponse:
    """Sends a form of a page with its hidden fields."""
    return client.post(path, data={**hidden(client, page), **fields})


def photo(data: bytes = PHOTO, name: str = "foglio.jpg") -> tuple[io.BytesIO, str]:
    return io.BytesIO(data), name


def test_an_objection_with_a_photo_from_a_browser_without_session(site: Site) -> None:
    client = site.client()
    page = f"/disputes/new?game={site.game}&event=20"
    fields = {"claim": "Anna attacked twice", "rule": "MON-15", "photo": photo(), "token": "plk_wrong"}
    refused = send(client, page, "/disputes/new", **fields)
    assert refused.status_code == 401 and "Anna attacked twice" in refused.text and 'id="error-token"' in refused.text
    assert site.archive.disputes.listed() == [] and client.get_cookie(SESSION_COOKIE) is None
    done = send(client, page, "/disputes/new", **{**fields, "photo": photo(), "token": site.tokens["bruno"]})
    row = site.archive.disputes.listed()[0]
    assert done.status_code == 303 and done.headers["Location"] == f"/disputes/{row['dispute']}/receipt/1"
    receipt = client.get(done.headers["Location"]).text
    assert site.archive.checkpoints.head().origin in unescape(receipt) and row["dispute"] in receipt
    line = site.archive.disputes.get(row["dispute"]).of_kind("evidence")[0]
    assert line["sha256"] == hashlib.sha256(PHOTO).hexdigest() and line["media"] == "image/jpeg"
    assert client.get(f"/disputes/{row['dispute']}/files/{line['sha256']}").data == PHOTO
    assert site.client().get(f"/disputes/{row['dispute']}/files/{line['sha256']}").status_code == 401
    assert site.client("zeno").get(f"/disputes/{row['dispute']}/files/{line['sha256']}").status_code == 403
    cookie = client.get_cookie(SESSION_COOKIE)
    assert cookie is not None and cookie.http_only and cookie.same_site == "Strict"
    assert verify(site.archive) == []


def fields_of(text: str) -> dict[str, str]:
    """The hidden fields of a page that was answered."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', text))


@pytest.mark.parametrize(
    ("wrong", "errors"),
    [({"claim": " "}, ["claim"]), ({"event": "999"}, ["event"]), ({"claim": "", "event": "999"}, ["claim", "event"]),
     ({"claimant": "R"}, ["claimant"]), ({"event": "", "photo": None}, ["photo"]),
     ({"claim": "", "photo": None}, ["claim", "photo"])],
)  # fmt: skip
def test_a_form_that_comes_back_to_a_new_session_can_be_sent(
    site: Site, wrong: dict[str, Any], errors: list[str]
) -> None:
    client, page = site.client(), f"/disputes/new?game={site.game}&event=20"
    bruno = site.archive.people.find("Bruno")
    seats = site.archive.game(site.game).players
    other = next(seat for seat, player in seats.items() if player != bruno)
    if "claimant" in wrong:
        wrong = {"claimant": other}
    if "photo" in wrong:
        wrong = {**wrong, "photo": photo(bytes(41 * 2**20))}
    good = {"claim": "two dice", "event": "20", "about": "what I typed", "token": site.tokens["bruno"]}
    back = send(client, page, "/disputes/new", **{**good, **wrong})
    assert back.status_code in (413, 422) and 'name="token"' not in back.text and "what I typed" in back.text
    assert sorted(re.findall(r'id="error-(\w+)"', back.text)) == errors and site.archive.disputes.listed() == []
    again = fields_of(back.text)
    assert again["csrf"] and again["claimant"] == bruno
    mended = client.post("/disputes/new", data={**again, "claim": "two dice", "event": "20"})
    (row,) = site.archive.disputes.listed()
    assert mended.status_code == 303 and site.archive.disputes.get(row["dispute"]).claimant == bruno


def test_a_stale_form_comes_back_with_what_was_typed(site: Site) -> None:
    client, page = site.client("anna"), f"/disputes/new?game={site.game}&event=20"
    old = hidden(client, page)
    assert client.post("/sign-in", data={"token": site.tokens["bruno"], "next": "/"}).status_code == 303
    typed = {"event": "20", "claim": "my long text"}
    back = client.post("/disputes/new", data={**old, **typed, "claimant": ""})
    assert back.status_code == 403 and "my long text" in back.text and site.archive.disputes.listed() == []
    assert client.post("/disputes/new", data={**fields_of(back.text), **typed}).status_code == 303
    path = f"/disputes/{site.archive.disputes.listed()[0]['dispute']}"
    late = client.post(f"{path}/answer", data={**old, "text": "an answer typed"})
    assert late.status_code == 403 and "an answer typed" in late.text
    assert fields_of(late.text)["csrf"] == hidden(client, path)["csrf"]


def test_a_final_game_offers_no_form(site: Site) -> None:
    page = f"/disputes/new?game={site.game}&event=20"
    assert 'name="claim"' in site.client("bruno").get(page).text
    site.archive.approvals.approve(site.game)
    shown = site.client("bruno").get(page)
    assert shown.status_code == 200 and 'name="claim"' not in shown.text


def test_the_verifying_page_is_a_download_that_pages_and_decision_name(site: Site) -> None:
    dispute = site.opened()
    given = site.client().get("/verify")
    assert given.status_code == 200 and given.headers["Content-Disposition"].startswith("attachment")
    assert given.data == (Path(__file__).parents[2] / "docs/verify/index.html").read_bytes()
    for page in (f"/disputes/{dispute}", f"/disputes/{dispute}/receipt/1"):
        assert 'href="/verify"' in site.client("bruno").get(page).text
    assert "/verify" in site.client("bruno").get(f"/disputes/{dispute}/decision").text


def test_receipt_and_decision_say_who_a_reference_is_where_names_are_shown(site: Site) -> None:
    dispute = site.opened()
    seats = site.archive.game(site.game).players.values()
    lines = [f"{site.archive.people.name(one)} = {one}" for one in seats if one.startswith("p_")]
    assert lines
    for page in (f"/disputes/{dispute}/receipt/1", f"/disputes/{dispute}/decision"):
        shown = site.client("bruno").get(page).text
        assert all(line in shown for line in lines), page


def test_a_whole_dispute_by_forms(site: Site) -> None:
    dispute = site.opened()
    page, arbiter, anna, bruno = (
        f"/disputes/{dispute}",
        site.client("arbiter"),
        site.client("anna"),
        site.client("bruno"),
    )
    answered = send(anna, page, f"{page}/answer", text="there were three")
    assert answered.headers["Location"] == f"{page}/receipt/2"
    wrong = send(arbiter, page, f"{page}/ruling", outcome="upheld", text="so be it", lines="NONSENSE", void="1")
    assert wrong.status_code == 422 and "NONSENSE" in wrong.text and 'id="error-ruling-lines"' in wrong.text
    assert send(arbiter, page, f"{page}/ruling", outcome="upheld", text="yes {no}", void="1").status_code == 303
    assert site.archive.text(site.game).splitlines()[-1].startswith("VOID A 20 {yes (no)}")
    assert send(anna, page, f"{page}/appeal", text="the photo shows three").status_code == 303
    assert send(arbiter, page, f"{page}/ruling", outcome="rejected", text="no", days="0").status_code == 303
    assert send(bruno, page, f"{page}/close", why="x").status_code == 403
    assert send(arbiter, page, f"{page}/close", why="done").status_code == 303
    assert site.archive.disputes.get(dispute).state == "closed"
    for path in (
        page,
        f"{page}/decision",
        "/disputes",
        "/disputes?state=settled",
        f"{page}/receipt/6",
    ):
        assert site.client().get(path).status_code == 200, path
    assert site.client().get(f"{page}/receipt/99").status_code == 404
    for path in (f"{page}/bundle", f"{page}/receipt/6/file"):  # the game is not over: it hides cards
        assert (site.client().get(path).status_code, arbiter.get(path).status_code) == (403, 200), path


def test_a_form_that_is_sent_twice_counts_once(site: Site) -> None:
    client = site.client("bruno")
    fields = {**hidden(client, f"/disputes/new?game={site.game}&event=20"), "event": "20", "claim": "two dice"}
    first, second = (client.post("/disputes/new", data={**fields, "photo": photo()}) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"] and len(site.archive.disputes.listed()) == 1


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
    assert send(client, page, f"{page}/evidence", photo=photo(b""), about="empty").status_code == 413
    assert send(client, page, f"{page}/evidence", photo=photo(bytes(65 * 2**20))).status_code == 413
    assert client.post(f"{page}/answer", data={"text": "x" * (5 * 2**20)}).status_code == 413
    headers = {"Authorization": f"Bearer {site.tokens['bruno']}"}
    form = {"file": photo(large), "about": "by the API", "by": "Bruno"}
    assert client.post(f"/api/v1{page}/evidence", data=form, headers=headers).status_code == 200
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


@pytest.mark.parametrize(
    ("fields", "field"),
    [({"claim": ""}, "claim"), ({"claim": "x" * 4001}, "claim"), ({"claim": "a\x07b"}, "claim"),
     ({"event": "999"}, "event"), ({"event": "many"}, "event"), ({"claimant": "C"}, "claimant"),
     ({"claimant": ""}, "claimant"), ({"rule": "no rule"}, "rule")],
)  # fmt: skip
def test_a_wrong_value_comes_back_beside_its_field(site: Site, fields: dict[str, str], field: str) -> None:
    good = {"claim": "typed by hand", "event": "20", "claimant": "B", "rule": "MON-15", "about": "what I typed"}
    before = site.archive.last_index()
    answer = send(
        site.client("arbiter"), f"/disputes/new?game={site.game}&event=20", "/disputes/new", **{**good, **fields}
    )
    assert answer.status_code == 422 and f'id="error-{field}"' in answer.text and "what I typed" in answer.text
    assert site.archive.last_index() == before


def test_private_pages_show_no_names(site: Site) -> None:
    dispute = site.archive.disputes.open("Anna attacked twice", "Bruno", game=site.game, event=20).id
    shown = site.client().get(f"/disputes/{dispute}").text
    assert "Anna attacked twice" in shown and "Bruno" in shown
    site.app.config["PLANCIA_PRIVATE"] = True
    for path in (
        f"/disputes/{dispute}",
        "/disputes",
        f"/disputes/{dispute}/decision",
        f"/disputes/new?game={site.game}",
    ):
        text = site.client().get(path).text
        assert "Anna" not in text and "Bruno" not in text, path
    assert "Anna attacked twice" in site.client("arbiter").get(f"/disputes/{dispute}/decision").text


def test_approval_by_page_and_by_api(site: Site) -> None:
    dispute, client = site.opened(), site.client("arbiter")
    page, headers = f"/games/{site.game}", {"Authorization": f"Bearer {site.tokens['arbiter']}"}
    fields = {**hidden(client, f"/disputes/{dispute}"), "expected": str(site.archive.version(site.game))}
    assert client.post(f"{page}/approve", data=fields).status_code == 409
    assert site.client().get(f"/api/v1/games/{site.game}").get_json()["disputes"] == {"open": 1}
    site.archive.disputes.add(dispute, {"kind": "withdrawn", "why": "no"})
    assert client.post(f"{page}/approve", data={**fields, "expected": "1"}).status_code == 412
    assert client.post(f"{page}/approve", data=fields).status_code == 303
    assert site.client().get(f"/api/v1/games/{site.game}").get_json()["status"] == "final"
    assert client.get("/api/v1/games").get_json()["items"][0]["status"] == "final"
    assert send(client, page, "/disputes/new", game=site.game, claim="x", claimant="B").status_code == 409
    api = f"/api/v1/games/{site.game}/approval"
    assert client.post(api, json={"why": "x"}, headers=headers).status_code == 422
    assert (
        client.post(api, json={"undo": True, "why": "a photo"}, headers=headers).get_json()["status"] == "provisional"
    )
    assert client.post(api, json={"expected": 1}, headers=headers).status_code == 412
    assert client.post(api, json={}, headers=headers).get_json()["status"] == "final"
    bruno = {"Authorization": f"Bearer {site.tokens['bruno']}"}
    assert client.post(api, json={"undo": True, "why": "x"}, headers=bruno).status_code == 403


def test_a_dispute_of_a_tournament_by_forms(site: Site) -> None:
    players = ["Anna", "Bruno", "Gino", "Nadia"]
    points = {name: 40 - 7 * place for place, name in enumerate(players)}
    store = site.archive.tournaments
    store.append("autunno", [
        {"kind": "opened", "title": "Autunno", "system": "open"}, *({"kind": "entered", "player": p} for p in players),
        {"kind": "table", "round": 1, "table": "A", "seats": players},
        {"kind": "result", "round": 1, "table": "A", "points": points},
    ])  # fmt: skip
    bruno, arbiter = site.client("bruno"), site.client("arbiter")
    opening = "/disputes/new?tournament=autunno&event=7"
    assert opening.replace("&", "&amp;") in arbiter.get("/tournaments/autunno").text or opening in arbiter.get(
        "/tournaments/autunno").text  # fmt: skip
    done = send(arbiter, opening, "/disputes/new", claim="one point too few", event="7",
                claimant=site.archive.people.find("Bruno"))  # fmt: skip
    assert done.status_code == 303, done.text
    page = done.headers["Location"].partition("/receipt")[0]
    assert bruno.get(page).status_code == 200
    listed = site.client().get("/api/v1/tournaments").get_json()["items"][0]
    standings = site.client().get("/api/v1/tournaments/autunno/standings").get_json()
    assert listed["disputes"] == standings["disputes"] == {"open": 1} and standings["status"] == "provisional"
    assert send(arbiter, "/tournaments/autunno", "/tournaments/autunno/approve", round="1").status_code == 409
    before = {row.player: row.total for row in store.standings("autunno")}
    player = site.archive.people.find("Bruno") or ""
    bad = send(arbiter, page, f"{page}/ruling", outcome="upheld", text="yes", player=player, points="many")
    assert bad.status_code == 422 and 'id="error-ruling-points"' in bad.text
    ruled = send(arbiter, page, f"{page}/ruling", outcome="upheld", text="yes", player=player, points="1", days="0")
    assert ruled.status_code == 303 and store.standings("autunno")[0].total is not None
    assert {row.player: row.total for row in store.standings("autunno")}[player] == before[player] + 1
    assert send(arbiter, page, f"{page}/close", why="no appeal").status_code == 303
    assert site.client().get(f"{page}/decision").status_code == 200
    assert site.client().get(f"{page}/bundle").status_code == 404
    headers = {"Authorization": f"Bearer {site.tokens['arbiter']}"}
    answer = arbiter.post("/api/v1/tournaments/autunno/approval", json={"round": 1}, headers=headers)
    assert answer.get_json()["typed"] == ["A"] and verify(site.archive) == []


def test_days_for_an_appeal_and_the_example_of_the_form(site: Site) -> None:
    arbiter = site.client("arbiter")
    for days, moves in (("", False), ("3", False), ("0", True)):
        page = f"/disputes/{site.opened()}"
        example = re.search(r"(FIX A 12 [^{<]*)\{", unescape(arbiter.get(page).text))
        assert example is not None
        parse_event(example[1] + "{x}")
        done = send(arbiter, page, f"{page}/ruling", outcome="upheld", text="yes", days=days, void="1" * (days == "3"))
        assert done.status_code == 303
        assert (f'action="{page}/close"' in arbiter.get(page).text) == moves
        assert send(arbiter, page, f"{page}/close", why="x").status_code == (303 if moves else 409)
        if days == "3":
            for shown in (page, done.headers["Location"]):
                words = {line.strip() for line in re.findall(r"<li>([^<]*)", site.client().get(shown).text)}
                assert len([line for line in words if "punteggio" in line or "score" in line]) == 2, shown
    page = f"/disputes/{site.opened()}"
    bad = send(arbiter, page, f"{page}/ruling", outcome="upheld", text="yes", reading="foo=bar")
    assert bad.status_code == 422 and 'id="error-ruling-reading"' in bad.text


def test_every_kind_of_line_has_an_example_that_parses() -> None:
    assert {tag for tag, _ in LINE_EXAMPLES} == set(CORRECTION_OPCODES)
    for tag, example in LINE_EXAMPLES:
        assert tag == parse_event(example).TAG


@pytest.mark.parametrize("void", ["", "1"])
def test_a_wrong_line_is_named_by_its_place_in_what_was_typed(site: Site, void: str) -> None:
    page, arbiter = f"/disputes/{site.opened()}", site.client("arbiter")
    lines = "NOTE A about=3 {x}\n\nPEN A R -2 for=3 {y}"
    refused = send(arbiter, page, f"{page}/ruling", outcome="upheld", text="yes", lines=lines, void=void)
    message = re.search(r'id="error-ruling-lines"[^>]*>([^<]*)', refused.text)
    assert refused.status_code == 422 and message is not None
    assert re.findall(r"\d+", message[1])[0] == "3" and "PEN A R -2" in message[1] and "append" not in message[1]


def test_after_an_appeal_the_form_asks_for_no_days(site: Site) -> None:
    dispute, arbiter = site.opened(), site.client("arbiter")
    page, labels = f"/disputes/{dispute}", ("la contestazione è accolta", "the objection is upheld")
    first = arbiter.get(page).text
    assert 'name="days"' in first and any(label in first for label in labels)
    assert send(arbiter, page, f"{page}/ruling", outcome="upheld", text="yes", void="1").status_code == 303
    assert send(site.client("anna"), page, f"{page}/appeal", text="no").status_code == 303
    second = arbiter.get(page).text
    assert 'name="outcome"' in second and 'name="days"' not in second
    assert len(re.findall(r'<label class="choice"><input type="radio"[^>]*> <span>[^<]*<small>', second)) == 3


def test_the_receipt_of_a_ruling_lists_its_lines_and_the_page_what_was_revoked(site: Site) -> None:
    dispute, arbiter = site.opened(), site.client("arbiter")
    page = f"/disputes/{dispute}"
    first = send(arbiter, page, f"{page}/ruling", outcome="upheld", text="yes", void="1")
    assert "VOID A 20 {yes}" in site.client().get(first.headers["Location"]).text
    assert send(site.client("anna"), page, f"{page}/appeal", text="no").status_code == 303
    last = send(arbiter, page, f"{page}/ruling", outcome="rejected", text="no")
    receipt = site.client().get(last.headers["Location"]).text
    assert "FIX A 20" in receipt and "VOID A 20" not in receipt
    blocks = site.client().get(f"{page}?lang=it").text.split('class="card ruling"')[1:]
    assert len(blocks) == 2 and "revocata" in blocks[0] and "revocata" not in blocks[1]
    assert blocks[1].count("punteggio finale") == 1
