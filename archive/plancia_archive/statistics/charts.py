"""Charts of statistics: draws the answer of a statistic as its `Chart` says."""

from __future__ import annotations

from typing import Any

from plancia_archive.statistics.inference import shares
from plancia_archive.statistics.registry import REGISTERED, Chart
from plancia_archive.statistics.svg import Bar, Line, draw_bars, draw_lines
from plancia_data import messages

MOST = 60
MOST_LINES = 8


def chart(found: dict[str, Any], title: str, lang: str) -> str | None:
    """The chart of an answer as SVG, or None for a statistic that is better read.

    It carries a title, a description with the data that is drawn, and nothing from elsewhere. Of more than 60 rows the
    first 60 are drawn, of more than 8 lines the first 8, and the description says so.
    """
    one = REGISTERED.get(found["statistic"])
    if one is None or one.chart is None:
        return None
    plan = one.chart
    names = messages("columns", lang)
    measure = names.get(plan.value, plan.value)
    counted = f"n = {found['qualified']}/{found['games']}"
    if plan.series:
        lines, total = lines_of(found["rows"], plan, names)
        return draw_lines(title, measure, names.get(plan.labels[0], plan.labels[0]), counted, lines, total, lang)
    asked = [one for row in found["rows"] for one in by_face(row)] if plan.faces else found["rows"]
    labels = (*plan.labels, "face") if plan.faces else plan.labels
    rows = [bar(row, plan, labels, names) for row in asked[:MOST]]
    over = " · ".join(names.get(name, name) for name in labels)
    span = "95 %" if plan.low == "low" else f"{names.get(plan.low, plan.low)} - {names.get(plan.high, plan.high)}"
    return draw_bars(title, measure, over, span, counted, rows, len(asked), lang)


def number(row: dict[str, Any], column: str) -> float | None:
    """A figure of a row, None where there is none."""
    value = row.get(column) if column else None
    return None if value is None else float(value)


def by_face(row: dict[str, Any]) -> list[dict[str, Any]]:
    """The six faces of a row of dice: the share of each with its 95 % interval, and the sixth it should be."""
    faces = [{**row, "face": face, "hits": row[f"n{face}"], "exact": 1 / 6} for face in range(1, 7)]
    return shares(faces, "hits", "dice")


def bar(row: dict[str, Any], plan: Chart, labels: tuple[str, ...], names: dict[str, str]) -> Bar:
    """What is drawn for a row; where the label is itself the name of a figure, it is said in words."""
    label = " · ".join(said(row, name, names) for name in labels)
    value = number(row, plan.value) or 0.0
    count = row.get(plan.count) if plan.count else None
    low, high, exact = (number(row, column) for column in (plan.low, plan.high, plan.exact))
    return Bar(label, value, low, high, exact, None if count is None else int(count))


def said(row: dict[str, Any], name: str, names: dict[str, str]) -> str:
    """The label of a row: the name beside a reference, words for a coded value or a figure, else the value."""
    value = str(row.get(f"{name}_name") or row[name])
    if name == "what":
        return names.get(value, value)
    if name == "who" and value.isdigit():
        return f"{names['seat']} {value}"
    return names.get(f"{name}={value}", value)


def lines_of(rows: list[dict[str, Any]], plan: Chart, names: dict[str, str]) -> tuple[list[Line], int]:
    """The lines that are drawn, each in the order of its label, and how many there are."""
    points: dict[str, list[tuple[float, float, int]]] = {}
    for row in rows:
        point = (float(row[plan.labels[0]]), float(row[plan.value] or 0), int(row[plan.count] or 0))
        points.setdefault(said(row, plan.series, names), []).append(point)
    lines = [Line(label, sorted(found)) for label, found in points.items()]
    return lines[:MOST_LINES], len(lines)
