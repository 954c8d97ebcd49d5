"""`plancia import` with several processes stores what it stores with one, in the same order, and is as safe."""

from __future__ import annotations

import itertools
import os
import secrets
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from plancia_archive import Archive, verify, workers
from plancia_archive.facts.projections import derived_rows
from plancia_archive.importers import convert, preparing
from plancia_archive.importers.preparing import FileChunk, ReadOptions, prepare_file, split_text
from plancia_archive.log.storable_game import StorableGame
from plancia_cli.main import plancia
from plancia_data import samples
from plancia_events import read
from plancia_replay.synthetic import GameSpec, generate
from tests import SOAK

GAMES = 12
ENTRIES = (
    "SELECT log_index, game, first, count, request_id, recorded_at, prev, body, leaf, header FROM entry "
    "ORDER BY log_index"
)
PROGRAM = (
    "import plancia_archive.workers as w; w.MIN_BYTES = 1; import plancia_archive.importers.preparing as p; "
    "p.TASK_BYTES = 4000; from plancia_cli.main import main; main()"
)


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """Games of two variants, each with an id of its own."""
    games = [generate(GameSpec(("torneo@1", "monopoli@1")[seed % 2], seed)) for seed in range(GAMES)]
    return [game.text().replace('[Game "', f'[Game "n{number}-', 1) for number, game in enumerate(games)]


@pytest.fixture
def folder(tmp_path: Path, texts: list[str]) -> Path:
    """Records of all sorts: one game, many, a wrong line, a picture, a sheet, the same again, unknown rules, a ZIP."""
    made = tmp_path / "records"
    made.mkdir()
    (made / "a.rgn").write_text(texts[0])
    (made / "b.rgn").write_text("\n".join(texts[1:6]))
    (made / "c.rgn").write_text("\n".join(texts[6:8]).replace("END B", "EMD B", 1))
    (made / "d.rgn").write_bytes(b"\x89PNG\r\n\x1a\n")
    (made / "e.rgn").write_text("\n".join([texts[8], texts[0], texts[9].replace("monopoli@1", "monopoly@1")]))
    (made / "f.csv").write_text("giocatore;punti;Variant\nAnna;31,5;monopoli@1\nUgo;12;monopoli@1\n")
    with zipfile.ZipFile(tmp_path / "more.zip", "w") as bundle:
        bundle.writestr("g.rgn", "\n".join(texts[10:12]))
        bundle.writestr("h.rgn", samples()["monopoli-serata.rgn"])
    return made


def imported(monkeypatch: pytest.MonkeyPatch, archive: Path, jobs: int, *args: str, piece: int = 4000) -> Result:
    """Runs the command with time and chance of its own, so that two runs can be compared byte by byte.

    0 `jobs`: one process that does not hold all games in memory.
    """
    count = itertools.count()
    with monkeypatch.context() as patched:
        patched.setattr(workers, "MIN_BYTES", 1)
        patched.setattr(workers, "STREAM_BYTES", 1 if jobs == 0 else 10**9)
        patched.setattr(preparing, "TASK_BYTES", piece)
        patched.setattr(time, "time", lambda: 1.8e9)
        patched.setattr(secrets, "token_hex", lambda size: f"{next(count):0{2 * size}x}")
        patched.setattr(secrets, "token_bytes", lambda size: next(count).to_bytes(size, "big"))
        patched.setattr(os, "urandom", bytes)
        patched.setattr(secrets, "choice", lambda letters: letters[next(count) % 13 + next(count) % 7])
        command = ["--lang", "en", "-a", str(archive), "import", *args, "--jobs", str(jobs or 1)]
        return CliRunner().invoke(plancia, command)


def stored(path: Path) -> tuple[list[tuple[Any, ...]], dict[str, list[tuple[Any, ...]]]]:
    """The entries of the log and all derived rows."""
    archive = Archive.open(path)
    assert verify(archive) == []
    found = [tuple(row) for row in archive.db.execute(ENTRIES).fetchall()], derived_rows(archive.db)
    archive.close()
    return found


