"""Charts of statistics: a result drawn as specified by its `Chart`, in bars or in lines.

Bars: one row each, its label beside it, or above it on a narrow chart. Lines: one for each series, told apart by
colour and dashes and named at its end, or below on phones.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from plancia_archive.facts.event_rows import Row
from plancia_archive.statistics.inference import add_shares
from plancia_archive.statistics.registry import REGISTERED, Chart, Rows
from plancia_archive.statistics.svg import (
    BLUE,
    FONT,
    MARGIN,
    ORANGE,
    Frame,
    axis_ticks,
    format_number,
    full_description,
    heading_lines,
    svg_head,
    text_width,
    wrap,
)
from plancia_data import messages

MAX_BARS = 60
MAX_LINES = 8
LINE, BAR = 17, 14  # px: height of a line of text, and of a bar
MAX_LABEL = 300  # px: wider labels take more lines
HEIGHT = 260  # px of the plot
LABEL = 18  # px: between the labels of two lines
DASHES = ("", "6 3", "2 3", "8 3 2 3", "12 4", "1 4", "4 4", "10 2 2 2")


def chart(
    result: Row, title: str, lang: str, *, narrow: bool = False, heading: bool = True, prefix: str = "chart"
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


def number_in(row: Row, column: str) -> float | None:
    """Returns a column's value as a float; None if missing."""
    value = row.get(column) if column else None
    return None if value is None else float(value)


def split_faces(row: Row) -> Rows:
    """Splits a row of dice into six, one per face: share, 95 % interval, exact 1/6."""
    faces = [{**row, "face": face, "hits": row[f"n{face}"], "exact": 1 / 6} for face in range(1, 7)]
    return add_shares(faces, "hits", "dice")


def bar_of(row: Row, spec: Chart, labels: tuple[str, ...], names: dict[str, str]) -> Bar:
    """Returns the bar of a row."""
    label = " · ".join(label_of(row, name, names) for name in labels)
    value = number_in(row, spec.value) or 0.0
    count = row.get(spec.count) if spec.count else None
    low, high, exact = (number_in(row, column) for column in (spec.low, spec.high, spec.exact))
    return Bar(label, value, low, high, exact, None if count is None else int(count))


def label_of(row: Row, name: str, names: dict[str, str]) -> str:
    """Returns the label of a row: a person's name, words for a coded value or a column name, else the value."""
    value = str(row.get(f"{name}_name") or row[name])
    if name == "who" and value.isdigit():
        return f"{names['seat']} {value}"
    if name in ("what", "who"):
        return names.get(f"{name}={value}", names.get(value, value))
    return names.get(f"{name}={value}", value)


def chart_lines(rows: Rows, spec: Chart, names: dict[str, str]) -> tuple[list[Line], int]:
    """Returns the first MAX_LINES lines, points sorted by x, and the number of all lines."""
    points: dict[str, list[tuple[float, float, int]]] = {}
    for row in rows:
        point = (float(row[spec.labels[0]]), float(row[spec.value] or 0), int(row[spec.count] or 0))
        points.setdefault(label_of(row, spec.series, names), []).append(point)
    lines = [Line(label, sorted(line_points)) for label, line_points in points.items()]
    return lines[:MAX_LINES], len(lines)


