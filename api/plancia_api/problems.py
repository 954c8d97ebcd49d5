"""Errors as problem+json (RFC 9457) in the reader's language, with stable codes; each `type` is the URL of a page.

Statuses: RFC 9110 section 15; 428 and 429: RFC 6585; 507: RFC 4918. `WWW-Authenticate`: RFC 6750 section 3.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import quote, urlsplit

from flask import Flask, Response, current_app, g, render_template, request
from werkzeug.exceptions import HTTPException

from plancia_api.app_keys import AppKey
from plancia_api.current_archive import archive, live_archive
from plancia_api.http_methods import READ_METHODS
from plancia_api.language import language
from plancia_api.query_schemas import INVALID_CURSOR
from plancia_archive import ArchiveError, Conflict, Malformed
from plancia_archive.registers.refusals import UNKNOWN_CALLER
from plancia_data import close_matches, in_language, messages
from plancia_events import JsonFault
from plancia_events.json_messages import json_text

SCHEMA_MESSAGES = [  # of marshmallow: pattern, Italian, English
    (r"Unknown field\.", "parametro sconosciuto", "unknown parameter"),
    (r"Missing data for required field\.", "manca", "missing"),
    (r"Field may not be null\.", "manca", "missing"),
    (r"Not a valid integer\.", "non è un numero intero", "not a whole number"),
    (r"Not a valid boolean\.", "true o false", "true or false"),
    (r"Not a valid (?:string|list)\.", "non è un testo", "not a text"),
    (r"String does not match expected pattern\.", "non ha la forma prevista", "not of the form expected"),
    (r"Not a cursor\.", "non è un cursore: usare il valore di next", "not a cursor: use the value of next"),
    (r"Must be one of: (.*)\.", "uno fra: {}", "one of: {}"),
    (r"Must be greater than or equal to (\S+) and less than or equal to (\S+)\.", "da {} a {}", "from {} to {}"),
    (r"Length must be between (\d+) and (\d+)\.", "da {} a {} caratteri", "from {} to {} characters"),
    (r"Longer than maximum length (\d+)\.", "al più {} caratteri", "at most {} characters"),
    (r"given (\d+) times", "dato {} volte: uno solo", "given {} times: one only"),
]  # fmt: skip
SCHEMA_PATTERNS = [(re.compile(pattern, re.DOTALL), it, en) for pattern, it, en in SCHEMA_MESSAGES]


def schema_error_message(messages: Any, lang: str) -> str:
    """Returns the messages of a schema as one text; those of a list field are a dict by index."""
    if isinstance(messages, dict):
        return "; ".join(schema_error_message(message, lang) for message in messages.values())
    if isinstance(messages, list):
        return "; ".join(schema_error_message(message, lang) for message in messages)
    for pattern, it, en in SCHEMA_PATTERNS:
        if match := pattern.fullmatch(str(messages)):
            return in_language(lang, it, en).format(*match.groups())
    return str(messages)


def json_error_message(error: Exception, lang: str) -> str:
    """Returns why a JSON body was rejected, with line, column or pointer if the decoder reports them.

    Errors of the API's own conversions have no position, such as a list instead of an object.
    """
    if isinstance(error, JsonFault):
        return error.message(lang)
    if isinstance(error, KeyError):
        name = str(error.args[0])
        return in_language(lang, "manca il campo {}", "missing field {}").format(name)
    if type(error) in (TypeError, AttributeError):
        return in_language(lang, "non è un oggetto della forma descritta", "not an object of the form described")
    return json_text(str(error), lang)


RECORDED_STATUSES = (401, 403, 409)
ID = re.compile(r"(?:[gdpt]_[0-9A-Za-z]{8,40})\Z")  # of a game, dispute, person or token: anything else may be a name


def record_refused_write(status: int, reason: str) -> None:
    """Records the refusal of a write with status 401, 403 or 409; reads are not recorded."""
    if request.method in READ_METHODS or status not in RECORDED_STATUSES:
        return
    grant = g.get("presented_grant")
    rule = request.url_rule.rule if request.url_rule else "-"
    author, role = (grant.id, grant.role) if grant else (UNKNOWN_CALLER, "")
    live_archive().refusals.record(author, role, f"{request.method} {rule}", target_id(), reason)


def target_id() -> str:
    """Returns the id in the URL: of a game, dispute, person, token or tournament; empty for anything else."""
    values = [str(value) for value in (request.view_args or {}).values()]
    ids = [value for value in values if ID.match(value)]
    name = str((request.view_args or {}).get("name", ""))
    return ids[0] if ids else name if name and live_archive().tournaments.exists(name) else ""


def refusal_text(error: ArchiveError) -> str:
    """The sentence for a refusal of the archive; the archive's own where pages have none for its code."""
    return str(messages("page_refusals", language()).get(error.code) or error.text(language()))


