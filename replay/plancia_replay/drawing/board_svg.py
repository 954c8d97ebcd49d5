"""A position drawn on the map, as SVG. The names of its elements are described in docs/board-drawing.md."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from plancia_data import Board, BoardMap, board, board_map
from plancia_data.board_map import Layout
from plancia_replay.drawing.labels import continent_labels, lane_ends, legend, name_of_territory
from plancia_replay.drawing.last_move import LastMove, arrow
from plancia_replay.drawing.outlines import outlines, shapes
from plancia_replay.drawing.style import BOARD_STYLE, COLOURS
from plancia_replay.drawing.wording import Wording, holding, summary, wording

Position = Mapping[str, Sequence[Any]]
THEMES = ("auto", "light", "dark", "print")
NOBODY = ("?", 0)


@dataclass(frozen=True)
class BoardOptions:
    """How a board is drawn.

    `board_id`: which borders exist. `lang`: language of names and descriptions. `layout`: `wide` (16:10), `tall` (2:3,
    for phones held upright), or `auto`, which has both and lets the style sheet choose. `theme`: `auto` follows the
    device. `prefix`: begins the ids of this board; two boards of one document need two. `shapes`, `style`: whether this
    SVG has the outlines and the style sheet, which a document needs once. `legend`: the players with territories and
    armies. `interactive`: discs take the focus. `fixed`: names and letters stay on small screens. `outlines`: the
    address of a document that has the outlines (`outlines_svg`), so that a page with a board is smaller; "" where they
    are here.
    """

    board_id: str = "eg"
    lang: str = "it"
    layout: str = "wide"
    theme: str = "auto"
    prefix: str = "b"
    title: str = ""
    shapes: bool = True
    style: bool = True
    legend: bool = True
    interactive: bool = False
    fixed: bool = False
    outlines: str = ""


@dataclass(frozen=True)
class Sheet:
    """What the parts of one drawing share."""

    options: BoardOptions
    map: BoardMap
    board: Board
    words: Wording
    position: Position
    changed: Collection[str]
    marked: Collection[str]

    def held(self, code: str) -> tuple[str, int]:
        """The owner's letter and the armies of a territory."""
        owner, armies = self.position.get(code, NOBODY)
        return str(owner), int(armies)

    @property
    def layouts(self) -> tuple[str, ...]:
        """The layouts that are drawn; blocks stand as in the first one."""
        return ("wide", "tall") if self.options.layout == "auto" else (self.options.layout,)

    @property
    def first(self) -> Layout:
        """The layout in which blocks stand where no style sheet moves them."""
        return self.map.layouts[self.layouts[0]]

    def shown_in(self, layout: str) -> str:
        """The class of what only one layout has."""
        return f" pb-in-{layout}" if len(self.layouts) > 1 else ""

    def place(self, code: str, layout: str) -> tuple[float, float]:
        """The centre of a territory's disc on a sheet."""
        drawn = self.map.territories[code]
        offset = self.map.layouts[layout].blocks[drawn.block]
        return drawn.disc[0] + offset[0], drawn.disc[1] + offset[1]


def board_svg(
    position: Position,
    options: BoardOptions | None = None,
    *,
    move: LastMove | None = None,
    changed: Collection[str] = (),
    marked: Collection[str] = (),
) -> str:
    """The drawing of a position: territory code -> [owner's letter, armies], as in `state_at(...)["board"]`.

    Territories that are missing are held by nobody. `changed` have a ring, `marked` (an objective's) a dashed ring
    and a coloured outline, `move` is an arrow with its dice. Raises KeyError for an unknown board, layout or territory.
    """
    options = options or BoardOptions()
    sheet = Sheet(options, board_map(), board(options.board_id), wording(options.lang), position, changed, marked)
    for code in {*position, *changed, *marked, *([move.source, move.target] if move else [])}:
        sheet.board.index(code)
    width, height = sheet.first.size
    each = [(name, sheet.map.layouts[name], f'class="pb-sheet{sheet.shown_in(name)}"') for name in sheet.layouts]
    parts = [
        head(sheet, width, height),
        '<rect class="pb-sea" width="100%" height="100%"/><g class="pb-root">',
        glow(sheet),
        lands(sheet),
        *(f"<g {shown}>{lanes(sheet, one)}{continent_labels(one, sheet.board, options.lang)}"
          f"{lane_ends(one, sheet.words)}</g>" for _, one, shown in each),
        discs(sheet),
        *(move_layer(sheet, name, move) for name in sheet.layouts),
        *(f"<g {shown}>{legend(one, position, sheet.words)}</g>" for _, one, shown in each if options.legend),
        "</g></svg>",
    ]  # fmt: skip
    return "".join(parts)


