"""Times at which something was recorded, as people write them: a day in UTC or a time with its offset (RFC 3339)."""

from __future__ import annotations

import datetime
import re

DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")
TIME = re.compile(  # RFC 3339, 5.6; a blank for the plus that a query string took for one
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?(?:[Zz]|[-+ ][0-9]{2}:[0-9]{2})\Z"
)
FORMS = ("YYYY-MM-DD", "YYYY-MM-DDThh:mm:ssZ")
DAY = datetime.timedelta(days=1)
GAME_RECORDED = "(SELECT recorded_at FROM entry WHERE log_index = number)"  # of the first entry of a row of `game`


def recorded_range(text: str) -> tuple[int, int]:
    """The first millisecond (UTC) of a date or a time, and the first one after it. Raises ValueError."""
    try:
        if DATE.match(text):
            day = datetime.datetime.fromisoformat(text).replace(tzinfo=datetime.UTC)
            return int(day.timestamp() * 1000), int((day + DAY).timestamp() * 1000)
        if TIME.match(text):
            time = datetime.datetime.fromisoformat(text.upper().replace(" ", "+"))
            return int(time.timestamp() * 1000), int(time.timestamp() * 1000) + 1
    except OverflowError as error:
        raise ValueError(text[:120]) from error
    raise ValueError(text[:120])


def recorded_conditions(since: str | None, until: str | None) -> list[tuple[str, int]]:
    """SQL conditions on rows of `game`, with their values: recorded from `since` on, and up to the end of `until`.

    Raises ValueError for a text that is neither a date nor a time.
    """
    conditions = []
    if since is not None:
        conditions.append((f"{GAME_RECORDED} >= ?", recorded_range(since)[0]))
    if until is not None:
        conditions.append((f"{GAME_RECORDED} < ?", recorded_range(until)[1]))
    return conditions
