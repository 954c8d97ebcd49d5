"""Renders a position as SVG: the territories by continent, each with its owner's colour and its armies."""

from __future__ import annotations

from html import escape
from typing import Any

from plancia_data import board, in_language
from plancia_replay.text.sentences import place_names

COLOUR_FILLS = {
    "R": "#d33",
    "B": "#36c",
    "G": "#2a8a3a",
    "Y": "#e6c200",
    "N": "#222",
    "V": "#8a3aa8",
    "-": "#bbb",
    "?": "#eee",
}
DARK_COLOURS = "RBGNV"
ROW_HEIGHT, SVG_WIDTH = 23, 200  # units of the drawing
LETTER_WIDTH, NAME_WIDTH = 7.3, 144  # mean width of a letter, room for a name
BOARD_STYLE = (
    ".board{background:#fff;color:#111;border:1px solid #999;border-radius:.4rem;padding:.5rem;margin:.8rem 0;"
    "columns:165px;column-gap:.6rem;break-inside:avoid}.board figcaption{font-weight:600;column-span:all}"
    ".board svg{display:block;width:100%;height:auto;break-inside:avoid;margin:.3rem 0}"
)


def render_board(position: dict[str, list[Any]], changed: set[str], lang: str, title: str) -> str:
    """Renders a position as an HTML figure with one SVG drawing for each continent; BOARD_STYLE sets the columns.

    Territories in `changed` are framed. Each disc has the letter of its colour, so that the figure can be read in grey.
    """
    territory_names = list(place_names(lang).items())
    drawings = []
    for _, italian, english, _, territories in board("eg").continents:
        name = escape(in_language(lang, italian, english))
        elements = [f'<text x="4" y="16" font-weight="bold">{name}</text>']
        for row_number, territory in enumerate(territories, 1):
            code, territory_name = territory_names[territory]
            elements.append(
                render_territory(position.get(code, ["?", 0]), territory_name, row_number * ROW_HEIGHT, code in changed)
            )
        height = (len(territories) + 1) * ROW_HEIGHT
        drawings.append(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SVG_WIDTH} {height}" role="img" '
            f'aria-label="{escape(title)}: {name}" font-family="sans-serif" font-size="14">{"".join(elements)}</svg>'
        )
    return f'<figure class="board"><figcaption>{escape(title)}</figcaption>{"".join(drawings)}</figure>'


def render_territory(holding: list[Any], territory_name: str, y: int, is_changed: bool) -> str:
    """Renders one territory at height `y`: disc with the owner's letter, armies, name."""
    colour, armies = str(holding[0]), int(holding[1])
    text_colour = "#fff" if colour in DARK_COLOURS else "#000"
    frame = (
        f'<rect x="1" y="{y}" width="{SVG_WIDTH - 2}" height="{ROW_HEIGHT - 2}" rx="4" fill="#fff3c4" stroke="#b8860b" '
        'stroke-width="2"/>'
        if is_changed
        else ""
    )
    length_attributes = (
        f' textLength="{NAME_WIDTH}" lengthAdjust="spacingAndGlyphs"'
        if len(territory_name) * LETTER_WIDTH > NAME_WIDTH
        else ""
    )
    return (
        f'{frame}<circle cx="13" cy="{y + 10.5}" r="8.5" fill="{COLOUR_FILLS.get(colour, "#eee")}" stroke="#555"/>'
        f'<text x="13" y="{y + 14.5}" text-anchor="middle" font-size="11" fill="{text_colour}">{escape(colour)}</text>'
        f'<text x="46" y="{y + 15.5}" text-anchor="end">{armies}</text>'
        f'<text x="53" y="{y + 15.5}"{length_attributes}>{escape(territory_name)}</text>'
    )
