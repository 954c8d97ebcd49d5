"""Responses to refused forms: the errors of the fields, the status, or a page that explains the refusal."""

from __future__ import annotations

import re
from urllib.parse import quote

from flask import Response, request

from plancia_api.language import language
from plancia_api.pages.rendering import dispute_words, page
from plancia_api.pages.sessions import InvalidToken, set_session_cookie
from plancia_api.problems import (
    CODE_BY_ARCHIVE_ERROR,
    STATUS_BY_CODE,
    Problem,
    problem_code,
    problem_title,
    record_refused_write,
    refusal_text,
)
from plancia_api.shown_names import names_shown
from plancia_archive import ArchiveError
from plancia_data import messages

FormError = ArchiveError | Problem | InvalidToken
FORM_ERRORS = (ArchiveError, Problem, InvalidToken)
FIELD_BY_CODE = {  # code of a refusal -> the field that it is about
    "dispute-party": "claimant", "person": "claimant", "dispute-event": "event", "dispute-own": "token",
    "role": "token", "limit": "token", "dispute-role": "token", "evidence-size": "photo", "evidence-write": "photo",
    "evidence-empty": "photo", "evidence-full": "photo", "evidence-day": "photo",
    "dispute-due": "days", "dispute-correction": "lines", "dispute-impossible": "lines",
    "dispute-reading": "reading",
    "aim-missing": "lines", "malformed": "lines", "t-points": "points",
    "correction-evidence": "id", "t-player": "player", "t-text": "adjust_why", "free-text-long": "text",
}  # fmt: skip
SERVER_ERRORS = ("error", "busy", "no-room", "moved", "read-only")  # codes that are not about the form
FIELD_OF_LINE = re.compile(r"(\w+)\.(\w+):")  # kind and field of a refused line


def error_fields(error: Exception) -> dict[str, str]:
    """The message of a refusal by the field that it belongs to; `form` for the form as a whole.

    Raises the error itself where it is not about the form.
    """
    if isinstance(error, InvalidToken):
        return {"token": dispute_words()["wrong-token"]}
    if isinstance(error, Problem):
        return problem_fields(error)
    assert isinstance(error, ArchiveError)
    if CODE_BY_ARCHIVE_ERROR.get(error.code) in SERVER_ERRORS:
        raise error
    shown_error = error if names_shown() else ArchiveError(error.code, error.nameless)
    field = FIELD_BY_CODE.get(error.code, "form")
    if error.code in ("dispute-line", "dispute-text") and (match := FIELD_OF_LINE.match(error.what)):
        field = match[2]
        if error.code == "dispute-text" and not request.form.get(field, "").strip():
            return {field: dispute_words()["empty"]}
    return {field: refusal_text(shown_error)}


def problem_fields(problem: Problem) -> dict[str, str]:
    """The messages of a problem by field. Raises the problem where it is not about the form."""
    words = dispute_words()
    if problem.code in ("too-many", "error") or (problem.code == "forbidden" and "field" not in problem.extra):
        raise problem
    if problem.code == "forbidden":  # of another session: what was typed is kept
        return {"form": words["stale-form"]}
    if "fields" in problem.extra:
        return dict(problem.extra["fields"])
    if problem.code == "unauthorized":
        return {"token": words["token-needed"]}
    return {problem.extra.get("field", "form"): problem.detail or problem_title(problem.code, language())}


def status_code(error: Exception) -> int:
    """The HTTP status of a form that was refused."""
    if isinstance(error, InvalidToken):
        return 401
    if isinstance(error, ArchiveError):
        return STATUS_BY_CODE[problem_code(error)]
    return STATUS_BY_CODE[error.code if isinstance(error, Problem) else "invalid"]


def returned_form(answer: Response, error: Exception) -> Response:
    """A form that comes back; a token that was typed and is valid need not be typed again."""
    answer.status_code = status_code(error)
    record_refused_write(answer.status_code, getattr(error, "code", "invalid-token"))
    return answer if isinstance(error, InvalidToken) else set_session_cookie(answer)


def refused_button(error: Exception, back: str, typed: str = "") -> Response:
    """The page for a button that was refused: what happened, what to do, a link to the page at `back`, what was typed.

    Raises the error itself where it is not about the button.
    """
    words = dispute_words()
    is_stale = isinstance(error, Problem) and error.code == "forbidden" and "field" in error.extra
    text = words["stale-approval"] if is_stale else " ".join(error_fields(error).values())
    status = status_code(error)
    answer = page(
        "error.html", code="forbidden" if is_stale else getattr(error, "code", "invalid-token"), status=status,
        title=messages("page_refusals", language())["title.nothing-recorded"], detail=text, typed=typed, back=back,
        sign_in=f"/sign-in?next={quote(back)}" if status in (401, 403) and not is_stale else "",
    )  # fmt: skip
    return returned_form(answer, error)
