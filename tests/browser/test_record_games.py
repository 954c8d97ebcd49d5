"""Whole games of each document recorded through the page, from the form of a new game to the receipt.

Widgets of the opening, the end and the acts around a turn are tapped; what is played between them is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from plancia_api import create_app
from plancia_archive import Archive
from plancia_data import objectives
from plancia_events import Game, format_event, read
from plancia_replay import judge
from plancia_replay.recording.completing import complete_lines
from plancia_replay.recording.play import Play
from tests.browser.conftest import Opened, served
from tests.recording.speaking import COLOURS, NAMES, of_event, spoken

GAMES = Path(__file__).resolve().parents[1] / "games"
FINAL = ("leave.withdraw", "leave.eliminate", "over.agreement", "over.time", "over.abandoned")  # asked about once
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
    virtual = game.header("Virtual") or ""
    for row, (letter, player) in enumerate(zip(game.players, players, strict=False)):
        page.check(f'[name="colour.{row}"][value={letter}]', force=True)
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
    assert table.game.header("Variant") == game.header("Variant")


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
    table.page.wait_for_timeout(200)
    assert len(table.lines) == before and not table.page.evaluate("planciaRecord.recording.held"), "nothing before yes"
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


def test_monopoli_is_dealt_by_painting_and_placed_by_tapping(table: Table) -> None:
    game = fixture("monopoli/objective.rgn")
    begin(table, game, ["Anna", "Bruno", "Gino", "Nadia", "Ugo", "Zoe"])
    events = list(game.events)
    for event in events:
        if event.TAG == "ROLL":
            dice_by_tapping(table, event)
        elif event.TAG == "DEAL":
            table.shows("deal")
            table.tap(f".row[role=group] [data-seat={event.actor}]")
            if event.armies > 1:
                table.tap(f'[data-count="{event.armies}"]')
            for code in event.territories:
                table.tap_land(code)
            table.tap("[data-act=deal]")
            table.settle()
        elif event.TAG not in ("ORDER",):
            break
    if events[len(table.lines)].TAG == "SET":  # the first placement is tapped, the others are said
        placed = events[len(table.lines)]
        table.shows("place")
        for code, count in placed.items:
            for _ in range(count):
                table.tap_land(code)
        table.settle()
    done = len(table.lines)
    assert table.lines == [format_event(event) for event in events[:done]] and done > 4
    table.say(spoken(game)[inputs(game, done) :])
    assert {"CLAIM", "ELIM"} <= {line.split()[0] for line in table.lines}
    text = confirm_and_approve(table, game)
    assert_equal_record(table, game, 1)
    assert table.archive.game_ids()[-1] in text


def test_a_territory_too_many_is_asked_about_while_it_is_painted(table: Table) -> None:
    game = fixture("monopoli/objective.rgn")
    begin(table, game, ["Anna", "Bruno", "Gino", "Nadia", "Ugo", "Zoe"])
    dice = [event for event in game.events if event.TAG == "ROLL"]
    deals = [event for event in game.events if event.TAG == "DEAL"]
    for event in dice:
        dice_by_tapping(table, event)
    table.shows("deal")
    page, (first, second, *_) = table.page, deals
    assert page.locator("#act [data-act=all]").count() == 0, "all that are free are not one player's"
    assert page.locator('#act .row[role=group] [data-seat="-"]').count() == 0, "nothing stays neutral here"
    for code in first.territories:
        table.tap_land(code)
    count = page.locator(f"#act [data-count-of={first.actor}]").inner_text()
    assert [word for word in count.split() if word.isdigit()] == [str(len(first.territories))] * 2, count
    assert page.locator("[data-asks=surplus]").count() == 0
    table.tap_land(second.territories[0])
    page.wait_for_selector("[data-asks=surplus]")
    table.tap("[data-act=take-back]")
    assert page.locator("[data-asks=surplus]").count() == 0
    table.tap_land(second.territories[0])
    table.tap("[data-act=deal]")
    page.wait_for_selector(
        "#act .asks:not([data-asks]) button.quiet"
    )  # the sentence of the module, with its two answers
    page.tap("#act .asks:not([data-asks]) button.main")
    page.wait_for_function("() => !planciaRecord.recording.held")
    assert not [line for line in table.lines if line.startswith("DEAL")], "a slip leaves no trace"
    page.reload()
    page.wait_for_function("() => window.planciaRecord && planciaRecord.recording.queue")
    for event in deals[:-1]:
        table.shows("deal")
        assert page.locator("#act [data-act=all]").count() == 0
        table.tap(f".row[role=group] [data-seat={event.actor}]")
        for code in event.territories:
            table.tap_land(code)
        table.tap("[data-act=deal]")
        table.settle()
    table.tap("[data-act=all]")
    table.tap("[data-act=deal]")
    table.settle()
    dealt = [line for line in table.lines if line.startswith("DEAL")]
    assert {frozenset(line.split()[1:]) for line in dealt} == {
        frozenset(format_event(event).split()[1:]) for event in deals
    }  # fmt: skip
    assert not [verdict for verdict in judge(table.game).verdicts if verdict.rule.startswith("deal")]


def test_what_is_painted_stays_when_the_input_before_is_stored(table: Table) -> None:
    game = fixture("monopoli/objective.rgn")
    begin(table, game, ["Anna", "Bruno", "Gino", "Nadia", "Ugo", "Zoe"])
    for event in [event for event in game.events if event.TAG == "ROLL"]:
        dice_by_tapping(table, event)
    first, second = [event for event in game.events if event.TAG == "DEAL"][:2]
    table.shows("deal")
    table.tap(f".row[role=group] [data-seat={first.actor}]")
    for code in first.territories:
        table.tap_land(code)
    table.tap("[data-act=deal]")
    table.shows("deal")
    table.tap(f".row[role=group] [data-seat={second.actor}]")
    for code in second.territories[:2]:
        table.tap_land(code)
    assert table.page.evaluate("Boolean(planciaRecord.recording.held)"), "the first deal can still be undone"
    table.page.wait_for_function("() => !planciaRecord.recording.held && !planciaRecord.recording.pending.length")
    table.page.wait_for_timeout(500)
    count = table.page.locator(f"#act [data-count-of={second.actor}]").inner_text()
    assert count.split()[0] == "2", count
    for code in second.territories[2:]:
        table.tap_land(code)
    table.tap("[data-act=deal]")
    table.settle()
    assert [line for line in table.lines if line.startswith("DEAL")] == [format_event(first), format_event(second)]


def test_rcm_is_picked_by_tapping_and_ends_after_a_withdrawal(table: Table) -> None:
    game = fixture("rcm/extra-turns.rgn")
    begin(table, game, ["Anna", "Bruno", "Gino", "Nadia", "Ugo", "Zoe"])
    said = spoken(game)
    for event in game.events:
        if event.TAG == "ROLL":
            dice_by_tapping(table, event)
        elif event.TAG == "ORDER" and len(table.lines) < game.numbers_of("ORDER")[0]:
            table.shows("order")
            for letter in event.order[:-1]:  # the last one follows
                table.tap(f"[data-seat={letter}]")
            table.settle()
        elif event.TAG == "PICK" and event is game.events[len(table.lines)]:
            table.shows("pick")
            table.tap_land(event.territory)
            table.settle()
        if len(table.lines) >= game.numbers_of("PICK")[2]:
            break
    assert table.lines == [format_event(event) for event in game.events[: len(table.lines)]]
    done = len(table.lines)
    neutral = game.numbers_of("DEAL")[-1]
    table.say(said[inputs(game, done) : inputs(game, neutral - 1)])
    table.tap("[data-act=neutral]")
    table.settle()
    assert table.lines == [format_event(event) for event in game.events[:neutral]]
    last = game.numbers_of("TURN")[7] - 1
    table.say(said[inputs(game, neutral) : inputs(game, last)])
    leaver = game.events[last].actor
    act(table, "leave.withdraw", player=leaver)
    act(table, "over.agreement")
    expected = complete_lines(
        Game(game.headers, []), [*said[: inputs(game, last)], f"ritira {leaver}", "finita accordo"], judged=False
    )
    confirm_and_approve(table, game)
    assert_equal_record(table, expected.play.game, 1)
    assert any(line.startswith(f"STAT A {leaver}") for line in table.lines)


def test_stucchi_is_drafted_by_tapping_and_objectives_are_opened_at_the_end(table: Table) -> None:
    game = fixture("stucchi/extra-turns.rgn")
    begin(table, game, ["Anna", "Bruno", "Gino", "Nadia"])
    events, said = list(game.events), spoken(game)
    table.shows("order")
    dice_by_tapping(table, events[0])
    for letter in events[1].order[:-1]:
        table.tap(f"[data-seat={letter}]")
    table.settle()
    for event in events[2:8]:
        table.shows("draft")
        table.tap_land(event.card)
        if event is events[6]:  # which way the decks go round shows in the second pick of the first player
            table.tap(f'[data-deck="{event.deck}"]')
        table.settle()
    assert table.lines == [format_event(event) for event in events[:8]]
    first = game.numbers_of("OBJ")[0] - 1
    table.say(said[inputs(game, 8) : inputs(game, first)])
    table.shows("objectives")
    table.tap("[data-act=objectives]")
    table.settle()
    last = game.numbers_of("OBJ")[-1]
    end, hidden = game.numbers_of("OVER")[0] - 1, [f"obiettivo {COLOURS[letter]} nascosto" for letter in game.players]
    passes = [place for place, line in enumerate(said) if line == "passo"]
    table.say(said[inputs(game, last) : passes[-1]])
    table.tap("[data-act=pass]")
    table.settle()
    table.shows("end")
    table.tap("[data-act=end]")
    table.settle()
    table.shows("objectives")
    by_letter = {event.actor: event.objective for event in events if event.TAG == "OBJ"}
    numbers = {entry["id"]: entry["number"] for entry in objectives("stucchi6")}
    for letter, objective in by_letter.items():
        table.page.select_option(f"[data-goal={letter}]", str(numbers[objective]))
    table.tap("[data-act=objectives]")
    table.settle()
    opened = [f"obiettivo {COLOURS[letter]} {numbers[by_letter[letter]]}" for letter in game.players]
    told = [*said[: inputs(game, first)], *hidden, *said[inputs(game, last) : inputs(game, end)], "finita chance"]
    expected = complete_lines(Game(game.headers, []), [*told, *opened], judged=False)
    assert expected.unclear is None
    confirm_and_approve(table, game)
    assert_equal_record(table, expected.play.game, 1)
    scores = judge(game).scores
    assert {x: e["points"] for x, e in judge(table.game).scores.items()} == {x: e["points"] for x, e in scores.items()}


def test_firenze_has_objectives_by_number_and_ends_by_the_arbiter_s_die(table: Table) -> None:
    game = fixture("firenze/arbiter-die.rgn")
    begin(table, game, ["Anna", "Bruno", "Gino"])
    events, said = list(game.events), spoken(game)
    dice_by_tapping(table, events[0])
    first, last = game.numbers_of("OBJ")[0] - 1, game.numbers_of("OBJ")[-1]
    table.say(said[inputs(game, len(table.lines)) : inputs(game, first)])
    table.shows("objectives")
    for event in events[first:last]:
        table.page.select_option(f"[data-goal={event.actor}]", event.objective.removeprefix("fir-"))
    table.tap("[data-act=objectives]")
    table.settle()
    die = game.numbers_of("EROLL")[-1] - 1
    table.say([*said[inputs(game, last) : inputs(game, die)], "fine"])
    table.shows("throw")
    table.tap(f'[data-die="{events[die].dice[0]}"]')
    table.settle()
    over = game.numbers_of("OVER")[0]
    table.say(said[inputs(game, over - 1) : inputs(game, over)])
    table.shows("over")
    table.tap("summary")
    for event in events[over:]:
        points = str(event.half_points // 2) + (",5" if event.half_points % 2 else "")
        table.page.fill(f"[data-points={event.actor}]", points)
    table.tap("[data-act=points]")
    table.settle()
    confirm_and_approve(table, game)
    assert_equal_record(table, game, 1)


def test_one_against_one_has_closing_throws_by_tapping(table: Table) -> None:
    game = fixture("uno-contro-uno/bonus-throws-end-roll.rgn")
    begin(table, game, ["Anna", "Bruno", "Gino"])
    events, said = list(game.events), spoken(game)
    dice_by_tapping(table, events[0])
    dice_by_tapping(table, events[1])
    assert table.lines == [format_event(event) for event in events[: len(table.lines)]] and len(table.lines) >= 2
    at = inputs(game, len(table.lines))
    for number in game.numbers_of("EROLL"):
        throw = inputs(game, number) - 1
        table.say([*said[at:throw], *(["fine"] if events[number - 2].TAG == "END" else [])])
        table.shows("throw")
        for place, face in enumerate(events[number - 1].dice):
            table.tap(f'.die-row:nth-of-type({place + 1}) [data-die="{face}"]')
        table.settle()
        at = throw + 1
    table.say(said[at:])
    confirm_and_approve(table, game)
    assert_equal_record(table, game, 1)


def test_acts_around_a_turn_are_tapped(table: Table) -> None:
    game = fixture("monopoli/objective.rgn")
    start = game.numbers_of("TURN")[4] - 1
    stored = table.archive.add_game(Game(game.headers, list(game.events[:start]))).game_id
    table.page.goto(f"{table.address}/record/{stored}")
    table.page.wait_for_function("() => window.planciaRecord && planciaRecord.recording.queue")
    table.page.tap("#act .menu summary")
    table.page.fill("[data-field=time]", "21:40")
    act(table, "clock.paused")
    act(table, "clock.resumed")
    table.page.tap("#act .menu summary")
    table.page.fill("[data-field=note]", "il dado è caduto")
    act(table, "note", opened=True)
    note = len(table.lines)
    table.page.tap("#act .menu summary")
    table.page.fill("[data-field=event]", str(note))
    table.page.fill("[data-field=why]", "non è caduto")
    act(table, "undo", opened=True)
    assert [line.split(" {")[0] for line in table.lines[start:]] == [
        "CLOCK * paused @21:40", "CLOCK * resumed", "NOTE *", f"VOID A {note}"
    ]  # fmt: skip
    mover = game.events[start].actor
    before = len(table.lines)
    table.page.evaluate("line => planciaRecord.say(line)", f"{COLOURS[mover]} turno")
    table.page.wait_for_function("() => planciaRecord.recording.held")
    table.page.tap("#undo")
    table.page.wait_for_function("() => !planciaRecord.recording.held")
    table.settle()
    assert len(table.lines) == before, "a slip that is undone leaves no trace"
    far = next(
        f"sposta 1 {source} {target}"
        for source, target in far_places(table.game, mover)
    )  # fmt: skip
    table.page.evaluate("line => planciaRecord.say(line)", far)
    table.page.tap("#act .asks button.quiet")
    table.settle()
    assert table.lines[-1].startswith(f"MOVE {mover}")
    assert "move.adjacent" in {verdict.rule for verdict in judge(table.game).verdicts}


def far_places(game: Game, letter: str) -> list[tuple[str, str]]:
    """Own territories without a common border, the first with armies to move."""
    play = Play(game)
    own = play.territories(letter)
    return [(a, b) for a in own if play.armies(a) > 1 for b in own if a != b and not play.are_adjacent(a, b)]


def act(table: Table, name: str, player: str = "", opened: bool = False) -> None:
    """Taps an act of the menu, for a player where it has one."""
    menu = table.page.locator("#act details.menu")
    if not opened and menu.get_attribute("open") is None:
        table.page.tap("#act .menu summary")
    if player:
        table.page.select_option("#act [data-field=player]", player)
    table.tap(f'[data-act="{name}"]')
    if name in FINAL:
        before = len(table.lines)
        assert table.page.locator("#act .confirm li").first.inner_text(), "the question names what will be recorded"
        assert len(table.lines) == before
        table.tap("[data-act=confirm-yes]")
    table.settle()


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
