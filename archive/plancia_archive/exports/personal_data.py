"""What personal data a package holds: the member `personal_data` of the manifests of backups and dumps.

    names           true if people stand in it by name
    persons         people it refers to
    named           people whose name it has
    holds           per file (with a wildcard) the columns or members with names, references or free text
    evidence_files  files of disputes, such as photographs of sheets

Free text of games has references for registered people; the name of somebody who was never registered may stand in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from plancia_archive.exports.tables import PERSON_COLUMNS
from plancia_archive.registers.shown_names import FREE_FIELDS

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

BATCH = 500
STREAMS = {  # of a backup: members of the lines, headers and comments
    "games/*.rgn": ["Arbiter", "comments", "free headers", "players"],
    "tournaments/*.jsonl": ["club", "player", "seats", "team", "title", "why"],
    "withdrawals/*.jsonl": ["why"],
    "approvals/*.jsonl": ["why"],
    "disputes/*.jsonl": ["about", "arbiter", "by", "claim", "claimant", "text", "why"],
    "persons/*.jsonl": ["basis", "commitment", "player"],
    "tokens/*.jsonl": ["limits", "player"],
}
TABLES = {"tables/person.jsonl": ["name", "player_ref", "salt"], "tables/alias.jsonl": ["plain", "player_ref"]}
NAMELESS = {"tables/person.jsonl": ["player_ref"]}
TEXTS = {"games.rgn": STREAMS["games/*.rgn"], "games.jsonl": ["headers", "note"]}


def of_backup(archive: Archive, names: bool, files: Iterable[str], evidence_files: int) -> dict[str, Any]:
    """What a backup with these files holds. `names` as for `backup`."""
    folders = {name.partition("/")[0] for name in files}
    held = {pattern: columns for pattern, columns in STREAMS.items() if pattern.partition("/")[0] in folders}
    held |= TABLES if names else NAMELESS
    persons, named = archive.db.execute("SELECT count(*), total(name <> player_ref) FROM person").fetchone()
    erased = archive.db.execute(
        "SELECT count(*) FROM entry WHERE first = 0 AND game >= 'person:' AND game < 'person;' "
        "AND substr(game, 8) NOT IN (SELECT player_ref FROM person)"
    ).fetchone()[0]
    return summary(names, persons + erased, int(named) if names else 0, held, evidence_files)


def of_dump(archive: Archive, ids: Sequence[str], fields: dict[str, list[str]], files: Iterable[str]) -> dict[str, Any]:
    """What a dump of these games holds; `fields` are the columns of its tables."""
    persons: set[str] = set()
    for start in range(0, len(ids), BATCH):
        part = ids[start : start + BATCH]
        marks = ", ".join("?" * len(part))
        statement = f"SELECT player_ref FROM seat WHERE game IN ({marks}) UNION SELECT arbiter FROM game WHERE game IN"
        persons |= {str(row[0]) for row in archive.db.execute(f"{statement} ({marks})", [*part, *part])}
    held = {}
    for name in files:
        file = name.rpartition("/")[2]
        stem = file.partition(".")[0]
        columns = TEXTS.get(file) or [one for one in fields.get(stem, []) if holds(stem, one)]
        if columns:
            held[file] = sorted(columns)
    return summary(False, sum(one.startswith("p_") for one in persons), 0, held, 0)


def holds(table: str, column: str) -> bool:
    """True for a column with references of people or free text; `event` and `round` are numbers in tables of events."""
    return column in PERSON_COLUMNS or (column in FREE_FIELDS and (table == "games" or column == "line"))


def summary(names: bool, persons: int, named: int, held: dict[str, list[str]], evidence_files: int) -> dict[str, Any]:
    """The member of the manifest."""
    return {
        "names": names, "persons": persons, "named": named, "holds": dict(sorted(held.items())),
        "evidence_files": evidence_files,
    }  # fmt: skip
