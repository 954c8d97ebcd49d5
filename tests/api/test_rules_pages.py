"""Pages of rules: every clause of every variant is there with what the data say of it, and every number leads to it."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_api.pages.rule_links import rule_paths
from plancia_api.pages.rules_pages import changes_of_base, shown_clauses
from plancia_archive import Archive
from plancia_data import case_index, sources, text_in, variant_ids, variant_source
from plancia_replay import compare_rulesets, load_ruleset
from tests import SOAK

LANGUAGES = ("it", "en")
TAGS = re.compile(r"<[^>]+>")


@pytest.fixture(scope="module")
def client(full: Archive) -> FlaskClient:
    return create_app(full, seconds_per_minute=100_000, bulk_per_minute=100_000).test_client()


def text_of(client: FlaskClient, path: str) -> str:
    """The text of a page without tags."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    return unescape(TAGS.sub("", answer.get_data(as_text=True)))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("variant", variant_ids())
def test_a_variant_has_every_clause_with_its_line_reading_and_cases(
    client: FlaskClient, variant: str, lang: str
) -> None:
    source = variant_source(variant)
    text = text_of(client, f"/variants/{variant}?lang={lang}")
    document = sources()[source["variant"]["document"]]
    assert text_in(document["title"], lang) in text
    assert not re.search(r"\w+\.txt\b", text), "the title stands for the name of the file"
    for clause in source["clause"]:
        assert text_in(clause["says"], lang) in text
        for key in ("reworded" if clause.get("reworded") else "reading", "confidence", "silent"):
            assert not clause.get(key) or text_in(clause[key], lang) in text
        if clause.get("line"):
            assert f"{'riga' if lang == 'it' else 'line'} {clause['line']}" in text
        for name in clause.get("use", {}):
            assert name in text
    numbers = re.findall(r'<article class="rule" id="([^"]+)"', client.get(f"/variants/{variant}").text)
    assert numbers == list(dict.fromkeys(clause["rule_id"] for clause in source["clause"]))


def test_the_cases_of_a_rule_are_named_on_its_page(client: FlaskClient) -> None:
    text = text_of(client, "/variants/monopoli")
    for number, files in case_index().items():
        if number.startswith("MON-"):
            own = [file for file in files if file.startswith("tests/cases/monopoli/")] or files
            assert all(file.removeprefix("tests/cases/").removesuffix(".toml") in text for file in own)


def test_every_rule_number_leads_to_its_clause(client: FlaskClient) -> None:
    pages: dict[str, str] = {}
    for place, (number, path) in enumerate(rule_paths().items()):
        page, _, anchor = path.partition("#")
        if page not in pages:
            pages[page] = client.get(page).text
        assert f'id="{anchor}"' in pages[page] and anchor == number
        if place % 5 == 0 or SOAK:  # the addresses are those of one table
            assert client.get(f"/rules/{number}").headers["Location"] == path
    assert set(rule_paths()) == {
        clause["rule_id"] for name in variant_ids() for clause in variant_source(name)["clause"]
    }
    assert rule_paths()["EG-08"] == "/rules#EG-08" and rule_paths()["MON-15"] == "/variants/monopoli#MON-15"
    assert client.get("/rules/XY-99").status_code == 404


def test_no_link_of_these_pages_leads_nowhere(client: FlaskClient) -> None:
    ids: dict[str, set[str]] = {}

    def anchors(page: str) -> set[str]:
        if page not in ids:
            answer = client.get(page)
            assert answer.status_code == 200, page
            ids[page] = set(re.findall(r'\bid="([^"]+)"', answer.text))
        return ids[page]

    for page in ("/rules", "/variants", *(f"/variants/{name}" for name in variant_ids()), "/variants/rcm?with=eg"):
        for target in re.findall(r'href="((?:/rules|/variants)?(?:/[a-z0-9@-]+)?#[^"]+)"', client.get(page).text):
            path, _, anchor = target.partition("#")
            assert anchor in anchors(path or page), f"{page}: {target}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_page_has_the_base_game_and_what_variants_change(client: FlaskClient, lang: str) -> None:
    text = text_of(client, f"/rules?lang={lang}")
    for name in ("eg", "record"):
        assert all(text_in(clause["says"], lang) in text for clause in variant_source(name)["clause"])
    changes = changes_of_base(lang)
    assert ("rcm", "RCM-03") in {entry[:2] for entry in changes["EG-04"]}  # a minimum where the base game has none
    assert all(says in text for entries in changes.values() for _, _, says in entries)


