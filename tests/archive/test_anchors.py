"""Timestamp tokens over checkpoints, by an authority that openssl makes and that answers on the loopback."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask, Response, request

from plancia_archive import Archive
from plancia_archive.anchors.anchor_files import anchors_folder, list_anchors, store_anchor, verify_against_log
from plancia_archive.anchors.timestamps import (
    QUERY_MEDIA_TYPE,
    REPLY_MEDIA_TYPE,
    read_certificates,
    request_token,
    token_time,
    verify_token,
)
from plancia_archive.tlog.checkpoint import parse_checkpoint
from plancia_archive.tlog.errors import ServiceError, StoreError, TlogError
from plancia_cli.main import plancia
from tests.api.witness_server import copy_of, grow, new_archive, serving

OPENSSL = shutil.which("openssl")
pytestmark = pytest.mark.skipif(OPENSSL is None, reason="no openssl here")
pytest.importorskip("rfc3161_client", reason="the extra anchors is not installed")
CONFIG = """
[req]
distinguished_name = name
prompt = no
[name]
CN = plancia tests
[ca]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign
[tsa]
basicConstraints = CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[tsa_config]
serial = {folder}/serial
crypto_device = builtin
signer_cert = {folder}/tsa.pem
signer_key = {folder}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
ess_cert_id_alg = sha256
"""


class Authority:
    """A timestamp authority: a root certificate, one for stamping, and answers of `openssl ts`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        (folder / "config").write_text(CONFIG.format(folder=folder))
        (folder / "serial").write_text("01\n")
        key = ["-newkey", "rsa:2048", "-nodes", "-config", "config", "-days", "2"]
        self.openssl(
            "req", "-x509", *key, "-extensions", "ca", "-subj", "/CN=ca", "-keyout", "ca.key", "-out", "ca.pem"
        )
        self.openssl("req", "-new", *key[:-2], "-subj", "/CN=tsa", "-keyout", "tsa.key", "-out", "tsa.csr")
        self.openssl(
            "x509", "-req", "-in", "tsa.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-set_serial", "2", "-days", "2",
            "-extfile", "config", "-extensions", "tsa", "-out", "tsa.pem",
        )  # fmt: skip

    def openssl(self, *words: str) -> None:
        """Runs openssl in the folder."""
        done = subprocess.run([str(OPENSSL), *words], cwd=self.folder, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr

    def reply(self, query: bytes) -> bytes:
        """The answer to a query."""
        (self.folder / "q").write_bytes(query)
        self.openssl("ts", "-reply", "-config", "config", "-section", "tsa_config", "-queryfile", "q", "-out", "r")
        return (self.folder / "r").read_bytes()

    def app(self) -> Flask:
        """The authority over HTTP, and addresses that answer wrongly."""
        app = Flask("tsa")

        @app.post("/<how>")
        def stamp(how: str) -> Response:
            assert request.content_type == QUERY_MEDIA_TYPE
            if how == "refuses":
                return Response("no", 503)
            kept = self.folder / "kept"
            token = kept.read_bytes() if how == "old" and kept.exists() else self.reply(request.get_data())
            kept.write_bytes(token)
            answers = {"garbage": b"garbage", "cut": token[:-40], "empty": b""}
            return Response(answers.get(how, token), content_type="text/html" if how == "page" else REPLY_MEDIA_TYPE)

        return app


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """One authority for all tests."""
    return Authority(tmp_path_factory.mktemp("tsa") / "one")


def command(archive: Archive, *words: str) -> Any:
    """The result of `plancia anchor`."""
    return CliRunner().invoke(plancia, ["--lang", "en", "-a", str(archive.path), "anchor", *words])


def stamped(archive: Archive, authority: Authority) -> None:
    """Anchors the head of an archive by the command."""
    with serving(authority.app()) as address:
        done = command(archive, "rfc3161", f"{address}/good", "--ca", str(authority.folder / "ca.pem"))
    assert done.exit_code == 0, (done.output, done.exception)


def verified(archive: Archive, authority: Authority) -> tuple[int, list[str | None]]:
    """Exit code of `anchor verify`, and the error of each anchor."""
    done = command(archive, "verify", "--json", "--ca", str(authority.folder / "ca.pem"))
    return done.exit_code, [row["error"] for row in json.loads(done.stdout)]


def test_a_checkpoint_is_stamped_kept_and_verified_here_and_by_openssl(tmp_path: Path, authority: Authority) -> None:
    archive = new_archive(tmp_path / "a.db")
    first = archive.last_index() + 1
    stamped(archive, authority)
    stamped(archive, authority)
    grow(archive, 5)
    stamped(archive, authority)
    names = [anchor.path.name for anchor in list_anchors(archive.path)]
    assert names == [f"{first}.tsr", f"{first}-2.tsr", f"{first + 5}.tsr"]
    assert verified(archive, authority) == (0, [None, None, None])
    listed = json.loads(command(archive, "list", "--json").stdout)
    assert [row["size"] for row in listed] == [first, first, first + 5] and all(row["stamped_at"] for row in listed)
    folder = anchors_folder(archive.path)
    token, text = folder / f"{first}.tsr", folder / f"{first}.checkpoint"
    authority.openssl("ts", "-verify", "-in", str(token), "-data", str(text), "-CAfile", "ca.pem")
    assert parse_checkpoint(text.read_text("utf-8")) == archive.checkpoints.head(first)


def test_changes_of_log_token_and_text_are_named(tmp_path: Path, authority: Authority) -> None:
    archive = new_archive(tmp_path / "a.db")
    old = copy_of(archive, tmp_path / "old.db")
    archive = Archive.open(tmp_path / "a.db")
    grow(archive, 3)
    stamped(archive, authority)
    shutil.copytree(anchors_folder(archive.path), anchors_folder(old.path))
    assert verified(old, authority) == (3, ["anchor-size"])
    grow(old, 9, "other")
    assert verified(old, authority) == (3, ["anchor-root"])
    anchor = next(list_anchors(archive.path))
    good = anchor.token()
    for place in range(20, len(good), 97):  # a changed token is refused or, where no signature covers it, still true
        anchor.path.write_bytes(good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :])
        code, errors = verified(archive, authority)
        assert (code, errors) == (0, [None]) or errors[0] in ("anchor-token", "anchor-false")
    anchor.path.write_bytes(good)
    text = anchor.path.with_suffix(".checkpoint")
    other = archive.checkpoints.head(anchor.size - 1).text()
    for changed, told in ((other, "anchor-root"), ("garbage", "checkpoint-form")):
        text.write_text(changed, "utf-8")
        assert verified(archive, authority) == (3, [told])
    text.unlink()
    assert verified(archive, authority) == (3, ["store-read"])


