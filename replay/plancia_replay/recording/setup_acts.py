"""Tells the phase before the first turn, and writes first armies and capitals from input lines."""

from __future__ import annotations

from typing import Literal

from plancia_replay.kernel.table import LANDS
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.lists import format_items, match_colour, parse_items, resolve_items
from plancia_replay.recording.play import Play
from plancia_replay.recording.territories import joined_text, resolve
from plancia_replay.recording.tokens import InputLine
from plancia_replay.recording.writing import LineWriter
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS

Phase = Literal["order", "deal", "pick", "draft", "place", "turn", "between", "over"]


def phase(play: Play) -> Phase | Literal[""]:
    """Returns the phase before the first turn: order, deal, pick, draft, place, or "" when play may begin."""
    table = play.table
    if table.turns > 0:
        return ""
    if len(table.order) == 0 and table.assigned == 0:
        return "order"
    if table.assigned < LANDS:
        return territory_phase(play)
    return "place" if any(armies_to_place(play, letter) > 0 for letter in play.players) else ""


def territory_phase(play: Play) -> Phase | Literal[""]:
    """Returns how the variant assigns territories: deal, pick or draft."""
    if play.binds("pick.from_last") or play.binds("pick.in_order"):
        return "pick"
    return "draft" if play.binds("draft.rotation") else "deal"


def armies_to_place(play: Play, letter: str) -> int:
    """Returns the initial armies that a player still has to place; dealt ones beyond one a territory count."""
    table, colour = play.table, COLOUR_LETTERS.index(letter)
    if table.endowment < 0 or not play.is_active(letter):
        return 0
    extra_armies = int(table.army_total[colour] - table.lands[colour])
    return max(0, int(table.endowment) - max(extra_armies, int(table.setup_placed[colour])))


def setup(w: LineWriter, input_line: InputLine) -> None:
    """Writes initial armies, placed by the owner of the territories from input such as `+2 alaska +1 siam`."""
    play = w.play
    items = parse_items(input_line)
    placements = resolve_items(
        items, lambda code: play.owner(code) in ((input_line.colour,) if input_line.colour else play.players)
    )
    owners = {play.owner(code) for code, _ in placements}
    letter = input_line.colour or (owners.pop() if len(owners) == 1 else "")
    if not letter:
        raise Unclear("owners", items[0][0][0].column, joined_text(items[0][0]))
    arguments = input_line.arguments
    text = f"SET {letter} {format_items(placements)}{arguments}"
    if not arguments and play.game.header("Virtual") == letter and play.binds("setup.dummy_placer"):
        lines = [f"{text} by={other}" for other in play.players if other != letter]
        text = min(lines, key=lambda line: len(play.violated_rules(line)))
    w.write(text)


def capital(w: LineWriter, input_line: InputLine) -> None:
    """Writes a capital from input such as `capitale rosso cina`."""
    words = input_line.words
    letter = input_line.colour or (match_colour(words[0].text, w.play.players) if len(words) > 1 else "")
    words = words if input_line.colour or not letter else words[1:]
    if not words:
        raise Unclear("lands", input_line.end, count=1)
    code = resolve(words, 1, lambda land: w.play.owner(land) == letter or not letter)[0]
    w.write(f"CAP {letter or w.play.owner(code)} {code}")
