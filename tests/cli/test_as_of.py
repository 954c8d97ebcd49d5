"""--as-of: the commands that ask answer as the archive stood at an earlier moment."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from plancia_archive import Archive
from plancia_cli.main import AS_OF_COMMANDS, plancia
from tests.archive.contest import OVER, keep


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An archive with a game that was continued and then withdrawn, and another one."""
    archive = Archive.open(tmp_path / "a.db", create=True)
    game = keep(archive, OVER)
    archive.append(game, ["NOTE A {later}"], None)
    keep(archive, OVER.replace("serata-1", "serata-2"))
    archive.withdrawals.withdraw(game, "twice")
    archive.close()
    return tmp_path / "a.db"


def run(path: Path, *args: str) -> Result:
    """The command on this archive, in English."""
    return CliRunner().invoke(plancia, ["--lang", "en", "--archive", str(path), *args])


def size_with(path: Path, table: str) -> int:
    """The size of the log after the first entry of a stream."""
    archive = Archive.open(path, read_only=True)
    try:
        row = archive.db.execute("SELECT min(log_index) FROM entry WHERE game LIKE ?", [table]).fetchone()
        return int(row[0]) + 1
    finally:
        archive.close()


def test_lists_and_judgements_are_those_of_then(path: Path) -> None:
    size = str(size_with(path, "g\\_%".replace("\\", "")))
    now, then = run(path, "list", "--json"), run(path, "--as-of", size, "list", "--json")
    assert [row["game"] for row in json.loads(now.stdout)] != [row["game"] for row in json.loads(then.stdout)]
    (row,) = json.loads(then.stdout)
    assert f" {size} " in then.stderr and now.stderr == ""
    judged = json.loads(run(path, "judge", row["game"], f"--as-of={size}", "--json").stdout)
    assert (
        judged["version"]
        == row["version"]
        == json.loads(run(path, "judge", row["game"], "--json").stdout)["version"] - 1
    )
    assert run(path, "stats", "results-by-variant", "--as-of", size, "--json").exit_code == 0


def test_a_head_of_then_is_accepted_and_one_of_another_log_is_forked(path: Path) -> None:
    archive = Archive.open(path, read_only=True)
    head = archive.checkpoints.head(6).head()
    archive.close()
    assert run(path, "list", "--as-of", head).exit_code == 0
    refused = run(path, "list", "--as-of", "plancia/other " + head.split(" ", 1)[1])
    assert refused.exit_code == 1 and "forked" in refused.stderr
    assert run(path, "list", "--as-of", "1999-12-31").exit_code == 1


def test_commands_that_write_or_do_not_ask_refuse_it(path: Path) -> None:
    before = path.read_bytes()
    for command in (["append", "serata-2", "NOTE A {x}"], ["verify"], ["serve"], ["backup", "x"], ["odds", "3", "2"]):
        refused = run(path, *command, "--as-of", "5")
        assert (refused.exit_code, command[0] in refused.stderr) == (2, True)
        assert command[0] not in AS_OF_COMMANDS
    renamed = run(path, "--as-of", "9", "person", "rename", "Anna", "Annalisa")
    assert renamed.exit_code == 1 and path.read_bytes() == before


def test_nothing_of_the_view_is_left(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    assert run(path, "list", "--as-of", "6").exit_code == 0
    assert run(path, "judge", "no-such-game", "--as-of", "6").exit_code == 1
    assert not list(folder.iterdir())


def test_a_game_is_judged_as_corrected_and_as_recorded(path: Path) -> None:
    archive = Archive.open(path)
    game = archive.game_ids()[1]
    before = [run(path, *command, game, "--json").stdout for command in (["judge"], ["score"])]
    board = run(path, "state", game, "--at", "24", "--json").stdout
    archive.append(game, ["FIX A 16 PUT R CIN+1 {one army on the sheet}"], None)
    archive.close()
    recorded = [run(path, *command, game, "--json", "--as-recorded").stdout for command in (["judge"], ["score"])]
    assert json.loads(recorded[0])["verdicts"] == json.loads(before[0])["verdicts"] and recorded[1] == before[1]
    assert json.loads(run(path, "judge", game, "--json").stdout)["verdicts"] != json.loads(before[0])["verdicts"]
    assert run(path, "state", game, "--at", "24", "--json", "--as-recorded").stdout == board
    assert run(path, "state", game, "--at", "24", "--json").stdout != board
    shown = [run(path, "show", game, "--at", "24", *option).stdout for option in ([], ["--as-recorded"])]
    assert shown[0] != shown[1]
    assert run(path, "judge", game, "--under", "torneo@1", "--as-recorded").exit_code == 2
