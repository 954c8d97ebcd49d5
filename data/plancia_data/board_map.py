"""The drawn board: outlines of territories, places of discs, sea lanes; made by `data/map/generate.py`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

Point = tuple[float, float]
MIN_TWO_LINE_LENGTH = 13  # letters from which a name has two lines


@dataclass(frozen=True)
class DrawnTerritory:
    """A territory: its outline (`fill-rule: evenodd`), the centre of its disc, and the block that it moves with.

    `name` is the offset of the name's first line from the disc, with its text anchor.
    """

    block: str
    path: str
    disc: Point
    name: tuple[float, float, str]


@dataclass(frozen=True)
class Layout:
    """A sheet: its size, where each block stands, places of the continents' names, lanes by pair of codes.

    `ends` are the names written where a lane leaves the sheet: territory, pair, x, y, text anchor.
    """

    size: tuple[int, int]
    blocks: dict[str, Point]
    continents: dict[str, Point]
    lanes: dict[str, tuple[str, ...]]
    ends: tuple[tuple[str, str, float, float, str], ...]
    legend: Point


@dataclass(frozen=True)
class BoardMap:
    """The map. Points are CSS pixels of the wide sheet; numbers in paths are `unit` to a pixel.

    `contacts` are the pairs of territories that touch on land. `closed` has the common outline of those that touch on
    land and are no neighbours on some board; `lanes` of a layout has those that are neighbours on some board.
    """

    unit: int
    territories: dict[str, DrawnTerritory]
    contacts: tuple[str, ...]
    closed: dict[str, str]
    rims: dict[str, str]
    lakes: dict[str, str]
    layouts: dict[str, Layout]


@cache
def board_map() -> BoardMap:
    """The map of the package, from `board_map.json`."""
    data = json.loads(files("plancia_data").joinpath("board_map.json").read_text(encoding="utf-8"))
    territories = {
        code: DrawnTerritory(
            entry["block"], entry["path"], point(entry["disc"]), (entry["name"][0], entry["name"][1], entry["name"][2])
        )
        for code, entry in data["territories"].items()
    }
    layouts = {
        name: Layout(
            size=(layout_data["size"][0], layout_data["size"][1]),
            blocks={block: point(offset) for block, offset in layout_data["blocks"].items()},
            continents={continent: point(place) for continent, place in layout_data["continents"].items()},
            lanes={pair: tuple(paths) for pair, paths in layout_data["lanes"].items()},
            ends=tuple((code, pair, x, y, anchor) for code, pair, x, y, anchor in layout_data["ends"]),
            legend=point(layout_data["legend"]),
        )
        for name, layout_data in data["layouts"].items()
    }
    return BoardMap(
        data["unit"], territories, tuple(data["contacts"]), data["closed"], data["rims"], data["lakes"], layouts
    )


def point(pair: list[float]) -> Point:
    """The two coordinates of a point."""
    return pair[0], pair[1]


def two_lines(name: str) -> list[str]:
    """A long name in two parts of nearly equal length."""
    parts = name.split()
    if len(name) < MIN_TWO_LINE_LENGTH or len(parts) == 1:
        return [name]
    split_index = min(range(1, len(parts)), key=lambda i: abs(len(" ".join(parts[:i])) - len(" ".join(parts[i:]))))
    return [" ".join(parts[:split_index]), " ".join(parts[split_index:])]
