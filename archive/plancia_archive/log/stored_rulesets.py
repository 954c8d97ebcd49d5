"""The rule-sets in the log by the names that they are called by: one name should mean one rule-set."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


@dataclass(frozen=True)
class Namesakes:
    """A name (variant, edition, options) under which the log has several rule-sets, each with how many games it has."""

    name: str
    rules: tuple[tuple[str, int], ...]

    def told(self) -> str:
        """The rule-sets by the beginnings of their hashes, with their games."""
        return ", ".join(f"{digest[:12]} ({games})" for digest, games in self.rules)


def kept(archive: Archive) -> dict[tuple[str, str], list[str]]:
    """The hashes of the rule-sets in the log by name and further options, in the order of the log."""
    with archive.lock:
        rows = archive.db.execute(
            "SELECT game FROM entry WHERE game >= 'ruleset:' AND game < 'ruleset;' AND first = 0 ORDER BY log_index"
        ).fetchall()
    found: dict[tuple[str, str], list[str]] = {}
    for (stream,) in rows:
        digest = str(stream).partition(":")[2]
        content = archive.rules(digest).content
        found.setdefault((str(content["name"]), json.dumps(content.get("options", {}))), []).append(digest)
    return found


def namesakes(archive: Archive) -> list[Namesakes]:
    """Names under which the log has more than one rule-set: a variant's file was changed under the same edition."""
    twice = {name: digests for (name, _), digests in kept(archive).items() if len(digests) > 1}
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
    """The rule-sets in the log that have a name without further options, and are not the one of a hash."""
    return [one for one in kept(archive).get((name, "{}"), []) if one != digest]
