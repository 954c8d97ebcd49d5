"""What every board of a document refers to: the outlines of the territories and the patterns of the colours."""

from __future__ import annotations

from functools import cache

from plancia_data import board, board_map
from plancia_replay.drawing.style import COLOURS


def shapes(outline_paths: str) -> str:
    """The patterns and the outlines, which every board of a document refers to."""
    return f"<defs>{patterns()}{outline_paths}</defs>"


def outlines_svg() -> str:
    """A document with the outlines alone, for boards whose option `outlines` is its address."""
    return f'<svg xmlns="http://www.w3.org/2000/svg">{outlines()}</svg>\n'


@cache
def patterns() -> str:
    """The pattern of each colour."""
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
    """The outlines of the territories, grouped by continent."""
    drawn = board_map().territories
    layout = board()
    return "".join(
        f'<g id="pb-c-{continent}">'
        + "".join(
            f'<path id="pb-s-{layout.codes[land]}" fill-rule="evenodd" d="{drawn[layout.codes[land]].path}"/>'
            for land in members
        )
        + "</g>"
        for continent, _, _, _, members in layout.continents
    )
