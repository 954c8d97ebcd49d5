"""The reader of the current request, who determines which values of open games are shown (registers/readers.py)."""

from __future__ import annotations

from dataclasses import replace

from flask import request

from plancia_api.auth import current_grant
from plancia_api.current_archive import archive, live_archive
from plancia_api.problems import Problem
from plancia_archive import Filters
from plancia_archive.registers.readers import Reader


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
