"""The Python verifier of bundles: the table of wrong bundles, and no exception for any input."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plancia_archive.evidence.result import BundleResult, VerificationError, failed_result
from plancia_archive.evidence.verifier_inputs import VerifierInputs, read_head, read_log_key, read_policy
from plancia_archive.evidence.verify_bundle import verify_bundle
from plancia_data import messages
from tests import examples
from tests.verify_page.bundle_writer import club, game_bundle, game_text, policy
from tests.verify_page.mutations import rows


def packed(bundle: Any) -> bytes:
    return bundle if isinstance(bundle, bytes) else json.dumps(bundle, ensure_ascii=False).encode()


def verified(bundle: Any, given: dict[str, str]) -> BundleResult:
    """The answer, with what is given as texts; the game is base64 as the JavaScript driver takes it."""
    try:
        known = VerifierInputs(
            [read_head(given["head"])] if "head" in given else [],
            read_log_key(given["key"]) if "key" in given else None,
            read_policy(given["policy"]) if "policy" in given else None,
            base64.b64decode(given["game"]) if "game" in given else None,
        )
    except VerificationError as refusal:
        return failed_result(refusal, [])
    return verify_bundle(packed(bundle), known)


def test_wrong_bundles_are_named() -> None:
    """One test of all: making them takes longer than verifying them."""
    differ = {}
    for name, bundle, outside, code, where in rows():
        problem = verified(bundle, outside).problem
        if problem is None or problem.code != code or not (code == "json" or where.items() <= problem.where.items()):
            differ[name] = (code, where, problem)
        else:
            assert all(problem.text(lang) for lang in ("it", "en")), name
    assert differ == {}


def test_honest_bundles_are_proven() -> None:
    log = club()
    bundle = game_bundle(log)
    alone = verified(bundle, {})
    assert alone.ok and alone.level == "amber" and "own-key" in {note.code for note in alone.notes}
    game = base64.b64encode(game_text(log).encode()).decode()
    for outside in ({"key": log.key.vkey()}, {"policy": policy(log)}, {"head": log.head()}, {"head": log.head(8)},
                    {"game": game, "key": log.key.vkey()}):  # fmt: skip
        found = verified(bundle, outside)
        assert found.ok and found.level == "green", found
        assert found.proven and found.proven["people"][0]["record"]["name"] == "Anna Però"


def test_every_code_has_words_in_both_languages() -> None:
    words = {lang: messages("evidence", lang) for lang in ("it", "en")}
    assert set(words["it"]) == set(words["en"])
    assert {f"problem.{row[3]}" for row in rows()} <= set(words["en"])


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)


@settings(max_examples=examples(300), deadline=None)
@given(st.binary(max_size=300) | VALUES.map(lambda value: json.dumps(value).encode()))
def test_what_is_no_bundle_is_refused(data: bytes) -> None:
    found = verify_bundle(data)
    assert found.problem and found.problem.text("it") and json.dumps(found.to_json())


GOOD = game_bundle(club())
PATHS = [
    ("format",), ("subject",), ("subject", "game"), ("origin",), ("key",), ("streams",), ("streams", 0), ("people",),
    ("streams", 0, "stream"), ("streams", 0, "entries"), ("streams", 0, "entries", 1), ("streams", 0, "proof"),
    ("streams", 3, "entries", 0), ("consistency",), ("consistency", 0, "size"), ("consistency", 0, "root"),
    ("consistency", 0, "proof", 0), ("people", "p_7Q2M9K1A", "record"), ("people", "p_7Q2M9K1A", "salt"),
]  # fmt: skip


@settings(max_examples=examples(400), deadline=None)
@given(st.sampled_from(PATHS), VALUES)
def test_a_member_of_any_other_value_is_refused(path: tuple[Any, ...], value: Any) -> None:
    made = json.loads(json.dumps(GOOD))
    inner = made
    for step in path[:-1]:
        inner = inner[step]
    if inner[path[-1]] == value or (path, value) in [(("people",), {}), (("consistency",), [])]:
        return
    inner[path[-1]] = value
    found = verify_bundle(packed(made))
    assert found.problem and found.problem.text("en"), path


@settings(max_examples=examples(300), deadline=None)
@given(st.data())
def test_other_bytes_change_nothing_that_is_proven(data: st.DataObject) -> None:
    raw = bytearray(packed(GOOD))
    usual = verify_bundle(bytes(raw)).proven
    place = data.draw(st.integers(0, len(raw) - 1))
    raw[place] ^= 1 << data.draw(st.integers(0, 7))
    found = verify_bundle(bytes(raw))
    assert not found.ok or found.proven == usual, place


@pytest.mark.parametrize(("form", "times"), [
    (b"%s[", 50_000_000), (b'%s{"a":', 10_000_000), (b"%sx", 100_000_000), (b"%s1", 50_000_000),
    (b'{"format": "plancia-bundle/1", "size": %s9}', 50_000_000),
    (b"[NaN]", 0), (b"[1e999999]", 0), (b"\xff\xfe", 0), (b"-", 0),
])  # fmt: skip
def test_large_and_deep_input_is_refused(form: bytes, times: int) -> None:
    before, _, after = form.partition(b"%s")
    repeated = after.removesuffix(b"}") * times if times else after
    found = verify_bundle(before + repeated + (b"}" if before.startswith(b"{") else b""))
    assert found.problem and found.problem.code in ("json", "utf8", "format", "shape")
