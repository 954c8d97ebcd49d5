"""One rule about times: verify, restore, as-of and every write, through the commands and over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from plancia_api.app import create_app
from plancia_archive import Archive
from plancia_cli.main import plancia
from plancia_data import samples

DAY = 24 * 3600
NOON = 1_795_348_800  # 2026-11-22T12:00:00Z
NOTE = ("append", "serata-1", "NOTE R {seen}")


class Club:
    """An archive with a game of 22 November 2026, and the clock of its machine."""

    def __init__(self, folder: Path, clock: Any) -> None:
        self.folder, self.set_clock = folder, clock
        (folder / "game.rgn").write_bytes(samples()["monopoli-serata.rgn"])
        self.set_clock(NOON)
        self.run("import", str(folder / "game.rgn"))

    def run(self, *words: str) -> Result:
        """The result of a command."""
        return CliRunner().invoke(plancia, ["--lang", "en", "-a", str(self.folder / "a.db"), *words])

    def backdate(self, days: int) -> None:
        """An entry as somebody makes it who has file and key."""
        archive = Archive.open(self.folder / "a.db")
        archive.log.insert = pretending(archive.log, days)  # type: ignore[method-assign]
        archive.append(archive.game_ids()[0], ["NOTE R {forged}"], None)
        archive.checkpoints.sign()
        archive.close()

    def head(self) -> str:
        """The head as `plancia head` prints it."""
        return self.run("head").stdout.splitlines()[0]


def pretending(log: Any, days: int) -> Any:
    """The insertion of an entry at an earlier time, by a program that does not refuse it."""

    def insert(*values: Any) -> None:
        log.clock = lambda: (NOON - days * DAY) * 1000
        type(log).insert(log, *values)

    return insert


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    made = Club(tmp_path, lambda seconds: monkeypatch.setattr("time.time", lambda: float(seconds)))
    yield made


def test_a_back_dated_entry_is_named_and_takes_nothing_into_the_past(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = club.head()
    with monkeypatch.context() as patched:
        patched.setattr("plancia_archive.log.entries.refuse_clock_behind", lambda db, now, stream: None)
        club.backdate(400)
    for words in ((), ("--head", head), ("--quick",)):
        found = club.run("verify", *words)
        assert found.exit_code == 3 and "2025-10-18T12:00:00Z < 2026-11-22T12:00:00Z" in found.stdout, words
    assert "as-of-early" not in club.run("--as-of", "2026-11-22", "list").output
    early = club.run("--as-of", "2025-12-31", "list")
    assert early.exit_code == 1 and "the log had nothing at that time" in early.output
    assert club.run("backup", str(club.folder / "b.zip")).exit_code == 0
    for words in ((), ("--head", head)):
        refused = club.run("restore", str(club.folder / "b.zip"), str(club.folder / "c.db"), *words)
        assert refused.exit_code == 1 and "nothing of the backup is missing" in refused.stderr
    assert not (club.folder / "c.db").exists()


def test_a_clock_behind_the_last_entry_is_told_before_anything_is_stored(club: Club) -> None:
    head = club.head()
    club.set_clock(NOON - 23 * 3600)
    assert club.run(*NOTE).exit_code == 0, "clocks are set back honestly"
    kept = club.head()
    assert kept != head
    club.set_clock(NOON - 5 * 365 * DAY)
    told = club.run(*NOTE)
    assert told.exit_code == 1 and "2021-11-23T12:00:00Z < 2026-11-21T13:00:00Z" in told.stderr
    assert "plancia clock --accept" in told.stderr and club.head() == kept
    refused, heads = post_note(club.folder / "a.db")
    assert (refused.status_code, refused.get_json()["code"]) == (503, "clock-behind")
    assert "plancia clock --accept" in refused.get_json()["detail"] and len(heads) == 1


def post_note(place: Path) -> tuple[Any, set[str]]:
    """A line sent to a server with a token that was made while the clock was right; the heads before and after."""
    archive = Archive.open(place)
    clock, archive.log.clock = archive.log.clock, lambda: NOON * 1000
    secret = archive.tokens.grant("Piero", "arbiter")[1]
    archive.log.clock = clock
    game, version = archive.game_ids()[0], archive.version(archive.game_ids()[0])
    headers = {"Authorization": f"Bearer {secret}", "If-Match": f'"{version}"'}
    before = archive.checkpoints.head().head()
    answer = (
        create_app(archive)
        .test_client()
        .post(f"/api/v1/games/{game}/events", json={"lines": ["NOTE R {x}"]}, headers=headers)
    )
    heads = {before, archive.checkpoints.head().head()}
    archive.close()
    return answer, heads


def test_a_clock_once_ahead_is_stated_and_the_log_goes_on(club: Club) -> None:
    club.set_clock(NOON + 3 * DAY)
    assert club.run(*NOTE).exit_code == 0
    ahead = club.head()
    club.set_clock(NOON)
    assert club.run(*NOTE).exit_code == 1
    stated = club.run("clock", "--accept", "the laptop was three days ahead")
    assert stated.exit_code == 0 and "three days ahead" in stated.stdout
    assert club.run(*NOTE).exit_code == 0
    head = club.head()
    found = club.run("verify", "--head", head, "--head", ahead)
    assert found.exit_code == 0 and "keeper states" in found.stderr and "2026-11-25T12:00:00Z" in found.stderr
    club.run("backup", str(club.folder / "b.zip"))
    restored = club.run("restore", str(club.folder / "b.zip"), str(club.folder / "c.db"), "--head", head)
    assert restored.exit_code == 0 and club.run("clock", "--accept", "again").exit_code == 1


def test_a_backup_of_before_the_rule_is_restored_under_its_origin(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.set_clock(NOON + 3 * DAY)
    club.run(*NOTE)
    ahead = club.head()
    club.set_clock(NOON)
    with monkeypatch.context() as patched:
        patched.setattr("plancia_archive.log.entries.refuse_clock_behind", lambda db, now, stream: None)
        club.run(*NOTE)
        club.run(*NOTE)
    found = club.run("verify")
    assert found.exit_code == 3 and found.stdout.startswith("entries ") and "2026-11-22T12:00:00Z <" in found.stdout
    club.run("backup", str(club.folder / "b.zip"))
    words = ("restore", str(club.folder / "b.zip"), str(club.folder / "c.db"), "--head", ahead)
    assert club.run(*words).exit_code == 1
    assert club.run(*words, "--clock", "the laptop was three days ahead").exit_code == 0
    restored = Archive.open(club.folder / "c.db")
    assert restored.checkpoints.head().origin == ahead.split()[0]
    restored.close()
    assert club.run("verify", str(club.folder / "c.db"), "--head", ahead).exit_code == 0
