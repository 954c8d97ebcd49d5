"""Policies, and proofs held against them."""

from __future__ import annotations

import contextlib
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancia_archive.tlog.cosignature import cosign
from plancia_archive.tlog.errors import CheckpointError, NoteError, PolicyError, ProofError, TlogError
from plancia_archive.tlog.keys import COSIGNATURE, ED25519, SigningKey, VerifierKey
from plancia_archive.tlog.merkle import leaf_hash
from plancia_archive.tlog.policy import NO_QUORUM, Log, Policy, parse_policy
from plancia_archive.tlog.proofs import inclusion_proof
from plancia_archive.tlog.signed_note import Note, Signature
from plancia_archive.tlog.tlog_proof import FIRST_LINE, TlogProof, evaluate_policy, parse_proof, verify_proof
from tests.archive.tlog.keys import FORK, LOG, ORIGIN, STRANGER, TREE, WITNESSES, signed

NOW = 1_795_363_200
V = [one.verifier.text() for one in WITNESSES]
X = [f"witness X{number + 1} {V[number]}" for number in range(3)]
Y = [f"witness Y{number + 1} {V[number + 3]}" for number in range(3)]
TWO_LEVELS = "\n".join([
    f"log {LOG.verifier.text()}", "", "# the club's witnesses", *X, "group X-witnesses 2 X1 X2 X3",
    f"\t{Y[0]} https://witness.example/y1 ", *Y[1:], "group Y-witnesses any Y1 Y2 Y3",
    "group X-and-Y all X-witnesses Y-witnesses", "quorum X-and-Y", "",
])  # fmt: skip


def single_log_policy(key: VerifierKey) -> Policy:
    """A policy that trusts one log and needs no witness."""
    return Policy(logs=[Log(key)], quorum=NO_QUORUM)


def cosigned(numbers: tuple[int, ...], size: int = 7) -> Note:
    """A checkpoint signed by the log and cosigned by some witnesses."""
    note = signed(size)
    return note.with_signatures(*(cosign(note.body, WITNESSES[number], NOW + number) for number in numbers))


def test_every_set_of_witnesses_is_held_against_the_quorum() -> None:
    policy = parse_policy(TWO_LEVELS)
    assert policy.witnesses["Y1"].url == "https://witness.example/y1"
    for count in range(7):
        for numbers in combinations(range(6), count):
            enough = sum(number < 3 for number in numbers) >= 2 and any(number >= 3 for number in numbers)
            try:
                trusted = evaluate_policy(cosigned(numbers), policy)
            except PolicyError as error:
                assert error.code == "policy-quorum" and not enough
            else:
                assert enough and sorted(trusted.cosignature_times.values()) == [NOW + number for number in numbers]
                assert trusted.checkpoint.size == 7 and trusted.signed_by == (ORIGIN,)


@pytest.mark.parametrize(("lines", "numbers", "enough"), [
    ("quorum none", (), True), (f"{X[0]}\nquorum X1", (), False), (f"{X[0]}\nquorum X1", (0,), True),
    (f"{X[0]}\n{X[1]}\nquorum X1", (1,), False), (f"{X[0]}\n{X[1]}\ngroup g any X1 X2\nquorum g", (1,), True),
    (f"{X[0]}\n{X[1]}\ngroup g all X1 X2\nquorum g", (1,), False), (f"{X[0]}\ngroup g 1 X1\nquorum g", (0,), True),
])  # fmt: skip
def test_quorums(lines: str, numbers: tuple[int, ...], enough: bool) -> None:
    policy = parse_policy(f"log {LOG.verifier.text()}\n{lines}\n".encode())
    assert policy.is_satisfied_by([WITNESSES[number].verifier for number in numbers]) == enough
    if not enough:
        with pytest.raises(PolicyError):
            evaluate_policy(cosigned(numbers), policy)
    else:
        assert len(evaluate_policy(cosigned(numbers).text(), policy).cosignature_times) == len(numbers)


