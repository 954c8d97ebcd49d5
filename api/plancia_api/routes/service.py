"""GET /health and /openapi: the state of the service, and its OpenAPI document."""

from __future__ import annotations

import hashlib

from flask import Response

from plancia_api.answers.log import Health
from plancia_api.current_archive import archive
from plancia_api.etags import with_etag
from plancia_api.json_responses import json_response
from plancia_api.openapi import DESCRIPTION
from plancia_api.problems import DISK_FULL
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive.log.read_only import free_megabytes, write_status
from plancia_replay import kernel_form

blueprint = StrictBlueprint("service", "service", url_prefix="/api/v1", description="The service itself.")


@blueprint.operation("/health", answer=Health)
def health() -> Response:
    """Whether the archive can be read and written, its number of games, and whether the kernel is compiled.

    `status` is `ok`, `read-only`, or `no-room` where the disk is full: reads go on, writes are refused with 507.
    `free_mb` is the free space of the archive's disk in MB.
    """
    games = archive().count()
    status = write_status(archive().path, archive().read_only)
    if status == "ok" and DISK_FULL.current:
        status = "no-room"  # set by a write that found the disk full, cleared by the next one that succeeds
    body = {"status": status, "writable": status == "ok", "games": games, "kernel": kernel_form(),
            "free_mb": free_megabytes(archive().path)}  # fmt: skip
    return with_etag(lambda: json_response(body), body)


@blueprint.operation("/openapi")
def openapi() -> Response:
    """This description of the API (OpenAPI 3.1); `plancia openapi` prints it without a server."""
    text = DESCRIPTION.current()
    return with_etag(lambda: Response(text, mimetype="application/json"), hashlib.sha256(text.encode()).hexdigest())
