"""The page that records a game: the paper game by touch and by keyboard, slips, what breaks a rule, no network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from plancia_api import create_app
from plancia_archive import Archive
from plancia_data import objective_list_of, objectives
from plancia_events import KINDS, Game, format_event, read
from plancia_events.names import LANDS
from tests.browser.conftest import Opened, served, settle, slow, stored, wait

HERE = Path(__file__).resolve().parents[1]
GAME = read((HERE / "recording" / "game.rgn").read_bytes()).games[0]
LINES = [format_event(event) for event in GAME.events]
KEYS = (HERE / "recording" / "keystrokes.txt").read_text("utf-8").splitlines()
HEADERS = [header for header in GAME.headers if header[0] != "Result"]
FIRST_TURN = next(place for place, event in enumerate(GAME.events) if event.TAG == "TURN")
TYPED_HEADERS = ("Variant", "Date", "Completeness", "Provenance")
MOST_TAPS, MOST_KEYS = 900, 1600
SCREENS = HERE.parent / "docs" / "quality" / "screens.md"


class Table:
    """An archive with one game, or none without `events`, the server, and a page that records it."""

    def __init__(self, folder: Path, events: int | None) -> None:
        self.archive = Archive.open(folder / "a.db", create=True)
        if events is not None:
            self.archive.add_game(Game(HEADERS, GAME.events[:events]))
        self.token = self.archive.tokens.make("t", ["write"])
        self.app = create_app(self.archive, writes_per_minute=10**6, seconds_per_minute=10**6)
        self.address = ""
        self.pages: list[Any] = []

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.archive.game_ids()[-1]

    @property
    def lines(self) -> list[str]:
        return [format_event(event) for event in self.archive.game(self.game).events]

    def open(self, open_page: Opened, phone: bool = False, lang: str = "en") -> Any:
        return self.show(open_page("about:blank", phone), lang)

    def show(self, page: Any, lang: str = "en", path: str = "") -> Any:
        """Opens a path with a session; without one the page that records the game."""
        self.pages.append(page)
        page.context.add_cookies([{"name": "plancia_token", "value": self.token, "url": self.address}])
        page.goto(f"{self.address}{path or f'/record/{self.game}'}?lang={lang}")
        if not path:
            wait(page, "window.planciaRecord !== undefined")
        return page


@contextmanager
def table(folder: Path, events: int | None) -> Iterator[Table]:
    made = Table(folder, events)
    with served(made.app) as address:
        made.address = address
        yield made
        for page in made.pages:  # they ask the server who writes
            page.close()


def uncovered(page: Any, code: str) -> Any:
    """The box of a territory's disc, which a thumb scrolls to where the panel lies over it; not counted as a tap."""
    page.evaluate("code => planciaRecord.sheet.uncover(planciaRecord.map.discs([code]))", code)
    return page.locator(f'.pb-disc[data-code="{code}"] .pb-circle').bounding_box()


