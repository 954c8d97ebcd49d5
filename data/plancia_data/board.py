"""Boards, decks and lists of objectives. Territories are numbered 0..41 in the standard order of `board.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True)
class Board:
    """One board. `continents` holds (id, Italian name, English name, income, territories)."""

    id: str
    codes: tuple[str, ...]
    ids: tuple[str, ...]
    names_it: tuple[str, ...]
    names_en: tuple[str, ...]
    continents: tuple[tuple[str, str, str, int, tuple[int, ...]], ...]
    borders: tuple[tuple[int, int], ...]
    neighbours: tuple[tuple[int, ...], ...]

    def index(self, code: str) -> int:
        """The number of a territory by its code. Raises ValueError."""
        return self.codes.index(code)

    def degree(self, land: int) -> int:
        """How many territories border this one: its value in points (MON-25)."""
        return len(self.neighbours[land])


def source(name: str) -> dict[str, Any]:
    """One data file beside this module."""
    return tomllib.loads(files("plancia_data").joinpath(name).read_text(encoding="utf-8"))


def board_ids() -> tuple[str, ...]:
    """The boards that exist; the first is the base board."""
    return tuple(source("board.toml")["board"])


@cache
def board(board_id: str = "eg") -> Board:
    """A board by its id. Raises KeyError where there is none."""
    data = source("board.toml")
    change = data["board"][board_id]
    lands = data["territory"]
    codes = tuple(land["code"] for land in lands)
    place = {code: index for index, code in enumerate(codes)}
    pairs = {frozenset(pair.split("-")) for pair in data["borders"]["eg"].split()}
    pairs -= {frozenset(pair.split("-")) for pair in change.get("without", [])}
    pairs |= {frozenset(pair.split("-")) for pair in change.get("with", [])}
    borders = sorted(tuple(sorted(place[code] for code in pair)) for pair in pairs)
    neighbours: list[list[int]] = [[] for _ in codes]
    for one, two in borders:
        neighbours[one].append(two)
        neighbours[two].append(one)
    continents = tuple(
        (
            entry["id"],
            entry["it"],
            entry["en"],
            int(entry["income"]),
            tuple(index for index, land in enumerate(lands) if land["continent"] == entry["id"]),
        )
        for entry in data["continent"]
    )
    return Board(
        id=board_id,
        codes=codes,
        ids=tuple(land["id"] for land in lands),
        names_it=tuple(land["it"] for land in lands),
        names_en=tuple(land["en"] for land in lands),
        continents=continents,
        borders=tuple((one, two) for one, two in borders),
        neighbours=tuple(tuple(sorted(near)) for near in neighbours),
    )


@cache
def deck(deck_id: str = "eg") -> dict[str, Any]:
    """`symbols`: per territory 0 infantry, 1 cavalry, 2 cannon; `jolly`: how many. Raises KeyError."""
    entry = source("decks.toml")[deck_id]
    return {"symbols": [int(symbol) for symbol in entry["symbols"]], "jolly": int(entry["jolly"])}


@cache
def objectives(list_id: str) -> list[dict[str, Any]]:
    """Objectives of a list: id, number, names, territories as numbers. Raises KeyError."""
    data = source("objectives.toml")
    place = {code: index for index, code in enumerate(board("eg").codes)}
    change = data["list-change"].get(list_id)
    entries = data["list"][change["base"] if change else list_id]
    made = []
    for number, entry in enumerate(entries, start=1):
        codes = entry["territories"].split()
        if change:
            gone = change.get("remove", {}).get(entry["id"], "").split()
            codes = [code for code in codes if code not in gone] + change["add"].get(entry["id"], "").split()
        made.append(
            {
                "id": entry["id"],
                "number": entry.get("number", number),
                "it": entry["it"],
                "en": entry["en"],
                "territories": sorted(place[code] for code in codes),
            }
        )
    return made


def objective_lists() -> tuple[str, ...]:
    """The lists of objectives that exist."""
    data = source("objectives.toml")
    return (*data["list"], *data["list-change"])


def other_reading(list_id: str) -> str:
    """The list that has what the sources of this one disagree on the other way; "" where there is none."""
    return str(source("objectives.toml").get("other-reading", {}).get(list_id, ""))
