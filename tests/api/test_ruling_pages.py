"""Pages and forms of rulings, receipts and approvals of disputes."""

from __future__ import annotations

import re
from html import unescape

import pytest

from plancia_api.pages.dispute_pages import LINE_EXAMPLES
from plancia_archive.disputes.judged_effect import selectable_readings
from plancia_archive.disputes.lines import CORRECTION_OPCODES
from plancia_archive.integrity.verify import verify
from plancia_data import messages
from plancia_events import parse_event
from tests.api.dispute_site import Site, hidden, send


def test_receipt_and_decision_say_who_a_reference_is_where_names_are_shown(site: Site) -> None:
    dispute = site.opened()
    seats = site.archive.game(site.game).players.values()
    people = {site.archive.people.name(one): one for one in seats if one.startswith("p_")}
    assert people
    forms = {f"/disputes/{dispute}/receipt/1": "{}: <code>{}</code>", f"/disputes/{dispute}/decision": "{} = {}"}
    for page, form in forms.items():
        shown = site.client("bruno").get(page).text
        assert all(form.format(name, reference) in shown for name, reference in people.items()), page


def test_approval_by_page_and_by_api(site: Site) -> None:
    dispute, client = site.opened(), site.client("arbiter")
    page, headers = f"/games/{site.game}", {"Authorization": f"Bearer {site.tokens['arbiter']}"}
    fields = {**hidden(client, f"/disputes/{dispute}"), "expected": str(site.archive.version(site.game))}
    assert client.post(f"{page}/approve", data=fields).status_code == 409
    assert site.client().get(f"/api/v1/games/{site.game}").get_json()["disputes"] == {"open": 1}
    site.archive.disputes.add(dispute, {"kind": "withdrawn", "why": "no"})
    assert client.post(f"{page}/approve", data={**fields, "expected": "1"}).status_code == 412
    unseen = {name: value for name, value in fields.items() if name != "expected"}
    assert client.post(f"{page}/approve", data=unseen).status_code == 412, "a version that no page showed"
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
    about_entry = arbiter.get("/disputes/new?tournament=autunno&event=2").text  # that Anna was entered, no result
    assert str(messages("start", "it")["news.tournament.entered"]) in unescape(about_entry)
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
    select = re.search(r'<select id="ruling-reading".*?</select>', arbiter.get(page).text)
    assert select is not None
    choices = dict(re.findall(r'<option value="([^"]+)"[^>]*>([^<]*)', unescape(select[0])))
    assert list(choices) == selectable_readings(site.archive.log, site.archive.disputes.get(page.rpartition("/")[2]))
    name, words = next(iter(choices.items()))
    assert send(arbiter, page, f"{page}/ruling", outcome="upheld", text="yes", reading=name).status_code == 303
    shown = unescape(site.client().get(page).text)
    assert words in shown and name not in shown


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


def test_a_ruling_is_previewed_on_its_page_and_over_http(site: Site) -> None:
    page, arbiter, before = f"/disputes/{site.opened()}", site.client("arbiter"), site.archive.last_index()
    fields = {"outcome": "upheld", "text": "two dice", "void": "1", "days": "3"}
    seen = send(arbiter, page, f"{page}/ruling", preview="1", **fields)
    shown = unescape(seen.text)
    assert seen.status_code == 200 and site.archive.last_index() == before
    assert 'id="preview"' in shown and "two dice\u201d" in shown and 'role="alert"' not in shown
    assert re.search(r'<textarea id="ruling-text"[^>]*>two dice<', shown), "what was typed stays"
    refused = send(arbiter, page, f"{page}/ruling", preview="1", **{**fields, "lines": "FIX 3"})
    assert (
        refused.status_code == 422 and 'id="error-ruling-lines"' in refused.text and 'id="preview"' not in refused.text
    )
    assert send(site.client("anna"), page, f"{page}/ruling", preview="1", **fields).status_code == 403
    body = {"outcome": "upheld", "text": "two dice", "lines": ["VOID A 20 {two dice}"]}
    headers = {"Authorization": f"Bearer {site.tokens['arbiter']}"}
    answer = arbiter.post(f"/api/v1{page}/ruling?dry_run=true", json=body, headers=headers)
    data = answer.get_json()
    assert answer.status_code == 200 and data["dry_run"] and site.archive.last_index() == before
    assert data["effect"]["lines"] == body["lines"] and set(data["changes"]) >= {"gone", "conflicts", "scores"}
    assert send(arbiter, page, f"{page}/ruling", **fields).status_code == 303
    ruling = site.archive.disputes.get(page.rpartition("/")[2]).ruling
    assert ruling and ruling["effect"] == data["effect"]


def test_the_address_of_a_form_that_came_back_leads_to_the_dispute(site: Site) -> None:
    page = f"/disputes/{site.opened()}"
    for action in ("answer", "appeal", "close", "withdraw", "evidence", "ruling"):
        answer = site.client().get(f"{page}/{action}?lang=en")
        assert answer.status_code == 303 and answer.headers["Location"] == f"{page}?lang=en", action
    assert site.client().get("/disputes/d_00000000/ruling").status_code == 404
