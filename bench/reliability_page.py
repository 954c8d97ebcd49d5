"""docs/quality/reliability.md from bench/reliability.json: what the archive keeps through power cuts and kills.

python bench/reliability_page.py --write
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

HOLDERS = ("head", "receipt", "restore", "witness")
ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "quality" / "reliability.md"
RESULT = ROOT / "bench" / "reliability.json"
HOW = ROOT / "bench" / "reliability_how.md"


def table(heads: list[str], rows: list[list[Any]]) -> str:
    """A Markdown table."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def power_cuts(section: dict[str, Any]) -> str:
    """A row for each way of writing."""
    heads = ["journal, synchronous", "cuts", "kept", "lost acknowledged steps", "partial transactions", "corrupt"]
    return table(heads, [[f"{row['journal']} {row['synchronous']}", row["cuts"], row["kept"], row["lost"],
                          row["partial"], row["corrupt"]] for row in section["rows"]])  # fmt: skip


def kills(section: dict[str, Any]) -> str:
    """A row for each kind of process, and their sums."""
    rows = [[row["kind"], row["kills"], row["acknowledged"], len(row["faults"])] for row in section["rows"]]
    rows.append(["all", *(sum(row[place] for row in rows) for place in (1, 2, 3))])
    return table(["killed", "kills", "answers noted", "lost, half, stale or not verified"], rows)


def handling(section: dict[str, Any]) -> str:
    """A row for each thing that was done."""
    heads = ["what was done", "acknowledged", "kept", "told", "findings of `verify`"]
    return table(heads, [[row["what"], row["acknowledged"], row["kept"], row["told"] or "**nothing**",
                          len(row["wrong"])] for row in section["rows"]])  # fmt: skip


def writers(section: dict[str, Any]) -> str:
    """A row for each way of writing at once."""
    rows = [[row["way"], "one" if row["one_game"] else "one each", row["writers"], row["lines"], len(row["faults"])]
            for row in section["rows"]["writers"]]  # fmt: skip
    return table(["writers", "games", "how many", "lines", "faults"], rows)


def attacks(section: dict[str, Any]) -> str:
    """A row for each attack on the server."""
    rows = [[row["attack"], row["connections"], f"{row['answered']} of {row['honest']}", f"{row['longest_s']} s"]
            for row in section["rows"]["attacks"]]  # fmt: skip
    return table(["meanwhile", "connections at most", "honest requests answered", "longest wait"], rows)


def byte_flips(section: dict[str, Any]) -> str:
    """A row for each file of which bytes were changed."""
    heads = ["file", "bytes", "bytes changed", "changes", "refused", "accepted, no answer differs",
             "accepted, an answer differs", "traceback"]  # fmt: skip
    names = ("file", "bytes", "tried", "flips", "refused", "unchanged", "changed", "fault")
    return table(heads, [[row[name] for name in names] for row in section["rows"]])


def insider(section: dict[str, Any]) -> str:
    """A row for each edit of the keeper."""
    heads = ["edit", "`verify`", "`verify --head`", "`verify --receipt`", "`restore --head`", "`witness submit`"]
    return table(heads, [[row["edit"], said(row["own"], []), *(said(row[who], row["own"]["codes"]) for who in HOLDERS)]
                         for row in section["rows"]])  # fmt: skip


def said(found: dict[str, Any], own: list[str]) -> str:
    """The codes of a command but those that the archive's own check gives too, and its exit code."""
    codes = [code for code in found["codes"] if code not in own]
    return f"{', '.join(codes) or ('the same' if found['codes'] else '**nothing**')} ({found['exit']})"


def counted(section: dict[str, Any]) -> str:
    """How many edits each names."""
    rows = section["rows"]
    outside = [row for row in rows if not row["own"]["exit"] and any(row[who]["exit"] for who in HOLDERS)]
    nobody = [row for row in rows if not any(row[who]["exit"] for who in ("own", *HOLDERS))]
    return (
        f"{len(rows)} edits: {len(rows) - len(outside) - len(nobody)} are named by `verify` alone, {len(outside)} only "
        f"against what somebody else has, {len(nobody)} by nobody."
    )


TABLES = {
    "power_cuts": ("power_cuts", power_cuts), "kills": ("kills", kills), "handling": ("handling", handling),
    "writers": ("contention", writers), "attacks": ("contention", attacks),
    "byte_flips": ("byte_flips", byte_flips), "insider": ("insider", insider),
}  # fmt: skip


def taken(section: dict[str, Any]) -> str:
    """Where the figures of a section are from."""
    return f"Commit {section['commit']}, {section['taken']}, Python {section['python']}, {section['system']}."


def page(stored: dict[str, Any]) -> str:
    """The page: the text with its tables."""
    text = HOW.read_text("utf-8")
    for name, (section, made) in TABLES.items():
        text = text.replace("{" + name + "}", f"{made(stored[section])}\n\n{taken(stored[section])}")
    return text.replace("{insider_counts}", counted(stored["insider"]))


if __name__ == "__main__":
    made = page(json.loads(RESULT.read_text("utf-8")))
    if "--write" in sys.argv:
        PAGE.write_text(made, "utf-8")
    else:
        print(made, end="")
