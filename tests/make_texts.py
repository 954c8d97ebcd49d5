"""Writes a folder of texts to compare implementations with: python3 -m tests.make_texts DIR --games N --mutations N.

Generated games of all variants that can be generated, games of the tests with one damaged line or byte each, and with
--nasty N texts of which many lines are untidy or wrong. The same seed writes the same files. `plancia conformance
--with COMMAND --texts DIR` reads them.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from pathlib import Path

from plancia_data import samples
from plancia_replay import RuleSetError
from plancia_replay.synthetic.game import GameSpec, generate
from plancia_replay.synthetic.turns import DeadEnd
from tests.nasty.texts import text as nasty_text

TESTS = Path(__file__).parent
VARIANTS = ("eg@1", "torneo@1", "rcm@1", "monopoli@1", "stucchi@1", "firenze@1", "firk@1", "uno-contro-uno@1")
SIGNS = 'RBGYNV*A-ACINSPERO 0123456789>+-=:,.@{}[]";?#\t/_àèù\u00a0\u200b\u0430ÁX'
LINE_DAMAGES = ("delete", "insert", "replace", "swap", "case", "drop-word", "repeat-word", "swap-words", "other-word",
                "blanks", "drop-line", "repeat-line", "swap-lines")  # fmt: skip
BYTE_DAMAGES = ("flip", "byte", "cut", "crlf", "mark")


def bases() -> list[str]:
    """The games that are damaged: those of the tests and the samples, of at most 400 lines."""
    texts = [file.read_text("utf-8") for file in sorted((TESTS / "games").glob("*/*.rgn"))]
    texts += [data.decode() for name, data in sorted(samples().items()) if name.endswith(".rgn")]
    return [text for text in texts if text.count("\n") <= 400]


def damage_line(line: str, other: str, kind: str, chance: random.Random) -> str:
    """A line with one fault of a kind; `other` is a line that a word may come from."""
    place = chance.randrange(len(line)) if line else 0
    words = line.split(" ")
    first, second = chance.randrange(len(words)), chance.randrange(len(words))
    if kind == "delete":
        return line[:place] + line[place + 1 :]
    if kind in ("insert", "replace"):
        return line[:place] + chance.choice(SIGNS) + line[place + (kind == "replace") :]
    if kind == "swap":
        return line[:place] + line[place + 1 : place + 2] + line[place : place + 1] + line[place + 2 :]
    if kind == "case":
        return line.swapcase()
    if kind == "blanks":
        return line.replace(" ", chance.choice(["  ", "\t", " \u00a0"]), chance.randint(1, 3))
    if kind == "drop-word":
        del words[first]
    elif kind == "repeat-word":
        words.insert(second, words[first])
    elif kind == "swap-words":
        words[first], words[second] = words[second], words[first]
    elif kind == "other-word":
        words[first] = chance.choice(other.split(" "))
    return " ".join(words)


def damage_lines(text: str, of_headers: bool, kind: str, chance: random.Random) -> str:
    """A text with one fault in an event line or, `of_headers`, in a header line."""
    lines = text.split("\n")
    places = [i for i, line in enumerate(lines) if line and line.startswith("[") == of_headers]
    place, other = chance.choice(places), chance.choice(places)
    if kind == "drop-line":
        del lines[place]
    elif kind == "repeat-line":
        lines.insert(other, lines[place])
    elif kind == "swap-lines":
        lines[place], lines[other] = lines[other], lines[place]
    else:
        lines[place] = damage_line(lines[place], lines[other], kind, chance)
    return "\n".join(lines)


def damage_bytes(data: bytes, kind: str, chance: random.Random) -> bytes:
    """A text with one fault in its bytes."""
    place = chance.randrange(len(data))
    if kind == "flip":
        return data[:place] + bytes([data[place] ^ (1 << chance.randrange(8))]) + data[place + 1 :]
    if kind == "byte":
        return data[:place] + bytes([chance.randrange(256)]) + data[place:]
    if kind == "cut":
        return data[:place]
    if kind == "crlf":
        return data.replace(b"\n", b"\r\n")
    return data[:place] + b"\xef\xbb\xbf" + data[place:]


def mutation(texts: list[str], number: int, seed: int) -> tuple[str, bytes]:
    """The name and the bytes of a mutation: six of ten damage an event line, three a header line, one bytes."""
    chance = random.Random(f"{seed}/{number}")
    text = chance.choice(texts)
    part = chance.choices(("event", "header", "bytes"), (6, 3, 1))[0]
    if part == "bytes":
        kind = chance.choice(BYTE_DAMAGES)
        return f"{number:05}-bytes-{kind}", damage_bytes(text.encode(), kind, chance)
    kind = chance.choice(LINE_DAMAGES)
    return f"{number:05}-{part}-{kind}", damage_lines(text, part == "header", kind, chance).encode()


def write_games(folder: Path, count: int, seed: int, say: Callable[[str], object] = print) -> None:
    """Writes generated games, the variants by turns."""
    for number in range(count):
        variant = VARIANTS[number % len(VARIANTS)]
        try:
            game = generate(GameSpec(variant, seed + number))
        except (DeadEnd, RuleSetError) as error:
            say(f"{variant} {seed + number}: {error}")
            continue
        name = variant.partition("@")[0]
        (folder / f"{number:05}-game-{name}.rgn").write_text(game.text(), "utf-8")


def main() -> None:
    """Writes the folder that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.make_texts", description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--mutations", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nasty", type=int, default=0)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    write_games(asked.folder, asked.games, asked.seed)
    texts = bases()
    for number in range(asked.mutations):
        name, data = mutation(texts, number, asked.seed)
        (asked.folder / f"{name}.rgn").write_bytes(data)
    for number in range(asked.nasty):
        (asked.folder / f"{number:05}-nasty.rgn").write_bytes(nasty_text(number, asked.seed))


if __name__ == "__main__":
    main()