def test_a_false_or_foreign_signature_is_never_counted() -> None:
    policy = parse_policy(f"log {LOG.verifier.text()}\n{X[0]}\nquorum X1\n")
    note = cosigned((0,))
    with pytest.raises(NoteError, match="no signature"):
        evaluate_policy(signed(7, key=STRANGER).with_signatures(*note.signatures[1:]), policy)
    other = cosigned((0,), size=8).signatures[1]
    with pytest.raises(NoteError) as caught:
        evaluate_policy(signed(7).with_signatures(other), policy)
    assert caught.value.code == "note-signature"
    impostor = SigningKey(WITNESSES[0].name, COSIGNATURE, bytes([99]) * 32)
    with pytest.raises(PolicyError):
        evaluate_policy(signed(7).with_signatures(cosign(note.body, impostor, NOW)), policy)
    for size, tree in ((7, FORK), (8, TREE)):
        with pytest.raises(NoteError):
            evaluate_policy(Note(signed(size, tree).body, note.signatures), policy)


@pytest.mark.parametrize(("lines", "code"), [
    ("", "policy-no-quorum"), ("quorum none\nquorum none", "policy-quorum-twice"), ("quorum", "policy-fields"),
    ("quorum none x", "policy-fields"), ("quorum X1", "policy-unknown"), (f"quorum X1\n{X[0]}", "policy-unknown"),
    ("Quorum none", "policy-line"), ("log", "policy-fields"), ("log x", "policy-key"), ("log a b c", "policy-fields"),
    (f"log {V[0]}", "policy-kind"), (f"witness X1 {LOG.verifier.text()}", "policy-kind"),
    (f"log {LOG.verifier.text()}\nlog {LOG.verifier.text()} url", "policy-key-twice"),
    (f"log {LOG.verifier.text()}\nlog {SigningKey('b', ED25519, LOG.seed).verifier.text()}", "policy-key-twice"),
    (f"{X[0]}\n{X[0].replace('X1', 'Z')}", "policy-key-twice"), (f"{X[0]}\nwitness X1 {V[1]}", "policy-name"),
    (f"witness none {V[0]}", "policy-name"), (f"witness X1 {V[0]} url more", "policy-fields"),
    (f"{X[0]}\ngroup X1 any X1", "policy-name"), (f"{X[0]}\ngroup g any", "policy-fields"),
    (f"{X[0]}\ngroup g any none", "policy-unknown"), (f"{X[0]}\ngroup g any g", "policy-unknown"),
    (f"{X[0]}\ngroup g any X1 X1", "policy-member-twice"),
    (f"{X[0]}\n{X[1]}\ngroup g any X1\ngroup h any X2 X1", "policy-member-twice"),
    (f"{X[0]}\ngroup g 0 X1", "policy-threshold"), (f"{X[0]}\ngroup g 2 X1", "policy-threshold"),
    (f"{X[0]}\ngroup g 01 X1", "policy-threshold"), (f"{X[0]}\ngroup g both X1", "policy-threshold"),
    ("quorum none\r", "policy-control"), ("# \x7f\nquorum none", "policy-control"),
    ("# " + "x" * 1_000_000, "policy-large"),
])  # fmt: skip
def test_bad_policies_are_refused(lines: str, code: str) -> None:
    for text in (lines, lines.encode()):
        with pytest.raises(PolicyError) as caught:
            parse_policy(text)
        assert caught.value.code == code
    assert caught.value.text("it") != caught.value.text("en")


def test_names_are_compared_by_octets() -> None:
    text = f"witness K {V[0]}\nwitness \u212a {V[1]}\nquorum \u212a\n"
    assert not parse_policy(text).is_satisfied_by([WITNESSES[0].verifier])
    raw = f"witness A {V[0]}\nwitness B {V[1]}\nquorum A\n".encode()
    raw = raw.replace(b"witness A ", b"witness \xfe ").replace(b"witness B ", b"witness \xff ")
    policy = parse_policy(raw.replace(b"quorum A", b"quorum \xff"))
    assert policy.is_satisfied_by([WITNESSES[1].verifier]) and not policy.is_satisfied_by([WITNESSES[0].verifier])


