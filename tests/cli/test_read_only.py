"""An archive that may only be read: every question is answered, every write refused, and nothing is left beside it."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from plancia_api import create_app
from plancia_archive import Archive
from plancia_archive.log.connections import DRIVER, journal_mode
from plancia_archive.log.read_only import may_write
from plancia_cli.main import plancia
from plancia_data import samples

Run = Callable[..., Result]
posix = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="permissions of POSIX")
log = pytest.mark.skipif(journal_mode() != "WAL", reason="an old SQLite keeps the older journal")


class Powers:
    """What lets root pass over permissions (Linux): capabilities 1 and 2, which this thread can take up again."""

    def __init__(self) -> None:
        self.call = ctypes.CDLL(None, use_errno=True)
        self.header = (ctypes.c_uint32 * 2)(0x20080522, 0)
        self.sets = (ctypes.c_uint32 * 6)()
        assert self.call.capget(self.header, self.sets) == 0
        self.before = self.sets[0]

    def set(self, effective: int) -> bool:
        self.sets[0] = effective
        return bool(self.call.capset(self.header, self.sets) == 0)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with an archive in it, for somebody whom permissions bind: root lays its powers down for the while."""
    gc.freeze()  # `run` collects after each command, and need not walk what other tests have left
    powers = Powers() if os.geteuid() == 0 and sys.platform == "linux" else None
    monkeypatch.chdir(tmp_path)
    Path("good.rgn").write_bytes(samples()["monopoli-serata.rgn"])
    assert run("import", "good.rgn").exit_code in (0, 3)
    try:
        if powers is not None:
            powers.set(powers.before & ~0b110)
        Path("shut").touch(0o444)
        if may_write(Path("shut")):
            pytest.skip("permissions do not bind here")
        Path("shut").unlink()
        yield tmp_path
    finally:
        if powers is not None:
            powers.set(powers.before)
        tmp_path.chmod(0o755)


def run(*args: str, lang: str = "en") -> Result:
    """A command, and the end of its process: nothing of it has the archive open any more."""
    done = CliRunner().invoke(plancia, ["--lang", lang, *args])
    if done.exception is not None:
        done.exception.__traceback__ = done.exception.__context__ = None
    done.exc_info = None
    gc.collect()
    return done


def shut(folder: Path, what: str) -> None:
    """Takes the right to write away from the file or its folder."""
    (folder / "plancia.db").chmod(0o444 if what == "file" else 0o644)
    folder.chmod(0o555 if what == "folder" else 0o755)


def journal(mode: str) -> None:
    other = DRIVER.connect("plancia.db")
    other.execute(f"PRAGMA journal_mode = {mode}")
    other.close()


@posix
@pytest.mark.parametrize("what", ["file", "folder"])
@pytest.mark.parametrize("mode", [pytest.param("WAL", marks=log), "DELETE"])
def test_who_only_reads_gets_every_answer(folder: Path, what: str, mode: str) -> None:
    journal(mode)
    shut(folder, what)
    assert not Path("plancia.db-wal").exists()
    before = sorted(path.name for path in folder.iterdir())
    game = run("list", "--format", "tsv", "--no-headers").stdout.split("\t")[0]
    assert game.startswith("g_")
    for line in (("show", game), ("judge", game), ("score", game), ("verdicts",), ("stats", "throws"), ("stats",),
                 ("search", "--sequence", "tris"), ("export", game), ("health",), ("verify",), ("events", game),
                 ("person", "list"), ("state", game, "--at", "10"), ("import", "good.rgn", "--dry-run")):  # fmt: skip
        done = run(*line)
        assert done.exit_code in (0, 3), (line, done.output)
        assert done.output, line
    client = create_app("plancia.db").test_client()
    for address in ("/api/v1/games", f"/api/v1/games/{game}/verdicts", "/api/v1/games.ndjson", "/"):
        assert client.get(address).status_code == 200
    assert sorted(path.name for path in folder.iterdir()) == before


@posix
@pytest.mark.parametrize("what", ["file", "folder"])
def test_writes_are_refused_with_what_to_do(folder: Path, what: str) -> None:
    token = run("token", "create", "tavolo").stdout.strip()
    game = run("list", "--format", "tsv", "--no-headers").stdout.split("\t")[0]
    shut(folder, what)
    for lang, said in (("en", "can only be read"), ("it", "si può solo leggere")):
        for line in (("import", "good.rgn"), ("append", game, "NOTE * {x}"), ("token", "create", "x"), ("rebuild",),
                     ("token", "revoke", "tavolo"), ("person", "alias", "p", "q"),
                     ("tournament", "create", "t", "--title", "T", "--system", "open")):  # fmt: skip
            done = run(*line, lang=lang)
            assert done.exit_code == 1 and said in done.stderr, (line, done.output)
    client = create_app("plancia.db").test_client()
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": "k", "Accept-Language": "en"}
    answer = client.post("/api/v1/games", data=samples()["dom-ic-02.rgn"], headers=headers,
                         content_type="text/x-rgn")  # fmt: skip
    assert answer.status_code == 403, answer.text
    body = answer.get_json(force=True)
    assert (body["code"], body["reason"]) == ("read-only", "read-only")


@posix
def test_an_older_archive_is_refused_as_long_as_it_cannot_be_written(folder: Path) -> None:
    other = DRIVER.connect("plancia.db")
    other.execute("PRAGMA user_version = 3")
    other.close()
    shut(folder, "file")
    assert "is of an older version (3)" in run("list").stderr
    assert "una versione più vecchia (3)" in run("list", lang="it").stderr
    Path("plancia.db").chmod(0o644)
    assert run("list").exit_code == 0
    shut(folder, "file")
    assert run("list").exit_code == 0


@posix
@log
def test_writes_in_the_log_alone_are_read_or_told(folder: Path) -> None:
    owner = Archive.open("plancia.db")
    owner.people.find_or_make("Zaira")  # stands in the log of SQLite until the last connection closes
    shut(folder, "folder")
    assert "Zaira" in run("person", "list").stdout
    left = {name: Path(f"plancia.db{name}").read_bytes() for name in ("", "-wal")}
    folder.chmod(0o755)
    owner.close()
    Path("copia").mkdir()
    for name, data in left.items():
        Path(f"copia/plancia.db{name}").write_bytes(data)
    Path("copia").chmod(0o555)
    for lang, said in (("en", "writes to be finished"), ("it", "scritture da completare")):
        done = run("--archive", "copia/plancia.db", "list", lang=lang)
        assert done.exit_code == 1 and said in done.stderr
    Path("copia").chmod(0o755)
    assert "Zaira" in run("--archive", "copia/plancia.db", "person", "list").stdout


@posix
@log
def test_a_server_that_may_only_read_follows_what_others_write(folder: Path) -> None:
    Path("altro.rgn").write_bytes(samples()["dom-ic-02.rgn"])
    shut(folder, "file")
    client = create_app("plancia.db").test_client()
    assert len(client.get("/api/v1/games").get_json()["items"]) == 1
    Path("plancia.db").chmod(0o644)
    assert run("import", "altro.rgn").exit_code in (0, 3)
    shut(folder, "file")
    assert len(client.get("/api/v1/games").get_json()["items"]) == 2


@posix
def test_what_may_not_even_be_read_says_so(folder: Path) -> None:
    Path("plancia.db").chmod(0)
    done = run("list")
    assert done.exit_code == 1 and "cannot read plancia.db" in done.stderr
