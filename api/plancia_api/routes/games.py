"""GET and POST /games, GET /games/{game_id} and the table after one of its events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flask import Response, url_for

from plancia_api.answers.games import GameAnswer, GameRow, GameState
from plancia_api.answers.log import StoreAnswer
from plancia_api.auth import authenticate, authorise
from plancia_api.bodies import GAME_BODY
from plancia_api.current_archive import archive
from plancia_api.current_reader import current_reader
from plancia_api.etags import with_etag
from plancia_api.game_cache import cached_body, cached_judgement, game_head, visible_game
from plancia_api.json_responses import json_bytes, json_response, with_times
from plancia_api.language import language
from plancia_api.negotiation import answer_format, offers
from plancia_api.paging import DEFAULT_PAGE_SIZE, page_response
from plancia_api.preconditions import IDEMPOTENCY_KEY_PARAMETER, idempotency_key
from plancia_api.problems import Problem
from plancia_api.query_filters import parse_filters
from plancia_api.query_schemas import BoardQuery, CorrectionModeQuery, SortedGamesQuery
from plancia_api.receipts import make_receipt
from plancia_api.request_bodies import parse_game
from plancia_api.shown_names import (
    game_title,
    insert_readable_names,
    may_read_names,
    name_source,
    names_digest,
    names_shown,
    readable_names_digest,
)
from plancia_api.streaming import iterate_game_rows, stream_bytes, stream_rows
from plancia_api.strict_blueprint import AnyAnswer, StrictBlueprint
from plancia_archive import Archive, Filters
from plancia_archive.facts.event_rows import Row
from plancia_archive.facts.judgement_changes import AddedGame
from plancia_archive.log.game_head import GameHead
from plancia_archive.people.shown_names import ShownNames
from plancia_archive.queries.filters import GAME_COLUMNS
from plancia_archive.queries.lineup import add_lineups, add_recorder_names, judgement_members
from plancia_archive.queries.result_status import add_status, game_status, supersession_status
from plancia_archive.registers.readers import Reader
from plancia_data import messages
from plancia_replay import Judgement, RuleSetError, state_at
from plancia_replay.drawing import BoardOptions, event_svg
from plancia_replay.judging.movetext import movetext

blueprint = StrictBlueprint("games", "games", url_prefix="/api/v1/games", description="Games of the archive.")
MOVETEXT_CONTENT_TYPE = "text/x-movetext; charset=utf-8"
RGN_CONTENT_TYPE = "text/x-rgn; charset=utf-8"
GAME_ID_PATH = "<string:game_id>"
CSV_COLUMNS = (
    *(name for name in GAME_COLUMNS if name != "number"),
    "name",
    "winner_name",
    "players",
    "status",
    "disputes",
    "confirmed",
)


@blueprint.operation("", items=GameRow)
@offers("json", "csv", "ndjson", "rgn", bulk=True)
def list_games(query: SortedGamesQuery) -> Response:
    """Games in the order of the log (`sort=newest`: the reverse), a page at a time, each with its players.

    CSV, NDJSON and text are one stream of everything that matches, as the archive stands when it begins; `after` and
    `limit` narrow it too. `next` is the cursor of the next page, null at the end. Names are null where they are not
    shown, and what is judged of a game that is not over where something of it is hidden from the caller.
    """
    after, limit, newest = query.after, query.limit, query.sort == "newest"
    filters, names_for, reader = parse_filters(query.filters, from_judgements=False), name_source(), current_reader()
    typed = answer_format() != "csv"
    if answer_format() == "rgn":
        return stream_bytes(lambda view: iterate_texts(view, reader, filters, after, limit, newest), "games")

    def add_details(view: Archive, rows: list[Row]) -> None:
        add_lineups(view, rows, names_for(view))
        add_status(view, rows)
        add_recorder_names(view, rows)
        if typed:
            rows[:] = [with_times(row) | judgement_members(row) for row in rows]
        reader.clear_judgements(view, rows)

    if answer_format() != "json":
        return stream_rows(
            lambda view: iterate_game_rows(view, filters, after, limit, newest, add_details), CSV_COLUMNS, "games"
        )

    def build_response() -> Response:
        rows, cursor = archive().games(filters, after, limit or DEFAULT_PAGE_SIZE, newest)
        add_details(archive(), rows)
        for row in rows:
            row.pop("number")
        return page_response(rows, cursor)

    return with_etag(build_response, archive().last_index(), filters, names_digest())


def iterate_texts(
    view: Archive, reader: Reader, filters: Filters, after: str | None, limit: int | None, newest: bool
) -> Iterator[bytes]:
    """Yields the canonical texts of the selected games as the reader sees them, separated by an empty line."""
    separator = b""
    for row in iterate_game_rows(view, filters, after, limit, newest):
        yield separator + reader.text(view, row["game"]).encode()
        separator = b"\n"


@blueprint.operation(f"/{GAME_ID_PATH}", endpoint="one_game", answer=GameAnswer)
@offers("json", "rgn", "ndjson", "movetext")
def get_game(query: CorrectionModeQuery, game_id: str) -> Response:
    """A game: version, headers, events, judgement and status; its canonical text as `.rgn`, its events as `.ndjson`.

    `.movetext` is text for people in the language of the answer, with names where pages show them
    (docs/converters.md).

    `withdrawn` and `superseded_by` are null for a game that counts; `supersedes` are the games that it counts instead
    of, each with reason, author, role and time.

    With `as=recorded` the judgement leaves the corrections (VOID, FIX) out; the events are the whole record either way.

    The JSON can be posted to `/games` again; the members of the judgement are then ignored. A token that may read names
    gets them in comments and free headers of the JSON; text and events are as stored, with references.
    """
    head = game_head(game_id)
    status = with_times(game_status(archive(), game_id) | supersession_status(archive(), game_id))

    def build_response() -> Response:
        if answer_format() == "rgn":
            return Response(current_reader().text(archive(), game_id), content_type=RGN_CONTENT_TYPE)
        if answer_format() == "ndjson":
            return Response(visible_game(head).to_jsonl(), mimetype="application/x-ndjson")
        if answer_format() == "movetext":
            return Response(game_movetext(head, query.by), content_type=MOVETEXT_CONTENT_TYPE)
        if may_read_names():  # names are in no memo
            return json_response(insert_readable_names(game_json(head, language(), status, query.by)))
        key = "whole", language(), query.by, str(status)
        body = cached_body(head, *key, compute=lambda: json_bytes(game_json(head, language(), status, query.by)))
        return Response(body, mimetype="application/json")

    names = names_digest() if answer_format() == "movetext" else readable_names_digest()
    return with_etag(build_response, game_id, head.tag, status, names, resource=(game_id, head.version))


def game_movetext(head: GameHead, mode: str) -> str:
    """Returns a game as text for people, as the caller may see it, with names where they are shown to the caller."""
    game = visible_game(head)
    if names_shown():
        game = ShownNames(archive().people, language()).game(game)
    judgement = cached_judgement(head, language(), mode)
    return movetext(game, language(), archive().rules_of(game), judgement, mode == "corrected")


def game_json(head: GameHead, lang: str, status: Mapping[str, object], mode: str = "corrected") -> dict[str, object]:
    """Returns a game, its status and its judgement as one object."""
    judgement = judgement_json(cached_judgement(head, lang, mode))
    return {**judgement, **status, "game": head.game_id, "version": head.version, **visible_game(head).to_json()}


def judgement_json(judgement: Judgement) -> dict[str, object]:
    """Returns a judgement as an object; the number of events is called `version`, as in all answers."""
    members = {**judgement.to_json()}
    return {"game": members.pop("game"), "version": members.pop("events"), **members}


@blueprint.operation(f"/{GAME_ID_PATH}/state/<int(max={2**53 - 1}):number>", answer=GameState)
def state(query: CorrectionModeQuery, game_id: str, number: int) -> Response:
    """The table after an event: board, hands, whose turn, what is due.

    With `as=recorded` the corrections (VOID, FIX) are left out.
    """
    head = game_head(game_id)
    if number >= head.version:
        raise Problem("not-found", f"0..{head.version - 1}")

    def build_response() -> Response:
        game = visible_game(head)
        table = state_at(game, number, archive().rules_of(game), query.by == "corrected")
        return json_response({"game": game_id, **table})

    return with_etag(build_response, game_id, head.tag, resource=(game_id, head.version))


@blueprint.operation(f"/{GAME_ID_PATH}/board")
@offers("svg")
@blueprint.response(200, {"type": "string"}, content_type="image/svg+xml")
def drawn_board(query: BoardQuery, game_id: str) -> Response:
    """The board after an event as an SVG drawing: owners, armies, what the event changed, the move with its dice.

    Without `event` it is the last one. The drawing has a title, a description and no script (docs/board-drawing.md).
    """
    return board_response(game_id, query.event, query.layout, query.theme, query.by == "corrected")


def board_response(game_id: str, event: int | None, layout: str, theme: str, as_corrected: bool) -> Response:
    """The drawing of a game's board after an event, None: the last one. Raises Problem for one that is not there."""
    head = game_head(game_id)
    number = head.version - 1 if event is None else event
    if number >= head.version:
        raise Problem("not-found", f"0..{head.version - 1}")
    title = game_title(game_id).text

    def build_response() -> Response:
        game = visible_game(head)
        rules = archive().rules_of(game)
        options = BoardOptions(rules.content["board"]["id"], language(), layout, theme, title=title, fixed=True)
        drawing = event_svg(game, number, rules, options, as_corrected)
        return Response(drawing, mimetype="image/svg+xml")

    return with_etag(build_response, game_id, head.tag, title, resource=(game_id, head.version))


