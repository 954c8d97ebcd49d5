"""The tests of Plancia, and what holds for all of them: how much is tried at every change, and how much by a soak."""

import os
import shutil
from pathlib import Path

SOAK = "PLANCIA_SOAK" in os.environ  # set by `python3 run.py test --soak`
# The headless shell has the same engine and takes less processor time: 33 s for 19 tests, the whole browser 52.
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# What sweeps over all cases and options is whole where it is cheap: with the compiled kernel, and in a soak.
SWEEP = SOAK or os.environ.get("PLANCIA_EXPECT") == "compiled"
QUICK = "PLANCIA_QUICK" in os.environ  # set by `python3 run.py test --quick`
EXAMPLES = 5 if QUICK else 20  # of a property, at every change


def examples(many: int) -> int:
    """How many examples of a property are tried: all of them in a soak."""
    return many if SOAK else min(many, EXAMPLES)


def often(many: int) -> int:
    """How often a loop tries a change drawn at random: `many` times at every change, fewer in the quick lane."""
    return many // 5 if QUICK else many


def copied(archive: Path, target: Path) -> Path:
    """Copies a closed archive, with its key and whatever lies beside it; returns `target`."""
    for file in archive.parent.glob(f"{archive.name}*"):
        place = target.with_name(file.name.replace(archive.name, target.name, 1))
        (shutil.copytree if file.is_dir() else shutil.copy2)(file, place)
    return target


def chromium() -> str | None:
    """The path of an installed Chromium, or None."""
    return next((found for name in CHROMIUM if (found := shutil.which(name))), None)
