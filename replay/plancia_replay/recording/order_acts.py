"""Writes the throws for the order of play, and the order, from input lines."""

from __future__ import annotations

from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.lists import (
    expect_colour,
)
from plancia_replay.recording.play import Play
from plancia_replay.recording.tokens import InputLine
from plancia_replay.recording.writing import LineWriter
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS


def throw_ranking(play: Play) -> list[list[str]]:
    """Returns the colours that threw for the order, the highest throw first; tied colours are in one group."""
    colours_by_roll: dict[int, list[str]] = {}
    for letter in play.players:
        colour = COLOUR_LETTERS.index(letter)
        if play.table.throws[colour]:
            colours_by_roll.setdefault(int(play.table.rolled[colour]), []).append(letter)
    return [colours_by_roll[value] for value in sorted(colours_by_roll, reverse=True)]


def tied_colours(play: Play) -> list[str]:
    """Returns the colours that have to throw again: the highest tied group."""
    return next((group for group in throw_ranking(play) if len(group) > 1), [])


def dice(w: LineWriter, input_line: InputLine) -> None:
    """Writes throws for the order or for a tie.

    Input such as `dadi 6 5 3 2` in the order of colours, or `dadi rosso 6 blu 5`.
    """
    play = w.play
    tokens = input_line.of_kind("word", "number")
    expected = next_throwers(play)
    pairs: list[tuple[str, int]] = []
    letter = ""
    values = [t for t in tokens if t.kind == "number"]
    is_joined = len(values) == 1 and len(values[0].text) > 1 and len(tokens) == 1
    faces = [int(face) for face in str(values[0].value)] if is_joined else []
    if is_joined:
        if len(faces) != len(expected):
            raise Unclear("dice-count", values[0].column, values[0].text, count=len(expected))
        pairs = list(zip(expected, faces, strict=True))
    for token in [] if is_joined else tokens:
        if token.kind == "word":
            letter = expect_colour(token, play, input_line.end)
        else:
            if not letter and len(pairs) >= len(expected):
                raise Unclear("surplus", token.column, token.text)
            pairs.append((letter or expected[len(pairs)], token.value))
            letter = ""
    if not pairs or any(not 1 <= value <= 6 for _, value in pairs):
        raise Unclear("dice", input_line.end, " ".join(str(value) for _, value in pairs))
    purpose, declared = throw_purpose(play, [colour for colour, _ in pairs])
    w.write(f"ROLL * {purpose} {' '.join(f'{colour}{value}' for colour, value in pairs)}{declared}")
    order_by_dice(w)


def has_thrown(play: Play, purpose: str) -> bool:
    """True if a throw of a purpose is recorded."""
    return any(event.TAG == "ROLL" and event.purpose == purpose for event in play.events)


def next_throwers(play: Play) -> list[str]:
    """Returns the colours that throw next."""
    if tied_colours(play):
        return tied_colours(play)
    if play.binds("order.dummy_dice") and not has_thrown(play, "dummy"):
        return [letter for letter in play.players if letter != (play.game.header("Virtual") or "")]
    return play.players


def missing_throwers(play: Play) -> list[str]:
    """Returns the colours whose dice for the order are not recorded; empty where the order is chosen by hand."""
    if tied_colours(play):
        return tied_colours(play)
    is_thrown = has_thrown(play, "dummy-order" if has_thrown(play, "dummy") else "order")
    is_thrown = is_thrown and not (play.binds("order.dummy_dice") and not has_thrown(play, "dummy"))
    return [] if is_thrown else next_throwers(play)


def throw_purpose(play: Play, letters: list[str]) -> tuple[str, str]:
    """Returns the purpose of a throw in the notation, and its word ` declared` or ""."""
    if tied_colours(play) or has_thrown(play, "order") or has_thrown(play, "dummy-order"):
        return "tie", ""
    if not play.binds("order.dummy_dice"):
        return "order", ""
    return ("dummy-order", " declared") if has_thrown(play, "dummy") else ("dummy", "")


def order_by_dice(w: LineWriter) -> None:
    """Writes the order of play if it follows from the dice alone."""
    play = w.play
    if (
        len(play.table.order)
        or tied_colours(play)
        or play.binds("order.choose_slot")
        or play.binds("order.choose_seat")
    ):
        return
    ranked = [group[0] for group in throw_ranking(play)]
    if len(ranked) == len(play.players) and play.binds("order.by_roll"):
        line = f"ORDER * {' '.join(ranked)}"
        if not play.violated_rules(line):
            w.write(line, derived=True)


def order(w: LineWriter, input_line: InputLine) -> None:
    """Writes the order of play.

    Input such as `ordine rosso blu verde nero`; the chosen places are derived from the dice.
    """
    play = w.play
    letters = [expect_colour(token, play, input_line.end) for token in input_line.words]
    if len(set(letters)) != len(letters) or not letters:
        raise Unclear("order", input_line.end)
    ranked = [letter for group in throw_ranking(play) for letter in group]
    arguments = input_line.arguments
    if not arguments and play.binds("order.choose_slot") and sorted(ranked) == sorted(letters):
        arguments = " slots=" + ",".join(f"{letter}{letters.index(letter) + 1}" for letter in ranked)
    elif not arguments and play.binds("order.choose_seat") and ranked and ranked[0] in letters:
        arguments = f" seats={ranked[0]}{letters.index(ranked[0]) + 1}"
    w.write(f"ORDER * {' '.join(letters)}{arguments}")
