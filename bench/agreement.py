"""Before anything is timed: the kernel and the idiomatic reference agree on sound games and on spoilt ones."""

from __future__ import annotations

import random

import corpus
import reference
from reference_events import parse

from plancia_events.names import LANDS
from plancia_replay import audit, load_ruleset
from plancia_replay.judging.table_json import board_json, hands_json

ASIDE = ("order.", "players.", "objective.", "end_roll.", "claim.", "announcement.", "game.", "record.end")
SPOILT = 40  # of each game


def spoil(text: str, chance: random.Random) -> str:
    """The game with one word of one event replaced by another that can be read.

    Whose turn or placement it is stays: after one out of order the kernel accepts both ways of going on and reports
    it once, which the reference does not know.
    """
    head, _, body = text.partition("\n\n")
    lines = body.splitlines()
    while True:
        at = chance.randrange(len(lines))
        words = lines[at].split()
        if words[0] not in ("ATT", "OCC", "MOVE", "PUT", "SET", "REIN", "END", "DRAW", "TRIS", "SCORE"):
            continue
        place = chance.randrange(2 if words[0] == "SET" else 1, len(words))
        word = words[place]
        lands = [code for code in LANDS if code in word]
        if place == 1:
            words[1] = chance.choice("BRGY")
        elif lands and chance.random() < 0.7:
            words[place] = word.replace(chance.choice(lands), chance.choice(LANDS))
        elif word[-1].isdigit() and ":" not in word:
            words[place] = word[:-1] + str((int(word[-1]) + chance.randrange(1, 9)) % 10)
        if words[place] != word:
            lines[at] = " ".join(words)
            return head + "\n\n" + "\n".join(lines) + "\n"


def compare(text: str) -> None:
    """Equal board, hands and findings, or the same impossible event. Raises AssertionError."""
    rules = load_ruleset("torneo@1", {"deck": "risiko-rl"})
    mine = audit(text.encode(), rules)
    try:
        yours = reference.replay(text)
    except reference.Impossible as problem:
        assert mine.reason and mine.stopped_at == problem.args[0], (mine.reason, mine.stopped_at, problem)
        return
    assert not mine.reason, (mine.reason, mine.stopped_at)
    assert board_json(mine.table) == {land: (yours.owner[land], yours.armies[land]) for land in LANDS}
    hands = {colour: sorted(cards) for colour, cards in hands_json(mine.table).items()}
    assert hands == {colour: sorted(yours.hands.get(colour, ())) for colour in hands}
    found = {(event, str(rules.clauses[rule]["rule"]), code) for event, rule, code in mine.findings}
    kept = {one for one in found if not one[1].startswith(ASIDE)}
    assert kept == set(yours.found), kept ^ set(yours.found)


def check() -> int:
    """Compares all games of the corpus and their spoilt copies; how many were compared. Raises AssertionError."""
    chance = random.Random(7)
    games = [corpus.without_checkpoints(text).decode() for text in corpus.texts(1)]
    for text in games:
        compare(text)
        assert all(parse(line) or line.split()[0] in ("CLAIM", "SHUF", "OVER", "EROLL") for line in
                   text.partition("\n\n")[2].splitlines())  # fmt: skip
        for _ in range(SPOILT):
            compare(spoil(text, chance))
    return len(games) * (SPOILT + 1)
