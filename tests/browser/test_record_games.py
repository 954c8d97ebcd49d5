"""Whole games of each document recorded through the page, from the form of a new game to the receipt.

Widgets of the opening, the end and the acts around a turn are tapped; what is played between them is said.
"""

from __future__ import annotations

from plancia_data import objectives
from plancia_events import Game, format_event
from plancia_replay import judge
from plancia_replay.recording.completing import complete_lines
from plancia_replay.recording.play import Play
from tests.browser.recorded_games import (
    Table,
    assert_equal_record,
    begin,
    confirm_and_approve,
    dice_by_tapping,
    fixture,
    inputs,
    table,
)
from tests.recording.speaking import COLOURS, spoken

__all__ = ["table"]  # the fixture
FINAL = ("leave.withdraw", "leave.eliminate", "over.agreement", "over.time", "over.abandoned")  # asked about once


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
