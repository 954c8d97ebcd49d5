"""Six sheets as clubs make them: read at the first try, or refused with a sentence that says which cell."""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from plancia_archive import Archive, ArchiveError
from plancia_archive.importers import ImportProblem, convert
from plancia_archive.importers.base import format_notes
from plancia_archive.tournaments.result_sheets import SheetReading, read_sheet, read_tables

EVENINGS = {  # the tables of the evenings: names as the club writes them, points as it writes them
    1: {"A": {"FERRI ANNA": "31,5", "GALLI BRUNO": 24, "NERI CARLA": 20, "SALA DINO": 9},
        "B": {"CONTI ELENA": 40, "RIVA FABIO": "12,5", "LONGO GAIA": 27, "D'AMICO TERESA": 14}},
    2: {"A": {"FERRI ANNA": 18, "RIVA FABIO": 33, "NERI CARLA": 22, "D'AMICO TERESA": "26,5"},
        "B": {"CONTI ELENA": 15, "GALLI BRUNO": 44, "LONGO GAIA": 21, "SALA DINO": "19,5"}},
}  # fmt: skip
NAMES = {"FERRI ANNA": "Anna Ferri", "GALLI BRUNO": "Bruno Galli", "NERI CARLA": "Carla Neri", "SALA DINO": "Dino Sala",
         "CONTI ELENA": "Elena Conti", "RIVA FABIO": "Fabio Riva", "LONGO GAIA": "Gaia Longo",
         "D'AMICO TERESA": "Teresa D'Amico"}  # fmt: skip


def number(points: Any) -> Fraction:
    return Fraction(str(points).replace(",", "."))


def total(name: str, bonus: int = 0) -> Fraction:
    """The points of a player over the evenings, with a bonus for each table that he won."""
    tables = [table for evening in EVENINGS.values() for table in evening.values() if name in table]
    return sum(
        (number(table[name]) + bonus * (number(table[name]) == max(map(number, table.values()))) for table in tables),
        Fraction(0),
    )


def saved(book: Any) -> bytes:
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


def merged() -> bytes:
    """SERATA and TAVOLO in merged cells, title lines, 1ª and 1°, capitals, a line of totals, final standings."""
    book = openpyxl.Workbook()
    page = book.active
    page.title = "Risultati"
    page["A1"], page["A2"] = "TORNEO D'AUTUNNO 2025", "Circolo Monopoli - direttore di gara: Rossi"
    page.merge_cells("A1:F1")
    page.append([])
    page.append(["SERATA", "TAVOLO", "POS.", "COGNOME E NOME", "PUNTI", "NOTE"])
    for evening, tables in EVENINGS.items():
        first = page.max_row + 1
        for table, seats in tables.items():
            top = page.max_row + 1
            for place, (name, points) in enumerate(sorted(seats.items(), key=lambda one: -number(one[1])), 1):
                page.append([f"{evening}ª" if page.max_row + 1 == first else None, table if place == 1 else None,
                             f"{place}°", name, points, "in ritardo" if name.startswith("SALA") else None])  # fmt: skip
            page.merge_cells(f"B{top}:B{page.max_row}")
        page.merge_cells(f"A{first}:A{page.max_row}")
    page.append(["TOTALE PARTITE", None, None, None, 4])
    page.append([])
    page.append(["Arbitro: Rossi"])
    final = book.create_sheet("Classifica finale")
    final.append(["CLASSIFICA FINALE"])
    final.append(["POS.", "COGNOME E NOME", "TOTALE"])
    for place, name in enumerate(sorted(NAMES, key=total, reverse=True), 1):
        final.append([f"{place}°", name, float(total(name))])
    return saved(book)


def columns() -> bytes:
    """A line for each player with a column for each evening, absences, the total of the club and a line of totals."""
    book = openpyxl.Workbook()
    page = book.active
    page.title = "Foglio1"
    page.append(["Campionato sociale - 2 serate"])
    page.append(["POS.", "COGNOME E NOME", "1ª SERATA", "2ª SERATA", "3ª SERATA", "TOTALE"])
    for place, name in enumerate(NAMES, 1):
        points = [next(table[name] for table in EVENINGS[evening].values() if name in table) for evening in (1, 2)]
        page.append([f"{place}°", name, *points, "ass." if place % 2 else "-", float(total(name)) + (place == 3)])
    page.append(["TOTALI", None, 178, 199, 0, 377])
    return saved(book)


