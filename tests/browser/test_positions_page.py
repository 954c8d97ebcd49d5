"""A position drawn in Chromium: by mouse, by touch, by keyboard, and through the form without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from plancia_api import create_app
from plancia_archive import Archive
from plancia_data import samples
from plancia_events import read
from plancia_replay.synthetic import GameSpec, generate
from tests.browser.conftest import Opened, served


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    archive = Archive.open(Path(tmp_path_factory.mktemp("positions")) / "a.db", create=True)
    for text in samples().values():
        for game in read(text).games:
            archive.add_game(game)
    for seed in range(3):
        archive.add_game(generate(GameSpec("monopoli@1", seed)))
    with served(create_app(archive, seconds_per_minute=100_000, bulk_per_minute=100_000)) as address:
        yield address


def position(address: str) -> set[str]:
    """The conditions in the address of a page."""
    return set(parse_qs(urlsplit(address).query)["position"][0].split())


@pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])
def test_tapped_territories_are_searched(open_page: Opened, site: str, phone: bool) -> None:
    page = open_page(f"{site}/positions?lang=en", phone)
    touch = page.tap if phone else page.click
    assert page.locator("#twin").get_attribute("open") is None
    page.select_option("#sign", ">=")
    page.fill("#count", "2")
    touch("#b-SIA-disc")
    page.select_option("#sign", "")
    touch("#b-CIN-disc")
    touch('label:has([value="y"])')
    touch("#b-BRA-disc")
    touch("#b-PER-disc")
    touch("#b-PER-disc")  # once more clears it
    assert page.locator("#conditions li > span").all_inner_texts() == [
        "Brazil: player 2", "China: player 1", "Siam: player 1, at least 2 armies",
    ]  # fmt: skip
    assert page.get_attribute("#b-SIA-disc", "aria-label") == "Siam: player 1, at least 2 armies"
    assert page.locator("#b-SIA-disc .pb-armies").text_content() == "≥2"
    page.locator("#conditions button").first.click()
    page.locator(".submit button").click()
    page.wait_for_url("**/positions?position=*")
    assert position(page.url) == {"SIA=x>=2", "CIN=x"}
    link = page.locator("#results li a").first
    address = link.get_attribute("href") or ""
    link.click()
    page.wait_for_url("**/games/**")
    assert page.evaluate("planciaGame.state.at") == int(address.partition("#e")[2])


def test_the_keyboard_draws(open_page: Opened, site: str) -> None:
    page = open_page(f"{site}/positions?lang=en")
    page.focus("#b-SIA-disc")
    for key in ("Enter", "+", "+", "-", "+"):
        page.keyboard.press(key)
    assert page.get_attribute("#b-SIA-disc", "aria-label") == "Siam: player 1, at least 2 armies"
    assert page.inner_text("#said") == "Siam: player 1, at least 2 armies"
    page.focus("#b-CIN-disc")
    page.keyboard.press("Space")
    page.keyboard.press("Delete")
    assert page.get_attribute("#b-CIN-disc", "data-owner") == "?"
    page.focus(".submit button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/positions?position=*")
    assert position(page.url) == {"SIA=x>=2"}
    assert page.get_attribute("#b-SIA-disc", "data-owner") == "x"


def test_the_form_alone_searches(open_page: Opened, site: str) -> None:
    page = open_page(f"{site}/positions?lang=en", java_script_enabled=False)
    page.select_option('select[name="SIA"]', "x")
    page.fill('input[name="SIA.n"]', "=2")
    page.select_option('select[name="CIN"]', "R")
    page.locator(".submit button").click()
    page.wait_for_url("**/positions?position=*")
    assert position(page.url) == {"SIA=x==2", "CIN=R"}
    assert page.get_attribute("#b-CIN-disc", "data-owner") == "R"
    assert page.locator("#results h2").is_visible()
