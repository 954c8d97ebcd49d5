"""What the pages of a tournament show of its tables: seats with points, the winner, the game, what is missing."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_uppercase

from plancia_api.current_archive import archive
from plancia_api.game_cache import game_head, visible_game
from plancia_api.language import language
from plancia_api.shown_names import display_name, insert_names
from plancia_archive.facts.redaction import is_over
from plancia_archive.log.entry_format import Members
from plancia_archive.queries.game_titles import format_date
from plancia_archive.tournaments import Table, Tournament, format_points
from plancia_data import decimal_text, messages


@dataclass(frozen=True)
class ShownSeat:
    """A seat: reference, name as the reader is shown it, points ("" without), whether the player won."""

    player: str
    name: str
    points: str
    is_winner: bool


@dataclass(frozen=True)
class ShownTable:
    """A table: `state` is `missing`, `live` (its game is not over), `stuck`, `typed` or `game`.

    A game is stuck that is over, or stopped at something impossible, without giving a result. `approved`: an arbiter
    approved the typed result, which stands in for the recording `left_off` where there is one; `event` gave the result.
    `is_winner_named`: the result says who won. `is_undecided`: players are level at the top, and under the rules of the
    tournament nobody wins until one of them is named.
    """

    round: int
    name: str
    seats: list[ShownSeat]
    game: str | None
    state: str
    is_winner_named: bool
    is_undecided: bool
    approved: bool
    left_off: str | None
    event: int

    @property
    def is_finished(self) -> bool:
        """True for a table whose result is known."""
        return self.state in ("typed", "game")


def shown_title(tournament: Tournament) -> str:
    """Returns the title of a tournament with names where they are shown."""
    return str(insert_names({"title": tournament.title})["title"])


def when_words(when: str) -> str:
    """Returns a date, with its hour where it has one, in words; what a round without a date is told."""
    words = messages("tournament", language())
    date, _, hour = when.partition("T")
    day = format_date(date, messages("titles", language())) if date else words["no-date"]
    return words["at-hour"].format(day=day, hour=hour) if hour else day


def event_sentence(event: Members) -> str:
    """Returns an event of a tournament in words, with names where they are shown."""
    values = {"round": event.get("round", ""), "table": event.get("table", "")}
    said = messages("start", language())[f"news.tournament.{event['kind']}"].format(**values)
    points = event.get("points")
    parts = [f"{display_name(player)} {decimal_text(value, language())}" for player, value in points.items()] \
        if isinstance(points, dict) else [display_name(player) for player in event.get("seats", ())]  # fmt: skip
    if "player" in event:
        parts = [
            " ".join(part for part in (display_name(event["player"]), decimal_text(points or "", language())) if part)
        ]
    text = f"{said}: {', '.join(parts)}" if parts else said
    return str(insert_names({"why": f"{text} ({event['why']})" if event.get("why") else text})["why"])


def round_tables(tournament: Tournament, number: int) -> list[ShownTable]:
    """Returns the tables of a round."""
    return [shown_table(tournament, table) for table in tournament.tables_of_round(number)]


def shown_table(tournament: Tournament, table: Table) -> ShownTable:
    """Returns a table with the points of its result, in the number format of the page's language."""
    is_live = bool(table.game) and not is_over(visible_game(game_head(str(table.game))))
    result = None if is_live else archive().tournaments.result(table, tournament)
    leaders = tournament.rules.leaders(result) if result else []
    winner = table.winner or (result.winner if result else None) or (leaders[0] if len(leaders) == 1 else None)
    seats = [
        ShownSeat(
            player, display_name(player) or player,
            decimal_text(format_points(result.points[player]), language())
            if result and player in result.points else "",
            player == winner,
        )
        for player in table.seats
    ]  # fmt: skip
    state = "live" if is_live else "typed" if table.typed else "missing"
    if table.game and not is_live:
        state = "game" if result else "stuck"
    is_undecided = result is not None and awaits_winner(tournament) and not tournament.rules.winners(result)
    is_named = result is not None and result.winner is not None
    return ShownTable(
        table.round, table.name, seats, table.game, state, is_named, is_undecided, table.approved, table.left_off,
        table.event,
    )  # fmt: skip


def awaits_winner(tournament: Tournament) -> bool:
    """True where a tie at the top of a table has no winner until the organisers name one."""
    return bool(tournament.rules.settings.get("shared") == "nobody")


def tie_words(tournament: Tournament) -> str:
    """What becomes of a tie at the top of a table for which nobody names a winner."""
    words = messages("tournament", language())
    if tournament.rules.settings["points"] in ("rows", "teams"):
        return words["tie-even"]
    return words["tie-nobody" if awaits_winner(tournament) else "tie-shared"]


def next_table_name(tournament: Tournament, number: int) -> str:
    """Returns the first letter that no table of a round has; beyond Z a number."""
    taken = {table.name for table in tournament.tables_of_round(number)}
    letters = [letter for letter in ascii_uppercase if letter not in taken]
    return letters[0] if letters else str(len(taken) + 1)
