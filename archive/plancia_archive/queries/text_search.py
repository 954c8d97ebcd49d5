"""Search for games by words that people know: players, tournaments, places, days, months, years."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from plancia_archive.people.register import normalise_name
from plancia_archive.queries.filters import Filters
from plancia_data import messages

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

MAX_WORDS = 8
MAX_PLAYERS = 200  # whose name contains a word; those of more are too many to be what was meant
MIN_MONTH_LETTERS = 3  # of the beginning of a month's name
DAY = re.compile(r"([0-9]{1,2})[/.]([0-9]{1,2})(?:[/.]([0-9]{4}))?\Z")  # 21/11/2026, as people in Italy write it
DATE_PREFIX = re.compile(r"[0-9]{4}(?:-[0-9]{2}){0,2}\Z")
Condition = tuple[str, tuple[Any, ...]]  # SQL on a row of `game`, and its values


def text_filter(archive: Archive, text: str, lang: str, with_names: bool) -> Filters:
    """Returns a filter of the games that match every word of a text, of which the first MAX_WORDS count.

    A word matches a part of a player's name (if `with_names`), of the header Event or Place or of a tournament's title;
    a day, a month with or without its year, or a year of the date; or the beginning of the game's id.
    """
    words = text.casefold().split()[:MAX_WORDS]
    with archive.lock:
        titles = {name: archive.tournaments.get(name).title.casefold() for name in archive.tournaments.ids()}
        conditions = [word_condition(archive, word, titles, lang, with_names) for word in words]
    return Filters(text=tuple(conditions))


def word_condition(archive: Archive, word: str, titles: dict[str, str], lang: str, with_names: bool) -> Condition:
    """Returns the condition of one word; `titles` are those of the tournaments, in lower case."""
    alternatives: list[Condition] = [
        ("event LIKE ? ESCAPE '!'", (f"%{escape(word)}%",)), ("place LIKE ? ESCAPE '!'", (f"%{escape(word)}%",)),
        ("game LIKE ? ESCAPE '!'", (f"{escape(word)}%",)),
    ]  # fmt: skip
    alternatives += [("date LIKE ?", (pattern,)) for pattern in date_patterns(word, lang)]
    tournaments = [name for name, title in titles.items() if word in title]
    if tournaments:
        alternatives.append((f"game IN (SELECT game FROM link WHERE tournament IN ({marks(tournaments)}))",
                             tuple(tournaments)))  # fmt: skip
    if with_names and (players := players_named(archive, word)):
        alternatives.append((f"number IN (SELECT number FROM player_game WHERE player IN ({marks(players)}))",
                             tuple(players)))  # fmt: skip
    condition = " OR ".join(condition for condition, _ in alternatives)
    return f"({condition})", tuple(value for _, values in alternatives for value in values)


def players_named(archive: Archive, word: str) -> list[str]:
    """Returns the references of at most MAX_PLAYERS people of whose name the word is a part."""
    rows = archive.db.execute(
        "SELECT DISTINCT player_ref FROM alias WHERE plain LIKE ? ESCAPE '!' LIMIT ?",
        [f"%{escape(normalise_name(word))}%", MAX_PLAYERS],
    )
    return [str(row[0]) for row in rows]


def date_patterns(word: str, lang: str) -> list[str]:
    """Returns the patterns of dates (YYYY-MM-DD, for LIKE) that a word means; none for other words."""
    if DATE_PREFIX.match(word):
        return [f"{word}%"]
    if day := DAY.match(word):
        return [f"{day[3] or '____'}-{int(day[2]):02}-{int(day[1]):02}"]
    titles = messages("titles", lang)
    months = {f"{number:02}": str(titles[f"month-{number:02}"]).casefold() for number in range(1, 13)}
    if len(word) < MIN_MONTH_LETTERS:
        return []
    return [f"____-{number}-%" for number, name in months.items() if name.startswith(word)]


def escape(word: str) -> str:
    """Returns a word with the signs of LIKE patterns escaped by an exclamation mark."""
    return re.sub("([!%_])", r"!\1", word)


def marks(values: list[str]) -> str:
    """Returns the placeholders of a list of values."""
    return ", ".join("?" * len(values))
