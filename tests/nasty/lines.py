"""Nasty lines: events of every kind with values that are untidy, and now and then wrong."""

from __future__ import annotations

import json
import random
import unicodedata
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from tests.nasty.values import (
    COLOURS,
    COMMENTS,
    COMMITMENT,
    DICE,
    FLAGS,
    LOSSES,
    NAMED,
    NUMBERS,
    ODD,
    OFFICE,
    POINTS,
    SALT,
    SETS,
    TIMES,
    WORD_OF,
    WORDS,
)

NAMES_FILE = Path(__file__).parents[2] / "docs" / "rgn" / "names.json"
Maker = Callable[[random.Random], str]


@cache
def data() -> dict[str, Any]:
    """The names that a tolerant reader knows."""
    return dict(json.loads(NAMES_FILE.read_text("utf-8")))


def spaced(text: str, r: random.Random) -> str:
    """A text with blanks put in around its signs, or other blanks."""
    if r.random() < 0.2:
        for sign in ">+:=,":
            if r.random() < 0.5:
                text = text.replace(sign, r.choice(["", " ", "  "]) + sign + r.choice(["", " ", "  "]))
    if r.random() < 0.1:
        text = text.replace(" ", r.choice(["  ", "\t", "\u00a0", "\u2003"]))
    return text


def cased(text: str, r: random.Random) -> str:
    """A text in another case."""
    return r.choice([text, text, text.lower(), text.upper(), text.title(), text.swapcase()])


def pick(r: random.Random, values: tuple[list[str], list[str]], nasty: float = 0.07) -> str:
    """A value of a pair of lists: those that are read, and the nasty ones."""
    return r.choice(values[r.random() < nasty])


def territory(r: random.Random) -> str:
    """A territory by its code, by a name or its beginning, with accents and separators, or nearly so."""
    if r.random() < 0.5:
        return str(r.choice(data()["territories"])["code"])
    name = str(r.choice([*data()["territory_names"], *data()["joined_names"]]))
    match r.randrange(16):
        case 0 | 1:
            name = name[: r.randint(1, len(name))]
        case 2 | 3 | 4:
            name = name.replace(" ", r.choice(["-", "_", "'", "’", "  "]))
        case 5:
            place = r.randrange(len(name))
            name = name[: place + 1] + r.choice(["́", "̧", "̸"]) + name[place + 1 :]
        case 6:
            name = name.replace("s", "ſ").replace("i", r.choice("iıİ"))
        case 7:
            name += r.choice(["-", " ", ",", ".", "'", "x"])
    return cased(unicodedata.normalize(r.choice(["NFC", "NFD"]), name), r)


def card(r: random.Random) -> str:
    """A card, or nearly one."""
    others = (
        ["JOL", "jolly", "Jol", "???", "??", "?", COMMITMENT, COMMITMENT.upper()],
        ["????", COMMITMENT[:-1], "#", "public"],
    )
    return pick(r, others) if r.random() < 0.4 else territory(r)


def several(make: Maker, r: random.Random, most: int = 4) -> str:
    """Some values one after the other, with commas now and then."""
    return pick(r, ([" ", " ", ", "], [",", " , "])).join(make(r) for _ in range(r.randint(r.random() > 0.1, most)))


def colour(r: random.Random) -> str:
    """A colour, or nearly one."""
    return pick(r, COLOURS)


def number(r: random.Random) -> str:
    """A number, or nearly one."""
    return pick(r, NUMBERS)


def item(r: random.Random, sign: str = "+") -> str:
    """A territory with a number."""
    return territory(r) + pick(r, ([sign], ["-", "+", "", "++"])) + number(r)


def route(r: random.Random) -> str:
    """Two territories."""
    return territory(r) + pick(r, ([">", ">", " > ", "> "], ["->", ">>", ""])) + territory(r)


def listed(r: random.Random) -> str:
    """A named word with commas, or nearly one."""
    return pick(r, (["R2,B1", "a", "5,,5"], [",", "_", ""]))


