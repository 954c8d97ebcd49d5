"""Results typed for tables that have one by now: the same again, one that differs, or a choice between the two.

Nobody's figures are dropped: a table whose result differs comes back with both, and with the question which one stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from plancia_api.current_archive import archive
from plancia_api.language import language
from plancia_api.pages.result_entries import POINTS, correction_event, points_fields, result_event
from plancia_api.shown_names import display_name
from plancia_archive.dates import local_time
from plancia_archive.tournaments import Table, Tournament, format_points
from plancia_archive.tournaments.validation import recorder_of
from plancia_data import decimal_text, messages

THERE, MINE = "there", "mine"  # values of the field `choice-TABLE`


@dataclass
class TypedResults:
    """What a form of results amounts to: events to record, tables that have the same result, tables in conflict."""

    events: list[dict[str, Any]] = field(default_factory=list)
    same: int = 0
    conflicts: list[str] = field(default_factory=list)


def sort_results(
    form: Mapping[str, str], tournament: Tournament, number: int, fix: str, choices: bool = True
) -> TypedResults:  # fmt: skip
    """Sorts the tables of the round `number` that have points in the form; those of the table `fix` replace its result.

    `choice-TABLE` says which of two results stands. It holds for the result that the page showed, which `seen-TABLE`
    names by the number of its event. Without `choices` they are left aside.
    """
    typed = TypedResults()
    for table in tournament.tables_of_round(number):
        if not any(points_fields(form, table).values()):
            continue
        event = result_event(form, table)
        choice = form.get(f"choice-{table.name}", MINE if table.name == fix else "")
        is_seen = form.get(f"seen-{table.name}", str(table.event)) == str(table.event)
        if not table.has_result:
            typed.events.append(event)
        elif is_same(tournament, table, event):
            typed.same += 1
        elif is_seen and choice == MINE and (choices or table.name == fix):
            typed.events.append(correction_event(form, table))
        elif not (choices and is_seen and choice == THERE):
            typed.conflicts.append(table.name)
    return typed


def is_same(tournament: Tournament, table: Table, event: dict[str, Any]) -> bool:
    """True for points, and a winner where one is chosen, that the table has already."""
    result = archive().tournaments.result(table, tournament)
    if result is None or any(not POINTS.match(text) for text in event["points"].values()):
        return False
    points = {player: Fraction(text.replace(",", ".")) for player, text in event["points"].items()}
    has_choice = table.typed is not None and table.typed.get("winner") != event.get("winner")
    return points == result.points and not has_choice


def conflict_words(form: Mapping[str, str], tournament: Tournament, table: Table) -> dict[str, str]:
    """Returns the question about a table, and its result as it is, in words."""
    lang = language()
    words = messages("tournament", lang)
    result = archive().tournaments.result(table, tournament)
    stored = result.points if result else {}
    there = {player: decimal_text(format_points(points), lang) for player, points in stored.items()}
    typed = result_event(form, table)["points"]
    here = {player: decimal_text(text.replace(",", "."), lang) for player, text in typed.items()}
    differing = [player for player in table.seats if there.get(player) != here[player]] or table.seats

    def listed(points: Mapping[str, str], players: list[str]) -> str:
        return ", ".join(f"{display_name(player) or player} {points.get(player) or '?'}" for player in players)

    role, at = recorder_of(archive().log, tournament.id, table.event)
    time = f"{local_time(at):%H:%M}"
    role_name = messages("columns", lang).get(f"role={role}", role)
    who = words["conflict-game"] if table.game else words["conflict-typed"].format(role=role_name, time=time)
    question = words["conflict"].format(
        name=table.name, there=listed(there, differing), here=listed(here, differing), who=who
    )
    return {"question": question, "there": listed(there, table.seats), "seen": str(table.event)}
