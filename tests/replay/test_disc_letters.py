"""The letters on discs are those of the colours' names in the language of the drawing."""

from __future__ import annotations

import re

import pytest

from plancia_replay.drawing import BoardOptions, board_svg

POSITION = {"CIN": ["N", 3], "SIA": ["G", 2], "BRA": ["V", 4], "ALA": ["B", 1], "PER": ["R", 1], "IND": ["Y", 1]}
MARKS = {
    "it": {"CIN": "N", "SIA": "Ve", "BRA": "Vi", "ALA": "B", "PER": "R", "IND": "G"},
    "en": {"CIN": "Bla", "SIA": "G", "BRA": "V", "ALA": "Blu", "PER": "R", "IND": "Y"},
}


@pytest.mark.parametrize("lang", ["it", "en"])
def test_discs_and_legend_have_them(lang: str) -> None:
    drawn = board_svg(POSITION, BoardOptions(lang=lang))
    for code, mark in MARKS[lang].items():
        disc = drawn.partition(f'id="b-{code}-disc"')[2].partition("</g>")[0]
        assert f'data-owner="{POSITION[code][0]}"' in disc and re.findall(r'pb-letter"[^>]*>([^<]*)<', disc) == [mark]
    legend = drawn.partition('class="pb-legend"')[2]
    assert set(re.findall(r'pb-letter">([^<]+)<', legend)) == set(MARKS[lang].values())
