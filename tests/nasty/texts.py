"""Whole nasty texts: each is made from its number and a seed."""

from __future__ import annotations

import random
import unicodedata

from tests.nasty.lines import cased, data, event
from tests.nasty.values import FREE_VALUES, HEADER_VALUES, ODD


def header(r: random.Random) -> str:
    """A header, or nearly one."""
    name = r.choice(
        [*data()["header_order"], *data()["header_words"], "X-Club", "x-club", "X-", "X-1", "Foo", "X-Foo", "1x"]
    )
    values = HEADER_VALUES.get(data()["header_words"].get(name.lower(), name), FREE_VALUES)
    value = r.choice(values) if r.random() < 0.9 else r.choice(FREE_VALUES)
    form = r.choice(
        ['[{} "{}"]'] * 40
        + [
            '[ {}   "{}" ]',
            '[{}"{}"]',
            '[{} "{}"',
            "[{} {}]",
            '{} "{}"]',
            '[{} "{}"] x',
            '[[{} "{}"]',
            '[{} "{}"];',
            "[{} \u201c{}\u201d]",
        ]
    )
    line = form.format(cased(name, r), value)
    if r.random() < 0.05:
        place = r.randrange(len(line) + 1)
        line = line[:place] + r.choice(ODD) + line[place:]
    return line


def head(r: random.Random) -> list[str]:
    """A header block: that of a game, with nasty headers in it."""
    variant = r.choice(["eg@1", "monopoli@1", "torneo@1", "firenze@1", "x@1"])
    lines = [
        '[Notation "rgn 1"]',
        f'[Variant "{variant}"]',
        '[Red "a"]',
        '[Blue "b"]',
        '[Green "c"]',
        '[Completeness "full"]',
        '[Provenance "live"]',
    ]
    for _ in range(r.choice([0, 0, 1, 3, 8])):
        lines.insert(r.randint(0, len(lines)), header(r))
    if r.random() < 0.2:
        del lines[r.randrange(len(lines))]
    if r.random() < 0.2:
        place = r.randrange(len(lines))
        lines[place : place + 2] = [r.choice(["", " ", "x"]).join(lines[place : place + 2])]
    return lines


def long_line(r: random.Random) -> str:
    """A line about as long as the limit, as it stands or as it would be written."""
    start, word = r.choice([("DRAW R", " ?"), ("DRAW R", " k"), ("STRIP R", " k"), ("PUT R", " k+1"), ("TRIS R",
        " ???"), ("X-A R", " a"), ("DRAW R", " \u00e8"),
                            ("OBJ R", " x"), ("PASS R", " "), ("CHECK *", "?"), ("NOTE A {", "x"), ('[Event "x"]',
            " "), ('[X-', "a"), ("DRAW R", " KA\u0301M")])  # fmt: skip
    limit = r.choice([2048, 2040, 4090, 4096, 4097, 4100])
    return start + word * ((limit - len(start)) // len(word)) + r.choice(["", " ", "?", " {x}", "\u200b", '"]'])


def text(number: int, seed: int) -> bytes:
    """The bytes of a nasty text."""
    r = random.Random(f"nasty/{seed}/{number}")
    lines: list[str] = []
    for _ in range(r.choice([1, 1, 1, 1, 2, 3])):
        lines += head(r) if r.random() < 0.93 else []
        lines += [""] * r.randint(0, 1)
        lines += ["DEAL R CIN MON armies=9", "DEAL B SIA IND MEO armies=9", "TURN R"] if r.random() < 0.6 else []
        lines += [event(r) for _ in range(r.randint(0, 14))]
    for make, chance in (
        (header, 0.1),
        (long_line, 0.1),
        (lambda r: r.choice(["", " ", "; x", "\u00a0; x", "\u3000", "x", "]", '"', "\ufeff", "\x0b"]), 0.4),
    ):
        if r.random() < chance:
            lines.insert(r.randint(0, len(lines)), make(r))
    result = r.choice(["\n"] * 8 + ["\r\n", "\r\r\n", "\r"]).join(lines) + r.choice(["\n", "\n", "\n", ""])
    result = result if r.random() < 0.8 else unicodedata.normalize("NFD", result)
    content = result.encode("utf-8", errors="surrogatepass")
    content = r.choice([b"", b"", b"", b"", b"", b"\xef\xbb\xbf", b"\xef\xbb\xbf\xef\xbb\xbf"]) + content
    if r.random() < 0.08:
        place = r.randrange(len(content) + 1)
        content = (
            content[:place]
            + r.choice([b"\xff", b"\xe2\x82", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"\x80"])
            + content[place:]
        )
    return content
