"""Errors as problem+json (RFC 9457) in the reader's language, with stable codes; each `type` is the URL of a page.

Statuses: RFC 9110 section 15; 428 and 429: RFC 6585; 507: RFC 4918. `WWW-Authenticate`: RFC 6750 section 3.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask, Response, current_app, g, render_template, request
from werkzeug.exceptions import HTTPException

from plancia_api.app_keys import AppKey
from plancia_api.current_archive import archive, live_archive
from plancia_api.language import language
from plancia_api.page_refusals import error_page_values
from plancia_api.query_schemas import INVALID_CURSOR
from plancia_api.refused_writes import record_refused_write
from plancia_api.validation_messages import schema_error_message
from plancia_archive import ArchiveError, Conflict, Malformed
from plancia_data import close_matches, in_language, messages

PROBLEM_TYPES: dict[str, tuple[int, str, str]] = {
    "bad-request": (400, "richiesta non capita", "request not understood"),
    "bad-cursor": (400, "cursore non valido: usare il valore di next", "cursor not valid: use the value of next"),
    "unauthorized": (401, "serve un gettone: plancia token create", "a token is needed: plancia token create"),
    "invalid-token": (
        401, "il gettone non vale: sbagliato, scaduto o revocato (plancia token list)",
        "the token is not valid: mistyped, expired or revoked (plancia token list)",
    ),
    "forbidden": (403, "il gettone non lo permette", "the token does not permit it"),
    "read-only": (403, "l'archivio si può solo leggere", "the archive can only be read"),
    "not-found": (404, "non trovato", "not found"),
    "method-not-allowed": (405, "metodo non ammesso qui", "method not allowed here"),
    "not-acceptable": (406, "forma non disponibile", "format not available"),
    "conflict": (409, "in contrasto con ciò che è conservato", "in conflict with what is stored"),
    "precondition-failed": (412, "è già a un'altra versione", "it is at another version already"),
    "too-large": (413, "corpo troppo grande", "body too large"),
    "unsupported-type": (415, "tipo di contenuto non ammesso", "content type not supported"),
    "unknown-host": (
        421, "il server non si chiama così: aprirlo con un suo nome, o dargli questo",
        "unknown host name: use one of the server's own, or start it with --name",
    ),
    "invalid": (422, "valori non validi", "values not valid"),
    "malformed": (422, "testo della partita non capito", "text of the game not understood"),
    "unclear": (422, "frase non capita, o cosa impossibile", "input not understood, or impossible"),
    "rules": (422, "regole della partita inesistenti", "rules of the game do not exist"),
    "precondition-required": (428, "serve If-Match o Idempotency-Key", "If-Match or Idempotency-Key is required"),
    "too-many": (429, "troppe richieste, riprovare fra poco", "too many requests, try again soon"),
    "no-room": (
        507, "manca spazio per scrivere: quello che era conservato c'è ancora",
        "no space left to write: everything stored is intact",
    ),
    "clock-behind": (
        503, "l'orologio del server è indietro rispetto all'ultima registrazione: niente è stato scritto",
        "the clock of the server is behind the last entry: nothing was written",
    ),
    "moved": (503, "l'archivio è stato spostato o sostituito", "the archive was moved or replaced"),
    "busy": (503, "archivio occupato, riprovare", "archive busy, try again"),
    "error": (500, "errore interno", "internal error"),
}  # fmt: skip
DISK_FULL = AppKey[bool]("disk-full")  # set by a write without room, cleared by the next that succeeds
CODE_BY_STATUS = {status: code for code, (status, _, _) in reversed(PROBLEM_TYPES.items())}


class Problem(Exception):
    """An error answer; `errors` lists places in the request, `extra` has more members such as the current version."""

    def __init__(self, code: str, detail: str = "", errors: list[dict[str, Any]] | None = None, **extra: Any) -> None:
        self.code = code
        self.detail = detail
        self.errors = errors or []
        self.extra = extra
        self.headers: dict[str, str] = {}
        super().__init__(code)


def problem_json(problem: Problem) -> dict[str, Any]:
    """Returns the problem details object (RFC 9457, 3.1)."""
    status, title_it, title_en = PROBLEM_TYPES[problem.code]
    title = in_language(language(), title_it, title_en)
    body: dict[str, Any] = {
        "type": f"/errors/{problem.code}", "title": title, "status": status, "code": problem.code,
        "detail": problem.detail or title, "instance": request.environ.get("plancia.path", request.path),
        **problem.extra,
    }  # fmt: skip
    return {**body, "errors": problem.errors} if problem.errors else body


def problem_response(problem: Problem) -> Response:
    """Returns the answer to an error: problem+json, or an HTML page for a browser."""
    record_refusal(problem)
    body = problem_json(problem)
    status, title = body["status"], body["title"]
    if prefers_html():
        values = error_page_values(problem.code, str(problem.extra.get("reason", "")), status, title, problem.detail)
        answer = Response(render_template("error.html", **values), status, mimetype="text/html")
    else:
        answer = Response(json.dumps(body, ensure_ascii=False) + "\n", status, mimetype="application/problem+json")
    answer.headers.update(problem.headers)
    answer.headers["Content-Language"] = language()
    answer.headers["Vary"] = "Accept, Accept-Language, Authorization, Cookie"
    if status == 401:
        error = ', error="invalid_token"' if problem.code == "invalid-token" else ""
        answer.headers["WWW-Authenticate"] = f'Bearer realm="plancia"{error}'
    return answer


def record_refusal(problem: Problem) -> None:
    """Records a refused write for the archive's keeper (registers/refusals.py)."""
    record_refused_write(PROBLEM_TYPES[problem.code][0], str(problem.extra.get("reason", problem.code)))


