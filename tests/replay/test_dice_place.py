"""The dice of every attack that a board allows: on the sheet, beside discs and names, and not on the arrow."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import cache

import pytest

from plancia_data import board, board_map
from plancia_data.board_map import two_lines
from plancia_replay.drawing import BoardOptions, LastMove, board_svg
from plancia_replay.drawing.wording import wording

SVG = "{http://www.w3.org/2000/svg}"
RADIUS, HALF_DIE, CHARACTER, LINE = 22, 7.5, 6.2, 11.2  # px; a letter and a line of a name of 11 px
Place = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom


def touches(box: Box, die: Place) -> bool:
    x, y = die
    beside = box[0] >= x + HALF_DIE or box[2] <= x - HALF_DIE
    return not (beside or box[1] >= y + HALF_DIE or box[3] <= y - HALF_DIE)


@cache
def occupied(layout: str, lang: str) -> list[Box]:
    """The boxes of discs and names on a sheet, narrowly."""
    boxes: list[Box] = []
    for code, territory in board_map().territories.items():
        right, down = board_map().layouts[layout].blocks[territory.block]
        x, y = territory.disc[0] + right, territory.disc[1] + down
        boxes.append((x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS))
        lines = two_lines(wording(lang).places[code])
        width, anchor = CHARACTER * max(map(len, lines)), territory.name[2]
        left = x + territory.name[0] - {"start": 0, "middle": width / 2, "end": width}[anchor]
        base = y + territory.name[1]
        boxes.append((left, base - 9, left + width, base + 2 + LINE * (len(lines) - 1)))
    return boxes


def numbers(text: str | None) -> list[float]:
    return [float(number) for number in re.findall(r"-?[\d.]+", text or "")]


def curve(path: str | None) -> list[Place]:
    """Places along a quadratic curve."""
    (x0, y0, x1, y1, x2, y2), steps = numbers(path), [step / 40 for step in range(41)]
    weights = [((1 - t) ** 2, 2 * t * (1 - t), t * t) for t in steps]
    return [(a * x0 + b * x1 + c * x2, a * y0 + b * y1 + c * y2) for a, b, c in weights]


@pytest.mark.parametrize("lang", ["it", pytest.param("en", marks=pytest.mark.soak)])  # the names alone differ
@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_dice_cover_nothing(layout: str, lang: str) -> None:
    (width, height), codes = board_map().layouts[layout].size, board().codes
    options = BoardOptions(layout=layout, lang=lang, shapes=False, style=False)
    for one, other in (pair for border in board().borders for pair in (border, border[::-1])):
        svg = ET.fromstring(board_svg({}, options, move=LastMove(codes[one], codes[other], (6, 5, 4), (3, 2, 1))))
        groups = [group for group in svg.iter(f"{SVG}g") if (group.get("class") or "").startswith("pb-die ")]
        dice = [(x, y) for x, y in (numbers(group.get("transform")) for group in groups)]
        line = curve(next(path.get("d") for path in svg.iter(f"{SVG}path") if path.get("class") == "pb-go"))
        where = f"{codes[one]}>{codes[other]}"
        assert len(dice) == 6, where
        for x, y in dice:
            assert HALF_DIE < x < width - HALF_DIE and HALF_DIE < y < height - HALF_DIE, where
            assert not [box for box in occupied(layout, lang) if touches(box, (x, y))], where
            assert not [place for place in line if touches((*place, *place), (x, y))], where
