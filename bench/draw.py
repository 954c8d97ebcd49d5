"""Ten source files drawn at random, to be read beside those of other libraries; findings: docs/quality/draws.md.

Usage: python bench/draw.py SEED
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("archive", "replay", "api", "cli", "events")
MIN_LINES = 13  # shorter files only name what others hold


def population() -> list[Path]:
    """The .py and .js files of the product, sorted by path."""
    found = (path for package in PACKAGES for path in (ROOT / package).rglob("*.[pj][ys]"))
    return sorted(path for path in found if len(path.read_text(encoding="utf-8").splitlines()) >= MIN_LINES)


def main(seed: int) -> None:
    for path in random.Random(seed).sample(population(), 10):
        print(path.relative_to(ROOT).as_posix())


if __name__ == "__main__":
    main(int(sys.argv[1]))