def test_a_token_for_another_text_or_by_another_authority_is_refused(tmp_path: Path, authority: Authority) -> None:
    roots = read_certificates(authority.folder / "ca.pem")
    other = Authority(tmp_path / "other")
    with serving(authority.app()) as address:
        token = request_token(b"text", f"{address}/good", roots)
        assert verify_token(token, b"text", roots) == token_time(token)
        for text, trusted in ((b"texs", roots), (b"text", read_certificates(other.folder / "ca.pem"))):
            with pytest.raises(ServiceError) as caught:
                verify_token(token, text, trusted)
            assert caught.value.code == "anchor-false"
        with pytest.raises(ServiceError) as caught:  # an earlier answer to the same text has another nonce
            request_token(b"text", f"{address}/old", roots)
        assert caught.value.code == "anchor-false"


@pytest.mark.parametrize(("how", "told"), [
    ("refuses", "anchor-status"), ("page", "anchor-status"), ("garbage", "anchor-token"), ("empty", "anchor-token"),
    ("cut", "anchor-token"),
])  # fmt: skip
def test_answers_that_are_no_token_are_refused_and_not_kept(
    how: str, told: str, tmp_path: Path, authority: Authority
) -> None:
    archive = new_archive(tmp_path / "a.db")
    with serving(authority.app()) as address:
        with pytest.raises(TlogError) as caught:
            request_token(b"text", f"{address}/{how}", read_certificates(authority.folder / "ca.pem"))
        done = command(archive, "rfc3161", f"{address}/{how}", "--ca", str(authority.folder / "ca.pem"))
    assert caught.value.code == told and caught.value.text("en") in done.output and done.exit_code == 1
    assert not list(list_anchors(archive.path))


def test_certificates_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_text("garbage")
    with pytest.raises(ServiceError) as caught:
        read_certificates(tmp_path / "ca.pem")
    assert caught.value.code == "anchor-ca"
    with pytest.raises(StoreError):
        read_certificates(tmp_path / "none.pem")


def test_other_files_of_the_folder_are_left_aside(tmp_path: Path) -> None:
    archive = new_archive(tmp_path / "a.db")
    assert list(list_anchors(archive.path)) == []
    stored = store_anchor(archive.path, archive.checkpoints.head(), b"token")
    for name in ("x.tsr", "01.tsr", "3-0.tsr", "3.tsr.part", "3.ots"):
        (anchors_folder(archive.path) / name).write_text("x")
    assert list(list_anchors(archive.path)) == [stored]
    assert verify_against_log(archive.checkpoints, stored) == archive.checkpoints.head().text().encode()
