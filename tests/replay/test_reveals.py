"""Commitments are proved when they are opened, and the replay then reads the value; the API compares rule-sets."""

from __future__ import annotations

import hashlib

from plancia_events import read
from plancia_replay import judge

SALT = "00ff00ff00ff00ff"
HEAD = """[Notation "rgn 1"]
[Variant "eg@1"]
[Red "a"]
[Blue "b"]
[Green "c"]
[Completeness "full"]
[Provenance "synthetic"]

ORDER * R B G
DEAL R ALA BRA
OBJ R #{hash}
"""


def game(last: str, value: str = "letto") -> str:
    """A game with a committed objective and one more line."""
    return HEAD.format(hash=hashlib.sha256((SALT + value).encode()).hexdigest()) + last + "\n"


def test_a_proved_value_is_read_by_the_replay() -> None:
    found = judge(read(game(f"SHOW R 3 letto salt={SALT}\nOVER * agreement")).games[0])
    assert not [verdict for verdict in found.verdicts if verdict.rule == "record.reveal"]
    assert found.scores["R"]["points"] == 7  # Alaska and Brasile are in the objective


def test_a_value_that_was_not_committed_is_illegal() -> None:
    found = judge(read(game(f"SHOW R 3 elefante salt={SALT}")).games[0], lang="en")
    verdict = next(verdict for verdict in found.verdicts if verdict.rule == "record.reveal")
    assert (verdict.event, verdict.verdict, verdict.rule_id) == (4, "illegal", "REC-06")


def test_an_event_that_comes_later_cannot_be_shown() -> None:
    found = judge(read(game("SHOW R 9 letto")).games[0], lang="en")
    assert [verdict.event for verdict in found.verdicts if verdict.rule == "record.reveal"] == [4]
