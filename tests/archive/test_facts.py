"""Facts come with the archive's version, link games to tournaments, report what illegal moves changed; exact tests."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from plancia_archive import Archive, Filters, verify
from plancia_archive.errors import ArchiveError
from plancia_archive.facts import odds
from plancia_archive.facts.projections import derived_rows
from plancia_archive.log import creation, schema
from plancia_archive.log.connections import connect
from plancia_archive.log.schema import migrations
from plancia_archive.statistics import compute_statistic
from plancia_archive.statistics.inference import (
    chi_square,
    chi_square_tail,
    exact_p_value,
    exact_p_value_uniform,
    fairness_test,
    round_p_value,
)
from plancia_events import Game, read
from plancia_replay import judge
from plancia_replay.judging.replay import cached_ruleset
from plancia_replay.synthetic import GameSpec, generate
from plancia_replay.synthetic.mutations import mutate
from tests.archive.old_archives import as_version_eight, form_1_rows


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive.open(tmp_path / "a.db", create=True)


def headed(game: Game, *more: tuple[str, str]) -> Game:
    """A game with more headers."""
    return Game([*game.headers, *more], game.events, game.lines)


def faulty(variant: str, kinds: tuple[str, ...], seeds: int) -> list[Game]:
    """Generated games with one fault each."""
    rules = cached_ruleset(variant, ())
    found = []
    for seed in range(seeds):
        for kind in kinds:
            fault = mutate(generate(GameSpec(variant, seed)), rules, kind, random.Random(seed))
            if fault is not None:
                found.append(fault.game)
    return found


@pytest.mark.parametrize("stopped", [False, True])
def test_an_archive_of_version_two_is_filled_when_it_is_opened(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stopped: bool
) -> None:
    for seed in range(2):
        archive.add_game(headed(generate(GameSpec("rcm@1 + no-strip", seed)), ("Place", "Milano")))
    old = connect(tmp_path / "old.db", create=True)
    migrations.apply(old, stop_before="third_tables")
    old.execute("PRAGMA user_version = 2")
    people = archive.db.execute("SELECT player_ref, name FROM person").fetchall()
    for table, rows in (("person", people), ("entry", form_1_rows(archive))):
        for row in rows:
            old.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", list(row))
    old.execute("INSERT INTO alias SELECT name, player_ref FROM person")
    tables = {row[0] for row in old.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()}
    assert {"pair", "face"} <= tables and "player_game" not in tables
    old.conn.close()
    if stopped:  # between the new tables and their rows
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(Archive, "rebuild", lambda self: (_ for _ in ()).throw(KeyboardInterrupt()))
            Archive.open(tmp_path / "old.db")
    opened = Archive.open(tmp_path / "old.db")
    assert verify(opened) == [] and opened.game_ids() == archive.game_ids()
    assert opened.db.execute("SELECT count(*) FROM player_game").fetchone()[0] > 0


RESULT = """[Notation "rgn 1"]
[Game "{}"]
[Variant "monopoli@1"]
[Red "Anna"]
[Blue "Bruno"]
[Completeness "result-only"]
[Provenance "sheet"]
{}

