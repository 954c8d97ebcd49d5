"""A witness over HTTP: it cosigns growth and refuses everything else, and the submitter is told which it was."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from flask import Flask, Response, redirect
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plancia_api import create_app
from plancia_api.witness_app import MAX_BODY_BYTES, create_witness_app, witness_blueprint
from plancia_archive import Archive, ArchiveError
from plancia_archive.log.side_files import key_file
from plancia_archive.log.submission import SubmissionResult, has_fork, is_quorum_met, submit
from plancia_archive.tlog.checkpoint import parse_checkpoint
from plancia_archive.tlog.cosignature import cosign, verify_cosignatures
from plancia_archive.tlog.errors import NoteError, PolicyError, ServiceError
from plancia_archive.tlog.http_post import MAX_RESPONSE_BYTES, check_url, post
from plancia_archive.tlog.keys import COSIGNATURE, SigningKey, parse_verifier_key
from plancia_archive.tlog.policy import parse_policy
from plancia_archive.tlog.witness import SIZE_MEDIA_TYPE, AddCheckpointRequest, parse_request
from plancia_archive.tlog.witness_files import (
    WitnessFiles,
    add_log,
    default_logs_path,
    default_state_folder,
    read_logs,
    read_witness_key,
)
from tests import examples
from tests.api.witness_server import copy_of, grow, new_archive, policy_of, serving, witness_of


def ask(archive: Archive, files: WitnessFiles, app: Flask | None = None) -> SubmissionResult:
    """What becomes of the archive's head at a witness."""
    with serving(app or create_witness_app(files)) as address:
        return submit(archive.checkpoints, policy_of(files, address))[0]


def code(result: SubmissionResult) -> str | None:
    """The code of a refusal."""
    return result.error.code if result.error else None


def test_growth_is_cosigned_and_the_archive_keeps_it(tmp_path: Path) -> None:
    archive = new_archive(tmp_path / "a.db")
    files = witness_of(tmp_path, archive)
    for entries in (0, 1, 300, 0):
        grow(archive, entries)
        result = ask(archive, files)
        assert (result.error, result.size) == (None, archive.last_index() + 1)
        note = archive.checkpoints.latest()
        assert note is not None and parse_checkpoint(note.body) == archive.checkpoints.head()
        assert verify_cosignatures(note, [files.key.verifier]) == {files.key.verifier: result.time}
        assert archive.checkpoints.signed_notes()[-1] == note
    grow(archive, 5)
    archive.db.execute("DELETE FROM checkpoint")  # what it cosigned is forgotten here: the 409 of the witness tells it
    assert ask(archive, files).error is None


def test_a_copy_that_went_another_way_is_refused_as_a_fork(tmp_path: Path) -> None:
    one = new_archive(tmp_path / "a.db")
    files = witness_of(tmp_path, one)
    assert ask(one, files).error is None
    other = copy_of(one, tmp_path / "b.db")
    one = Archive.open(tmp_path / "a.db")
    grow(one, 5, "one")
    assert ask(one, files).error is None
    for entries, told in ((2, "witness-ahead"), (3, "witness-forked"), (4, "witness-forked")):  # fewer, as many, more
        grow(other, entries, "other")
        result = ask(other, files)
        assert code(result) == told and has_fork([result])
        assert (result.error is not None and "forked" in result.error.text("en")) or told == "witness-ahead"
        note = other.checkpoints.latest()
        assert (note is not None and not verify_cosignatures(note, [files.key.verifier])) or told == "witness-ahead"
    grow(one, 1)
    assert ask(one, files).error is None


def test_an_older_copy_is_refused(tmp_path: Path) -> None:
    one = new_archive(tmp_path / "a.db")
    files = witness_of(tmp_path, one)
    old = copy_of(one, tmp_path / "old.db")
    one = Archive.open(tmp_path / "a.db")
    grow(one, 4)
    assert ask(one, files).error is None
    assert code(ask(old, files)) == "witness-ahead"


def test_unknown_logs_and_keys_are_refused_until_they_are_added(tmp_path: Path) -> None:
    archive = new_archive(tmp_path / "a.db")
    files = witness_of(tmp_path)
    result = ask(archive, files)
    assert code(result) == "witness-refused" and "404" in str(result.error)
    key = archive.checkpoints.signing_key()
    assert key is not None
    stranger = SigningKey(key.name, key.kind, bytes(32)).verifier
    assert add_log(files.logs, stranger)
    result = ask(archive, files)
    assert code(result) == "witness-refused" and "403" in str(result.error)
    assert add_log(files.logs, key.verifier) and not add_log(files.logs, key.verifier)
    assert ask(archive, files).error is None  # the same witness, not made anew
    assert [log.key for log in read_logs(default_logs_path(tmp_path / "witness.key")).logs] == [stranger, key.verifier]


