"""Parses times of recording: a day in UTC, or a time with its offset (RFC 3339)."""

from __future__ import annotations

import datetime
import re

DATE_PATTERN = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")
TIME_PATTERN = re.compile(  # RFC 3339, 5.6; a blank is accepted for a plus, which query strings decode to a blank
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?(?:[Zz]|[-+ ][0-9]{2}:[0-9]{2})\Z"
)
ACCEPTED_FORMS = ("YYYY-MM-DD", "YYYY-MM-DDThh:mm:ssZ")
ONE_DAY = datetime.timedelta(days=1)
RECORDED_AT_SQL = "(SELECT recorded_at FROM entry WHERE log_index = number)"  # of the first entry of a row of `game`


def recorded_range(text: str) -> tuple[int, int]:
    """Returns the start and the end, exclusive, of a date or time in milliseconds since 1970-01-01 UTC.

    A date ends where the next day begins, a time one millisecond later. Raises ValueError for other text.
    """
    try:
        if DATE_PATTERN.match(text):
            midnight = datetime.datetime.fromisoformat(text).replace(tzinfo=datetime.UTC)
            return int(midnight.timestamp() * 1000), int((midnight + ONE_DAY).timestamp() * 1000)
        if TIME_PATTERN.match(text):
            moment = datetime.datetime.fromisoformat(text.upper().replace(" ", "+"))
            return int(moment.timestamp() * 1000), int(moment.timestamp() * 1000) + 1
    except OverflowError as error:
        raise ValueError(text[:120]) from error
    raise ValueError(text[:120])


def recorded_conditions(since: str | None, until: str | None) -> list[tuple[str, int]]:
    """Returns SQL conditions on rows of `game` with their values: recorded from `since` to the end of `until`.

    Raises ValueError for a text that is neither a date nor a time.
    """
    conditions = []
    if since is not None:
        conditions.append((f"{RECORDED_AT_SQL} >= ?", recorded_range(since)[0]))
    if until is not None:
        conditions.append((f"{RECORDED_AT_SQL} < ?", recorded_range(until)[1]))
    return conditions