OVER * points{}
"""


def test_points_of_a_record_with_the_result_alone_are_those_it_declares(archive: Archive) -> None:
    for number, (header, winner, lines) in enumerate([
        ("", " winner=R", "SCORE R 20\nSCORE B 10.5\n"), ('[Result "R 31 B ?"]', " winner=R", ""),
        ("", "", "SCORE R 8\nSCORE B 8\n"), ("", " winner=B", ""),
    ]):  # fmt: skip
        archive.add_game(read(RESULT.format(number, header, winner) + lines).games[0])
    answer = compute_statistic(archive.db, "results-by-player", Filters(provenance="all"))
    rows = {archive.people.name(row["player"]): row for row in answer["rows"]}
    assert [rows["Anna"][key] for key in ("games", "wins", "mean_points", "best_points")] == [4, 2, 19.666667, 31.0]
    assert [rows["Bruno"][key] for key in ("games", "wins", "mean_points", "best_points")] == [4, 1, 9.25, 10.5]
    (pair,) = compute_statistic(archive.db, "head-to-head", Filters(provenance="all"))["rows"]
    assert {pair["ahead"], pair["behind"]} == {0, 1}
    assert verify(archive) == []


def test_an_archive_of_version_three_is_filled_again_when_it_is_opened(archive: Archive) -> None:
    archive.add_game(read(RESULT.format("x", "", " winner=R") + "SCORE R 20\nSCORE B 10.5\n").games[0])
    archive.db.execute("UPDATE player_game SET half_points = NULL")
    archive.db.execute("PRAGMA user_version = 3")
    archive.close()
    opened = Archive.open(archive.path)
    assert verify(opened) == []
    assert opened.db.execute("SELECT sum(half_points) FROM player_game").fetchone()[0] == 61


TABLES = (
    "game_facts",
    "player_game",
    "duel",
    "strength",
    "holding",
    "assault",
    "conquest_edge",
    "conquest_counts",
    "game_option",
    "link",
)


def test_the_tables_of_version_four_are_replaced_when_it_is_opened(archive: Archive) -> None:
    archive.add_game(generate(GameSpec("monopoli@1", 0)))
    before = derived_rows(archive.db)
    for statement in (
        "DROP TABLE conquest_counts", "DROP TABLE strength", "CREATE TABLE strength(round INTEGER, l1 INTEGER)",
        "DELETE FROM _sqlite_migrations WHERE name = 'fifth_tables'", "PRAGMA user_version = 4",
    ):  # fmt: skip
        archive.db.execute(statement)
    archive.close()
    opened = Archive.open(archive.path)
    assert derived_rows(opened.db) == before and before["conquest_counts"] and verify(opened) == []


def as_version_seven(path: Path) -> None:
    """Gives tables, indexes and columns of an archive of version 8 the names of version 7."""
    db = connect(path)
    for old, new in schema.RENAMED_TABLES.items():
        indexes = db.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql NOT NULL", [new]
        ).fetchall()
        db.execute(f"ALTER TABLE {new} RENAME TO {old}")
        for name, statement in indexes:
            db.execute(f"DROP INDEX {name}")
            db.execute(statement.replace(new, old))
    for statement in (
        "ALTER TABLE fall RENAME COLUMN edge TO way",
        "DELETE FROM _sqlite_migrations WHERE name = 'eighth_tables'", "PRAGMA user_version = 7",
    ):  # fmt: skip
        db.execute(statement)
    db.conn.close()


def schema_and_log(archive: Archive) -> tuple[list[tuple[str, ...]], list[tuple[object, ...]]]:
    """Every table, index and trigger of an archive with its statement, and the rows of its log."""
    objects = "SELECT type, name, sql FROM sqlite_master ORDER BY type, name"
    return archive.db.execute(objects).fetchall(), archive.db.execute("SELECT * FROM entry").fetchall()


def test_the_tables_of_version_seven_are_made_again_under_their_names(archive: Archive) -> None:
    for seed in range(4, 8):
        archive.add_game(generate(GameSpec("rcm@1 + no-strip", seed)))
    for game in faulty("monopoli@1", ("army",), 3)[:1]:
        archive.add_game(game)
    as_version_eight(archive)
    archive = Archive.open(archive.path)
    before, stored = derived_rows(archive.db), schema_and_log(archive)
    assert all(before[table] for table in schema.RENAMED_TABLES.values())
    as_version_eight(archive)
    as_version_seven(archive.path)
    with pytest.raises(ArchiveError) as refused:
        Archive.open(archive.path, read_only=True)
    assert (refused.value.code, refused.value.what) == ("older", "7")
    opened = Archive.open(archive.path)
    assert opened.db.execute("PRAGMA user_version").fetchone()[0] == schema.VERSION == 9
    assert derived_rows(opened.db) == before
    objects, entries = schema_and_log(opened)
    assert objects == stored[0] and [row for row in entries if not row[-1]] == [row for row in stored[1] if not row[-1]]
    assert not set(schema.RENAMED_TABLES) & creation.table_names(opened.db) and verify(opened) == []


def test_a_migration_that_is_interrupted_keeps_its_key(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    archive.add_game(generate(GameSpec("rcm@1 + no-strip", 4)))
    as_version_eight(archive)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):  # after the commitment, before the version
        patch.setattr(schema, "set_version", lambda db: (_ for _ in ()).throw(KeyboardInterrupt()))
        Archive.open(archive.path)
    opened = Archive.open(archive.path)
    assert opened.checkpoints.signing_key() is not None and opened.checkpoints.sign() is not None
    assert [event["kind"] for event in opened.log.events("archive:")] == ["migrated"] and verify(opened) == []


@pytest.mark.parametrize("table", TABLES)
def test_a_changed_fact_is_named(archive: Archive, table: str) -> None:
    for seed in range(4, 12):
        archive.add_game(generate(GameSpec("rcm@1 + no-strip", seed)))
    linked(archive, "gara", None)
    assert verify(archive) == []
    archive.db.execute(f"DELETE FROM {table}")
    found = verify(archive)
    assert found and {finding.code for finding in found} == {"derived"}
    assert all(table in f"{finding.where} {finding.detail}" for finding in found)


def linked(archive: Archive, name: str, club: str | None) -> str:
    """A tournament whose only table is the first game of the archive."""
    game_id = archive.game_ids()[0]
    players = list(archive.game(game_id).players.values())
    opened = {"kind": "opened", "title": name, "system": "open", **({"club": club} if club else {})}
    archive.tournaments.append(name, [
        opened, *({"kind": "entered", "player": player} for player in players),
        {"kind": "table", "round": 1, "table": "A", "seats": players},
        {"kind": "linked", "round": 1, "table": "A", "game": game_id},
    ])  # fmt: skip
    return game_id


def test_games_of_a_tournament_and_of_its_club(archive: Archive) -> None:
    for seed in range(3):
        archive.add_game(headed(generate(GameSpec("monopoli@1", seed)), ("Place", "Modena")))
    linked(archive, "autunno", "Club Milano")
    every = compute_statistic(archive.db, "dice-by-tournament", Filters(provenance="all"))
    assert every["left_out"] == {"no-tournament": 2} and every["left_out_games"] == {
        "no-tournament": archive.game_ids()[1:]
    }
    only = compute_statistic(archive.db, "dice-by-source", Filters(provenance="all", tournament="autunno"))
    (row,) = every["rows"]
    assert only["games"] == 1 and row["tournament"] == "autunno" and row["dice"] == only["rows"][0]["dice"]
    clubs = {
        row["club"]: row["games"]
        for row in compute_statistic(archive.db, "results-by-club", Filters(provenance="all"))["rows"]
    }
    assert clubs == {"Club Milano": 1, "Modena": 2}
    assert compute_statistic(archive.db, "lengths", Filters(provenance="all", club="Club Milano"))["games"] == 1
    assert compute_statistic(archive.db, "lengths", Filters(provenance="all", tournament="inverno"))["games"] == 0
    before = derived_rows(archive.db)["link"]
    archive.rebuild()
    assert derived_rows(archive.db)["link"] == before != []


def test_options_and_editions(archive: Archive) -> None:
    archive.add_game(generate(GameSpec("rcm@1 + no-strip", 0)))
    archive.add_game(generate(GameSpec("rcm@1", 1)))
    archive.add_game(headed(generate(GameSpec("eg@1", 2)), ("Option", "players.count.allowed=3 4 5 6")))
    games = archive.game_ids()
    for option, place in (("no-strip", 0), ("players.count.allowed=3 4 5 6", 2)):
        rows, _ = archive.games(Filters(option=option))
        assert [row["game"] for row in rows] == [games[place]]
    assert len(archive.games(Filters(edition=1))[0]) == 3 and archive.games(Filters(edition=2))[0] == []


def test_the_effect_of_an_illegal_move_is_that_of_its_absence(archive: Archive) -> None:
    games = [archive.add_game(game).game_id for game in faulty("monopoli@1", ("army", "border", "card-twice"), 6)]
    told = 0
    for game_id in games:
        game, number = archive.game(game_id), archive.db.execute(
            "SELECT number FROM game WHERE game = ?", [game_id]).fetchone()[0]  # fmt: skip
        whole = judge(game)
        for event, winner, points in archive.db.execute(
            "SELECT event, winner, points FROM counterfactual WHERE number = ?", [number]
        ).fetchall():
            without = Game(game.headers, [e for n, e in enumerate(game.events, start=1) if n != event])
            other = judge(without)
            if winner is None:
                stating = game.events[event - 1].TAG in ("SCORE", "REIN", "OVER")
                assert stating or other.impossible is not None or whole.impossible is not None
                continue
            told += 1
            assert bool(winner) == (other.end["winner"] != whole.end["winner"])
            scores = [{colour: one["points"] for colour, one in found.scores.items()} for found in (whole, other)]
            assert bool(points) == (scores[0] != scores[1])
    assert told >= 3
    rows = compute_statistic(archive.db, "illegal-effects", Filters(provenance="all"))["rows"]
    assert sum(row["told"] for row in rows) >= told
    assert all(row["winner_changed"] <= row["told"] <= row["moves"] for row in rows)


def test_findings_are_counted_as_the_judge_finds_them(archive: Archive) -> None:
    games = faulty("torneo@1", ("die", "total", "score"), 3)
    due: dict[tuple[str, str, str], list[int]] = {}
    for game in games:
        archive.add_game(game)
        found = judge(game).verdicts
        for key in {(v.rule_id, v.rule, v.verdict) for v in found}:
            entry = due.setdefault(key, [0, 0, 0])
            entry[0] += sum((v.rule_id, v.rule, v.verdict) == key for v in found)
            entry[1] += 1
            entry[2] += any(v.rule in ("record.score", "record.end") for v in found)
    rows = compute_statistic(archive.db, "illegal", Filters(provenance="all"))["rows"]
    figures = ("findings", "games", "result_differs")
    assert {(r["rule_id"], r["rule"], r["verdict"]): [r[name] for name in figures] for r in rows} == due
    assert any(row["result_differs"] for row in rows) and all(row["low"] < row["share"] <= row["high"] for row in rows)


def test_where_dice_come_from(archive: Archive) -> None:
    archive.add_game(headed(generate(GameSpec("monopoli@1", 0)), ("X-Dice", "dadi da torneo")))
    archive.add_game(generate(GameSpec("monopoli@1", 1)))
    assert [row["source"] for row in compute_statistic(archive.db,
    "dice-by-source", Filters(provenance="all"))["rows"]] == [
        "dadi da torneo", "synthetic"
    ]  # fmt: skip


def test_corrections_are_followed_by_the_facts(archive: Archive) -> None:
    game = generate(GameSpec("monopoli@1", 3))
    place = next(n for n, event in enumerate(game.events, start=1) if event.TAG == "ATT")
    text = game.text() + f"FIX A {place} ATT {line_of(game, place)} {{letto male}}\n"
    archive.add_game(game)  # first: once the corrected game is kept, its beginning is known
    archive.add_game(read(text).games[0])
    two, one = (row[0] for row in archive.db.execute("SELECT n1 + n2 FROM game_facts ORDER BY number").fetchall())
    assert one != two


def line_of(game: Game, number: int) -> str:
    """The throw of an event with other dice of the same losses: every die of the attack a one, of the defence a six."""
    event = game.events[number - 1]
    mine, yours = "1" * len(event.attack_dice), "6" * len(event.defence_dice)
    lost = min(len(mine), len(yours))
    return f"{event.actor} {event.source}>{event.target} {mine}:{yours} -{lost}-0"


def test_exact_tests_are_those_of_all_outcomes() -> None:
    for observed in ([2, 0, 1, 0, 1, 0], [1, 1, 1, 1, 0, 0], [4, 0, 0, 0, 0, 0]):
        value, _ = chi_square(observed, [1 / 6] * 6)
        outcomes = [[faces.count(face) for face in range(6)] for faces in product(range(6), repeat=4)]
        as_great = sum(chi_square(counts, [1 / 6] * 6)[0] >= value - 1e-9 for counts in outcomes)
        assert exact_p_value_uniform(tuple(sorted(observed))) == pytest.approx(as_great / 6**4)
        assert exact_p_value(tuple(observed), (1 / 6,) * 6) == pytest.approx(as_great / 6**4)
    assert fairness_test([10, 12, 9, 11, 8, 10], [1 / 6] * 6)[2] == "chi-square"
    value, p, test = fairness_test([6, 3, 4, 3, 4, 5], [1 / 6] * 6)
    assert test == "exact" and p == pytest.approx(chi_square_tail(value, 5), abs=0.05)
    assert fairness_test([0, 2], [21 / 36, 15 / 36])[1] == pytest.approx(float(Fraction(15, 36) ** 2))


def test_decimal_odds_are_the_exact_ones() -> None:
    for most, usable, defenders in product((2, 3), range(1, 9), range(1, 9)):
        assert odds.conquest_chance(usable, defenders, most) == pytest.approx(
            float(odds.conquest_odds(usable, defenders, most))
        )
    mean, spread = odds.scaled_moments(3, 3)
    assert Fraction(mean, odds.SCALE) == Fraction(-3 * 17871 - 12348 + 10017 + 3 * 6420, 46656)
    assert Fraction(spread, odds.SCALE**2) == odds.variance(3, 3)


def test_a_result_alone_says_nothing_of_moves(archive: Archive) -> None:
    archive.add_game(generate(GameSpec("monopoli@1", 0)))
    players = "".join(f'[{colour} "{colour}"]\n' for colour in ("Red", "Blue", "Green", "Yellow"))
    head = f'[Notation "rgn 1"]\n[Variant "monopoli@1"]\n{players}[Completeness "result-only"]\n[Provenance "sheet"]\n'
    archive.add_game(read(head + '[Result "R 30 B 20 G 10 Y 5"]\n\nOVER * end-roll winner=R\n').games[0])
    for name in ("lengths", "cards", "records", "eliminations", "over-time"):
        assert compute_statistic(archive.db, name, Filters(provenance="all"))["left_out"] == {"no-moves": 1}
    assert compute_statistic(archive.db, "results-by-player", Filters(provenance="all"))["qualified"] == 2


def test_small_chances_are_not_shown_as_nothing() -> None:
    assert round_p_value(1.23456789e-12) == 1.23457e-12 and round_p_value(0.5) == 0.5 and round_p_value(0.0) == 0.0


def test_a_player_who_is_none_is_nobody(archive: Archive) -> None:
    archive.add_game(generate(GameSpec("monopoli@1", 0)))
    for name in ("'", "{games}", "-", "' OR 1 --"):
        assert compute_statistic(archive.db, "over-time", Filters(provenance="all", player=name))["rows"] == []
        assert compute_statistic(archive.db, "luck", Filters(provenance="all", player=name, seat=1))["games"] == 0


WALKS = (
    "over-time", "continents", "dice", "luck", "assaults", "results-by-player", "conquests", "head-to-head", "sets",
    "eliminations", "results-by-objective",
)  # fmt: skip


@pytest.mark.parametrize("filters", [
    Filters(provenance="all"), Filters(provenance="all", variant="monopoli", since="2000-01-01"),
])  # fmt: skip
def test_groups_are_walked_without_sorting(archive: Archive, filters: Filters) -> None:
    for seed in range(3):
        archive.add_game(headed(generate(GameSpec("monopoli@1", seed)), ("Date", "2024-05-01")))
    archive.add_game(headed(generate(GameSpec("rcm@1", 0)), ("Date", "2024-05-01")))
    for name in WALKS:
        asked: list[str] = []
        archive.db.conn.set_trace_callback(asked.append)
        assert compute_statistic(archive.db, name, filters)["qualified"] in (3, 4)
        archive.db.conn.set_trace_callback(None)
        assert asked
        for statement in asked:
            plan = [str(row[-1]) for row in archive.db.execute("EXPLAIN QUERY PLAN " + statement).fetchall()]
            assert not any("TEMP B-TREE FOR GROUP BY" in step for step in plan), (name, statement, plan)
