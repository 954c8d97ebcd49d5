"""Makes the files of docs/rgn that programs read: the grammar, the JSON Schema, the tables of the board, colours."""

from __future__ import annotations

from pathlib import Path

from tests.grammar import editor, schema, tables
from tests.grammar import page as grammar_page

FOLDER = Path(__file__).parent.parent / "docs" / "rgn"
PAGES = {
    "rgn.abnf": grammar_page.page, "rgn.schema.json": schema.page, "board.json": tables.page,
    "editor/rgn.tmLanguage.json": editor.page,
}  # fmt: skip


if __name__ == "__main__":
    for name, page in PAGES.items():
        (FOLDER / name).parent.mkdir(exist_ok=True)
        (FOLDER / name).write_text(page(), "utf-8", newline="")
