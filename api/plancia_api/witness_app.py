"""A witness over HTTP (C2SP tlog-witness): POST add-checkpoint, alone or beside an archive; answers are plain text."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Flask, Response, request
from werkzeug.exceptions import HTTPException

from plancia_api.proxy import Behind, Proxies
from plancia_api.sockets import PortTaken, address_of, listen
from plancia_archive.tlog.errors import PolicyError, StoreError
from plancia_archive.tlog.witness import TEXT_MEDIA_TYPE
from plancia_archive.tlog.witness_files import WitnessFiles

BODY_MAX = 64 * 1024  # bytes: 63 hashes and a checkpoint with a hundred signatures need less


def witness_blueprint(files: WitnessFiles) -> Blueprint:
    """The routes of a witness: `add-checkpoint`, and `key`, its verifier key."""
    blueprint = Blueprint("witness", "witness")

    @blueprint.post("/add-checkpoint")
    def add_checkpoint() -> Response:
        if (request.content_length or 0) > BODY_MAX:
            return plain(413, f"too large: {BODY_MAX} bytes at most")
        body = request.stream.read(BODY_MAX + 1)
        if len(body) > BODY_MAX:
            return plain(413, f"too large: {BODY_MAX} bytes at most")
        try:
            answer = files.server().add_checkpoint(body)
        except (PolicyError, StoreError) as error:  # paths of the server are not for its clients
            return plain(503, f"{error.code}: the witness cannot sign now, its keeper is to look")
        return Response(answer.body, answer.status, content_type=answer.content_type)

    @blueprint.get("/key")
    def key() -> Response:
        return plain(200, files.key.verifier.text())

    return blueprint


def plain(status: int, text: str) -> Response:
    """An answer in plain text."""
    return Response(f"{text}\n", status, content_type=TEXT_MEDIA_TYPE)


def create_witness_app(files: WitnessFiles) -> Flask:
    """The WSGI application of a witness alone."""
    app = Flask("plancia_witness", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = BODY_MAX
    app.register_blueprint(witness_blueprint(files))

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        answer = plain(error.code or 500, error.name)
        answer.headers.extend((name, value) for name, value in error.get_headers() if name == "Allow")
        return answer

    return app


def serve_witness(
    files: WitnessFiles, host: str, port: int, proxies: tuple[str, ...], ready: Callable[[str], None]
) -> None:
    """Serves a witness until interrupted; calls `ready` with the URL. Raises PortTaken."""
    trusted = Proxies(proxies)
    app = create_witness_app(files)
    app.wsgi_app = Behind(app.wsgi_app, trusted)  # type: ignore[method-assign]
    try:
        server, port = listen(app, host, port, BODY_MAX, trusted)
    except OSError as error:
        raise PortTaken(str(error)) from error
    ready(address_of(host, port))
    try:
        server.run()
    finally:
        server.close()
