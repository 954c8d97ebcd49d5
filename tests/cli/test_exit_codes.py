"""Each exit code that the help of a command names is the code of its process."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from plancia_api.witness_app import create_witness_app
from plancia_archive import Archive
from plancia_archive.anchors.anchor_files import store_anchor
from plancia_archive.log.archive_stream import keys_of
from plancia_archive.log.connections import connect
from plancia_archive.log.schema import GUARD_TRIGGERS
from plancia_archive.log.submission import submit
from plancia_archive.tlog.policy import parse_policy
from plancia_cli.main import plancia
from plancia_cli.support.command_tree import walk_commands
from plancia_cli.support.translating import set_language
from plancia_data import samples
from plancia_events import read
from tests.api.witness_server import copy_of, grow, serving, witness_of
from tests.certificate_pair import make_pair
from tests.cli.test_conformance_command import copy_suite

GOOD = samples()["monopoli-serata.rgn"].decode()
FAULTY = GOOD + "TURN G\nREIN G 3+0+0=3\nPUT G VEN+3\nATT G VEN>PER 2:321 -1-0\nEND G\n"
CONFLICT = GOOD + "FIX A 17 ATT R CIN>SIA 654:32 -0-1 {read again}\n"
RUN = """
import json, os, sys
import plancia_api, plancia_archive.importers, plancia_replay  # once, and not in each child
from plancia_cli.main import main, plancia
from plancia_cli.support.command_tree import walk_commands
list(walk_commands(plancia))
for call in json.load(open("calls.json")):
    child = os.fork()
    if child == 0:
        os.dup2(os.open(call.pop(), os.O_RDONLY), 0)
        sys.argv = ["plancia", "--lang", "en", *call]
        try:
            main()
            code = 0
        except SystemExit as leave:
            code = leave.code or 0
        sys.stdout.flush()
        os._exit(code)
    print("CODE", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), file=sys.stderr, flush=True)
