"""The style sheet of the drawn board: six colours, three themes, print, forced colours.

Every value that a page may want to change is a custom property `--pb-...` of `.pb`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files

from plancia_data import board_map


@dataclass(frozen=True)
class Colour:
    """A player's colour: of disc, text on it, territory in light and in dark themes; and the territory's pattern.

    `is_solid`: the pattern is filled, not stroked.
    """

    disc: str
    ink: str
    day: str
    night: str
    pattern: str
    is_solid: bool = False


# A search chose them inside hue ranges that fit their names; tests/replay/test_drawing_colours.py tests that normal,
# protan, deutan and tritan sight can tell them apart.
COLOURS = {
    "R": Colour("#b0452e", "#ffffff", "#e29c8b", "#a14a35", "M0 0L8 8M-2 6L2 10M6-2L10 2"),
    "B": Colour("#0b54a3", "#ffffff", "#6aa3d8", "#1f66ab", "M0 4H8"),
    "G": Colour("#36b084", "#10231c", "#b0dfc7", "#5fae90", "M8 0L0 8M2-2L-2 2M10 6L6 10"),
    "Y": Colour("#f7dc45", "#2b2405", "#fce9a2", "#dcbd52", ""),
    "N": Colour("#23272b", "#ffffff", "#9b9da1", "#64676b", "M0 4H8M4 0V8"),
    "V": Colour("#a68cc4", "#1f1530", "#cfc4df", "#b3a0d6", "M2 2h1.6v1.6h-1.6zM6 6h1.6v1.6h-1.6z", is_solid=True),
}
GLOW_COLOURS = {
    "nord_america": "#d9b25f",
    "sud_america": "#8aa63f",
    "europa": "#5b86b8",
    "africa": "#c9794d",
    "asia": "#5f9e78",
    "oceania": "#9a74b5",
}
LIGHT_THEME = {
    "sea": "#e6eef2", "paper": "#fbf8f1", "line": "#2c363e", "lane": "#426274", "ink": "#1f2a33", "soft": "#53606b",
    "hatch": "#1f2a33", "halo": "#fbf8f1", "go": "#b93a0a", "mark": "#7a1fa2", "glow": ".34", "attack": "#b3261e",
    "defence": "#1d4f91", "hatched": ".13", "edge": "#fbf8f1", "rim": "#fbf8f1", "border": ".8px",
}  # fmt: skip
DARK_THEME = {
    "sea": "#10171d", "paper": "#2a343d", "line": "#0a0f13", "lane": "#8fb0c4", "ink": "#f2f5f7", "soft": "#a3b2bc",
    "hatch": "#000", "halo": "#10171d", "go": "#ffb454", "mark": "#ff9df2", "glow": ".3", "attack": "#c9372e",
    "defence": "#2a68ba", "hatched": ".16", "edge": "#e9eef1", "rim": "#e9eef1", "border": ".8px",
}  # fmt: skip
PRINT_THEME = {
    "sea": "#fff", "paper": "#fff", "line": "#000", "lane": "#000", "ink": "#000", "soft": "#333", "hatch": "#000",
    "halo": "#fff", "go": "#000", "mark": "#000", "glow": "0", "attack": "#000", "defence": "#555", "hatched": ".5",
    "edge": "#000", "rim": "#fff", "border": "1px",
}  # fmt: skip
FORCED_COLOURS_THEME = {
    "sea": "Canvas", "paper": "Canvas", "line": "CanvasText", "lane": "CanvasText", "ink": "CanvasText",
    "soft": "CanvasText", "hatch": "CanvasText", "halo": "Canvas", "go": "Highlight", "mark": "Highlight", "glow": "0",
    "attack": "CanvasText", "defence": "CanvasText", "hatched": ".55", "edge": "CanvasText",
    "rim": "Canvas", "border": "1px",
}  # fmt: skip


def custom_properties(values: dict[str, str]) -> str:
    """Returns CSS declarations of custom properties."""
    return ";".join(f"--pb-{name}:{value}" for name, value in values.items())


def owner_rules(scope: str, theme: str) -> str:
    """Returns the rules with each owner's colours of disc, ink and territory in a scheme: day, night or plain."""
    rules = []
    for letter, colour in COLOURS.items():
        territory_colour = {"day": colour.day, "night": colour.night}.get(theme, "var(--pb-paper)")
        disc_colour = "var(--pb-paper)" if theme == "plain" else colour.disc
        ink_colour = "var(--pb-ink)" if theme == "plain" else colour.ink
        rules.append(
            f'{scope} [data-owner="{letter}"]{{--pb-c:{disc_colour};--pb-i:{ink_colour};--pb-t:{territory_colour}}}'
        )
    return "".join(rules)


