"""Makes the files of docs/rgn that programs read: the grammar, the JSON Schema and the tables of the board."""

from __future__ import annotations

from pathlib import Path

from tests.grammar import page as grammar_page
from tests.grammar import schema, tables

FOLDER = Path(__file__).parent.parent / "docs" / "rgn"
PAGES = {"rgn.abnf": grammar_page.page, "rgn.schema.json": schema.page, "board.json": tables.page}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, page in PAGES.items():
        (FOLDER / name).write_text(page(), "utf-8", newline="")
