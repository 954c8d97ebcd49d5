"""The verifier proves what is right, and names the first thing that is wrong."""

from __future__ import annotations

import base64
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.verify_page.bundle_writer import (
    GAME,
    HEADERS,
    OLD_GAME,
    PERSON,
    SALT,
    Log,
    canonical,
    club,
    commitment,
    game_bundle,
    game_text,
    policy,
)  # fmt: skip
from tests.verify_page.conftest import ROOT, Ask, packed
from tests.verify_page.mutations import rows
from tests.verify_page.wrong_bundles import with_file

COMMAND = ROOT / "docs" / "verify" / "verify.mjs"


def codes(answer: dict[str, Any]) -> set[str]:
    return {note["code"] for note in answer["notes"]}


def test_good_bundles_are_proven(ask: Ask) -> None:
    log = club()
    made = packed(game_bundle(log))
    given: list[dict[str, str]] = [
        {}, {"key": log.key.vkey()}, {"policy": policy(log)}, {"head": log.head()}, {"head": log.head(3)},
        {"key": log.key.vkey(), "game": base64.b64encode(game_text(log).encode()).decode()},
        {"policy": f"log {log.key.vkey()}\nquorum none\n"},
    ]  # fmt: skip
    answers = ask({"jobs": [{"bundle": made, **one} for one in given]})
    assert [(one["code"], one["level"]) for one in answers] == [("proven", "amber")] + [("proven", "green")] * 6
    own, key, two, equal, older, compared, none = answers
    assert {"own-key", "no-head", "one-view", "later-lines", "as-typed"} <= codes(own)
    assert "own-key" not in codes(key) and "one-view" not in codes(two) and "no-head" not in codes(equal)
    assert [one["proven"]["head_check"] for one in (own, equal, older)] == ["none", "equal", "older"]
    assert [one["name"] for one in two["proven"]["witnesses"]] == ["w0", "w1"]
    assert codes(none) >= {"witness-unknown"} and compared["proven"]["game_check"] == "equal"
    assert own["proven"]["head"] == log.head() and own["proven"]["size"] == 13
    assert own["proven"]["people"][0]["record"] == {"born": 1980, "name": "Anna Però"}
    game = own["proven"]["streams"][0]
    assert (game["entries"], game["events"], game["first_index"], game["last_index"]) == (3, 10, 7, 11)
    assert game["roles"] == ["recorder", "arbiter"] and game["authors"] == ["local", "t_abcd1234"]
    assert "\n".join(text for _, text in own["lines"]) + "\n" == game_text(log)
    assert [event for event, _ in own["lines"]] == [0] * 10 + [*range(1, 10)]


def test_entries_of_the_old_form_are_proven_and_what_they_lack_is_told(ask: Ask) -> None:
    log = club()
    made = log.bundle({"game": OLD_GAME}, [OLD_GAME, "archive:"], (2, 13))
    (answer,) = ask({"jobs": [{"bundle": packed(made), "head": log.head()}]})
    assert answer["code"] == "proven" and codes(answer) >= {"form-1", "rules-absent"}
    assert answer["proven"]["streams"][0]["form_1"] == 2 and answer["proven"]["game"]["events"] == 6


def test_a_dispute_with_a_file_is_proven(ask: Ask) -> None:
    (answer,) = ask({"jobs": [{"bundle": packed(with_file()), "key": club().key.vkey()}]})
    assert answer["code"] == "proven" and answer["proven"]["files"][0]["size"] == 4
    assert answer["proven"]["subject"] == {"kind": "dispute", "id": "d_1"} and "file-unnamed" not in codes(answer)


def test_every_size_of_log_every_place_and_every_older_head(ask: Ask) -> None:
    jobs = []
    for size in range(1, 20):
        log = Log()
        for number in range(size):
            log.add(f"g_{number}", HEADERS, 1)
        for number in range(size):
            made = log.bundle({"game": f"g_{number}"}, [f"g_{number}"], tuple(range(1, size + 1)))
            jobs.append({"bundle": packed(made), "key": log.key.vkey(), "head": log.head(number + 1)})
    assert {one["code"] for one in ask({"jobs": jobs})} == {"proven"}


def test_a_game_as_it_was_typed_is_compared_with_allowance_for_what_the_archive_adds(ask: Ask) -> None:
    log = club()
    lines = [line for line in game_text(log).splitlines() if not line.startswith("[Rules")]
    typed = "\ufeff" + "\r\n".join(lines).replace("p_7Q2M9K1A", "Anna Però") + "\r\n\r\n"
    (answer,) = ask({"jobs": [{"bundle": packed(game_bundle(log)), "game": base64.b64encode(typed.encode()).decode()}]})
    assert answer["ok"] and codes(answer) >= {"game-seat", "game-rules"}


def test_keys_are_sorted_as_the_writer_sorts_them(ask: Ask) -> None:
    """Python orders by code point, JavaScript by UTF-16 unit: a name above U+FFFF comes last, not before U+FF5E."""
    log = club()
    record = {"～": 1, "🂡": 2, "a": [1.5, -3, 10**30, True, None, 'q"\\\n\x01\x7fé']}
    log.add(PERSON, canonical({"commitment": commitment(record), "kind": "bound", "v": 1}) + "\n", 1)
    made = game_bundle(log)
    made["people"] = {"p_7Q2M9K1A": {"record": record, "salt": SALT.hex()}}
    (answer,) = ask({"jobs": [{"bundle": packed(made)}]})
    assert answer["ok"], answer["code"]


