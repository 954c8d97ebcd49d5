"""Decides which lines the caller may add to a dispute, by role, limits of the token and, for players, by claimant."""

from __future__ import annotations

from typing import Any

from plancia_api.auth import current_grant, may, own_player
from plancia_api.current_archive import archive
from plancia_api.language import language
from plancia_api.shown_names import display_name, names_shown
from plancia_archive.disputes.disputed_result import disputed_table
from plancia_archive.disputes.states import ROLES, TRANSITIONS, Dispute
from plancia_archive.registers.roles import DECIDING_ROLES, Grant
from plancia_replay.text.sentences import vocabulary

ACTIONS = {"ruling": "dispute.rule", "closed": "dispute.rule"}  # of kinds of lines; others: dispute.object
CLAIMANT_ONLY_KINDS = ("withdrawn",)  # of players, the one who objected alone


def permitted_kinds(dispute: Dispute) -> list[str]:
    """Returns the kinds of lines that the caller may add now."""
    grant = current_grant()
    return [kind for kind in TRANSITIONS[dispute.state] if grant is not None and may_add_line(grant, dispute, kind)]


def may_add_line(grant: Grant, dispute: Dispute, kind: str) -> bool:
    """Returns True if the token permits a line of this kind."""
    if grant.role not in ROLES[kind]:
        return False
    if kind == "closed" and dispute.state == "ruled" and archive().log.clock() < dispute.due:
        return False  # the time for an appeal is the loser's
    if kind == "answer" and grant.role == "player" and grant.player == dispute.claimant and not is_answered(dispute):
        return False  # there is nothing yet that the objector could answer
    if grant.role == "player" and kind in CLAIMANT_ONLY_KINDS and grant.player != dispute.claimant:
        return False
    return may(ACTIONS.get(kind, "dispute.object"), dispute.game, dispute.tournament, dispute.event)


def is_answered(dispute: Dispute) -> bool:
    """True where somebody else than the objector wrote an answer, evidence or an appeal."""
    return any(line.get("by", dispute.claimant) != dispute.claimant for line in dispute.lines)


def parties(game: str, tournament: str, with_arbiter: bool = False, event: int = 0) -> list[dict[str, str]]:
    """Returns the parties for whom the caller may write, as choices of a field: value and text.

    Those of an event of a tournament that is about a table are who sits there, in the order of play.
    """
    if own := own_player():
        return [{"value": own, "text": display_name(own)}]
    store = archive().disputes
    seats: dict[str, Any] = store.seats(game, tournament)
    if tournament and (table := disputed_table(archive(), tournament, event)):
        seats = {player: player for player in table.seats}
    choices = [
        {"value": seat, "text": seat_text(seat, display_name(player)) if game else display_name(player)}
        for seat, player in seats.items()
    ]
    grant = current_grant()
    if with_arbiter and grant is not None and grant.role in DECIDING_ROLES:
        choices.append({"value": "A", "text": ""})
    return choices


def seat_text(letter: str, name: str) -> str:
    """Returns the name of a player with the colour of the seat; the colour alone where names are not shown."""
    colour = str(vocabulary(language())[f"colour.{letter}"])
    return colour if not names_shown() else f"{name} ({colour.lower()})"