"""
DOCUMENTED: dict[str, dict[int, str]] = {  # of the help of a command, "" for all: a call that ends with the code
    "": {0: "list", 1: "judge missing.rgn", 2: "nonsense", 3: "judge faulty.rgn"},
    "anchor verify": {3: "anchor verify --ca ca.pem"},
    "append": {3: "append serata-1 -f more.txt"},
    "clock": {3: "-a late.db clock"},
    "complete": {1: "complete bad.rgn"},
    "conformance": {3: "conformance --with false --suite suite --timeout 5"},
    "convert": {1: "convert bad.rgn"},
    "corrections": {0: "corrections good.rgn", 3: "corrections conflict.rgn", 1: "corrections bad.rgn"},
    "fmt": {0: "fmt good.rgn", 1: "fmt bad.rgn", 3: "fmt --check untidy.rgn"},
    "fsck": {3: "-a bare.db fsck"},
    "judge": {0: "judge good.rgn --under monopoli@1", 1: "judge bad.rgn", 3: "judge faulty.rgn"},
    "lint": {0: "lint good.rgn", 1: "lint bad.rgn", 3: "lint untidy.rgn"},
    "rebuild": {3: "-a damaged.db rebuild"},
    "record": {1: "record partita.rgn --no-store < good.rgn", 3: "record illegal.rgn --no-store"},
    "score": {0: "score good.rgn --under monopoli@1", 3: "score good.rgn --under torneo@1"},
    "tournament check": {3: "tournament check t"},
    "verify": {1: "verify good.rgn", 3: "verify --head HEAD"},
    "witness submit": {1: "witness submit --policy gone.policy", 3: "-a fork.db witness submit --policy on.policy"},
}


def named_codes(text: str) -> set[int]:
    """The exit codes that the help of a command names."""
    sentences = re.findall(r"xit codes?\b[^.]*", " ".join(text.split()))
    return {int(digit) for sentence in sentences for digit in re.findall(r"\b[0-4]\b", sentence)}


def test_the_table_has_every_code_that_a_help_names() -> None:
    set_language("en")
    named = {" ".join(path): named_codes(command.help or "") for path, command in walk_commands(plancia)}
    missing = {name: codes - set(DOCUMENTED.get(name, {})) for name, codes in named.items() if name}
    assert {name: codes for name, codes in missing.items() if codes} == {}
    assert named_codes(plancia.help or "") - {4} == set(DOCUMENTED[""]), "4: never for root, which tests may run as"


def write_files(folder: Path) -> None:
    """Writes the texts that the calls of the table name."""
    texts = {"good": GOOD, "faulty": FAULTY, "bad": GOOD + "FOO\n", "untidy": GOOD.replace("TURN B\n", "turn  B\n"),
             "conflict": CONFLICT, "partita": GOOD, "illegal": FAULTY}  # fmt: skip
    for name, text in texts.items():
        (folder / f"{name}.rgn").write_text(text, "utf-8")
    (folder / "end.txt").write_text("", "utf-8")
    (folder / "more.txt").write_text(FAULTY.removeprefix(GOOD), "utf-8")
    copy_suite(folder / "suite")
    (folder / "ca.pem").write_bytes(make_pair(folder)[0].read_bytes())


def write_archives(folder: Path) -> Archive:
    """Makes the archives of the calls: one in order, a fork of it, one without checkpoint file, a damaged one."""
    archive = Archive.open(folder / "plancia.db", create=True)
    game = archive.add_game(read(GOOD).games[0]).game_id
    players = list(archive.game(game).players.values())
    archive.tournaments.append("t", [{"kind": "opened", "title": "t", "system": "open"},
                                     *({"kind": "entered", "player": one} for one in players),
                                     {"kind": "table", "round": 1, "table": "A", "seats": players}])  # fmt: skip
    archive.checkpoints.sign()
    store_anchor(archive.path, archive.checkpoints.head(), b"garbage")
    for name in ("bare", "damaged"):
        copy_of(Archive.open(archive.path), folder / f"{name}.db").close()
    archive.close()
    damaged = connect(folder / "damaged.db")
    for name in GUARD_TRIGGERS:
        damaged.execute(f"DROP TRIGGER {name}")
    damaged.execute("UPDATE entry SET body = CAST('x' AS BLOB) WHERE game = 'tournament:t'")
    damaged.conn.commit()
    for statement in GUARD_TRIGGERS.values():
        damaged.execute(statement)
    damaged.conn.close()
    late = copy_of(Archive.open(archive.path), folder / "late.db")
    late.log.clock = lambda: 2_000_000_000_000
    grow(late, 1)
    with late.writing():
        late.log.clock = lambda: 1_000_000_000_000
        late.log.append_events("archive:", [{"kind": "key", "key": keys_of(late.log)[-1], "v": 1}])
    late.close()
    fork = copy_of(Archive.open(archive.path), folder / "fork.db")
    grow(fork, 3, "other")
    fork.close()
    archive = Archive.open(folder / "plancia.db")
    grow(archive, 1)
    return archive


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_each_named_code_is_that_of_the_process(tmp_path: Path) -> None:
    write_files(tmp_path)
    archive = write_archives(tmp_path)
    head = f"{archive.checkpoints.head().origin} 2 {'A' * 43}="
    expected = [(code, call) for calls in DOCUMENTED.values() for code, call in calls.items()]
    parts = [f"{call} < end.txt".split(" < ")[:2] for _, call in expected]
    calls = [[*(head if word == "HEAD" else word for word in call.split()), read_from] for call, read_from in parts]
    (tmp_path / "calls.json").write_text(json.dumps(calls), "utf-8")
    files = witness_of(tmp_path, archive)
    with serving(create_witness_app(files)) as address:
        witness = f"witness w {files.key.verifier.text()} {{}}\nquorum w\n"
        (tmp_path / "on.policy").write_text(witness.format(address), "utf-8")
        (tmp_path / "gone.policy").write_text(witness.format("http://127.0.0.1:9"), "utf-8")
        submit(archive.checkpoints, parse_policy(witness.format(address)))
        done = subprocess.run([sys.executable, "-c", RUN], cwd=tmp_path, capture_output=True, text=True)
    told = done.stdout + done.stderr
    codes = [int(line.removeprefix("CODE ")) for line in done.stderr.splitlines() if line.startswith("CODE ")]
    assert [(code, call) for code, (_, call) in zip(codes, expected, strict=True)] == expected, told
