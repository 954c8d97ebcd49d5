"""The list of what was recorded: a tap on a row offers what can be done with it, and says why something cannot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import LANGUAGES, Opened, stored, wait
from tests.browser.test_record_page import LINES, Table, table

TURNS = [number for number, line in enumerate(LINES, 1) if line.startswith("TURN")]
EVENTS = TURNS[1] + 6  # in the second turn
ASKED = "document.querySelector('.row-acts') && (document.querySelector('[data-act=row-undo]').hidden || !document.querySelector('[data-act=row-undo]').disabled)"  # noqa: E501
WORDS = {
    "it": ("un turno precedente", "prima si annulla", "Non si può annullare"),
    "en": ("an earlier turn", "undo that first", "It cannot be undone"),
}


def opened(made: Table, open_page: Opened, role: str, lang: str) -> Any:
    made.token = made.archive.tokens.grant("table", role)[1]
    return made.open(open_page, phone=True, lang=lang)


def tap_row(page: Any, event: int) -> None:
    page.locator("#said > li").filter(has=page.locator(f"button:text-is('{event}')")).first.locator("div").first.click()
    wait(page, ASKED)


@LANGUAGES
def test_a_line_of_an_earlier_turn_is_for_the_arbiter_and_says_so_at_once(
    tmp_path: Path, open_page: Opened, lang: str
) -> None:
    with table(tmp_path, EVENTS) as made:
        page = opened(made, open_page, "recorder", lang)
        before = made.lines
        tap_row(page, TURNS[1] - 1)
        earlier, _, refused = WORDS[lang]
        says = page.inner_text(".row-acts .hint")
        assert refused in says and earlier in says
        assert (
            not page.locator("[data-act=row-undo]").is_visible()
            and not page.locator("[data-field=row-why]").is_visible()
        )
        address = page.get_attribute("[data-act=row-object]", "href")
        assert address == f"/disputes/new?game={made.game}&event={TURNS[1] - 1}"
        assert page.locator("[data-act=row-correct]").count() == 0, "an arbiter's"
        page.locator("[data-act=row-close]").tap()
        assert page.locator(".row-acts").count() == 0
        page.locator("#act .menu summary").tap()
        page.locator("[data-field=event]").fill(str(TURNS[1] - 1))
        wait(page, "document.querySelector('[data-field=why]').disabled")
        assert earlier in page.inner_text("#act .menu"), "before a reason is typed"
        assert page.locator("[data-act=undo]").is_disabled() and made.lines == before


@LANGUAGES
def test_a_line_on_which_later_ones_build_says_why_it_stays(tmp_path: Path, open_page: Opened, lang: str) -> None:
    conquest = next(
        n for n, line in enumerate(LINES[:EVENTS], 1) if line.startswith("ATT") and LINES[n].startswith("OCC")
    )
    with table(tmp_path, EVENTS) as made:
        page = opened(made, open_page, "arbiter", lang)
        before = made.lines
        tap_row(page, conquest)
        _, later, refused = WORDS[lang]
        says = page.inner_text(".row-acts .hint")
        assert refused in says and later in says and not page.locator("[data-act=row-undo]").is_visible()
        page.locator("[data-act=row-correct]").tap()
        assert page.input_value("#words").startswith(f"FIX A {conquest} {LINES[conquest - 1]} {{")
        assert made.lines == before


@pytest.mark.parametrize("role", ["arbiter", "recorder"])
def test_a_row_is_undone_with_its_reason(tmp_path: Path, open_page: Opened, role: str) -> None:
    with table(tmp_path, EVENTS) as made:
        page = opened(made, open_page, role, "en")
        tap_row(page, EVENTS)
        page.fill("[data-field=row-why]", "the die fell")
        page.evaluate("planciaRecord.redraw()")
        assert page.input_value("[data-field=row-why]") == "the die fell", "a redraw keeps what is typed"
        page.locator("[data-act=row-undo]").tap()
        wait(page, "planciaRecord.recording.held")
        stored(page)
        actor = "A" if role == "arbiter" else "*"
        assert made.lines[-1] == f"VOID {actor} {EVENTS} {{the die fell}}"
        tap_row(page, EVENTS)
        assert not page.locator("[data-act=row-undo]").is_visible(), "what is undone is not undone again"


def test_what_the_server_refuses_to_undo_is_told_in_words(tmp_path: Path, new_device: Any) -> None:
    with table(tmp_path, EVENTS) as made:
        made.token = made.archive.tokens.grant("table", "recorder")[1]
        page = made.show(new_device(phone=True).new_page())
        page.evaluate("planciaRecord.say('annulla 22 slip').then(() => planciaRecord.recording.leave())")
        page.locator(".decision").wait_for()
        shown = page.inner_text(".decision")
        assert "annulla" not in shown and "event 22" in shown
        assert page.locator(".decision textarea").count() == 0, "there is nothing to correct in it"
        page.locator(".decision .choices button").last.click()
        stored(page)
