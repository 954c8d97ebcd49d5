"""The page for the wall: it fits the width of A4 at every number of rounds, and renews itself on a screen."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from plancia_api import create_app
from plancia_archive import Archive
from tests.browser.conftest import LANGUAGES, Opened, served

PLAYERS = ["Anna Maria Castellammare", "Massimiliano Quattrocchi", "Bartolomeo Degli Esposti", "Ida Re"]
POINTS = ("218.75", "134.25", "121.75", "109.5")
ROUNDS = 14
UPRIGHT, ACROSS = 182, 269  # millimetres of A4 within margins of 14
MILLIMETRE = 96 / 25.4  # in pixels of CSS


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    archive = Archive.open(tmp_path_factory.mktemp("wall") / "a.db", create=True)
    archive.tournaments.append("lungo", [
        {"kind": "opened", "title": "Campionato", "system": "rcm"},
        *({"kind": "entered", "player": one} for one in PLAYERS),
        *(event for number in range(1, ROUNDS + 1) for event in (
            {"kind": "table", "round": number, "table": "A", "seats": PLAYERS},
            {"kind": "result", "round": number, "table": "A", "points": dict(zip(PLAYERS, POINTS, strict=True))})),
    ])  # fmt: skip
    with served(create_app(archive, seconds_per_minute=100_000)) as found:
        yield found


@LANGUAGES
def test_the_standings_fit_the_paper(address: str, open_page: Opened, lang: str) -> None:
    page = open_page(f"{address}/tournaments/lungo/wall?lang={lang}")
    page.emulate_media(media="print")
    for number in range(1, ROUNDS + 1):
        page.goto(f"{address}/tournaments/lungo/wall?lang={lang}&round={number}")
        is_across = re.search(rb"/MediaBox ?\[0 0 8[0-9.]+ 5", page.pdf(prefer_css_page_size=True)) is not None
        assert is_across == (5 < number <= 12), number
        width = int((ACROSS if is_across else UPRIGHT) * MILLIMETRE)
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.querySelector('.ranking').offsetWidth") <= width, number
        assert page.evaluate("document.documentElement.scrollWidth") <= width, number


def test_the_page_on_a_screen_renews_itself_and_says_when_it_cannot(archive: Archive, open_page: Opened) -> None:
    archive.tournaments.append("uno", [
        {"kind": "opened", "title": "Coppa", "system": "rcm"}, *({"kind": "entered", "player": one} for one in PLAYERS),
        {"kind": "table", "round": 1, "table": "A", "seats": PLAYERS},
    ])  # fmt: skip
    with served(create_app(archive, seconds_per_minute=100_000)) as address:
        page = open_page(f"{address}/tournaments/uno/wall?lang=it")
        page.clock.install()
        page.reload()
        assert page.locator(".seats li").count() == 4
        assert page.locator("#renewed").inner_text() == "Questa pagina si aggiorna da sola."
        points = dict(zip(PLAYERS, POINTS, strict=True))
        archive.tournaments.append("uno", [{"kind": "result", "round": 1, "table": "A", "points": points}])
        page.clock.fast_forward(10_500)
        page.locator(".ranking td", has_text="218,75").first.wait_for()
        assert page.locator(".seats").count() == 0, "the round is played"
        page.evaluate("() => { window.asked = fetch; window.fetch = async () => { throw new TypeError('offline'); }; }")
        page.clock.fast_forward(10_500)
        page.locator("#renewed.error").wait_for()
        assert page.locator(".ranking td", has_text="218,75").count() > 0, "what was shown stays"
        page.evaluate("() => { window.fetch = window.asked; }")
        page.clock.fast_forward(10_500)
        page.locator("#renewed:not(.error)").wait_for()
