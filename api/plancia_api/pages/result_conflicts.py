"""Results typed for tables that have one by now: the same again, one that differs, or a choice between the two.

Nobody's figures are dropped: a table whose result differs comes back with both, and with the question which one stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from plancia_api.current_archive import archive
from plancia_api.language import language
from plancia_api.problems import Problem
from plancia_api.shown_names import display_name
from plancia_archive.dates import local_time
from plancia_archive.log.entry_format import Members
from plancia_archive.tournaments import Table, Tournament, format_points
from plancia_archive.tournaments.validation import recorder_of
from plancia_data import decimal_text, messages

POINTS = re.compile(r"[+-]?[0-9]{1,4}([.,][0-9]{1,3})?\Z")
ROWS = 6  # players of a table that is added, at most
UNASKED = ("outcome", "out", "risiko", "teams", "withdrawn")  # members of a result that no form asks about
Form = Mapping[str, str]


def points_fields(form: Form, table: Table) -> dict[str, str]:
    """Returns what is typed in the fields `points-TABLE-SEAT` (a seat from 0) of a table."""
    names = [f"points-{table.name}-{seat}" for seat in range(len(table.seats))]
    return {name: form.get(name, "").strip() for name in names}


def result_event(form: Form, table: Table) -> Members:
    """Returns the `result` that a form has for a table; its winner is the seat in the field `winner-TABLE`, if any."""
    texts = points_fields(form, table).values()
    event = {"kind": "result", "round": table.round, "table": table.name,
             "points": dict(zip(table.seats, texts, strict=True))}  # fmt: skip
    winner = form.get(f"winner-{table.name}", "")
    if winner.isdecimal() and int(winner) < len(table.seats):
        event["winner"] = table.seats[int(winner)]
    return event


def correction_event(form: Form, table: Table) -> Members:
    """Returns the `result` of a form that replaces the one a table has; what a form does not ask about stays."""
    kept = {name: value for name, value in (table.typed or {}).items() if name in UNASKED}
    return {**kept, **result_event(form, table), "instead": True}


def check_points(form: Form, tables: list[Table]) -> None:
    """Raises Problem 422 with the message of each field of a table with points, or of a form without any."""
    filled = [fields for table in tables if any((fields := points_fields(form, table)).values())]
    if not filled:
        raise Problem("invalid", messages("tournament", language())["nothing"], field="form")
    errors = {name: text for fields in filled for name, text in points_errors(fields).items()}
    if errors:
        raise Problem("invalid", fields=errors)


def points_errors(texts: Mapping[str, str]) -> dict[str, str]:
    """Returns the messages of the fields whose points are missing or no number."""
    words = messages("tournament", language())
    return {
        name: words["points-wrong"] if text else words["points-missing"]
        for name, text in texts.items()
        if not POINTS.match(text)
    }


def table_events(form: Form, tournament: Tournament, number: int, entered: Mapping[str, str]) -> list[Members]:
    """Returns the events of a table that is added: entries of new players, the table, its result if it has points.

    The fields are `table`, `player-ROW`, `new-points-ROW` and `new-winner` (a row). `entered` are the entrants by name
    in lower case. Raises Problem 422 with the message of each field.
    """
    words = messages("tournament", language())
    rows = [(row, " ".join(form.get(f"player-{row}", "").split()), form.get(f"new-points-{row}", "").strip())
            for row in range(ROWS)]  # fmt: skip
    rows = [row for row in rows if row[1] or row[2]]
    errors = {f"player-{row}": words["name-missing"] for row, name, _ in rows if not name}
    if any(points for *_, points in rows):
        errors |= points_errors({f"new-points-{row}": points for row, _, points in rows})
    name = form.get("table", "").strip()
    if not name:
        errors["table"] = words["table-missing"]
    elif (number, name) in tournament.tables:
        errors["table"] = words["table-formed"].format(table=name)
    if len(rows) < 2:
        errors["player-0"] = words["players-few"]
    winner = form.get("new-winner", "")
    named = next((place for place, (row, *_) in enumerate(rows) if str(row) == winner), None)
    if winner and named is None:
        errors["new-winner"] = words["winner-unknown"]
    elif winner and not any(points for *_, points in rows):
        errors["new-points-0"] = words["points-missing"]
    if errors:
        raise Problem("invalid", fields=errors)
    people = [entered.get(player.casefold(), player) for _, player, _ in rows]
    known = {reference for reference in tournament.players if reference not in tournament.left}
    events: list[Members] = [{"kind": "entered", "player": one} for one in people if one not in known]
    key = {"round": number, "table": name}
    events.append({"kind": "table", **key, "seats": people})
    if rows[0][2]:
        points = {one: text for one, (*_, text) in zip(people, rows, strict=True)}
        result = {"kind": "result", **key, "points": points}
        events.append({**result, "winner": people[named]} if named is not None else result)
    return events


THERE, MINE = "there", "mine"  # values of the field `choice-TABLE`


@dataclass
class TypedResults:
    """What a form of results amounts to: events to record, tables that have the same result, tables in conflict."""

    events: list[Members] = field(default_factory=list)
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


def is_same(tournament: Tournament, table: Table, event: Members) -> bool:
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
