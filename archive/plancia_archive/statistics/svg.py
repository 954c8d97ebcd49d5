"""Bars and lines as SVG text: readable by a screen reader, on light and dark pages, without colour."""

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
WORDS = {
    "first": ("le prime {drawn} di {total} righe", "the first {drawn} of {total} rows"),
    "exact": ("esatto", "exact"),
    "none": ("nessun dato", "no data"),
}


@dataclass(frozen=True)
class Bar:
    """A value under its label, with the interval, the exact value and the number of cases where there are such."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    exact: float | None = None
    count: int | None = None


@dataclass(frozen=True)
class Line:
    """Points (x, y, number of cases) in the order of x under one label."""

    label: str
    points: list[tuple[float, float, int]]


def figure(value: float, lang: str) -> str:
    """A number as people of a language write it, four digits."""
    text = f"{value:.4g}" if abs(value) < 10000 else f"{value:.0f}"
    return text.replace(".", messages("columns", lang)["decimal_mark"])


def steps(least: float, most: float) -> list[float]:
    """Round numbers for an axis that reaches from `least` to `most`, three to seven of them."""
    span = (most - least) or 1.0
    step = 10.0 ** math.floor(math.log10(span / 3))
    step *= next(times for times in (1, 2, 5, 10) if span / (step * times) <= 6)
    first = math.ceil(least / step - 1e-9)
    return [place * step for place in range(first, math.floor(most / step + 1e-9) + 1)]


def opening(title: str, subtitle: str, described: str, height: int) -> list[str]:
    """The head of a drawing: size, title, description, the words over it."""
    wide = LEFT + WIDTH + RIGHT
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="chart-title chart-data" width="{wide}" '
        f'height="{height}" viewBox="0 0 {wide} {height}" font-family="sans-serif" font-size="13" fill="currentColor">',
        f'<title id="chart-title">{escape(title)}: {escape(subtitle)}</title>',
        f'<desc id="chart-data">{escape(described)}</desc>',
        STYLE,
        f'<text x="8" y="20" font-size="16">{escape(title)} ({escape(subtitle)})</text>',
    ]


def told(bar: Bar, lang: str) -> str:
    """A bar in words."""
    text = f"{bar.label}: {figure(bar.value, lang)}"
    if bar.low is not None and bar.high is not None:
        text += f" ({figure(bar.low, lang)} - {figure(bar.high, lang)})"
    if bar.exact is not None:
        text += f" ({in_language(lang, *WORDS['exact'])} {figure(bar.exact, lang)})"
    if bar.count is not None:
        text += f" (n = {bar.count})"
    return text


def legend(bars: list[Bar], over: str, span: str, lang: str) -> list[str]:
    """What the labels are, and what strokes and whiskers mean where there are such."""
    made = [f'<text x="{LEFT - 8}" y="42" text-anchor="end" font-style="italic">{escape(over)}</text>']
    signs = []
    if any(bar.exact is not None for bar in bars):
        signs.append(f'<tspan fill="{ORANGE}" font-weight="bold">|</tspan> {in_language(lang, *WORDS["exact"])}')
    if any(bar.low is not None for bar in bars):
        signs.append(f"├─┤ {escape(span)}")
    if signs:
        made.append(f'<text x="{LEFT}" y="42">{"   ".join(signs)}</text>')
    return made


def draw_bars(
    title: str, measure: str, over: str, span: str, counted: str, bars: list[Bar], total: int, lang: str
) -> str:
    """One row a bar; whiskers show the interval, an upright stroke the exact value; negative bars go to the left.

    `over` says what the labels are, `span` what the whiskers are, `total` how many rows there were.
    """
    ends = [end for bar in bars for end in (bar.value, bar.low, bar.high, bar.exact) if end is not None]
    least, most = min([0.0, *ends]), max([0.0, *ends])
    scale = WIDTH / ((most - least) or 1.0)
    data = "; ".join(told(bar, lang) for bar in bars) or in_language(lang, *WORDS["none"])
    if len(bars) < total:
        data = f"{in_language(lang, *WORDS['first']).format(drawn=len(bars), total=total)}. {data}"
    bottom = TOP + ROW * max(1, len(bars))
    made = opening(title, f"{measure}, {counted}", f"{counted}. {over}: {data}", bottom + 30)
    made += legend(bars, over, span, lang)

    def at(value: float) -> float:
        return LEFT + (value - least) * scale

    for step in steps(least, most):
        made.append(
            f'<path d="M{at(step):.1f} {TOP}V{bottom}" stroke="currentColor" stroke-opacity=".2"/>'
            f'<text x="{at(step):.1f}" y="{bottom + 18}" text-anchor="middle">{figure(step, lang)}</text>'
        )
    for place, bar in enumerate(bars):
        made += row(bar, TOP + ROW * place, at, lang)
    made.append(f'<path d="M{at(0):.1f} {TOP}V{bottom}" stroke="currentColor"/>')
    return "\n".join([*made, "</svg>"]) + "\n"


def row(bar: Bar, top: int, at: Callable[[float], float], lang: str) -> list[str]:
    """The shapes of one bar."""
    left, right = sorted((at(0.0), at(bar.value)))
    middle = top + ROW / 2 - 2
    colour = BLUE if bar.value >= 0 else ORANGE
    ends = [right]
    made = [
        f'<text x="{LEFT - 8}" y="{top + 14}" text-anchor="end">{escape(bar.label[:32])}</text>',
        f'<rect x="{left:.1f}" y="{top + 2}" width="{right - left:.1f}" height="{ROW - 8}" fill="{colour}"/>',
    ]
    if bar.low is not None and bar.high is not None:
        low, high = at(bar.low), at(bar.high)
        made.append(
            f'<path d="M{low:.1f} {middle - 4}v8M{low:.1f} {middle}H{high:.1f}M{high:.1f} {middle - 4}v8" '
            'stroke="currentColor" fill="none"/>'
        )
        ends.append(high)
    if bar.exact is not None:
        exact = at(bar.exact)
        made.append(f'<path d="M{exact:.1f} {top}v{ROW - 4}" stroke="{ORANGE}" stroke-width="3"/>')
        ends.append(exact)
    cases = "" if bar.count is None else f' <tspan font-size="11" fill-opacity=".75">n {bar.count}</tspan>'
    made.append(f'<text x="{max(ends) + 6:.1f}" y="{top + 14}">{figure(bar.value, lang)}{cases}</text>')
    return made


def draw_lines(title: str, measure: str, over: str, counted: str, lines: list[Line], total: int, lang: str) -> str:
    """One line a series, told apart by colour and dashes and named at its end."""
    xs = [x for line in lines for x, _, _ in line.points] or [0.0]
    ys = [y for line in lines for _, y, _ in line.points] or [0.0]
    first, last, least, most = min(xs), max(xs), min(0.0, *ys), max(0.0, *ys)
    wide, high = WIDTH / ((last - first) or 1.0), HEIGHT / ((most - least) or 1.0)
    start = 60
    data = "; ".join(
        f"{line.label}: " + ", ".join(f"{figure(x, lang)}: {figure(y, lang)} (n = {n})" for x, y, n in line.points)
        for line in lines
    )
    if len(lines) < total:
        data = f"{in_language(lang, *WORDS['first']).format(drawn=len(lines), total=total)}. {data}"
    described = f"{counted}. {data or in_language(lang, *WORDS['none'])}"
    made = opening(title, f"{measure} / {over}, {counted}", described, TOP + HEIGHT + 46)
    for step in steps(least, most):
        y = TOP + HEIGHT - (step - least) * high
        made.append(
            f'<path d="M{start} {y:.1f}h{WIDTH}" stroke="currentColor" stroke-opacity=".2"/>'
            f'<text x="{start - 6}" y="{y + 4:.1f}" text-anchor="end">{figure(step, lang)}</text>'
        )
    cases = {x: max(n for line in lines for other, _, n in line.points if other == x) for x in xs} if lines else {}
    for step in steps(first, last):
        x = start + (step - first) * wide
        made.append(f'<text x="{x:.1f}" y="{TOP + HEIGHT + 20}" text-anchor="middle">{figure(step, lang)}</text>')
        if step in cases:
            made.append(f'<text x="{x:.1f}" y="{TOP + HEIGHT + 35}" text-anchor="middle" font-size="11" '
                        f'fill-opacity=".75">n {cases[step]}</text>')  # fmt: skip
    made += series(lines, start, first, least, wide, high)
    return "\n".join([*made, "</svg>"]) + "\n"


def series(lines: list[Line], start: int, first: float, least: float, wide: float, high: float) -> list[str]:
    """The lines themselves; names are moved apart where lines end at the same height."""
    made = []
    taken: list[float] = []
    for place, line in enumerate(lines):
        spots = [(start + (x - first) * wide, TOP + HEIGHT - (y - least) * high) for x, y, _ in line.points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        dash = f' stroke-dasharray="{DASHES[place % len(DASHES)]}"' if DASHES[place % len(DASHES)] else ""
        colour = (BLUE, ORANGE)[place % 2]
        made.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
        label = spots[-1][1]
        while any(abs(label - other) < 14 for other in taken):
            label += 14
        taken.append(label)
        made.append(f'<text x="{start + WIDTH + 8}" y="{label + 4:.1f}">{escape(line.label[:32])}</text>')
    return made
