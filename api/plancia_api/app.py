"""The WSGI application: blueprints, OpenAPI document, security headers."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from flask_compress import Compress
from flask_smorest import Api, Blueprint
from werkzeug.routing import Rule

from plancia_api import (
    answer_headers,
    as_of_views,
    auth,
    body_limits,
    game_cache,
    hosts_and_origins,
    negotiation,
    problems,
    rate_limits,
    upload_forms,
)
from plancia_api.action_routes import action_blueprint
from plancia_api.current_archive import ARCHIVE, reopen_if_changed
from plancia_api.game_cache import LruCache
from plancia_api.live_streams import STREAM_SECONDS, STREAMS, LiveStreams
from plancia_api.openapi import DESCRIPTION, complete_document
from plancia_api.request_bodies import MAX_BODY_BYTES
from plancia_api.shown_names import PRIVATE, names_shown
from plancia_api.strict_blueprint import ProblemForm
from plancia_api.writer_leases import WRITERS, WriterLeases
from plancia_archive import Archive
from plancia_archive.log.side_files import EvidenceLimits

COMPRESSED_TYPES = ["text/html", "text/css", "text/javascript", "application/json", "application/problem+json",
              "image/svg+xml",
              *(media for name, media in negotiation.MEDIA_TYPES.items() if name != "sse")]  # fmt: skip


def blueprints(folder: str, names: str) -> tuple[Blueprint, ...]:
    """Returns the blueprints of modules in a folder of this package; `names` are separated by spaces."""
    return tuple(import_module(f"plancia_api.{folder}.{name}").blueprint for name in names.split())


ROUTES = blueprints(  # in the order of the OpenAPI document
    "routes",
    "games events live bulk judgements corrections merged verdicts recording opening writers players people variants "
    "rules service rankings tournaments tournament_events disputes",
)
ROUTES += (action_blueprint("approvals", "Approved results."),)
ROUTES += blueprints("routes", "statistics search odds tlog tokens")
ROUTES += (action_blueprint("settlement", "Settling of games."),)
PAGES = blueprints(
    "pages",
    "rendering sessions game_list game_pages game_page record_pages record_result record_worker record_start "
    "embed_pages documentation_pages statistics_pages tournament_pages results_forms manage_forms dispute_pages "
    "dispute_forms correction_forms action_forms board_assets rule_links rules_pages player_pages club_pages "
    "position_pages entrants_forms sheet_forms share_pictures keeper_forms text_check",
)
DEFAULT_EVIDENCE_LIMITS = EvidenceLimits()
FRAMED = ("embed_pages.game",)  # endpoints that other sites may show in a frame: pages without forms
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors "
)


class LazyRule(Rule):
    """A rule that compiles the function that builds its address when an address is first asked for.

    werkzeug compiles two for each rule: seven tenths of the time of `create_app`, and most are never called.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled: list[Callable[..., tuple[str, str]]] = []

        def build(rule: Rule, **values: Any) -> tuple[str, str]:
            if not compiled:
                compiled.append(super(LazyRule, self)._compile_builder(append_unknown))
            return compiled[0](rule, **values)

        return build


class DocumentedApi(Api):  # type: ignore[misc]
    """flask-smorest with problem+json errors (RFC 9457) and the project's OpenAPI document."""

    ERROR_SCHEMA = ProblemForm

    @cached_property
    def description(self) -> str:
        """The OpenAPI document as text, made when it is first asked for: it costs more than the application."""
        with self._app.app_context():
            for blueprint in ROUTES:
                blueprint.register_views_in_doc(self, self._app, self.spec, name=blueprint.name, parameters=None)
                self.spec.tag({"name": blueprint.name, "description": blueprint.description})
        return json.dumps(complete_document(self.spec.to_dict()), ensure_ascii=False, indent=1) + "\n"

    def register_routes(self, blueprint: Blueprint) -> None:
        """Registers the routes of a blueprint, as `register_blueprint` does, but not yet their documentation."""
        self._app.extensions["flask-smorest"]["blp_name_to_api"][blueprint.name] = self
        self._app.register_blueprint(blueprint)

    def _openapi_json(self) -> Response:
        return Response(self.description, mimetype="application/json")

    def handle_http_exception(self, error: Any) -> Response:
        return problems.problem_response(problems.problem_from_http(error))

    def _register_responses(self) -> None:
        # flask-smorest describes its error responses with this type; all others are plain JSON
        self.DEFAULT_RESPONSE_CONTENT_TYPE = "application/problem+json"
        super()._register_responses()
        self.DEFAULT_RESPONSE_CONTENT_TYPE = "application/json"


