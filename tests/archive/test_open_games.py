"""Games that are continued: judged and counted further, they are what judging them whole gives."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from plancia_archive import Archive
from plancia_archive.facts.projections import derive
from plancia_archive.log.game_head import GameHead
from plancia_archive.log.open_games import MAX_OPEN_GAMES, OpenGame, OpenGames, judge_continued
from plancia_events import Game, format_event, read
from plancia_replay import judge_game, ruleset_for_game
from plancia_replay.judging.judgement import judge_further
from plancia_replay.judging.prepare import reinterprets
from plancia_replay.kernel.trace import Trace
from tests import SOAK

FOLDER = Path(__file__).parents[1] / "games"
GAMES = sorted(path for path in FOLDER.glob("*/*.rgn") if path.stat().st_size < 20_000)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_continued_game_is_judged_and_counted_as_a_whole_one(path: Path) -> None:
    game = read(path.read_text("utf-8")).games[0]
    rules = ruleset_for_game(game)
    known: OpenGame | None = None
    every = range(1, len(game.events))
    some = every if SOAK else random.Random(path.stem).sample(every, min(3, len(every)))
    cuts = [*sorted(some), len(game.events)]
    first = continued = 0
    for cut in cuts:
        begun = Game(game.headers, game.events[:cut], game.lines[:cut])
        before = known
        known = judge_continued(before, begun, rules)
        whole = judge_game(begun, rules, trace=Trace())
        assert known.judged.judgement("en").to_json() == whole.judgement("en").to_json(), cut
        assert known.derived() == derive(whole), cut
        assert known.derived() == derive(whole), "asking for the rows changes nothing"
        further = judge_further(before.judged, begun) if before is not None else None
        looked_back = any(map(reinterprets, begun.events[first:])) or (before is not None and before.judged.reason != 0)
        assert before is None or further is None or not looked_back, cut
        continued += further is not None
        first = cut
    assert continued or len(cuts) < 3, "the rest of the game was not replayed alone"


def final_board_with_a_lot() -> Game:
    """The record of a board, a lot and an end: without turns the lot is one about the result once the end is there."""
    headers = (
        '[Notation "rgn 1"]\n[Game "lot"]\n[Variant "firenze@1"]\n[Red "A"]\n[Blue "B"]\n[Green "C"]\n[Black "D"]\n'
    )
    board = "CHECK * N43G3B226" + "R3N3G3B3" * 9 + "R3N3G3 hands=R0,B0,G0,N0"
    objectives = [f"OBJ {letter} fir-{number}" for letter, number in zip("RBGN", (2, 5, 7, 8), strict=True)]
    lines = [*objectives, board, "ROLL * lot N6 B2", "OVER A arbiter-die winner=N", "SCORE N 281.5"]
    text = headers + '[Completeness "final-board"]\n[Provenance "sheet"]\n\n' + "\n".join(lines) + "\n"
    return read(text).games[0]


def strip_chosen_after_the_end() -> Game:
    """A whole game whose strips stand behind its end."""
    lines = (FOLDER / "rcm" / "extra-turns.rgn").read_text("utf-8").splitlines()
    strips = [line for line in lines if line.startswith("STRIP")]
    assert strips
    return read("\n".join([*(line for line in lines if line not in strips), *strips]) + "\n").games[0]


@pytest.mark.parametrize("made", [final_board_with_a_lot, strip_chosen_after_the_end])
def test_what_rules_look_ahead_for_is_judged_as_in_a_whole_game(made: Callable[[], Game]) -> None:
    game = made()
    rules = ruleset_for_game(game)
    known: OpenGame | None = None
    told = set()
    for cut in range(max(1, len(game.events) - 12), len(game.events) + 1):
        begun = Game(game.headers, game.events[:cut], game.lines[:cut])
        known = judge_continued(known, begun, rules)
        whole = judge_game(begun, rules, trace=Trace())
        assert known.judged.judgement("en").to_json() == whole.judgement("en").to_json(), cut
        told.add(tuple((one.event, one.rule_id) for one in whole.verdicts))
    assert len(told) > 1, "what comes later changes what is found"


def test_two_programs_that_continue_a_game_in_turn_write_what_one_would(tmp_path: Path) -> None:
    game = read((FOLDER / "torneo" / "end-roll.rgn").read_text("utf-8")).games[0]
    here = Archive.open(tmp_path / "a.db", create=True)
    name = here.add_game(Game(game.headers, game.events[:60], game.lines[:60])).game_id
    there = Archive.open(tmp_path / "a.db")
    for place, event in enumerate(game.events[60:]):
        (here if place % 3 else there).append(name, [format_event(event)], None)
    assert len(here.open_games.by_id) == len(there.open_games.by_id) == 1
    assert here.text(name) == there.text(name)
    assert here.rebuild() == [], "the rows are those that the log gives"
    here.close()
    there.close()


def test_an_append_that_fails_is_not_remembered(tmp_path: Path) -> None:
    game = read((FOLDER / "torneo" / "end-roll.rgn").read_text("utf-8")).games[0]
    archive = Archive.open(tmp_path / "a.db", create=True)
    name = archive.add_game(Game(game.headers, game.events[:60], game.lines[:60])).game_id
    lines = [format_event(event) for event in game.events[60:66]]
    archive.append(name, lines[:2], None)
    with pytest.raises(RuntimeError), archive.writing():
        archive.append(name, ["NOTE A {taken back}"], None)
        raise RuntimeError
    archive.append(name, lines[2:], None)
    assert "taken back" not in archive.text(name)
    assert archive.rebuild() == []
    archive.close()


def test_few_games_are_kept() -> None:
    games, game = OpenGames(), OpenGame(None, None)  # type: ignore[arg-type]
    heads = [GameHead(f"g_{number}", 2, "s") for number in range(MAX_OPEN_GAMES + 1)]
    for head in heads:
        games.keep(head, game)
    assert games.get(heads[0]) is None and games.get(heads[-1]) is game
    assert games.get(GameHead(heads[-1].game_id, 3, "t")) is None
