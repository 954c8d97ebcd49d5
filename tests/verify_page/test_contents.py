"""A proven bundle says what it contains, and that what was left out of it is not seen; both verifiers agree."""

from __future__ import annotations

import base64
import hashlib
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from plancia_archive.evidence.foreign_files import foreign_kind
from plancia_archive.evidence.result import VerificationError
from plancia_archive.evidence.verifier_inputs import VerifierInputs, read_head
from plancia_archive.evidence.verify_bundle import verify_bundle
from plancia_cli.main import plancia
from tests.verify_page.bundle_writer import GAME, PERSON, RECORD, RULES_HASH, SALT, Log, b64, canonical, club, game_text
from tests.verify_page.conftest import ROOT, Ask, packed

CLAIM, DISPUTE, APPROVAL = "two dice", "dispute:d_2", f"approval:{GAME}"
CORRECTION = f"correction:{GAME}"
NOTHING: dict[str, Any] = {"disputes": [], "approvals": [], "corrections": []}


def disputed() -> Log:
    """A log with a dispute that was ruled on, and an approval."""
    log = club()
    for line in ({"kind": "opened", "claim": CLAIM, "claimant": "p_7Q2M9K1A", "event": 5, "game": GAME},
                 {"kind": "answer", "by": "p_55DCN0AQ", "text": "three"},
                 {"kind": "ruling", "outcome": "partly", "text": "a \u202e reason", "effect": {}}):  # fmt: skip
        log.add(DISPUTE, canonical({**line, "v": 1}) + "\n", 1)
    log.add(APPROVAL, canonical({"kind": "approved", "v": 1, "version": 10}) + "\n", 1, role="arbiter")
    for player, role in (("R", "player"), ("p_7Q2M9K1A", "keeper")):
        line = {"kind": "confirmed", "player": player, "v": 1, "version": 10}
        log.add(APPROVAL, canonical(line) + "\n", 1, role=role)
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
    (dispute,), (approval, own, entered), _ = found[0]["proven"]["contents"].values()
    assert (dispute["dispute"], dispute["entries"], approval["version"]) == ("d_2", 3, 10)
    assert [one["role"] for one in (own, entered)] == ["player", "keeper"]
    assert [(one["kind"], one["outcome"]) for one in dispute["lines"]] == [
        ("opened", None), ("answer", None), ("ruling", "partly")]  # fmt: skip
    assert dispute["lines"][0]["text"] == CLAIM and found[1]["proven"]["contents"] == NOTHING
    absences = {"no-dispute", "no-approval"}
    for answer, expected in zip([*answers, *found], [set(), absences] * 2, strict=True):
        assert {note["code"] for note in answer["notes"]} & absences == expected
    none = ["no dispute", "no approval"]
    said = [CLAIM, "partly", "d_2", "event no. 9", "(Red)", "(p_7Q2M9K1A; entered by: keeper)"]
    for made, there, absent in ((whole, said, [*none, "\u202e"]),
                                (stripped, [*none, "full log"], [CLAIM])):  # fmt: skip
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
            listed = text.partition("contains and proves:")[2].partition("SHA-256" if "SHA-256" in text else "head")[0]
            assert listed and "no dispute" not in listed and "no approval" not in listed


CITED = "d_0123ABCD"