def error_page_values(code: str, reason: str, status: int, title: str, detail: str) -> dict[str, Any]:
    """The variables of the page of an error: title, sentence, where to go from there.

    `code` is the code of a problem, `reason` that of the archive where it refused; `title` and `detail` stand where
    pages have no words of their own.
    """
    words = messages("page_refusals", language())
    text = words.get(reason) or (detail if detail and detail != title else words.get(code, ""))
    return {"code": code, "status": status, "title": words.get(f"title.{code}") or title[:1].upper() + title[1:],
            "detail": text, "back": back_path(), "sign_in": sign_in_path() if status in (401, 403) else ""}  # fmt: skip


def back_path() -> str:
    """The page of this server from which the request came; the start page without one."""
    referrer = urlsplit(request.referrer or "")
    if referrer.netloc != request.host or (referrer.path == request.path and request.method == "GET"):
        return "/"
    return referrer.path + (f"?{referrer.query}" if referrer.query else "")


def sign_in_path() -> str:
    """The path of the sign-in form that comes back to this page, or for a form to the page that it stands on."""
    return "/sign-in?next=" + quote(request.path if request.method == "GET" else back_path())


CODES_BY_STATUS = {  # of HTTP; their titles are the words `problem.CODE` of api_it.toml and api_en.toml
    400: "bad-request bad-cursor", 401: "unauthorized invalid-token", 403: "forbidden read-only", 404: "not-found",
    405: "method-not-allowed", 406: "not-acceptable", 409: "conflict", 412: "precondition-failed", 413: "too-large",
    415: "unsupported-type", 421: "unknown-host", 422: "invalid malformed unclear rules",
    428: "precondition-required", 429: "too-many", 507: "no-room", 503: "clock-behind moved busy", 500: "error",
}  # fmt: skip
STATUS_BY_CODE = {code: status for status, codes in CODES_BY_STATUS.items() for code in codes.split()}
DISK_FULL = AppKey[bool]("disk-full")  # set by a write without room, cleared by the next that succeeds


class Problem(Exception):
    """An error answer; `errors` lists places in the request, `extra` has more members such as the current version."""

    def __init__(self, code: str, detail: str = "", errors: list[dict[str, Any]] | None = None, **extra: Any) -> None:
        self.code = code
        self.detail = detail
        self.errors = errors or []
        self.extra = extra
        self.headers: dict[str, str] = {}
        super().__init__(code)


def problem_title(code: str, lang: str) -> str:
    """Returns what a code means, in words."""
    return messages("api", lang)[f"problem.{code}"]


def problem_json(problem: Problem) -> dict[str, Any]:
    """Returns the problem details object (RFC 9457, 3.1)."""
    status, title = STATUS_BY_CODE[problem.code], problem_title(problem.code, language())
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
    record_refused_write(STATUS_BY_CODE[problem.code], str(problem.extra.get("reason", problem.code)))


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
    code = CODES_BY_STATUS.get(status, "error" if status >= 500 else "bad-request").split()[0]
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
    "approved": "conflict", "disputed": "conflict", "t-played": "conflict", "t-moved": "conflict",
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
