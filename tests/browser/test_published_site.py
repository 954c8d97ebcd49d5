"""A published site opened from a folder in Chromium: games step, nothing is asked of any server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plancia_api.publishing import publish, routes
from plancia_archive import Archive
from plancia_archive.statistics.registry import REGISTERED
from plancia_events import read
from plancia_replay import state_at
from plancia_replay.judging.forms import Board
from tests.browser.conftest import Opened, wait

GAME = Path(__file__).resolve().parents[1] / "games" / "rcm" / "extra-turns.rgn"
ARMIES = """() => Object.fromEntries([...document.querySelectorAll(".pb-disc[data-code]")].map(d =>
  [d.dataset.code, [d.dataset.owner, Number(d.querySelector(".pb-armies").textContent)]]))"""


class Site:
    """A published archive with one game."""

    def __init__(self, folder: Path) -> None:
        self.archive = Archive.open(folder / "a.db", create=True)
        self.game_id = self.archive.add_game(read(GAME.read_bytes()).games[0]).game_id
        self.root = folder / "the site"
        publish(self.archive, self.root)

    def address(self, file: str) -> str:
        return (self.root / file).as_uri()

    def board(self, number: int) -> Board:
        game = self.archive.game(self.game_id)
        return state_at(game, number, self.archive.rules_of(game))["board"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routes, "REGISTERED", dict.fromkeys(list(REGISTERED)[:2]))
        made = Site(tmp_path_factory.mktemp("published"))
    yield made
    made.archive.close()


def watch(page: Any, site: Site) -> list[str]:
    """The requests of a page from now on that leave the folder of the site."""
    outside: list[str] = []
    root = site.address("")
    page.on("request", lambda request: None if request.url.startswith(root) else outside.append(request.url))
    return outside


def shown(page: Any) -> Board:
    return {code: (held[0], held[1]) for code, held in page.evaluate(ARMIES).items() if held[0] != "?"}


@pytest.mark.parametrize("phone", [False, True])
def test_a_game_is_stepped_through_from_a_folder(site: Site, open_page: Opened, phone: bool) -> None:
    page = open_page(site.address("index.html"), phone)
    outside = watch(page, site)
    page.locator(f'a[href="games/{site.game_id}.html"]').first.click()
    wait(page, "'planciaGame' in window")
    last = site.archive.version(site.game_id) - 1
    assert shown(page) == site.board(last)
    for key, number in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("End", last), ("ArrowLeft", last - 1)):
        page.keyboard.press(key)
        assert shown(page) == site.board(number), number
    page.locator("#slider").fill("60")
    assert shown(page) == site.board(60) and page.locator("#now").inner_text()
    page.wait_for_timeout(300)
    assert page.url.endswith("#e60")
    box = page.locator('.pb-area[href="#pb-s-CIN"]').first.bounding_box()
    assert box is not None and box["width"] > 20  # the outlines are there
    if phone:
        page.get_by_role("button", name="Menù").click()
    page.get_by_role("link", name="English").click()
    wait(page, "document.documentElement.lang === 'en' && 'planciaGame' in window")
    assert "/en/games/" in page.url and shown(page) == site.board(last)
    assert outside == []


def test_an_address_opens_its_position(site: Site, open_page: Opened) -> None:
    page = open_page(site.address(f"games/{site.game_id}.html") + "#e40")
    assert page.evaluate("planciaGame.state.at") == 40 and shown(page) == site.board(40)


def test_the_board_zooms_without_a_server(site: Site, open_page: Opened) -> None:
    page = open_page(site.address(f"games/{site.game_id}.html"))
    width = page.locator("svg.pb .pb-root").bounding_box()["width"]
    page.locator('[data-zoom="in"]').click()
    page.wait_for_timeout(300)
    assert page.locator("svg.pb .pb-root").bounding_box()["width"] > width


def test_the_search_finds_a_game_and_leads_to_it(site: Site, open_page: Opened) -> None:
    for folder in ("", "en/"):
        page = open_page(site.address(f"{folder}find.html"))
        outside = watch(page, site)
        page.locator("#find").fill(f"RCM@1 {site.game_id[:9]}")
        assert page.locator("#found li").count() == 1
        page.locator("#find").fill("rcm nowhere")
        assert page.locator("#found li").count() == 0 and page.locator("#state").inner_text()
        page.locator("#find").fill("rcm")
        page.locator("#found a").click()
        wait(page, "'planciaGame' in window")
        assert outside == []


def test_every_page_opens_without_an_error(site: Site, open_page: Opened) -> None:
    """The fixture fails the test for errors of the console, of which a file that is missing is one."""
    page = open_page(site.address("index.html"))
    outside = watch(page, site)
    files = [path.relative_to(site.root).as_posix() for path in site.root.rglob("*.html")]
    own = [name for name in files if not name.startswith(("en/", "variants/"))]
    assert len(own) > 10
    for name in own:
        page.goto(site.address(name))
        if name == "verify.html":
            continue
        assert page.locator("header nav").is_visible() and page.locator("form").count() == 0, name
    assert outside == []
