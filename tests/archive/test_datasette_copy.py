"""The copy for Datasette shows what is derived, never the log, tokens or names; both generations of it start."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import time
import urllib.request
from importlib import metadata
from pathlib import Path

import pytest

from plancia_archive import Archive, ArchiveError
from plancia_archive.exports import datasette_copy
from plancia_archive.exports.datasette_copy import VIEW_STATEMENTS, serve_command, write_copy
from plancia_data import datasette_settings, samples
from plancia_events import read


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    made = Archive.open(tmp_path / "50% #1?.db", create=True)
    made.add_game(read(samples()["monopoli-serata.rgn"]).games[0])
    made.tokens.make("tavolo1", ["write"])
    made.tournaments.append("t", [
        {"kind": "opened", "title": "Autunno", "system": "monopoli"}, {"kind": "entered", "player": "Anna"},
        {"kind": "entered", "player": "Bruno"}, {"kind": "table", "round": 1, "table": "A", "seats": ["Anna", "Bruno"]},
        {"kind": "result", "round": 1, "table": "A", "points": {"Anna": "31.5", "Bruno": "20"}},
    ])  # fmt: skip
    return made


def test_no_name_leaks_into_the_copy(archive: Archive, tmp_path: Path) -> None:
    place, _ = write_copy(archive, tmp_path / "out")
    data = place.read_bytes()
    for name in (b"Anna", b"anna", b"Bruno", b"tavolo1", b"plk_"):
        assert name not in data
    tables = {row[0] for row in sqlite3.connect(place).execute("SELECT name FROM sqlite_master")}
    assert not tables & {"entry", "person", "alias", "token", "request"} and set(VIEW_STATEMENTS) <= tables
    named, _ = write_copy(archive, tmp_path / "named", names=True)
    rows = sqlite3.connect(named).execute("SELECT name FROM players ORDER BY name").fetchall()
    assert [row[0] for row in rows] == ["Anna", "Bruno", "Gino", "Nadia"]


@pytest.mark.parametrize("view", [*VIEW_STATEMENTS, "standing"])
def test_every_view_answers(archive: Archive, tmp_path: Path, view: str) -> None:
    place, _ = write_copy(archive, tmp_path / "out")
    rows = sqlite3.connect(place).execute(f"SELECT * FROM {view}").fetchall()
    assert rows or view == "findings_by_rule"
    if view == "standing":
        assert [(row[3], row[5]) for row in rows] == [(1, "36.5"), (2, "20")]


def test_a_second_copy_takes_the_place_of_the_first(archive: Archive, tmp_path: Path) -> None:
    one, settings = write_copy(archive, tmp_path / "out", lang="en")
    before = settings.read_text("utf-8")
    two, settings = write_copy(archive, tmp_path / "out", lang="it")
    assert one == two and before != settings.read_text("utf-8") == datasette_settings("it")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["datasette.yaml", "plancia.db"]


def test_both_generations_are_started_rightly() -> None:
    old, new = (serve_command(Path("a.db"), Path("s.yaml"), 8002, version) for version in ("0.65.5", "1.0a41"))
    assert old[3:] == ["serve", "-i", "a.db", "-m", "s.yaml", "--port", "8002"]
    assert new[3:] == ["serve", "-i", "a.db", "-c", "s.yaml", "-m", "s.yaml", "--port", "8002"]


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    with pytest.raises(ArchiveError) as refused:
        datasette_copy.datasette_version()
    assert "plancia[datasette]" in refused.value.text("it")


def test_datasette_shows_it(archive: Archive, tmp_path: Path) -> None:
    pytest.importorskip("datasette")
    place, settings = write_copy(archive, tmp_path / "out", lang="en")
    program = serve_command(place, settings, 0, datasette_copy.datasette_version())
    port = free_port()
    program[program.index("--port") + 1] = str(port)
    running = subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        found = asked(f"http://127.0.0.1:{port}/plancia/players_by_wins.json?_shape=array")
        assert len(json.loads(found)) == 4
        assert b"Archive of RisiKo! games" in asked(f"http://127.0.0.1:{port}/")
        assert b"why they ended, who won" in asked(f"http://127.0.0.1:{port}/plancia/game")
    finally:
        running.terminate()
        running.wait(60)


def free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def asked(address: str) -> bytes:
    """An answer, waited for while the server starts."""
    for _ in range(300):
        try:
            with urllib.request.urlopen(address, timeout=30) as answer:
                return bytes(answer.read())
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"{address}: no answer, {sys.version}")
