"""Pages of disputes speak to players: titles for ids, files and QR codes on receipts, roles, refusals with advice."""

from __future__ import annotations

import hashlib
import re
from html import unescape

import pytest

from plancia_api import create_app
from plancia_archive.disputes.decision import render_decision
from plancia_archive.evidence.qr_codes import qr_svg_inline
from plancia_data import messages
from plancia_replay.text.sentences import vocabulary
from tests.api.dispute_site import PHOTO, Site, hidden, photo, send

LANGUAGES = ("it", "en")
PNG = b"\x89PNG\r\n\x1a\n" + bytes(60)


def objected(site: Site, data: bytes = PNG) -> str:
    """A dispute opened by Bruno on the page, with a photo."""
    path = f"/disputes/new?game={site.game}&event=20"
    fields = {"claim": "two dice", "photo": photo(data), "about": "the sheet"}
    answer = send(site.client("bruno"), path, "/disputes/new", **fields)
    assert answer.status_code == 303, answer.get_data(as_text=True)
    return str(re.findall(r"d_[0-9A-Z]{8}", answer.headers["Location"])[0])


def without_addresses(text: str) -> str:
    """A page without attributes and without what stands small beside a title."""
    return re.sub(r"<code>.*?</code>|<[^>]*>", " ", text.partition("<main")[2])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_page_of_a_dispute_has_an_id_as_its_title(site: Site, lang: str) -> None:
    dispute = objected(site)
    client = site.client("bruno")
    for path in ("/disputes", f"/disputes?game={site.game}", f"/disputes/{dispute}", f"/disputes/{dispute}/receipt/1",
                 f"/disputes/new?game={site.game}&event=3"):  # fmt: skip
        text = client.get(path, query_string={"lang": lang} if "?" not in path else None).get_data(as_text=True)
        assert not re.findall(r"\b[gd]_[0-9a-zA-Z]{8,}", without_addresses(text)), path
        assert "Bruno" in text and not re.findall(r"<title>[^<]*[gd]_", text)
    for form in ("md", "html"):
        title = render_decision(site.archive, dispute, lang, str, form).split("\n##" if form == "md" else "<h2>")[0]
        assert dispute not in title and site.game not in title


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_page_shows_names_of_files_or_lines_of_the_notation(site: Site, lang: str) -> None:
    dispute = objected(site)
    site.archive.disputes.rule(dispute, "upheld", "two dice", lines=["VOID A 20 {two dice}"], arbiter="Ada")
    site.archive.tournaments.append("t", [{"kind": "opened", "title": "T", "system": "monopoli"}])
    client = site.client("bruno")
    for path in (f"/disputes/{dispute}", f"/disputes/{dispute}/receipt/1", f"/disputes/{dispute}/receipt/3",
                 f"/games/{site.game}", f"/games/{site.game}?at=20", f"/disputes/new?game={site.game}&event=3",
                 "/tournaments/t", "/disputes/new", "/games"):  # fmt: skip
        text = client.get(path, headers={"Accept-Language": lang}).get_data(as_text=True).partition("<main")[2]
        unfolded = re.sub(r'<details class="(?:code|raw)">.*?</details>|<script.*?</script>', " ", text, flags=re.S)
        seen = unescape(re.sub(r"<[^>]*>", " ", unfolded))
        assert not re.findall(r"\b\w+\.(?:txt|md|html|toml)\b|\bdocs/|\b[A-Z]{3}>[A-Z]{3}\b|\bVOID\b", seen), path


