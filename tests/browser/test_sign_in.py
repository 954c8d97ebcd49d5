"""Signing in with a token in the fragment of the address, as the QR code of `plancia serve --lan` has it."""

from __future__ import annotations

from pathlib import Path

from plancia_api import create_app
from plancia_archive import Archive
from tests.browser.conftest import Opened, served


def test_the_token_of_the_fragment_fills_the_form_and_leaves_the_address(tmp_path: Path, open_page: Opened) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    secret = archive.tokens.grant("evening", "recorder")[1]
    with served(create_app(archive)) as address:
        page = open_page(f"{address}/sign-in?next=/disputes#{secret}", phone=True)
        assert page.input_value("#token") == secret and page.is_visible("#from-address")
        assert page.url == f"{address}/sign-in?next=/disputes"
        assert page.context.cookies() == []  # nobody is signed in by opening an address
        page.click("main button")
        page.wait_for_url(f"{address}/disputes")
        (cookie,) = page.context.cookies()
        assert cookie["value"] == secret and cookie["httpOnly"] and not cookie["secure"]


def test_another_fragment_fills_nothing(tmp_path: Path, open_page: Opened) -> None:
    with served(create_app(Archive.open(tmp_path / "a.db", create=True))) as address:
        page = open_page(f"{address}/sign-in#main")
        assert page.input_value("#token") == "" and not page.is_visible("#from-address")
