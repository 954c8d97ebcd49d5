"""Territories dealt by painting them on the page that records: what stays painted, what is asked about."""

from __future__ import annotations

from plancia_events import format_event
from plancia_replay import judge
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
from tests.recording.speaking import spoken

__all__ = ["table"]  # the fixture


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
    table.page.wait_for_function("() => planciaRecord.recording.isIdle")
    count = table.page.locator(f"#act [data-count-of={second.actor}]").inner_text()
    assert count.split()[0] == "2", count
    for code in second.territories[2:]:
        table.tap_land(code)
    table.tap("[data-act=deal]")
    table.settle()
    assert [line for line in table.lines if line.startswith("DEAL")] == [format_event(first), format_event(second)]


def test_the_armies_chosen_stay_when_the_input_before_is_stored(table: Table) -> None:
    game = fixture("monopoli/objective.rgn")
    begin(table, game, ["Anna", "Bruno", "Gino", "Nadia", "Ugo", "Zoe"])
    for event in [event for event in game.events if event.TAG == "ROLL"]:
        dice_by_tapping(table, event)
    first, second = [event for event in game.events if event.TAG == "DEAL"][:2]
    page = table.page
    table.shows("deal")
    table.tap(f".row[role=group] [data-seat={first.actor}]")
    for code in first.territories:
        table.tap_land(code)
    table.tap("[data-act=deal]")
    page.wait_for_function("() => planciaRecord.recording.held && !planciaRecord.recording.pending.length")
    page.wait_for_selector(f"#act [data-count-of]:not([data-count-of={first.actor}])")
    table.tap(f".row[role=group] [data-seat={second.actor}]")
    table.tap('[data-count="3"]')
    table.settle()
    page.evaluate("planciaRecord.redraw()")
    page.wait_for_selector('#act [data-count="3"][aria-pressed=true]')
    table.tap_land(second.territories[0])
    page.wait_for_function("() => document.querySelector('#act .painted').textContent.endsWith(' 3')")
