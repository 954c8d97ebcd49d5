"""What the columns of exported tables are (tables.toml), for pages, dumps, Parquet and Datasette."""

from __future__ import annotations

import json
from dataclasses import dataclass

from plancia_data.languages import text_in
from plancia_data.library import PACKAGE_FILES, load_document


@dataclass(frozen=True)
class TableColumn:
    """A column of an exported table: its type (string, integer or number) and its meaning by language."""

    name: str
    type: str
    meaning: dict[str, str]


@dataclass(frozen=True)
class DescribedTable:
    """A table: its meaning by language, columns in order, key, and which of them the derived tables of an archive have.

    `exported` is False for a table that only Datasette shows.
    """

    name: str
    meaning: dict[str, str]
    columns: tuple[TableColumn, ...]
    key: tuple[str, ...]
    stored: dict[str, list[str]]
    exported: bool


def described_tables() -> dict[str, DescribedTable]:
    """Returns the tables of exports and dumps, and others that Datasette shows, described."""
    return {
        name: DescribedTable(
            name, {"it": table["it"], "en": table["en"]},
            tuple(TableColumn(key, kind, {"it": it, "en": en}) for key, (kind, it, en) in table["columns"].items()),
            tuple(table.get("key", ())), table.get("stored", {}), table.get("exported", True),
        )
        for name, table in load_document("tables.toml").items()
    }  # fmt: skip


def datasette_settings(lang: str) -> str:
    """Returns Datasette's metadata for a copy of an archive (titles, facets, queries, columns), as YAML."""
    file = PACKAGE_FILES.joinpath(f"datasette_{lang}.yaml")
    text = (file if file.is_file() else PACKAGE_FILES.joinpath("datasette_en.yaml")).read_text(encoding="utf-8")
    for table in described_tables().values():
        meanings = {column.name: text_in(column.meaning, lang) for column in table.columns}
        for stored, names in table.stored.items():
            lines = "".join(f"          {name}: {json.dumps(meanings[name], ensure_ascii=False)}\n" for name in names)
            head = f"      {stored}:\n"
            if head not in text:
                meaning = json.dumps(text_in(table.meaning, lang), ensure_ascii=False)
                text = f"{text.rstrip()}\n{head}        description: {meaning}\n"
            text = text.replace(head, f"{head}        columns:\n{lines}", 1)
    return text
