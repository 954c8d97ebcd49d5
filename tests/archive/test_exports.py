"""What leaves the archive: tables no spreadsheet runs, dumps by month, Parquet, cross-tables, reports read back."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import random
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from plancia_archive import Archive, ArchiveError, Filters, verify
from plancia_archive.exports.crosstables import build_crosstable, flatten_rounds, text_rows
from plancia_archive.exports.csv_cells import escape_formula, format_csv, spreadsheet_csv
from plancia_archive.exports.dumps import dump
from plancia_archive.exports.parquet import format_parquet
from plancia_archive.exports.reports import format_report, is_report, parse_report, store_report
from plancia_archive.exports.tables import TABLE_NAMES, ExportTable, content_id, read_table
from plancia_archive.importers import convert
from plancia_archive.importers.bundles import read_folder
from plancia_archive.tournaments.state import Tournament, apply_event, validate_event
from plancia_data import datasette_settings, samples
from plancia_events import Game, read
from plancia_replay.synthetic import GameSpec, generate


@pytest.mark.parametrize(("cell", "kept"), [
    ("=1+1", "'=1+1"), ("+39 055", "'+39 055"), ("-cmd|x", "'-cmd|x"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "'\t=1"),
    ("\r=1", "'\r=1"), ("-1/3", "'-1/3"), ("-2.5", "-2.5"), ("+3", "+3"), ("-2,5", "-2,5"), ("-", "-"), (-3, -3),
    (None, ""), ("Anna", "Anna"), ("", ""), ("a=b", "a=b"),
])  # fmt: skip
def test_no_cell_runs_as_a_formula(cell: object, kept: object) -> None:
    assert escape_formula(cell) == kept


def test_spreadsheets_get_their_mark_and_programs_do_not() -> None:
    data = spreadsheet_csv(["nome", "=x"], [['Perù; "e" altri', None]])
    assert data == '\ufeffnome,\'=x\r\n"Perù; ""e"" altri",\r\n'.encode()
    assert format_csv(None, [["a", 1]], "\t") == "a\t1\n"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """Games of two months and one without a date."""
    made = Archive.open(tmp_path_factory.mktemp("exports") / "a.db", create=True)
    for seed, date in enumerate(("2026-10-30", "2026-11-20", "2026-11-21", "2026-1?-??")):
        game = generate(GameSpec("monopoli@1", seed))
        headers = [header for header in game.headers if header[0] != "Date"]
        made.add_game(Game([*headers, ("Date", date)], game.events))
    return made


def test_a_dump_by_month_proves_itself(archive: Archive, tmp_path: Path) -> None:
    manifest = dump(archive, tmp_path, Filters(), monthly=True, licence="CC0-1.0")
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == ["2026-10", "2026-11", "undated"]
    assert {name: entry["count"] for name, entry in manifest["files"].items() if name.endswith("games.csv")} == {
        "2026-10/games.csv": 1, "2026-11/games.csv": 2, "undated/games.csv": 1,
    }  # fmt: skip
    for line in (tmp_path / "SHA256SUMS").read_text("utf-8").splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() == digest
    counts = [line.split("\t") for line in (tmp_path / "COUNTS").read_text("utf-8").splitlines()[1:]]
    rows = list(csv.reader(io.StringIO((tmp_path / "2026-11" / "events.csv").read_text("utf-8-sig"))))
    assert ["2026-11/events.csv", str(len(rows) - 1)] in [row[:2] for row in counts]
    package = json.loads((tmp_path / "datapackage.json").read_text("utf-8"))
    assert {resource["path"] for resource in package["resources"]} == set(manifest["files"])
    fields = next(r["schema"]["fields"] for r in package["resources"] if r["path"] == "2026-11/events.csv")
    assert [field["name"] for field in fields] == rows[0]
    assert package["licenses"] == [{"name": "CC0-1.0"}] and "CC0" in (tmp_path / "LICENSE").read_text("utf-8")


def test_export_import_export_is_the_same_bytes(archive: Archive, tmp_path: Path) -> None:
    dump(archive, tmp_path / "one", Filters(), monthly=True)
    again = Archive.open(tmp_path / "b.db", create=True)
    for name, data in read_folder(tmp_path / "one"):
        assert name.endswith("games.rgn")
        for imported in convert(None, data, name):
            again.add_game(imported.game)
    dump(again, tmp_path / "two", Filters(), monthly=True)
    files = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*") if path.is_file())
    assert len(files) == 3 * 8 + 5
    for file in files:
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes(), file


@pytest.mark.parametrize("form", ["rgn", "jsonl"])
def test_games_come_back_whole(archive: Archive, tmp_path: Path, form: str) -> None:
    def whole(source: Archive) -> bytes:
        ids = source.game_ids()
        if form == "rgn":
            return "\n".join(source.text(game_id) for game_id in ids).encode()
        return "".join(source.game(game_id).to_jsonl() for game_id in ids).encode()

    again = Archive.open(tmp_path / "b.db", create=True)
    for imported in convert(None, whole(archive), f"x.{form}"):
        again.add_game(imported.game)
    assert whole(again) == whole(archive) and verify(again) == []


def test_games_are_found_by_their_content(archive: Archive) -> None:
    for game_id in archive.game_ids():
        assert archive.resolve(content_id(archive, game_id)) == game_id
    with pytest.raises(ArchiveError):
        archive.resolve("c_" + "0" * 24)
    with pytest.raises(ArchiveError):
        archive.resolve("c_")


@pytest.mark.parametrize("name", TABLE_NAMES)
def test_tables_say_what_the_archive_says(archive: Archive, name: str) -> None:
    ids = archive.game_ids()
    found = read_table(archive, name, ids)
    assert found.columns[0] == "game" and {row[0] for row in found.rows} <= set(ids)
    assert read_table(archive, name, []).columns == found.columns
    if name == "events":
        assert len(found.rows) == sum(archive.version(game_id) - 1 for game_id in ids)
        assert [row[-1] for row in found.rows][-1] == archive.text(ids[-1]).splitlines()[-1]


def test_tables_are_described_with_the_data_and_have_one_type_whatever_they_hold(
    archive: Archive, tmp_path: Path
) -> None:
    parquet, yaml = pytest.importorskip("pyarrow.parquet"), pytest.importorskip("yaml")
    dump(archive, tmp_path / "all", Filters(), parquet=True)
    dump(archive, tmp_path / "none", Filters(since="1901-01-01", until="1901-01-02"), parquet=True)
    package = json.loads((tmp_path / "all" / "datapackage.json").read_text("utf-8"))
    schemas = {entry["path"]: entry["schema"] for entry in package["resources"] if "schema" in entry}
    for name in TABLE_NAMES:
        found, described = read_table(archive, name, archive.game_ids()), schemas[f"{name}.csv"]
        assert found.columns == [field["name"] for field in described["fields"]]
        assert all(field["description"] and field["type"] for field in described["fields"])
        (full, empty) = (parquet.read_schema(tmp_path / folder / f"{name}.parquet") for folder in ("all", "none"))
        assert full.equals(empty, check_metadata=True) and b"description" in full.field(1).metadata
        rows = [tuple(row[found.columns.index(one)] for one in described.get("primaryKey", [])) for row in found.rows]
        assert "primaryKey" not in described or len(set(rows)) == len(rows), name
    games, dumped = read_table(archive, "games", archive.game_ids()).objects(), tmp_path / "all" / "games.csv"
    with dumped.open(encoding="utf-8-sig", newline="") as lines:
        ids = {row["game"] for row in csv.DictReader(lines)}
    assert ids == {row["content"] for row in games}
    assert {row["name"] for row in games} == {f"synthetic-{seed}" for seed in range(4)}
    for lang, word in (("it", "non chi l'ha preso per primo"), ("en", "not who took it first")):
        shown = yaml.safe_load(datasette_settings(lang))["databases"]["plancia"]["tables"]
        assert word in shown["holding"]["columns"]["first"] and shown["game"]["facets"]
        for table, settings in shown.items():
            stored = {row[1] for row in archive.db.execute(f"PRAGMA table_info({table})").fetchall()}
            assert set(settings.get("columns", {})) <= stored, table


def test_parquet_holds_the_same_rows(archive: Archive) -> None:
    pyarrow = pytest.importorskip("pyarrow.parquet")
    found = read_table(archive, "seats", archive.game_ids())
    data = format_parquet(found)
    assert data == format_parquet(found)
    read_back = pyarrow.read_table(io.BytesIO(data))
    assert read_back.column_names == found.columns
    assert [list(row.values()) for row in read_back.to_pylist()] == found.rows


def test_a_dump_with_parquet_is_the_same_bytes_too(archive: Archive, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    one, two = (dump(archive, tmp_path / name, Filters(), parquet=True) for name in ("one", "two"))
    assert one == two and sum(name.endswith(".parquet") for name in one["files"]) == len(TABLE_NAMES)
    assert one["files"]["seats.parquet"]["count"] == one["files"]["seats.csv"]["count"]


def test_a_result_alone_has_no_points_of_its_own(tmp_path: Path) -> None:
    other = Archive.open(tmp_path / "r.db", create=True)
    sheet = b"giocatore;punti\nAnna;31,5\nUgo;?\n"
    ids = [other.add_game(one.game).game_id for one in convert(None, sheet, "s.csv", {"Variant": "monopoli@1"})]
    rows = read_table(other, "seats", ids).objects()
    assert [(row["points"], row["declared"]) for row in rows] == [(None, None), (None, 31.5)]


def test_parquet_says_what_it_needs(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ArchiveError) as refused:
        format_parquet(ExportTable("verdicts", [], []))
    assert "plancia[parquet]" in refused.value.text("it") and "plancia[parquet]" in refused.value.text("en")


def season(archive: Archive) -> None:
    """Typed and linked tables, teams, a withdrawal, adjustments, a table without result, odd names."""
    long = "Maria Antonietta degli Obizzi Malaspina-Torrigiani"
    names = ["Anna", "Bruno", "Gino", "Nadia", "Ezio", "Fabia", long, "Ugo"]
    opened = {"kind": "opened", "title": "Torneo d'autunno", "system": "monopoli", "club": "Circolo 1°"}
    archive.tournaments.append("t", [opened, *({"kind": "entered", "player": name} for name in names[:-1]),
                                     {"kind": "entered", "player": "Ugo", "team": "i rossi"}])  # fmt: skip
    game = archive.add_game(read(samples()["monopoli-serata.rgn"]).games[0]).game_id
    archive.tournaments.append("t", [
        {"kind": "table", "round": 1, "table": "A", "seats": names[:4]},
        {"kind": "table", "round": 1, "table": "Sala grande", "seats": names[4:]},
        {"kind": "table", "round": 2, "table": "A", "seats": names[::2]},
        {"kind": "linked", "round": 1, "table": "A", "game": game},
        {"kind": "result", "round": 1, "table": "Sala grande", "winner": "Fabia", "out": ["Ugo"],
         "points": dict(zip(names[4:], ["20", "20.5", "10", "0"], strict=True))},
        {"kind": "left", "player": "Ugo"},
        {"kind": "adjusted", "player": "Anna", "points": "-2.5", "why": "arrivata tardi  al tavolo"},
    ])  # fmt: skip


def test_a_report_makes_the_tournament_again(tmp_path: Path) -> None:
    one, two, bare = (Archive.open(tmp_path / f"{name}.db", create=True) for name in ("one", "two", "bare"))
    season(one)
    text = format_report(one, "t")
    assert is_report(text.encode()) and "Malaspina-Torrigiani" in text
    two.add_game(read(samples()["monopoli-serata.rgn"]).games[0])
    for other in (two, bare):
        made = store_report(other, "t", text.encode())
        assert made is not None and made.left and made.adjustments[0][1:] == one.tournaments.get("t").adjustments[0][1:]
        mine = [(row.pos, row.total, row.wins) for row in one.tournaments.standings("t")]
        assert [(row.pos, row.total, row.wins) for row in other.tournaments.standings("t")] == mine
        names = {other.people.name(row.player) for row in other.tournaments.standings("t")}
        assert names == {one.people.name(row.player) for row in one.tournaments.standings("t")}
        with pytest.raises(ArchiveError):
            store_report(other, "t", text.encode())
    again = format_report(bare, "t")
    assert [line for line in again.splitlines() if line[:3] != "013"] == [
        line for line in text.splitlines() if line[:3] != "013"
    ]
    third = Archive.open(tmp_path / "third.db", create=True)
    store_report(third, "t", again.encode())
    assert format_report(third, "t") == again
    anonymous = format_report(one, "t", names=False)
    assert "Anna" not in anonymous and "Ugo" not in anonymous


@pytest.mark.parametrize("bad", [
    "012 x\n", "012 x\n092 monopoli\n001 nonsense\n", "012 x\n092 nope\n", "012 x\n092 monopoli\n777 x\n",
    "012 x\n092\n", "012 x\n092 monopoli\n014 p_00000000\n", "012 x\n092 monopoli\n013 1 A typed\n",
    "012 x\n092 monopoli\n013 x A typed p_00000000=1 p_00000001=2\n",
])  # fmt: skip
def test_a_report_not_understood_leaves_nothing(tmp_path: Path, bad: str) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    with pytest.raises(ArchiveError):
        store_report(archive, "t", bad.encode())
    assert archive.tournaments.ids() == [] and archive.people.all() == []


def pairs(archive: Archive) -> None:
    """A closed tournament of pairs, its ranking level but for lots of two rounds."""
    opened = {"kind": "opened", "title": "A coppie", "system": "stucchi"}
    names = ["Zeno", "Yara", "Ugo", "Tea", "Anna", "Bruno", "Carla", "Dino"]
    teams = ["gli ultimi", "Verdi", "gli ultimi", "Verdi", "Rossi", "Blu", "Rossi", "Blu"]
    entered = [{"kind": "entered", "player": name, "team": team} for name, team in zip(names, teams, strict=True)]
    archive.tournaments.append("p", [opened, *entered])
    for number, tables in ((1, (names[:4], names[4:])), (2, (names[2:6], names[6:] + names[:2]))):
        for name, seats in zip("AB", tables, strict=True):
            place = {"round": number, "table": name}
            points = dict(zip(seats, ["20", "30", "20", "30"], strict=True))
            told = {"points": points, "teams": [seats[::2], seats[1::2]], "winner": seats[1]}
            archive.tournaments.append("p", [{"kind": "table", **place, "seats": seats}])
            archive.tournaments.append("p", [{"kind": "result", **place, **told}])
        archive.tournaments.append("p", [{"kind": "lot", "round": number, "players": names[number::3]}])
    archive.tournaments.append("p", [{"kind": "closed"}])


def test_a_report_of_teams_parted_by_lot_comes_back_as_the_same_bytes(tmp_path: Path) -> None:
    one, two = (Archive.open(tmp_path / f"{name}.db", create=True) for name in ("one", "two"))
    pairs(one)
    text = format_report(one, "p")
    assert text.count("\n014 ") == 8 and text.count("\n260 ") == 2 and f"\n152 {len(text.splitlines())}\n" in text
    store_report(two, "p", text.encode())
    assert format_report(two, "p") == text
    older = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("152 "))
    assert store_report(two, "q", older.encode()) is not None, "a report of before the count of lines is read as ever"


def cut(text: str, tag: str, last: bool = True) -> str:
    """A report without the last line of a tag, or without all of them."""
    lines = text.splitlines(keepends=True)
    places = [place for place, line in enumerate(lines) if line.startswith(tag)]
    return "".join(line for place, line in enumerate(lines) if place not in (places[-1:] if last else places))


@pytest.mark.parametrize("damage", [
    "013", "001", "001*", "062*", "142*", "240", "299", "999", "players", "rounds", "points", "total", "round", "place",
    "byte",
])  # fmt: skip
def test_a_report_cut_or_altered_is_refused_with_what_differs(tmp_path: Path, damage: str) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    season(archive)
    if damage == "999":
        archive.tournaments.append("t", [{"kind": "closed"}])
    whole = format_report(archive, "t").replace("Malaspina-Torrigiani", "Malaspin\xe0")
    altered = {
        "players": ("062 8", "062 9"), "rounds": ("142 2", "142 3"), "points": ("=20.5", "=21"),
        "total": ("    25.5  ", "    26.5  "), "round": (" Sala%20grande       10", " Sala%20grande       11"),
        "place": ("001    1 ", "001    2 "), "byte": ("\xe0", "\x81"),
    }  # fmt: skip
    if damage in altered:
        assert altered[damage][0] in whole
        text = whole.replace(*altered[damage], 1)
    else:
        text = cut(whole, damage[:3], last="*" not in damage)
    other = Archive.open(tmp_path / "b.db", create=True)
    data = text.encode("latin-1" if damage == "byte" else "utf-8")
    with pytest.raises(ArchiveError) as refused:
        store_report(other, "t", data)
    assert refused.value.code == "report", refused.value.text("en")
    assert refused.value.text("it") != refused.value.text("en")
    assert other.tournaments.ids() == [] and other.people.all() == []
    assert store_report(other, "t", whole.encode()).tables


def test_a_damaged_report_is_refused_or_read_and_nothing_else(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    season(archive)
    whole = format_report(archive, "t")
    chance = random.Random(3)
    for _ in range(400):
        text = list(whole)
        for _ in range(chance.randrange(1, 6)):
            place = chance.randrange(len(text))
            if chance.random() < 0.5:
                text[place] = chance.choice("= ,|+%-0123456789pA\n")
            else:
                del text[place : place + chance.randrange(1, 30)]
        try:
            events, _ = parse_report(archive, "".join(text).encode())
            state = Tournament("x")
            for event in events:
                apply_event(state, validate_event(event))
        except ArchiveError as error:
            assert error.text("it") and error.text("en")


def test_a_crosstable_is_player_by_round(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    season(archive)
    rows = build_crosstable(archive, "t")
    fabia = next(row for row in rows if row["name"] == "Fabia")
    first = fabia["rounds"][0]
    assert (first["table"], first["points"], first["ranking"]) == ("Sala grande", "20.5", "25.5")
    assert len(first["with"]) == 3 and fabia["rounds"][1] is None
    heads, cells = flatten_rounds(rows)
    assert heads[5:8] == ["round_1_table", "round_1_points", "round_1_ranking"] and len(heads) == 5 + 3 * 2
    assert [cell["total"] for cell in cells] == [row["total"] for row in rows]
    _, told = text_rows(rows)
    assert next(cell for cell in told if cell["name"] == "Fabia")["round_1"] == "Sala grande 20.5 (25.5)"
    assert len(build_crosstable(archive, "t", 1)[0]["rounds"]) == 1


def test_a_dump_that_fails_leaves_no_folder(archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plancia_archive.exports.dumps.DumpFile.add", Mock(side_effect=OSError(28, "full")))
    with pytest.raises(OSError, match="full"):
        dump(archive, tmp_path / "new" / "dump", Filters(), monthly=True)
    assert not (tmp_path / "new").exists()


def test_a_refused_line_of_a_report_is_named_by_its_number(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    with pytest.raises(ArchiveError) as refused:
        parse_report(archive, b"012 t\n092 monopoli\nxyz 1\n")
    assert refused.value.what == "3: xyz 1"
