"""The page that records: steps back and forth, refused words, attacks without dice, turns without network."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from plancia_events import Game
from tests.browser.conftest import Opened, settle, stored, wait
from tests.browser.recorded_games import fixture
from tests.browser.test_record_page import FIRST_TURN, table

STUCCHI = fixture("stucchi/extra-turns.rgn")
ATTACK = STUCCHI.numbers_of("ATT")[0] - 1


def tap(page: Any, *codes: str) -> None:
    for code in codes:
        page.evaluate("code => planciaRecord.tap(code)", code)


def correct(page: Any) -> None:
    """A step back to something stored, and the answer to the question."""
    page.tap("#undo")
    settle(page)
    page.get_by_role("button", name="Sì, correggi").tap()
    settle(page)


def test_an_attack_without_dice_asks_for_armies_alone(tmp_path: Path, open_page: Opened) -> None:
    with table(tmp_path, None) as made:
        made.archive.add_game(Game(STUCCHI.headers, list(STUCCHI.events[:ATTACK])))
        page = made.open(open_page, phone=True, lang="it")
        tap(page, "AMC", "SOC")
        buttons = page.locator("#act [data-armies]")
        buttons.first.wait_for()
        assert [" ".join(text.split()) for text in buttons.all_inner_texts()] == [
            "3 contro 2 −1 −1", "2 contro 2 −2 −0", "1 contro 2 −1 −0"
        ]  # fmt: skip
        assert not page.locator("[data-face], .slots i").count() and not page.get_by_text("Solo le perdite").count()
        tap(page, "SOC")
        assert page.evaluate("planciaRecord.draft.target") == "SOC", "a tap on the target keeps it"
        buttons.first.tap()
        settle(page)
        assert page.locator("#last .lost").inner_text() == "−1 −1"
        stored(page)
        assert made.lines[-1] == "ATT N AMC>SOC 3v2 -1-1"


def test_steps_back_do_not_wait_and_go_forth_again(tmp_path: Path, open_page: Opened) -> None:
    with table(tmp_path, FIRST_TURN) as made:
        page = made.open(open_page, phone=True, lang="it")
        for words in ("+2 alaska +1 scand", "nota uno", "nota due"):
            page.evaluate("words => planciaRecord.say(words).then(() => planciaRecord.recording.commit())", words)
            stored(page)
        before = made.lines
        correct(page)
        assert "due" in page.locator("#said .undone").first.inner_text()
        correct(page)  # at once: the first correction is still held
        page.tap("#redo")
        settle(page)
        stored(page)
        assert [line.split(" {")[0] for line in made.lines[len(before) :]] == [f"VOID A {len(before)}"]
        page.fill("#words", "CLOCK * fish")
        page.press("#words", "Enter")
        page.locator(".refusals .refusal").wait_for()
        assert page.input_value("#words") == "CLOCK * fish", "what is refused is not lost"
        page.fill("#words", "CLOCK * paused @21:00")
        page.press("#words", "Enter")
        settle(page)
        assert not page.locator(".refusal").count() and page.input_value("#words") == ""
        stored(page)
        assert made.lines[-1] == "CLOCK * paused @21:00"


def test_turns_go_on_by_touch_without_network(tmp_path: Path, new_device: Any) -> None:
    with table(tmp_path, None) as made:
        game = fixture("monopoli/objective.rgn")
        opening = list(game.events[: game.numbers_of("TURN")[0] - 1])
        made.archive.add_game(Game(game.headers, opening))
        page = made.show(new_device(phone=True).new_page(), "it")
        page.route("**/api/v1/**", lambda route: route.abort())
        order = page.evaluate("planciaRecord.view.due.order")
        for letter in [*order, order[0]]:
            settle(page)
            assert page.evaluate("planciaRecord.view.due.player") == letter
            assert game.players[letter] in page.inner_text("#due")
            own = page.evaluate(
                "letter => Object.entries(planciaRecord.view.board).find(([, [owner]]) => owner === letter)[0]", letter
            )
            left = page.evaluate("planciaRecord.view.due.income.left")
            assert left > 0
            tap(page, *[own] * left)
            settle(page)
            end = page.get_by_role("button", name=re.compile("^Fine turno ▸ [A-Za-z]"))
            end.tap()
            wait(page, "planciaRecord.view.due.phase === 'between'")
        page.unroute("**/api/v1/**")
        page.evaluate("planciaRecord.recording.leave(); planciaRecord.recording.queue.flush()")
        stored(page)
        told = [line.split()[0] for line in made.lines[len(opening) :]]
        assert told == ["TURN", "PUT", "END"] * (len(order) + 1)
