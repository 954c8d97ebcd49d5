"""GET /games/{game_id}/due, POST complete and POST record: what is due next, and input lines completed and stored."""

from __future__ import annotations

from typing import Any

from flask import Response

from plancia_api.answers.recording import CompletedAnswer, CompletionAnswer, DueAnswer, DueForm, RecordedAnswer
from plancia_api.auth import authorise
from plancia_api.bodies import MAX_LINES_SAID, SaidBody, TextAndSaidBody, json_body, members_of
from plancia_api.current_archive import archive
from plancia_api.current_reader import current_reader
from plancia_api.etags import with_etag
from plancia_api.game_cache import game_head, keep_appended, play_of, visible_game
from plancia_api.json_responses import json_response
from plancia_api.language import language
from plancia_api.preconditions import IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER, expected_version, idempotency_key
from plancia_api.problems import Problem
from plancia_api.receipts import make_receipt
from plancia_api.request_bodies import parse_members
from plancia_api.routes.games import GAME_ID_PATH
from plancia_api.routes.writers import DEVICE_PARAMETER, require_writer
from plancia_api.shown_names import names_digest
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_api.told_lines import seat_names, seat_words, told_after
from plancia_archive.facts.judgement_changes import Appended, judgement_changes
from plancia_archive.log.game_head import GameHead
from plancia_data import in_language
from plancia_events import Game, read
from plancia_replay import RuleSetError
from plancia_replay.judging.table_json import board_json
from plancia_replay.recording.completing import Completion, complete_in_play, complete_lines, seated_verdict
from plancia_replay.recording.due import Due, due_in_play
from plancia_replay.recording.due_words import due_sentences
from plancia_replay.recording.play import Play

blueprint = StrictBlueprint("recording", "recording", url_prefix="/api/v1", description="Recording a game.")


@blueprint.operation(f"/games/{GAME_ID_PATH}/due", answer=DueAnswer)
def due_now(game_id: str) -> Response:
    """What is due after the last event: who acts, his income with its account, sets, attacks, cards, the end.

    It follows from what the caller may see of the game: hidden cards and objectives count as unknown. `says` has the
    same in sentences. `end.why` is what the rules would say if the turn ended now.
    """
    head = game_head(game_id)

    def build_response() -> Response:
        game = visible_game(head)
        due_state = due_in_play(play_of(head, game), language())
        return json_response({"game": game_id, "version": head.version, **due_json(due_state, game)})

    return with_etag(build_response, game_id, head.tag, names_digest(), resource=(game_id, head.version))


def due_json(due_state: Due, game: Game) -> DueForm:
    """Returns what is due as data and in sentences, with names where they are shown to the caller."""
    return {"due": due_state, "says": due_sentences(due_state, language(), seat_names(game))}


@blueprint.operation(f"/games/{GAME_ID_PATH}/complete", methods=["POST"], answer=CompletionAnswer)
@blueprint.doc(requestBody=json_body(SaidBody))
def complete_in_game(game_id: str) -> Response:
    """Complete what is said after a stored game into canonical lines, without storing them. It needs no token.

    `said` are lines in words of the table (`cina siam 654 32`, `+3 cina`, `fine`; docs/recording.md). The answer has
    for each the lines it becomes, `derived` where they follow from the rest; the first that is not understood is
    `unclear`, with its column and the names that fit. `verdicts` are the findings that the new lines add, `foreseen`
    the faults of the opening that the rules report once play begins, `asks` what of both was a slip or was played so,
    `pending` what is written before the next thing said, `due` what is due then. `told` has the lines as sentences,
    `marks` where players, places and dice stand in them (start, end, kind, detail), `board` the position after. POST
    /games/{game_id}/record does the same and stores the lines.
    """
    head = game_head(game_id)
    lines_said = parse_said(parse_members(members_of(SaidBody))["said"])
    completion = complete_in_play(play_of(head, visible_game(head)), lines_said, language())
    return json_response({"game": game_id, "version": head.version, **completion_json(completion)})


@blueprint.operation("/complete", methods=["POST"], answer=CompletionAnswer)
@blueprint.doc(requestBody=json_body(TextAndSaidBody))
def complete_text() -> Response:
    """Complete what is said after a game that is not stored: `text` is the game so far, at least its headers.

    The answer is that of POST /games/{game_id}/complete; `game` is the id of its header, `version` the number of its
    events with the headers. It needs no token.
    """
    members = parse_members(members_of(TextAndSaidBody))
    reading = read(members["text"], "text")
    if reading.problems:
        raise Problem("malformed", "", [problem.to_json(language()) for problem in reading.problems[:50]])
    if len(reading.games) != 1:
        raise Problem("malformed", in_language(language(), "text: una sola partita", "text: one game"))
    game = reading.games[0]
    try:
        completion = complete_lines(game, parse_said(members["said"]), language())
    except RuleSetError as error:
        raise Problem("rules", error.text(language())) from error
    return json_response({"game": game.header("Game") or "", "version": game.version, **completion_json(completion)})


