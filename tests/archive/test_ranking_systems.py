"""Every ranking system line by line: the five documents, the clubs' figures, discards, ties with their reasons."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from plancia_archive import Archive, ArchiveError
from plancia_archive.tournaments import (
    RankingSystem,
    Standing,
    find_ranking_system,
    load_ranking_systems,
    national_rows,
    standings,
    team_standings,
)
from plancia_archive.tournaments.ranking_systems import Result
from plancia_archive.tournaments.standings import format_points
from plancia_events import read

ROOT = Path(__file__).resolve().parent.parent.parent


def result(points: dict[str, Any], **more: Any) -> Result:
    return Result({player: Fraction(str(value)) for player, value in points.items()}, **more)


def gained(name: str, *args: Any, **more: Any) -> dict[str, str]:
    """Ranking points of one table, as text."""
    return {
        player: format_points(points)
        for player, (points, _) in find_ranking_system(name).points(result(*args, **more)).items()
    }


def ranked(name: str, *rounds: dict[str, Any], **more: Any) -> list[tuple[int, str, str, str]]:
    """Place, player, total and what parted the row, after rounds of one table each."""
    rows = standings(find_ranking_system(name), [[result(points)] for points in rounds], **more)
    return [(row.pos, row.player, format_points(row.total), row.tie_break) for row in rows]


@pytest.mark.parametrize(("gap", "win", "loss"), [
    (0, 100, 100), (10, 100, 100), (11, 110, 90), (20, 110, 90), (21, 120, 80), (30, 120, 80), (31, 130, 70),
    (40, 130, 70), (41, 140, 60), (50, 140, 60), (51, 150, 50), (60, 150, 50), (61, 160, 40), (164, 160, 40),
])  # fmt: skip
def test_one_against_one_by_the_gap(gap: int, win: int, loss: int) -> None:  # 003, lines 17-23
    assert gained("uno-contro-uno", {"a": 20 + gap, "b": 20}) == {"a": str(win), "b": str(loss)}
    assert gained("uno-contro-uno", {"a": 20, "b": 20 + gap}) == {"a": str(loss), "b": str(win)}


@pytest.mark.parametrize(("what", "win", "loss"), [
    ("world", "200", "10"), ("rival-out", "190", "10"), ("dummy-out", "180", "20"), ("risiko", "170", "30"),
])  # fmt: skip
def test_one_against_one_by_the_outcome(what: str, win: str, loss: str) -> None:  # 003, lines 13-16
    assert gained("uno-contro-uno", {"a": 1, "b": 99}, outcome=("a", what)) == {"a": win, "b": loss}


def test_a_match_is_two_games() -> None:  # 003, line 5
    first, second = {"a": 70, "b": 40}, {"a": 40, "b": 101}  # 120/80, then 40/160
    assert ranked("uno-contro-uno", first, second) == [(1, "b", "240", ""), (2, "a", "160", "total")]
    with pytest.raises(ArchiveError):
        gained("uno-contro-uno", {"a": 1, "b": 2, "c": 3})
    with pytest.raises(ArchiveError):
        gained("uno-contro-uno", {"a": 1, "b": 2}, outcome=("a", "both-out"))


TEAMS = (frozenset("ac"), frozenset("bd"))


@pytest.mark.parametrize(("points", "more", "win", "loss"), [
    ((5, 0, 1, 0), {"out": frozenset("bd")}, "7", "-2"),  # 001, line 26
    ((5, 60, 1, 0), {"outcome": ("a", "both-out")}, "7", "-2"),
    ((40, 10, 1, 6), {"out": frozenset("d")}, "6", "-1"),  # line 27: 41 - 16 = 25
    ((40, 10, 0, 6), {"out": frozenset("d")}, "2", "2"),  # 40 - 16 = 24 is a draw, whoever fell
    ((40, 10, 1, 6), {"out": frozenset("c")}, "5", "0"),  # the team behind felled one: line 28
    ((40, 10, 1, 6), {"outcome": ("a", "one-out")}, "6", "-1"),
    ((40, 10, 1, 6), {"outcome": ("b", "one-out")}, "5", "0"),
    ((40, 10, 1, 6), {}, "5", "0"),
    ((40, 10, 0.5, 6), {}, "2", "2"),  # line 29: 24.5 is below 25
])  # fmt: skip
def test_team_games(points: tuple[float, ...], more: dict[str, Any], win: str, loss: str) -> None:
    made = gained("stucchi", dict(zip("abcd", points)), teams=TEAMS, **more)
    assert made == {"a": win, "c": win, "b": loss, "d": loss}


def test_team_games_count_once_for_the_team() -> None:
    game = Result({p: Fraction(n) for p, n in zip("abcd", (40, 10, 1, 6))}, teams=TEAMS)
    rows = team_standings(find_ranking_system("stucchi"), [[game], [game]], {"Rossi": ["a", "c"], "Verdi": ["b", "d"]})
    assert [(row.team, row.row.pos, format_points(row.row.total), row.row.wins) for row in rows] == [
        ("Rossi", 1, "10", 2), ("Verdi", 2, "0", 0),
    ]  # fmt: skip
    with pytest.raises(ArchiveError):
        gained("stucchi", {"a": 1, "b": 2})


def test_giving_up_a_game_costs_25() -> None:  # 000, line 22
    assert gained("rcm", {"a": 40, "b": 0}, withdrawn=frozenset("b")) == {"a": "40", "b": "-25"}
    assert "withdrawal" not in {
        key for one in load_ranking_systems().values() if one.id != "rcm" for key in one.settings
    }


def test_a_kept_game_tells_who_gave_up(tmp_path: Path) -> None:
    text = (ROOT / "tests/games/rcm/extra-turns.rgn").read_text("utf-8")
    start = text.index("OVER ")
    text = text[:start] + "STAT A B withdrawn\nFILL B 5 CIN why=withdrawal\n" + text[start:]
    archive = Archive.open(tmp_path / "a.db", create=True)
    game = archive.game(archive.add_game(read(text).games[0]).game_id)
    points = table_of(archive, "rcm", list(game.players.values()))
    assert points[game.players["B"]] == -25 and points[game.players["G"]] == 83


def table_of(archive: Archive, kind: str, players: list[str]) -> dict[str, Fraction]:
    """The ranking points of the archive's only game, as the result of a table."""
    archive.tournaments.append("t", [
        {"kind": "opened", "title": "t", "system": kind}, *({"kind": "entered", "player": one} for one in players),
        {"kind": "table", "round": 1, "table": "A", "seats": players},
        {"kind": "linked", "round": 1, "table": "A", "game": archive.game_ids()[0]},
    ])  # fmt: skip
    return {row.player: row.total for row in archive.tournaments.standings("t")}


