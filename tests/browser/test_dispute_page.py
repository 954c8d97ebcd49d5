"""The page of a dispute in Chromium: the drawn positions at full width and in colour."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from plancia_api import create_app
from plancia_archive import Archive
from plancia_events import read
from tests.browser.conftest import Opened, served
from tests.fixed_clock import archive_at

GAME = Path(__file__).resolve().parents[1] / "games" / "torneo" / "faults.rgn"
DRAWN = """() => [...document.querySelectorAll("svg.pb")].map(svg => ({
  width: svg.getBoundingClientRect().width, room: document.querySelector("main").clientWidth,
  sea: getComputedStyle(svg.querySelector(".pb-sea")).fill,
  lands: [...svg.querySelectorAll(".pb-area")].map(area => getComputedStyle(area).fill),
  sizes: [...svg.querySelectorAll("use.pb-area")].map(area => area.getBBox().width),
}))"""
BLACK = "rgb(0, 0, 0)"


@pytest.mark.parametrize("phone", [True, False])
def test_both_positions_are_drawn_in_colour(open_page: Opened, tmp_path: Path, phone: bool) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    game = archive.add_game(read(GAME.read_bytes()).games[0])
    seat = next(iter(archive.game(game.game_id).players))
    dispute = archive.disputes.open("two dice", seat, game=game.game_id, event=20).id
    with served(create_app(archive)) as address:
        page = open_page(f"{address}/disputes/{dispute}", phone)
        page.wait_for_load_state("networkidle")
        boards = page.evaluate(DRAWN)
    assert len(boards) == 2
    for board in boards:
        assert board["width"] > board["room"] * (0.95 if phone else 0.4)
        assert board["sea"] != BLACK and BLACK not in board["lands"] and len(set(board["lands"])) > 2
        assert min(board["sizes"]) > 0


@pytest.mark.parametrize("zone", ["Europe/Rome", "America/New_York"])
def test_times_are_those_of_the_device(open_page: Opened, tmp_path: Path, zone: str) -> None:
    archive = archive_at(tmp_path / "a.db", 1_780_000_000_000)  # 20:26 UTC
    game = archive.add_game(read(GAME.read_bytes()).games[0])
    seat = next(iter(archive.game(game.game_id).players))
    dispute = archive.disputes.open("two dice", seat, game=game.game_id, event=20).id
    with served(create_app(archive)) as address:
        page = open_page(f"{address}/disputes/{dispute}", timezone_id=zone, locale="it-IT")
        page.wait_for_load_state("networkidle")
        shown = page.locator(".list time").first
        text, title = shown.inner_text(), shown.get_attribute("title")
    assert "/" not in text  # a month in figures is another day to half of the readers
    assert ("22:26" if zone == "Europe/Rome" else "16:26") in text and (title or "").startswith(
        f"{datetime.fromtimestamp(1_780_000_000):%Y-%m-%d %H:%M} "
    )
