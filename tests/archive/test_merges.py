"""Two clubs' backups merge: duplicates by content although references differ, erased people stay erased."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from plancia_archive import Archive, ArchiveError, verify
from plancia_archive.exports.backups import backup, restore
from plancia_archive.exports.merges import Merge, MergedGame, count_skipped_streams, is_backup, open_as_archive
from plancia_archive.integrity.fsck import fsck
from plancia_archive.registers.person_erasure import erase_record
from plancia_archive.registers.person_merges import merge_people
from plancia_cli.main import plancia
from plancia_data import samples
from plancia_events import read
from plancia_replay.synthetic import GameSpec, generate

SAMPLE = samples()["monopoli-serata.rgn"].decode()


def text(label: str, *more: str, red: str = "Anna") -> str:
    """A game under another id of its recorder, with further lines."""
    named = SAMPLE.replace('[Game "serata-1"]', f'[Game "{label}"]').replace('[Red "Anna"]', f'[Red "{red}"]')
    return named + "".join(f"{line}\n" for line in more)


def made(path: Path, *texts: str) -> Archive:
    archive = Archive.open(path, create=True)
    for one in texts:
        archive.add_game(read(one).games[0])
    return archive


def merged(into: Archive, other: Archive, folder: Path) -> list[MergedGame]:
    """Merges the backup of one archive into another."""
    package = folder / f"{other.path.stem}.zip"
    backup(other, package)
    with open_as_archive(package) as opened:
        return list(Merge(into, opened).merge_games())


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[Archive, Archive]]:
    """Two archives with one game in common, in which every person has two references."""
    common = text("common", "NOTE A {Anna counts}")
    left = made(tmp_path / "left.db", common, text("left", "NOTE A {seen by Bruno}"))
    right = made(tmp_path / "right.db", text("right"), common, text("other", red="Carla"))
    yield left, right
    left.close()
    right.close()


def contents(archive: Archive) -> list[tuple[str, ...]]:
    """The games that count, by their text with names instead of references."""
    texts = []
    for row in archive.games(limit=100)[0]:
        game = archive.game(row["game"])
        seats = tuple(archive.people.name(player) for player in game.players.values())
        texts.append((game.header("Game") or "", str(game.version), *seats))
    return sorted(texts)


def test_a_into_b_and_b_into_a_count_the_same_games(pair: tuple[Archive, Archive], tmp_path: Path) -> None:
    left, right = pair
    assert left.people.find("Anna") != right.people.find("Anna")
    backup(left, tmp_path / "before.zip")
    outcomes = {one.outcome for one in merged(left, right, tmp_path)}
    assert outcomes == {"kept", "already"}
    with open_as_archive(tmp_path / "before.zip") as opened:
        assert sorted(one.outcome for one in Merge(right, opened).merge_games()) == ["already", "kept"]
    assert contents(left) == contents(right) and left.count() == right.count() == 4
    assert verify(left) == [] == verify(right)
    again = merged(left, right, tmp_path)
    assert {one.outcome for one in again} == {"already"} and left.count() == 4


def test_free_text_names_the_same_people(pair: tuple[Archive, Archive], tmp_path: Path) -> None:
    left, right = pair
    merged(right, left, tmp_path)
    game = right.resolve("left")
    reference = right.people.find("Bruno")
    assert reference and f"{{seen by {reference}}}" in right.text(game) and "Bruno" not in right.text(game)


def test_who_was_erased_here_stays_erased(pair: tuple[Archive, Archive], tmp_path: Path) -> None:
    left, right = pair
    reference = right.people.find("Anna") or ""
    erase_record(right, reference, "asked for it")
    outcomes = [one.outcome for one in merged(right, left, tmp_path)]
    assert outcomes == ["already", "kept"] and right.count() == 4
    assert right.people.find("Anna") is None and right.people.name(reference) == reference
    assert right.game(right.resolve("left")).players["R"] == reference and verify(right) == []


def test_who_was_erased_there_gets_no_name_here(pair: tuple[Archive, Archive], tmp_path: Path) -> None:
    left, right = pair
    reference = left.people.find("Anna") or ""
    erase_record(left, reference, "asked for it")
    known = right.people.find("Anna")
    outcomes = [one.outcome for one in merged(right, left, tmp_path)]
    assert outcomes == ["already", "kept"] and right.count() == 4
    assert right.game(right.resolve("left")).players["R"] == reference != known
    assert right.people.name(reference) == reference and right.people.name(known or "") == "Anna"


def test_a_game_that_went_on_there_is_continued_here(tmp_path: Path) -> None:
    short, long = text("game"), text("game", "TURN G", "REIN G 3+0+0=3")
    left, right = made(tmp_path / "left.db", short), made(tmp_path / "right.db", long)
    backup(left, tmp_path / "short.zip")
    (one,) = merged(left, right, tmp_path)
    assert (one.outcome, left.count()) == ("continued", 1)
    with open_as_archive(tmp_path / "short.zip") as opened:
        assert [found.outcome for found in Merge(right, opened).merge_games()] == ["already"]
    assert contents(left) == contents(right) and verify(left) == []


def test_withdrawn_games_count_in_neither(tmp_path: Path) -> None:
    wrong, good = text("sheet"), text("sheet", "NOTE A {read again}")
    left, right = made(tmp_path / "left.db", wrong, good), made(tmp_path / "right.db", wrong)
    left.withdrawals.withdraw(left.game_ids()[0], "misread", left.game_ids()[1])
    backup(right, tmp_path / "before.zip")
    outcomes = [one.outcome for one in merged(right, left, tmp_path)]
    assert outcomes[-1] in ("withdrawn", "already") and contents(right) == contents(left)
    with open_as_archive(tmp_path / "before.zip") as opened:
        list(Merge(left, opened).merge_games())
    assert contents(left) == contents(right) and left.count() == 1 and verify(right) == []


def test_merged_people_and_aliases_are_followed(tmp_path: Path) -> None:
    left = made(tmp_path / "left.db", text("a", red="Ana"), text("b"))
    merge_people(left, "Anna", "Ana")
    right = made(tmp_path / "right.db", text("c", red="Ana"))
    backup(left, tmp_path / "left.zip")
    with open_as_archive(tmp_path / "left.zip") as opened:
        merge = Merge(right, opened, same_names=True)
        list(merge.merge_games())
        merge.take_records()
    players = {right.game(game).players["R"] for game in right.game_ids()}
    assert players == {right.people.find("Ana")} and right.count() == 3 and verify(right) == []


def test_a_damaged_backup_adds_nothing(pair: tuple[Archive, Archive], tmp_path: Path) -> None:
    left, right = pair
    backup(right, tmp_path / "b.zip")
    data = (tmp_path / "b.zip").read_bytes()
    before = left.last_index()
    for cut in (100, len(data) // 2, len(data) - 1):
        (tmp_path / "cut.zip").write_bytes(data[:cut])
        assert not is_backup(tmp_path / "cut.zip")
        with pytest.raises(ArchiveError), open_as_archive(tmp_path / "cut.zip") as opened:
            list(Merge(left, opened).merge_games())
    assert left.last_index() == before and is_backup(tmp_path / "b.zip")


def test_the_command_line_merges_and_says_what_it_leaves_out(pair: tuple[Archive, Archive], tmp_path: Path) -> None:
    left, right = pair
    right.tournaments.append("t", [{"kind": "opened", "title": "T", "system": "monopoli"}])
    right.tokens.grant("table", "recorder")
    backup(right, tmp_path / "right.zip")
    with open_as_archive(tmp_path / "right.zip") as opened:
        assert count_skipped_streams(opened) == {"token": 1}
    command = ["--lang", "en", "-a", str(left.path), "import", str(tmp_path / "right.zip")]
    tried = CliRunner().invoke(plancia, [*command, "--dry-run"])
    assert tried.exit_code == 0 and left.count() == 2
    done = CliRunner().invoke(plancia, command)
    assert done.exit_code == 0 and "tournament" in done.stderr and "not taken: token: 1" in done.stderr
    assert left.count() == 4 and set(contents(right)) < set(contents(left))
    assert CliRunner().invoke(plancia, [*command, "--replaces", "left"]).exit_code == 2


def test_a_restored_archive_has_the_same_bytes_leaves_and_root(tmp_path: Path) -> None:
    archive = made(tmp_path / "a.db", text("one", "NOTE A {Anna}"), text("two"))
    archive.add_game(generate(GameSpec("monopoli@1", 1)))
    archive.append(archive.game_ids()[0], ["VOID A 20 {not drawn}"], None)
    archive.withdrawals.withdraw(archive.game_ids()[1], "twice")
    backup(archive, tmp_path / "a.zip")
    restore(tmp_path / "a.zip", tmp_path / "b.db")
    again = Archive.open(tmp_path / "b.db")
    statement = "SELECT log_index, header, body, leaf FROM entry ORDER BY log_index"
    assert archive.db.execute(statement).fetchall() == again.db.execute(statement).fetchall()
    assert [archive.text(game) for game in archive.game_ids()] == [again.text(game) for game in again.game_ids()]
    assert archive.checkpoints.head() == again.checkpoints.head() and verify(again) == []


def test_a_fork_of_the_own_log_is_named_and_nothing_of_it_stored(pair: tuple[Archive, Archive], tmp_path: Path) -> None:
    archive, _ = pair
    archive.checkpoints.sign()
    backup(archive, tmp_path / "before.zip")
    restore(tmp_path / "before.zip", tmp_path / "fork.db")
    fork = Archive.open(tmp_path / "fork.db")
    fork.append(fork.resolve("left"), ["NOTE A {another history}"], None)
    first = fork.last_index()
    fork.append(fork.resolve("common"), ["NOTE A {later}"], None)
    archive.append(archive.resolve("left"), ["NOTE A {the true one}"], None)
    backup(fork, tmp_path / "fork.zip")
    head, run = archive.checkpoints.head(), ["--lang", "en", "-a", str(archive.path), "import"]
    done = CliRunner().invoke(plancia, [*run, str(tmp_path / "fork.zip")])
    assert done.exit_code == 3 and "two histories of one log (forked)" in done.stderr
    assert f"entry {first}: {archive.resolve('left')} " in done.stderr
    assert archive.checkpoints.head() == head and archive.foreign.origins() == []
    assert CliRunner().invoke(plancia, [*run, str(tmp_path / "before.zip")]).exit_code == 0, "an older copy is no fork"
    assert archive.checkpoints.head() == head


def test_a_namesake_of_another_club_stays_apart_until_said_and_can_be_parted_again(tmp_path: Path) -> None:
    left = made(tmp_path / "left.db", text("a"))
    right = made(tmp_path / "right.db", text("b"))
    ours, theirs = str(left.people.find("Anna")), str(right.people.find("Anna"))
    backup(right, tmp_path / "b.zip")
    before = results(left)
    arguments = ["--archive", str(left.path), "--lang", "it"]
    done = CliRunner().invoke(plancia, [*arguments, "import", str(tmp_path / "b.zip")])
    assert done.exit_code == 0 and f"plancia person merge {ours} {theirs}" in done.output
    assert left.people.name(theirs) == "Anna" and left.people.find("Anna") == ours
    apart = results(left)
    assert apart[ours] == before[ours] and apart[theirs] == before[ours]  # a game of each
    assert CliRunner().invoke(plancia, [*arguments, "person", "merge", ours, theirs, "--yes"]).exit_code == 0
    assert left.people.merged() == {theirs: ours} and theirs not in results(left)
    parted = CliRunner().invoke(plancia, [*arguments, "person", "part", theirs, "Anna (Bari)"])
    assert parted.exit_code == 0 and left.people.merged() == {} and results(left) == apart
    assert left.people.find("Anna (Bari)") == theirs and left.people.name(ours) == "Anna" and verify(left) == []
    again = CliRunner().invoke(plancia, [*arguments, "person", "part", theirs])
    assert again.exit_code == 1 and theirs in again.output
    said = CliRunner().invoke(plancia, [*arguments, "import", str(tmp_path / "b.zip"), "--same", f"{theirs}=Anna"])
    assert said.exit_code == 0 and left.people.merged() == {theirs: ours} and fsck(left) == []


def test_namesakes_of_an_earlier_import_are_told_again_and_may_be_said_to_be_one(tmp_path: Path) -> None:
    left = made(tmp_path / "left.db", text("a"))
    right = made(tmp_path / "right.db", text("b"))
    theirs = str(right.people.find("Anna"))
    backup(right, tmp_path / "b.zip")
    command = ["--archive", str(left.path), "--lang", "en", "import", str(tmp_path / "b.zip")]
    for options, is_one in (([], False), ([], False), (["--same-names"], True), ([], True)):
        done = CliRunner().invoke(plancia, [*command, *options])
        assert done.exit_code == 0 and (theirs in left.people.merged()) is is_one, options
        assert ("person merge" in done.output) is not is_one
    backup(left, tmp_path / "own.zip")
    own = CliRunner().invoke(plancia, [*command[:-1], str(tmp_path / "own.zip"), "--same-names"])
    assert own.exit_code == 0 and "person" not in own.output


def results(archive: Archive) -> dict[str, int]:
    """The number of games of each player."""
    rows = archive.db.execute("SELECT player_ref, count(DISTINCT game) FROM seat GROUP BY 1").fetchall()
    return {str(player): int(count) for player, count in rows}
