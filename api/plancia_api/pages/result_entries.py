"""Reads the forms of a tournament into the events of its log: results of tables, a table with its result, entries."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from plancia_api.language import language
from plancia_api.problems import Problem
from plancia_archive.tournaments import Table, Tournament
from plancia_data import messages

POINTS = re.compile(r"[+-]?[0-9]{1,4}([.,][0-9]{1,3})?\Z")
ROWS = 6  # players of a table that is added, at most
MAX_PLAYERS = 200  # of a tournament that is opened by a form
UNASKED = ("outcome", "out", "risiko", "teams", "withdrawn")  # members of a result that no form asks about
Form = Mapping[str, str]


def points_fields(form: Form, table: Table) -> dict[str, str]:
    """Returns what is typed in the fields `points-TABLE-SEAT` (a seat from 0) of a table."""
    names = [f"points-{table.name}-{seat}" for seat in range(len(table.seats))]
    return {name: form.get(name, "").strip() for name in names}


def result_event(form: Form, table: Table) -> dict[str, Any]:
    """Returns the `result` that a form has for a table; its winner is the seat in the field `winner-TABLE`, if any."""
    texts = points_fields(form, table).values()
    event = {"kind": "result", "round": table.round, "table": table.name,
             "points": dict(zip(table.seats, texts, strict=True))}  # fmt: skip
    winner = form.get(f"winner-{table.name}", "")
    if winner.isdecimal() and int(winner) < len(table.seats):
        event["winner"] = table.seats[int(winner)]
    return event


def correction_event(form: Form, table: Table) -> dict[str, Any]:
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


def table_events(form: Form, tournament: Tournament, number: int, entered: Mapping[str, str]) -> list[dict[str, Any]]:
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
    events: list[dict[str, Any]] = [{"kind": "entered", "player": one} for one in people if one not in known]
    key = {"round": number, "table": name}
    events.append({"kind": "table", **key, "seats": people})
    if rows[0][2]:
        points = {one: text for one, (*_, text) in zip(people, rows, strict=True)}
        result = {"kind": "result", **key, "points": points}
        events.append({**result, "winner": people[named]} if named is not None else result)
    return events


def opening_events(form: Form) -> list[dict[str, Any]]:
    """Returns the events of a tournament that is opened: fields `title`, `club`, `system`, `players` (one a line).

    Raises Problem 422 with the message of each field.
    """
    words = messages("tournament", language())
    title, club = form.get("title", "").strip(), form.get("club", "").strip()
    players = [" ".join(line.split()) for line in form.get("players", "").splitlines() if line.strip()]
    errors = {} if title else {"title": words["title-missing"]}
    twice = {name for name in players if [one.casefold() for one in players].count(name.casefold()) > 1}
    if twice:
        errors["players"] = words["player-twice"].format(names=", ".join(sorted(twice)))
    elif len(players) > MAX_PLAYERS:
        errors["players"] = words["players-many"].format(most=MAX_PLAYERS)
    if errors:
        raise Problem("invalid", fields=errors)
    opened = {"kind": "opened", "title": title, "system": form.get("system", ""), **({"club": club} if club else {})}
    return [opened, *({"kind": "entered", "player": name} for name in players)]
