"""Rule-sets in the log by name: one name should have one rule-set."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


@dataclass(frozen=True)
class Namesakes:
    """A name (variant, edition, options) with several rule-sets in the log, each with its number of games."""

    name: str
    rules: tuple[tuple[str, int], ...]

    def summary(self) -> str:
        """Formats the rule-sets: prefixes of hashes with numbers of games."""
        return ", ".join(f"{digest[:12]} ({games})" for digest, games in self.rules)


def stored_digests(archive: Archive) -> dict[tuple[str, str], list[str]]:
    """Hashes of the rule-sets in the log by (name, options), in log order."""
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


def namesakes(archive: Archive) -> list[Namesakes]:
    """Names with more than one rule-set in the log: a variant's file was changed without a new edition."""
    twice = {name: digests for (name, _), digests in stored_digests(archive).items() if len(digests) > 1}
    if not twice:
        return []
    with archive.lock:
        rows = archive.db.execute("SELECT rules, count(*) FROM game GROUP BY rules").fetchall()
    games = {str(row[0]): int(row[1]) for row in rows}
    return [
        Namesakes(name, tuple((digest, games.get(digest, 0)) for digest in digests))
        for name, digests in sorted(twice.items())
    ]


def others(archive: Archive, name: str, digest: str) -> list[str]:
    """Hashes of other rule-sets in the log with this name and no further options."""
    return [one for one in stored_digests(archive).get((name, "{}"), []) if one != digest]
