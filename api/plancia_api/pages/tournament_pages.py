"""The pages of tournaments: the list, one with standings as of a round and tables, the prints for wall and tables."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction
from urllib.parse import quote, urlencode

from flask import Blueprint, Response, request

from plancia_api.auth import may
from plancia_api.current_archive import archive
from plancia_api.lan_address import phone_host
from plancia_api.language import language
from plancia_api.pages.rendering import is_published, number_argument, page, web_address
from plancia_api.pages.start_news import live_boards
from plancia_api.pages.tournament_view import round_tables, shown_title, when_words
from plancia_api.shown_names import display_name, game_titles, insert_names, names_shown
from plancia_archive.dates import local_time
from plancia_archive.evidence.qr_codes import qr_svg_inline
from plancia_archive.log.entry_format import Members
from plancia_archive.queries.game_titles import format_date
from plancia_archive.queries.result_status import (
    count_tournament_disputes,
    game_statuses,
    standings_status,
    status_sentence,
)
from plancia_archive.tournaments import Tournament, format_points, load_ranking_systems
from plancia_archive.tournaments.disputed_tables import disputed_tables
from plancia_archive.tournaments.round_approval import round_approvals
from plancia_data import Counted, decimal_text, messages, text_in, wrap_number
from plancia_replay.text.spoken_sources import spoken_citation

blueprint = Blueprint("tournament_pages", "plancia_api", template_folder="templates")
RESULT_FORMS = (
    "results",
    "same",
    "table",
    "draw",
    "approved",
    "loaded",
)  # queries that say how many tables a form has recorded
MAX_COUNT = 999
MOST_UPRIGHT, MOST_ACROSS = 5, 12  # rounds on the print for the wall: as columns of an upright A4 page, of one across


def decimal(text: str | None) -> str:
    """A number of the standings with the decimal sign of the page's language."""
    return "" if text is None else decimal_text(text, language())


def remark_round(where: str) -> int:
    """The round of a remark, 4 for `4` and `4/A`; 0 for a remark on the whole tournament."""
    number = where.partition("/")[0]
    return int(number) if number.isdigit() else 0


def result_events(events: list[Members]) -> dict[str, int]:
    """The number of the event that gives each table, as `ROUND/TABLE`, its result; the table's own without one."""
    return {f"{event['round']}/{event['table']}": event["event"]
            for event in events if event["kind"] in ("table", "result", "linked")}  # fmt: skip


@blueprint.get("/tournaments")
def tournaments() -> Response:
    """Every tournament, the newest first."""
    store = archive().tournaments
    tournament_list = [store.get(name).to_json() for name in reversed(store.ids())]
    hidden = [store.get(name).to_json() for name in store.hidden() if may("tournament.direct", "", name)]
    return page(
        "tournaments.html", disputes=count_tournament_disputes(archive()), tournaments=insert_names(tournament_list),
        hidden=insert_names(hidden),
        systems={name: system_title(name) for name in load_ranking_systems()}, t=messages("tournament", language()),
    )  # fmt: skip


def system_title(system: str) -> str:
    """The title of a ranking system."""
    title = load_ranking_systems()[system].title
    return str(text_in(title, language()) if isinstance(title, dict) else title)


def shown_standings(tournament: Tournament, at: int) -> Members:
    """What each page of a tournament shows: its state with names, the standings after round `at`, their status."""
    state: Members = insert_names(tournament.to_json())
    status = standings_status(archive(), tournament, at)
    return {
        "tournament": state, "rows": [row.to_json() for row in archive().tournaments.standings_of(tournament, at)],
        "names": {entry["player"]: display_name(entry["player"]) or entry["player"] for entry in state["players"]},
        "status": status, "status_says": status_sentence(status, language()), "at": at, "last": tournament.rounds,
        "unfinished": [table.name for table in round_tables(tournament, at or 1) if not table.is_finished],
        "dates": {number: when_words(when) for number, when in sorted(tournament.schedule.items())},
        "decimal": decimal, "system": system_title(tournament.system),
        "t": messages("tournament", language()), "names_shown": names_shown(),
    }  # fmt: skip


@blueprint.get("/tournaments/<string:name>")
def one_tournament(name: str) -> Response:
    """A tournament as of `round`, by default the last one."""
    store = archive().tournaments
    tournament = store.get(name)
    at = number_argument("round", tournament.rounds)
    disputes, events = archive().disputes.listed(None, tournament=name), store.events(name)
    rounds = [(number, round_tables(tournament, number)) for number in range(at, 0, -1)]
    live = [table.game for _, tables in rounds for table in tables if table.state == "live" and table.game]
    return page(
        "tournament.html", **shown_standings(tournament, at),
        cite=load_ranking_systems()[tournament.system].cite, rounds=rounds, boards=live_boards(live),
        remarks=[replace(remark, cite=spoken_citation(remark.cite, language())).text(language(), display_name)
                 for remark in store.remarks(name)
                 if remark_round(remark.where) <= at],
        events=result_events(events),
        statuses=game_statuses(archive(), (table.game for table in tournament.tables.values() if table.game)),
        approvals=round_approvals(archive(), tournament, at or 1), lang_code=language(),
        disputed={f"{number}/{table}" for number, table in disputed_tables(archive().log, tournament, events)},
        disputes=disputes, titles=game_titles({row.game for row in disputes if row.game}),
        may_approve=may("game.approve", "", name), may_direct=may("tournament.direct", "", name),
        recorded=recorded_notice(),
    )  # fmt: skip


