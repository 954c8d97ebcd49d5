"""Dates of headers, of which digits may be unknown: is there a day that one can be?"""

from __future__ import annotations

import re
from calendar import isleap, monthrange

from plancia_events import Game

UNKNOWN = ("?", "-")


def is_some_day(date: str) -> bool:
    """Has the calendar a day written so, YYYY-MM-DD with `?` for digits not known? A date not known at all is one."""
    if date in UNKNOWN:
        return True
    year, month, day = (re.compile(part.replace("?", "[0-9]")) for part in date.split("-"))
    years = (number for number in range(1, 10000) if year.fullmatch(f"{number:04}"))
    leaps = {isleap(number): number for number in years}  # one year of each length is enough
    return any(
        day.fullmatch(f"{number:02}")
        for one in leaps.values() for at in range(1, 13) if month.fullmatch(f"{at:02}")
        for number in range(1, monthrange(one, at)[1] + 1)
    )  # fmt: skip


def days_meant(date: str) -> tuple[str, str] | None:
    """The first and the last day that a date can mean, digits not known being any.

    None where no digit is known, and where the calendar has no such day.
    """
    if not re.search("[0-9]", date) or not is_some_day(date):
        return None
    parts = [re.compile(part.replace("?", "[0-9]")) for part in date.split("-")]
    spread = (range(1, 10000), range(1, 13), range(1, 32))
    years, months, days = ([n for n in numbers if part.fullmatch(f"{n:0{width}}")]
                           for part, numbers, width in zip(parts, spread, (4, 2, 2), strict=True))  # fmt: skip
    return earliest(years, months, days), earliest(years[::-1], months[::-1], days[::-1])


def earliest(years: list[int], months: list[int], days: list[int]) -> str:
    """The first day of the calendar that these make, in their order. Raises StopIteration where there is none."""
    year, month, day = next(
        (year, month, day)
        for year in years for month in months for day in days if day <= monthrange(year, month)[1]
    )  # fmt: skip
    return f"{year:04}-{month:02}-{day:02}"


def date_findings(bound: set[str], game: Game) -> list[tuple[int, str, int, dict[str, object]]]:
    """A warning on the header where its date is no day: event, rule, code, facts."""
    date = game.header("Date") or "?"
    wrong = "record.date" in bound and not is_some_day(date)
    return [(0, "record.date", 4, {"found": date})] if wrong else []
