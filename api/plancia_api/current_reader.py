"""The reader of the current request, who determines which values of open games are shown (registers/readers.py)."""

from __future__ import annotations

from dataclasses import replace

from flask import request

from plancia_api.auth import current_grant
from plancia_api.current_archive import archive, live_archive
from plancia_api.language import language
from plancia_api.problems import Problem
from plancia_archive import Filters
from plancia_archive.registers.readers import Reader
from plancia_data import in_language


def current_reader() -> Reader:
    """Returns the caller as a reader. Raises Problem 401 for an invalid token, which pages treat as none."""
    try:
        return Reader(live_archive(), current_grant())
    except Problem:
        if request.path.startswith("/api/"):
            raise
        return Reader(live_archive(), None)


def exclude_hidden_games(filters: Filters) -> Filters:
    """Returns the filters without games that hide values from the caller, for figures over many games.

    Raises Problem 401 for an invalid token.
    """
    return replace(filters, hidden=False) if current_reader().excludes_hidden_games(archive()) else filters


def caller_rights() -> str:
    """Returns role, limits and player of the caller as text, for ETags. Raises Problem 401 for an invalid token."""
    grant = current_reader().grant
    return "" if grant is None else f"{grant.role} {sorted(grant.limits.items())} {grant.player}"


def hidden_message() -> str:
    """Returns the detail of the Problem for exact bytes that show what an open game hides from the caller."""
    it = "qui qualcosa resta nascosto finché una partita è in corso: serve il gettone dell'arbitro o di chi scrive"
    en = "something here is hidden until a game is over: the token of its arbiter or its recorder is needed"
    return in_language(language(), it, en)
