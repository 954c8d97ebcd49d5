"""Bar and line charts as SVG: accessible to screen readers, on light and dark pages, and without colour."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from plancia_data import in_language, messages

ROW, LEFT, WIDTH, RIGHT, TOP = 22, 230, 420, 110, 52
HEIGHT = 260
BLUE, ORANGE = "#3b82b5", "#c2571a"
DASHES = ("", "6 3", "2 3", "8 3 2 3", "12 4", "1 4", "4 4", "10 2 2 2")
STYLE = "<style>svg{color:#222}@media(prefers-color-scheme:dark){svg{color:#ddd}}</style>"
LABEL_TEXTS = {
    "first": ("le prime {drawn} di {total} righe", "the first {drawn} of {total} rows"),
    "exact": ("esatto", "exact"),
    "none": ("nessun dato", "no data"),
}


@dataclass(frozen=True)
class Bar:
    """A labelled value with optional interval, exact value and number of cases."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    exact: float | None = None
    count: int | None = None


@dataclass(frozen=True)
class Line:
    """Labelled points (x, y, number of cases), sorted by x."""

    label: str
    points: list[tuple[float, float, int]]


def format_number(value: float, lang: str) -> str:
    """Formats a number with four significant digits and the language's decimal mark."""
    text = f"{value:.4g}" if abs(value) < 10000 else f"{value:.0f}"
    return text.replace(".", messages("columns", lang)["decimal_mark"])


def axis_ticks(least: float, most: float) -> list[float]:
    """Returns three to seven round tick values for an axis from `least` to `most`."""
    span = (most - least) or 1.0
    step = 10.0 ** math.floor(math.log10(span / 3))
    step *= next(times for times in (1, 2, 5, 10) if span / (step * times) <= 6)
    first = math.ceil(least / step - 1e-9)
    return [place * step for place in range(first, math.floor(most / step + 1e-9) + 1)]


def svg_head(title: str, subtitle: str, description: str, height: int) -> list[str]:
    """Returns the opening elements: size, title, description, visible heading."""
    width = LEFT + WIDTH + RIGHT
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="chart-title chart-data" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        'font-size="13" fill="currentColor">',
        f'<title id="chart-title">{escape(title)}: {escape(subtitle)}</title>',
        f'<desc id="chart-data">{escape(description)}</desc>',
        STYLE,
        f'<text x="8" y="20" font-size="16">{escape(title)} ({escape(subtitle)})</text>',
    ]


def describe_bar(bar: Bar, lang: str) -> str:
    """Describes a bar in words."""
    text = f"{bar.label}: {format_number(bar.value, lang)}"
    if bar.low is not None and bar.high is not None:
        text += f" ({format_number(bar.low, lang)} - {format_number(bar.high, lang)})"
    if bar.exact is not None:
        text += f" ({in_language(lang, *LABEL_TEXTS['exact'])} {format_number(bar.exact, lang)})"
    if bar.count is not None:
        text += f" (n = {bar.count})"
    return text


def legend(bars: list[Bar], axis_label: str, interval_name: str, lang: str) -> list[str]:
    """Returns the legend: names of the labels, meaning of strokes and whiskers if there are any."""
    elements = [f'<text x="{LEFT - 8}" y="42" text-anchor="end" font-style="italic">{escape(axis_label)}</text>']
    symbols = []
    if any(bar.exact is not None for bar in bars):
        symbols.append(
            f'<tspan fill="{ORANGE}" font-weight="bold">|</tspan> {in_language(lang, *LABEL_TEXTS["exact"])}'
        )
    if any(bar.low is not None for bar in bars):
        symbols.append(f"├─┤ {escape(interval_name)}")
    if symbols:
        elements.append(f'<text x="{LEFT}" y="42">{"   ".join(symbols)}</text>')
    return elements


def draw_bars(
    title: str,
    measure: str,
    axis_label: str,
    interval_name: str,
    sample_size: str,
    bars: list[Bar],
    total: int,
    lang: str,
) -> str:
    """Draws one row per bar.

    Whiskers show the interval, an upright stroke the exact value; negative bars go to the left.

    `axis_label` names the labels, `interval_name` the whiskers; `total` is the number of rows before truncation.
    """
    bar_values = [end for bar in bars for end in (bar.value, bar.low, bar.high, bar.exact) if end is not None]
    least, most = min([0.0, *bar_values]), max([0.0, *bar_values])
    scale = WIDTH / ((most - least) or 1.0)
    data = "; ".join(describe_bar(bar, lang) for bar in bars) or in_language(lang, *LABEL_TEXTS["none"])
    if len(bars) < total:
        data = f"{in_language(lang, *LABEL_TEXTS['first']).format(drawn=len(bars), total=total)}. {data}"
    bottom = TOP + ROW * max(1, len(bars))
    elements = svg_head(title, f"{measure}, {sample_size}", f"{sample_size}. {axis_label}: {data}", bottom + 30)
    elements += legend(bars, axis_label, interval_name, lang)

    def x_of(value: float) -> float:
        return LEFT + (value - least) * scale

    for step in axis_ticks(least, most):
        elements.append(
            f'<path d="M{x_of(step):.1f} {TOP}V{bottom}" stroke="currentColor" stroke-opacity=".2"/>'
            f'<text x="{x_of(step):.1f}" y="{bottom + 18}" text-anchor="middle">{format_number(step, lang)}</text>'
        )
    for place, bar in enumerate(bars):
        elements += bar_elements(bar, TOP + ROW * place, x_of, lang)
    elements.append(f'<path d="M{x_of(0):.1f} {TOP}V{bottom}" stroke="currentColor"/>')
    return "\n".join([*elements, "</svg>"]) + "\n"


