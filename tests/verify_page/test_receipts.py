"""Receipts in both verifiers: what is right is proven, and the first thing that is wrong is named, alike."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from plancia_archive.evidence.verifier_inputs import VerifierInputs, read_head, read_log_key, read_policy
from plancia_archive.evidence.verify_bundle import verify_bundle
from tests import examples
from tests.verify_page.bundle_writer import GAME, Key, Log, club, game_text, leaf_hash, policy
from tests.verify_page.conftest import Ask, packed

Receipt = dict[str, Any]
LATER = 9  # the second entry of the game: it has no header block


def outside(log: Log, **texts: str) -> tuple[VerifierInputs, dict[str, str]]:
    """What is given beside the receipt, for each verifier."""
    key, game = texts.get("key"), texts.get("game")
    python = VerifierInputs(
        heads=[read_head(texts["head"])] if "head" in texts else [], key=read_log_key(key) if key else None,
        policy=read_policy(texts["policy"]) if "policy" in texts else None, game=game.encode() if game else None,
    )  # fmt: skip
    packed_game = {"game": base64.b64encode(game.encode()).decode()} if game else {}
    return python, {**texts, **packed_game}


def both(ask: Ask, jobs: list[tuple[Receipt, VerifierInputs, dict[str, str]]]) -> list[dict[str, Any]]:
    """The answers of the second verifier, which are those of the first."""
    answers = ask({"jobs": [{"bundle": packed(receipt), **other} for receipt, _, other in jobs]})
    for (receipt, python, _), answer in zip(jobs, answers, strict=True):
        own = verify_bundle(json.dumps(receipt, ensure_ascii=False).encode(), python).to_json()
        assert own == {"format": own["format"], **{name: answer[name] for name in own if name != "format"}}
    return list(answers)


def test_both_prove_the_same_of_honest_receipts(ask: Ask) -> None:
    log = club()
    whole = Log()
    whole.add(GAME, game_text(log), 10)
    text = game_text(whole)
    cases = [
        (log.receipt(LATER), {}), (log.receipt(LATER), {"key": log.key.vkey()}),
        (log.receipt(10), {"head": log.head()}),
        (log.receipt(7, entry=False), {"policy": policy(log)}), (log.receipt(0), {}), (log.receipt(4), {}),
        (whole.receipt(0), {"key": whole.key.vkey(), "game": text}), ({"game": "g", "receipt": log.receipt(7)}, {}),
    ]  # fmt: skip
    answers = both(ask, [(receipt, *outside(log, **texts)) for receipt, texts in cases])
    assert [(one["code"], one["level"]) for one in answers] == [
        ("proven", level) for level in ("amber", "green", "green", "green", "amber", "amber", "green", "amber")
    ]
    codes = [{note["code"] for note in one["notes"]} for one in answers]
    assert "own-key" in codes[0] and "own-key" not in codes[1] and "no-head" not in codes[2]
    assert "receipt-bare" in codes[3] and "receipt-bare" not in codes[0] and "form-1" in codes[4]
    assert answers[0]["proven"]["streams"][0]["authors"] == ["t_abcd1234"] and len(answers[0]["lines"]) == 3
    assert answers[6]["proven"]["game_check"] == "equal" and answers[6]["proven"]["game"]["events"] == 10


def changed(receipt: Receipt, **members: Any) -> Receipt:
    return {**receipt, **members}


def without(receipt: Receipt, name: str) -> Receipt:
    return {key: value for key, value in receipt.items() if key != name}


def test_both_name_the_same_thing_that_is_wrong(ask: Ask) -> None:
    log, other = club(), club()
    other.add(GAME, "TURN B\nEND B\n", 2)
    right, bare = log.receipt(LATER), log.receipt(LATER, entry=False)
    entry = base64.b64decode(right["entry"]).replace(b"43:543", b"65:543")
    swapped = base64.b64encode(entry).decode()
    stranger = Key("circolo.example/archivio", seed=b"\x09" * 32).vkey()
    cases: list[tuple[Receipt, dict[str, str], str]] = [
        (changed(right, entry=swapped), {}, "receipt-leaf"),
        (changed(right, entry=swapped, leaf=leaf_hash(entry).hex()), {}, "inclusion"),
        (changed(bare, leaf="0" * 64), {}, "inclusion"),
        (changed(right, stream="g_other"), {}, "stream"),
        (changed(right, index=8), {}, "proof-index"), (changed(bare, index=8), {}, "proof-index"),
        (changed(right, proof=log.proof(8)), {}, "proof-index"),
        (changed(right, proof=other.proof(LATER)), {}, "checkpoint-other"),
        (changed(right, head=other.head()), {}, "receipt-head"), (changed(right, head="x"), {}, "shape"),
        (changed(right, checkpoint=None, proof=None), {}, "unsigned"), (changed(right, proof=None), {}, "shape"),
        (right, {"key": stranger}, "key-other"), (changed(right, key=stranger), {}, "key-other"),
        (changed(right, key=None), {}, "key-unknown"), (right, {"head": other.head()}, "head-newer"),
        (right, {"head": log.head(3)}, "head-unproven"),
        (right, {"head": log.head(3).replace(" 3 ", f" {len(log.entries)} ")}, "head-root"),
        (right, {"head": log.head().replace("circolo", "altro")}, "head-origin"),
        (right, {"game": game_text(log)}, "game-absent"), (right, {"policy": policy(other) + "\n"}, "proven"),
        (changed(right, entry="=="), {}, "base64"), (changed(right, entry=None), {}, "shape"),
        (changed(right, index="9"), {}, "shape"), (changed(right, leaf="AB" * 32), {}, "shape"),
        (changed(right, extra=1), {}, "shape"), (changed(right, stream="what:ever"), {}, "stream-name"),
        (changed(right, format="plancia-receipt/2"), {}, "format"),
        (changed(right, entry="AQ=="), {}, "entry-form"),
        *((without(right, name), {}, "shape") for name in bare if name != "format"),
    ]  # fmt: skip
    answers = both(ask, [(receipt, *outside(log, **texts)) for receipt, texts, _ in cases])
    assert [one["code"] for one in answers] == [code for _, _, code in cases]


@given(st.data())
@settings(max_examples=examples(40), deadline=None)
def test_no_other_byte_changes_what_a_receipt_proves(data: st.DataObject) -> None:
    log = club()
    key = VerifierInputs(key=read_log_key(log.key.vkey()))
    raw = json.dumps(log.receipt(LATER), ensure_ascii=False).encode()
    place, mask = data.draw(st.integers(0, len(raw) - 1)), data.draw(st.sampled_from([1, 4, 32, 128]))
    other = raw[:place] + bytes([raw[place] ^ mask]) + raw[place + 1 :]
    result, usual = verify_bundle(other, key), verify_bundle(raw, key)
    assert usual.ok and (not result.ok or result.proven == usual.proven)


def test_a_receipt_of_any_form_is_answered_by_both(ask: Ask) -> None:
    right = club().receipt(LATER)
    values: list[Any] = [None, True, 0, -1, 1.5, "", "x\n", [], {}, 10**20]
    make: Callable[[str, Any], Receipt] = lambda name, value: {**right, name: value}  # noqa: E731
    cases = [make(name, value) for name in right for value in values]
    both(ask, [(receipt, VerifierInputs(), {}) for receipt in cases])
