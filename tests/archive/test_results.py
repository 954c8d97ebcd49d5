"""Sheets of results, as clubs keep them, become result-only games and results of tournaments; nothing by halves."""

from __future__ import annotations

import io
import random
import zipfile
from fractions import Fraction
from pathlib import Path

import pytest

from plancia_archive import Archive, ArchiveError, Filters, verify
from plancia_archive.importers import ImportProblem, convert, detect
from plancia_archive.importers.base import format_notes
from plancia_archive.statistics import compute_statistic
from plancia_archive.tournaments.result_sheets import read_events
from plancia_replay import judge

HEADERS = {"variant": "monopoli@1", "Event": "Autunno"}
SHEET = """Torneo d'autunno;;;;
Turno;Tavolo;Giocatore;Punti;Vincitore;Note
1;A;Anna Rossi;31,5;x;
1;A;Bruno Bianchi;24½;;
1;A;Carlà;18.0;;in ritardo

1;B;Dino;9;;
1;B;Ezio;44;;
"""


def texts(data: bytes, name: str = "serata.csv") -> list[str]:
    return [one.game.text() for one in convert(None, data, name, HEADERS)]


def test_a_sheet_becomes_result_only_games() -> None:
    first, second = texts(SHEET.encode())
    assert (
        first
        == """[Notation "rgn 1"]
[Game "1-A-12ecf1"]
[Variant "monopoli@1"]
[Event "Autunno"]
[Round "1"]
[Table "A"]
[Red "Anna Rossi"]
[Blue "Bruno Bianchi"]
[Green "Carlà"]
[Completeness "result-only"]
[Provenance "imported:results"]
[Result "R 31.5 B 24.5 G 18"]

OVER * points winner=R
"""
    )
    assert '[Result "R 9 B 44"]' in second and "OVER" not in second
    one = convert(None, SHEET.encode(), "serata.csv", HEADERS)[0]
    assert one.left_out_in("it") == ["la colonna Note"] and one.left_out_in("en") == ["column Note"]


UNMARKED = "Turno;Tavolo;Giocatore;Punti\n1;A;Anna;9\n1;A;Ugo;31,5\n1;B;Dino;20\n1;B;Ezio;20\n1;C;Gaia;5\n1;C;Pia;?\n"


def test_without_a_column_for_it_who_alone_has_most_points_has_won_and_that_is_told() -> None:
    first, level, unknown = convert(None, UNMARKED.encode(), "s.csv", HEADERS)
    assert first.game.text().endswith("OVER * points winner=B\n") and '[X-Winner "points"]' in first.game.text()
    assert first.notes == [("winner-points", "1-A Ugo")]
    assert level.notes == [("winner-level", "1-B Dino, Ezio")] and unknown.notes == [("winner-unknown", "1-C Pia")]
    assert "OVER" not in level.game.text() + unknown.game.text() and "X-Winner" not in level.game.text()
    marked, unmarked = convert(None, SHEET.encode(), "s.csv", HEADERS)
    assert marked.notes == [] and "X-Winner" not in marked.game.text()
    assert unmarked.notes == [("winner-unmarked", "1-B Dino, Ezio")]
    told = [*first.notes, *level.notes, *[("winner-points", f"1-{n} P{n}") for n in range(40)]]
    for lang, words in (("it", "presi dai punti"), ("en", "taken from the points")):
        said = format_notes(told, lang)
        assert words in said[0] and "1-A Ugo, 1-0 P0" in said[0] and "(41)" in said[0] and "Dino, Ezio" in said[1]
        assert all("vincitore" in line or "winner" in line for line in said) and len(said) == 2


