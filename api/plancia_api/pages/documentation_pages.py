"""The API documentation (Swagger UI, served from here), the verifying page, the pages of error codes, the icon."""

from __future__ import annotations

from pathlib import Path

import flask_swagger_ui
from flask import Blueprint, Response, send_file, send_from_directory

from plancia_api.language import language
from plancia_api.pages.rendering import page
from plancia_api.problems import STATUS_BY_CODE, Problem, problem_title

blueprint = Blueprint("documentation_pages", "plancia_api", template_folder="templates")
PACKED_PAGE = Path(__file__).with_name("verify_page.html")  # only in a wheel, see pyproject.toml
VERIFY_PAGE = PACKED_PAGE if PACKED_PAGE.is_file() else Path(__file__).parents[3] / "docs" / "verify" / "index.html"
SWAGGER_UI = flask_swagger_ui.__path__[0] + "/dist"


@blueprint.get("/docs")
@blueprint.get("/docs/")
def docs() -> Response:
    """The documentation of the API; it loads nothing from other sites."""
    return page("docs.html")


@blueprint.get("/docs/files/<path:name>")
def docs_file(name: str) -> Response:
    """A file of Swagger UI."""
    return send_from_directory(SWAGGER_UI, name)


@blueprint.get("/docs/start.js")
def docs_start() -> Response:
    """The script that starts Swagger UI; a file, since the content security policy forbids inline scripts."""
    script = 'window.onload = () => SwaggerUIBundle({url: "/api/openapi.json", dom_id: "#docs", validatorUrl: null});\n'
    return Response(script, mimetype="text/javascript")


@blueprint.get("/verify")
def verify_page() -> Response:
    """The verifying page as a download: opened as a file it needs no server, and its own policy allows its script."""
    return send_file(VERIFY_PAGE, "text/html", as_attachment=True, download_name="plancia-verify.html", max_age=0)


@blueprint.get("/favicon.ico")
def icon() -> Response:
    """A small board."""
    path = '<path fill="#a33" d="M0 0h4v4H0zm4 4h4v4H4z"/>'
    square = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">{path}</svg>'
    return Response(square, mimetype="image/svg+xml")


@blueprint.get("/errors/<string:code>")
def error(code: str) -> Response:
    """The meaning of an error code: the page that `type` of a problem refers to (RFC 9457, 3.1.1)."""
    if code not in STATUS_BY_CODE:
        raise Problem("not-found")
    return page("error.html", code=code, status=STATUS_BY_CODE[code], title=problem_title(code, language()))
