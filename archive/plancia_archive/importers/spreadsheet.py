"""Sheets as clubs keep them, CSV or XLSX, as lines of cells that know where they stand."""

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
from plancia_archive.importers.bundles import DAMAGED
from plancia_events import Problem

MOST_BYTES = 100_000_000
MOST_LINES = 100_000
MOST_COLUMNS = 500
MOST_CELLS = 20_000_000  # empty ones too: a far cell makes a line of thousands
MOST_SHOWN = 2000
SEPARATORS = ";\t,"


@dataclass(frozen=True)
class Line:
    """A line of a sheet: its number from 1, and its cells as text without blanks around."""

    number: int
    cells: list[str]

    @property
    def source(self) -> str:
        """The line as one text, to be quoted."""
        return " | ".join(self.cells)

    def column(self, place: int) -> int:
        """Where a cell begins in `source`, from 1."""
        return sum(len(cell) + 3 for cell in self.cells[:place]) + 1


@dataclass(frozen=True)
class Grid:
    """One sheet: its name (empty for a CSV file) and its lines that are not empty."""

    name: str
    lines: list[Line]


def is_workbook(data: bytes) -> bool:
    """Is it an XLSX file?"""
    if data[:4] != b"PK\x03\x04":
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as bundle:
            return "xl/workbook.xml" in bundle.namelist()
    except DAMAGED:
        return False


def grids_of(data: bytes, name: str) -> list[Grid]:
    """The sheets of a file. Raises ImportProblem."""
    return workbook(data, name) if is_workbook(data) else [Grid("", separated(data, name))]


def encoding_of(data: bytes) -> str:
    """The encoding of a CSV file: by its mark, else UTF-8, else cp1252 as old spreadsheets write."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else "cp1252"
    return "utf-8-sig"


def decoded(data: bytes) -> str:
    """The text of a CSV file, composed (NFC) as notation is; what is not of its encoding is replaced."""
    return unicodedata.normalize("NFC", data.decode(encoding_of(data), errors="replace"))


def text_in(data: bytes, name: str) -> str:
    """The text of a CSV file. Raises ImportProblem with line and column of a byte that is not of its encoding."""
    encoding = encoding_of(data)
    try:
        data.decode(encoding)
    except UnicodeDecodeError as error:
        at = error.start + (3 if encoding == "utf-8-sig" else 0)  # counted without the mark
        if encoding == "cp1252":  # neither fits: the later place is the one where the better of the two fails
            at = max(at, failing(data))
        before = data[:at].decode(encoding, errors="replace").split("\n")
        source = data.decode(encoding, errors="replace").split("\n")[len(before) - 1].rstrip("\r")
        wanted = "UTF-16" if encoding == "utf-16" else "UTF-8"
        found = f"0x{data[at]:02X}" if at < len(data) else "-"
        place = Problem(name, len(before), len(before[-1]) + 1, "encoding", found, wanted, source[:MOST_SHOWN])
        raise ImportProblem(name, 0, "lines", "1", [place]) from error
    return decoded(data)


def failing(data: bytes) -> int:
    """Where data are no UTF-8 for the first time; 0 where they are."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.start
    return 0


def separator_of(text: str) -> str:
    """The separator: named by a first line "sep=;", else the commonest of the first line that has any."""
    for line in text.splitlines()[:10]:
        if line.casefold().startswith("sep=") and len(line.strip()) == 5:
            return line.strip()[-1]
        counts = {mark: line.count(mark) for mark in SEPARATORS}
        if any(counts.values()):
            return max(SEPARATORS, key=counts.__getitem__)
    return ";"


def separated(data: bytes, name: str) -> list[Line]:
    """The lines of a CSV file. Raises ImportProblem."""
    text = text_in(data, name)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator_of(text), strict=True)
    lines: list[Line] = []
    start = 1
    try:
        for row in reader:
            if len(row) > MOST_COLUMNS:
                raise ImportProblem(name, start, "too-wide", str(MOST_COLUMNS))
            if any(cell.strip() for cell in row) and not (start == 1 and row[0].casefold().startswith("sep=")):
                lines.append(Line(start, [bare(" ".join(cell.split())) for cell in row]))
            start = reader.line_num + 1
            if len(lines) > MOST_LINES:
                raise ImportProblem(name, start, "too-long", str(MOST_LINES))
    except csv.Error as error:
        raise ImportProblem(name, start, "content", str(error)) from error
    return lines


def bare(cell: str) -> str:
    """A cell without the apostrophe that keeps spreadsheets from running it."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in ("=", "+", "-", "@") else cell


def workbook(data: bytes, name: str) -> list[Grid]:
    """The sheets of an XLSX file, with the values that its formulas had when it was saved. Raises ImportProblem."""
    try:
        import openpyxl
    except ImportError as error:
        raise ImportProblem(name, 0, "extra", "sheets") from error
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as bundle:
            if sum(member.file_size for member in bundle.infolist()) > MOST_BYTES:
                raise ImportProblem(name, 0, "too-large", str(MOST_BYTES))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of looks and forms that are not read
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            return [Grid(str(sheet.title), list(sheet_lines(sheet, name))) for sheet in book.worksheets]
    except ImportProblem:
        raise
    except Exception as error:  # whatever a damaged file makes of the library
        raise ImportProblem(name, 0, "content", f"{type(error).__name__}: {error}"[:200]) from error


def sheet_lines(sheet: Any, name: str) -> Iterator[Line]:
    """The lines of one sheet. Raises ImportProblem."""
    sheet.reset_dimensions()  # what the file says of its size is not believed, nor are lines filled up to it
    seen = 0
    for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
        seen += len(row)
        if number > MOST_LINES:
            raise ImportProblem(name, number, "too-long", str(MOST_LINES))
        width = max((place for place, value in enumerate(row, start=1) if value is not None), default=0)
        if width > MOST_COLUMNS or seen > MOST_CELLS:
            raise ImportProblem(name, number, "too-wide", str(MOST_COLUMNS))
        cells = [text_of(value) for value in row[:width]]
        if any(cells):
            yield Line(number, cells)


def text_of(value: Any) -> str:
    """A cell of a workbook as one would have typed it."""
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
