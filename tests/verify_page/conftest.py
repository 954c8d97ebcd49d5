"""A verifier in Node, asked many things in one process."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
DRIVER = Path(__file__).with_name("driver.mjs")
Ask = Callable[[dict[str, Any]], Any]


def packed(bundle: dict[str, Any] | bytes) -> str:
    """A bundle as base64 of its file."""
    raw = bundle if isinstance(bundle, bytes) else json.dumps(bundle, ensure_ascii=False).encode()
    return base64.b64encode(raw).decode()


@pytest.fixture(scope="session")
def node() -> str:
    found = shutil.which("node")
    if not found:
        pytest.skip("node is not installed")
    return found


@pytest.fixture(scope="session")
def ask(node: str) -> Ask:
    def answer(question: dict[str, Any]) -> Any:
        said = json.dumps(question).encode()
        done = subprocess.run([node, str(DRIVER)], input=said, capture_output=True, timeout=300)
        assert done.returncode == 0 and not done.stderr, done.stderr.decode()
        return json.loads(done.stdout)

    return answer
