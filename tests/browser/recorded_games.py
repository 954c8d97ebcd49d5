"""A page on which a game of tests/games is recorded, and what stands in that game: said, tapped, compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from plancia_api import create_app
from plancia_archive import Archive
from plancia_events import Game, format_event, read
from plancia_replay import judge
from tests.browser.conftest import Opened, served
from tests.recording.speaking import NAMES, of_event

GAMES = Path(__file__).resolve().parents[1] / "games"
BATCH = 25  # inputs handed over at once
SAY = "lines => planciaRecord.say(lines)"
IDLE = """() => {
  const { recording } = planciaRecord;
  recording.leave();
  return !recording.held && !recording.pending.length && !recording.queue.items.length
    && recording.list.entries.every(entry => entry.state === "stored");
}"""


@dataclass
class Table:
    """A page that records a game, signed in as an arbiter, and the archive behind it."""

    page: Any
    archive: Archive
    address: str

    @property
    def game(self) -> Game:
        """The stored game."""
        return self.archive.game(self.archive.game_ids()[-1])

    @property
    def lines(self) -> list[str]:
        """The lines of the stored game."""
        return [format_event(event) for event in self.game.events]

    def say(self, said: list[str]) -> None:
        """Says inputs, a batch at a time, each stored before the next."""
        for start in range(0, len(said), BATCH):
            answer = self.page.evaluate(SAY, said[start : start + BATCH])
            assert answer and not answer["unclear"], (answer and answer["unclear"], said[start : start + BATCH])
            self.settle()

    def settle(self) -> None:
        """Waits until everything said is stored."""
        self.page.evaluate("window.planciaRecord?.stepping")  # a step back
        self.page.wait_for_function(IDLE, polling=50)

    def tap(self, selector: str) -> None:
        """Taps a widget of the panel."""
        self.page.tap(f"#act {selector}")

    def tap_land(self, code: str) -> None:
        """Taps a territory in the list beside the board."""
        self.page.evaluate("code => document.querySelector(`button[data-land=${code}]`).click()", code)

    def shows(self, widget: str) -> None:
        """Waits for a widget."""
        self.page.wait_for_selector(f'#act [data-widget="{widget}"]')


@pytest.fixture
def table(open_page: Opened, tmp_path: Path) -> Iterator[Table]:
    archive = Archive.open(tmp_path / "a.db", create=True)
    token = archive.tokens.grant("arbiter", "arbiter")[1]
    app = create_app(archive, writes_per_minute=10**6, seconds_per_minute=10**6)
    with served(app) as address:
        page = open_page(f"{address}/sign-in", phone=True)
        page.context.request.post(f"{address}/sign-in", form={"token": token, "next": "/"})
        yield Table(page, archive, address)
        page.goto("about:blank")


def fixture(name: str) -> Game:
    """A whole game of tests/games."""
    return read((GAMES / name).read_bytes()).games[0]


def begin(table: Table, game: Game, players: list[str]) -> None:
    """Fills in the form of a new game with the variant, options, colours, teams and dummy of a game, and sends it."""
    name, *options = [part.strip() for part in (game.header("Variant") or "").split("+")]
    page = table.page
    page.goto(f"{table.address}/record")
    page.tap(f'#variants a[href$="variant={name.partition("@")[0]}"]')
    page.wait_for_url("**/record?variant=*")  # and until all styles are there: a swatch is tapped where it stays
    virtual = game.header("Virtual") or ""
    for row, (letter, player) in enumerate(zip(game.players, players, strict=False)):
        swatch = f'[name="colour.{row}"][value={letter}]'
        if not page.is_checked(swatch):
            page.tap(f"label:has({swatch})")
        if letter == virtual:
            page.check(f'[name=virtual][value="{row}"]')
        else:
            page.fill(f'[name="name.{row}"]', player)
        for number, team in enumerate((game.header("Team") or "").split(), 1):
            if letter in team:
                page.check(f'[name="team.{row}"][value="{number}"]')
    if options:
        page.tap("details.questions summary")
    for option in options:
        page.check(f'[name^="option."][value="{option}"]')
    page.tap("form.new-game button:not([disabled])")
    page.wait_for_url("**/record/g_*")
    page.wait_for_function("() => window.planciaRecord && planciaRecord.recording.queue")
    assert {letter for letter in table.game.players} == set(game.players)
    editions = [re.sub(r"@\d+", "", one.header("Variant") or "") for one in (table.game, game)]
    assert editions[0] == editions[1], "the form begins with the newest edition"


def dice_by_tapping(table: Table, event: Any) -> None:
    """The dice of a ROLL, a tap each."""
    table.shows("order")
    for letter, face in event.dice:
        table.tap(f'[data-row={letter}] [data-die="{face}"]')
    table.settle()


def confirm_and_approve(table: Table, game: Game) -> str:
    """Every player confirms, the arbiter approves; the text of the page with the receipt."""
    table.shows("over")
    for letter in (letter for letter in game.players if letter != game.header("Virtual")):
        table.tap(f"[data-act=confirm][data-seat={letter}]")
    before = len(table.lines)
    assert table.page.evaluate("planciaRecord.recording.isIdle") and len(table.lines) == before, "nothing before yes"
    table.tap("[data-act=confirm-yes]")
    table.settle()
    table.tap("[data-act=result]")
    table.page.wait_for_url("**/result")
    table.page.tap("#approve")
    table.page.wait_for_url("**/games/g_*")
    table.page.goto(f"{table.address}/record/{table.archive.game_ids()[-1]}/result")
    assert table.page.locator(".qr svg").count() == 1 and table.page.locator("#signed").count() == 1
    return str(table.page.inner_text("main"))


def assert_equal_record(table: Table, game: Game, signed: int) -> None:
    """The stored lines are those of the game, and its signatures after them; the scores too."""
    lines = [format_event(event) for event in game.events]
    assert table.lines[: len(lines)] == lines
    assert [line.split()[0] for line in table.lines[len(lines) :]] == ["CERT"] * signed
    assert judge(table.game).scores == judge(game).scores


def inputs(game: Game, events: int) -> int:
    """How many inputs tell the first events of a game."""
    told = [words is not None for words in described(game)]
    return sum(told[:events])


def described(game: Game) -> list[str | None]:
    """What is said of each event of a game; None for one that follows."""
    events = list(game.events)
    return [
        of_event(game, events, place, event, events[place + 1] if place + 1 < len(events) else None, NAMES)
        for place, event in enumerate(events)
    ]
