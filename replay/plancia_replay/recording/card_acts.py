"""Writes cards drawn and sets exchanged, from input lines."""

from __future__ import annotations

from plancia_replay.recording.derive import cards_due, draw_line, ensure_turn, occupy
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.lists import card_triples, parse_cards
from plancia_replay.recording.play import Play
from plancia_replay.recording.tokens import InputLine
from plancia_replay.recording.vocabulary import OPEN, find_meaning
from plancia_replay.recording.writing import LineWriter
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS


def draw(w: LineWriter, input_line: InputLine) -> None:
    """Writes a card drawn from input such as `carta`, or `carta brasile` for a card that is seen."""
    ensure_turn(w, input_line.colour)
    occupy(w)
    play = w.play
    tokens = [token for token in input_line.tokens if not (token.kind == "word" and find_meaning(token.text, OPEN))]
    hands = {card for letter in play.players for card in play.hand(letter)}
    cards = parse_cards(tokens, lambda code: code not in hands) or ["???"] * max(1, cards_due(play))
    for card in cards:
        w.write(draw_line(play, [card], public=len(tokens) != len(input_line.tokens)))


def exchange(w: LineWriter, input_line: InputLine) -> None:
    """Writes a set of cards.

    Input such as `tris cina siam jolly`, `tris` for the best one in hand, `tris 8` for unknown cards.
    """
    play = w.play
    values = input_line.numbers
    letter = ensure_turn(w, input_line.colour or find_card_holder(play, input_line))
    occupy(w)
    hand = play.hand(letter)
    cards = parse_cards(input_line.tokens, lambda code: code in hand)
    if not cards and values:
        cards = ["???"] * 3
    if not cards:
        proposals = exchangeable_sets(play)
        if not proposals:
            raise Unclear("no-set", input_line.end)
        cards = proposals[0][0]
    if values:
        value = f"={values[0].value}+{values[1].value if len(values) > 1 else 0}"
    else:
        set_armies, bonus = set_value(play, letter, cards)
        value = "=?" if "???" in cards else f"={set_armies}+{bonus}"
    w.write(f"TRIS {letter} {' '.join(cards)} {value}{input_line.arguments}")


def find_card_holder(play: Play, input_line: InputLine) -> str:
    """Returns the next player's colour if he holds all cards named, the current player does not, and the current turn
    has reinforcements placed or declared; else "".
    """
    table = play.table
    if not play.turn or not play.next or not input_line.words or (table.placed == 0 and table.declared < 0):
        return ""
    current_hand, next_hand = play.hand(play.turn), play.hand(play.next)
    cards = parse_cards(input_line.tokens, lambda code: code in current_hand or code in next_hand)
    return play.next if not set(cards) <= set(current_hand) and set(cards) <= set(next_hand) else ""


def set_value(play: Play, letter: str, cards: list[str]) -> tuple[int, int]:
    """Returns the armies that the rules give for a set, and those for cards of territories that the player owns."""
    play.load_line(f"TRIS {letter} {' '.join(cards)} =?")
    table, colour = play.table, COLOUR_LETTERS.index(letter)
    return int(table.total(table.set_terms, colour)), int(table.total(table.bonus_terms, colour))


def exchangeable_sets(play: Play) -> list[tuple[list[str], int, int]]:
    """Returns the sets that the current player may exchange as (cards, value, bonus), the most armies first."""
    letter = play.turn
    if not letter:
        return []
    visible_cards = [card for card in play.hand(letter) if card != "???"]
    choices = [*card_triples(visible_cards), *([tuple(visible_cards)] if 0 < len(visible_cards) < 3 else [])]
    sets = []
    for cards in choices:
        set_armies, bonus = set_value(play, letter, list(cards))
        if set_armies > 0 and not play.violated_rules(f"TRIS {letter} {' '.join(cards)} ={set_armies}+{bonus}"):
            sets.append((list(cards), set_armies, bonus))
    return sorted(sets, key=lambda choice: -(choice[1] + choice[2]))
