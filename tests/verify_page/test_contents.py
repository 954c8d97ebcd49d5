"""A proven bundle says what it contains, and that what was left out of it is not seen; both verifiers agree."""

from __future__ import annotations

import hashlib
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from plancia_archive.evidence.result import VerificationError
from plancia_archive.evidence.verifier_inputs import VerifierInputs, read_head
from plancia_archive.evidence.verify_bundle import verify_bundle
from plancia_cli.main import plancia
from tests.verify_page.bundle_writer import GAME, RULES_HASH, Log, b64, canonical, club
from tests.verify_page.conftest import ROOT, Ask, packed

CLAIM, DISPUTE, APPROVAL = "two dice", "dispute:d_2", f"approval:{GAME}"
NOTHING: dict[str, Any] = {"disputes": [], "approvals": []}


def disputed() -> Log:
    """A log with a dispute that was ruled on, and an approval."""
    log = club()
    for line in ({"kind": "opened", "claim": CLAIM, "claimant": "p_7Q2M9K1A", "event": 5, "game": GAME},
                 {"kind": "answer", "by": "p_55DCN0AQ", "text": "three"},
                 {"kind": "ruling", "outcome": "partly", "text": "a \u202e reason", "effect": {}}):  # fmt: skip
        log.add(DISPUTE, canonical({**line, "v": 1}) + "\n", 1)
    log.add(APPROVAL, canonical({"kind": "approved", "v": 1, "version": 10}) + "\n", 1, role="arbiter")
    return log


def bundle(log: Log, *more: str) -> dict[str, Any]:
    return log.bundle({"game": GAME}, [GAME, f"ruleset:{RULES_HASH}", *more])


def test_contents_are_listed_and_a_stripped_bundle_says_so(ask: Ask, tmp_path: Path) -> None:
    log = disputed()
    whole, stripped = bundle(log, DISPUTE, APPROVAL), bundle(log)
    answers = ask({"jobs": [{"bundle": packed(one), "head": log.head()} for one in (whole, stripped)]})
    found = [
        verify_bundle(json.dumps(one).encode(), VerifierInputs([read_head(log.head())])).to_json()
        for one in (whole, stripped)
    ]
    for answer, twin in zip(answers, found, strict=True):
        assert answer["level"] == twin["level"] == "green" and answer["proven"] == json.loads(
            json.dumps(twin["proven"])
        )
        assert "left-out" in {note["code"] for note in answer["notes"]} & {note["code"] for note in twin["notes"]}
    (dispute,), (approval,) = found[0]["proven"]["contents"].values()
    assert (dispute["dispute"], dispute["entries"], approval["version"]) == ("d_2", 3, 10)
    assert [(one["kind"], one["outcome"]) for one in dispute["lines"]] == [
        ("opened", None), ("answer", None), ("ruling", "partly")]  # fmt: skip
    assert dispute["lines"][0]["text"] == CLAIM and found[1]["proven"]["contents"] == NOTHING
    for made, there, absent in ((whole, [CLAIM, "partly", "d_2", "approved"], ["no dispute", "no approval", "\u202e"]),
                                (stripped, ["no dispute", "no approval", "full log"], [CLAIM])):  # fmt: skip
        (tmp_path / "b.json").write_text(json.dumps(made), "utf-8")
        command = ["--lang", "en", "verify", str(tmp_path / "b.json"), "--head", log.head()]
        node = [
            "node",
            str(ROOT / "docs/verify/verify.mjs"),
            str(tmp_path / "b.json"),
            "--head",
            log.head(),
            "--lang",
            "en",
        ]
        texts = [
            CliRunner().invoke(plancia, command).output,
            subprocess.run(node, capture_output=True, text=True).stdout,
        ]
        for text in texts:
            assert all(one in text for one in there) and not any(one in text for one in absent), text


def test_a_file_of_a_dispute_that_is_left_out_is_refused(ask: Ask) -> None:
    log = disputed()
    made = bundle(log)
    made["files"] = {hashlib.sha256(b"foto").hexdigest(): b64(b"foto")}
    (answer,) = ask({"jobs": [{"bundle": packed(made), "key": log.key.vkey()}]})
    found = verify_bundle(json.dumps(made).encode()).to_json()
    assert (answer["code"], answer["level"]) == (found["code"], found["level"]) == ("file-unnamed", "red")


def test_a_head_that_is_wrapped_over_lines_is_accepted(ask: Ask) -> None:
    log = disputed()
    head, made = log.head(), packed(bundle(log))
    origin, size, root = head.split(" ")
    wrapped = [f"{origin}\n{size} {root}", f"{origin} {size} {root[:20]}\r\n  {root[20:]}\n",
               f"{origin}\t{size}  {root}",
               f"{origin[:9]}\n{origin[9:]} {size}\n{root[:5]} {root[5:]}"]  # fmt: skip
    wrong = [f"{origin}\n{size}\n{root[:-5]}\n", f"{origin}\n{root}"]
    answers = ask({"jobs": [{"bundle": made, "head": one} for one in (*wrapped, *wrong)]})
    assert [one["code"] for one in answers] == ["proven"] * 4 + ["head-form"] * 2
    assert {read_head(one).head() for one in wrapped} == {head}
    for one in wrong:
        with pytest.raises(VerificationError):
            read_head(one)


def test_the_command_says_the_level_of_the_page(tmp_path: Path) -> None:
    log = disputed()
    (tmp_path / "b.json").write_text(json.dumps(bundle(log)), "utf-8")
    node = ["node", str(ROOT / "docs/verify/verify.mjs"), str(tmp_path / "b.json"), "--lang", "en"]
    for more, level in (([], "Amber"), (["--key", log.key.vkey()], "Green")):
        assert subprocess.run([*node, *more], capture_output=True, text=True).stdout.startswith(level)
