"""SVG definitions that all boards of a document share: outlines of the territories, patterns of the colours."""

from __future__ import annotations

from functools import cache

from plancia_data import board, board_map
from plancia_replay.drawing.style import COLOURS


def definitions(outline_paths: str) -> str:
    """Returns the `defs` element with the patterns and the given outlines."""
    return f"<defs>{patterns()}{outline_paths}</defs>"


def outlines_svg() -> str:
    """Returns an SVG document with the outlines only, for boards whose option `outlines` is its address."""
    return f'<svg xmlns="http://www.w3.org/2000/svg">{outlines()}</svg>\n'


@cache
def patterns() -> str:
    """Returns the pattern element of each colour."""
    return "".join(
        f'<pattern id="pb-p-{letter}" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="scale(10)">'
        f'<path d="{colour.pattern}" stroke-width="1.3" '
        + ('fill="var(--pb-hatch)"/>' if colour.is_solid else 'fill="none" stroke="var(--pb-hatch)"/>')
        + "</pattern>"
        for letter, colour in COLOURS.items()
        if colour.pattern
    )


@cache
def outlines() -> str:
    """Returns the outlines of the territories, grouped by continent."""
    territories = board_map().territories
    standard_board = board()
    return "".join(
        f'<g id="pb-c-{continent}">'
        + "".join(
            f'<path id="pb-s-{code}" fill-rule="evenodd" d="{territories[code].path}"/>'
            for code in (standard_board.codes[index] for index in members)
        )
        + "</g>"
        for continent, _, _, _, members in standard_board.continents
    )
