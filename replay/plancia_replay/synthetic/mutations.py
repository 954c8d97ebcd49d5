"""Single faults put into a legal game: each is reported at its line, or changes nothing."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from plancia_events import Game, format_event, read
from plancia_events.names import LANDS as CODES
from plancia_replay.judging.judgement import Judgement, judge
from plancia_replay.judging.table_json import state_at
from plancia_replay.rulesets.ruleset import RuleSet

KINDS = ("die", "army", "card-twice", "order", "border", "early", "total", "score")


@dataclass(frozen=True)
class Mutation:
    """A game with one fault: its kind, the number of the event that is wrong, the game."""

    kind: str
    event: int
    game: Game


def mutated(game: Game, rules: RuleSet, kind: str, chance: random.Random) -> Mutation | None:
    """One fault of a kind somewhere in the game, or None where it offers no place for it."""
    lines = [format_event(event) for event in game.events]
    places = {
        "die": of(lines, "ATT"), "army": of(lines, "PUT", "SET"), "card-twice": of(lines, "DRAW"),
        "order": of(lines, "TURN"), "border": of(lines, "ATT"), "early": of(lines, "ANN"),
        "total": of(lines, "REIN"), "score": of(lines, "SCORE"),
    }[kind]  # fmt: skip
    chance.shuffle(places)
    for place in places[:12]:
        change = CHANGES[kind](game, rules, lines, place, chance)
        if change is not None:
            where, changed = change
            text = game.head() + "\n".join(changed) + "\n"
            reading = read(text)
            if reading.ok:
                return Mutation(kind, where + 1, reading.games[0])
    return None


def of(lines: list[str], *tags: str) -> list[int]:
    """The places of the lines with these tags."""
    return [place for place, line in enumerate(lines) if line.split()[0] in tags]


def instead(lines: list[str], place: int, line: str) -> tuple[int, list[str]]:
    """The lines with another one at a place."""
    return place, [*lines[:place], line, *lines[place + 1 :]]


def other_die(game: Game, rules: RuleSet, lines: list[str], place: int, chance: random.Random) -> Any:
    """One die shows another face; where combat is by a table, one army fewer is engaged."""
    parts = lines[place].split()
    if "v" in parts[3]:
        mine, yours = parts[3].split("v")
        return instead(lines, place, " ".join([*parts[:3], f"{int(mine) % 3 + 1}v{yours}", *parts[4:]]))
    sides = [list(side) for side in parts[3].split(":")]
    side = chance.choice(sides)
    die = chance.randrange(len(side))
    side[die] = str(chance.choice([face for face in range(1, 7) if str(face) != side[die]]))
    throw = ":".join("".join(sorted(dice, reverse=True)) for dice in sides)
    return instead(lines, place, " ".join([*parts[:3], throw, *parts[4:]]))


def army_more(game: Game, rules: RuleSet, lines: list[str], place: int, chance: random.Random) -> Any:
    """One army more than was placed."""
    parts = lines[place].split()
    items = [k for k, part in enumerate(parts) if "+" in part and "=" not in part]
    chosen = chance.choice(items)
    land, _, count = parts[chosen].partition("+")
    parts[chosen] = f"{land}+{int(count) + 1}"
    return instead(lines, place, " ".join(parts))


def card_again(game: Game, rules: RuleSet, lines: list[str], place: int, chance: random.Random) -> Any:
    """A card drawn that somebody holds."""
    hands = state_at(game, place, rules)["hands"]
    held = [card for hand in hands.values() for card in hand if card in CODES]
    if not held:
        return None
    parts = lines[place].split()
    parts[2] = chance.choice(held)
    return instead(lines, place, " ".join(parts))


def other_turn(game: Game, rules: RuleSet, lines: list[str], place: int, chance: random.Random) -> Any:
    """A turn begun by another player than the one due."""
    parts = lines[place].split()
    others = [letter for letter in game.players if letter != parts[1]]
    parts[1] = chance.choice(others)
    return instead(lines, place, " ".join(parts))


def no_border(game: Game, rules: RuleSet, lines: list[str], place: int, chance: random.Random) -> Any:
    """An attack on a territory that does not border."""
    parts = lines[place].split()
    source, target = parts[2].split(">")
    pairs = {frozenset((CODES[one], CODES[two])) for one, two in rules.content["board"]["borders"]}
    board = state_at(game, place, rules)["board"]
    far = [
        code for code in CODES
        if code != source and frozenset((source, code)) not in pairs and code in board
        and board[code][0] != parts[1] and board[code][1] >= board[target][1]
    ]  # fmt: skip
    if not far:
        return None
    parts[2] = f"{source}>{chance.choice(far)}"
    return instead(lines, place, " ".join(parts))


def too_early(game: Game, rules: RuleSet, lines: list[str], place: int, chance: random.Random) -> Any:
    """The round announced before the time was over."""
    expired = next((k for k, line in enumerate(lines[:place]) if line.startswith("CLOCK * expired")), None)
    if expired is None:
        return None
    rest = [line for k, line in enumerate(lines) if k != place]
    return expired, [*rest[:expired], lines[place], *rest[expired:]]


def wrong_total(game: Game, rules: RuleSet, lines: list[str], place: int, chance: random.Random) -> Any:
    """A reinforcement declared with one army too many."""
    parts = lines[place].split()
    first, _, total = parts[2].partition("=")
    numbers = [int(word) for word in first.split("+")]
    numbers[0] += 1
    parts[2] = "+".join(map(str, numbers)) + f"={int(total) + 1}"
    return instead(lines, place, " ".join(parts))


def wrong_score(game: Game, rules: RuleSet, lines: list[str], place: int, chance: random.Random) -> Any:
    """A score declared with one point too many."""
    parts = lines[place].split()
    value = float(parts[2]) + 1
    parts[2] = str(int(value)) if value == int(value) else str(value)
    return instead(lines, place, " ".join(parts))


CHANGES = {
    "die": other_die, "army": army_more, "card-twice": card_again, "order": other_turn, "border": no_border,
    "early": too_early, "total": wrong_total, "score": wrong_score,
}  # fmt: skip


def outcome(mutation: Mutation, clean: Judgement, rules: RuleSet) -> str:
    """ "caught" where the fault is reported at its event, "harmless" where nothing differs, else "missed"."""
    found = judge(mutation.game, rules)
    if any(v.event == mutation.event and v.verdict in ("illegal", "assumed") for v in found.verdicts):
        return "caught"
    if found.impossible is not None and found.impossible["event"] == mutation.event:
        return "caught"
    same = (found.final, found.hands, found.scores, found.end) == (clean.final, clean.hands, clean.scores, clean.end)
    return "harmless" if same and not any(v.verdict == "illegal" for v in found.verdicts) else "missed"
