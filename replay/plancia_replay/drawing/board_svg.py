"""Draws a position on the map as SVG; docs/board-drawing.md describes ids, classes and attributes of its elements."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from html import escape
from typing import Any

from plancia_data import Board, BoardMap, board, board_map, in_language
from plancia_data.board_map import DrawnTerritory, Layout, two_lines
from plancia_replay.drawing.last_move import LastMove, arrow, obstacles
from plancia_replay.drawing.style import BOARD_STYLE, COLOURS
from plancia_replay.drawing.wording import Wording, owner_description, position_description, totals_by_owner, wording


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


Position = Mapping[str, Sequence[Any]]
THEMES = ("auto", "light", "dark", "print")
UNOWNED = ("?", 0)
LINE_HEIGHT_EM = 1.02  # of a name on two lines
LEGEND_ROW_HEIGHT = 26  # px
TAG_SIZE, TAG_DISTANCE = 26, 55  # px of a name on a small screen, and from the centre of its disc to its baseline
TAG_MARGIN = 120  # px from the edge of the sheet, within which a tag begins or ends at its disc


@dataclass(frozen=True)
class BoardOptions:
    """The options of a drawn board.

    `board_id`: which borders exist. `lang`: language of names and descriptions. `layout`: `wide` (16:10), `tall` (2:3,
    for phones held upright), or `auto`, which has both and lets the style sheet choose. `theme`: `auto` follows the
    device. `prefix`: begins the ids of this board; two boards of one document need two. `shapes`, `style`: whether this
    SVG has the outlines and the style sheet, which a document needs once. `legend`: the players with territories and
    armies. `interactive`: discs take the focus. `fixed`: names and letters stay on small screens. `outlines`: the
    address of a document that has the outlines (`outlines_svg`), so that a page with a board is smaller; "" where they
    are here. `tags`: on small screens, which have no
    names, a territory has its name while it is changed (`data-changed`) or chosen (`data-named`).
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
    tags: bool = False


@dataclass(frozen=True)
class TerritoryText:
    """What a board says of a territory in place of its owner and armies.

    `description` is told by the pointer and to screen readers, `armies` and `letter` stand on the disc.
    """

    description: str
    armies: str
    letter: str


@dataclass(frozen=True)
class BoardTexts:
    """Texts of a board that shows something else than a position: its description, and those of its territories."""

    description: str
    territories: Mapping[str, TerritoryText]


@dataclass(frozen=True)
class Drawing:
    """A position with its board, map, words and options, as the functions that draw its parts take it."""

    options: BoardOptions
    map: BoardMap
    board: Board
    words: Wording
    position: Position
    changed: Collection[str]
    marked: Collection[str]
    texts: BoardTexts | None = None

    def description(self) -> str:
        """Returns the description of the board for screen readers."""
        return self.texts.description if self.texts else position_description(self.position, self.words)

    @cached_property
    def told(self) -> dict[str, tuple[str, TerritoryText]]:
        """The owner's letter and the texts of each territory: its own ones, else owner and armies."""
        own = self.texts.territories if self.texts else {}
        found = {}
        for code in self.map.territories:
            letter, number = self.position.get(code, UNOWNED)
            owner, armies = str(letter), int(number)
            description = f"{self.words.places[code]}: {owner_description(owner, armies, self.words)}"
            text = TerritoryText(description, str(armies) if owner != "?" else "", self.words.marks.get(owner, ""))
            found[code] = owner, own.get(code, text)
        return found

    @property
    def layouts(self) -> tuple[str, ...]:
        """The names of the layouts that are drawn; blocks of territories are placed as in the first one."""
        return ("wide", "tall") if self.options.layout == "auto" else (self.options.layout,)

    @property
    def first_layout(self) -> Layout:
        """The layout that places the blocks of territories unless a style sheet moves them."""
        return self.map.layouts[self.layouts[0]]

    def layout_class(self, layout: str) -> str:
        """Returns the CSS class of an element that only one layout shows; "" if only one layout is drawn."""
        return f" pb-in-{layout}" if len(self.layouts) > 1 else ""

    def disc_centre(self, code: str, layout: str) -> tuple[float, float]:
        """Returns the centre of a territory's disc in a layout."""
        territory = self.map.territories[code]
        offset = self.map.layouts[layout].blocks[territory.block]
        return territory.disc[0] + offset[0], territory.disc[1] + offset[1]


