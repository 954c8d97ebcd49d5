"""Filters by date: a game matches if every day that its date can mean is in the period (inclusive)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from plancia_replay.judging.dates import date_range

DIGIT_INDEXES = (0, 1, 2, 3, 5, 6, 8, 9)  # indexes of the digits in YYYY-MM-DD
LOWEST_DATE_TEXT, HIGHEST_DATE_TEXT = "0", "~"  # an unknown date may be written `-`, which sorts below
KNOWN_DATES = "FILTER (WHERE date BETWEEN '0' AND '9~')"  # for aggregates: ignores unknown dates


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
