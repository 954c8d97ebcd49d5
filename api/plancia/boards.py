"""The position of a game after an event, as rows and drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from plancia.judging import TABLE_COLUMNS, territory_rows
from plancia.rows import Rows
from plancia_events import Game
from plancia_replay import ruleset_for_game, state_at
from plancia_replay.drawing import BoardOptions, event_svg


@dataclass(frozen=True)
class Board:
    """The table after an event of a game. Colours are the letters of the notation: R, B, G, Y, N, V; `-` is neutral.

    `event` is the number of the event (0: the headers), `round` that of the round, `turn` the colour whose turn it is,
    or None; `territories` has a row a territory that somebody owns; `hands` the cards of each colour. `impossible` is
    the number of an event before it that cannot have happened, at which the replay stopped, or None. A notebook draws
    the board; `svg` is the drawing.
    """

    event: int
    round: int
    turn: str | None
    territories: Rows
    hands: dict[str, list[str]]
    impossible: int | None
    _draw: Callable[[], str] = field(repr=False, compare=False)

    @property
    def svg(self) -> str:
        """The drawing, with the last move and its dice."""
        return self._draw()

    def _repr_svg_(self) -> str:
        """Returns the drawing for a notebook."""
        return self.svg


def board(game: Game, event: int | None = None, *, as_recorded: bool = False, lang: str = "en") -> Board:
    """Returns the table after `event` (0: the headers; without it the last one), with the corrections of the record.

    `as_recorded` leaves corrections out. `lang`, "it" or "en", is the language of names. Raises IndexError for an event
    that the game does not have, RuleSetError for rules that do not exist, ValueError for a game that names no variant.
    """
    if game.header("Variant") is None:
        raise ValueError("the headers of the game name no variant")
    number = len(game.events) if event is None else event
    if not 0 <= number <= len(game.events):
        raise IndexError(f"event {number}: the game has events 1 to {len(game.events)}")
    rules = ruleset_for_game(game)
    state = state_at(game, number, rules, not as_recorded)
    options = BoardOptions(rules.content["board"]["id"], lang, fixed=True)
    return Board(
        event=number, round=state["round"], turn=state["turn"],
        territories=Rows(territory_rows(state["board"], lang), TABLE_COLUMNS), hands=state["hands"],
        impossible=state.get("stopped"), _draw=partial(event_svg, game, number, rules, options, not as_recorded),
    )  # fmt: skip
