"""Draws ruling cases for judging by hand: python -m tests.draw_rulings SEED FILE [--rulings 100].

FILE gets the positions without what the product expects, FILE.key.json the expectations. Drawn are cases that the
documents alone can decide: none with an alternative, an option, a colour without a player or objectives of its own.
The same seed draws the same cases from the same folder.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any, NamedTuple

from tests.case_files import CASES, cases_of, variant_of
from tests.test_cases import text_of

ASKED = {
    "scores": "table points",
    "ranking": "ranking points",
    "end": "how the game ends",
    "final": "owner and armies at the end of",
}
COLOURS = ("[Red", "[Blue", "[Green", "[Yellow", "[Black", "[Violet")
UNTOLD = ("[Notation", "[Provenance", *COLOURS)


class Drawn(NamedTuple):
    """A case that can be drawn: its id, its variant, and the case."""

    name: str
    variant: str
    case: dict[str, Any]
    text: str
    before: int


def candidates() -> list[Drawn]:
    """The cases that the documents alone can decide."""
    drawn = []
    for file in sorted(CASES.glob("*/*.toml")):
        for place, case in enumerate(cases_of(file), start=1):
            variant = case.get("variant", variant_of(file))
            headers = " ".join(case.get("headers", []))
            chosen = "+" in variant or "[Option" in headers or "[Virtual" in headers
            if file.parent.name != "record" and not chosen and not {"goals", "first_leg"} & case.keys():
                drawn.append(Drawn(f"{file.parent.name}/{file.stem}#{place}", variant, case, *text_of(variant, case)))
    return drawn


def position(number: int, drawn: Drawn) -> str:
    """A case as the judge reads it: headers, numbered events, and what is asked."""
    head, _, events = drawn.text.partition("\n\n")
    headers = [line for line in head.split("\n") if not line.startswith(UNTOLD)]
    players = [line[1:].split()[0] for line in head.split("\n") if line.startswith(COLOURS)]
    lines = [f"{event:3} {line}" for event, line in enumerate(events.strip().split("\n"), start=1)]
    lines.insert(drawn.before, "    --- judged from here:")
    asked = [f"{title} {', '.join(drawn.case[key])}" for key, title in ASKED.items() if key in drawn.case]
    return "\n".join([
        f"## Ruling {number} ({drawn.variant})", "", f"{' '.join(headers)}; players: {' '.join(players)}", "",
        "```", *lines, "```", "", "Asked: " + "; ".join(["which events are illegal or undecidable", *asked]), "",
    ])  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("file", type=Path)
    parser.add_argument("--rulings", type=int, default=100)
    given = parser.parse_args()
    drawn = random.Random(given.seed).sample(candidates(), given.rulings)
    key = {
        number: {"id": one.name, "before": one.before, **{name: one.case[name] for name in ("says", "expect", *ASKED)
                 if name in one.case}}
        for number, one in enumerate(drawn, start=1)
    }  # fmt: skip
    given.file.write_text("\n".join(position(number, one) for number, one in enumerate(drawn, start=1)), "utf-8")
    Path(f"{given.file}.key.json").write_text(json.dumps(key, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