@dataclass(frozen=True)
class Bar:
    """A labelled value with optional interval, exact value and number of cases."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    exact: float | None = None
    count: int | None = None

    @property
    def ends(self) -> list[float]:
        """The values that are drawn."""
        return [end for end in (self.value, self.low, self.high, self.exact) if end is not None]


@dataclass(frozen=True)
class Layout:
    """Where bars are drawn: `left` edge and `width` of the plot in pixels, the `least` value, pixels of a unit."""

    left: float
    width: float
    least: float
    scale: float

    def x(self, value: float) -> float:
        """Returns the place of a value."""
        return self.left + (value - self.least) * self.scale


def draw_bars(frame: Frame, interval: str, bars: list[Bar], total: int) -> str:
    """Draws the bars: whiskers show the interval, an upright stroke the exact value; negative bars go to the left.

    `interval` names the whiskers; `total` is the number of rows before truncation.
    """
    layout = layout_of(frame, bars)
    room = frame.width - 2 * MARGIN if frame.narrow else layout.left - 2 * MARGIN
    labels = [wrap(bar.label, room) for bar in bars]
    data = f"{frame.axis_label}: " + ("; ".join(describe_bar(frame, bar) for bar in bars) or frame.text("none"))
    key = legend(frame, interval, bars)
    top = 20.0 * len(heading_lines(frame)) + (10 if frame.heading else 0) + LINE * len(key) + 8
    heights = [row_height(frame, lines) for lines in labels]
    bottom = top + (sum(heights) if bars else LINE)
    elements = svg_head(frame, full_description(frame, data, len(bars), total), bottom + 28)
    elements += [
        f'<text x="{MARGIN}" y="{top - 8 - LINE * (len(key) - number - 1):.0f}" font-size="13">{line}</text>'
        for number, line in enumerate(key)
    ]
    ends = [end for bar in bars for end in bar.ends]
    for step in axis_ticks(layout.least, max([0.0, *ends]), 3 if frame.narrow else 6):
        x = layout.x(step)
        anchor = "start" if x < 12 else "middle"
        elements.append(
            f'<path d="M{x:.1f} {top:.0f}V{bottom:.0f}" stroke="currentColor" stroke-opacity=".2"/>'
            f'<text x="{x:.1f}" y="{bottom + 18:.0f}" text-anchor="{anchor}" font-size="13">'
            f"{format_number(step, frame.lang)}</text>"
        )
    y = top
    for bar, lines, height in zip(bars, labels, heights, strict=True):
        elements += bar_elements(frame, layout, bar, lines, y)
        y += height
    elements.append(f'<path d="M{layout.x(0):.1f} {top:.0f}V{bottom:.0f}" stroke="currentColor"/>')
    return "\n".join([*elements, "</svg>"]) + "\n"


def layout_of(frame: Frame, bars: list[Bar]) -> Layout:
    """Returns the plot: what labels and the values beside the bars leave of the width."""
    ends = [end for bar in bars for end in bar.ends]
    least, most = min([0.0, *ends]), max([0.0, *ends])
    label = 0.0 if frame.narrow else min(MAX_LABEL, max((text_width(bar.label) for bar in bars), default=0.0))
    value = max((text_width(value_text(frame, bar)) for bar in bars), default=0.0)
    left = MARGIN if frame.narrow else label + 2 * MARGIN
    width = frame.width - left - value - 2 * MARGIN
    return Layout(left, width, least, width / ((most - least) or 1.0))


def row_height(frame: Frame, lines: list[str]) -> float:
    """Returns the height of a bar with its label in pixels."""
    return LINE * len(lines) + (BAR + 14 if frame.narrow else 8)


def value_text(frame: Frame, bar: Bar) -> str:
    """Returns the value of a bar and its number of cases, as it stands beside the bar."""
    return format_number(bar.value, frame.lang) + ("" if bar.count is None else f"  n {bar.count}")


def describe_bar(frame: Frame, bar: Bar) -> str:
    """Describes a bar in words."""
    text = f"{bar.label}: {format_number(bar.value, frame.lang)}"
    if bar.low is not None and bar.high is not None:
        text += f" ({format_number(bar.low, frame.lang)} - {format_number(bar.high, frame.lang)})"
    if bar.exact is not None:
        text += f" ({frame.text('exact')} {format_number(bar.exact, frame.lang)})"
    if bar.count is not None:
        text += f" (n = {bar.count})"
    return text


def legend(frame: Frame, interval: str, bars: list[Bar]) -> list[str]:
    """Returns the lines of the legend: the names of the labels, the meaning of strokes, whiskers and n."""
    symbols = []
    if any(bar.exact is not None for bar in bars):
        symbols.append(f'<tspan fill="{ORANGE}" font-weight="bold">|</tspan> {frame.text("exact")}')
    if any(bar.low is not None for bar in bars):
        symbols.append(f"├─┤ {escape(interval)}")
    if frame.count and any(bar.count is not None for bar in bars):
        symbols.append(f"n: {escape(frame.count)}")
    lines = [f'<tspan font-style="italic">{escape(line)}</tspan>'
             for line in wrap(frame.axis_label, frame.width - 2 * MARGIN, 13)]  # fmt: skip
    return [*lines, " · ".join(symbols)] if symbols else lines


def bar_elements(frame: Frame, layout: Layout, bar: Bar, lines: list[str], y: float) -> list[str]:
    """Returns the elements of one bar whose row begins at `y`."""
    start, anchor = (MARGIN, "start") if frame.narrow else (layout.left - MARGIN, "end")
    elements = [
        f'<text x="{start:.0f}" y="{y + LINE * (number + 1) - 2:.0f}" text-anchor="{anchor}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    ]
    top = y + (LINE * len(lines) + 3 if frame.narrow else (LINE * len(lines) + 8 - BAR) / 2 - 2)
    left, right = sorted((layout.x(0.0), layout.x(bar.value)))
    middle, edges = top + BAR / 2, [right]
    elements.append(
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{BAR}" '
        f'fill="{BLUE if bar.value >= 0 else ORANGE}"/>'
    )
    if bar.low is not None and bar.high is not None:
        low, high = layout.x(bar.low), layout.x(bar.high)
        elements.append(
            f'<path d="M{low:.1f} {middle - 4:.1f}v8M{low:.1f} {middle:.1f}H{high:.1f}M{high:.1f} {middle - 4:.1f}v8" '
            'stroke="currentColor" fill="none"/>'
        )
        edges.append(high)
    if bar.exact is not None:
        x = layout.x(bar.exact)
        elements.append(f'<path d="M{x:.1f} {top - 2:.1f}v{BAR + 4}" stroke="{ORANGE}" stroke-width="3"/>')
        edges.append(x)
    cases = "" if bar.count is None else f' <tspan font-size="{FONT - 2}" dx="4">n {bar.count}</tspan>'
    elements.append(
        f'<text x="{max(edges) + 6:.1f}" y="{middle + 5:.1f}">{format_number(bar.value, frame.lang)}{cases}</text>'
    )
    return elements


@dataclass(frozen=True)
class Line:
    """Labelled points (x, y, number of cases), sorted by x."""

    label: str
    points: list[tuple[float, float, int]]


@dataclass(frozen=True)
class Plot:
    """The plot: edges `left` and `top` in pixels, `width`, ranges of x and y."""

    left: float
    top: float
    width: float
    first: float
    last: float
    least: float
    most: float

    def x(self, value: float) -> float:
        """Returns the place of an x value."""
        return self.left + (value - self.first) * self.width / ((self.last - self.first) or 1.0)

    def y(self, value: float) -> float:
        """Returns the place of a y value."""
        return self.top + HEIGHT - (value - self.least) * HEIGHT / ((self.most - self.least) or 1.0)


def draw_lines(frame: Frame, lines: list[Line], total: int) -> str:
    """Draws the lines with the number of cases below each tick; `total` is the number of lines before truncation."""
    plot = plot_of(frame, lines)
    data = "; ".join(
        f"{line.label}: " + ", ".join(f"{number(frame, x)}: {number(frame, y)} (n = {n})" for x, y, n in line.points)
        for line in lines
    )
    bottom = plot.top + HEIGHT
    below = bottom + 64 + (LABEL * len(lines) if frame.narrow else 0)
    elements = svg_head(frame, full_description(frame, data, len(lines), total), below)
    elements.append(f'<text x="{MARGIN}" y="{plot.top - 10:.0f}" font-size="13">{escape(frame.measure)}</text>')
    for step in axis_ticks(plot.least, plot.most):
        y = plot.y(step)
        elements.append(
            f'<path d="M{plot.left:.1f} {y:.1f}h{plot.width:.1f}" stroke="currentColor" stroke-opacity=".2"/>'
            f'<text x="{plot.left - 6:.1f}" y="{y + 4:.1f}" text-anchor="end">{number(frame, step)}</text>'
        )
    elements += x_axis(frame, plot, lines)
    elements += line_elements(frame, plot, lines, bottom + 64)
    return "\n".join([*elements, "</svg>"]) + "\n"


def number(frame: Frame, value: float) -> str:
    """Returns a number in the format of the chart's language."""
    return format_number(value, frame.lang)


