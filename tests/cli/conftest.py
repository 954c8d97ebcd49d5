"""Fixtures of the tests of `plancia publish`."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from plancia_archive import Archive
from plancia_archive.statistics.registry import REGISTERED
from plancia_data import samples
from plancia_events import read
from tests import copied


def publish_few_pages(patch: pytest.MonkeyPatch) -> None:
    """Two of the statistics and two of the variants, for tests that publish often."""
    from plancia_api.publishing import routes

    patch.setattr(routes, "REGISTERED", dict.fromkeys(list(REGISTERED)[:2]))
    patch.setattr(routes, "variant_ids", lambda: ["monopoli", "torneo"])


@pytest.fixture(scope="session")
def club_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the archive of `club`, made once."""
    path = tmp_path_factory.mktemp("club") / "club.db"
    archive = Archive.open(path, create=True)
    games = [game for text in samples().values() for game in read(text).games]
    for game in sorted(games, key=lambda game: len(game.events))[:2]:
        archive.add_game(game)
    people = [row["player"] for row in archive.people.all()][:2]
    entered = [{"kind": "entered", "player": player} for player in people]
    archive.tournaments.append("autunno", [{"kind": "opened", "title": "Autunno", "system": "open"}, *entered])
    archive.close()
    return path


@pytest.fixture
def club(club_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Archive]:
    """A small archive with two short games, a tournament and names."""
    publish_few_pages(monkeypatch)
    archive = Archive.open(copied(club_file, tmp_path / "club.db"))
    yield archive
    archive.close()


@pytest.fixture(scope="session")
def club_site(club_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of that archive, published once, for tests that compare with it."""
    from plancia_api.publishing import publish

    folder = tmp_path_factory.mktemp("club-site")
    with pytest.MonkeyPatch.context() as patch:
        publish_few_pages(patch)
        archive = Archive.open(copied(club_file, folder / "club.db"))
        publish(archive, folder / "site")
        archive.close()
    return folder / "site"


@pytest.fixture
def site(club_site: Path, tmp_path: Path) -> Path:
    """A copy of that site, for tests that publish into it again."""
    shutil.copytree(club_site, tmp_path / "site")
    return tmp_path / "site"
