"""The scripts of the pages hold to the types in their comments, where TypeScript's compiler is installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("project", ["jsconfig.json", "jsconfig.worker.json", "docs/verify/src/jsconfig.json"])
def test_types_agree(project: str) -> None:
    compiler = shutil.which("tsc")
    if compiler is None:
        pytest.skip("no tsc: npm install --global typescript")
    done = subprocess.run([compiler, "-p", str(ROOT / project)], capture_output=True, text=True, timeout=300, cwd=ROOT)
    assert done.stdout == "" and done.returncode == 0
