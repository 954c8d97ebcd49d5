"""Importers on small records made here: what they tell apart, what they derive, how they fail."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from plancia_archive.importers import ImportProblem, convert, detect
from plancia_archive.importers.domination import IDS
from plancia_events import Game, format_event, read
from plancia_replay import judge, load_ruleset

KEPT = Path(__file__).resolve().parent / "games" / "imported"


def lines(game: Game) -> list[str]:
    return [format_event(event) for event in game.events]


def chosen_territories(players: int = 3, more: str = "") -> bytes:
    """A Domination log in which the territories are chosen one by one, then armies placed one by one."""
    log = ["LOCAL choosemap risiko.map", *(f"LOCAL newplayer ai hard c{n} P{n}" for n in range(1, players + 1))]
    log += ["LOCAL startgame domination italianlike recycle", "PLAYER 1"]
    for place in range(players * (10 - players) * 5):
        number = place + 1 if place < 42 else (place - 42) % players + 1
        log += [f"LOCAL placearmies {number} 1", "CARD "]
    return ("\n".join(log) + "\n" + more).encode()


def test_domination_territories_chosen_in_turn() -> None:
    imported = convert(None, chosen_territories(), "logs/chosen.log")[0]
    made = lines(imported.game)
    assert imported.game.header("Game") == "chosen"
    assert made[0] == "ORDER * B G R"
    assert made[1:5] == ["PICK B ALA", "PICK G TNO", "PICK R ALB", "PICK B SOC"]
    assert made.count("SET B ALA+1") == 21 and sum(line.startswith("SET") for line in made) == 105 - 42
    judgement = judge(imported.game)
    assert judgement.clean and judgement.end == {
        "reason": "unfinished", "winner": None, "winners": [], "says": judgement.end["says"],
    }  # fmt: skip
    assert "the log stops before the game is over" in imported.left_out
    assert "il registro si ferma prima della fine della partita" in imported.left_out_in("it")


def test_domination_conquest_without_a_move_command_takes_all_but_one() -> None:
    turn = """LOCAL placearmies 1 5
