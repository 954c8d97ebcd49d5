"""What a finding cites can be opened: every document of a clause has its page, and the page has the place cited."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancia_data import citation, rankings, source_page, sources
from tests.make_sources import clauses, made

ROOT = Path(__file__).parent.parent


def opened(citation: str) -> bool:
    """Has the document a page in the project, and the page the place cited?"""
    name, colon, line = citation.partition(":")
    page, _, place = (source_page(name, line) if colon else citation).partition("#")
    file = ROOT / page
    return file.exists() and f'<a id="{place}"></a>' in file.read_text("utf-8")


def test_every_citation_of_a_clause_opens() -> None:
    found = {citation(document, clause.get("line", 0), str(clause["rule_id"])) for document, clause in clauses()}
    assert len(found) > 150
    wrong = sorted(one for one in found if not opened(one))
    assert wrong == [], "describe the document in data/plancia_data/sources.toml, then run `python3 run.py make`"


def test_every_citation_of_a_ranking_from_a_document_opens() -> None:
    keys = ("cite", "legs_cite", "tables_cite")
    found = [str(value).partition(" ")[0] for entry in rankings() for key, value in entry.items() if key in keys]
    found = [one.partition("-")[0] if ".txt:" in one else one for one in found if "docs/" in one or ".txt:" in one]
    assert len(found) > 6 and [one for one in found if not opened(one)] == []


def test_pages_are_as_the_data_say() -> None:
    assert [path.name for path, text in made().items() if not path.exists() or path.read_text("utf-8") != text] == []


@pytest.mark.parametrize("source", sources().values(), ids=lambda source: str(source["id"]))
def test_a_source_says_who_when_and_how_it_is_known_in_both_languages(source: dict[str, dict[str, str]]) -> None:
    for key in ("title", "author", "year", "what", "known"):
        assert source[key]["it"] and source[key]["en"]


def runs_of(words: list[str], length: int) -> set[str]:
    """The runs of so many words."""
    return {" ".join(words[k : k + length]) for k in range(len(words) - length + 1)}


def test_the_sentences_of_the_documents_are_not_copied(shared: Path) -> None:
    texts = [text.split() for path, text in made().items() if path.name.endswith(".it.md")]
    joined = [" ".join(words) for words in texts]
    inner = set[str]().union(*(runs_of(words, 9) for words in texts))  # beside whose ends a text may have commas
    for name in sources():
        file = shared / "seeds" / name
        if not file.exists():
            continue
        words = file.read_text("utf-8").split()
        runs = runs_of(words, 11)
        # lists of names are no sentences
        runs = {run for run in runs if sum(word.strip("(")[:1].islower() for word in run.split()) > 6}
        runs = {run for run in runs if " ".join(run.split()[1:-1]) in inner}
        assert [run for run in runs for text in joined if run in text] == []
