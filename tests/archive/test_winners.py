"""Who has won: nobody where a game has no result, both partners of a team, once who plays two colours."""

from __future__ import annotations

from typing import Any

import pytest

from plancia_archive import Archive, Filters, verify
from plancia_archive.statistics import compute_statistic
from plancia_archive.statistics.what_if import what_if
from plancia_archive.tournaments.results import game_result
from plancia_archive.tournaments.state import Table, Tournament
from plancia_events import Game, read
from plancia_replay import judge
from plancia_replay.synthetic import GameSpec, generate
from tests.archive.contest import SAMPLE

EVERY = Filters(provenance="all")
FEW_GAMES = (8, 26)  # seeds of games between two pairs that are no draws


def rows(archive: Archive, name: str, filters: Filters = EVERY) -> list[dict[str, Any]]:
    """The rows of a statistic."""
    found: list[dict[str, Any]] = compute_statistic(archive.db, name, filters)["rows"]
    return found


NO_RESULT = ("OVER * abandoned\n", "OVER * cancelled\n", "", "OVER * agreement\nMOVE G CIN>SIA 99\n")


@pytest.mark.parametrize("over", NO_RESULT)
def test_v17_a_game_without_result_has_no_winner_anywhere(archive: Archive, over: str) -> None:
    """Abandoned, cancelled, unfinished, impossible: whatever the board counts."""
    text = SAMPLE + over
    kept = archive.add_game(read(text).games[0]).game_id
    found = archive.judgement(kept)
    assert (found.end["winner"], found.end["winners"]) == (None, [])
    row = archive.games()[0][0]
    assert (row["winner"], row["winners"], row["winner_ref"]) == (None, None, None)
    answer = compute_statistic(archive.db, "results-by-player", EVERY)
    assert answer["qualified"] == 0 and sum(answer["left_out"].values()) == 1
    assert rows(archive, "records") == []
    for name in ("Anna", "Bruno", "Gino", "Nadia"):
        reference = archive.people.find(name) or ""
        assert archive.games(Filters(winner=reference))[0] == []
        assert archive.people.record(reference)["wins"] == 0


def test_v17_who_is_named_has_won_an_abandoned_game(archive: Archive) -> None:
    kept = archive.add_game(read(SAMPLE + "OVER * abandoned winner=G\n").games[0]).game_id
    gino = archive.game(kept).players["G"]
    assert archive.games(Filters(winner=gino))[0][0]["winners"] == "G"
    assert sum(row["wins"] for row in rows(archive, "results-by-player")) == 1
    state = Tournament("t")
    state.title, state.system = "t", "monopoli"
    table = Table(1, "A", list(archive.game(kept).players.values()), game=kept)
    assert game_result(archive.tournaments.games, table, state).winner == gino


def team_games(archive: Archive) -> dict[str, Game]:
    """Generated games of two pairs that somebody has won, kept under names; by id."""
    found = {}
    for seed in FEW_GAMES:
        game = generate(GameSpec("stucchi@1", seed))
        if judge(game).end["winner"]:
            text = game.text()
            for letter in "RBGYNV":
                text = text.replace(f'"synthetic-{letter}"', f'"Persona {letter} {seed}"')
            game = read(text).games[0]
            found[archive.add_game(game).game_id] = game
    assert len(found) >= 2
    return found


def test_v19_both_partners_win(archive: Archive) -> None:
    for kept, game in team_games(archive).items():
        end = judge(game).end
        team = next(team for team in (game.header("Team") or "").split() if str(end["winner"]) in team)
        assert end["winners"][0] == end["winner"] and set(end["winners"]) == set(team)
        references = [archive.game(kept).players[colour] for colour in team]
        for reference in references:
            assert [row["game"] for row in archive.games(Filters(winner=reference))[0]] == [kept]
            assert archive.people.record(reference)["wins"] == 1
        winners = {row["player"] for row in rows(archive, "results-by-player") if row["wins"]}
        assert set(references) <= winners
        assert {row["player"] for row in rows(archive, "streaks") if row["longest"]} == winners
        pairs = [{row["player"], row["rival"]} for row in rows(archive, "head-to-head")]
        assert set(references) not in pairs
    games = len(archive.games(limit=100)[0])
    assert sum(row["wins"] for row in rows(archive, "results-by-seat")) == 2 * games
    assert sum(row["wins"] for row in rows(archive, "results-by-objective")) <= 2 * games
    assert len(rows(archive, "head-to-head")) == 4 * games
    first = [row for row in rows(archive, "over-time") if row["who"] == "winner"]
    assert max(row["games"] for row in first) == games
    assert verify(archive) == []


def test_v19_the_margin_is_that_of_the_teams(archive: Archive) -> None:
    kept, game = next(iter(team_games(archive).items()))
    scores = {colour: entry["points"] for colour, entry in judge(game).scores.items()}
    end = judge(game).end
    mine = sum(points for colour, points in scores.items() if colour in end["winners"])
    theirs = sum(points for colour, points in scores.items() if colour not in end["winners"])
    found = archive.db.execute("SELECT margin / 2.0 FROM game_facts WHERE game = ?", [kept]).fetchone()[0]
    assert found == mine - theirs


def test_v19_two_colours_of_one_player_are_one_game(archive: Archive) -> None:
    game = next(one for seed in FEW_GAMES if judge(one := generate(GameSpec("stucchi@1", seed))).end["winner"])
    text = game.text()
    for team, name in zip((game.header("Team") or "").split(), ("Anna", "Bruno"), strict=True):
        for letter in team:
            text = text.replace(f'"synthetic-{letter}"', f'"{name}"')
    archive.add_game(read(text).games[0])
    found = rows(archive, "results-by-player")
    assert sorted((row["games"], row["wins"]) for row in found) == [(1, 0), (1, 1)]
    (duel,) = rows(archive, "head-to-head")
    assert (duel["games"], duel["wins"] + duel["rival_wins"], duel["ahead"] + duel["behind"]) == (1, 1, 1)
    assert sorted((row["longest"], row["without"]) for row in rows(archive, "streaks")) == [(0, 1), (1, 0)]


def test_v19_a_partner_may_be_declared_the_winner() -> None:
    game = next(one for seed in FEW_GAMES if judge(one := generate(GameSpec("stucchi@1", seed))).end["winner"])
    end = judge(game).end
    text = "".join(line if not line.startswith("OVER") else f"OVER * {end['reason']} winner={end['winners'][1]}\n"
                   for line in game.text().splitlines(keepends=True))  # fmt: skip
    assert [verdict.rule for verdict in judge(read(text).games[0]).verdicts] == []


def test_v19_under_its_own_rules_a_team_game_is_the_same(archive: Archive) -> None:
    team_games(archive)
    answer = what_if(archive, EVERY, "stucchi@1")
    same = {row["what"]: row["games"] for row in answer["rows"]}
    assert same["same"] == answer["judged"] and same["winner"] == 0
