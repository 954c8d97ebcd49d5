"""Options that filter games, the same filters as the API's query parameters."""

from __future__ import annotations

import datetime
import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.translating import translate

if TYPE_CHECKING:
    from plancia_archive import Archive, Filters

FILTER_FIELDS = (
    "game", "player", "winner", "variant", "edition", "option", "event", "club", "tournament", "seat", "players",
    "since", "until",
    "recorded_since", "recorded_until", "completeness", "provenance", "illegal",
)  # fmt: skip

UNKNOWN_PLAYER = "-"  # a reference that no player has: selects no games


class DateParam(click.ParamType[str]):
    """A date, YYYY-MM-DD."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            iso_date = datetime.date.fromisoformat(str(value)).isoformat()
        except ValueError:
            iso_date = ""
        if iso_date != str(value):
            self.fail(translate("{value!r} is not a date such as 2026-11-20.").format(value=value), param, ctx)
        return str(value)


FILTER_OPTIONS = (
    click.option("--game", help="Only games with this id, or this header Game."),
    click.option("--player", help="Only games with this player (name or reference)."),
    click.option("--winner", help="Only games that this player won (name or reference)."),
    click.option("--variant", help="Only games of this variant."),
    click.option("--edition", type=click.IntRange(1, 999), help="Only games of this edition of their variant."),
    click.option("--option", help="Only games with this option: a word after the variant's name, or "
                                  "rule.option=value; with ! before it, games without it; ! alone, without any."),
    click.option("--event", help="Only games of this event."),
    click.option("--club", help="Only games of this club: as their Place header, or as the club of their tournament."),
    click.option("--tournament", help="Only games linked to this tournament of the archive."),
    click.option("--seat", type=click.IntRange(1, 6), help="Only games where the player (or anybody) had this seat."),
    click.option("--players", type=click.IntRange(2, 6), help="Only games of this number of people."),
    click.option("--since", type=DateParam(),
                 help="Only from this date, YYYY-MM-DD (a date with unknown digits matches if any day that it allows "
                      "does)."),
    click.option("--until", type=DateParam(), help="Only up to this date, inclusive (likewise)."),
    click.option("--recorded-since", metavar="DATE|TIME",
                 help="Only games recorded from this date on (UTC), or from this time such as 2026-11-20T21:30:00Z; by "
                      "the game's first entry in the log."),
    click.option("--recorded-until", metavar="DATE|TIME",
                 help="Only games recorded up to this date or time (likewise)."),
    click.option("--completeness", type=click.Choice(["full", "no-dice", "turns-only", "final-board", "result-only"]),
                 help="Only games of this completeness."),
    click.option("--provenance", help="Only games of this provenance: live, sheet, reconstructed, synthetic, "
                                      "imported:..., or all."),
    click.option("--illegal/--no-illegal", default=None, help="Only games with (without) illegal events."),
)  # fmt: skip


@dataclass(frozen=True)
class FilterValues:
    """The values of the filter options, by field; None where an option is absent."""

    values: dict[str, Any]

    def to_filters(self, context: CliContext, archive: Archive) -> Filters:
        """Returns the filters for an archive; an unknown player is reported and matches no game."""
        from plancia_archive import Filters
        from plancia_archive.queries.filter_values import similar_values

        values = dict(self.values)
        for field in ("player", "winner"):
            if values[field]:
                reference = archive.people.find(values[field])
                if reference is None:
                    similar = similar_values(values[field], [row["name"] for row in archive.people.all()])
                    context.tell_line(context.say("no-person", name=values[field]) + similar_suffix(context, similar))
                values[field] = reference or UNKNOWN_PLAYER
        return check_filters(context, archive, Filters(**values))


def check_filters(context: CliContext, archive: Archive, filters: Filters) -> Filters:
    """The filters, validated; a name that no game has is reported with similar ones. Raises click.BadParameter."""
    from plancia_archive.queries.filter_values import (
        UnknownValue,
        check_filters,
        replace_names_in_filters,
        unmatched_filters,
    )

    filters = replace_names_in_filters(archive, filters)
    try:
        check_filters(archive.db, filters)
    except UnknownValue as error:
        raise click.BadParameter(error.text(context.lang), param_hint="--" + error.field.replace("_", "-")) from error
    for field, name, similar in unmatched_filters(archive, filters):
        context.tell_line(context.say(f"no-{field}-here", name=name) + similar_suffix(context, similar))
    return filters


def similar_suffix(context: CliContext, similar: list[str]) -> str:
    """A suffix that lists similar names; "" for none."""
    return "; " + context.say("near", names=", ".join(similar)) if similar else ""


def with_filters(function: Callable[..., Any]) -> Any:
    """Decorator that adds the filter options to a command, which gets them as `filter_values`."""

    @functools.wraps(function)
    def wrapper(*args: Any, **options: Any) -> Any:
        values = {field: options.pop(field) for field in FILTER_FIELDS}
        return function(*args, filter_values=FilterValues(values), **options)

    command: Any = wrapper
    for option in reversed(FILTER_OPTIONS):
        command = option(command)
    return command
