"""Draws the texts of a board: names of territories and continents, names at the ends of sea lanes, the legend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from plancia_data import Board, in_language
from plancia_data.board_map import DrawnTerritory, Layout, two_lines
from plancia_replay.drawing.wording import Wording, totals_by_owner

LINE_HEIGHT_EM = 1.02  # of a name on two lines
LEGEND_ROW_HEIGHT = 26  # px
TAG_SIZE, TAG_DISTANCE = 26, 55  # px of a name on a small screen, and from the centre of its disc to its baseline
TAG_MARGIN = 120  # px from the edge of the sheet, within which a tag begins or ends at its disc


def territory_name(territory: DrawnTerritory, name: str) -> str:
    """Returns the text element of a territory's name beside its disc, on one or two lines."""
    x, y = territory.disc[0] + territory.name[0], territory.disc[1] + territory.name[1]
    lines = "".join(
        f'<tspan x="{x:g}" dy="{LINE_HEIGHT_EM if row else 0:g}em">{escape(line)}</tspan>'
        for row, line in enumerate(two_lines(name))
    )
    return f'<text class="pb-name" x="{x:g}" y="{y:g}" text-anchor="{territory.name[2]}">{lines}</text>'


def name_tag(name: str, centre: tuple[float, float], size: tuple[int, int]) -> str:
    """Returns the name of a territory for small screens, below its disc or above it, within a sheet of `size`."""
    lines = two_lines(name)
    left, right = centre[0] < TAG_MARGIN, centre[0] > size[0] - TAG_MARGIN
    anchor, x = ("start", -22) if left else ("end", 22) if right else ("middle", 0)
    is_below = centre[1] + TAG_DISTANCE + TAG_SIZE * len(lines) < size[1]
    first = TAG_DISTANCE if is_below else -36 - TAG_SIZE * (len(lines) - 1)
    spans = "".join(f'<tspan x="{x}" y="{first + TAG_SIZE * row}">{escape(line)}</tspan>'
                    for row, line in enumerate(lines))  # fmt: skip
    return f'<text class="pb-tag" text-anchor="{anchor}">{spans}</text>'


def continent_labels(layout: Layout, board: Board, lang: str) -> str:
    """Returns the names of the continents, each with the armies that its owner earns."""
    labels = []
    for continent, italian, english, bonus, _ in board.continents:
        x, y = layout.continents[continent]
        lines = in_language(lang, italian, english).split()
        spans = "".join(
            f'<tspan x="{x:g}" dy="{20 if row else 0}">{escape(line)}</tspan>' for row, line in enumerate(lines)
        )
        labels.append(
            f'<text class="pb-continent" x="{x:g}" y="{y:g}">{spans}'
            f'<tspan class="pb-bonus" x="{x:g}" dy="18">+{bonus}</tspan></text>'
        )
    return "".join(labels)


def lane_ends(layout: Layout, texts: Wording) -> str:
    """Returns the names at the edge of the map: of the territory to which a sea lane leads there."""
    ends = "".join(
        f'<text class="pb-end" data-lane="{pair}" x="{x:g}" y="{y:g}" text-anchor="{anchor}">'
        f"{escape(texts.places[code])}</text>"
        for code, pair, x, y, anchor in layout.ends
    )
    return f'<g class="pb-ends">{ends}</g>'


def legend(layout: Layout, position: Mapping[str, Sequence[Any]], texts: Wording) -> str:
    """Returns the legend: each player's disc and name, with numbers of territories and armies."""
    x, y = layout.legend
    rows = []
    for row, (letter, (territories, armies)) in enumerate(totals_by_owner(position).items()):
        counts_text = f"{territories} {texts.short[0]} · {armies} {texts.short[1]}"
        rows.append(
            f'<g data-owner="{letter}" transform="translate({x:g} {y + row * LEGEND_ROW_HEIGHT:g})">'
            f'<circle class="pb-circle"/>'
            f'<text class="pb-letter">{texts.marks.get(letter, "")}</text>'
            f'<text x="18">{escape(texts.owners[letter])}</text><text class="pb-count" x="78">{counts_text}</text></g>'
        )
    return f'<g class="pb-legend">{"".join(rows)}</g>'