def test_everything_wrong_is_refused_with_its_code_and_place(ask: Ask) -> None:
    table = list(rows())
    answers = ask({"jobs": [{"bundle": packed(made), **given} for _, made, given, _, _ in table]})
    found = {}
    for (name, _, _, code, where), answer in zip(table, answers, strict=True):
        place = {column: answer["where"].get(column) for column in where}
        if answer["ok"] or (answer["code"], place) != (code, where) or answer["proven"]:
            found[name] = (answer["code"], answer["where"], "expected", code, where)
    assert found == {}
    assert len(table) > 100 and len({code for *_, code, _ in table}) > 40


def test_no_exchanged_bit_is_proven_with_another_content(ask: Ask) -> None:
    log = Log()
    log.add(GAME, HEADERS.replace("[Rules", "[X-Rules") + "TURN B\nEND B\n", 3)
    log.add("g_other", HEADERS, 1)
    raw = json.dumps(log.bundle({"game": GAME}, [GAME], (1,)), ensure_ascii=False)
    question = {"bundle": packed(raw.encode()), "key": log.key.vkey(), "head": log.head(1), "masks": [1, 32]}
    answer = ask({"flips": question})
    assert answer["changed"] == [] and "internal" not in answer["codes"]
    assert sum(answer["codes"].values()) == 2 * len(raw.encode())
    # What may still be proven: blanks, and the letters of the bundle's own key, which nobody relies on.
    assert answer["codes"]["proven"] < 2 * len(log.key.vkey()) and {"signature", "inclusion"} <= answer["codes"].keys()


@pytest.mark.parametrize(
    ("extra", "status", "code"),
    [([], 0, "proven"), (["--head", "x"], 2, "head-form"), (["--game", "absent.rgn"], 1, "file")],
)
def test_the_command_answers_in_json(node: str, tmp_path: Path, extra: list[str], status: int, code: str) -> None:
    file = tmp_path / "bundle.json"
    file.write_text(json.dumps(game_bundle(club())), "utf-8")
    done = subprocess.run([node, str(COMMAND), str(file), "--json", *extra], capture_output=True, cwd=tmp_path)
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["code"], answer["ok"]) == (status, code, status == 0) and not done.stderr
    assert list(answer) == ["format", "ok", "code", "level", "where", "facts", "proven", "notes"]


def test_the_command_tells_refusals_in_both_languages(node: str, tmp_path: Path) -> None:
    file = tmp_path / "bundle.json"
    for content, status in ((game_bundle(club()) | {"origin": "x"}, 3), ({"format": "x"}, 1)):
        file.write_text(json.dumps(content), "utf-8")
        said = []
        for lang in ("it", "en"):
            done = subprocess.run([node, str(COMMAND), str(file), "--lang", lang], capture_output=True, text=True)
            assert done.returncode == status and not done.stderr
            said.append(done.stdout)
        assert said[0] != said[1] and all("{" not in text and "undefined" not in text for text in said)


@pytest.mark.parametrize("arguments", [[], ["a", "b"], ["--nothing"], ["a", "--key", "x", "--policy", "y"]])
def test_a_wrong_use_of_the_command_is_told(node: str, arguments: list[str]) -> None:
    done = subprocess.run([node, str(COMMAND), *arguments], capture_output=True, text=True)
    assert done.returncode == 2 and "verify.mjs BUNDLE" in done.stderr and "    at " not in done.stderr


def test_a_large_bundle_is_read(ask: Ask) -> None:
    log = Log()
    log.add(GAME, HEADERS, 1)
    for _ in range(12):
        log.add(GAME, ("PUT TNO+2 AFS+1\n" * 40_000), 40_000)
    made = json.dumps(log.bundle({"game": GAME}, [GAME])).encode()
    assert len(made) > 10_000_000
    (answer,) = ask({"summary": True, "jobs": [{"bundle": packed(made), "key": log.key.vkey()}]})
    assert answer["ok"] and answer["proven"]["game"]["events"] == 480_001


NOTE = """
import { bytesOfBase64, signedBy, utf8 } from "./bytes.mjs";
import { readKey } from "./notes.mjs";
const key = await readKey("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW");
const text = "If you think cryptography is the answer to your problem,\\nthen you don't know what your problem is.\\n";
const line = "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=";
console.log(key.id, await signedBy(key.publicKey, bytesOfBase64(line).subarray(4), utf8(text)));
"""


def test_the_published_note_of_go_is_verified(node: str) -> None:
    """The example of golang.org/x/mod/sumdb/note: a key and a signature that no code of this project made."""
    source = COMMAND.parent / "src"
    script = NOTE.replace('from "./', f'from "{source.as_uri()}/')
    command = [node, "--input-type=module", "--eval", script]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout == "c74f20a3 true\n", done.stderr
