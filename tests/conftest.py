"""What all tests share: the folder of outside material, skipped over with a message where it is absent."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of outside material beside the checkout."""
    if not SHARED.is_dir():
        pytest.skip("../shared is not here: outside witnesses cannot be asked")
    return SHARED
