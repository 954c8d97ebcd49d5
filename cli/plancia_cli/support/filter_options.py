"""The filters over games, which every command that asks for games shares with the API."""

from __future__ import annotations

import datetime
import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.translating import said

if TYPE_CHECKING:
    from plancia_archive import Archive, Filters

FIELDS = ("player", "winner", "variant", "edition", "option", "event", "club", "tournament", "seat", "since", "until",
          "completeness", "provenance", "illegal")  # fmt: skip

NOBODY = "-"  # the reference that no player has, as the API asks


class Day(click.ParamType[str]):
    """A date, YYYY-MM-DD."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            day = datetime.date.fromisoformat(str(value)).isoformat()
        except ValueError:
            day = ""
        if day != str(value):
            self.fail(said("{value!r} is not a date such as 2026-11-20.").format(value=value), param, ctx)
        return str(value)


OPTIONS = (
    click.option("--player", help="Only games with this player (name or reference)."),
    click.option("--winner", help="Only games that this player won (name or reference)."),
    click.option("--variant", help="Only games of this variant."),
    click.option("--edition", type=click.IntRange(1, 999), help="Only games of this edition of their variant."),
    click.option("--option", help="Only games with this option: a word after the variant's name, or "
                                  "rule.option=value."),
    click.option("--event", help="Only games of this event."),
    click.option("--club", help="Only games of this club: their place, or the club of their tournament."),
    click.option("--tournament", help="Only games linked to this tournament of the archive."),
    click.option("--seat", type=click.IntRange(1, 6), help="Only games where the player (or anybody) had this seat."),
    click.option("--since", type=Day(),
                 help="Only from this date, YYYY-MM-DD (every day that an unknown digit allows)."),
    click.option("--until", type=Day(), help="Only up to this date (likewise)."),
    click.option("--completeness", type=click.Choice(["full", "no-dice", "turns-only", "final-board", "result-only"]),
                 help="Only games recorded so."),
    click.option("--provenance", help="Only games of this provenance: live, sheet, reconstructed, synthetic, "
                                      "imported:..., or all."),
    click.option("--illegal/--no-illegal", default=None, help="Only games with (without) illegal events."),
)  # fmt: skip


@dataclass(frozen=True)
class Wanted:
    """Which games were asked for."""

    given: dict[str, Any]

    def on(self, state: CliContext, archive: Archive) -> Filters:
        """The filters for an archive. A player it does not know is told, and has no games."""
        from plancia_archive import Filters
        from plancia_archive.queries.filter_values import nearest

        found = dict(self.given)
        for field in ("player", "winner"):
            if found[field]:
                reference = archive.people.find(found[field])
                if reference is None:
                    alike = nearest(found[field], [row["name"] for row in archive.people.all()])
                    state.tell_line(state.say("no-person", name=found[field]) + near(state, alike))
                found[field] = reference or NOBODY
        return checked(state, archive, Filters(**found))


def checked(state: CliContext, archive: Archive, filters: Filters) -> Filters:
    """The filters, when all their values exist; names that nothing here has are told. Raises click.BadParameter."""
    from plancia_archive.queries.filter_values import UnknownValue, check, unknown_names

    try:
        check(archive.db, filters)
    except UnknownValue as error:
        raise click.BadParameter(error.text(state.lang), param_hint=f"--{error.field}") from error
    for field, name, alike in unknown_names(archive, filters):
        state.tell_line(state.say(f"no-{field}-here", name=name) + near(state, alike))
    return filters


def near(state: CliContext, alike: list[str]) -> str:
    """What to say of names that are near the one given."""
    return "; " + state.say("near", names=", ".join(alike)) if alike else ""


def filtered(function: Callable[..., Any]) -> Any:
    """Gives a command the options of the filters; it gets them as `wanted`."""

    @functools.wraps(function)
    def wrapped(*args: Any, **named: Any) -> Any:
        given = {field: named.pop(field) for field in FIELDS}
        return function(*args, wanted=Wanted(given), **named)

    made: Any = wrapped
    for option in reversed(OPTIONS):
        made = option(made)
    return made
