"""Comma and tab separated values as spreadsheets and programs want them, with no cell that would run as a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

MARK = "\ufeff"
DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")  # what spreadsheets take for the beginning of a formula
HARMLESS = re.compile(r"-|[-+]?[0-9]+([.,][0-9]+)?\Z")


def guarded(cell: Any) -> Any:
    """A cell whose text would be run as a formula gets an apostrophe before it; numbers and a lone dash stay."""
    if cell is None:
        return ""
    if isinstance(cell, str) and cell[:1] in DANGEROUS and not HARMLESS.fullmatch(cell):
        return f"'{cell}"
    return cell


def separated(
    heads: Sequence[str] | None, rows: Iterable[Sequence[Any]], delimiter: str = ",", end: str = "\n"
) -> str:
    """Rows as separated values, each cell guarded; `heads` None leaves the first line out."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator=end)
    if heads is not None:
        writer.writerow([guarded(head) for head in heads])
    writer.writerows([guarded(cell) for cell in row] for row in rows)
    return out.getvalue()


def spreadsheet(heads: Sequence[str] | None, rows: Iterable[Sequence[Any]], delimiter: str = ",") -> bytes:
    """A file that spreadsheets open right: UTF-8 with its mark (without it some take it for another), CRLF."""
    return (MARK + separated(heads, rows, delimiter, "\r\n")).encode()
