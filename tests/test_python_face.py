"""`import plancia`: what the manual says of it runs, rows fit data frames, refusals say what to do."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import plancia
from plancia_archive import Filters
from plancia_archive.statistics import REGISTERED, compute_statistic
from plancia_data import samples
from tests.case_files import CASES, cases_of
from tests.test_cases import text_of

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.M | re.S)
SAMPLE = samples()["monopoli-serata.rgn"].decode()
FAULTY = SAMPLE + "TURN G\nREIN G 3+0+0=3\nPUT G VEN+3\nATT G VEN>PER 2:321 -1-0\nEND G\n"


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[plancia.Archive]:
    place = tmp_path / "a.db"
    with plancia.open_archive(place, read_only=False, create=True) as made:
        for game in plancia.read(ROOT / "docs" / "season"):
            made.add(game)
    with plancia.open_archive(place) as opened:
        yield opened


@pytest.mark.parametrize("page", ["python.md", "python.it.md"])
def test_the_manual_prints_what_it_says(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "docs" / "season", tmp_path / "docs" / "season")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    blocks = BLOCK.findall((ROOT / "docs" / page).read_text("utf-8"))
    assert len(blocks) >= 6
    for code, said in blocks:
        with redirect_stdout(io.StringIO()) as out:
            exec(code, names)
        assert out.getvalue() == said, code


@pytest.mark.parametrize("page", ["README.md", "README.it.md"])
def test_the_example_of_the_readme_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("partita.rgn").write_text(FAULTY, encoding="utf-8")
    with plancia.open_archive("circolo.db", read_only=False, create=True) as made:
        made.add(plancia.read("partita.rgn")[0])
    names: dict[str, Any] = {}
    ((code, _),) = BLOCK.findall((ROOT / page).read_text("utf-8"))
    with redirect_stdout(io.StringIO()) as out:
        exec(code, names)
    assert "MON-15" in out.getvalue() and len(names["rows"]) > 0


def test_both_manuals_have_the_same_code() -> None:
    one, two = ([code for code, _ in BLOCK.findall((ROOT / "docs" / page).read_text("utf-8"))]
                for page in ("python.md", "python.it.md"))  # fmt: skip
    assert one == two


@pytest.mark.parametrize("page", ["python.md", "python.it.md"])
def test_every_public_name_is_in_the_manual(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    members = [name for name in vars(plancia.Archive) if not name.startswith("_")]
    found = [field.name for field in fields(plancia.Judgement) if field.name != "game"]
    filters = list(plancia.GameFilters.__annotations__)
    unnamed = {"Archive", "Game", "GameFilters", "Problem", "__version__", "path", "read_only", "close", "Judgement"}
    for name in {*plancia.__all__, *members, *found, *filters} - unnamed:
        assert re.search(rf"\b{name}\b", text), name


def test_what_is_public_exists_is_documented_and_typed() -> None:
    for name in plancia.__all__:
        assert getattr(plancia, name).__doc__, name
    assert (ROOT / "api" / "plancia" / "py.typed").is_file()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert plancia.__version__ == project["version"]
    assert {"authors", "classifiers", "description", "keywords", "license", "readme"} <= project.keys()


def test_python_m_plancia_is_the_command_line() -> None:
    done = subprocess.run([sys.executable, "-m", "plancia", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"plancia {plancia.__version__} (")


@pytest.mark.parametrize("form", ["path", "str path", "text", "bytes", "binary file", "text file", "JSON", "gzip"])
def test_a_source_may_have_any_form(form: str, tmp_path: Path) -> None:
    import gzip

    place = tmp_path / "partita.rgn"
    place.write_text(SAMPLE, encoding="utf-8")
    game = plancia.read(place)[0]
    source: Any = {
        "path": place, "str path": str(place), "text": SAMPLE, "bytes": SAMPLE.encode(),
        "binary file": io.BytesIO(SAMPLE.encode()), "text file": io.StringIO(SAMPLE),
        "JSON": json.dumps(game.to_json()), "gzip": gzip.compress(SAMPLE.encode()),
    }[form]  # fmt: skip
    assert plancia.read(source)[0].text() == game.text()


def test_folders_and_zip_files_give_the_games_of_all_their_files(tmp_path: Path) -> None:
    season = plancia.read(ROOT / "docs" / "season")
    assert [game.header("Game") for game in season[:2]] == ["serata-1a", "serata-2a"]
    packed = shutil.make_archive(str(tmp_path / "stagione"), "zip", ROOT / "docs" / "season")
    assert plancia.read(packed) == season
    (tmp_path / "empty").mkdir()
    with pytest.raises(plancia.ReadError, match="no game"):
        plancia.read(tmp_path / "empty")


def test_a_sheet_of_results_needs_its_variant_and_says_where_winners_come_from() -> None:
    sheet = "tavolo,giocatore,punti\nA,Anna,31\nA,Bruno,20\nA,Gino,11\n"
    with pytest.raises(plancia.ReadError, match="variant is missing"):
        plancia.read(sheet, kind="results")
    with pytest.warns(plancia.LeftOutWarning, match="winners taken from the points"):
        game = plancia.read(sheet, kind="results", headers={"Variant": "monopoli@1"})[0]
    assert sorted(game.players.values()) == ["Anna", "Bruno", "Gino"]


def test_a_mistake_is_reported_with_its_place_in_both_languages(tmp_path: Path) -> None:
    place = tmp_path / "p.rgn"
    place.write_text(SAMPLE.replace("CIN>SIA", "CIN>SIO"), encoding="utf-8")
    with pytest.raises(plancia.ReadError) as caught:
        plancia.read(place)
    error = caught.value
    first = error.problems[0]
    assert (error.file, error.line, error.column) == (str(place), first.line, first.column) and error.column == 11
    assert "unknown territory" in str(error) and "territorio sconosciuto" in error.text("it")
    assert [game.header("Variant") for game in error.games] == ["monopoli@1"]
    with pytest.raises(FileNotFoundError):
        plancia.read(tmp_path / "nobody.rgn")
    with pytest.raises(TypeError, match="a path, text, bytes or an open file"):
        plancia.read(7)  # type: ignore[arg-type]


def test_a_game_whose_rules_are_not_understood_is_not_given_to_be_judged() -> None:
    text = SAMPLE.replace('[Variant "monopoli@1"]', '[Variant "monopoli@1"]\n[Option "neutral.left.garrison"]')
    with pytest.raises(plancia.ReadError) as caught:
        plancia.read(text)
    assert caught.value.games == []
    bare = plancia.Game([pair for pair in plancia.read(SAMPLE)[0].headers if pair[0] != "Variant"])
    with pytest.raises(ValueError, match="name no variant"):
        plancia.judge(bare)


def test_no_winner_is_named_where_points_are_open() -> None:
    """In the case two players have no objective, and whoever leads by the others' points may have lost."""
    text, _ = text_of("monopoli", cases_of(CASES / "monopoli" / "MON-27_winner.toml")[0])
    found = plancia.judge(plancia.read(text)[0])
    assert found.details.end["winner"] == "R" and found.details.end["undecidable"]
    assert found.winner is None and found.winners == () and not any(found.scores["winner"])


