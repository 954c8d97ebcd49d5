"""Describes in sentences what is due."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from plancia_data import messages, wrap_number
from plancia_replay.recording.due import Due
from plancia_replay.text.sentences import (
    NO_SEATS,
    account_source_text,
    card_text,
    continent_names,
    place_names,
    vocabulary,
)

MAX_NAMES = 6


def due_sentences(state: Due, lang: str = "it", seats: Mapping[str, str] = NO_SEATS) -> list[str]:
    """Returns what is due as sentences, the next action first; `seats` has the words for the player of a colour."""
    return list(sentences(state, lang, seats))


def say(lang: str, key: str, **values: Any) -> str:
    """Returns a message of the word files `recording_LANG.toml` with its values."""
    return messages("recording", lang)[key].format(**{name: wrap_number(value) for name, value in values.items()})


def sentences(state: Due, lang: str, seats: Mapping[str, str]) -> Iterator[str]:
    """Generates the sentences of `due_sentences`."""
    names = place_names(lang)
    if state.impossible:
        yield say(lang, "due.impossible", event=state.impossible)
        return
    if state.phase == "over":
        yield say(lang, "due.over" if state.end and state.end["recorded"] else "due.over-open")
        return
    player_name = colour(state.player, lang, seats)
    is_short = len(state.free) <= MAX_NAMES
    free_text = ", ".join(names[code] for code in state.free) if is_short else str(len(state.free))
    left = state.place.get(state.player, 0)
    if state.rest != "-":
        key = "due.place-now" if state.phase == "place" and state.chunk < left else f"due.{state.phase}"
        yield say(lang, key, who=player_name, round=state.round, free=free_text, count=left, now=state.chunk)
    yield from territory_sentences(state, lang, seats)
    if state.objectives:
        yield say(lang, "due.objectives", who=", ".join(colour(letter, lang, seats) for letter in state.objectives))
    if state.advance:
        yield say(lang, "due.advance", **{**state.advance, "target": names[state.advance["target"]]})
    if state.turn == "chance" and state.phase == "between":
        yield say(lang, "due.chance")
    yield from income_sentences(state, lang)
    for choice in state.sets[:2]:
        cards = ", ".join(card_text(card, lang) for card in choice["cards"])
        bonus = f"+{choice['bonus']}" if choice["bonus"] else ""
        yield say(lang, "due.set", cards=cards, value=f"{choice['value']}{bonus}")
    if state.cards:
        yield say(lang, "due.card", count=state.cards)
    yield from ending_sentences(state, lang, seats)


def territory_sentences(state: Due, lang: str, seats: Mapping[str, str]) -> Iterator[str]:
    """Generates the sentences on a deal: how many territories the player has and must get, and whose the rest are."""
    free = len(state.free)
    count = state.territories.get(state.player)
    if count is not None:
        key = "due.territories" if count["least"] == count["most"] else "due.territories-range"
        yield say(lang, key, who=colour(state.player, lang, seats), **count)
    missing = [letter for letter, found in state.territories.items() if found["held"] < found["least"]]
    if state.rest:
        yield say(
            lang,
            "due.rest-neutral" if state.rest == "-" else "due.rest",
            who=colour(state.rest, lang, seats),
            free=free,
        )
    elif len(missing) == 1 and free and missing != ["-"]:
        yield say(lang, "due.rest-wrong", who=colour(missing[0], lang, seats), free=free,
                  least=state.territories[missing[0]]["least"])  # fmt: skip


def income_sentences(state: Due, lang: str) -> Iterator[str]:
    """Generates the sentence on income: with its account before the first army is placed, then the armies left."""
    income = state.income
    if income is None:
        return
    if not income["placed"]:
        account = ", ".join(source_text(line, lang) for line in income["account"]) or "-"
        yield say(lang, "due.income", total=income["total"], account=account)
    elif income["left"]:
        yield say(lang, "due.left", left=income["left"], total=income["total"])


def source_text(line: str, lang: str) -> str:
    """Returns a line of the account in words."""
    source, _, count = line.rpartition("=")
    kind, _, place = source.partition(":")
    if kind == "continent":
        return f"{continent_names(lang).get(place, place)} {count}"
    return f"{account_source_text(source, lang)} {count}"


def ending_sentences(state: Due, lang: str, seats: Mapping[str, str]) -> Iterator[str]:
    """Generates the sentences on announcement, freeze, closing throw and claims."""
    if state.announcement:
        yield say(lang, "due.announcement", what=say(lang, f"announce.{state.announcement}"))
    if state.freeze:
        yield say(lang, "due.freeze", who=colour(state.freeze, lang, seats))
    if state.throw:
        key = "due.die" if state.throw["player"] == "A" else "due.throw"
        yield say(lang, key, who=colour(state.throw["player"], lang, seats), most=state.throw["most"])
    for choice in state.claims:
        if choice["certain"]:
            yield say(
                lang, "due.claim", who=colour(state.player, lang, seats), what=say(lang, f"claim.{choice['what']}")
            )


def colour(letter: str, lang: str, seats: Mapping[str, str]) -> str:
    """Returns the words for the player of a colour, else the name of the colour."""
    return seats.get(letter) or str(vocabulary(lang).get(f"colour.{letter}", letter)) if letter else "?"
