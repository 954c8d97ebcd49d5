"""Records refused writes in the archive: token, role, method and route, id of the target, reason."""

from __future__ import annotations

import re

from flask import g, request

from plancia_api.current_archive import live_archive
from plancia_api.http_methods import READ_METHODS
from plancia_archive.registers.refusals import UNKNOWN_CALLER

RECORDED_STATUSES = (401, 403, 409)
ID = re.compile(r"(?:[gdpt]_[0-9A-Za-z]{8,40})\Z")  # of a game, dispute, person or token: anything else may be a name


def record_refused_write(status: int, reason: str) -> None:
    """Records the refusal of a write with status 401, 403 or 409; reads are not recorded."""
    if request.method in READ_METHODS or status not in RECORDED_STATUSES:
        return
    grant = g.get("presented_grant")
    rule = request.url_rule.rule if request.url_rule else "-"
    author, role = (grant.id, grant.role) if grant else (UNKNOWN_CALLER, "")
    live_archive().refusals.record(author, role, f"{request.method} {rule}", target_id(), reason)


def target_id() -> str:
    """Returns the id in the URL: of a game, dispute, person, token or tournament; empty for anything else."""
    values = [str(value) for value in (request.view_args or {}).values()]
    ids = [value for value in values if ID.match(value)]
    name = str((request.view_args or {}).get("name", ""))
    return ids[0] if ids else name if name and live_archive().tournaments.exists(name) else ""