def test_a_judgement_is_the_one_that_the_command_line_prints(tmp_path: Path) -> None:
    place = tmp_path / "f.rgn"
    place.write_text(FAULTY, encoding="utf-8")
    found = plancia.judge(plancia.read(place)[0])
    command = [sys.executable, "-m", "plancia", "--lang", "en", "judge", str(place), "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    printed = json.loads(done.stdout)
    own = json.loads(json.dumps(found.to_json()))
    assert done.returncode == 3 and {**printed, "events": len(printed["events"]) + 1} | own == {
        **printed,
        "events": len(printed["events"]) + 1,
    }
    assert found.verdicts[0]["rule_id"] == "MON-15" and not found.clean and found.winner is None
    assert dict(zip(found.scores["colour"], found.scores["points"], strict=True)) == {
        colour: entry["points"] for colour, entry in printed["scores"].items()
    }
    for colour in found.scores["colour"]:
        lines = [row["points"] for row in found.accounts if (row["colour"], row["account"]) == (colour, "score")]
        assert sum(lines) == printed["scores"][colour]["points"]
    assert len(found.final) == len(printed["final"]) == 42
    other = plancia.judge(plancia.read(place)[0], under="torneo@1", lang="it")
    assert other.variant == "torneo@1" and plancia.judge(found.game, under="torneo@1").verdicts != found.verdicts
    with pytest.raises(plancia.RuleSetError):
        plancia.judge(found.game, under="nope")


def test_a_board_is_the_one_that_the_command_line_shows(tmp_path: Path) -> None:
    (game,) = plancia.read(SAMPLE)
    (tmp_path / "a.rgn").write_text(SAMPLE, "utf-8")
    for number in (0, 20, None):
        board = plancia.board(game, number, lang="it")
        command = [sys.executable, "-m", "plancia", "show", str(tmp_path / "a.rgn"), "--json"]
        command += ["--event", str(number)] if number is not None else []
        shown = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
        assert {row["territory"]: [row["colour"], row["armies"]] for row in board.territories} == shown["board"]
        assert (board.event, board.round, board.turn, board.hands) == tuple(
            shown[name] for name in ("event", "round", "turn", "hands")
        )
        assert board._repr_svg_() == board.svg and board.svg.count("</svg>") == 1
    with pytest.raises(IndexError, match="events 1 to"):
        plancia.board(game, len(game.events) + 1)
    assert repr(game).startswith("<Game serata-1 monopoli@1 ") and len(repr(game)) < 200


def test_rows_are_a_table_of_named_columns() -> None:
    rows = plancia.Rows([{"a": 1, "b": 0.5}, {"a": None, "c": "<x>"}], attrs={"title": "T & U"})
    assert rows.columns == ["a", "b", "c"] and rows["b"] == [0.5, None]
    assert list(rows) == [{"a": 1, "b": 0.5, "c": None}, {"a": None, "b": None, "c": "<x>"}]
    assert rows[1:].columns == rows.columns and rows[1:].attrs == rows.attrs and len(rows[:0]) == 0
    shown = rows._repr_html_()
    assert "&lt;x&gt;" in shown and "T &amp; U" in shown and "<x>" not in shown and "<th>c</th>" in shown
    assert str(rows).splitlines() == ["a  b    c", "1  0.5", "        <x>"]
    with pytest.raises(KeyError, match=r"d \(a, b, c\)"):
        rows["d"]
    many = plancia.Rows({"n": n} for n in range(100))
    assert "... 100" in many._repr_html_() and many._repr_html_().count("<tr>") == 62
    out = io.StringIO()
    writer = csv.DictWriter(out, rows.columns)
    writer.writerows(rows)
    assert out.getvalue() == "1,0.5,\r\n,,<x>\r\n"


def test_rows_become_a_data_frame(archive: plancia.Archive) -> None:
    pandas = pytest.importorskip("pandas")
    rows = archive.statistics("throws", provenance="all")
    frame = pandas.DataFrame(rows)
    assert list(frame.columns) == rows.columns and len(frame) == len(rows)
    assert all(frame[name].dtype.kind in "if" for name in ("throws", "exact", "share", "low", "high", "p"))
    empty = rows[:0]
    assert list(pandas.DataFrame(empty, columns=empty.columns).columns) == rows.columns


@pytest.mark.parametrize("name", REGISTERED)
def test_every_statistic_has_rows_of_numbers_and_text(archive: plancia.Archive, name: str) -> None:
    rows = archive.statistics(name, provenance="all")
    assert (
        rows.attrs["title"] and rows.attrs["games"] == 5 and rows == plancia.statistics(archive, name, provenance="all")
    )
    assert all(list(row) == rows.columns for row in rows)
    for column in rows.columns:
        kinds = {type(value) for value in rows[column] if value is not None}
        assert kinds <= {int, float} or kinds <= {str}, (column, kinds)
    listed = dict(zip(plancia.statistics()["statistic"], plancia.statistics()["columns"], strict=True))
    assert rows.columns == listed[name]
    found = compute_statistic(archive._log.db, name, Filters(provenance="all"))["rows"]
    assert len(found) == len(rows) and all(row.items() <= mine.items() for row, mine in zip(found, rows, strict=True))
    assert {"low", "high"} <= set(rows.columns) or "share" not in rows.columns


def test_the_filters_are_those_of_the_archive(archive: plancia.Archive) -> None:
    assert list(plancia.GameFilters.__annotations__) == [
        field.name for field in fields(Filters) if field.name not in ("hidden", "text")
    ]
    anna = archive.players()[archive.players()["name"].index("Anna")]["player"]
    assert archive.games(player="Anna") == archive.games(player=anna) != archive.games()
    assert {row["player_ref"]: row["player_name"] for row in archive.table("seats")}[anna] == "Anna"
    with pytest.raises(plancia.ArchiveError, match="monopoli"):
        archive.games(variant="nope")
    with pytest.raises(plancia.ArchiveError, match="Nobody"):
        archive.statistics("throws", player="Nobody")
    with pytest.raises(TypeError):
        archive.games(colour="R")  # type: ignore[call-arg]
    with pytest.warns(UserWarning, match="Autunno"):
        assert len(archive.games(event="Autunno")) == 0
    with pytest.raises(ValueError, match="conquests"):
        archive.table("nope")  # type: ignore[arg-type]


def test_an_archive_is_opened_for_reading(archive: plancia.Archive, tmp_path: Path) -> None:
    game = plancia.read(SAMPLE)[0]
    with pytest.raises(io.UnsupportedOperation, match="read_only=False"):
        archive.add(game)
    before = archive.path.read_bytes()
    with plancia.open_archive(archive.path) as second:
        assert len(second) == 5 and second.verdicts(rule_id="MON-25")["event"] == [0, 170]
    assert archive.path.read_bytes() == before
    with pytest.raises(plancia.ArchiveError, match="no archive"):
        plancia.open_archive(tmp_path / "missing.db")
    with pytest.raises(ValueError, match="read_only=False"):
        plancia.open_archive(tmp_path / "missing.db", create=True)
    assert not (tmp_path / "missing.db").exists()


def test_an_empty_archive_answers_with_columns_in_its_language(tmp_path: Path) -> None:
    with plancia.open_archive(tmp_path / "e.db", read_only=False, create=True, lang="it") as empty:
        assert len(empty) == 0 and empty.statistics("throws").columns[0] == "dice"
        assert empty.statistics("throws").attrs["title"].startswith("Tiri") and empty.games().columns[0] == "game"
        assert empty.statistics("what-if", under="torneo@1").columns == ["what", "games", "share", "low", "high"]
        assert empty.table("seats").columns[:4] == ["game", "colour", "player_ref", "player_name"]


def test_a_statistic_says_what_it_needs(archive: plancia.Archive) -> None:
    known = plancia.statistics(lang="it")
    assert set(known["statistic"]) == {*REGISTERED, "what-if"} and known[0]["title"] != plancia.statistics()[0]["title"]
    with pytest.raises(plancia.ArchiveError, match="throws"):
        archive.statistics("throw")
    with pytest.raises(TypeError, match="under="):
        archive.statistics("what-if")
    with pytest.raises(TypeError, match="what-if"):
        archive.statistics("throws", under="torneo@1")
    with pytest.raises(TypeError, match="which archive"):
        plancia.statistics(None, "throws")
    asked = archive.statistics("what-if", under="torneo@1", limit=2, provenance="all")
    assert asked.attrs["judged"] == 2 and asked.attrs["next"] and isinstance(asked.attrs["rules"], plancia.Rows)


def test_reading_and_judging_import_no_library_of_an_extra() -> None:
    from plancia_data import EXTRAS

    libraries = {library for brought in EXTRAS.values() for library in brought}
    code = "import sys, plancia; plancia.judge(plancia.read(sys.stdin.read())[0]); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], input=SAMPLE, capture_output=True, text=True, check=True,
                          env={**os.environ, "PYTHONUTF8": "1"})  # fmt: skip
    assert not libraries & set(done.stdout.split())


