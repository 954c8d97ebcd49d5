"""Cells of result sheets: decimal commas, encodings, accents, numbers."""

from __future__ import annotations

import io
from fractions import Fraction

import pytest

from plancia_archive import ArchiveError
from plancia_archive.importers import ImportProblem, convert
from plancia_archive.tournaments.result_sheets import read_events

HEADERS = {"variant": "monopoli@1", "Event": "Autunno"}


def texts(data: bytes) -> list[str]:
    return [one.game.text() for one in convert(None, data, "serata.csv", HEADERS)]


@pytest.mark.parametrize(("heads", "row", "column"), [
    ("turno,tavolo,giocatore,punti", "1,I,Anna,24,5", 21), ("turno,tavolo,giocatore,punti,", "1,I,Anna,24,5", 21),
    ("turno,tavolo,giocatore,punti,,data", "1,I,Anna,24,5,2026-11-20", 21),
    ("turno,tavolo,punti,giocatore", "1,I,24,5,Anna", 18), ("turno;tavolo;giocatore;punti", "1;I;Anna;24;ritardo", 21),
])  # fmt: skip
def test_a_decimal_comma_that_separates_loses_no_half_point(heads: str, row: str, column: int) -> None:
    other = row.replace("Anna", "Ugo").replace("24,5", "3,").replace("24;ritardo", "3")
    data = f"{heads}\n{row}\n{other}\n".encode()
    with pytest.raises(ImportProblem) as caught:
        convert(None, data, "s.csv", HEADERS)
    problem = next(problem for problem in caught.value.problems if problem.code == "cells")
    assert (problem.line, problem.column) == (2, column) and "24,5" in caught.value.text("it")
    with pytest.raises(ArchiveError) as refused:
        read_events(data, set(), name="s.csv")
    assert f"s.csv:2:{column}:" in refused.value.text("en")


def test_numbers_of_lines_without_a_heading_are_no_decimal_comma() -> None:
    assert "R 24.5 B 3" in texts(b',giocatore,punti\n1,Anna,"24,5"\n2,Ugo,3,\n')[0]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "xlsx"])
def test_decomposed_accents_are_the_same_name(encoding: str) -> None:
    sheet = "giocatore;punti\nNicolo\u0300;3\nUgo;20\n"
    data = sheet.encode("utf-8" if encoding == "xlsx" else encoding)
    if encoding == "xlsx":
        openpyxl = pytest.importorskip("openpyxl")
        book, out = openpyxl.Workbook(), io.BytesIO()
        for row in sheet.splitlines():
            book.active.append(row.split(";"))
        book.save(out)
        data = out.getvalue()
    one = convert(None, data, "s.csv", {**HEADERS, "Place": "Forli\u0300"})[0].game
    assert one.header("Red") == "Nicol\xf2" and one.header("Place") == "Forl\xec"


@pytest.mark.parametrize(("data", "line", "column", "found"), [
    (b"giocatore;punti\nUgo;3\nAnn\x81;20\n", 3, 4, "0x81"),
    ("giocatore;punti\nUgò;3\n".encode("cp1252") + b"Ann\x81;20\n", 3, 4, "0x81"),
    ("giocatore;punti\nÁgo;3\n".encode() + b"Ann\x81;20\n", 3, 4, "0x81"),
    (b"\xef\xbb\xbfgiocatore;punti\nUgo;3\nAnn\xe0;20\n", 3, 4, "0xE0"),
    ("giocatore;punti\nUgo;3\nAnna;20".encode("utf-16") + b"\x00\xd8", 3, 8, "0x00"),
])  # fmt: skip
def test_a_byte_of_no_encoding_is_told(data: bytes, line: int, column: int, found: str) -> None:
    with pytest.raises(ImportProblem) as caught:
        convert("results", data, "s.csv", HEADERS)
    problem = caught.value.problems[0]
    assert (problem.line, problem.column, problem.code, problem.found) == (line, column, "encoding", found)
    assert "^" in caught.value.text("it") and caught.value.text("it") != caught.value.text("en")


@pytest.mark.parametrize("points", ["1e3", "1.000", "1,000", "١٢", "1_0", "0x1", " 2 4", "24,25x", "--3", "9" * 50])
def test_points_that_may_be_something_else_are_refused(points: str) -> None:
    data = f"turno;tavolo;giocatore;punti\n1;A;Anna;{points}\n1;A;Ugo;3\n".encode()
    with pytest.raises(ImportProblem) as caught:
        convert(None, data, "s.csv", HEADERS)
    with pytest.raises(ArchiveError) as refused:
        read_events(data, set(), name="s.csv")
    problem = caught.value.problems[0]
    assert (problem.line, problem.column, problem.code) == (2, 16, "number") and "s.csv:2:16:" in refused.value.text()


@pytest.mark.parametrize(("points", "read"), [
    ("24,50", "24.5"), ("31.00", "31"), ("31,0", "31"), ("24½", "24.5"), ("24 1/2", "24.5"), ("007", "7"),
])  # fmt: skip
def test_points_that_can_be_nothing_else_are_read(points: str, read: str) -> None:
    data = f"turno;tavolo;giocatore;punti\n1;A;Anna;{points}\n1;A;Ugo;3\n".encode()
    assert f"R {read} B 3" in texts(data)[0]
    assert [Fraction(event["points"]["Anna"]) for event in read_events(data, set()) if event["kind"] == "result"] == [
        Fraction(read)
    ]
