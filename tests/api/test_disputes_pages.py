"""Forms of disputes from the objection to the end: values that are wrong, stale or sent twice."""

from __future__ import annotations

import hashlib
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from plancia_api.auth import SESSION_COOKIE
from plancia_api.shown_names import PRIVATE
from plancia_archive.evidence.qr_codes import qr_text
from plancia_archive.integrity.verify import verify
from plancia_data import citation, messages, text_in
from plancia_replay.text.spoken_sources import spoken_citation
from tests.api.dispute_site import PHOTO, Site, fields_of, hidden, photo, send


def test_what_is_known_is_not_asked_again_and_the_receipt_says_what_was_written(site: Site) -> None:
    client = site.client("bruno")
    page = client.get(f"/disputes/new?game={site.game}&event=20").text
    assert '<input type="hidden" name="event" value="20">' in page and 'id="event"' not in page
    assert '<select id="claimant"' not in page and 'name="token"' not in page
    wrong = send(client, f"/disputes/new?game={site.game}&event=20", "/disputes/new", claim="x", event="9999")
    assert wrong.status_code == 422 and re.search(r'<input id="event"[^>]*value="9999"', wrong.text)
    done = send(client, f"/disputes/new?game={site.game}&event=20", "/disputes/new", claim="two <dice>", event="20")
    receipt = client.get(done.headers["Location"] + "?lang=en").text
    proof = receipt.index('class="qr"')
    assert receipt.index('id="told">two &lt;dice&gt;<') < proof
    assert "Bruno" in receipt[:proof] and "p_" not in receipt[:proof]
    sentence = page.partition('<div class="card"><strong>')[2].partition("<p>")[2].partition("</p>")[0]
    assert sentence and client.get(done.headers["Location"] + "?lang=it").text.index(sentence) < proof


@pytest.mark.parametrize("lang", ["it", "en"])
def test_receipt_and_page_show_the_rule_in_words_with_its_source(site: Site, lang: str) -> None:
    rules = site.archive.rules_of(site.archive.game(site.game))
    clause = next(one for one in rules.content["clauses"] if one["line"] and one["document"] != "notation")
    number = clause["rule_id"]
    named = site.archive.disputes.open("x", "R", game=site.game, event=20, rule=number).id
    other = site.archive.disputes.open("y", "R", game=site.game, event=20, rule="STU-52").id  # not of this game
    source = spoken_citation(citation(clause["document"], clause["line"], number), lang)
    for page in (f"/disputes/{named}", f"/disputes/{named}/receipt/1"):
        shown = (
            unescape(site.client().get(f"{page}?lang={lang}").text).partition('class="facts"')[2].partition("</dl>")[0]
        )
        assert text_in(clause["says"], lang) in shown and f">{number}, {source}</a>" in shown, page
    assert ">STU-52</a>" in site.client().get(f"/disputes/{other}/receipt/1?lang={lang}").text


def test_an_objection_with_a_photo_from_a_browser_without_session(site: Site) -> None:
    client = site.client()
    page = f"/disputes/new?game={site.game}&event=20"
    fields = {"claim": "Anna attacked twice", "rule": "MON-15", "photo": photo(), "token": "plk_wrong"}
    refused = send(client, page, "/disputes/new", **fields)
    assert refused.status_code == 401 and "Anna attacked twice" in refused.text and 'id="error-token"' in refused.text
    assert site.archive.disputes.listed() == [] and client.get_cookie(SESSION_COOKIE) is None
    both = send(client, page, "/disputes/new", **{**fields, "photo": photo(), "event": "9999"})
    assert both.status_code == 401 and 'id="error-token"' in both.text and 'id="error-event"' in both.text
    done = send(client, page, "/disputes/new", **{**fields, "photo": photo(), "token": site.tokens["bruno"]})
    row = site.archive.disputes.listed()[0]
    assert done.status_code == 303 and done.headers["Location"] == f"/disputes/{row.dispute}/receipt/1"
    receipt = client.get(done.headers["Location"]).text
    assert site.archive.checkpoints.head().origin in unescape(receipt) and row.dispute in receipt
    line = site.archive.disputes.get(row.dispute).of_kind("evidence")[0]
    assert line["sha256"] == hashlib.sha256(PHOTO).hexdigest() and line["media"] == "image/jpeg"
    assert client.get(f"/disputes/{row.dispute}/files/{line['sha256']}").data == PHOTO
    assert site.client().get(f"/disputes/{row.dispute}/files/{line['sha256']}").status_code == 401
    assert site.client("zeno").get(f"/disputes/{row.dispute}/files/{line['sha256']}").status_code == 403
    cookie = client.get_cookie(SESSION_COOKIE)
    assert cookie is not None and cookie.http_only and cookie.same_site == "Strict"
    assert verify(site.archive) == []