def columns_with_tables() -> bytes:
    """A column for each evening, each divided into TAV. and PUNTI under a merged heading; dates beside the evenings."""
    book = openpyxl.Workbook()
    page = book.active
    page.append(["N.", "GIOCATORE", "SERATA 1 (20/11)", None, "SERATA 2 (27/11)", None, "TOT."])
    page.append([None, None, "TAV.", "PUNTI", "TAV.", "PUNTI", None])
    for cells in ("A1:A2", "B1:B2", "C1:D1", "E1:F1", "G1:G2"):
        page.merge_cells(cells)
    for place, name in enumerate(NAMES, 1):
        both = [
            (letter, table[name]) for evening in EVENINGS.values() for letter, table in evening.items() if name in table
        ]
        page.append([place, name.title(), *both[0], *both[1], float(total(name, 5))])
    return saved(book)


def sheet_per_evening() -> bytes:
    """A sheet for each evening, the tables one below the other, each with a title and headings of its own."""
    book = openpyxl.Workbook()
    for evening, tables in EVENINGS.items():
        page = book.create_sheet(f"{evening}ª serata")
        page.append([f"{evening}ª SERATA", None, None])
        page.append([datetime.date(2025, 11, 13 + 7 * evening)])
        for letter, seats in tables.items():
            page.append([f"TAVOLO {letter}", None, None])
            page.merge_cells(f"A{page.max_row}:C{page.max_row}")
            page.append(["Nominativo", "Punti", "Vincitore"])
            best = max(seats, key=lambda name: number(seats[name]))
            for name, points in seats.items():
                page.append([name, points, "X" if name == best else None])
            page.append([])
    final = book.create_sheet("CLASSIFICA")
    final.append(["Nominativo", "Punti"])
    for name in NAMES:
        final.append([name, float(total(name, 5))])
    book.remove(book.worksheets[0])
    return saved(book)


def text_of_merged() -> bytes:
    """The first sheet of `merged` saved as CSV: what was merged stands in the first line alone."""
    page = openpyxl.load_workbook(io.BytesIO(merged())).worksheets[0]
    rows = [["" if cell is None else str(cell) for cell in row] for row in page.iter_rows(values_only=True)]
    return "\r\n".join(";".join(row) for row in rows).encode("cp1252")


def standings_alone() -> bytes:
    book = openpyxl.Workbook()
    page = book.active
    page.title = "Classifica 2024"
    page.append(["POS.", "COGNOME E NOME", "TOTALE"])
    page.append(["1°", "FERRI ANNA", 90])
    return saved(book)


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    made = Archive.open(tmp_path / "a.db", create=True)
    made.tournaments.append("t", [{"kind": "opened", "title": "T", "system": "monopoli"}])
    return made


def load(archive: Archive, data: bytes, name: str = "autunno.xlsx") -> SheetReading:
    reading = read_sheet(archive, archive.tournaments.get("t"), data, name)
    archive.tournaments.append("t", reading.events)
    return reading


def totals(archive: Archive) -> dict[str, Fraction]:
    return {archive.people.name(row.player): row.table + row.adjusted for row in archive.tournaments.standings("t")}


@pytest.mark.parametrize(("sheet", "agrees"), [
    (merged, "Classifica finale: 8"), (columns_with_tables, "Sheet: 8"), (sheet_per_evening, "CLASSIFICA: 8"),
    (text_of_merged, ""),
], ids=lambda value: getattr(value, "__name__", ""))  # fmt: skip
def test_sheets_with_tables_are_read_at_the_first_try(
    archive: Archive, sheet: Callable[[], bytes], agrees: str
) -> None:
    reading = load(archive, sheet(), "autunno.csv" if sheet is text_of_merged else "autunno.xlsx")
    tables = archive.tournaments.get("t").tables
    read = {key: {archive.people.name(one): number(value) for one, value in table.typed["points"].items()}
            for key, table in tables.items() if table.typed}  # fmt: skip
    assert read == {(evening, letter): {NAMES[name]: number(points) for name, points in seats.items()}
                    for evening, tables in EVENINGS.items() for letter, seats in tables.items()}  # fmt: skip
    notes = dict(reading.notes)
    assert notes.get("totals-agree", "") == agrees and "totals-differ" not in notes
    if sheet in (merged, text_of_merged):
        assert "TOTALE PARTITE" in notes["left-out"] and "Arbitro: Rossi" in notes["left-out"]


