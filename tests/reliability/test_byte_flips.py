"""Changed bytes of an archive, of the files beside it and of what others hold: refused, or no answer differs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests import SOAK

EACH = {"archive": 150, "bundle": 60, "receipt": 30, "backup": 25, "head": 40, "checkpoint": 40, "checkpoint file": 12,
        "signing key": 12, "file of a dispute": 6}  # fmt: skip
EACH |= {} if SOAK else {"archive": 70, "bundle": 30, "backup": 12, "head": 20, "checkpoint": 20}


def test_no_changed_byte_is_accepted_with_another_answer(bench: Any) -> None:
    flips = bench("byte_flips")
    rows = [row for name in flips.CHECKS for row in flips.run(EACH[name], [name], 7)]
    for row in rows:
        assert (row["changed"], row["fault"]) == (0, 0), row["examples"]
        assert row["refused"] + row["unchanged"] == row["flips"] > 0
    refused = {row["file"]: row["refused"] for row in rows}
    assert min(refused.values()) > 0
    for name in ("bundle", "receipt"):
        assert refused[name] > EACH[name], "all of it but its key, which is for information, is checked"


@pytest.fixture
def subject(bench: Any, tmp_path: Path) -> Any:
    (tmp_path / "original").mkdir()
    bench("byte_flips").make(tmp_path / "original")
    return bench("byte_flips").Subject(tmp_path / "original", tmp_path / "s")


@pytest.mark.parametrize(("statement", "outcome"), [
    ("UPDATE token SET name = 'tavolo2'", "refused"), ("UPDATE token SET made_at = made_at + 1", "refused"),
    ("UPDATE request SET fingerprint = replace(fingerprint, substr(fingerprint, 1, 1), 'x')", "refused"),
    ("UPDATE request SET fingerprint = substr(fingerprint, 1, 64) || 'x' || substr(fingerprint, 66)", "refused"),
    ("UPDATE dispute SET outcome = 'upheld'", "refused"), ("UPDATE person SET name = name || 'x'", "refused"),
    ("ALTER TABLE _sqlite_migrations RENAME COLUMN applied_at TO x", "refused"),
    ("CREATE VIEW w AS SELECT 1", "refused"), ("DROP INDEX game_event", "refused"),
    ("UPDATE _sqlite_migrations SET applied_at = 'x'", "unchanged"), ("VACUUM", "unchanged"),
])  # fmt: skip
def test_a_changed_row_is_refused_unless_no_answer_is_made_of_it(
    bench: Any, subject: Any, statement: str, outcome: str
) -> None:
    flips = bench("byte_flips")
    archive = flips.Archive.open(subject.place)
    archive.db.conn.execute(statement)
    archive.db.conn.commit()
    archive.close()
    assert flips.outcome_of(flips.check_archive, subject, subject.place.read_bytes())[0] == outcome


def test_an_accepted_change_of_an_answer_would_be_seen(bench: Any, subject: Any, monkeypatch: Any) -> None:
    flips = bench("byte_flips")
    monkeypatch.setattr(flips, "verify", lambda *args, **named: [])
    data = subject.data.replace(b"tavolo1", b"tavolo2")
    assert flips.outcome_of(flips.check_archive, subject, data) == ("changed", "token")
    monkeypatch.setattr(flips, "verify", lambda *args, **named: 1 // 0)
    assert flips.outcome_of(flips.check_archive, subject, data)[0] == "fault"