def head(sheet: Sheet, width: int, height: int) -> str:
    """The opening tag, title, description, style sheet and definitions."""
    options = sheet.options
    title = escape(options.title or sheet.words.title)
    attributes = "".join([
        f' data-board="{escape(options.board_id)}" data-layout="{options.layout}" data-theme="{options.theme}"',
        ' data-interactive=""' if options.interactive else "", ' data-fixed=""' if options.fixed else "",
    ])  # fmt: skip
    role = "group" if options.interactive else "img"
    prefix = options.prefix
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{prefix}" class="pb" viewBox="0 0 {width} {height}" '
        f'preserveAspectRatio="xMinYMin meet" '
        f'role="{role}" aria-labelledby="{prefix}-title" aria-describedby="{prefix}-desc"{attributes}>'
        f'<title id="{prefix}-title">{title}</title><desc id="{prefix}-desc">'
        f"{escape(summary(sheet.position, sheet.words))}</desc>"
        + (f"<style>{BOARD_STYLE}</style>" if options.style else "")
        + (shapes("" if options.outlines else outlines()) if options.shapes else "")
    )


def by_block(sheet: Sheet, drawn: dict[str, str], attributes: str, is_scaled: bool) -> str:
    """Groups one for each block, moved to where the layout has it; `drawn` is by territory."""
    groups = []
    for block in sheet.first.blocks:
        inner = "".join(text for code, text in drawn.items() if sheet.map.territories[code].block == block)
        groups.append(f"{block_tag(sheet, block, is_scaled)}{inner}</g>")
    return f"<g {attributes}>{''.join(groups)}</g>"


def block_tag(sheet: Sheet, block: str, is_scaled: bool) -> str:
    """The opening tag of a block; `is_scaled`: its content has the units of paths."""
    x, y = sheet.first.blocks[block]
    steps = [f"translate({x:g} {y:g})"] if x or y else []
    steps += [f"scale({1 / sheet.map.unit:g})"] if is_scaled else []
    transform = f' transform="{" ".join(steps)}"' if steps else ""
    return f'<g class="pb-block{" pb-scaled" if is_scaled else ""}" data-block="{block}"{transform}>'


def glow(sheet: Sheet) -> str:
    """The colour of each continent along its coasts, in three widths."""
    layers = []
    for width in (1, 2, 3):
        drawn = {
            sheet.board.codes[
                members[0]
            ]: f'<g class="pb-g{width}" data-continent="{name}"><use href="{sheet.options.outlines}#pb-c-{name}"/></g>'
            for name, _, _, _, members in sheet.board.continents
        }
        layers.append(by_block(sheet, drawn, 'class="pb-glow"', True))
    return "".join(layers)


def lands(sheet: Sheet) -> str:
    """The territories, the lakes, the rims of the continents, and land borders that this board does not have."""
    drawn = {code: land(sheet, code) for code in sheet.map.territories}
    borders = {frozenset((sheet.board.codes[a], sheet.board.codes[b])) for a, b in sheet.board.borders}
    closed = "".join(
        f'<g data-closed="{pair}"><path class="pb-closed" d="{line}"/>'
        f'<path class="pb-closed pb-closed2" d="{line}"/></g>'
        for pair, line in sheet.map.closed.items()
        if frozenset(pair.split("-")) not in borders
    )
    over = "".join(
        f"{block_tag(sheet, block, True)}{over_land(sheet, block)}{closed if block == 'old' else ''}</g>"
        for block in sheet.first.blocks
    )
    return by_block(sheet, drawn, 'class="pb-lands"', True) + f'<g class="pb-over">{over}</g>'


