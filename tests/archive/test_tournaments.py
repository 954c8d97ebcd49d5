"""Tournaments: a season by hand, the public standings of another program, the published examples, what is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from plancia_archive import Archive, ArchiveError, Conflict, verify
from plancia_archive.tournaments import find_ranking_system, load_ranking_systems, national_points, standings
from plancia_archive.tournaments.ranking_systems import Result
from plancia_archive.tournaments.results import result_of
from plancia_data import samples
from plancia_events import read

GAMES = Path(__file__).resolve().parents[1] / "games"


def result(points: dict[str, Any], **more: Any) -> Result:
    """A typed result."""
    return Result({player: Fraction(str(value)) for player, value in points.items()}, **more)


def gained(name: str, *args: Any, **more: Any) -> dict[str, Fraction]:
    """The ranking points of one table."""
    return {player: points for player, (points, _) in find_ranking_system(name).points(result(*args, **more)).items()}


@pytest.mark.parametrize("kind", ["campionatogufo", "master", "nazionale", "open", "qualificazioni", "torneogufo"])
def test_standings_equal_those_of_another_program(kind: str, shared: Path) -> None:
    for file in sorted((shared / "oracles" / "gestione-torneo").glob(f"{kind}-*.json")):
        data = json.loads(file.read_text("utf-8"))
        rounds = [[result(table["points"]) for table in tables] for tables in data["rounds"]]
        theirs = {row["player"]: row for row in data["standings"]}
        for row in standings(find_ranking_system(kind), rounds):
            other = theirs[row.player]
            assert row.pos == other["pos"] and row.wins == other["wins"]
            assert abs(float(row.total) - other["total"]) < 1e-9
            assert abs(float(row.discarded) - other["total_with_discard"]) < 1e-4  # their floats are noisy
            assert [None if p is None else round(float(p), 9) for p in row.per_round] == other["per_round"]


def test_published_examples() -> None:
    assert gained("modena", {"a": 20, "b": 23, "c": 44, "d": 45}) == {"a": 75, "b": 78, "c": 99, "d": 200}
    assert gained("modena", {"a": 20, "d": 45}, risiko="d")["d"] == 201
    assert gained("modena", {"a": 0, "d": 45}, out=frozenset("a"))["a"] == 0
    assert gained("barletta", {"a": 50, "b": 41}) == {"a": Fraction("1.050"), "b": Fraction("0.041")}
    assert round(national_points(1, 10, 4), 3) == 528.0 and round(national_points(2, 10, 4), 3) == 398.128
    assert round(national_points(3, 10, 4), 3) == 378.712 and round(national_points(10, 10, 4), 3) == 266.873


def test_one_against_one_rows() -> None:
    rows = {10: (100, 100), 11: (110, 90), 60: (150, 50), 61: (160, 40)}
    for gap, (win, loss) in rows.items():
        assert gained("uno-contro-uno", {"a": 100, "b": 100 - gap}) == {"a": win, "b": loss}
    assert gained("uno-contro-uno", {"a": 1, "b": 90}, outcome=("a", "world")) == {"a": 200, "b": 10}
    assert gained("uno-contro-uno", {"a": 1, "b": 90}, outcome=("a", "dummy-out")) == {"a": 180, "b": 20}


def test_team_rows() -> None:
    teams = (frozenset("ac"), frozenset("bd"))
    assert gained("stucchi", {"a": 52, "c": 12, "b": 40, "d": 37}, teams=teams) == dict.fromkeys("abcd", Fraction(2))
    assert gained("stucchi", {"a": 50, "c": 12, "b": 30, "d": 7}, teams=teams)["a"] == 5
    assert gained("stucchi", {"a": 50, "c": 12, "b": 37, "d": 0}, teams=teams, out=frozenset("d"))["b"] == -1
    assert gained("stucchi", {"a": 5, "c": 1, "b": 0, "d": 0}, teams=teams, out=frozenset("bd"))["c"] == 7


def test_monopoli_bonus_is_nobodys_where_the_first_are_level() -> None:
    assert gained("monopoli", {"a": 30, "b": 30, "c": 1}) == {"a": 30, "b": 30, "c": 1}
    assert gained("monopoli", {"a": 30, "b": 30, "c": 1}, winner="b") == {"a": 30, "b": 35, "c": 1}


def season(archive: Archive) -> None:
    """Two rounds of eight players, one table from a kept game, one withdrawal, one correction."""
    store = archive.tournaments
    opened = {"kind": "opened", "title": "Autunno", "system": "monopoli"}
    names = ["Anna", "Bruno", "Gino", "Nadia", "Ezio", "Fabia", "Gaia", "Ugo"]
    store.append("autunno", [opened, *({"kind": "entered", "player": name} for name in names)])
    over = samples()["monopoli-serata.rgn"] + b"OVER * agreement\n"
    game = archive.add_game(read(over).games[0]).game_id
    store.append("autunno", [
        {"kind": "table", "round": 1, "table": "A", "seats": names[:4]},
        {"kind": "table", "round": 1, "table": "B", "seats": names[4:]},
        {"kind": "linked", "round": 1, "table": "A", "game": game},
        {"kind": "result", "round": 1, "table": "B", "points": dict(zip(names[4:], ["20", "20", "10", "5"]))},
        {"kind": "left", "player": "Ugo"},
        {"kind": "adjusted", "player": "Gaia", "points": "-2.5", "why": "ritardo"},
    ])  # fmt: skip


def test_a_season(archive: Archive) -> None:
    season(archive)
    game = archive.game_ids()[0]
    scores = archive.judgement(game).scores
    winner = archive.judgement(game).end["winner"]
    rows = {archive.people.name(row.player): row for row in archive.tournaments.standings("autunno")}
    for colour, name in zip("RBGN", ["Anna", "Bruno", "Gino", "Nadia"], strict=True):
        assert rows[name].total == Fraction(str(scores[colour]["points"])) + (5 if colour == winner else 0)
    assert rows["Ezio"].total == rows["Fabia"].total == 20  # level at the top of the table: nobody gets the five
    assert rows["Gaia"].total == Fraction("7.5") and rows["Gaia"].adjusted == Fraction("-2.5")
    assert [row.total for row in archive.tournaments.standings("autunno", 0)] == [
        row.adjusted for row in archive.tournaments.standings("autunno", 0)
    ]
    assert verify(archive) == [] and archive.game_ids() == [game]


def match(archive: Archive, seats: list[list[str]], games: list[str]) -> None:
    """Rounds of one table between two, each linked to a kept game."""
    store = archive.tournaments
    names = [{"kind": "entered", "player": name} for name in ("Anna", "Bruno")]
    store.append("duello", [{"kind": "opened", "title": "Duello", "system": "uno-contro-uno"}, *names])
    for number, (order, game) in enumerate(zip(seats, games, strict=True), start=1):
        store.append("duello", [
            {"kind": "table", "round": number, "table": "A", "seats": order},
            {"kind": "linked", "round": number, "table": "A", "game": game},
        ])  # fmt: skip


DUEL = """[Notation "rgn 1"]
[Game "duello-{number}"]
[Variant "uno-contro-uno@1"]
[Red "Anna"] [Blue "Bruno"] [Black "Anna"]
[Virtual "N"]
[Completeness "full"]
[Provenance "sheet"]

