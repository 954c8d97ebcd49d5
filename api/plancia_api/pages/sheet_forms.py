"""The form that loads a sheet of results into a tournament: what was read is shown before it is stored."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, field

from flask import Blueprint, Response, request

from plancia_api.action_routes import perform
from plancia_api.auth import authorise, may
from plancia_api.current_archive import archive
from plancia_api.language import language
from plancia_api.pages.entrants_forms import ShownList, is_confirmed, names_page, shown_list
from plancia_api.pages.form_fields import request_id
from plancia_api.pages.refused_forms import FORM_ERRORS, error_fields, returned_form
from plancia_api.pages.sessions import check_form, see_other
from plancia_api.pages.tournament_view import shown_title
from plancia_api.problems import Problem
from plancia_api.shown_names import display_name
from plancia_api.upload_forms import uploaded_file
from plancia_archive import ArchiveError
from plancia_archive.actions import AddEvents
from plancia_archive.importers.base import format_notes
from plancia_archive.log.entry_format import Members
from plancia_archive.people.pasted_names import PastedName
from plancia_archive.people.register import normalise_name
from plancia_archive.tournaments import Tournament
from plancia_archive.tournaments.result_sheets import SheetReading, UnreadableSheet, read_sheet
from plancia_data import Counted, decimal_text, messages

blueprint = Blueprint("sheet_forms", "plancia_api", template_folder="templates")
MAX_SHEET_BYTES = 2_000_000
MAX_FORM_BYTES = 3_500_000  # of the fields of a form: a sheet goes along in the form as text until it is stored
MAX_TOLD = 30  # cells that are not understood
THERE = ("t-formed", "t-resulted")  # refusals that go by `instead`


@dataclass
class ShownSheet:
    """What a page shows of a sheet: its file, as text too, what was read, and the names beside the register."""

    file: str
    kept: str
    reading: SheetReading
    names: ShownList
    notes: list[str] = field(default_factory=list)

    @property
    def tables(self) -> list[tuple[int, str, list[str]]]:
        """The tables with their players and points, in order of round and name."""
        return [(event["round"], event["table"], self.listed(event["points"]))
                for event in self.reading.events if event["kind"] == "result"]  # fmt: skip

    @property
    def evenings(self) -> dict[str, list[str]]:
        """The points of evenings without tables, by the heading of the evening."""
        found: dict[str, list[str]] = {}
        for event in self.reading.events:
            if event["kind"] == "adjusted":
                found.setdefault(event["why"], []).extend(self.listed({event["player"]: event["points"]}))
        return found

    def listed(self, points: Members) -> list[str]:
        """Players with their points, as the reader is shown them."""
        return [
            f"{display_name(player) or player} {decimal_text(value, language())}" for player, value in points.items()
        ]


class NotStored(Exception):
    """Ends a transaction in which events were tried."""


@blueprint.get("/tournaments/<string:name>/load")
def load_form(name: str) -> Response:
    """The form that takes a sheet of results."""
    return load_page(archive().tournaments.get(name))


def load_page(
    tournament: Tournament, errors: dict[str, str] | None = None, sheet: ShownSheet | None = None,
    told: list[str] | None = None, asks_instead: bool = False,
) -> Response:  # fmt: skip
    """Returns the page of the form with what was read of a sheet; `told` are its cells that were not understood."""
    return names_page(
        "load_sheet.html", errors or {}, sheet.names if sheet else None, tournament=tournament, sheet=sheet,
        title=shown_title(tournament), told=told or [], s=messages("sheets", language()),
        may_direct=may("tournament.direct", "", tournament.id), asks_instead=asks_instead,
    )  # fmt: skip


@blueprint.post("/tournaments/<string:name>/load")
def load_sheet(name: str) -> Response:
    """Shows what a sheet of results has, then stores it: all or nothing."""
    request.max_form_memory_size = MAX_FORM_BYTES
    tournament, sheet = archive().tournaments.get(name), None
    try:
        check_form()
        authorise("tournament.direct", tournament=name)
        sheet = read_sent(tournament)
        if not is_confirmed() or is_new_file():
            try_events(name, sheet.reading.events) if not sheet.names.of("unclear") else None
            return load_page(tournament, sheet=sheet)
        check_names(sheet.names)
        perform(AddEvents, name, lambda: AddEvents(events=sheet.reading.events), request_id())
    except UnreadableSheet as error:
        problems = error.problem.problems
        told = [problem.sentence(language()) for problem in problems[:MAX_TOLD]]
        head = error.problem.text(language()).splitlines()[-1]
        return returned_form(load_page(tournament, {"file": head}, told=told), error)
    except FORM_ERRORS as error:
        there = isinstance(error, ArchiveError) and error.code in THERE
        said = messages("sheets", language())["there"].format(what=getattr(error, "what", ""))
        errors = {"form": said} if there else error_fields(error)
        return returned_form(load_page(tournament, errors, sheet, asks_instead=there), error)
    count = len(sheet.tables)
    return see_other(f"/tournaments/{name}?{f'results={count}' if count else 'loaded=1'}#recorded")


def is_new_file() -> bool:
    """Returns whether the form has a file that was not shown yet."""
    return uploaded_file() is not None


def read_sent(tournament: Tournament) -> ShownSheet:
    """Returns what the sheet of a form says: the file that is sent, else the one that was shown and goes along as text.

    Raises Problem 422 without one, UnreadableSheet, ArchiveError.
    """
    words, form, sent = messages("sheets", language()), request.form, uploaded_file()
    if sent is not None:
        if sent[0].size > MAX_SHEET_BYTES:
            raise Problem("invalid", words["large"].format(most=MAX_SHEET_BYTES // 1_000_000), field="file")
        data, file = b"".join(sent[0].chunks()), sent[1].replace("\\", "/").rpartition("/")[2][:100]
    else:
        file = form.get("name", "")[:100]
        try:
            data = base64.b64decode(form.get("kept", ""), validate=True)
        except binascii.Error:
            data = b""
    if not data:
        raise Problem("invalid", words["no-file"], field="file")
    instead = bool(form.get("instead"))
    first = read_sheet(archive(), tournament, data, file, instead)
    names = shown_list(tournament, [PastedName(player, player) for player in first.players], sent is not None)
    meant = {normalise_name(one.pasted.source): one.person or one.pasted.name for one in names.entrants}
    reading = read_sheet(archive(), tournament, data, file, instead, meant)
    sheet = ShownSheet(file, base64.b64encode(data).decode(), reading, names, format_notes(reading.notes, language()))
    tables, evenings = len(sheet.tables), len(sheet.evenings)
    said = [words["tables"].format(tables=Counted(tables))] if tables or not evenings else []
    said += [words["evenings"].format(evenings=Counted(evenings))] if evenings else []
    names.says = ". ".join([*said, names.says])
    return sheet


def try_events(name: str, events: list[Members]) -> None:
    """Adds the events of a sheet to a tournament and takes them back, so that what is refused is told before."""
    try:
        with archive().writing():
            archive().tournaments.append(name, events)
            raise NotStored
    except NotStored:
        return


def check_names(names: ShownList) -> None:
    """Raises Problem 422 while somebody of the sheet is not clear."""
    errors = dict(names.errors)
    if unclear := [entrant.pasted.name for _, entrant in names.of("unclear")]:
        errors["form"] = messages("entrants", language())["not-clear"].format(names=", ".join(unclear))
    if errors:
        raise Problem("invalid", fields=errors)
