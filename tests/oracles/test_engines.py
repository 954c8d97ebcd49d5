"""Games that other engines played: every state, hand, result and end they printed is the one we rebuild."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests import SOAK

from plancia_archive.importers import convert
from plancia_archive.importers.base import CODE_BY_NAME
from plancia_archive.importers.domination import IDS
from plancia_archive.importers.risiko_rl import COLOURS, INITIALS, card_code
from plancia_events import Game, format_event, parse_event, read
from plancia_replay import judge, load_ruleset, state_at

SHARED = Path(__file__).resolve().parents[3] / "shared" / "oracles"


def files(pattern: str) -> list[Any]:
    found = sorted(SHARED.glob(pattern))
    if not found:
        return [pytest.param(None, marks=pytest.mark.skip("../shared/oracles is not here"))]
    return [pytest.param(file, id=file.name) for file in found]


def sampled(pairs: Iterable[Any]) -> list[Any]:
    """Every fourth and the last, all in a soak: each is a replay from the start, and the judge sees the rest."""
    every = list(pairs)
    return every if SOAK else [*every[:-1:4], every[-1]]


def unzipped(file: Path) -> list[str]:
    """The lines of a gzip file."""
    with gzip.open(file, "rt") as stream:
        return stream.read().splitlines()


@cache
def converted(file: Path) -> Game:
    """The game through its canonical text, as an archive would hold it."""
    game = convert(None, file.read_bytes(), file.name)[0].game
    reading = read(game.text(), file.name)
    assert reading.ok and reading.games[0].text() == game.text()
    assert all(parse_event(format_event(event)) == event for event in reading.games[0].events)
    return reading.games[0]


@pytest.mark.parametrize("file", files("risiko-rl/*.gz"))
def test_risiko_rl_states_hands_and_result(file: Path) -> None:
    game = converted(file)
    rows = [json.loads(line) for line in unzipped(file)]
    snapshots = [row for row in rows if row["ev"] == "state"]
    places = [number for number, event in enumerate(game.events, start=1) if event.TAG == "CHECK"]
    assert len(snapshots) == len(places)
    for row, place in sampled(zip(snapshots, places, strict=True)):
        state = state_at(game, place - 1)
        board = {CODE_BY_NAME[name]: (INITIALS[pair[0]], pair[1]) for name, pair in row["map"].items()}
        assert state["board"] == board
        for name, cards in row["hands"].items():
            assert sorted(state["hands"][COLOURS[name]]) == sorted(card_code(one) for one in cards)
        if row is not snapshots[0]:
            assert state["round"] == row["round"]
    end = rows[-1]
    judgement = judge(game)
    assert [verdict for verdict in judgement.verdicts if verdict.verdict == "illegal"] == []
    reason = {"obiettivo_completato": "objective", "sdadata": "end-roll"}[end["reason"]]
    assert (judgement.end["reason"], judgement.end["winner"]) == (reason, COLOURS[end["winner"]])
    for name, entry in end["result"].items():
        score = judgement.scores[COLOURS[name]]
        assert score["points"] == entry["points_in_objective"]
        assert score["tiebreak"][0] == ("outside", entry["points_outside"])


@pytest.mark.parametrize("file", files("risiko-rl/*.gz"))
def test_risiko_rl_under_torneo_only_weak_rolls_and_the_board_are_illegal(file: Path) -> None:
    game = converted(file)
    rows = [json.loads(line) for line in unzipped(file)]
    verdicts = judge(game, load_ruleset("torneo@1", {"deck": "risiko-rl"})).verdicts
    illegal = [verdict for verdict in verdicts if verdict.verdict == "illegal"]
    found: dict[str, list[tuple[Any, ...]]] = {}
    for verdict in illegal:
        event = game.events[verdict.event - 1] if verdict.event else None
        where = (event.source, event.target) if event is not None and event.TAG in ("ATT", "MOVE") else ()
        found.setdefault(verdict.rule, []).append(where)
    rolls = [row for row in rows if row["ev"] == "roll"]
    moves = [row for row in rows if row["ev"] == "move"]
    weak = [ends(row) for row in rolls if len(row["att_dice"]) < len(row["def_dice"])]
    assert found.pop("attack.dice_not_fewer", []) == weak
    over = ({"AFG", "IND"},) if "stock" in file.name else ()
    assert found.pop("attack.adjacent", []) == [ends(row) for row in rolls if set(ends(row)) in over]
    assert found.pop("move.adjacent", []) == [ends(row) for row in moves if set(ends(row)) in over]
    if "stock" in file.name:
        left = found.pop("garrison.voluntary_border", [])
        assert {source for source, _ in left} <= {"CIN", "MEO"}  # whose border the engine does not know
        found.pop("record.score", None)  # a territory of that border counts one point more or less
    assert found == {}
    others = {(verdict.rule, verdict.verdict) for verdict in verdicts if verdict.verdict != "illegal"}
    assert others <= {
        ("order.by_roll", "undecidable"), ("end_roll.due", "undecidable"), ("cards.drawn", "warning"),
        ("garrison.voluntary_border", "assumed"),
    }  # fmt: skip


CLASSES = (
    [("attack.dice_not_fewer", "illegal")], [("attack.adjacent", "illegal"), ("move.adjacent", "illegal")],
    [("garrison.voluntary_border", "illegal")], [("record.score", "illegal")],
    [("garrison.voluntary_border", "assumed")], [("cards.drawn", "warning")], [("order.by_roll", "undecidable")],
    [("end_roll.due", "undecidable")],
)  # fmt: skip


@pytest.mark.parametrize("file", files("risiko-rl/*.gz"))
def test_the_page_counts_every_class_of_verdict(file: Path) -> None:
    name = file.name.partition(".")[0]
    page = (Path(__file__).parents[2] / "docs" / "quality" / "oracles.md").read_text("utf-8")
    row = next(line for line in page.splitlines() if line.startswith(f"| `{name}` |"))
    verdicts = judge(converted(file), load_ruleset("torneo@1", {"deck": "risiko-rl"})).verdicts
    found: list[tuple[str, str]] = [(verdict.rule, verdict.verdict) for verdict in verdicts]
    counts = [sum(found.count(one) for one in kinds) for kinds in CLASSES]
    assert [int(cell) for cell in row.split("|")[2:-1]] == counts and sum(counts) == len(found)


def ends(row: dict[str, Any]) -> tuple[str, str]:
    """Source and target of a row of risiko-rl."""
    return CODE_BY_NAME[row["src"]], CODE_BY_NAME[row["dst"]]


@pytest.mark.parametrize("file", files("*/*.gz"))
def test_an_engine_s_own_rules_find_nothing_but_missing_dice(file: Path) -> None:
    if ".turns." in file.name or ".txt" in file.name:
        pytest.skip("not a record of a game")
    verdicts = judge(converted(file)).verdicts
    dice = {"attack.attacker_dice", "attack.defender_dice", "attack.losses_by_dice", "occupation.dice_used"}
    assert {verdict.rule for verdict in verdicts} <= (dice if file.parent.name in ("pyrisk", "syncs") else set())
    assert {verdict.verdict for verdict in verdicts} <= {"undecidable"}


@pytest.mark.parametrize("file", files("domination/*.log.gz"))
def test_domination_turn_states_and_final_board(file: Path) -> None:
    game = converted(file)
    stem = file.name.removesuffix(".log.gz")
    lines = [line.split("\t") for line in unzipped(file.parent / f"{stem}.turns.tsv.gz")]
    turns = [row for row in lines if row[0].isdigit()]
    numbered = list(enumerate(game.events, start=1))
    set_up = max(number for number, event in numbered if event.TAG in ("SET", "PICK", "DEAL"))
    passes = [set_up + 1, *(number for number, event in numbered if event.TAG in ("CAP", "END"))]
    assert len(passes) == len(turns)  # the first row is the turn that closes the set-up
    letters = {f"P{place}": letter for place, letter in enumerate("RBGYNV", start=1)}
    for row, end in sampled(zip(turns, passes, strict=True)):
        before = end - 2 if game.events[end - 2].TAG == "DRAW" else end - 1
        state = state_at(game, before)
        owners = [(letters[one.split(":")[0]], int(one.split(":")[1])) for one in row[2].split()]
        assert state["board"] == dict(zip(IDS, owners, strict=True))
        for entry in row[3].split():
            name, _, ids = entry.partition("=")
            cards = [] if ids == "-" else ["JOL" if one == "wildcard" else IDS[int(one) - 1] for one in ids.split(",")]
            assert sorted(state["hands"][letters[name]]) == sorted(cards)
    final = json.loads((file.parent / f"{stem}.final.json").read_text())
    judgement = judge(game)
    assert [verdict for verdict in judgement.verdicts if verdict.verdict == "illegal"] == []
    assert judgement.impossible is None
    board = {IDS[land["id"] - 1]: (letters[land["owner"]], land["armies"]) for land in final["countries"]}
    assert judgement.final == board
    assert judgement.end["winner"] == letters[final["winner"]]


@pytest.mark.parametrize("file", files("pyrisk/*.gz"))
def test_pyrisk_reaches_its_winner_without_dice(file: Path) -> None:
    game = converted(file)
    judgement = judge(game)
    assert game.header("Completeness") == "no-dice"
    assert [verdict for verdict in judgement.verdicts if verdict.verdict == "illegal"] == []
    dice = [verdict for verdict in judgement.verdicts if verdict.rule == "attack.losses_by_dice"]
    assert dice == [], "a line is a whole battle, of which the record has no dice"
    assert judgement.end["reason"] == "world"
    assert {owner for owner, _ in judgement.final.values()} == {judgement.end["winner"]}
    last = unzipped(file)[-1]
    winner = str(judgement.end["winner"])
    assert f"pyrisk-{winner.lower()}" == game.players[winner]
    assert "victory" in last


@pytest.mark.parametrize("file", files("syncs/*.json.gz"))
def test_syncs_replays_without_dice(file: Path) -> None:
    game = converted(file)
    judgement = judge(game)
    assert judgement.completeness == "no-dice" and judgement.impossible is None
    assert [verdict for verdict in judgement.verdicts if verdict.verdict == "illegal"] == []
    result = json.loads((file.parent / file.name.replace(".json.gz", ".results.json")).read_text())
    if result["result_type"] == "SUCCESS":
        assert judgement.end["winner"] == "RBGYNV"[result["ranking"][0]]
    if result["result_type"] == "CANCELLED":
        assert judgement.end == {"reason": "cancelled", "winner": None, "winners": [], "says": judgement.end["says"]}