def parse_said(items: list[Any]) -> list[str]:
    """Returns the input lines. Raises Problem 422 for members that are not text, or too many of them."""
    if len(items) > MAX_LINES_SAID or any(not isinstance(item, str) or "\n" in item for item in items):
        raise Problem("invalid", f"said: [string], 0..{MAX_LINES_SAID}")
    try:
        "".join(items).encode()
    except UnicodeEncodeError as error:
        raise Problem("malformed", "said") from error
    return items


def completion_json(completion: Completion) -> CompletedAnswer:
    """Returns the members about completed lines."""
    play = completion.play
    told = told_after(completion.start, play.events[completion.first - 1 :])
    return {
        **completion.to_json(language(), seat_words(play.game)),
        "told": [{**row, "derived": line.derived} for row, line in zip(told, completion.lines, strict=True)],
        "board": board_json(play.table), **due_json(due_in_play(play, language()), play.game),
    }  # fmt: skip


@blueprint.operation(f"/games/{GAME_ID_PATH}/record", methods=["POST"], answer=RecordedAnswer)
@blueprint.doc(
    requestBody=json_body(SaidBody),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER, DEVICE_PARAMETER],
    security=[{"bearer": []}],
)
def record_in_game(game_id: str) -> Response:
    """Complete what is said, as POST /games/{game_id}/complete does, and store the lines in one write.

    `If-Match` states the version expected: at another one the answer is a 412 with `current`. What is not understood
    or cannot be is a 422 `unclear` with `said` (which of the inputs), `column`, `found` and `fits`; then nothing is
    stored. What breaks a rule is stored, and `verdicts` has its findings. The same `Idempotency-Key` again gives the
    same answer, with `duplicate`, and stores nothing. A device that names itself in `X-Plancia-Device` gets a 409 with
    `writer` while another one records (POST /games/{game_id}/writer).
    """
    authorise("game.append", game=game_id)
    require_writer(game_id)
    key = idempotency_key()
    expected = expected_version(game_id, lambda: archive().version(game_id))
    lines_said = parse_said(parse_members(members_of(SaidBody))["said"])
    completions: list[Completion] = []
    heads: list[GameHead] = []

    def lines_for(_: Game) -> list[str]:
        heads.append(game_head(game_id))
        completions.append(complete_said(play_of(heads[0], visible_game(heads[0])), lines_said))
        return [line.text for line in completions[0].lines]

    result = archive().append_computed(game_id, ["record", *lines_said], lines_for, expected, key)
    response = recorded_response(game_id, lines_said, key or "", result, completions)
    if result.game is not None:  # last, since what is due is asked of the table that others may copy from then on
        keep_appended(heads[0], result.game, completions[0].play)
    return response


def recorded_response(
    game_id: str, lines_said: list[str], key: str, result: Appended, completions: list[Completion]
) -> Response:
    """Returns the answer of a record write; that of a repeated request is computed again for the version of then."""
    game = result.game or archive().game(game_id)
    if game.version > result.version:  # continued since the request was served
        game = Game(game.headers, list(game.events[: result.version - 1]), game.lines[: result.version - 1])
    first = result.version - len(completions[0].lines) if completions else archive().log.first_of_request(key) or 0
    if not completions:
        before = Game(game.headers, list(game.events[: first - 1]), game.lines[: first - 1])
        shown = current_reader().redact(archive(), game_id, before)
        completions = [complete_said(Play(shown, archive().rules_of(shown)), lines_said)]
    changes = result.changes(language()) or judgement_changes(
        game, result.version, result.version - first, archive().rules_of(game), language()
    )
    seats = seat_words(game)
    return json_response({
        "game": game_id, "version": result.version, "duplicate": result.game is None,
        **completion_json(completions[0]), **changes.to_json(),
        "verdicts": [seated_verdict(verdict, seats) for verdict in changes.verdicts],
        "asks": completions[0].asks(changes.verdicts, language(), seats),
        "receipt": make_receipt(game_id, result.version),
    })  # fmt: skip


def complete_said(play: Play, lines_said: list[str]) -> Completion:
    """Completes input lines to be stored. Raises Problem 422 for one that is unclear, or if nothing is to be stored."""
    completion = complete_in_play(play, lines_said, language(), judged=False)
    if completion.unclear is not None:
        unclear = completion.unclear.to_json(language())
        raise Problem(
            "unclear", unclear["detail"], why=unclear["code"], column=unclear["column"], found=unclear["found"],
            fits=unclear["fits"], said=completion.place,
        )  # fmt: skip
    if not completion.lines:
        raise Problem("invalid", "said: []")
    return completion
