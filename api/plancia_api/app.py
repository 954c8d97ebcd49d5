"""The application: blueprints, documentation, headers."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app
from flask_compress import Compress
from flask_smorest import Api

from plancia_api import game_memo, hosts_and_origins, negotiation, problems, rate_limits
from plancia_api.memo import Memo
from plancia_api.openapi import finished
from plancia_api.pages import site, statistics_pages, tournament_pages
from plancia_api.query_schemas import ProblemForm
from plancia_api.request_bodies import BODY_MOST
from plancia_api.routes import game_writes, games, judgements, players, statistics, tournaments, variants
from plancia_api.seam import names_shown
from plancia_archive import Archive

COMPRESSED = ["text/html", "text/css", "text/javascript", "application/json", "application/problem+json",
              "image/svg+xml", *negotiation.MEDIA.values()]  # fmt: skip
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


class DocumentedApi(Api):  # type: ignore[misc]
    """The API whose errors are documented as what they are."""

    ERROR_SCHEMA = ProblemForm

    @cached_property
    def description(self) -> str:
        """The description of the API as it is served: stable ids, forms, examples."""
        return json.dumps(finished(self.spec.to_dict()), ensure_ascii=False, indent=1) + "\n"

    def _openapi_json(self) -> Response:
        return Response(self.description, mimetype="application/json")

    def handle_http_exception(self, error: Any) -> Response:
        return problems.problem_response(problems.from_http(error))

    def _register_responses(self) -> None:
        self.DEFAULT_RESPONSE_CONTENT_TYPE = "application/problem+json"
        super()._register_responses()
        self.DEFAULT_RESPONSE_CONTENT_TYPE = "application/json"


def create_app(
    archive: Archive | str | Path,
    create: bool = False,
    writes_a_minute: int = rate_limits.WRITES_A_MINUTE,
    bulk_a_minute: int = rate_limits.BULK_A_MINUTE,
    private: bool = False,
    names: Iterable[str] = (),
    origins: Iterable[str] = (),
    seconds_a_minute: float = rate_limits.SECONDS_A_MINUTE,
) -> Flask:
    """The WSGI application over one archive. Raises ArchiveError where it cannot be opened.

    With `private` names of people stand nowhere unless the caller's token may read them, also not in standings and
    statistics. `names` are the hosts it may be called by beside addresses and localhost (`*`: any), `origins` the web
    pages that may read answers with names of people.
    """
    app = Flask("plancia_api")
    app.config.update(
        API_TITLE="Plancia", API_VERSION="v1", OPENAPI_VERSION="3.1.0", OPENAPI_URL_PREFIX="/api",
        OPENAPI_JSON_PATH="openapi.json", MAX_CONTENT_LENGTH=BODY_MOST, PLANCIA_PRIVATE=private,
        COMPRESS_MIMETYPES=COMPRESSED,
        PLANCIA_ARCHIVE=archive if isinstance(archive, Archive) else Archive.open(archive, create=create),
        API_SPEC_OPTIONS={
            "info": {
                "description": "The archive of RisiKo! tournament games. Independent of the game's publishers.",
                "license": {"name": "MIT", "identifier": "MIT"},
            },
            "servers": [{"url": "/"}],
            "components": {"securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}}},
        },
    )  # fmt: skip
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False  # its redirects would lead wherever the Host says
    app.config["PLANCIA_MEMO"] = Memo(game_memo.CAPACITY)
    api = DocumentedApi(app)
    for room in (games, judgements, players, variants, tournaments, statistics):
        api.register_blueprint(room.blueprint)
    api.register_blueprint(game_writes.bulk)
    app.config["PLANCIA_DESCRIPTION"] = api.description
    for looked_at in (site, statistics_pages, tournament_pages):
        app.register_blueprint(looked_at.blueprint)
    problems.register(app, names_shown)
    hosts_and_origins.register(app, tuple(names), tuple(origins))
    negotiation.register(app)
    rate_limits.register(app, writes_a_minute, bulk_a_minute, seconds_a_minute)
    Compress(app)
    app.before_request(follow)
    app.after_request(add_headers)
    return app


def follow() -> None:
    """Opens an archive that is only read again when somebody has written it, since SQLite was told that nobody does."""
    served: Archive = current_app.config["PLANCIA_ARCHIVE"]
    if served.outdated():
        current_app.config["PLANCIA_ARCHIVE"] = Archive.open(served.path)


def add_headers(answer: Response) -> Response:
    """Our pages load nothing from elsewhere, stand in nobody's frame and send nothing away."""
    answer.headers["Content-Security-Policy"] = POLICY
    answer.headers["X-Content-Type-Options"] = "nosniff"
    answer.headers["X-Frame-Options"] = "DENY"
    answer.headers["Referrer-Policy"] = "same-origin"
    return answer


def openapi_document() -> dict[str, Any]:
    """The OpenAPI document without a server and without an archive of one's own."""
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive.open(Path(folder) / "empty.db", create=True)
        try:
            found: dict[str, Any] = json.loads(create_app(archive).config["PLANCIA_DESCRIPTION"])
            return found
        finally:
            archive.close()