def test_sheets_with_tables_become_games_too() -> None:
    for sheet in (merged, columns_with_tables, sheet_per_evening):
        made = convert(None, sheet(), "autunno.xlsx", {"Variant": "monopoli@1"})
        tables = {(one.game.header("Round"), one.game.header("Table")) for one in made}
        assert tables == {("1", "A"), ("1", "B"), ("2", "A"), ("2", "B")} and len(made) == 4
        assert set(made[0].game.players.values()) == {"Anna Ferri", "Bruno Galli", "Carla Neri", "Dino Sala"}
        noted = dict(made[0].notes)
        agrees = "totals-agree" in noted  # those with the winner's five are not the points of a game
        assert agrees == (sheet is merged) and ("totals-differ" in noted) == (not agrees)


def test_a_column_for_each_evening_counts_in_the_standings_and_a_wrong_total_is_told(archive: Archive) -> None:
    reading = load(archive, columns())
    assert totals(archive) == {NAMES[name]: total(name) for name in NAMES}
    notes = dict(reading.notes)
    assert notes["totals-differ"] == "Foglio1: NERI CARLA (Foglio1!F5): 43 / 42" and "TOTALI" in notes["left-out"]
    assert notes["evenings-alone"] == "1ª SERATA, 2ª SERATA" and archive.tournaments.get("t").tables == {}
    for lang in ("it", "en"):
        assert any("F5" in text for text in format_notes(reading.notes, lang))
    with pytest.raises(ArchiveError) as refused:
        load(archive, columns())
    assert refused.value.code == "t-again", "the same sheet twice does not count twice"
    with pytest.raises(ImportProblem) as no_tables:
        convert(None, columns(), "a.xlsx", {"Variant": "monopoli@1"})
    assert no_tables.value.code == "no-tables" and "Foglio1!A2" in no_tables.value.text("it")


def test_a_column_for_each_evening_gives_the_results_of_the_tables_that_there_are(archive: Archive) -> None:
    people = list(NAMES.values())
    seats = {key: [NAMES[name] for name in EVENINGS[1][key]] for key in "AB"}
    archive.tournaments.append("t", [
        *({"kind": "entered", "player": one} for one in people),
        *({"kind": "table", "round": 1, "table": key, "seats": seats[key]} for key in "AB"),
    ])  # fmt: skip
    reading = load(archive, columns())
    table = archive.tournaments.get("t").tables[1, "A"]
    assert table.typed and number(table.typed["points"][str(archive.people.find("Anna Ferri"))]) == number("31.5")
    assert dict(reading.notes)["evenings-alone"] == "2ª SERATA"
    assert totals(archive) == {NAMES[name]: total(name) for name in NAMES}


@pytest.mark.parametrize(("cell", "value", "said"), [
    ("E7", "31,5 (rit.)", ("foglio «Risultati», cella E7", "31,5 (rit.)")),
    ("D6", None, ("foglio «Risultati», cella D6",)),
    ("A5", "serale", ("foglio «Risultati», cella A5", "serale")), ("D6", "CONTI ELENA (BARI)", ()),
])  # fmt: skip
def test_a_refusal_says_which_cell(archive: Archive, cell: str, value: str | None, said: tuple[str, ...]) -> None:
    book = openpyxl.load_workbook(io.BytesIO(merged()))
    book.worksheets[0][cell] = value
    if not said:
        load(archive, saved(book))
        return
    with pytest.raises(ArchiveError) as refused:
        load(archive, saved(book))
    assert all(words in refused.value.text("it") for words in said) and "sheet “Risultati”" in refused.value.text("en")
    assert archive.tournaments.get("t").players == {}


FOUR = ["FERRI ANNA", "GALLI BRUNO", "NERI CARLA", "SALA DINO"]
EVENING, TABLE = {1: [10, 11, 12, 13], 2: [20, 21, 22, 23]}, {(1, "A"): [10, 11, 12, 13]}


