"""The forms by which organisers enter an evening: results of its tables, a table, a draw.

What is entered are the events of `plancia tournament` and of POST /tournaments/NAME/events. A form that is refused
comes back with what was typed and the message beside its field; nothing of it is stored.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from flask import Blueprint, Response, request

from plancia_api.action_routes import caller, perform, permitted
from plancia_api.auth import authenticate, current_grant, may
from plancia_api.current_archive import archive
from plancia_api.language import language
from plancia_api.pages.form_fields import request_id
from plancia_api.pages.refused_forms import FORM_ERRORS, error_fields, returned_form
from plancia_api.pages.rendering import page
from plancia_api.pages.result_conflicts import (
    ROWS,
    check_points,
    conflict_words,
    sort_results,
    table_events,
)
from plancia_api.pages.sessions import check_form, see_other
from plancia_api.pages.tournament_view import next_table_name, round_tables, shown_title, tie_words
from plancia_api.problems import Problem
from plancia_api.shown_names import display_name, names_shown
from plancia_archive import ArchiveError
from plancia_archive.actions import AddEvents
from plancia_archive.log.entry_format import Members
from plancia_archive.tournaments import Tournament
from plancia_data import Counted, messages

blueprint = Blueprint("results_forms", "plancia_api", template_folder="templates")
MAX_ROUND = 999


@blueprint.get("/tournaments/<string:name>/results")
def results_form(name: str) -> Response:
    """The results of a round, with fields for those that are missing; `fix` is a table whose result is corrected."""
    return results_page(archive().tournaments.get(name))


def round_asked(tournament: Tournament) -> int:
    """Returns the round of the query or form; by default the first with a table without result, else the last one while
    a table of it is played, else the next one."""
    waiting = [table.round for table in tournament.tables.values() if not table.has_result]
    is_last_over = all(table.is_finished for table in round_tables(tournament, tournament.rounds))
    default = min(waiting, default=tournament.rounds + is_last_over)
    text = request.values.get("round", "")
    asked = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else default
    return min(max(asked, 1), tournament.rounds + 1)


def results_page(
    tournament: Tournament, failed: str = "", errors: dict[str, str] | None = None, recorded: int = 0
) -> Response:  # fmt: skip
    """Returns the page of the results of a round; `failed` is the form that was refused, with `errors` by field.

    `recorded` tables of it were stored, those in conflict were not.
    """
    number = round_asked(tournament)
    grant, words = current_grant(), messages("tournament", language())
    fix = request.values.get("fix", "")
    conflicts = {}
    if failed == "results":
        in_conflict = sort_results(request.form, tournament, number, fix, choices=False).conflicts
        conflicts = {name: conflict_words(request.form, tournament, tournament.tables[number, name])
                     for name in in_conflict}  # fmt: skip
    names = {player: display_name(player) or player for player in tournament.players}
    return page(
        "results.html", tournament=tournament, title=shown_title(tournament), number=number, rows=range(ROWS),
        tables=round_tables(tournament, number), names=names, fix=fix, failed=failed, errors=errors or {},
        typed=request.form if failed else {}, key=secrets.token_hex(12), t=words,
        present=[player for player in tournament.players if player not in tournament.left],
        may_enter=may("tournament.result", "", tournament.id) or bool(grant and grant.limits.get("tables")),
        may_direct=may("tournament.direct", "", tournament.id), next_table=next_table_name(tournament, number),
        tie_says=tie_words(tournament), conflicts=conflicts,
        recorded=words["conflict-stored"].format(count=Counted(recorded)) if recorded else "",
        people=sorted(names.values(), key=str.casefold) if names_shown() else [],
    )  # fmt: skip


def submit(name: str, form: str, events_of: Callable[[Tournament], list[Members]]) -> Response:
    """Appends the events of a form to a tournament and shows its page; a refused form comes back."""
    tournament = archive().tournaments.get(name)
    try:
        check_form()
        write = permitted(AddEvents, name, lambda: AddEvents(events=events_of(tournament)))
        write.perform(archive(), name, caller(name, request_id()))
    except FORM_ERRORS as error:
        return returned_form(results_page(tournament, form, error_fields(error)), error)
    count = sum(event["kind"] == "table" for event in write.events)
    return see_other(f"/tournaments/{name}?round={round_asked(tournament)}&{form}={count}#recorded")


@blueprint.post("/tournaments/<string:name>/results")
def enter_results(name: str) -> Response:
    """Records what a form of the page holds, named by its field `form`: `results`, a `table` or a `draw`."""
    form = request.form.get("form", "results")
    forms = {"table": new_table, "draw": drawn_tables}
    return submit(name, form, forms[form]) if form in forms else enter_points(name)


def enter_points(name: str) -> Response:
    """Records the results that are filled in; those of tables that have another one by now come back with both."""
    fix = request.form.get("fix", "")
    tournament = archive().tournaments.get(name)
    try:
        check_form()
        authenticate("tournament.result").require_role("tournament.result")
        number = round_asked(tournament)
        check_points(request.form, tournament.tables_of_round(number))
        with archive().writing():  # nobody else types a result between the comparison and the record
            tournament = archive().tournaments.get(name)
            typed = sort_results(request.form, tournament, number, fix)
            if typed.events:
                perform(AddEvents, name, lambda: AddEvents(events=typed.events), request_id())
                tournament = archive().tournaments.get(name)
    except FORM_ERRORS as error:
        return returned_form(results_page(tournament, "results", error_fields(error)), error)
    if typed.conflicts:
        errors = {"form": messages("tournament", language())["conflict-choose"]}
        answer = results_page(tournament, "results", errors, len(typed.events))
        return returned_form(answer, ArchiveError("t-resulted"))
    counts = "".join(
        f"&{key}={count}" for key, count in (("results", len(typed.events)), ("same", typed.same)) if count
    )
    return see_other(f"/tournaments/{name}?round={number}{counts}#recorded")


def new_table(tournament: Tournament) -> list[Members]:
    """Returns a table of a round with its players, new ones entered, and its result if there are points."""
    entered = {(display_name(player) or player).casefold(): player for player in tournament.players}
    return table_events(request.form, tournament, round_asked(tournament), entered)


def drawn_tables(tournament: Tournament) -> list[Members]:
    """Returns the tables of the round of the form, drawn among the players who are ticked.

    Raises Problem 422 for a round that somebody has drawn since the form was shown.
    """
    number = round_asked(tournament)
    if number <= tournament.rounds:
        raise Problem("invalid", messages("tournament", language())["drawn"].format(round=number), field="form")
    present = set(request.form.getlist("present"))
    absent = [one for one in tournament.players if one not in present and one not in tournament.left]
    return archive().tournaments.draw(tournament.id, secrets.randbelow(2**31), number, absent)
