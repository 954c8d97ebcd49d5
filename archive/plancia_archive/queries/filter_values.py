"""Validation of filter values: closed vocabularies reject unknown values, open ones suggest similar ones."""

from __future__ import annotations

import datetime
import difflib
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import sqlite_utils

from plancia_archive.dates import ACCEPTED_FORMS, recorded_range
from plancia_archive.errors import ArchiveError
from plancia_archive.queries.filters import ALL_PROVENANCES, Filters
from plancia_data import close_matches, editions, in_language, messages, variant_ids
from plancia_events.text.headers import COMPLETENESS_VALUES, VALUE_SYNTAX
from plancia_replay.rulesets.clauses import RuleSetError, load_variant, read_clauses
from plancia_replay.rulesets.registry import options_of, rule_classes

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

MIN_SIMILARITY = 0.6  # similarity (difflib) from which a name is suggested
DAY_FORMS = ("YYYY-MM-DD",)
SELECT_TOURNAMENTS = "SELECT DISTINCT substr(game, length('tournament:') + 1) FROM entry WHERE game LIKE 'tournament:%'"
RECORD_VARIANT = "record"  # clauses of all records: not a variant to play


class UnknownValue(ArchiveError):
    """A filter value outside its vocabulary: name of the filter, value, allowed values.

    With `is_form` it cannot be read at all, and `allowed` are the forms that can.
    """

    def __init__(self, field: str, value: str, allowed: Iterable[str], is_form: bool = False) -> None:
        self.field = field
        self.value = value
        self.allowed = list(allowed)
        self.is_form = is_form
        super().__init__("filter", f"{field}={value} ({', '.join(self.allowed)})")

    def text(self, lang: str = "it") -> str:
        """Returns the sentence, with the allowed values that are like the value or a word of it."""
        if self.is_form:
            italian = f"{self.what} non è un giorno o un istante che esiste: scriverlo come tra parentesi"
            return in_language(lang, italian, f"{self.what} is no day or time that exists: write it as in the brackets")
        words = (self.value, *re.split(r"[ +]+", self.value), self.value.partition("@")[0])
        near = next(filter(None, (close_matches(word, self.allowed) for word in words)), ())
        sentence = super().text(lang)
        return f"{sentence}. {messages('notation', lang)['near'].format(near=', '.join(near))}" if near else sentence


@cache
def list_alternatives(variant: str) -> tuple[str, ...]:
    """Returns the words that may follow a variant's name in a header; none for an unknown variant."""
    try:
        source, _ = load_variant(variant)
    except RuleSetError:
        return ()
    return tuple(sorted({clause.alternative for clause in read_clauses(source) if clause.alternative}))


def check_filters(db: sqlite_utils.Database, filters: Filters) -> None:
    """Raises UnknownValue for a value that no game can have, unless a stored game has it."""
    for field, day in (("since", filters.since), ("until", filters.until)):
        if day is not None and not is_calendar_date(day):
            raise UnknownValue(field, day, DAY_FORMS, is_form=True)
    for field, moment in (("recorded_since", filters.recorded_since), ("recorded_until", filters.recorded_until)):
        if moment is None:
            continue
        try:
            recorded_range(moment)
        except ValueError as error:
            raise UnknownValue(field, moment[:40], ACCEPTED_FORMS, is_form=True) from error
    if filters.completeness is not None and filters.completeness not in COMPLETENESS_VALUES:
        raise UnknownValue("completeness", filters.completeness, COMPLETENESS_VALUES)
    pattern, syntax = VALUE_SYNTAX["Provenance"]
    if filters.provenance not in (None, ALL_PROVENANCES) and not pattern.match(str(filters.provenance)):
        raise UnknownValue("provenance", str(filters.provenance), [*syntax.split("|"), ALL_PROVENANCES])
    if filters.variant is not None and not has_game(db, Filters(variant=filters.variant)):
        check_variant(filters.variant)
    if filters.edition is not None:
        check_edition(db, filters.edition, filters.variant)
    option = (filters.option or "").removeprefix("!")
    if filters.option not in (None, "!") and not has_game(db, Filters(option=option)):
        check_option(option)


def is_calendar_date(text: str) -> bool:
    """True for a calendar date YYYY-MM-DD."""
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def has_game(db: sqlite_utils.Database, filters: Filters) -> bool:
    """True if a stored game matches."""
    conditions, values = filters.clauses()
    statement = f"SELECT 1 FROM game WHERE {' AND '.join(conditions)} LIMIT 1"
    return db.execute(statement, values).fetchone() is not None


def check_variant(spec: str) -> None:
    """Checks a variant: its name, its edition and every word after it. Raises UnknownValue."""
    name, *words = (part.strip() for part in spec.split("+"))
    names = playable_variants()
    base, separator, edition = name.partition("@")
    if base not in names:
        raise UnknownValue("variant", spec, names)
    if separator and edition not in map(str, editions(base)):
        raise UnknownValue("variant", spec, [f"{base}@{number}" for number in editions(base)])
    for word in words:
        owner, _, alternative = word.rpartition(":")
        allowed = list_alternatives(owner or name)
        if alternative not in allowed:
            qualified_names = [
                f"{variant}:{alternative}" for variant in names if alternative in list_alternatives(variant)
            ]
            raise UnknownValue(
                "variant", spec, allowed or [name, *(f"{name} + {variant}" for variant in qualified_names)]
            )


