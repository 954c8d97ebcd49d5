"""What every operation can answer beside its success: refusals by status, and the headers of answers."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemForm"}}}
ALWAYS = (401, 406, 421, 422, 429, 500, 503)
STORING = (400, 403, 409, 413, 415, 507)
CHECKED_VERSION = ("If-Match",)  # header: 412 for another version, 428 without it
VERSION_IN_BODY = ("approve_game", "confirm_game")  # their body names the version that is meant: 412
NAMED_ELSEWHERE = (  # 404 for what the body or the query names, or for what the archive does not have yet
    "open_dispute", "create_token", "checkpoint", "log_head", "inclusion_proof", "consistency_proof", "list_disputes",
    "search",
)  # fmt: skip
NAMED_IN_QUERY = ("list_disputes",)  # 409 where several games have the name that the query gives
HIDING = ("tile", "entry_bundle", "game_proof")  # 403 while a game that is not over hides something
NOT_PARSED = ("search",)  # 400 for a query that fits its schema


def header(kind: str, description: str) -> dict[str, Any]:
    """Returns a header of an answer."""
    return {"description": description, "schema": {"type": kind}}


HEADERS: dict[str, Any] = {
    "ETag": header("string", "Strong; send it back in If-None-Match, or, where it begins with a version, in If-Match."),
    "Link": header("string", "The next page, rel=next (RFC 8288)."),
    "Location": header("string", "Where what was stored can be read (RFC 9110, 10.2.2)."),
    "Plancia-As-Of": header("string", "With `as_of`: the head of the log that the answer was computed at."),
    "Retry-After": header("integer", "Seconds to wait before the same request is worth sending again."),
    "WWW-Authenticate": header("string", "The scheme of tokens (RFC 6750)."),
    "X-Request-Id": header("string", "The id of this request, also in the server's log: name it in questions."),
    "RateLimit": header("string", "What is left of a limit, and in how many seconds it is whole again."),
    "RateLimit-Policy": header("string", "The limits that count this request, and the seconds of their window."),
    "Deprecation": header("string", "Since when the operation is deprecated (RFC 9745)."),
    "Sunset": header("string", "When the operation will stop answering (RFC 8594)."),
}
HEADERS_OF_REFUSALS = {
    401: ("WWW-Authenticate",),
    429: ("Retry-After", "RateLimit", "RateLimit-Policy"),
    503: ("Retry-After",),
}


def headers(*names: str) -> dict[str, Any]:
    """Returns references to headers of the document's components."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def refusal_components(details: dict[int, list[str]]) -> dict[str, Any]:
    """Returns the answer for each status; `details` has the titles of its problems, by status."""
    return {
        f"Problem{status}": {
            "description": f"{HTTPStatus(status).phrase}: {'; '.join(titles)}", "content": PROBLEM,
            "headers": headers("X-Request-Id", *HEADERS_OF_REFUSALS.get(status, ())),
        } for status, titles in sorted(details.items())
    }  # fmt: skip


def refused_statuses(path: str, method: str, operation: dict[str, Any], path_parameters: list[Any]) -> list[int]:
    """Returns the statuses, from 400 on, that an operation can answer with."""
    name, parameters = operation["operationId"], {entry["name"] for entry in operation.get("parameters", [])}
    statuses = {*ALWAYS}
    if method != "get" and "security" in operation:
        statuses |= {*STORING}
    if "requestBody" in operation:
        statuses |= {400, 413, 415}
    if "security" in operation or name in HIDING:
        statuses |= {403}
    if path_parameters or name in NAMED_ELSEWHERE:
        statuses |= {404}
    if name in NAMED_IN_QUERY or any(entry["name"] == "game_id" for entry in path_parameters):
        statuses |= {409}  # several games have the name
    if "after" in parameters or "Idempotency-Key" in parameters or name in NOT_PARSED:
        statuses |= {400}
    if parameters & {*CHECKED_VERSION}:
        statuses |= {400, 412, 428}
    if name in VERSION_IN_BODY:
        statuses |= {412}
    return sorted(statuses)


def add_refusals(path: str, method: str, operation: dict[str, Any], path_parameters: list[Any]) -> None:
    """Declares the refusals of an operation, each with its schema and headers, in place of a default."""
    operation["responses"].pop("default", None)
    for status in refused_statuses(path, method, operation, path_parameters):
        operation["responses"][str(status)] = {"$ref": f"#/components/responses/Problem{status}"}


def add_headers(operation: dict[str, Any], names: tuple[str, ...]) -> None:
    """Declares the headers of the successes of an operation."""
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            answer["headers"] = headers(*names) | answer.get("headers", {})
