"""Loaders of variants, words, messages, sources and samples; each TOML file is parsed once."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from plancia_data.forms import (
    DocumentNumbers,
    ExcludedChoices,
    ExplainingText,
    Importer,
    NationalRanking,
    RankingSettings,
    Source,
    VariantSource,
)

PACKAGE_FILES = files("plancia_data")


@cache
def load_document(*path: str) -> Any:
    """The content of a TOML file of the package. Raises FileNotFoundError."""
    return tomllib.loads(PACKAGE_FILES.joinpath(*path).read_text(encoding="utf-8"))


@cache
def variant_ids() -> tuple[str, ...]:
    """The ids of all variants, in alphabetical order."""
    names = (entry.name for entry in PACKAGE_FILES.joinpath("variants").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml") and "@" not in name))


def editions(variant: str) -> tuple[int, ...]:
    """The editions of a variant, the newest last; older ones are the files `ID@N.toml` beside `ID.toml`."""
    older_files = (
        entry.name for entry in PACKAGE_FILES.joinpath("variants").iterdir() if entry.name.startswith(f"{variant}@")
    )
    numbers = {int(name.removesuffix(".toml").partition("@")[2]) for name in older_files}
    return (*sorted(numbers), int(variant_source(variant)["variant"]["edition"]))


def variant_source(variant: str, edition: int = 0) -> VariantSource:
    """The content of a variant's file: the table `[variant]` and the clauses in document order; 0: newest edition.

    Raises FileNotFoundError.
    """
    return load_document("variants", f"{variant}@{edition}.toml" if edition else f"{variant}.toml")  # type: ignore[no-any-return]


@lru_cache(maxsize=256)
def objective_list_of(spec: str) -> str:
    """Returns the id of the objectives of a variant ("monopoli@1 + option") or of its base; "" if it has none."""
    return inherited(spec, "objectives")


def board_of(spec: str) -> str:
    """Returns the id of the board of a variant or of its base; "" if it has none."""
    return inherited(spec, "board")


def inherited(spec: str, key: str) -> str:
    """Returns what the head of a variant says, or else that of its base; "" if neither does."""
    name, _, edition = spec.split("+")[0].strip().partition("@")
    if name not in variant_ids():
        return ""
    is_older_edition = edition.isdecimal() and int(edition) in editions(name)[:-1]
    variant_table = variant_source(name, int(edition) if is_older_edition else 0)["variant"]
    return str(variant_table.get(key) or inherited(str(variant_table.get("extends", "")), key))


COMPLETE_LANGUAGES = ("it", "en")  # languages that have every text; tests check it
ENGLISH_KEYED_CATALOGUES = ("help", "texts")  # catalogues whose keys are the English texts


def words(lang: str) -> dict[str, str]:
    """Returns sentence templates by rule name, verdict, ending and problem; English if the language lacks one."""
    templates = {} if lang in COMPLETE_LANGUAGES else words("en")
    folder = PACKAGE_FILES.joinpath("words", lang)
    for entry in sorted(folder.iterdir() if folder.is_dir() else (), key=lambda entry: entry.name):
        templates.update(load_document("words", lang, entry.name)["words"])
    return templates


@cache
def messages(catalogue: str, lang: str) -> dict[str, str]:
    """Returns the messages of a catalogue ("cli", "api", "columns", ...) in a language; English if it lacks one."""
    if lang in COMPLETE_LANGUAGES and catalogue not in ENGLISH_KEYED_CATALOGUES:
        return own_messages(catalogue, lang)
    return {
        **({} if catalogue in ENGLISH_KEYED_CATALOGUES else own_messages(catalogue, "en")),
        **own_messages(catalogue, lang),
    }


def decimal_text(value: object, lang: str) -> str:
    """Returns a number, or the text of one, with the decimal mark of the language: for sentences, never for data."""
    return str(value).replace(".", messages("columns", lang)["decimal_mark"])


def own_messages(catalogue: str, lang: str) -> dict[str, str]:
    """Returns the messages of a catalogue without the English fallback. Raises FileNotFoundError if unknown."""
    file = PACKAGE_FILES.joinpath("words", f"{catalogue}_{lang}.toml")
    if (lang not in COMPLETE_LANGUAGES or catalogue in ENGLISH_KEYED_CATALOGUES) and not file.is_file():
        return {}
    return load_document("words", file.name)["messages"]  # type: ignore[no-any-return]


def glossary() -> list[dict[str, str]]:
    """Italian terms with their English names and meanings."""
    return load_document("glossary.toml")["term"]  # type: ignore[no-any-return]


def conflicts() -> list[ExcludedChoices]:
    """Returns the combinations of options that are refused: id, `all` (the conditions), `says` (the reason)."""
    return load_document("conflicts.toml").get("conflict", [])  # type: ignore[no-any-return]


def explanations() -> dict[str, list[ExplainingText]]:
    """Returns what pages say of findings beside their sentences; the file explains the keys."""
    return load_document("explanations.toml")  # type: ignore[no-any-return]


def expected_rule_numbers() -> list[DocumentNumbers]:
    """Returns the rule numbers that each document must have: variant, prefix, lines, numbers."""
    return load_document("rule_numbers.toml")["document"]  # type: ignore[no-any-return]


@cache
def sources() -> dict[str, Source]:
    """The documents of the rules, by the name that clauses cite: page, title, author, year, description."""
    return {entry["document"]: entry for entry in load_document("sources.toml")["source"]}


def source_page(name: str, place: int | str) -> str:
    """Returns the path of a document's page with a line or rule number as anchor; else `NAME:PLACE`."""
    entry = sources().get(name)
    return f"docs/sources/{entry['id']}.md#{place}" if entry else f"{name}:{place}"


def citation(name: str, line: int, rule_id: str) -> str:
    """Returns the citation of a verdict: file name and line of the document, else the URL of its page."""
    return f"{name}:{line}" if name.endswith(".txt") and line else source_page(name, line or rule_id)


def case_index() -> dict[str, list[str]]:
    """The ruling cases by rule number, as paths in the project; generated by `tests/make_pages.py`."""
    return load_document("cases.toml")["cases"]  # type: ignore[no-any-return]


def rankings() -> list[RankingSettings]:
    """Returns the ranking systems of tournaments; the file explains the keys."""
    return load_document("rankings.toml")["ranking"]  # type: ignore[no-any-return]


def national_ranking() -> NationalRanking:
    """Returns the clubs' national ranking: points by class of event, for championships by number of rounds."""
    return load_document("rankings.toml")["national"]  # type: ignore[no-any-return]


def importers() -> list[Importer]:
    """Returns the importable kinds of files: kind, descriptions, and whether an engine played the games."""
    return load_document("importers.toml")["importer"]  # type: ignore[no-any-return]


def samples() -> dict[str, bytes]:
    """The sample games, as bytes by file name."""
    folder = PACKAGE_FILES.joinpath("samples")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".rgn"))
    return {name: folder.joinpath(name).read_bytes() for name in names}


def demonstration() -> dict[str, bytes]:
    """The demonstration games, one per document in the order of the documents, as bytes by file name."""
    folder = PACKAGE_FILES.joinpath("demonstration")
    names = ("milano.rgn", "stucchi.rgn", "firenze.rgn", "morto.rgn", "monopoli.rgn")
    return {name: folder.joinpath(name).read_bytes() for name in names}