def lying(files: WitnessFiles, kind: str) -> Flask:
    """A witness that answers 200 with something that is no cosignature of the checkpoint."""
    app = Flask("lying")

    @app.post("/add-checkpoint")
    def add_checkpoint() -> Response:
        from flask import request

        note = parse_request(request.get_data()).note
        stranger = SigningKey(files.key.name, COSIGNATURE, bytes(32))
        other = note.body.replace("\n", "\n1", 1)
        false = {
            "stranger": cosign(note.body, stranger, 1).line(),
            "other-size": cosign(other, files.key, 1).line(),
            "nothing": "", "garbage": "\x00\xff garbage", "half": cosign(note.body, files.key, 1).line()[:-9] + "\n",
        }  # fmt: skip
        return Response(false[kind], content_type="text/plain")

    return app


@pytest.mark.parametrize("kind", ["stranger", "other-size", "nothing", "garbage", "half"])
def test_a_false_cosignature_is_refused_and_not_kept(kind: str, tmp_path: Path) -> None:
    archive = new_archive(tmp_path / "a.db")
    files = witness_of(tmp_path, archive)
    result = ask(archive, files, lying(files, kind))
    assert isinstance(result.error, NoteError) and "club" in result.error.what
    note = archive.checkpoints.latest()
    assert note is not None and len(note.signatures) == 1


def answering(answer: Response) -> Flask:
    """A service with one answer."""
    app = Flask("answering")

    @app.post("/add-checkpoint")
    def add_checkpoint() -> Response:
        return answer

    return app


@pytest.mark.parametrize(("answer", "told"), [
    (Response("no", 500), "witness-refused"), (Response("7\n", 409), "witness-refused"),
    (Response("many\n", 409, content_type=SIZE_MEDIA_TYPE), "witness-refused"),
    (Response("0\n", 409, content_type=SIZE_MEDIA_TYPE), "witness-refused"),
    (Response("999\n", 409, content_type=SIZE_MEDIA_TYPE), "witness-ahead"), (Response("proof", 422), "witness-forked"),
    (redirect("http://127.0.0.2:1/add-checkpoint", 307), "service-redirect"),
    (Response(b"x" * (MAX_RESPONSE_BYTES + 2)), "service-large"),
])  # fmt: skip
def test_each_refusal_has_its_code(answer: Response, told: str, tmp_path: Path) -> None:
    archive = new_archive(tmp_path / "a.db")
    files = witness_of(tmp_path, archive)
    result = ask(archive, files, answering(answer))
    assert code(result) == told and all(result.error.text(lang) for lang in ("it", "en") if result.error)


def test_a_witness_that_cannot_be_reached_does_not_keep_others_from_cosigning(tmp_path: Path) -> None:
    archive = new_archive(tmp_path / "a.db")
    files = witness_of(tmp_path, archive)
    stranger = SigningKey("gone.example", COSIGNATURE, bytes(32)).verifier
    with serving(create_witness_app(files)) as address:
        lines = (
            f"witness gone {stranger.text()} http://127.0.0.1:1\nwitness club {files.key.verifier.text()} {address}\n"
        )
        results = {}
        for quorum in ("club", "gone", "both", "none"):
            group = "group both all gone club\n" if quorum == "both" else ""
            policy = parse_policy(f"{lines}{group}quorum {quorum}\n")
            found = submit(archive.checkpoints, policy)
            assert [code(one) for one in found] == ["service-unreachable", None] and not has_fork(found)
            results[quorum] = is_quorum_met(policy, found)
    assert results == {"club": True, "gone": False, "both": False, "none": False}


def test_what_may_be_posted_to() -> None:
    for url in ("https://w.example/x", "http://127.0.0.1:9/x", "http://localhost", "http://[::1]:80/w"):
        check_url(url)
    check_url("http://w.example", allow_http=True)
    for url, told in (
        ("http://w.example", "service-http"), ("ftp://w.example", "service-url"), ("https://", "service-url"),
        ("https://u:p@w.example", "service-url"), ("https://w.example:99999", "service-url"), ("", "service-url"),
        ("https://w.example/a b", "service-url"), ("file:///etc/passwd", "service-url"), ("http://[::1", "service-url"),
        ("https://w.example/\r\nX: y", "service-url"),
    ):  # fmt: skip
        with pytest.raises(ServiceError) as caught:
            check_url(url)
        assert caught.value.code == told, url


def test_a_service_that_drips_its_answer_is_left(tmp_path: Path) -> None:
    import socket

    listening = socket.create_server(("127.0.0.1", 0))
    left = threading.Event()

    def drip() -> None:
        connection, _ = listening.accept()
        connection.recv(65536)
        try:
            while not left.wait(0.05):  # a byte is always on its way, so that no timeout of the socket ends it
                connection.sendall(b"H")
        except OSError:
            pass

    thread = threading.Thread(target=drip, daemon=True)
    thread.start()
    with pytest.raises(ServiceError) as caught:
        post(f"http://127.0.0.1:{listening.getsockname()[1]}/", b"x", "text/plain", timeout_seconds=0.5)
    left.set()
    assert caught.value.code == "service-late"
    listening.close()