def named(r: random.Random, kind: str) -> str:
    """A named argument or a flag, as a rule one of the kind."""
    own = [key for key in NAMED.get(kind, "").split() if key]
    key = r.choice(own) if own and r.random() < 0.9 else r.choice([*data()["keys"], "public", "x", "ſet"])
    if key in FLAGS:
        return cased(key, r)
    values: dict[str, Maker] = {
        "armies": number,
        "for": lambda r: r.choice([colour, number])(r),
        "by": colour,
        "winner": colour,
        "director": colour,
        "how": lambda r: pick(r, (["swap", "REDRAW", "skipped", "deal"], ["x", "ſwap"])),
        "salt": lambda r: pick(r, ([SALT, SALT[:16], SALT * 2], [SALT[:15], SALT * 3, "x"])),
        "void": lambda r: pick(r, (["a654,d66", "A123", "d1,D2"], ["a", "a1,", "a1234567", "x1"])),
        "kind": lambda r: pick(r, (["bonus", "Own", "arbiter"], ["x"])),
        "hands": lambda r: pick(
            r,
            (
                ["R3,B2", "rosso3,blu01", "R0"],
                ["R100", "R3,,B2", "è3", "R", "3", "R3,", "ROſſO3,B2", "R3,Bx", "R3,B-1"],
            ),
        ),
        "found": lambda r: pick(r, (["self", "Opponent"], ["x"])),
        "why": lambda r: pick(r, (["freeze", "a,b", "a,,b", "Withdrawal"], [",a", "a,", "è"])),
    }
    make = values.get(key, number if key in ("counted", "hand", "replaces", "after", "about", "n") else listed)
    return cased(key, r) + pick(r, (["=", "=", " = ", "= ", " ="], ["", "=="])) + make(r)


def position(r: random.Random) -> str:
    """A BOARD, or nearly one."""
    count = 42 if r.random() < 0.9 else r.choice([41, 43])
    return "".join(
        pick(r, (["?", "R1", "B12", "-3", "N0007", "g5", "V9999"], ["Y00000", "ſ1"]), 0.002) for _ in range(count)
    )


def objective(r: random.Random) -> str:
    """An objective by id, number or name."""
    one = r.choice(data()["objective_lists"][r.choice(list(data()["objective_lists"]))])
    values = [str(one[name]) for name in ("id", "number", "it", "en")]
    return cased(pick(r, ([*values, "???", "?", COMMITMENT, "x y"], ["è", "a=b", ""])), r)


def throw(r: random.Random) -> str:
    """The dice of both sides, or their numbers."""
    if r.random() < 0.7:
        return pick(r, DICE) + pick(r, ([":", " : "], [";", ""])) + pick(r, DICE)
    return (
        pick(r, (["3", "2", "1", "?"], ["4", "", "0"]))
        + r.choice("vV")
        + pick(r, (["3", "2", "1", "?"], ["4", "", "0", "٣"]))
    )


def cards_moved(r: random.Random) -> str:
    """Cards from a hand to another, or away."""
    receiver = r.choice([colour(r), "Deck", "pile", "OUT"])
    reason = pick(r, (["debt", "Garrison"], ["x"]))
    return f"{colour(r)}{pick(r, (['>', ' > '], ['', '>>']))}{receiver} {reason} {several(card, r)}"


