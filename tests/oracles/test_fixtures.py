"""The imported games kept here stay canonical, judged without a fault, and equal to what the importers make."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancia_archive.importers import convert
from plancia_events import read
from plancia_replay import judge

HERE = Path(__file__).resolve().parents[1] / "games" / "imported"
GAMES = sorted(HERE.glob("*.rgn"))
ENDS = {
    "dom-ic-02": ("objective", "B"), "dom-im3-03": ("objective", "G"), "dom-in-01": ("world", "N"),
    "pyrisk-1": ("world", "R"), "rrl-official-h1": ("end-roll", "R"), "rrl-official-x1": ("objective", "B"),
    "rrl-stock-d1": ("objective", "B"),
}  # fmt: skip


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_imported_game_is_canonical_and_clean(file: Path) -> None:
    text = file.read_text("utf-8")
    reading = read(text, file.name)
    assert reading.ok and reading.games[0].text() == text
    judgement = judge(reading.games[0])
    assert judgement.clean
    assert (judgement.end["reason"], judgement.end["winner"]) == ENDS[file.stem]


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_imported_game_is_what_the_importer_makes(file: Path, shared: Path) -> None:
    sources = [path for path in (shared / "oracles").rglob(f"{file.stem}.*.gz") if ".turns." not in path.name]
    assert len(sources) == 1
    game = convert(None, sources[0].read_bytes(), sources[0].name)[0].game
    assert game.text() == file.read_text("utf-8")
