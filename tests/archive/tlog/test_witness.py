"""A witness cosigns growth and nothing else, whatever happens to its process and however many of it run."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancia_archive.tlog import witness_files as witness_store
from plancia_archive.tlog.cosignature import verify_cosignatures
from plancia_archive.tlog.errors import CheckpointError, NoteError, ProofError, RequestError, StoreError, TlogError
from plancia_archive.tlog.keys import SigningKey
from plancia_archive.tlog.proofs import MemoryTree, consistency_proof
from plancia_archive.tlog.signed_note import Note, sign_note
from plancia_archive.tlog.text_fields import to_base64
from plancia_archive.tlog.witness import (
    SIZE_MEDIA_TYPE,
    AddCheckpointRequest,
    WitnessServer,
    add_cosignatures,
    parse_request,
)
from plancia_archive.tlog.witness_files import FileStore
from tests.archive.tlog.keys import FORK, LOG, ORIGIN, STRANGER, TREE, WITNESSES, head, signed

KEYS = [one.verifier for one in WITNESSES]
NOW = 1_795_363_200


def server(folder: Path) -> WitnessServer:
    """A witness with two keys that knows one log."""
    return WitnessServer(WITNESSES[:2], {ORIGIN: [LOG.verifier]}, FileStore(folder), lambda: NOW)


def ask(old: int, new: int, tree: MemoryTree = TREE, key: SigningKey = LOG) -> str:
    """A request for growth of a tree from one size to another."""
    return AddCheckpointRequest(old, tuple(consistency_proof(tree, old, new)), signed(new, tree, key)).text()


def test_growth_is_cosigned_and_the_log_takes_the_cosignatures(tmp_path: Path) -> None:
    witness = server(tmp_path)
    for old, new in ((0, 5), (5, 8), (8, 8), (8, 300)):
        answer = witness.add_checkpoint(ask(old, new).encode())
        assert (answer.status, answer.error) == (200, None)
        note = add_cosignatures(signed(new), answer.body, KEYS[:1])
        assert verify_cosignatures(note, KEYS) == {KEYS[0]: NOW} and len(note.signatures) == 2
        assert verify_cosignatures(add_cosignatures(note, answer.body, KEYS), KEYS) == {KEYS[0]: NOW, KEYS[1]: NOW}
        with pytest.raises(NoteError):
            add_cosignatures(signed(new), answer.body, KEYS[2:])
        with pytest.raises(NoteError):
            add_cosignatures(signed(new + 1 if new < 300 else 1), answer.body, KEYS)
    with pytest.raises(NoteError):
        add_cosignatures(signed(5), "no signature", KEYS)
    files = [path.read_text("utf-8") for path in tmp_path.glob("*.head")]
    assert files == [head(300).head() + "\n"]


def test_an_empty_log_is_cosigned_and_grows(tmp_path: Path) -> None:
    witness = server(tmp_path)
    assert [witness.add_checkpoint(ask(0, new)).status for new in (0, 0, 3, 0)] == [200, 200, 200, 409]


def test_a_fork_is_never_cosigned(tmp_path: Path) -> None:
    witness = server(tmp_path)
    assert witness.add_checkpoint(ask(0, 8)).status == 200
    same = witness.add_checkpoint(ask(8, 8, FORK))
    assert (same.status, same.body, same.content_type) == (409, "8\n", SIZE_MEDIA_TYPE)
    assert same.error is not None and same.error.code == "request-fork"
    for tree in (FORK, TREE):  # the fork's own proof, and the true proof with the fork's root
        proof = tuple(consistency_proof(tree, 8, 12))
        answer = witness.add_checkpoint(AddCheckpointRequest(8, proof, signed(12, FORK)).text())
        assert (answer.status, answer.error is not None and answer.error.code[:5]) == (422, "proof")
    assert witness.add_checkpoint(ask(0, 12, FORK)).status == 409
    assert witness.add_checkpoint(ask(8, 12)).status == 200


def test_another_old_size_gets_the_size_cosigned_last(tmp_path: Path) -> None:
    witness = server(tmp_path)
    answer = witness.add_checkpoint(ask(3, 8))
    assert (answer.status, answer.body, answer.content_type) == (409, "0\n", SIZE_MEDIA_TYPE)
    assert witness.add_checkpoint(ask(0, 8)).status == 200
    for old, new in ((0, 8), (0, 12), (5, 8), (5, 12), (9, 12), (7, 7)):
        answer = witness.add_checkpoint(ask(old, new))
        assert (answer.status, answer.body, answer.content_type) == (409, "8\n", SIZE_MEDIA_TYPE)
    assert server(tmp_path).add_checkpoint(ask(8, 12)).status == 200  # the memory outlives the process
    assert witness.add_checkpoint(ask(8, 12)).body == "12\n"


def test_proofs_where_none_belongs_and_false_ones(tmp_path: Path) -> None:
    witness = server(tmp_path)
    hashes = tuple(consistency_proof(TREE, 3, 8))
    assert witness.add_checkpoint(AddCheckpointRequest(0, hashes, signed(8)).text()).status == 422
    assert witness.add_checkpoint(ask(0, 8)).status == 200
    assert witness.add_checkpoint(AddCheckpointRequest(8, hashes, signed(8)).text()).status == 422
    for proof in ((), hashes, tuple(consistency_proof(TREE, 8, 12))[:-1]):
        assert witness.add_checkpoint(AddCheckpointRequest(8, proof, signed(12)).text()).status == 422


def test_unknown_logs_and_keys(tmp_path: Path) -> None:
    witness = server(tmp_path)
    unknown = SigningKey("other.example", LOG.kind, LOG.seed)
    body = head(8).text().replace(ORIGIN, "other.example")
    assert witness.add_checkpoint(AddCheckpointRequest(0, (), sign_note(body, unknown)).text()).status == 404
    assert witness.add_checkpoint(ask(0, 8, key=STRANGER)).status == 403
    false = Note(signed(8).body, signed(9).signatures)
    assert witness.add_checkpoint(AddCheckpointRequest(0, (), false).text()).status == 403
    assert (
        witness.add_checkpoint(
            AddCheckpointRequest(0, (), signed(8).with_signatures(*signed(8, key=STRANGER).signatures)).text()
        ).status
        == 200
    )
    assert len(list(tmp_path.glob("*.head"))) == 1


GOOD = ask(5, 8)
HASH = GOOD.split("\n")[1]


@pytest.mark.parametrize(("text", "code"), [
    ("", "request-old"), ("old 5", "request-form"), (GOOD.replace("old 5", "old 05"), "request-old"),
    (GOOD.replace("old 5", "old -5"), "request-old"), (GOOD.replace("old 5", "new 5"), "request-old"),
    (GOOD.replace("old 5", "old  5"), "request-old"), (GOOD.replace("old 5\n", ""), "request-old"),
    (GOOD.replace("\n\n", "\n"), "request-form"), (GOOD.removesuffix("\n"), "note-form"),
    (GOOD.replace(HASH, HASH[:-1]), "proof-hash-line"), (GOOD.replace(HASH, "\n".join([HASH] * 64)), "proof-long"),
    (GOOD.replace("\n", "\r\n"), "note-control"), (GOOD.replace("\n8\n", "\n08\n"), "checkpoint-size"),
    (GOOD.encode() + b"\xff\n", "note-encoding"), (ask(5, 8).replace("old 5", "old 9"), "request-sizes"),
])  # fmt: skip
def test_malformed_requests(tmp_path: Path, text: str | bytes, code: str) -> None:
    answer = server(tmp_path).add_checkpoint(text)
    assert answer.status == 400 and answer.error is not None and answer.error.code == code
    assert answer.body.startswith(code) and not list(tmp_path.glob("*.head"))


def test_the_example_of_the_specification_is_read() -> None:
    text = (
        "old 20852014\n"
        "PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=\njrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=\n"
        "5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=\n/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=\n\n"
        "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
        "— example.com/behind-the-sofa "
        "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
    )
    request = parse_request(text)
    assert (request.old_size, len(request.proof), request.text()) == (20852014, 4, text)


@given(st.one_of(st.text(), st.binary(), st.text("old 0123\n=A").map(lambda text: f"old 5\n{text}")))
def test_any_text_is_a_request_or_refused(text: str | bytes) -> None:
    with contextlib.suppress(RequestError, ProofError, NoteError, CheckpointError):
        parse_request(text)


@given(st.integers(0, len(GOOD.encode()) - 1), st.integers(0, 7))
def test_no_changed_bit_of_a_request_gets_another_tree_cosigned(place: int, bit: int) -> None:
    data = bytearray(GOOD.encode())
    data[place] ^= 1 << bit
    memory = Memory(5)
    witness = WitnessServer(WITNESSES[:1], {ORIGIN: [LOG.verifier]}, memory, lambda: NOW)
    assert witness.add_checkpoint(bytes(data)).status in (400, 403, 404, 409, 422) and memory.size == 5


class Memory:
    """The memory of a witness that remembers one size of the tree and records nothing."""

    def __init__(self, size: int) -> None:
        self.size = size

    def locked(self, origin: str) -> contextlib.nullcontext[Memory]:
        return contextlib.nullcontext(self)

    def latest(self) -> Any:
        return head(self.size)

    def record(self, checkpoint: Any) -> None:
        self.size = checkpoint.size


def test_nothing_is_signed_when_the_memory_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    witness = server(tmp_path)
    assert witness.add_checkpoint(ask(0, 5)).status == 200
    path = next(tmp_path.glob("*.head"))
    good = path.read_bytes()
    for bad in (b"", good[:-1], good[:20], b"\xff", good + good, good.replace(ORIGIN.encode(), b"other.example")):
        path.write_bytes(bad)
        assert refused(lambda: witness.add_checkpoint(ask(5, 8))) == "store-damaged"
        assert refused(lambda: witness.add_checkpoint(ask(0, 8, FORK))) == "store-damaged"
    path.write_bytes(good)

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        assert refused(lambda: witness.add_checkpoint(ask(5, 8))) == "store-write"
    assert path.read_bytes() == good and witness.add_checkpoint(ask(5, 8)).status == 200

    with monkeypatch.context() as patch:  # after the rename the new state holds, though nothing was answered
        patch.setattr(witness_store, "sync_folder", full)
        assert refused(lambda: witness.add_checkpoint(ask(8, 12))) == "store-write"
    assert witness.add_checkpoint(ask(8, 12)).body == "12\n"
    assert witness.add_checkpoint(ask(12, 12, FORK)).status == 409
    assert witness.add_checkpoint(ask(12, 12)).status == 200


def test_the_flush_to_the_disk_comes_before_the_rename_and_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    fsync, replace, folder = os.fsync, Path.replace, witness_store.sync_folder

    def traced(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any) -> Any:
            steps.append(name)
            return call(*given)

        return run

    monkeypatch.setattr(os, "fsync", traced("fsync", fsync))
    monkeypatch.setattr(Path, "replace", traced("replace", replace))
    monkeypatch.setattr(witness_store, "sync_folder", traced("folder", folder))
    monkeypatch.setattr(SigningKey, "sign", traced("sign", SigningKey.sign))
    request = ask(0, 5)
    steps.clear()
    server(tmp_path).add_checkpoint(request)
    assert steps[:3] == ["fsync", "replace", "folder"] and steps[-2:] == ["sign", "sign"]


def test_the_memory_does_not_go_back(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    with store.locked(ORIGIN) as slot:
        slot.record(head(8))
        for checkpoint in (head(7), head(8, FORK), head(0)):
            assert refused(partial(slot.record, checkpoint)) == "store-back"
    with store.locked("other.example") as other:
        assert other.latest() is None and refused(lambda: other.record(head(9))) == "store-back"


def test_a_folder_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert refused(lambda: FileStore(tmp_path / "file")) == "store-folder"
    store = FileStore(tmp_path / "folder")
    (tmp_path / "folder").rmdir()
    assert refused(lambda: store.locked(ORIGIN).__enter__()) == "store-folder"


def refused(call: Callable[[], object]) -> str:
    """The code of the StoreError of a call."""
    with pytest.raises(StoreError) as caught:
        call()
    error: TlogError = caught.value
    return error.code


ROUNDS = 8


def race(folder: str, tree: MemoryTree, barrier: Any, found: Any) -> None:
    """Asks for each size in turn, from whatever the witness says it cosigned last."""
    witness = server(Path(folder))
    got = []
    for number in range(1, ROUNDS + 1):
        barrier.wait()
        for old in dict.fromkeys((number - 1, number)):
            answer = witness.add_checkpoint(ask(old, number, tree))
            if answer.status == 200:
                got.append((number, to_base64(head(number, tree).root)))
    found.put(got)


def test_two_processes_never_cosign_two_roots_for_a_size(tmp_path: Path) -> None:
    forks = [MemoryTree(TREE(0, 2 * number + shift) for number in range(ROUNDS)) for shift in (0, 1)]
    context = multiprocessing.get_context("spawn")
    barrier, found = context.Barrier(2), context.Queue()
    workers = [context.Process(target=race, args=(str(tmp_path), tree, barrier, found)) for tree in forks]
    for worker in workers:
        worker.start()
    cosigned = [one for _ in workers for one in found.get(timeout=120)]
    for worker in workers:
        worker.join(60)
    roots = dict(cosigned)
    assert roots.keys() == set(range(1, ROUNDS + 1)) and set(cosigned) == set(roots.items())
