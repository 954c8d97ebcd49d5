"""Recorded lines told in sentences, as plain text with the places of players, dice and names in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypedDict

from plancia_api.language import language
from plancia_api.shown_names import display_name, insert_names, names_shown
from plancia_events import Event, Game, format_event
from plancia_replay import RuleSet
from plancia_replay.judging.step_states import compute_steps
from plancia_replay.recording.play import Play
from plancia_replay.text.event_sentences import tell_event
from plancia_replay.text.fact_values import LAND_CODES
from plancia_replay.text.narrator import Narrator, Situation
from plancia_replay.text.sentences import vocabulary

Told = tuple[int, Event, Event, Situation]  # number, event as recorded, event as it stands, the table before it


class ToldEvent(TypedDict):
    """An event with its line and its sentence; `marks` are (start, end, kind, detail) of parts of the sentence."""

    event: int
    line: str
    says: str
    marks: list[tuple[int, int, str, str]]


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


def told_lines(game: Game, rules: RuleSet, first: int) -> list[ToldEvent]:
    """Returns the events of a game from number `first` on: number, line, sentence, marks.

    A mark is (start, end, kind, detail) of a part of the sentence, with the kinds of `Narrator.mark`. Names of people
    stand in the sentences where they are shown to the caller.
    """
    steps = compute_steps(game, rules)

    def situations() -> Iterator[Told]:
        owners: dict[str, str] = {}
        for number, event in enumerate(game.events, start=1):
            step = steps.steps[number]
            if number >= first:
                yield number, event, steps.played[number] or event, Situation(owners, step.income)
            owners.update((LAND_CODES[change.territory], change.owner) for change in step.lands)

    return tell(game, rules, situations())


def told_after(before: Play, events: Sequence[Event]) -> list[ToldEvent]:
    """Returns the same of events that follow a game in progress, each of which can be added to it."""
    play, first = before.copy(), len(before.events) + 1

    def situations() -> Iterator[Told]:
        for number, event in enumerate(events, start=first):
            owners = {code: play.owner(code) for code in territories_of(event) if play.owner(code)}
            play.add(event)
            table = play.table
            income = (int(table.from_territories), int(table.from_continents)) if event.TAG == "TURN" else None
            yield number, event, event, Situation(owners, income)

    return tell(before.game, before.rules, situations())


def territories_of(event: Any) -> list[str]:
    """The territory whose owner the sentence of an event depends on: the target of an attack or a move."""
    target = getattr(event, "target", None)
    return [target] if isinstance(target, str) and target in LAND_CODES else []


def tell(game: Game, rules: RuleSet, situations: Iterable[Told]) -> list[ToldEvent]:
    """Tells events in sentences."""
    narrator = Narrator.of_rules(language(), seat_names(game), rules, mark_part)
    told: list[ToldEvent] = []
    for number, recorded, event, situation in situations:
        says, marks = split_marks(tell_event(narrator, event, situation))
        told.append({"event": number, "line": format_event(recorded), "says": says, "marks": marks})
    rows: list[ToldEvent] = insert_names(told)
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
