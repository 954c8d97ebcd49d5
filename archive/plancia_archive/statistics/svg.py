"""What bar and line charts share: measures, text widths, ticks, numbers, the opening elements.

The SVG is readable by screen readers, on light and dark pages, on paper and without colour. `narrow` is for phones.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape

from plancia_data import decimal_text, in_language

WIDE, NARROW = 760, 358  # width of a chart in pixels
FONT = 14  # px; narrow charts are shown at their own size
CHARACTER = 0.56  # mean width of a character of a sans-serif font, in units of its size
MARGIN = 8
BLUE, ORANGE = "#3b82b5", "#c2571a"
STYLE = (
    "<style>.stat-chart{color:#222}@media(prefers-color-scheme:dark){.stat-chart{color:#ddd}}"
    "@media print{.stat-chart{color:#000}}</style>"
)
LABEL_TEXTS = {
    "first": ("le prime {drawn} di {total} righe", "the first {drawn} of {total} rows"),
    "exact": ("esatto", "exact"),
    "none": ("nessun dato", "no data"),
    "interval": ("intervallo", "interval"),
}


@dataclass(frozen=True)
class Frame:
    """What a chart is about: `measure` is drawn, `axis_label` names its rows or its x axis, `sample` counts the games.

    `count` names what `n` beside a value counts. `prefix` begins the ids of the SVG, distinct for two charts of a page.
    With `heading` title, measure and sample stand above the chart.
    """

    title: str
    measure: str
    axis_label: str
    sample: str
    lang: str
    count: str = ""
    narrow: bool = False
    prefix: str = "chart"
    heading: bool = True

    @property
    def width(self) -> int:
        """The width of the chart in pixels."""
        return NARROW if self.narrow else WIDE

    def text(self, key: str) -> str:
        """One of LABEL_TEXTS in the language of the chart."""
        return in_language(self.lang, *LABEL_TEXTS[key])


def format_number(value: float, lang: str) -> str:
    """Formats a number with four significant digits and the language's decimal mark."""
    text = f"{value:.4g}" if abs(value) < 10000 else f"{value:.0f}"
    return decimal_text(text, lang)


def text_width(text: str, size: float = FONT) -> float:
    """Returns the width of a text in pixels, estimated with some room to spare."""
    return len(text) * size * CHARACTER + 2


def wrap(text: str, width: float, size: float = FONT) -> list[str]:
    """Returns the text in lines that are not wider than `width` pixels; a longer word is broken."""
    most = max(4, int((width - 2) / (size * CHARACTER)))
    lines = [""]
    for word in text.split():
        while len(word) > most:
            lines += [word[:most]] if lines[-1] else []
            lines[-1] = lines[-1] or word[:most]
            word = word[most:]
            lines.append("")
        if lines[-1] and len(lines[-1]) + 1 + len(word) > most:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return [line for line in lines if line] or [""]


def axis_ticks(least: float, most: float, number: int = 6) -> list[float]:
    """Returns round tick values for an axis from `least` to `most`, at most `number` steps."""
    span = (most - least) or 1.0
    step = 10.0 ** math.floor(math.log10(span / (number / 2)))
    step *= next(times for times in (1, 2, 5, 10, 20) if span / (step * times) <= number)
    first = math.ceil(least / step - 1e-9)
    return [place * step for place in range(first, math.floor(most / step + 1e-9) + 1)]


def heading_lines(frame: Frame) -> list[str]:
    """Returns the lines of the heading inside the chart; none without one."""
    text = f"{frame.title} ({frame.measure}, {frame.sample})"
    return wrap(text, frame.width - 2 * MARGIN, 16) if frame.heading else []


def svg_head(frame: Frame, description: str, height: float) -> list[str]:
    """Returns the opening elements: size, title, description, style, visible heading."""
    ids, subtitle = f"{frame.prefix}-title {frame.prefix}-data", f"{frame.measure}, {frame.sample}"
    elements = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="stat-chart{" narrow" if frame.narrow else ""}" role="img" '
        f'aria-labelledby="{ids}" width="{frame.width}" height="{height:.0f}" viewBox="0 0 {frame.width} {height:.0f}" '
        f'font-family="system-ui, sans-serif" font-size="{FONT}" fill="currentColor">',
        f'<title id="{frame.prefix}-title">{escape(frame.title)}: {escape(subtitle)}</title>',
        f'<desc id="{frame.prefix}-data">{escape(description)}</desc>',
        STYLE,
    ]
    return elements + [
        f'<text x="{MARGIN}" y="{20 + 20 * number}" font-size="16">{escape(line)}</text>'
        for number, line in enumerate(heading_lines(frame))
    ]


def full_description(frame: Frame, data: str, drawn: int, total: int) -> str:
    """Returns the description: the sample, what is left out of the drawing, the data."""
    if drawn < total:
        data = f"{frame.text('first').format(drawn=drawn, total=total)}. {data}"
    return f"{frame.sample}. {data or frame.text('none')}"
