"""POST /opening: the questions that begin the recording of a game, one after another, and the headers they make."""

from __future__ import annotations

from flask import Response

from plancia_api.answers.recording import OpeningAnswer
from plancia_api.bodies import AnswersBody, OpeningAnswers, json_body, members_of
from plancia_api.json_responses import json_response
from plancia_api.language import language
from plancia_api.problems import Problem
from plancia_api.request_bodies import parse_members
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_events import Game
from plancia_replay.recording.errors import Unclear, UnclearAnswer
from plancia_replay.recording.opening import Opening, question_text

blueprint = StrictBlueprint("opening", "recording", url_prefix="/api/v1", description="Recording a game.")
QUESTIONS = tuple(OpeningAnswers.__annotations__)


@blueprint.operation("/opening", methods=["POST"], answer=OpeningAnswer)
@blueprint.doc(requestBody=json_body(AnswersBody))
def next_question() -> Response:
    """The next question about a new game, or its headers once every question has an answer. It stores nothing.

    `answers` has the answers so far by question, as text: `variant` an id, `options` with commas between, `players`
    as `red Anna, blue Bruno`, `team` as `red green, blue black`, `virtual` a colour, `event`, `date`, `source` (live
    or sheet). Empty text is an answer where the question permits one. The first answer that is not valid is asked
    again, and `unclear` says why. `choices` are the answers to choose from; `text` the headers in the notation.
    """
    answers = parse_members(members_of(AnswersBody))["answers"]
    if set(answers) - set(QUESTIONS) or any(not isinstance(value, str) for value in answers.values()):
        raise Problem("invalid", f"answers: {', '.join(QUESTIONS)} (string)")
    opening, unclear = Opening(), None
    try:
        while opening.question in answers:
            opening.answer(answers[opening.question])
        headers = None if opening.question else opening.headers()
    except Unclear as problem:
        unclear, headers = problem.to_json(language()), None
    return json_response(opening_json(opening, unclear, headers))


def opening_json(
    opening: Opening, unclear: UnclearAnswer | None, headers: list[tuple[str, str]] | None
) -> OpeningAnswer:
    """Returns the next question with its choices, or the headers."""
    lang, question = language(), opening.question
    return {
        "question": question, "asks": question_text(question, lang) if question else "",
        "choices": [{"answer": answer, "meaning": meaning} for answer, meaning in opening.choices(lang)],
        "answers": opening.answers, "unclear": unclear,
        "headers": None if headers is None else [list(header) for header in headers],
        "text": Game(headers).text() if headers else None,
    }  # fmt: skip
