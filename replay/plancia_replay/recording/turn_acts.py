"""Writes reinforcements, the income declared, and the beginning of turns from input lines."""

from __future__ import annotations

from plancia_replay.recording.derive import begin_turn, close_turn, ensure_turn, occupy
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.lists import format_items, parse_items, resolve_items
from plancia_replay.recording.territories import candidates, joined_text
from plancia_replay.recording.tokens import InputLine, Token
from plancia_replay.recording.writing import LineWriter


def place(w: LineWriter, input_line: InputLine) -> None:
    """Writes reinforcements from input such as `+2 alaska +1 siam`."""
    items = parse_items(input_line)
    letter = placing_colour(w, items, input_line.colour)
    ensure_turn(w, letter)
    occupy(w)
    placements = resolve_items(items, lambda code: w.play.owner(code) == letter)
    w.write(f"PUT {letter} {format_items(placements)}{input_line.arguments}")


def placing_colour(w: LineWriter, items: list[tuple[list[Token], int]], colour: str) -> str:
    """Returns the colour that places armies: the current player while armies are due, else the next one."""
    play = w.play
    if colour:
        return colour
    current, following = play.turn, play.next
    table = play.table

    def fits(letter: str) -> bool:
        return all(any(play.owner(code) == letter for code in candidates(joined_text(words))) for words, _ in items)

    armies = sum(count for _, count in items)
    if current and table.placed + armies <= table.armies_allowed() and fits(current):
        return current
    has_finished = not current or table.placed > 0 or table.armies_allowed() <= 0 or table.attacks > 0
    if following and following != current and has_finished and fits(following):
        return following
    return current or following


def declare_income(w: LineWriter, input_line: InputLine) -> None:
    """Writes the income declared.

    Input such as `rinforzi` for the armies due, `rinforzi 3+5+10` for other numbers.
    """
    table = w.play.table
    is_second = w.play.turn and table.declared >= 0 and table.declared_sets == table.sets
    letter = ensure_turn(w, input_line.colour or (w.play.next if is_second else ""))  # nobody declares twice
    table = w.play.table
    due = [int(table.from_territories), int(table.from_continents), int(table.from_cards)]
    numbers = [token.value for token in input_line.numbers if not token.text.startswith("=")]
    total = next((token.value for token in input_line.numbers if token.text.startswith("=")), None)
    if len(numbers) == 1 and total is None:
        parts = due
        total = numbers[0]
    elif len(numbers) > 3:
        raise Unclear("surplus", input_line.numbers[3].column, input_line.numbers[3].text)
    else:
        parts = [*numbers, 0, 0][:3] if numbers else due
    income_text = f"{parts[0]}+{parts[1]}+{parts[2]}={sum(parts) if total is None else total}"
    w.write(f"REIN {letter} {income_text}{input_line.arguments}")


def pass_turn(w: LineWriter, input_line: InputLine) -> None:
    """Writes that the next player passes an extra turn."""
    close_turn(w)
    letter = input_line.colour or w.play.next
    if not letter:
        raise Unclear("who")
    w.write(f"PASS {letter}")


def open_turn(w: LineWriter, letter: str, kind: str | None, director: str = "") -> None:
    """Begins a turn that was entered explicitly. Raises Unclear if the next player is not known."""
    following = letter or w.play.next
    if not following:
        raise Unclear("who")
    begin_turn(w, following, kind, derived=False, director=director)
