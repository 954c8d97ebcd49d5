"""What people do to a tournament: twice, too late, in the wrong place; and corrections of games."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from plancia_archive import Archive, ArchiveError, verify
from tests.archive.contest import NAMES, OVER, SAMPLE, add, codes, eight, keep, linked, refused, result, totals

RECORD = (Path(__file__).parents[2] / "docs" / "season" / "serata-1a.rgn").read_text("utf-8")
SEATED = ["Anna", "Bruno", "Carla", "Dino", "Elena"]


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return eight(tmp_path)


def test_a_result_is_replaced_only_when_that_is_said(archive: Archive) -> None:
    add(archive, result())
    assert refused(archive, result()).code == "t-resulted"
    assert refused(archive, {**linked(keep(archive, OVER)), "table": "B"}).code == "t-resulted"
    add(archive, result(instead=True, winner="Fabia"))
    assert totals(archive)["Fabia"] == 23 and totals(archive)["Ezio"] == 20
    assert refused(archive, {"kind": "table", "round": 1, "table": "B", "seats": NAMES[4:]}).code == "t-formed"
    add(archive, {"kind": "table", "round": 1, "table": "B", "seats": NAMES[4:][::-1], "instead": True})
    assert totals(archive)["Fabia"] == 0  # formed again, the table has no result
    add(archive, {"kind": "removed", "round": 1, "table": "B", "why": "nobody came"})
    assert refused(archive, result()).code == "t-table"
    bodies = archive.db.execute("SELECT body FROM entry WHERE game = 'tournament:t'").fetchall()
    assert sum(bytes(body).count(b'"kind":"result"') for (body,) in bodies) == 2, "what was replaced stays in the log"


@pytest.mark.parametrize(("event", "code", "said"), [
    ({"kind": "table", "round": 1, "table": "C", "seats": ["Anna", "Bruno"]}, "t-seated", "Anna: 1/A"),
    ({"kind": "table", "round": 2, "table": "A", "seats": ["Anna", "anna"]}, "t-seated", "Anna: 2/A"),
    ({"kind": "table", "round": 2, "table": "A", "seats": ["Anna"]}, "t-size", "2/A: 1"),
    ({"kind": "table", "round": 2, "table": "A", "seats": [*NAMES[:7]]}, "t-size", "2/A: 7"),
    ({"kind": "table", "round": 22, "table": "A", "seats": NAMES[:4]}, "t-round", "22: 1..2"),
    ({"kind": "table", "round": 0, "table": "A", "seats": NAMES[:4]}, "t-round", "0: 1..2"),
    ({"kind": "table", "round": True, "table": "A", "seats": NAMES[:4]}, "t-kind", "table.round: true"),
    ({"kind": "table", "round": 2, "table": "A" * 13, "seats": NAMES[:4]}, "t-text", "13/12"),
    ({"kind": "table", "round": 2, "table": "A\nB", "seats": NAMES[:4]}, "t-text", "table.table"),
    ({"kind": "table", "round": 2, "table": "A", "seats": ["Anna", 7]}, "t-text", "7"),
    ({"kind": "entered", "player": "x" * 5000}, "t-text", "5000/80"),
    ({"kind": "entered", "player": "  "}, "t-text", "/80"),
    ({"kind": "entered", "player": "Zoe", "team": "t" * 81}, "t-text", "81/80"),
    (result(winner="Anna"), "t-absent", "1/B: Anna"),
    (result(out=["Anna"]), "t-absent", "1/B: Anna"),
    (result(teams=[["Ezio", "Anna"], ["Gaia", "Ugo"]]), "t-absent", "1/B: Anna"),
    (result(winner="Nobody"), "person", "Nobody"),
    ({**result(), "points": {"Ezio": "1", "ezio": "2", "Gaia": "1", "Ugo": "1"}}, "t-twice", "ezio"),
    ({**result(), "points": {"Ezio": "1e9", "Fabia": "1", "Gaia": "1", "Ugo": "1"}}, "t-points", "1e9"),
    ({**result(), "points": {"Ezio": "1/0", "Fabia": "1", "Gaia": "1", "Ugo": "1"}}, "t-points", "1/0"),
    ({**result(), "points": {"Ezio": True, "Fabia": "1", "Gaia": "1", "Ugo": "1"}}, "t-points", "True"),
    ({**result(), "points": "31"}, "t-result", "1/B"),
    ({**result(), "outcome": ["Ezio", "draw"]}, "t-kind", "outcome"),
    ({"kind": "adjusted", "player": "Anna", "points": "1", "why": "x", "round": 5}, "t-round", "5: 0..1"),
    ({"kind": "adjusted", "player": "Anna", "points": {"Anna": 1}, "why": "x"}, "t-points", "Anna"),
    ({"kind": "lot", "players": ["Anna"]}, "t-lot", "Anna"),
    ({"kind": "lot", "players": ["Anna", "Anna"]}, "t-lot", "Anna"),
    ({"kind": "reopened", "why": "x"}, "t-open", "t"), ({"kind": {}}, "t-kind", "{}"), ({"kind": [1]}, "t-kind", "[1]"),
])  # fmt: skip
def test_refusals_say_where_and_what(archive: Archive, event: dict[str, Any], code: str, said: str) -> None:
    error = refused(archive, {"kind": "adjusted", "player": "Gaia", "points": "1", "why": "first"}, event)
    assert error.code == code and said in error.text("it") and said in error.text("en")
    assert error.text("it") != error.text("en")


def test_a_game_counts_for_one_table_with_its_own_players(archive: Archive) -> None:
    game = keep(archive, OVER)
    add(archive, linked(game))
    add(archive, {"kind": "table", "round": 2, "table": "A", "seats": NAMES[:4]})
    assert "1/A" in refused(archive, {**linked(game), "round": 2}).text("it")
    stranger = keep(archive, OVER.replace('"Nadia"', '"Zelda"').replace('"serata-1"', '"serata-2"'))
    error = refused(archive, {**linked(stranger), "round": 2})
    assert error.code == "t-players" and "Zelda" in error.text("en") and "Nadia" in error.text("en")
    assert refused(archive, {**linked("serata-9"), "round": 2}).code == "no-game"
    five = keep(archive, OVER.replace('[Black "Nadia"]', '[Black "Nadia"]\n[Violet "Ugo"]').replace("serata-1", "s-5"))
    assert refused(archive, {**linked(five), "round": 2}).code == "t-players"


def test_points_of_the_sheet_are_compared_with_the_game(archive: Archive) -> None:
    game = keep(archive, OVER)
    sheet = {"Anna": "26", "Bruno": "25", "Gino": "16", "Nadia": "26"}
    error = refused(archive, linked(game, points={**sheet, "Gino": "61"}))
    assert error.code == "t-differs" and "Gino 61 / 16" in error.text("it")
    assert refused(archive, linked(game, points={"Anna": "26"})).code == "t-result"
    add(archive, linked(game, points=sheet))
    assert totals(archive)["Gino"] == 16


def test_a_level_top_waits_for_the_organisers(archive: Archive) -> None:
    game = keep(archive, OVER)
    add(archive, linked(game))
    assert codes(archive) == ["level", "missing"]
    assert "Anna, Nadia" in archive.tournaments.remarks("t")[0].text("en", archive.people.name)
    assert totals(archive)["Anna"] == totals(archive)["Nadia"] == 26
    error = refused(archive, linked(game, winner="Bruno", instead=True))
    assert error.code == "t-winner" and "Anna" in error.text("it") and "Nadia" in error.text("en")
    add(archive, linked(game, winner="Nadia", instead=True))
    assert totals(archive)["Anna"] == 26 and totals(archive)["Nadia"] == 31 and codes(archive) == ["missing"]


def test_a_ruling_does_not_change_who_won_a_game(archive: Archive) -> None:
    text = OVER.replace("OBJ N letto", "OBJ N elvis")
    game = keep(archive, text)
    winner = archive.game(game).players[str(archive.judgement(game).end["winner"])]
    name = archive.people.name(winner)
    loser = next(one for one in NAMES[:4] if one != name)
    error = refused(archive, linked(game, winner=loser))
    assert error.code == "t-winner" and name in error.text("en")
    add(archive, linked(game, winner=name))
    events = archive.game(game).events
    number = next(n for n, event in enumerate(events, 1) if event.TAG == "OBJ" and event.actor == "N")
    assert codes(archive) == ["missing"]
    archive.append(game, [f"FIX A {number} OBJ N letto {{the card shown at the end}}"], None)
    assert codes(archive) == ["missing"] and totals(archive)[name] == 31, "now level, and the ruling holds"


def test_a_running_game_counts_when_it_is_over(archive: Archive) -> None:
    game = keep(archive, SAMPLE)
    add(archive, linked(game), result())
    assert codes(archive) == ["running"] and totals(archive)["Anna"] == 0
    archive.append(game, ["OVER * agreement"], None)
    assert codes(archive) == ["level"] and totals(archive)["Anna"] == 26
    archive.append(game, [f"FIX A {len(archive.game(game).events)} OVER * cancelled {{the clock had stopped}}"], None)
    assert codes(archive) == ["no-result"] and totals(archive)["Anna"] == 0


def test_an_impossible_game_does_not_count_until_it_is_corrected(archive: Archive) -> None:
    text = OVER.replace("ATT R CIN>SIA 654:32 -0-2", "ATT R CIN>SIA 654:32 -0-3")
    game = keep(archive, text)
    add(archive, linked(game), result())
    assert codes(archive) == ["impossible"] and totals(archive)["Anna"] == 0
    number = next(n for n, line in enumerate(text.split("\n\n")[1].splitlines(), 1) if line.startswith("ATT"))
    archive.append(game, [f"FIX A {number} ATT R CIN>SIA 654:32 -0-2 {{two armies}}"], None)
    assert codes(archive) == ["level"] and totals(archive)["Anna"] == 26


def test_a_correction_moves_the_standings_until_the_close(archive: Archive) -> None:
    game = keep(archive, OVER)
    number = next(n for n, event in enumerate(archive.game(game).events, 1) if event.TAG == "OBJ")
    add(archive, linked(game, winner="Anna"), result())
    before = totals(archive)
    archive.append(game, [f"FIX A {number} OBJ R elvis {{the card shown at the end}}"], None)
    after = totals(archive)
    level = {"Anna": 0, "Nadia": 0}
    assert (int(before["Anna"]), int(before["Nadia"])) == (31, 26) and {**after, **level} == {**before, **level}
    assert after["Anna"] < 26 and after["Nadia"] == 31, "no longer level, the game has a winner of its own"
    add(archive, {"kind": "closed"})
    archive.append(game, [f"FIX A {number} OBJ R guerra-fredda {{it was right at first}}"], None)
    assert totals(archive) == after and codes(archive) == ["corrected"]
    for event in (result(), {"kind": "adjusted", "player": "Anna", "points": "1", "why": "x"}, {"kind": "closed"},
                  {"kind": "lot", "players": NAMES[:2]}, {"kind": "entered", "player": "Zoe"}):  # fmt: skip
        assert refused(archive, event).code == "t-closed"
    add(archive, {"kind": "reopened", "why": "the card"}, {"kind": "closed"})
    assert totals(archive) == before and codes(archive) == []
    assert verify(archive) == []


def test_adjustments_count_from_their_round_and_not_twice(archive: Archive) -> None:
    add(archive, result(), {"kind": "adjusted", "player": "Gaia", "points": "-2.5", "why": "late"})
    add(archive, {"kind": "table", "round": 2, "table": "A", "seats": NAMES[:4]})
    late = {"kind": "adjusted", "player": "Gaia", "points": "-2,50", "why": "late"}
    error = refused(archive, late)
    assert error.code == "t-again" and "Gaia -2.50 late" in error.text("en")
    add(archive, {**late, "again": True}, {"kind": "adjusted", "player": "Anna", "points": 3, "why": "x", "round": 1})
    assert [totals(archive, until)["Gaia"] for until in (0, 1, 2)] == [0, Fraction("6.5"), 4]
    assert [totals(archive, until)["Anna"] for until in (0, 1, 2)] == [0, 3, 3]
    with pytest.raises(ArchiveError) as beyond:
        archive.tournaments.standings("t", 3)
    assert beyond.value.code == "t-no-round"


def test_who_left_may_come_back(archive: Archive) -> None:
    add(archive, {"kind": "left", "player": "Ugo"})
    second = {"kind": "table", "round": 2, "table": "A", "seats": ["Anna", "Ugo"]}
    assert "Ugo" in refused(archive, second).text("it") and totals(archive)["Ugo"] == 0
    assert codes(archive) == ["missing", "missing", "gone"] and "Ugo" in archive.tournaments.remarks("t")[2].text(
        "it", archive.people.name
    )
    add(archive, result())  # of the table at which he sat before
    add(archive, {"kind": "entered", "player": "Ugo"}, second)
    assert totals(archive)["Ugo"] == 4


def test_result_only_records_count_by_their_declared_points(archive: Archive) -> None:
    head = SAMPLE.split("\n\n")[0].replace('"full"', '"result-only"')
    game = keep(archive, head + "\n\nOVER * points winner=B\nSCORE R 30\nSCORE B 31.5\nSCORE G 4\nSCORE N 0\n")
    add(archive, linked(game), result())
    assert totals(archive)["Bruno"] == Fraction("36.5") and totals(archive)["Anna"] == 30 and codes(archive) == []
    archive.append(game, ["FIX A 2 SCORE R 33 {read wrong}"], None)
    assert totals(archive)["Anna"] == 33
    silent = keep(archive, head.replace("serata-1", "s-2") + "\n\nOVER * points winner=B\n")
    add(archive, linked(silent, instead=True))
    assert codes(archive) == ["undecided"] and totals(archive)["Anna"] == 0


def test_nothing_played_and_all_level(archive: Archive) -> None:
    rows = archive.tournaments.standings("t")
    assert [row.pos for row in rows] == [1] * 8 and all(row.tie_break == "" for row in rows)
    assert [archive.people.name(row.player) for row in rows] == NAMES, "level rows stay in the order of entering"
    add(archive, {"kind": "lot", "players": ["Ugo", *NAMES[:7]], "why": "dice"})
    rows = archive.tournaments.standings("t")
    assert [archive.people.name(row.player) for row in rows] == ["Ugo", *NAMES[:7]]
    assert [row.pos for row in rows] == list(range(1, 9)) and {row.tie_break for row in rows[1:]} == {"lot"}
    add(archive, result())
    assert archive.tournaments.standings("t")[0].total == 25, "a lot parts only who is level"


@pytest.mark.parametrize("left", ["withdrawn", "passive"])
def test_who_leaves_after_the_recorded_end_keeps_win_and_points(archive: Archive, left: str) -> None:
    game = keep(archive, RECORD)
    add(archive, *({"kind": "entered", "player": name} for name in SEATED if name not in NAMES))
    add(archive, {"kind": "table", "round": 2, "table": "S", "seats": SEATED})
    add(archive, {**linked(game), "round": 2, "table": "S"})
    before, told = totals(archive), codes(archive)
    late = keep(archive, f"{RECORD}STAT A R {left}\n")
    add(archive, {**linked(late), "round": 2, "table": "S", "instead": True})
    assert totals(archive) == before and before["Anna"] == 31 and codes(archive) == told
    rows = {row["game"]: row for row in archive.games()[0]}
    assert (rows[late]["winner"], rows[late]["illegal"]) == ("R", rows[game]["illegal"] + 1)
    points = archive.db.execute("SELECT half_points FROM score WHERE game = ? AND colour = 'R'", [late]).fetchall()
    assert points == [(52,)]
