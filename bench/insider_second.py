"""Edits of a second round: rows beside the log, lines after the anchors, holders' names, copies, keys, files."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from commands import plancia
from insider_edits import EDITS, LATER, TABLES, edit, raw, rewriting
from insider_others import YEAR
from insider_tools import STREAM, Insider, canonical, rebuilt

__all__ = ["EDITS"]


def checksum(*cells: str | int | None) -> str:
    """The checksum of a row, which anybody can compute."""
    return hashlib.sha256(json.dumps(cells).encode()).hexdigest()[:16]


@edit("holder of a token renamed, checksum made anew", TABLES)
def holder(place: Path) -> None:
    insider = Insider(place)
    ((digest, made, revoked),) = insider.sql("SELECT hash, made_at, revoked_at FROM token WHERE name = 'tavolo1'")
    insider.sql("UPDATE token SET name = 'Ugo', checksum = ? WHERE hash = ?", checksum("Ugo", made, revoked), digest)
    insider.close()


@edit("answer `already there` to a request forged, checksum made anew", TABLES)
def duplicate(place: Path) -> None:
    insider = Insider(place)
    request, fingerprint, game = "a" * 64, "b" * 64, insider.game(0)
    cells = f"{fingerprint}.{checksum(fingerprint, request, game, 1, 1)}"
    insider.sql("INSERT INTO request VALUES (?, ?, ?, 1, 1)", request, cells, game)
    insider.close()


raw("times of signing of checkpoints", f"UPDATE checkpoint SET signed_at = signed_at - {YEAR}", TABLES)
raw("list of refusals emptied", "DELETE FROM refusal", TABLES)


@edit("a file put among those of disputes", TABLES)
def planted(place: Path) -> None:
    folder = Path(f"{place}.files")
    folder.mkdir(exist_ok=True)
    (folder / hashlib.sha256(b"photo").hexdigest()).write_bytes(b"photo")


@edit("a person erased", LATER)
def erased(place: Path) -> None:
    assert plancia(place, "person", "erase", "Gino", "--yes").returncode == 0


@edit("result confirmed in a player's name", LATER)
def confirmed(place: Path) -> None:
    for words in (("append", "serata-9", "OVER * time"), ("confirm", "serata-9", "R")):
        done = plancia(place, *words)
        assert done.returncode in (0, 3), done.stderr


def appended(name: str, prefix: str, body: str, days: int) -> None:
    """Registers an edit: one more line, dated back, all hashes anew, signed."""

    def work(place: Path) -> None:
        note = Path(f"{place}.checkpoint").read_bytes()
        insider = Insider(place)
        insider.append(insider.of(prefix or insider.game(-1))[-1], body, days)
        insider.save()
        Path(f"{place}.checkpoint").write_bytes(note)
        rebuilt(place)

    edit(name, LATER)(work)


appended("note appended, dated 400 days before", "", "NOTE R {so it was}\n", 400)
appended("withdrawal undone, dated 30 days before", "withdrawal:", '{"kind":"restored","why":"mistake"}\n', 30)
appended("note appended", "", "NOTE R {so it was}\n", 0)


@edit("note appended, dated 400 days before, with a line `clock` that accepts it", LATER)
def stated(place: Path) -> None:
    note = Path(f"{place}.checkpoint").read_bytes()
    insider = Insider(place)
    index, like = len(insider.entries), insider.of(STREAM)[-1]
    insider.append(insider.of(insider.game(-1))[-1], "NOTE R {so it was}\n", 400)
    line = {"entry": index, "kind": "clock", "v": 1, "why": "the laptop was ahead"}
    insider.append(like, canonical(line) + "\n", role="keeper", author="local")
    insider.save()
    Path(f"{place}.checkpoint").write_bytes(note)
    rebuilt(place)


def unlike(insider: Insider) -> None:
    insider.entries.pop()
    insider.append(insider.of(insider.game(-1))[-1], "NOTE R {the copy for somebody else}\n")


rewriting("a second copy, whose last entry is another, shown to somebody else", unlike)


@edit("key rotated, then a throw changed")
def rotated(place: Path) -> None:
    assert plancia(place, "key", "rotate").returncode == 0
    insider = Insider(place)
    insider.exchange(insider.game(2), "654:32 -0-2", "653:42 -0-2")
    insider.finish()


def bare(insider: Insider) -> None:
    for entry in insider.of(insider.game(-1)):
        entry.author = ""


rewriting("entries of a game in form 1 in place of form 2", bare)
