"""Keys, notes, checkpoints and cosignatures: published examples, round trips, and nothing changed passes."""

from __future__ import annotations

import contextlib
import dataclasses
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancia_archive.tlog.checkpoint import (
    Checkpoint,
    open_checkpoint,
    parse_checkpoint,
    parse_head,
    sign_checkpoint,
)
from plancia_archive.tlog.cosignature import cosign, cosignature_time, verify_cosignatures
from plancia_archive.tlog.errors import CheckpointError, NoteError
from plancia_archive.tlog.keys import (
    COSIGNATURE,
    ED25519,
    SigningKey,
    VerifierKey,
    new_key,
    parse_signing_key,
    parse_verifier_key,
)
from plancia_archive.tlog.merkle import EMPTY_ROOT
from plancia_archive.tlog.signed_note import MAX_SIGNATURES, Note, Signature, parse_note, sign_note, verify_note
from plancia_archive.tlog.text_fields import to_base64
from tests.archive.tlog.keys import LOG, ORIGIN, STRANGER, WITNESSES, head, signed

# golang.org/x/mod/sumdb/note: the example of its documentation
VKEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
SKEY = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
SIGNED = """If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
"""
# c2sp.org/signed-note and c2sp.org/tlog-cosignature: the examples
POEM = """Ognuno sta solo sul cuor della terra
trafitto da un raggio di sole:

ed è subito sera.

— quasimodo.example/salvatore \
NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=
"""
COSIGNED = """example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa \
Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 \
jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
"""
NOW = 1_795_363_200


def code(error: type[NoteError] | type[CheckpointError], call: object, *given: object) -> str:
    """The code that a call refuses with."""
    with pytest.raises(error) as caught:
        call(*given)  # type: ignore[operator]
    return caught.value.code


def test_the_example_of_the_go_library_verifies_and_is_signed_alike() -> None:
    key, note = parse_verifier_key(VKEY), parse_note(SIGNED)
    assert verify_note(note, [key]) == [key]
    signing = parse_signing_key(SKEY)
    assert (signing.verifier, signing.text(), key.text()) == (key, SKEY, VKEY)
    assert sign_note(note.body, signing).text() == SIGNED
    changed = SIGNED.replace("your problem is", "their problem is")
    assert code(NoteError, verify_note, parse_note(changed), [key]) == "note-signature"


def test_the_examples_of_the_specifications_are_read() -> None:
    poem = parse_note(POEM.encode())
    assert poem.text() == POEM and poem.body.count("\n") == 4 and "\n\n" in poem.body
    assert poem.signatures[0].id.hex() == "367ba04b" and len(poem.signatures[0].data) == 64
    note = parse_note(COSIGNED)
    checkpoint = parse_checkpoint(note.body)
    assert (checkpoint.origin, checkpoint.size) == ("example.com/behind-the-sofa", 20852163)
    assert int.from_bytes(note.signatures[1].data[:8], "big") == 1679315147  # the time that the specification names
    assert code(NoteError, verify_note, note, [LOG.verifier]) == "note-unsigned"


def test_key_texts_come_back_and_one_changed_character_is_refused() -> None:
    for key in (LOG, WITNESSES[0], new_key("prova.example/è")):
        assert parse_signing_key(key.text() + "\n") == key
        text = key.verifier.text()
        assert parse_verifier_key(text) == key.verifier
        for place in range(len(text)):
            with pytest.raises(NoteError):
                parse_verifier_key(text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1 :])
    assert "seed" not in repr(LOG) and repr(LOG.seed) not in repr(LOG)
    assert new_key("a") != new_key("a")


@pytest.mark.parametrize(("text", "wanted"), [
    ("", "key-text"), ("a+b", "key-text"), ("a+00000000+", "key-text"), ("a+00000000+AQ==", "key-data"),
    ("a+00000000+!", "key-text"), (VKEY.upper(), "key-id"), (VKEY.replace("c74f", "C74F"), "key-id"),
    ("a b" + VKEY[12:], "key-name"), (VKEY[12:], "key-name"), (VKEY.replace("+AR", "+CR"), "key-kind"),
])  # fmt: skip
def test_bad_keys_are_refused(text: str, wanted: str) -> None:
    assert code(NoteError, parse_verifier_key, text) == wanted
    assert code(NoteError, parse_signing_key, text) == "key-private"


@pytest.mark.parametrize("name", ["", " ", "a b", "a+b", "a\u00a0b", "a\u2028b", "a\nb", "a\x01b", "\ud800"])
def test_bad_names_of_keys_are_refused(name: str) -> None:
    assert code(NoteError, VerifierKey, name, ED25519, bytes(32)) == "key-name"
    assert code(NoteError, SigningKey, name, ED25519, bytes(32)) == "key-name"