def prefers_html() -> bool:
    """Returns True outside the API if Accept prefers HTML to JSON, as browsers do."""
    if request.path.startswith(("/api/", "/docs/files")):
        return False
    best_type = request.accept_mimetypes.best_match(["application/problem+json", "application/json", "text/html"])
    return (
        best_type == "text/html"
        and request.accept_mimetypes["text/html"] > request.accept_mimetypes["application/json"]
    )


def problem_from_http(error: HTTPException) -> Problem:
    """Converts an error of the web framework to a Problem, with its headers Allow and Retry-After."""
    status = error.code or 500
    code = CODE_BY_STATUS.get(status, "error" if status >= 500 else "bad-request")
    code = {404: "not-found", 422: "invalid"}.get(status, code)
    errors: list[dict[str, Any]] = []
    data = getattr(error, "data", None)
    if isinstance(data, dict):
        for location, fields in (data.get("messages") or {}).items():
            if isinstance(fields, dict):
                known = known_parameters(data.get("schema"))
                details = {name: schema_error_message(messages, language()) for name, messages in fields.items()}
                details = {
                    name: detail if name in known else with_suggestion(detail, name, known)
                    for name, detail in details.items()
                }
                errors += [{"pointer": f"{location}/{name}", "detail": detail} for name, detail in details.items()]
    if isinstance(data, dict) and (data.get("messages") or {}).get("query") == {"after": [INVALID_CURSOR]}:
        code = "bad-cursor"
    problem = Problem(code, "", errors)
    for name, value in error.get_headers():
        if name in ("Allow", "Retry-After"):
            problem.headers[name] = value
    return problem