def test_a_cited_dispute_that_is_left_out_is_named(ask: Ask, tmp_path: Path) -> None:
    log = club()
    log.add(GAME, f"NOTE A about=5 {{see d_9}}\nVOID A 5 {{ruling {CITED}}}\n", 2, role="arbiter")
    log.add(f"dispute:{CITED}", canonical({"kind": "opened", "claim": CLAIM, "v": 1}) + "\n", 1)
    whole, stripped = bundle(log, f"dispute:{CITED}"), bundle(log)
    answers = ask({"jobs": [{"bundle": packed(one), "head": log.head()} for one in (whole, stripped)]})
    inputs = VerifierInputs([read_head(log.head())])
    found = [verify_bundle(json.dumps(one).encode(), inputs) for one in (whole, stripped)]
    for results in (answers, [json.loads(json.dumps(one.to_json())) for one in found]):
        assert [one["level"] for one in results] == ["green", "amber"]
        notes = [[note for note in one["notes"] if note["code"] == "dispute-absent"] for one in results]
        assert notes == [
            [], [{"code": "dispute-absent", "dispute": CITED, "stream": GAME, "line": 21, "event": 11}]]  # fmt: skip
    assert answers[1]["notes"] == found[1].to_json()["notes"]
    (tmp_path / "b.json").write_text(json.dumps(stripped), "utf-8")
    words = [str(tmp_path / "b.json"), "--head", log.head()]
    node = ["node", str(ROOT / "docs/verify/verify.mjs"), *words]
    for lang in ("it", "en"):
        python = CliRunner().invoke(plancia, ["--lang", lang, "verify", *words])
        javascript = subprocess.run([*node, "--lang", lang], capture_output=True, text=True)
        assert python.exit_code == javascript.returncode == 0
        for printed in (python.output, javascript.stdout):
            assert CITED in printed and "undefined" not in printed and "None" not in printed


def test_an_earlier_copy_of_the_game_is_not_refused(ask: Ask) -> None:
    log = club()
    text = game_text(log)
    log.add(GAME, "VOID A 9\nNOTE A about=9 {twice}\n", 2, role="arbiter")
    made = bundle(log)
    copies = {text: "earlier", text.partition("\n\n")[0]: "earlier", game_text(log): "equal"}
    jobs = [{"bundle": packed(made), "game": base64.b64encode(one.encode()).decode()} for one in copies]
    for copy, answer in zip(copies, ask({"jobs": jobs}), strict=True):
        twin = verify_bundle(json.dumps(made).encode(), VerifierInputs(game=copy.encode())).to_json()
        assert answer["code"] == twin["code"] == "proven" and answer["notes"] == twin["notes"]
        assert answer["proven"]["game_check"] == twin["proven"]["game_check"] == copies[copy]
        notes = [note for note in answer["notes"] if note["code"] == "game-earlier"]
        events = len(copy.partition("\n\n")[2].splitlines())
        assert [(note["event"], note["lines"]) for note in notes] == (
            [] if copies[copy] == "equal" else [(events, 11 - events)])  # fmt: skip
    changed = base64.b64encode(text.replace("TNO>GRO", "TNO>GRA").encode()).decode()
    (answer,) = ask({"jobs": [{"bundle": packed(made), "game": changed}]})
    assert (answer["code"], answer["level"]) == ("game", "red") and "TNO>GRA" in answer["facts"]["given"]


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


def test_names_that_the_bundle_carries_are_shown(tmp_path: Path) -> None:
    made = bundle(disputed(), DISPUTE, APPROVAL, PERSON)
    made["people"] = {"p_7Q2M9K1A": {"record": RECORD, "salt": SALT.hex()}}
    (tmp_path / "b.json").write_text(json.dumps(made), "utf-8")
    node = ["node", str(ROOT / "docs/verify/verify.mjs"), str(tmp_path / "b.json"), "--lang", "it"]
    python = CliRunner().invoke(plancia, ["--lang", "it", "verify", str(tmp_path / "b.json")]).output
    for printed in (python, subprocess.run(node, capture_output=True, text=True).stdout):
        assert "(Anna Però): two dice" in printed and "Anna Però = p_7Q2M9K1A" in printed


def test_a_line_of_evidence_has_its_file(ask: Ask, tmp_path: Path) -> None:
    log, digest = disputed(), "ab" * 32
    named = {"kind": "evidence", "sha256": digest, "bytes": 48211, "media": "image/jpeg", "about": "the sheet",
             "by": "A", "v": 1}  # fmt: skip
    log.add(DISPUTE, canonical(named) + "\n", 1)
    made = bundle(log, DISPUTE)
    (answer,) = ask({"jobs": [{"bundle": packed(made), "head": log.head()}]})
    twin = verify_bundle(json.dumps(made).encode(), VerifierInputs([read_head(log.head())])).to_json()
    assert answer["proven"] == json.loads(json.dumps(twin["proven"]))
    lines = answer["proven"]["contents"]["disputes"][0]["lines"]
    expected = {"sha256": digest, "bytes": 48211, "media": "image/jpeg"}
    assert [line["file"] for line in lines] == [None, None, None, expected]
    file = tmp_path / "b.json"
    file.write_text(json.dumps(made), "utf-8")
    for lang in ("it", "en"):
        told = CliRunner().invoke(plancia, ["--lang", lang, "verify", str(file), "--head", log.head()]).output
        (line,) = [one for one in told.splitlines() if "the sheet" in one]
        assert digest in line and "48211" in line and "image/jpeg" in line


