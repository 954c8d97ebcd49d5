"""Several writers at once, and connections that waste a server's time."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize("one_game", [True, False])
def test_acknowledged_lines_of_several_processes_stand_once_without_gaps(
    bench: Any, tmp_path: Path, one_game: bool
) -> None:
    assert bench("contention").by_processes(tmp_path, 3, 4, one_game) == []


def test_acknowledged_lines_of_several_clients_stand_once_without_gaps(bench: Any, tmp_path: Path) -> None:
    assert bench("contention").by_clients(tmp_path, 6, 4, True) == []


@pytest.mark.parametrize("attack", ["half requests from five addresses", "bodies of 1 GB, chunked"])
def test_an_honest_request_is_answered_meanwhile(bench: Any, tmp_path: Path, attack: str) -> None:
    row = bench("contention").attacked(tmp_path, attack, 200, 2)
    assert row["answered"] == row["honest"] == 2


def test_faults_are_seen(bench: Any, tmp_path: Path) -> None:
    contention = bench("contention")
    place, (game,) = contention.archive_of(tmp_path, 1)
    archive = contention.Archive.open(place)
    before = archive.version(game)
    archive.append(game, ["NOTE A {a}"], None)
    archive.append(game, ["NOTE A {b}"], None)
    answers = [(before + 1, "a"), (before + 2, "b")]
    assert contention.wrong_versions(archive, [game], before, {game: answers}) == []
    assert contention.wrong_versions(archive, [game], before, {game: [answers[0]]}) == [
        f"{game}: lines that nobody sent"
    ]
    told = contention.wrong_versions(archive, [game], before, {game: [answers[0], (before + 3, "c")]})
    assert told == ["c: not once", f"{game}: versions with gaps"]
    texts, read = ["ab", "a"], threading.Event()

    def text() -> str:
        if not texts:
            read.set()
        return texts.pop(0) if texts else "a"

    with contention.watched(text) as found:
        assert read.wait(30)
    assert found == ["a reader saw 1 characters after 2"]
    archive.close()
