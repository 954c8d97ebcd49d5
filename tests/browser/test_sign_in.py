"""Signing in with a token in the fragment of the address, as the QR code of `plancia serve --lan` has it."""

from __future__ import annotations

from pathlib import Path

from plancia_api import create_app
from plancia_api.sockets import ASK_FROM_BYTES
from plancia_archive import Archive
from tests.api.dispute_site import opened_site
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


def test_a_token_typed_into_the_form_of_an_objection_signs_in_before_a_large_photo_is_sent(
    tmp_path: Path, open_page: Opened
) -> None:
    site, picture = opened_site(tmp_path), tmp_path / "sheet.jpg"
    picture.write_bytes(b"\xff\xd8\xff" + bytes(2 * ASK_FROM_BYTES))
    with served(site.app) as address:
        page = open_page(f"{address}/disputes/new?game={site.game}&event=20")
        page.fill("#token", site.tokens["bruno"])
        page.fill("#claim", "two dice")
        value = page.locator('#claimant option:has-text("Bruno")').get_attribute("value")
        page.select_option("#claimant", value)
        page.set_input_files("#photo", str(picture))
        page.click("main form button")
        page.wait_for_url("**/receipt/1")
        assert len(site.archive.disputes.get(page.url.split("/")[-3]).of_kind("evidence")) == 1


def test_another_fragment_fills_nothing(tmp_path: Path, open_page: Opened) -> None:
    with served(create_app(Archive.open(tmp_path / "a.db", create=True))) as address:
        page = open_page(f"{address}/sign-in#main")
        assert page.input_value("#token") == "" and not page.is_visible("#from-address")
