"""The pages of players: the list, and one with results, luck, head to head, tournaments, records and games."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, redirect, request

from plancia_api.current_archive import archive
from plancia_api.current_reader import current_reader, exclude_hidden_games
from plancia_api.language import language
from plancia_api.pages.rendering import page
from plancia_api.problems import Problem
from plancia_api.shown_names import current_names, display_name, game_titles, insert_names, names_shown
from plancia_archive import Filters
from plancia_archive.facts.event_rows import Row
from plancia_archive.people.free_text import REFERENCE_PREFIX
from plancia_archive.people.register import normalise_name
from plancia_archive.queries.game_titles import format_date
from plancia_archive.queries.lineup import add_lineups
from plancia_archive.queries.result_status import add_status
from plancia_archive.statistics.player_profile import Luck, player_profile, player_tournaments
from plancia_archive.statistics.svg import format_number
from plancia_archive.statistics.typed_results import TypedGame, count_results
from plancia_archive.tournaments import format_points
from plancia_data import decimal_text, messages

GAMES_A_PAGE = 30


def played_games(filters: Filters) -> dict[str, object]:
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


def figures() -> dict[str, object]:
    """The template variables that pages with figures share."""
    return {"say": people_words(), "number": number_text, "percent": percent_text, "day": date_text,
            "decimal_mark": messages("columns", language())["decimal_mark"],
            "all_provenances": request.args.get("provenance") == "all"}  # fmt: skip


blueprint = Blueprint("player_pages", "plancia_api", template_folder="templates")
PLAYERS_A_PAGE = 100
MAX_RIVALS = 100
MAX_TYPED = 60  # typed results on the page of a player, the newest
SORTS = {"games": "games", "wins": "wins", "points": "mean_points"}  # value of the query -> column, the most first


@blueprint.get("/players")
def players() -> Response:
    """The players of the games and results that count, by name or a figure, those whose name has the words of `q`."""
    with archive().lock:
        counted = count_results(archive(), counted_games())
    rows = add_names(counted.rows, "player")
    words = request.args.get("q", "").strip()[:100]
    if words and names_shown():
        rows = [row for row in rows if set_of_words(words) <= starts_of_words(row["player_name"], words)]
    sort = request.args.get("sort", "")
    rows.sort(key=lambda row: row["player_name"].casefold())
    if sort in SORTS:
        rows.sort(key=lambda row: -(row[SORTS[sort]] or 0))
    text = request.args.get("from", "")
    start = int(text) if text.isascii() and text.isdigit() and len(text) < 8 and int(text) < len(rows) else 0
    return page(
        "players.html", **figures(), rows=rows[start : start + PLAYERS_A_PAGE], count=len(rows), counted=counted,
        q=words,
        sort=sort if sort in SORTS else "name", sorts=("name", *SORTS), start=start, size=PLAYERS_A_PAGE,
        names=names_shown(),
    )  # fmt: skip


def set_of_words(text: str) -> set[str]:
    """The words of a text in the form for comparison."""
    return set(normalise_name(text).split())


def starts_of_words(name: str, words: str) -> set[str]:
    """The words of a search with which a word of the name begins."""
    return {word for word in set_of_words(words) if any(part.startswith(word) for part in set_of_words(name))}


def add_names(rows: list[Row], *columns: str) -> list[Row]:
    """Adds to each row of references the names that this reader may see, references where names are hidden."""
    source = current_names()
    with archive().lock:
        return [{**row, **{f"{key}_name": source.name(row[key]) if source and row[key] else row[key]
                           for key in columns}} for row in rows]  # fmt: skip


@blueprint.get("/players/<string:player>")
def one_player(player: str) -> Any:
    """A player by reference; a name leads to it where names are shown."""
    reference = None
    if names_shown() or player.startswith(REFERENCE_PREFIX):
        with archive().lock:
            reference = archive().people.find(player)
    if reference is None:
        raise Problem("not-found")
    if reference != player:
        return redirect(f"/players/{reference}")
    profile = player_profile(archive(), reference, counted_games(player=reference))
    records = [row | {"shown": number_text(row["value"], row["record"] == "luck")} for row in profile.records]
    return page(
        "player.html", **figures(), player=reference, name=display_name(reference), profile=profile,
        rivals=add_names(profile.rivals[:MAX_RIVALS], "rival"), records=records, luck_says=luck_sentence(profile.luck),
        record_titles=game_titles(row["game"] for row in records),
        typed=[typed_row(one) for one in reversed(profile.typed[-MAX_TYPED:])],
        tournaments=insert_names(player_tournaments(archive(), reference)), **played_games(Filters(player=reference)),
    )  # fmt: skip


def typed_row(one: TypedGame) -> dict[str, object]:
    """A typed result as the page of a player shows it: title of the tournament, place, points of all, winners."""
    seats = [
        {"player": player, "name": display_name(player) or player, "won": player in one.winners,
         "points": decimal_text(format_points(points), language())}
        for player, points in sorted(one.points.items(), key=lambda item: -item[1])
    ]  # fmt: skip
    return {"tournament": one.tournament, "title": insert_names({"title": one.title})["title"], "round": one.round,
            "table": one.table, "seats": seats}  # fmt: skip


def luck_sentence(luck: Luck | None) -> str:
    """What the luck of a player is, in a sentence; empty without throws."""
    if luck is None:
        return ""
    words = people_words()
    key = "luck-usual" if not luck.is_unusual else "luck-good" if luck.luck > 0 else "luck-bad"
    return words["luck-says"].format(
        luck=number_text(luck.luck, True), throws=luck.throws, margin=number_text(luck.margin), verdict=words[key]
    )