LOCAL attack 1 2
LOCAL roll 3
LOCAL roll 3
DICE 3 3 5 5 5 0 0 0
LOCAL retreat
LOCAL endattack
LOCAL nomove
CARD
"""
    made = lines(convert("domination", chosen_territories(more=turn), "x")[0].game)
    assert made[-4:] == ["TURN B", "PUT B ALA+5", "ATT B ALA>TNO 666:111 -0-3", "END B"]


def syncs(*rows: dict[str, Any]) -> bytes:
    """A recording of two players, 0 moving first, with the records given after the claims."""
    start: list[dict[str, Any]] = [{"record_type": "record_start_game", "turn_order": [1, 0]}]
    start.append({"record_type": "record_shuffled_cards"})
    claims = [
        {"record_type": "move_claim_territory", "move_by_player": land % 2, "territory": land} for land in range(42)
    ]
    return json.dumps(start + claims + list(rows)).encode()


def test_syncs_two_sets_at_once_moves_of_nothing_and_a_ban() -> None:
    deal = [
        {"record_type": "record_drew_card", "player": 0, "card": {"card_id": card, "territory_id": card}}
        for card in (0, 10, 17, 21, 22, 23)
    ]
    data = syncs(
        {"record_type": "record_start_turn", "player": 0, "territory_bonus": 7, "continent_bonus": 0},
        *deal,
        {"record_type": "move_redeem_cards", "move_by_player": 0, "sets": [[0, 10, 17], [21, 22, 23]]},
        {"record_type": "record_redeemed_cards", "total_set_bonus": 10, "matching_territory_bonus": 2},
        {"record_type": "move_distribute_troops", "move_by_player": 0, "distributions": {"0": 19}},
        {
            "record_type": "move_fortify",
            "move_by_player": 0,
            "source_territory": 0,
            "target_territory": 0,
            "troop_count": 0,
        },
        {"record_type": "record_banned", "player": 1, "ban_type": "x", "reason": "y"},
    )
    game = convert(None, data, "s.json")[0].game
    made = lines(game)
    assert made[0] == "ORDER * R B"
    assert made[-5:] == [
        "TRIS R ALA ISL CIN =?", "TRIS R KAM MEO MON =?", "REIN R 7+0+12=19", "PUT R ALA+19",
        "OVER * abandoned {B banned by the engine}",
    ]  # fmt: skip
    rules = {verdict.rule for verdict in judge(game).verdicts if verdict.verdict == "illegal"}
    assert not rules & {"declaration.right", "placement.within_income", "cards.territory_bonus"}


def test_v20_the_last_conquest_of_syncs_is_occupied() -> None:
    """The engine asks no more how many armies enter; what survives the throw has to."""
    records = json.loads(syncs())
    for row in records:
        if row.get("territory") not in (None, 5):
            row["move_by_player"] = 0
    records += [
        *({"record_type": "move_place_initial_troop", "move_by_player": 0, "territory": 4} for _ in range(5)),
        {"record_type": "record_start_turn", "player": 0, "territory_bonus": 13, "continent_bonus": 24},
        {"record_type": "move_distribute_troops", "move_by_player": 0, "distributions": {"4": 37}},
        {"record_type": "move_attack", "move_by_player": 0, "attacking_territory": 4, "defending_territory": 5,
         "attacking_troops": 3},
        {"record_type": "move_defend", "move_by_player": 1, "defending_troops": 1},
    ]  # fmt: skip
    throw = {"record_type": "record_attack", "move_attack_id": len(records) - 2, "move_defend_id": len(records) - 1,
             "attacking_troops_lost": 0, "defending_troops_lost": 1, "territory_conquered": True}  # fmt: skip
    end = [
        {"record_type": "record_territory_conquered", "record_attack_id": len(records)},
        {"record_type": "record_player_eliminated", "player": 1, "cards_surrendered": []},
        {"record_type": "record_winner", "player": 0},
    ]
    one = convert(None, json.dumps([*records, throw, *end]).encode(), "s.json")[0]
    assert [line.split(" {")[0] for line in lines(one.game)[-4:]] == [
        "ATT R GRO>TNO 3v1 -0-1", "OCC R GRO>TNO 3", "ELIM R B", "OVER * world winner=R",
    ]  # fmt: skip
    assert any("the last conquest" in what for what in one.left_out)
    found = judge(one.game)
    assert found.impossible is None and found.end["winner"] == "R"
    assert {owner for owner, _ in found.final.values()} == {"R"} and found.final["TNO"] == ("R", 3)
    last = len(one.game.events) - 4
    assert [verdict.rule for verdict in found.verdicts if verdict.event > last and verdict.verdict == "illegal"] == []


@pytest.mark.parametrize("variant", ["risiko-rl@1", "risiko-rl-stock@1"])
def test_v20_risiko_rl_does_not_demand_what_the_engine_only_tries(variant: str) -> None:
    """The engine deals more than half of a continent where nothing else is left; tournaments do not."""
    text = (KEPT / "rrl-official-h1.rgn").read_text("utf-8").replace("risiko-rl@1", variant)
    head, body = text[: text.index("\nDEAL")], [line for line in text.splitlines() if line.startswith("DEAL")]
    hands = {line.split()[1]: line.split()[2:] for line in body}
    one = next(iter(hands))
    wanted = [code for code in ("VEN", "PER", "BRA") if code not in hands[one]]
    for code in wanted:
        holder = next(colour for colour in hands if code in hands[colour])
        given = next(mine for mine in hands[one] if mine not in ("VEN", "PER", "BRA"))
        hands[one][hands[one].index(given)] = code
        hands[holder][hands[holder].index(code)] = given
    dealt = head + "\n" + "".join(f"DEAL {colour} {' '.join(codes)}\n" for colour, codes in hands.items())
    dealt += f"SET {one} VEN+1\n"
    game = read(dealt).games[0]
    assert "deal.max_share" in {verdict.rule for verdict in judge(game, load_ruleset("torneo@1")).verdicts}
    assert "deal.max_share" not in {verdict.rule for verdict in judge(game).verdicts}


def test_pyrisk_battle_without_losses_is_only_announced() -> None:
    claims = [["start"]]
    claims += [["claim", f"P;{'AB'[n % 2]}", f"T;{name}"] for n, name in enumerate(("Alaska", "Kamchatka"))]
    claims += [["reinforce", "P;A", "T;Alaska", "30"], ["reinforce", "P;B", "T;Kamchatka", "30"]]
    claims += [
        ["reinforce", "P;A", "T;Alaska", "3"],
        ["defeat", "P;A", "P;B", "T;Alaska", "T;Kamchatka", "(34, 31)", "(34, 31)"],
        ["defeat", "P;A", "P;B", "T;Alaska", "T;Kamchatka", "(34, 31)", "(1, 20)"],
        ["move", "P;A", "T;Alaska", "T;Alaska", "0"],
    ]
    made = lines(convert(None, "\n".join(map(str, claims)).encode(), "p.log")[0].game)
    assert made[-4:] == ["TURN R", "PUT R ALA+3", "DECL R ALA>KAM", "ATT R ALA>KAM ?v? -33-11"]


def test_kinds_are_told_apart_by_content() -> None:
    assert detect(chosen_territories()) == "domination"
    assert detect(gzip.compress(chosen_territories())) == "domination"
    assert detect(syncs()) == "syncs"
    assert detect(b"['start']\n") == "pyrisk"
    assert detect(b'{"n":0,"ev":"header"}') == "risiko-rl"
    assert detect((KEPT / "pyrisk-1.rgn").read_bytes()) == "rgn"
    assert detect(b"nothing of the kind") is None


@pytest.mark.parametrize(
    ("kind", "data", "line"),
    [
        (None, b"nothing", 0),
        ("domination", b"\x1f\x8b broken", 0),
        ("domination", b"LOCAL choosemap atlantis.map\n", 1),
        ("domination", chosen_territories(more="LOCAL placearmies 0 1\n"), 217),
        ("domination", chosen_territories(more="LOCAL placearmies 43 1\n"), 217),
        ("domination", chosen_territories(more="DICE 3 1 5 5\n"), 217),
        ("domination", b"LOCAL undo\n", 1),
        ("pyrisk", b"['start']\n['claim', 'P;A', 'T;Atlantis']\n", 2),
        ("pyrisk", b"['start']\n__import__('os')\n", 2),
        ("pyrisk", b"['start']\n[" + b"(" * 100_000 + b"]\n", 2),
        ("syncs", b"[]", 1),
        ("syncs", b"{", 1),
        ("syncs", syncs({"record_type": "record_start_turn", "player": -1}), 45),
        ("syncs", syncs({"record_type": "move_teleport"}), 45),
        ("risiko-rl", b'{"n":0,"ev":"header"}\n', 1),
        ("risiko-rl", b'{"n":0,"ev":"header","order":["BLU"],"game":"g","map":"official"}\n{"ev":"magic"}\n', 2),
        ("risiko-rl", b"[" * 100_000, 1),
        ("rgn", b"", 1),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_told_with_file_and_line(kind: str | None, data: bytes, line: int) -> None:
    with pytest.raises(ImportProblem) as caught:
        convert(kind, data, "some/file")
    problem = caught.value
    assert problem.line == line
    assert problem.file == "some/file"
    assert problem.text("it").startswith("some/file") and problem.text("en").startswith("some/file")
    assert problem.text("it") != problem.text("en")


def test_territory_numbers_of_the_engines_are_all_there() -> None:
    assert len(set(IDS)) == 42
