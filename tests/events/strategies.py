"""Hypothesis strategies for events of every kind, made from the kinds' own declarations."""

from __future__ import annotations

import unicodedata
from typing import Any

from hypothesis import strategies as st

from plancia_events import kinds
from plancia_events.kinds import KINDS
from plancia_events.kinds.arbiter import FILL_REASONS, INFRACTION_FINDERS, STATUSES
from plancia_events.kinds.ending import ANNOUNCEMENTS, CLAIM_KINDS, CLOCK_CHANGES, END_REASONS, END_ROLL_KINDS
from plancia_events.kinds.setup import DEAL_METHODS, ROLL_PURPOSES, UNASSIGNED_DEAL_METHODS
from plancia_events.kinds.turn import CARD_TRANSFER_REASONS
from plancia_events.names import LANDS, find_land

colour = st.sampled_from("RBGYNV")
land = st.sampled_from(LANDS)
count = st.integers(0, 99999)
seal = st.text("0123456789abcdef", min_size=64, max_size=64).map(lambda text: "#" + text)
card = st.one_of(land, st.sampled_from(["JOL", "???"]), seal)
word = st.from_regex(r"[a-z][a-z0-9_.-]{0,10}", fullmatch=True)
capitals = st.from_regex(r"[A-Z][A-Z0-9_.-]{0,10}", fullmatch=True)
number = st.none() | count
die = st.integers(1, 6)
items = st.lists(st.tuples(land, count), min_size=1, max_size=5)
note = st.text(st.characters(categories=["L", "N", "P"], exclude_characters="{}"), min_size=1, max_size=20)
note = note.map(lambda text: " ".join(unicodedata.normalize("NFC", text).split()))
note = note.filter(lambda text: bool(text) and text.isprintable())
at = st.none() | st.sampled_from(["09:30", "23:59:59"])
board = st.lists(
    st.just("?") | st.tuples(st.sampled_from("RBGYNV-"), st.integers(0, 200)).map(lambda p: f"{p[0]}{p[1]}"),
    min_size=42, max_size=42,
).map("".join)  # fmt: skip


def dice(most: int) -> st.SearchStrategy[list[int]]:
    """Dice sorted down."""
    return st.lists(die, min_size=1, max_size=most).map(lambda faces: sorted(faces, reverse=True))


def distinct(least: int = 1) -> st.SearchStrategy[list[str]]:
    """Different colours."""
    return st.lists(colour, min_size=least, max_size=6, unique=True)


