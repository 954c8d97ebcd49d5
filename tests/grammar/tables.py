"""docs/rgn/board.json: territories, continents, borders of each board, and decks, as replays need them."""

from __future__ import annotations

import json
from typing import Any

from plancia_data import board, board_ids, deck
from plancia_data.board import load_toml
from plancia_events.names import codes_by_name

FIGURES = ("infantry", "cavalry", "artillery")  # by the numbers of a deck's symbols


def territories() -> list[dict[str, Any]]:
    """The territories in the standard order, with every name that the tolerant reader takes, in its normal form."""
    base = board("eg")
    names: dict[str, list[str]] = {code: [] for code in base.codes}
    for name, code in codes_by_name().items():
        names[code].append(name)
    continent_of = {land: entry[0] for entry in base.continents for land in entry[4]}
    return [
        {
            "code": code, "number": number, "it": base.names_it[number], "en": base.names_en[number],
            "names": sorted(names[code]), "continent": continent_of[number],
            "neighbours": [base.codes[land] for land in base.neighbours[number]],
        }
        for number, code in enumerate(base.codes)
    ]  # fmt: skip


def continents() -> list[dict[str, Any]]:
    """The continents with the armies that they bring."""
    base = board("eg")
    return [
        {
            "id": entry[0],
            "it": entry[1],
            "en": entry[2],
            "armies": entry[3],
            "territories": [base.codes[k] for k in entry[4]],
        }
        for entry in base.continents
    ]


def boards() -> dict[str, dict[str, list[str]]]:
    """What the borders of each board add to those of the base board, and leave out."""
    base = set(board("eg").borders)
    codes = board("eg").codes
    found = {}
    for name in board_ids():
        borders = set(board(name).borders)
        found[name] = {
            "without": [f"{codes[one]}-{codes[other]}" for one, other in sorted(base - borders)],
            "with": [f"{codes[one]}-{codes[other]}" for one, other in sorted(borders - base)],
        }
    return found


def decks() -> dict[str, dict[str, Any]]:
    """The figure of each card and the number of jolly cards of each deck."""
    codes = board("eg").codes
    found = {}
    for name in load_toml("decks.toml"):
        symbols = deck(name)["symbols"]
        figures = {code: FIGURES[symbol] for code, symbol in zip(codes, symbols, strict=True)}
        found[name] = {"jolly": deck(name)["jolly"], "figures": figures}
    return found


def page() -> str:
    """The whole file."""
    tables = {
        "notation": "rgn 1", "territories": territories(), "continents": continents(), "boards": boards(),
        "decks": decks(),
    }  # fmt: skip
    return json.dumps(tables, ensure_ascii=False, indent=1) + "\n"
