"""Recorded lines told in sentences, as plain text with the places of players, dice and names in it."""

from __future__ import annotations

import re
from typing import Any

from plancia_api.language import language
from plancia_api.shown_names import display_name, insert_names, names_shown
from plancia_events import Game, format_event
from plancia_replay import RuleSet
from plancia_replay.judging.step_states import compute_steps
from plancia_replay.text.event_sentences import tell_event
from plancia_replay.text.fact_values import LAND_CODES
from plancia_replay.text.narrator import Narrator, Situation
from plancia_replay.text.sentences import vocabulary

MARK = re.compile("\x02(.*?)\x1f(.*?)\x1f(.*?)\x03", re.DOTALL)


def seat_names(game: Game) -> dict[str, str]:
    """The names of the seats by letter, none where they are not shown to the caller."""
    if not names_shown():
        return {}
    return {letter: display_name(player) for letter, player in game.players.items() if player not in ("?", "-")}


def seat_words(game: Game) -> dict[str, str]:
    """The words for the player of a colour in a finding, `Anna (red)`; none where names are not shown to the caller."""
    words = vocabulary(language())
    return {letter: f"{name} ({str(words[f'colour.{letter}']).lower()})" for letter, name in seat_names(game).items()}


def told_lines(game: Game, rules: RuleSet, first: int, derived: set[int]) -> list[dict[str, Any]]:
    """Returns the events from number `first` on: number, line, whether it is one of `derived`, sentence, marks.

    A mark is (start, end, kind, detail) of a part of the sentence, with the kinds of `Narrator.mark`. Names of people
    stand in the sentences where they are shown to the caller.
    """
    steps = compute_steps(game, rules)
    narrator = Narrator.of_rules(language(), seat_names(game), rules, mark_part)
    owners: dict[str, str] = {}
    told = []
    for number, event in enumerate(game.events, start=1):
        step = steps.steps[number]
        if number >= first:
            sentence = tell_event(narrator, steps.played[number] or event, Situation(owners, step.income))
            says, marks = split_marks(sentence)
            told.append({"event": number, "line": format_event(event), "derived": number in derived, "says": says,
                         "marks": marks})  # fmt: skip
        owners.update((LAND_CODES[change.territory], change.owner) for change in step.lands)
    rows: list[dict[str, Any]] = insert_names(told)
    return rows


def mark_part(part: str, text: str, detail: str) -> str:
    """A part of a sentence between control characters, which no name can have."""
    return f"\x02{part}\x1f{detail}\x1f{text}\x03"


def split_marks(sentence: str) -> tuple[str, list[tuple[int, int, str, str]]]:
    """Returns a sentence without control characters, and where its parts stood."""
    text, marks, end = "", [], 0
    for match in MARK.finditer(sentence):
        text += sentence[end : match.start()]
        marks.append((len(text), len(text) + len(match[3]), match[1], match[2]))
        text += match[3]
        end = match.end()
    return text + sentence[end:], marks
