"""Writes the throws for the order of play, and the order, from input lines."""

from __future__ import annotations

from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.lists import colour_names, expect_colour
from plancia_replay.recording.play import Play
from plancia_replay.recording.tokens import InputLine
from plancia_replay.recording.writing import LineWriter
from plancia_replay.rules.setup.seating import ChooseSeat
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
    twice = next((colour for place, (colour, _) in enumerate(pairs) if colour in dict(pairs[:place])), "")
    if twice:
        raise Unclear("dice-twice", input_line.end, twice, who=lambda lang: colour_names([twice], lang))
    if not pairs or any(not 1 <= value <= 6 for _, value in pairs):
        raise Unclear("dice", input_line.end, " ".join(str(value) for _, value in pairs))
    purpose, declared = throw_purpose(play)
    w.write(f"ROLL * {purpose} {' '.join(f'{colour}{value}' for colour, value in pairs)}{declared}")
    order_by_dice(w)


def thrown_colours(play: Play, purpose: str) -> set[str]:
    """Returns the colours whose throw of a purpose is recorded."""
    rolls = [event for event in play.events if event.TAG == "ROLL" and event.purpose == purpose]
    return {colour for event in rolls for colour, _ in event.dice}


def current_purpose(play: Play) -> str:
    """Returns the purpose of the first throws that are not complete: dummy, dummy-order or order."""
    if not play.binds("order.dummy_dice"):
        return "order"
    return "dummy" if colours_to_throw(play, "dummy") else "dummy-order"


def colours_to_throw(play: Play, purpose: str) -> list[str]:
    """Returns the colours whose throw of a purpose is missing.

    Where the highest throw chooses a seat, a colour without a player need not throw, nor the second one of a person.
    """
    thrown = thrown_colours(play, purpose)
    virtual = play.game.header("Virtual") or ""
    rule = play.rule(ChooseSeat)
    teams = (play.game.header("Team") or "").split() if rule is not None and rule.partner else []
    exempt = {virtual} if rule is not None or purpose == "dummy" else set()
    exempt |= {letter for team in teams if thrown & set(team) for letter in team}
    return [letter for letter in play.players if letter not in thrown | exempt]


def missing_throwers(play: Play) -> list[str]:
    """Returns the colours whose dice for the order are not recorded; empty where the order is chosen by hand."""
    return colours_to_throw(play, current_purpose(play)) or tied_colours(play)


def next_throwers(play: Play) -> list[str]:
    """Returns the colours that throw next, all of them where none is missing."""
    return missing_throwers(play) or play.players


def throw_purpose(play: Play) -> tuple[str, str]:
    """Returns the purpose of a throw in the notation, and its word ` declared` or ""."""
    purpose = current_purpose(play)
    if not colours_to_throw(play, purpose):
        return "tie", ""
    return purpose, " declared" if purpose == "dummy-order" else ""


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
    missing = [letter for letter in play.players if letter not in letters and play.is_active(letter)]
    if missing:
        raise Unclear("order-lacks", input_line.end, who=lambda lang: colour_names(missing, lang))
    ranked = [letter for group in throw_ranking(play) for letter in group]
    arguments = input_line.arguments
    if not arguments and play.binds("order.choose_slot") and sorted(ranked) == sorted(letters):
        arguments = " slots=" + ",".join(f"{letter}{letters.index(letter) + 1}" for letter in ranked)
    elif not arguments and play.binds("order.choose_seat") and ranked and ranked[0] in letters:
        arguments = f" seats={ranked[0]}{letters.index(ranked[0]) + 1}"
    w.write(f"ORDER * {' '.join(letters)}{arguments}")