def over_land(sheet: Sheet, block: str) -> str:
    """The lakes of a block, and the rims of continents that meet on land."""
    lakes = sheet.map.lakes.get(block, "")
    drawn = f'<path class="pb-lake" d="{lakes}"/>' if lakes else ""
    for pair, line in sheet.map.rims.items():
        kept = [name for name in sheet.layouts if pair not in sheet.map.layouts[name].lanes]
        if sheet.map.territories[pair[:3]].block == block and kept:
            shown = sheet.shown_in(kept[0]) if len(kept) < len(sheet.layouts) else ""
            drawn += f'<g class="pb-rims{shown}"><path class="pb-rim" d="{line}"/>'
            drawn += f'<path class="pb-rim pb-rim2" d="{line}"/></g>'
    return drawn


def land(sheet: Sheet, code: str) -> str:
    """A territory: its area, the owner's pattern over it, and a title for the pointer."""
    owner, armies = sheet.held(code)
    source = escape(sheet.options.outlines)
    text = escape(f"{sheet.words.places[code]}: {holding(owner, armies, sheet.words)}")
    return (
        f'<g id="{sheet.options.prefix}-{code}" class="pb-land" data-code="{code}" data-owner="{escape(owner)}"'
        f"{flags(sheet, code)}>"
        f'<title>{text}</title><use class="pb-area" href="{source}#pb-s-{code}"/>'
        f'<use class="pb-hatch" href="{source}#pb-s-{code}"/></g>'
    )


def flags(sheet: Sheet, code: str) -> str:
    """The attributes of a territory that changed or that is marked."""
    return (' data-changed=""' if code in sheet.changed else "") + (' data-marked=""' if code in sheet.marked else "")


def lanes(sheet: Sheet, layout: Layout) -> str:
    """The sea lanes, and lines in place of land borders, that this board has."""
    codes = sheet.board.codes
    borders = {frozenset((codes[a], codes[b])) for a, b in sheet.board.borders}
    drawn = "".join(
        f'<path class="pb-lane" data-lane="{pair}" d="{line}"/>'
        for pair, lines in layout.lanes.items()
        if frozenset(pair.split("-")) in borders
        for line in lines
    )
    return f'<g class="pb-lanes" transform="scale({1 / sheet.map.unit:g})">{drawn}</g>'


def discs(sheet: Sheet) -> str:
    """The names, then the discs with armies and the owner's letter."""
    names = {code: name_of_territory(drawn, sheet.words.places[code]) for code, drawn in sheet.map.territories.items()}
    drawn = {code: disc(sheet, code) for code in sheet.map.territories}
    return by_block(sheet, names, 'class="pb-names"', False) + by_block(sheet, drawn, 'class="pb-discs"', False)


def disc(sheet: Sheet, code: str) -> str:
    """A disc: circle, ring, armies, letter."""
    drawn = sheet.map.territories[code]
    owner, armies = sheet.held(code)
    x, y = drawn.disc
    label = escape(f"{sheet.words.places[code]}: {holding(owner, armies, sheet.words)}")
    focus = f' role="button" tabindex="0" aria-label="{label}"' if sheet.options.interactive else ""
    long = ' data-long=""' if armies > 99 else ""
    return (
        f'<g id="{sheet.options.prefix}-{code}-disc" class="pb-disc" data-code="{code}" data-owner="{escape(owner)}"'
        f'{flags(sheet, code)} transform="translate({x:g} {y:g})"{focus}><circle class="pb-ring"/>'
        f'<circle class="pb-circle"/><text class="pb-armies" y="-2"{long}>{armies if owner != "?" else ""}</text>'
        f'<text class="pb-letter" y="13">{escape(owner) if owner in COLOURS else ""}</text></g>'
    )


def move_layer(sheet: Sheet, layout: str, move: LastMove | None) -> str:
    """The arrow of the last move on a sheet; an empty layer without one."""
    drawn = arrow(sheet.place(move.source, layout), sheet.place(move.target, layout), move) if move else ""
    data = f' data-source="{move.source}" data-target="{move.target}"' if move else ""
    name = f"{sheet.options.prefix}-move" + ("" if layout == sheet.layouts[0] else f"-{layout}")
    shift = "".join(
        f" {block}:{x - sheet.first.blocks[block][0]:g},{y - sheet.first.blocks[block][1]:g}"
        for block, (x, y) in sheet.map.layouts[layout].blocks.items()
    )
    shifted = f' data-shift="{shift.strip()}"' if layout != sheet.layouts[0] else ""
    return f'<g id="{name}" class="pb-move{sheet.shown_in(layout)}"{data}{shifted}>{drawn}</g>'
