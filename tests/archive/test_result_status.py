"""The status of results: approvals of games and rounds, open disputes, closed tournaments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from plancia_archive import Archive, ArchiveError
from plancia_archive.disputes.files import MAX_FILE_BYTES, Upload
from plancia_archive.integrity.verify import verify
from plancia_archive.log.authors import Author, acting_as
from plancia_archive.queries.result_status import (
    add_status,
    count_tournament_disputes,
    game_status,
    standings_status,
    status_sentence,
)
from plancia_archive.tournaments.round_approval import approve_round
from plancia_events import Game
from plancia_replay.synthetic import GameSpec, generate

COLOURS = ("Red", "Blue", "Green", "Yellow", "Black", "Violet")
PLAYERS = ["Anna", "Bruno", "Gino", "Nadia"]


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """A game that is the table 1/A of a tournament, whose table 2/A has a typed result."""
    made = Archive.open(tmp_path / "a.db", create=True)
    whole = generate(GameSpec("monopoli@1", 9))
    names = dict(zip([key for key, _ in whole.headers if key in COLOURS], PLAYERS, strict=True))
    headers = [(key, names.get(key, value)) for key, value in whole.headers]
    game = made.add_game(Game(headers, whole.events)).game_id
    entered = [{"kind": "entered", "player": name} for name in PLAYERS]
    made.tournaments.append("autunno", [
        {"kind": "opened", "title": "Autunno", "system": "open"}, *entered,
        {"kind": "table", "round": 1, "table": "A", "seats": PLAYERS},
        {"kind": "linked", "round": 1, "table": "A", "game": game},
        {"kind": "table", "round": 2, "table": "A", "seats": PLAYERS},
    ])  # fmt: skip
    return made


def status(archive: Archive, until: int | None = None) -> tuple[str, int]:
    found = standings_status(archive, archive.tournaments.get("autunno"), until)
    return found["status"], found["disputes"]["open"]


def refused(code: str, work: Any, *values: Any, **options: Any) -> None:
    with pytest.raises(ArchiveError) as caught:
        work(*values, **options)
    assert caught.value.code == code, caught.value


def test_a_round_becomes_final_and_a_dispute_keeps_it_provisional(archive: Archive) -> None:
    game = archive.game_ids()[0]
    dispute = archive.disputes.open("two dice", "Bruno", game=game, event=20).id
    found = game_status(archive, game)
    assert (found["status"], found["disputes"]) == ("provisional", {"open": 1})
    assert status(archive, 1) == ("provisional", 1) and count_tournament_disputes(archive) == {"autunno": 1}
    refused("disputed", approve_round, archive, "autunno", 1)
    archive.disputes.add(dispute, {"kind": "withdrawn", "why": "no more"})
    refused("round-missing", approve_round, archive, "autunno", 2)
    assert status_sentence(standings_status(archive, archive.tournaments.get("autunno")), "en") == (
        "Results are missing: round 2 A. Not approved: round 1 A."
    )
    refused("t-no-round", approve_round, archive, "autunno", 3)
    with acting_as(Author("t_00000000", "recorder")):
        refused("dispute-role", approve_round, archive, "autunno", 1)
    assert approve_round(archive, "autunno", 1).approved == [game]
    assert approve_round(archive, "autunno", 1).before == [game]
    assert status(archive, 1) == ("final", 0) and status(archive) == ("provisional", 0)
    rows: list[dict[str, Any]] = [{"game": game}, {"game": "g_0"}]
    add_status(archive, rows)
    assert [row["status"] for row in rows] == ["final", "provisional"] and verify(archive) == []


def test_typed_results_are_approved_with_their_round_or_become_final_when_the_tournament_closes(
    archive: Archive,
) -> None:
    points = {name: 40 - 7 * place for place, name in enumerate(PLAYERS)}
    seats = {"kind": "table", "round": 2, "seats": PLAYERS[:2]}
    result = {"kind": "result", "round": 2, "table": "A", "points": points}
    archive.tournaments.append("autunno", [result])
    dispute = archive.disputes.open("one point too few", "Bruno", tournament="autunno", event=8).id
    refused("disputed", approve_round, archive, "autunno", 2)
    refused("disputed", archive.tournaments.append, "autunno", [{"kind": "approved", "round": 2, "table": "A"}])
    game = approve_round(archive, "autunno", 1).approved  # the dispute is about a table of the other round
    assert game == archive.game_ids() and status(archive) == ("provisional", 1)
    archive.disputes.add(dispute, {"kind": "withdrawn", "why": "counted again"})
    assert approve_round(archive, "autunno", 2).typed == ["A"] and status(archive) == ("final", 0)
    assert approve_round(archive, "autunno", 2).typed_before == ["A"] and verify(archive) == []
    archive.tournaments.append("autunno", [{**result, "instead": True}])  # another result is approved again
    assert status(archive) == ("provisional", 0)
    archive.tournaments.append("autunno", [{**seats, "table": "A", "instead": True}, {**seats, "table": "B",
                                            "seats": PLAYERS[2:]}, {"kind": "result", "round": 2, "table": "B",
                                            "points": {"Gino": 3, "Nadia": 2}}])  # fmt: skip
    left = approve_round(archive, "autunno", 2)
    assert left.typed == ["B"] and [(one.table.name, one.state) for one in left.left] == [("A", "missing")]
    archive.tournaments.append("autunno", [{"kind": "result", "round": 2, "table": "A",
                                            "points": {"Anna": 3, "Bruno": 2}}, {"kind": "closed"}])  # fmt: skip
    found = standings_status(archive, archive.tournaments.get("autunno"))
    assert found["status"] == "final" and found["unapproved"] == ["2/A"] and "2 A" in status_sentence(found, "it")
    assert status_sentence({**found, "unapproved": []}, "en") == "Every result is approved."


def test_an_upload_beyond_the_limit_is_counted_and_refused(archive: Archive) -> None:
    dispute = archive.disputes.open("x", "Bruno", game=archive.game_ids()[0], event=20).id
    upload, before = Upload(), archive.last_index()
    for _ in range(MAX_FILE_BYTES // 2**20 + 1):
        upload.write(bytes(2**20))
    assert upload.size == MAX_FILE_BYTES + 2**20 and sum(map(len, upload.chunks())) == MAX_FILE_BYTES
    refused("evidence-size", archive.disputes.add_evidence, dispute, upload, "too large", "Bruno")
    upload.close()
    assert archive.last_index() == before