ORDER * R N B
DEAL R INS NGU AOC AOR VEN PER BRA ARG AFN EGI AFO CON AFS MAD CIN armies=9
DEAL N SIA
DEAL B ALA TNO GRO ALB ONT QUE SOC SOR AMC ISL GBR SCA ESE EOC EME UCR MEO AFG URA SIB JAC CIT KAM GIA MON IND
TURN R
"""


@pytest.mark.parametrize(
    ("moves", "points"),
    [
        ("CLAIM R risiko\n", (170, 30)),
        ("ATT R CIN>SIA 654:1 -0-1\nOCC R CIN>SIA 3\nELIM R N\nCLAIM R risiko\n", (180, 20)),
        ("OVER * agreement\n", (40, 160)),
    ],
)
def test_a_kept_game_of_two_counts_by_the_row_it_ended_on(
    archive: Archive, moves: str, points: tuple[int, int]
) -> None:
    game = archive.add_game(read(DUEL.format(number=1) + moves).games[0])
    match(archive, [["Anna", "Bruno"]], [game.game_id])
    rows = {archive.people.name(row.player): row.total for row in archive.tournaments.standings("duello")}
    assert (int(rows["Anna"]), int(rows["Bruno"])) == points


def test_the_second_game_of_a_pair_goes_the_other_way_round(archive: Archive) -> None:
    games = [
        archive.add_game(read(DUEL.format(number=number) + "CLAIM R risiko\n").games[0]).game_id
        for number in (1, 2, 3, 4)
    ]
    match(archive, [["Anna", "Bruno"], ["Bruno", "Anna"], ["Anna", "Bruno"], ["Anna", "Bruno"]], games)
    state = archive.tournaments.get("duello")
    seats = " ".join(state.tables[4, "A"].seats)
    assert state.rule_warnings() == [f"4: {seats}"]


def test_names_stay_out_of_the_log(archive: Archive) -> None:
    season(archive)
    bodies = archive.db.execute("SELECT body FROM entry WHERE game = 'tournament:autunno'").fetchall()
    assert bodies and not any(b"Anna" in bytes(body) or b"Ugo" in bytes(body) for (body,) in bodies)


@pytest.mark.parametrize(("event", "code"), [
    ({"kind": "table", "round": 2, "table": "A", "seats": ["Anna", "Ugo"]}, "t-left"),
    ({"kind": "table", "round": 1, "table": "C", "seats": ["Anna", "Bruno"]}, "t-seated"),
    ({"kind": "table", "round": 2, "table": "A", "seats": ["Anna", "Nobody"]}, "person"),
    ({"kind": "result", "round": 1, "table": "B", "points": {"Ezio": "1"}, "instead": True}, "t-result"),
    ({"kind": "result", "round": 1, "table": "B",
      "points": {"Ezio": "x", "Fabia": "1", "Gaia": "1", "Ugo": "1"}}, "t-points"),
    ({"kind": "result", "round": 3, "table": "B", "points": {}}, "t-table"),
    ({"kind": "entered", "player": "Anna"}, "t-entered"),
    ({"kind": "opened", "title": "x", "system": "monopoli"}, "t-opened"),
    ({"kind": "dance"}, "t-kind"), ({"kind": "left"}, "t-kind"), ("left", "t-kind"),
    ({"kind": "linked", "round": 1, "table": "B", "game": "nothing", "instead": True}, "no-game"),
])  # fmt: skip
def test_what_does_not_fit_is_refused_and_nothing_is_kept(archive: Archive, event: Any, code: str) -> None:
    season(archive)
    before = archive.tournaments.get("autunno").version
    good = {"kind": "adjusted", "player": "Anna", "points": "1", "why": "x"}
    with pytest.raises(ArchiveError) as refused:
        archive.tournaments.append("autunno", [good, event])
    assert refused.value.code == code and refused.value.text("it") and refused.value.text("en")
    assert archive.tournaments.get("autunno").version == before


def test_versions_retries_and_closing(archive: Archive) -> None:
    season(archive)
    store = archive.tournaments
    with pytest.raises(Conflict):
        store.append("autunno", [{"kind": "closed"}], expected=1)
    once = store.append("autunno", [{"kind": "closed"}], request_id="r1")
    assert store.append("autunno", [{"kind": "closed"}], request_id="r1").version == once.version
    with pytest.raises(ArchiveError) as refused:
        store.append("autunno", [{"kind": "left", "player": "Anna"}])
    assert refused.value.code == "t-closed"
    with pytest.raises(ArchiveError):
        store.append("Torneo!", [{"kind": "opened", "title": "x", "system": "monopoli"}])
    with pytest.raises(ArchiveError):
        store.append("altro", [{"kind": "opened", "title": "x", "system": "none"}])


def test_shapes_that_the_rules_do_not_foresee_are_noticed(archive: Archive) -> None:
    store = archive.tournaments
    store.append("t", [{"kind": "opened", "title": "t", "system": "monopoli"},
                       *({"kind": "entered", "player": name} for name in "abcdefgh"),
                       {"kind": "table", "round": 1, "table": "1", "seats": list("abcde")},
                       {"kind": "table", "round": 1, "table": "2", "seats": list("fgh")}])  # fmt: skip
    assert store.get("t").rule_warnings() == ["1: [3, 5] != [4, 4]"]


def test_who_has_no_territory_left_is_out_in_the_result_of_a_recorded_game(archive: Archive) -> None:
    game = read((GAMES / "firenze" / "by-hand-arbiter-die.rgn").read_bytes()).games[0]
    added = archive.add_game(game)
    players = {colour: archive.people.find(name) or "" for colour, name in game.players.items()}
    archive.tournaments.append("t", [
        {"kind": "opened", "title": "t", "system": "open"},
        *({"kind": "entered", "player": player} for player in players.values()),
        {"kind": "table", "round": 1, "table": "A", "seats": list(players.values())},
        {"kind": "linked", "round": 1, "table": "A", "game": added.game_id},
    ])  # fmt: skip
    state = archive.tournaments.get("t")
    found = result_of(archive.tournaments.games, state.tables[1, "A"], state)
    assert found and found.out == {players["N"]}


def test_every_system_names_its_source() -> None:
    for found in load_ranking_systems().values():
        assert found.cite and set(found.title) == {"it", "en"}