def problem_from_archive(error: ArchiveError, names_shown: Callable[[], bool]) -> Problem:
    """Converts an ArchiveError to a Problem; names of people are removed unless `names_shown()`."""
    if error.nameless != error.what and not names_shown():
        error = ArchiveError(error.code, error.nameless)
    for path in map(str, (live_archive().path, archive().path)):
        if path in error.what:  # paths of the server are not for its clients
            error.what = error.what.replace(path, in_language(language(), "l'archivio", "the archive"))
    if error.code == "no-room":
        DISK_FULL.keep(current_app, True)
    if isinstance(error, Malformed):
        return Problem(
            "malformed", error.text(language()), [problem.to_json(language()) for problem in error.problems[:50]]
        )
    if isinstance(error, Conflict):
        return Problem("precondition-failed", error.text(language()), current=error.current)
    if error.code == "request-reused":
        error = ArchiveError(error.code, request.headers.get("Idempotency-Key", error.what))
    problem = Problem(problem_code(error), error.text(language()), reason=error.code)
    if problem.code == "busy":
        problem.headers["Retry-After"] = "1"  # RFC 9110, 10.2.3
    return problem


def known_parameters(schema: Any) -> list[str]:
    """Returns the names of the parameters of a marshmallow schema, as a request spells them."""
    return [field.data_key or name for name, field in getattr(schema, "fields", {}).items()]


def with_suggestion(detail: str, name: str, known: Iterable[str]) -> str:
    """Returns a sentence about an unknown name, with the known ones that are like it."""
    near = close_matches(name, known)
    return f"{detail}. {messages('notation', language())['near'].format(near=', '.join(near))}" if near else detail


CODE_BY_ARCHIVE_ERROR = {
    "t-resulted": "conflict", "t-approved": "conflict", "confirmed": "conflict", "not-over": "conflict",
    "role": "forbidden", "limit": "forbidden", "correction": "forbidden",
    "no-game": "not-found", "no-rules": "not-found", "person": "not-found", "no-tournament": "not-found",
    "no-dispute": "not-found", "dispute-state": "conflict", "dispute-early": "conflict",
    "approved": "conflict", "disputed": "conflict",
    "person-erased": "conflict", "person-other": "conflict", "persons-met": "conflict",
    "dispute-role": "forbidden", "dispute-own": "forbidden", "evidence-size": "too-large",
    "evidence-full": "too-large", "evidence-day": "too-many", "evidence-file": "error",
    "no-key": "not-found", "not-signed-yet": "not-found",
    "no-statistic": "not-found", "t-no-round": "not-found",
    "malformed": "malformed", "header-late": "malformed", "conflict": "precondition-failed",
    "t-conflict": "precondition-failed", "request-reused": "conflict", "ambiguous": "conflict", "locked": "busy",
    "moved": "moved", "clock-behind": "clock-behind",
    "no-archive": "error", "not-archive": "error", "exists": "error", "newer": "error", "guards": "error",
    "damaged": "error",
    "older": "error", "unfinished": "error", "unreadable": "error", "read-only": "read-only",
    "unopened": "error", "checkpoint-file": "error", "behind": "error", "forked": "error", "key-file": "error",
    "key-other": "error", "archive-stream": "error", "no-room": "no-room", "overwrites": "error", "not-a-dump": "error",
}  # fmt: skip


def problem_code(error: ArchiveError) -> str:
    """Returns the problem code of an ArchiveError; `invalid` for one that is not listed."""
    return CODE_BY_ARCHIVE_ERROR.get(error.code, "invalid")


def register(app: Flask, names_shown: Callable[[], bool]) -> None:
    """Registers the error handlers; `names_shown` returns whether the caller may see names."""

    @app.errorhandler(Problem)
    def handle_problem(error: Problem) -> Response:
        return problem_response(error)

    @app.errorhandler(HTTPException)
    def handle_http_error(error: HTTPException) -> Response:
        return problem_response(problem_from_http(error))

    @app.errorhandler(ArchiveError)
    def handle_archive_error(error: ArchiveError) -> Response:
        return problem_response(problem_from_archive(error, names_shown))

    @app.errorhandler(Exception)
    def handle_unexpected_error(error: Exception) -> Response:
        app.logger.exception("unexpected, request %s", g.get("request_id", "-"))
        return problem_response(Problem("error"))