def bar_elements(bar: Bar, top: int, x_of: Callable[[float], float], lang: str) -> list[str]:
    """Returns the elements of one bar."""
    left, right = sorted((x_of(0.0), x_of(bar.value)))
    middle = top + ROW / 2 - 2
    colour = BLUE if bar.value >= 0 else ORANGE
    label_edges = [right]
    elements = [
        f'<text x="{LEFT - 8}" y="{top + 14}" text-anchor="end">{escape(bar.label[:32])}</text>',
        f'<rect x="{left:.1f}" y="{top + 2}" width="{right - left:.1f}" height="{ROW - 8}" fill="{colour}"/>',
    ]
    if bar.low is not None and bar.high is not None:
        low, high = x_of(bar.low), x_of(bar.high)
        elements.append(
            f'<path d="M{low:.1f} {middle - 4}v8M{low:.1f} {middle}H{high:.1f}M{high:.1f} {middle - 4}v8" '
            'stroke="currentColor" fill="none"/>'
        )
        label_edges.append(high)
    if bar.exact is not None:
        exact = x_of(bar.exact)
        elements.append(f'<path d="M{exact:.1f} {top}v{ROW - 4}" stroke="{ORANGE}" stroke-width="3"/>')
        label_edges.append(exact)
    cases = "" if bar.count is None else f' <tspan font-size="11" fill-opacity=".75">n {bar.count}</tspan>'
    elements.append(
        f'<text x="{max(label_edges) + 6:.1f}" y="{top + 14}">{format_number(bar.value, lang)}{cases}</text>'
    )
    return elements


def draw_lines(
    title: str, measure: str, axis_label: str, sample_size: str, lines: list[Line], total: int, lang: str
) -> str:
    """Draws one line per series, distinguished by colour and dashes and labelled at its end."""
    xs = [x for line in lines for x, _, _ in line.points] or [0.0]
    ys = [y for line in lines for _, y, _ in line.points] or [0.0]
    first, last, least, most = min(xs), max(xs), min(0.0, *ys), max(0.0, *ys)
    wide, high = WIDTH / ((last - first) or 1.0), HEIGHT / ((most - least) or 1.0)
    start = 60
    data = "; ".join(
        f"{line.label}: "
        + ", ".join(f"{format_number(x, lang)}: {format_number(y, lang)} (n = {n})" for x, y, n in line.points)
        for line in lines
    )
    if len(lines) < total:
        data = f"{in_language(lang, *LABEL_TEXTS['first']).format(drawn=len(lines), total=total)}. {data}"
    description = f"{sample_size}. {data or in_language(lang, *LABEL_TEXTS['none'])}"
    elements = svg_head(title, f"{measure} / {axis_label}, {sample_size}", description, TOP + HEIGHT + 46)
    for step in axis_ticks(least, most):
        y = TOP + HEIGHT - (step - least) * high
        elements.append(
            f'<path d="M{start} {y:.1f}h{WIDTH}" stroke="currentColor" stroke-opacity=".2"/>'
            f'<text x="{start - 6}" y="{y + 4:.1f}" text-anchor="end">{format_number(step, lang)}</text>'
        )
    cases = {x: max(n for line in lines for other, _, n in line.points if other == x) for x in xs} if lines else {}
    for step in axis_ticks(first, last):
        x = start + (step - first) * wide
        elements.append(
            f'<text x="{x:.1f}" y="{TOP + HEIGHT + 20}" text-anchor="middle">{format_number(step, lang)}</text>'
        )
        if step in cases:
            elements.append(f'<text x="{x:.1f}" y="{TOP + HEIGHT + 35}" text-anchor="middle" font-size="11" '
                        f'fill-opacity=".75">n {cases[step]}</text>')  # fmt: skip
    elements += line_elements(lines, start, first, least, wide, high)
    return "\n".join([*elements, "</svg>"]) + "\n"


def line_elements(
    lines: list[Line], start: int, first: float, least: float, x_scale: float, y_scale: float
) -> list[str]:
    """Returns the elements of the lines; labels of lines that end at the same height are moved apart."""
    elements = []
    label_heights: list[float] = []
    for index, line in enumerate(lines):
        pixels = [(start + (x - first) * x_scale, TOP + HEIGHT - (y - least) * y_scale) for x, y, _ in line.points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in pixels)
        dash = f' stroke-dasharray="{DASHES[index % len(DASHES)]}"' if DASHES[index % len(DASHES)] else ""
        colour = (BLUE, ORANGE)[index % 2]
        elements.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
        label = pixels[-1][1]
        while any(abs(label - other) < 14 for other in label_heights):
            label += 14
        label_heights.append(label)
        elements.append(f'<text x="{start + WIDTH + 8}" y="{label + 4:.1f}">{escape(line.label[:32])}</text>')
    return elements
