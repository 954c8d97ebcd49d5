"""Movetext of whole games: every event in its order with its numbers, no codes, 80 columns, findings, corrections."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from plancia_data import board
from plancia_events import Game, read
from plancia_events.names import LANDS
from plancia_replay.judging.movetext import WIDTH, movetext

GAMES = Path(__file__).resolve().parents[1] / "games"
FILES = sorted(GAMES.glob("*/*.rgn"))
COLOURS = {
    "en": dict(zip("RBGYNV", ["Red", "Blue", "Green", "Yellow", "Black", "Violet"], strict=True)),
    "it": dict(zip("RBGYNV", ["Rosso", "Blu", "Verde", "Giallo", "Nero", "Viola"], strict=True)),
}
LAYOUT = board("eg")
NAMES = {lang: dict(zip(LAYOUT.codes, names, strict=True)) for lang, names in
         (("it", LAYOUT.names_it), ("en", LAYOUT.names_en))}  # fmt: skip
BEGUN = (GAMES / "monopoli" / "objective.rgn").read_text("utf-8").split("TURN", 1)[0].split("[Result", 1)
OPEN = BEGUN[0] + BEGUN[1].partition("\n")[2]


def game_of(text: str) -> Game:
    reading = read(text)
    assert reading.ok, [problem.text("en") for problem in reading.problems]
    return reading.games[0]


@cache
def movetext_of(path: Path, lang: str) -> str:
    return movetext(game_of(path.read_text("utf-8")), lang)


def flat(text: str) -> str:
    """The text without line breaks."""
    return " ".join(text.split())


def due(event: Any, lang: str) -> Iterator[str]:
    """What a reader must find of an event, in this order, computed from its fields alone."""
    place = NAMES[lang]
    if event.TAG == "TURN":
        yield COLOURS[lang][event.actor]
    elif event.TAG in ("DEAL", "DRAW"):
        codes = event.territories if event.TAG == "DEAL" else event.cards
        yield from (place[code] for code in codes if code in place)
    elif event.TAG in ("PUT", "SET") and not event.by:
        yield from (f"{place[code]} +{count}" for code, count in event.items)
    elif event.TAG == "REIN":
        yield f"+{event.total}"
    elif event.TAG == "ATT":
        if event.attack_dice:
            yield "-".join(map(str, event.attack_dice)) + ":" + "-".join(map(str, event.defence_dice)) + ", "
        yield f"{'losses' if lang == 'en' else 'perdite'} {event.attack_losses}-{event.defence_losses}"
    elif event.TAG == "OCC":
        yield place[event.target]
        yield str(event.armies)
    elif event.TAG == "MOVE" and event.replaces is None:
        yield f"{place[event.source]} > {place[event.target]} {event.armies}"
    elif event.TAG == "EROLL":
        yield " ".join(map(str, event.dice))
    elif event.TAG == "ELIM":
        yield COLOURS[lang][event.player]
    elif event.TAG == "SCORE":
        yield COLOURS[lang][event.actor]
        yield re.sub(r"\.0$", "", str(event.half_points / 2)).replace(".", "," if lang == "it" else ".")


@pytest.mark.parametrize("lang", ("it", "en"))
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_event_is_told_in_its_order_with_its_numbers(path: Path, lang: str) -> None:
    game = game_of(path.read_text("utf-8"))
    text = movetext_of(path, lang)
    told = flat(text[text.index("\n\n") :])
    at = 0
    for number, event in enumerate(game.events, start=1):
        for words in due(event, lang):
            found = told.find(words, at)
            assert found >= 0, (number, event.TAG, words, told[at : at + 200])
            at = found + len(words)
    throws = sum(event.TAG == "ATT" for event in game.events)
    assert len(re.findall(r"(?:losses|perdite) \d+-\d+", told)) == throws


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_lines_keep_to_the_width_and_have_no_codes(path: Path) -> None:
    for lang in ("it", "en"):
        text = movetext_of(path, lang)
        lines = [line for line in text.splitlines() if not line.startswith("[")]
        assert [line for line in lines if len(line) > WIDTH or line != line.rstrip()] == []
        words = set(re.findall(r"(?<![\w-])[A-Z]{3}(?![\w-])", "\n".join(lines)))
        assert words & {*LANDS, "JOL", "ATT", "PUT"} == set()


@pytest.mark.parametrize("path", sorted(GAMES.glob("*/faults.rgn")), ids=lambda path: path.parent.name)
def test_planted_faults_are_marked_with_their_rule(path: Path) -> None:
    reported = tomllib.loads(path.with_suffix(".toml").read_text("utf-8"))["reported"]
    told = flat(movetext(game_of(path.read_text("utf-8")), "en"))
    marked = re.findall(r"\?[?!] \{[^{}]*\(([A-Z]+(?:-[A-Z]+)*-\d+[a-z]?),", told)
    assert sorted(marked) == sorted(rule for rules in reported.values() for rule in rules)


def test_objectives_are_told_at_the_end_alone() -> None:
    text = movetext(game_of((GAMES / "monopoli" / "end-roll.rgn").read_text("utf-8")), "it")
    before, _, after = text.partition("Obiettivi:")
    objectives = re.findall(r"(?:Rosso|Blu|Verde|Giallo|Nero|Viola) ([^,]+)(?:,|$)", flat(after.partition("Punti:")[0]))
    assert len(objectives) == before.count("riceve un obiettivo") >= 3
    assert not any(name in before for name in objectives)


def test_corrections_stand_beside_what_they_correct() -> None:
    lines = (
        "TURN R\nREIN R 3+0+0=3\nPUT R CIN+3\nPUT R SIA+1 {two read}\nNOTE A {a pause}\nEND R\n"
        "VOID A {void} {counted twice}\nFIX A {fix} PUT R CIN+2 {one on Siam}\n"
    )
    first = len(game_of(OPEN).events)
    game = game_of(OPEN + lines.replace("{void}", str(first + 4)).replace("{fix}", str(first + 3)))
    told = flat(movetext(game, "en"))
    assert f"China +2 {{event {first + 3}; corrected by event {first + 8}, recorded: China +3}}" in told
    assert f"Siam +1 {{event {first + 4}; void by event {first + 7}, recorded: Siam +1; two read}}" in told
    assert f"voids event {first + 4} {{counted twice}}" in told and "{one on Siam}" in told
    plain = flat(movetext(game, "en", as_corrected=False))
    assert "China +3" in plain and "corrected by" not in plain


def test_a_game_that_is_not_over_ends_as_in_pgn_and_a_turn_without_end_is_seen() -> None:
    text = movetext(game_of(OPEN + "TURN R\nREIN R 3+0+0=3\nPUT R CIN+3\n"), "en")
    assert text.endswith("    *\n") and re.search(r"China \+3[^\n]*(?:\n[^\n]*)* \.\.\.\n", text)


def test_headers_are_those_of_pgn_and_references_are_no_names() -> None:
    text = OPEN.replace('[Game "', '[Event "The \\"great\\" evening"]\n[Game "', 1)
    text = re.sub(r'\[Red "[^"]*"\]', '[Red "p_0123456A"]', text)
    told = movetext(game_of(text + "TURN R\nEND R\nTURN B\nEND B\n"), "en")
    assert told.startswith('[Movetext "1"]\n') and '[Event "The \\"great\\" evening"]' in told
    assert "Notation" not in told and '[Red "p_0123456A"]' in told and "Red (p_" not in told and "Blue (" in told


def test_the_example_of_the_page_is_a_game_of_the_tests() -> None:
    page = (GAMES.parents[1] / "docs" / "converters.md").read_text("utf-8")
    example = page.split("```\n")[1].rstrip("\n")
    told = movetext(game_of((GAMES / "rcm" / "faults.rgn").read_text("utf-8")), "en")
    paragraphs = example.split("\n\n")
    assert len(paragraphs) > 4 and [part for part in paragraphs if part not in told] == []
