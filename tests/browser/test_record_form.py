"""The form of a new game: it counts the players while they are typed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from plancia_api import create_app
from plancia_archive import Archive
from tests.browser.conftest import Opened, served

NAMES = ("Anna", "Bruno", "Gino", "Nadia")
COUNT = "form.new-game [data-counts]"


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive.open(tmp_path / "a.db", create=True)


@pytest.fixture
def address(archive: Archive) -> Iterator[str]:
    with served(create_app(archive)) as found:
        yield found


@pytest.mark.parametrize("phone", [True, False], ids=["390", "1280"])
def test_too_few_players_are_told_while_they_are_typed(address: str, open_page: Opened, phone: bool) -> None:
    page = open_page(f"{address}/record?variant=monopoli&lang=en", phone=phone)
    for row, name in enumerate(NAMES):
        page.wait_for_selector(COUNT, state="visible" if row else "hidden")
        page.fill(f'[name="name.{row}"]', name)
    page.wait_for_selector(COUNT, state="hidden")
    page.fill('[name="name.3"]', " ")
    page.wait_for_selector(COUNT, state="visible")
    assert "3 players" in page.inner_text(COUNT) and "4, 5, 6 (MON-02)" in page.inner_text(COUNT)


def test_the_colour_without_a_player_counts(address: str, open_page: Opened) -> None:
    page = open_page(f"{address}/record?variant=uno-contro-uno&lang=en")
    for row, name in enumerate(NAMES[:2]):
        page.fill(f'[name="name.{row}"]', name)
    page.wait_for_selector(COUNT, state="visible")
    page.check('[name=virtual][value="2"]')
    page.wait_for_selector(COUNT, state="hidden")
