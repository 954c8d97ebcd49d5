"""Where commands write: no archive is written over, and what cannot be opened or has no room is called by its name."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from plancia_archive import Archive, ArchiveError, verify
from plancia_archive.exports.datasette_copy import write_copy
from plancia_archive.log.connections import DRIVER, translate_error
from plancia_cli.main import plancia
from plancia_data import samples

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    Path("good.rgn").write_bytes(samples()["monopoli-serata.rgn"])
    made: Run = lambda *args, lang="en": CliRunner().invoke(plancia, ["--lang", lang, *args])  # noqa: E731
    assert made("import", "good.rgn").exit_code in (0, 3)
    return made


@pytest.mark.parametrize("line", [
    ("backup", "plancia.db"), ("export", "--all", "-o", "plancia.db"), ("list", "--format", "csv", "-o", "plancia.db"),
    ("datasette", "--folder", ".", "--print"),
])  # fmt: skip
def test_an_archive_is_never_written_over(run: Run, line: tuple[str, ...]) -> None:
    if line[0] == "datasette":
        pytest.importorskip("datasette")
    for lang, said in (("en", "is not written over"), ("it", "non si sovrascrive")):
        done = run(*line, lang=lang)
        assert done.exit_code == 1 and said in done.stderr
    assert "intact" in run("verify").output


def test_a_copy_for_datasette_takes_the_place_of_a_copy_and_never_of_an_archive(run: Run) -> None:
    archive = Archive.open("plancia.db")
    place, _ = write_copy(archive, Path("copia"))
    assert write_copy(archive, Path("copia"))[0] == place
    with pytest.raises(ArchiveError) as caught:
        write_copy(archive, Path())
    assert caught.value.code == "overwrites" and verify(archive) == []


@pytest.mark.parametrize("line", [("backup",), ("export", "--all", "-o"), ("list", "--format", "csv", "-o")])
@pytest.mark.parametrize("place", [".", "/", ""])
def test_a_folder_is_no_file_to_write(run: Run, line: tuple[str, ...], place: str) -> None:
    done = run(*line, place)
    assert done.exit_code == 1 and "cannot write" in done.stderr


def test_a_dump_does_not_take_the_licence_of_another_folder_away(run: Run) -> None:
    Path("progetto").mkdir()
    Path("progetto/LICENSE").write_text("ours")
    done = run("dump", "progetto")
    assert done.exit_code == 1 and "does not come from plancia dump" in done.stderr
    assert [path.name for path in Path("progetto").iterdir()] == ["LICENSE"]
    assert run("dump", "dati").exit_code == 0 and run("dump", "dati").exit_code == 0


def test_an_archive_in_a_folder_that_is_not_there_is_called_so(run: Run) -> None:
    assert run("backup", "b.zip").exit_code == 0
    for line in (("init", "none/x.db"), ("restore", "b.zip", "none/x.db"), ("-a", "none/x.db", "import", "good.rgn")):
        done = run(*line)
        assert done.exit_code == 1 and "none/x.db cannot be opened for writing" in done.stderr


def test_errors_of_the_driver_are_told_apart() -> None:
    for text, code in (
        ("database is locked", "locked"), ("database or disk is full", "no-room"), ("disk I/O error", "unopened"),
        ("unable to open database file", "unopened"), ("attempt to write a readonly database", "read-only"),
        ("file is not a database", "not-archive"),
    ):  # fmt: skip
        assert translate_error(DRIVER.OperationalError(text), Path("x")).code == code


def test_without_room_a_write_is_refused_and_the_archive_goes_on(run: Run) -> None:
    archive = Archive.open("plancia.db")
    pages = archive.db.execute("PRAGMA page_count").fetchone()[0]
    archive.db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(ArchiveError) as caught:
        for number in range(2000):
            archive.tournaments.append(f"t{number}", [{"kind": "opened", "title": "x" * 100, "system": "open"}])
    assert caught.value.code == "no-room"
    archive.db.execute("PRAGMA max_page_count = 100000")
    archive.tournaments.append("dopo", [{"kind": "opened", "title": "x", "system": "open"}])
    assert verify(archive) == []


def test_a_commit_that_fails_leaves_no_open_transaction(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = Archive.open("plancia.db")

    def full(*_: Any) -> None:
        raise DRIVER.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(archive.db, "commit", full)
        with pytest.raises(ArchiveError):
            archive.tournaments.append("t", [{"kind": "opened", "title": "x", "system": "open"}])
    archive.tournaments.append("t", [{"kind": "opened", "title": "x", "system": "open"}])
    assert verify(archive) == []


def test_a_file_given_as_a_line_is_named_and_what_is_wrong_is_said_once(run: Run) -> None:
    Path("righe.txt").write_text("NOTE * {a pause}\n")
    game = run("list", "--format", "tsv", "--no-headers").stdout.split("\t")[0]
    done = run("append", game, "righe.txt")
    assert done.exit_code == 1 and "--file righe.txt" in done.stderr
    done = run("append", game, "FOO")
    assert done.exit_code == 1 and done.stderr.count("unknown tag") == 1
    assert run("append", game, "--file", "righe.txt").exit_code in (0, 3)


def test_a_database_of_something_else_is_left_alone_too(run: Run) -> None:
    with sqlite3.connect("altro.db") as other:
        other.execute("CREATE TABLE mine(x)")
    assert run("backup", "altro.db").exit_code == 1


def test_of_two_restores_at_once_one_makes_the_archive(run: Run) -> None:
    import subprocess
    import sys

    assert run("backup", "b.zip").exit_code == 0
    line = [sys.executable, "-m", "plancia_cli", "--lang", "en", "restore", "b.zip", "r.db"]
    both = [subprocess.Popen(line, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    told = [one.communicate()[1] for one in both]
    codes = sorted(one.returncode for one in both)
    assert codes == [0, 1] and any("r.db exists already" in text for text in told)
    assert verify(Archive.open("r.db")) == [] and not list(Path().glob("*.part*"))
