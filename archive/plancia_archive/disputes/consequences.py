"""Describes what a ruling changed: the score of the game and the standings of tournaments, before and after."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from plancia_archive.disputes.judged_effect import first_events
from plancia_archive.disputes.readings import format_outcome, outcome, seat_names
from plancia_archive.disputes.states import Dispute
from plancia_archive.errors import ArchiveError
from plancia_archive.tournaments.log import adjustments_until
from plancia_archive.tournaments.results import NoResult, game_result
from plancia_archive.tournaments.standings import Standing, format_points, standings
from plancia_data import messages
from plancia_replay import judge_game

if TYPE_CHECKING:
    from plancia_archive.archive import Archive
    from plancia_archive.registers.readers import Reader

NameFormatter = Callable[[str], str]


def describe_consequences(
    archive: Archive,
    dispute: Dispute,
    ruling: dict[str, Any],
    lang: str,
    to_names: NameFormatter,
    reader: Reader | None = None,
) -> list[str]:
    """Returns sentences on the score and on the standings before and after a ruling.

    The standings are those of the tournaments that the game is linked to. Empty for a ruling that changed neither a
    game nor a tournament. Raises ArchiveError.
    """
    words, effect, texts = messages("disputes", lang), ruling["effect"], list[str]()
    if "first" in effect:
        first_event, end_event = effect["first"], effect["first"] + len(effect["lines"])
        game = archive.game(dispute.game) if reader is None else reader.game(archive, dispute.game)
        rules, seats = archive.rules_of(game), seat_names(game, to_names, lang)
        before, after = (
            format_outcome(outcome(judge_game(first_events(game, end - 1), rules), 0, lang), lang, seats)
            for end in (first_event, end_event)
        )
        texts += [f"{words['score-before']}: {before}", f"{words['score-after']}: {after}"]
        rows = archive.db.execute("SELECT DISTINCT tournament FROM link WHERE game = ?", [dispute.game]).fetchall()
        for (tournament,) in rows:
            standings_pair = [
                standings_at_version(archive, str(tournament), dispute.game, version)
                for version in (first_event, end_event)
            ]
            texts.append(describe_rank_changes(str(tournament), standings_pair[0], standings_pair[1], words, to_names))
    if "events" in effect:
        tournament, first_version = effect["tournament"], effect["tournament_first"]
        tournament_standings = [
            archive.tournaments.standings_of(archive.tournaments.get(tournament, version))
            for version in (first_version, first_version + len(effect["events"]))
        ]
        texts.append(
            describe_rank_changes(tournament, tournament_standings[0], tournament_standings[1], words, to_names)
        )
    return texts


def standings_at_version(archive: Archive, name: str, game: str, version: int) -> list[Standing]:
    """Returns the standings of a tournament, computed with an earlier version of one linked game.

    Raises ArchiveError.
    """
    tournaments = archive.tournaments
    state = tournaments.get(name)
    rounds = []
    for number in range(1, state.rounds + 1):
        results = []
        for table in state.tables_of_round(number):
            result = tournaments.result(table, state)
            if table.game == game and table.typed is None:
                try:
                    result = game_result(tournaments.games, table, state, version)
                except (NoResult, ArchiveError):
                    result = None
            if result is not None:
                results.append(result)
        rounds.append(results)
    drawn_lots = [players for after_round, players in state.lots if after_round <= len(rounds)]
    return standings(state.rules, rounds, list(state.players), adjustments_until(state, len(rounds)), drawn_lots)


def describe_rank_changes(
    name: str, before: list[Standing], after: list[Standing], words: dict[str, Any], to_names: NameFormatter
) -> str:  # fmt: skip
    """Returns a sentence with rank and points, before and after, of each player for whom they differ."""
    earlier_rows = {row.player: row for row in before}
    changed = [
        f"{to_names(row.player)} {format_rank(earlier_rows.get(row.player))} \u2192 {format_rank(row)}"
        for row in after if format_rank(earlier_rows.get(row.player)) != format_rank(row)
    ]  # fmt: skip
    return f"{words['standings']} {name}: {', '.join(changed) or words['places-same']}"


def format_rank(row: Standing | None) -> str:
    """Formats rank and points, such as `2. (31)`; `-` for a player without a row."""
    return f"{row.pos}. ({format_points(row.total)})" if row else "-"
