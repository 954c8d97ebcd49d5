"""A position as a diagram: the territories by continent with colour, letter and armies, in SVG."""

from __future__ import annotations

from html import escape
from typing import Any

from plancia_data import board, in_language
from plancia_replay.text.sentences import place_names

FILLS = {
    "R": "#d33",
    "B": "#36c",
    "G": "#2a8a3a",
    "Y": "#e6c200",
    "N": "#222",
    "V": "#8a3aa8",
    "-": "#bbb",
    "?": "#eee",
}
DARK = "RBGNV"
ROW, WIDTH, COLUMNS, HEAD = 22, 200, 3, 24  # pixels


def board_svg(position: dict[str, list[Any]], changed: set[str], lang: str, title: str) -> str:
    """The diagram; territories in `changed` have a thick frame. Colours are told by letters as well."""
    places = list(place_names(lang).items())
    columns: list[list[str]] = [[] for _ in range(COLUMNS)]
    heights = [HEAD] * COLUMNS
    for _, italian, english, _, lands in sorted(board("eg").continents, key=lambda entry: -len(entry[4])):
        at = heights.index(min(heights))
        x, y = at * WIDTH, heights[at]
        name = escape(in_language(lang, italian, english))
        columns[at].append(f'<text x="{x + 4}" y="{y + 15}" font-weight="bold">{name}</text>')
        for row, land in enumerate(lands, 1):
            code, place = places[land]
            columns[at].append(territory(position.get(code, ["?", 0]), place, x, y + row * ROW, code in changed))
        heights[at] += (len(lands) + 1) * ROW + 8
    size = f"{COLUMNS * WIDTH} {max(heights)}"
    head = f'<text x="4" y="16" font-size="15">{escape(title)}</text>'
    shapes = "".join(shape for column in columns for shape in column)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img" aria-label="{escape(title)}" '
        f'font-family="sans-serif" font-size="13">{head}{shapes}</svg>'
    )


def territory(held: list[Any], place: str, x: int, y: int, is_changed: bool) -> str:
    """A line of the diagram: disc with the colour's letter, armies, name."""
    colour, armies = str(held[0]), int(held[1])
    ink = "#fff" if colour in DARK else "#000"
    frame = (
        f'<rect x="{x + 1}" y="{y}" width="{WIDTH - 6}" height="{ROW - 2}" rx="4" fill="#fff3c4" stroke="#b8860b" '
        'stroke-width="2"/>'
        if is_changed
        else ""
    )
    return (
        f'{frame}<circle cx="{x + 14}" cy="{y + 10}" r="8" fill="{FILLS.get(colour, "#eee")}" stroke="#555"/>'
        f'<text x="{x + 14}" y="{y + 14}" text-anchor="middle" font-size="10" fill="{ink}">{escape(colour)}</text>'
        f'<text x="{x + 44}" y="{y + 15}" text-anchor="end">{armies}</text>'
        f'<text x="{x + 52}" y="{y + 15}">{escape(place)}</text>'
    )
