"""A small table of named columns, which notebooks display and `pandas.DataFrame` accepts."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, overload

MAX_SHOWN_ROWS = 60  # rows that a notebook or a terminal shows; the table holds all of them
MAX_CELL_WIDTH = 60  # characters of a cell in a terminal


Row = Mapping[str, Any]  # by column; `Rows.columns` says which


class Rows(Sequence[Row]):
    """A read-only sequence of dicts that all have the same keys, in the order of `columns`.

    `rows[0]` is a dict, `rows[:5]` are Rows, `rows["share"]` is the list of a column. `pandas.DataFrame(rows)` and
    `csv.DictWriter` accept it; `pandas.DataFrame(rows, columns=rows.columns)` has the columns even without rows.
    Numbers are `int` or `float`, unknown values are None, and an interval has two columns. `attrs` describes the rows,
    like `DataFrame.attrs`.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self, rows: Iterable[Mapping[str, Any]], columns: Iterable[str] | None = None,
        attrs: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        """Columns are those given, else all keys in the order in which they come; a missing value is None."""
        mappings = list(rows)
        self.columns = list(dict.fromkeys(key for row in mappings for key in row) if columns is None else columns)
        self.attrs: Row = dict(attrs or {})
        self._rows = [{column: row.get(column) for column in self.columns} for row in mappings]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    @overload
    def __getitem__(self, key: int) -> Row: ...

    @overload
    def __getitem__(self, key: slice) -> Rows: ...

    @overload
    def __getitem__(self, key: str) -> list[Any]: ...

    def __getitem__(self, key: int | slice | str) -> Row | Rows | list[Any]:
        if isinstance(key, slice):
            return Rows(self._rows[key], self.columns, self.attrs)
        if isinstance(key, int):
            return self._rows[key]
        if key not in self.columns:
            raise KeyError(f"{key} ({', '.join(self.columns)})")
        return [row[key] for row in self._rows]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Rows):
            return self.columns == other.columns and self._rows == other._rows
        return isinstance(other, list) and self._rows == other

    def __repr__(self) -> str:
        return f"<Rows: {len(self)} x {', '.join(self.columns)}>"

    def __str__(self) -> str:
        """Returns the table as aligned text."""
        lines = [
            self.columns,
            *([format_value(value)[:MAX_CELL_WIDTH] for value in row.values()] for row in self[:MAX_SHOWN_ROWS]),
        ]
        widths = [max(len(line[index]) for line in lines) for index in range(len(self.columns))]
        text = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in lines]
        return "\n".join([*text, *([f"... {len(self)}"] if len(self) > MAX_SHOWN_ROWS else [])])

    def _repr_html_(self) -> str:
        """Returns the table as HTML for a notebook."""
        header_cells = "".join(f"<th>{html.escape(column)}</th>" for column in self.columns)
        lines = ["".join(html_cell(value) for value in row.values()) for row in self[:MAX_SHOWN_ROWS]]
        title = self.attrs.get("title")
        caption = f"<caption>{html.escape(str(title))}</caption>" if title else ""
        body = "".join(f"<tr>{line}</tr>" for line in lines)
        if len(self) > MAX_SHOWN_ROWS:
            body += f'<tr><td colspan="{len(self.columns)}">... {len(self)}</td></tr>'
        return f"<table>{caption}<thead><tr>{header_cells}</tr></thead><tbody>{body}</tbody></table>"


def format_value(value: Any) -> str:
    """Returns a value as text: floats with six digits, nothing for None."""
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def html_cell(value: Any) -> str:
    """Returns a value as an HTML cell; numbers are right-aligned."""
    alignment = ' style="text-align:right"' if isinstance(value, int | float) else ""
    return f"<td{alignment}>{html.escape(format_value(value))}</td>"
