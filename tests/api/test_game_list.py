"""The list of games, and the way from "Object to a result" to one move of one game."""

from __future__ import annotations

import re

import pytest

from plancia_api.pages import game_list
from plancia_events import read
from tests.api.dispute_site import Site, fields_of, opened_site
from tests.api.test_start_page import record


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    made = opened_site(tmp_path_factory.mktemp("list"))
    for number in range(4):
        day, players = f"2026-03-0{number + 1}", ("Zeno", "Bruno")
        lines = record(f"Coppa {number}", "Milano", day, players, "OVER * points winner=R")
        made.archive.add_game(read(lines).games[0])
    return made


def listed(text: str) -> list[str]:
    """The addresses of the games of a list."""
    return re.findall(r'<tr><td><a href="(/games/[^"]+)">', text)


def test_every_game_is_in_the_list_page_after_page(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_list, "GAMES_A_PAGE", 2)
    address, seen, pages = "/games", list[str](), 0
    while address:
        pages += 1
        text = site.client().get(address).text
        seen += listed(text)
        more = re.search(r'rel="next" class="button" href="([^"]+)"', text)
        address = f"/games{more[1]}" if more else ""
    assert pages == 3 and sorted(seen) == sorted(f"/games/{game}" for game in site.archive.game_ids())
    assert site.client().get("/games?after=none").status_code == 400


def test_the_list_is_searched_and_filtered_and_stands_in_the_navigation(site: Site) -> None:
    found = site.client().get("/games?q=coppa&until=2026-03-02").text
    assert len(listed(found)) == 2 and "<details open><summary>" in found
    nav = re.search(r"<nav.*?</nav>", found, re.S)
    assert nav and 'href="/games" aria-current="page"' in nav[0]
    assert "<nav" in site.client().get("/").text and 'action="/games"' in site.client().get("/").text


def test_somebody_who_objects_is_led_to_the_moves_of_a_game(site: Site) -> None:
    start = site.client().get("/disputes/new").text
    assert sorted(listed(start)) == sorted(f"/games/{game}?object#pick" for game in site.archive.game_ids())
    assert listed(site.client().get("/disputes/new?q=coppa+3").text) != listed(start)
    game = site.client().get(f"/games/{site.game}?object").text
    moves = re.findall(r'<li id="e(\d+)".*?<a class="o" href="/disputes/new\?game=(\w+)&amp;event=(\d+)">', game, re.S)
    assert len(moves) == len(site.archive.game(site.game).events)
    assert all(line == event and of == site.game for line, of, event in moves)
    assert 'id="pick"' in game and 'id="pick"' not in site.client().get(f"/games/{site.game}").text


def test_the_button_takes_the_move_of_the_address_and_says_which(site: Site) -> None:
    def button(query: str) -> str:
        found = re.search(r'<a class="button" id="object" href="([^"]+)">([^<]+)</a>',
                          site.client().get(f"/games/{site.game}{query}").text)  # fmt: skip
        assert found
        return f"{found[1]} {found[2]}"

    assert "event=20" in button("?at=20") and "20" in button("?at=20").partition(" ")[2]
    assert "event=" not in button("") and f"/games/{site.game}?object#pick" in button("")


def test_the_form_tells_the_move_in_a_sentence_with_names(site: Site) -> None:
    events = site.archive.game(site.game).events
    attack = next(number for number, event in enumerate(events, 1) if event.TAG == "ATT")
    text = site.client("bruno").get(f"/disputes/new?game={site.game}&event={attack}").text
    card = re.search(r'<div class="card">.*?</div>', text, re.S)
    assert card and str(attack) in card[0] and re.search("Anna|Bruno|Gino|Nadia", card[0])
    plain = re.sub(r"<details.*?</details>", "", card[0], flags=re.S)
    assert not re.search(r"\b[A-Z]{3}>[A-Z]{3}\b|\bATT\b", plain) and re.search(r"<details.*<code>ATT", card[0], re.S)
    whole = site.client("bruno").get(f"/disputes/new?game={site.game}").text
    assert f'href="/games/{site.game}?object#pick"' in whole and fields_of(whole)["game"] == site.game


def test_a_final_game_offers_no_objection(site: Site) -> None:
    with site.archive.writing():
        site.archive.approvals.approve(site.game, None)
    text = site.client().get(f"/games/{site.game}?object").text
    assert 'class="o"' not in text and 'id="object"' not in text and 'id="pick"' in text
