"""An archive with games of several variants, findings, a tournament and names."""

from __future__ import annotations

import atexit
import functools
import shutil
import tempfile
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from plancia_api.app import create_app
from plancia_archive import Archive
from plancia_data import samples
from plancia_events import read
from plancia_replay.synthetic import GameSpec, generate
from tests import copied
from tests.api.dispute_site import Site, opened_site

ROOT = Path(__file__).resolve().parent.parent


class CompiledTemplates(BytecodeCache):
    """Templates compiled by any application of this process: each test has an application of its own."""

    def __init__(self) -> None:
        self.by_key: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if code := self.by_key.get(bucket.key):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.by_key[bucket.key] = bucket.bytecode_to_string()


Flask.jinja_options = {"bytecode_cache": CompiledTemplates()}


@functools.cache
def filled_file() -> Path:
    """The archive that `filled` copies, made once in a process."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    fill(folder / "a.db").close()
    return folder / "a.db"


def filled(path: Path) -> Archive:
    """An archive of samples, whole games of the tests and generated ones."""
    return Archive.open(copied(filled_file(), path))


def fill(path: Path) -> Archive:
    """Makes that archive."""
    archive = Archive.open(path, create=True)
    for text in samples().values():
        for game in read(text).games:
            archive.add_game(game)
    for file in sorted((ROOT / "games" / "rcm").glob("*.rgn"))[:4]:
        for game in read(file.read_bytes(), file.name).games:
            archive.add_game(game)
    for seed in range(3):
        archive.add_game(generate(GameSpec("monopoli@1", seed)))
    players = [row["player"] for row in archive.people.all()][:4]
    entered = [{"kind": "entered", "player": player} for player in players]
    archive.tournaments.append("autunno", [{"kind": "opened", "title": "Autunno", "system": "open"}, *entered])
    archive.tournaments.append(
        "autunno",
        [{"kind": "table", "round": 1, "table": "A", "seats": players},
         {"kind": "result", "round": 1, "table": "A", "points": {p: 40 - 7 * i for i, p in enumerate(players)}}],
    )  # fmt: skip
    claim = archive.disputes.open("two dice", "B", game=archive.resolve("serata-2"), event=28, rule="MON-15")
    archive.disputes.add_evidence(claim.id, b"a photo", "the sheet", "B")
    archive.tournaments.append("inverno", [{"kind": "opened", "title": "Inverno", "system": "monopoli"}])
    return archive


def as_keeper(client: FlaskClient, archive: Archive) -> FlaskClient:
    """The client with a token that shows what open games hide."""
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {archive.tokens.grant('keeper', 'keeper')[1]}"
    return client


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """One archive for the tests of a file, which do not write to it."""
    return filled(tmp_path_factory.mktemp("full") / "a.db")


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A server with a game that may be disputed, and tokens by role."""
    return opened_site(tmp_path)


@pytest.fixture
def client(archive: Archive) -> FlaskClient:
    """A client of a server of the test's archive."""
    return create_app(archive).test_client()


@pytest.fixture
def auth(archive: Archive) -> dict[str, str]:
    """The headers of a token that may write."""
    return {"Authorization": "Bearer " + archive.tokens.make("t", ["write"])}