def plot_of(frame: Frame, lines: list[Line]) -> Plot:
    """Returns the plot: what the labels leave of the width."""
    xs = [x for line in lines for x, _, _ in line.points] or [0.0]
    ys = [y for line in lines for _, y, _ in line.points] or [0.0]
    least, most = min(0.0, *ys), max(0.0, *ys)
    left = max(text_width(number(frame, step)) for step in axis_ticks(least, most)) + 2 * MARGIN
    right = 0.0 if frame.narrow else max((text_width(line.label) for line in lines), default=0.0) + MARGIN
    top = 20.0 * len(heading_lines(frame)) + 30
    return Plot(left, top, frame.width - left - right - 2 * MARGIN, min(xs), max(xs), least, most)


def x_axis(frame: Frame, plot: Plot, lines: list[Line]) -> list[str]:
    """Returns the ticks of the x axis with the number of cases below them, and what they are."""
    bottom, elements = plot.top + HEIGHT, []
    cases: dict[float, int] = {}
    for line in lines:
        for x, _, count in line.points:
            cases[x] = max(cases.get(x, 0), count)
    for step in axis_ticks(plot.first, plot.last, 4 if frame.narrow else 6):
        elements.append(f'<text x="{plot.x(step):.1f}" y="{bottom + 20:.0f}" text-anchor="middle">'
                        f"{number(frame, step)}</text>")  # fmt: skip
        if step in cases:
            elements.append(f'<text x="{plot.x(step):.1f}" y="{bottom + 36:.0f}" text-anchor="middle" font-size="12">'
                            f"n {cases[step]}</text>")  # fmt: skip
    named = f"{frame.axis_label}; n: {frame.count}" if frame.count else frame.axis_label
    elements.append(f'<text x="{plot.left:.1f}" y="{bottom + 54:.0f}" font-size="13" font-style="italic">'
                    f"{escape(named)}</text>")  # fmt: skip
    return elements


