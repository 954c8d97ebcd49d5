"""Dates in filters: days of play with unknown digits, days and times of recording (RFC 3339); times in words."""

from __future__ import annotations

import datetime
import re
from functools import lru_cache
from typing import Any

from plancia_replay.judging.dates import date_range

DIGIT_INDEXES = (0, 1, 2, 3, 5, 6, 8, 9)  # indexes of the digits in YYYY-MM-DD
LOWEST_DATE_TEXT, HIGHEST_DATE_TEXT = "0", "~"  # an unknown date may be written `-`, which sorts below
KNOWN_DATES = "FILTER (WHERE date BETWEEN '0' AND '9~')"  # for aggregates: ignores unknown dates
DATE_PATTERN = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")
TIME_PATTERN = re.compile(  # RFC 3339, 5.6; a blank is accepted for a plus, which query strings decode to a blank
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?(?:[Zz]|[-+ ][0-9]{2}:[0-9]{2})\Z"
)
ACCEPTED_FORMS = ("YYYY-MM-DD", "YYYY-MM-DDThh:mm:ssZ")
ONE_DAY = datetime.timedelta(days=1)
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
CALENDAR = range(-62135596800000, 253402300800000)  # Unix milliseconds of the years 1 to 9999 by UTC
LAST_LOCAL_MS = 253402250399999  # 9999-12-31 10:00 UTC, when the calendar ends in the first zone (UTC+14)
RECORDED_AT_SQL = "(SELECT recorded_at FROM entry WHERE log_index = number)"  # of the first entry of a row of `game`


@lru_cache(4096)
def first_day(date: str) -> str | None:
    """Returns the first day that a date with unknown digits can mean (SQL function); None if none."""
    days = date_range(date)
    return days[0] if days else None


@lru_cache(4096)
def last_day(date: str) -> str | None:
    """Returns the last day that a date with unknown digits can mean (SQL function); None if none."""
    days = date_range(date)
    return days[1] if days else None


SQL_FUNCTIONS = {"first_day": first_day, "last_day": last_day}  # SQL functions of every connection to an archive


def date_spans(since: str | None, until: str | None) -> list[tuple[str, str]]:
    """Returns inclusive ranges of date texts that may match; each is a seek in the index over dates.

    `?` sorts after every digit, so a date with the prefix of `until` and unknown digits sorts after `until`.
    """
    if until is None:
        return [(since or LOWEST_DATE_TEXT, HIGHEST_DATE_TEXT)]
    return [
        (since or LOWEST_DATE_TEXT, until),
        *((f"{until[:index]}?", f"{until[:index]}?~") for index in DIGIT_INDEXES),
    ]


def date_conditions(since: str | None, until: str | None) -> list[tuple[str, list[Any]]]:
    """Returns SQL conditions on the column `date` with their parameters.

    Text ranges for the index, then the exact days.
    """
    conditions: list[tuple[str, list[Any]]] = []
    if since is not None:
        conditions.append(("date >= ? AND (instr(date, '?') = 0 OR first_day(date) >= ?)", [since, since]))
    if until is not None:
        spans = date_spans(None, until)
        in_ranges = " OR ".join(["date BETWEEN ? AND ?"] * len(spans))
        values = [end for pair in spans for end in pair]
        conditions.append((f"({in_ranges}) AND (instr(date, '?') = 0 OR last_day(date) <= ?)", [*values, until]))
    return conditions


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


def parse_time(text: object) -> int:
    """Parses a time such as `2026-05-01T18:00:00Z` (RFC 3339) into Unix milliseconds.

    Raises ValueError for other text, and for a time that is not in the years 1 to 9999 by UTC.
    """
    if not isinstance(text, str) or not TIME_PATTERN.match(text):
        raise ValueError(str(text)[:40])
    milliseconds = recorded_range(text)[0]
    if milliseconds not in CALENDAR:
        raise ValueError(text)
    return milliseconds


def format_time(milliseconds: int, precision: str = "seconds") -> str:
    """Formats Unix milliseconds as UTC, such as `2026-05-01T18:00:00Z`; the number itself outside the calendar."""
    if milliseconds not in CALENDAR:
        return str(milliseconds)
    moment = EPOCH + datetime.timedelta(milliseconds=milliseconds)
    return moment.isoformat(timespec=precision).replace("+00:00", "Z")


def local_time(milliseconds: int) -> datetime.datetime:
    """Returns Unix milliseconds in the zone of the machine; the nearest time from 1970 to LAST_LOCAL_MS for others."""
    return (EPOCH + datetime.timedelta(milliseconds=min(max(milliseconds, 0), LAST_LOCAL_MS))).astimezone()


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
