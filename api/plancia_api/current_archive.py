"""The archive that the running application serves."""

from __future__ import annotations

from typing import cast

from flask import current_app

from plancia_archive import Archive


def archive() -> Archive:
    """The archive of the current application; another object after `app.follow` opened the file again."""
    return cast(Archive, current_app.config["PLANCIA_ARCHIVE"])
