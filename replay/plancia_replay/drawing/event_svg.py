"""Draws the position after an event of a game, with the territories that the event changed."""

from __future__ import annotations

from plancia_events import Game
from plancia_replay.drawing.board_svg import BoardOptions, board_svg
from plancia_replay.drawing.last_move import last_move_at
from plancia_replay.judging.table_json import state_at
from plancia_replay.rulesets.ruleset import RuleSet

MAX_MARKED_TERRITORIES = 7  # above it, as after the deal, no territory is marked as changed


def event_svg(game: Game, number: int, rules: RuleSet, options: BoardOptions, as_corrected: bool = True) -> str:
    """Returns the board after event `number` (0: the header) as SVG, with its changes and its move with the dice.

    Raises RuleSetError as `state_at` does.
    """
    board_after = state_at(game, number, rules, as_corrected)["board"]
    board_before = state_at(game, number - 1, rules, as_corrected)["board"] if number > 0 else board_after
    changed_codes = {code for code in {*board_before, *board_after} if board_before.get(code) != board_after.get(code)}
    marked_codes = changed_codes if len(changed_codes) <= MAX_MARKED_TERRITORIES else set[str]()
    return board_svg(board_after, options, move=last_move_at(game, number), changed=marked_codes)