def arguments(kind: str, r: random.Random) -> str:
    """The positional arguments of a kind, or nearly so."""
    makers: dict[str, Maker] = {
        "ROLL": lambda r: (
            r.choice(["order", "Tie", "lot"])
            + " "
            + several(lambda r: colour(r) + pick(r, (["1", "6"], ["7", "0"])), r)
        ),
        "ORDER": lambda r: several(colour, r, 2),
        "CERT": lambda r: several(colour, r, 2),
        "DEAL": lambda r: several(card, r),
        "DRAW": lambda r: several(card, r),
        "STRIP": lambda r: several(territory, r),
        "PICK": territory,
        "CAP": territory,
        "DRAFT": lambda r: f"{number(r)} {number(r)} {card(r)}",
        "OBJ": objective,
        "SET": lambda r: several(item, r),
        "PUT": lambda r: several(item, r),
        "TAKE": lambda r: several(lambda r: item(r, "-"), r),
        "REIN": lambda r: (
            "3+" + pick(r, (["5+10", "05+0000", " 5 + 10"], ["5", "00000+1", "5+10+1"])) + "=" + number(r)
        ),
        "TRIS": lambda r: f"{several(card, r)} {pick(r, SETS)}",
        "DECL": lambda r: f"{route(r)} {number(r)}",
        "OCC": lambda r: f"{route(r)} {number(r)}",
        "MOVE": lambda r: f"{route(r)} {number(r)}",
        "ATT": lambda r: f"{route(r)} {throw(r)} {pick(r, LOSSES)}",
        "CARDS": cards_moved,
        "EROLL": lambda r: pick(r, DICE),
        "SCORE": lambda r: pick(r, POINTS),
        "STAT": lambda r: f"{colour(r)} {pick(r, (['frozen', 'Debt', 'withdrawn'], ['x']))}",
        "FOUL": lambda r: f"{colour(r)} {pick(r, WORDS)}",
        "PEN": lambda r: f"{colour(r)} {pick(r, WORDS)} {number(r)}",
        "FILL": lambda r: f"{number(r)} {several(territory, r)}",
        "CHECK": position,
        "ELIM": colour,
        "SHOW": lambda r: f"{r.randint(0, 20)} {r.choice([card, objective])(r)}",
        "VOID": lambda r: str(r.randint(0, 15)),
        "FIX": lambda r: f"{r.randint(0, 15)} {event(r, True)}",
        "DISP": number,
        "SHUF": number,
        "ELATER": number,
    }
    return makers[kind](r) if kind in makers else pick(r, (WORD_OF[kind], [*WORDS[0], "ſtarted"]))


def event(r: random.Random, is_replacement: bool = False) -> str:
    """An event line, or nearly one."""
    kind = ""
    if r.random() < 0.08:
        tag = cased(pick(r, (["X-A", "X-WEATHER", "x-a-1"], ["X-", "x-1", "X-A_B", "X-" + "A" * 33, "X-È"])), r)
        rest = several(
            lambda r: pick(r, (["a", "CIN+2", "medio oriente", "a=b"], ["a > b", "è", "@10:00", "x" * 65])), r
        )
    else:
        kind = r.choice(
            [
                *data()["tags"],
                *["FIX", "VOID", "SHOW", "ATT", "DRAW", "OBJ", "TRIS", "MOVE", "OCC", "SET", "PUT", "PEN"] * 3,
            ]
        )
        if kind == "FIX" and is_replacement and r.random() < 0.9:
            kind = "DEAL"
        tag, rest = kind, arguments(kind, r)
        if r.random() < 0.3:
            tag = cased(r.choice([word for word, of in data()["tag_words"].items() if of == kind] or [kind]), r)
    actor = pick(r, (list(OFFICE.get(kind, "RRRB")), [*COLOURS[1], "neutrale", "ARBITRO", "n", "V"]))
    line = " ".join(
        [
            tag,
            actor,
            rest,
            *(named(r, kind) for _ in range(r.choice([0, 0, 0, 1, 1, 2])) if kind in NAMED or r.random() < 0.1),
        ]
    )
    if r.random() < 0.1:
        line += " " + pick(r, TIMES, 0.3)
    line = spaced(line, r)
    if not is_replacement and r.random() < (0.95 if kind in ("VOID", "FIX", "NOTE", "DISP") else 0.1):
        line += r.choice(["", " "]) + pick(r, COMMENTS, 0.15)
    if r.random() < 0.03:
        place = r.randrange(len(line) + 1)
        line = line[:place] + r.choice(ODD) + line[place:]
    return line