def test_two_submissions_at_once_leave_one_history(tmp_path: Path) -> None:
    archive = new_archive(tmp_path / "a.db")
    files = witness_of(tmp_path, archive)
    found: list[SubmissionResult] = []
    with serving(create_witness_app(files)) as address:
        policy = policy_of(files, address)

        def run(number: int) -> None:
            own = Archive.open(tmp_path / "a.db")
            for _ in range(3):
                grow(own, 1, f"writer{number}")
                found.extend(submit(own.checkpoints, policy))
            own.close()

        threads = [threading.Thread(target=run, args=(number,)) for number in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        last = submit(archive.checkpoints, policy)[0]
    assert len(found) == 6 and not has_fork(found)
    assert {code(one) for one in found} <= {None, "witness-busy"} and last.error is None
    note = archive.checkpoints.latest()
    assert note is not None and parse_checkpoint(note.body) == archive.checkpoints.head()
    assert verify_cosignatures(note, [files.key.verifier])


def test_an_older_cosignature_does_not_replace_the_newest_checkpoint(tmp_path: Path) -> None:
    archive = new_archive(tmp_path / "a.db")
    files, second = witness_of(tmp_path), SigningKey("second.example", COSIGNATURE, bytes(32))
    old = archive.checkpoints.sign()
    grow(archive, 1)
    new = archive.checkpoints.sign()
    assert old is not None and new is not None
    archive.checkpoints.add_cosignatures(old.with_signatures(cosign(old.body, files.key, 1)))
    assert archive.checkpoints.latest() == new
    for key in (files.key, second):
        archive.checkpoints.add_cosignatures(new.with_signatures(cosign(new.body, key, 2)))
    for note in (archive.checkpoints.latest(), archive.checkpoints.signed_notes()[-1]):
        assert note is not None and set(verify_cosignatures(note, [files.key.verifier, second.verifier]).values()) == {
            2
        }
    stored = archive.checkpoints.signed_notes()[-2]
    assert verify_cosignatures(stored, [files.key.verifier]) == {files.key.verifier: 1}


def test_an_archive_that_cannot_sign_says_so(tmp_path: Path) -> None:
    archive = new_archive(tmp_path / "a.db")
    files = witness_of(tmp_path, archive)
    with pytest.raises(ArchiveError) as caught:
        submit(archive.checkpoints, parse_policy("quorum none\n"))
    assert caught.value.code == "no-witness"
    key_file(archive.path).unlink()
    with pytest.raises(ArchiveError) as caught:
        ask(archive, files)
    assert caught.value.code == "unsigned"


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> tuple[Flask, bytes]:
    """A witness and a request that it answers with 200."""
    folder = tmp_path_factory.mktemp("good")
    archive = new_archive(folder / "a.db")
    note = archive.checkpoints.sign()
    assert note is not None
    return create_witness_app(witness_of(folder, archive)), AddCheckpointRequest(0, (), note).text().encode()


@settings(max_examples=examples(300), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_body_is_an_error_of_the_server(data: st.DataObject, good: tuple[Flask, bytes]) -> None:
    app, body = good
    if data.draw(st.booleans()):
        sent = data.draw(st.binary(max_size=300))
    else:
        start = data.draw(st.integers(0, len(body)))
        end = data.draw(st.integers(start, len(body)))
        sent = body[:start] + data.draw(st.binary(max_size=12)) + body[end:]
    answer = app.test_client().post("/add-checkpoint", data=sent)
    assert answer.status_code in (200, 400, 403, 404, 409, 422), (sent, answer.data)
    if answer.status_code == 200:
        assert parse_request(sent).note.body == parse_request(body).note.body


def test_other_requests_to_a_witness(good: tuple[Flask, bytes]) -> None:
    client = good[0].test_client()
    assert client.get("/add-checkpoint").status_code == 405 and client.get("/x").status_code == 404
    assert client.post("/add-checkpoint", data=b"x" * (MAX_BODY_BYTES + 1)).status_code == 413
    key = client.get("/key")
    assert key.content_type == "text/plain; charset=utf-8"
    assert parse_verifier_key(key.get_data(as_text=True).strip()).kind == COSIGNATURE


def test_a_witness_beside_an_archive(tmp_path: Path) -> None:
    own, other = new_archive(tmp_path / "a.db"), new_archive(tmp_path / "b.db")
    files = witness_of(tmp_path, other)
    app = create_app(own)
    app.register_blueprint(witness_blueprint(files), url_prefix="/witness")
    with serving(app) as address:
        assert submit(other.checkpoints, policy_of(files, f"{address}/witness"))[0].error is None


def test_a_witness_without_its_memory_or_its_list_signs_nothing(tmp_path: Path) -> None:
    archive = new_archive(tmp_path / "a.db")
    files = witness_of(tmp_path, archive)
    assert ask(archive, files).error is None
    for path in default_state_folder(tmp_path / "witness.key").glob("*.head"):
        path.write_text("garbage", "utf-8")
    result = ask(archive, files)
    assert code(result) == "witness-refused" and "503" in str(result.error) and str(tmp_path) not in str(result.error)
    files.logs.write_text("log garbage\n", "utf-8")
    assert "503" in str(ask(archive, files).error)
    with pytest.raises(PolicyError):
        WitnessFiles(tmp_path / "witness.key")
    with pytest.raises(NoteError):
        read_witness_key(key_file(archive.path))  # a key of a log
