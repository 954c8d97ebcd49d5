"""Files are made whole, kept to their owner, folded when idle, and not written once they were moved (A5, A6, A10)."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from plancia_api import create_app
from plancia_archive import Archive, ArchiveError, verify
from plancia_archive.exports.backups import backup
from plancia_archive.log import creation, wal_checkpoint
from plancia_archive.log.temp_files import temp_folder
from plancia_cli.main import plancia
from plancia_data import samples
from plancia_events import read
from tests.archive.test_backups import gone

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals and permissions are others there")
SAMPLE = samples()["monopoli-serata.rgn"]


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    made = Archive.open(tmp_path / "a.db", create=True)
    made.add_game(read(SAMPLE).games[0])
    return made


def journal(place: Path) -> int:
    """How many bytes the write-ahead log beside a file holds."""
    log = Path(f"{place}-wal")
    return log.stat().st_size if log.exists() else 0


def test_a5_nothing_is_written_into_a_file_that_was_moved(archive: Archive, tmp_path: Path) -> None:
    game, place = archive.game_ids()[0], archive.path
    other = Archive.open(tmp_path / "b.db", create=True)
    other.close()
    bearer = {"Authorization": "Bearer " + archive.tokens.make("t", ["write"]), "If-Match": "*"}
    client = create_app(archive).test_client()
    version = archive.version(game)
    place.rename(tmp_path / "moved.db")
    for replaced in (False, True):
        if replaced:
            shutil.copy(tmp_path / "b.db", place)
        with pytest.raises(ArchiveError) as refused:
            archive.append(game, ["NOTE A {x}"], None)
        assert refused.value.code == "moved" and refused.value.text("it") != refused.value.text("en")
        address = f"/api/v1/games/{game}"
        answer = client.post(f"{address}/events", data="NOTE A {x}", headers=bearer, content_type="text/plain")
        assert answer.status_code == 503 and "moved" in answer.text
        assert client.get(address).status_code == 200
    assert journal(place) == 0, "no log of the old file lies beside the new one"
    assert verify(Archive.open(place)) == [] and Archive.open(place).game_ids() == []
    moved = Archive.open(tmp_path / "moved.db")
    assert moved.version(game) == version and verify(moved) == []


def test_a5_a_file_put_back_is_written_again(archive: Archive, tmp_path: Path) -> None:
    archive.path.rename(tmp_path / "x.db")
    with pytest.raises(ArchiveError):
        archive.add_game(read(SAMPLE).games[0])
    (tmp_path / "x.db").rename(archive.path)
    assert archive.add_game(read(SAMPLE).games[0]).duplicate


def test_a5_an_idle_archive_is_whole_in_its_file(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert journal(archive.path) > 0 and not wal_checkpoint.checkpoint_if_idle(archive), "somebody has just written"
    monkeypatch.setattr(wal_checkpoint, "IDLE_SECONDS", 0.0)
    assert wal_checkpoint.checkpoint_if_idle(archive) and journal(archive.path) == 0
    shutil.copy(archive.path, tmp_path / "copy.db")
    copy = Archive.open(tmp_path / "copy.db")
    assert copy.game_ids() == archive.game_ids() and verify(copy) == []
    thread = wal_checkpoint.IdleCheckpointer(lambda: archive)
    thread.start()
    thread.stop()
    assert not thread.is_alive()


@pytest.fixture
def serving(archive: Archive) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """A server of its own process, its address and a token."""
    token = archive.tokens.make("t", ["write"])
    archive.close()
    command = [sys.executable, "-m", "plancia_cli", "--lang", "en", "serve", str(archive.path), "--port", "0"]
    heard = None if os.name == "nt" else lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # not ignored
    job = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=heard)
    assert job.stdout is not None
    line = next(word for word in job.stdout.readline().split() if word.startswith("http"))
    yield job, line.rstrip("/."), token
    job.kill()
    job.wait()


@POSIX
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGTERM)])
def test_a5_a_service_that_is_ended_leaves_one_whole_file(
    serving: tuple[subprocess.Popen[str], str, str], tmp_path: Path, number: int
) -> None:
    job, address, token = serving
    text = SAMPLE.decode().replace('[Game "', '[Game "x-')
    asked = urllib.request.Request(f"{address}/api/v1/games", text.encode(), {
        "Authorization": f"Bearer {token}", "Content-Type": "text/x-rgn"
    })  # fmt: skip
    with urllib.request.urlopen(asked, timeout=30) as answer:
        assert answer.status == 201
    job.send_signal(number)
    assert job.wait(30) == 0
    assert journal(tmp_path / "a.db") == 0
    shutil.copy(tmp_path / "a.db", tmp_path / "copy.db")
    assert len(Archive.open(tmp_path / "copy.db").game_ids()) == 2


@POSIX
def test_a5_a_command_that_is_terminated_ends_as_by_ctrl_c(tmp_path: Path) -> None:
    (tmp_path / "x.rgn").write_bytes(b"\n".join([SAMPLE.replace(b'[Game "', b'[Game "x')] * 3))
    job = subprocess.Popen([sys.executable, "-m", "plancia_cli", "-a", str(tmp_path / "a.db"), "import", "-"],
                           stdin=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
    time.sleep(1.5)
    job.terminate()
    assert job.wait(30) == 130
    assert b"Traceback" not in (job.stderr.read() if job.stderr else b"")


KILLED = """
import os, signal, sys, sqlite_utils
from pathlib import Path
from plancia_archive import Archive
real, left = sqlite_utils.Database.execute, [int(sys.argv[2])]
def execute(self, *given, **named):
    left[0] -= 1
    if left[0] == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return real(self, *given, **named)