FOREIGN = {
    "page": b"<!DOCTYPE html><html><title>Decisione</title>\n{}\n",
    "picture": b"\xff\xd8\xff\xe0" + bytes(60),
    "pdf": b"%PDF-1.7\n",
    "archive": b"SQLite format 3\x00",
    "package": b"PK\x03\x04" + bytes(20),
    "game": b'[Notation "rgn 1"]\n[Game "x"]\n',
    "head": b"circolo/archivio 12 " + b"A" * 43 + b"=\n",
    "checkpoint": b"circolo/archivio\n12\n" + b"A" * 43 + b"=\n\n\xe2\x80\x94 x AAAA\n",
    "": b"dear arbiter,\n",
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_file_of_another_kind_is_named(node: str, kind: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(FOREIGN[kind])
    script = (
        f"import {{ foreignFile }} from {json.dumps(str(ROOT / 'docs/verify/src/foreign.mjs'))};"
        "import { readFileSync } from 'node:fs';"
        f"console.log(JSON.stringify(await foreignFile(new Uint8Array(readFileSync({json.dumps(str(file))})))));"
    )
    done = subprocess.run([node, "--input-type=module", "-e", script], capture_output=True, check=True)
    found, digest = json.loads(done.stdout), hashlib.sha256(FOREIGN[kind]).hexdigest()
    assert (found["kind"], found["media"]) == foreign_kind(FOREIGN[kind]) and foreign_kind(FOREIGN[kind])[0] == kind
    assert (found["size"], found["sha256"]) == (len(FOREIGN[kind]), digest)
    if kind == "archive":
        return  # the command opens it
    for lang in ("it", "en"):
        result = CliRunner().invoke(plancia, ["--lang", lang, "verify", str(file)])
        assert result.exit_code == 1 and result.output.count(".receipt.json") == 1
        assert (digest in result.output) == (kind in ("picture", "pdf"))
        assert bool(kind) != any(words in result.output for words in ("non è JSON", "not JSON", "UTF-8"))


def test_both_verifiers_list_the_evidence_of_corrections_and_its_files(ask: Ask) -> None:
    log, photo = disputed(), b"a photo"
    digest = hashlib.sha256(photo).hexdigest()
    lines = (
        {"kind": "evidence", "event": 7, "sha256": digest, "bytes": len(photo), "media": "image/jpeg", "about": "x"},
        {"kind": "reference", "event": 8, "id": "d_0123ABCD"},
    )
    for line in lines:
        log.add(CORRECTION, canonical({**line, "v": 1}) + "\n", 1, role="arbiter")
    whole = {**bundle(log, DISPUTE, CORRECTION), "files": {digest: b64(photo)}}
    unnamed = {**bundle(log, DISPUTE), "files": {digest: b64(photo)}}
    answers = ask({"jobs": [{"bundle": packed(one), "head": log.head(), "lang": "en"} for one in (whole, unnamed)]})
    inputs = VerifierInputs([read_head(log.head())])
    twins = [verify_bundle(json.dumps(one).encode(), inputs).to_json() for one in (whole, unnamed)]
    for answer, twin in zip(answers, twins, strict=True):
        assert (answer["level"], answer["proven"]) == (twin["level"], json.loads(json.dumps(twin["proven"])))
    file, reference = twins[0]["proven"]["contents"]["corrections"]
    assert (file["event"], file["file"]["sha256"], reference["event"], reference["id"]) == (7, digest, 8, "d_0123ABCD")
    assert "dispute-absent" in {note["code"] for note in twins[0]["notes"]} & {n["code"] for n in answers[0]["notes"]}
    assert twins[1]["code"] == answers[1]["code"] == "file-unnamed"
