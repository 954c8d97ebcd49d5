"""Variants, words and samples: read from the package, checked for being there, cached."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

HERE = files("plancia_data")


@cache
def document(*path: str) -> dict[str, Any]:
    """One TOML file of the package. Raises FileNotFoundError where it does not exist."""
    return tomllib.loads(HERE.joinpath(*path).read_text(encoding="utf-8"))


@cache
def variant_ids() -> tuple[str, ...]:
    """The ids of all variants, in alphabetical order."""
    names = (entry.name for entry in HERE.joinpath("variants").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml") and "@" not in name))


def editions(variant: str) -> tuple[int, ...]:
    """The editions of a variant, the newest last: older ones are kept in files `ID@N.toml` beside `ID.toml`."""
    older = (entry.name for entry in HERE.joinpath("variants").iterdir() if entry.name.startswith(f"{variant}@"))
    numbers = {int(name.removesuffix(".toml").partition("@")[2]) for name in older}
    return (*sorted(numbers), int(variant_source(variant)["variant"]["edition"]))


def variant_source(variant: str, edition: int = 0) -> dict[str, Any]:
    """The TOML of a variant: its head `[variant]` and its clauses in document order; 0 is the newest edition.

    Raises FileNotFoundError.
    """
    return document("variants", f"{variant}@{edition}.toml" if edition else f"{variant}.toml")


@lru_cache(maxsize=256)
def goal_list(spec: str) -> str:
    """The list of objectives of a variant ("monopoli@1 + option"), or of what it extends; "" where there is none."""
    name, _, edition = spec.split("+")[0].strip().partition("@")
    if name not in variant_ids():
        return ""
    older = edition.isdecimal() and int(edition) in editions(name)[:-1]
    head = variant_source(name, int(edition) if older else 0)["variant"]
    return str(head.get("objectives") or goal_list(str(head.get("extends", ""))))


COMPLETE = ("it", "en")  # languages that have every text, held by tests
BY_ENGLISH = ("help", "texts")  # rooms whose keys are the English texts


def words(lang: str) -> dict[str, str]:
    """Sentence templates by rule name, verdict, ending and problem; those that a language lacks are in English."""
    made = {} if lang in COMPLETE else words("en")
    folder = HERE.joinpath("words", lang)
    for entry in sorted(folder.iterdir() if folder.is_dir() else (), key=lambda entry: entry.name):
        made.update(document("words", lang, entry.name)["words"])
    return made


@cache
def messages(room: str, lang: str) -> dict[str, str]:
    """The messages of a room ("cli", "api", "columns", "notation") in a language; what it lacks is in English."""
    if lang in COMPLETE and room not in BY_ENGLISH:
        return own_messages(room, lang)
    return {**({} if room in BY_ENGLISH else own_messages(room, "en")), **own_messages(room, lang)}


def own_messages(room: str, lang: str) -> dict[str, str]:
    """The messages of a room that a language has itself. Raises FileNotFoundError for a room that does not exist."""
    file = HERE.joinpath("words", f"{room}_{lang}.toml")
    if (lang not in COMPLETE or room in BY_ENGLISH) and not file.is_file():
        return {}
    return document("words", file.name)["messages"]  # type: ignore[no-any-return]


def glossary() -> list[dict[str, str]]:
    """Italian terms with their English names and meanings."""
    return document("glossary.toml")["term"]  # type: ignore[no-any-return]


def conflicts() -> list[dict[str, Any]]:
    """Choices that exclude each other: id, `all` the conditions that must hold together, `says` why."""
    return document("conflicts.toml").get("conflict", [])  # type: ignore[no-any-return]


def expected_numbers() -> list[dict[str, Any]]:
    """The rule numbers that each document must carry: variant, prefix, lines, numbers."""
    return document("rule_numbers.toml")["document"]  # type: ignore[no-any-return]


@cache
def sources() -> dict[str, dict[str, Any]]:
    """What rule-sets are read from, by the name that clauses give it: page, title, author, year, what it is."""
    return {entry["document"]: entry for entry in document("sources.toml")["source"]}


def source_page(name: str, place: int | str) -> str:
    """The page of a document in the project, at a line or a rule number; the name itself for one that has no page."""
    found = sources().get(name)
    return f"docs/sources/{found['id']}.md#{place}" if found else f"{name}:{place}"


def citation(name: str, line: int, rule_id: str) -> str:
    """What a finding cites: file name and line of a document; of rules without one, their page at the rule number."""
    return f"{name}:{line}" if name.endswith(".txt") and line else source_page(name, line or rule_id)


def case_index() -> dict[str, list[str]]:
    """Rule number -> the ruling cases that try it, as paths in the project; made by `tests/make_pages.py`."""
    return document("cases.toml")["cases"]  # type: ignore[no-any-return]


def rankings() -> list[dict[str, Any]]:
    """Ranking systems of tournaments, as the file explains them."""
    return document("rankings.toml")["ranking"]  # type: ignore[no-any-return]


def national_ranking() -> dict[str, Any]:
    """The clubs' national ranking: grades by class of event, those of championships by rounds."""
    return document("rankings.toml")["national"]  # type: ignore[no-any-return]


def importers() -> list[dict[str, Any]]:
    """What games can be imported from: kind, what it is in both languages, whether an engine played its games."""
    return document("importers.toml")["importer"]  # type: ignore[no-any-return]


def samples() -> dict[str, bytes]:
    """The sample games by file name."""
    folder = HERE.joinpath("samples")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".rgn"))
    return {name: folder.joinpath(name).read_bytes() for name in names}


def demonstration() -> dict[str, bytes]:
    """The games of the demonstration by file name, one of each document, in the order of the documents."""
    folder = HERE.joinpath("demonstration")
    names = ("milano.rgn", "stucchi.rgn", "firenze.rgn", "morto.rgn", "monopoli.rgn")
    return {name: folder.joinpath(name).read_bytes() for name in names}


def datasette_settings(lang: str) -> str:
    """What Datasette is told of a copy of an archive, in a language: titles, facets, queries."""
    own = HERE.joinpath(f"datasette_{lang}.yaml")
    return (own if own.is_file() else HERE.joinpath("datasette_en.yaml")).read_text(encoding="utf-8")