@blueprint.operation("", methods=["POST"], endpoint="keep_game", status=201, answer=StoreAnswer)
@blueprint.alt_response(
    200, schema=AnyAnswer, description="stored already, perhaps continued since: `duplicate` is true"
)
@blueprint.doc(requestBody=GAME_BODY, parameters=[IDEMPOTENCY_KEY_PARAMETER], security=[{"bearer": []}])
def post_game() -> Response:
    """Store a whole game: canonical or tolerant text, or our JSON. `Idempotency-Key` makes a retry safe.

    `namesakes` and `notice` are present only where other games have the same id of their recorder (header Game).
    `receipt` proves later that the game was stored (docs/evidence.md); a repeated request has that of the same entry.
    """
    authenticate("game.add").require_role("game.add")
    game = parse_game()
    authorise("game.add", game=game)
    try:
        added = archive().add_game(game, idempotency_key())
    except RuleSetError as error:
        raise Problem("rules", error.text(language())) from error
    receipt = make_receipt(added.game_id, min(added.version, game.version))
    answer = json_response({**stored_game_json(added), "receipt": receipt}, 200 if added.duplicate else 201)
    answer.headers["Location"] = url_for("games.one_game", game_id=added.game_id)
    return answer


def stored_game_json(added: AddedGame) -> dict[str, Any]:
    """Returns the members of the answer about a stored game."""
    body: dict[str, Any] = {"game": added.game_id, "version": added.version, "duplicate": added.duplicate}
    if added.namesakes:
        notice = messages("api", language())["namesakes"].format(games=", ".join(added.namesakes))
        body |= {"namesakes": added.namesakes, "notice": notice}
    if added.likely_names:
        body["likely_names"] = added.likely_names
    return body
