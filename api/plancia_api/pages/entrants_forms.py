"""The forms that take lists of names: a new tournament, further entrants. A list is shown before it is stored."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from flask import Blueprint, Response, request

from plancia_api.action_routes import perform
from plancia_api.auth import authenticate, authorise, may
from plancia_api.current_archive import archive
from plancia_api.language import language
from plancia_api.pages.form_fields import request_id
from plancia_api.pages.refused_forms import FORM_ERRORS, error_fields, returned_form
from plancia_api.pages.rendering import number_argument, page
from plancia_api.pages.sessions import check_form, see_other, set_session_cookie
from plancia_api.pages.tournament_view import shown_title
from plancia_api.problems import Problem
from plancia_api.shown_names import display_name
from plancia_archive.actions import AddEvents
from plancia_archive.log.entry_format import Members
from plancia_archive.people.pasted_names import Entrant, PastedName, read_line, read_names, recognise
from plancia_archive.tournaments import Tournament, load_ranking_systems
from plancia_archive.tournaments.events import MAX_LENGTHS
from plancia_data import Counted, messages, text_in

blueprint = Blueprint("entrants_forms", "plancia_api", template_folder="templates")
NEW_NAME = re.compile(r"[^a-z0-9]+")
MAX_NAME = 50  # characters of the id of a tournament, made of its title
MAX_PLAYERS = 200  # of a list
MAX_COUNT = 999


@dataclass
class ShownList:
    """A list of names as a page shows it: the names beside the register, the sentence about them, errors by field."""

    entrants: list[Entrant]
    says: str
    errors: dict[str, str]
    all_needed: bool = False  # nobody can be left out: each has points in a sheet

    def of(self, *states: str) -> list[tuple[int, Entrant]]:
        """The names in these states, each with the number of its fields."""
        return [(row, entrant) for row, entrant in enumerate(self.entrants) if entrant.state in states]


def typed_names(fresh: list[PastedName] | None) -> list[PastedName]:
    """Returns the names of a form: those of the fields of a list that was shown, else `fresh` or those of the text.

    Of a row of the list the field `name` may be corrected; the answer holds for the name that was shown.
    """
    form = request.form
    if form.get("step") == "read" or "source-0" not in form:
        taken = [PastedName(name, name) for name in taken_names()]
        return [*read_names(form.get("players", "")), *taken] if fresh is None else fresh
    names: list[PastedName] = []
    for row in range(len([key for key in form if key.startswith("source-")])):
        shown = form.get(f"shown-{row}", "")
        name = " ".join(form.get(f"name-{row}", "").split()) or shown
        source, answer = form.get(f"source-{row}", ""), form.get(f"who-{row}", "")
        read = next((one for one in read_line(source) if one.name == name == shown), PastedName(source, name))
        if name == shown and answer == "split":
            names += [PastedName(source, part) for part in read.parts]
            continue
        is_out = answer == "out" or (f"box-{row}" in form and f"in-{row}" not in form)
        read.answer = "out" if is_out else answer if name == shown else ""
        names.append(read)
    return names


def taken_names() -> list[str]:
    """Returns the names of who entered the tournament that a form takes entrants from and did not leave it.

    Raises Problem 422 where none is chosen.
    """
    if request.form.get("step") != "take":
        return []
    if request.form.get("from") not in archive().tournaments.ids():
        raise Problem("invalid", messages("entrants", language())["from-none"], field="from")
    earlier = archive().tournaments.get(request.form["from"])
    return [display_name(player) or player for player in earlier.players if player not in earlier.left]


def shown_list(
    tournament: Tournament | None, fresh: list[PastedName] | None = None, is_first: bool = False
) -> ShownList:  # fmt: skip
    """Returns the list of names of a form beside the register, and those who have entered a tournament.

    `fresh` are the names of a sheet; they count where it `is_first` shown, or another one was shown.

    Raises Problem 422 for a list without names, or with too many.
    """
    words = messages("entrants", language())
    there = [player for player in tournament.players if player not in tournament.left] if tournament else []
    names = fresh if fresh and is_first else typed_names(fresh)
    if fresh and [one.source for one in names] != [one.source for one in fresh]:
        names = fresh
    if len(names) > MAX_PLAYERS:
        many = messages("tournament", language())["players-many"].format(most=MAX_PLAYERS)
        raise Problem("invalid", fields={"players": many})
    entrants = recognise(archive().people, names, there)
    for entrant in entrants:
        if entrant.person and entrant.state in ("known", "entered"):
            entrant.pasted.name = display_name(entrant.person)
    counted = {state: sum(entrant.state == state for entrant in entrants) for state in ("known", "new", "unclear")}
    people = Counted(sum(counted.values()))
    says = words["read"].format(people=people, new=Counted(counted["new"]), unclear=counted["unclear"])
    shown = {row: entrant.pasted.name for row, entrant in enumerate(entrants) if entrant.state in ("known", "new")}
    most = MAX_LENGTHS["player"]
    errors = {f"name-{row}": words["too-long"].format(most=most) for row, name in shown.items() if len(name) > most}
    for row in range(len(entrants)):
        if request.form.get(f"shown-{row}") and not request.form.get(f"name-{row}", "").strip():
            errors[f"name-{row}"] = words["name-missing"]
    return ShownList(entrants, says, errors, fresh is not None)


def entering_events(names: ShownList) -> list[Members]:
    """Returns the events by which the people of a list enter. Raises Problem 422 while one of them is not clear."""
    unclear = [entrant.pasted.name for _, entrant in names.of("unclear")]
    errors = dict(names.errors)
    if unclear:
        errors["form"] = messages("entrants", language())["not-clear"].format(names=", ".join(unclear))
    if errors:
        raise Problem("invalid", fields=errors)
    return [{"kind": "entered", "player": one.person or one.pasted.name} for _, one in names.of("known", "new")]


def is_confirmed() -> bool:
    """Returns whether a form sends a list that was shown, to be stored."""
    return request.form.get("step") == "store" and "source-0" in request.form


@blueprint.get("/new-tournament")
def new_tournament_form() -> Response:
    """The form that opens a tournament."""
    return new_tournament_page({}, None)


def new_tournament_page(errors: dict[str, str], names: ShownList | None) -> Response:
    """Returns the form of a new tournament with what was typed, the names that were read and the messages by field."""
    systems = [(system.id, text_in(system.title, language()) if isinstance(system.title, dict) else system.title)
               for system in load_ranking_systems().values()]  # fmt: skip
    return names_page("new_tournament.html", errors, names, systems=systems)


def names_page(template: str, errors: dict[str, str], names: ShownList | None, **values: object) -> Response:
    """Returns a page with the form of a list of names; those that were taken stand in its text, to be read again."""
    taken = taken_names() if names else []
    text = "\n".join(filter(None, [request.form.get("players", ""), *taken]))
    store = archive().tournaments
    earlier = [one for one in map(store.get, reversed(store.ids())) if one.players]
    return page(
        template, errors=errors, typed={**request.form, "players": text}, names=names, person=display_name,
        earlier=[(one.id, shown_title(one), Counted(len(one.players) - len(one.left))) for one in earlier],
        t=messages("tournament", language()), n=messages("entrants", language()), **values,
    )  # fmt: skip


@blueprint.post("/new-tournament")
def open_tournament() -> Response:
    """Opens a tournament with its players once their names were shown; its id is made of its title."""
    names = None
    try:
        check_form()
        authenticate("tournament.direct").require_role("tournament.direct")
        names = shown_list(None)
        names = names if names.entrants else None
        opened = opened_event(request.form.get("title", "").strip(), request.form.get("club", "").strip())
        if names and not is_confirmed():
            return set_session_cookie(new_tournament_page({}, names))
        events = [opened, *(entering_events(names) if names else [])]
        name = free_name(events[0]["title"])
        perform(AddEvents, name, lambda: AddEvents(events=events), request_id(), 0)
    except FORM_ERRORS as error:
        return returned_form(new_tournament_page(error_fields(error), names), error)
    return see_other(f"/tournaments/{name}/results")


def opened_event(title: str, club: str) -> Members:
    """Returns the event that opens a tournament. Raises Problem 422 without a title."""
    if not title:
        raise Problem("invalid", fields={"title": messages("tournament", language())["title-missing"]})
    opened = {"kind": "opened", "title": title, "system": request.form.get("system", "")}
    return {**opened, "club": club} if club else opened


def free_name(title: str) -> str:
    """Returns an id that no tournament has, made of a title: its letters and digits, then a number if it is taken."""
    plain = unicodedata.normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode()
    base = NEW_NAME.sub("-", plain).strip("-")[:MAX_NAME].strip("-") or "torneo"
    store = archive().tournaments
    names = (f"{base}-{number}" if number > 1 else base for number in range(1, 10_000))
    return next(name for name in names if not store.exists(name))


@blueprint.get("/tournaments/<string:name>/entries")
def entries_form(name: str) -> Response:
    """The entrants of a tournament, and the form that adds some."""
    return entries_page(archive().tournaments.get(name), {}, None)


def entries_page(tournament: Tournament, errors: dict[str, str], names: ShownList | None) -> Response:
    """Returns the page of the entrants of a tournament with the names that were read and the messages by field."""
    count = number_argument("entered", 0, most=MAX_COUNT)
    recorded = messages("entrants", language())["recorded"].format(count=Counted(count)) if count else ""
    return names_page(
        "entries.html", errors, names, tournament=tournament, title=shown_title(tournament), recorded=recorded,
        may_direct=may("tournament.direct", "", tournament.id),
        people=[(player, display_name(player) or player) for player in tournament.players],
    )  # fmt: skip


@blueprint.post("/tournaments/<string:name>/entries")
def enter_names(name: str) -> Response:
    """Enters the people of a list into a tournament once their names were shown."""
    tournament, names = archive().tournaments.get(name), None
    try:
        check_form()
        authorise("tournament.direct", tournament=name)
        names = shown_list(tournament)
        if not any(entrant.pasted.name for entrant in names.entrants):
            names = None
            raise Problem("invalid", fields={"players": messages("entrants", language())["nobody"]})
        if not is_confirmed():
            return set_session_cookie(entries_page(tournament, {}, names))
        events = entering_events(names)
        if events:
            perform(AddEvents, name, lambda: AddEvents(events=events), request_id())
    except FORM_ERRORS as error:
        return returned_form(entries_page(tournament, error_fields(error), names), error)
    count = len(events) or len(names.of("entered"))
    return see_other(f"/tournaments/{name}/entries?entered={count}#recorded")
