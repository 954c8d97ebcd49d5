"""The page on which organisers manage a tournament: who comes late, leaves or is absent, a draw taken back, the close.

Each form is a declared write; what it did is told by comparing the tournament before and after it, so that a notice
says only what the log has.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from flask import Blueprint, Response, request

from plancia_api.action_routes import perform
from plancia_api.auth import authenticate, may
from plancia_api.current_archive import archive
from plancia_api.language import language
from plancia_api.pages.form_fields import MAX_NUMBER, parse_whole_number, request_id
from plancia_api.pages.refused_forms import FORM_ERRORS, error_fields, returned_form
from plancia_api.pages.rendering import dispute_words, page
from plancia_api.pages.sessions import check_form, see_other
from plancia_api.pages.tournament_view import round_tables, shown_title, when_words
from plancia_api.problems import Problem
from plancia_api.shown_names import display_name, insert_names
from plancia_archive.actions import UNSET, AddEvents, ChangeSeats, TakeBackDraw
from plancia_archive.actions.action import Action
from plancia_archive.log.entry_format import Members
from plancia_archive.queries.result_status import standings_status, status_sentence
from plancia_archive.tournaments import Tournament
from plancia_archive.tournaments.events import is_when
from plancia_data import Counted, messages

blueprint = Blueprint("manage_forms", "plancia_api", template_folder="templates")
NOBODY = "-"  # the value of `instead` for a seat that is taken away
DAY = re.compile(r"day-([1-9][0-9]{0,2})\Z")  # the field of the day of a round
STORED = re.compile(r"([0-9]{1,6})-([0-9]{1,6})\Z")  # versions before and after a write, in the query `did`


def say(key: str, **values: object) -> str:
    """Returns a sentence of the page."""
    return messages("tournament", language())[key].format(**values)


def names(players: list[str]) -> str:
    """Returns the names of players as the reader is shown them."""
    return ", ".join(display_name(player) or player for player in players)


@blueprint.get("/tournaments/<string:name>/manage")
def manage(name: str) -> Response:
    """The forms by which a tournament is managed; `did` are the versions before and after what was just done."""
    return manage_page(archive().tournaments.get(name))


def manage_page(tournament: Tournament, failed: str = "", errors: dict[str, str] | None = None) -> Response:
    """Returns the page of the forms; `failed` is the form that was refused, with `errors` by field."""
    rounds = [(number, round_tables(tournament, number)) for number in range(tournament.rounds, 0, -1)]
    last = rounds[0][1] if rounds else []
    unplayed = [table for table in last if table.state == "missing"]
    seated = {seat.player for table in last for seat in table.seats}
    present = [player for player in tournament.players if player not in tournament.left]
    return page(
        "manage_tournament.html", tournament=tournament, title=shown_title(tournament),
        t=messages("tournament", language()), may_direct=may("tournament.direct", "", tournament.id),
        names={player: display_name(player) or player for player in tournament.players},
        failed=failed, errors=errors or {}, typed=request.form if failed else {},
        present=present, left=[player for player in tournament.players if player in tournament.left],
        free=[player for player in present if player not in seated], unplayed=unplayed,
        played=[table.name for table in last if table.state != "missing"],
        tables=[table for _, tables in rounds for table in tables],
        stuck=[table for _, tables in rounds for table in tables if table.state in ("live", "stuck")],
        dated=range(1, max(tournament.rounds, *tournament.schedule, 0) + 3),
        done=what_was_done(tournament.id), why_hidden=insert_names({"why": tournament.hidden or ""})["why"],
    )  # fmt: skip


def what_was_done(name: str) -> list[str]:
    """Returns in sentences what the write did whose versions the query `did` has; nothing without them."""
    versions = STORED.match(request.args.get("did", ""))
    store = archive().tournaments
    if not versions or not 0 < int(versions[1]) < int(versions[2]) <= store.get(name).version:
        return []
    return changes(store.get(name, int(versions[1])), store.get(name, int(versions[2])))


def changes(before: Tournament, after: Tournament) -> list[str]:
    """Returns in sentences how a tournament changed: entrants, tables, whether it is open."""
    entered = [player for player in after.players if player not in before.players]
    back = [player for player in before.left if player not in after.left]
    left = [player for player in after.left if player not in before.left]
    told = [say(f"did.{key}", names=names(people))
            for key, people in (("entered", entered), ("back", back), ("left", left)) if people]  # fmt: skip
    removed = sorted(before.tables.keys() - after.tables.keys())
    if removed and not after.tables_of_round(removed[0][0]):
        told.append(say("did.undraw", round=removed[0][0]))
    else:
        told += [say("did.removed", round=number, table=table) for number, table in removed]
    for (number, name), table in sorted(after.tables.items()):
        old = before.tables[number, name].seats if (number, name) in before.tables else []
        if old != table.seats:
            told.append(say("did.table", round=number, table=name, names=names(table.seats)))
    if before.closed != after.closed:
        told.append(say("did.closed" if after.closed else "did.reopened"))
    if before.hidden != after.hidden:
        told.append(say("did.hidden" if after.hidden else "did.unhidden"))
    if before.title != after.title:
        told.append(say("did.title", title=shown_title(after)))
    dated = sorted({at for at, _ in before.schedule.items() ^ after.schedule.items()})
    told += [say("did.date", round=at, when=when_words(after.schedule.get(at, ""))) for at in dated]
    return told


def field(name: str) -> str:
    """Returns what is typed or chosen in a field, with single blanks between its words."""
    return " ".join(request.form.get(name, "").split())


def needed(name: str) -> str:
    """Returns what is typed or chosen in a field. Raises Problem 422 for nothing."""
    if text := field(name):
        return text
    raise Problem("invalid", say(f"needs.{name}"), field=name)


def number(name: str) -> int:
    """Returns the number in a hidden field. Raises Problem 422."""
    return parse_whole_number(name, MAX_NUMBER)


def leaving(tournament: Tournament) -> Action:
    """A player leaves. Raises Problem 422 for one who sits at a table that has not played."""
    player = needed("player")
    for table in tournament.tables.values():
        if player in table.seats and not table.has_result:
            place = {"name": names([player]), "table": table.name, "round": table.round}
            raise Problem("invalid", say("leaving-seated", **place), field="player")
    return AddEvents(events=[{"kind": "left", "player": player}])


def seating(tournament: Tournament) -> Action:
    """A seat of a round is taken by another player, by nobody, or added to a table."""
    newcomer = field("newcomer")
    takes = newcomer or needed("instead").replace(NOBODY, "")
    gives = field("player") if field("table") else needed("player")
    return ChangeSeats(
        round=number("round"), player=gives or UNSET, instead=takes or UNSET, table=field("table") or UNSET,
        enters=bool(newcomer), leaves=bool(field("leaves")), seen=number("seen") or UNSET,
    )  # fmt: skip


def undrawing(tournament: Tournament) -> Action:
    """The draw of the last round is taken back."""
    return TakeBackDraw(round=number("round"), why=say("undraw-why"), seen=number("seen") or UNSET)


def removing(tournament: Tournament) -> Action:
    """A table that was formed by mistake is removed, with its result. Raises Problem 422 for one that is gone."""
    place = needed("table")
    for at, table in tournament.tables:
        if place == f"{at}/{table}":
            return AddEvents(events=[{"kind": "removed", "round": at, "table": table, "why": needed("why")}])
    raise Problem("invalid", say("table-gone", table=place), field="table")


def closing(tournament: Tournament) -> Action:
    """The tournament is closed. Raises Problem 422 where something is pending and that is not ticked.

    Pending is a result that is missing or not approved, and a dispute that is not closed.
    """
    status = standings_status(archive(), tournament)
    missing = [f"{table.round}/{table.name} ({names([seat.player for seat in table.seats])})"
               for at in range(1, tournament.rounds + 1) for table in round_tables(tournament, at)
               if not table.is_finished]  # fmt: skip
    pending = [say("closing-missing", tables="; ".join(missing))] if missing else []
    pending += [status_sentence({**status, "status": "", "missing": []}, language())] if status["unapproved"] else []
    if count := status["disputes"]["open"]:
        pending.append(dispute_words()["open-disputes"].format(count=Counted(count)) + ".")
    if pending and not field("anyway"):
        raise Problem("invalid", " ".join([*pending, say("closing-pending")]), field="anyway")
    return AddEvents(events=[{"kind": "closed"}])


def renaming(tournament: Tournament) -> Action:
    """The tournament gets another title. Raises Problem 422 if somebody else has changed it meanwhile."""
    title = needed("title")
    if tournament.title != request.form.get("was"):
        raise Problem("invalid", say("title-moved", title=shown_title(tournament)), field="title")
    if title == shown_title(tournament):
        raise Problem("invalid", say("same"), field="title")
    return AddEvents(events=[{"kind": "renamed", "title": title}])


def dating(tournament: Tournament) -> Action:
    """Rounds get the days and hours that are typed. Raises Problem 422 for what is none, or was changed meanwhile."""
    events: list[Members] = []
    for at in sorted(int(found[1]) for name in request.form if (found := DAY.match(name))):
        day, hour, was = (field(f"{name}-{at}") for name in ("day", "hour", "was"))
        when, now = f"{day}T{hour}" if hour else day, tournament.schedule.get(at, "")
        if when and not is_when(when):
            raise Problem("invalid", say("date-wrong"), field=f"day-{at}")
        if when != was and now not in (was, when):
            raise Problem("invalid", say("date-moved", round=at, when=when_words(now)), field=f"day-{at}")
        if when not in (was, now):
            events.append({"kind": "scheduled", "round": at, **({"when": when} if when else {})})
    if not events:
        raise Problem("invalid", say("same"), field="form")
    return AddEvents(events=events)


def adding(kind: str, *fields: str) -> Callable[[Tournament], Action]:
    """Returns the reading of a form that adds an event with these fields, none of which may be empty."""
    return lambda tournament: AddEvents(events=[{"kind": kind, **{name: needed(name) for name in fields}}])


FORMS: dict[str, Callable[[Tournament], Action]] = {
    "return": adding("entered", "player"), "leave": leaving, "seat": seating, "sit": seating, "undraw": undrawing,
    "remove": removing, "dates": dating, "title": renaming, "close": closing, "reopen": adding("reopened", "why"),
    "hide": adding("hidden", "why"), "unhide": adding("unhidden"),
}  # fmt: skip


@blueprint.post("/tournaments/<string:name>/manage")
def manage_tournament(name: str) -> Response:
    """Does what a form of the page holds, named by its field `form`, and leads to the page, which says what it did."""
    form, key, log = request.form.get("form", ""), request_id(), archive().log
    tournament = archive().tournaments.get(name)
    try:
        check_form()
        authenticate("tournament.direct").require_role("tournament.direct")
        if form not in FORMS:
            raise Problem("invalid", field="form")
        with archive().writing():  # nobody else changes it between what is compared and what is recorded
            tournament = archive().tournaments.get(name)
            if key is None or log.version_after(key) is None:
                write = FORMS[form](tournament)
                perform(type(write), name, lambda: write, key)
    except FORM_ERRORS as error:
        return returned_form(manage_page(tournament, form, error_fields(error)), error)
    before = log.first_of_request(key) if key else tournament.version
    after = log.version_after(key) if key else archive().tournaments.get(name).version
    return see_other(f"/tournaments/{name}/manage?did={before}-{after}#done")
