"""Bar charts: one row for each bar, its label beside it, or above it on a narrow chart."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

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

LINE, BAR = 17, 14  # px: height of a line of text, and of a bar
MAX_LABEL = 300  # px: wider labels take more lines


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
