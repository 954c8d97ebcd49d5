"""The archive that the running application serves, and the one that answers the current request."""

from __future__ import annotations

from typing import cast

from flask import current_app, g

from plancia_archive import Archive

LEASE_ATTRIBUTE = "plancia_view"  # attribute of flask.g: the archive as it was at the moment that the request names


def live_archive() -> Archive:
    """The archive as it is now; another object after `app.follow` opened the file again."""
    return cast(Archive, current_app.config["PLANCIA_ARCHIVE"])


def archive() -> Archive:
    """The archive that answers this request: as it is now, or as it was where the request has `as_of`."""
    lease = g.get(LEASE_ATTRIBUTE)
    return live_archive() if lease is None else cast(Archive, lease.view)
