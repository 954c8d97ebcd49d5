"""The coverage pages, the index of cases and the editions are those that the data gives; nothing is left uncarried."""

from __future__ import annotations

import tomllib

import pytest

from plancia_data import library, variant_source
from plancia_replay import RuleSetError, load_ruleset
from plancia_replay.coverage import table
from tests.make_pages import COUNTS, EDITIONS, editions, made

AGAIN = "run `python -m tests.make_pages` and read what changed"


def test_pages_and_index_are_up_to_date() -> None:
    for path, text in made().items():
        if path != EDITIONS:
            assert path.read_text("utf-8") == text, f"{path.name}: {AGAIN}"


def test_no_clause_is_a_hole() -> None:
    assert [f"{row['variant']} {row['rule_id']} line {row['line']}" for row in table() if row["status"] == "hole"] == []


@pytest.mark.parametrize("prefix", COUNTS)
def test_every_number_of_the_catalogue_is_carried(prefix: str) -> None:
    assert len({row["rule_id"] for row in table() if row["rule_id"].split("-")[0] == prefix}) == COUNTS[prefix]


def test_published_editions_keep_their_rules() -> None:
    kept = tomllib.loads(EDITIONS.read_text("utf-8"))["editions"]
    now = tomllib.loads(editions())["editions"]
    changed = [name for name in kept if now.get(name) != kept[name]]
    assert changed == [], "a changed meaning is a new edition: raise `edition` and keep the old file"
    assert set(now) - set(kept) == set(), f"not yet published: {AGAIN}"


def test_an_older_edition_is_kept_beside_the_newest(monkeypatch: pytest.MonkeyPatch) -> None:
    newest = variant_source("monopoli")
    newer = {**newest, "variant": {**newest["variant"], "edition": 2}}
    files: dict[tuple[str, ...], dict[str, object]] = {
        ("variants", "monopoli.toml"): newer,
        ("variants", "monopoli@1.toml"): newest,
    }
    real = library.document

    def document(*path: str) -> dict[str, object]:
        return files.get(path) or real(*path)

    monkeypatch.setattr(library, "document", document)
    monkeypatch.setattr("plancia_replay.clauses.editions", lambda variant: (1, 2))
    assert load_ruleset("monopoli@1").id == "monopoli@1" and load_ruleset("monopoli").id == "monopoli@2"
    with pytest.raises(RuleSetError):
        load_ruleset("monopoli@3")