def test_a_win_by_points_counts_in_statistics_of_results(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    for one in convert(None, UNMARKED.encode(), "s.csv", HEADERS):
        archive.add_game(one.game)
    found = compute_statistic(archive.db, "results-by-player", Filters(provenance="all"))
    assert found["left_out"] == {"unfinished": 2}
    assert {archive.people.name(row["player"]): row["wins"] for row in found["rows"]} == {"Ugo": 1, "Anna": 0}


@pytest.mark.parametrize("form", ["utf-8-sig", "cp1252", "utf-16", "commas", "tabs", "sep", "english", "crlf"])
def test_every_usual_form_of_csv_is_read_alike(form: str) -> None:
    table = [line.split(";") for line in SHEET.splitlines()]
    data = SHEET.encode()
    if form in ("utf-8-sig", "cp1252", "utf-16"):
        data = SHEET.encode(form)
    elif form == "commas":
        data = "\n".join(",".join(f'"{cell}"' if "," in cell else cell for cell in row) for row in table).encode()
    elif form == "tabs":
        data = SHEET.replace(";", "\t").encode()
    elif form == "sep":
        data = b"sep=;\r\n" + SHEET.encode()
    elif form == "english":
        data = SHEET.replace("Turno;Tavolo;Giocatore;Punti;Vincitore", "Round;Table;Player;Points;Winner").encode()
    else:
        data = SHEET.replace("\n", "\r\n").encode()
    assert detect(data) == "results" and texts(data) == texts(SHEET.encode())


def test_a_workbook_is_read_sheet_by_sheet() -> None:
    openpyxl = pytest.importorskip("openpyxl")
    import datetime

    book = openpyxl.Workbook()
    book.active.title = "Sera 1"
    for row in (["Tavolo", "Cognome", "Nome", "Colore", "Punti", "Data"],
                ["A", "Rossi", "Anna", "nero", 31.5, datetime.date(2026, 11, 20)],
                ["A", "Verdi", "Ugo", "rosso", 20, datetime.date(2026, 11, 20)]):  # fmt: skip
        book.active.append(row)
    book.create_sheet("appunti").append(["niente"])
    out = io.BytesIO()
    book.save(out)
    made = texts(out.getvalue(), "stagione.xlsx")
    assert len(made) == 1 and '[Black "Anna Rossi"]' in made[0] and '[Red "Ugo Verdi"]' in made[0]
    assert '[Date "2026-11-20"]' in made[0] and '[Result "R 20 N 31.5"]' in made[0]
    with pytest.raises(ImportProblem):
        convert("results", out.getvalue()[:900], "rotto.xlsx", HEADERS)


def test_an_apostrophe_against_formulas_is_no_part_of_a_name() -> None:
    one = texts(b"giocatore;punti\n'=Pia;1\n'Ndrangheto;2\n")[0]
    assert '[Red "=Pia"]' in one and '[Blue "\'Ndrangheto"]' in one


def test_a_line_a_table_with_numbered_players() -> None:
    heads = "tavolo,giocatore 1,punti 1,giocatore 2,punti 2,giocatore 3,punti 3\n"
    sheet = heads + "A,Anna,20,Ugo,3.5,,\nB,Ezio,1,Gaia,2,Pia,3\n"
    told = [line for text in texts(sheet.encode()) for line in text.splitlines() if line.startswith("[Result")]
    assert told == ['[Result "R 20 B 3.5"]', '[Result "R 1 B 2 G 3"]']


@pytest.mark.parametrize(("old", "new", "line", "column", "code"), [
    ("9;;", "9,3;;", 7, 16, "number"), ("44", "", 8, 16, "number"), ("44", "-4", 8, 16, "number"),
    ("Bruno Bianchi", "anna rossi", 4, 9, "twice"), ("Dino", "", 7, 9, "empty-cell"),
    ("44;;", "44;x;\n1;B;Pia;1;x;", 9, 19, "surplus"),
])  # fmt: skip
def test_a_wrong_line_is_named_and_nothing_is_kept(old: str, new: str, line: int, column: int, code: str) -> None:
    data = SHEET.replace(old, new).encode()
    with pytest.raises(ImportProblem) as caught:
        convert(None, data, "s.csv", HEADERS)
    problem = caught.value.problems[0]
    assert (problem.line, problem.column, problem.code) == (line, column, code)
    assert f"s.csv:{line}:" in caught.value.text("it") and "^" in caught.value.text("it")
    assert caught.value.text("it") != caught.value.text("en")


def test_all_wrong_lines_are_told_at_once() -> None:
    data = SHEET.replace("31,5", "molti").replace("44", "44,25").encode()
    with pytest.raises(ImportProblem) as caught:
        convert(None, data, "s.csv", HEADERS)
    assert [problem.line for problem in caught.value.problems] == [3, 8]


@pytest.mark.parametrize(("data", "code"), [
    (b"a;b\n1;2\n", "headings"), (b"giocatore;punti\n", "empty"), (b'giocatore;punti\n"aperto;1\n', "content"),
    (b"giocatore;punti\nAnna;1\n", "lines"), (b"giocatore;punti;data\nAnna;1;31/31/2026\nUgo;2;31/31/2026\n", "lines"),
])  # fmt: skip
def test_sheets_that_are_none(data: bytes, code: str) -> None:
    with pytest.raises(ImportProblem) as caught:
        convert("results", data, "s.csv", HEADERS)
    assert caught.value.code == code


@pytest.mark.parametrize(("headers", "code"), [
    ({}, "variant"), ({"Variant": "Mono poli"}, "header"), ({"Colour": "x"}, "header"), ({"Variant": ""}, "header"),
])  # fmt: skip
def test_what_no_column_says_must_be_given(headers: dict[str, str], code: str) -> None:
    with pytest.raises(ImportProblem) as caught:
        convert(None, SHEET.encode(), "s.csv", headers)
    assert caught.value.code == code


def test_they_are_kept_once_and_are_results_of_tournaments(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    ids = [archive.add_game(one.game).game_id for one in convert(None, SHEET.encode(), "s.csv", HEADERS)]
    other = SHEET.replace("Anna Rossi", "ROSSI Anna").encode("cp1252")
    again = [archive.add_game(one.game) for one in convert(None, other, "copia (2).csv", HEADERS)]
    assert [added.game_id for added in again] == ids and all(added.duplicate for added in again)
    names = ["Anna Rossi", "Bruno Bianchi", "Carlà"]
    archive.tournaments.append("t", [
        {"kind": "opened", "title": "Autunno", "system": "monopoli"},
        *({"kind": "entered", "player": name} for name in names),
        {"kind": "table", "round": 1, "table": "A", "seats": names},
        {"kind": "linked", "round": 1, "table": "A", "game": ids[0]},
    ])  # fmt: skip
    rows = {archive.people.name(row.player): row.total for row in archive.tournaments.standings("t")}
    assert rows == {"Anna Rossi": Fraction("36.5"), "Bruno Bianchi": Fraction("24.5"), "Carlà": 18}


@pytest.mark.parametrize("variant", ["monopoli@1", "uno-contro-uno@1", "rcm@1", "stucchi@1", "firenze@1", "eg@1"])
def test_a_result_alone_is_never_called_wrong(variant: str) -> None:
    sheet = b"giocatore;punti;vincitore\nAnna;31;x\nUgo;20;\nEzio;3;\n"
    game = convert(None, sheet, "s.csv", {"Variant": variant})[0].game
    found = judge(game)
    assert {verdict.verdict for verdict in found.verdicts} <= {"undecidable"}
    assert found.scores == {} and found.end["winner"] == "R" and found.declared == {"R": 31, "B": 20, "G": 3}


def test_a_result_alone_counts_as_a_win_where_one_is_declared_and_by_its_points(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    for one in convert(None, SHEET.encode(), "s.csv", HEADERS):
        archive.add_game(one.game)
    found = compute_statistic(archive.db, "results-by-player", Filters(provenance="all"))
    assert (found["games"], found["qualified"], found["left_out"]) == (2, 1, {"unfinished": 1})
    assert sorted(row["wins"] for row in found["rows"]) == [0, 0, 1] and verify(archive) == []
    assert all(row["mean_points"] is not None for row in found["rows"])
    assert compute_statistic(archive.db, "lengths", Filters(provenance="all"))["left_out"] == {
        "no-moves": 1,
        "unfinished": 1,
    }


def test_a_workbook_is_a_sheet_of_a_tournament_too() -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (["Turno", "Tavolo", "Giocatore", "Punti"], [1, "A", "Anna", 31.5], [1, "A", "Ugo", 20]):
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    kinds = [event["kind"] for event in read_events(out.getvalue(), {"Anna"})]
    assert kinds == ["entered", "table", "result"]


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_damaged_sheets_never_raise_anything_else(form: str) -> None:
    data = SHEET.encode()
    if form == "xlsx":
        openpyxl = pytest.importorskip("openpyxl")
        book = openpyxl.Workbook()
        for row in SHEET.splitlines():
            book.active.append(row.split(";"))
        out = io.BytesIO()
        book.save(out)
        data = out.getvalue()
    chance = random.Random(11)
    understood = 0
    for _ in range(120):
        damaged = bytearray(data)
        for _ in range(chance.randrange(1, 4)):
            place = chance.randrange(len(damaged))
            if chance.random() < 0.5:
                damaged[place] = chance.randrange(256)
            else:
                del damaged[place : place + chance.randrange(1, 40)]
        try:
            made = convert("results", bytes(damaged), f"x.{form}", HEADERS)
        except ImportProblem as problem:
            assert problem.text("it") and problem.text("en")
            continue
        understood += 1
        for one in made:
            assert judge(one.game).impossible is None
    assert form == "xlsx" or understood


def test_a_workbook_that_would_unpack_to_too_much_is_refused() -> None:
    pytest.importorskip("openpyxl")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("xl/workbook.xml", bytes(110_000_000))
    with pytest.raises(ImportProblem) as caught:
        convert(None, out.getvalue(), "bomba.xlsx", HEADERS)
    assert caught.value.code == "too-large"


@pytest.mark.parametrize(("sheet", "seats", "points"), [
    ("Turno;Tavolo;Cognome;Nome;Punti\n1;A;Rossi;Mario;31½\n1;A;Verdi;Mario;-20\n", ["Mario Rossi", "Mario Verdi"],
     ["31.5", "-20"]),
    ("turno,tavolo,giocatore 1,punti 1,giocatore 2,punti 2\n1,A,Anna,20,Ugo,3.5\n", ["Anna", "Ugo"], ["20", "3.5"]),
])  # fmt: skip
def test_a_tournament_reads_the_forms_of_sheets_that_import_reads(
    sheet: str, seats: list[str], points: list[str]
) -> None:
    events = read_events(sheet.encode(), set())
    assert [event["player"] for event in events if event["kind"] == "entered"] == seats, "no two people become one"
    assert [event["points"] for event in events if event["kind"] == "result"] == [dict(zip(seats, points, strict=True))]


def test_a_tournament_is_told_every_place_of_a_sheet_at_once() -> None:
    sheet = "turno;tavolo;giocatore;punti\n1;A;Anna;molti\nx;A;Ugo;3\n1;;Pia;4\n1;A;anna;?\n"
    with pytest.raises(ArchiveError) as caught:
        read_events(sheet.encode(), set(), name="s.csv")
    said = caught.value.text("en")
    assert all(f"s.csv:{line}:" in said for line in (2, 3, 4, 5)) and "anna" in said and "^" in said


@pytest.mark.parametrize(("sheet", "said"), [
    ("giocatore;punti;data\nAnna;1;31/02/2026\nUgo;2;31/02/2026\n", "31/02/2026"),
    ("giocatore;punti\n" + "".join(f"P{number};1\n" for number in range(7)), "7 at this table"),
    ("giocatore;punti\nA\x1b[31mnna;1\nUgo;2\n", "U+001B"),
    (f"giocatore;punti\n{'x' * 900};1\nUgo;2\n", "xxx..."), ("giocatore;punti\nUgo;1\nUGO;2\n", "twice"),
    ("giocatore;punti\nAnna Rossi;1\nrossi  ANNA;2\n", "twice"),
])  # fmt: skip
def test_what_is_wrong_in_a_sheet_is_said_in_its_own_words(sheet: str, said: str) -> None:
    with pytest.raises(ImportProblem) as caught:
        convert(None, sheet.encode(), "s.csv", HEADERS)
    assert said in caught.value.text("en")


NAMED = "turno;tavolo;giocatore;punti;vincitore\n1;I;Anna;30;{0}\n1;I;Bruno;20;{1}\n"


@pytest.mark.parametrize("marks", [
    ("Bruno", "Bruno"), ("BRUNO", ""), ("", "bruno"), ("no", "x"), ("0", "1"), ("-", "sì"), ("Bruno", "x"),
])  # fmt: skip
def test_the_winner_is_marked_or_named(marks: tuple[str, str]) -> None:
    data = NAMED.format(*marks).encode()
    one = convert(None, data, "s.csv", HEADERS)[0]
    assert one.game.text().endswith("OVER * points winner=B\n") and one.notes == []
    assert [event.get("winner") for event in read_events(data, set()) if event["kind"] == "result"] == ["Bruno"]


@pytest.mark.parametrize(("marks", "line", "code"), [
    (("forse", ""), 2, "winner"), (("", "XX"), 3, "winner"), (("2", ""), 2, "winner"),
    (("Carlo", "Carlo"), 2, "winner"), (("Anna", "Bruno"), 3, "surplus"), (("x", "x"), 3, "surplus"),
])  # fmt: skip
def test_a_winner_that_is_nobody_is_refused(marks: tuple[str, str], line: int, code: str) -> None:
    data = NAMED.format(*marks).encode()
    with pytest.raises(ImportProblem) as caught:
        convert(None, data, "s.csv", HEADERS)
    problem = caught.value.problems[0]
    assert (problem.line, problem.code, problem.source[problem.column - 1 :]) == (line, code, marks[line - 2])
    with pytest.raises(ArchiveError) as refused:
        read_events(data, set(), name="s.csv")
    assert f"s.csv:{line}:{problem.column}:" in refused.value.text("it") and "^" in refused.value.text("en")


def test_one_winner_of_a_line_a_table_is_named_once_for_all() -> None:
    heads = "tavolo;giocatore 1;punti 1;giocatore 2;punti 2;vincitore\n"
    assert texts((heads + "A;Anna;20;Ugo;3;Ugo\n").encode())[0].endswith("winner=B\n")
    with pytest.raises(ImportProblem) as caught:
        texts((heads + "A;Anna;20;Ugo;3;Pia\n").encode())
    assert [(problem.column, problem.found) for problem in caught.value.problems] == [(27, "Pia")]


def test_lines_of_one_table_that_disagree_are_refused() -> None:
    heads = "turno;tavolo;giocatore;punti;variante;luogo;arbitro\n"
    data = (heads + "1;I;Anna;24;torneo@1;Roma;X\n1;I;Ugo;3;monopoli@1;Milano;Y\n").encode()
    with pytest.raises(ImportProblem) as caught:
        convert(None, data, "s.csv", {})
    assert [(problem.line, problem.column, problem.code) for problem in caught.value.problems] == [
        (3, 19, "differs"), (3, 32, "differs"), (3, 41, "differs"),
    ]  # fmt: skip
    with pytest.raises(ArchiveError) as refused:
        read_events(data, set(), name="s.csv")
    assert "s.csv:3:32:" in refused.value.text("it") and "Roma" in refused.value.text("it")
    later = convert(None, (heads + "1;I;Anna;24;;ROMA;\n1;I;Ugo;3;torneo@1;Roma;\n").encode(), "s.csv", {})[0].game
    assert later.header("Variant") == "torneo@1" and later.header("Place") == "ROMA"


def test_a_table_of_two_days_is_no_table_of_a_tournament() -> None:
    data = b"turno;tavolo;giocatore;punti;data\n1;A;Anna;24;2026-11-20\n1;A;Ugo;3;2026-11-21\n"
    with pytest.raises(ArchiveError) as refused:
        read_events(data, set(), name="s.csv")
    assert "s.csv:3:" in refused.value.text("it") and "2026-11-20" in refused.value.text("it")
