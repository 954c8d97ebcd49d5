"""The date of a header is a day of the calendar; digits not known may be any, and nothing of a game is lost by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancia_archive import Archive
from plancia_data import samples
from plancia_events import Game, read
from plancia_replay import judge
from plancia_replay.judging.dates import is_possible_date


@pytest.mark.parametrize("date", [
    "?", "-", "2026-11-20", "????-??-??", "2026-??-??", "2026-02-??", "2026-02-2?", "2024-02-29", "202?-02-29",
    "????-02-29", "2000-02-29", "2026-1?-31", "2026-0?-31", "2026-??-31", "2026-?2-31", "9999-12-31",
])  # fmt: skip
def test_days_there_are(date: str) -> None:
    assert is_possible_date(date)


@pytest.mark.parametrize("date", [
    "2026-02-31", "2026-02-30", "2026-02-29", "1900-02-29", "????-02-30", "2026-04-31", "2026-11-31", "2026-02-3?",
    "20?1-02-29", "0000-01-01",
])  # fmt: skip
def test_days_there_are_not(date: str) -> None:
    assert not is_possible_date(date)


def dated(date: str) -> Game:
    game = read(samples()["monopoli-serata.rgn"]).games[0]
    return Game([(n, date if n == "Date" else value) for n, value in game.headers], game.events, game.lines)


def test_a_day_there_is_not_is_a_warning_on_the_header_in_both_languages() -> None:
    for lang, said in (("it", "La data 2026-02-31 non è nel calendario"), ("en", "The calendar has no 2026-02-31")):
        told = [verdict for verdict in judge(dated("2026-02-31"), lang=lang).verdicts if verdict.rule == "record.date"]
        assert [(v.event, v.verdict, v.rule_id, v.says) for v in told] == [(0, "warning", "REC-09", said)]
        assert told[0].facts == {"found": "2026-02-31"}
    before, after = judge(dated("2026-02-28")), judge(dated("2026-02-31"))
    assert [v for v in after.verdicts if v.rule != "record.date"] == before.verdicts and after.scores == before.scores
    assert not [v for v in judge(dated("2026-02-??")).verdicts if v.rule == "record.date"]


def test_a_game_of_a_day_there_is_not_is_kept_whole_and_found_by_its_warning(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    kept = archive.add_game(dated("2026-02-31")).game_id
    assert '[Date "2026-02-31"]' in archive.text(kept)
    rows = archive.db.execute("SELECT game, verdict FROM verdict WHERE rule_id = 'REC-09'").fetchall()
    assert rows == [(kept, "warning")]
    assert archive.games()[0][0]["illegal"] == sum(v.verdict == "illegal" for v in judge(dated("?")).verdicts)
