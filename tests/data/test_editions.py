"""Editions keep their rules: hashes of all of them, and older ones in files of their own beside the newest."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.make_editions import kept, now

from plancia_cli.main import plancia
from plancia_data import editions, library, variant_ids
from plancia_events import read
from plancia_replay import RuleSetError, load_ruleset, ruleset_for_game
from plancia_replay.judging.replay import cached_ruleset
from plancia_replay.rulesets.clauses import load_variant

ROOT = Path(library.__file__).parent


@cache
def today() -> dict[str, str]:
    """The hashes of all editions and options as they are now."""
    return now()


def test_editions_keep_their_rules() -> None:
    changed = sorted(spec for spec, digest in kept().items() if today().get(spec) != digest)
    assert changed == [], (
        "a changed meaning is a new edition: keep the old file as ID@N.toml and raise `edition`, or bind the change in "
        "a clause with `alternative`, which a header adds"
    )


def test_every_edition_is_kept() -> None:
    assert sorted(set(today()) - set(kept())) == [], "not yet kept: run `python3 run.py make`"


def test_every_option_is_guarded_by_a_hash() -> None:
    hashes = [spec for spec, digest in kept().items() if not digest.startswith("refused")]
    for spec, digest in kept().items():
        if digest.startswith("refused"):
            edition, option = spec.split(" + ")
            assert any(full.startswith(edition + " + ") and option in full.split(" + ") for full in hashes), spec


@pytest.mark.parametrize("variant", variant_ids())
def test_editions_are_numbered_as_their_files_and_lean_on_editions(variant: str) -> None:
    assert list(editions(variant)) == sorted(set(editions(variant)))
    for edition in editions(variant):
        head = load_variant(f"{variant}@{edition}")[0]["variant"]
        assert (head["id"], head["edition"]) == (variant, edition)
        assert "extends" not in head or "@" in head["extends"], "name the edition that this one leans on"


def forget() -> None:
    """Variant files do not change while a program runs; here they do."""
    library.load_document.cache_clear()
    library.variant_ids.cache_clear()
    cached_ruleset.cache_clear()


@pytest.fixture
def second_edition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data room where monopoli has a second edition, which allows two dice, and keeps the first."""
    room = tmp_path / "plancia_data"
    shutil.copytree(ROOT, room, ignore=shutil.ignore_patterns("__pycache__", "*.py"))
    newest, first = room / "variants" / "monopoli.toml", room / "variants" / "monopoli@1.toml"
    if not first.exists():
        shutil.copy(newest, first)
    for later in set(room.glob("variants/monopoli@*.toml")) - {first}:
        later.unlink()
    text = first.read_text("utf-8")
    assert text.count("\nedition = 1\n") == 1 and text.count('"attack.dice_not_fewer" = { most = 3 }') == 1
    text = text.replace("\nedition = 1\n", "\nedition = 2\n")
    text = text.replace('"attack.dice_not_fewer" = { most = 3 }', '"attack.dice_not_fewer" = { most = 2 }')
    newest.write_text(text, "utf-8")
    monkeypatch.setattr(library, "PACKAGE_FILES", room)
    forget()
    yield room
    monkeypatch.undo()
    forget()


def test_an_older_edition_is_found_beside_the_newest(second_edition: Path) -> None:
    assert editions("monopoli") == (1, 2) and "monopoli@1" not in variant_ids()
    assert load_variant("monopoli")[1] == load_variant("monopoli@2")[1] == "monopoli@2"
    source, name = load_variant("monopoli@1")
    assert (source["variant"]["edition"], name) == (1, "monopoli@1")
    for wrong in ("monopoli@3", "monopoli@x", "monopoli@0", "monopoli@01", "monopoli@²", "eg@99"):
        with pytest.raises(RuleSetError) as refused:
            load_ruleset(wrong)
        assert refused.value.code == "edition-unknown"


def test_a_game_is_judged_under_the_edition_of_its_header(second_edition: Path) -> None:
    sample = library.samples()["monopoli-serata.rgn"]
    for edition, most in ((1, 3), (2, 2)):
        rules = ruleset_for_game(read(sample.replace(b"monopoli@1", b"monopoli@%d" % edition)).games[0])
        use = next(clause["use"] for clause in rules.clauses if clause["rule"] == "attack.dice_not_fewer")
        assert rules.id == f"monopoli@{edition}" and use["attack.dice_not_fewer"] == {"most": most}


def test_the_hash_of_an_older_edition_is_still_the_one_kept(second_edition: Path) -> None:
    edited = now("monopoli")
    assert edited["monopoli@1"] == kept()["monopoli@1"] != edited["monopoli@2"]


def test_an_older_edition_is_printed_with_its_own_clauses(second_edition: Path) -> None:
    for edition, most in ((1, 3), (2, 2)):
        shown = CliRunner().invoke(plancia, ["variants", f"monopoli@{edition}"])
        assert shown.exit_code == 0 and f"attack.dice_not_fewer most={most}" in shown.output
    beside = CliRunner().invoke(plancia, ["diff", "monopoli@1", "monopoli"])
    assert beside.exit_code == 0 and "most: 3 | 2" in beside.output
