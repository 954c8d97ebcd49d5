"""Edits by the keeper, with file, source and key in hand, against the receipt that a sender holds."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from plancia_archive import Archive
from plancia_archive.evidence.receipts import make_receipts, receipt_line
from plancia_archive.log.archive_key import rotate
from plancia_archive.log.archive_stream import keys_of
from plancia_archive.log.side_files import checkpoint_file, key_file
from plancia_cli.main import plancia
from plancia_data import samples
from plancia_events import read

BENCH = Path(__file__).resolve().parents[3] / "bench"
YEAR = 365 * 24 * 3600 * 1000


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The keeper's tools of the bench."""
    monkeypatch.syspath_prepend(str(BENCH))
    yield importlib.import_module("insider_tools")
    for name in [name for name, one in sys.modules.items() if str(BENCH) in str(getattr(one, "__file__", ""))]:
        del sys.modules[name]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """An archive of two games; the sender of the second keeps the receipt, `a.db.receipt`."""
    archive = Archive.open(tmp_path / "a.db", create=True)
    text = samples()["monopoli-serata.rgn"]
    archive.add_game(read(text).games[0])
    archive.checkpoints.sign()
    sent = archive.add_game(read(text.replace(b"serata-1", b"serata-2").replace(b"2026-11-20", b"2026-11-21")).games[0])
    (kept,) = make_receipts(archive.checkpoints, [(sent.game_id, sent.version)])
    (tmp_path / "a.db.receipt").write_text(receipt_line(kept), "utf-8")
    archive.close()
    return tmp_path / "a.db"


def verified(place: Path, *arguments: str) -> Result:
    command = ["--lang", "en", "verify", str(place), "--receipt", f"{place}.receipt", "--format", "json", *arguments]
    result = CliRunner().invoke(plancia, command)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def codes(place: Path, *arguments: str) -> dict[str, str]:
    """Code -> place of the findings."""
    result = verified(place, *arguments)
    found = {row["code"]: row["where"] for row in json.loads(result.stdout)}
    assert (result.exit_code == 3) is bool(found)
    return found


def kept(place: Path) -> dict[str, Any]:
    receipt: dict[str, Any] = json.loads(Path(f"{place}.receipt").read_text("utf-8"))
    return receipt


def without(tools: Any, place: Path, **_: Any) -> None:
    insider = tools.Insider(place)
    insider.entries.pop()
    insider.finish()


def replaced(tools: Any, place: Path) -> None:
    insider = tools.Insider(place)
    insider.exchange(insider.game(1), "CIN>SIA 654:32 -0-2", "CIN>SIA 111:66 -2-0")
    insider.finish()


def back_dated(tools: Any, place: Path) -> None:
    insider = tools.Insider(place)
    for entry in insider.of(insider.game(1)):
        entry.at -= YEAR
    insider.finish()


def rewritten(tools: Any, place: Path) -> None:
    """Every time, the first game and so every leaf, rehashed, rebuilt and signed with the key."""
    insider = tools.Insider(place)
    insider.exchange(insider.game(0), "CIN>SIA 654:32 -0-2", "CIN>SIA 111:66 -2-0")
    for entry in insider.entries:
        entry.at += 1
    insider.finish()


def first_game_edited(tools: Any, place: Path) -> None:
    """The sender's own entry is as it was; one before it is not."""
    insider = tools.Insider(place)
    insider.exchange(insider.game(0), "CIN>SIA 654:32 -0-2", "CIN>SIA 111:66 -2-0")
    insider.finish()


def emptied(tools: Any, place: Path) -> None:
    """The sender's game is dropped and somebody else's put in its place, so that the log is as long."""
    insider = tools.Insider(place)
    first = insider.of(insider.game(0))[0]
    body = first.body.replace(b"serata-1", b"serata-3")
    insider.entries[-1] = insider.copy(first, stream="g_01a1fd000000ffffff", body=body, request="0" * 32)
    insider.finish()


@pytest.mark.parametrize(
    ("edit", "named"),
    [
        (without, {"receipt-gone", "head-behind"}), (replaced, {"receipt", "head-root"}),
        (back_dated, {"receipt", "head-root"}), (rewritten, {"receipt", "head-root"}),
        (first_game_edited, {"head-root"}), (emptied, {"receipt", "head-root"}),
    ],
)  # fmt: skip
def test_each_edit_is_named_by_the_receipt(tools: Any, place: Path, edit: Any, named: set[str]) -> None:
    receipt = kept(place)
    assert codes(place) == {}
    edit(tools, place)
    shown = CliRunner().invoke(plancia, ["--lang", "en", "verify", str(place)])
    alone = 3 if edit is back_dated else 0  # what is not dated back the archive alone does not show
    assert shown.exit_code == alone and ("dated before an earlier one" in shown.output) == bool(alone)
    found = codes(place)
    assert named <= found.keys()
    if "receipt-gone" in named:
        assert found["receipt-gone"] == f"entry {receipt['index']} ({receipt['stream']})"
    if edit is emptied:
        assert found["receipt"] == f"entry {receipt['index']} ({receipt['stream']} -> g_01a1fd000000ffffff)"


def test_another_key_and_another_log_are_named(tools: Any, place: Path, tmp_path: Path) -> None:
    receipt = kept(place)
    archive = Archive.open(place)
    rotate(archive.checkpoints)
    key = keys_of(archive.log)[-1]
    archive.close()
    assert codes(place) == {}, "the log announced the key that signed the receipt"
    assert codes(place, "--key", receipt["key"]) == {} and "checkpoint" in codes(place, "--key", key)
    other = Archive.open(tmp_path / "b.db", create=True)
    other.close()
    Path(tmp_path / "b.db.receipt").write_text(json.dumps(receipt))
    assert {"head-origin", "checkpoint"} <= codes(tmp_path / "b.db").keys()


def test_a_receipt_that_contradicts_itself_accuses_nobody(place: Path) -> None:
    receipt, file = kept(place), Path(f"{place}.receipt")
    for change, status, word in (
        ({"leaf": "0" * 64}, 3, "leaf"), ({"index": 1}, 3, "proof"), ({"extra": 1}, 1, "form"),
        ({"format": "x"}, 1, "neither"),
    ):  # fmt: skip
        file.write_text(json.dumps({**receipt, **change}))
        result = verified(place)
        assert result.exit_code == status and word in result.output and not result.stdout.startswith("[")
    file.write_text(json.dumps({**receipt, "checkpoint": None, "proof": None}))
    assert codes(place) == {}, "an unsigned receipt is compared too"


def test_a_log_without_key_gives_receipts_that_are_not_signed(place: Path) -> None:
    key_file(place).unlink()
    checkpoint_file(place).unlink()
    command = ["--lang", "en", "-a", str(place), "append", "serata-2", "NOTE R {x}", "--receipt", f"{place}.receipt"]
    done = CliRunner().invoke(plancia, command)
    assert done.exit_code == 0 and "not signed" in done.output
    assert kept(place)["checkpoint"] is None and codes(place) == {}
    alone = CliRunner().invoke(plancia, ["--lang", "en", "verify", f"{place}.receipt"])
    assert alone.exit_code == 3 and "not signed" in alone.output
