"""Citations for readers: the title of the document and the line, in place of the names of files."""

from __future__ import annotations

import re
from functools import cache

from plancia_data import messages, sources, text_in

CITED_PLACE = re.compile(
    r"(?P<document>\w+\.txt):(?P<lines>[0-9]+(?:-[0-9]+)?(?:, :[0-9]+)*)"
    r"|(?P<page>docs/sources/(?P<id>[\w.-]+)\.md)(?:#(?P<place>[\w.-]+))?"
)
UNTITLED = re.compile(r"\((?:[\w ]+: )?(?P<what>.*)\)\Z")  # a title in parentheses describes a document without one
RULE_NUMBERS = re.compile(r" \([A-Z]{2,5}-[^()]*\)")  # stand beside the citation
ORACLE = re.compile(r"oracles \w+ \((?P<what>.*)\)\Z")  # what a program of others does (docs/quality/oracles.md)


def document_title(document: str, lang: str) -> str:
    """The title of a document in a language; its description where it has none, its name where it is not described."""
    entry = sources().get(document)
    title = str(text_in(entry["title"], lang)) if entry else document
    untitled = UNTITLED.match(title)
    return f"{untitled['what'][:1].upper()}{untitled['what'][1:]}" if untitled else title


def spoken_citation(cite: str, lang: str) -> str:
    """Returns a citation, of a finding or of a ranking system, with titles of documents: `Regolamento RCM, riga 12`.

    Text that is no place in a document stays as it is.
    """
    words = messages("rules", lang)
    if told := ORACLE.match(cite):
        return words["told-by"].format(what=told["what"])
    return CITED_PLACE.sub(lambda match: spoken_place(match, lang), RULE_NUMBERS.sub("", cite))


def spoken_place(match: re.Match[str], lang: str) -> str:
    """Returns the title of the document of a match of CITED_PLACE, with the line where it names one."""
    words = messages("rules", lang)
    document = match["document"] or documents_by_id().get(match["id"], match["page"])
    lines = (match["lines"] or match["place"] or "").replace(", :", ", ")
    if not lines[:1].isdigit():  # the place is a rule number, which stands beside the citation
        return document_title(document, lang)
    key = "line" if lines.isdigit() else "lines"
    return f"{document_title(document, lang)}, {words[key].format(line=lines.replace('-', '–'))}"


@cache
def documents_by_id() -> dict[str, str]:
    """The name of each document by the id of its page."""
    return {str(entry["id"]): document for document, entry in sources().items()}