LINE = signed(5).signatures[0].line()
BODY = head(5).text()


@pytest.mark.parametrize(("text", "wanted"), [
    ("", "note-form"), ("a\n", "note-form"), ("a\n\n", "note-form"), (f"{BODY}{LINE}", "note-form"),
    (f"{BODY}\n{LINE}".removesuffix("\n"), "note-form"), (f"{BODY}\n\n{LINE}\n", "note-form"),
    (f"{BODY}\n{LINE}x\n", "note-line"), (f"{BODY}\n{LINE.replace('— ', '- ')}", "note-line"),
    (f"{BODY}\n{LINE.replace(' ', '  ')}", "note-line"), (f"{BODY}\n— a AAAA\n", "note-line"),
    (f"{BODY}\n— a AAAAAAA\n", "note-line"), (f"{BODY}\n— a AAAAAAB=\n", "note-line"),
    (f"{BODY}\n— a+b AAAAAAA=\n", "key-name"), (f"{BODY}\n—  AAAAAAA=\n", "key-name"),
    (f"{BODY}\t\n{LINE}", "note-control"), (f"{BODY}\n{LINE}".replace("\n", "\r\n"), "note-control"),
    (b"\xff" + f"{BODY}\n{LINE}".encode(), "note-encoding"), (f"\ud800{BODY}\n{LINE}", "note-encoding"),
    (f"{BODY}\n{LINE * (MAX_SIGNATURES + 1)}", "note-many"), ("a" * 1_000_001, "note-large"),
])  # fmt: skip
def test_texts_that_are_not_notes_are_refused(text: str | bytes, wanted: str) -> None:
    assert code(NoteError, parse_note, text) == wanted


def test_unknown_signatures_are_ignored_and_false_ones_are_not() -> None:
    note = signed(5)
    same_name, same_id = (Signature(ORIGIN, b"none", b"x"), Signature("other", LOG.verifier.id, b"x"))
    assert verify_note(note.with_signatures(same_name, same_id), [LOG.verifier]) == [LOG.verifier]
    false = Note(note.body, (Signature(ORIGIN, LOG.verifier.id, bytes(64)),))
    assert code(NoteError, verify_note, false, [LOG.verifier]) == "note-signature"
    both = Note(note.body, (*note.signatures, *sign_note(note.body, STRANGER).signatures))
    assert verify_note(both, [LOG.verifier, STRANGER.verifier]) == [LOG.verifier, STRANGER.verifier]
    one_false = Note(note.body, (*note.signatures, *signed(6, key=STRANGER).signatures))
    assert code(NoteError, verify_note, one_false, [LOG.verifier, STRANGER.verifier]) == "note-signature"
    twice = parse_note(f"{note.body}\n{LINE}{LINE}")
    assert code(NoteError, verify_note, twice, [LOG.verifier]) == "note-twice"
    assert verify_note(twice.with_signatures(*sign_note(note.body, STRANGER).signatures), [STRANGER.verifier])
    assert code(NoteError, verify_note, note, []) == "note-unsigned"
    assert code(NoteError, verify_note, note, [WITNESSES[0].verifier]) == "note-unsigned"
    assert code(NoteError, sign_note, BODY, WITNESSES[0]) == "key-kind"
    assert code(NoteError, sign_note, "no line feed", LOG) == "note-form"
    assert code(NoteError, Note("a\n").text) == "note-no-signature"


@given(st.integers(0, len(f"{BODY}\n{LINE}".encode()) - 1), st.integers(0, 7))
def test_no_changed_bit_of_a_signed_checkpoint_passes(place: int, bit: int) -> None:
    data = bytearray(f"{BODY}\n{LINE}".encode())
    data[place] ^= 1 << bit
    with pytest.raises((NoteError, CheckpointError)):
        open_checkpoint(bytes(data), [LOG.verifier])


@pytest.mark.parametrize(("body", "wanted"), [
    ("", "checkpoint-form"), ("a\n1\n", "checkpoint-form"), (BODY.removesuffix("\n"), "checkpoint-form"),
    (BODY.replace("\n5\n", "\n05\n"), "checkpoint-size"), (BODY.replace("\n5\n", "\n-5\n"), "checkpoint-size"),
    (BODY.replace("\n5\n", "\n٥\n"), "checkpoint-size"), (BODY.replace("\n5\n", f"\n{2**63}\n"), "checkpoint-size"),
    (BODY.replace("=", ""), "checkpoint-root"), (BODY.replace("=", "=="), "checkpoint-root"),
    (BODY.replace("\n5\n", "\n0\n"), "checkpoint-empty"), (BODY + "\n", "checkpoint-line"),
    (BODY.removeprefix(ORIGIN), "checkpoint-line"), (BODY + "a\tb\n", "checkpoint-line"),
])  # fmt: skip
def test_texts_that_are_not_checkpoints_are_refused(body: str, wanted: str) -> None:
    assert code(CheckpointError, parse_checkpoint, body) == wanted


