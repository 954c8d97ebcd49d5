"""HTTP server of a witness (C2SP tlog-witness): POST add-checkpoint, alone or beside an archive; plain text answers."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Flask, Response, request
from werkzeug.exceptions import HTTPException

from plancia_api.proxy import TrustedProxies, TrustedProxyMiddleware
from plancia_api.sockets import PortTaken, listen, server_url
from plancia_archive.tlog.errors import PolicyError, StoreError
from plancia_archive.tlog.witness import TEXT_MEDIA_TYPE
from plancia_archive.tlog.witness_files import WitnessFiles

MAX_BODY_BYTES = 64 * 1024  # bytes: 63 hashes and a checkpoint with a hundred signatures need less


def witness_blueprint(files: WitnessFiles) -> Blueprint:
    """Returns the routes of a witness: `add-checkpoint`, and `key` with its verifier key."""
    blueprint = Blueprint("witness", "witness")

    @blueprint.post("/add-checkpoint")
    def add_checkpoint() -> Response:
        if (request.content_length or 0) > MAX_BODY_BYTES:
            return text_response(413, f"too large: {MAX_BODY_BYTES} bytes at most")
        body = request.stream.read(MAX_BODY_BYTES + 1)
        if len(body) > MAX_BODY_BYTES:
            return text_response(413, f"too large: {MAX_BODY_BYTES} bytes at most")
        try:
            answer = files.server().add_checkpoint(body)
        except (PolicyError, StoreError) as error:  # paths of the server are not for its clients
            return text_response(503, f"{error.code}: the witness cannot sign now, its keeper is to look")
        return Response(answer.body, answer.status, content_type=answer.content_type)

    @blueprint.get("/key")
    def verifier_key() -> Response:
        return text_response(200, files.key.verifier.text())

    return blueprint


def text_response(status: int, text: str) -> Response:
    """Returns an answer in plain text."""
    return Response(f"{text}\n", status, content_type=TEXT_MEDIA_TYPE)


def create_witness_app(files: WitnessFiles) -> Flask:
    """Returns the WSGI application of a witness without an archive."""
    app = Flask("plancia_witness", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    app.register_blueprint(witness_blueprint(files))

    @app.errorhandler(HTTPException)
    def handle_http_error(error: HTTPException) -> Response:
        answer = text_response(error.code or 500, error.name)
        answer.headers.extend((name, value) for name, value in error.get_headers() if name == "Allow")
        return answer

    return app


def serve_witness(
    files: WitnessFiles, host: str, port: int, proxies: tuple[str, ...], ready: Callable[[str], None]
) -> None:
    """Serves a witness until interrupted; calls `ready` with the URL. Raises PortTaken."""
    trusted_proxies = TrustedProxies(proxies)
    app = create_witness_app(files)
    app.wsgi_app = TrustedProxyMiddleware(app.wsgi_app, trusted_proxies)  # type: ignore[method-assign]
    try:
        server, port = listen(app, host, port, MAX_BODY_BYTES, trusted_proxies)
    except OSError as error:
        raise PortTaken(str(error)) from error
    ready(server_url(host, port))
    try:
        server.run()
    finally:
        server.close()
