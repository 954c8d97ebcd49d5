"""Header dates with unknown digits: validity, possible years and days."""

from __future__ import annotations

import re
from calendar import isleap, monthrange
from functools import lru_cache
from itertools import product

from plancia_events import Game
from plancia_replay.rulesets.ruleset import RuleSet

UNKNOWN_DATES = ("?", "-")


def is_day(date: str) -> bool:
    """True if a date without unknown digits is a calendar day."""
    try:
        year, month, day = (int(part) for part in date.split("-"))
        return year >= 1 and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]
    except ValueError:
        return False


def possible_years(digits: str) -> list[int]:
    """The years that four digits, `?` for an unknown one, can mean, in ascending order."""
    digit_choices = ["0123456789" if digit == "?" else digit for digit in digits]
    return [year for combination in product(*digit_choices) if (year := int("".join(combination))) > 0]


@lru_cache(4096)
def is_possible_date(date: str) -> bool:
    """True if the calendar has a day that matches YYYY-MM-DD, `?` for an unknown digit; also for an unknown date."""
    if date in UNKNOWN_DATES:
        return True
    if "?" not in date:
        return is_day(date)
    month, day = (re.compile(part.replace("?", "[0-9]")) for part in date.split("-")[1:])
    year_by_leap = {isleap(number): number for number in possible_years(date[:4])}  # one year of each length is enough
    return any(
        day.fullmatch(f"{number:02}")
        for year in year_by_leap.values() for month_number in range(1, 13) if month.fullmatch(f"{month_number:02}")
        for number in range(1, monthrange(year, month_number)[1] + 1)
    )  # fmt: skip


def date_range(date: str) -> tuple[str, str] | None:
    """The first and the last day that a date with unknown digits can mean.

    None where no digit is known, and where the calendar has no such day.
    """
    if not re.search("[0-9]", date) or not is_possible_date(date):
        return None
    if "?" not in date:
        return date, date
    parts = [re.compile(part.replace("?", "[0-9]")) for part in date.split("-")[1:]]
    years = possible_years(date[:4])
    months, days = ([n for n in numbers if part.fullmatch(f"{n:02}")]
                    for part, numbers in zip(parts, (range(1, 13), range(1, 32)), strict=True))  # fmt: skip
    return earliest_day(years, months, days), earliest_day(years[::-1], months[::-1], days[::-1])


def earliest_day(years: list[int], months: list[int], days: list[int]) -> str:
    """The first calendar day of these years, months and days, in their order. Raises StopIteration for none."""
    year, month, day = next(
        (year, month, day)
        for year in years for month in months for day in days if day <= monthrange(year, month)[1]
    )  # fmt: skip
    return f"{year:04}-{month:02}-{day:02}"


def find_wrong_date(rules: RuleSet, game: Game) -> list[tuple[int, str, int, dict[str, object]]]:
    """A warning on a header date that is not a calendar day: event, rule, code, facts."""
    date = game.header("Date") or "?"
    is_wrong = rules.binds("record.date") and not is_possible_date(date)
    return [(0, "record.date", 4, {"found": date})] if is_wrong else []
