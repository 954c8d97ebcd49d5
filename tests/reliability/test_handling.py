"""A full disk, a file that may only be read, copies and moves under a server: acknowledged is kept, or it is told."""

from __future__ import annotations

import sys
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits, signals and permissions are others there")


def test_a_full_disk_is_told_and_loses_nothing_acknowledged(bench: Any) -> None:
    (full,) = bench("handling").run(["disk full"])
    assert full["acknowledged"] == full["kept"] < 60 and full["wrong"] == []
    assert full["told"] == "exit code and message"


def test_a_file_that_may_only_be_read_is_told(bench: Any) -> None:
    (refused,) = bench("handling").run(["read only"])
    assert refused["kept"] == 0 and refused["told"] == "exit code and message" and refused["wrong"] == []


def test_the_shared_memory_file_may_be_missing(bench: Any) -> None:
    (missing,) = bench("handling").run(["-shm"])
    assert missing["acknowledged"] == missing["kept"] > 0 and missing["wrong"] == []


@pytest.mark.parametrize("scene", ["-wal"])
def test_an_older_state_is_told_by_the_checkpoint_beside_it(bench: Any, scene: str) -> None:
    (behind,) = bench("handling").run([scene])
    assert behind["kept"] < behind["acknowledged"] and behind["told"] == "`behind`"


def test_a_missing_checkpoint_is_told(bench: Any) -> None:
    (missing,) = bench("handling").run(["checkpoint"])
    assert missing["acknowledged"] == missing["kept"] > 0 and "checkpoint-missing" in missing["told"]