def board_svg(
    position: Position,
    options: BoardOptions | None = None,
    *,
    move: LastMove | None = None,
    changed: Collection[str] = (),
    marked: Collection[str] = (),
    texts: BoardTexts | None = None,
) -> str:
    """Draws a position: territory code -> [owner's letter, armies], as in `state_at(...)["board"]`.

    Territories that are missing are held by nobody. `changed` have a ring, `marked` (an objective's) a dashed ring
    and a coloured outline, `move` is an arrow with its dice, `texts` stand in place of owners and armies. Raises
    KeyError for an unknown board, layout or territory.
    """
    options = options or BoardOptions()
    known_board, words = board(options.board_id), wording(options.lang)
    drawing = Drawing(options, board_map(), known_board, words, position, changed, marked, texts)
    for code in {*position, *changed, *marked, *([move.source, move.target] if move else [])}:
        drawing.board.index(code)
    width, height = drawing.first_layout.size
    layout_classes = [
        (name, drawing.map.layouts[name], f'class="pb-sheet{drawing.layout_class(name)}"') for name in drawing.layouts
    ]
    parts = [
        svg_head(drawing, width, height),
        '<rect class="pb-sea" width="100%" height="100%"/><g class="pb-root">',
        glow_layer(drawing),
        territories_layer(drawing),
        *(f"<g {class_attribute}>{sea_lanes(drawing, layout)}{continent_labels(layout, drawing.board, options.lang)}"
          f"{lane_ends(layout, drawing.words)}</g>" for _, layout, class_attribute in layout_classes),
        discs_layer(drawing),
        *(move_layer(drawing, name, move) for name in drawing.layouts),
        *(f"<g {class_attribute}>{legend(layout, position, drawing.words)}</g>"
          for _, layout, class_attribute in layout_classes if options.legend),
        "</g></svg>",
    ]  # fmt: skip
    return "".join(parts)


def svg_head(drawing: Drawing, width: int, height: int) -> str:
    """Returns the opening tag, title, description, style sheet and definitions."""
    options = drawing.options
    title = escape(options.title or drawing.words.title)
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
        f"{escape(drawing.description())}</desc>"
        + (f"<style>{BOARD_STYLE}</style>" if options.style else "")
        + (definitions("" if options.outlines else outlines()) if options.shapes else "")
    )


def group_by_block(drawing: Drawing, elements_by_code: dict[str, str], attributes: str, is_scaled: bool) -> str:
    """Returns elements, given by territory code, in one group for each block, which is moved to its place."""
    groups = []
    for block in drawing.first_layout.blocks:
        group_content = "".join(
            text for code, text in elements_by_code.items() if drawing.map.territories[code].block == block
        )
        groups.append(f"{block_tag(drawing, block, is_scaled)}{group_content}</g>")
    return f"<g {attributes}>{''.join(groups)}</g>"


def block_tag(drawing: Drawing, block: str, is_scaled: bool) -> str:
    """Returns the opening tag of a block; `is_scaled`: its content is in units of paths, not pixels."""
    x, y = drawing.first_layout.blocks[block]
    transforms = [f"translate({x:g} {y:g})"] if x or y else []
    transforms += [f"scale({1 / drawing.map.unit:g})"] if is_scaled else []
    transform = f' transform="{" ".join(transforms)}"' if transforms else ""
    return f'<g class="pb-block{" pb-scaled" if is_scaled else ""}" data-block="{block}"{transform}>'


def glow_layer(drawing: Drawing) -> str:
    """Returns the glow of each continent in its colour along its coasts, as strokes of three widths."""
    layers = []
    for width in (1, 2, 3):
        outlines_by_code = {
            drawing.board.codes[members[0]]: (
                f'<g class="pb-g{width}" data-continent="{name}">'
                f'<use href="{drawing.options.outlines}#pb-c-{name}"/></g>'
            )
            for name, _, _, _, members in drawing.board.continents
        }
        layers.append(group_by_block(drawing, outlines_by_code, 'class="pb-glow"', True))
    return "".join(layers)


def territories_layer(drawing: Drawing) -> str:
    """Returns the territories, the lakes, the rims of continents, and marks on land borders closed on this board."""
    shapes_by_code = {code: territory_shape(drawing, code) for code in drawing.map.territories}
    borders = {frozenset((drawing.board.codes[a], drawing.board.codes[b])) for a, b in drawing.board.borders}
    closed_borders = "".join(
        f'<g data-closed="{pair}"><path class="pb-closed" d="{line}"/>'
        f'<path class="pb-closed pb-closed2" d="{line}"/></g>'
        for pair, line in drawing.map.closed.items()
        if frozenset(pair.split("-")) not in borders
    )
    overlays = "".join(
        f"{block_tag(drawing, block, True)}{lakes_and_rims(drawing, block)}"
        f"{closed_borders if block == 'old' else ''}</g>"
        for block in drawing.first_layout.blocks
    )
    return group_by_block(drawing, shapes_by_code, 'class="pb-lands"', True) + f'<g class="pb-over">{overlays}</g>'


def lakes_and_rims(drawing: Drawing, block: str) -> str:
    """Returns the lakes of a block, and the rims of continents that meet on land."""
    lakes = drawing.map.lakes.get(block, "")
    elements = f'<path class="pb-lake" d="{lakes}"/>' if lakes else ""
    for pair, rim_path in drawing.map.rims.items():
        layout_names = [name for name in drawing.layouts if pair not in drawing.map.layouts[name].lanes]
        if drawing.map.territories[pair[:3]].block == block and layout_names:
            layout_class = drawing.layout_class(layout_names[0]) if len(layout_names) < len(drawing.layouts) else ""
            elements += f'<g class="pb-rims{layout_class}"><path class="pb-rim" d="{rim_path}"/>'
            elements += f'<path class="pb-rim pb-rim2" d="{rim_path}"/></g>'
    return elements