def check_edition(db: sqlite_utils.Database, edition: int, variant: str | None) -> None:
    """Checks an edition of the filtered variant, else of any, unless a stored game has it. Raises UnknownValue."""
    base = variant.partition("+")[0].partition("@")[0].strip() if variant else None
    known_editions = {
        number for variant_id in playable_variants() if base in (None, variant_id) for number in editions(variant_id)
    }
    if edition not in known_editions and not has_game(db, Filters(variant=variant, edition=edition)):
        raise UnknownValue("edition", str(edition), map(str, sorted(known_editions)))


def playable_variants() -> list[str]:
    """Returns the variants that a game may have."""
    return [variant_id for variant_id in variant_ids() if variant_id != RECORD_VARIANT]


def check_option(option: str) -> None:
    """Checks an option: a word of some variant, or a rule's option with a value. Raises UnknownValue."""
    name, equals, _ = option.partition("=")
    rule, dot, option_name = name.rpartition(".")
    if dot or equals:
        rules = rule_classes()
        if rule not in rules:
            topics = {name.partition(".")[0] for name in rules}
            similar = difflib.get_close_matches(rule, rules, 8, MIN_SIMILARITY) or sorted(topics)
            raise UnknownValue("option", option, [f"{name}.*" for name in similar])
        if option_name not in options_of(rule) or not equals:
            raise UnknownValue("option", option, [f"{rule}.{known_name}=..." for known_name in options_of(rule)])
        return
    owner, _, word = option.rpartition(":")
    owners = [owner] if owner else variant_ids()
    alternatives = {alternative for variant in owners for alternative in list_alternatives(variant)}
    if word not in alternatives:
        raise UnknownValue("option", option, sorted(alternatives))


@cache
def rule_numbers() -> frozenset[str]:
    """Returns the rule numbers of all clauses of all editions of all variants."""
    sources = [
        load_variant(f"{variant_id}@{number}")[0] for variant_id in variant_ids() for number in editions(variant_id)
    ]
    return frozenset(clause.rule_id for source in sources for clause in read_clauses(source))


def check_rule(db: sqlite_utils.Database, rule_id: str) -> None:
    """Checks that a clause or a stored verdict has this rule number. Raises UnknownValue with similar ones."""
    numbers = rule_numbers()
    if rule_id in numbers or db.execute("SELECT 1 FROM verdict WHERE rule_id = ? LIMIT 1", [rule_id]).fetchone():
        return
    similar = difflib.get_close_matches(rule_id.upper(), sorted(numbers), 8, MIN_SIMILARITY)
    raise UnknownValue("rule_id", rule_id, similar or sorted({number.partition("-")[0] + "-..." for number in numbers}))


def check_tournament(db: sqlite_utils.Database, name: str) -> None:
    """Checks that the tournament exists. Raises UnknownValue with similar names."""
    names = [str(row[0]) for row in db.execute(SELECT_TOURNAMENTS).fetchall()]
    if name not in names:
        raise UnknownValue("tournament", name, similar_values(name, names) or names[:8])


def replace_names_in_filters(archive: Archive, filters: Filters) -> Filters:
    """Replaces names of people in the filters event and club by references, unless a stored game has that very text."""
    replacements: dict[str, Any] = {}
    with archive.lock:
        for field in ("event", "club"):
            text = getattr(filters, field)
            replaced_text = archive.people.known_names().replace(text) if text else text
            if replaced_text != text and not has_game(archive.db, replace(Filters(), **{field: text})):
                replacements[field] = replaced_text
    return replace(filters, **replacements)


def unmatched_filters(archive: Archive, filters: Filters) -> list[tuple[str, str, list[str]]]:
    """Returns the filter values that no stored game has: (filter, value, similar names)."""
    vocabularies = (
        ("event", filters.event, "SELECT DISTINCT event FROM game"),
        ("club", filters.club, "SELECT place FROM game UNION SELECT club FROM link"),
        ("tournament", filters.tournament, SELECT_TOURNAMENTS),
    )  # fmt: skip
    unmatched = []
    for field, name, statement in vocabularies:
        if name is None:
            continue
        with archive.lock:
            values = [str(row[0]) for row in archive.db.execute(statement).fetchall() if row[0] is not None]
        if name not in values:
            unmatched.append((field, name, similar_values(name, values)))
    return unmatched


def similar_values(name: str, names: Iterable[str]) -> list[str]:
    """Returns at most three similar names, compared without case."""
    name_by_casefold: dict[str, str] = {}
    for candidate in sorted(names):
        name_by_casefold.setdefault(candidate.casefold(), candidate)
    return [
        name_by_casefold[candidate]
        for candidate in difflib.get_close_matches(name.casefold(), name_by_casefold, 3, MIN_SIMILARITY)
    ]
