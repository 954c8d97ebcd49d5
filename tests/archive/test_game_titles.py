"""Titles of games: from headers or the tournament, with names or without, of withdrawn games, of a game without any."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from plancia_archive import Archive, ArchiveError
from plancia_archive.people.shown_names import ShownNames
from plancia_archive.queries.game_titles import format_date, game_title, game_titles
from plancia_archive.registers.person_erasure import erase_record
from plancia_data import messages
from plancia_events import read

GAME = """[Notation "rgn 1"]
[Game "{id}"]
[Variant "monopoli@1"]
{headers}[Red "Mario Rossi"]
[Blue "Carla De Luca"]
[Completeness "full"]
[Provenance "sheet"]

CLOCK * started
ORDER * B R
"""
HEADERS = '[Event "Memorial Mario Rossi"]\n[Date "2026-11-07"]\n[Round "2"]\n[Table "A"]\n'


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    archive = Archive.open(tmp_path / "a.db", create=True)
    yield archive
    archive.close()


def add(archive: Archive, headers: str, label: str = "g") -> str:
    return archive.add_game(read(GAME.format(id=label, headers=headers)).games[0]).game_id


def test_headers_give_the_title_in_both_languages(archive: Archive) -> None:
    game, names = add(archive, HEADERS), ShownNames(archive.people, "it").text
    italian, english = (game_title(archive, game, lang, names) for lang in ("it", "en"))
    assert italian.heading == "Memorial Mario Rossi, turno 2, tavolo A"
    assert italian.details == "Carla De Luca, Mario Rossi · 7 novembre 2026"  # in order of play
    assert english.text == "Memorial Mario Rossi, round 2, table A · Carla De Luca, Mario Rossi · 7 November 2026"


def test_without_names_no_player_is_named(archive: Archive) -> None:
    game = add(archive, HEADERS)
    text = game_title(archive, game, "en", str).text
    assert "Mario" not in text and "Carla" not in text
    assert text.endswith("round 2, table A · 7 November 2026")
    bare = game_title(archive, add(archive, "", "bare"), "en", str)
    assert bare.text == messages("titles", "en")["untitled"]


def test_without_headers_the_players_are_the_heading(archive: Archive) -> None:
    names = ShownNames(archive.people, "en").text
    title = game_title(archive, add(archive, '[Date "2026-??-??"]\n[Round "?"]\n'), "en", names)
    assert (title.heading, title.details) == ("Carla De Luca, Mario Rossi", "2026")


def test_a_linked_game_has_the_tournament_round_and_table_it_is_linked_to(archive: Archive) -> None:
    game = add(archive, HEADERS)
    seats = ["Carla De Luca", "Mario Rossi"]
    archive.tournaments.append("t", [
        {"kind": "opened", "title": "Trofeo Mario Rossi", "system": "open"},
        *({"kind": "entered", "player": name} for name in seats),
        {"kind": "table", "round": 1, "table": "finale", "seats": seats},
        {"kind": "linked", "round": 1, "table": "finale", "game": game},
    ])  # fmt: skip
    title = game_title(archive, game, "it", ShownNames(archive.people, "it").text)
    assert title.heading == "Trofeo Mario Rossi, turno 1, finale"


def test_a_withdrawn_game_keeps_its_title(archive: Archive) -> None:
    game, names = add(archive, HEADERS), ShownNames(archive.people, "en").text
    before = game_title(archive, game, "en", names)
    archive.withdrawals.withdraw(game, "twice")
    after = game_title(archive, game, "en", names)
    assert (after.heading, after.date, set(after.players)) == (before.heading, before.date, set(before.players))


def test_an_erased_person_is_not_named(archive: Archive) -> None:
    game = add(archive, HEADERS)
    reference = str(archive.people.find("Mario Rossi"))
    erase_record(archive, reference, "the person asked for it")
    text = game_title(archive, game, "en", ShownNames(archive.people, "en").text).text
    assert "Mario" not in text and f"erased person {reference}" in text


def test_many_games_at_once_and_one_that_is_not_there(archive: Archive) -> None:
    games = [add(archive, f'[Round "{n}"]\n', f"g{n}") for n in range(1, 5)]
    titles = game_titles(archive, [*games, games[0]], "en", str)
    assert [titles[game].heading for game in games] == [f"round {n}" for n in range(1, 5)]
    with pytest.raises(ArchiveError):
        game_title(archive, "g_000000000000000000", "en", str)


@pytest.mark.parametrize(
    ("date", "written"),
    [("2026-11-20", "20 novembre 2026"), ("2026-01-01", "1 gennaio 2026"), ("2026-11-??", "novembre 2026"),
     ("2026-??-??", "2026"), ("2026", "2026"), ("", ""), ("202?-??-??", "202?-??-??"), ("2026-1?-02", "2026-1?-02"),
     ("2026-13-01", "2026-13-01")],
)  # fmt: skip
def test_dates_in_words(date: str, written: str) -> None:
    assert format_date(date, messages("titles", "it")) == written
