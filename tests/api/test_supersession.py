"""Games that supersede each other name each other over HTTP, on pages and on the command line; one of them counts."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from plancia_archive import Archive, ArchiveError, verify
from plancia_archive.log.authors import Author, acting_as
from plancia_archive.queries.result_status import supersession_status
from plancia_cli.main import plancia
from plancia_data import samples
from plancia_events import read

SAMPLE = samples()["monopoli-serata.rgn"].decode()
COUNTS: dict[str, object] = {"withdrawn": None, "superseded_by": None, "supersedes": []}


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """Three texts of one evening."""
    found = Archive.open(tmp_path / "a.db", create=True)
    for extra in ("", "NOTE A {second sheet}\n", "NOTE A {third sheet}\n"):
        found.add_game(read(SAMPLE + extra).games[0])
    return found


def whole(client: FlaskClient, game: str) -> dict[str, object]:
    """The members of a game's JSON that say whether it counts."""
    data = client.get(f"/api/v1/games/{game}").get_json()
    return {key: data[key] for key in COUNTS}


def counting(archive: Archive) -> list[str]:
    return [row["game"] for row in archive.games()[0]]


def test_both_games_name_each_other_with_reason_author_and_time(archive: Archive, client: FlaskClient) -> None:
    old, new, other = archive.game_ids()
    tag = client.get(f"/api/v1/games/{old}").headers["ETag"]
    with acting_as(Author("t_abcd2345", "arbiter")):
        archive.withdrawals.withdraw(old, "misread", new)
    entry, at = archive.db.execute("SELECT log_index, recorded_at FROM entry ORDER BY log_index DESC").fetchone()
    when = datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    by = {"why": "misread", "author": "t_abcd2345", "role": "arbiter", "recorded_at": when, "entry": entry}
    assert whole(client, old) == {
        "withdrawn": {"game": old, **by}, "superseded_by": {"game": new, **by}, "supersedes": [],
    }  # fmt: skip
    assert whole(client, new) == {**COUNTS, "supersedes": [{"game": old, **by}]}
    assert whole(client, other) == COUNTS and counting(archive) == [new, other]
    assert client.get(f"/api/v1/games/{old}", headers={"If-None-Match": tag}).status_code == 200
    pages = [client.get(f"/games/{game}").get_data(as_text=True) for game in (old, new)]
    assert f'href="/games/{new}"' in pages[0] and 'id="superseded"' in pages[0]
    assert f'href="/games/{old}"' in pages[1] and 'id="superseded"' not in pages[1]
    assert all("misread" in text and "t_abcd2345" in text for text in pages)
    posted = client.post(
        "/api/v1/judge", json=client.get(f"/api/v1/games/{old}").get_json()
    )  # its own JSON can be sent back
    assert posted.status_code == 200


def test_the_command_line_names_them_too(archive: Archive, tmp_path: Path) -> None:
    old, new, _ = archive.game_ids()
    archive.withdrawals.withdraw(old, "misread", new)
    run = CliRunner().invoke
    judged = [run(plancia, ["-a", str(tmp_path / "a.db"), "judge", game, "--json"]) for game in (old, new)]
    first, second = (json.loads(done.stdout) for done in judged)
    assert first["superseded_by"]["game"] == new and second["supersedes"][0]["game"] == old
    assert new in judged[0].stderr and old in judged[1].stderr


def test_a_second_replacement_takes_over_and_there_is_no_chain(archive: Archive, client: FlaskClient) -> None:
    first, second, third = archive.game_ids()
    archive.withdrawals.withdraw(first, "one", second)
    with pytest.raises(ArchiveError) as caught:
        archive.withdrawals.withdraw(second, "none would count")
    assert caught.value.code == "supersedes" and counting(archive) == [second, third]
    archive.withdrawals.withdraw(second, "two", third)
    assert counting(archive) == [third]
    assert [supersession_status(archive, game)["superseded_by"]["game"] for game in (first, second)] == [third, third]
    assert [one["game"] for one in supersession_status(archive, third)["supersedes"]] == [first, second]
    assert verify(archive) == [] and archive.rebuild() == []


def test_cycles_are_refused_and_undo_works(archive: Archive, client: FlaskClient) -> None:
    old, new, _ = archive.game_ids()
    archive.withdrawals.withdraw(old, "misread", new)
    for pair, code in (((new, old), "withdrawn"), ((new, new), "replaces-itself"), ((old, new), "withdrawn")):
        with pytest.raises(ArchiveError) as caught:
            archive.withdrawals.withdraw(pair[0], "again", pair[1])
        assert caught.value.code == code
    archive.withdrawals.restore(old, "it was right")
    assert whole(client, old) == whole(client, new) == COUNTS and old in counting(archive)
    archive.withdrawals.withdraw(new, "the first one was right", old)
    assert whole(client, old)["supersedes"] and new not in counting(archive) and verify(archive) == []


def test_a_restoration_names_no_other_game(archive: Archive, client: FlaskClient) -> None:
    old, new, _ = archive.game_ids()
    archive.withdrawals.withdraw(old, "misread", new)
    auth = {"Authorization": "Bearer " + archive.tokens.grant("a", "arbiter", {})[1]}
    for more, status in (({"instead": new}, 422), ({"instead": ""}, 422), ({}, 200)):
        address = f"/api/v1/games/{old}/withdrawal"
        answer = client.post(address, json={"why": "it was right", "undo": True, **more}, headers=auth)
        assert answer.status_code == status, more
        assert ([one["pointer"] for one in answer.get_json().get("errors", ())] == ["/instead"]) is bool(more)


def test_an_import_that_replaces_names_both(archive: Archive, client: FlaskClient) -> None:
    first, second, _ = archive.game_ids()
    archive.withdrawals.withdraw(first, "one", second)
    added = archive.add_game(read(SAMPLE + "NOTE A {fourth}\n").games[0], replaces=second, why="read again")
    assert whole(client, added.game_id)["superseded_by"] is None
    assert {supersession_status(archive, game)["superseded_by"]["game"] for game in (first, second)} == {added.game_id}
