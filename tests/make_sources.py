"""Makes docs/sources: for each document what it is, and what the clauses say of its lines, in the project's words."""

from __future__ import annotations

from pathlib import Path

from plancia_data import sources, text_in, variant_ids, variant_source
from plancia_data.forms import Source, VariantClause

FOLDER = Path(__file__).parent.parent / "docs" / "sources"
WORDS = {
    "en": {
        "title": "Title", "author": "Author", "year": "Year", "what": "What it is", "known": "How it is known",
        "file": "Name in the data", "line": "line", "other": "Italiano",
        "lines": "What it says, in the project's words",
        "opening": "Its sentences are not copied here: each entry says in the project's own words what one clause "
                   "takes from the line (or from the rule of that number), and a finding cites the entry.",
        "index": "# Sources\n\nWhat the rule-sets are read from. A finding cites one of these pages, at the line of "
                 "the document or, where it has none, at the number of the rule. Made from the data "
                 "(`python -m tests.make_pages`).",
    },
    "it": {
        "title": "Titolo", "author": "Autore", "year": "Anno", "what": "Che cos'è", "known": "Come si conosce",
        "file": "Nome nei dati", "line": "riga", "other": "English",
        "lines": "Che cosa dice, con parole del progetto",
        "opening": "Le sue frasi non sono copiate: ogni voce dice con parole del progetto che cosa una clausola "
                   "prende dalla riga (o dalla regola con quel numero), e un rilievo cita la voce.",
        "index": "# Fonti\n\nDa dove sono lette le regole. Un rilievo cita una di queste pagine, alla riga del "
                 "documento o, dove non ce ne sono, al numero della regola. Fatte dai dati "
                 "(`python -m tests.make_pages`).",
    },
}  # fmt: skip


def clauses() -> list[tuple[str, VariantClause]]:
    """Every clause of every variant with the name of its document."""
    return [
        (str(clause.get("document", source["variant"].get("document", ""))), clause)
        for source in map(variant_source, variant_ids()) for clause in source.get("clause", [])
    ]  # fmt: skip


def page(source: Source, lang: str) -> str:
    """The page of one source in a language."""
    words = WORDS[lang]
    lines = [f"# {text_in(source['title'], lang)}", "", f"[{words['other']}]({file_of(source['id'], other(lang))})", ""]
    lines += [f"- {words[key]}: {text_in(source[key], lang)}" for key in ("author", "year", "what", "known")]
    lines += [f"- {words['file']}: `{source['document']}`", "", f"## {words['lines']}", "", words["opening"], ""]
    mine = [clause for document, clause in clauses() if document == source["document"]]
    places: dict[int | str, list[VariantClause]] = {}
    for clause in mine:
        places.setdefault(clause.get("line", 0) or clause["rule_id"], []).append(clause)
    for place, said in places.items():
        head = f"{words['line']} {place}" if isinstance(place, int) else place
        lines += [f'<a id="{place}"></a>**{head}**', ""]
        lines += [*dict.fromkeys(f"- {clause['rule_id']}: {text_in(clause['says'], lang)}" for clause in said), ""]
    return "\n".join(lines).rstrip() + "\n"


def other(lang: str) -> str:
    """The other language."""
    return "it" if lang == "en" else "en"


def file_of(name: str, lang: str) -> str:
    """The file of a page in a language."""
    return f"{name}.md" if lang == "en" else f"{name}.it.md"


def index(lang: str) -> str:
    """The list of the sources."""
    words = WORDS[lang]
    lines = [
        f"{words['index']} [{words['other']}]({file_of('README', other(lang))})", "",
        f"| | {words['title']} | {words['author']} | {words['year']} |", "| --- | --- | --- | --- |",
    ]  # fmt: skip
    for source in sources().values():
        name = file_of(source["id"], lang)
        cells = (f"[{source['id']}]({name})", *(text_in(source[key], lang) for key in ("title", "author", "year")))
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def made() -> dict[Path, str]:
    """Every page."""
    pages = {
        FOLDER / file_of(source["id"], lang): page(source, lang)
        for source in sources().values() for lang in WORDS
    }  # fmt: skip
    return {**pages, **{FOLDER / file_of("README", lang): index(lang) for lang in WORDS}}