sqlite_utils.Database.execute = execute
Archive.open(sys.argv[1], create=True)
"""


@pytest.mark.soak
@POSIX
def test_a6_a_kill_at_any_step_of_making_leaves_nothing_unusable(tmp_path: Path) -> None:
    killed = 0
    for step in (1, 2, 5, 12, 30, 55, 70):
        place = tmp_path / f"{step}.db"
        ended = subprocess.run([sys.executable, "-c", KILLED, str(place), str(step)]).returncode
        assert ended in (0, -signal.SIGKILL)
        killed += ended != 0
        result = CliRunner().invoke(plancia, ["--lang", "en", "init", str(place)])
        if result.exit_code:
            assert "exists already" in result.output
        made = Archive.open(place)
        assert made.add_game(read(SAMPLE).games[0]).version and verify(made) == []
        made.close()
        assert not list(tmp_path.glob("*.part*"))
    assert killed >= 5


def half_made(place: Path) -> None:
    other = sqlite3.connect(place)
    columns = "id INTEGER PRIMARY KEY, migration_set TEXT, name TEXT, applied_at TEXT"
    other.execute(f"CREATE TABLE _sqlite_migrations({columns})")
    other.execute("INSERT INTO _sqlite_migrations(migration_set, name) VALUES ('plancia', 'first_tables')")
    other.commit()
    other.close()


@pytest.mark.parametrize("left", [half_made, Path.touch])
def test_a6_what_an_older_version_left_half_made_is_finished(tmp_path: Path, left: Callable[[Path], None]) -> None:
    for command in (["init"], ["-a"]):
        place = tmp_path / f"{command[0]}.db"
        left(place)
        with pytest.raises(ArchiveError) as refused:
            Archive.open(place)
        assert refused.value.code == "unmade" and creation.needs_completion(place)
        if command == ["init"]:
            assert CliRunner().invoke(plancia, ["init", str(place)]).exit_code == 0
        made = Archive.open(place, create=True)
        assert (
            made.add_game(read(SAMPLE).games[0]).version and verify(made) == [] and not creation.needs_completion(place)
        )


def test_a6_a_creation_cut_with_a_journal_to_roll_back_is_finished(tmp_path: Path) -> None:
    half_made(tmp_path / "cut.db")
    writer = sqlite3.connect(tmp_path / "cut.db", isolation_level=None)
    writer.execute("PRAGMA journal_mode = DELETE")
    writer.execute("PRAGMA cache_size = 1")  # pages go to the file before the commit
    writer.execute("BEGIN")
    writer.execute("CREATE TABLE entry(body BLOB)")
    for _ in range(200):
        writer.execute("INSERT INTO entry VALUES (zeroblob(3000))")
    place = tmp_path / "a.db"
    shutil.copy(tmp_path / "cut.db", place)
    shutil.copy(tmp_path / "cut.db-journal", tmp_path / "a.db-journal")
    writer.close()
    made = Archive.open(place, create=True)
    assert made.add_game(read(SAMPLE).games[0]).version and verify(made) == []


def test_a6_another_database_is_not_taken_for_one(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "x.db")
    other.execute("CREATE TABLE x(a)")
    other.commit()
    other.close()
    (tmp_path / "y.db").write_bytes(b"not a database, but a text that is long enough to be looked at" * 20)
    for name in ("x.db", "y.db"):
        with pytest.raises(ArchiveError) as refused:
            Archive.open(tmp_path / name, create=True)
        assert refused.value.code == "not-archive"


RIVAL = """
import sys
from plancia_archive import Archive
sys.stdin.readline()
print(len(Archive.open(sys.argv[1], create=True).game_ids()))
"""


@pytest.mark.soak
def test_a6_rivals_that_make_one_archive_all_get_it(tmp_path: Path) -> None:
    for turn in range(3):
        line = [sys.executable, "-c", RIVAL, str(tmp_path / f"{turn}.db")]
        jobs = [subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(3)]
        for job in jobs:
            assert job.stdin is not None
            job.stdin.write("\n")
            job.stdin.flush()
        assert [job.communicate(timeout=60)[0].strip() for job in jobs] == ["0", "0", "0"]
    assert not list(tmp_path.glob("*.part*"))


@POSIX
def test_a10_files_with_names_are_their_owners_alone(archive: Archive, tmp_path: Path) -> None:
    backup(archive, tmp_path / "one.zip")
    beside = [path for path in tmp_path.iterdir() if path.is_file()]
    assert len(beside) >= 3 and {path.stat().st_mode & 0o777 for path in beside} == {0o600}


def test_a10_what_is_deleted_is_gone_from_the_file(archive: Archive) -> None:
    archive.people.find_or_make("Zanzotto Xylander")
    archive.db.execute("DELETE FROM alias WHERE plain LIKE '%zanzotto%'")
    archive.db.execute("DELETE FROM person WHERE name LIKE '%Zanzotto%'")
    archive.close()
    data = archive.path.read_bytes().lower()
    assert b"zanzotto" not in data and b"anna" in data


@POSIX
def test_a10_folders_of_killed_processes_are_cleared() -> None:
    left = Path(tempfile.gettempdir()) / f"plancia-{gone()}-abc"
    left.mkdir()
    (left / "dry-run.db").write_bytes(b"names")
    kept = Path(tempfile.gettempdir()) / f"plancia-{os.getppid()}-abc{os.getpid()}"
    kept.mkdir()
    with temp_folder() as folder:
        assert folder.stat().st_mode & 0o777 == 0o700 and not left.exists() and kept.exists()
    kept.rmdir()
    assert not folder.exists()


def test_a10_a_new_archive_is_made_beside_its_place_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a process leaves that is killed meanwhile is cleared with what else it leaves there."""
    monkeypatch.setattr(creation, "TABLES", [])
    monkeypatch.setattr(tempfile, "TemporaryDirectory", None)
    for name in ("first", "copied"):
        archive = Archive.open(tmp_path / f"{name}.db", create=True)
        assert verify(archive) == [] and archive.last_index() == 0
        archive.close()
    first, copied = (
        sqlite3.connect(tmp_path / f"{name}.db").execute("SELECT sql FROM sqlite_master ORDER BY name").fetchall()
        for name in ("first", "copied")
    )
    assert first == copied and len(first) > 50
