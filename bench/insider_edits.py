"""Edits of an archive by its keeper: the 28 of the tampering table of November 2026, and others."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from insider_tools import RULES, Insider

YEAR = 365 * 24 * 3600 * 1000
LOG, TABLES, LATER = "log", "tables", "later"


@dataclass(frozen=True)
class Edit:
    """What the keeper does to the archive at a path.

    `kind`: the log before the anchors is rewritten, tables beside the log are, or entries come after the anchors.
    """

    name: str
    kind: str
    work: Callable[[Path], None]


EDITS: list[Edit] = []


def edit(name: str, kind: str = LOG) -> Callable[[Callable[[Path], None]], Callable[[Path], None]]:
    """Registers an edit."""

    def register(work: Callable[[Path], None]) -> Callable[[Path], None]:
        EDITS.append(Edit(name, kind, work))
        return work

    return register


def rewriting(name: str, change: Callable[[Insider], None]) -> None:
    """Registers an edit of the log with all hashes, a rebuild and a new signature."""

    def work(place: Path) -> None:
        insider = Insider(place)
        change(insider)
        insider.finish()

    edit(name)(work)


def raw(name: str, statement: str, kind: str = LOG) -> None:
    """Registers an edit by one statement, with no hash made anew."""

    def work(place: Path) -> None:
        insider = Insider(place)
        before = insider.db.total_changes
        insider.sql(statement.replace("GAME", f"'{insider.game(-1)}'"))
        assert insider.db.total_changes > before, name
        insider.close()

    edit(name, kind)(work)


def hashed(name: str, change: Callable[[Insider], None]) -> None:
    """Registers an edit of the log with all hashes, and no rebuild."""

    def work(place: Path) -> None:
        insider = Insider(place)
        change(insider)
        insider.save()

    edit(name)(work)


def swap(insider: Insider, one: int, other: int) -> None:
    """Exchanges two entries."""
    insider.entries[one], insider.entries[other] = insider.entries[other], insider.entries[one]


def places(insider: Insider, prefix: str) -> list[int]:
    """The places of the entries of some streams."""
    return [place for place, entry in enumerate(insider.entries) if entry.stream.startswith(prefix)]


def without_game(insider: Insider, number: int) -> None:
    """Leaves a game out, and every line about it."""
    game = insider.game(number)
    insider.drop(lambda entry: entry.stream.endswith(game))
    for entry in insider.of("tournament:"):
        insider.put_lines(entry, [line for line in insider.lines(entry) if line.get("game") != game])
    insider.sql("DELETE FROM request WHERE game = ?", game)


# The 28 edits of the table.
raw(
    "letter of an event",
    "UPDATE entry SET body = CAST(replace(CAST(body AS TEXT), '{late}', '{loto}') AS BLOB) WHERE game = GAME",
)
raw("`prev` of an entry", "UPDATE entry SET prev = zeroblob(32) WHERE game = GAME")
raw(
    "ruling of a tournament, no hash",
    'UPDATE entry SET body = CAST(replace(CAST(body AS TEXT), \'"points":"2"\', \'"points":"9"\') AS BLOB) '
    "WHERE game = 'tournament:t'",
)
hashed("event and hashes", lambda one: one.exchange(one.game(0), "654:32 -0-2", "654:65 -0-2"))
hashed("game back-dated, hashes", lambda one: one.exchange(one.game(-1), "2026-11-22", "2026-10-01"))
raw("winner in a derived row", "UPDATE game SET winner = 'R' WHERE game = GAME", TABLES)
raw("game deleted, no renumbering", "DELETE FROM entry WHERE game = GAME")
hashed("rule-set edited, hashes", lambda one: one.exchange(RULES, "true", "false"))
raw(
    "numbers of two entries exchanged",
    "UPDATE entry SET log_index = iif(log_index = 2, -2, iif(log_index = 3, 2, log_index)) WHERE log_index IN (2, 3)",
)
hashed("game deleted, log renumbered", lambda one: without_game(one, 2))
hashed(
    "nonsense event in a tournament",
    lambda one: one.put_lines(one.of("tournament:")[-1], [{"kind": "nonsense", "v": 1}]),
)
rewriting(
    "game rewritten, hashes, rebuild",
    lambda one: one.exchange(one.game(0), "CIN>SIA 654:32 -0-2", "CIN>SIA 111:66 -2-0"),
)
rewriting(
    "two games exchanged in order", lambda one: swap(one, places(one, one.game(0))[0], places(one, one.game(1))[0])
)
rewriting("last entry cut off", lambda one: one.entries.pop() and None)
rewriting("an old game deleted, rebuild", lambda one: without_game(one, 0))
rewriting("newest game deleted, rebuild", lambda one: without_game(one, -1))
rewriting("game back-dated, rebuild", lambda one: one.exchange(one.game(-1), "2026-11-22", "2026-10-01"))
raw("person renamed", "UPDATE person SET name = 'Zoe' WHERE name = 'Anna'", TABLES)
raw(
    "alias moved to another person",
    "UPDATE alias SET player_ref = (SELECT player_ref FROM person WHERE name = 'Nadia') WHERE plain = 'a rossi'",
    TABLES,
)
rewriting("ruling of a tournament, hashes", lambda one: one.exchange("tournament:", '"points":"2"', '"points":"9"'))
rewriting("last ruling deleted", lambda one: one.entries.remove(one.of("tournament:")[-1]))


def a_year(insider: Insider) -> None:
    for entry in insider.entries:
        entry.at -= YEAR


rewriting("all times moved a year", a_year)


def requests(insider: Insider) -> None:
    for number, entry in enumerate(insider.entries):
        if not entry.stream.startswith(RULES):
            entry.request = f"{number:032x}"


rewriting("all requests changed", requests)
raw("ghost game in derived tables", "INSERT INTO label VALUES ('g_ffffffffffffabcdef', 'ghost')", TABLES)
raw("ghost link of a tournament", "INSERT INTO link SELECT 'finto', round, board, game, club FROM link LIMIT 1", TABLES)
raw("forged answer of a request", "INSERT INTO request VALUES ('http:x:9', 'f', GAME, 3, 0)", TABLES)
raw(
    "admin token inserted",
    "INSERT INTO token(hash, name, scopes, made_at) VALUES (zeroblob(32), 'x', 'admin', 0)",
    TABLES,
)


def other_rules(insider: Insider) -> None:
    """The rule-set is edited, named by its new hash, and put into every header."""
    for entry in list(insider.of(RULES)):
        content = json.loads(entry.body)
        content["title"] = {**content["title"], "en": "Other"} if isinstance(content.get("title"), dict) else "Other"
        body = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
        old, new = entry.stream.removeprefix(RULES), hashlib.sha256(body).hexdigest()
        entry.body, entry.stream, entry.request = body, RULES + new, f"{RULES}{new}/0"
        for other in insider.entries:
            other.body = other.body.replace(old.encode(), new.encode())


rewriting("rule-set edited, renamed, in every header", other_rules)