def territory_shape(drawing: Drawing, code: str) -> str:
    """Returns a territory: its area, the owner's pattern over it, and a title for the pointer."""
    owner, text = drawing.told[code]
    source = escape(drawing.options.outlines)
    title = escape(text.description)
    return (
        f'<g id="{drawing.options.prefix}-{code}" class="pb-land" data-code="{code}" data-owner="{escape(owner)}"'
        f"{state_attributes(drawing, code)}>"
        f'<title>{title}</title><use class="pb-area" href="{source}#pb-s-{code}"/>'
        f'<use class="pb-hatch" href="{source}#pb-s-{code}"/></g>'
    )


def state_attributes(drawing: Drawing, code: str) -> str:
    """Returns the attributes of a territory that changed or that is marked."""
    return (' data-changed=""' if code in drawing.changed else "") + (
        ' data-marked=""' if code in drawing.marked else ""
    )


def sea_lanes(drawing: Drawing, layout: Layout) -> str:
    """Returns the sea lanes of this board, and lines for borders whose territories do not touch on the map."""
    codes = drawing.board.codes
    borders = {frozenset((codes[a], codes[b])) for a, b in drawing.board.borders}
    lane_paths = "".join(
        f'<path class="pb-lane" data-lane="{pair}" d="{line}"/>'
        for pair, lines in layout.lanes.items()
        if frozenset(pair.split("-")) in borders
        for line in lines
    )
    return f'<g class="pb-lanes" transform="scale({1 / drawing.map.unit:g})">{lane_paths}</g>'


def discs_layer(drawing: Drawing) -> str:
    """Returns the names, then the discs with armies and the owner's letter."""
    names = {code: name for code, (name, _) in territory_names(drawing.options.lang, drawing.layouts[-1]).items()}
    discs_by_code = {code: disc(drawing, code) for code in drawing.map.territories}
    return group_by_block(drawing, names, 'class="pb-names"', False) + group_by_block(
        drawing, discs_by_code, 'class="pb-discs"', False
    )


@cache
def territory_names(lang: str, layout: str) -> dict[str, tuple[str, str]]:
    """The names of territories as they stand beside the discs, and as they stand there on small screens (`tags`)."""
    drawn, places = board_map(), wording(lang).places
    sheet = drawn.layouts[layout]
    found = {}
    for code, territory in drawn.territories.items():
        x, y = sheet.blocks[territory.block]
        centre = territory.disc[0] + x, territory.disc[1] + y
        found[code] = territory_name(territory, places[code]), name_tag(places[code], centre, sheet.size)
    return found


def disc(drawing: Drawing, code: str) -> str:
    """Returns the disc of a territory: circle, ring, armies, letter."""
    territory = drawing.map.territories[code]
    owner, text = drawing.told[code]
    x, y = territory.disc
    label = escape(text.description)
    focus_attributes = f' role="button" tabindex="0" aria-label="{label}"' if drawing.options.interactive else ""
    tag = territory_names(drawing.options.lang, drawing.layouts[-1])[code][1] if drawing.options.tags else ""
    long_attribute = ' data-long=""' if len(text.armies) > 2 else ""
    return (
        f'<g id="{drawing.options.prefix}-{code}-disc" class="pb-disc" data-code="{code}" data-owner="{escape(owner)}"'
        f'{state_attributes(drawing, code)} transform="translate({x:g} {y:g})"{focus_attributes}>'
        f'<circle class="pb-ring"/><circle class="pb-circle"/>'
        f'<text class="pb-armies" y="-2"{long_attribute}>{escape(text.armies)}</text>'
        f'<text class="pb-letter" y="13">{escape(text.letter)}</text>{tag}</g>'
    )


def move_layer(drawing: Drawing, layout: str, move: LastMove | None) -> str:
    """Returns the layer of a layout with the arrow of the last move; without a move it is empty."""
    sheet = drawing.map.layouts[layout]
    arrow_svg, attributes = "", f' data-size="{sheet.size[0]} {sheet.size[1]}"'
    if move:
        boxes = obstacles(drawing.map, sheet, drawing.board, drawing.words.places, drawing.options.lang)
        ends = drawing.disc_centre(move.source, layout), drawing.disc_centre(move.target, layout)
        arrow_svg = arrow(*ends, move, sheet.size, boxes)
        attributes += f' data-source="{move.source}" data-target="{move.target}"'
    layer_id = f"{drawing.options.prefix}-move" + ("" if layout == drawing.layouts[0] else f"-{layout}")
    block_offsets = "".join(
        f" {block}:{x - drawing.first_layout.blocks[block][0]:g},{y - drawing.first_layout.blocks[block][1]:g}"
        for block, (x, y) in sheet.blocks.items()
    )
    attributes += f' data-shift="{block_offsets.strip()}"' if layout != drawing.layouts[0] else ""
    return f'<g id="{layer_id}" class="pb-move{drawing.layout_class(layout)}"{attributes}>{arrow_svg}</g>'


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
