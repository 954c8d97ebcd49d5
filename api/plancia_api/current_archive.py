"""The archive that the application serves, and the view of it that answers the current request."""

from __future__ import annotations

from typing import cast

from flask import current_app, g

from plancia_api.app_keys import AppKey
from plancia_archive import Archive

ARCHIVE = AppKey[Archive]("archive")
LEASE_ATTRIBUTE = "plancia_view"  # attribute of flask.g: the archive as it was at the moment that the request names


def live_archive() -> Archive:
    """Returns the archive in its current state; `reopen_if_changed` may replace the object."""
    return ARCHIVE.current


def reopen_if_changed() -> None:
    """Reopens a read-only archive after its file has been written, because SQLite assumes that it is immutable."""
    if live_archive().outdated():
        ARCHIVE.keep(current_app, Archive.open(live_archive().path))


def archive() -> Archive:
    """Returns the archive that answers this request: the current one, or the view that `as_of` names."""
    lease = g.get(LEASE_ATTRIBUTE)
    return live_archive() if lease is None else cast(Archive, lease.view)