def line_elements(frame: Frame, plot: Plot, lines: list[Line], below: float) -> list[str]:
    """Returns the lines with their names; names of lines that end at the same height are moved apart."""
    elements: list[str] = []
    heights: list[float] = []
    for index, line in enumerate(lines):
        points = " ".join(f"{plot.x(x):.1f},{plot.y(y):.1f}" for x, y, _ in line.points)
        style = f'fill="none" stroke="{(BLUE, ORANGE)[index % 2]}" stroke-width="2"'
        if dashes := DASHES[index % len(DASHES)]:
            style += f' stroke-dasharray="{dashes}"'
        elements.append(f'<polyline points="{points}" {style}/>')
        if frame.narrow:
            y = below + LABEL * index + 8
            elements.append(f'<path d="M{MARGIN} {y:.0f}h32" {style}/><text x="{MARGIN + 40}" y="{y + 5:.0f}">'
                            f"{escape(line.label)}</text>")  # fmt: skip
            continue
        height = plot.y(line.points[-1][1])
        while any(abs(height - other) < LABEL - 3 for other in heights):
            height += LABEL - 3
        heights.append(height)
        elements.append(f'<text x="{plot.left + plot.width + 8:.1f}" y="{height + 4:.1f}">{escape(line.label)}</text>')
    return elements
