"""GET /tournaments and /tournaments/{name} with its standings, draw, national points and report."""

from __future__ import annotations

from typing import Any

from flask import Response

from plancia_api.answers.tournaments import Drawing, NationalRankingAnswer, Standings, TournamentAnswer, TournamentRow
from plancia_api.current_archive import archive
from plancia_api.etags import with_etag
from plancia_api.json_responses import json_response
from plancia_api.language import language
from plancia_api.negotiation import answer_format, offers
from plancia_api.paging import page_response
from plancia_api.query_schemas import DrawQuery, NationalQuery, StandingsQuery, TournamentsQuery
from plancia_api.shown_names import display_name, insert_names, names_digest, names_shown, require_reference
from plancia_api.streaming import rows_response
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive.exports.reports import format_report
from plancia_archive.queries.result_status import count_tournament_disputes, standings_status
from plancia_archive.tournaments import Tournament, national_rows

blueprint = StrictBlueprint("tournaments", "tournaments", url_prefix="/api/v1/tournaments", description="Tournaments.")
NAME_PATH = "<string:name>"


@blueprint.operation("", endpoint="tournaments", items=TournamentRow)
@offers("json", "ndjson", "csv")
def list_tournaments(query: TournamentsQuery) -> Response:
    """The tournaments, in the order of the log."""
    store, limit = archive().tournaments, query.limit
    numbered_names = store.page(int((query.after or "t-1")[1:]), limit + 1)
    cursor = f"t{numbered_names[limit - 1][0]}" if len(numbered_names) > limit else None
    page = [store.get(name) for _, name in numbered_names[:limit]]
    disputes = count_tournament_disputes(archive())
    items = [
        {"tournament": t.id, "title": t.title, "club": t.club, "system": t.system, "players": len(t.players),
         "rounds": t.rounds, "closed": t.closed, "version": t.version, "disputes": {"open": disputes.get(t.id, 0)}}
        for t in page
    ]  # fmt: skip
    items = insert_names(items)
    build_response = (
        (lambda: page_response(items, cursor)) if answer_format() == "json" else (lambda: rows_response(items))
    )
    return with_etag(build_response, cursor, names_digest(), *((t.id, t.version, disputes.get(t.id, 0)) for t in page))


@blueprint.operation(f"/{NAME_PATH}", endpoint="one_tournament", answer=TournamentAnswer)
def get_tournament(name: str) -> Response:
    """A tournament: entrants, tables, results, adjustments, and remarks on what needs attention."""
    tournament = archive().tournaments.get(name)
    status = standings_status(archive(), tournament)

    def build_response() -> Response:
        remarks = shown_remarks(name)
        return json_response({**insert_names(tournament.to_json(display_name)), **status, "remarks": remarks})

    return with_etag(build_response, *etag_parts(tournament), status, resource=(name, tournament.version))


def etag_parts(tournament: Tournament) -> tuple[Any, ...]:
    """Returns the values on which answers about a tournament depend: its version, those of its games, names."""
    games = [(table.game, archive().version(table.game)) for table in tournament.tables.values() if table.game]
    return (tournament.id, tournament.version, *games, player_names(tournament), names_digest())


def player_names(tournament: Tournament) -> list[tuple[str, str]]:
    """Returns the entrants with the names that the caller is shown."""
    return [(player, display_name(player)) for player in tournament.players]


def shown_remarks(name: str) -> list[dict[str, Any]]:
    """Returns the remarks on a tournament, with names where they are shown."""
    return [remark.to_json(language(), display_name) for remark in archive().tournaments.remarks(name)]


@blueprint.operation(f"/{NAME_PATH}/standings", answer=Standings)
@offers("json", "ndjson", "csv")
def standings(query: StandingsQuery, name: str) -> Response:
    """Standings after a round, in exact fractions, each row with its deciding tie-break; `teams=true` ranks teams."""
    tournament = archive().tournaments.get(name)
    status = standings_status(archive(), tournament, query.round)

    def build_response() -> Response:
        rows = insert_names(team_rows(query, name) if query.teams else player_rows(query, name))
        if answer_format() != "json":
            return rows_response(rows)
        page, cursor = slice_standings(rows, query.after, query.limit)
        remarks = shown_remarks(name)
        last_round = tournament.rounds if query.round is None else query.round
        return page_response(page, cursor, tournament=name, system=tournament.system,
                             round=last_round, notices=tournament.rule_warnings(),
                             remarks=remarks, **status)  # fmt: skip

    return with_etag(build_response, *etag_parts(tournament), status, resource=(name, tournament.version))


