"""Arguments and files made to break the command line, for every command of the tree.

Each ends with a documented exit code and without a traceback, and the log only grows where it says that it was done.
"""

from __future__ import annotations

import gzip
import io
import shutil
import socket
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import click
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plancia_archive import Archive
from plancia_archive.evidence.bundle import bundle_text, make_bundle
from plancia_archive.exports.backups import backup
from plancia_cli import main as program
from plancia_cli.support.command_tree import walk_commands
from plancia_data import samples
from plancia_events import read
from tests import SOAK

CODES = {0, 1, 2, 3, 4, 130}  # those of `plancia --help`
STORED = {0, 3}  # with these something may have been stored
SERVERS = {("open",), ("serve",), ("witness", "serve"), ("datasette",)}  # they run until they are ended
ENDLESS = {"help", "open", "serve"}  # options that need no try, or start a server
COMMANDS = [path for path, command in walk_commands(program.plancia) if not isinstance(command, click.Group)]
JUNK = ["", " ", "-", "--", "-x", "--no-such-option", "\x1b[2J", "a\nb", "\udcff", "é" * 200, "x" * 3000, "\u202e",
        "{0}%s", "../../etc/passwd", "NaN", "1e999", "-1", "0", "9" * 30, "2026-13-45", "g_" + "0" * 18, "*",
        "p_00000000", "d_00000000", "t_00000000", "monopoli@1", "monopoli@999999999999999999999",
        "http://127.0.0.1:1/", "file:///etc"]  # fmt: skip
FILES = ["good.rgn", "half.rgn", "binary.dat", "empty", "other.db", "cut.db", "a.zip", "cut.zip", "bundle.json",
        "cut.json", "a.db", "missing", "folder", "folder/below", "a.db.key", "a.db.checkpoint", "good.rgn.gz",
        "/dev/null"]  # fmt: skip
REAL = ["serata-1", "autunno", "Anna", "B", "1", "A", "20", "MON-15", "5", "Zoe=3", "rcm@1"]
NUMBERS = ["0", "1", "2", "-1", "9" * 30, "x", "1.5", ""]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an archive, its backup and bundle, and files of other kinds."""
    folder = tmp_path_factory.mktemp("hostile")
    game = samples()["monopoli-serata.rgn"]
    archive = Archive.open(folder / "a.db", create=True)
    stored = archive.add_game(read(game).games[0]).game_id
    players = sorted(archive.game(stored).players.values())
    archive.tournaments.append("autunno", [{"kind": "opened", "title": "Autunno", "system": "open"},
                                           *({"kind": "entered", "player": one} for one in players)])  # fmt: skip
    archive.disputes.open("two dice", "B", game=stored, event=3)
    archive.checkpoints.sign()
    (folder / "bundle.json").write_text(bundle_text(make_bundle(archive, stored, include_names=True)), "utf-8")
    backup(archive, folder / "a.zip")
    archive.close()
    (folder / "good.rgn").write_bytes(game.replace(b"serata-1", b"serata-9"))
    (folder / "good.rgn.gz").write_bytes(gzip.compress(game))
    (folder / "half.rgn").write_bytes(game[: len(game) // 2] + b"\xff\x00")
    (folder / "binary.dat").write_bytes(bytes(range(256)) * 20)
    (folder / "empty").touch()
    (folder / "folder").mkdir()
    db = sqlite3.connect(folder / "other.db")
    db.execute("CREATE TABLE entry(x)")
    db.commit()
    db.close()
    for name, source in (("cut.db", "a.db"), ("cut.zip", "a.zip"), ("cut.json", "bundle.json")):
        data = (folder / source).read_bytes()
        (folder / name).write_bytes(data[: len(data) * 2 // 3])
    return folder


def refuse_network(*args: object, **named: object) -> None:
    """Tests ask nothing of the network."""
    raise OSError(101, "network is unreachable")


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Commands reach no network, and never wait for an answer typed by a person."""
    monkeypatch.setattr(socket.socket, "connect", refuse_network)
    monkeypatch.setattr(socket, "getaddrinfo", refuse_network)
    yield


