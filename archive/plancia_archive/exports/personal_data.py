"""Describes the personal data in a backup or dump: the member `personal_data` of its manifest.

    names           true if it contains names of people
    persons         number of people that it refers to
    named           number of people whose names it contains
    holds           per file (with a wildcard) the columns or members with names, references or free text
    evidence_files  number of files of disputes, such as photographs of sheets

Free text of games has references for registered people, but it may contain names of people who were never registered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from plancia_archive.exports.tables import PERSON_COLUMNS
from plancia_archive.log.connections import select_in
from plancia_archive.people.free_text import REFERENCE_PREFIX
from plancia_archive.people.shown_names import FREE_FIELDS

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

SELECT_PERSONS = (
    "SELECT player_ref FROM seat WHERE game IN ({marks}) UNION SELECT arbiter FROM game WHERE game IN ({marks})"
)
STREAM_MEMBERS = {  # of a backup: members of the lines, headers and comments
    "games/*.rgn": ["Arbiter", "comments", "free headers", "players"],
    "tournaments/*.jsonl": ["club", "player", "seats", "team", "title", "why"],
    "withdrawals/*.jsonl": ["why"],
    "approvals/*.jsonl": ["why"],
    "corrections/*.jsonl": ["about", "id"],
    "foreign/*.jsonl": ["body", "here", "reference"],
    "disputes/*.jsonl": ["about", "arbiter", "by", "claim", "claimant", "text", "why"],
    "persons/*.jsonl": ["basis", "commitment", "player"],
    "tokens/*.jsonl": ["limits", "player"],
}
TABLE_COLUMNS = {"tables/person.jsonl": ["name", "player_ref", "salt"], "tables/alias.jsonl": ["plain", "player_ref"]}
NAMELESS_TABLE_COLUMNS = {"tables/person.jsonl": ["player_ref"]}
TEXT_FILE_MEMBERS = {"games.rgn": STREAM_MEMBERS["games/*.rgn"], "games.jsonl": ["headers", "note"]}


def describe_backup(archive: Archive, names: bool, files: Iterable[str], evidence_files: int) -> dict[str, Any]:
    """Describes the personal data of a backup with these files. `names` as for `backup`."""
    folders = {name.partition("/")[0] for name in files}
    personal_columns = {
        pattern: columns for pattern, columns in STREAM_MEMBERS.items() if pattern.partition("/")[0] in folders
    }
    personal_columns |= TABLE_COLUMNS if names else NAMELESS_TABLE_COLUMNS
    persons, named = archive.db.execute("SELECT count(*), total(name <> player_ref) FROM person").fetchone()
    erased = archive.db.execute(
        "SELECT count(*) FROM entry WHERE first = 0 AND game >= 'person:' AND game < 'person;' "
        "AND substr(game, 8) NOT IN (SELECT player_ref FROM person)"
    ).fetchone()[0]
    return build_summary(names, persons + erased, int(named) if names else 0, personal_columns, evidence_files)


def describe_dump(
    archive: Archive, ids: Sequence[str], fields: dict[str, list[str]], files: Iterable[str]
) -> dict[str, Any]:
    """Describes the personal data of a dump of these games; `fields` are the columns of its tables."""
    persons = {str(row[0]) for row in select_in(archive.db, SELECT_PERSONS, ids)}
    personal_columns = {}
    for name in files:
        file = name.rpartition("/")[2]
        table = file.partition(".")[0]
        columns = TEXT_FILE_MEMBERS.get(file) or [one for one in fields.get(table, []) if has_personal_data(table, one)]
        if columns:
            personal_columns[file] = sorted(columns)
    return build_summary(False, sum(one.startswith(REFERENCE_PREFIX) for one in persons), 0, personal_columns, 0)


def has_personal_data(table: str, column: str) -> bool:
    """True for a column with references of people or free text; `event` and `round` are numbers in tables of events."""
    return column in PERSON_COLUMNS or (column in FREE_FIELDS and (table == "games" or column == "line"))


def build_summary(
    names: bool, persons: int, named: int, held: dict[str, list[str]], evidence_files: int
) -> dict[str, Any]:
    """Returns the member `personal_data` of a manifest."""
    return {
        "names": names, "persons": persons, "named": named, "holds": dict(sorted(held.items())),
        "evidence_files": evidence_files,
    }  # fmt: skip
