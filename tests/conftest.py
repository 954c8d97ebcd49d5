"""What all tests share: an empty archive, and the folder of outside material, skipped where it is absent."""

from __future__ import annotations

import gc
import signal
from pathlib import Path

import pytest
from hypothesis import settings

from plancia_archive import Archive
from tests import copied, examples

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"
settings.register_profile("plancia", deadline=None, max_examples=examples(100))  # a busy machine is no failure
settings.load_profile("plancia")
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started in the background: the processes of tests hear Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # started by nohup: the same
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_collection_finish() -> None:
    """Leaves what was collected, hundreds of megabytes of cases, out of every garbage collection that follows."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of outside material beside the checkout."""
    if not SHARED.is_dir():
        pytest.skip("../shared is not here: outside witnesses cannot be asked")
    return SHARED


@pytest.fixture(scope="session")
def new_archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an empty archive, made once: making one takes ten times as long as copying it."""
    path = tmp_path_factory.mktemp("new") / "a.db"
    Archive.open(path, create=True).close()
    return path


@pytest.fixture
def archive(new_archive: Path, tmp_path: Path) -> Archive:
    """An empty archive in a file."""
    return Archive.open(copied(new_archive, tmp_path / "a.db"))
