"""What is due, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plancia_data import messages, wrap_number
from plancia_replay.recording.due import Due
from plancia_replay.text.sentences import account_source_text, continent_names, place_names, vocabulary

MOST_NAMES = 6


def spoken_due(found: Due, lang: str = "it") -> list[str]:
    """What is due in sentences of one line, what comes first in front."""
    return list(sentences(found, lang))


def say(lang: str, key: str, **values: Any) -> str:
    """A sentence of the word files."""
    return messages("recording", lang)[key].format(**{name: wrap_number(value) for name, value in values.items()})


def sentences(found: Due, lang: str) -> Iterator[str]:
    """The sentences."""
    names = place_names(lang)
    if found.impossible:
        yield say(lang, "due.impossible", event=found.impossible)
        return
    if found.phase == "over":
        yield say(lang, "due.over" if (found.end or {}).get("recorded") else "due.over-open")
        return
    who = colour(found.player, lang)
    free = ", ".join(names[code] for code in found.free[:MOST_NAMES])
    more = f" (+{len(found.free) - MOST_NAMES})" if len(found.free) > MOST_NAMES else ""
    yield say(
        lang, f"due.{found.phase}", who=who, round=found.round, free=free + more, count=found.place.get(found.player, 0)
    )
    if found.objectives:
        yield say(lang, "due.objectives", who=", ".join(colour(letter, lang) for letter in found.objectives))
    if found.advance:
        yield say(lang, "due.advance", **{**found.advance, "target": names[found.advance["target"]]})
    if found.turn == "chance" and found.phase == "between":
        yield say(lang, "due.chance")
    yield from of_income(found, lang)
    for choice in found.sets[:2]:
        cards = ", ".join(names.get(card, card) for card in choice["cards"])
        bonus = f"+{choice['bonus']}" if choice["bonus"] else ""
        yield say(lang, "due.set", cards=cards, value=f"{choice['value']}{bonus}")
    if found.cards:
        yield say(lang, "due.card", count=found.cards)
    yield from of_the_end(found, lang)


def of_income(found: Due, lang: str) -> Iterator[str]:
    """The armies due: the whole account before the first is placed, then those left."""
    income = found.income
    if income is None:
        return
    if not income["placed"]:
        account = ", ".join(spoken_source(line, lang) for line in income["account"]) or "-"
        yield say(lang, "due.income", total=income["total"], account=account)
    elif income["left"]:
        yield say(lang, "due.left", left=income["left"], total=income["total"])


def spoken_source(line: str, lang: str) -> str:
    """A line of the account in words."""
    source, _, count = line.rpartition("=")
    kind, _, place = source.partition(":")
    if kind == "continent":
        return f"{continent_names(lang).get(place, place)} {count}"
    return f"{account_source_text(source, lang)} {count}"


def of_the_end(found: Due, lang: str) -> Iterator[str]:
    """Announcement, closing throw, freeze, claims."""
    if found.announcement:
        yield say(lang, "due.announcement", what=say(lang, f"announce.{found.announcement}"))
    if found.freeze:
        yield say(lang, "due.freeze", who=colour(found.freeze, lang))
    if found.throw:
        key = "due.die" if found.throw["player"] == "A" else "due.throw"
        yield say(lang, key, who=colour(found.throw["player"], lang), most=found.throw["most"])
    for choice in found.claims:
        if choice["certain"]:
            yield say(lang, "due.claim", who=colour(found.player, lang), what=say(lang, f"claim.{choice['what']}"))


def colour(letter: str, lang: str) -> str:
    """The name of a colour."""
    return str(vocabulary(lang).get(f"colour.{letter}", letter)) if letter else "?"
