"""Charts of statistics: draws a statistic's result as specified by its `Chart`."""

from __future__ import annotations

from typing import Any

from plancia_archive.statistics.bar_chart import Bar, draw_bars
from plancia_archive.statistics.inference import add_shares
from plancia_archive.statistics.line_chart import Line, draw_lines
from plancia_archive.statistics.registry import REGISTERED, Chart
from plancia_archive.statistics.svg import Frame
from plancia_data import messages

MAX_BARS = 60
MAX_LINES = 8


def chart(
    result: dict[str, Any], title: str, lang: str, *, narrow: bool = False, heading: bool = True, prefix: str = "chart"
) -> str | None:
    """Draws a statistic's result as SVG; None if the statistic has no chart.

    The SVG has a title and a description with the data (for screen readers), and no external resources. At most
    MAX_BARS rows or MAX_LINES lines are drawn; the description says so if there are more. `narrow` is for phones;
    without `heading` the title is not drawn; `prefix` begins the ids of the SVG.
    """
    definition = REGISTERED.get(result["statistic"])
    if definition is None or definition.chart is None:
        return None
    spec = definition.chart
    names = messages("columns", lang)
    labels = (*spec.labels, "face") if spec.faces else spec.labels
    axis_label = " · ".join(names.get(name, name) for name in (spec.labels[:1] if spec.series else labels))
    sample = f"n = {result['qualified']}/{result['games']}"
    count = names.get(spec.count, spec.count)
    frame = Frame(
        title, names.get(spec.value, spec.value), axis_label, sample, lang, count, narrow, prefix, heading
    )  # fmt: skip
    if spec.series:
        lines, total = chart_lines(result["rows"], spec, names)
        return draw_lines(frame, lines, total)
    bar_rows = [face for row in result["rows"] for face in split_faces(row)] if spec.faces else result["rows"]
    bars = [bar_of(row, spec, labels, names) for row in bar_rows[:MAX_BARS]]
    interval = f"{frame.text('interval')} 95 %"
    if spec.low != "low":
        interval = f"{names.get(spec.low, spec.low)} - {names.get(spec.high, spec.high)}"
    return draw_bars(frame, interval, bars, len(bar_rows))


def number_in(row: dict[str, Any], column: str) -> float | None:
    """Returns a column's value as a float; None if missing."""
    value = row.get(column) if column else None
    return None if value is None else float(value)


def split_faces(row: dict[str, Any]) -> list[dict[str, Any]]:
    """Splits a row of dice into six, one per face: share, 95 % interval, exact 1/6."""
    faces = [{**row, "face": face, "hits": row[f"n{face}"], "exact": 1 / 6} for face in range(1, 7)]
    return add_shares(faces, "hits", "dice")


def bar_of(row: dict[str, Any], spec: Chart, labels: tuple[str, ...], names: dict[str, str]) -> Bar:
    """Returns the bar of a row."""
    label = " · ".join(label_of(row, name, names) for name in labels)
    value = number_in(row, spec.value) or 0.0
    count = row.get(spec.count) if spec.count else None
    low, high, exact = (number_in(row, column) for column in (spec.low, spec.high, spec.exact))
    return Bar(label, value, low, high, exact, None if count is None else int(count))


def label_of(row: dict[str, Any], name: str, names: dict[str, str]) -> str:
    """Returns the label of a row: a person's name, words for a coded value or a column name, else the value."""
    value = str(row.get(f"{name}_name") or row[name])
    if name == "who" and value.isdigit():
        return f"{names['seat']} {value}"
    if name in ("what", "who"):
        return names.get(f"{name}={value}", names.get(value, value))
    return names.get(f"{name}={value}", value)


def chart_lines(rows: list[dict[str, Any]], spec: Chart, names: dict[str, str]) -> tuple[list[Line], int]:
    """Returns the first MAX_LINES lines, points sorted by x, and the number of all lines."""
    points: dict[str, list[tuple[float, float, int]]] = {}
    for row in rows:
        point = (float(row[spec.labels[0]]), float(row[spec.value] or 0), int(row[spec.count] or 0))
        points.setdefault(label_of(row, spec.series, names), []).append(point)
    lines = [Line(label, sorted(line_points)) for label, line_points in points.items()]
    return lines[:MAX_LINES], len(lines)
