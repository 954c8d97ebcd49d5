"""GET and POST /games/{game_id}/writer: the device that records a game, while the others at the table follow."""

from __future__ import annotations

import re
from typing import Any, get_args

from flask import Response, request

from plancia_api.answers.common import DeviceKind
from plancia_api.answers.recording import WriterAnswer
from plancia_api.auth import authorise
from plancia_api.bodies import DEVICE_PATTERN, WriterBody, json_body, members_of
from plancia_api.game_cache import game_head
from plancia_api.json_responses import json_response
from plancia_api.language import language
from plancia_api.problems import Problem
from plancia_api.request_bodies import parse_members
from plancia_api.routes.games import GAME_ID_PATH
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_api.writer_leases import WRITERS, Writer
from plancia_archive.dates import format_time
from plancia_data import in_language

blueprint = StrictBlueprint("writers", "writers", url_prefix="/api/v1/games", description="Who records a game.")
DEVICE_KINDS = get_args(DeviceKind)
DEVICE_HEADER = "X-Plancia-Device"
DEVICE_PARAMETER = {
    "in": "header", "name": DEVICE_HEADER, "schema": {"type": "string", "minLength": 8, "maxLength": 64},
    "description": "the device that writes, as it claimed the game: 409 with `writer` while another one records it",
}  # fmt: skip


def writer_json(writer: Writer | None) -> dict[str, Any] | None:
    """Returns a writer with times in UTC; None for no writer."""
    if writer is None:
        return None
    since, seen = (format_time(int(at * 1000)) for at in (writer.since, writer.seen))
    return {"device": writer.device, "kind": writer.kind, "since": since, "seen": seen}


def writer_response(game_id: str, writer: Writer | None) -> Response:
    """Returns the answer: the writer, and the version of the game, by which a device that follows sees new events."""
    answer = json_response({"game": game_id, "version": game_head(game_id).version, "writer": writer_json(writer)})
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


@blueprint.operation(f"/{GAME_ID_PATH}/writer", answer=WriterAnswer)
def current_writer(game_id: str) -> Response:
    """The device that records the game; `writer` is null where none has said so within 15 minutes."""
    game_head(game_id)
    return writer_response(game_id, WRITERS.current.find(game_id))


@blueprint.operation(f"/{GAME_ID_PATH}/writer", methods=["POST"], answer=WriterAnswer)
@blueprint.doc(requestBody=json_body(WriterBody), security=[{"bearer": []}])
def claim_writer(game_id: str) -> Response:
    """Say which device records the game, so that others follow; the answer names the writer, which may be another one.

    `device` is an id that the device chose at random. A game without a writer is claimed, the device's own lease of 15
    minutes renewed; another device is replaced with `take` only, and `leave` ends the own lease. Nothing is stored
    in the archive: what keeps devices from writing over each other is `If-Match`.
    """
    authorise("game.append", game=game_id)
    body = parse_members(members_of(WriterBody))
    if not re.match(DEVICE_PATTERN, body["device"]) or body["kind"] not in DEVICE_KINDS:
        raise Problem("invalid", f"device ({DEVICE_PATTERN}), kind ({', '.join(DEVICE_KINDS)})")
    game_head(game_id)
    if body.get("leave"):
        return writer_response(game_id, WRITERS.current.leave(game_id, body["device"]))
    writer = WRITERS.current.claim(game_id, body["device"], body["kind"], body.get("take", False))
    return writer_response(game_id, writer)


def require_writer(game_id: str) -> None:
    """Renews the lease of the device that DEVICE_HEADER names. Raises Problem 409 while another one records the game.

    A request without the header is not checked.
    """
    device = request.headers.get(DEVICE_HEADER)
    if device is None:
        return
    writer = WRITERS.current.find(game_id)
    if writer is not None and writer.device != device:
        detail = in_language(language(), "ora registra un altro dispositivo", "another device records the game now")
        raise Problem("conflict", detail, writer=writer_json(writer))
    if writer is not None:
        WRITERS.current.claim(game_id, device, writer.kind)
