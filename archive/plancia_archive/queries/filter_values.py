"""The values that filters may have: closed vocabularies refuse what is not in them, open ones tell what is near."""

from __future__ import annotations

import datetime
import difflib
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

import sqlite_utils

from plancia_archive.errors import ArchiveError
from plancia_archive.queries.filters import ALL, Filters
from plancia_data import editions, variant_ids
from plancia_events.text.headers import COMPLETENESS, FORMS
from plancia_replay.rulesets.clauses import RuleSetError, read_clauses, source_of
from plancia_replay.rulesets.registry import options_of, rule_classes

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

NEAR = 0.6  # how alike two names must be, as difflib measures it, to be told for one another
RECORD = "record"  # the clauses of every record: no variant that a game is played under


class UnknownValue(ArchiveError):
    """A filter with a value outside its vocabulary: which filter, the value, and the values that there are."""

    def __init__(self, field: str, value: str, known: Iterable[str]) -> None:
        self.field = field
        self.value = value
        self.known = list(known)
        super().__init__("filter", f"{field}={value} ({', '.join(self.known)})")


@cache
def alternatives(variant: str) -> tuple[str, ...]:
    """The words that may follow a variant's name in a header; none for a variant that does not exist."""
    try:
        source, _ = source_of(variant)
    except RuleSetError:
        return ()
    return tuple(sorted({clause.alternative for clause in read_clauses(source) if clause.alternative}))


def check(db: sqlite_utils.Database, filters: Filters) -> None:
    """Refuses values that no game can have, unless a game of this archive has them. Raises UnknownValue."""
    for field, day in (("since", filters.since), ("until", filters.until)):
        if day is not None and not is_day(day):
            raise UnknownValue(field, day, ["YYYY-MM-DD"])
    if filters.completeness is not None and filters.completeness not in COMPLETENESS:
        raise UnknownValue("completeness", filters.completeness, COMPLETENESS)
    form, shown = FORMS["Provenance"]
    if filters.provenance not in (None, ALL) and not form.match(str(filters.provenance)):
        raise UnknownValue("provenance", str(filters.provenance), [*shown.split("|"), ALL])
    if filters.variant is not None and not kept(db, Filters(variant=filters.variant)):
        check_variant(filters.variant)
    if filters.edition is not None:
        check_edition(db, filters.edition, filters.variant)
    if filters.option is not None and not kept(db, Filters(option=filters.option)):
        check_option(filters.option)


def is_day(text: str) -> bool:
    """Is this a day of the calendar, YYYY-MM-DD?"""
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def kept(db: sqlite_utils.Database, filters: Filters) -> bool:
    """Has the archive a game that fits?"""
    conditions, values = filters.clauses()
    statement = f"SELECT 1 FROM game WHERE {' AND '.join(conditions)} LIMIT 1"
    return db.execute(statement, values).fetchone() is not None


def check_variant(spec: str) -> None:
    """The variant exists, its edition, and every word after its name. Raises UnknownValue."""
    name, *words = (part.strip() for part in spec.split("+"))
    known = playable()
    base, at, edition = name.partition("@")
    if base not in known:
        raise UnknownValue("variant", spec, known)
    if at and edition not in map(str, editions(base)):
        raise UnknownValue("variant", spec, [f"{base}@{number}" for number in editions(base)])
    for word in words:
        owner, _, alternative = word.rpartition(":")
        own = alternatives(owner or name)
        if alternative not in own:
            others = [f"{one}:{alternative}" for one in known if alternative in alternatives(one)]
            raise UnknownValue("variant", spec, own or [name, *(f"{name} + {one}" for one in others)])


def check_edition(db: sqlite_utils.Database, edition: int, variant: str | None) -> None:
    """An edition of the variant asked for, else of any, unless a game of the archive has it. Raises UnknownValue."""
    base = variant.partition("+")[0].partition("@")[0].strip() if variant else None
    known = {number for one in playable() if base in (None, one) for number in editions(one)}
    if edition not in known and not kept(db, Filters(variant=variant, edition=edition)):
        raise UnknownValue("edition", str(edition), map(str, sorted(known)))


def playable() -> list[str]:
    """The variants that a game is played under."""
    return [one for one in variant_ids() if one != RECORD]


def check_option(option: str) -> None:
    """The option is a word that some variant has, or one of a rule with a value. Raises UnknownValue."""
    name, equals, _ = option.partition("=")
    rule, dot, one = name.rpartition(".")
    if dot or equals:
        rules = rule_classes()
        if rule not in rules:
            near = difflib.get_close_matches(rule, rules, 8, NEAR) or sorted({one.partition(".")[0] for one in rules})
            raise UnknownValue("option", option, [f"{one}.*" for one in near])
        if one not in options_of(rule) or not equals:
            raise UnknownValue("option", option, [f"{rule}.{known}=..." for known in options_of(rule)])
        return
    owner, _, word = option.rpartition(":")
    owners = [owner] if owner else variant_ids()
    known = sorted({one for variant in owners for one in alternatives(variant)})
    if word not in known:
        raise UnknownValue("option", option, known)


@cache
def rule_numbers() -> frozenset[str]:
    """The numbers of all clauses of every edition of every variant."""
    sources = [source_of(f"{one}@{number}")[0] for one in variant_ids() for number in editions(one)]
    return frozenset(clause.rule_id for source in sources for clause in read_clauses(source))


def check_rule(db: sqlite_utils.Database, rule_id: str) -> None:
    """The number is one of a clause, or of a finding of this archive. Raises UnknownValue with those like it."""
    known = rule_numbers()
    if rule_id in known or db.execute("SELECT 1 FROM verdict WHERE rule_id = ? LIMIT 1", [rule_id]).fetchone():
        return
    near = difflib.get_close_matches(rule_id.upper(), sorted(known), 8, NEAR)
    raise UnknownValue("rule_id", rule_id, near or sorted({one.partition("-")[0] + "-..." for one in known}))


def check_tournament(db: sqlite_utils.Database, name: str) -> None:
    """The archive has such a tournament. Raises UnknownValue with those called much like it."""
    rows = db.execute("SELECT DISTINCT substr(game, 12) FROM entry WHERE game LIKE 'tournament:%'").fetchall()
    known = [str(row[0]) for row in rows]
    if name not in known:
        raise UnknownValue("tournament", name, nearest(name, known) or known[:8])


def unknown_names(archive: Archive, filters: Filters) -> list[tuple[str, str, list[str]]]:
    """Names of filters that nothing in the archive has: which filter, the name, and the names nearest to it."""
    questions = (
        ("event", filters.event, "SELECT DISTINCT event FROM game"),
        ("club", filters.club, "SELECT place FROM game UNION SELECT club FROM link"),
        ("tournament", filters.tournament, "SELECT substr(game, 12) FROM entry WHERE game LIKE 'tournament:%'"),
    )  # fmt: skip
    found = []
    for field, name, statement in questions:
        if name is None:
            continue
        with archive.lock:
            known = [str(row[0]) for row in archive.db.execute(statement).fetchall() if row[0] is not None]
        if name not in known:
            found.append((field, name, nearest(name, known)))
    return found


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """At most three names that are written much like this one, whatever their capitals."""
    plain: dict[str, str] = {}
    for one in sorted(known):
        plain.setdefault(one.casefold(), one)
    return [plain[one] for one in difflib.get_close_matches(name.casefold(), plain, 3, NEAR)]
