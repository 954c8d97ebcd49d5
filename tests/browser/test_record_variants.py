"""An evening of each document by touch: three turns without network, one phone lost, another goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plancia_api import create_app
from plancia_archive import Archive
from plancia_data import objective_list_of, objectives
from plancia_events import Game, format_event, parse_event
from plancia_replay.judging.table_json import board_json
from plancia_replay.recording.play import Play
from tests.browser.conftest import served
from tests.browser.recorded_games import Table, begin, dice_by_tapping, fixture

PLAYERS = ["Anna", "Bruno", "Gino", "Nadia", "Ugo", "Zoe"]
ROUNDS = 3
OFFLINE_TURNS = 3
GAMES = {
    "rcm": "rcm/target.rgn", "stucchi": "stucchi/extra-turns.rgn", "firenze": "firenze/objective.rgn",
    "uno-contro-uno": "uno-contro-uno/end-roll.rgn", "monopoli": "monopoli/objective.rgn",
}  # fmt: skip
READY = "() => window.planciaRecord && planciaRecord.recording.bar && planciaRecord.widget !== undefined"
DONE = "() => !planciaRecord.recording.pending.length && planciaRecord.widget !== undefined"
CLICK = "code => document.querySelector(`button[data-land=${code}]`).click()"


class Evening(Table):
    """A table whose phones may lose the network, or be lost."""

    def new_phone(self, new_device: Any, token: str) -> None:
        """Goes on with another phone, which takes over where one recorded before."""
        self.device = new_device(phone=True)
        self.device.add_cookies([{"name": "plancia_token", "value": token, "url": self.address}])
        self.page = self.device.new_page()

    def open(self, game_id: str) -> None:
        self.page.goto(f"{self.address}/record/{game_id}?lang=it")
        self.page.wait_for_function(READY)
        self.page.wait_for_function("() => planciaRecord.recording.bar.lease.writer !== undefined")
        if not self.page.evaluate("planciaRecord.recording.bar.writing"):
            self.page.get_by_role("button", name="Registra qui").tap()
            self.page.wait_for_function("() => planciaRecord.recording.bar.writing")

    def act(self, event: Any, opening: bool) -> None:
        """Records an event by touch; some follow from others."""
        self.page.wait_for_function(DONE)
        assert not self.page.locator(".asks").count(), (format_event(event), self.page.locator(".asks").inner_text())
        try:
            getattr(self, f"do_{event.TAG.lower()}", lambda _: None)(event)
        except Exception as problem:
            shown = self.page.inner_text("#due"), self.page.inner_text("#act"), self.page.inner_text("#said")[:400]
            raise AssertionError((format_event(event), *shown)) from problem
        self.page.wait_for_function(DONE)
        if opening:
            self.settle()

    def button(self, text: str) -> None:
        self.page.locator("#act").get_by_role("button", name=re.compile(text)).first.tap()

    def land(self, code: str) -> None:
        self.page.evaluate(CLICK, code)

    def draft(self, what: str) -> Any:
        return self.page.evaluate(f"planciaRecord.draft.{what}")

    def do_roll(self, event: Any) -> None:
        dice_by_tapping(self, event)

    def do_order(self, event: Any) -> None:
        if event.slots or event.seats or self.page.evaluate("planciaRecord.view.due.phase") == "order":
            for letter in event.order[:-1]:
                self.tap(f"[data-widget=order] .row [data-seat={letter}]")

    def do_deal(self, event: Any) -> None:
        if event.actor == "-":
            self.tap("[data-act=neutral]")
            return
        self.tap(f".row[role=group] [data-seat={event.actor}]")
        self.tap(f'[data-count="{event.armies}"]')
        for code in event.territories:
            self.land(code)
        self.tap("[data-act=deal]")

    def do_pick(self, event: Any) -> None:
        self.land(event.territory)

    def do_draft(self, event: Any) -> None:
        self.land(event.card)
        self.page.wait_for_function(DONE)
        if self.page.locator(f'#act [data-deck="{event.deck}"]').count():
            self.tap(f'[data-deck="{event.deck}"]')

    def do_obj(self, event: Any) -> None:
        numbers = {
            entry["id"]: entry["number"] for entry in objectives(objective_list_of(str(self.game.header("Variant"))))
        }
        self.page.select_option(f"#act [data-goal={event.actor}]", str(numbers[event.objective]))
        left = self.page.locator("#act [data-goal]").evaluate_all("all => all.filter((one) => !one.value).length")
        if not left:
            self.tap("[data-act=objectives]")

    def do_set(self, event: Any) -> None:
        self.shows("place")
        if self.page.locator(f"#act [data-seat={event.actor}]").get_attribute("aria-pressed") != "true":
            self.tap(f"[data-seat={event.actor}]")
        for code, count in event.items:
            for _ in range(count):
                self.land(code)

    def do_clock(self, event: Any) -> None:
        self.page.tap("#act .menu summary")
        self.tap(f'[data-act="clock.{event.what}"]')

    def do_rein(self, event: Any) -> None:
        self.page.fill("#words", "rinforzi")
        self.page.press("#words", "Enter")

    def do_put(self, event: Any) -> None:
        for code, count in event.items:
            for _ in range(count):
                self.land(code)
        if self.draft("steps.length"):
            self.button("^Basta")

    def do_att(self, event: Any) -> None:
        if self.page.evaluate("planciaRecord.draft.action(planciaRecord.view)") == "place":
            self.button("^Attacco$")
        for place in ("source", "target"):
            if self.draft(place) != getattr(event, place):
                self.land(getattr(event, place))
        assert (self.draft("source"), self.draft("target")) == (event.source, event.target)
        if not event.attack_dice:
            self.tap(f'[data-armies="{event.attack_count}"]')
            return
        for face in event.attack_dice:
            self.tap(f'[data-face="{face}"]')
        if self.page.locator(".faces.attack").count():
            self.button("^Meno dadi: ora")
        for face in event.defence_dice:
            self.tap(f'[data-face="{face}"]')
        if self.draft("attack.length"):
            self.button("^Meno dadi: fatto")

    def do_occ(self, event: Any) -> None:
        self.button(f"^{event.armies}$")

    def do_move(self, event: Any) -> None:
        self.button("^Spostamento$")
        self.land(event.source)
        self.land(event.target)
        self.button(f"^{event.armies}$")

    def do_end(self, event: Any) -> None:
        self.button("^Fine turno ▸ [A-Z]")


@pytest.fixture
def evening(new_device: Any, tmp_path: Path) -> Iterator[tuple[Evening, str]]:
    archive = Archive.open(tmp_path / "a.db", create=True)
    token = archive.tokens.grant("arbiter", "arbiter")[1]
    app = create_app(archive, writes_per_minute=10**6, seconds_per_minute=10**6)
    with served(app) as address:
        made = Evening(None, archive, address)
        made.new_phone(new_device, token)
        yield made, token
        made.page.close()


def on_paper(game: Game, variant: str) -> list[Any]:
    """Three rounds of a game as a table sees them: cards face down, no declaration but where the rules want it."""
    ends = len(game.events)
    first = game.numbers_of("TURN")[0] - 1
    seats, found = len(game.players), []
    turns = 0
    for event in game.events[:ends]:
        turns += event.TAG == "TURN"
        if turns > ROUNDS * seats:
            break
        is_declared = variant == "stucchi" and turns > 2 * seats
        if (event.TAG == "REIN" and not is_declared) or event.TAG == "ANN" or getattr(event, "what", "") == "expired":
            continue  # the alarm would ring too early
        if event.TAG == "DRAW" and event.actor == game.header("Virtual"):
            continue  # the dummy's card is open: nobody can draw it face down
        found.append(parse_event(f"DRAW {event.actor} ???") if event.TAG == "DRAW" else event)
    assert len(found) > first and not {event.TAG for event in found} & {"TRIS", "CARDS", "OVER", "EROLL"}
    return found


@pytest.mark.soak
@pytest.mark.parametrize("variant", list(GAMES))
def test_an_evening_of_each_document_by_touch(variant: str, evening: tuple[Evening, str], new_device: Any) -> None:
    table, token = evening
    game = fixture(GAMES[variant])
    events = on_paper(game, variant)
    begin(table, game, PLAYERS)
    table.open(table.archive.game_ids()[-1])
    turns = [place for place, event in enumerate(events) if event.TAG == "TURN"]
    without, again = turns[len(game.players)], turns[len(game.players) + OFFLINE_TURNS]
    lost = next(place for place in range(again + 1, len(events)) if events[place].TAG == "ATT") + 1
    place = 0
    while place < len(events):
        if place == without:
            table.settle()
            table.page.wait_for_function("() => navigator.serviceWorker.controller")
            table.device.set_offline(True)
        if place == again:
            shown = table.page.evaluate("planciaRecord.recording.held?.view.board ?? planciaRecord.view.board")
            assert shown == board_json(Play(Game(game.headers, events[:again])).table), "the board follows"
            assert table.page.evaluate("planciaRecord.recording.queue.items.length") > OFFLINE_TURNS
            table.device.set_offline(False)
            table.page.evaluate("planciaRecord.recording.queue.flush().then(() => 0)")
            table.settle()
            assert same(table.lines, events[:again])
        if place == lost:
            table.device.close()  # as if it fell into the water, with an input in hand
            table.new_phone(new_device, token)
            table.open(table.archive.game_ids()[-1])
            place, lost = len(table.lines), -1
            assert same(table.lines, events[:place])
            continue
        table.act(events[place], place < turns[0])
        place += 1
    table.settle()
    assert same(table.lines, events)


def same(lines: list[str], events: list[Any]) -> bool:
    """Compares what is stored with the paper; a clock of the phone has its hour."""
    paper = [format_event(event) for event in events]
    assert [re.sub(r"^(CLOCK .*) @\d\d:\d\d$", r"\1", line) for line in lines] == paper
    return True
