"""Reads CSV and XLSX sheets as numbered lines of text cells."""

from __future__ import annotations

import csv
import datetime
import io
import re
import unicodedata
import warnings
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from plancia_archive.importers.base import ImportProblem
from plancia_archive.importers.bundles import ZIP_ERRORS
from plancia_archive.importers.file_signatures import binary_kind
from plancia_events import Problem

MAX_BYTES = 100_000_000
MAX_LINES = 100_000
MAX_COLUMNS = 500
MAX_CELLS = 20_000_000  # empty ones count: a far cell makes a line of thousands
MAX_QUOTED_CHARACTERS = 2000
SEPARATORS = ";\t,"
MERGED = re.compile(rb'<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3}[0-9]{1,7}:[A-Z]{1,3}[0-9]{1,7})"')
MAX_MERGED_BYTES, MAX_MERGED, MAX_MERGED_CELLS = 20_000_000, 5_000, 2_000  # of a sheet with merged cells


@dataclass(frozen=True)
class Line:
    """A line of a sheet: its number from 1, and its cells as stripped text."""

    number: int
    cells: list[str]
    columns: tuple[int, ...] = ()  # where each cell stands in the sheet, if it is not its own place here

    @property
    def source(self) -> str:
        """Returns the line as one text, for error messages."""
        return " | ".join(self.cells)

    @property
    def words(self) -> str:
        """Returns what the line says, for notes: its cells that are filled, what is merged once."""
        return " ".join(dict.fromkeys(cell for cell in self.cells if cell))

    def place(self, cell_index: int) -> str:
        """Returns the name of a cell in its sheet, such as C7."""
        number, letters = (self.columns[cell_index] if cell_index < len(self.columns) else cell_index) + 1, ""
        while number:
            number, letter = divmod(number - 1, 26)
            letters = chr(65 + letter) + letters
        return f"{letters}{self.number}"

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
    """Reads the sheets of a CSV or XLSX file. Raises ImportProblem, also for other sheets: .xls, .ods."""
    if foreign := binary_kind(data):
        raise ImportProblem(name, 0, f"foreign-{foreign}")
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
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                return [
                    Grid(str(sheet.title), fill_merged(list(sheet_lines(sheet, name)), merged_ranges(archive, sheet)))
                    for sheet in workbook.worksheets
                ]  # fmt: skip
    except ImportProblem:
        raise
    except Exception as error:  # openpyxl raises anything on a damaged file
        raise ImportProblem(name, 0, "content", f"{type(error).__name__}: {error}"[:200]) from error


def merged_ranges(archive: zipfile.ZipFile, sheet: Any) -> list[tuple[int, int, int, int]]:
    """Returns the merged cells of a sheet: first line and column, last line and column, from 1.

    Sheets that are read line by line do not have them: they stand after the lines in the file.
    """
    from openpyxl.utils import range_boundaries

    member = sheet._worksheet_path.removeprefix("/")
    if archive.getinfo(member).file_size > MAX_MERGED_BYTES:
        return []
    found = (range_boundaries(match[1].decode()) for match in MERGED.finditer(archive.read(member)))
    ranges = [(top, left, bottom, right) for left, top, right, bottom in found]
    return [one for one in ranges if (one[2] - one[0] + 1) * (one[3] - one[1] + 1) <= MAX_MERGED_CELLS][:MAX_MERGED]


def fill_merged(lines: list[Line], ranges: list[tuple[int, int, int, int]]) -> list[Line]:
    """Returns the lines with the text of merged cells in each of them, as far as there are lines."""
    by_number = {line.number: line for line in lines}
    for top, left, bottom, right in ranges:
        first = by_number.get(top)
        text = first.cells[left - 1] if first and left <= len(first.cells) else ""
        for line in (by_number[number] for number in range(top, bottom + 1) if text and number in by_number):
            line.cells.extend([""] * (min(right, MAX_COLUMNS) - len(line.cells)))
            line.cells[left - 1 : right] = [text] * (min(right, MAX_COLUMNS) - left + 1)
    return lines


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
