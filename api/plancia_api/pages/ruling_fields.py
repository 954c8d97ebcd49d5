"""The fields of the form of a ruling as the members of the action `AddRuling`."""

from __future__ import annotations

from typing import cast

from flask import request

from plancia_api.current_archive import archive
from plancia_api.language import language
from plancia_api.pages.form_fields import parse_whole_number
from plancia_api.pages.rendering import dispute_words
from plancia_api.pages.result_conflicts import correction_event, is_same, points_errors, points_fields, result_event
from plancia_api.problems import Problem
from plancia_archive import Malformed
from plancia_archive.actions import AddRuling
from plancia_archive.disputes.disputed_result import disputed_table
from plancia_archive.disputes.lines import deadline
from plancia_archive.disputes.outcomes import Outcome
from plancia_archive.disputes.states import Dispute
from plancia_archive.log.entry_format import Members
from plancia_archive.log.validation import parse_new_events
from plancia_archive.tournaments import Table
from plancia_events import Game

MAX_APPEAL_DAYS = 90


def read_ruling(dispute: Dispute) -> AddRuling:
    """Returns the ruling that the form states. Raises Problem for a field that is wrong."""
    form = request.form
    if not form.get("outcome"):
        raise Problem("invalid", dispute_words()["choose"], field="outcome")
    return AddRuling(
        outcome=cast(Outcome, form["outcome"]), text=form.get("text", ""), lines=ruled_lines(dispute),
        events=ruled_events(dispute), reading=form.get("reading", "").strip(), arbiter=form.get("arbiter", "").strip(),
        due=due_in_days(),
    )  # fmt: skip


def due_in_days() -> str:
    """Returns the deadline of the field `days`, counted from now; empty for the default."""
    if not request.form.get("days", "").strip():
        return ""
    return deadline(archive().log.clock(), parse_whole_number("days", MAX_APPEAL_DAYS))


def ruled_lines(dispute: Dispute) -> list[str]:
    """The lines that a ruling adds to the game: the event voided, where that was ticked, and those typed.

    Raises Problem for a typed line that cannot be parsed.
    """
    if dispute.game:
        check_typed_lines(archive().game(dispute.game), request.form.get("lines", ""))
    typed_lines = [line.strip() for line in request.form.get("lines", "").splitlines() if line.strip()]
    if not (request.form.get("void") and dispute.game):
        return typed_lines
    reason = " ".join(request.form.get("text", "").replace("{", "(").replace("}", ")").split())[:200]
    return [f"VOID A {dispute.event} {{{reason}}}", *typed_lines]


def check_typed_lines(game: Game, text: str) -> None:
    """Raises Problem with number and words of the first typed line that cannot be parsed.

    The number counts what was typed, without the line of the box that voids the event.
    """
    for number, line in enumerate(text.splitlines(), 1):
        try:
            if line.strip():
                parse_new_events([line.strip()], game)
        except Malformed as error:
            reason = error.problems[0].message(language())
            detail = dispute_words()["line-error"].format(number=number, line=line.strip()[:200], reason=reason)
            raise Problem("invalid", detail, field="lines") from error


def ruled_events(dispute: Dispute) -> list[Members]:
    """The table as it has to be, where its points or winner were changed, and the adjustment of a player's points."""
    events = ruled_result(dispute)
    player, points, why = (request.form.get(name, "").strip() for name in ("player", "points", "adjust_why"))
    if not (dispute.tournament and (points or why)):
        return events
    why = why or request.form.get("text", "")[:300]
    return [*events, {"kind": "adjusted", "player": player, "points": points, "why": why}]


def ruled_result(dispute: Dispute) -> list[Members]:
    """The result of the disputed table with the typed points, in place of its own; nothing where they are the same.

    Raises Problem for points that are none, and for a table that was corrected since the form was shown.
    """
    form, table = request.form, correctable_table(dispute)
    fields = points_fields(form, table) if table else {}
    if table is None or not any(fields.values()):
        return []
    if errors := points_errors(fields):
        raise Problem("invalid", fields=errors)
    if is_same(archive().tournaments.get(dispute.tournament), table, result_event(form, table)):
        return []
    if form.get("seen") != str(table.event):
        raise Problem("invalid", dispute_words()["ruled-table-changed"], field="seen")
    return [correction_event(form, table)]


def correctable_table(dispute: Dispute) -> Table | None:
    """Returns the table with a typed result that a dispute is about, while its tournament is open; else None."""
    if not dispute.tournament or archive().tournaments.get(dispute.tournament).closed:
        return None
    table = disputed_table(archive(), dispute.tournament, dispute.event)
    return table if table is not None and table.typed is not None else None
