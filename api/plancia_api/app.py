"""The application: blueprints, documentation, headers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from flask_compress import Compress
from flask_smorest import Api

from plancia_api import (
    contests,
    games,
    knowledge,
    limits,
    pages,
    problems,
    questions,
    statistics_pages,
    tournament_pages,
)
from plancia_api.schemas import ProblemForm
from plancia_archive import Archive

BODY_MOST = 4 * 1024 * 1024
POLICY = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'"


class DocumentedApi(Api):  # type: ignore[misc]
    """The API whose errors are documented as what they are."""

    ERROR_SCHEMA = ProblemForm

    def handle_http_exception(self, error: Any) -> Response:
        return problems.problem_response(problems.from_http(error))

    def _register_responses(self) -> None:
        self.DEFAULT_RESPONSE_CONTENT_TYPE = "application/problem+json"
        super()._register_responses()
        self.DEFAULT_RESPONSE_CONTENT_TYPE = "application/json"


def create_app(
    archive: Archive | str | Path, create: bool = False, writes_a_minute: int = limits.WRITES_A_MINUTE
) -> Flask:
    """The WSGI application over one archive. Raises ArchiveError where it cannot be opened."""
    app = Flask("plancia_api")
    app.config.update(
        API_TITLE="Plancia", API_VERSION="v1", OPENAPI_VERSION="3.1.0", OPENAPI_URL_PREFIX="/api",
        OPENAPI_JSON_PATH="openapi.json", MAX_CONTENT_LENGTH=BODY_MOST,
        PLANCIA_ARCHIVE=archive if isinstance(archive, Archive) else Archive.open(archive, create=create),
        API_SPEC_OPTIONS={
            "info": {
                "description": "The archive of RisiKo! tournament games. Independent of the game's publishers.",
                "license": {"name": "MIT"},
            },
            "components": {"securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}}},
        },
    )  # fmt: skip
    app.url_map.strict_slashes = False
    api = DocumentedApi(app)
    for room in (games, knowledge, contests, questions):
        api.register_blueprint(room.blueprint)
    for looked_at in (pages, statistics_pages, tournament_pages):
        app.register_blueprint(looked_at.blueprint)
    problems.register(app)
    limits.register(app, writes_a_minute)
    Compress(app)
    app.after_request(add_headers)
    return app


def add_headers(answer: Response) -> Response:
    """Reads of the API are open to any page; pages load nothing from elsewhere."""
    if request.path.startswith("/api/") and request.method in ("GET", "HEAD", "OPTIONS"):
        answer.headers["Access-Control-Allow-Origin"] = "*"
        answer.headers["Access-Control-Expose-Headers"] = "ETag, Link, Retry-After"
    answer.headers["Content-Security-Policy"] = POLICY
    answer.headers["X-Content-Type-Options"] = "nosniff"
    answer.headers["Referrer-Policy"] = "same-origin"
    return answer
