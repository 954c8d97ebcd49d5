"""A game prepared elsewhere is stored as one that is added at once."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from plancia_archive import Archive
from plancia_archive.errors import Malformed
from plancia_archive.facts.tables import DERIVED_TABLES
from plancia_archive.log.storable_game import prepare_import, prepare_unjudged
from plancia_events import Game, read
from plancia_replay import RuleSetError, judge_game, ruleset_for_game
from plancia_replay.kernel.trace import Trace
from plancia_replay.synthetic import GameSpec, generate

GIVEN = ("game", "recorded_at", "number", "request_id")


def rows_without_ids(archive: Archive, table: str) -> list[tuple[object, ...]]:
    """The rows of a table but for what every archive gives a game anew."""
    names = [str(row[1]) for row in archive.db.execute(f"PRAGMA table_info({table})").fetchall()]
    wanted = [name for name in names if name not in GIVEN]
    return sorted(tuple(row) for row in archive.db.execute(f"SELECT {', '.join(wanted)} FROM {table}").fetchall())


def test_a_game_prepared_in_another_process_has_the_rows_of_one_added_at_once(tmp_path: Path) -> None:
    one, other = (Archive.open(tmp_path / f"{name}.db", create=True) for name in "ab")
    for seed in range(3):
        game = generate(GameSpec("monopoli@1", seed))
        for archive in (one, other):  # the same references in both
            for number, name in enumerate(game.players.values()):
                archive.people.import_person(f"p_0000000{number}", name)
        one.add_game(game)
        added = other.add(pickle.loads(pickle.dumps(prepare_import(game))))
        assert not added.duplicate and added.version == game.version
        assert other.add(prepare_import(game)).duplicate
    for table in DERIVED_TABLES:
        assert rows_without_ids(one, table) == rows_without_ids(other, table), table
    assert [len(rows_without_ids(one, table)) for table in ("game", "throw")] != [0, 0]


def test_names_of_one_person_are_judged_again(archive: Archive) -> None:
    game = generate(GameSpec("monopoli@1", 1))
    first, second, *_ = game.players.values()
    storable = prepare_import(game)
    reference = archive.people.find_or_make(first)[0]
    archive.people.add_alias(reference, second)
    found = archive.judgement(archive.add(storable).game_id)
    assert [verdict.rule for verdict in found.verdicts] == ["players.distinct"]
    rows = archive.db.execute("SELECT rule FROM verdict").fetchall()
    assert [str(row[0]) for row in rows] == ["players.distinct"]
    assert archive.db.execute("SELECT sum(first) FROM player_game WHERE player = ?", [reference]).fetchone()[0] == 1


def test_references_keep_the_rows_that_were_made() -> None:
    game = generate(GameSpec("monopoli@1", 1))
    storable = prepare_import(game)
    references = {name: f"p_{place:08}" for place, name in enumerate(storable.person_names())}
    bound = storable.with_references(references)
    assert bound.derived is storable.derived and list(bound.opening.players.values()) == list(references.values())
    assert bound.with_rules_header().header("Rules") == ruleset_for_game(game).hash
    assert (
        prepare_unjudged(game).derived is None
        and prepare_unjudged(game).with_judgement(ruleset_for_game(game)).derived == storable.derived
    )


def test_what_cannot_be_stored_is_refused_before_it_is_judged() -> None:
    game = generate(GameSpec("monopoli@1", 1))
    with pytest.raises(RuleSetError):
        prepare_import(Game([pair for pair in game.headers if pair[0] != "Variant"] + [("Variant", "none@7")]))
    with pytest.raises(Malformed):
        prepare_import(Game([*game.headers, ("Nothing", "x")], game.events))


TEXT = """[Notation "rgn 1"]
[Variant "eg@1"]
[Red "a"]
[Blue "b"]
[Green "c"]
[Completeness "full"]
[Provenance "synthetic"]

ORDER * R B G
DEAL R ALA BRA
DEAL B ALB
TURN R
ATT R ALA>ALB 6:5 -0-1
OCC R ALA>ALB 1
TRIS R ALA BRA JOL =12+0
END R
TURN R
"""


def test_a_trace_has_each_watched_event_with_the_table_before_it() -> None:
    game = read(TEXT).games[0]
    found = judge_game(game, trace=Trace())
    assert found.trace is not None
    assert [step[0] for step in found.trace.steps] == [10, 16, 17, 14, 10, 0]
    assert [step[1] for step in found.trace.steps] == [4, 5, 6, 7, 9, 0]
    assert [step[2] for step in found.trace.steps] == [1, 1, 1, 1, 2, 2]
    assert [step[9:] for step in found.trace.steps[1:4]] == [(1, 1, 1), (1, 1, 0), (1, 0, 0)]
    first, last = found.trace.snapshots[0], found.trace.snapshots[-1]
    assert (first.lands[:3], first.seats[:3]) == ([2, 1, 0], [0, 1, 2])
    assert (last.lands[:3], last.round) == ([3, 0, 0], found.table.round)


def test_a_trace_changes_nothing_in_the_judgement() -> None:
    for seed in range(3):
        game = generate(GameSpec("torneo@1", seed))
        one, other = judge_game(game), judge_game(game, trace=Trace())
        assert one.judgement() == other.judgement() and one.table.found == other.table.found
