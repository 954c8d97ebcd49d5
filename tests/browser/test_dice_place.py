"""The dice of an attack cover no name and no disc, and stay where the server drew them when the script steps."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from plancia_api import create_app
from plancia_archive import Archive
from plancia_events import read
from tests.browser.conftest import Opened, served

GAME = Path(__file__).resolve().parents[1] / "games" / "torneo" / "faults.rgn"
# dice and what they cover at each event, by the boxes that the browser lays out
COVERED = """(numbers) => numbers.map((number) => {
  planciaGame.go(number);
  const boxes = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
    .map((one) => [one.textContent, one.getBoundingClientRect()]);
  const others = boxes(".pb-name, .pb-circle, .pb-continent");
  const dice = boxes(".pb-die rect").map(([, box]) => box);
  const covered = others.filter(([, box]) => dice.some((die) => die.left < box.right - 1 && box.left < die.right - 1
    && die.top < box.bottom - 1 && box.top < die.bottom - 1)).map(([text]) => text);
  return [dice.length, covered];
})"""
PLACES = """(number) => { planciaGame.go(number);
  return [...document.querySelectorAll(".pb-die")].map((die) => die.getAttribute("transform")); }"""


@pytest.mark.parametrize(("phone", "lang"), [(False, "it"), (True, "it"), (False, "en")])
def test_dice_cover_no_name(tmp_path: Path, open_page: Opened, phone: bool, lang: str) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    game = read(GAME.read_bytes()).games[0]
    game_id = archive.add_game(game).game_id
    attacks = [number for number, event in enumerate(game.events, 1) if event.TAG == "ATT"]
    app = create_app(archive, seconds_per_minute=100_000)
    with served(app) as address:
        page = open_page(f"{address}/games/{game_id}?lang={lang}", phone)
        if phone:
            for _ in range(2):
                page.locator("[data-zoom=in]").click()
        found: list[Any] = page.evaluate(COVERED, attacks)
        assert all(count for count, _ in found)
        assert {number: covered for number, (_, covered) in zip(attacks, found) if covered} == {}
        for number in attacks[:6]:
            drawn = app.test_client().get(f"/games/{game_id}?at={number}&lang={lang}").text
            assert page.evaluate(PLACES, number) == re.findall(r'class="pb-die pb-die-\w+" transform="([^"]*)"', drawn)
        page.close()