FIELDS: dict[str, dict[str, Any]] = {
    "roll": {"purpose": st.sampled_from(ROLL_PURPOSES), "declared": st.booleans(),
             "dice": st.lists(st.tuples(colour, die), min_size=1, max_size=6)},
    "order": {"order": distinct(), "slots": st.none() | st.just("R2,B1"), "facing": st.none() | capitals},
    "deal": {"territories": st.lists(card, max_size=5), "armies": count, "how": st.sampled_from(DEAL_METHODS)},
    "pick": {"territory": land, "armies": count, "strip": st.booleans()},
    "draft": {"deck": count, "number": count, "card": card, "partner": st.none() | colour, "public": st.booleans()},
    "objective": {"objective": st.one_of(word, seal, st.just("???")), "set": st.none() | capitals, "after": number},
    "setup": {"items": items, "by": st.none() | colour},
    "place": {"items": items, "by": st.none() | colour},
    "clock": {"what": st.sampled_from(CLOCK_CHANGES)},
    "turn": {"turn": st.sampled_from([None, "extra", "chance"]), "director": st.none() | colour},
    "reinforcement": {name: st.integers(0, 9999) for name in ("territories", "continents", "cards", "total")}
    | {"counted": number},
    "exchange": {"cards": st.lists(card, min_size=1, max_size=5), "hand": number},
    "declare": {"source": land, "target": land, "dice": number},
    "occupy": {"source": land, "target": land, "armies": count},
    "move": {"source": land, "target": land, "armies": count, "replaces": number},
    "draw": {"cards": st.lists(card, min_size=1, max_size=3), "public": st.booleans()},
    "shuffle": {"cards": count},
    "cards": {"giver": colour, "to": st.sampled_from(["R", "B", "deck", "pile", "out"]),
              "reason": st.sampled_from(CARD_TRANSFER_REASONS), "cards": st.lists(card, min_size=1, max_size=7)},
    "end_roll": {"dice": dice(2), "player": st.none() | colour, "roll": st.sampled_from(END_ROLL_KINDS)},
    "end_roll_deferred": {"throws": count},
    "claim": {"what": st.sampled_from(CLAIM_KINDS)},
    "eliminated": {"player": colour},
    "status": {"player": colour, "to": st.sampled_from(STATUSES), "n": number, "why": st.none() | word},
    "announcement": {"what": st.sampled_from(ANNOUNCEMENTS)},
    "infraction": {"player": colour, "rule": capitals, "found": st.none() | st.sampled_from(INFRACTION_FINDERS),
                   "before_attack": st.booleans(), "event": number},
    "penalty": {"player": colour, "penalty": word, "amount": number, "event": number},
    "remove": {"items": items, "why": st.none() | word},
    "fill": {"armies": count, "territories": st.lists(land, min_size=1, max_size=6),
             "why": st.none() | st.sampled_from(FILL_REASONS)},
    "voided": {"event": count},
    "checkpoint": {"board": board, "hands": st.lists(st.tuples(colour, st.integers(0, 99)), max_size=6)},
    "reveal": {"event": count, "value": word.filter(lambda text: find_land(text) is None),
               "salt": st.none() | st.just("0011223344556677")},
    "strip": {"territories": st.lists(land, min_size=1, max_size=15)},
    "over": {"reason": st.sampled_from(END_REASONS), "winner": st.none() | colour},
    "score": {"half_points": st.integers(0, 100000)},
    "certify": {"by": distinct()},
    "note": {"about": number},
    "dispute": {"event": count},
    "capital": {"territory": land},
    "extension": {"name": st.from_regex(r"X-[A-Z][A-Z0-9-]{0,31}", fullmatch=True),
                  "words": st.lists(st.from_regex(r"[A-Za-z0-9_.:/>+=-]{1,64}", fullmatch=True)
                                    | st.sampled_from(["Nuova", "Guinea", ">", "=", "+", "1:", "2"]), max_size=6)},
}  # fmt: skip


@st.composite
def attacks(draw: Any) -> Any:
    """Attacks with dice, with counts only, or with nothing known."""
    values: dict[str, Any] = {"source": draw(land), "target": draw(land)}
    if draw(st.booleans()):
        values["attack_dice"], values["defence_dice"] = draw(dice(3)), draw(dice(3))
        values["attack_count"], values["defence_count"] = len(values["attack_dice"]), len(values["defence_dice"])
    else:
        counts = st.none() | st.integers(1, 3)
        values["attack_count"], values["defence_count"] = draw(counts), draw(counts)
    values["attack_losses"], values["defence_losses"] = draw(st.integers(0, 999)), draw(st.integers(0, 999))
    if draw(st.booleans()):
        values["void"] = [draw(st.sampled_from("ad")) + "".join(map(str, draw(dice(6))))]
        values["by"] = draw(st.none() | colour)
    return values


@st.composite
def events(draw: Any, kind: type[Any] | None = None) -> Any:
    """An event of a kind, or of any."""
    chosen = kind or draw(st.sampled_from(KINDS))
    name = chosen.__struct_config__.tag
    values: dict[str, Any] = {"actor": draw(st.sampled_from(chosen.ACTORS)), "at": draw(at)}
    values["note"] = draw(note) if chosen.NEEDS_NOTE else draw(st.none() | note)
    if name == "attack":
        values.update(draw(attacks()))
    elif name == "correct":
        plain = draw(events(draw(st.sampled_from([k for k in KINDS if k.TAG not in ("FIX", "VOID")]))))
        values.update(event=draw(count), replacement=type(plain)(**{
            field: getattr(plain, field) for field in plain.__struct_fields__ if field not in ("at", "note")
        }))  # fmt: skip
    else:
        for field, strategy in FIELDS.get(name, {}).items():
            values[field] = draw(strategy)
        if name == "deal" and values["actor"] == "*":
            values["how"] = draw(st.sampled_from(UNASSIGNED_DEAL_METHODS))
        if name == "exchange" and draw(st.booleans()):
            values["base"], values["bonus"] = draw(st.integers(0, 9999)), draw(st.integers(0, 9999))
    return chosen(**values)


__all__ = ["events", "kinds"]
