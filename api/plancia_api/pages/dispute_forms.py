"""The forms of disputes: an objection with its photo, evidence, answers, rulings, appeals, closings.

A form that is refused comes back with what was typed and the error beside its field; nothing of it is stored. The field
`request` makes a form that is sent twice count once.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import TypedDict

from flask import Blueprint, Response, request

from plancia_api.action_routes import A, perform, permitted
from plancia_api.auth import current_grant, own_player
from plancia_api.current_archive import archive
from plancia_api.current_reader import current_reader
from plancia_api.game_cache import game_head
from plancia_api.language import language
from plancia_api.pages.board_assets import outlines_address
from plancia_api.pages.dispute_pages import dispute_page, disputed_result_words, parties, tournament_title, with_names
from plancia_api.pages.form_fields import check_objection, parse_whole_number, read_form, request_id
from plancia_api.pages.game_list import found_games
from plancia_api.pages.game_view import own_view
from plancia_api.pages.refused_forms import FORM_ERRORS, error_fields, returned_form
from plancia_api.pages.rendering import dispute_words, page
from plancia_api.pages.rule_links import rule_choices
from plancia_api.pages.ruling_fields import read_ruling
from plancia_api.pages.sessions import check_form, see_other
from plancia_api.pages.tournament_view import event_sentence
from plancia_api.problems import Problem
from plancia_api.rate_limits import count_replay
from plancia_api.shown_names import game_title, insert_names
from plancia_api.upload_forms import allow_upload, uploaded_files
from plancia_archive import ArchiveError
from plancia_archive.actions import UNSET, AddAnswer, AddAppeal, AddEvidence, AddRuling, CloseDispute, OpenDispute
from plancia_archive.actions.action import Action
from plancia_archive.disputes.ruling_preview import preview_ruling, preview_sections
from plancia_archive.disputes.ruling_texts import shown_event_text
from plancia_archive.disputes.states import Dispute
from plancia_archive.queries.game_titles import GameTitle
from plancia_archive.queries.result_status import game_status
from plancia_replay.drawing import BoardOptions

blueprint = Blueprint("dispute_forms", "plancia_api", template_folder="templates")
GAMES_OFFERED = 20  # the newest ones, to somebody who objects and has not searched


@blueprint.get("/disputes/new")
def objection_form() -> Response:
    """The form of an objection, to an event of a `game` or of a `tournament`; without one, how to come to it."""
    if not (request.args.get("game") or request.args.get("tournament")):
        return objection_start()
    return objection_page(request.args.to_dict(), {})


def objection_start() -> Response:
    """The games, newest first or as searched, each leading to its moves; tournaments with results that have no game."""
    store = archive().tournaments
    known = (store.get(name) for name in reversed(store.ids()))
    waiting = [one for one in known if not one.closed and any(table.typed for table in one.tables.values())]
    return page(
        "objection_start.html",
        **found_games(GAMES_OFFERED),
        tournaments=insert_names([one.to_json() for one in waiting]),
    )


def objection_page(values: dict[str, str], errors: dict[str, str]) -> Response:
    """The form with values and errors. Raises ArchiveError for a game or tournament that is not there."""
    game, tournament = subject_named(values)
    if not game and not tournament:
        raise ArchiveError("dispute-subject")
    text = values.get("event", "").strip()
    event = int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0
    about = game_details(game, event) if game else tournament_details(tournament, event)
    return page(
        "objection.html", game=game, tournament=tournament, values=values, errors=errors, about=about,
        people=parties(game, tournament, event=event), key=request.form.get("request") or secrets.token_hex(12),
        grant=current_grant(), own=own_player(), final=bool(game) and is_final(game) and not errors,
    )  # fmt: skip


def subject_named(values: Mapping[str, str]) -> tuple[str, str]:
    """Returns the game that is named, else the tournament, empty for none. Raises ArchiveError."""
    game = archive().resolve(values["game"]) if values.get("game") else ""
    return game, "" if game else values.get("tournament", "")


def is_final(game: str) -> bool:
    """True for a game whose result was approved: it takes no objection."""
    return bool(game_status(archive(), game)["status"] == "final")


class SubjectDetails(TypedDict):
    """What the form shows of a game or a tournament, and of the event chosen."""

    title: GameTitle
    line: str
    sentence: str
    last: int
    cited: str
    rules: list[tuple[str, list[tuple[str, str]]]]


def game_details(game: str, event: int) -> SubjectDetails:
    """Returns what the form shows of a game: title, line of the event, rules, the rule that a finding cites."""
    view = own_view(game_head(game))
    line = sentence = ""
    if 1 <= event <= view.last:
        line = shown_event_text(view.game.events[event - 1], language())
        sentence = view.told_plainly(event)
    cited = next((verdict.rule_id for verdict in view.judgement.verdicts if verdict.event == event), "")
    return {"title": game_title(game), "line": with_names(line), "sentence": with_names(sentence),
            "last": view.last, "cited": cited,
            "rules": rule_choices(view.rules, language(), request.args.get("rule", cited))}  # fmt: skip


def tournament_details(name: str, event: int) -> SubjectDetails:
    """Returns what the form shows of a tournament: its title, the result or event in words."""
    events = archive().tournaments.events(name)
    sentence = disputed_result_words(name, event)
    if not sentence and 1 <= event <= len(events):
        sentence = event_sentence(events[event - 1])
    return {"title": tournament_title(name), "line": "", "sentence": sentence, "last": len(events), "cited": "",
            "rules": []}  # fmt: skip


@blueprint.post("/disputes/new")
def submit_objection() -> Response:
    """Opens a dispute, with its files if there are any, in one transaction."""
    allow_upload()
    try:
        check_form()
        done = perform(OpenDispute, "", read_objection, request_id())
    except FORM_ERRORS as error:
        errors = error_fields(error)
        if "token" in errors:  # the other fields are checked too, so that all is mended at once
            errors = {**wrong_fields(), **errors}
        return returned_form(objection_page(request.form.to_dict(), errors), error)
    return see_other(f"/disputes/{done.answer['dispute']}/receipt/1")


def read_objection() -> OpenDispute:
    """Returns the objection that the form states. Raises Problem 422, and ArchiveError for what is not there."""
    form, own = request.form, own_player()
    game, tournament = subject_named(form)
    about = game_details(game, 0) if game else tournament_details(tournament, 0)
    check_objection(about["last"], archive().disputes.seats(game, tournament), own)
    return OpenDispute(
        game=game or UNSET, tournament=tournament or UNSET, claimant=own or form.get("claimant", ""),
        claim=form.get("claim", ""), event=parse_whole_number("event", 999_999), rule=form.get("rule", ""),
        files=uploaded_files("photo", "file"), about=about_files(),
    )  # fmt: skip


def wrong_fields() -> dict[str, str]:
    """Returns the errors of the fields that can be checked without a right."""
    try:
        read_objection()
    except FORM_ERRORS as error:
        return error_fields(error)
    return {}


def about_files() -> str:
    """Returns what the files of the form show."""
    return request.form.get("about", "").strip() or dispute_words()["photo-default"]


def submit_action(dispute_id: str, form: str, action: type[A], read: Callable[[], A]) -> Response:
    """Does the action of a form, and leads to the receipt of the line; where it is refused, the form comes back."""
    dispute = archive().disputes.get(dispute_id)
    try:
        check_form()
        done = perform(action, dispute_id, read, request_id())
    except FORM_ERRORS as error:
        return returned_form(dispute_page(dispute, form, error_fields(error)), error)
    return see_other(f"/disputes/{dispute_id}/receipt/{done.places[0][1]}")


def party() -> str:
    """Returns for whom the form is: the player of the token, else who was chosen."""
    return own_player() or request.form.get("by", "")


@blueprint.get("/disputes/<string:dispute_id>/<any(answer, appeal, close, withdraw, evidence, ruling):action>")
def form_address(dispute_id: str, action: str) -> Response:
    """Leads from the address of a form that came back, opened again or in the other language, to its dispute."""
    query = request.query_string.decode("ascii", "replace")
    return see_other(f"/disputes/{archive().disputes.get(dispute_id).id}" + (f"?{query}" if query else ""))


def add_line_form(word: str, kind: str, action: type[Action], **fixed: object) -> None:
    """Adds the handler of a form that adds a line of one text, `kind` on the page, at the address `word`."""

    def view(dispute_id: str) -> Response:
        own = {"by": party()} if "by" in action.__struct_fields__ else {}
        return submit_action(dispute_id, kind, action, lambda: read_form(action, **fixed, **own))

    blueprint.add_url_rule(f"/disputes/<string:dispute_id>/{word}", word, view, methods=["POST"])


add_line_form("answer", "answer", AddAnswer)
add_line_form("appeal", "appeal", AddAppeal)
add_line_form("close", "closed", CloseDispute, withdrawn=False)
add_line_form("withdraw", "withdrawn", CloseDispute, withdrawn=True)


@blueprint.post("/disputes/<string:dispute_id>/evidence")
def evidence(dispute_id: str) -> Response:
    """Adds a photo or a file."""
    allow_upload()

    def read() -> AddEvidence:
        if not (files := uploaded_files("photo", "file")):
            raise Problem("invalid", dispute_words()["no-file"], field="photo")
        return AddEvidence(content="", about=about_files(), by=party(), files=files)

    return submit_action(dispute_id, "evidence", AddEvidence, read)


@blueprint.post("/disputes/<string:dispute_id>/ruling")
def ruling(dispute_id: str) -> Response:
    """Rules on a dispute, with the lines of the game or the adjustment of points that follow from it."""
    dispute = archive().disputes.get(dispute_id)
    if request.form.get("preview"):
        return preview_page(dispute)
    return submit_action(dispute_id, "ruling", AddRuling, lambda: read_ruling(dispute))


def preview_page(dispute: Dispute) -> Response:
    """Returns the page of the dispute with what the ruling of the form would change; nothing is stored."""
    try:
        check_form()
        ruling = permitted(AddRuling, dispute.id, lambda: read_ruling(dispute))
        count_replay()
        preview = preview_ruling(
            archive(), dispute.id, lang=language(), to_names=with_names, reader=current_reader(), **ruling.values()
        )
    except FORM_ERRORS as error:
        return returned_form(dispute_page(dispute, "ruling", error_fields(error)), error)
    board = BoardOptions(layout="auto", outlines=outlines_address())
    return dispute_page(dispute, "ruling", preview=preview_sections(preview, language(), board))
