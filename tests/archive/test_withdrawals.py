"""Games withdrawn or replaced, persons renamed and merged, games of programs: what the log, lists and figures say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from plancia_archive import Archive, ArchiveError, Filters, verify
from plancia_archive.exports.backups import backup, restore
from plancia_archive.registers.person_merges import merge_people
from plancia_archive.statistics import compute_statistic
from plancia_cli.main import plancia
from plancia_events import read
from plancia_replay.synthetic import GameSpec, generate
from tests.archive.contest import OVER, SAMPLE, add, eight, keep

WON = SAMPLE + "OVER * agreement winner=G\n"


def games(archive: Archive) -> list[str]:
    """The ids of the listed games."""
    return [row["game"] for row in archive.games()[0]]


def played(archive: Archive) -> int:
    """The games that results count."""
    return int(compute_statistic(archive.db, "results-by-variant", Filters())["qualified"])


def test_a13_a_withdrawn_game_leaves_lists_and_statistics_and_stays_in_the_log(archive: Archive) -> None:
    kept = keep(archive, OVER)
    text = archive.text(kept)
    archive.withdrawals.withdraw(kept, "  kept  twice ")
    assert (games(archive), played(archive), archive.count()) == ([], 0, 0)
    assert archive.text(kept) == text and archive.resolve(kept) == kept
    (row,) = archive.withdrawals.fetch_rows()
    assert (row["game"], row["why"], row["instead"]) == (kept, "kept twice", None)
    stream = archive.db.execute("SELECT body FROM entry WHERE game = ?", ["withdrawal:" + kept]).fetchone()[0]
    assert json.loads(bytes(stream)) == {"kind": "withdrawn", "why": "kept twice"}
    assert verify(archive) == [] and archive.rebuild() == [] and archive.withdrawals.fetch_rows() == [row]
    again = archive.add_game(read(OVER).games[0])
    assert (again.duplicate, again.game_id, again.withdrawn, games(archive)) == (True, kept, "kept twice", [])
    archive.withdrawals.restore(kept, "it was right")
    assert (games(archive), archive.withdrawals.fetch_rows(), played(archive)) == ([kept], [], 1)
    assert verify(archive) == []


@pytest.mark.parametrize(("what", "code"), [("", "why"), ("x" * 501, "why"), ("a\u202eb", "why")])
def test_a13_a_withdrawal_needs_a_reason(archive: Archive, what: str, code: str) -> None:
    kept = keep(archive, OVER)
    with pytest.raises(ArchiveError) as caught:
        archive.withdrawals.withdraw(kept, what)
    assert caught.value.code == code and games(archive) == [kept]


def test_a13_what_is_withdrawn_takes_no_lines_and_is_not_withdrawn_twice(archive: Archive) -> None:
    kept = keep(archive, SAMPLE)
    with pytest.raises(ArchiveError) as caught:
        archive.withdrawals.restore(kept, "why not")
    assert caught.value.code == "not-withdrawn"
    archive.withdrawals.withdraw(kept, "wrong")
    for attempt in (lambda: archive.append(kept, ["OVER * agreement"], None),
                    lambda: archive.withdrawals.withdraw(kept, "again")):  # fmt: skip
        with pytest.raises(ArchiveError) as caught:
            attempt()
        assert caught.value.code == "withdrawn"


def test_a13_a_replacement_is_kept_and_the_old_game_withdrawn_or_neither(archive: Archive) -> None:
    old = keep(archive, OVER)
    with pytest.raises(ArchiveError) as caught:
        archive.add_game(read(OVER).games[0], replaces=old)
    assert caught.value.code == "replaces-itself" and games(archive) == [old]
    with pytest.raises(ArchiveError):
        archive.add_game(read(WON).games[0], replaces="g_nothing")
    assert games(archive) == [old]
    new = archive.add_game(read(WON).games[0], replaces=old, why="the winner was not read").game_id
    assert games(archive) == [new] and archive.withdrawals.fetch_rows()[0]["instead"] == new
    assert verify(archive) == []


def test_a13_a_withdrawn_game_does_not_count_at_its_table(tmp_path: Path) -> None:
    archive = eight(tmp_path)
    kept = keep(archive, WON)
    add(archive, {"kind": "linked", "round": 1, "table": "A", "game": kept})
    assert len(archive.tournaments.rounds(archive.tournaments.get("t"))[0]) == 1
    archive.withdrawals.withdraw(kept, "another evening")
    assert archive.tournaments.rounds(archive.tournaments.get("t"))[0] == []
    assert "withdrawn" in {remark.code for remark in archive.tournaments.remarks("t")}
    assert verify(archive) == []


def test_a13_a_14_a_backup_brings_back_withdrawals_and_merged_persons(archive: Archive, tmp_path: Path) -> None:
    kept = keep(archive, OVER)
    other = keep(archive, WON.replace('"Anna"', '"Anna Verdi"').replace("monopoli-serata", "x"))
    merge_people(archive, "Anna", "Anna Verdi")
    archive.withdrawals.withdraw(kept, "wrong")
    backup(archive, tmp_path / "b.zip")
    restore(tmp_path / "b.zip", tmp_path / "c.db")
    again = Archive.open(tmp_path / "c.db")
    assert again.withdrawals.fetch_rows() == archive.withdrawals.fetch_rows() and games(again) == [other]
    assert again.people.merged() == archive.people.merged() and verify(again) == []


def test_a14_a_person_is_renamed_and_the_old_name_still_means_the_same(archive: Archive) -> None:
    kept = keep(archive, OVER)
    reference = archive.people.find("Anna") or ""
    with archive.writing():
        assert archive.people.rename("Anna", " Anna  Verdi ") == reference
    assert archive.people.name(reference) == "Anna Verdi"
    assert archive.people.find("Anna") == archive.people.find("verdi anna") == reference
    assert archive.add_game(read(OVER).games[0]).game_id == kept
    for name in ("Bruno", "", "p_00000000"):
        with pytest.raises(ArchiveError):
            archive.people.rename("Anna", name)


def test_a14_two_persons_become_one_everywhere(archive: Archive) -> None:
    first = keep(archive, WON)
    text = WON.replace('"Anna"', '"Ana"').replace('[Game "', '[Game "second-').replace("Bruno", "Ugo")
    second = keep(archive, text)
    anna, ana = archive.people.find("Anna") or "", archive.people.find("Ana") or ""
    assert anna != ana
    log = archive.text(second)
    merge_people(archive, "Anna", "Ana")
    assert archive.text(second) == log and ana in log
    assert archive.people.find("Ana") == archive.people.find(ana) == anna and archive.people.name(ana) == "Anna"
    assert anna in archive.game(second).players.values()
    assert [row["game"] for row in archive.games(Filters(player=anna))[0]] == [first, second]
    assert archive.people.record(anna)["games"] == 2
    rows = {row["player"]: row for row in compute_statistic(archive.db, "results-by-player", Filters())["rows"]}
    assert rows[anna]["games"] == 2 and ana not in rows
    assert archive.add_game(read(text).games[0]).duplicate
    assert verify(archive) == []
    assert all(row["player"] != ana for row in archive.people.all())


def test_a14_who_met_is_not_one_person(tmp_path: Path) -> None:
    archive = eight(tmp_path)
    for pair in (("Anna", "Ugo"), ("Anna", "Anna"), ("Anna", "Nobody")):
        with pytest.raises(ArchiveError):
            merge_people(archive, *pair)


def test_a14_standings_follow_a_merge(tmp_path: Path) -> None:
    archive = eight(tmp_path)
    keep(archive, OVER.replace('"Anna"', '"Annina"'))
    ugo, old = archive.people.find("Annina") or "", archive.people.find("Anna") or ""
    merge_people(archive, "Annina", "Anna")
    players = archive.tournaments.get("t").players
    assert ugo in players and old not in players and verify(archive) == []


def test_a15_games_of_programs_count_only_when_asked_for(archive: Archive) -> None:
    human = keep(archive, WON)
    archive.add_game(generate(GameSpec("monopoli@1", 1)))
    engine = WON.replace('"sheet"', '"imported:syncs"').replace('[Game "', '[Game "e-')
    keep(archive, engine)
    answer = compute_statistic(archive.db, "results-by-variant", Filters())
    assert (answer["games"], answer["qualified"]) == (3, 1)
    assert answer["left_out"] == {"synthetic": 1, "engines": 1} and human not in answer["left_out_games"]["engines"]
    assert compute_statistic(archive.db, "results-by-variant", Filters(provenance="all"))["qualified"] == 3
    assert compute_statistic(archive.db, "results-by-variant", Filters(provenance="synthetic"))["qualified"] == 1
    assert len(archive.games(Filters(provenance="all"))[0]) == len(games(archive)) == 3


def test_a13_a15_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.rgn").write_text(OVER, "utf-8")
    Path("two.rgn").write_text(WON, "utf-8")

    def run(*words: str) -> str:
        done = CliRunner().invoke(plancia, ["--lang", "en", *words])
        assert done.exit_code == 0, done.output
        return done.output

    run("import", "one.rgn")
    name = json.loads(run("list", "--format", "jsonl").splitlines()[0])["game"]
    run("import", "two.rgn", "--replaces", name, "--why", "winner read again")
    assert "winner read again" in run("list", "--withdrawn") and name not in run("list")
    run("withdraw", name, "--undo", "--why", "both are right")
    assert name in run("list")
    run("withdraw", name, "--why", "no")
    assert "intact" in run("verify")
    run("generate", "--variant", "monopoli@1", "-o", "g.rgn")
    run("import", "g.rgn")
    assert "--all-provenances" in run("stats", "lengths")
    assert "--all-provenances" not in run("stats", "lengths", "--all-provenances")
    assert run("person", "rename", "Anna", "Anna Verdi") == run("person", "alias", "Anna", "Verdi Anna")
