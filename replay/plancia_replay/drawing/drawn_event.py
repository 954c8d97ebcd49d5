"""The position after an event of a game, drawn with what the event changed."""

from __future__ import annotations

from plancia_events import Game
from plancia_replay.drawing.board_svg import BoardOptions, board_svg
from plancia_replay.drawing.last_move import last_move_at
from plancia_replay.judging.table_json import state_at
from plancia_replay.rulesets.ruleset import RuleSet

MANY = 8  # territories changed by one event, such as the deal, that are no longer marked one by one


def drawn_event(game: Game, number: int, rules: RuleSet, options: BoardOptions, as_corrected: bool = True) -> str:
    """The board after event `number` (0: the header), the territories that it changed, and its move with the dice.

    Raises RuleSetError as `state_at` does.
    """
    after = state_at(game, number, rules, as_corrected)["board"]
    before = state_at(game, number - 1, rules, as_corrected)["board"] if number > 0 else after
    changed = {code for code in {*before, *after} if before.get(code) != after.get(code)}
    marked = changed if len(changed) < MANY else set[str]()
    return board_svg(after, options, move=last_move_at(game, number), changed=marked)
