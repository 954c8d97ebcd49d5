"""Fixtures of the tests of `plancia publish`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from plancia_archive import Archive
from plancia_archive.statistics.registry import REGISTERED
from plancia_data import samples
from plancia_events import read


@pytest.fixture
def few_statistics(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of the statistics, for tests that publish often."""
    from plancia_api.publishing import routes

    monkeypatch.setattr(routes, "REGISTERED", dict.fromkeys(list(REGISTERED)[:2]))


@pytest.fixture
def club(tmp_path: Path, few_statistics: None) -> Iterator[Archive]:
    """A small archive with two short games, a tournament and names."""
    archive = Archive.open(tmp_path / "club.db", create=True)
    games = [game for text in samples().values() for game in read(text).games]
    for game in sorted(games, key=lambda game: len(game.events))[:2]:
        archive.add_game(game)
    people = [row["player"] for row in archive.people.all()][:2]
    entered = [{"kind": "entered", "player": player} for player in people]
    archive.tournaments.append("autunno", [{"kind": "opened", "title": "Autunno", "system": "open"}, *entered])
    yield archive
    archive.close()
