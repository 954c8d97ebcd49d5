"""Rule-sets stored in the log by name; finds names with more than one rule-set."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


@dataclass(frozen=True)
class RulesetNamesakes:
    """Rule-sets in the log with the same name (variant, edition, options), as pairs of hash and number of games."""

    name: str
    rules: tuple[tuple[str, int], ...]

    def summary(self) -> str:
        """Formats the rule-sets as prefixes of hashes with numbers of games."""
        return ", ".join(f"{digest[:12]} ({games})" for digest, games in self.rules)


def stored_digests(archive: Archive) -> dict[tuple[str, str], list[str]]:
    """Returns the hashes of the rule-sets in the log by (name, options as JSON), in log order."""
    with archive.lock:
        rows = archive.db.execute(
            "SELECT game FROM entry WHERE game >= 'ruleset:' AND game < 'ruleset;' AND first = 0 ORDER BY log_index"
        ).fetchall()
    digests_by_name: dict[tuple[str, str], list[str]] = {}
    for (stream,) in rows:
        digest = str(stream).partition(":")[2]
        content = archive.rules(digest).content
        digests_by_name.setdefault((str(content["name"]), json.dumps(content.get("options", {}))), []).append(digest)
    return digests_by_name


def find_namesakes(archive: Archive) -> list[RulesetNamesakes]:
    """Finds names with more than one rule-set in the log: a variant's file was changed without a new edition."""
    repeated = {name: digests for (name, _), digests in stored_digests(archive).items() if len(digests) > 1}
    if not repeated:
        return []
    with archive.lock:
        rows = archive.db.execute("SELECT rules, count(*) FROM game GROUP BY rules").fetchall()
    games = {str(row[0]): int(row[1]) for row in rows}
    return [
        RulesetNamesakes(name, tuple((digest, games.get(digest, 0)) for digest in digests))
        for name, digests in sorted(repeated.items())
    ]


def other_digests(archive: Archive, name: str, digest: str) -> list[str]:
    """Returns the hashes of other rule-sets in the log with this name and no options."""
    return [stored for stored in stored_digests(archive).get((name, "{}"), []) if stored != digest]
