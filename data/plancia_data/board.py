"""Boards, decks and lists of objectives. Territories are numbered 0..41 in the standard order of `board.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from plancia_data.forms import Deck, Objective


@dataclass(frozen=True)
class Board:
    """A board; territories are numbers. `continents` holds (id, Italian name, English name, income, territories)."""

    id: str
    codes: tuple[str, ...]
    ids: tuple[str, ...]
    names_it: tuple[str, ...]
    names_en: tuple[str, ...]
    continents: tuple[tuple[str, str, str, int, tuple[int, ...]], ...]
    borders: tuple[tuple[int, int], ...]
    neighbours: tuple[tuple[int, ...], ...]

    def index(self, code: str) -> int:
        """The number of a territory by its code. Raises ValueError if there is none."""
        return self.codes.index(code)

    def degree(self, land: int) -> int:
        """Returns the number of neighbours of a territory, which is its value in points (MON-25)."""
        return len(self.neighbours[land])


def load_toml(name: str) -> Any:
    """The content of a TOML file of this package."""
    return tomllib.loads(files("plancia_data").joinpath(name).read_text(encoding="utf-8"))


def board_ids() -> tuple[str, ...]:
    """The ids of the boards; the first is the base board."""
    return tuple(load_toml("board.toml")["board"])


@cache
def board(board_id: str = "eg") -> Board:
    """A board by its id. Raises KeyError."""
    data = load_toml("board.toml")
    board_table = data["board"][board_id]
    territories = data["territory"]
    codes = tuple(land["code"] for land in territories)
    index_by_code = {code: index for index, code in enumerate(codes)}
    pairs = {frozenset(pair.split("-")) for pair in data["borders"]["eg"].split()}
    pairs -= {frozenset(pair.split("-")) for pair in board_table.get("without", [])}
    pairs |= {frozenset(pair.split("-")) for pair in board_table.get("with", [])}
    borders = sorted(tuple(sorted(index_by_code[code] for code in pair)) for pair in pairs)
    neighbours: list[list[int]] = [[] for _ in codes]
    for first, second in borders:
        neighbours[first].append(second)
        neighbours[second].append(first)
    continents = tuple(
        (
            entry["id"],
            entry["it"],
            entry["en"],
            int(entry["income"]),
            tuple(index for index, land in enumerate(territories) if land["continent"] == entry["id"]),
        )
        for entry in data["continent"]
    )
    return Board(
        id=board_id,
        codes=codes,
        ids=tuple(land["id"] for land in territories),
        names_it=tuple(land["it"] for land in territories),
        names_en=tuple(land["en"] for land in territories),
        continents=continents,
        borders=tuple((first, second) for first, second in borders),
        neighbours=tuple(tuple(sorted(adjacent)) for adjacent in neighbours),
    )


@cache
def deck(deck_id: str = "eg") -> Deck:
    """Returns a deck: `symbols` by territory (0 infantry, 1 cavalry, 2 cannon), number of `jolly`. Raises KeyError."""
    entry = load_toml("decks.toml")[deck_id]
    return {"symbols": [int(symbol) for symbol in entry["symbols"]], "jolly": int(entry["jolly"])}


@cache
def objectives(list_id: str) -> list[Objective]:
    """Returns the objectives of a list: id, number, names, territories as numbers. Raises KeyError."""
    data = load_toml("objectives.toml")
    index_by_code = {code: index for index, code in enumerate(board("eg").codes)}
    list_change = data["list-change"].get(list_id)
    entries = data["list"][list_change["base"] if list_change else list_id]
    rows: list[Objective] = []
    for number, entry in enumerate(entries, start=1):
        codes = entry["territories"].split()
        if list_change:
            removed = list_change.get("remove", {}).get(entry["id"], "").split()
            codes = [code for code in codes if code not in removed] + list_change["add"].get(entry["id"], "").split()
        rows.append(
            {
                "id": entry["id"],
                "number": entry.get("number", number),
                "it": entry["it"],
                "en": entry["en"],
                "territories": sorted(index_by_code[code] for code in codes),
            }
        )
    return rows


@cache
def open_border() -> tuple[str, ...]:
    """Returns the codes of the two territories whose common border the documents do not settle."""
    return tuple(load_toml("board.toml")["open-border"]["territories"])


def objective_lists() -> tuple[str, ...]:
    """The ids of the lists of objectives."""
    data = load_toml("objectives.toml")
    return (*data["list"], *data["list-change"])


def alternative_list(list_id: str) -> str:
    """Returns the id of the list with the other reading, if the sources of a list disagree; "" if they agree."""
    return str(load_toml("objectives.toml").get("other-reading", {}).get(list_id, ""))
