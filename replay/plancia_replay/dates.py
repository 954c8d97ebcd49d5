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


def date_findings(bound: set[str], game: Game) -> list[tuple[int, str, int, dict[str, object]]]:
    """A warning on the header where its date is no day: event, rule, code, facts."""
    date = game.header("Date") or "?"
    wrong = "record.date" in bound and not is_some_day(date)
    return [(0, "record.date", 4, {"found": date})] if wrong else []
