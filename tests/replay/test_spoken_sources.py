"""Citations for readers: no name of a file is left in any of them."""

from __future__ import annotations

import re

import pytest

from plancia_data import rankings, variant_ids
from plancia_replay.judging.assumptions.open_points import cite
from plancia_replay.rulesets.clauses import resolve_bases
from plancia_replay.text.spoken_sources import document_title, spoken_citation

FILE_NAME = re.compile(r"\.(?:txt|md|toml|html)\b|docs/|\(\)")
TXT = "004_2d02180a63ad5a95.txt"


def citations() -> set[str]:
    """Every citation that a finding or a ranking system can have."""
    clauses = (clause.content() for name in variant_ids() for clause in resolve_bases(name)[1] if clause.use)
    return {cite(clause) for clause in clauses} | {str(value) for row in rankings() for key, value in row.items()
                                                    if key.endswith("cite")}  # fmt: skip


@pytest.mark.parametrize("lang", ["it", "en"])
def test_no_citation_shows_the_name_of_a_file(lang: str) -> None:
    known = citations()
    assert any(one.startswith(TXT) for one in known) and any(one.startswith("docs/sources/") for one in known)
    assert not [one for one in known if FILE_NAME.search(spoken_citation(one, lang))]


def test_title_and_line_are_told() -> None:
    title = document_title(TXT, "it")
    assert "(" not in title and TXT not in title
    assert spoken_citation(f"{TXT}:12", "it") == f"{title}, riga 12"
    assert spoken_citation(f"{TXT}:28-30 (MON-27, MON-28)", "en").endswith(", lines 28–30")
    assert spoken_citation("docs/sources/eg.md#EG-04", "it") == document_title("eg-rulebook", "it")
    assert spoken_citation("the club's custom", "it") == "the club's custom"