def test_a_choice_is_marked_where_the_variant_names_it(client: FlaskClient) -> None:
    plain = dict(shown_clauses("rcm", "it"))
    chosen = dict(shown_clauses("rcm@1 + hard-stop", "it"))
    assert not any(one.chosen for clauses in plain.values() for one in clauses)
    named = {one.alternative for clauses in chosen.values() for one in clauses if one.chosen}
    assert named == {"hard-stop"}
    by_choice = {one.alternative: one for clauses in plain.values() for one in clauses if one.alternative}
    assert "RCM-08" in by_choice["continent-or-strip"].instead
    assert ("continent-or-strip", "RCM-10g") in plain["RCM-08"][0].choices
    assert client.get("/variants/rcm@1 + hard-stop").status_code == 200


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("first", "second"), [("monopoli", "torneo"), ("rcm", "rcm@1 + hard-stop"), ("eg", "stucchi")])
def test_two_variants_have_every_difference_and_nothing_more(
    client: FlaskClient, first: str, second: str, lang: str
) -> None:
    answer = client.get(f"/variants/{first}", query_string={"with": second, "lang": lang})
    differing, _, shared = answer.text.partition("<details>")
    changes = compare_rulesets(load_ruleset(first), load_ruleset(second))
    entries = [*changes["only_first"], *changes["only_second"]]
    entries += [side for entry in changes["changed"] for side in (entry["first"], entry["second"])]
    plain = unescape(TAGS.sub("", differing))
    assert entries and all(text_in(entry["says"], lang) in plain for entry in entries)
    for entry in changes["changed"]:
        for option, values in entry["options"].items():
            assert differing.count(f"<code>{entry['rule']}.{option} <mark>") >= 2
            if not isinstance(values[0], bool | list):
                assert f"{entry['rule']}.{option} {values[0]}" in plain
    numbers = {entry["rule_id"] for entry in entries}
    assert set(re.findall(r'<strong class="number-of"><a href="[^"]+">([^<]+)<', differing)) == numbers
    assert "mark>" not in shared


def test_equal_variants_have_no_difference(client: FlaskClient) -> None:
    page = client.get("/variants/eg?with=eg&lang=en").text
    assert "judged in the same way" in page and "<mark>" not in page


def test_borders_of_boards_are_told_by_name(client: FlaskClient) -> None:
    assert "Egitto–Medio Oriente" in client.get("/variants/rcm?with=eg&lang=it").text


def test_unknown_variants_are_pages_that_say_so(client: FlaskClient) -> None:
    browser = {"Accept": "text/html"}
    for path, status in (
        ("/variants/nope", 404), ("/variants/rcm@9", 404), ("/variants/rcm@1 + nope", 404),
        ("/variants/rcm?with=nope", 422), ("/rules/nope", 404),
    ):  # fmt: skip
        answer = client.get(path, headers=browser)
        assert (answer.status_code, answer.mimetype) == (status, "text/html"), path


def test_findings_lead_to_their_rule(client: FlaskClient, full: Archive) -> None:
    game = full.resolve("serata-2")
    text = client.get(f"/games/{game}").text
    found = {verdict.rule_id for verdict in full.judgement(game).verdicts}
    assert found and all(f'<a href="{rule_paths()[number]}">{number}, ' in text for number in found)
    dispute = full.disputes.listed()[0].dispute
    assert '<a href="/variants/monopoli#MON-15">MON-15</a>' in client.get(f"/disputes/{dispute}").text
    assert '<a href="/variants/monopoli#MON-15">MON-15</a>' in client.get("/disputes").text
