"""Lettering of the drawn board: names of territories and continents, ends of lanes, legend of the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from plancia_data import Board, in_language
from plancia_data.board_map import DrawnTerritory, Layout, two_lines
from plancia_replay.drawing.wording import Wording, totals

LINE = 1.02  # of a name, in em
ROW = 26  # of the legend


def name_of_territory(drawn: DrawnTerritory, name: str) -> str:
    """A territory's name beside its disc, on one or two lines."""
    x, y = drawn.disc[0] + drawn.name[0], drawn.disc[1] + drawn.name[1]
    lines = "".join(
        f'<tspan x="{x:g}" dy="{LINE if row else 0:g}em">{escape(line)}</tspan>'
        for row, line in enumerate(two_lines(name))
    )
    return f'<text class="pb-name" x="{x:g}" y="{y:g}" text-anchor="{drawn.name[2]}">{lines}</text>'


def continent_labels(layout: Layout, board: Board, lang: str) -> str:
    """The continents' names with the armies that holding one earns."""
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
    """The name of the territory that a lane leads to, where it leaves the sheet."""
    ends = "".join(
        f'<text class="pb-end" data-lane="{pair}" x="{x:g}" y="{y:g}" text-anchor="{anchor}">'
        f"{escape(texts.places[code])}</text>"
        for code, pair, x, y, anchor in layout.ends
    )
    return f'<g class="pb-ends">{ends}</g>'


def legend(layout: Layout, position: Mapping[str, Sequence[Any]], texts: Wording) -> str:
    """The players with their letters, territories and armies."""
    x, y = layout.legend
    rows = []
    for row, (letter, (lands, armies)) in enumerate(totals(position).items()):
        count = f"{lands} {texts.short[0]} · {armies} {texts.short[1]}"
        rows.append(
            f'<g data-owner="{letter}" transform="translate({x:g} {y + row * ROW:g})"><circle class="pb-circle"/>'
            f'<text class="pb-letter">{letter if letter != "-" else ""}</text>'
            f'<text x="18">{escape(texts.owners[letter])}</text><text class="pb-count" x="78">{count}</text></g>'
        )
    return f'<g class="pb-legend">{"".join(rows)}</g>'
