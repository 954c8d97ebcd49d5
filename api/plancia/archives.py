"""An archive opened for reading: its games, tables, verdicts and statistics as rows."""

from __future__ import annotations

import io
import os
import warnings
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self, TypedDict, Unpack

from plancia.evidence import make_bundle_bytes
from plancia.judging import Judgement, make_judgement
from plancia.rows import Rows
from plancia_archive import ArchiveError
from plancia_data import messages, name_missing_extras, text_in
from plancia_events import Game
from plancia_replay import judge as replay_and_judge
from plancia_replay import other_ruleset_for_game

if TYPE_CHECKING:
    from plancia_archive import AddedGame, Filters
    from plancia_archive import Archive as ArchiveStore

Table = Literal["games", "seats", "events", "verdicts", "throws", "conquests"]
Kind = Literal["illegal", "undecidable", "assumed", "warning"]
VERDICT_COLUMNS = ("game", "event", "verdict", "kind", "rule_id", "rule", "says", "cite", "reading", "facts")
WHAT_IF = "what-if"
SHARE_COLUMNS = ("games", "share", "low", "high")
NAME_COLUMNS = {  # columns that hold references of people, and the column of names that stands beside each
    "player": "player_name", "rival": "rival_name", "player_ref": "player_name", "winner_ref": "winner_name",
    "arbiter": "arbiter_name",
}  # fmt: skip
PAGE_SIZE = 500


class GameFilters(TypedDict, total=False):
    """Filters that select games; None, like an absent filter, selects all.

    `game` is an id or a header Game; `player` and `winner` are names or references; `variant` is an id such as
    "monopoli", "monopoli@1" or "rcm@1 + option"; `since` and `until` are dates, YYYY-MM-DD, both included;
    `recorded_since` and `recorded_until` are dates in UTC, or times, of the game's first entry in the log;
    `completeness` is "full", "no-dice", "turns-only", "final-board" or "result-only"; `provenance` is "live",
    "sheet", "reconstructed", "synthetic", "imported:..." or "all"; `illegal` is True for games with illegal events,
    False for those without; `club` is the place of a game or the club of its tournament; `seat` is the place in the
    order of play, 1 to 6, of `player` (of any player without it); `players` is the number of people at the table;
    `option` is a word after the variant's name or a header Option, with `!` before it for games without it.
    """

    game: str | None
    player: str | None
    variant: str | None
    event: str | None
    since: str | None
    until: str | None
    completeness: str | None
    provenance: str | None
    illegal: bool | None
    winner: str | None
    club: str | None
    tournament: str | None
    edition: int | None
    option: str | None
    seat: int | None
    players: int | None
    recorded_since: str | None
    recorded_until: str | None


def open_archive(
    path: str | os.PathLike[str], *, read_only: bool = True, create: bool = False, lang: str = "en"
) -> Archive:
    """Opens an archive, for reading only unless `read_only=False`.

    `create` creates the file if it does not exist, and needs `read_only=False`. `lang`, "it" or "en", is the language
    of sentences and titles. Several processes can read and write one archive at a time.

    Raises ArchiveError for a file that is no archive or cannot be opened, MissingExtra without the extra `archive`.
    """
    if create and read_only:
        raise ValueError("create=True writes a file: say read_only=False too")
    with name_missing_extras():
        from plancia_archive import Archive as ArchiveStore

        return Archive(ArchiveStore.open(Path(path), create=create, read_only=read_only), lang, read_only)


