"""Games of a period: a game counts where all the days that its date can mean lie inside, at both ends alike."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from plancia_replay.judging.dates import days_meant

DIGITS = (0, 1, 2, 3, 5, 6, 8, 9)  # where the digits of YYYY-MM-DD stand
LOWEST, HIGHEST = "0", "~"  # a date not known at all may be written `-`, which is below
KNOWN = "FILTER (WHERE date BETWEEN '0' AND '9~')"  # of an aggregate: dates not known at all are neither first nor last


@lru_cache(4096)
def first_day(date: str) -> str | None:
    """The first day that a date with unknown digits can mean, as SQL asks it; None where there is none."""
    found = days_meant(date)
    return found[0] if found else None


@lru_cache(4096)
def last_day(date: str) -> str | None:
    """The last such day."""
    found = days_meant(date)
    return found[1] if found else None


FUNCTIONS = {"first_day": first_day, "last_day": last_day}  # what every connection to an archive knows


def spans(since: str | None, until: str | None) -> list[tuple[str, str]]:
    """Where texts of dates that may count lie, both ends in it: each a seek in the index over dates.

    A `?` sorts after every digit: what begins as the last day does, and then is not known, sorts after that day.
    """
    if until is None:
        return [(since or LOWEST, HIGHEST)]
    return [(since or LOWEST, until), *((f"{until[:place]}?", f"{until[:place]}?~") for place in DIGITS)]


def within(since: str | None, until: str | None) -> list[tuple[str, list[Any]]]:
    """SQL conditions on the column `date`, each with its values; the index serves them, the days meant decide."""
    made: list[tuple[str, list[Any]]] = []
    if since is not None:
        made.append(("date >= ? AND (instr(date, '?') = 0 OR first_day(date) >= ?)", [since, since]))
    if until is not None:
        places = spans(None, until)
        lie = " OR ".join(["date BETWEEN ? AND ?"] * len(places))
        values = [end for pair in places for end in pair]
        made.append((f"({lie}) AND (instr(date, '?') = 0 OR last_day(date) <= ?)", [*values, until]))
    return made
