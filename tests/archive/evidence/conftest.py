"""Archives and the JavaScript verifier for the tests of bundles."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancia_archive import Archive
from plancia_data import samples
from plancia_events import read
from tests.verify_page.conftest import ask, node

__all__ = ["archive", "ask", "node"]

TEXT = samples()["monopoli-serata.rgn"].decode()


def game_text(number: int) -> bytes:
    """The sample under another id of its recorder, with one event less."""
    lines = TEXT.replace("serata-1", f"serata-{number}").rstrip("\n").split("\n")
    return ("\n".join(lines[:-1]) + "\n").encode()


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """Four games, one of them continued, each signed."""
    made = Archive.open(tmp_path / "circolo.db", create=True)
    for number in range(1, 5):
        made.add_game(read(game_text(number)).games[0])
        made.checkpoints.sign()
    made.append(made.resolve("serata-2"), [TEXT.rstrip("\n").split("\n")[-1]], None)
    made.checkpoints.sign()
    return made
