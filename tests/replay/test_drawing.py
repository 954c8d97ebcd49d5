"""The drawn board: what the SVG says of a position, and what a script relies on (docs/board-drawing.md)."""

from __future__ import annotations

import gzip
import time
import xml.etree.ElementTree as ET

import pytest

from plancia_data import board, board_ids, board_map
from plancia_replay.drawing import BoardOptions, LastMove, board_svg
from plancia_replay.drawing.wording import wording

SVG = "{http://www.w3.org/2000/svg}"
POSITION = {code: ["RBGYNV"[place % 6], place + 1] for place, code in enumerate(board().codes)}


def drawn(position: dict[str, list[object]], options: BoardOptions | None = None, **given: object) -> ET.Element:
    return ET.fromstring(board_svg(position, options, **given))  # type: ignore[arg-type]


def by_id(svg: ET.Element, name: str) -> ET.Element:
    (found,) = (element for element in svg.iter() if element.get("id") == name)
    return found


def test_every_territory_shows_owner_and_armies() -> None:
    svg = drawn(POSITION, BoardOptions(prefix="x"))
    for code, (owner, armies) in POSITION.items():
        disc = by_id(svg, f"x-{code}-disc")
        texts = [text.text for text in disc.iter(f"{SVG}text")]
        assert (disc.get("data-owner"), texts) == (owner, [str(armies), wording("it").marks[str(owner)]])
        assert by_id(svg, f"x-{code}").get("data-owner") == owner


def test_ids_are_unique() -> None:
    names = [element.get("id") for element in drawn(POSITION).iter() if element.get("id")]
    assert len(names) == len(set(names))


def test_references_are_resolved_within_the_drawing() -> None:
    svg = drawn(POSITION)
    names = {f"#{element.get('id')}" for element in svg.iter()}
    assert {use.get("href") for use in svg.iter(f"{SVG}use")} <= names
    lean = drawn(POSITION, BoardOptions(shapes=False, style=False))
    assert not list(lean.iter(f"{SVG}path")) or lean.find(f"{SVG}defs") is None


def test_nobody_holds_what_the_position_lacks() -> None:
    disc = by_id(drawn({"ALA": ["R", 3]}), "b-CIN-disc")
    assert disc.get("data-owner") == "?" and not any(text.text for text in disc.iter(f"{SVG}text"))


def test_changed_marked_and_the_move() -> None:
    move = LastMove("CIN", "SIA", (6, 5, 4), (5, 2))
    svg = drawn(POSITION, None, move=move, changed={"SIA"}, marked={"BRA"})
    flagged = {name: {land.get("data-code") for land in svg.iter() if land.get(f"data-{name}") is not None}
               for name in ("changed", "marked")}  # fmt: skip
    assert flagged == {"changed": {"SIA"}, "marked": {"BRA"}}
    pips = [[len(list(die.iter(f"{SVG}circle"))) for die in svg.iter() if (die.get("class") or "").endswith(side)]
            for side in ("attack", "defence")]  # fmt: skip
    assert pips == [[6, 5, 4], [5, 2]]
    assert by_id(svg, "b-move").get("data-source") == "CIN"


@pytest.mark.parametrize("board_id", board_ids())
def test_lanes_are_those_of_the_board(board_id: str) -> None:
    svg = drawn(POSITION, BoardOptions(board_id=board_id))
    layout = board(board_id)
    borders = {frozenset((layout.codes[a], layout.codes[b])) for a, b in layout.borders}
    lanes = {
        frozenset(str(path.get("data-lane")).split("-")) for path in svg.iter(f"{SVG}path") if path.get("data-lane")
    }
    closed = {frozenset(str(path.get("data-closed")).split("-")) for path in svg.iter() if path.get("data-closed")}
    land = {frozenset(pair.split("-")) for pair in board_map().contacts}
    assert (land - closed) | lanes == borders
    assert closed <= land and not lanes & land


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError):
        board_svg({"XXX": ["R", 1]})
    with pytest.raises(KeyError):
        board_svg({}, BoardOptions(board_id="nowhere"))
    with pytest.raises(KeyError):
        board_svg({}, BoardOptions(layout="round"))


def test_languages() -> None:
    assert "Western United" in board_svg(POSITION, BoardOptions(lang="en")) and "Stati Uniti" in board_svg(POSITION)


def test_the_layout_auto_has_what_both_sheets_need() -> None:
    """The second arrow starts and ends at discs moved with their blocks."""
    svg = drawn(POSITION, BoardOptions(layout="auto"), move=LastMove("BRA", "AFN", (3,), (1,)))
    tall = drawn(POSITION, BoardOptions(layout="tall"), move=LastMove("BRA", "AFN", (3,), (1,)))
    lines = [[path.get("d") for path in by_id(one, name).iter(f"{SVG}path")]
             for one, name in ((svg, "b-move-tall"), (tall, "b-move"))]  # fmt: skip
    assert lines[0] == lines[1] and len(lines[0]) == 3
    shifts = dict(part.split(":") for part in str(by_id(svg, "b-move-tall").get("data-shift")).split())
    sheets = board_map().layouts
    assert shifts == {block: f"{x - sheets['wide'].blocks[block][0]:g},{y - sheets['wide'].blocks[block][1]:g}"
                      for block, (x, y) in sheets["tall"].blocks.items()}  # fmt: skip
    names = [element.get("id") for element in svg.iter() if element.get("id")]
    assert len(names) == len(set(names))


def test_size() -> None:
    whole = board_svg(POSITION, BoardOptions(layout="auto", lang="en"), move=LastMove("CIN", "SIA", (6, 5, 4), (5, 2)))
    assert len(whole.encode()) < 90_000 and len(gzip.compress(whole.encode(), 9)) < 24_000


def test_it_is_fast_enough_to_be_drawn_for_every_request() -> None:
    board_svg(POSITION)
    start = time.process_time()
    for _ in range(10):
        board_svg(POSITION, BoardOptions(layout="auto"))
    assert (time.process_time() - start) / 10 < 0.05
