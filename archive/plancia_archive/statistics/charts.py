"""Charts of statistics: which column is drawn, over which labels, with which interval and which exact value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plancia_archive.statistics.svg import Bar, Line, draw_bars, draw_lines
from plancia_data import messages

MOST = 60
MOST_LINES = 8


@dataclass(frozen=True)
class Chart:
    """`labels` name a row, `value` is drawn; `low` and `high` bound it, `exact` is what the odds promise.

    With `series` there is one line for each of its values, over the one label.
    """

    labels: tuple[str, ...]
    value: str
    low: str = ""
    high: str = ""
    exact: str = ""
    series: str = ""


SHARE = {"value": "share", "low": "low", "high": "high"}
CHARTS: dict[str, Chart] = {
    "results-by-player": Chart(("player",), **SHARE),
    "results-by-seat": Chart(("players", "seat"), **SHARE),
    "results-by-objective": Chart(("objective",), **SHARE),
    "results-by-variant": Chart(("variant", "reason"), **SHARE),
    "results-by-event": Chart(("event",), "games"),
    "results-by-club": Chart(("club",), "games"),
    "over-time": Chart(("round",), "territories", series="who"),
    "continents": Chart(("continent",), **SHARE),
    "assaults": Chart(("usable", "defenders"), **SHARE, exact="exact"),
    "dice-by-source": Chart(("source",), "p_corrected"),
    "dice-by-tournament": Chart(("tournament",), "p_corrected"),
    "sets": Chart(("armies",), **SHARE),
    "extra-turns": Chart(("variant",), "mean", "least", "most"),
    "head-to-head": Chart(("player", "rival"), **SHARE),
    "lengths": Chart(("what",), "mean", "least", "most"),
    "throws": Chart(("dice", "attack_losses", "defence_losses"), **SHARE, exact="exact"),
    "luck": Chart(("player",), "luck"),
    "dice": Chart(("player",), "p_corrected"),
    "conquests": Chart(("territory",), "conquests"),
    "illegal": Chart(("rule_id",), "findings"),
    "cards": Chart(("variant",), "cards_a_game"),
    "closing-throws": Chart(("variant", "end_rolls"), "games"),
    "eliminations": Chart(("variant", "eliminations"), "games"),
    "streaks": Chart(("player",), "longest"),
}


def chart(found: dict[str, Any], title: str, lang: str) -> str | None:
    """The chart of an answer as SVG, or None for a statistic that is better read.

    It carries a title, a description with the data that is drawn, and nothing from elsewhere. Of more than 60 rows the
    first 60 are drawn, of more than 8 lines the first 8, and the description says so.
    """
    plan = CHARTS.get(found["statistic"])
    if plan is None:
        return None
    names = messages("columns", lang)
    measure = names.get(plan.value, plan.value)
    counted = f"n = {found['qualified']}/{found['games']}"
    if plan.series:
        lines, total = lines_of(found["rows"], plan)
        return draw_lines(title, measure, names.get(plan.labels[0], plan.labels[0]), counted, lines, total, lang)
    rows = [bar(row, plan, names) for row in found["rows"][:MOST]]
    over = " · ".join(names.get(name, name) for name in plan.labels)
    span = "95 %" if plan.low == "low" else f"{names.get(plan.low, plan.low)} - {names.get(plan.high, plan.high)}"
    return draw_bars(title, measure, over, span, counted, rows, len(found["rows"]), lang)


def number(row: dict[str, Any], column: str) -> float | None:
    """A figure of a row, None where there is none."""
    value = row.get(column) if column else None
    return None if value is None else float(value)


def bar(row: dict[str, Any], plan: Chart, names: dict[str, str]) -> Bar:
    """What is drawn for a row; where the label is itself the name of a figure, it is said in words."""
    label = " · ".join(
        names.get(str(row[name]), str(row[name])) if name == "what" else str(row[name]) for name in plan.labels
    )
    value = number(row, plan.value) or 0.0
    return Bar(label, value, number(row, plan.low), number(row, plan.high), number(row, plan.exact))


def lines_of(rows: list[dict[str, Any]], plan: Chart) -> tuple[list[Line], int]:
    """The lines that are drawn, each in the order of its label, and how many there are."""
    points: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        points.setdefault(str(row[plan.series]), []).append((float(row[plan.labels[0]]), float(row[plan.value] or 0)))
    lines = [Line(label, sorted(found)) for label, found in points.items()]
    return lines[:MOST_LINES], len(lines)
