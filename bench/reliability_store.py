"""bench/reliability.json: the figures of the reliability benches, one section a bench, with where they were taken."""

from __future__ import annotations

import json
import platform
import subprocess
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RESULT = ROOT / "bench" / "reliability.json"


def store(section: str, rows: Any) -> None:
    """Replaces a section, keeps the others."""
    stored = json.loads(RESULT.read_text("utf-8")) if RESULT.exists() else {}
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    stored[section] = {"commit": commit.stdout.strip() or "-", "taken": date.today().isoformat(),
                       "python": platform.python_version(), "system": platform.system(), "rows": rows}  # fmt: skip
    RESULT.write_text(json.dumps(stored, indent=1, sort_keys=True) + "\n", "utf-8")
