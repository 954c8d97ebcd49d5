"""Files in and out on the command line: sheets, folders and ZIP files with one report, dry runs, exports, backups."""

from __future__ import annotations

import csv
import io
import json
import shlex
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from plancia_cli.main import plancia
from plancia_data import samples

Run = Callable[..., Result]
SAMPLE = samples()["monopoli-serata.rgn"].decode()
SHEET = "Turno;Tavolo;Giocatore;Punti\n1;A;Anna;31,5\n1;A;Ugo;20\n1;B;Ezio;3\n1;B;=Pia;4\n"
GIVEN = ("--header", "Variant=monopoli@1", "--header", "event=Autunno")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    Path("good.rgn").write_text(SAMPLE, "utf-8")
    Path("serata.csv").write_bytes(SHEET.encode("cp1252"))
    return lambda *args, lang="en": CliRunner().invoke(plancia, ["--lang", lang, *args])


def games(run: Run, *more: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(run("list", "--json", *more).stdout)
    return found


def test_a_sheet_is_imported_once_and_its_tables_belong_to_a_tournament(run: Run) -> None:
    assert run("import", "serata.csv").exit_code == 1
    done = run("import", "serata.csv", *GIVEN)
    assert done.exit_code == 0 and "kept 2" in done.stderr
    rows = games(run)
    assert [(row["completeness"], row["event"], row["board"]) for row in rows] == [
        ("result-only", "Autunno", "A"), ("result-only", "Autunno", "B"),
    ]  # fmt: skip
    assert "kept already 2" in run("import", "serata.csv", *GIVEN).stderr and len(games(run)) == 2
    game = str(rows[0]["game"])
    judged = run("judge", game, "--format", "csv")
    assert judged.exit_code == 0 and "illegal" not in judged.stdout and judged.stdout.count("undecidable") == 2
    seated = ["table", "t", "1", "A", "Anna", "Ugo"]
    linked = ["result", "t", "1", "A", "--game", game]
    for call in (["create", "t", "--system", "monopoli"], ["enter", "t", "Anna", "Ugo"], seated, linked):
        assert run("tournament", *call).exit_code == 0, call
    table = json.loads(run("tournament", "standings", "t", "--json").stdout)
    assert [(row["name"], row["total"]) for row in table] == [("Anna", "36.5"), ("Ugo", "20")]


def test_a_wrong_sheet_is_told_in_full_and_leaves_nothing(run: Run) -> None:
    Path("serata.csv").write_text(SHEET.replace("31,5", "31,7").replace("Ezio", ""), "utf-8")
    for lang, told in (("it", "numero"), ("en", "number")):
        done = run("import", "serata.csv", *GIVEN, lang=lang)
        assert done.exit_code == 1 and "serata.csv:2:16:" in done.stderr and "serata.csv:4:9:" in done.stderr
        assert told in done.stderr
    assert not Path("plancia.db").exists() or games(run) == []


def test_a_dry_run_tells_what_would_happen_and_changes_nothing(run: Run) -> None:
    assert run("import", "good.rgn").exit_code == 0
    run("backup", "before.zip")
    done = run("import", "good.rgn", "serata.csv", "serata.csv", *GIVEN, "--dry-run")
    assert done.exit_code == 0, done.output
    assert "to be kept 2" in done.stderr and "kept already 3" in done.stderr
    run("backup", "after.zip")
    assert Path("before.zip").read_bytes() == Path("after.zip").read_bytes() and len(games(run)) == 1
    done = run("--archive", "new.db", "import", "good.rgn", "--dry-run")
    assert done.exit_code == 0 and not Path("new.db").exists()


def test_a_folder_and_a_zip_give_one_report(run: Run) -> None:
    Path("in/sera1").mkdir(parents=True)
    Path("in/sera1/a.rgn").write_text(SAMPLE.replace("China", "cina"), "utf-8")
    Path("in/b.csv").write_text(SHEET, "utf-8")
    Path("in/c.txt").write_text("niente", "utf-8")
    with zipfile.ZipFile("in.zip", "w") as bundle:
        for file in sorted(Path("in").rglob("*.*")):
            bundle.write(file)
    for name in ("in", "in.zip"):
        done = run("--archive", name + ".db", "import", name, *GIVEN)
        assert done.exit_code == 1 and done.stderr.splitlines()[-1] == "kept 3, not kept 1"
        again = run("--archive", name + ".db", "import", name, *GIVEN, "--format", "csv")
        rows = list(csv.reader(io.StringIO(again.stdout)))
        assert rows[0][:2] == ["file", "outcome"] and [row[1] for row in rows[1:]] == ["already"] * 3


def test_text_typed_with_tolerant_names_is_the_same_game(run: Run) -> None:
    assert run("import", "good.rgn").exit_code == 0
    typed = SAMPLE.replace("DEAL G GIA SIA AOR", "deal verde giappone  siam australia orientale")
    assert typed != SAMPLE
    typed = typed.replace('"Anna"', '"ANNA"').replace("\n", "\r\n")
    Path("typed.rgn").write_bytes(b"\xef\xbb\xbf" + typed.encode())
    done = run("import", "typed.rgn", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["duplicate"] is True


def test_exports_of_every_form(run: Run) -> None:
    run("import", "good.rgn", "serata.csv", *GIVEN)
    for form in ("rgn", "jsonl"):
        one, two = f"one.{form}", f"two.{form}"
        assert run("export", "--all", "--form", form, "-o", one).exit_code == 0
        assert run("--archive", f"{form}.db", "import", one).exit_code == 0
        assert run("--archive", f"{form}.db", "export", "--all", "--form", form, "-o", two).exit_code == 0
        assert Path(one).read_bytes() == Path(two).read_bytes()
    done = run("export", "--all", "--form", "csv", "--table", "seats", "--names", "-o", "posti.csv")
    data = Path("posti.csv").read_bytes()
    assert done.exit_code == 0 and "one table only" in done.stderr
    assert data.startswith(b"\xef\xbb\xbfgame,colour") and b"Anna" in data and b"'=Pia" in data
    assert b"Anna" not in run("export", "--all", "--form", "tsv", "--table", "seats").stdout_bytes
    events = run("export", "serata-1", "--form", "csv", "--table", "events").stdout
    assert len(events.splitlines()) == len(SAMPLE.partition("\n\n")[2].splitlines()) + 1


def test_a_table_is_the_same_whatever_part_of_it_is_in_memory(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("import", "good.rgn", "serata.csv", *GIVEN)
    written: list[list[bytes]] = []
    for size in (100, 1):
        monkeypatch.setattr("plancia_cli.export.BATCH_SIZE", size)
        asked = [
            ("--form", form, "--table", table) for form in ("csv", "tsv") for table in ("games", "events", "verdicts")
        ]
        for options in asked:
            assert run("export", "--all", *options, "-o", f"{size}{options[1]}{options[3]}").exit_code == 0
        files = [Path(f"{size}{options[1]}{options[3]}").read_bytes() for options in asked]
        written.append([*files, *(run("export", "--all", *options).stdout_bytes for options in asked)])
    assert written[0] == written[1] and written[0][1].count(b"\r\n") > 25 and b"\r" not in written[0][7]


def test_parquet_or_how_to_get_it(run: Run) -> None:
    run("import", "good.rgn")
    done = run("export", "--all", "--form", "parquet", "-o", "g.parquet")
    try:
        import pyarrow.parquet
    except ImportError:
        assert done.exit_code == 1 and "plancia[parquet]" in done.stderr
    else:
        assert pyarrow.parquet.read_table("g.parquet").num_rows == 1


def test_a_dump_by_month_is_imported_as_it_is(run: Run) -> None:
    run("import", "good.rgn")
    assert run("dump", "out", "--monthly").exit_code == 0
    done = run("--archive", "b.db", "import", "out")
    assert done.exit_code == 0 and len(done.stdout.splitlines()) == 1, done.output
    run("--archive", "b.db", "dump", "again", "--monthly")
    for file in Path("out").rglob("*.*"):
        assert file.read_bytes() == (Path("again") / file.relative_to("out")).read_bytes()


def test_a_backup_and_the_way_back(run: Run) -> None:
    run("import", "good.rgn", "serata.csv", *GIVEN)
    run("tournament", "create", "t", "--system", "monopoli")
    assert run("backup", "one.zip").exit_code == 0
    done = run("restore", "one.zip", "b.db")
    assert done.exit_code == 0 and "3 games, 1 tournament\n" in done.stderr
    assert run("--archive", "b.db", "verify").exit_code == 0
    run("--archive", "b.db", "backup", "two.zip")
    assert Path("one.zip").read_bytes() == Path("two.zip").read_bytes()
    for file, place in (("one.zip", "b.db"), ("good.rgn", "c.db"), ("none.zip", "c.db")):
        assert run("restore", file, place).exit_code == 1 and not Path("c.db").exists()
    for lang, told in (("it", "esiste già"), ("en", "exists already")):
        assert told in run("restore", "one.zip", "b.db", lang=lang).stderr


def test_a_report_goes_out_and_comes_in(run: Run) -> None:
    run("tournament", "create", "t", "--system", "monopoli", "--club", "Circolo")
    assert run("tournament", "load", "t", "serata.csv").exit_code == 0
    assert run("tournament", "report", "t", "-o", "t.trf").exit_code == 0
    assert "=Pia" in Path("t.trf").read_text("utf-8")
    assert "=Pia" not in run("tournament", "report", "t", "--no-names").stdout
    done = run("--archive", "b.db", "tournament", "load", "t", "t.trf")
    assert done.exit_code == 0 and "tables 2" in done.stderr
    assert run("--archive", "b.db", "tournament", "report", "t").stdout == Path("t.trf").read_text("utf-8")
    assert run("--archive", "b.db", "tournament", "load", "t", "t.trf").exit_code == 1
    Path("half.trf").write_text("".join(Path("t.trf").read_text("utf-8").splitlines(keepends=True)[:-1]), "utf-8")
    for lang, told in (("it", "diversa"), ("en", "at odds")):
        for more in ([], ["--dry-run"]):
            half = run("--archive", "c.db", "tournament", "load", "t", "half.trf", *more, lang=lang)
            assert half.exit_code == 1 and told in half.stderr and "!=" in half.stderr
    cross = run("--archive", "b.db", "tournament", "crosstable", "t").stdout
    assert "A 31.5 (36.5)" in cross and "B 3 (3)" in cross


def test_datasette_is_told_how_to_start(run: Run) -> None:
    run("import", "good.rgn")
    done = run("datasette", "plancia.db", "--print", "--folder", "sito")
    try:
        import datasette  # noqa: F401
    except ImportError:
        assert done.exit_code == 1 and "plancia[datasette]" in done.stderr
        return
    words = shlex.split(done.stdout)
    assert words[1:5] == ["-m", "datasette", "serve", "-i"] and words[5] == str(Path("sito") / "plancia.db")
    assert all(Path(word).exists() for word in words if word.startswith("sito"))


def test_more_of_a_game_is_appended_whole_or_not_at_all(run: Run) -> None:
    run("import", "good.rgn")
    version = int(str(games(run)[0]["version"]))
    Path("more.txt").write_text("turno verde\nEND G\n".replace("turno", "TURN"), "utf-8")
    done = run("append", "serata-1", "--file", "more.txt", "--expected", str(version), "--json")
    assert done.exit_code == 0 and json.loads(done.stdout)["version"] == version + 2
    again = run("append", "serata-1", "--file", "more.txt", "--expected", str(version))
    assert again.exit_code == 1 and str(version + 2) in again.stderr
    Path("bad.txt").write_text("TURN R\nFOO\nPUT R XXX+1\n", "utf-8")
    bad = run("append", "serata-1", "--file", "bad.txt", lang="it")
    assert bad.exit_code == 1 and ":2:1:" in bad.stderr and ":3:7:" in bad.stderr
    assert run("append", "nessuna", "--file", "more.txt").exit_code == 1
    assert games(run)[0]["version"] == version + 2
    typed = CliRunner().invoke(plancia, ["append", "serata-1"], input="NOTE A {ancora}\n")
    assert typed.exit_code == 0 and games(run)[0]["version"] == version + 3


def test_games_are_chosen_by_every_filter(run: Run) -> None:
    run("import", "good.rgn", "serata.csv", *GIVEN)
    for given, count in (
        (["--player", "anna"], 2), (["--player", "Nadia"], 1), (["--variant", "monopoli"], 3), (["--no-illegal"], 3),
        (["--variant", "monopoli@1"], 3), (["--event", "Autunno"], 2), (["--since", "2026-11-20"], 1),
        (["--until", "2026-11-19"], 0), (["--completeness", "result-only"], 2),
        (["--provenance", "imported:results"], 2), (["--winner", "Anna"], 1), (["--illegal"], 0),
    ):  # fmt: skip
        assert len(games(run, *given)) == count, given
        made = json.loads(run("dump", "out", *given).stdout)
        assert made["games"] == count, given
    assert run("list", "--completeness", "piena").exit_code == 2 and run("dump", "x", "--since", "2026").exit_code == 2


def test_values_of_filters_that_do_not_exist_are_errors_of_use(run: Run) -> None:
    run("import", "good.rgn", "serata.csv", *GIVEN)
    for lang, words in (("en", "no game can have"), ("it", "nessuna partita può avere")):
        for field, value, known in (("variant", "nope", "monopoli"), ("option", "nope", "no-strip"),
                                    ("provenance", "foo", "sheet")):  # fmt: skip
            for line in (("list",), ("stats", "lengths"), ("verdicts",), ("search", "--sequence", "tris")):
                if line[0] == "search" and field != "variant":
                    continue
                done = run(*line, f"--{field}", value, lang=lang)
                assert done.exit_code == 2 and known in done.stderr and done.stdout == "", done.output
                assert words in " ".join(done.stderr.split()) and f"--{field}" in done.stderr
        assert run("list", "--since", "2026-02-31", lang=lang).exit_code == 2


def test_names_that_nothing_here_has_are_told_with_the_nearest(run: Run) -> None:
    run("import", "good.rgn", "serata.csv", *GIVEN, "--header", "Place=Circolo Arcobaleno")
    run("tournament", "create", "primavera", "--system", "open", "--title", "Primavera")
    for given, near in ((("--event", "autuno"), "Autunno"), (("--club", "Circolo arcobalena"), "Circolo Arcobaleno"),
                        (("--tournament", "primavra"), "primavera"), (("--player", "Nadja"), "Nadia"),
                        (("--winner", "Nadja"), "Nadia")):  # fmt: skip
        for lang, words in (("en", f"written alike: {near}"), ("it", f"nomi simili: {near}")):
            for line in (("list", "--json"), ("stats", "lengths", "--json")):
                done = run(*line, *given, lang=lang)
                assert done.exit_code == 0 and given[1] in done.stderr and words in done.stderr
    assert "alike" not in run("list", "--event", "Zzzz").stderr and "Zzzz" in run("list", "--event", "Zzzz").stderr
    assert run("list", "--event", "Autunno", "--tournament", "primavera").stderr == ""
    for asked, first in ((("list",), "game"), (("stats", "throws"), "dice"), (("verdicts",), "game")):
        for form in ("csv", "tsv"):
            for field in ("--player", "--winner", "--club"):
                done = run(*asked, field, "Zzzz", "--format", form)
                told = done.stdout.removeprefix("\ufeff").splitlines()
                assert (done.exit_code, len(told)) == (0, 1) and told[0].startswith(first), done.output
                assert "Zzzz" in done.stderr
    assert json.loads(run("stats", "throws", "--player", "Zzzz", "--json").stdout)["games"] == 0


def test_where_winners_come_from_is_told_once_a_file(run: Run) -> None:
    Path("pari.csv").write_text(SHEET.replace(";4", ";3"), "utf-8")
    for lang, taken, level in (("en", "taken from the points", "level at the top are 1-B Ezio, =Pia"),
                               ("it", "presi dai punti", "pari in testa 1-B Ezio, =Pia")):  # fmt: skip
        for line in (("import", "serata.csv", "--dry-run", *GIVEN), ("convert", "serata.csv", *GIVEN[:2])):
            said = run(*line, lang=lang).stderr
            assert said.count(taken) == 1 and "serata.csv: " in said and "1-A Anna, 1-B =Pia" in said
        said = run("import", "pari.csv", *GIVEN, lang=lang).stderr
        assert taken in said and level in said and "=Pia:" in said
    run("tournament", "create", "t", "--system", "monopoli", "--title", "Autunno")
    assert "level at the top" in run("tournament", "load", "t", "pari.csv", "--games", *GIVEN[:2]).stderr


def test_a_sheet_becomes_games_of_a_tournament_at_once(run: Run) -> None:
    run("tournament", "create", "t", "--system", "monopoli", "--title", "Autunno")
    given = ("serata.csv", "--games", "--header", "Variant=monopoli@1")
    assert run("tournament", "load", "t", *given, "--dry-run").exit_code == 0
    assert json.loads(run("tournament", "show", "t").stdout)["tables"] == [] and games(run) == []
    done = run("tournament", "load", "t", *given)
    assert done.exit_code == 0 and "tables 2, new entrants 4" in done.stderr
    kept = {row["game"]: row["board"] for row in games(run, "--event", "Autunno", "--completeness", "result-only")}
    tables = json.loads(run("tournament", "show", "t").stdout)["tables"]
    assert {table["game"]: table["table"] for table in tables} == kept and len(kept) == 2
    rows = json.loads(run("tournament", "standings", "t", "--json").stdout)
    assert [(row["name"], row["total"]) for row in rows][:2] == [("Anna", "36.5"), ("Ugo", "20")]
    Path("bad.csv").write_text("Turno;Tavolo;Giocatore;Punti\n2;A;Anna;1\n2;A;Ugo;2\n2;B;Anna;3\n2;B;Ezio;4\n", "utf-8")
    bad = run("tournament", "load", "t", "bad.csv", "--games", "--header", "Variant=monopoli@1")
    assert bad.exit_code == 1 and len(games(run)) == 2  # Anna at two tables of a round
    for dry in ((), ("--dry-run",)):
        late = run("tournament", "load", "t", "serata.csv", "--games", "--header", "Variant=nessuna@1", *dry)
        assert late.exit_code == 1 and len(games(run)) == 2
    two = "Turno;Tavolo;Giocatore;Punti;Variante\n{0};A;Bea;1;{1}\n{0};A;Ugo;2;{1}\n{0};B;Ida;3;{2}\n{0};B;Ezio;4;{2}\n"
    for values in (("2", "monopoli@1", "nessuna@1"), ("9", "monopoli@1", "monopoli@1")):  # the second game; the round
        Path("half.csv").write_text(two.format(*values), "utf-8")
        assert run("tournament", "load", "t", "half.csv", "--games").exit_code == 1 and len(games(run)) == 2
    Path("no.csv").write_text("Tavolo;Giocatore;Punti\nA;Bea;1\nA;Ugo;2\n", "utf-8")
    assert "has no round or no table" in run("tournament", "load", "t", "no.csv", *given[1:], lang="en").stderr


def test_what_a_load_does_not_use_is_refused(run: Run) -> None:
    run("tournament", "create", "t", "--system", "monopoli")
    run("tournament", "load", "t", "serata.csv")
    run("tournament", "report", "t", "-o", "t.trf")
    header = ("--header", "Variant=monopoli@1")
    sheet = ("serata.csv", "--games")
    for words in (("serata.csv", *header), ("t.trf", "--replace"), (*sheet, "--replace"), (*sheet, *header, *header),
                  (*sheet, "--header", "Variant")):  # fmt: skip
        assert run("tournament", "load", "t", *words).exit_code == 2, words
    assert run("convert", "serata.csv", *header, *header).exit_code == 2
    Path("none.csv").write_text("round,table,player,points\n", "utf-8")
    assert run("tournament", "load", "t", "none.csv").exit_code == 1
    assert run("tournament", "create", "u", "--system", "monopoli", "--title", "").exit_code == 1
    assert run("--archive", "new.db", "tournament", "load", "t", "t.trf", "--dry-run").exit_code == 0
    assert not list(Path().glob("new.db*"))


@pytest.mark.parametrize("more", [(), ("--teams",)])
def test_standings_have_their_columns_without_rows_too(run: Run, more: tuple[str, ...]) -> None:
    run("tournament", "create", "t", "--system", "torneogufo")
    empty = run("tournament", "standings", "t", *more, "--format", "csv").stdout
    run("tournament", "enter", "t", "Anna", "--team", "Rossi")
    rows = run("tournament", "standings", "t", *more, "--format", "csv").stdout.splitlines()
    assert len(rows) == 2 and empty.splitlines() == rows[:1]


def zipped(place: str, members: dict[str, str]) -> None:
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in members.items():
            bundle.writestr(name, text)


def test_a_zip_keeps_to_its_limits_and_says_which(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from plancia_archive.importers import bundles
    from plancia_archive.importers.base import ImportProblem

    monkeypatch.setattr(bundles, "MAX_MEMBERS", 3)
    zipped("many.zip", {f"{number}.rgn": "" for number in range(4)})
    zipped("large.zip", {"a.rgn": "\n" * 5000})
    assert "more than 3 files" in (done := run("import", "many.zip")).stderr and done.exit_code == 1
    Path("many").mkdir()
    for number in range(4):
        Path("many", f"{number}.rgn").touch()
    with pytest.raises(ImportProblem) as refused:
        list(bundles.list_folder(Path("many")))
    assert (refused.value.code, refused.value.line) == ("too-many", 0)
    monkeypatch.setattr(bundles, "MAX_BYTES", 4000)
    done = run("import", "large.zip")
    assert done.exit_code == 1 and "4000 bytes" in done.stderr and "ImportProblem" not in done.stderr


def test_a_member_with_a_path_out_of_the_zip_is_read_and_written_nowhere(run: Run) -> None:
    zipped("out.zip", {"../../out.rgn": SAMPLE})
    assert run("import", "out.zip").exit_code == 0 and len(games(run)) == 1
    assert not Path("../../out.rgn").exists()


def test_nothing_to_import_is_said(run: Run) -> None:
    Path("vuota").mkdir()
    zipped("vuota.zip", {})
    for name in ("vuota", "vuota.zip"):
        done = run("import", name, lang="it")
        assert done.exit_code == 1 and f"niente da importare in {name}" in done.stderr


def test_a_table_without_headings_is_told_in_the_words_of_tables(run: Run) -> None:
    Path("a.csv").write_text("foo;bar\n1;2\n")
    Path("b.csv").write_text("Giocatore;Punti\n")
    for name, said in (("a.csv", "no headings"), ("b.csv", "no game")):
        done = run("import", name, *GIVEN)
        assert done.exit_code == 1 and said in done.stderr and "Notation" not in done.stderr


def test_wrong_use_of_import_and_search_is_wrong_use(run: Run) -> None:
    from plancia_archive.importers import importer_kinds
    from plancia_cli.support.sources import IMPORTER_KINDS

    assert tuple(IMPORTER_KINDS.choices) and sorted(IMPORTER_KINDS.choices) == sorted(importer_kinds())
    assert run("import", "good.rgn", "--from", "foo").exit_code == 2
    assert run("import", "good.rgn").exit_code == 0
    for words in (("search",), ("stats", "what-if")):
        done = run(*words, lang="it")
        assert done.exit_code == 2 and "indicare" in done.stderr


def test_names_of_two_persons_are_not_joined_and_the_advice_of_the_import_works(run: Run) -> None:
    sheet = "Turno;Tavolo;Giocatore;Punti\n{0};A;{1};3\n{0};A;Zeno;2\n"
    Path("uno.csv").write_text(sheet.format(1, "Mario Rossi"), "utf-8")
    Path("due.csv").write_text(sheet.format(2, "Mario Rosi"), "utf-8")
    assert run("import", "uno.csv", *GIVEN).exit_code == 0
    for lang in ("it", "en"):
        advised = run("import", "due.csv", "--dry-run", *GIVEN, lang=lang).stderr
        assert 'plancia person alias "Mario Rossi" "Mario Rosi"' in advised
    refused = run("person", "alias", "Mario Rossi", "Zeno")
    assert refused.exit_code == 1 and "Zeno" in refused.stderr and "new archive" in refused.stderr
    assert "archivio nuovo" in run("person", "alias", "Mario Rossi", "Zeno", lang="it").stderr
    words = advised[advised.index('person alias "Mario Rossi"') : advised.index(" (import")]
    assert run(*shlex.split(words)).exit_code == 0
    assert run("import", "due.csv", *GIVEN).exit_code == 0
    assert len(games(run, "--player", "Mario Rosi")) == len(games(run, "--player", "Mario Rossi")) == 2
    Path("tre.csv").write_text(sheet.format(3, "Mario Rosi").replace("Zeno", "Rossi Mario"), "utf-8")
    twice = run("import", "tre.csv", *GIVEN)
    assert twice.exit_code == 1 and "tre.csv" in twice.stderr and "Mario Rosi, Mario Rossi" in twice.stderr
    assert len(games(run)) == 2


def test_no_english_stands_in_italian_words_about_files(run: Run) -> None:
    Path("bt.zip").write_bytes(b"PK\x03\x04 cut short")
    for line, it, en in (
        (("restore", "bt.zip", "new.db"), "bt.zip non è un file ZIP integro", "bt.zip is not an intact ZIP file"),
        (("restore", "none.zip", "new.db"), "none.zip: il file o la cartella non c'è", "No such file or directory"),
        (("import", "bt.zip"), "file ZIP rovinato o incompleto", "ZIP file damaged or cut short"),
        (("backup", "."), ".: è una cartella", ".: Is a directory"),
    ):
        for lang, words in (("it", it), ("en", en)):
            done = run(*line, lang=lang)
            assert done.exit_code == 1 and words in done.stderr, done.output
            assert lang == "en" or not any(word in done.stderr for word in ("File", "BadZip", "such", "directory"))
