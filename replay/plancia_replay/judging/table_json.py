"""The table as JSON data at any event: board, hands, turn, armies due."""

from __future__ import annotations

from bisect import bisect_right

from plancia_events import Game
from plancia_replay.judging.forms import Board, TableState
from plancia_replay.judging.prepare import prepare
from plancia_replay.judging.replay import ruleset_for_game, run_kernel
from plancia_replay.kernel.table import CARD_KINDS, LANDS, NEUTRAL, Table
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet
from plancia_replay.text.fact_values import CARD_CODES, LAND_CODES

STATUS_NAMES = ("active", "withdrawn", "passive", "frozen", "eliminated")


def colour_letter(colour: int) -> str:
    """The letter of a colour; `-` for the neutral one, `?` where nobody holds the place."""
    if colour < 0:
        return "?"
    return "-" if colour == NEUTRAL else COLOUR_LETTERS[colour]


def board_json(table: Table) -> Board:
    """Territory code -> [colour, armies] for every territory that somebody holds."""
    return {
        LAND_CODES[land]: (colour_letter(table.owner[land]), int(table.armies[land]))
        for land in range(LANDS)
        if table.owner[land] >= 0
    }


def hands_json(table: Table) -> dict[str, list[str]]:
    """Cards in hand by colour, in the standard order; unknown ones as `???`."""
    hands: dict[str, list[str]] = {}
    for colour, letter in enumerate(COLOUR_LETTERS):
        if table.at_table[colour]:
            base = colour * CARD_KINDS
            hands[letter] = [CARD_CODES[card] for card in range(CARD_KINDS) for _ in range(table.hand[base + card])]
    return hands


def state_at(game: Game, n: int, ruleset: RuleSet | None = None, as_corrected: bool = True) -> TableState:
    """The table after event `n` (0: the header only; beyond the last: the final state).

    Without `as_corrected` it is the table as recorded, uncorrected. Where an impossible event comes first, the
    state before it is given and "stopped" names that event. Raises RuleSetError as `judge` does.
    """
    table, stopped, _ = table_after(game, n, ruleset or ruleset_for_game(game), as_corrected)
    state: TableState = {
        "event": min(max(n, 0), len(game.events)),
        "round": int(table.round),
        "turn": colour_letter(table.turn) if table.turn >= 0 else None,
        "order": [colour_letter(colour) for colour in table.order],
        "board": board_json(table),
        "hands": hands_json(table),
        "status": {name: STATUS_NAMES[table.status[c]] for c, name in enumerate(COLOUR_LETTERS) if table.at_table[c]},
        "due": {
            "territories": int(table.from_territories),
            "continents": int(table.from_continents),
            "cards": int(table.from_cards),
            "placed": int(table.placed),
        },
    }
    if stopped:
        state["stopped"] = stopped
    return state


def table_after(game: Game, n: int, rules: RuleSet, as_corrected: bool = True) -> tuple[Table, int, int]:
    """The table after event `n`, the event at or before it that is impossible (0: none), and the reason of that."""
    prepared = prepare(game, as_corrected)
    table = prepared.table(rules)
    row, reason = run_kernel(rules, table, prepared, bisect_right(prepared.numbers, n), judging=False)
    return table, prepared.numbers[row] if reason else 0, reason
