"""docs/rgn/reference, RGN in JavaScript: it passes the conformance suite and agrees with Plancia on damaged texts."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from plancia_cli.support.conformance_suite import find_suite
from plancia_cli.support.conformance_texts import TextRequest, compare, file_requests
from plancia_cli.support.driver_process import Reply, ask
from tests.make_conformance import SUITE
from tests.make_texts import bases, mutation
from tests.nasty.texts import text as nasty_text

REFERENCE = Path(__file__).resolve().parents[1] / "docs" / "rgn" / "reference"
CLASSES = ("reader", "canonical", "writer", "json", "replayer", "receipt")
TEXTS, NASTY, SEED = 40, 60, 11
TIMEOUT = 60.0  # seconds between two answers


@pytest.fixture(scope="module")
def node() -> str:
    found = shutil.which("node")
    if not found:
        pytest.skip("node is not installed: the implementation in JavaScript is not tested")
    return found


def replies(node: str, payloads: Sequence[dict[str, Any]]) -> list[Reply]:
    """The driver's replies to requests."""
    return list(ask(shlex.join([node, str(REFERENCE / "driver.js")]), payloads, TIMEOUT))


def reply_fault(reply: Reply) -> str:
    """What is wrong with a reply itself; a request that the driver does not support is wrong here."""
    if reply.fault:
        return f"{reply.fault}: {reply.detail}"
    return "unsupported" if reply.answer.get("unsupported") else str(reply.answer.get("error", ""))


def test_it_passes_the_suite(node: str) -> None:
    requests = list(find_suite(str(SUITE)).requests(CLASSES))
    assert {name for asked in requests for name in asked.expected} == set(CLASSES)
    faults = []
    for asked, reply in zip(requests, replies(node, [asked.payload for asked in requests]), strict=True):
        found = {"reply": reply_fault(reply)}
        if not found["reply"]:
            found = asked.faults(reply.answer)
        faults += [f"{asked.test} ({name}): {fault}" for name, fault in found.items() if fault]
    assert faults == []


def test_it_gives_the_answers_of_plancia_for_damaged_and_nasty_texts(node: str) -> None:
    texts = bases()
    requests: list[TextRequest] = []
    for number in range(TEXTS):
        requests += file_requests(*mutation(texts, number, SEED))
    for number in range(NASTY):
        requests += file_requests(f"nasty {number}", nasty_text(number, SEED))
    rows, differences = compare(requests, replies(node, [asked.payload for asked in requests]), reply_fault)
    assert differences == []
    assert rows[0] == {"figure": "files", "agree": TEXTS + NASTY, "differ": 0, "unsupported": 0}


def test_it_reads_and_writes_the_examples_of_the_specification(node: str) -> None:
    done = subprocess.run([node, str(REFERENCE / "selftest.mjs")], capture_output=True, text=True, timeout=TIMEOUT)
    assert (done.returncode, done.stdout) == (0, "all well\n"), done.stdout + done.stderr


def test_a_request_for_what_is_not_there_is_an_error(node: str) -> None:
    text = '[Red "a"]\nTURN R\n'
    places = [{"game": 1, "event": 1}, {"game": 1, "event": 2}, {"game": 2, "event": 0}, {"game": 1, "event": -1}]
    found = replies(node, [{"op": "state", "text": text, "corrected": True, **place} for place in places])
    assert ["error" in reply.answer for reply in found] == [False, True, True, True]
