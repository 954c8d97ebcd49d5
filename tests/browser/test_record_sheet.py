"""The panel of the page that records: in reach at each size, what it shows before it is stored, what undoing leaves."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import plancia_api
from tests.browser.conftest import DESKTOP, PHONE, Opened, settle, stored, wait
from tests.browser.test_accessibility import AXE, COLOURS, FOREIGN, SMALL, WCAG
from tests.browser.test_record_page import FIRST_TURN, GAME, Thumb, table

STATIC = Path(plancia_api.__file__).parent / "static"
MOST_BYTES = 80_000  # of the scripts that a page in the middle of a turn loads
IMPORT = re.compile(r'^import .*? from "(.+?)";$|^import "(.+?)";$', re.MULTILINE)
SHEET = "document.getElementById('sheet').getBoundingClientRect()"
CLIPPED = """() => { const one = document.getElementById("due");
  return one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1
    || getComputedStyle(one).textOverflow === "ellipsis"; }"""
OUTSIDE = """() => [...document.querySelectorAll("#sheet button, #sheet summary")].filter((one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return one.checkVisibility() && (top < 0 || bottom > innerHeight);
}).map((one) => one.outerHTML)"""
HIT = """(code) => { planciaRecord.sheet.uncover(planciaRecord.map.discs([code]));
  const { x, y, width, height } = planciaRecord.map.discs([code])[0].getBoundingClientRect();
  return Boolean(document.elementFromPoint(x + width / 2, y + height / 2)?.closest("#map")); }"""


KEPT = "navigator.serviceWorker.controller && caches.match(location.pathname).then(Boolean)"


def type_words(page: Any, words: str) -> None:
    page.evaluate("text => { document.getElementById('words').value = text; }", words)
    page.evaluate("document.getElementById('line').requestSubmit()")
    settle(page)


def send(page: Any) -> None:
    page.evaluate("planciaRecord.recording.leave()")
    stored(page)


def throw(page: Any, *faces: int) -> None:
    for face in faces:
        page.locator(f'[data-face="{face}"]').click()
    settle(page)


def place_and_attack(page: Any) -> None:
    """The first placement and the first throw of the game, by touch."""
    thumb = Thumb(page)
    for code in ("ALA", "ALA", "SCA"):
        thumb.land(code)
    settle(page)
    thumb.land("ALA")
    thumb.land("TNO")
    throw(page, 6, 2, 1, 5, 1)


def test_on_a_phone_the_panel_is_a_sheet_in_reach(tmp_path: Path, open_page: Opened) -> None:
    with table(tmp_path, FIRST_TURN) as made:
        page = made.open(open_page, phone=True, lang="it")
        thumb = Thumb(page)

        def check(state: str) -> None:
            box = page.evaluate(SHEET)
            assert abs(box["bottom"] - PHONE["height"]) < 1 and box["height"] <= 0.45 * PHONE["height"] + 1, (
                state,
                box,
            )
            assert page.evaluate(OUTSIDE) == [], state
            assert not page.evaluate(CLIPPED), state

        check("armies to place")
        board = page.locator("#map svg.pb").bounding_box()
        assert board["y"] >= 0 and board["y"] + board["height"] <= page.evaluate(SHEET)["top"] + 1, (
            "the board is seen whole"
        )
        assert board["width"] > 0.9 * PHONE["width"]
        for code in ("ALA", "ALA", "SCA"):
            thumb.land(code)
        settle(page)
        check("held")
        send(page)
        check("an attack")
        thumb.land("ALA")
        thumb.land("TNO")
        check("the dice pad")
        assert all(page.evaluate(HIT, code) for code in ("ALA", "TNO", "AOR", "ARG", "MAD", "AFS")), "scrolled to"
        throw(page, 6, 2, 1, 5, 1)
        assert page.evaluate("planciaRecord.view.due.advance.target") == "TNO"
        check("armies that move in")


def test_the_sheet_is_folded_by_its_handle_and_opens_when_it_asks(tmp_path: Path, open_page: Opened) -> None:
    with table(tmp_path, FIRST_TURN) as made:
        page = made.open(open_page, phone=True)
        handle = page.locator("#fold")
        box = handle.bounding_box()
        assert box["width"] >= 43.5 and box["height"] >= 43.5
        handle.focus()
        page.keyboard.press("Enter")
        assert handle.get_attribute("aria-expanded") == "false" and not page.locator("#act").is_visible()
        assert page.evaluate(SHEET)["height"] < 100 and page.locator("#undo").is_visible()
        Thumb(page).land("ALA")
        assert not page.locator("#act").is_visible(), "the same is asked: it stays folded"
        type_words(page, "+9 alaska")
        wait(page, "document.querySelectorAll('.asks').length === 1")
        assert handle.get_attribute("aria-expanded") == "true" and page.locator(".asks").is_visible()


def test_on_a_desk_a_turn_needs_no_scrolling(tmp_path: Path, open_page: Opened) -> None:
    with table(tmp_path, FIRST_TURN) as made:
        page = made.open(open_page)
        type_words(page, "+2 alaska +1 scand")
        send(page)
        page.evaluate("planciaRecord.tap('ALA'); planciaRecord.tap('TNO')")
        board, sheet = page.locator("#map").bounding_box(), page.evaluate(SHEET)
        assert page.evaluate("scrollY") == 0 and page.evaluate(OUTSIDE) == []
        assert board["x"] + board["width"] <= sheet["left"] and board["y"] + board["height"] <= DESKTOP["height"]
        assert not page.locator("#fold").is_visible()


def test_the_next_question_begins_at_its_top_below_the_whole_last_input(tmp_path: Path, open_page: Opened) -> None:
    deal = next(number for number, event in enumerate(GAME.events) if event.TAG == "DEAL")
    codes = [code for event in GAME.events[deal : deal + 3] for code in event.territories]
    with table(tmp_path, deal) as made:
        page = made.open(open_page, phone=True, lang="it")
        wait(page, "document.querySelector('#act [data-widget=deal]')")
        for code in codes:
            page.evaluate("code => planciaRecord.tap(code)", code)
        page.locator("#act [data-act=deal]").scroll_into_view_if_needed()
        wait(page, "document.getElementById('act').scrollTop > 0")
        page.locator("#act [data-act=deal]").tap()
        wait(page, "document.querySelector('#last.held') && planciaRecord.recording.pending.length === 0")
        wait(page, "document.getElementById('act').scrollTop === 0")
        last = page.locator("#last")
        assert all(name in last.inner_text() for name in ("Alaska", "Scandinavia"))
        assert last.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), "whole, however long"
        page.evaluate("document.getElementById('act').scrollTop = 40")
        stored(page)
        assert page.evaluate("document.getElementById('act').scrollTop") == 40, "the same question: it stays"


def test_the_head_names_who_plays(tmp_path: Path, open_page: Opened) -> None:
    with table(tmp_path, FIRST_TURN) as made:
        page = made.open(open_page, phone=True, lang="it")
        head = page.locator("#due")
        assert head.inner_text().count("Anna") == 1 and "Rosso" not in head.inner_text()
        type_words(page, "+9 alaska")
        wait(page, "document.querySelector('.asks')")
        assert "Anna (rosso)" in page.locator(".asks p").inner_text()


def test_a_throw_is_shown_whole_before_it_is_stored(tmp_path: Path, open_page: Opened) -> None:
    with table(tmp_path, FIRST_TURN) as made:
        page = made.open(open_page, phone=True)
        type_words(page, "+2 alaska +1 scand")
        send(page)
        before = made.lines
        page.evaluate("planciaRecord.tap('ALA'); planciaRecord.tap('TNO')")
        throw(page, 6, 2, 1, 5, 1)
        last = page.locator("#last")
        assert last.get_attribute("class") == "held" and last.locator(".fuse").count() == 1
        assert [die.inner_text() for die in last.locator("i:not(.fuse)").all()] == ["6", "2", "1", "5", "1"]
        assert "2" in last.inner_text().split("6")[0], "its losses first"
        assert made.lines == before
        page.locator("#undo").tap()
        settle(page)
        assert made.lines == before and last.get_attribute("class") == "stored" and not last.locator(".fuse").count()


@pytest.mark.parametrize(("role", "actor"), [("recorder", "*"), ("arbiter", "A")])
def test_what_is_undone_is_struck_through_by_who_undid_it(
    tmp_path: Path, open_page: Opened, role: str, actor: str
) -> None:
    with table(tmp_path, FIRST_TURN) as made:
        made.token = made.archive.tokens.grant("table", role)[1]
        page = made.open(open_page, lang="it")
        type_words(page, "+2 alaska +1 scand")
        send(page)
        page.reload()  # the input is one after it too
        wait(page, "window.planciaRecord?.recording.bar")
        before = len(made.lines)
        page.locator("#undo").click()
        assert page.locator(".asks").inner_text().count("Anna") == 2, "both lines of the input"
        page.locator(".asks .main").click()
        settle(page)
        send(page)
        assert [line.split(" {")[0] for line in made.lines[before:]] == [
            f"VOID {actor} {before}",
            f"VOID {actor} {before - 1}",
        ]
        by = "dall'arbitro" if actor == "A" else "dal tavolo"
        for _ in range(2):
            undone = page.locator("#said .undone")
            assert undone.count() == 2 and undone.locator("s").count() == 2
            assert all(f"annullato {by}: svista" in one for one in undone.all_inner_texts())
            says = "L'arbitro annulla" if actor == "A" else "Il tavolo annulla"
            assert says in page.locator("#said li").first.inner_text()
            page.reload()
            wait(page, "window.planciaRecord?.recording.bar")
        page.locator("#undo").click()
        wait(page, "document.querySelector('.asks') !== null")
        assert "annulla l'evento" not in page.locator(".asks p").inner_text(), "what was undone is not undone again"


def test_colours_are_discs_with_names_not_letters(tmp_path: Path, open_page: Opened) -> None:
    with table(tmp_path, FIRST_TURN) as made:
        page = made.open(open_page, phone=True, lang="it")
        page.locator(".lands summary").tap()
        assert page.locator(".chip").count() > 40
        assert page.locator(".chip").evaluate_all("chips => chips.map(chip => chip.textContent).join('')") == ""
        assert "rosso" in page.locator('[data-land="ALA"]').inner_text()
        letters = page.locator(".pb-letter").evaluate_all("all => [...new Set(all.map(one => one.textContent))]")
        assert set(letters) <= {"R", "B", "V", "N", ""}, "those of rosso, blu, verde, nero"


@pytest.mark.parametrize(
    "phone", [pytest.param(False, id="1280", marks=pytest.mark.soak), pytest.param(True, id="390")]
)
def test_each_state_of_a_turn_can_be_read_and_touched(tmp_path: Path, browser: Any, phone: bool) -> None:
    pytest.importorskip("axe_playwright_python", reason="no axe-core: pip install axe-playwright-python")
    context = browser.new_context(
        viewport=PHONE if phone else DESKTOP, has_touch=phone, is_mobile=phone, reduced_motion="reduce"
    )
    context.add_init_script(resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
    found: list[str] = []
    with table(tmp_path, FIRST_TURN) as made:
        page = made.show(context.new_page(), "it")

        def check(state: str, *unchanged: str) -> None:
            for scheme, rules in (("light", WCAG), ("dark", COLOURS)):
                page.emulate_media(color_scheme=scheme)
                found.extend(
                    f"{state}, {scheme}: {one}" for one in page.evaluate(AXE, [rules, [], [*FOREIGN, *unchanged]])
                )
            if phone:
                found.extend(f"{state}, small: {one}" for one in page.evaluate(SMALL, FOREIGN))

        check("armies to place")
        type_words(page, "+9 alaska")
        wait(page, "document.querySelector('.asks .quiet')")
        check("a finding", "svg.pb")
        page.locator(".asks .quiet").click()
        send(page)
        page.locator("#undo").click()
        wait(page, "document.querySelector('.asks')")
        page.locator(".asks .main").click()
        settle(page)
        check("undone, held", "svg.pb")
        send(page)
        page.locator("#act .menu summary").click()
        page.locator('[data-act="over.agreement"]').click()
        wait(page, "document.querySelector('.confirm')")
        check("a question", "svg.pb")
        page.evaluate("planciaRecord.tap('ALA')")
        type_words(page, "+3 alaska")
        send(page)
        page.evaluate("planciaRecord.tap('ALA'); planciaRecord.tap('TNO')")
        check("the dice pad", "svg.pb")
        page.close()
    context.close()
    assert not found, "\n".join(found)


def test_parts_that_are_due_without_network_come_from_the_worker(tmp_path: Path, new_device: Any) -> None:
    with table(tmp_path, FIRST_TURN) as made:
        device = new_device(phone=True)
        page = made.show(device.new_page())
        wait(page, KEPT)
        device.set_offline(True)
        page.locator("#act .menu summary").tap()
        page.locator('[data-act="clock.paused"]').wait_for()
        page.locator('[data-act="over.agreement"]').tap()
        assert "agreement" in page.locator(".confirm li").inner_text()
        page.locator("[data-act=confirm-no]").tap()
        page.evaluate("planciaRecord.draft.choose('card'); planciaRecord.redraw()")
        page.get_by_role("button", name="Face down").wait_for()
        page.locator('[data-zoom="in"]').tap()
        wait(page, "planciaRecord.map.zoom?.scale > 1")
        device.set_offline(False)


def scripts_from(file: Path, found: set[Path]) -> set[Path]:
    """A script and those that it imports when it is loaded."""
    if file not in found:
        found.add(file)
        for one, other in IMPORT.findall(file.read_text("utf-8")):
            scripts_from((file.parent / (one or other)).resolve(), found)
    return found


def test_a_page_in_a_turn_loads_few_scripts(tmp_path: Path, new_device: Any) -> None:
    planned = scripts_from(STATIC / "record" / "main.js", {STATIC / "local_time.js"})
    assert sum(file.stat().st_size for file in planned) <= MOST_BYTES
    with table(tmp_path, FIRST_TURN) as made:
        page = made.show(new_device(phone=True).new_page())
        wait(page, KEPT)
        page.reload()
        wait(page, "window.planciaRecord?.recording.bar")
        place_and_attack(page)
        send(page)
        names = page.evaluate("performance.getEntriesByType('resource').map(one => new URL(one.name).pathname)")
        loaded = {STATIC / name.removeprefix("/static/") for name in names if name.endswith(".js")}
        assert loaded == planned


def test_the_last_tap_of_an_end_is_asked_about(tmp_path: Path, open_page: Opened) -> None:
    with table(tmp_path, FIRST_TURN) as made:
        page = made.open(open_page, phone=True)
        before = made.lines
        page.locator("#act .menu summary").tap()
        page.locator("[data-field=winner]").select_option("N")
        page.locator('[data-act="over.agreement"]').tap()
        question = page.locator(".confirm")
        wait(page, "document.querySelector('.confirm li b') !== null")
        assert "Nadia" in question.inner_text() and "agreement" in question.inner_text()
        assert page.evaluate("planciaRecord.recording.held") is None
        page.locator("[data-act=confirm-no]").tap()
        assert question.count() == 0 and made.lines == before
        page.locator('[data-act="over.agreement"]').tap()
        page.locator("[data-act=confirm-yes]").tap()
        settle(page)
        stored(page)  # at once: nobody waits for the end of the evening
        assert made.lines[len(before) :][-1].startswith("OVER * agreement")


def test_own_inputs_of_a_conflict_are_told_in_names(tmp_path: Path, new_device: Any) -> None:
    with table(tmp_path, FIRST_TURN) as made:
        device = new_device(phone=True)
        page = made.show(device.new_page(), "it")
        wait(page, KEPT)
        device.set_offline(True)
        place_and_attack(page)
        page.evaluate("planciaRecord.recording.commit().then(() => 0)")
        assert "ALA" not in page.locator("#said").inner_text(), "nor are there codes in the list"
        made.archive.append(made.game, ["NOTE * {another device}"], None)
        device.set_offline(False)
        page.evaluate("planciaRecord.recording.queue.flush().then(() => 0)")
        page.locator(".decision").wait_for()
        own = page.locator(".decision .list").inner_text()
        assert page.locator("#fold").get_attribute("aria-expanded") == "false", "the sheet makes room for the decision"
        assert "Alaska" in own and "Territori del Nord Ovest" in own
        assert not re.search(r"\b(ALA|TNO|SCA)\b", page.locator(".decision").inner_text())
        assert page.locator(".decision .list i").count() == 5, "dice as dice"
        page.locator(".decision button").last.click()
        stored(page)


def test_players_are_dealt_with_by_the_menu(tmp_path: Path, open_page: Opened) -> None:
    with table(tmp_path, FIRST_TURN) as made:
        page = made.open(open_page, phone=True)
        for act, line, *chosen in (
            ("clock.paused", "CLOCK * paused"), ("clock.resumed", "CLOCK * resumed"),
            ("announce.penultimate", "ANN A penultimate"), ("leave.freeze", "STAT A G frozen", "G"),
            ("leave.renounce", "STAT A N renounced", "N"), ("leave.eliminate", "ELIM", "B"),
            ("leave.withdraw", "STAT A N withdrawn", "N"), ("claim.world", "CLAIM"),
        ):  # fmt: skip
            count = len(made.lines)
            page.locator("#act .menu summary").tap()
            for letter in chosen:
                page.locator("[data-field=player]").select_option(letter)
            page.locator(f'[data-act="{act}"]').tap()
            if act.startswith(("claim", "leave.eliminate", "leave.withdraw")):
                page.locator("[data-act=confirm-yes]").tap()
            settle(page)
            wait(page, "!planciaRecord.recording.held?.asks.length || document.querySelector('.asks .quiet')")
            if page.locator(".asks .quiet").count():
                page.locator(".asks .quiet").tap()
            send(page)
            assert any(one.startswith(line) for one in made.lines[count:]), (act, made.lines[count:])