@given(st.one_of(
    st.text(), st.binary(),
    st.lists(st.sampled_from([*X, "group g any", "group g 1", " X1", " X2", "\n", "quorum ", "g", "none", "#", "\t"]))
    .map("".join),
))  # fmt: skip
def test_any_text_is_a_policy_or_refused(text: str | bytes) -> None:
    with contextlib.suppress(PolicyError):
        assert parse_policy(text).quorum


def proof(index: int, size: int) -> TlogProof:
    """The proof of an entry of the tree."""
    return TlogProof(index, tuple(inclusion_proof(TREE, index, size)), signed(size))


def test_proofs_come_back_and_verify() -> None:
    policy = single_log_policy(LOG.verifier)
    for index, size in ((0, 1), (0, 2), (6, 7), (129, 300), (299, 300)):
        for extra in (b"", b"salt"):
            one = TlogProof(index, proof(index, size).hashes, signed(size), extra)
            read = parse_proof(one.text().encode())
            assert read == one and read.text() == one.text()
            trusted = verify_proof(read, leaf_hash(f"entry {index}".encode()), policy)
            assert trusted.checkpoint.size == size
            with pytest.raises(ProofError):
                verify_proof(read, leaf_hash(b"entry x"), policy)
    with pytest.raises(NoteError):
        verify_proof(proof(3, 7), leaf_hash(b"entry 3"), single_log_policy(STRANGER.verifier))


GOOD = proof(3, 7).text()
HASH = GOOD.split("\n")[2]


@pytest.mark.parametrize(("text", "code"), [
    ("", "proof-form"), (GOOD.replace("@v1", "@v2"), "proof-form"), (GOOD.replace("\n\n", "\n"), "proof-form"),
    (GOOD.replace("index 3", "index 03"), "proof-index-line"), (GOOD.replace("index 3\n", ""), "proof-index-line"),
    (FIRST_LINE + "\n\n", "proof-index-line"), (GOOD.replace("index 3", "index  3"), "proof-index-line"),
    (GOOD.replace("index 3", "extra !\nindex 3"), "proof-extra"),
    (GOOD.replace("index 3", "extra \nindex 3"), "proof-extra"),
    (GOOD.replace("index 3", "index 3\nextra AAAA"), "proof-hash-line"),
    (GOOD.replace(HASH, HASH[:-4]), "proof-hash-line"),
    (GOOD.replace(HASH, "\n".join([HASH] * 63)), "proof-long"), (GOOD.replace(HASH, f"{HASH} "), "proof-hash-line"),
    (GOOD.removesuffix("\n"), "note-form"), (GOOD.replace("\n7\n", "\n\n"), "checkpoint-size"),
    (GOOD.replace("\n7\n", "\n07\n"), "checkpoint-size"), (GOOD.replace("index", "\tindex"), "note-control"),
])  # fmt: skip
def test_texts_that_are_not_proofs_are_refused(text: str, code: str) -> None:
    with pytest.raises(TlogError) as caught:
        parse_proof(text)
    assert caught.value.code == code


@given(st.integers(0, len(GOOD.encode()) - 1), st.integers(0, 7))
def test_no_changed_bit_of_a_proof_passes(place: int, bit: int) -> None:
    data = bytearray(GOOD.encode())
    data[place] ^= 1 << bit
    with pytest.raises((ProofError, NoteError, CheckpointError)):
        verify_proof(parse_proof(bytes(data)), leaf_hash(b"entry 3"), single_log_policy(LOG.verifier))


@given(st.one_of(st.text(), st.binary(), st.text("index 0123\nA=").map(lambda text: f"{FIRST_LINE}\n{text}")))
def test_any_text_is_a_proof_or_refused(text: str | bytes) -> None:
    with contextlib.suppress(ProofError, NoteError, CheckpointError):
        parse_proof(text)


def test_a_note_may_hold_signatures_that_nobody_knows() -> None:
    note = signed(7).with_signatures(*(Signature(f"s{number}", bytes(4), bytes(64)) for number in range(16)))
    assert evaluate_policy(note.text(), single_log_policy(LOG.verifier)).checkpoint.size == 7
