"""What is chosen and not yet said on the page that records: it outlives a reload and an undo, the head counts it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from plancia_events import Game, format_event
from tests.browser.conftest import LANGUAGES, Opened, settle
from tests.browser.recorded_games import Table, fixture, table
from tests.browser.test_record_page import FIRST_TURN, GAME
from tests.browser.test_record_page import table as paper_table
from tests.browser.test_record_steady import place_first

__all__ = ["table"]  # the fixture
OPEN = "() => window.planciaRecord && planciaRecord.recording.bar"


def open_game(table: Table, game: Game, events: int, lang: str = "en") -> None:
    stored = table.archive.add_game(Game(game.headers, list(game.events[:events]))).game_id
    table.page.goto(f"{table.address}/record/{stored}?lang={lang}")
    table.page.wait_for_function(OPEN)


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.replace(";", " ").split() if word.isdigit()]


@LANGUAGES
def test_what_is_painted_counts_in_the_head_and_outlives_a_reload(table: Table, lang: str) -> None:
    game = fixture("monopoli/objective.rgn")
    first = game.numbers_of("DEAL")[0] - 1
    open_game(table, game, first, lang)
    table.shows("deal")
    page, deal = table.page, game.events[first]
    other = next(letter for letter in game.players if letter != deal.actor)
    table.tap(f".row[role=group] [data-seat={other}]")
    table.tap('[data-count="2"]')
    for code in deal.territories[:3]:
        table.tap_land(code)
    for _ in range(2):
        assert numbers(page.inner_text("#due")) == [3, 7, 39], "those painted, those due, those free"
        assert page.get_attribute("#who", "class") == f"chip p{other}"
        assert page.locator('.counts [aria-pressed=true][data-count="2"]').count() == 1
        shown = page.evaluate("() => planciaRecord.map.parts.size && document.querySelectorAll('.painted').length")
        assert shown == 1 and page.inner_text(".painted").count(" 2") == 3
        page.reload()
        page.wait_for_function(OPEN)
        table.shows("deal")
    table.tap("[data-act=deal]")
    table.settle()
    assert len(table.lines) == first + 1
    page.reload()
    page.wait_for_function(OPEN)
    table.shows("deal")
    assert page.inner_text(".painted") == "", "what is recorded is painted no longer"


def test_a_deal_without_network_is_painted_no_longer_once_it_is_dropped(tmp_path: Path, new_device: Any) -> None:
    deal = GAME.events[2]
    with paper_table(tmp_path, 2) as made:
        page = made.show(new_device().new_page())
        page.wait_for_selector("[data-widget=deal]")
        page.route("**/complete?*", lambda route: route.fulfill(status=503, json={}))
        page.route("**/record?*", lambda route: route.fulfill(status=422, json={"detail": "not so"}))
        for code in deal.territories:
            page.evaluate("code => planciaRecord.tap(code)", code)
        page.locator("[data-act=deal]").click()
        settle(page)
        assert page.evaluate("code => planciaRecord.view.board[code]", deal.territories[0]) == [deal.actor, 1]
        assert page.inner_text(".painted") == "" and numbers(page.inner_text("#due")) == [2, 10, 40]
        page.evaluate("planciaRecord.recording.leave()")
        page.locator(".decision .choices button").last.click()
        page.wait_for_function("code => planciaRecord.view.due.free.includes(code)", arg=deal.territories[0])
        page.wait_for_function("() => document.querySelector('.painted').textContent === ''")
        assert not [key for key in page.evaluate("Object.keys(localStorage)") if "painted" in key]


@pytest.mark.parametrize(("lang", "now", "later"), [("it", "3 armate", "13 altre"), ("en", "3 armies", "13 others")])
def test_the_armies_due_now_come_first_and_outlive_a_reload(table: Table, lang: str, now: str, later: str) -> None:
    game = fixture("torneo/objective.rgn")
    events = list(game.events)
    place = next(number for number, event in enumerate(events) if event.TAG == "SET")
    open_game(table, game, place, lang)
    table.shows("place")
    page, placed = table.page, events[place]
    ask = page.inner_text("[data-widget=place] .ask")
    assert now in ask and later in ask and ask.index(now) < ask.index(later)
    head = numbers(page.inner_text("#due").replace(",", " "))
    assert head[:2] == [3, 16], "what is due now, then what is left"
    other = next(letter for letter in game.players if letter != placed.actor)
    table.tap(f".row[role=group] [data-seat={other}]")
    assert now in page.inner_text("[data-widget=place] .ask"), "of another player too"
    table.tap(f".row[role=group] [data-seat={placed.actor}]")
    codes = [code for code, count in placed.items for _ in range(count)]
    for code in codes[:2]:
        table.tap_land(code)
    page.reload()
    page.wait_for_function(OPEN)
    table.shows("place")
    table.tap_land(codes[2])
    table.settle()
    assert table.lines[-1] == format_event(placed)


@pytest.mark.parametrize("stored_first", [False, True])
def test_undo_keeps_the_attack_that_still_applies(tmp_path: Path, open_page: Opened, stored_first: bool) -> None:
    with paper_table(tmp_path, FIRST_TURN) as made:
        page = made.open(open_page, phone=True)
        place_first(page)
        page.evaluate("planciaRecord.tap('ALA'); planciaRecord.tap('TNO')")
        for face in (6, 2, 1, 5, 1):  # a conquest, after which there is no attack to go on with
            page.locator(f'[data-face="{face}"]').click()
        settle(page)
        if stored_first:
            page.evaluate("planciaRecord.say('passano 3').then(() => 0)")
            page.evaluate("planciaRecord.tap('SCA'); planciaRecord.tap('ISL')")
            for face in (5, 4, 3, 5, 5):
                page.locator(f'[data-face="{face}"]').click()
            settle(page)
        page.locator("#undo").tap()
        page.wait_for_function("() => !planciaRecord.recording.held")
        chosen = page.evaluate("[planciaRecord.draft.source, planciaRecord.draft.target]")
        assert chosen == (["SCA", "ISL"] if stored_first else ["ALA", "TNO"])
        assert page.locator("[data-face]").count() == 6
