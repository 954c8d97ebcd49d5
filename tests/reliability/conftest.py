"""The reliability benches, imported from the benchmark's folder."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

BENCH = Path(__file__).resolve().parent.parent.parent / "bench"


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Imports a module of the benchmark's folder; skips where one of its libraries is not installed."""
    monkeypatch.syspath_prepend(str(BENCH))

    def load(name: str) -> Any:
        try:
            return importlib.import_module(name)
        except ModuleNotFoundError as error:
            if (BENCH / f"{error.name}.py").exists():
                raise
            pytest.skip(f"{error.name} is not installed")

    yield load
    for name in [name for name, module in sys.modules.items() if str(BENCH) in str(getattr(module, "__file__", ""))]:
        del sys.modules[name]