def test_the_same_bytes_are_stored(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = [str(folder), str(tmp_path / "more.zip")]
    counts = (1, 0, 2, 3) if SOAK else (1, 0, 2)
    runs = {jobs: imported(monkeypatch, tmp_path / f"{jobs}.db", jobs, *given) for jobs in counts}
    one, first = runs[1], stored(tmp_path / "1.db")
    assert (
        one.exit_code == 1 and "d.rgn" in one.stderr and "EMD B" in one.stderr and "Did you mean monopoli" in one.stderr
    )
    for jobs in counts[1:]:
        assert (runs[jobs].exit_code, runs[jobs].stdout) == (one.exit_code, one.stdout)
        assert sorted(runs[jobs].stderr.splitlines()) == sorted(one.stderr.splitlines())
        assert stored(tmp_path / f"{jobs}.db") == first


@pytest.mark.soak
def test_the_games_of_one_long_file(tmp_path: Path, texts: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "all.rgn").write_text("\n".join(texts))
    given = str(tmp_path / "all.rgn")
    runs = [imported(monkeypatch, tmp_path / f"{jobs}.db", jobs, given, piece=16000) for jobs in (1, 50)]
    assert runs[0].output == runs[1].output and runs[0].exit_code == 0
    assert stored(tmp_path / "1.db") == stored(tmp_path / "50.db")


@pytest.mark.parametrize("form", ["json", pytest.param("csv", marks=pytest.mark.soak)])
def test_other_forms_and_a_dry_run(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    args = [str(folder), "--dry-run", "--format", form]
    runs = [imported(monkeypatch, tmp_path / "none.db", jobs, *args) for jobs in (1, 2)]
    assert runs[0].stdout == runs[1].stdout and runs[0].stdout.count("would-keep") >= 8
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize("bad", ["missing.rgn", "bad.csv", "bad.zip", "bad.rgn"])
def test_a_file_named_that_cannot_be_read_ends_it_before_anything_is_stored(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bad: str
) -> None:
    wrong = {"bad.csv": b"giocatore;punti\nAnna;x1\n", "bad.zip": b"PK\x03\x04" + bytes(99), "bad.rgn": b"no game\n"}
    if bad in wrong:
        (tmp_path / bad).write_bytes(wrong[bad])
    args = [str(folder / "a.rgn"), str(folder / "b.rgn"), str(tmp_path / bad)]
    runs = [imported(monkeypatch, tmp_path / f"{jobs}.db", jobs, *args) for jobs in (1, 2)]
    assert runs[0].exit_code == runs[1].exit_code == 1 and runs[0].output == runs[1].output and bad in runs[0].output
    assert not (tmp_path / "2.db").exists() or Archive.open(tmp_path / "2.db").game_ids() == []


def cuts(data: bytes, monkeypatch: pytest.MonkeyPatch) -> list[FileChunk]:
    monkeypatch.setattr(preparing, "TASK_BYTES", 2000)
    return list(split_text("x.rgn", data))


def test_pieces_are_the_games_of_the_whole(texts: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"\xef\xbb\xbf" + "\r\n".join(texts).replace("\n", "\r\n").encode()
    units = cuts(data, monkeypatch)
    assert len(units) > 4 and sum(unit.games or 0 for unit in units) == GAMES
    due = [one.game for one in convert(None, data, "x.rgn")]
    options = ReadOptions(None, {})
    got = [
        one for unit in units for one in prepare_file(options, unit) or () if isinstance(one, preparing.PreparedGame)
    ]
    storables = [one.storable for one in got if isinstance(one.storable, StorableGame)]
    assert [storable.text() for storable in storables] == [game.text() for game in due]


@pytest.mark.parametrize("change", [
    lambda text: "; a comment\n" + text, lambda text: text.replace("\n[Notation", "\n [Notation", 3),
    lambda text: text.replace("[Variant", "[Varant", 1), lambda text: text.replace("END B", "END B {[Notation }", 1),
    lambda text: "[]" + text,
])  # fmt: skip
def test_a_text_that_is_not_plainly_of_games_is_not_cut(
    texts: list[str], change: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [unit.games for unit in cuts(change("\n".join(texts)).encode(), monkeypatch)] == [None]


def test_a_piece_that_is_not_understood_is_none(texts: list[str]) -> None:
    options = ReadOptions(None, {})
    assert prepare_file(options, FileChunk("x", texts[0].encode(), 2)) is None
    assert prepare_file(options, FileChunk("x", texts[0].replace("END B", "EMD B", 1).encode(), 1)) is None
    assert isinstance(prepare_file(options, FileChunk("x", texts[0].encode(), 1)), list)
    assert isinstance(prepare_file(options, FileChunk("/nowhere/x.rgn")), bytes)


@pytest.mark.parametrize("how", [signal.SIGINT, pytest.param(signal.SIGKILL, marks=pytest.mark.soak)])
def test_an_import_that_is_broken_off_leaves_whole_games(tmp_path: Path, texts: list[str], how: signal.Signals) -> None:
    for number in range(36):
        text = texts[number % GAMES].replace('[Game "', f'[Game "c{number}-', 1)
        (tmp_path / f"{number:02}.rgn").write_text(text)
    files = [str(path) for path in sorted(tmp_path.glob("*.rgn"))]
    place = tmp_path / "a.db"
    command = [sys.executable, "-c", PROGRAM, "--lang", "en", "-a", str(place), "import", *files, "--jobs", "2"]
    process = subprocess.Popen(  # without a buffer, of which `communicate` does not know
        command, bufsize=0, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(3)]
    if how == signal.SIGINT:
        os.killpg(process.pid, how)
    else:
        process.kill()
    output, errors = process.communicate(timeout=60)
    assert process.returncode == (130 if how == signal.SIGINT else -how) and b"Traceback" not in errors, errors
    archive = Archive.open(place)
    games = archive.game_ids()
    printed = b"".join(lines).count(b"kept as") + output.count(b"kept as")
    assert 3 <= len(games) < 36 and len(games) - 1 <= printed <= len(games) and verify(archive) == []
    assert [read(archive.text(game)).games[0].header("Game") for game in games] == [
        read(Path(file).read_text()).games[0].header("Game") for file in files[: len(games)]
    ]
    archive.close()
    again = subprocess.run(command, capture_output=True, text=True, check=True)
    assert f"kept {36 - len(games)}" in again.stderr, "the same command goes on where it was broken off"


def test_a_worker_that_dies_ends_it_in_words(tmp_path: Path, texts: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "all.rgn").write_text("\n".join(texts))
    monkeypatch.setattr(preparing, "prepare_files", die)
    result = imported(monkeypatch, tmp_path / "a.db", 2, str(tmp_path / "all.rgn"))
    assert result.exit_code == 1 and "signal 9" in result.output and "Traceback" not in result.output
    assert [row[1] for row in stored(tmp_path / "a.db")[0]] == ["archive:"]


def die(state: workers.State, task: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize(("lang", "value", "word"), [
    ("it", "0", "intervallo"), ("en", "0", "range"), ("it", "x", "numero intero"), ("en", "x", "integer"),
])  # fmt: skip
def test_jobs_that_are_no_number_of_processes_are_refused(lang: str, value: str, word: str) -> None:
    result = CliRunner().invoke(plancia, ["--lang", lang, "import", "x.rgn", "--jobs", value])
    assert result.exit_code == 2 and "--jobs" in result.output and word in result.output