@pytest.mark.parametrize(
    ("wrong", "errors"),
    [({"claim": " "}, ["claim"]), ({"event": "999"}, ["event"]), ({"claim": "", "event": "999"}, ["claim", "event"]),
     ({"claimant": "R"}, ["claimant"]), ({"event": "", "photo": None}, ["photo"]),
     ({"claim": "", "photo": None}, ["claim", "photo"])],
)  # fmt: skip
def test_a_form_that_comes_back_to_a_new_session_can_be_sent(
    site: Site, wrong: dict[str, Any], errors: list[str]
) -> None:
    client = site.client("bruno" if "photo" in wrong else "")  # a script signs in before a large file is sent
    page = f"/disputes/new?game={site.game}&event=20"
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
    assert mended.status_code == 303 and site.archive.disputes.get(row.dispute).claimant == bruno


def test_a_stale_form_comes_back_with_what_was_typed(site: Site) -> None:
    client, page = site.client("anna"), f"/disputes/new?game={site.game}&event=20"
    old = hidden(client, page)
    assert client.post("/sign-in", data={"token": site.tokens["bruno"], "next": "/"}).status_code == 303
    typed = {"event": "20", "claim": "my long text"}
    back = client.post("/disputes/new", data={**old, **typed, "claimant": ""})
    assert back.status_code == 403 and "my long text" in back.text and site.archive.disputes.listed() == []
    assert client.post("/disputes/new", data={**fields_of(back.text), **typed}).status_code == 303
    path = f"/disputes/{site.archive.disputes.listed()[0].dispute}"
    assert client.post("/sign-in", data={"token": site.tokens["anna"], "next": "/"}).status_code == 303
    late = client.post(f"{path}/answer", data={"csrf": "stale", "text": "an answer typed"})
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
    files = ({"photo": photo(), "file": photo(b"a note", "note.txt")} for _ in range(2))
    first, second = (client.post("/disputes/new", data={**fields, **both}) for both in files)
    assert first.headers["Location"] == second.headers["Location"]
    (row,) = site.archive.disputes.listed()
    assert row.lines == 3, "the objection and each file once"
    several = {**fields, **hidden(client, f"/disputes/new?game={site.game}&event=20"), "photo": [photo(), photo(b"b")]}
    refused = client.post("/disputes/new", data=several)
    assert (
        refused.status_code == 422 and 'id="error-photo"' in refused.text and len(site.archive.disputes.listed()) == 1
    )


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
    if field == "claim":
        assert (str(messages("pages", "it")["empty"]) in answer.text) == (not fields["claim"])
    assert site.archive.last_index() == before


def test_the_objector_answers_only_after_somebody_else(site: Site) -> None:
    dispute, bruno, anna = site.opened(), site.client("bruno"), site.client("anna")
    form = f'action="/disputes/{dispute}/answer"'
    assert form not in bruno.get(f"/disputes/{dispute}").text and form in anna.get(f"/disputes/{dispute}").text
    site.archive.disputes.add_evidence(dispute, PHOTO, "the sheet", "B")
    assert form not in bruno.get(f"/disputes/{dispute}").text
    site.archive.disputes.add(dispute, {"kind": "answer", "by": "Anna", "text": "no"})
    assert form in bruno.get(f"/disputes/{dispute}").text


def test_a_bundle_has_names_where_they_are_asked_for_and_shown(site: Site) -> None:
    page, arbiter = f"/disputes/{site.opened()}", site.client("arbiter")
    path = f"{page}/bundle"
    assert f'href="{path}?names=1"' in arbiter.get(page).text and "people" not in arbiter.get(path).get_json()
    named = arbiter.get(f"{path}?names=1").get_json()["people"]
    assert {person["record"]["name"] for person in named.values()} >= {"Anna", "Bruno"}
    PRIVATE.keep(site.app, True)
    site.tokens["blind"] = site.archive.tokens.grant("blind", "arbiter", {"names": False}, None)[1]
    blind = site.client("blind")
    assert blind.get(f"{path}?names=1").get_json()["streams"] and "names=1" not in blind.get(page).text
    assert "people" not in blind.get(f"{path}?names=1").get_json()


def test_what_was_typed_stays_where_it_may_no_more_be_sent(site: Site) -> None:
    page = f"/disputes/{site.opened()}"
    anna = site.client("anna")
    fields = hidden(anna, page)
    site.archive.disputes.rule(page.rpartition("/")[2], "rejected", "three dice", arbiter="Ada")
    back = anna.post(f"{page}/answer", data={**fields, "text": "there were <two>"})
    assert back.status_code == 409 and 'id="typed-text" readonly>there were &lt;two&gt;</textarea>' in back.text
    assert 'role="alert"' in back.text


def test_the_decision_in_markdown_has_head_code_and_address(site: Site) -> None:
    dispute = site.opened()
    headers = {"Authorization": f"Bearer {site.tokens['arbiter']}", "Accept": "text/markdown"}
    text = site.client().get(f"/api/v1/disputes/{dispute}/decision.md", headers=headers).get_data(as_text=True)
    head = site.archive.checkpoints.head().head()
    assert f"    {head}" in text and f"http://localhost/disputes/{dispute}" in text.replace("\\", "")
    rows = [line[4:] for line in text.splitlines() if line.startswith("    ") and set(line) <= set(" █▀▄")]
    code = [f"    {line}" for line in qr_text(head, on_paper=True).splitlines() if line.strip()]
    assert code and all(line in text for line in code) and len(rows) >= len(code)
