"""Inserts single faults into legal games, for tests of the rules."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from plancia_events import Game, format_event, read
from plancia_events.names import LANDS as CODES
from plancia_replay.judging.judgement import Judgement, judge
from plancia_replay.judging.table_json import state_at
from plancia_replay.rulesets.ruleset import RuleSet

FAULT_KINDS = ("die", "army", "card-twice", "order", "border", "early", "total", "score")


@dataclass(frozen=True)
class Mutation:
    """A game with one fault: its kind, the number of the event that is wrong, the game."""

    kind: str
    event: int
    game: Game


def mutate(game: Game, rules: RuleSet, kind: str, chance: random.Random) -> Mutation | None:
    """A copy of the game with one fault of a kind, or None if it has no line for it."""
    lines = [format_event(event) for event in game.events]
    indexes = {
        "die": line_indexes(lines, "ATT"),
        "army": line_indexes(lines, "PUT", "SET"),
        "card-twice": line_indexes(lines, "DRAW"),
        "order": line_indexes(lines, "TURN"),
        "border": line_indexes(lines, "ATT"),
        "early": line_indexes(lines, "ANN"),
        "total": line_indexes(lines, "REIN"),
        "score": line_indexes(lines, "SCORE"),
    }[kind]
    chance.shuffle(indexes)
    for place in indexes[:12]:
        change = CHANGE_BY_KIND[kind](game, rules, lines, place, chance)
        if change is not None:
            fault_place, changed_lines = change
            text = game.head() + "\n".join(changed_lines) + "\n"
            reading = read(text)
            if reading.ok:
                return Mutation(kind, fault_place + 1, reading.games[0])
    return None


def line_indexes(lines: list[str], *tags: str) -> list[int]:
    """The places of the lines with these tags."""
    return [place for place, line in enumerate(lines) if line.split()[0] in tags]


def replace_line(lines: list[str], place: int, line: str) -> tuple[int, list[str]]:
    """The place, and the lines with another line at it."""
    return place, [*lines[:place], line, *lines[place + 1 :]]


def change_die(game: Game, rules: RuleSet, lines: list[str], place: int, chance: random.Random) -> Any:
    """An attack with another face on one die, or another number of attackers where combat is by a table."""
    parts = lines[place].split()
    if "v" in parts[3]:
        attackers, defenders = parts[3].split("v")
        return replace_line(lines, place, " ".join([*parts[:3], f"{int(attackers) % 3 + 1}v{defenders}", *parts[4:]]))
    sides = [list(side) for side in parts[3].split(":")]
    side = chance.choice(sides)
    die = chance.randrange(len(side))
    side[die] = str(chance.choice([face for face in range(1, 7) if str(face) != side[die]]))
    throw = ":".join("".join(sorted(dice, reverse=True)) for dice in sides)
    return replace_line(lines, place, " ".join([*parts[:3], throw, *parts[4:]]))


def add_army(game: Game, rules: RuleSet, lines: list[str], place: int, chance: random.Random) -> Any:
    """A placement with one army more."""
    parts = lines[place].split()
    items = [k for k, part in enumerate(parts) if "+" in part and "=" not in part]
    item = chance.choice(items)
    land, _, count = parts[item].partition("+")
    parts[item] = f"{land}+{int(count) + 1}"
    return replace_line(lines, place, " ".join(parts))


def repeat_card(game: Game, rules: RuleSet, lines: list[str], place: int, chance: random.Random) -> Any:
    """A draw of a card that a hand already holds."""
    hands = state_at(game, place, rules)["hands"]
    held_cards = [card for hand in hands.values() for card in hand if card in CODES]
    if not held_cards:
        return None
    parts = lines[place].split()
    parts[2] = chance.choice(held_cards)
    return replace_line(lines, place, " ".join(parts))


def change_turn_player(game: Game, rules: RuleSet, lines: list[str], place: int, chance: random.Random) -> Any:
    """A turn begun by the wrong player."""
    parts = lines[place].split()
    other_letters = [letter for letter in game.players if letter != parts[1]]
    parts[1] = chance.choice(other_letters)
    return replace_line(lines, place, " ".join(parts))


def attack_without_border(game: Game, rules: RuleSet, lines: list[str], place: int, chance: random.Random) -> Any:
    """An attack on a territory that does not border."""
    parts = lines[place].split()
    source, target = parts[2].split(">")
    pairs = {frozenset((CODES[first], CODES[second])) for first, second in rules.content["board"]["borders"]}
    board = state_at(game, place, rules)["board"]
    distant_codes = [
        code for code in CODES
        if code != source and frozenset((source, code)) not in pairs and code in board
        and board[code][0] != parts[1] and board[code][1] >= board[target][1]
    ]  # fmt: skip
    if not distant_codes:
        return None
    parts[2] = f"{source}>{chance.choice(distant_codes)}"
    return replace_line(lines, place, " ".join(parts))


def move_announcement_forward(game: Game, rules: RuleSet, lines: list[str], place: int, chance: random.Random) -> Any:
    """The announcement of the round moved before the expiry of the clock."""
    expired = next((k for k, line in enumerate(lines[:place]) if line.startswith("CLOCK * expired")), None)
    if expired is None:
        return None
    other_lines = [line for k, line in enumerate(lines) if k != place]
    return expired, [*other_lines[:expired], lines[place], *other_lines[expired:]]


def raise_total(game: Game, rules: RuleSet, lines: list[str], place: int, chance: random.Random) -> Any:
    """A reinforcement declared with one army too many."""
    parts = lines[place].split()
    parts_text, _, total = parts[2].partition("=")
    numbers = [int(word) for word in parts_text.split("+")]
    numbers[0] += 1
    parts[2] = "+".join(map(str, numbers)) + f"={int(total) + 1}"
    return replace_line(lines, place, " ".join(parts))


def raise_score(game: Game, rules: RuleSet, lines: list[str], place: int, chance: random.Random) -> Any:
    """A score declared with one point too many."""
    parts = lines[place].split()
    value = float(parts[2]) + 1
    parts[2] = str(int(value)) if value == int(value) else str(value)
    return replace_line(lines, place, " ".join(parts))


CHANGE_BY_KIND = {
    "die": change_die,
    "army": add_army,
    "card-twice": repeat_card,
    "order": change_turn_player,
    "border": attack_without_border,
    "early": move_announcement_forward,
    "total": raise_total,
    "score": raise_score,
}


def fault_outcome(mutation: Mutation, original: Judgement, rules: RuleSet) -> str:
    """ "caught" where the fault is reported at its event, "harmless" where nothing differs, else "missed"."""
    judgement = judge(mutation.game, rules)
    if any(v.event == mutation.event and v.verdict in ("illegal", "assumed") for v in judgement.verdicts):
        return "caught"
    if judgement.impossible is not None and judgement.impossible["event"] == mutation.event:
        return "caught"
    is_same = (judgement.final, judgement.hands, judgement.scores, judgement.end) == (
        original.final,
        original.hands,
        original.scores,
        original.end,
    )
    return "harmless" if is_same and not any(v.verdict == "illegal" for v in judgement.verdicts) else "missed"
