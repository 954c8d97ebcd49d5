"""Bundles of a real archive: both verifiers accept the honest ones and refuse the changed ones alike."""

from __future__ import annotations

import base64
import json
import random
from pathlib import Path
from typing import Any

import pytest

from plancia_archive import Archive, ArchiveError
from plancia_archive.evidence.bundle import bundle_text, make_bundle
from plancia_archive.evidence.verifier_inputs import VerifierInputs, read_head, read_log_key, read_policy
from plancia_archive.evidence.verify_bundle import verify_bundle
from plancia_archive.exports.backups import backup, restore
from plancia_archive.log.archive_stream import keys_of
from plancia_archive.log.side_files import key_file
from plancia_events import read
from tests.archive.evidence.conftest import game_text
from tests.verify_page.conftest import Ask

MUTATIONS = 200


def given_of(outside: dict[str, str]) -> VerifierInputs:
    return VerifierInputs(
        [read_head(outside["head"])] if "head" in outside else [],
        read_log_key(outside["key"]) if "key" in outside else None,
        read_policy(outside["policy"]) if "policy" in outside else None,
    )


def both(ask: Ask, cases: list[tuple[bytes, dict[str, str]]]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The answers of both verifiers."""
    jobs = [{"bundle": base64.b64encode(data).decode(), **outside} for data, outside in cases]
    answers = ask({"jobs": jobs, "summary": True})
    mine = [verify_bundle(data, given_of(outside)).to_json() for data, outside in cases]
    return list(zip(mine, answers, strict=True))


def test_both_verifiers_prove_the_same_of_honest_bundles(archive: Archive, ask: Ask) -> None:
    game = archive.resolve("serata-2")
    old = archive.checkpoints.head(3)
    key = keys_of(archive.log)[-1]
    data = bundle_text(make_bundle(archive, game, [old, 5], include_names=True)).encode()
    now = archive.checkpoints.head().head()
    outside: list[dict[str, str]] = [
        {}, {"key": key}, {"policy": f"log {key}\nquorum none\n"}, {"head": now}, {"head": old.head(), "key": key},
        {"head": archive.checkpoints.head(5).head()},
    ]  # fmt: skip
    for mine, other in both(ask, [(data, one) for one in outside]):
        assert mine["ok"] and other["ok"], (mine["code"], other["code"])
        assert mine["proven"] == other["proven"] and mine["level"] == other["level"]
        assert [note["code"] for note in mine["notes"]] == [note["code"] for note in other["notes"]]
    proven = verify_bundle(data).proven
    assert proven and proven["game"]["events"] == archive.version(game)
    assert {one["record"]["name"] for one in proven["people"]} >= {"Anna", "Bruno"} or len(proven["people"]) >= 3


def mutated(bundle: dict[str, Any], chance: random.Random) -> bytes:
    """The bundle with one thing changed: a byte of its file, of an entry, a line of a proof, an entry, a stream."""
    made = json.loads(json.dumps(bundle))
    kind = chance.randrange(6)
    stream = chance.choice(made["streams"])
    entries = stream["entries"]
    place = chance.randrange(len(entries))
    if kind == 0:
        raw = bytearray(json.dumps(made).encode())
        raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
        return bytes(raw)
    if kind == 1:
        data = bytearray(base64.b64decode(entries[place]))
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        entries[place] = base64.b64encode(bytes(data)).decode()
    elif kind == 2:
        lines = stream["proof"].split("\n")
        del lines[chance.randrange(len(lines) - 1)]
        stream["proof"] = "\n".join(lines)
    elif kind == 3:
        entries.insert(chance.randrange(len(entries) + 1), entries[place])
    elif kind == 4:
        one = chance.choice(made["consistency"])
        one["size"] += chance.choice([-1, 1])
    else:
        made["streams"].remove(stream)
    return json.dumps(made).encode()


def test_both_verifiers_refuse_the_same_changes(archive: Archive, ask: Ask) -> None:
    bundle = make_bundle(archive, archive.resolve("serata-2"), include_names=True)
    key = keys_of(archive.log)[-1]
    chance = random.Random(13)
    cases = [(mutated(bundle, chance), {"key": key}) for _ in range(MUTATIONS)]
    refused = 0
    for number, (mine, other) in enumerate(both(ask, cases)):
        assert mine["ok"] == other["ok"], (number, mine["code"], other["code"])
        assert mine["code"] == other["code"], number
        if mine["code"] != "json":
            same = ("stream", "entry", "index", "column", "line", "event")
            assert [mine["where"][name] for name in same] == [other["where"][name] for name in same], number
        refused += not mine["ok"]
    assert refused > MUTATIONS * 0.8  # what is left: a stream, or a letter outside strings


def test_without_a_key_the_error_says_what_to_do(archive: Archive, tmp_path: Path) -> None:
    game = archive.resolve("serata-1")
    archive.close()
    key_file(tmp_path / "circolo.db").unlink()
    (tmp_path / "circolo.db.checkpoint").unlink()
    keyless = Archive.open(tmp_path / "circolo.db")
    with pytest.raises(ArchiveError) as caught:
        make_bundle(keyless, game)
    assert caught.value.code == "no-key" and "plancia key create" in caught.value.text("it")


def test_heads_that_the_log_does_not_have_are_refused(archive: Archive) -> None:
    game = archive.resolve("serata-1")
    other = archive.checkpoints.head(3).head().replace(" 3 ", " 4 ")
    for since, code in ((10**6, "head-size"), (0, "head-size"), (read_head(other), "head-other")):
        with pytest.raises(ArchiveError) as caught:
            make_bundle(archive, game, [since])
        assert caught.value.code == code


def test_a_read_only_archive_proves_what_was_signed(archive: Archive, tmp_path: Path) -> None:
    game = archive.resolve("serata-1")
    archive.close()
    reading = Archive.open(tmp_path / "circolo.db", read_only=True)
    assert verify_bundle(bundle_text(make_bundle(reading, game)).encode()).ok
    writing = Archive.open(tmp_path / "circolo.db")
    writing.withdrawals.withdraw(game, "twice")
    bundle = make_bundle(reading, game)  # the withdrawal is not signed yet
    assert [one["stream"] for one in bundle["streams"]][:1] == [game]
    assert not any(one["stream"].startswith("withdrawal:") for one in bundle["streams"])
    bundle = make_bundle(writing, game)
    assert any(one["stream"] == f"withdrawal:{game}" for one in bundle["streams"])
    assert verify_bundle(bundle_text(bundle).encode()).ok


def test_a_log_restored_to_an_earlier_state_proves_under_its_new_origin(archive: Archive, ask: Ask) -> None:
    place = Path(archive.path)
    backup(archive, place.with_name("early.zip"))
    archive.add_game(read(game_text(9)).games[0])
    archive.checkpoints.sign()
    archive.close()
    place.unlink()
    restore(place.with_name("early.zip"), place, behind="the disk failed")
    again = Archive.open(place)
    data = bundle_text(make_bundle(again, again.resolve("serata-2"))).encode()
    key = {"key": keys_of(again.log)[-1]}
    for mine, other in both(ask, [(data, key)]):
        assert mine["ok"] and other["ok"], (mine["code"], other["code"])
        assert [note["code"] for note in mine["notes"]] == [note["code"] for note in other["notes"]]
