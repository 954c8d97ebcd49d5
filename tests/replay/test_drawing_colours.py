"""Six colours told apart by everybody: simulated colour-blindness, contrast of borders, ink and marks."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from plancia_replay.drawing.style import COLOURS, DARK_THEME, LIGHT_THEME, PRINT_THEME

Triple = tuple[float, float, float]
# G. Machado, M. Oliveira, L. Fernandes, "A physiologically-based model for simulation of color vision deficiency" (IEEE
# TVCG 15, 2009), severity 1; rows act on linear RGB.
VISION = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
LANDS = {"day": {name: colour.day for name, colour in COLOURS.items()},
         "night": {name: colour.night for name, colour in COLOURS.items()},
         "disc": {name: colour.disc for name, colour in COLOURS.items()}}  # fmt: skip


def linear(text: str) -> Triple:
    full = "#" + "".join(digit * 2 for digit in text[1:]) if len(text) == 4 else text
    parts = [int(full[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """The contrast of WCAG 2.2."""
    light = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(other)))
    return (light[1] + 0.05) / (light[0] + 0.05)


def times(matrix: tuple[Triple, Triple, Triple], value: Triple) -> Triple:
    first, second, third = (sum(a * b for a, b in zip(row, value, strict=True)) for row in matrix)
    return first, second, third


def lab(value: Triple) -> Triple:
    to_xyz = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
    white = (0.95047, 1.0, 1.08883)
    shares = [part / whole for part, whole in zip(times(to_xyz, value), white, strict=True)]
    x, y, z = (share ** (1 / 3) if share > 0.008856 else 7.787 * share + 16 / 116 for share in shares)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Triple, other: Triple) -> float:
    """CIEDE2000 (CIE 142-2001)."""
    (light, a, b), (to_light, to_a, to_b) = one, other
    mean = (math.hypot(a, b) + math.hypot(to_a, to_b)) / 2
    stretch = 1 + 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    chroma, to_chroma = math.hypot(a * stretch, b), math.hypot(to_a * stretch, to_b)
    hue, to_hue = (math.degrees(math.atan2(y, x * stretch)) % 360 for x, y in ((a, b), (to_a, to_b)))
    turn = (to_hue - hue + 180) % 360 - 180
    big_turn = 2 * math.sqrt(chroma * to_chroma) * math.sin(math.radians(turn / 2))
    mid_light, mid_chroma, mid_hue = (light + to_light) / 2, (chroma + to_chroma) / 2, (hue + turn / 2) % 360

    def cosine(degrees: float) -> float:
        return math.cos(math.radians(degrees))

    tune = (1 - 0.17 * cosine(mid_hue - 30) + 0.24 * cosine(2 * mid_hue) + 0.32 * cosine(3 * mid_hue + 6)
            - 0.2 * cosine(4 * mid_hue - 63))  # fmt: skip
    by_light = (to_light - light) / (1 + 0.015 * (mid_light - 50) ** 2 / math.sqrt(20 + (mid_light - 50) ** 2))
    by_chroma = (to_chroma - chroma) / (1 + 0.045 * mid_chroma)
    by_hue = big_turn / (1 + 0.015 * mid_chroma * tune)
    twist = 60 * math.exp(-(((mid_hue - 275) / 25) ** 2))
    rotation = -2 * math.sqrt(mid_chroma**7 / (mid_chroma**7 + 25**7)) * math.sin(math.radians(twist))
    return math.sqrt(by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)


def test_the_difference_is_that_of_the_standard() -> None:
    """The first pairs of G. Sharma, W. Wu, E. Dalal, "The CIEDE2000 color-difference formula" (2005)."""
    assert difference((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert difference((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)) == pytest.approx(1.2644, abs=1e-4)


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize(("kind", "least"), [("disc", 20), ("day", 12), ("night", 17)])
def test_six_colours_are_told_apart(kind: str, least: float, vision: str) -> None:
    seen = {}
    for name, text in LANDS[kind].items():
        red, green, blue = times(VISION[vision], linear(text))
        seen[name] = lab((min(1, max(0, red)), min(1, max(0, green)), min(1, max(0, blue))))
    apart = {one + other: difference(seen[one], seen[other]) for one, other in combinations(seen, 2)}
    assert min(apart.values()) > least, apart


@pytest.mark.parametrize(("kind", "theme"), [("day", LIGHT_THEME), ("night", DARK_THEME)])
def test_borders_lines_and_ink_have_contrast(kind: str, theme: dict[str, str]) -> None:
    for land in [*LANDS[kind].values(), theme["paper"]]:
        assert contrast(theme["line"], land) >= (3 if land != theme["paper"] or kind == "day" else 1.4), land
    assert contrast(theme["lane"], theme["sea"]) >= 4.5
    assert contrast(theme["soft"], theme["sea"]) >= 4.5
    assert contrast(theme["ink"], theme["halo"]) >= 7  # names have a halo
    assert contrast(theme["go"], theme["sea"]) >= 3 and contrast(theme["mark"], theme["sea"]) >= 3


def test_armies_are_read_on_every_disc() -> None:
    for colour in COLOURS.values():
        assert contrast(colour.ink, colour.disc) >= 4.5
    assert contrast(PRINT_THEME["ink"], PRINT_THEME["paper"]) > 20


def test_patterns_differ() -> None:
    patterns = [colour.pattern for colour in COLOURS.values()]
    assert len(set(patterns)) == len(patterns) == 6
