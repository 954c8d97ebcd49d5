"""A game has one end: a second line OVER is told, and findings name the first."""

from __future__ import annotations

from pathlib import Path

from plancia_events import read
from plancia_replay import judge

TEXT = (Path(__file__).resolve().parent.parent / "games" / "eg" / "agreement.rgn").read_text("utf-8")


def test_findings_name_the_first_end_and_its_winner() -> None:
    whole = judge(read(TEXT).games[0], lang="en")
    first = len(read(TEXT).games[0].events) - 3
    found = judge(read(TEXT + "OVER * abandoned winner=G\nTURN N\nPUT N CIN+1\n").games[0], lang="en")
    told = [(verdict.event, verdict.rule, verdict.facts.get("event")) for verdict in found.verdicts]
    assert (first + 4, "record.after_over", first) in told
    assert (first + 5, "game.over_is_final", first) in told  # one fault: what else is played after it is not told again
    assert not [row for row in told if row[0] == first + 6]
    assert found.end == whole.end


def test_a_wrong_winner_is_told_at_the_first_end() -> None:
    wrong = TEXT.replace("OVER * agreement winner=B", "OVER * agreement winner=G")
    assert wrong != TEXT
    first = len(read(TEXT).games[0].events) - 3
    found = judge(read(wrong + "OVER * agreement winner=B\n").games[0])
    told = [(verdict.event, verdict.facts["declared"]) for verdict in found.verdicts if "declared" in verdict.facts]
    assert told == [(first, "G")]