@pytest.mark.parametrize("lang", LANGUAGES)
def test_scores_have_colours_where_names_are_hidden(site: Site, lang: str) -> None:
    dispute = objected(site)
    site.archive.disputes.rule(dispute, "upheld", "two dice", lines=["VOID A 20 {two dice}"], arbiter="Ada")
    private = create_app(site.archive, private=True).test_client()
    text = private.get(f"/disputes/{dispute}?lang={lang}").get_data(as_text=True)
    colour = str(vocabulary(lang)["colour.R"])
    assert not re.findall(r"p_[0-9A-Z]{8} \(", text) and re.search(rf"{colour} \d", text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_receipt_of_an_objection_has_its_photo_and_the_head_as_qr_code(site: Site, lang: str) -> None:
    dispute = objected(site)
    text = site.client("bruno").get(f"/disputes/{dispute}/receipt/1?lang={lang}").get_data(as_text=True)
    (head,) = re.findall(r"<pre>([^<]+)</pre>", text)
    assert qr_svg_inline(unescape(head)) in text
    digest = hashlib.sha256(PNG).hexdigest()
    assert digest in text and "the sheet" in text and f"{len(PNG)} " in text and "image/png" in text
    assert f'<img src="/disputes/{dispute}/files/{digest}/picture"' in text
    stranger = site.client().get(f"/disputes/{dispute}/receipt/1?lang={lang}").get_data(as_text=True)
    assert digest in stranger and "<img" not in stranger
    site.archive.disputes.add(dispute, {"kind": "answer", "by": "Anna", "text": "no"})
    site.archive.disputes.add_evidence(dispute, PHOTO, "later", "Bruno")
    again = site.client("bruno").get(f"/disputes/{dispute}/receipt/1?lang={lang}").get_data(as_text=True)
    assert hashlib.sha256(PHOTO).hexdigest() not in again, "a file of another line"


def test_a_photo_is_shown_as_a_picture_and_nothing_else_is(site: Site) -> None:
    dispute = objected(site)
    client, digest = site.client("bruno"), hashlib.sha256(PNG).hexdigest()
    answer = client.get(f"/disputes/{dispute}/files/{digest}/picture")
    assert (answer.status_code, answer.mimetype, answer.get_data()) == (200, "image/png", PNG)
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert site.client().get(f"/disputes/{dispute}/files/{digest}/picture").status_code == 401
    markup = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
    site.archive.disputes.add_evidence(dispute, markup, "x", "Bruno", media="image/png", name="x.png")
    assert client.get(f"/disputes/{dispute}/files/{hashlib.sha256(markup).hexdigest()}/picture").status_code == 404
    page = client.get(f"/disputes/{dispute}")
    assert "img-src 'self'" in page.headers["Content-Security-Policy"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_enters_a_line_for_another_is_named_by_role(site: Site, lang: str) -> None:
    dispute = objected(site)
    path = f"/disputes/{dispute}"
    assert send(site.client("arbiter"), path, f"{path}/answer", by="B", text="yes").status_code == 303
    words = messages("pages", lang)
    entered = words["entered-by"].format(role=words["role.arbiter"])
    text = site.client().get(f"{path}?lang={lang}").get_data(as_text=True)
    assert text.count(entered) == 1, "of the answer, not of the objection that the player sent"
    said = render_decision(site.archive, dispute, lang, str)
    columns, say = messages("columns", lang), messages("disputes", lang)
    assert say["entered-by"].format(role=columns["role=arbiter"]) in said and columns["role=player"] in said
    if lang == "it":
        assert not re.findall(r"\b(player|arbiter|illegal|undecidable)\b", said)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_badges_are_of_one_dispute_and_filters_of_many(site: Site, lang: str) -> None:
    objected(site)
    words = messages("pages", lang)
    text = site.client().get(f"/disputes?lang={lang}").get_data(as_text=True)
    assert f'<span class="badge disputed">{words["badge.open"]}</span>' in text
    assert {key.partition(".")[2] for key in words if key.startswith("badge.")} == {
        "open", "ruled", "appealed", "decided", "closed", "withdrawn"}  # fmt: skip


def test_the_form_offers_rules_of_the_variant_by_topic(site: Site) -> None:
    text = site.client("bruno").get(f"/disputes/new?game={site.game}&event=1").get_data(as_text=True)
    (select,) = re.findall(r'<select id="rule".*?</select>', text, re.S)
    offered = re.findall(r'<option value="([A-Z]+-\d+)"', select)
    assert offered and {rule.partition("-")[0] for rule in offered} == {"MON"} and len(offered) == len(set(offered))
    topics = re.findall(r'<optgroup label="([^"]+)"', select)
    assert len(topics) > 5 and all(len(group.split("<option")) > 1 for group in select.split("<optgroup")[1:])
    cited = site.client("bruno").get(f"/disputes/new?game={site.game}&event=1&rule=EG-08").get_data(as_text=True)
    assert '<option value="EG-08"' in cited


@pytest.mark.parametrize("lang", LANGUAGES)
def test_errors_are_pages_with_words_and_a_way_on(site: Site, lang: str) -> None:
    client, words = site.client("bruno"), messages("page_refusals", lang)
    html = {"Accept": "text/html"}
    cases = (("/disputes/d_00000000", "no-dispute"), ("/games/g_1", "no-game"), ("/nothing", "not-found"))
    for path, reason in cases:
        text = unescape(client.get(f"{path}?lang={lang}", headers=html).get_data(as_text=True))
        assert f"<h1>{words['title.not-found']}</h1>" in text and words[reason] in text
        assert "plancia dispute" not in text and 'class="button" href="/"' in text
    path = f"/disputes/{objected(site)}"
    reader = site.client("reader")
    outside = reader.post(f"{path}/close?lang={lang}", data=hidden(reader, path), headers=html)
    assert outside.status_code == 403 and words["role"] in unescape(outside.get_data(as_text=True))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_button_that_is_refused_says_what_happened_and_what_to_do(site: Site, lang: str) -> None:
    client, path = site.client("arbiter"), f"/games/{site.game}"
    words, refusals = messages("pages", lang), messages("page_refusals", lang)
    fields = hidden(client, path)

    def pressed(**changed: str) -> tuple[int, str]:
        answer = client.post(f"{path}/approve?lang={lang}", data={**fields, **changed})
        return answer.status_code, unescape(answer.get_data(as_text=True))

    status, text = pressed(csrf="0" * 40)
    assert status == 403 and words["stale-approval"] in text and f'href="{path}"' in text
    assert site.archive.approvals.get(site.game) is None
    status, text = pressed(expected="1")
    assert status == 412 and refusals["conflict"] in text
    assert pressed()[0] == 303
    status, text = pressed()
    assert status == 409 and refusals["approved"] in text and "--undo" not in text and "plancia approve" not in text
    status, text = pressed(undo="1", why="a <b>photo</b>", csrf="")
    assert (
        status == 403 and "a <b>photo</b>" in text and "a <b>photo</b>" not in client.get(path).get_data(as_text=True)
    )
    signed_out = site.client().post(f"{path}/approve?lang={lang}", data=fields)
    assert signed_out.status_code == 401 and "/sign-in?next=" in signed_out.get_data(as_text=True)
    assert client.post(f"{path}/approve", data={**hidden(client, path), "why": "a photo"}).status_code == 303
    assert site.archive.approvals.get(site.game) is None, "the button of the page reopens it"


def test_a_player_confirms_the_version_that_the_page_showed(site: Site) -> None:
    client, page = site.client("bruno"), f"/record/{site.game}/result"
    site.archive.append(site.game, ["OVER * time"], None)
    fields = hidden(client, page)
    version = site.archive.append(site.game, ["NOTE A {late}"], None).version
    refused = client.post(f"/record/{site.game}/confirm?lang=en", data=fields)
    assert refused.status_code == 412 and "then approve or confirm" in refused.text and f'href="{page}"' in refused.text
    assert not site.archive.confirmations.list_for_game(site.game)
    done = client.post(f"/record/{site.game}/confirm", data=hidden(client, page))
    assert done.status_code == 303 and done.headers["Location"].endswith(page)
    assert [line["version"] for line in site.archive.confirmations.list_for_game(site.game)] == [version]


def test_the_words_of_refusals_name_no_command_and_are_in_both_languages() -> None:
    english, italian = (messages("page_refusals", lang) for lang in ("en", "it"))
    assert english.keys() == italian.keys()
    for text in (*english.values(), *italian.values()):
        assert "plancia " not in text and "{" not in text
