"""The games that bench/house.py measures: a short one with an illegal attack, one that goes on, one of 254 events."""

from __future__ import annotations

from pathlib import Path

LONG = Path(__file__).resolve().parent / "house.rgn"  # `torneo@1`, nothing wrong in it; the opening counts
LONG_EVENTS = 254

HEAD = """[Notation "rgn 1"]
[Game "{name}"]
[Variant "monopoli@1"]
[Event "Torneo di prova"]
[Date "2026-11-20"]
[Red "Anna"]
[Blue "Bruno"]
[Green "Gino"]
[Black "Nadia"]
[Completeness "full"]
[Provenance "sheet"]

"""
BEGUN = """ROLL * order R6 B4 G3 N1
ORDER * R B G N
DEAL R ALB SOR BRA SCA UCR CON AFG CIT CIN NGU armies=3
DEAL B GRO SOC PER GBR EME AFO MEO JAC MON INS armies=3
DEAL G TNO QUE VEN ISL EOC EGI MAD SIB armies=3
DEAL G GIA SIA AOR armies=2
DEAL N ALA ONT AMC ARG ESE AFN AFS URA armies=3
DEAL N KAM IND AOC armies=2
OBJ R guerra-fredda
OBJ B elefante
OBJ G giraffa
OBJ N letto
CLOCK * started
TURN R
REIN R 3+0+0=3
PUT R CIN+3
ATT R CIN>SIA 654:32 -0-2
OCC R CIN>SIA 3
DRAW R BRA
END R
TURN B
REIN B 3+0+0=3""".splitlines()  # 23 events with the opening
APPENDED = ["PUT B MEO+3", "ATT B MEO>EGI 653:642 -1-2", "END B", "TURN G", "REIN G 3+0+0=3"]
OTHER = ["PUT B MEO+3", "ATT B MEO>EGI 644:321 -0-3", "OCC B MEO>EGI 3", "DRAW B PER", "END B"]
ATTACK = "ATT G VEN>PER 62:321 -1-1"  # attack.dice_not_fewer: two dice against three
ELSEWHERE = "ATT G ISL>GBR 51:432 -1-1"  # the same fault in other places with other dice
ATTACKED = [
    *BEGUN, "PUT B MEO+3", "END B", "TURN G", "REIN G 3+0+0=3", "PUT G VEN+3", ATTACK, "END G",
]  # fmt: skip


def game(name: str, lines: list[str]) -> str:
    """The text of a short game."""
    return HEAD.format(name=name) + "".join(line + "\n" for line in lines)


def long_game(name: str) -> str:
    """The game of 254 events under another id of its recorder."""
    return LONG.read_text("utf-8").replace('[Game "house"]', f'[Game "{name}"]')
