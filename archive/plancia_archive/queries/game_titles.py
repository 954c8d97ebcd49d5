"""Titles of games for readers: tournament, round and table, players and date, in place of the id.

The tournament is the one that the game is linked to, else the header Event. Two games may have the same title, so the
id is shown beside it. A title is made of stored text and must be escaped in HTML.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plancia_archive.log.connections import select_in
from plancia_archive.people.register import REFERENCE
from plancia_data import messages

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

InsertNames = Callable[[str], str]  # puts names in place of references in a text; `str` leaves them

SELECT_GAMES = "SELECT game, number, event, date, round, board FROM game WHERE game IN ({marks})"
SELECT_LINKS = (
    "SELECT game, tournament, round, board FROM link WHERE game IN ({marks}) ORDER BY tournament, round, board"
)
SELECT_PLAYERS = (
    "SELECT number, player FROM player_game WHERE number IN ({marks}) "
    "ORDER BY number, seat IS NULL, seat, instr('RBGYNV', colour)"
)
UNKNOWN_VALUES = (None, "", "?", "-")


@dataclass(frozen=True)
class GameTitle:
    """The parts of a title in words of one language; each may be empty.

    `occasion` is tournament, round and table; `players` is empty where names are not shown; `fallback` stands where
    nothing else is known.
    """

    occasion: str
    players: tuple[str, ...]
    date: str
    fallback: str

    @property
    def heading(self) -> str:
        """The occasion; without one the players, the date, or the fallback."""
        return self.occasion or ", ".join(self.players) or self.date or self.fallback

    @property
    def details(self) -> str:
        """What the heading leaves out, which may be empty."""
        players = ", ".join(self.players)
        parts = (players if self.occasion else "", self.date if self.occasion or players else "")
        return " · ".join(part for part in parts if part)

    @property
    def text(self) -> str:
        """The whole title on one line."""
        return " · ".join(part for part in (self.heading, self.details) if part)


def game_title(archive: Archive, game_id: str, lang: str, names: InsertNames) -> GameTitle:
    """Returns the title of a game; players without a name are left out. Raises ArchiveError."""
    return game_titles(archive, [game_id], lang, names)[game_id]


def game_titles(archive: Archive, game_ids: Iterable[str], lang: str, names: InsertNames) -> dict[str, GameTitle]:
    """Returns the title of each game by id. Raises ArchiveError for a game that does not exist."""
    requested_ids = list(dict.fromkeys(game_ids))
    title_words = messages("titles", lang)
    with archive.lock:
        rows = {row[0]: dict(zip(("number", "event", "date", "round", "table"), row[1:], strict=True))
                for row in select_in(archive.db, SELECT_GAMES, requested_ids)}  # fmt: skip
        links = {row[0]: row[1:] for row in reversed(select_in(archive.db, SELECT_LINKS, requested_ids))}
        players: dict[int, list[str]] = {}
        for number, player in select_in(archive.db, SELECT_PLAYERS, [row["number"] for row in rows.values()]):
            players.setdefault(number, []).append(player)
        tournaments = {name: archive.tournaments.get(name).title for name in {link[0] for link in links.values()}}
    titles = {}
    for game_id in requested_ids:
        row = rows.get(game_id) or header_fields(archive, game_id)
        seated_players = players.get(row["number"], []) if "number" in row else row["players"]
        if game_id in links:
            name, number, table = links[game_id]
            row = {**row, "event": tournaments[name], "round": str(number), "table": table}
        titles[game_id] = build_title(row, seated_players, title_words, names)
    return titles


def header_fields(archive: Archive, game_id: str) -> dict[str, Any]:
    """Returns the fields of a title from the headers, of a game without derived rows, such as a withdrawn one."""
    game = archive.game(game_id)
    names = {"event": "Event", "date": "Date", "round": "Round", "table": "Table"}
    return {**{key: game.header(name) for key, name in names.items()}, "players": list(game.players.values())}


def build_title(
    row: Mapping[str, Any], players: Iterable[str], say: Mapping[str, str], names: InsertNames
) -> GameTitle:
    """Returns the title made of the fields `event`, `round`, `table` and `date`."""
    fields = {key: "" if row[key] in UNKNOWN_VALUES else str(row[key]) for key in ("event", "round", "table", "date")}
    fields = {key: names(value) for key, value in fields.items()}
    round_and_table = [
        say[key].format(name=fields[key]) if fields[key][:1].isdigit() or len(fields[key]) < 3 else fields[key]
        for key in ("round", "table")
        if fields[key]
    ]
    occasion = ", ".join(part for part in (fields["event"], *round_and_table) if part)
    players_named = [names(player) for player in dict.fromkeys(players) if player not in UNKNOWN_VALUES]
    player_names = tuple(name for name in players_named if not REFERENCE.match(name))
    return GameTitle(occasion, player_names, format_date(fields["date"], say), say["untitled"])


def format_date(date: str, say: Mapping[str, str]) -> str:
    """Returns a date `YYYY-MM-DD` with the month in words; digits that are `?` leave out day or month.

    Any other text is returned unchanged.
    """
    year, _, rest = date.partition("-")
    month, _, day = rest.partition("-")
    if not (year.isdigit() and f"month-{month}" in say):
        return year if year.isdigit() and set(rest) <= {"?", "-"} else date
    return " ".join(part for part in (day.lstrip("0") if day.isdigit() else "", say[f"month-{month}"], year) if part)