class Archive:
    """An open archive, from `open_archive`; close it, or use it in a `with` statement.

    Filters are those of GameFilters, by name: `archive.games(variant="monopoli", since="2026-01-01")`. Columns about
    people hold references such as p_0A1B2C3D; beside each is a column with the names, whose title ends with `_name`.
    """

    def __init__(self, log: ArchiveStore, lang: str = "en", read_only: bool = True) -> None:
        self._log = log
        self.lang = lang
        self.read_only = read_only

    @property
    def path(self) -> Path:
        """The path of the archive's file."""
        return self._log.path

    def close(self) -> None:
        """Closes the file."""
        self._log.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    def __len__(self) -> int:
        """Returns the number of games."""
        return self._log.count()

    def __repr__(self) -> str:
        return f"<Archive {str(self.path)!r}>"

    def games(self, **filters: Unpack[GameFilters]) -> Rows:
        """Returns the selected games in the order in which they were stored: the rows of `table("games")`."""
        return self.table("games", **filters)

    def table(self, name: Table, **filters: Unpack[GameFilters]) -> Rows:
        """Returns a table of the selected games: a row per game, seat, event, verdict, throw of dice, or conquest.

        The first column is the id of the game. Raises ArchiveError for an invalid filter value or an unknown player,
        ValueError for an unknown table.
        """
        from plancia_archive.exports.tables import TABLE_NAMES, read_table

        if name not in TABLE_NAMES:
            raise ValueError(f"{name} ({', '.join(TABLE_NAMES)})")
        table = read_table(self._log, name, self._ids(self._filters(filters)))
        return self._named(table.objects(), table.columns)

    def game(self, name: str) -> Game:
        """Returns a game by its id, its Game header, or the name that a dump gives it; people are references.

        Raises ArchiveError.
        """
        return self._log.game(self._log.resolve(name))

    def judge(self, name: str, under: str | None = None) -> Judgement:
        """Judges a stored game under its stored rules, or `under` others.

        Raises ArchiveError, RuleSetError.
        """
        game_id = self._log.resolve(name)
        game = self._log.game(game_id)
        rules = other_ruleset_for_game(game, under) if under else self._log.rules_of(game)
        details = replay_and_judge(game, rules, self.lang)
        details.game = game_id
        names = {colour: self._log.people.name(player) for colour, player in game.players.items()}
        return make_judgement(game, details, self.lang, names)

    def verdicts(
        self, *, rule_id: str | None = None, verdict: Kind | None = None, **filters: Unpack[GameFilters]
    ) -> Rows:
        """Returns the stored verdicts of the selected games with sentences; optionally of one rule number or kind only.

        Raises ArchiveError for an unknown rule number.
        """
        from plancia_archive.queries.filter_values import check_rule
        from plancia_archive.queries.verdict_listing import iterate_verdicts

        if rule_id is not None:
            check_rule(self._log.db, rule_id)
        numbered_rows = iterate_verdicts(self._log, self._filters(filters), rule_id, verdict, lang=self.lang)
        return Rows((row for _, row in numbered_rows), VERDICT_COLUMNS)

    def statistics(
        self, name: str | None = None, *, under: str | None = None, limit: int | None = None,
        **filters: Unpack[GameFilters],
    ) -> Rows:  # fmt: skip
        """Computes a statistic over the selected games; without a name, lists the statistics (`plancia.statistics`)."""
        return statistics(self, name, under=under, limit=limit, **filters)

    def players(self) -> Rows:
        """Returns all people in the archive, sorted by name: player (the reference) and name."""
        return Rows(self._log.people.all(), ("player", "name"))

    def name(self, player: str) -> str:
        """Returns the name of a player's reference; the reference itself if it is unknown."""
        return self._log.people.name(player)

    def head(self) -> str:
        """Returns the head of the log, one line ORIGIN SIZE ROOT that commits to all entries; store it elsewhere.

        Raises ArchiveError for an archive whose log has no Merkle tree.
        """
        return self._log.checkpoints.head().head()

    def prove(self, game: str, *, since: str | None = None) -> bytes:
        """Returns the bundle that proves a game, by its id or name, without trust in the archive, as a JSON file.

        `since` is a head stored earlier, to be linked to the signed one. A read-only archive proves only what is signed
        already. Raises ArchiveError, ValueError for text that is not a head.
        """
        return make_bundle_bytes(self._log, game, since)

    def add(self, game: Game) -> AddedGame:
        """Stores a game; the result has its `game_id`, and `duplicate` if it was stored before.

        Raises io.UnsupportedOperation for a read-only archive, ArchiveError for a game that the archive refuses or a
        file that cannot be written, RuleSetError for rules that do not exist.
        """
        if self.read_only:
            raise io.UnsupportedOperation("the archive is open for reading alone: open_archive(path, read_only=False)")
        return self._log.add_game(game)

    def _filters(self, values: GameFilters) -> Filters:
        """Returns the filters with references for names; warns of values that no game has. Raises ArchiveError."""
        from plancia_archive import Filters
        from plancia_archive.queries.filter_values import check_filters, unmatched_filters

        filters = Filters(**{**values, **self._references(values)})  # type: ignore[arg-type]
        with self._log.lock:
            check_filters(self._log.db, filters)
        templates = messages("cli", self.lang)
        for field, name, similar_names in unmatched_filters(self._log, filters):
            suggestion = f"; {templates['near'].format(names=', '.join(similar_names))}" if similar_names else ""
            warnings.warn(templates[f"no-{field}-here"].format(name=name) + suggestion, stacklevel=4)
        return filters

    def _references(self, values: Mapping[str, Any]) -> dict[str, str]:
        """Returns the references of the people that filters name. Raises ArchiveError for an unknown person."""
        references = {}
        for field in ("player", "winner"):
            if (name := values.get(field)) is not None:
                reference = self._log.people.find(name)
                if reference is None:
                    raise ArchiveError("person", name)
                references[field] = reference
        return references

    def _ids(self, filters: Filters) -> Iterator[str]:
        """Yields the ids of the selected games."""
        after = None
        while True:
            page, after = self._log.games(filters, after, PAGE_SIZE)
            yield from (str(row["game"]) for row in page)
            if after is None:
                return

    def _named(
        self, rows: Iterable[Mapping[str, Any]], columns: Iterable[str], attrs: Mapping[str, Any] | None = None
    ) -> Rows:
        """Returns rows with columns of names beside the references of people."""
        name_by_ref: dict[Any, str | None] = {None: None}
        named_rows = []
        for row in rows:
            names = {}
            for column, name_column in NAME_COLUMNS.items():
                if column in row:
                    player = row[column]
                    if player not in name_by_ref:
                        name_by_ref[player] = self.name(str(player))
                    names[name_column] = name_by_ref[player]
            named_rows.append({**row, **names})
        return Rows(named_rows, add_name_columns(columns), attrs)


