"""Line charts: one line for each series, told apart by colour and dashes and named at its end, or below on phones."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from plancia_archive.statistics.svg import (
    BLUE,
    MARGIN,
    ORANGE,
    Frame,
    axis_ticks,
    format_number,
    full_description,
    heading_lines,
    svg_head,
    text_width,
)

HEIGHT = 260  # px of the plot
LINE = 18  # px
DASHES = ("", "6 3", "2 3", "8 3 2 3", "12 4", "1 4", "4 4", "10 2 2 2")


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
    below = bottom + 64 + (LINE * len(lines) if frame.narrow else 0)
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
            y = below + LINE * index + 8
            elements.append(f'<path d="M{MARGIN} {y:.0f}h32" {style}/><text x="{MARGIN + 40}" y="{y + 5:.0f}">'
                            f"{escape(line.label)}</text>")  # fmt: skip
            continue
        height = plot.y(line.points[-1][1])
        while any(abs(height - other) < LINE - 3 for other in heights):
            height += LINE - 3
        heights.append(height)
        elements.append(f'<text x="{plot.left + plot.width + 8:.1f}" y="{height + 4:.1f}">{escape(line.label)}</text>')
    return elements
