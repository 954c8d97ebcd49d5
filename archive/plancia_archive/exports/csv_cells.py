"""Comma and tab separated values as spreadsheets and programs want them, with no cell that would run as a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

MARK = "\ufeff"
DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")  # what spreadsheets take for the beginning of a formula
NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,14})(\.[0-9]+)?")  # no leading zeros: those are codes
DECIMAL = re.compile(r"-?[0-9]+\.[0-9]+")
HARMLESS = re.compile(r"-|[-+]?[0-9]+([.,][0-9]+)?\Z")


def guarded(cell: Any) -> Any:
    """A cell whose text would be run as a formula gets an apostrophe before it; numbers and a lone dash stay."""
    if cell is None:
        return ""
    if isinstance(cell, str) and cell[:1] in DANGEROUS and not HARMLESS.fullmatch(cell):
        return f"'{cell}"
    return cell


def separated(heads: Sequence[str] | None, rows: Iterable[Sequence[Any]], delimiter: str = ",", end: str = "\n") -> str:
    """Rows as separated values, each cell guarded; `heads` None leaves the first line out."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator=end)
    if heads is not None:
        writer.writerow([guarded(head) for head in heads])
    writer.writerows([guarded(cell) for cell in row] for row in rows)
    return out.getvalue()


def decimal_comma(cell: Any) -> Any:
    """A number with a decimal point as countries with a decimal comma write it; everything else as it is."""
    text = str(cell) if isinstance(cell, float) else cell
    return text.replace(".", ",") if isinstance(text, str) and DECIMAL.fullmatch(text) else cell


def workbook(heads: Sequence[str] | None, rows: Iterable[Sequence[Any]]) -> bytes:
    """An XLSX file with one sheet: numbers are numbers, text is never a formula, the first line stays in sight."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book = Workbook(write_only=True)
    sheet = book.create_sheet("plancia")
    if heads is not None:
        sheet.freeze_panes = "A2"
        sheet.append(list(heads))
    for row in rows:
        cells = []
        for value in row:
            number = float(value) if isinstance(value, str) and NUMBER.fullmatch(value) else value
            cell = WriteOnlyCell(sheet, value=number)
            if isinstance(number, str):
                cell.data_type = "s"
            cells.append(cell)
        sheet.append(cells)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def spreadsheet(heads: Sequence[str] | None, rows: Iterable[Sequence[Any]], delimiter: str = ",") -> bytes:
    """A file that spreadsheets open right: UTF-8 with its mark (without it some take it for another), CRLF."""
    return (MARK + separated(heads, rows, delimiter, "\r\n")).encode()
