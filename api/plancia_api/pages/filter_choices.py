"""The fields of a form of filters over games, with the values that the archive's games have, in words."""

from __future__ import annotations

from dataclasses import dataclass

from plancia_api.current_archive import archive
from plancia_api.language import language
from plancia_api.pages.variant_titles import variant_title
from plancia_api.shown_names import insert_names, names_shown
from plancia_data import messages
from plancia_events.text.headers import COMPLETENESS_VALUES

MAX_CHOICES = 300  # a field with more values is a field to type into
MAX_SEATS = 6
DAY_FIELDS = ("since", "until", "recorded_since", "recorded_until")
Choice = tuple[str, str]  # value and words
VALUES_SQL = {
    "event": "SELECT DISTINCT event FROM game WHERE event IS NOT NULL",
    "club": "SELECT place FROM game WHERE place IS NOT NULL UNION SELECT club FROM link WHERE club IS NOT NULL",
    "variant": "SELECT DISTINCT variant FROM game WHERE variant IS NOT NULL",
    "edition": "SELECT DISTINCT edition FROM game WHERE edition IS NOT NULL",
    "option": "SELECT DISTINCT option FROM game_option",
    "provenance": "SELECT DISTINCT provenance FROM game WHERE provenance IS NOT NULL",
    "player": "SELECT player_ref, name FROM person",
}
VALUES_SQL["winner"] = "SELECT player_ref, name FROM person WHERE player_ref IN (SELECT player FROM champion)"


@dataclass(frozen=True)
class Field:
    """A field of the form: `kind` is `select`, `text` or `date`; `choices` belong to a `select`, `empty` are the words
    of its choice that filters nothing."""

    name: str
    label: str
    kind: str
    value: str
    choices: tuple[Choice, ...] = ()
    empty: str = ""


def filter_field(name: str, value: str) -> Field:
    """Returns a field with its value, which is one of the choices even where no game has it."""
    words = messages("filters", language())
    empty = words.get(f"empty.{name}", words["empty"])
    if name in DAY_FIELDS:
        return Field(name, words[name], "date", value)
    choices = choices_of(name)
    if not choices or len(choices) > MAX_CHOICES:
        return Field(name, words[name], "text", value)
    if value and value not in dict(choices):
        choices = [*choices, (value, own_words(name, value))]
    return Field(name, words[name], "select", value, tuple(choices), empty)


def choices_of(name: str) -> list[Choice]:
    """Returns the values of a filter with their words, sorted by these; none for a filter without a list."""
    words, columns = messages("filters", language()), messages("columns", language())
    if name == "illegal":
        return [("true", words["illegal.true"]), ("false", words["illegal.false"])]
    if name == "completeness":
        return [(value, columns[f"completeness={value}"]) for value in COMPLETENESS_VALUES]
    if name == "seat":
        return [(str(seat), words["seat.nth"].format(seat=seat)) for seat in range(1, MAX_SEATS + 1)]
    if name == "players":
        return [(str(number), str(number)) for number in range(2, MAX_SEATS + 1)]
    if name == "tournament":
        store = archive().tournaments
        titles = insert_names([{"title": store.get(one).title} for one in store.ids()])
        return sorted(zip(store.ids(), (row["title"] for row in titles), strict=True), key=by_words)
    if name in ("player", "winner") and not names_shown():
        return []
    with archive().lock:
        rows = archive().db.execute(f"{VALUES_SQL[name]} LIMIT ?", [MAX_CHOICES + 1]).fetchall()
    values = sorted({str(row[0]).partition("@")[0].partition(" ")[0] if name == "variant" else str(row[0])
                     for row in rows})  # fmt: skip
    if name in ("player", "winner"):
        return sorted(((str(reference), str(person)) for reference, person in rows), key=by_words)
    if name == "option" and values:
        return [(value, own_words(name, value)) for value in (*values, *(f"!{one}" for one in values), "!")]
    every = [("all", own_words(name, "all"))] if name == "provenance" else []
    return every + sorted(((value, own_words(name, value)) for value in values), key=by_words)


def by_words(choice: Choice) -> str:
    """The key by which choices are sorted."""
    return choice[1].casefold()


def own_words(name: str, value: str) -> str:
    """Returns the words of one value."""
    words, columns = messages("filters", language()), messages("columns", language())
    if name == "variant":
        return variant_title(value)
    if name == "option" and value.startswith("!"):
        return words["option.without"].format(option=value[1:]) if value[1:] else words["option.none"]
    if name == "edition":
        return words["edition.nth"].format(edition=value)
    if name == "provenance":
        imported = words["provenance.imported"].format(name=value.partition(":")[2])
        return words.get(f"provenance.{value}") or (
            imported if value.startswith("imported:") else columns.get(f"provenance={value}", value)
        )
    if name in ("event", "club"):
        return str(insert_names({"event": value})["event"])
    return value
