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
ROW, WIDTH = 23, 200  # units of the drawing
LETTER, NAME_WIDTH = 7.3, 144  # mean width of a letter, room for a name
BOARD_STYLE = (
    ".board{background:#fff;color:#111;border:1px solid #999;border-radius:.4rem;padding:.5rem;margin:.8rem 0;"
    "columns:165px;column-gap:.6rem;break-inside:avoid}.board figcaption{font-weight:600;column-span:all}"
    ".board svg{display:block;width:100%;height:auto;break-inside:avoid;margin:.3rem 0}"
)


def board_svg(position: dict[str, list[Any]], changed: set[str], lang: str, title: str) -> str:
    """The diagram, a drawing a continent, in as many columns as the page has room for (BOARD_STYLE).

    Territories in `changed` have a thick frame. Colours are told by letters as well.
    """
    places = list(place_names(lang).items())
    drawings = []
    for _, italian, english, _, lands in board("eg").continents:
        name = escape(in_language(lang, italian, english))
        shapes = [f'<text x="4" y="16" font-weight="bold">{name}</text>']
        for row, land in enumerate(lands, 1):
            code, place = places[land]
            shapes.append(territory(position.get(code, ["?", 0]), place, row * ROW, code in changed))
        drawings.append(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {(len(lands) + 1) * ROW}" role="img" '
            f'aria-label="{escape(title)}: {name}" font-family="sans-serif" font-size="14">{"".join(shapes)}</svg>'
        )
    return f'<figure class="board"><figcaption>{escape(title)}</figcaption>{"".join(drawings)}</figure>'


def territory(held: list[Any], place: str, y: int, is_changed: bool) -> str:
    """A line of the diagram: disc with the colour's letter, armies, name."""
    colour, armies = str(held[0]), int(held[1])
    ink = "#fff" if colour in DARK else "#000"
    frame = (
        f'<rect x="1" y="{y}" width="{WIDTH - 2}" height="{ROW - 2}" rx="4" fill="#fff3c4" stroke="#b8860b" '
        'stroke-width="2"/>'
        if is_changed
        else ""
    )
    narrow = f' textLength="{NAME_WIDTH}" lengthAdjust="spacingAndGlyphs"' if len(place) * LETTER > NAME_WIDTH else ""
    return (
        f'{frame}<circle cx="13" cy="{y + 10.5}" r="8.5" fill="{FILLS.get(colour, "#eee")}" stroke="#555"/>'
        f'<text x="13" y="{y + 14.5}" text-anchor="middle" font-size="11" fill="{ink}">{escape(colour)}</text>'
        f'<text x="46" y="{y + 15.5}" text-anchor="end">{armies}</text>'
        f'<text x="53" y="{y + 15.5}"{narrow}>{escape(place)}</text>'
    )