def call(args: list[str]) -> tuple[int, str]:
    """Runs the program as the shell would; exit code and output. An exception of the program is not caught."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8", "replace"), io.TextIOWrapper(io.BytesIO(), "utf-8", "replace")
    old_args, old_input = sys.argv, sys.stdin
    sys.argv, sys.stdin = ["plancia", *args], io.TextIOWrapper(io.BytesIO(b"\xff\n"), "utf-8", "surrogateescape")
    try:
        with redirect_stdout(out), redirect_stderr(err):
            program.main()
        code: Any = 0
    except SystemExit as end:
        code = end.code
    finally:
        sys.argv, sys.stdin = old_args, old_input
    for stream in (out, err):
        stream.flush()
    return int(code or 0), (out.buffer.getvalue() + err.buffer.getvalue()).decode("utf-8", "replace")


def words_of(command: click.Command) -> st.SearchStrategy[list[str]]:
    """Arguments for a command: each of its parameters, with values of all kinds, some of them fit."""
    value = st.sampled_from(FILES) | st.sampled_from(REAL) | st.sampled_from(JUNK) | st.sampled_from(FILES)
    parts: list[st.SearchStrategy[list[str]]] = []
    for one in command.params:
        number = isinstance(one.type, click.types.IntParamType | click.types.FloatParamType)
        given_value = st.sampled_from(NUMBERS) if number else value
        if isinstance(one.type, click.Choice):
            given_value = st.sampled_from([str(choice) for choice in one.type.choices]) | st.sampled_from(JUNK)
        if isinstance(one, click.Argument):
            most = 3 if one.nargs == -1 else one.nargs
            parts.append(st.lists(given_value, min_size=min(1, most), max_size=most))
        elif isinstance(one, click.Option) and one.name not in ENDLESS:
            names = st.just([one.opts[-1]])
            chosen = names if one.is_flag else st.tuples(names, given_value).map(lambda both: [*both[0], both[1]])
            parts.append(st.just([]) | st.just([]) | chosen)
    return st.tuples(*parts).map(lambda lists: [word for words in lists for word in words])


def entries(folder: Path) -> int:
    """How many entries the log has."""
    db = sqlite3.connect(f"file:{folder / 'a.db'}?mode=ro", uri=True)
    try:
        return int(db.execute("SELECT count(*) FROM entry").fetchone()[0])
    finally:
        db.close()


@pytest.mark.parametrize("path", [path for path in COMMANDS if path not in SERVERS], ids=" ".join)
@settings(max_examples=20 if SOAK else 3, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_command_ends_with_a_documented_code(
    path: tuple[str, ...], original: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: st.DataObject
) -> None:
    command = dict(walk_commands(program.plancia))[path]
    words = data.draw(words_of(command))
    folder = tmp_path / "trial"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(original, folder)
    monkeypatch.chdir(folder)
    place = data.draw(
        st.sampled_from(["a.db", "a.db", "a.db", "other.db", "cut.db", "binary.dat", "folder", "missing"])
    )
    before = entries(folder)
    code, told = call(["-a", place, *path, *words])
    assert code in CODES and "Traceback" not in told, (words, code, told)
    assert code in STORED or told, (words, "an error without a word")
    if (folder / "a.db").exists() and "a.db" not in words:
        assert code in STORED or entries(folder) == before, (words, code, told)
    monkeypatch.chdir(original)


@pytest.mark.parametrize("name", ["other.db", "cut.db", "binary.dat", "folder", "missing", "empty", "a.zip"])
def test_a_server_does_not_start_on_what_is_no_archive(
    original: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(original)
    code, told = call(["serve", name, "--port", "0"])
    assert code in (1, 2) and "Traceback" not in told and told
