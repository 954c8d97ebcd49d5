"""Adds new editions to tests/data/editions.toml: python -m tests.make_editions [--changed].

A hash once kept stays: a changed meaning is a new edition. `--changed` writes the changed ones too, and is meant only
for editions that nobody has played under yet.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from plancia_data import editions, variant_ids
from plancia_replay import RuleSetError, load_ruleset
from plancia_replay.rulesets.clauses import load_variant

EDITIONS = Path(__file__).parent / "data" / "editions.toml"
OPENING = "# SHA-256 of the resolved rules of each edition and option; a changed meaning is a new edition."


def options(spec: str) -> list[str]:
    """The options of one edition, in alphabetical order."""
    return sorted(
        {clause["alternative"] for clause in load_variant(spec)[0].get("clause", []) if "alternative" in clause}
    )


def hashed(spec: str) -> str:
    """The hash of a rule-set, or the reason why its choices exclude each other."""
    try:
        return load_ruleset(spec).hash
    except RuleSetError as refused:
        return f"refused: {refused.clause}"


def with_company(spec: str, option: str) -> dict[str, str]:
    """An option by its hash; where it is refused alone, the first company that it is accepted in as well."""
    alone = f"{spec} + {option}"
    found = {alone: hashed(alone)}
    if found[alone].startswith("refused"):
        together = (f"{spec} + {' + '.join(sorted((option, other)))}" for other in options(spec) if other != option)
        for full in together:
            if not hashed(full).startswith("refused"):
                return {**found, full: hashed(full)}
    return found


def now(*variants: str) -> dict[str, str]:
    """Every edition of these variants, or of all, and each of its options -> its hash today."""
    found: dict[str, str] = {}
    for spec in (f"{name}@{edition}" for name in variants or variant_ids() for edition in editions(name)):
        found[spec] = hashed(spec)
        for option in options(spec):
            found.update(with_company(spec, option))
    return found


def kept() -> dict[str, str]:
    """What the file holds."""
    return dict(tomllib.loads(EDITIONS.read_text("utf-8"))["editions"])


def main() -> None:
    """Writes the file and says what it left alone."""
    old, new = kept(), now()
    changed = sorted(spec for spec in old if spec in new and new[spec] != old[spec])
    made = {**new, **old} if "--changed" not in sys.argv[1:] else {**old, **new}
    rows = [f'"{spec}" = "{made[spec]}"' for spec in sorted(made)]
    EDITIONS.write_text("\n".join([OPENING, "[editions]", *rows]) + "\n", "utf-8")
    for spec in changed:
        print(f"{spec}: {'written' if made[spec] == new[spec] else 'changed, left as it was: raise its edition'}")


if __name__ == "__main__":
    main()
