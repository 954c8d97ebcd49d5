"""Faults of the opening are told at the input that causes them; the judge reports them once play begins."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from plancia_events import Game, format_event, parse_event, read
from plancia_replay import judge
from plancia_replay.recording.completing import Completion, complete_lines, foreseen_faults
from plancia_replay.recording.due import Due, due_for_game
from plancia_replay.recording.due_words import due_sentences
from plancia_replay.recording.play import Play
from plancia_replay.synthetic.game import GameSpec, generate
from tests import SOAK

VARIANTS = ("rcm@1", "firk@1", "stucchi@1", "firenze@1", "uno-contro-uno@1", "monopoli@1", "torneo@1", "eg@1")
PAPER = read((Path(__file__).parent / "game.rgn").read_text("utf-8")).games[0]
FORESEEN = {"deal.even", "deal.max_share", "draft.complete", "neutral.left", "setup.endowment", "setup.garrison"}


def opening(game: Game) -> list[Any]:
    """The events before the first turn."""
    return list(game.events[: game.numbers_of("TURN")[0] - 1])


def faults_at(game: Game, events: list[Any]) -> list[tuple[int, str]]:
    """The number of the event at which each fault was foreseen first, and its rule."""
    play = Play(Game(game.headers, []))
    found: list[tuple[int, str]] = []
    known: list[object] = []
    for number, event in enumerate(events, 1):
        play.add(event)
        faults = foreseen_faults(play)
        found += [(number, fault.rule) for fault in faults if fault not in known]
        known = list(faults)
        assert all(fault.text("it") and fault.text("en") and fault.cite for fault in faults)
    return found


@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_is_foreseen_in_a_right_opening(variant: str) -> None:
    for seed in range(3):
        game = generate(GameSpec(variant, seed))
        late = {verdict.rule for verdict in judge(game).verdicts if verdict.verdict == "illegal"} & FORESEEN
        assert not late and faults_at(game, opening(game)) == []


def test_nothing_is_foreseen_in_the_paper_game() -> None:
    assert faults_at(PAPER, opening(PAPER)) == []


def with_fault(game: Game, chance: random.Random) -> list[Any]:
    """The opening with one fault: a territory dealt to another, other armies, or all armies on one territory."""
    events = opening(game)
    kind = chance.choice(("DEAL", "DEAL", "SET"))
    places = [k for k, event in enumerate(events) if kind == event.TAG]
    place = chance.choice(places) if places else -1
    event = events[place]
    if kind == "DEAL" and chance.random() < 0.7:
        other = chance.choice([letter for letter in game.players if letter != event.actor])
        given, *kept = event.territories
        events[place] = parse_event(f"DEAL {event.actor} {' '.join(kept)} armies={event.armies}")
        return [*events[:place], parse_event(f"DEAL {other} {given} armies={event.armies}"), *events[place:]]
    if kind == "DEAL":
        line = f"DEAL {event.actor} {' '.join(event.territories)} armies={event.armies + chance.choice((1, 2, 7))}"
        return [*events[:place], parse_event(line), *events[place + 1 :]]
    first = event.items[0][0]
    return [
        parse_event(f"SET {e.actor} {first}+{sum(count for _, count in e.items)}{f' by={e.by}' if e.by else ''}")
        if (e.TAG, e.actor) == ("SET", event.actor) else e for e in events
    ]  # fmt: skip


@pytest.mark.parametrize("variant", ["uno-contro-uno@1", "monopoli@1", "torneo@1", "eg@1", "rcm@1", "stucchi@1"])
def test_what_the_judge_reports_later_was_foreseen_and_what_was_foreseen_is_reported(variant: str) -> None:
    seen = set()
    for seed in range(24 if SOAK else 6):
        chance = random.Random(seed)
        game = generate(GameSpec(variant, seed % 4))
        events = with_fault(game, chance)
        whole = Game(game.headers, [*events, *list(game.events[len(opening(game)) :])[:1]])
        reports = {
            (v.event, v.rule) for v in judge(whole).verdicts
            if v.verdict == "illegal" and not (v.rule == "setup.endowment" and v.facts["found"] < v.facts["needed"])
        }  # fmt: skip
        late = {(number, rule) for number, rule in reports if rule in FORESEEN | {"setup.one_each"}}
        told = faults_at(game, events)
        for number, rule in late:
            if rule == "setup.one_each":
                continue
            assert any(rule == other and place < number for place, other in told), (seed, number, rule, told)
        play = Play(Game(game.headers, []))
        for event in events:
            before = {fault.rule for fault in foreseen_faults(play)}
            play.add(event)
            after = {fault.rule for fault in foreseen_faults(play)}
            seen |= after
            lost = before - after  # armies dealt that are too few are placed after all: then they are not one each
            mended = {"setup.one_each": "setup.endowment", "setup.chunk": "setup.garrison"}  # by another fault
            reported = {mended.get(rule, rule) for _, rule in reports}
            assert lost <= reported, (seed, format_event(event), lost)
        last = {fault.rule for fault in foreseen_faults(play)}
        assert last <= {rule for number, rule in late if number == len(events) + 1}, (seed, last, late)
    assert seen, "the faults were such that something is foreseen"


def said(game: Game, *lines: str, lang: str = "en") -> Completion:
    """What inputs become after a game so far."""
    return complete_lines(game, lines, lang)


def paper(events: int) -> Game:
    """The paper game up to an event."""
    return Game(PAPER.headers, list(PAPER.events[:events]))


RED = "rosso: alaska, scand, em, india, afn, afo, afs, afg, urali, mongolia"
FIVE_MORE = "rosso: alberta, ucraina"


def test_a_territory_too_many_is_foreseen_at_its_input_and_known_when_the_judge_reports_it() -> None:
    right = said(paper(2), RED)
    assert right.unclear is None and right.foreseen == [] and right.foretold == []
    done = said(paper(2), RED, FIVE_MORE, "blu: siam")
    ((event, fault),) = done.foreseen
    assert (event, fault.rule, fault.letter) == (4, "deal.even", "R")
    assert fault.text("en") == "Red would have 12 territories, the rules give 10"
    assert fault.text("it") == "Rosso avrebbe 12 territori, le regole ne danno 10"
    answer = done.to_json("en")
    assert answer["asks"] == [{"event": 4, "says": fault.text("en")}] and not answer["verdicts"]
    assert {**answer["foreseen"][0], "cite": ""} == {
        "event": 4, "rule": "deal.even", "rule_id": "MON-05", "player": "R", "says": fault.text("en"), "cite": "",
    }  # fmt: skip
    assert said(paper(2), RED, FIVE_MORE, "annulla").foreseen == []
    more = said(done.play.game, "nero: kamc")
    assert more.foreseen == [] and more.foretold == ["deal.even"]
    placed = said(done.play.game, "SET R ALA+3")
    assert "deal.even" in {verdict.rule for verdict in placed.verdicts} and placed.foretold == ["deal.even"]
    assert placed.foreseen == []
    asked = {ask["says"] for ask in placed.to_json()["asks"]}
    even = next(verdict for verdict in placed.verdicts if verdict.rule == "deal.even")
    assert even.says not in asked and asked < {verdict.says for verdict in placed.verdicts}, "asked once"


def due(*lines: str, start: int = 2) -> Due:
    """What is due after inputs in the paper game."""
    return due_for_game(said(paper(start), *lines).play.game)


def test_due_counts_territories_and_offers_the_rest_to_the_last_player_alone() -> None:
    first = due()
    assert first.player == "R" and first.rest == ""
    assert first.territories == {
        "R": {"held": 0, "least": 10, "most": 10}, "B": {"held": 0, "least": 10, "most": 10},
        "G": {"held": 0, "least": 11, "most": 11}, "N": {"held": 0, "least": 11, "most": 11},
    }  # fmt: skip
    assert "Red has 0 of 10" in due_sentences(first, "en")
    nine = due(RED.removesuffix(", mongolia"))
    assert (nine.player, nine.territories["R"]["held"]) == ("R", 9), "one is missing: it is still Red's deal"
    deals = [place for place, event in enumerate(PAPER.events) if event.TAG == "DEAL" and event.actor == "N"]
    last = due_for_game(paper(deals[0]))
    assert (last.player, last.rest, len(last.free)) == ("N", "N", 11)
    assert "All that are free (11) are of Black" in [text[:1].upper() + text[1:] for text in due_sentences(last, "en")]
    wrong = due_for_game(
        Game(PAPER.headers, [*PAPER.events[: deals[0] - 1]])
    )  # the last territories of Green are missing
    assert wrong.rest == "" and wrong.player == "G"


def test_where_the_remainder_is_anybodys_it_is_given_once() -> None:
    game = generate(GameSpec("eg@1", 0))
    start = Game(game.headers, list(game.events[: game.numbers_of("DEAL")[0] - 1]))
    first, second, third, _ = game.players
    assert {(count["least"], count["most"]) for count in due_for_game(start).territories.values()} == {(10, 11)}
    free = due_for_game(start).free
    done = said(start, f"DEAL {first} {' '.join(free[:11])}", f"DEAL {second} {' '.join(free[11:22])}")
    counts = due_for_game(done.play.game).territories
    assert not done.foreseen and (counts[third]["least"], counts[third]["most"]) == (10, 10)
    ((_, fault),) = said(done.play.game, f"DEAL {third} {' '.join(free[22:33])}").foreseen
    assert (fault.rule, fault.letter, fault.values) == ("deal.even", third, {"found": 11, "most": 10})


@pytest.mark.parametrize(
    ("line", "start", "code"),
    [
        ("ordine rosso blu verde", 1, "order-lacks"),
        ("ordine rosso blu verde verde", 1, "order"),
        ("dadi rosso 6 rosso 5", 0, "dice-twice"),
        ("dadi 6 5 3 2 1", 0, "surplus"),
    ],
)
def test_what_is_missing_or_twice_is_refused(line: str, start: int, code: str) -> None:
    done = said(paper(start), line)
    assert done.unclear is not None and done.unclear.code == code and not done.lines
    assert done.unclear.text("it") and done.unclear.text("en")


def test_dice_may_be_told_one_after_another() -> None:
    done = said(paper(0), "dadi rosso 6")
    assert [line.text for line in done.lines] == ["ROLL * order R6"]
    assert due_for_game(done.play.game).throwers == ["B", "G", "N"]
    rest = said(done.play.game, "dadi 5 3 2")
    assert [line.text for line in rest.lines] == ["ROLL * order B5 G3 N2", "ORDER * R B G N"]
    assert not rest.verdicts


def test_neutral_armies_a_share_that_is_too_large_and_a_garrison_that_cannot_be_reached() -> None:
    rcm = generate(GameSpec("rcm@1", 0))
    last = rcm.numbers_of("DEAL")[-1]
    done = said(Game(rcm.headers, list(rcm.events[: last - 1])), "neutrali 5")
    assert [(fault.rule, fault.letter) for _, fault in done.foreseen] == 2 * [("neutral.left", "-")]
    share = said(paper(2), "rosso: afn, afo, afs, egitto")
    assert [fault.rule for _, fault in share.foreseen] == ["deal.max_share"]
    placing = generate(GameSpec("monopoli@1", 1))
    first = placing.numbers_of("SET")[0] - 1
    game = Game(placing.headers, list(placing.events[:first]))
    found = []
    for _ in range(40):
        now = due_for_game(game)
        if not now.place:
            break
        land = Play(game).territories(now.player)[0]
        done = said(game, f"+{min(now.chunk, now.place[now.player])} {land}")
        found += [(fault.rule, fault.letter) for _, fault in done.foreseen]
        game = done.play.game
    assert sorted(found) == sorted(("setup.garrison", letter) for letter in placing.players), "once for each"


def test_a_garrison_is_foreseen_after_a_batch_of_the_wrong_size_too() -> None:
    placing = generate(GameSpec("monopoli@1", 1))
    first = placing.numbers_of("SET")[0] - 1
    game = Game(placing.headers, list(placing.events[:first]))
    letter = due_for_game(game).player
    land, found = Play(game).territories(letter)[0], []
    for number in range(60):
        now = due_for_game(game)
        if not now.place:
            break
        count = min(now.chunk, now.place[now.player])
        wrong = count - 1 if number == 0 else count  # one army fewer than the rules want at a time
        own = land if now.player == letter else Play(game).territories(now.player)[0]
        done = said(game, f"+{wrong} {own}")
        found += [fault.letter for _, fault in done.foreseen if fault.rule == "setup.garrison"]
        game = done.play.game
    assert letter in found