def test_a_game_is_proven_and_the_first_wrong_thing_named(tmp_path: Path) -> None:
    with plancia.open_archive(tmp_path / "a.db", read_only=False, create=True) as made:
        made.add(plancia.read(SAMPLE)[0])
        head = made.head()
        bundle = made.prove("serata-1", since=head)
        made.add(plancia.read(SAMPLE.replace("serata-1", "serata-2"))[0])
        later = made.prove("serata-1", since=head)
        with pytest.raises(ValueError, match="ORIGIN SIZE ROOT"):
            made.prove("serata-1", since="x")
        with pytest.raises(plancia.ArchiveError, match="nothing"):
            made.prove("nothing")
    file = tmp_path / "bundle.json"
    file.write_bytes(later)
    own, given, older = (plancia.verify_bundle(bundle), plancia.verify_bundle(bundle, head=head),
                         plancia.verify_bundle(file, head=head, game=SAMPLE))  # fmt: skip
    assert [(one.ok, one.level) for one in (own, given, older)] == [(True, "amber"), (True, "green"), (True, "green")]
    assert given.says == head and older.proven and older.proven["head_check"] == "older" and own.notes
    origin, size, _ = head.split()
    wrong = plancia.verify_bundle(later, head=f"{origin} {size} {'A' * 43}=", lang="it")
    assert not wrong and (wrong.code, wrong.level, wrong.where["column"]) == ("head-root", "red", "head")
    assert wrong.proven is None and "testa" in wrong.says
    for asked in ({"head": "x"}, {"key": "x"}, {"policy": "x"}, {"key": "x", "policy": "x"}):
        with pytest.raises(ValueError):
            plancia.verify_bundle(bundle, **asked)
