"""The commands of witnesses: key, logs, submit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from plancia_api.witness_app import create_witness_app
from plancia_archive import Archive
from plancia_archive.log.archive_stream import keys_of
from plancia_archive.log.side_files import policy_file
from plancia_archive.tlog.witness_files import WitnessFiles
from plancia_cli.main import plancia
from tests.api.witness_server import copy_of, grow, new_archive, serving


def run(*words: str) -> Any:
    """The result of a command, in English."""
    return CliRunner().invoke(plancia, ["--lang", "en", *words])


def test_two_clubs_witness_each_other_by_the_commands(tmp_path: Path) -> None:
    archive, key = new_archive(tmp_path / "a.db"), str(tmp_path / "w.key")
    made = run("witness", "key", key, "--name", "club-b.example/witness")
    vkey = made.stdout.strip()
    assert made.exit_code == 0 and vkey.startswith("club-b.example/witness+")
    assert (tmp_path / "w.key").stat().st_mode & 0o077 == 0
    assert run("witness", "key", key, "--name", "other").exit_code == 1  # never written over
    own = keys_of(archive.log)[-1]
    for _ in range(2):
        assert run("witness", "log", "add", own, "--key", key).exit_code == 0
    listed = json.loads(run("witness", "log", "list", "--key", key, "--json").stdout)
    assert [row["key"] for row in listed] == [own]
    refused = run("witness", "log", "add", vkey, "--key", key)  # a witness is no log
    assert refused.exit_code == 1 and refused.output.startswith("plancia: ")
    submit = ("-a", str(archive.path), "witness", "submit", "--json")
    assert run(*submit).exit_code == 1  # no policy yet
    with serving(create_witness_app(WitnessFiles(Path(key)))) as address:
        policy_file(archive.path).write_text(f"witness b {vkey} {address}\nquorum b\n", "utf-8")
        done = run(*submit)
        row = json.loads(done.stdout)[0]
        assert (done.exit_code, row["witness"], row["size"]) == (0, "b", archive.last_index() + 1)
        other = copy_of(archive, tmp_path / "b.db")
        one = Archive.open(archive.path)
        grow(one, 2)
        assert run(*submit).exit_code == 0
        grow(other, 4, "other")
        done = run("-a", str(other.path), "witness", "submit", "--policy", str(policy_file(archive.path)))
        assert done.exit_code == 3 and "witness-forked" in done.stdout and "forked" in done.stderr
    done = run(*submit)
    assert done.exit_code == 1 and json.loads(done.stdout)[0]["error"] == "service-unreachable"