def player_rows(query: StandingsQuery, name: str) -> list[dict[str, Any]]:
    """Returns the standings of the players."""
    rows: list[dict[str, Any]] = [row.to_json() for row in archive().tournaments.standings(name, query.round)]
    for row in rows:
        row["name"] = display_name(row["player"])
    return rows


def team_rows(query: StandingsQuery, name: str) -> list[dict[str, Any]]:
    """Returns the standings of the teams."""
    rows: list[dict[str, Any]] = [row.to_json() for row in archive().tournaments.team_standings(name, query.round)]
    for row in rows:
        row["names"] = [display_name(player) for player in row["players"]]
    return rows


def slice_standings(
    rows: list[dict[str, Any]], after: str | None, limit: int
) -> tuple[list[dict[str, Any]], str | None]:
    """Returns a page of standings and the next cursor: `POSITION-REFERENCE`, for teams `POSITION-NAME`."""

    def key(row: dict[str, Any]) -> tuple[int, str]:
        return int(row["pos"]), str(row.get("player") or row.get("team"))

    cursor_key = (-1, "")
    if after is not None:
        position, _, reference = after.partition("-")
        cursor_key = int(position), reference
    remaining_rows = [row for row in rows if key(row) > cursor_key]
    return remaining_rows[:limit], "{}-{}".format(*key(remaining_rows[limit - 1])) if len(
        remaining_rows
    ) > limit else None


@blueprint.operation(f"/{NAME_PATH}/draw", endpoint="drawing", answer=Drawing)
def draw_tables(query: DrawQuery, name: str) -> Response:
    """A draw of tables for a round: sizes by the rules, new opponents first. Nothing is stored: post `events` for that.

    The same seed gives the same tables as long as the tournament is at the same version.
    """
    store = archive().tournaments
    tournament = store.get(name)
    sizes = [int(size) for size in query.sizes.split("+")] if query.sizes else []
    absent = [require_reference(player) for player in query.absent]
    events = store.draw(name, query.seed, query.round, absent, sizes, query.by == "standings")
    items = [{**event, "names": [display_name(player) for player in event["seats"]]} for event in events]
    body = {"tournament": name, "version": tournament.version, "events": events, "items": items}
    return with_etag(lambda: json_response(body), *etag_parts(tournament), resource=(name, tournament.version))


@blueprint.operation(f"/{NAME_PATH}/national", endpoint="national", answer=NationalRankingAnswer)
def national_points(query: NationalQuery, name: str) -> Response:
    """The points of each place in the clubs' national ranking, to three decimals."""
    store = archive().tournaments
    tournament = store.get(name)
    tables = query.tables or len(tournament.tables_of_round(1))
    rows = national_rows(store.standings(name), query.of, tables, tournament.rounds)
    items = [{"pos": row.pos, "player": row.player, "name": display_name(row.player), "points": points}
             for row, points in rows]  # fmt: skip
    body = {"tournament": name, "of": query.of, "tables": tables, "items": items}
    return with_etag(lambda: json_response(body), *etag_parts(tournament), resource=(name, tournament.version))


@blueprint.operation(f"/{NAME_PATH}/report", endpoint="whole_report")
@offers("txt")
@blueprint.response(200, content_type="text/plain", description="The report.")
def tournament_report(name: str) -> Response:
    """A tournament in one text file, modelled on FIDE's TRF; references alone where names are not shown."""
    tournament = archive().tournaments.get(name)
    include_names = names_shown()

    def build_response() -> Response:
        return Response(format_report(archive(), name, include_names), mimetype="text/plain")

    return with_etag(build_response, *etag_parts(tournament), include_names)