def theme_rules(scope: str, theme: str) -> str:
    """Returns the rules of a theme (light, dark or print) for the boards that the selector `scope` matches."""
    values, colour_scheme = {
        "light": (LIGHT_THEME, "day"),
        "dark": (DARK_THEME, "night"),
        "print": (PRINT_THEME, "plain"),
    }[theme]
    return f"{scope}{{{custom_properties(values)}}}{owner_rules(scope, colour_scheme)}"


def shape_rules() -> str:
    """Returns the rules of `board_drawing.css` without comments and line ends."""
    text = files("plancia_data").joinpath("board_drawing.css").read_text(encoding="utf-8")
    return re.sub(r"/\*.*?\*/|\n", "", text, flags=re.DOTALL)


HATCH_RULES = "".join(
    f'.pb [data-owner="{letter}"] .pb-hatch{{fill:url(#pb-p-{letter})}}'
    for letter, colour in COLOURS.items()
    if colour.pattern
)
CONTINENT_RULES = "".join(f'.pb [data-continent="{name}"]{{--pb-k:{colour}}}' for name, colour in GLOW_COLOURS.items())


def tall_rules() -> str:
    """Returns the rules that place the blocks of a board with both layouts as in the tall one, on upright phones."""
    wide, tall = (board_map().layouts[name] for name in ("wide", "tall"))
    scope = '.pb[data-layout="auto"]'
    rules = [
        f"{scope}{{aspect-ratio:{tall.size[0]}/{tall.size[1]}}}",
        f"{scope} .pb-root{{transform:scale({wide.size[0] / tall.size[0]:.5f})}}",
        f"{scope} .pb-in-wide{{display:none}}{scope} .pb-in-tall{{display:inline}}",
    ]
    for block, (x, y) in tall.blocks.items():
        translation = f"translate({x:g}px,{y:g}px)"
        scaled_transform = f"{translation} scale({1 / board_map().unit:g})"
        rules.append(f'{scope} .pb-block[data-block="{block}"]{{transform:{translation}}}')
        rules.append(f'{scope} .pb-scaled[data-block="{block}"]{{transform:{scaled_transform}}}')
    return f"@media screen and (max-width:700px) and (orientation:portrait){{{''.join(rules)}}}"


BOARD_STYLE = "".join([
    shape_rules(), tall_rules(), CONTINENT_RULES, HATCH_RULES, theme_rules(".pb", "light"),
    "@media (prefers-color-scheme:dark){", theme_rules('.pb:not([data-theme="light"])', "dark"), "}",
    theme_rules('.pb[data-theme="dark"]', "dark"), theme_rules('.pb[data-theme="print"]', "print"),
    "@media print{", theme_rules(".pb.pb", "print"), "}",
    "@media (forced-colors:active){.pb.pb{forced-color-adjust:none;", custom_properties(FORCED_COLOURS_THEME), "}",
    owner_rules(".pb.pb", "plain"),
    ".pb-circle,.pb-die rect{stroke:CanvasText}.pb-die rect{fill:Canvas}.pb-die circle{fill:CanvasText}}",
])  # fmt: skip
