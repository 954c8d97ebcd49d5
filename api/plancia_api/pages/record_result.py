"""The page `/record/ID/result`: score line by line, confirmations, approval, and the receipt to photograph."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response

from plancia_api.auth import may
from plancia_api.current_archive import archive
from plancia_api.game_cache import game_head
from plancia_api.language import language
from plancia_api.pages.game_view import GameView, load_view
from plancia_api.pages.rendering import page
from plancia_api.receipts import make_receipt
from plancia_api.shown_names import confirmation_words, game_title
from plancia_archive.evidence.qr_codes import qr_svg_inline
from plancia_archive.facts.redaction import is_over
from plancia_archive.queries.result_status import game_status
from plancia_data import messages

blueprint = Blueprint("record_result", "plancia_api", template_folder="templates")


@blueprint.get("/record/<string:game_id>/result")
def result(game_id: str) -> Response:
    """The result of a game that is over; for another one the way back to its recording."""
    view = load_view(game_id)
    over = is_over(view.game)
    receipt = make_receipt(view.head.game_id) if over else None
    return page(
        "record_result.html", v=view, game_id=view.head.game_id, title=game_title(view.head.game_id), is_over=over,
        p=messages("phases", language()), say=messages("game", language()), names=view.data_names, receipt=receipt,
        signed=signers(view), status=game_status(archive(), view.head.game_id), version=view.head.version,
        qr=qr_svg_inline(receipt["head"]) if receipt else "",
        confirmed=[confirmation_words(one) for one in archive().confirmations.list_for_game(view.head.game_id)],
        may_approve=may("game.approve", view.head.game_id),
        may_confirm=may("game.confirm", view.head.game_id),
    )  # fmt: skip


def signers(view: GameView) -> list[str]:
    """Returns the colours that confirmed the result in the record (CERT), in the order of the notation."""
    events: list[Any] = [event for event in view.game.events if event.TAG == "CERT"]
    return [letter for letter in view.game.players if any(letter in event.by for event in events)]


@blueprint.get("/record/<string:game_id>/receipt.json")
def receipt_file(game_id: str) -> Response:
    """The receipt of the newest entry of the game as a file, which `plancia verify` and the verifying page check."""
    head = game_head(game_id)
    text = json.dumps(make_receipt(head.game_id), ensure_ascii=False, indent=1) + "\n"
    answer = Response(text, mimetype="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="{head.game_id}.receipt.json"'
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer
