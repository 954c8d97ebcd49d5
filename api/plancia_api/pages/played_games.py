"""Lists of games on the pages of a player and of a club, newest first, and the figures that these pages share."""

from __future__ import annotations

from typing import Any

from flask import request

from plancia_api.current_archive import archive
from plancia_api.current_reader import current_reader, exclude_hidden_games
from plancia_api.game_titles import game_titles
from plancia_api.language import language
from plancia_api.problems import Problem
from plancia_api.shown_names import current_names
from plancia_archive import Filters
from plancia_archive.queries.game_titles import format_date
from plancia_archive.queries.lineup import add_lineups
from plancia_archive.queries.result_status import add_status
from plancia_archive.statistics.svg import format_number
from plancia_data import decimal_text, messages

GAMES_A_PAGE = 30


def played_games(filters: Filters) -> dict[str, Any]:
    """Returns the template variables `rows`, `titles` and `cursor` of the games of a filter after the query's `after`.

    Raises Problem 422 for a cursor that is none.
    """
    try:
        rows, cursor = archive().games(filters, request.args.get("after"), GAMES_A_PAGE, newest=True)
    except ValueError:
        raise Problem("bad-cursor") from None
    add_lineups(archive(), rows, current_names())
    current_reader().clear_judgements(archive(), rows)
    add_status(archive(), rows)
    return {"rows": rows, "titles": game_titles(row["game"] for row in rows), "cursor": cursor}


def counted_games(**members: Any) -> Filters:
    """The filter of a page's figures: games of people, unless the query's `provenance` is `all`; none that hide."""
    provenance = "all" if request.args.get("provenance") == "all" else None
    return exclude_hidden_games(Filters(provenance=provenance, **members))


def people_words() -> dict[str, str]:
    """The words of these pages."""
    return messages("people", language())


def number_text(value: float | None, signed: bool = False) -> str:
    """A number in the language's form, at most one decimal; with its sign if `signed`."""
    if value is None:
        return "–"
    if isinstance(value, int) or value == int(value):
        return f"{int(value):+d}".replace("-", "−") if signed and value else str(int(value)).replace("-", "−")
    text = f"{value:+.1f}" if signed else f"{value:.1f}"
    return decimal_text(text.replace("-", "−"), language())


def percent_text(share: float | None) -> str:
    """A share as a whole percentage."""
    return "–" if share is None else people_words()["percent"].format(number=format_number(round(100 * share), "en"))


def date_text(date: str | None) -> str:
    """A date with the month in words; empty for none."""
    return format_date(date or "", messages("titles", language()))


def figures() -> dict[str, Any]:
    """The template variables that pages with figures share."""
    return {"say": people_words(), "number": number_text, "percent": percent_text, "day": date_text,
            "decimal_mark": messages("columns", language())["decimal_mark"],
            "all_provenances": request.args.get("provenance") == "all"}  # fmt: skip
