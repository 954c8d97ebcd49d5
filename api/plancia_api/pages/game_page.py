"""The page of a game: `/games/ID`, with `?print` the report to sign; it is readable without scripts."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, request

from plancia_api.auth import current_grant
from plancia_api.current_archive import archive, live_archive
from plancia_api.evidence_files import game_evidence_download
from plancia_api.game_cache import game_head
from plancia_api.game_titles import game_title
from plancia_api.json_responses import json_response
from plancia_api.language import language
from plancia_api.pages.board_assets import outlines_address
from plancia_api.pages.dispute_moves import may
from plancia_api.pages.game_chart import ARMIES, LANDS, Course, chart_svg, compute_course, course_sentence
from plancia_api.pages.game_frame import frame_html
from plancia_api.pages.game_under import judged_under, rule_set_titles
from plancia_api.pages.game_view import GameView, load_view, shown_text
from plancia_api.pages.rendering import is_published, number_argument, page, web_address
from plancia_api.routes.corrections import corrections_json
from plancia_api.shown_names import confirmation_words, display_name, insert_names
from plancia_archive.disputes.lines import DISPUTE_ID, GAME_ID
from plancia_archive.disputes.recorded_lines import add_authors
from plancia_archive.evidence.qr_codes import qr_svg_inline
from plancia_archive.facts.redaction import is_over
from plancia_archive.log.game_head import GameHead
from plancia_archive.queries.result_status import game_status
from plancia_archive.queries.supersession import supersession_status
from plancia_archive.tournaments.left_off import typed_in_place_of
from plancia_data import board, in_language, messages
from plancia_replay.drawing import BoardOptions, board_svg, last_move_at
from plancia_replay.text.fact_values import LAND_CODES
from plancia_replay.text.sentences import place_names

blueprint = Blueprint("game_page", "plancia_api", template_folder="templates")
CORRECTIONS_A_PAGE = 20
REPORTED = 25  # findings on the report, which is to fit on two pages


@dataclass(frozen=True)
class EvidenceForm:
    """A form of evidence for the correction `event` that was refused: messages by field, and what was typed."""

    event: int
    errors: dict[str, str]
    typed: Mapping[str, str]


@blueprint.get("/games/<string:game_id>")
def game(game_id: str) -> Response:
    """A game: board, story, seats, course, findings; the board after the event `at` (the last one by default)."""
    view = load_view(game_id)
    if "print" in request.args:
        values = page_values(view)
        address = web_address(f"/games/{game_id}")
        code = qr_svg_inline(address) if address else ""
        return page("game_report.html", **values, rounds=round_totals(values["course"]), REPORTED=REPORTED, code=code)
    return game_response(view)


def game_response(view: GameView, refused: EvidenceForm | None = None) -> Response:
    """Returns the page of a game; the form of evidence that was `refused` is open on it."""
    may_cite = not is_published() and may(current_grant(), "game.append", view.head.game_id)
    return page(
        "game.html", **page_values(view), **action_values(view), may_cite=may_cite, refused=refused,
        known_evidence=known_evidence(view.head.game_id) if may_cite else [],
        cited=number_argument("cited", 0, most=view.last),
    )  # fmt: skip


def known_evidence(game_id: str) -> list[tuple[str, str]]:
    """The disputes of a game and their files, as choices of a field: id or SHA-256, and words."""
    words, found = messages("pages", language()), list[tuple[str, str]]()
    for row in archive().disputes.listed(None, game_id):
        dispute = archive().disputes.get(row["dispute"])
        found.append((dispute.id, f"{words['dispute']} {dispute.id}"))
        found += [(line["sha256"], f"{insert_names({'about': line['about']})['about']} ({dispute.id})")
                  for line in dispute.of_kind("evidence")]  # fmt: skip
    return found


def shared_values(view: GameView) -> dict[str, Any]:
    """Returns the template variables that page, report and frame of a game share."""
    return {
        "v": view, "game_id": view.head.game_id, "game": view.game, "title": game_title(view.head.game_id),
        "say": messages("game", language()), "names": view.data_names, "judgement": view.judgement,
        "shown_text": shown_text, "stopped": insert_names(view.judgement.impossible), "drawing": drawing(view),
        "live": not is_over(view.game), "tag": live_tag(view.head),
    }  # fmt: skip


def live_tag(head: GameHead) -> str:
    """A digest that changes when the page of a game would: by an event, a correction, a dispute or an approval."""
    status = game_status(archive(), head.game_id)
    return hashlib.sha256(f"{head.tag} {status}".encode()).hexdigest()[:16]


@blueprint.get("/games/<string:game_id>/tag")
def tag(game_id: str) -> Response:
    """The digest by which the page of a live game sees that it has to read the game again."""
    answer = json_response({"tag": live_tag(game_head(game_id))})
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def page_values(view: GameView) -> dict[str, Any]:
    """Returns the template variables that page and report of a game share."""
    game_id = view.head.game_id
    say = messages("game", language())
    course = view.kept("course", lambda: compute_course(view.story, view.steps))
    names = view.data_names
    return {
        **shared_values(view),
        "status": game_status(archive(), game_id), "standing": insert_names(supersession_status(archive(), game_id)),
        "continents": continents(view), "course": course,
        "course_says": course_sentence(course, names, say),
        "charts": view.kept("charts", lambda: course_charts(course, say, names)) if course.rows else [],
        "confirmed": [confirmation_words(one) for one in archive().confirmations.list_for_game(game_id)],
        "left_off": left_off_notice(view), **correction_values(view),
    }  # fmt: skip


def course_charts(course: Course, say: Mapping[str, str], names: dict[str, str]) -> list[tuple[str, str]]:
    """The charts of the course of a game, each with its title."""
    figures = ((LANDS, "course-lands"), (ARMIES, "course-armies"))
    return [(say[key], chart_svg(course, figure, say[key], names)) for figure, key in figures]


def left_off_notice(view: GameView) -> str:
    """Says of a recording that stopped that the result of its table is the one typed from the sheet; else empty."""
    place = None if is_over(view.game) else typed_in_place_of(archive(), view.head.game_id)
    return messages("tournament", language())["left-off-page"].format(**insert_names(place)) if place else ""


def action_values(view: GameView) -> dict[str, Any]:
    """Returns the variables of the page only: permitted actions, other rules, disputes."""
    game_id = view.head.game_id
    rows = view.game.rows(max(view.at - 1, 0), 1)
    return {
        "variants": rule_set_titles(), "judged": judged_under(view),
        "disputes": archive().disputes.listed(None, game_id),
        "may_approve": may(current_grant(), "game.approve", game_id), "version": view.head.version,
        "frame": frame_html(game_id, game_title(game_id).text), "address": request.host_url,
        "line": insert_names(add_authors(archive(), game_id, rows)), **objection_values(view),
    }  # fmt: skip


def objection_values(view: GameView) -> dict[str, Any]:
    """Whether the moves may be objected to, and whether the reader came to choose one (`object` in the query)."""
    may_object = game_status(archive(), view.head.game_id)["status"] != "final" and not is_published()
    return {"may_object": may_object, "is_choosing": may_object and "object" in request.args}


def correction_values(view: GameView) -> dict[str, Any]:
    """The first corrections of a game with the names of players who wrote them, and the events in conflict now.

    A conflict that a later correction removed is not among these. None for a game without corrections.
    """
    if not view.game.numbers_of("VOID", "FIX"):
        return {"corrections": None}
    game_id = view.head.game_id
    found = insert_names(corrections_json(game_head(game_id), 0, CORRECTIONS_A_PAGE))
    players = live_archive().tokens.players()
    items = [{**item, "author_name": display_name(players[item["author"]]) if item["author"] in players else "",
              "references": [{**one, "address": reference_address(game_id, one)} for one in item["references"]]}
             for item in found["items"]]  # fmt: skip
    standing = {conflict["event"] for conflict in found["together"]["conflicts"]}
    return {"corrections": {**found, "items": items}, "standing_conflicts": standing}


def reference_address(game_id: str, reference: dict[str, Any]) -> str:
    """Returns the address of a piece of evidence: its file, dispute or game; "" for another id."""
    if reference["sha256"]:
        return f"/games/{game_id}/evidence/{reference['sha256']}"
    name = reference["id"] or ""
    return f"/disputes/{name}" if DISPUTE_ID.match(name) else f"/games/{name}" if GAME_ID.match(name) else ""


@blueprint.get("/games/<string:game_id>/evidence/<string:digest>")
def evidence_file(game_id: str, digest: str) -> Response:
    """A file of evidence about a game, as a download, for a session that may read it."""
    return game_evidence_download(archive().resolve(game_id), digest)


def round_totals(course: Course) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
    """Territories and armies of the seats at the end of each round; 0 is the set-up."""
    return list({turn.round if turn else 0: forces for _, turn, forces in course.rows}.items())


def drawing(view: GameView) -> str:
    """The drawn board at the event shown, with the last move."""
    return draw(view) if view.is_chosen else view.kept("drawing", lambda: draw(view))


def draw(view: GameView) -> str:
    """Draws the board at the event shown."""
    changed = {LAND_CODES[change.territory] for change in view.steps.steps[view.at].lands} if view.at else set()
    options = BoardOptions(
        board_id=str(view.rules.content["board"]["id"]), lang=language(), prefix="b", legend=False,
        layout="auto", outlines=outlines_address(), tags=True,
        title=messages("game", language())["board-after"].format(event=view.at),
    )  # fmt: skip
    marked = changed if len(changed) < 8 else set()
    return board_svg(view.board, options, move=last_move_at(view.game, view.at), changed=marked)


def continents(view: GameView) -> list[tuple[str, list[tuple[str, str, str, int]]]]:
    """The board as tables: each continent with its territories, their owners and armies."""
    lang = language()
    places = [(code, name, *view.board.get(code, ["?", 0])) for code, name in place_names(lang).items()]
    return [
        (in_language(lang, it, en), [places[land] for land in lands]) for _, it, en, _, lands in board("eg").continents
    ]
