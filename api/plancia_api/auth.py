"""Bearer tokens: authentication, authorisation of writes, and the key by which a caller's requests are counted.

RFC 6750 (bearer tokens), RFC 9110 section 11.6 (`Authorization`, 401).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from typing import Any

from flask import Flask, g, request

from plancia_api.current_archive import live_archive
from plancia_api.http_methods import READ_METHODS
from plancia_api.problems import Problem
from plancia_archive import ArchiveError
from plancia_archive.actions import ACTIONS as DECLARED
from plancia_archive.log.authors import AUTHOR, Author
from plancia_archive.registers.readers import game_target, table_target, tournament_target, unlinked_target
from plancia_archive.registers.roles import LIMIT_KINDS, Grant, Target
from plancia_events import Game

# endpoint of each write -> the action of `roles.PERMISSIONS` that its token needs at least; None stores nothing, or is
# a form of the pages, whose token may be one of its fields: its route checks it
ACTIONS: dict[str, str | None] = {
    **dict.fromkeys(("judgements.judge_game", "recording.complete_in_game", "recording.complete_text",
                     "opening.next_question"), None),
    "witness.add_checkpoint": None,  # signed by the log that it is of
    "games.keep_game": "game.add", "bulk.keep_games": "game.add",
    **dict.fromkeys(("recording.record_in_game", "writers.claim_writer"), "game.append"),
    **{f"{action.group}.{action.operation}": action.right for action in DECLARED},
    **dict.fromkeys((f"dispute_forms.{name}" for name in (
        "submit_objection", "answer", "appeal", "close", "withdraw", "evidence", "ruling")), None),
    **dict.fromkeys(("entrants_forms.open_tournament", "entrants_forms.enter_names", "results_forms.enter_results",
                     "manage_forms.manage_tournament", "sheet_forms.load_sheet"), None),
    **dict.fromkeys((f"keeper_forms.{name}" for name in (
        "let_phone_in", "send_phone_away", "download_backup", "check_archive")), None),
    **{f"action_forms.{action.operation}": None for action in DECLARED if action.form},
    **dict.fromkeys(("action_forms.approve_tournament_round", "sessions.sign_in",
                     "sessions.sign_out", "record_start.begin_game",
                     "correction_forms.add_evidence", "text_check.check"), None),
}  # fmt: skip
OPEN_WRITES = (
    "judgements.judge_game",
    "recording.complete_in_game",
    "recording.complete_text",
    "opening.next_question",
    "text_check.check",
    "witness.add_checkpoint",
)  # that anybody may send, since they store nothing of it
UNDECLARED_ACTION = "undeclared"  # no role has it
GRANT_KEY = "plancia.credentials"  # in the WSGI environment of the request
SESSION_COOKIE = "plancia_token"  # of the pages (pages/sessions.py); the API reads it with FORM_HEADER only
FORM_HEADER = "X-Plancia-Form"  # the secret of the session's forms, which only the scripts of our pages can send
FORM_TOKEN = "plancia_typed_token"  # attribute of flask.g: a token that a form was sent with, found valid


def register(app: Flask) -> None:
    """Resets the author before and after each request, since a thread serves several requests one after the other."""
    app.before_request(reset_author)
    app.teardown_request(reset_author)


def check_action() -> None:
    """Checks the token of a write before its body is read; the route checks the target as well.

    A write that is not in ACTIONS is refused. Raises Problem 401, and ArchiveError `role` for a token of another role.
    """
    if request.method in READ_METHODS or request.endpoint is None:
        return
    action = ACTIONS.get(request.endpoint, UNDECLARED_ACTION)
    if action is not None:
        authenticate(action).require_role(action)


def reset_author(error: BaseException | None = None) -> None:
    """Clears the author under whom the archive records entries."""
    AUTHOR.set(Author())


def bearer_token() -> str | None:
    """Returns the token of the `Authorization` header (RFC 6750, 2.1), None without the header.

    Raises Problem 401 for another scheme.
    """
    header = request.headers.get("Authorization", "").strip()
    if not header:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.casefold() != "bearer" or not token.strip():
        raise Problem("invalid-token")
    return token.strip()


def current_grant() -> Grant | None:
    """Returns the grant of the caller's token, looked up once per request; None without a token.

    Raises Problem 401 for an invalid token.
    """
    token = bearer_token()
    if token is None:
        return page_grant()
    if GRANT_KEY not in request.environ:
        record = live_archive().tokens.find_status(token)
        g.presented_grant = record.grant if record else None  # also of an expired token: refused writes name it
        if record is None or record.state != "valid":
            raise Problem("invalid-token")
        request.environ[GRANT_KEY] = record.grant
    grant: Grant = request.environ[GRANT_KEY]
    return grant


def own_player() -> str:
    """Returns the reference of the player whose token is used, empty for other roles."""
    grant = current_grant()
    return grant.player or "" if grant is not None and grant.role == "player" else ""


def form_secret(token: str) -> str:
    """Returns the secret that forms and scripts of the pages send in the session of a token; no other site knows it."""
    return hmac.new(token.encode(), b"plancia forms of pages", hashlib.sha256).hexdigest()[:40]


def page_grant() -> Grant | None:
    """Returns the grant of the token in a form or in the session cookie; None for an invalid token.

    Under /api/ the cookie counts only with the header FORM_HEADER, which scripts of our pages send.
    """
    token = g.get(FORM_TOKEN) or request.cookies.get(SESSION_COOKIE)
    if not token:
        return None
    if request.path.startswith("/api/"):
        sent = request.headers.get(FORM_HEADER, "")
        if not hmac.compare_digest(sent.encode(), form_secret(token).encode()):
            return None
    if g.get("page_token") != token:
        token_record = live_archive().tokens.find_status(token)
        g.known = token_record.grant if token_record else None
        g.page_token, g.page_grant = (
            token,
            token_record.grant if token_record and token_record.state == "valid" else None,
        )
    grant: Grant | None = g.page_grant
    return grant


def has_credentials() -> bool:
    """Returns True for a request to the API that carries a token or the header of a session."""
    return "Authorization" in request.headers or FORM_HEADER in request.headers


def caller_key() -> str:
    """Returns the key by which limits and idempotency keys are counted: the token's name, else the IP address.

    Tokens created under the same name share a key, so a renewed token continues its predecessor's limits (D-137).
    Raises Problem 401 for an invalid token.
    """
    grant = current_grant()
    return f"address {request.remote_addr or '-'}" if grant is None else f"token {grant.name}"


def authorise(
    action: str, *, game: str | Game | None = None, tournament: str | None = None, event: int | Mapping[str, Any] = 0
) -> Grant:  # fmt: skip
    """Requires a token that permits the action on the target, and records the caller as the author of the request.

    `game` is the id of a stored game, or a game to be added; `event` an event of the tournament, by its number or to
    be added, which makes the table that it is about the target. Without a target the action concerns the whole archive.
    Raises Problem 401 without a token (RFC 6750, 3.1); ArchiveError for the wrong role (`role`) or a target outside the
    token's limits (`limit`), answered as 403.
    """
    grant = authenticate(action)
    grant.require(action, action_target(grant, game, tournament, event))
    return grant


def authenticate(action: str) -> Grant:
    """Returns the grant of the caller, and records the caller as author. Raises Problem 401 without a token."""
    g.action = action
    grant = current_grant()
    if grant is None:
        raise Problem("unauthorized")
    AUTHOR.set(Author(grant.id, grant.role))
    return grant


def action_target(
    grant: Grant, game: str | Game | None, tournament: str | None, event: int | Mapping[str, Any] = 0
) -> Target | None:
    """Returns the target of an action; None without one, or for a token without limits, which needs no check."""
    if not has_limits(grant):
        return None
    if isinstance(game, Game):
        return unlinked_target(live_archive(), game, grant.limits)
    if game is not None:
        return game_target(live_archive(), live_archive().resolve(game), grant.limits)
    if tournament is None:
        return None
    if isinstance(event, int) and event:
        return table_target(live_archive(), tournament, event)
    return tournament_target(live_archive(), tournament, None if isinstance(event, int) else event)


def has_limits(grant: Grant) -> bool:
    """Returns True for a token whose permissions depend on the target: the role player, or a list of limits."""
    return grant.role == "player" or any(grant.limits.get(kind) for kind in LIMIT_KINDS)


def may(action: str, game: str = "", tournament: str = "", event: int = 0) -> bool:
    """Returns True if the caller may take the action on a game or a tournament, or on the table of an event of it.

    Raises Problem 401 for an invalid token.
    """
    grant = current_grant()
    if grant is None:
        return False
    try:
        grant.require(action, action_target(grant, game or None, tournament or None, event))
    except ArchiveError:
        return False
    return True
