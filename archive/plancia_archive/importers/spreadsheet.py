"""Reads CSV and XLSX sheets as numbered lines of text cells."""

from __future__ import annotations

import csv
import datetime
import io
import unicodedata
import warnings
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from plancia_archive.importers.base import ImportProblem
from plancia_archive.importers.bundles import ZIP_ERRORS
from plancia_events import Problem

MAX_BYTES = 100_000_000
MAX_LINES = 100_000
MAX_COLUMNS = 500
MAX_CELLS = 20_000_000  # empty ones count: a far cell makes a line of thousands
MAX_QUOTED_CHARACTERS = 2000
SEPARATORS = ";\t,"


@dataclass(frozen=True)
class Line:
    """A line of a sheet: its number from 1, and its cells as stripped text."""

    number: int
    cells: list[str]

    @property
    def source(self) -> str:
        """Returns the line as one text, for error messages."""
        return " | ".join(self.cells)

    def column(self, cell_index: int) -> int:
        """Returns the column in `source` where a cell starts, from 1."""
        return sum(len(cell) + 3 for cell in self.cells[:cell_index]) + 1


@dataclass(frozen=True)
class Grid:
    """One sheet: its name (empty for a CSV file) and its non-empty lines."""

    name: str
    lines: list[Line]


def is_workbook(data: bytes) -> bool:
    """Returns True for an XLSX file."""
    if data[:4] != b"PK\x03\x04":
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return "xl/workbook.xml" in archive.namelist()
    except ZIP_ERRORS:
        return False


def read_grids(data: bytes, name: str) -> list[Grid]:
    """Reads the sheets of a CSV or XLSX file. Raises ImportProblem."""
    return read_workbook(data, name) if is_workbook(data) else [Grid("", read_csv(data, name))]


def detect_encoding(data: bytes) -> str:
    """Detects the encoding of a CSV file: byte order mark, else UTF-8, else cp1252 as old spreadsheets write."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else "cp1252"
    return "utf-8-sig"


def decode_lenient(data: bytes) -> str:
    """Decodes a CSV file to NFC text; undecodable bytes are replaced."""
    return unicodedata.normalize("NFC", data.decode(detect_encoding(data), errors="replace"))


def decode(data: bytes, name: str) -> str:
    """Decodes a CSV file. Raises ImportProblem with line and column of an undecodable byte."""
    encoding = detect_encoding(data)
    try:
        data.decode(encoding)
    except UnicodeDecodeError as error:
        offset = error.start + (3 if encoding == "utf-8-sig" else 0)  # the offset does not count the byte order mark
        if encoding == "cp1252":  # neither encoding fits: report where the better one fails, the later offset
            offset = max(offset, first_non_utf8(data))
        preceding_lines = data[:offset].decode(encoding, errors="replace").split("\n")
        line_text = data.decode(encoding, errors="replace").split("\n")[len(preceding_lines) - 1].rstrip("\r")
        encoding_name = "UTF-16" if encoding == "utf-16" else "UTF-8"
        byte = f"0x{data[offset]:02X}" if offset < len(data) else "-"
        problem = Problem(
            name,
            len(preceding_lines),
            len(preceding_lines[-1]) + 1,
            "encoding",
            byte,
            encoding_name,
            line_text[:MAX_QUOTED_CHARACTERS],
        )
        raise ImportProblem(name, 0, "lines", "1", [problem]) from error
    return decode_lenient(data)


def first_non_utf8(data: bytes) -> int:
    """Returns the offset of the first byte that is not UTF-8; 0 if all are."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.start
    return 0


def detect_separator(text: str) -> str:
    """Returns the separator: from a line "sep=;", else the most frequent one of the first line that has any."""
    for line in text.splitlines()[:10]:
        if line.casefold().startswith("sep=") and len(line.strip()) == 5:
            return line.strip()[-1]
        counts = {mark: line.count(mark) for mark in SEPARATORS}
        if any(counts.values()):
            return max(SEPARATORS, key=counts.__getitem__)
    return ";"


def read_csv(data: bytes, name: str) -> list[Line]:
    """Reads the lines of a CSV file. Raises ImportProblem."""
    text = decode(data, name)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=detect_separator(text), strict=True)
    lines: list[Line] = []
    start = 1
    try:
        for row in reader:
            if len(row) > MAX_COLUMNS:
                raise ImportProblem(name, start, "too-wide", str(MAX_COLUMNS))
            if any(cell.strip() for cell in row) and not (start == 1 and row[0].casefold().startswith("sep=")):
                lines.append(Line(start, [strip_apostrophe(" ".join(cell.split())) for cell in row]))
            start = reader.line_num + 1
            if len(lines) > MAX_LINES:
                raise ImportProblem(name, start, "too-long", str(MAX_LINES))
    except csv.Error as error:
        raise ImportProblem(name, start, "content", str(error)) from error
    return lines


def strip_apostrophe(cell: str) -> str:
    """Removes the apostrophe that stops spreadsheets from running a cell as a formula."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in ("=", "+", "-", "@") else cell


def read_workbook(data: bytes, name: str) -> list[Grid]:
    """Reads the sheets of an XLSX file, with the cached values of formulas. Raises ImportProblem."""
    try:
        import openpyxl
    except ImportError as error:
        raise ImportProblem(name, 0, "extra", "sheets") from error
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(member.file_size for member in archive.infolist()) > MAX_BYTES:
                raise ImportProblem(name, 0, "too-large", str(MAX_BYTES))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles and extensions, which are not read
            workbook = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            return [Grid(str(sheet.title), list(sheet_lines(sheet, name))) for sheet in workbook.worksheets]
    except ImportProblem:
        raise
    except Exception as error:  # openpyxl raises anything on a damaged file
        raise ImportProblem(name, 0, "content", f"{type(error).__name__}: {error}"[:200]) from error


def sheet_lines(sheet: Any, name: str) -> Iterator[Line]:
    """Yields the lines of one sheet. Raises ImportProblem."""
    sheet.reset_dimensions()  # the declared size may be wrong: do not pad lines to it
    cells_read = 0
    for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
        cells_read += len(row)
        if number > MAX_LINES:
            raise ImportProblem(name, number, "too-long", str(MAX_LINES))
        width = max((cell_index for cell_index, value in enumerate(row, start=1) if value is not None), default=0)
        if width > MAX_COLUMNS or cells_read > MAX_CELLS:
            raise ImportProblem(name, number, "too-wide", str(MAX_COLUMNS))
        cells = [format_cell(value) for value in row[:width]]
        if any(cells):
            yield Line(number, cells)


def format_cell(value: Any) -> str:
    """Converts a cell's value to the text that a person would type."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    if isinstance(value, datetime.date):
        return value.isoformat()
    return unicodedata.normalize("NFC", " ".join(str(value).split()))