def create_app(
    archive: Archive | str | Path,
    create: bool = False,
    writes_per_minute: int = rate_limits.WRITES_PER_MINUTE,
    bulk_per_minute: int = rate_limits.BULK_PER_MINUTE,
    private: bool = False,
    names: Iterable[str] = (),
    origins: Iterable[str] = (),
    seconds_per_minute: float = rate_limits.SECONDS_PER_MINUTE,
    evidence_limits: EvidenceLimits | None = DEFAULT_EVIDENCE_LIMITS,
    stream_seconds: float = STREAM_SECONDS,
) -> Flask:
    """Returns the WSGI application for one archive.

    `writes_per_minute` and `bulk_per_minute` limit the requests of one caller, `seconds_per_minute` their processor
    time in seconds. If `private` is true, only tokens that may read names are shown names of people, also in standings
    and statistics. `names` are the host names that the server answers to besides IP addresses and localhost (`*`: any);
    `origins` are the web origins that may read answers with names of people (`*`: any). `evidence_limits` are those of
    files of evidence, None for none; a stream of server-sent events ends after `stream_seconds`. Raises ArchiveError if
    the archive cannot be opened.
    """
    opened = archive if isinstance(archive, Archive) else Archive.open(archive, create=create)
    opened.log.evidence_limits = evidence_limits
    app = Flask("plancia_api")
    ARCHIVE.keep(app, opened)
    app.request_class = upload_forms.UploadRequest
    app.url_rule_class = LazyRule
    app.config.update(
        API_TITLE="Plancia", API_VERSION="v1", OPENAPI_VERSION="3.1.0", OPENAPI_URL_PREFIX="/api",
        OPENAPI_JSON_PATH="openapi.json", MAX_CONTENT_LENGTH=MAX_BODY_BYTES, COMPRESS_MIMETYPES=COMPRESSED_TYPES,
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
    app.url_map.merge_slashes = False  # its redirects would go to whatever Host the request names
    PRIVATE.keep(app, private)
    WRITERS.keep(app, WriterLeases())
    STREAMS.keep(app, LiveStreams(stream_seconds))
    game_cache.CACHE.keep(app, LruCache(game_cache.CACHE_BYTES))
    game_cache.PAGE_PARTS.keep(app, LruCache(game_cache.CACHE_BYTES // 2))
    api = DocumentedApi(app)
    for blueprint in ROUTES:
        api.register_routes(blueprint)
    DESCRIPTION.keep(app, lambda: api.description)
    for blueprint in PAGES:
        app.register_blueprint(blueprint)
    answer_headers.register(app)
    problems.register(app, names_shown)
    hosts_and_origins.register(app, tuple(names), tuple(origins))
    negotiation.register(app)
    auth.register(app)
    rate_limits.register(app, writes_per_minute, bulk_per_minute, seconds_per_minute)
    Compress(app)
    app.before_request(reopen_if_changed)
    as_of_views.register(app)
    body_limits.register(app)
    app.before_request(game_cache.resolve_game_name)
    app.before_request(auth.check_action)
    app.after_request(add_headers)
    return app


def add_headers(answer: Response) -> Response:
    """Adds security headers: pages load nothing from other sites, cannot be framed but for FRAMED, send no referrer."""
    answer.headers["X-Content-Type-Options"] = "nosniff"
    if request.endpoint in FRAMED:
        answer.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY + "*"
    else:
        answer.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY + "'none'")
        answer.headers["X-Frame-Options"] = "DENY"
    answer.headers["Referrer-Policy"] = "same-origin"
    return answer


def openapi_document() -> dict[str, Any]:
    """Returns the OpenAPI document, generated from an empty archive in a temporary folder."""
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(Archive.open(Path(folder) / "empty.db", create=True)) as empty,
    ):
        document: dict[str, Any] = json.loads(DESCRIPTION.of(create_app(empty))())
        return document
