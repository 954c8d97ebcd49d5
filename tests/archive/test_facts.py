"""Facts link games to tournaments, report what illegal moves changed, and are checked against the log."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancia_archive import Archive, Filters, verify
from plancia_archive.facts.projections import derived_rows
from plancia_archive.statistics import compute_statistic
from plancia_events import Game, read
from plancia_replay import judge
from plancia_replay.synthetic import GameSpec, generate
from tests import copied
from tests.archive.generated_games import RESULT, faulty, headed


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


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an archive of three games, one of them of a tournament, in which nothing is wrong."""
    path = tmp_path_factory.mktemp("played") / "a.db"
    archive = Archive.open(path, create=True)
    for seed in range(9, 12):
        archive.add_game(generate(GameSpec("rcm@1 + no-strip", seed)))
    linked(archive, "gara", None)
    assert verify(archive) == []
    archive.close()
    return path


@pytest.mark.parametrize("table", TABLES)
def test_a_changed_fact_is_named(played: Path, tmp_path: Path, table: str) -> None:
    archive = Archive.open(copied(played, tmp_path / "a.db"))
    archive.db.execute(f"DELETE FROM {table}")
    found = verify(archive)
    assert found and {finding.code for finding in found} == {"derived"}
    assert all(table in f"{finding.where} {finding.detail}" for finding in found)
    archive.close()


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


def test_an_elimination_that_the_table_writes_is_nobody_s(archive: Archive) -> None:
    game = generate(GameSpec("monopoli@1", 3))
    first = next(n for n, event in enumerate(game.events) if event.TAG == "TURN")
    loser = list(game.players)[-1]
    archive.append(archive.add_game(Game(game.headers, game.events[:first])).game_id, [f"ELIM * {loser}"], None)
    felled = archive.db.execute("SELECT sum(felled) FROM player_game").fetchone()
    assert felled[0] == 0 and verify(archive) == []


def test_a_result_alone_says_nothing_of_moves(archive: Archive) -> None:
    archive.add_game(generate(GameSpec("monopoli@1", 0)))
    players = "".join(f'[{colour} "{colour}"]\n' for colour in ("Red", "Blue", "Green", "Yellow"))
    head = f'[Notation "rgn 1"]\n[Variant "monopoli@1"]\n{players}[Completeness "result-only"]\n[Provenance "sheet"]\n'
    archive.add_game(read(head + '[Result "R 30 B 20 G 10 Y 5"]\n\nOVER * end-roll winner=R\n').games[0])
    for name in ("lengths", "cards", "records", "eliminations", "over-time"):
        assert compute_statistic(archive.db, name, Filters(provenance="all"))["left_out"] == {"no-moves": 1}
    assert compute_statistic(archive.db, "results-by-player", Filters(provenance="all"))["qualified"] == 2


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
