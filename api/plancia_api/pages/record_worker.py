"""The service worker of the recording pages, what it keeps for a time without network, and the page it then shows."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

from flask import Blueprint, Response

from plancia_api.language import language
from plancia_api.pages.board_assets import outlines_address
from plancia_api.pages.rendering import page
from plancia_data import messages
from plancia_replay.drawing import outlines_svg

blueprint = Blueprint("record_worker", "plancia_api", template_folder="templates")
STATIC = Path(__file__).resolve().parent.parent / "static"
WORKER = STATIC / "record" / "worker.js"
ASSET_FILES = ("**/*.css", "**/*.js")
OFFLINE_PAGE = "/record/offline"


@cache
def worker_script() -> str:
    """Returns the worker's script: the digest of the assets, their addresses, and what it does with them."""
    files = sorted({file for pattern in ASSET_FILES for file in STATIC.glob(pattern)} - {WORKER})
    digest = hashlib.sha256(outlines_svg().encode())
    for file in (*files, WORKER):
        digest.update(file.read_bytes())
    assets = [f"/static/{file.relative_to(STATIC).as_posix()}" for file in files]
    head = f"const VERSION = {json.dumps(digest.hexdigest()[:12])};\n"
    return (
        f"{head}const ASSETS = {json.dumps([*assets, outlines_address(), OFFLINE_PAGE])};\n{WORKER.read_text('utf-8')}"
    )


@blueprint.get("/record/worker.js")
def worker() -> Response:
    """The script of the worker, which may control `/record` itself and all below it (Service Workers, 6.3)."""
    answer = Response(worker_script(), mimetype="text/javascript")
    answer.headers["Service-Worker-Allowed"] = "/record"
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@blueprint.get(OFFLINE_PAGE)
def offline() -> Response:
    """The page for an address of the recording pages that the device has not kept."""
    return page("record_offline.html", say=messages("offline", language()))
