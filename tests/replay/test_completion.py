"""Completing what follows from the rest (trial D): colours, losses, END, territories of an OCC, each marked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from plancia_data import demonstration
from plancia_events import read
from plancia_replay import judge
from plancia_replay.recording.completion import complete
from tests.make_demonstration import hasty

HEAD = """[Notation "rgn 1"] [Variant "{}"]
[Red "Anna"] [Blue "Bruno"] [Completeness "full"] [Provenance "sheet"]
"""
GAMES = Path(__file__).parents[1] / "games"


def events(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith("[")]


def completed(*lines: str, variant: str = "eg@1") -> list[str]:
    return events(complete(HEAD.format(variant) + "\n".join(lines)).text)


def test_what_follows_is_filled_in_and_marked() -> None:
    assert completed("TURN R", "PUT CIN+3", "att cin>sia 6,5,4:3,2", "OCC 3", "draw BRA", "TURN B") == [
        "TURN R", "PUT R CIN+3 {filled: actor}", "ATT R CIN>SIA 654:32 -0-2 {filled: actor, losses}",
        "OCC R CIN>SIA 3 {filled: actor, territories}", "DRAW R BRA {filled: actor}", "END R {filled: end}", "TURN B",
    ]  # fmt: skip


def test_losses_without_dice_follow_the_table_of_the_variant() -> None:
    assert completed("TURN R", "ATT R CIN>SIA 3v3", variant="stucchi@1")[1] == (
        "ATT R CIN>SIA 3v3 -3-2 {filled: losses}"
    )
    assert completed("TURN R", "ATT R CIN>SIA 3v3")[1] == "ATT R CIN>SIA 3v3"  # they follow from nothing


def test_a_comment_stays_and_what_was_written_is_not_touched() -> None:
    assert completed("TURN R", "PUT CIN+3 {in fretta}")[1] == "PUT R CIN+3 {in fretta; filled: actor}"
    assert completed("TURN R", "ATT R CIN>SIA 6:1 -1-0", "garbage", "turn B") == [
        "TURN R", "ATT R CIN>SIA 6:1 -1-0", "garbage", "END R {filled: end}", "turn B",
    ]  # fmt: skip


def test_the_player_who_leaves_in_his_turn_needs_no_end() -> None:
    assert completed("TURN R", "STAT R R withdrawn", "TURN B") == ["TURN R", "STAT R R withdrawn", "TURN B"]


def test_an_end_comes_before_the_closing_throw() -> None:
    assert completed("TURN R", "EROLL R 62", "TURN B")[1:] == ["END R {filled: end}", "EROLL R 62", "TURN B"]


def test_numbers_of_other_events_follow_the_lines_added() -> None:
    assert completed("TURN R", "TURN B", "PUT CIN+3", "VOID A 3 {errore}")[-1] == ("VOID A 4 {errore; filled: number}")


WHOLE = {path.relative_to(GAMES).as_posix(): path.read_text("utf-8") for path in sorted(GAMES.glob("*/*.rgn"))
         if path.parent.name in ("monopoli", "firenze", "stucchi", "eg") and path.stem != "faults"}  # fmt: skip


@pytest.mark.parametrize("text", [*WHOLE.values(), demonstration()["morto.rgn"].decode()], ids=[*WHOLE, "morto"])
def test_a_game_typed_in_a_hurry_is_the_game_again(text: str) -> None:
    whole = read(text).games[0]
    again = complete(hasty(text))
    reading = read(again.text)
    assert reading.problems == [], reading.problems[0].text("en")
    plain = [re.sub(r" \{[^}]*filled: [^}]*\}$", "", line) for line in events(reading.games[0].text())]
    lacking = [line for line in events(whole.text()) if line not in plain]
    assert all(line.startswith(("END", "ATT", "FIX", "VOID")) for line in lacking), lacking
    assert judge(reading.games[0]).scores == judge(whole).scores
    assert len(again.filled) > 50