def test_checkpoints_and_heads_come_back() -> None:
    empty = Checkpoint(ORIGIN, 0, EMPTY_ROOT)
    more = dataclasses.replace(head(5), extensions=("a line", "another"))
    for one in (empty, head(5), head(300), more, dataclasses.replace(empty, origin="with spaces in it")):
        assert parse_checkpoint(one.text()) == one
        assert parse_head(one.head() + "\n") == dataclasses.replace(one, extensions=())
    assert head(5).head() == f"{ORIGIN} 5 {to_base64(head(5).root)}"
    for line in ("", ORIGIN, f"{ORIGIN} 5", f"{ORIGIN} 5 x", head(5).head() + "\n\n"):
        with pytest.raises(CheckpointError):
            parse_head(line)


def test_a_checkpoint_is_signed_by_a_key_of_its_origin_only() -> None:
    assert open_checkpoint(signed(5).text(), [STRANGER.verifier, LOG.verifier]) == head(5)
    other = SigningKey("other.example", ED25519, bytes([1]) * 32)
    assert code(NoteError, sign_checkpoint, head(5), other) == "note-origin"
    assert code(NoteError, open_checkpoint, sign_note(BODY, other), [other.verifier]) == "note-unsigned"


def test_cosignatures_tell_their_time_and_nothing_changed_passes() -> None:
    witness = WITNESSES[0]
    mine = cosign(BODY, witness, NOW)
    assert cosignature_time(BODY, mine, witness.verifier) == NOW
    note = signed(5).with_signatures(mine, cosign(BODY, WITNESSES[1], NOW + 1))
    assert verify_cosignatures(parse_note(note.text()), [witness.verifier, WITNESSES[2].verifier]) == {
        witness.verifier: NOW
    }
    later = dataclasses.replace(mine, data=(NOW + 1).to_bytes(8, "big") + mine.data[8:])
    short = dataclasses.replace(mine, data=mine.data[:-1])
    past = dataclasses.replace(mine, data=b"\xff" * 8 + mine.data[8:])
    for false in (later, short, past):
        assert code(NoteError, verify_cosignatures, Note(BODY, (false,)), [witness.verifier]) == "note-signature"
    assert code(NoteError, verify_cosignatures, Note(head(6).text(), (mine,)), [witness.verifier]) == "note-signature"
    assert code(NoteError, verify_cosignatures, Note(BODY, (mine, mine)), [witness.verifier]) == "note-twice"
    assert code(NoteError, cosign, BODY, LOG, NOW) == "key-kind"
    for time in (-1, 2**63):
        assert code(NoteError, cosign, BODY, witness, time) == "note-time"
    with pytest.raises(CheckpointError):
        cosign("no checkpoint\n", witness, NOW)


def test_a_cosignature_is_not_a_signature_of_the_log_with_the_same_key() -> None:
    double = SigningKey(ORIGIN, COSIGNATURE, LOG.seed)
    assert double.verifier.public == LOG.verifier.public and double.verifier.id != LOG.verifier.id
    mine = cosign(BODY, double, NOW)
    forged = Signature(ORIGIN, LOG.verifier.id, mine.data[8:])
    assert code(NoteError, verify_note, Note(BODY, (forged,)), [LOG.verifier]) == "note-signature"


@given(st.one_of(st.text(), st.binary(), st.text("—\n aA=+1").map(lambda text: f"{BODY}\n— {text}")))
def test_any_text_is_read_or_refused(text: str | bytes) -> None:
    try:
        note = parse_note(text)
    except NoteError:
        pass
    else:
        assert note.text() == (text if isinstance(text, str) else text.decode())
    for read in (parse_checkpoint, parse_head):
        with contextlib.suppress(CheckpointError):
            read(text if isinstance(text, str) else text.decode("latin-1"))
    for parse in (parse_verifier_key, parse_signing_key):
        with pytest.raises(NoteError):
            parse(text if isinstance(text, str) else text.decode("latin-1"))


def test_cryptography_is_imported_at_the_first_signature() -> None:
    script = (
        "import sys, plancia_archive, plancia_archive.tlog.tlog_proof, plancia_archive.tlog.witness_files\n"
        "from plancia_archive.tlog.keys import new_key\n"
        "key = new_key('a')\nassert 'cryptography' not in sys.modules\n"
        "key.verifier\nassert 'cryptography' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)
