"""Keys are made and changed: the log announces each, and checkpoints before and after verify."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest
from click.testing import CliRunner, Result

from plancia_archive import Archive, verify
from plancia_archive.evidence.bundle import bundle_text, make_bundle
from plancia_archive.evidence.verifier_inputs import VerifierInputs, read_log_key
from plancia_archive.evidence.verify_bundle import verify_bundle
from plancia_archive.log.archive_key import rotate
from plancia_archive.log.archive_stream import keys_of
from plancia_archive.log.connections import DRIVER, translate_error
from plancia_archive.log.side_files import key_file
from plancia_cli.main import plancia


def run(path: Path, *words: str) -> Result:
    return CliRunner().invoke(plancia, ["--lang", "en", "--archive", str(path), "key", *words])


def test_the_first_head_of_a_new_key_is_signed_by_both(archive: Archive) -> None:
    game, old = archive.resolve("serata-1"), keys_of(archive.log)[-1]
    new = rotate(archive.checkpoints)
    data = bundle_text(make_bundle(archive, game)).encode()
    assert new != old and keys_of(archive.log) == [old, new]
    assert all(verify_bundle(data, VerifierInputs(key=read_log_key(key))).ok for key in (old, new))
    archive.withdrawals.withdraw(game, "twice")
    later = verify_bundle(bundle_text(make_bundle(archive, game)).encode(), VerifierInputs(key=read_log_key(old)))
    assert later.problem and later.problem.code == "key-other"
    assert Path(f"{key_file(archive.path)}.old-1").read_text() != key_file(archive.path).read_text()
    assert verify(archive, judged=False) == []


def test_an_interrupted_change_goes_on(archive: Archive) -> None:
    new = rotate(archive.checkpoints)
    path = key_file(archive.path)
    path.rename(f"{path}.next")  # as if interrupted after the announcement
    Path(f"{path}.old-1").rename(path)
    assert rotate(archive.checkpoints) == new and keys_of(archive.log)[-1] == new
    assert archive.checkpoints.signing_key()


def test_a_lost_key_is_made_again_and_an_existing_one_is_not(archive: Archive) -> None:
    path = archive.path
    archive.close()
    refused = run(path, "create")
    assert refused.exit_code == 1 and "plancia key rotate" in refused.output
    key_file(path).unlink()
    made = run(path, "create")
    assert made.exit_code == 0 and run(path, "show").output.split()[-1] == made.output.strip()
    reopened = Archive.open(path)
    assert verify(reopened, judged=False) == [] and reopened.checkpoints.sign()


def test_a_change_that_fails_leaves_no_new_key_and_words_about_room(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = key_file(archive.path)
    archive.close()
    with monkeypatch.context() as full:
        error = DRIVER.OperationalError("unable to open database file")
        full.setattr("plancia_archive.log.archive_key.keys_of", Mock(side_effect=error))
        full.setattr("shutil.disk_usage", lambda folder: Mock(free=8192))
        failed = run(archive.path, "rotate")
    assert failed.exit_code == 1 and not Path(f"{path}.next").exists()
    assert translate_error(error, archive.path).code == "unopened"
    monkeypatch.setattr("shutil.disk_usage", lambda folder: Mock(free=8192))
    assert translate_error(error, archive.path).code == "no-room" == translate_error(error, archive.path, True).code
