"""Power cuts: acknowledged steps are kept with the pragmas of archives, and weaker ones are seen to lose some."""

from __future__ import annotations

import random
from typing import Any

import pytest

from plancia_archive.log.connections import journal_mode

CUTS = 20


def test_no_acknowledged_step_is_lost_with_the_pragmas_of_the_archive_and_some_with_weaker_ones(bench: Any) -> None:
    cuts = bench("power_cuts")
    if journal_mode() != "WAL":
        pytest.skip("SQLite is below the version from which archives use the write-ahead log")
    full, normal, off = cuts.run(CUTS, 2, 5, [("WAL", "FULL"), ("WAL", "NORMAL"), ("WAL", "OFF")])
    assert (full["kept"], full["lost"], full["partial"], full["corrupt"]) == (CUTS, 0, 0, 0)
    assert normal["lost"] > 0 and normal["corrupt"] == 0, "without a sync at commit the last commits are lost"
    assert off["corrupt"] + off["lost"] > 0, "without any sync the file is damaged"


def test_a_cut_keeps_what_was_synced_and_tears_the_rest_at_sectors(bench: Any) -> None:
    vfs = bench("power_cut_vfs")
    disk, op = vfs.Disk(), vfs.Operation
    for one in (op("open", "f"), op("sync-folder"), op("write", "f", 0, b"a" * 1024), op("sync", "f")):
        disk.apply(one)
    for one in (op("ack", offset=3), op("write", "f", 256, b"b" * 1024)):
        disk.apply(one)
    images = {disk.image(random.Random(seed))["f"] for seed in range(60)}
    first = {image[:512] for image in images}
    assert first == {b"a" * 512, b"a" * 256 + b"b" * 256}, "a sector is written whole or not at all"
    assert len(images) > 4 and {len(image) for image in images} == {1024, 1280} and disk.acknowledged == 3
    disk.apply(op("truncate", "f", 100))
    disk.apply(op("sync", "f"))
    assert disk.image(random.Random(1)) == {"f": b"a" * 100}


def test_a_name_may_come_back_until_its_folder_was_synced(bench: Any) -> None:
    vfs = bench("power_cut_vfs")
    disk, op = vfs.Disk(), vfs.Operation
    for one in (op("open", "f"), op("write", "f", 0, b"old"), op("sync", "f"), op("sync-folder"), op("delete", "f")):
        disk.apply(one)
    assert {tuple(disk.image(random.Random(seed))) for seed in range(20)} == {("f",), ()}
    for one in (op("open", "f"), op("write", "f", 0, b"new"), op("sync", "f")):
        disk.apply(one)
    contents = {disk.image(random.Random(seed)).get("f") for seed in range(40)}
    assert contents == {b"old", None, b"new"}, "never both files in one"
    disk.apply(op("sync-folder"))
    assert {disk.image(random.Random(seed))["f"] for seed in range(20)} == {b"new"}


def test_a_recovered_state_is_compared_with_those_of_the_session(bench: Any) -> None:
    judged = bench("power_cuts").judged
    states: list[Any] = [{}, {"a": "1"}, {"a": "2"}]
    assert [judged(states, state, 1) for state in (*states, {"a": "3"})] == ["lost", "kept", "kept", "partial"]