class Thumb:
    """Records what stands on the paper by taps alone, and counts them; names, times and the date are typed."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.taps = 0
        self.typed = 0
        self.texts: list[str] = []

    def tap(self, selector: str) -> None:
        self.page.tap(selector)
        self.taps += 1

    def type(self, selector: str, text: str) -> None:
        """Taps a field and types; separators of a date and a time need no key."""
        self.page.fill(selector, text)
        self.texts.append(text)
        self.taps += 1
        self.typed += len(re.sub(r"(?<=\d)[-:](?=\d)", "", text))

    def fill_form(self) -> None:
        """The form of a new game, from the list of variants."""
        self.tap('#variants a[href$="variant=monopoli"]')
        for row, (letter, name) in enumerate(GAME.players.items()):
            self.type(f'[name="name.{row}"]', name)
            swatch = f'[name="colour.{row}"][value={letter}]'
            if not self.page.is_checked(swatch):
                self.tap(f"label:has({swatch})")
        self.type("[name=date]", str(GAME.header("Date")))
        self.tap("label:has([name=source][value=sheet])")
        self.tap("form.new-game button:not([disabled])")
        self.page.wait_for_url("**/record/g_*")

    def opening(self, place: int) -> None:
        """What stands on the paper before the first turn; what follows is not entered."""
        event = GAME.events[place]
        settle(self.page)
        if event.TAG == "ROLL":
            for letter, face in event.dice:
                self.tap(f'#act [data-row={letter}] [data-die="{face}"]')
        elif event.TAG == "DEAL":
            self.deal(
                event, is_last=(GAME.events[place + 1].TAG, GAME.events[place + 1].actor) != ("DEAL", event.actor)
            )
        elif event.TAG == "OBJ":
            self.goal(event, is_last=GAME.events[place + 1].TAG != "OBJ")
        elif event.TAG == "CLOCK":
            self.clock(event)

    def deal(self, event: Any, is_last: bool) -> None:
        assert self.page.locator(f"#act [data-count-of={event.actor}]").count() == 1, "the player is chosen"
        brush = f'#act [data-count="{event.armies}"]'
        while not self.page.locator(brush).count():
            self.tap("#act [data-count=more]")
        if self.page.get_attribute(brush, "aria-pressed") != "true":
            self.tap(brush)
        for code in event.territories:
            self.land(code)
        if is_last:
            self.tap("#act [data-act=deal]")

    def goal(self, event: Any, is_last: bool) -> None:
        numbers = {entry["id"]: str(entry["number"]) for entry in objectives(objective_list_of("monopoli"))}
        self.page.select_option(f"#act [data-goal={event.actor}]", numbers[event.objective])
        self.taps += 2  # the list, and the objective in it
        if is_last:
            self.tap("#act [data-act=objectives]")

    def sign(self) -> None:
        """Every player confirms the result."""
        for letter in GAME.players:
            self.tap(f"#act [data-act=confirm][data-seat={letter}]")
        self.tap("#act [data-act=confirm-yes]")

    def land(self, code: str) -> None:
        box = uncovered(self.page, code)
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.taps += 1

    def button(self, text: str | re.Pattern[str]) -> None:
        self.page.locator("#act").get_by_role("button", name=text).tap()
        self.taps += 1

    def face(self, face: int) -> None:
        self.page.locator(f'[data-face="{face}"]').tap()
        self.taps += 1

    def draft(self, what: str) -> Any:
        return self.page.evaluate(f"planciaRecord.draft.{what}")

    def view(self, what: str) -> Any:
        return self.page.evaluate(f"planciaRecord.view.due.{what}")

    def record(self, event: Any) -> None:
        settle(self.page)
        act = getattr(self, event.TAG.lower(), None)
        if act is not None:
            act(event)

    def put(self, event: Any) -> None:
        *first, (last, count) = event.items
        for code, armies in first:
            for _ in range(armies):
                self.land(code)
        for _ in range(min(count, 2) if count < 3 else 1):
            self.land(last)
        if count >= 3:
            self.button(re.compile("^The other"))
        elif not self.draft("isEmpty"):
            self.button("That is all")

    def att(self, event: Any) -> None:
        if self.draft("source") != event.source:
            self.land(event.source)
        if self.draft("target") != event.target:
            self.land(event.target)
        assert (self.draft("source"), self.draft("target")) == (event.source, event.target)
        for face in event.attack_dice:
            self.face(face)
        if self.page.locator(".faces.attack").count():
            self.button("Fewer dice: defence now")
        for face in event.defence_dice:
            self.face(face)
        if not self.draft("isEmpty") and self.draft("attack.length"):
            self.button("Fewer dice: done")

    def occ(self, event: Any) -> None:
        if event.armies != self.view("advance.least"):
            self.button(re.compile(f"^{event.armies}$"))

    def move(self, event: Any) -> None:
        self.button("Move")
        self.land(event.source)
        self.land(event.target)
        self.button(re.compile(f"^{event.armies}$"))

    def end(self, event: Any) -> None:
        self.button(re.compile("^End of turn"))

    def clock(self, event: Any) -> None:
        self.tap("#act .menu summary")
        if event.at:
            self.type("#act [data-field=time]", event.at)
        self.tap(f'#act [data-act="clock.{event.what}"]')

    def eroll(self, event: Any) -> None:
        for place, face in enumerate(event.dice):
            self.tap(f'#act .die-row:nth-of-type({place + 1}) [data-die="{face}"]')

    def over(self, event: Any) -> None:
        self.tap("#act [data-act=end]")

    def draw(self, event: Any) -> None:
        """The card stands on the paper before a move; before the end of the turn it is derived."""
        number = next(number for number, one in enumerate(GAME.events) if one is event)
        if GAME.events[number + 1].TAG == "MOVE":
            self.button("Card")
            self.button("Face down")


@slow
def test_the_paper_game_is_recorded_by_touch_from_the_form_to_the_result(tmp_path: Path, open_page: Opened) -> None:
    with table(tmp_path, None) as made:
        page = open_page("about:blank", phone=True)
        thumb = Thumb(made.show(page, "en", "/record"))
        thumb.fill_form()
        wait(page, "window.planciaRecord?.recording.queue")
        for place, event in enumerate(GAME.events):
            thumb.opening(place) if place < FIRST_TURN else thumb.record(event)
        stored(page)
        assert made.lines == LINES
        game = made.archive.game(made.game)
        assert [game.header(name) for name in TYPED_HEADERS] == [GAME.header(name) for name in TYPED_HEADERS]
        assert [*game.players] == [*GAME.players]
        thumb.sign()
        stored(page)
        assert made.lines == [*LINES, "CERT * R B G N"]
        thumb.tap("#act [data-act=result]")
        page.wait_for_url("**/result")
        assert all(name in page.inner_text("main") for name in GAME.players.values())
        assert thumb.taps <= MOST_TAPS
        check_documented("taps", thumb.taps)
        check_documented("letters typed of names, digits of times and of the date", thumb.typed)
        check_documented("codes typed", codes_in(thumb.texts))


@slow
def test_the_paper_game_is_recorded_by_keyboard(tmp_path: Path, open_page: Opened) -> None:
    with table(tmp_path, 0) as made:
        page = made.open(open_page)
        keys = 0
        for line in KEYS:
            page.keyboard.type(line)
            page.keyboard.press("Enter")
            keys += len(line) + 1
            settle(page)
        stored(page)
        assert made.lines == LINES
        assert keys <= MOST_KEYS
        check_documented("keystrokes", keys)
        check_documented("codes typed", codes_in(KEYS))


def codes_in(texts: list[str]) -> int:
    """How many words of what was typed are tags of events or codes of territories."""
    codes = {kind.TAG for kind in KINDS} | set(LANDS)
    return sum(word.upper() in codes for text in texts for word in re.findall("[A-Za-z]+", text))


def check_documented(what: str, count: int) -> None:
    """The number in the documentation is the one counted here."""
    row = next(line for line in SCREENS.read_text("utf-8").splitlines() if line.startswith(f"| {what} "))
    assert row.split("|")[2].strip() == f"{count:,}", (row, count)


def test_a_slip_is_taken_back_and_what_breaks_a_rule_is_asked_about(tmp_path: Path, open_page: Opened) -> None:
    with table(tmp_path, FIRST_TURN) as made:
        page = made.open(open_page, phone=True)
        thumb = Thumb(page)
        before = made.lines
        for code in ("ALA", "ALA", "SCA"):
            thumb.land(code)
        settle(page)
        assert page.locator("#said li").first.get_attribute("class") == "held"
        assert page.locator("#said .derived").first.inner_text(), "the beginning of the turn is shown, in grey"
        page.locator("#undo").tap()
        settle(page)
        assert page.evaluate("planciaRecord.view.board.ALA[1]") == 5 and made.lines == before
        page.locator("#words").fill("+9 alaska")
        page.locator("#line button").first.tap()
        wait(page, "document.querySelectorAll('.asks').length === 1")
        page.get_by_role("button", name="A slip: undo").tap()
        wait(page, "document.querySelectorAll('.asks').length === 0")
        assert made.lines == before, "a slip leaves no trace"
        page.locator("#words").fill("+9 alaska")
        page.locator("#line button").first.tap()
        wait(page, "document.querySelectorAll('.asks').length === 1")
        page.get_by_role("button", name="It was played so: keep").tap()
        stored(page)
        assert made.lines == [*before, "TURN R", "PUT R ALA+9"]
        page.locator("#words").fill("sposta 40 alaska tno")
        page.locator("#line button").first.tap()
        wait(page, "document.querySelectorAll('.refusal').length === 1")
        assert made.lines == [*before, "TURN R", "PUT R ALA+9"], "what cannot be is refused"
        page.locator("#undo").tap()
        page.get_by_role("button", name="Yes, correct it").tap()
        stored(page)
        assert [line.split()[0] for line in made.lines[len(before) + 2 :]] == ["VOID", "VOID"]


def test_without_network_the_board_alone_is_derived_and_nothing_is_lost(tmp_path: Path, new_device: Any) -> None:
    with table(tmp_path, FIRST_TURN) as made:
        page = made.show(new_device(phone=True).new_page())
        thumb = Thumb(page)
        page.route("**/api/v1/**", lambda route: route.abort())
        for event in GAME.events[FIRST_TURN + 1 : FIRST_TURN + 6]:  # conquests, the same attack again
            thumb.record(event)
        settle(page)
        shown = page.evaluate("planciaRecord.view.board")
        assert page.locator("#state").get_attribute("class") == "badge disputed" and len(made.lines) == FIRST_TURN
        page.unroute("**/api/v1/**")
        page.evaluate("planciaRecord.recording.leave(); planciaRecord.recording.queue.flush()")
        stored(page)
        count = len(made.lines)
        assert made.lines == LINES[:count] and count >= FIRST_TURN + 5
        assert shown["TNO"][0] == "R" or page.evaluate("planciaRecord.view.board.TNO[0]") == "R"


def test_every_territory_is_met_by_a_thumb_and_by_its_name(tmp_path: Path, open_page: Opened) -> None:
    with table(tmp_path, FIRST_TURN) as made:
        page = made.open(open_page, phone=True)
        page.evaluate("planciaRecord.draft.choose('card'); planciaRecord.redraw()")
        page.evaluate("window.met = []; planciaRecord.map.onTap = (code) => window.met.push(code); 0")
        codes = [disc.get_attribute("data-code") for disc in page.locator(".pb-disc[data-code]").all()]
        for code in codes:
            box = uncovered(page, code)
            for right, down in ((0.5, 0.5), (0.1, 0.5), (0.5, 0.9)):
                page.touchscreen.tap(box["x"] + right * box["width"], box["y"] + down * box["height"])
        assert page.evaluate("window.met") == [code for code in codes for _ in range(3)]
        page.locator(".lands summary").tap()
        page.evaluate("window.met = []")
        for row in page.locator("button[data-land]").all():
            row.tap()
        assert sorted(page.evaluate("window.met")) == sorted(codes)
        small = page.evaluate("""() => [...document.querySelectorAll("main :is(button, summary, input)")]
          .filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
          .map(one => one.outerHTML)""")
        assert small == [] and page.evaluate("document.documentElement.scrollWidth") <= 390


def test_names_are_offered_for_what_was_typed_before_their_file_came(tmp_path: Path, open_page: Opened) -> None:
    with table(tmp_path, FIRST_TURN) as made:
        page, held = open_page("about:blank"), list[Any]()
        page.route("**/record/completion.js", lambda route: held.append(route))
        made.show(page)
        page.keyboard.type("+2 alask")
        assert held and not page.locator("#fits button").count()
        held[0].continue_()
        page.locator("#fits button", has_text="Alaska").wait_for()


def test_keyboard_and_list_of_names_are_enough(tmp_path: Path, open_page: Opened) -> None:
    with table(tmp_path, FIRST_TURN) as made:
        page = made.open(open_page)
        assert page.evaluate("document.activeElement.id") == "words"
        page.keyboard.type("+2 alask")
        page.locator("#fits button", has_text="Alaska").wait_for()
        page.keyboard.press("Tab")
        assert page.locator("#words").input_value() == "+2 alaska "
        page.keyboard.type("+1 scand")
        page.keyboard.press("Enter")
        settle(page)
        page.locator(".lands summary").focus()
        page.keyboard.press("Enter")
        for code in ("ALA", "TNO"):
            page.locator(f'button[data-land="{code}"]').focus()
            page.keyboard.press("Enter")
        for face in (6, 2, 1, 5, 1):
            page.locator(f'[data-face="{face}"]').focus()
            page.keyboard.press("Enter")
        settle(page)
        page.get_by_role("button", name="End of turn").focus()
        page.keyboard.press("Enter")
        stored(page, is_hastened=False)
        assert made.lines[FIRST_TURN:] == [
            "TURN R", "PUT R ALA+2 SCA+1", "ATT R ALA>TNO 621:51 -0-2", "OCC R ALA>TNO 3", "DRAW R ???", "END R",
        ]  # fmt: skip
