"""Score and place in the standings before and after what each ruling of a dispute changed, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from plancia_archive.disputes.judged_effect import up_to
from plancia_archive.disputes.readings import outcome, outcome_text
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

Named = Callable[[str], str]


def consequences(
    archive: Archive, dispute: Dispute, ruling: dict[str, Any], lang: str, named: Named, reader: Reader | None = None
) -> list[str]:
    """What a ruling changed: the score of the game, and the places of the tournaments that the game is linked to.

    Empty for a ruling without lines of the game and events of a tournament. Raises ArchiveError.
    """
    say, effect, items = messages("disputes", lang), ruling["effect"], list[str]()
    if "first" in effect:
        first, last = effect["first"], effect["first"] + len(effect["lines"])
        game = archive.game(dispute.game) if reader is None else reader.game(archive, dispute.game)
        rules = archive.rules_of(game)
        before, after = (
            outcome_text(outcome(judge_game(up_to(game, end - 1), rules), 0, lang), say, lang) for end in (first, last)
        )
        items += [f"{say['score-before']}: {before}", f"{say['score-after']}: {after}"]
        rows = archive.db.execute("SELECT DISTINCT tournament FROM link WHERE game = ?", [dispute.game]).fetchall()
        for (name,) in rows:
            pair = [standings_at(archive, str(name), dispute.game, version) for version in (first, last)]
            items.append(places_text(str(name), pair[0], pair[1], say, named))
    if "events" in effect:
        name, start = effect["tournament"], effect["tournament_first"]
        tables = [
            archive.tournaments.standings_of(archive.tournaments.get(name, version))
            for version in (start, start + len(effect["events"]))
        ]
        items.append(places_text(name, tables[0], tables[1], say, named))
    return items


def standings_at(archive: Archive, name: str, game: str, version: int) -> list[Standing]:
    """The standings of a tournament with one linked game at a version. Raises ArchiveError."""
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
    lots = [players for at, players in state.lots if at <= len(rounds)]
    return standings(state.rules, rounds, list(state.players), adjustments_until(state, len(rounds)), lots)


def places_text(
    name: str, before: list[Standing], after: list[Standing], say: dict[str, Any], named: Named
) -> str:  # fmt: skip
    """The players whose place or points differ: place and points before and after."""
    earlier = {row.player: row for row in before}
    changed = [
        f"{named(row.player)} {place(earlier.get(row.player))} \u2192 {place(row)}"
        for row in after if place(earlier.get(row.player)) != place(row)
    ]  # fmt: skip
    return f"{say['standings']} {name}: {', '.join(changed) or say['places-same']}"


def place(row: Standing | None) -> str:
    """Place and points, such as `2. (31)`."""
    return f"{row.pos}. ({format_points(row.total)})" if row else "-"
