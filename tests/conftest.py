"""What all tests share: an empty archive, and the folder of outside material, skipped where it is absent."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from plancia_archive import Archive

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"
settings.register_profile("plancia", deadline=None)  # a busy machine is no failure
settings.load_profile("plancia")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of outside material beside the checkout."""
    if not SHARED.is_dir():
        pytest.skip("../shared is not here: outside witnesses cannot be asked")
    return SHARED


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """An empty archive in a file."""
    return Archive.open(tmp_path / "a.db", create=True)