def recorded_notice() -> str:
    """What a form of results has just recorded, by the query that it leads to; empty without one."""
    words = messages("tournament", language())
    counts = {form: number_argument(form, 0, most=MAX_COUNT) for form in RESULT_FORMS}
    return " ".join(words[f"recorded.{form}"].format(count=Counted(count)) for form, count in counts.items() if count)


@blueprint.get("/tournaments/<string:name>/wall")
def wall(name: str) -> Response:
    """The standings after `round` and the tables of that round and the next, in large letters, for wall and projector.

    Before a round has a result, who sits where comes first, by name.
    """
    tournament = archive().tournaments.get(name)
    at = number_argument("round", tournament.rounds)
    numbers = [number for number in (at + 1, at) if 1 <= number <= tournament.rounds]
    rounds = [(number, round_tables(tournament, number)) for number in numbers]
    day = local_time(archive().log.clock()).date().isoformat()
    drawn, tables = rounds[0] if rounds else (0, [])
    is_ahead = all(table.state == "missing" for table in tables)
    seats = sorted(((seat.name, table.name) for table in tables if is_ahead for seat in table.seats), key=name_key)
    return page(
        "tournament_wall.html", **shown_standings(tournament, at), rounds=rounds, columns=wall_columns(at),
        seats=seats, drawn=drawn, is_wide=len(wall_columns(at)) > MOST_UPRIGHT,
        points_say=points_sentence(tournament), today=format_date(day, messages("titles", language())),
    )  # fmt: skip


def name_key(seat: tuple[str, str]) -> str:
    """The key by which names are listed, whatever their letters are."""
    return seat[0].casefold()


def wall_columns(at: int) -> list[int]:
    """The rounds that have a column on the print for the wall: all up to `at`, or that one where they do not fit."""
    return list(range(1, at + 1)) if at <= MOST_ACROSS else [at]


def points_sentence(tournament: Tournament) -> str:
    """How the ranking points of a table come about, beside the system's title: whole points, the winner's bonus."""
    words, settings = messages("tournament", language()), tournament.rules.settings
    told = [words["whole-points"]] if settings.get("integer") else []
    told += [words["size-factor"].format(size=size, factor=wrap_number(decimal(str(format_points(Fraction(factor))))))
             for size, factor in sorted(settings.get("factors", {}).items())]  # fmt: skip
    bonus = [wrap_number(int(text) if text.isdigit() else decimal(text)) for text in settings.get("bonus", [])]
    told += [words["bonus"].format(points=bonus[0])] if bonus else []
    if settings.get("shared") == "nobody":
        told += [words["bonus-nobody"]] if bonus else []
    else:
        told += [words["bonus-shared" if count < len(bonus) else "bonus-shared-more"].format(count=count, points=points)
                 for count, points in enumerate(bonus[1:], 2)]  # fmt: skip
    return " ".join(told)


@blueprint.get("/tournaments/<string:name>/sheets")
def sheets(name: str) -> Response:
    """A sheet for each table of `round`, to be filled in and signed, with a code that leads to the table's recording.

    Without a code where phones do not reach this server: one that leads nowhere costs the table its evening.
    """
    tournament = archive().tournaments.get(name)
    at = number_argument("round", tournament.rounds)
    host = "" if is_published() else phone_host()
    start = f"{request.scheme}://{host}/record?{urlencode({'tournament': name, 'round': at})}&table="
    tables = round_tables(tournament, at)
    codes = {table.name: qr_svg_inline(start + quote(table.name)) for table in tables} if host else {}
    return page("table_sheets.html", **shown_standings(tournament, at), tables=tables, codes=codes)


@blueprint.get("/tournaments/<string:name>/calendar.ics")
def calendar(name: str) -> Response:
    """The dates of the rounds as a calendar that phones and computers subscribe to (RFC 5545).

    An hour is that of the clock on the wall, a floating time without a zone (3.3.5). A changed date is the same event
    with a higher SEQUENCE, the version of the tournament.
    """
    from icalendar import Calendar, Event

    tournament = archive().tournaments.get(name)
    title = shown_title(tournament)
    made = Calendar()
    made.add("prodid", "-//Plancia//RisiKo! tournaments//IT")
    made.add("version", "2.0")
    made.add("x-wr-calname", title)
    for number, when in sorted(tournament.schedule.items()):
        event = Event()
        event.add("uid", f"{tournament.id}-{number}@plancia")
        event.add("dtstamp", datetime.fromtimestamp(archive().log.clock() / 1000, UTC))
        event.add("dtstart", datetime.fromisoformat(when) if "T" in when else date.fromisoformat(when))
        event.add("sequence", tournament.version)
        round_title = messages("tournament", language())["round-nth"].format(round=number)
        event.add("summary", f"{title}: {round_title}")
        if tournament.club:
            event.add("location", str(insert_names({"club": tournament.club})["club"]))
        if address := web_address(f"/tournaments/{quote(name)}"):
            event.add("url", address)
        made.add_component(event)
    answer = Response(made.to_ical(), mimetype="text/calendar")
    answer.headers["Content-Disposition"] = f'inline; filename="{tournament.id}.ics"'
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.headers["Vary"] = "Accept-Language, Authorization, Cookie"
    return answer