@pytest.mark.parametrize(("rows", "merge", "read"), [
    ([["POS", "GIOCATORE", "SERATE", None, "TOT"], [None, None, 1, 2, None],
      *([place, name, 10 + place, 20 + place, 30 + 2 * place] for place, name in enumerate(FOUR))],
     ["A1:A2", "B1:B2", "C1:D1", "E1:E2"], EVENING),
    ([["Giocatore", "Serata del 20/11", "Serata del 27/11"],
      *([name, 10 + place, 20 + place] for place, name in enumerate(FOUR))], [], EVENING),
    ([["Cognome", "Nome", "Punti 1", "Punti 2"],
      *([*name.split(), 10 + place, 20 + place] for place, name in enumerate(FOUR))],
     [], EVENING),
    ([["SERATA", "TAV", "GIOCATORE", None, "PUNTI"],
      *([datetime.date(2025, 11, 20), "A", *name.split(), 10 + place] for place, name in enumerate(FOUR))],
     ["C1:D1"], TABLE),
    ([["Serata", "Tav.", "Giocatore", None, "Punti"],
      *(["I", "A", *name.split(), 10 + place] for place, name in enumerate(FOUR))], [], TABLE),
])  # fmt: skip
def test_other_headings_of_clubs(
    archive: Archive, rows: list[list[Any]], merge: list[str], read: dict[Any, list[int]]
) -> None:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for cells in merge:
        book.active.merge_cells(cells)
    sheet = read_tables(saved(book), "a.xlsx")
    seats = sheet.tables if read is TABLE else sheet.evenings
    assert {key: [int(seat.points) for seat in value] for key, value in seats.items()} == read
    assert {seat.player for seat in sheet.seats} == {NAMES[name] for name in FOUR}
    assert len(set(sheet.titles.values())) == len(sheet.titles)


def test_tables_beside_each_other_are_refused(archive: Archive) -> None:
    book = openpyxl.Workbook()
    for row in (["1ª serata"], ["Nome", "Punti", None, "Nome", "Punti"], ["Anna", 3, None, "Bruno", 4]):
        book.active.append(row)
    with pytest.raises(ArchiveError) as refused:
        load(archive, saved(book))
    assert "una accanto all'altra (Sheet!A2)" in refused.value.text("it")


def test_standings_alone_are_refused_with_their_place(archive: Archive) -> None:
    with pytest.raises(ArchiveError) as refused:
        load(archive, standings_alone())
    assert "Classifica 2024!A1" in refused.value.text("it") and "1ª serata" in refused.value.text("it")


def package(members: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as bundle:
        for name, data in members.items():
            bundle.writestr(name, data)
    return made.getvalue()


OLE = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(1000)
FOREIGN = {
    "xls": OLE + "Workbook".encode("utf-16-le") + bytes(100),
    "locked": OLE + "EncryptedPackage".encode("utf-16-le") + bytes(9),
    "document": OLE + "WordDocument".encode("utf-16-le") + bytes(100),
    "ods": package({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet", "content.xml": b"<x/>"}),
    "sheet": package({"xl/workbook.bin": b"x"}),
}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "name"), [*((kind, f"a.{kind}") for kind in FOREIGN), ("xls", "risultati.csv"), ("ods", "a.xlsx")]
)
def test_sheets_of_other_formats_are_told_by_what_they_are(archive: Archive, kind: str, name: str) -> None:
    for read in (lambda: load(archive, FOREIGN[kind], name), lambda: convert("results", FOREIGN[kind], name)):
        with pytest.raises((ArchiveError, ImportProblem)) as refused:
            read()
        text = refused.value.text("it")  # type: ignore[attr-defined]
        assert ".xlsx" in text or (kind == "document" and "PDF" in text)
        assert {"xls": ".xls)", "ods": ".ods", "locked": "password"}.get(kind, "") in text


@pytest.mark.parametrize(
    "data",
    [
        b"<html><table><tr><td>Anna</td></tr></table>",
        b'\xef\xbb\xbf<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>',
    ],
)
def test_a_web_page_called_xls_is_no_sheet(archive: Archive, data: bytes) -> None:
    with pytest.raises(ArchiveError) as refused:
        load(archive, data, "risultati.xls")
    assert "salvarlo come .xlsx" in refused.value.text("it")
