"""The reader of the notation in JavaScript (docs/rgn/reference) and its names, as modules that pages load.

They are served as they stand, under an address with a digest of their content, so that browsers keep them.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, send_from_directory

from plancia_api.problems import Problem

blueprint = Blueprint("notation_scripts", "plancia_api")
PACKED = Path(__file__).resolve().parent.parent / "notation"  # only in a wheel, see pyproject.toml
FOLDER = PACKED if PACKED.is_dir() else Path(__file__).resolve().parents[3] / "docs" / "rgn"
READER = ("reader.js", "text.js", "headers.js", "events.js", "words.js", "kinds.js", "names.js", "values.js",
          "lists.js", "writer.js")  # fmt: skip
NAMES = "names.json"
YEAR_SECONDS = 365 * 24 * 3600


@cache
def reader_address() -> str:
    """Returns the address of the folder with the modules, which contains a digest of all of them."""
    digest = hashlib.sha256()
    for file in (*(FOLDER / "reference" / name for name in READER), FOLDER / NAMES):
        digest.update(file.read_bytes())
    return f"/static/rgn/{digest.hexdigest()[:12]}"


@blueprint.get("/static/rgn/<string:digest>/<string:name>")
def notation_file(digest: str, name: str) -> Response:
    """A module of the reader, or the names; under the digest of another version it is not kept by browsers."""
    if name not in (*READER, NAMES):
        raise Problem("not-found", name[:40])
    is_current = reader_address() == f"/static/rgn/{digest}"
    mimetype = "application/json" if name == NAMES else "text/javascript"
    answer = send_from_directory(FOLDER if name == NAMES else FOLDER / "reference", name, mimetype=mimetype)
    answer.headers["Cache-Control"] = f"public, max-age={YEAR_SECONDS}, immutable" if is_current else "no-cache"
    return answer