@pytest.mark.parametrize("file", ["end-roll", "objective", "world", "faults"])
def test_a_monopoli_game_brings_what_its_judgement_says(file: str, tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    text = (ROOT / "tests" / "games" / "monopoli" / f"{file}.rgn").read_text("utf-8")
    game = archive.game(archive.add_game(read(text).games[0]).game_id)
    scores = archive.judgement(archive.game_ids()[0]).scores
    wanted = {player: Fraction(str(scores[colour]["ranking"])) for colour, player in game.players.items()}
    assert table_of(archive, "monopoli", list(game.players.values())) == wanted
    told = [remark.code for remark in archive.tournaments.remarks("t")]
    assert ("illegal" in told) == (file == "faults") and "variant" not in told


@pytest.mark.parametrize(("file", "kind", "wanted"), [
    ("uno-contro-uno/objective", "uno-contro-uno", {"R": 170, "Y": 30}),  # RisiKo!, nobody felled
    ("uno-contro-uno/elimination", "uno-contro-uno", {"R": 160, "N": 40}),  # ended by it, no claim: the gap
    ("uno-contro-uno/end-roll", "uno-contro-uno", {"G": 110, "B": 90}),  # 93 - 82 = 11
    ("stucchi/one-against-pair-extra-turns", "stucchi", {"B": 0, "G": 5, "V": 5}),  # 70 - 39
    ("firenze/arbiter-die", "firenze", None),
    ("monopoli/objective", "modena", {"N": 201, "B": 14, "Y": 14, "R": 0, "G": 0, "V": 0}),  # three were eliminated
])  # fmt: skip
def test_kept_games_bring_their_own_row(file: str, kind: str, wanted: Any, tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    text = (ROOT / "tests" / "games" / f"{file}.rgn").read_text("utf-8")
    game = archive.game(archive.add_game(read(text).games[0]).game_id)
    players = {c: player for c, player in game.players.items() if c != game.header("Virtual")}
    made = table_of(archive, kind, list(players.values()))
    if wanted is None:
        scores = archive.judgement(archive.game_ids()[0]).scores
        wanted = {colour: Fraction(str(scores[colour]["points"])) for colour in players}
    assert made == {players[colour]: points for colour, points in wanted.items()}


def test_monopoli_ties_go_by_the_total_without_fives() -> None:  # 004, lines 28-30
    rows = standings(find_ranking_system("monopoli"), [[result({"a": 25, "b": 10})], [result({"a": 0, "b": 20})]])
    assert [(row.pos, row.player, format_points(row.total), format_points(row.plain), row.wins) for row in rows] == [
        (1, "b", "35", "30", 1), (2, "a", "30", "25", 1),
    ]  # fmt: skip
    level = ranked("monopoli", {"a": 25, "b": 10, "c": 0}, {"a": 0, "c": 30, "b": 20})
    assert level == [(1, "c", "35", ""), (2, "b", "30", "total"), (2 + 1, "a", "30", "plain")]
    assert ranked("monopoli", {"a": 5, "b": 5}, {"a": 7, "b": 7}) == [(1, "a", "12", ""), (1, "b", "12", "")]


def test_rounding_is_that_of_the_clubs_tool() -> None:
    assert gained("nazionale", {"a": "57.9", "b": "-3.9"}) == {"a": "107", "b": "-3"}  # cut towards zero
    assert gained("master", dict(zip("abcde", (81, 79, 33, -1, 10)))) == {
        "a": "1.1", "b": "0.099", "c": "0.042", "d": "-0.002", "e": "0.013",
    }  # fmt: skip
    assert gained("torneogufo", {"a": 40, "b": 12, "c": -5, "d": -6}) == {
        "a": "12.4", "b": "7.12", "c": "2", "d": "1",
    }  # fmt: skip
    assert gained("open", dict(zip("abcde", (90, 85, 40, 20, 0)))) == {
        "a": "150", "b": "106.25", "c": "50", "d": "25", "e": "0",
    }  # fmt: skip
    assert gained("open", {"a": 30, "b": 30, "c": 10}) == {"a": "47.5", "b": "47.5", "c": "7.5"}
    assert gained("open", {"a": 9, "b": 9, "c": 9, "d": 1}) == {"a": "9", "b": "9", "c": "9", "d": "1"}
    assert gained("campionatogufo", {"a": 86, "b": 50, "c": 0}) == {"a": "186", "b": "50", "c": "0"}
    assert gained("campionatogufo", {"a": 85, "b": 50, "c": 0}) == {"a": "185", "b": "65", "c": "15"}
    with pytest.raises(ArchiveError):
        gained("torneogufo", dict(zip("abcdef", range(6))))


def test_the_winner_of_a_level_game_has_to_be_named_where_the_club_has_rules_for_it() -> None:
    assert gained("modena", {"a": 45, "b": 45, "c": 20}) == {"a": "100", "b": "100", "c": "75"}
    assert gained("modena", {"a": 45, "b": 45, "c": 20}, winner="b") == {"a": "100", "b": "200", "c": "75"}
    assert gained("firenze", {"a": "45.5", "b": "45.5"}, winner="b") == {"a": "45.5", "b": "45.5"}


def test_best_of_makes_the_order() -> None:
    steady = [{"a": 30, "b": 31, "c": 0}] * 6 + [{"a": 30, "b": 31}] * 2
    rows = {row.player: row for row in standings(find_ranking_system("modena"), [[result(one)] for one in steady])}
    assert (format_points(rows["b"].discarded), format_points(rows["b"].total)) == ("1200", "1600")
    few = [{"a": 31, "b": 30}] * 6 + [{"b": 60, "a": 0}] * 2
    order = standings(find_ranking_system("modena"), [[result(one)] for one in few])
    assert [(row.player, format_points(row.discarded), format_points(row.total)) for row in order] == [
        ("a", "1200", "1280"), ("b", "796", "994"),  # 6 x 200 and 2 x 40; 2 x 200 and 4 (6) x 99
    ]  # fmt: skip
    assert order[1].tie_break == "discarded" and order[1].tie_break_values == ("1200", "796")


def test_barletta_as_published() -> None:
    rounds = [[result({"p": points, "q": 999}, winner="q")] for points in (50, 100, 150, 150, 51)]
    row = next(row for row in standings(find_ranking_system("barletta"), rounds) if row.player == "p")
    assert (row.total, row.discarded) == (Fraction("0.501"), Fraction("0.451"))
    one = standings(find_ranking_system("barletta"), [[result({"p": 50, "q": 41})]])
    assert [(row.player, format_points(row.discarded)) for row in one] == [("p", "1.05"), ("q", "0.041")]


def test_discards_beyond_the_results() -> None:
    rows = standings(
        find_ranking_system("master"), [[result({"a": 10, "b": 20, "c": 3, "d": 0})]], players=["a", "b", "z"]
    )
    assert {row.player: format_points(row.discarded) for row in rows} == {
        "a": "0.01", "b": "1.02", "c": "0.003", "d": "0", "z": "0",
    }  # fmt: skip
    tool = standings(find_ranking_system("open"), [[result({"a": 10, "b": 20, "c": 3, "d": 0})]])
    assert {row.discarded for row in tool} == {Fraction(0)}, "the clubs' tool discards the only round too"
    assert (
        standings(find_ranking_system("open"), [], players=["a"])[0].discarded == 0
        and standings(find_ranking_system("open"), []) == []
    )


def test_ties_are_parted_by_the_next_key() -> None:
    best = ranked("open", {"a": 50, "b": 20, "c": 0, "d": 0}, {"a": 0, "b": 30, "c": 0, "d": 0})
    assert best[:2] == [(1, "a", "100", ""), (2, "b", "100", "highest")]  # 100 + 0 and 20 + 80, a victory each
    keys = {row[1]: row[3] for row in ranked("qualificazioni", {"a": 40, "b": 30, "c": 99, "d": 0},
                                             {"a": 30, "b": 40, "c": 0, "d": 99})}  # fmt: skip
    assert keys["b"] == "rounds"
    before = ranked("nazionale", {"a": 40, "b": 30, "c": 20, "d": 10}, {"a": 10, "b": 70, "c": 90, "d": 100})
    assert [row for row in before if row[2] == "100"] == [(3, "a", "100", "total"), (4, "b", "100", "previous")]
    gufo = ranked("campionatogufo", {"a": 90, "b": 80}, {"a": 52, "b": 72, "c": 0, "d": 0, "e": 0})
    assert gufo[:2] == [(1, "b", "270", ""), (2, "a", "270", "table")]  # 80 + 190, at the tables 152 against 142


def test_who_comes_late_stood_last_before() -> None:
    rows = ranked("nazionale", {"a": 40, "b": 0}, {"c": 40, "b": 0})  # 90 each, a of them in the first round
    assert rows == [(1, "a", "90", ""), (2, "c", "90", "previous"), (3, "b", "0", "total")]
    nights = [{"a": 40, "b": 10, "z": 0}, {"a": 10, "b": 40, "z": 0}, {"a": 1, "b": 1, "z": 0}]
    third = standings(find_ranking_system("nazionale"), [[result(points)] for points in nights])
    assert [(row.player, row.tie_break, row.tie_break_values) for row in third[1:]] == [
        ("b", "previous", ("90", "10")), ("z", "total", ("126", "0")),  # level after two rounds, not after one
    ]  # fmt: skip


def test_a_club_adds_its_own_system_as_data() -> None:
    given: Any = {"points": "table", "discard": "lowest", "discard_after": 1, "counts": "discarded",
             "ties": ["wins", "best_win", "total"]}  # fmt: skip
    scaligero = RankingSystem("scaligero", {"it": "x", "en": "x"}, "oracles C4", given)
    nights = [{"a": 40, "b": 10, "c": 35, "d": 0}, {"a": 10, "b": 50, "c": 45, "d": 0},
              {"a": 30, "b": 20, "c": 0, "d": 80}, {"a": 5, "b": 2, "c": 0, "d": 0}]  # fmt: skip
    rows = standings(scaligero, [[result(points)] for points in nights])
    assert [(row.player, format_points(row.discarded), row.wins, row.tie_break) for row in rows] == [
        ("a", "80", 2, ""), ("d", "80", 1, "wins"), ("b", "80", 1, "best_win"), ("c", "80", 0, "wins"),
    ]  # fmt: skip


def test_teams_of_odd_sizes_and_their_best_nine() -> None:
    rounds = [[result({"a": 40, "b": 30, "c": 20, "d": 10})] for _ in range(6)]  # 12.4, 7.3, 5.2, 3.1
    rows = team_standings(
        find_ranking_system("torneogufo"), rounds, {"A": ["a"], "BC": ["b", "c"], "D": ["d"], "empty": ["z"]}
    )
    assert [(row.row.pos, row.team, format_points(row.row.total), len(row.counted), row.left_out) for row in rows] == [
        (1, "A", "74.4", 6, 0), (2, "BC", "59.4", 9, 3),  # 6 x 7.3 + 3 x 5.2
        (3, "D", "18.6", 6, 0), (4, "empty", "0", 0, 0),
    ]  # fmt: skip
    level = [[result({"a": 40, "b": 40, "c": 0, "d": 0})]]
    tied = team_standings(
        find_ranking_system("torneogufo"), level, {"A": ["a"], "B": ["b"], "C": ["c", "d"]}, [("a", Fraction(-1))]
    )
    parted = [(row.row.pos, row.team, row.row.tie_break) for row in tied]
    assert parted == [(1, "B", ""), (2, "A", "total"), (3, "C", "total")]
    wins = team_standings(
        find_ranking_system("torneogufo"), [[result({"a": 40, "b": 10}), result({"c": 10, "d": 40})]],
        {"ab": ["a", "b"], "cd": ["c", "d"], "none": []},
    )  # fmt: skip
    assert [row.row.pos for row in wins] == [1, 1, 3]


def test_the_national_ranking_by_class() -> None:
    rows = [Standing("a", 1), Standing("b", 2), Standing("c", 10)]
    assert [points for _, points in national_rows(rows, "master", 10, 3)] == ["528.000", "398.128", "266.873"]
    grades = {rounds: national_rows(rows, "campionato", 0, rounds)[0][1] for rounds in (2, 3, 4, 5, 6, 9)}
    assert grades == {2: "24.000", 3: "60.000", 4: "84.000", 5: "96.000", 6: "120.000", 9: "120.000"}
    assert national_rows(rows, "raduno", 10, 3)[0][1] == "660.000"
    with pytest.raises(ArchiveError) as unknown:
        national_rows(rows, "fiera", 10, 3)
    assert unknown.value.code == "t-class" and "raduno" in unknown.value.text("it")


def test_best_round_equals_that_of_the_other_program(shared: Path) -> None:
    for kind in ("open", "nazionale", "torneogufo"):  # elsewhere the program never sets it
        data = json.loads((shared / "oracles" / "gestione-torneo" / f"{kind}-1.json").read_text("utf-8"))
        rounds = [[result(table["points"]) for table in tables] for tables in data["rounds"]]
        mine = {row.player: row.best for row in standings(find_ranking_system(kind), rounds)}
        for row in data["standings"]:
            assert abs(float(mine[row["player"]]) - row["best"]) < 1e-4


def test_every_key_and_word_of_the_data_is_known() -> None:
    keys = {"wins", "highest", "best", "best_win", "plain", "total", "discarded", "table", "rounds", "previous"}
    for found in load_ranking_systems().values():
        assert set(found.settings["ties"]) <= keys and found.settings["points"] in (
            "table", "places", "distance", "rows", "teams"
        )  # fmt: skip
        assert set(found.settings.get("reading", {"it": 1, "en": 1})) == {"it", "en"}
    for entry, line in (("monopoli", "28-30"), ("uno-contro-uno", "12-23"), ("stucchi", "26-29"), ("rcm", ":22"),
                        ("firenze", ":16")):  # fmt: skip
        assert line in find_ranking_system(entry).cite and find_ranking_system(entry).settings["variant"] == entry
