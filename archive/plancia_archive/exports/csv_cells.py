"""CSV, TSV (RFC 4180) and XLSX output without cells that a spreadsheet would run as formulas."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

BYTE_ORDER_MARK = "\ufeff"
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")  # a spreadsheet runs a cell that starts with one of these
NUMBER_PATTERN = re.compile(r"-?(0|[1-9][0-9]{0,14})(\.[0-9]+)?")  # no leading zeros: such cells are codes
DECIMAL_PATTERN = re.compile(r"-?[0-9]+\.[0-9]+")
SAFE_PATTERN = re.compile(r"-|[-+]?[0-9]+([.,][0-9]+)?\Z")


def escape_formula(cell: Any) -> Any:
    """Prefixes an apostrophe to a text that would run as a formula; numbers and a lone dash are unchanged."""
    if cell is None:
        return ""
    if isinstance(cell, str) and cell[:1] in FORMULA_STARTS and not SAFE_PATTERN.fullmatch(cell):
        return f"'{cell}"
    return cell


def format_csv(
    column_names: Sequence[str] | None, rows: Iterable[Sequence[Any]], delimiter: str = ",", end: str = "\n"
) -> str:
    """Formats rows as delimiter-separated values, formulas escaped; `column_names` None omits the header line."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=delimiter, lineterminator=end)
    if column_names is not None:
        writer.writerow([escape_formula(head) for head in column_names])
    writer.writerows([escape_formula(cell) for cell in row] for row in rows)
    return buffer.getvalue()


def with_decimal_comma(cell: Any) -> Any:
    """Replaces the decimal point of a number by a comma; other cells are unchanged."""
    text = str(cell) if isinstance(cell, float) else cell
    return text.replace(".", ",") if isinstance(text, str) and DECIMAL_PATTERN.fullmatch(text) else cell


def format_xlsx(column_names: Sequence[str] | None, rows: Iterable[Sequence[Any]]) -> bytes:
    """Returns an XLSX file with one sheet: typed numbers, no formulas, the header line frozen."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet("plancia")
    if column_names is not None:
        sheet.freeze_panes = "A2"
        sheet.append(list(column_names))
    for row in rows:
        cells = []
        for value in row:
            number = float(value) if isinstance(value, str) and NUMBER_PATTERN.fullmatch(value) else value
            cell = WriteOnlyCell(sheet, value=number)
            if isinstance(number, str):
                cell.data_type = "s"
            cells.append(cell)
        sheet.append(cells)
    buffer = io.BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()


def spreadsheet_csv(column_names: Sequence[str] | None, rows: Iterable[Sequence[Any]], delimiter: str = ",") -> bytes:
    """Returns CSV for spreadsheets: UTF-8 with byte order mark (some assume another encoding without it), CRLF."""
    return (BYTE_ORDER_MARK + format_csv(column_names, rows, delimiter, "\r\n")).encode()
