"""The form of a new game: it counts the players, and keeps what is typed while somebody signs in."""

from __future__ import annotations

import json
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


TYPED = """() => document.querySelector('form.new-game') && JSON.stringify([0, 1, 2, 3].map((row) => [
  document.querySelector(`[name="name.${row}"]`).value, document.querySelector(`[name="colour.${row}"]:checked`).value,
]))"""


@pytest.mark.parametrize("link", ["main .card a", "header .who a[href^='/sign-in']"], ids=["card", "head"])
def test_what_was_typed_is_there_again_after_signing_in(
    archive: Archive, address: str, open_page: Opened, link: str
) -> None:
    secret = archive.tokens.grant("evening", "recorder")[1]
    page = open_page(f"{address}/record?variant=monopoli")
    for row, name in enumerate(NAMES):
        page.fill(f'[name="name.{row}"]', name)
    page.check('[name="colour.0"][value=N]', force=True)
    page.check("[name=source][value=sheet]")
    before = page.evaluate(TYPED)
    assert [letter for _, letter in json.loads(before)] == ["N", "B", "G", "Y"]
    page.click(link)
    page.wait_for_url("**/sign-in?**")
    assert not any(name in page.url for name in NAMES), "no names in addresses"
    page.fill("#token", secret)
    page.click("main button")
    page.wait_for_url("**/record?variant=monopoli")
    page.wait_for_function(f"before => ({TYPED})() === before", arg=before)
    assert page.is_checked("[name=source][value=sheet]") and page.locator("#token").count() == 0
    assert page.evaluate("sessionStorage.length") == 0, "given back once"
    page.click("form.new-game button")
    page.wait_for_url("**/record/g_*")
    page.goto(f"{address}/record?variant=monopoli")
    page.wait_for_function("() => document.querySelector('[name=\"name.0\"]').value === ''")
    assert len(archive.game_ids()) == 1


def test_names_go_along_to_other_rules_and_the_token_nowhere(address: str, open_page: Opened) -> None:
    page = open_page(f"{address}/record?variant=monopoli")
    page.fill('[name="name.0"]', "Anna")
    page.fill("#token", "plk_secret")
    page.goto(f"{address}/record?variant=torneo")
    page.wait_for_function("() => document.querySelector('[name=\"name.0\"]').value === 'Anna'")
    assert page.input_value("#token") == "" and "plk_secret" not in page.evaluate("JSON.stringify(sessionStorage)")


def test_without_scripts_the_token_goes_into_the_form(archive: Archive, address: str, open_page: Opened) -> None:
    secret = archive.tokens.grant("evening", "recorder")[1]
    page = open_page(f"{address}/record?variant=monopoli", java_script_enabled=False)
    assert page.locator("main .card noscript strong").is_visible(), "leaving the page is warned about"
    for row, name in enumerate(NAMES):
        page.fill(f'[name="name.{row}"]', name)
    page.fill("#token", secret)
    page.click("form.new-game button")
    page.wait_for_url("**/record/g_*")
    assert len(archive.game_ids()) == 1