def statistics(
    archive: Archive | None = None, name: str | None = None, *, under: str | None = None, limit: int | None = None,
    lang: str | None = None, **filters: Unpack[GameFilters],
) -> Rows:  # fmt: skip
    """A statistic over the games of an archive that fit, or, without a name, the statistics that exist.

    `plancia.statistics()` has the columns statistic (the name), title, meaning, needs (why a game does not count) and
    columns (a list of the columns that the statistic has). Of a statistic, `attrs` holds `title`, `meaning`, `games`
    (that fit the filters), `qualified` (that count), `left_out` (how many do not, by reason) and `notes` (what to know
    before figures are compared). Games that programs
    played or generated count only where `provenance` asks for them. Shares have 95 % intervals (Wilson) in the columns
    `low` and `high`.

    The statistic "what-if" judges the games again `under` other rules, at most `limit` of them; its `attrs` have
    `judged`, `rules` (the rules broken, as Rows) and `changed` (the games that differ).

    Raises ArchiveError for a statistic or a filter value that does not exist, RuleSetError for such rules, TypeError
    for a filter that does not exist, MissingExtra without the extra `archive`.
    """
    with name_missing_extras():
        from plancia_archive.statistics.listing import list_statistics
    language = lang or (archive.lang if archive is not None else "en")
    statistic_by_name = {
        row["statistic"]: {
            **row, "title": text_in(row["title"], language), "meaning": text_in(row["meaning"], language),
            "columns": add_name_columns(statistic_columns(row["statistic"])),
        }
        for row in list_statistics(language)
    }  # fmt: skip
    if name is None:
        return Rows(statistic_by_name.values(), ("statistic", "title", "meaning", "needs", "columns"))
    if archive is None:
        raise TypeError("which archive? statistics(archive, name)")
    answer = compute_answer(archive, name, archive._filters(filters), under, limit)
    rows = answer.pop("rows")
    metadata = {key: statistic_by_name[name][key] for key in ("title", "meaning")}
    return archive._named(rows, statistic_columns(name), {**answer, **metadata})


def statistic_columns(name: str) -> list[str]:
    """Returns the columns of a statistic, also of one without rows."""
    from plancia_archive.statistics import columns_of

    return ["what", *SHARE_COLUMNS] if name == WHAT_IF else columns_of(name)


def add_name_columns(columns: Iterable[str]) -> list[str]:
    """Returns the columns with a column of names after each column of references."""
    return [name for column in columns for name in (column, NAME_COLUMNS.get(column)) if name is not None]


def compute_answer(
    archive: Archive, name: str, filters: Filters, under: str | None, limit: int | None
) -> dict[str, Any]:
    """Computes a statistic: rows and attributes. Raises ArchiveError, RuleSetError, TypeError."""
    from plancia_archive.statistics import compute_statistic
    from plancia_archive.statistics.notes import notes_in
    from plancia_archive.statistics.what_if import what_if

    if name == WHAT_IF:
        if under is None:
            raise TypeError('what-if needs other rules, such as under="torneo@1"')
        answer = what_if(archive._log, filters, under, limit)
        answer["rules"] = Rows(answer["rules"], ("rule_id", "rule", "findings", *SHARE_COLUMNS))
        return {**answer, "notes": notes_in(answer["notes"], archive.lang)}
    if under is not None or limit is not None:
        raise TypeError(f"under and limit are for what-if, not for {name}")
    with archive._log.lock:
        answer = compute_statistic(archive._log.db, name, filters)
    return {**answer, "notes": notes_in(answer["notes"], archive.lang)}
