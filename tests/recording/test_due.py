"""What is due: who acts, the income with its account, armies to move in, cards, closing throws, claims, faults."""

from __future__ import annotations

from pathlib import Path

from plancia_events import Game, format_event, read
from plancia_replay.recording.due import Due, due_for_game
from plancia_replay.recording.due_words import due_sentences
from plancia_replay.synthetic.game import GameSpec, generate

GAME = read((Path(__file__).parent / "game.rgn").read_text("utf-8")).games[0]
LINES = [format_event(event) for event in GAME.events]


def after(line: str, lang: str = "it", times: int = 1) -> Due:
    """What is due after a line of the paper game, at its first occurrence or a later one."""
    place = -1
    for _ in range(times):
        place = LINES.index(line, place + 1)
    return due_for_game(Game(GAME.headers, GAME.events[: place + 1]), lang)


def test_who_acts_in_each_phase() -> None:
    opening = due_for_game(Game(GAME.headers))
    assert (opening.phase, opening.player) == ("order", "R")
    dealt = after("DEAL R AFN AFO AFS AFG URA MON armies=2")
    assert (dealt.phase, dealt.player, len(dealt.free)) == ("deal", "B", 32)
    assert (after("OBJ N elvis").phase, after("OBJ N elvis").player) == ("between", "R")
    assert (after("TURN R").phase, after("TURN R").player, after("TURN R").next) == ("turn", "R", "B")
    assert (after("END R").phase, after("END R").player) == ("between", "B")
    assert after("OVER * end-roll").end == {"recorded": True, "why": []}
    assert after("EROLL R 31").phase == "over"


def test_the_income_has_its_account_also_after_conquests() -> None:
    income = after("ATT N ISL>SCA 654:6 -1-0").income
    assert income is not None
    assert income["account"] == ["territories:15/3=5", "continent:sud_america=2"]
    assert (income["total"], income["placed"], income["left"]) == (7, 7, 0)
    coming = after("END R").income
    assert coming is not None and (coming["total"], coming["left"]) == (3, 3)


def test_a_conquest_asks_for_armies() -> None:
    found = after("ATT N VEN>PER 532:42 -0-2")
    assert found.advance == {"source": "VEN", "target": "PER", "least": 3, "most": 8} and not found.attacks
    assert "Perù" in " ".join(due_sentences(found, "it")) and "Peru" in " ".join(due_sentences(found, "en"))


def test_attacks_have_a_border_armies_and_an_enemy() -> None:
    found = after("TURN R")
    pairs = {(attack["source"], attack["target"]): (attack["dice"], attack["defence"]) for attack in found.attacks}
    assert pairs["ALA", "KAM"] == (3, 2) and ("SCA", "ISL") in pairs
    assert ("ALA", "CIN") not in pairs and ("AFN", "AFO") not in pairs


def test_a_card_is_due_and_a_turn_that_is_not_done_says_why() -> None:
    assert after("OCC R ALA>TNO 5").cards == 1 and after("DRAW R ???").cards == 0
    faults = after("TURN R").end
    assert faults is not None and "3" in faults["why"][0] and "Rosso" in faults["why"][0]
    assert after("TURN R", "en").end["why"] != faults["why"]  # type: ignore[index]
    assert after("PUT R ALA+2 SCA+1").end == {"recorded": False, "why": []}


def test_the_closing_throw_is_due_after_the_last_round_alone() -> None:
    before = LINES.index("EROLL N 41")
    found = due_for_game(Game(GAME.headers, GAME.events[:before]))
    assert found.throw == {"player": "N", "dice": 2, "most": 4, "bonus": False}
    assert after("END N").throw is None and after("EROLL N 41").throw is None


def test_sets_are_proposed_with_their_value() -> None:
    head = GAME.head()
    hand = "DRAW R SOC\nDRAW R CIN\nDRAW R JOL\nDRAW R ALA\n"
    game = read(head + GAME.body().partition("TURN R")[0] + "TURN R\n" + hand + "END R\nTURN R\n").games[0]
    sets = due_for_game(game).sets
    totals = [choice["value"] + choice["bonus"] for choice in sets]
    assert totals == sorted(totals, reverse=True) and totals[0] == 14
    bonuses = {frozenset(choice["cards"]): choice["bonus"] for choice in sets}
    assert all(bonus == (2 if "ALA" in cards else 0) for cards, bonus in bonuses.items())


def test_nothing_raises_and_something_is_due_after_every_event_of_every_variant() -> None:
    for variant in ("rcm@1", "firk@1", "stucchi@1", "firenze@1", "uno-contro-uno@1", "torneo@1", "eg@1"):
        game = generate(GameSpec(variant, 3))
        for count in range(0, len(game.events) + 1, 7):
            found = due_for_game(Game(game.headers, list(game.events[:count])))
            following = next(
                (e for e in game.events[count:] if e.TAG in ("TURN", "PASS", "OVER", "PICK", "DRAFT")), None
            )
            assert due_sentences(found, "en") and due_sentences(found, "it")
            if following is not None and game.events[count] is following and following.TAG != "OVER":
                wanted = getattr(following, "partner", None) or following.actor
                assert found.player == wanted or found.next == wanted, (variant, count, following)


def test_the_opening_says_whose_dice_are_missing_and_how_many_armies_are_placed_at_a_time() -> None:
    game = generate(GameSpec("monopoli@1", 1))
    first_set = game.numbers_of("SET")[0]
    due = due_for_game(Game(game.headers, []))
    assert due.phase == "order" and sorted(due.throwers) == sorted(game.players)
    placing = due_for_game(Game(game.headers, list(game.events[: first_set - 1])))
    assert placing.phase == "place" and placing.chunk == 3 and not placing.throwers


def test_after_the_dice_the_places_are_chosen_by_hand() -> None:
    game = generate(GameSpec("rcm@1", 1))
    order = game.numbers_of("ORDER")[0]
    due = due_for_game(Game(game.headers, list(game.events[: order - 1])))
    assert due.phase == "order" and due.throwers == []
