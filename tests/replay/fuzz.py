"""Judges mutated games and prints what came out, one line each: run in both forms, the output must be the same."""

from __future__ import annotations

import hashlib
import json
import random
import sys

from plancia_data import samples
from plancia_events import read
from plancia_replay import RuleSetError, judge

LETTERS = b'RBGYNV-*A0123456789>+-=: CINSIATTPUTOCMVDRWE{}@[]"\n\x00\xff\xc3'


def mutated(data: bytes, chance: random.Random) -> bytes:
    """One byte or one line changed, lost, doubled or swapped."""
    kind = chance.randrange(6)
    place = chance.randrange(len(data))
    if kind == 0:
        return data[:place] + bytes([chance.choice(LETTERS)]) + data[place + 1 :]
    if kind == 1:
        return data[:place] + data[place + 1 :]
    if kind == 2:
        return data[:place]
    lines = data.splitlines(keepends=True)
    line = chance.randrange(len(lines))
    if kind == 3:
        del lines[line]
    elif kind == 4:
        lines.insert(line, lines[chance.randrange(len(lines))])
    else:
        other = chance.randrange(len(lines))
        lines[line], lines[other] = lines[other], lines[line]
    return b"".join(lines)


def outcome(data: bytes) -> str:
    """Everything that a mutated file gives, as text."""
    reading = read(data, "fuzz")
    told: list[object] = [[p.line, p.column, p.code] for p in reading.problems]
    for game in reading.games:
        try:
            found = {**judge(game, lang="en").to_json()}
        except RuleSetError as error:
            told.append(error.code)
            continue
        del found["kernel"]
        told.append(found)
    return json.dumps(told, sort_keys=True)


def main(seed: int, count: int) -> None:
    """Prints one digest a mutation."""
    chance = random.Random(seed)
    games = list(samples().values())
    for _ in range(count):
        print(hashlib.sha256(outcome(mutated(chance.choice(games), chance)).encode()).hexdigest()[:16])


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
